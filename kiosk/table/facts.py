"""What the game itself has to say to a round event: the same answer for every reader of the log."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from kiosk.games.game import (
    HOLDS,
    INTERIM,
    TABLE,
    Act,
    Ask,
    BadFacts,
    Boxes,
    Corrected,
    Decide,
    Enter,
    Fact,
    Fell,
    Game,
    Interim,
    Layout,
    Moves,
    OnlyVoid,
    Publish,
    Settle,
)
from kiosk.table.records import (
    ActEnded,
    ActStarted,
    DecisionsEntered,
    DecisionsOpened,
    FactCorrected,
    FactsEntered,
    FactsSealed,
    HandsMoved,
    InterimEntered,
    IrregularityEntered,
    ResultCorrected,
    ResultEntered,
    RoundEvent,
    RoundOpened,
)

Facts = tuple[Fact, ...]

_ENTERED = (Boxes, Enter, Publish)  # what the console enters as facts, beside acts, decisions and interims


def why_bad(game: Game, layout: Layout, facts: Facts) -> str | None:
    """Why the facts cannot decide a round of this game, or None. Used by every reader of the log alike."""
    try:
        game.check_facts(layout, facts)
        complete = game.is_complete(layout, facts)
    except BadFacts as error:
        return str(error)
    return None if complete else "the facts do not decide every bet"


class Sealed(msgspec.Struct, frozen=True):
    """The values of the facts of a play that somebody alone may see, by their places; the newest for a place counts.

    ``corrected`` are those for a place that has its fact already: they count when the table says that it was entered
    wrongly. A console that is killed between the two has corrected nothing.
    """

    values: dict[int, Fact] = {}
    corrected: dict[int, Fact] = {}

    def with_record(self, record: FactsSealed, entered: Facts) -> Sealed:
        """With what the record gives, after these facts of the play."""
        given = dict(enumerate(record.facts, record.first))
        new = {at: fact for at, fact in given.items() if at >= len(entered)}
        return Sealed(self.values | new, self.corrected | {at: given[at] for at in given.keys() - new.keys()})

    def with_correction(self, *places: int) -> Sealed:
        """The facts at these places were entered wrongly."""
        right = {at: self.corrected[at] for at in places if at in self.corrected}
        rest = {at: fact for at, fact in self.corrected.items() if at not in right}
        return Sealed(self.values | right, rest) if right else self

    def after(self, event: RoundEvent, entered: Facts) -> Sealed:
        """After an event, which may say that facts of the play were entered wrongly; `entered` may have it already."""
        match event:
            case FactCorrected():
                return self.with_correction(event.at)
            case HandsMoved():
                return self.with_correction(*moved_from(entered, event.fact, event.boxes))
            case _:
                return self

    def of(self, seat: str) -> Sealed:
        """What that seat alone may see."""
        return Sealed({at: fact for at, fact in self.values.items() if fact.audience == seat})


def why_not_sealed(record: FactsSealed, number: int, is_open: bool) -> str | None:
    """Why a record of what is for one seat's eyes counts for nothing while that round is played, or None."""
    if any(fact.audience != record.seat for fact in record.facts):
        return f"FactsSealed of seat '{record.seat}' with a fact for somebody else"
    if record.round != number or not is_open:
        state = "open" if is_open else "over"
        return f"FactsSealed of round {record.round} while round {number} is {state}"
    return None


def known(entered: Facts, sealed: Sealed) -> Facts:
    """The facts of a play with the values of those that somebody may see."""
    return tuple(_seen(fact, sealed.values.get(at)) for at, fact in enumerate(entered))


def own_facts(facts: Facts, seat: str) -> Facts:
    """Of these facts those that this seat alone may see, with their values."""
    return tuple(fact for fact in facts if fact.audience == seat and fact.values)


def _seen(fact: Fact, sealed: Fact | None) -> Fact:
    """What was given for a place where another fact came to lie is nobody's."""
    return sealed if sealed is not None and hidden(sealed) == fact else fact


def hidden(fact: Fact) -> Fact:
    """The fact as the table has it: without its values, where it is not for the table."""
    return fact if fact.audience == TABLE else Fact(fact.name, (), fact.at, fact.audience)


class GameRules:
    """Fits `kiosk.table.round.Rules`: what the game of a table allows. By ``layout`` the round is dealt."""

    def __init__(self, game: Game, layout: Layout) -> None:
        self._game, self._layout = game, layout

    def why_not(self, event: RoundEvent, entered: Facts, new: Facts) -> str | None:
        """Another game's round, what the game does not ask for now, or facts that cannot decide a round."""
        match event:
            case RoundOpened() if event.game != self._game.name:
                return f"game '{event.game}', expected '{self._game.name}'"
            case ResultCorrected():
                return why_bad(self._game, self._layout, event.facts)
            case ResultEntered():
                return self._why_no_result(event.facts, entered, new)
            case ActStarted():
                asks = self.asked(entered)
                good = isinstance(asks, Act) and asks.kind == event.act
                return None if good else f"'{event.act}', expected {words(asks)}"
            case FactsEntered():
                return self.why_no_facts(entered, new)
            case IrregularityEntered():
                return self._why_not_irregular(entered, event.fact)
            case HandsMoved():
                return self._why_not_moved(event, entered)
            case DecisionsOpened():
                asks = self.asked(entered)
                return None if isinstance(asks, Decide) else f"expected {words(asks)}"
            case DecisionsEntered():
                return self._why_not_decided(entered, new)
            case ActEnded() | InterimEntered():
                return self._why_not_asked((*entered, *new), len(entered))
            case _:
                return None

    def _why_not_irregular(self, entered: Facts, fact: Fact) -> str | None:
        if not isinstance(self.asked(entered), Interim) and self._is_irregular(fact, entered):
            return self._why_not_asked((*entered, fact), len(entered))
        return f"found the irregularity '{fact.name}' at '{fact.at}', which the game has no rule for now"

    def irregularities(self, entered: Facts) -> tuple[Enter, ...]:
        """See `Game.irregularities`; none while an act is asked for, or nothing is any more."""
        return () if isinstance(self.asked(entered), Interim) else self._irregular(entered)

    def _irregular(self, entered: Facts) -> tuple[Enter, ...]:
        """A correction brings some with it while an interim settlement is due, too."""
        nothing = isinstance(self.asked(entered), Act | Boxes | OnlyVoid)
        return () if nothing else self._game.irregularities(self._layout, entered)

    def _is_irregular(self, fact: Fact, before: Facts) -> bool:
        places = {(may.fact, may.at, may.audience) for may in self._irregular(before)}
        return bool(fact.values) and (fact.name, fact.at, fact.audience) in places

    def moves(self, entered: Facts) -> Moves:
        """See `Game.moves`; none where there are no irregularities."""
        if isinstance(self.asked(entered), Act | Boxes | Interim | OnlyVoid):
            return Moves()
        return self._game.moves(self._layout, entered)

    def _why_not_moved(self, event: HandsMoved, entered: Facts) -> str | None:
        """The hands that lie there change their places, and what the rules ask then comes with it."""
        may, boxes = self.moves(entered), event.boxes
        if not boxes or event.fact != may.fact or not set(boxes) <= set(may.boxes):
            where = ", ".join(may.boxes) or "none"
            return f"found hands moved at {', '.join(boxes)}: expected boxes of {where}"
        if sorted(boxes) != sorted(boxes.values()) or any(box == lay for box, lay in boxes.items()):
            return "found a hand that stays, or lies at two boxes: expected each at another box"
        then = [(asked.fact, asked.at, asked.audience) for asked in comes_with(may, boxes)]
        if [(fact.name, fact.at, fact.audience) for fact in event.facts] != then or not all(
            fact.values for fact in event.facts
        ):
            return f"found {len(event.facts)} irregularities with the move: expected {len(then)}"
        places = moved_from(entered, event.fact, boxes)
        return self._why_not_asked((*moved(entered, event.fact, boxes), *event.facts), min(places))

    def asked(self, entered: Facts) -> Ask:
        """See `Game.agenda`."""
        return self._game.agenda(self._layout, entered)

    def stands(self, entered: Facts) -> bool:
        """See `Game.stands`."""
        return self._game.stands(self._layout, entered)

    def dealt(self, entered: Facts) -> Facts:
        """Those of the facts that the result repeats: all but those of acts and of interim settlements."""
        return tuple(entered[at] for at in self.dealt_at(entered))

    def window(self, entered: Facts) -> str:
        """The name of the decision that is asked for, or nothing."""
        asks = self.asked(entered)
        return asks.window if isinstance(asks, Decide) else ""

    def dealt_at(self, entered: Facts) -> tuple[int, ...]:
        """Their places."""
        done = (INTERIM, *self._game.acts)
        return tuple(at for at, fact in enumerate(entered) if fact.name not in done)

    def why_no_facts(self, entered: Facts, new: Facts, *, older: bool = True) -> str | None:
        """Why the game does not ask for these facts now, one after the other, or None.

        With ``older`` nor did it in programs of before.
        """
        facts, asks = (*entered, *new), self.asked(entered)
        for at in range(len(entered), len(facts)):
            fact, before = facts[at], facts[:at]
            good = isinstance(asks, _ENTERED) and _answers(asks, fact, before)
            if not good or (not older and isinstance(asks, Enter) and fact.at != asks.at):
                return f"found the fact '{fact.name}' at '{fact.at}', expected {words(asks)}"
            try:
                asks = self.asked(facts[: at + 1])
            except BadFacts as error:
                return str(error)
        return None

    def _why_no_result(self, every: Facts, entered: Facts, new: Facts) -> str | None:
        if (
            reason := why_bad(self._game, self._layout, every) or self.why_no_facts(entered, new)
        ) is not None:
            return reason
        asks = self.asked((*entered, *new))
        return None if isinstance(asks, Settle) else f"expected {words(asks)}"

    def _why_not_decided(self, entered: Facts, new: Facts) -> str | None:
        asks = self.asked(entered)
        boxes = asks.boxes if isinstance(asks, Decide) else ()
        if sorted(fact.at for fact in new) != sorted(boxes):
            return f"decisions of {', '.join(fact.at for fact in new)}: expected {words(asks)}"
        return self._why_not_asked((*entered, *new), len(entered))

    def corrected(self, event: FactCorrected, entered: Facts, fell: tuple[Fell, ...]) -> Corrected:
        """The play when that fact is right. Only what a dealer enters can be entered wrongly, and the play after it
        must still be one. What was settled stays; a card that was put away settles nothing. Raises BadFacts."""
        before = entered[: event.at]
        asks = self.asked(before)
        put_away = bool(self._game.drawn((event.was,))) and not _answers(asks, event.was, before)
        if not (put_away or isinstance(asks, Enter | Publish)):
            raise BadFacts(f"the fact at {event.at} was not entered by a dealer: expected {words(asks)}")
        if not put_away and any(fact.name == INTERIM for fact in entered[event.at :]):
            raise BadFacts(f"the fact at {event.at} was settled already")
        right = self._game.corrected(self._layout, entered, event.at, event.fact, fell)
        if (reason := self._why_not_asked(right.facts, event.at)) is not None:
            raise BadFacts(reason)
        return right

    def _why_not_asked(self, facts: Facts, first: int) -> str | None:
        """Why the game did not ask for one of these facts, from that place on, each after those before it."""
        try:
            asks = self.asked(facts[:first])
            for at in range(first, len(facts)):
                fact, before = facts[at], facts[:at]
                if not _answers(asks, fact, before) and not self._is_irregular(fact, before):
                    return f"found the fact '{fact.name}' at '{fact.at}', expected {words(asks)}"
                asks = self.asked(facts[: at + 1])
        except BadFacts as error:
            return str(error)
        return None


def _answers(asks: Ask, fact: Fact, before: Facts) -> bool:
    """Whether the fact is of the kind that is asked for; whether its values can be true the game itself says."""
    place = (fact.name, fact.at, fact.audience)
    match asks:
        case Boxes():
            return place == (HOLDS, "", TABLE) and len(set(fact.values)) == len(fact.values)
        case Act(kind, _):
            return place == (kind, "", TABLE)
        case Enter(name, at, audience, _, older):
            if older and place == (name, older, older):
                return not fact.values
            return place == (name, at, audience) and bool(fact.values) is (audience == TABLE)
        case Decide(window, boxes):
            return fact.at in boxes and place == (window, fact.at, TABLE) and len(fact.values) == 1
        case Publish(facts):
            was = before[facts[0]]
            return place == (was.name, was.at, TABLE) and bool(fact.values)
        case Interim():
            return fact == interim(before)
        case Settle() | OnlyVoid():
            return False


def interim(before: Facts) -> Fact:
    """The fact of the next interim settlement."""
    return Fact(INTERIM, (1 + sum(fact.name == INTERIM for fact in before),))


def comes_with(may: Moves, boxes: Mapping[str, str]) -> tuple[Enter, ...]:
    """The irregularities that come with a move at these boxes."""
    return tuple(asked for asked in may.then if not asked.at or asked.at in boxes)


def moved_from(entered: Facts, name: str, boxes: Mapping[str, str]) -> dict[int, int]:
    """Of whole hands that change their places: to the place of each fact the place of the one that comes there."""
    lies = {
        box: [at for at, fact in enumerate(entered) if (fact.name, fact.at) == (name, box)] for box in boxes
    }
    return {at: came for box, lay in boxes.items() for at, came in zip(lies[box], lies[lay], strict=False)}


def moved(entered: Facts, name: str, boxes: Mapping[str, str]) -> Facts:
    """The facts of a play after such a move, as the table has them."""
    found = list(entered)
    for at, came in moved_from(entered, name, boxes).items():
        found[at] = msgspec.structs.replace(entered[at], values=entered[came].values)
    return tuple(found)


def words(asks: Ask) -> str:
    """What comes next, for a message."""
    match asks:
        case Boxes():
            return "the boxes that play"
        case Act(kind, times):
            return f"the act '{kind}', {times} times"
        case Enter(fact, at, _):
            return f"the fact '{fact}'" + (f" at {at}" if at else "")
        case Decide(window, boxes):
            return f"the decision '{window}' of {', '.join(boxes)}"
        case Publish(facts):
            return f"{len(facts)} hidden facts shown"
        case Interim():
            return "an interim settlement"
        case OnlyVoid(reason):
            return f"a void: {reason}"
        case Settle():
            return "the settlement"

"""The fold of a round: which event is allowed in which phase, and what the round looks like after it.

Every reader (seat, console, auditor) folds the same records with this code and so sees the same round.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Protocol

import msgspec

from kiosk.games.game import HOLDS, BadFacts, Corrected, Fact, Fell
from kiosk.table.facts import interim, moved
from kiosk.table.records import (
    MOST_GONE_WRONG_BYTES,
    ActEnded,
    ActStarted,
    AmountOrdered,
    BetsClosed,
    BetsClosing,
    DecisionsClosed,
    DecisionsEntered,
    DecisionsOpened,
    FactCorrected,
    FactsEntered,
    HandsMoved,
    InterimEntered,
    IrregularityEntered,
    JackpotOffer,
    Limits,
    LogLife,
    PaidByHand,
    ResultCorrected,
    ResultEntered,
    RoundEnded,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    room_of,
)

EARLIER_ROUNDS = 100  # so far back a round can be decided anew: a seat keeps at least as many for recall
MOST_DECISIONS = 1_000  # about one round; no record speaks of more
MOST_CENTS = 10**11  # of one payment by hand or order: no sum of them leaves what a journal can add up
MOST_PAID = 200  # payments by hand that are remembered one by one


class Phase(StrEnum):
    """Where a round of play stands (rule 1.8)."""

    BETTING = "betting"
    CLOSED = "closed"
    PLAY = "play"
    RESULT = "result"
    VOID = "void"
    ENDED = "ended"


class Table(msgspec.Struct, frozen=True):
    """What the round events have said so far about the newest round. ``number`` 0 means: none yet.

    ``decisions`` counts what was decided about it: result or void, then each correction or void after it. Of the
    rounds before, back to ``first`` and not more than 100, ``voids`` are without a result and ``redecided`` gives
    the count of those that were decided more than once, by their number as text.

    ``entered`` are the facts of the play so far, those of acts and interim settlements among them; ``dealt`` are those
    without: the result repeats them. ``fell`` is what corrections have taken out of ``entered``. ``act`` is the act
    that is being done, ``deciding`` the number of the decision that is open, 0 while none is; ``asked`` counts them.
    ``decide_in_ms`` is the time that it was given last, ``decide_from`` when; ``barred``: nothing is registered any
    more, and what was decided is entered next. ``windows`` are the names of the decisions that were opened so far.
    ``stands``: what decides the round lies on the table; ``stood`` are those of the voids of which that is so: a void
    by mistake can still get the result that it showed.

    ``layout`` is the table's, where it says how the round is dealt, else "". ``stakes`` are what lies at each box that
    plays, as the console tells it: in cents by spot.

    ``paid`` names the newest payments by hand (round, seat and decision), so that none counts twice; of rounds below
    ``paid_from`` some are forgotten, and nothing is paid any more. ``ordered`` is the newest order of a manager.
    """

    number: int = 0
    phase: Phase = Phase.ENDED
    game: str = ""
    limits: Limits | None = None
    closes_in_ms: int = 0
    opened_at: str = ""
    hurried: bool = False
    closed_seq: int = 0
    act: str = ""
    entered: tuple[Fact, ...] = ()
    fell: tuple[Fell, ...] = ()
    dealt: tuple[Fact, ...] = ()
    deciding: int = 0
    asked: int = 0
    windows: tuple[str, ...] = ()
    barred: bool = False
    decide_in_ms: int = 0
    decide_from: str = ""
    stands: bool = False
    facts: tuple[Fact, ...] = ()
    void_reason: str = ""
    decisions: int = 0
    first: int = 0
    voids: tuple[int, ...] = ()
    stood: tuple[int, ...] = ()
    redecided: dict[str, int] = {}
    demonstration: bool = False
    layout: str = ""
    stakes: dict[str, dict[str, int]] = {}
    jackpot: JackpotOffer | None = None
    paid: tuple[str, ...] = ()
    paid_from: int = 0
    ordered: int = 0

    @property
    def is_open(self) -> bool:
        """Whether a round is under way: neither concluded nor void."""
        return self.phase not in (Phase.ENDED, Phase.VOID)

    def knows(self, number: int) -> bool:
        """Whether ``number`` is a round before this one that can still be spoken of."""
        return 0 < self.first <= number < self.number and number >= self.number - EARLIER_ROUNDS

    def decisions_of(self, number: int) -> int:
        """How often the round was decided; 0 for one that is open or that the table does not know."""
        if number == self.number:
            return self.decisions
        return self.redecided.get(str(number), 1) if self.knows(number) else 0

    def is_void(self, number: int) -> bool:
        """Whether the round, this one or one before, has no result any more."""
        return self.phase is Phase.VOID if number == self.number else number in self.voids

    def takes_result(self, number: int) -> bool:
        """Whether a result can stand in place of what was decided about the round (rules 5.5 and 5.6).

        A void one needs what decides it to have lain on the table: else there is nothing that it showed.
        """
        if number != self.number:
            return self.knows(number) and (number not in self.voids or number in self.stood)
        if self.phase is Phase.VOID:
            return self.stands
        return self.phase in _DECIDES_LATER and number > 0


class NotAllowed(ValueError):
    """An event that the round's phase does not allow; every reader ignores it alike."""


class Rules(Protocol):
    """What the game itself has to say to a round."""

    def why_not(self, event: RoundEvent, entered: tuple[Fact, ...], new: tuple[Fact, ...], /) -> str | None:
        """Why the game does not allow the event, which adds ``new`` facts to the ones ``entered``, or None."""

    def stands(self, entered: tuple[Fact, ...], /) -> bool:
        """Whether what decides the round lies on the table after these facts."""

    def corrected(
        self, event: FactCorrected, entered: tuple[Fact, ...], fell: tuple[Fell, ...], /
    ) -> Corrected:
        """The play when that fact is right. Raises BadFacts where it cannot be corrected."""

    def dealt(self, entered: tuple[Fact, ...], /) -> tuple[Fact, ...]:
        """Those of the facts that the result repeats."""

    def window(self, entered: tuple[Fact, ...], /) -> str:
        """The name of the decision that the game asks for after these facts; empty for none."""


_NEXT: dict[tuple[Phase, type[RoundEvent]], Phase] = {
    (Phase.ENDED, RoundOpened): Phase.BETTING,
    (Phase.VOID, RoundOpened): Phase.BETTING,
    (Phase.BETTING, BetsClosing): Phase.BETTING,
    (Phase.BETTING, BetsClosed): Phase.CLOSED,
    (Phase.BETTING, RoundVoided): Phase.VOID,
    (Phase.CLOSED, ActStarted): Phase.PLAY,
    (Phase.CLOSED, FactsEntered): Phase.PLAY,
    (Phase.CLOSED, ResultEntered): Phase.RESULT,
    (Phase.CLOSED, RoundVoided): Phase.VOID,
    (Phase.PLAY, ActStarted): Phase.PLAY,
    (Phase.PLAY, ActEnded): Phase.PLAY,
    (Phase.PLAY, FactsEntered): Phase.PLAY,
    **{
        (phase, event): Phase.PLAY
        for phase in (Phase.CLOSED, Phase.PLAY)
        for event in (DecisionsOpened, InterimEntered)
    },
    (Phase.PLAY, DecisionsClosed): Phase.PLAY,
    (Phase.PLAY, DecisionsEntered): Phase.PLAY,
    (Phase.PLAY, FactCorrected): Phase.PLAY,
    (Phase.PLAY, IrregularityEntered): Phase.PLAY,
    (Phase.PLAY, HandsMoved): Phase.PLAY,
    (Phase.PLAY, ResultEntered): Phase.RESULT,
    (Phase.PLAY, RoundVoided): Phase.VOID,
    (Phase.RESULT, RoundEnded): Phase.ENDED,
    # Rule 5.5. The round is concluded anew when all seats have settled again. After a Void only what it showed.
    (Phase.RESULT, ResultCorrected): Phase.RESULT,
    (Phase.ENDED, ResultCorrected): Phase.RESULT,
    (Phase.VOID, ResultCorrected): Phase.RESULT,
    # Rule 5.4: damage is found after the settlement, too.
    (Phase.RESULT, RoundVoided): Phase.VOID,
    (Phase.ENDED, RoundVoided): Phase.VOID,
    # The House pays by hand what was decided; the round stays where it is.
    (Phase.RESULT, PaidByHand): Phase.RESULT,
    (Phase.ENDED, PaidByHand): Phase.ENDED,
    (Phase.VOID, PaidByHand): Phase.VOID,
    # Rule 5.10: what a manager orders for a seat; the round is only the place where it stands.
    **{(phase, AmountOrdered): phase for phase in Phase},
}
Play = (
    ActStarted
    | ActEnded
    | FactsEntered
    | FactCorrected
    | IrregularityEntered
    | HandsMoved
    | DecisionsOpened
    | DecisionsClosed
    | DecisionsEntered
    | InterimEntered
    | ResultEntered
)
_GONE_WRONG = FactCorrected | IrregularityEntered | HandsMoved
_WHILE_DECIDING = DecisionsOpened | DecisionsClosed | _GONE_WRONG
_WHILE_BARRED = DecisionsEntered | _GONE_WRONG
_OF_EARLIER = (
    RoundVoided,
    ResultCorrected,
    PaidByHand,
)  # may speak of a round before this one, in whatever phase
_DECIDES_LATER = (Phase.RESULT, Phase.ENDED)


def fold(
    table: Table,
    seq: int,
    event: RoundEvent,
    rules: Rules,
) -> Table:
    """The table after ``event``, which stands at ``seq``. Raises :class:`NotAllowed` and changes nothing."""
    following = _NEXT.get((table.phase, type(event)))
    name = type(event).__name__
    if (
        isinstance(event, RoundOpened | ResultCorrected)
        and (reason := rules.why_not(event, (), ())) is not None
    ):
        raise NotAllowed(f"{name} of round {event.round}: {reason}")
    if isinstance(event, _OF_EARLIER) and event.round < table.number:
        return _earlier(table, event)
    if following is None:
        raise NotAllowed(f"{name} of round {event.round} in phase '{table.phase}' of round {table.number}")
    if isinstance(event, RoundOpened):
        return _opened(table, following, event)
    if event.round != table.number:
        raise NotAllowed(f"{name} of round {event.round} while round {table.number} is played")
    if isinstance(event, Play):
        return _with_room(_played(table, following, event, rules), event)
    return _changed(table, following, seq, event)


def why_read_before(event: RoundEvent, n: int, table: Table, newest: int) -> str | None:
    """Why the ``n``-th event of a round counts for nothing where its events up to the ``newest`` were read, or None.

    Of the play each counts once, or its card would lie there twice. Only a log that was put back and released has it
    once more, for who has not read it.
    """
    if isinstance(event, Play) and event.round == table.number and n <= newest:
        return f"{type(event).__name__} of round {event.round} is its event {n}, which was read before"
    return None


def void_of_life(number: int, life: LogLife) -> RoundVoided:
    """What is written of a round that a log lost when it was put back from a backup (rule 5.9)."""
    reason = f"the table log was put back from a backup: {life.reason}"[:500]
    return RoundVoided(round=number, reason=reason, by=life.by, authorised_by=life.by)


def brought_by(life: LogLife, table: Table) -> RoundVoided | RoundEnded | None:
    """The event that a life of the log is to a reader whose table stands so; None for none.

    Of a round that is gone from a log that was put back, or that nobody at it knew, nothing more is written. Whoever
    has half of it will never know its result: it is void (rules 5.2 and 5.9). Whoever has the result goes on after it.
    """
    number = table.number
    if not life.by or (life.round >= number and number not in life.gone) or not table.is_open:
        return None
    if table.phase is Phase.RESULT:
        return RoundEnded(round=number, by=life.by)
    return void_of_life(number, life)


def _opened(table: Table, phase: Phase, event: RoundOpened) -> Table:
    if event.round <= table.number:
        raise NotAllowed(f"RoundOpened of round {event.round} after round {table.number}")
    oldest = event.round - EARLIER_ROUNDS
    void = table.phase is Phase.VOID
    voids = (*table.voids, table.number) if void else table.voids
    stood = (*table.stood, table.number) if void and table.stands else table.stood
    redecided = dict(table.redecided)
    if table.decisions > 1:
        redecided[str(table.number)] = table.decisions
    return Table(
        number=event.round,
        phase=phase,
        game=event.game,
        limits=event.limits,
        closes_in_ms=event.closes_in_ms,
        opened_at=event.at,
        demonstration=event.demonstration,
        layout=event.layout,
        jackpot=event.jackpot if isinstance(event.jackpot, JackpotOffer) else None,
        first=max(table.first or event.round, oldest),
        voids=tuple(number for number in voids if number >= oldest),
        stood=tuple(number for number in stood if number >= oldest),
        redecided={number: count for number, count in redecided.items() if int(number) >= oldest},
        paid=table.paid,
        paid_from=table.paid_from,
        ordered=table.ordered,
    )


def with_payment(table: Table, event: PaidByHand) -> Table:
    """The table with a payment by hand, whose round and decision are right. Raises :class:`NotAllowed`.

    What was paid already, or may have been, counts once; nobody pays more than a journal can hold.
    """
    name, what = f"{event.round}/{event.seat}/{event.decision}", f"PaidByHand of round {event.round}"
    if name in table.paid:
        raise NotAllowed(
            f"{what} to seat '{event.seat}' for decision {event.decision}, which was paid before"
        )
    if event.round < table.paid_from:
        raise NotAllowed(f"{what}: of rounds before {table.paid_from} it is not known what was paid")
    _check_cents(what, event.cents)
    paid, first = (*table.paid, name), table.paid_from
    if len(paid) > MOST_PAID:
        first = min(_round_of(each) for each in paid) + 1
        paid = tuple(each for each in paid if _round_of(each) >= first)
    return msgspec.structs.replace(table, paid=paid, paid_from=first)


def _round_of(paid: str) -> int:
    return int(paid.partition("/")[0])


def _check_cents(what: str, cents: int) -> None:
    if abs(cents) > MOST_CENTS:
        raise NotAllowed(f"{what} of {cents} cents, at most {MOST_CENTS} are allowed")


def _with_order(table: Table, event: AmountOrdered) -> Table:
    what = f"AmountOrdered {event.number} of round {event.round}"
    if event.cents == 0:
        raise NotAllowed(f"{what} orders nothing")
    if event.number <= table.ordered:
        raise NotAllowed(f"{what} after order {table.ordered}: each has a higher number than the one before")
    _check_cents(what, event.cents)
    return msgspec.structs.replace(table, ordered=event.number)


def _earlier(table: Table, event: RoundVoided | ResultCorrected | PaidByHand) -> Table:
    """A round before this one: void after all (rule 5.4), settled by what it showed (rules 5.5 and 5.6), or paid by
    hand. This one goes on as it stands."""
    name, number = type(event).__name__, event.round
    if isinstance(event, PaidByHand) and number < table.number - EARLIER_ROUNDS:
        # Who speaks of it holds its books: a bet can wait longer than a decision can change.
        return with_payment(table, event)
    if not table.knows(number):
        raise NotAllowed(
            f"{name} of round {number} while round {table.number} is played: expected a round from "
            f"{max(table.first, table.number - EARLIER_ROUNDS)} on"
        )
    if isinstance(event, PaidByHand):
        _check_decision(event, table.decisions_of(number))
        return with_payment(table, event)
    _check_count(event, table.decisions_of(number))
    redecided = table.redecided | {str(number): table.decisions_of(number) + 1}
    if isinstance(event, ResultCorrected):
        _check_stood(table, event)
        others = {
            "voids": tuple(n for n in table.voids if n != number),
            "stood": tuple(n for n in table.stood if n != number),
        }
        return msgspec.structs.replace(table, redecided=redecided, **others)
    if number in table.voids:
        raise NotAllowed(f"{name} of round {number}, which is void already")
    _check_authorised(event)
    voids = tuple(sorted((*table.voids, number)))
    stood = tuple(sorted((*table.stood, number)))  # it had a result
    return msgspec.structs.replace(table, voids=voids, stood=stood, redecided=redecided)


def _check_stood(table: Table, event: ResultCorrected) -> None:
    if not table.takes_result(event.round):
        raise NotAllowed(
            f"ResultCorrected of round {event.round}, which is void before anything could decide it"
        )


def _check_count(event: RoundEvent, decisions: int) -> None:
    if decisions >= MOST_DECISIONS:
        raise NotAllowed(f"{type(event).__name__} of round {event.round} after {decisions} decisions")


def _check_decision(event: PaidByHand, decisions: int) -> None:
    if event.decision != decisions:
        raise NotAllowed(
            f"PaidByHand of round {event.round} for decision {event.decision}, the newest is {decisions}"
        )


def _check_authorised(event: RoundVoided) -> None:
    if not event.authorised_by:
        raise NotAllowed(f"RoundVoided of round {event.round} after its result, without a supervisor")


def _played(table: Table, phase: Phase, event: Play, rules: Rules) -> Table:
    """The play, as the game asks for it: an act, a fact, a decision at a time, then what decides the round."""
    what = f"{type(event).__name__} of round {event.round}"
    doing = event.act if isinstance(event, ActEnded) else ""
    if table.act != doing:
        raise NotAllowed(f"{what}: expected the end of '{table.act}'" if table.act else f"{what} of no act")
    _check_deciding(table, event, what)
    new = _added(table, event)
    if isinstance(event, FactCorrected):
        return _corrected(table, event, rules, what)
    if (reason := rules.why_not(event, table.entered, new)) is not None:
        raise NotAllowed(f"{what}: {reason}")
    entered = (*table.entered, *new)
    replace = msgspec.structs.replace
    match event:
        case ActStarted():
            return replace(table, phase=phase, act=event.act)
        case ActEnded() | InterimEntered():
            return replace(table, phase=phase, act="", entered=entered, stands=rules.stands(entered))
        case FactsEntered():
            dealt, stands = (*table.dealt, *new), rules.stands(entered)
            stakes = _with_stakes(table, entered, event.stakes or {}, what)
            return replace(table, phase=phase, entered=entered, dealt=dealt, stands=stands, stakes=stakes)
        case IrregularityEntered():
            # Whoever decides by what was before it decides anew.
            dealt, stands = (*table.dealt, *new), rules.stands(entered)
            return replace(table, entered=entered, dealt=dealt, stands=stands, deciding=0, barred=False)
        case HandsMoved():
            # Likewise. What a hidden card is stands with its seat alone: here the open ones change their places.
            entered = (*moved(table.entered, event.fact, event.boxes), *new)
            dealt, stands = rules.dealt(entered), rules.stands(entered)
            return replace(table, entered=entered, dealt=dealt, stands=stands, deciding=0, barred=False)
        case DecisionsOpened():
            opened = rules.window(entered)
            return replace(
                table,
                phase=phase,
                windows=table.windows if opened in table.windows else (*table.windows, opened),
                deciding=event.n,
                asked=event.n,
                decide_in_ms=event.closes_in_ms,
                decide_from=event.at,
            )
        case DecisionsClosed():
            return replace(table, barred=True)
        case DecisionsEntered():
            dealt, stands = (*table.dealt, *new), rules.stands(entered)
            table = replace(table, stakes=_with_stakes(table, entered, event.stakes or {}, what))
            return replace(table, entered=entered, dealt=dealt, stands=stands, deciding=0, barred=False)
        case ResultEntered():
            return replace(table, phase=phase, facts=event.facts, decisions=1)


def _with_room(table: Table, event: Play) -> Table:
    """The same, when the result can repeat all that was played and is still to be played."""
    room = room_of(table.entered) if isinstance(event, _GONE_WRONG) else 0
    if room > MOST_GONE_WRONG_BYTES:
        raise NotAllowed(
            f"{type(event).__name__} of round {event.round}: found facts of {room} bytes with it: expected at most "
            f"{MOST_GONE_WRONG_BYTES}, so that the round can have its result"
        )
    return table


def _corrected(table: Table, event: FactCorrected, rules: Rules, what: str) -> Table:
    """Whoever decides by what was wrong decides anew."""
    _check_was(table, event, what)
    try:
        right = rules.corrected(event, table.entered, table.fell)
    except BadFacts as error:
        raise NotAllowed(f"{what}: {error}") from None
    dealt, stands = rules.dealt(right.facts), rules.stands(right.facts)
    return msgspec.structs.replace(
        table, entered=right.facts, fell=right.fell, dealt=dealt, stands=stands, deciding=0, barred=False
    )


def _with_stakes(
    table: Table, entered: tuple[Fact, ...], added: dict[str, dict[str, int]], what: str
) -> dict[str, dict[str, int]]:
    """What lies at the boxes with what was added. Raises :class:`NotAllowed` for a place that is no box."""
    if not added:
        return table.stakes
    boxes = next((fact.values for fact in entered if fact.name == HOLDS), ())
    if strange := added.keys() - set(boxes):
        raise NotAllowed(f"{what}: stakes at {', '.join(sorted(strange))}: expected them at boxes that play")
    found = dict(table.stakes)
    for box, stakes in added.items():
        before = found.get(box, {})
        found[box] = before | {spot: before.get(spot, 0) + cents for spot, cents in stakes.items()}
    return found


def _check_deciding(table: Table, event: Play, what: str) -> None:
    """While a decision is open nothing goes on but it, a fact that was entered wrongly and an irregularity."""
    if table.barred and not isinstance(event, _WHILE_BARRED):
        raise NotAllowed(f"{what} before what was decided, decision {table.deciding}, is entered")
    if table.deciding and not table.barred and not isinstance(event, _WHILE_DECIDING):
        raise NotAllowed(f"{what} while decision {table.deciding} is open")
    if isinstance(event, DecisionsOpened):
        expected = table.deciding or table.asked + 1
    elif isinstance(event, DecisionsClosed | DecisionsEntered):
        expected = table.deciding
    else:
        return
    if event.n != expected:
        raise NotAllowed(f"{what}: decision {event.n}, expected {expected or 'none'}")


def _check_was(table: Table, event: FactCorrected, what: str) -> None:
    """The fact is there, and the other one lies where it lay."""
    found = table.entered[event.at] if event.at < len(table.entered) else None
    if found != event.was:
        raise NotAllowed(f"{what}: found another fact at {event.at} than was corrected")
    was, now = event.was, event.fact
    if (was.name, was.at, was.audience) != (now.name, now.at, now.audience):
        raise NotAllowed(f"{what}: the fact at {event.at} would lie elsewhere")


def _added(table: Table, event: Play) -> tuple[Fact, ...]:
    """The facts that the event adds to those of the play. Raises :class:`NotAllowed`."""
    match event:
        case ActStarted() | DecisionsOpened() | DecisionsClosed() | FactCorrected():
            return ()
        case ActEnded():
            return (Fact(event.act, (event.times,)),)
        case InterimEntered():
            return (interim(table.entered),)
        case FactsEntered() | DecisionsEntered() | HandsMoved():
            return event.facts
        case IrregularityEntered():
            return (event.fact,)
        case ResultEntered():
            count = len(table.dealt)
            if event.facts[:count] != table.dealt:
                raise NotAllowed(
                    f"ResultEntered of round {event.round} without the facts that were entered before"
                )
            return event.facts[count:]


def _changed(table: Table, phase: Phase, seq: int, event: RoundEvent) -> Table:
    replace = msgspec.structs.replace
    match event:
        case BetsClosing():
            return replace(table, phase=phase, hurried=True, closes_in_ms=event.closes_in_ms)
        case BetsClosed():
            return replace(table, phase=phase, closed_seq=seq)
        case ResultCorrected():
            _check_stood(table, event)
            _check_count(event, table.decisions)
            decisions = table.decisions + 1
            return replace(table, phase=phase, facts=event.facts, void_reason="", decisions=decisions)
        case RoundVoided():
            if table.phase in _DECIDES_LATER:
                _check_authorised(event)
            _check_count(event, table.decisions)
            decisions = table.decisions + 1
            table = replace(table, deciding=0, barred=False)
            return replace(table, phase=phase, facts=(), void_reason=event.reason, decisions=decisions)
        case PaidByHand():
            _check_decision(event, table.decisions)
            return with_payment(table, event)
        case AmountOrdered():
            return _with_order(table, event)
        case _:
            return replace(table, phase=phase)

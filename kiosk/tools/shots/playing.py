"""What is played at a sample seat once bets are closed: whatever its game asks for, from the facts of a round."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kiosk.games.game import (
    HOLDS,
    NOBODY,
    Act,
    Ask,
    Boxes,
    Decide,
    Enter,
    Fact,
    Interim,
    Layout,
    Publish,
    Settle,
)
from kiosk.seat import effects as fx
from kiosk.seat import events as ev
from kiosk.seat.choices import window
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.table import keys
from kiosk.table.facts import hidden, why_bad
from kiosk.table.records import (
    ActEnded,
    ActStarted,
    Choice,
    DecisionsClosed,
    DecisionsEntered,
    DecisionsOpened,
    FactsEntered,
    FactsSealed,
    InterimEntered,
    IrregularityEntered,
    ResultEntered,
    RoundEvent,
    encode,
)
from kiosk.table.round import Phase

DEALER = "dealer"
CALLED_AT = "2026-01-01T21:14:00Z"
"""When every call of these seats is made."""


class PlayedSeat:
    """The play of a round; what a seat is, and how it reads the log, is its own."""

    context: Context
    state: SeatState
    _number: int
    _seq: int
    _sealed: int

    @property
    def layout(self) -> Layout:
        """The layout that is played."""
        return self.context.layout

    def do(self, event: ev.AnyEvent) -> list[fx.AnyEffect]:
        """Let one event reach the seat; answers its effects."""
        raise NotImplementedError

    def _log(self, record: RoundEvent) -> None:
        raise NotImplementedError

    # --- acts and facts

    def begin_act(self, facts: Sequence[Fact] = ()) -> None:
        """The act begins that the game asks for first, if any; boxes that it asks for before are the facts'."""
        if isinstance(self._asks, Boxes):
            self._name_boxes(facts)
        if isinstance(self._asks, Act):
            self._log(ActStarted(act=self._asks.kind, round=self._number))

    def end_act(self) -> None:
        """It was done as often as the game asks for; nothing where it asks for none."""
        if isinstance(self._asks, Act):
            self._log(ActEnded(act=self._asks.kind, round=self._number, times=self._asks.times))

    @property
    def _asks(self) -> Ask:
        return self.context.rules_by(self.state.table.layout).asked(self.state.table.entered)

    def _name_boxes(self, facts: Sequence[Fact]) -> None:
        mine = (self.context.config.seat,) if self.state.registered is not None else ()
        told = next((fact for fact in facts if fact.name == HOLDS), Fact(HOLDS, mine))
        stakes = {str(box): dict(self._stakes_of(str(box))) for box in told.values}
        facts_entered = FactsEntered(round=self._number, facts=(told,), by=DEALER, stakes=stakes)
        self._log(facts_entered)

    def _stakes_of(self, box: str) -> dict[str, int]:
        """What lies at a box: at others as much as here, by their places twice or three times."""
        registered = self.state.registered
        mine = registered.stakes if registered is not None else {}
        spots = self.layout.spots
        return {
            spot: cents if spots[spot].jackpot else cents * self._times(box) for spot, cents in mine.items()
        }

    def _times(self, box: str) -> int:
        """How many times this seat's bets lie at that box."""
        return 1 if box == self.context.config.seat else 1 + int(box) % 3

    def _enter(self, *facts: Fact) -> None:
        self._log(FactsEntered(round=self._number, facts=facts, by=DEALER))

    def result(self, facts: Sequence[Fact]) -> None:
        """The round goes on as the game asks, with these facts, to its result.

        What is for one seat's eyes stands among them with its values. What a seat decides is a fact too: this one
        chooses it by itself.
        """
        self.go_on(facts)
        if isinstance(self._asks, Settle) and self.state.table.phase in (Phase.CLOSED, Phase.PLAY):
            self._log(ResultEntered(round=self._number, facts=self.state.table.dealt, by=DEALER))

    def go_on(self, facts: Sequence[Fact], until: Callable[[Ask], bool] = lambda _: False) -> None:
        """The same, to the result or to where the game asks for that."""
        while self.state.table.phase in (Phase.CLOSED, Phase.PLAY):
            asks = self._asks
            if until(asks) or isinstance(asks, Settle):
                return
            self._answer(asks, facts)

    def _answer(self, asks: Ask, facts: Sequence[Fact]) -> None:
        match asks:
            case Boxes():
                self._name_boxes(facts)
            case Act():
                self.begin_act(facts)
                self.end_act()
            case Enter(fact=name, at=at, audience=audience):
                told = _told(self.state.table.entered, Fact(name, (), at, audience), facts)
                self._enter_one(told)
            case Decide():
                self.open_decisions()
                self.close_decisions(facts)
            case Interim():
                self._log(InterimEntered(round=self._number, by=DEALER))
            case Publish(facts=places):
                entered = self.state.table.entered
                shown = [_told(entered[:place], entered[place], facts) for place in places]
                self._enter(*(Fact(fact.name, fact.values, fact.at) for fact in shown))
            case _:
                raise TypeError(f"game {self.context.game.name} asks for {asks}: no sample round has that")

    def _enter_one(self, fact: Fact) -> None:
        """The fact; with the last of them the round has its result."""
        if fact.audience == self.context.config.seat:
            self._seal(fact)
        dealt = (*self.state.table.dealt, hidden(fact))
        if why_bad(self.context.game, self.layout, dealt) is None:
            self._log(ResultEntered(round=self._number, facts=dealt, by=DEALER))
        else:
            self._enter(hidden(fact))

    def _seal(self, fact: Fact) -> None:
        self._seq += 1
        self._sealed += 1
        seat, first = self.context.config.seat, len(self.state.table.entered)
        record = FactsSealed(seat=seat, round=self._number, n=self._sealed, first=first, facts=(fact,))
        key = keys.facts_sealed(self.context.config.table, record)
        self.do(ev.LogRead(self._seq, key, encode(record)))

    def irregularity(self, fact: Fact) -> None:
        """A supervisor says that this happened, which the rules settle."""
        self._log(IrregularityEntered(round=self._number, fact=fact, by=DEALER, authorised_by="supervisor"))

    # --- decisions

    def open_decisions(self, closes_in_ms: int = 20_000) -> None:
        """The boxes may decide, or have more time."""
        n = self.state.table.deciding or self.state.table.asked + 1
        at = f"{CALLED_AT[:-1]}.{self._seq:06}Z"  # no two are alike
        self._log(DecisionsOpened(round=self._number, n=n, closes_in_ms=closes_in_ms, by=DEALER, at=at))

    def choose(self, choice: str) -> None:
        """This seat chooses, with the most that it takes, and it stands in the log."""
        found = window(self.context, self.state)
        options = found.options if found is not None else ()
        extras = next((option.extras for option in options if option.choice == choice), ())
        for effect in self.do(ev.Choose(choice, {extra.spot: extra.most for extra in extras})):
            if isinstance(effect, fx.Send) and isinstance(effect.slip, Choice):
                self._seq += 1
                key = keys.choice(self.context.config.table, effect.slip)
                self.do(ev.LogRead(self._seq, key, encode(effect.slip)))

    def close_decisions(self, facts: Sequence[Fact]) -> None:
        """No more decisions; what these facts say of every box was decided, and this seat chooses it by itself."""
        self._close_decisions(facts, chooses=True)

    def time_is_up(self, facts: Sequence[Fact]) -> None:
        """No more decisions, and this seat has chosen nothing: what these facts say counts all the same."""
        self._close_decisions(facts, chooses=False)

    def _close_decisions(self, facts: Sequence[Fact], *, chooses: bool) -> None:
        asks, seat = self._asks, self.context.config.seat
        if not isinstance(asks, Decide):
            raise TypeError(f"game {self.context.game.name} asks for {asks}: expected a decision")
        table = self.state.table
        decided = [_told(table.entered, Fact(asks.window, (), box), facts) for box in asks.boxes]
        mine = next((str(fact.values[0]) for fact in decided if fact.at == seat), "")
        if chooses and mine and self.state.chosen is None:
            self.choose(mine)
        n, chosen = table.deciding, self.state.chosen
        self._log(DecisionsClosed(round=self._number, n=n, by=DEALER))
        # Who decides as this seat has adds as much, by what lies there.
        alike = [str(fact.at) for fact in decided if chosen is not None and fact.values == (chosen.choice,)]
        stakes = dict(chosen.stakes) if chosen is not None else {}
        added = {
            box: {spot: cents * self._times(box) for spot, cents in stakes.items()} for box in alike if stakes
        }
        self._log(DecisionsEntered(round=self._number, n=n, facts=tuple(decided), by=DEALER, stakes=added))


def _told(before: Sequence[Fact], like: Fact, facts: Sequence[Fact]) -> Fact:
    """What the facts have for the next one of that name, place and audience after those before."""
    if like.audience == NOBODY:
        return like
    kind = (like.name, like.at, like.audience)
    found = [fact for fact in facts if (fact.name, fact.at, fact.audience) == kind]
    return found[sum((fact.name, fact.at, fact.audience) == kind for fact in before)]

"""Real rounds for pictures and tests: a seat that is led through the log by the real step, in one thread."""

from collections.abc import Callable, Sequence
from copy import copy
from functools import cache
from typing import Self

import msgspec

from kiosk.games import game
from kiosk.games.game import (
    HOLDS,
    NOBODY,
    Act,
    Ask,
    Boxes,
    Decide,
    Enter,
    Fact,
    Layout,
    Publish,
    Settle,
)
from kiosk.resources import layout_reader
from kiosk.seat import effects as fx
from kiosk.seat import events as ev
from kiosk.seat.calls import dated
from kiosk.seat.choices import window
from kiosk.seat.context import Context, SeatConfig
from kiosk.seat.effects import Notice, Outcome
from kiosk.seat.rounds import Recalled
from kiosk.seat.state import SeatState
from kiosk.seat.step import step
from kiosk.store.seat_store import KeptTicket
from kiosk.table import keys
from kiosk.table.facts import hidden, why_bad
from kiosk.table.records import (
    ActEnded,
    ActStarted,
    BetsClosed,
    BetsClosing,
    Choice,
    DecisionsClosed,
    DecisionsEntered,
    DecisionsOpened,
    FactsEntered,
    FactsSealed,
    Limits,
    ResultCorrected,
    ResultEntered,
    RoundEnded,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    Slip,
    SpotLimit,
    encode,
)
from kiosk.table.round import Phase
from kiosk.ui.kit.model import Tickets, with_outcome

DEALER = "dealer"
CALLED_AT = "2026-01-01T21:14:00Z"
"""When every call of these seats is made."""
_TICK_MS = 1_000


def sample_tickets() -> Tickets:
    """Some tickets in and out, newest first, as a seat keeps them."""
    states = ("pending", "void", *("issued",) * 10)
    outgoing = tuple(
        KeptTicket("out", f"{4_328 - n:018}", 12_345 * (n + 1), state, f"2026-01-01T20:{59 - 3 * n}:00Z")
        for n, state in enumerate(states)
    )
    incoming = tuple(
        KeptTicket("in", f"{7_043 - n:018}", 2_000 * (n + 1), "redeemed", f"2026-01-01T20:{41 - n}:00Z")
        for n in range(4)
    )
    return Tickets(incoming, outgoing)


class _Limits(msgspec.Struct, frozen=True):
    unit: int
    seat_maximum: int
    chips: tuple[int, ...]
    spots: dict[str, SpotLimit]


@cache
def _layout(of: str, name: str) -> Layout:
    return game(of).read_layout(name, layout_reader(of))


@cache
def _limits(of: str) -> _Limits:
    return msgspec.toml.decode(layout_reader(of)("limits.toml"), type=_Limits)


class SampleSeat:
    """One seat at one table. Every method is something that happens there; `state` is what it has led to.

    Nothing is stored and no device is there: what a device would answer is answered at once.
    """

    def __init__(
        self, of: str, layout: str, first_round: int = 1, *, at: str = "2026-01-01T00:00:00+00:00"
    ) -> None:
        """A seat of a table that deals the game ``of`` that name."""
        limits = _limits(of)
        config = SeatConfig(seat="07", table="12", casino="Casino", chips=limits.chips)
        self.context = Context(config, game(of), _layout(of, layout))
        self.state = SeatState()
        self.outcomes: list[Outcome] = []
        self.rounds: list[Recalled] = []
        self.told: list[Notice] = []
        self._limits = Limits(limits.unit, limits.seat_maximum, limits.spots)
        self._at = at
        self._number = first_round - 1
        self._seq = 0
        self._n = 0
        self._sealed = 0
        self._now_ms = 0
        self._serial = 0
        self.do(ev.LinkUp())
        self.do(ev.AcceptorReady("sample"))

    @property
    def called_at(self) -> str:
        """When a call that this seat makes now is made."""
        return CALLED_AT

    @property
    def layout(self) -> Layout:
        """The layout that is played."""
        return self.context.layout

    def copy(self) -> Self:
        """The same seat once more; what happens to one does not happen to the other."""
        made = copy(self)
        made.outcomes, made.rounds, made.told = list(self.outcomes), list(self.rounds), list(self.told)
        return made

    def do(self, event: ev.AnyEvent) -> list[fx.AnyEffect]:
        """Let one event reach the seat; answers its effects."""
        done = step(self.context, self.state, event)
        self.state = dated(done.state, self.called_at)
        for effect in done.effects:
            match effect:
                case Outcome():
                    self.outcomes = with_outcome(self.outcomes, effect)
                case Notice():
                    self.told.append(effect)
                case fx.Remember():
                    one = msgspec.json.decode(effect.body, type=Recalled)
                    self.rounds = [one, *(known for known in self.rounds if known.round != one.round)]
                case fx.Report():
                    self.do(ev.Reported(fx.outbox_key(effect)))
                case fx.LookUp():
                    self._found(effect)
                case fx.Audit():
                    self.do(ev.AuditDone(effect.purpose))
                case _:
                    pass
        return list(done.effects)

    def _found(self, asked: fx.LookUp) -> None:
        kept = next((one for one in self.rounds if one.round == asked.round), None)
        body = msgspec.json.encode(kept) if kept is not None else b""
        self.do(ev.RoundFound(asked.round, asked.decision, body))

    def _log(self, record: RoundEvent) -> None:
        self._seq += 1
        self._n += 1
        key = keys.round_event(self.context.config.table, self._number, self._n)
        self.do(ev.LogRead(self._seq, key, encode(record)))

    # --- money

    def note(self, cents: int) -> None:
        """A note goes in."""
        self._serial += 1
        serial = f"sample-{self._serial}"
        self.do(ev.NoteOffered("sample", serial, cents))
        self.do(ev.NoteIn("sample", serial, cents))

    # --- the round

    def open(self, closes_in_ms: int = 36_000) -> None:
        """The next round opens for bets."""
        self._number += 1
        self._n = self._sealed = 0
        name = self.context.game.name
        self._log(
            RoundOpened(
                round=self._number, game=name, limits=self._limits, closes_in_ms=closes_in_ms, at=self._at
            )
        )

    def place(self, stakes: dict[str, int]) -> None:
        """Chips land on spots, cents."""
        for spot, cents in stakes.items():
            self.do(ev.Tap(spot, cents))

    def send(self) -> Slip | None:
        """The slip goes out; it is answered, and None, when nothing was to be sent."""
        self._now_ms += _TICK_MS
        for effect in self.do(ev.Tick(self._now_ms)):
            if isinstance(effect, fx.Send) and isinstance(effect.slip, Slip):
                return effect.slip
        return None

    def register(self) -> None:
        """The slip goes out and stands in the log."""
        slip = self.send()
        if slip is not None:
            self._seq += 1
            key = keys.slip(self.context.config.table, slip.seat, slip.round, slip.rev)
            self.do(ev.LogRead(self._seq, key, encode(slip)))

    def hurry(self, closes_in_ms: int) -> None:
        """The dealer announces the close."""
        self._log(BetsClosing(round=self._number, closes_in_ms=closes_in_ms))

    def close(self) -> None:
        """No more bets."""
        self._log(BetsClosed(round=self._number))

    def begin_act(self, facts: Sequence[Fact] = ()) -> None:
        """The act that the game asks for first begins; boxes that it asks for before are those of the facts."""
        if isinstance(self._asks, Boxes):
            self._name_boxes(facts)
        self._log(ActStarted(act=self._act.kind, round=self._number))

    def end_act(self) -> None:
        """It was done as often as the game asks for."""
        self._log(ActEnded(act=self._act.kind, round=self._number, times=self._act.times))

    @property
    def _asks(self) -> Ask:
        return self.context.rules.asked(self.state.table.entered)

    @property
    def _act(self) -> Act:
        asked = self._asks
        if not isinstance(asked, Act):
            raise TypeError(f"game {self.context.game.name} asks for {asked}: expected an act first")
        return asked

    def _name_boxes(self, facts: Sequence[Fact]) -> None:
        mine = (self.context.config.seat,) if self.state.registered is not None else ()
        told = next((fact for fact in facts if fact.name == HOLDS), Fact(HOLDS, mine))
        self._enter(told)

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

    # --- decisions

    def open_decisions(self, closes_in_ms: int = 20_000) -> None:
        """The boxes may decide, or have more time."""
        n = self.state.table.deciding or self.state.table.asked + 1
        at = f"{CALLED_AT[:-1]}.{self._seq:06}Z"  # no two are alike
        self._log(DecisionsOpened(round=self._number, n=n, closes_in_ms=closes_in_ms, by=DEALER, at=at))

    def choose(self, choice: str) -> None:
        """This seat chooses, with the least that it asks for, and it stands in the log."""
        found = window(self.context, self.state)
        options = found.options if found is not None else ()
        extras = next((option.extras for option in options if option.choice == choice), ())
        for effect in self.do(ev.Choose(choice, {extra.spot: extra.least for extra in extras})):
            if isinstance(effect, fx.Send) and isinstance(effect.slip, Choice):
                self._seq += 1
                key = keys.choice(self.context.config.table, effect.slip)
                self.do(ev.LogRead(self._seq, key, encode(effect.slip)))

    def close_decisions(self, facts: Sequence[Fact]) -> None:
        """No more decisions; what these facts say of every box was decided, also at this seat."""
        asks, seat = self._asks, self.context.config.seat
        if not isinstance(asks, Decide):
            raise TypeError(f"game {self.context.game.name} asks for {asks}: expected a decision")
        table = self.state.table
        decided = [_told(table.entered, Fact(asks.window, (), box), facts) for box in asks.boxes]
        mine = next((str(fact.values[0]) for fact in decided if fact.at == seat), "")
        if mine and self.state.chosen is None:
            self.choose(mine)
        n = table.deciding
        self._log(DecisionsClosed(round=self._number, n=n, by=DEALER))
        self._log(DecisionsEntered(round=self._number, n=n, facts=tuple(decided), by=DEALER))

    def end(self) -> None:
        """All players are settled."""
        self._log(RoundEnded(round=self._number))

    def void(self, reason: str, *, authorised_by: str = "") -> None:
        """The round has no result; after a result only with a supervisor."""
        number = self._number
        self._log(RoundVoided(round=number, reason=reason, by=DEALER, authorised_by=authorised_by))

    def correct(self, facts: Sequence[Fact]) -> None:
        """The dealer corrects the result, with a supervisor."""
        self._log(
            ResultCorrected(round=self._number, facts=tuple(facts), by=DEALER, authorised_by="supervisor")
        )

    def play(self, stakes: dict[str, int], facts: Sequence[Fact]) -> None:
        """A whole round."""
        self.open()
        self.place(stakes)
        self.register()
        self.close()
        self.begin_act(facts)
        self.end_act()
        self.result(facts)
        self.end()


def _told(before: Sequence[Fact], like: Fact, facts: Sequence[Fact]) -> Fact:
    """What the facts have for the next one of that name, place and audience after those before."""
    if like.audience == NOBODY:
        return like
    kind = (like.name, like.at, like.audience)
    found = [fact for fact in facts if (fact.name, fact.at, fact.audience) == kind]
    return found[sum((fact.name, fact.at, fact.audience) == kind for fact in before)]

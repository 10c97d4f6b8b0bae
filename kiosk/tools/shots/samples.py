"""Real rounds for pictures and tests: a seat that is led through the log by the real step, in one thread."""

from collections.abc import Sequence
from copy import copy
from functools import cache
from typing import Self

import msgspec

from kiosk.games import game
from kiosk.games.game import Fact, Layout
from kiosk.resources import layout_reader
from kiosk.seat import effects as fx
from kiosk.seat import events as ev
from kiosk.seat.calls import dated
from kiosk.seat.context import Context, SeatConfig
from kiosk.seat.effects import Notice, Outcome
from kiosk.seat.rounds import Recalled
from kiosk.seat.state import SeatState
from kiosk.seat.step import step
from kiosk.store.seat_store import KeptTicket
from kiosk.table import keys
from kiosk.table.records import (
    BetsClosed,
    BetsClosing,
    Limits,
    ResultCorrected,
    RoundEnded,
    RoundEvent,
    RoundOpened,
    RoundVoided,
    Slip,
    SpotLimit,
    encode,
)
from kiosk.tools.shots.playing import CALLED_AT, DEALER, PlayedSeat
from kiosk.ui.kit.model import Tickets, with_outcome

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


class SampleSeat(PlayedSeat):
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

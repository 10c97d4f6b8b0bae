"""A player made of a seed: puts money in, bets, doubles, bets again, cashes out, feeds tickets back."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from kiosk.games import best_choice
from kiosk.games.game import Option
from kiosk.runner.core import Core
from kiosk.seat.betting import BETS
from kiosk.seat.choices import amounts, can_add, window
from kiosk.seat.events import (
    AnyEvent,
    Choose,
    Clear,
    Collect,
    Double,
    HandpayConfirmed,
    LockCleared,
    Rebet,
    TakeBack,
    Tap,
    Undo,
)
from kiosk.seat.state import CLEARABLE, LockKind, SeatState
from kiosk.simulators.notes import NOTES
from kiosk.table.round import Phase

_PAID_AT = "2026-01-01T00:00:00Z"  # a bot has no clock: its receipts bear one time


@dataclass(frozen=True)
class Hands:
    """What the bot's hands can do besides touching the screen."""

    insert_note: Callable[[int], None]
    insert_ticket: Callable[[str], None]
    tickets: Callable[[], Sequence[str]]  # the numbers of tickets that lie about, newest last


LOW_CREDIT = 2_000


class Bot:
    """Chooses what to do next from the state it sees. The same seed and states give the same choices."""

    def __init__(self, seed: int, core: Core, hands: Hands) -> None:
        self._random = random.Random(f"bot:{seed}")  # noqa: S311 - repeatable on purpose
        self._core = core
        self._hands = hands
        self._spots = [name for name, spot in core.context.layout.spots.items() if spot.window == BETS]

    def act(self) -> list[AnyEvent]:
        """One to a few touches for this moment; money goes in through the hands."""
        state = self._core.state
        if state.locks:
            return self._attendant(state)
        if state.balances.credit + state.balances.escrow < LOW_CREDIT and state.cashout is None:
            self._feed()
            return []
        if state.table.phase is not Phase.BETTING:
            return self._decides(state) or ([Collect()] if self._random.random() < 0.01 else [])
        return self._bets(state)

    def _decides(self, state: SeatState) -> list[AnyEvent]:
        """The best play, where the game has one. Else anything that is offered and the credit carries, each as likely;
        now and then nothing, until time is up."""
        context, limits = self._core.context, state.table.limits
        found = window(context, state)
        if found is None or limits is None or state.chosen is not None or state.flight is not None:
            return []
        credit = can_add(state)
        options: dict[str, dict[str, int]] = {}
        for one in (*found.options, *map(Option, sorted(found.more))):
            stakes = {extra.spot: amounts(extra, limits.unit, credit) for extra in one.extras}
            if all(stakes.values()):
                options[one.choice] = {spot: cents[-1] for spot, cents in stakes.items()}
        best = best_choice(context.layout, state.facts, context.config.seat, tuple(options))
        if best is not None:
            return [Choose(best, options[best])]
        if not options or self._random.random() < 0.1:
            return []
        choice = self._random.choice(tuple(options))
        return [Choose(choice, options[choice])]

    def _attendant(self, state: SeatState) -> list[AnyEvent]:
        events: list[AnyEvent] = []
        for lock in state.locks:
            if lock.kind is LockKind.HANDPAY:
                events.append(HandpayConfirmed("attendant", _PAID_AT))
            elif lock.kind in CLEARABLE:
                events.append(LockCleared(lock.kind.value, "attendant"))
        return events

    def _feed(self) -> None:
        tickets = self._hands.tickets()
        if tickets and self._random.random() < 0.5:
            self._hands.insert_ticket(tickets[-1])
        else:
            self._hands.insert_note(self._random.choice(NOTES))

    def _bets(self, state: SeatState) -> list[AnyEvent]:
        choice = self._random.random()
        if choice < 0.08:
            return [Rebet()]
        if choice < 0.14:
            return [Double()]
        if choice < 0.18:
            return [Undo()]
        if choice < 0.21:
            return [Clear()]
        if choice < 0.23 and state.draft:
            return [TakeBack(self._random.choice(sorted(state.draft)))]
        if choice < 0.25 and not state.draft:
            return [Collect()]
        chips = self._core.context.config.chips
        count = self._random.randint(1, 4)
        return [Tap(self._random.choice(self._spots), self._random.choice(chips)) for _ in range(count)]

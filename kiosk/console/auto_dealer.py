"""The automatic dealer: runs whole rounds at a table, one event when it is due."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

import msgspec

from kiosk.console.service import TableService
from kiosk.games.game import Act, Fact
from kiosk.table.round import Phase

Milliseconds = Annotated[int, msgspec.Meta(ge=0, le=3_600_000)]

DEALER = "auto-dealer"
INTERRUPTED = "technical interruption"


class Pace(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How long each part of a round takes, in ms. 36 s of betting is one jurisdiction's floor."""

    betting_ms: Milliseconds = 36_000
    hurry_ms: Milliseconds = 5_000
    shown_within_ms: Milliseconds = 3_000
    act_ms: Milliseconds = 3_500
    read_ms: Milliseconds = 600
    result_ms: Milliseconds = 7_000
    settled_within_ms: Milliseconds = 3_000
    pause_ms: Milliseconds = 1_000

    def faster(self, speed: float) -> Pace:
        """The same pace, ``speed`` times as fast; above 1 is quicker."""
        return Pace(**{name: round(getattr(self, name) / speed) for name in self.__struct_fields__})


class AutoDealer:
    """Does the next thing at the table when its time has come.

    An open round that it finds at the start was interrupted: with a result it is concluded as soon as it is settled,
    without one nothing was decided and it is void (rule 5.1). A seat that does not answer in time is flagged as
    silent, and the table goes on.
    """

    def __init__(
        self,
        service: TableService,
        facts_for: Callable[[int], tuple[Fact, ...]],
        pace: Pace,
        now: Callable[[], str],
        seats: frozenset[str] = frozenset(),
    ) -> None:
        self._service = service
        self._facts_for = facts_for
        self._pace = pace
        self._now = now
        self._seats = seats
        self._due_ms: int | None = None
        self._give_up_ms: int | None = None
        self._conclude_interrupted()

    def _conclude_interrupted(self) -> None:
        phase = self._service.table.phase
        if phase is Phase.RESULT:
            if not self._service.unsettled:
                self._service.end_round(DEALER)
        elif self._service.table.is_open:
            self._service.void(INTERRUPTED, DEALER)

    def poll(self, now_ms: int) -> int:
        """Do what is due at ``now_ms`` of a monotonic clock; answers when to poll again at the latest."""
        if self._service.pending:  # what had no answer is done first, byte for byte as it was asked for
            self._service.retry()
            self._due_ms = now_ms + self._begun(now_ms)
        if self._due_ms is None:
            self._due_ms = now_ms
        if now_ms >= self._due_ms:
            self._due_ms = now_ms + self._next(now_ms)
        return self._due_ms

    def _next(self, now_ms: int) -> int:
        """Do the next thing; the ms until the one after it."""
        service, pace = self._service, self._pace
        match service.table.phase:
            case Phase.ENDED | Phase.VOID:
                service.open_round(pace.betting_ms, self._now(), DEALER)
            case Phase.BETTING if not service.table.hurried and pace.hurry_ms:
                service.hurry(min(pace.hurry_ms, pace.betting_ms), DEALER)
            case Phase.BETTING:
                service.close_bets(DEALER)
            case Phase.CLOSED:
                # Rules 3.5 and 5.3.3: never before every present seat shows "No more bets".
                if wait_ms := self._wait_for(
                    self._seats - service.close_shown_by, now_ms, pace.shown_within_ms
                ):
                    return wait_ms
                self._begin_act()
            case Phase.PLAY if service.table.act:
                self._end_act()
            case Phase.PLAY:
                service.enter_result(self._facts_for(service.table.number), DEALER)
            case Phase.RESULT:
                # Rule 1.8: the round concludes when the settlement for all players is made.
                if wait_ms := self._wait_for(service.unsettled, now_ms, pace.settled_within_ms):
                    return wait_ms
                service.end_round(DEALER)
        return self._begun(now_ms)

    def _begin_act(self) -> None:
        if isinstance(asked := self._service.asked, Act):
            self._service.start_act(asked.kind, DEALER)

    def _end_act(self) -> None:
        if isinstance(asked := self._service.asked, Act):
            self._service.end_act(asked.times, DEALER)

    def _begun(self, now_ms: int) -> int:
        """A part of the round has just begun; the ms until the next thing is due."""
        table, pace = self._service.table, self._pace
        match table.phase:
            case Phase.BETTING if table.hurried:
                return min(pace.hurry_ms, pace.betting_ms)
            case Phase.BETTING:
                return max(0, pace.betting_ms - pace.hurry_ms)
            case Phase.CLOSED:
                self._give_up_ms = now_ms + pace.shown_within_ms
                return 0
            case Phase.PLAY if table.act:
                return pace.act_ms
            case Phase.PLAY:
                return pace.read_ms
            case Phase.RESULT:
                self._give_up_ms = now_ms + pace.result_ms + pace.settled_within_ms
                return pace.result_ms
            case Phase.ENDED | Phase.VOID:
                return pace.pause_ms

    def _wait_for(self, seats: frozenset[str], now_ms: int, within_ms: int) -> int:
        """The ms to wait on for the answers of ``seats``, 0 to go on; who is missing then is flagged as silent."""
        if self._give_up_ms is None:  # the phase began before this dealer
            self._give_up_ms = now_ms + within_ms
        if seats and now_ms < self._give_up_ms:
            return min(50, self._give_up_ms - now_ms)
        if seats:
            self._service.flag_silent(seats)
        return 0

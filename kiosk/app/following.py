"""How a seat follows its table's log: from where it has read, and anew each time staff have released another log."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.app.state_checks import followed
from kiosk.seat.context import SeatConfig
from kiosk.seat.events import AnyEvent, LogDiffers
from kiosk.seat.state import SeatState
from kiosk.table.history import Memory, Other, Remembering, remembering
from kiosk.table.log import Entry, Feed, TableLog


def memory_of(config: SeatConfig, state: SeatState) -> Remembering:
    """What the seat remembers of the log. One that is from before seats remembered knows its place alone."""
    return remembering(config.table, _memory(config, state))


def _memory(config: SeatConfig, state: SeatState) -> Memory:
    found = state.memory
    return Memory(found.known, found.bets, state.log_seq, found.life, f"seat {config.seat}")


class Following:
    """The seat's subscription. One thread, but what it tells comes in any. ``memory`` None: the log is its own."""

    def __init__(self, log: TableLog, config: SeatConfig, memory: Remembering | None) -> None:
        self._log = log
        self._config = config
        self._memory = memory
        self._feed: Feed | None = None
        self._releases = 0
        self._tell: tuple[Callable[[Entry], None], Callable[[bool], None]] | None = None

    def start(
        self,
        state: SeatState,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None],
        tell: Callable[[AnyEvent], None],
    ) -> None:
        """Follow from where ``state`` has read. Never waits."""
        if self._memory is not None:
            self._memory.told = lambda other: tell(differs(other))
        self._tell = deliver, linked
        self._follow(state)

    def look(self, state: SeatState) -> None:
        """``state`` is the seat's now: after a release what was read before is asked for no more."""
        if self._feed is None or state.releases == self._releases:
            return
        self._feed.close()
        if self._memory is not None:
            self._memory.memory = _memory(self._config, state)
        self._follow(state)

    def _follow(self, state: SeatState) -> None:
        assert self._tell is not None  # noqa: S101 - set by start
        self._releases = state.releases
        self._feed = self._log.follow(followed(self._config), state.log_seq, *self._tell)

    def close(self) -> None:
        """Follow no more."""
        if self._feed is not None:
            self._feed.close()
            self._feed = None


def differs(other: Other | None) -> LogDiffers:
    """What the seat hears of a log that is another one, and None of one that is right."""
    if other is None:
        return LogDiffers()
    return LogDiffers(other.what, other.life_seq if other.released else 0)

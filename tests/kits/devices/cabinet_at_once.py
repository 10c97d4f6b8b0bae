"""A simulated cabinet in the caller's thread, for a seat without threads."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.devices.cabinet.driver import Polls
from kiosk.devices.cabinet.line import monotonic_ms
from kiosk.devices.cabinet.memory import Kept
from kiosk.devices.cabinet.port import Door, Key, Lamp, Notice
from kiosk.devices.cabinet.wire import DirectWire
from kiosk.devices.files import Memory
from kiosk.simulators.cabinet.line import BoardLine
from kiosk.simulators.cabinet.mechanics import BoardMechanics


class CabinetAtOnce:
    """Fits `Cabinet`: whatever is asked of it, and whatever the hand does, is told when the call returns.

    The same frames, driver and mechanics as with threads; only the wire and the time between polls are left out. What
    a listener asks for while it is being told something is done before the call that began it returns. An alarm that
    has lasted long enough ends with the next ``poll``.
    """

    def __init__(
        self,
        mechanics: BoardMechanics,
        memory: Memory[Kept],
        tell: Notice,
        *,
        adopt_first: bool = False,
        clock_ms: Callable[[], int] = monotonic_ms,
    ) -> None:
        self.mechanics = mechanics
        self.line = BoardLine(mechanics)
        self._polls = Polls(
            lambda: DirectWire(self.line.answers), memory, tell, adopt_first=adopt_first, clock_ms=clock_ms
        )
        self._has_power = False
        self._due = 0
        self._polling = False

    def power_up(self) -> None:
        """See `Cabinet`."""
        self._has_power = True
        self.poll()

    def show(self, lamp: Lamp, /) -> None:
        """See `Cabinet`."""
        self._polls.show(lamp)
        self.poll()

    def adopt(self) -> None:
        """See `Cabinet`."""
        self._polls.adopt()
        self.poll()

    def close(self) -> None:
        """See `Cabinet`."""
        self._has_power = False
        self._polls.drop_line()

    def open(self, door: Door) -> None:
        """The hand opens a door."""
        self.mechanics.open(door)
        self.poll()

    def shut(self, door: Door) -> None:
        """The hand closes a door."""
        self.mechanics.close(door)
        self.poll()

    def turn(self, key: Key, turned: bool) -> None:
        """The hand turns a key, or turns it back."""
        self.mechanics.turn(key, turned)
        self.poll()

    def poll(self) -> None:
        """Ask twice: what the first answer makes due, an alarm or an acceptance, is done by the second."""
        if not self._has_power:
            return
        self._due = 2
        if self._polling:  # a listener asks for something while it is told: the loop below sees to it
            return
        self._polling = True
        try:
            while self._due:
                self._due -= 1
                self._polls.poll(0)
        finally:
            self._polling = False

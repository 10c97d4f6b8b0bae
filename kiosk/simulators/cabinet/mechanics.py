"""The far side of the line: where doors and keys are, what the battery keeps, what the lamp shows."""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from msgspec.structs import replace

from kiosk.devices.cabinet.framing import Frame
from kiosk.devices.cabinet.line import monotonic_ms
from kiosk.devices.cabinet.messages import (
    MOST_OPENINGS,
    POLL,
    STATE,
    BoardState,
    NotUnderstood,
    read_order,
    write_state,
)
from kiosk.devices.cabinet.port import Door, Key, Lamp, Light
from kiosk.devices.files import Memory, Volatile
from kiosk.faults import EnvironmentFault, why
from kiosk.simulators.cabinet.memory import Remembered

FIRMWARE: Final = "sim-1.0"
HOST_SILENT_MS: Final = 2_000
NOBODY_THERE: Final = Lamp(red=Light.SLOW_BLINK)  # what the board shows by itself when the host is silent
DARK: Final = Lamp()


class BoardMechanics:
    """One board. ``open``, ``close`` and ``turn`` are the hand, slower than any bounce; ``answer`` is the line.

    The hand works with and without power, and whether or not anybody asks the board. It has power when it is made.
    Any thread. Whatever moves raises :class:`EnvironmentFault` and stays where it is when that cannot be kept.
    """

    def __init__(
        self, memory: Memory[Remembered] | None = None, clock_ms: Callable[[], int] = monotonic_ms
    ) -> None:
        self._memory = memory or Volatile(Remembered())
        self._clock_ms = clock_ms
        self._lock = threading.RLock()
        self._remembered = self._memory.load()
        self.has_power = False
        self.power_on()

    # --- the power ----------------------------------------------------------------------------------------------

    def power_off(self) -> None:
        """Only the battery is left: doors are counted, nothing is answered or shown."""
        with self._lock:
            self.has_power = False

    def power_on(self) -> None:
        """It starts anew, once more than before. Does nothing while it has power."""
        with self._lock:
            if not self.has_power:
                self._keep(replace(self._remembered, boots=self._remembered.boots + 1))
                self.has_power = True
                self._lamp = DARK
                self._heard_ms = self._clock_ms()

    # --- the hand -----------------------------------------------------------------------------------------------

    def open(self, door: Door) -> None:
        """Open a door. One that is open already stays so."""
        with self._lock:
            if door in self._remembered.open:
                return
            main, logic, cash_box = (
                min(count + (door is each), MOST_OPENINGS)
                for each, count in zip(Door, self._remembered.counts, strict=True)
            )
            opened = self._remembered.open | {door}
            self._keep(replace(self._remembered, open=opened, counts=(main, logic, cash_box)))

    def close(self, door: Door) -> None:
        """Close a door."""
        with self._lock:
            self._keep(replace(self._remembered, open=self._remembered.open - {door}))

    def turn(self, key: Key, turned: bool) -> None:
        """Turn a key, or turn it back."""
        with self._lock:
            before = self._remembered.turned
            self._keep(replace(self._remembered, turned=before | {key} if turned else before - {key}))

    # --- what can be wrong with it --------------------------------------------------------------------------------

    def battery(self, *, low: bool) -> None:
        """The battery runs low, or somebody has changed it."""
        with self._lock:
            self._keep(replace(self._remembered, battery_low=low))

    def tamper(self) -> None:
        """Somebody opens the board's case."""
        with self._lock:
            self._keep(replace(self._remembered, tampered=True))

    def reset_counts(self, *, noticed: bool = False) -> None:
        """The counts and starts are lost. ``noticed``: the board knows it, as when its battery was out."""
        with self._lock:
            tampered = self._remembered.tampered or noticed
            self._keep(replace(self._remembered, counts=(0, 0, 0), boots=0, tampered=tampered))

    def become(self, serial: str) -> None:
        """Somebody puts another board in, new from the factory, at the same doors and keys."""
        with self._lock:
            before = self._remembered
            self._keep(Remembered(serial, boots=1, open=before.open, turned=before.turned))

    # --- the line -----------------------------------------------------------------------------------------------

    def answer(self, request: Frame) -> Frame | None:
        """What it answers; None for what is not answered."""
        with self._lock:
            if not self.has_power or request.code != POLL:
                return None
            try:
                order = read_order(request.data)
            except NotUnderstood:  # another version: it says who it is, and does nothing
                return Frame(STATE, request.sequence, write_state(self.state))
            self._lamp, self._heard_ms = order.lamp, self._clock_ms()
            if order.clear:
                with suppress(EnvironmentFault):  # what cannot be kept is not cleared, and the answer says so
                    self._keep(replace(self._remembered, tampered=False))
            return Frame(STATE, request.sequence, write_state(self.state))

    @property
    def shown(self) -> Lamp:
        """What lamp and sounder do now."""
        with self._lock:
            if not self.has_power:
                return DARK
            silent = self._clock_ms() - self._heard_ms >= HOST_SILENT_MS
            return NOBODY_THERE if silent else self._lamp

    @property
    def state(self) -> BoardState:
        """All that it would answer now."""
        with self._lock:
            kept = self._remembered
            return BoardState(
                serial=kept.serial,
                firmware=FIRMWARE,
                boots=kept.boots,
                open=kept.open,
                turned=kept.turned,
                battery_low=kept.battery_low,
                tampered=kept.tampered,
                counts=kept.counts,
                shown=self.shown,
            )

    def _keep(self, wanted: Remembered) -> None:
        if wanted == self._remembered:
            return
        try:
            self._memory.save(wanted)
        except OSError as error:
            raise EnvironmentFault(
                f"simulated door board: what it is to remember cannot be written: {why(error)}",
                "Make room on the disk; nothing has moved",
            ) from error
        self._remembered = wanted

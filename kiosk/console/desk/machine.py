"""The dealing device as the desk knows it: what it does, how often it has done it, what it reads."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.console.view import DealingState, DealingView
from kiosk.devices.ports import (
    DealingBack,
    DealingCounted,
    DealingDevice,
    DealingDone,
    DealingEvent,
    DealingFault,
    DealingStarted,
    DealingStatus,
)
from kiosk.games.game import Fact


@dataclass(frozen=True, slots=True)
class FoundTurning:
    """It turned already when the console came to it: nobody saw it begin."""


MachineEvent = DealingEvent | FoundTurning


class Machine:
    """The dealing device, or none. ``deliver`` may be called in any thread, everything else in one.

    What it reads and ``is_result`` does not know as a result is not proposed to anybody. ``runs`` counts those that
    began in this round.
    """

    def __init__(self, woken: Callable[[], None], is_result: Callable[[tuple[Fact, ...]], bool]) -> None:
        self._woken = woken
        self._is_result = is_result
        self._told: deque[MachineEvent] = deque()
        self._device: DealingDevice | None = None
        self.state = DealingState.NONE
        self.times = 0
        self.runs = 0
        self.recognised: tuple[Fact, ...] = ()
        self.fault = ""

    def connect(self, device: DealingDevice) -> None:
        """This is the table's device."""
        self._device = device
        self.state = DealingState(device.status.value)
        if self.state is DealingState.RUNNING:
            self._told.append(FoundTurning())

    def start(self) -> None:
        """Set it going, if there is one and it answers."""
        self.clear()
        if self._device is not None and self.state is DealingState.READY:
            self._device.start()

    def clear(self) -> None:
        """What it counted and read belongs to another round."""
        self.times, self.recognised = 0, ()

    def deliver(self, event: DealingEvent) -> None:
        """Something that the device tells."""
        self._told.append(event)
        self._woken()

    @property
    def waits(self) -> bool:
        """Whether something that it told waits to be taken."""
        return bool(self._told)

    def next_event(self) -> MachineEvent | None:
        """The oldest event that waits; it stays until :meth:`done`."""
        return self._told[0] if self._told else None

    def done(self, event: MachineEvent) -> None:
        """The event has been acted upon; it changes what is known of the device."""
        self._told.popleft()
        match event:
            case DealingStarted():
                self.clear()
                self.runs += 1
                self.state = DealingState.RUNNING
            case DealingCounted(count=count):
                self.times = count
            case DealingDone(times=times, recognised=recognised):
                self.state, self.times = DealingState.READY, times
                self.recognised = recognised if self._is_result(recognised) else ()
            case DealingFault(reason=reason):
                self.state, self.fault = DealingState.GONE, reason
            case DealingBack():
                self._back()

    def _back(self) -> None:
        self.state, self.fault = DealingState.READY, ""
        if self._device is not None and self._device.status is DealingStatus.RUNNING:
            self.state = DealingState.RUNNING
            self._told.append(FoundTurning())

    @property
    def view(self) -> DealingView:
        """As the dealer sees it."""
        return DealingView(self.state, self.times, self.recognised)

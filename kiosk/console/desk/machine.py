"""The tumbler as the desk knows it: what it does, how often it tumbled, what it reads on the dice."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from kiosk.console.view import TumblerState, TumblerView
from kiosk.devices.ports import (
    Tumbled,
    Tumbler,
    TumblerBack,
    TumblerEvent,
    TumblerFault,
    TumblerRested,
    TumblerStarted,
    TumblerStatus,
)
from kiosk.games.game import Fact


@dataclass(frozen=True, slots=True)
class FoundTurning:
    """It turned already when the console came to it: nobody saw it begin."""


MachineEvent = TumblerEvent | FoundTurning


class Machine:
    """The dice tumbler, or none. ``deliver`` may be called in any thread, everything else in one.

    What it reads and ``is_result`` does not know as a result is not proposed to anybody. ``runs`` counts those that
    began in this round.
    """

    def __init__(self, woken: Callable[[], None], is_result: Callable[[tuple[Fact, ...]], bool]) -> None:
        self._woken = woken
        self._is_result = is_result
        self._told: deque[MachineEvent] = deque()
        self._tumbler: Tumbler | None = None
        self.state = TumblerState.NONE
        self.tumbles = 0
        self.runs = 0
        self.recognised: tuple[Fact, ...] = ()
        self.fault = ""

    def connect(self, tumbler: Tumbler) -> None:
        """This is the table's tumbler."""
        self._tumbler = tumbler
        self.state = TumblerState(tumbler.status.value)
        if self.state is TumblerState.TUMBLING:
            self._told.append(FoundTurning())

    def start(self) -> None:
        """Set it going, if there is one and it answers."""
        self.clear()
        if self._tumbler is not None and self.state is TumblerState.READY:
            self._tumbler.start()

    def clear(self) -> None:
        """What it counted and read belongs to another round."""
        self.tumbles, self.recognised = 0, ()

    def deliver(self, event: TumblerEvent) -> None:
        """Something that the tumbler tells."""
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
        """The event has been acted upon; it changes what is known of the tumbler."""
        self._told.popleft()
        match event:
            case TumblerStarted():
                self.clear()
                self.runs += 1
                self.state = TumblerState.TUMBLING
            case Tumbled(count=count):
                self.tumbles = count
            case TumblerRested(tumbles=tumbles, recognised=recognised):
                self.state, self.tumbles = TumblerState.READY, tumbles
                self.recognised = recognised if self._is_result(recognised) else ()
            case TumblerFault(reason=reason):
                self.state, self.fault = TumblerState.GONE, reason
            case TumblerBack():
                self._back()

    def _back(self) -> None:
        self.state, self.fault = TumblerState.READY, ""
        if self._tumbler is not None and self._tumbler.status is TumblerStatus.TUMBLING:
            self.state = TumblerState.TUMBLING
            self._told.append(FoundTurning())

    @property
    def view(self) -> TumblerView:
        """As the dealer sees it."""
        return TumblerView(self.state, self.tumbles, self.recognised)

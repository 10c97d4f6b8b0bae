"""A driver in its thread, a real pseudo-terminal with a simulated board at its far end, and what was told."""

import queue

import pytest

from kiosk.devices.cabinet.driver import BoardCabinet, Polls
from kiosk.devices.cabinet.memory import FileCabinetMemory
from kiosk.devices.cabinet.port import BoardIs
from kiosk.devices.cabinet.wire import BoardWire
from kiosk.simulators.cabinet.line import BoardLine, BoardTerminal
from kiosk.simulators.cabinet.mechanics import BoardMechanics

WITHIN_S = 30


def wait(holds):
    """Until it holds, at most WITHIN_S."""
    clock = queue.Queue()
    for _ in range(WITHIN_S * 200):
        if holds():
            return
        with pytest.raises(queue.Empty):
            clock.get(timeout=0.005)
    raise AssertionError("still not so")


class CabinetSeat:
    """``far`` is the simulated board's end; a port is opened by ``port``, whatever it is just then."""

    def __init__(self, folder):
        self.board = BoardMechanics()  # in memory: a full second of fsync would be a silence
        self.line = BoardLine(self.board)
        self.far = BoardTerminal(self.line)
        self.port = self.far.port
        self.memory = FileCabinetMemory(folder / "driver.json")
        self.told = queue.Queue()
        self.bugs = []
        self.cabinet = None

    def start(self, adopt_first=True):
        wire = lambda: BoardWire(self.port)  # noqa: E731 (a function of whatever the port is then)
        polls = Polls(wire, self.memory, self.told.put, adopt_first=adopt_first, poll_ms=1)
        self.cabinet = BoardCabinet(polls, self.bugs.append, answer_ms=100)
        self.cabinet.power_up()
        return self

    def stop(self):
        self.cabinet.close()
        self.cabinet = None

    def replug(self):
        """The adapter is pulled out and put in again: it is another port then."""
        self.far.close()
        self.far = BoardTerminal(self.line)

    def next(self):
        return self.told.get(timeout=WITHIN_S)

    def until(self, condition):
        """What is told up to the board's being in this condition, which is the last."""
        told = []
        while True:
            told.append(self.next())
            if isinstance(told[-1], BoardIs) and told[-1].condition is condition:
                return told

    def asked_again(self, times=3):
        """The board was asked so many times since, and what it answered was taken."""
        known = self.line.requests
        wait(lambda: self.line.requests > known + times)

    def nothing_told(self):
        self.asked_again()
        assert self.told.empty()

    def close(self):
        if self.cabinet is not None:
            self.cabinet.close()
        self.far.close()
        assert self.bugs == []

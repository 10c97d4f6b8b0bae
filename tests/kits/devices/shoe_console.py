"""A shoe's driver: in its thread over a pseudo-terminal, or in the caller's thread for a desk without threads."""

import queue

from kiosk.devices.cabinet.wire import BoardWire, DirectWire
from kiosk.devices.shoe import machine as core
from kiosk.devices.shoe.driver import LineShoe, Polls
from kiosk.devices.shoe.port import ShoeIs
from kiosk.simulators.cabinet.line import BoardLine, BoardTerminal
from kiosk.simulators.shoe.mechanics import ShoeMechanics

WITHIN_S = 30


class ShoeAtOnce:
    """Fits `Shoe`, without a thread: what it has to say is told with each ``poll``, through the real frames."""

    def __init__(self, mechanics, tell, clock_ms):
        self.mechanics = mechanics
        self.line = BoardLine(mechanics)
        self._polls = Polls(lambda: DirectWire(self.line.answers), tell, clock_ms=clock_ms)

    def power_up(self):
        self.poll()

    def begin(self, deal, /):
        self._polls.change(lambda machine: core.begin(machine, deal))

    def want(self, cards, /):
        self._polls.change(lambda machine: core.want(machine, cards))

    def took(self, number, /):
        self._polls.change(lambda machine: core.took(machine, number))

    def close(self):
        self._polls.drop_line()

    def poll(self):
        self._polls.poll(0)


class ShoeConsole:
    """``far`` is the simulated shoe's end; a port is opened by ``port``, whatever it is just then."""

    def __init__(self, deck, **ways):
        self.shoe = ShoeMechanics(deck, **ways)
        self.line = BoardLine(self.shoe)
        self.far = BoardTerminal(self.line)
        self.port = self.far.port
        self.told = queue.Queue()
        self.bugs = []
        self.driver = None

    def start(self):
        self.driver = LineShoe(
            Polls(lambda: BoardWire(self.port), self.told.put), self.bugs.append, answer_ms=100
        )
        self.driver.power_up()
        return self

    def stop(self):
        self.driver.close()
        self.driver = None

    def next(self):
        return self.told.get(timeout=WITHIN_S)

    def until(self, condition):
        """What is told up to the shoe's being in this condition, which is the last."""
        told = []
        while not (told and isinstance(told[-1], ShoeIs) and told[-1].condition is condition):
            told.append(self.next())
        return told

    def begin(self, deal):
        """The shoe has heard of this deal, and all that it had before is told or forgotten."""
        self.driver.begin(deal)
        self.wait(lambda: self.shoe.order.deal == deal)
        self.asked_again()

    def asked_again(self, times=3):
        known = self.line.requests
        self.wait(lambda: self.line.requests > known + times)

    def nothing_told(self):
        self.asked_again()
        assert self.told.empty()

    def wait(self, holds):
        clock = queue.Queue()
        for _ in range(WITHIN_S * 200):
            if holds():
                return
            try:
                clock.get(timeout=0.005)
            except queue.Empty:
                continue
        raise AssertionError("still not so")

    def close(self):
        if self.driver is not None:
            self.driver.close()
        self.far.close()
        assert self.bugs == []

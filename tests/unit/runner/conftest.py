"""A runner on a real store, with a world that writes down what it is asked."""

import pytest

from kiosk.devices.ports import Presented
from kiosk.runner.core import Core
from kiosk.runner.performer import Performer
from kiosk.runner.ports import DirectRegistrar, Ports
from kiosk.runner.runner import Runner
from kiosk.seat.state import SeatState
from kiosk.store.seat_store import SeatStore
from kiosk.tickets.registry import Done, RegistryFault, Rejected, Reserved
from kits.seat.seats import EXPIRES, NOW, NUMBERS, make_context


class World:
    """Log, acceptor, printer and registry in one. ``asked`` is all that reached it, in order."""

    def __init__(self) -> None:
        self.asked: list = []
        self.answer = None  # what the log answers; None: nothing yet
        self.refuses = None  # the registry's reason to refuse
        self.away = False  # the registry does not answer
        self.memory = Presented.UNKNOWN  # of the printer
        self.watch = lambda: None  # called whenever the world is touched

    def _asked(self, *what) -> None:
        self.watch()
        self.asked.append(what)

    # the log
    def send(self, puts, unless, answer) -> None:
        self._asked("append", puts[0].key, tuple(unless))
        if self.answer is not None:
            answer(self.answer)

    # acceptor
    def enable(self, enabled, /) -> None:
        self._asked("enable", enabled)

    def stack(self, serial, /) -> None:
        self._asked("stack", serial)

    def give_back(self, serial, /) -> None:
        self._asked("give back", serial)

    # printer
    def print(self, ticket, /) -> None:
        self._asked("print", ticket.number)

    def print_receipt(self, receipt, /) -> None:
        self._asked("print receipt", receipt.number)

    def presented(self, number, /):
        self._asked("presented?", number)
        return self.memory

    # registry
    def _registry(self, what, number):
        self._asked(what, number)
        if self.away:
            raise RegistryFault("the registry is away")
        return Done(number) if self.refuses is None else Rejected(number, self.refuses)

    def issue_pending(self, ticket, /):
        return self._registry("pending", ticket.number)

    def confirm(self, number, /):
        return self._registry("confirm", number)

    def void(self, number, _why, /):
        return self._registry("void", number)

    def release(self, number, by, /):
        return self._registry(f"release for {by}", number)

    def redeem(self, number, by, /):
        return self._registry(f"redeem for {by}", number)

    def reserve(self, number, by, _at_utc, /):
        answer = self._registry(f"reserve for {by}", number)
        return Reserved(number, 7_700) if isinstance(answer, Done) else answer

    def ports(self) -> Ports:
        return Ports(
            log=self,
            acceptor=self,
            printer=self,
            registry=DirectRegistrar(self),
            draw_number=lambda: NUMBERS[0],
            now=lambda: NOW,
            expires=lambda: EXPIRES,
            language=lambda: "en",
        )


@pytest.fixture
def world():
    return World()


@pytest.fixture
def store(tmp_path):
    store = SeatStore(tmp_path / "seat.db")
    yield store
    store.close()


@pytest.fixture
def heard():
    """Events that the performer delivered, when there is no runner."""
    return []


@pytest.fixture
def performer(world, store, heard):
    return Performer(make_context().config, world.ports(), store, heard.append)


@pytest.fixture
def told():
    return []


@pytest.fixture
def make_runner(world, store, told):
    """Makes a runner of a state, whose performer delivers to it."""

    def make(state=SeatState()):  # noqa: B008 - frozen
        context = make_context()
        made: list[Runner] = []
        performer = Performer(context.config, world.ports(), store, lambda event: made[0].deliver(event))
        made.append(Runner(Core(context, state), store, performer, world, lambda: NOW, told.append))
        return made[0]

    return make


@pytest.fixture
def runner(make_runner):
    return make_runner()

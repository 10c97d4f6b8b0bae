"""A whole seat with an ESC/POS printer at the far end of a real line: its money, its registry, its papers."""

import queue
import shutil
from functools import partial

import pytest

from kiosk.app.machine import Seat, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.devices.printer import cups as cups_driver
from kiosk.devices.printer.cups import CupsPrinter, CupsQueue
from kiosk.devices.printer.escpos.driver import EscposPrinter
from kiosk.devices.printer.escpos.lines import NetworkLine, SerialLine
from kiosk.devices.printer.memory import TicketMemory
from kiosk.links.embedded import EmbeddedLog
from kiosk.runner.performer import Performer
from kiosk.runner.ports import DirectSender
from kiosk.runner.runner import Runner
from kiosk.seat import events as e
from kiosk.seat.state import LockKind, lock_of
from kiosk.simulators.escpos.listening import NetworkPort, Terminal
from kiosk.simulators.escpos.paper import Paper
from kiosk.tickets.registry import TicketState
from kits.devices.cups import ROOT, Cups
from kits.devices.printing import PATIENT, SOON

WITHIN_S = 30


class Till:
    """A seat that pays out on paper. Everything of the seat happens in the test's thread."""

    def __init__(self, folder, open_printer, paper=None):
        self.folder, self.paper, self.open_printer = folder, paper, open_printer
        self.come, self.bugs, self.told = queue.Queue(), [], []
        self._dir = StateDir(folder)
        self._dir.hold()
        self.seat = Seat(self._dir, read_rules("B"), lambda _: None)
        self.log = EmbeddedLog(self._dir.table)
        memory = TicketMemory(folder / "printer.json")
        self.printer = open_printer(memory, self._device, self.bugs.append)
        acceptor = self.seat.slot_at_once(self._device)
        ports = self.seat.ports(DirectSender(self.log), acceptor, self.printer)
        performer = Performer(self.seat.context.config, ports, self.seat.store, self.come.put)
        self.runner = Runner(self.seat.core, self.seat.store, performer, acceptor, ports.now)
        self.acceptor, self.registry = acceptor, self.seat._registry
        self.runner.start(self.seat.outbox, acceptor.power_up)
        self.runner.handle(e.LinkUp())
        self.drain()

    def _device(self, told):
        self.told.append(told)
        self.come.put(told)

    def drain(self):
        while not self.come.empty():
            self.runner.handle(self.come.get())

    def until(self, holds):
        while not holds():
            self.runner.handle(self.come.get(timeout=WITHIN_S))

    @property
    def state(self):
        return self.runner.state

    def lock(self, kind):
        return lock_of(self.state, kind)

    def note(self, cents=10_000):
        self.acceptor.insert(cents)
        self.until(lambda: self.state.balances.credit == cents and self.state.item is None)

    def collect(self):
        """COLLECT, to the end or to a lock."""
        self.runner.handle(e.Collect())
        self.until(lambda: self.state.cashout is None or self.state.locks)
        self.until(lambda: self.state.cashout is None or self.lock(LockKind.TICKET_UNKNOWN))
        self.drain()

    def answer(self, came_out):
        """The attendant has looked."""
        number = self.state.cashout.number
        if came_out:
            self.runner.handle(e.TicketPrinted(number, "attendant"))
        else:
            self.runner.handle(e.TicketNotPrinted(number, "torn", "attendant"))
        self.until(lambda: self.state.cashout is None)
        self.drain()

    def tickets(self):
        return {number: self.registry.look_up(number) for number in self.registry.states()}

    def money(self):
        """Where the player's money is, in cents: on the meter, and on papers that pay."""
        on_paper = sum(
            record.ticket.cents for record in self.tickets().values() if record.state is TicketState.ISSUED
        )
        return self.state.balances.credit, on_paper

    def again_after_a_crash(self, folder):
        """Another process on what lies on the disk at this moment. Its printer is silent: it serves the first one."""
        shutil.copytree(self.folder, folder)
        return Till(folder, partial(self.open_printer, timing=SOON), self.paper)

    def close(self):
        self.printer.close()
        self.seat.close()
        self.log.close()
        self._dir.release()
        assert self.bugs == []


def at(open_line, timing=PATIENT):
    """An ESC/POS printer at that line."""
    return partial(EscposPrinter, open_line, timing=timing)


@pytest.fixture
def paper(tmp_path):
    folder = tmp_path / "papers"
    folder.mkdir()
    paper = Paper(folder)
    yield paper
    assert paper.refused == []


@pytest.fixture
def port(paper):
    port = NetworkPort(paper)
    yield port
    port.close()


@pytest.fixture(scope="session")
def print_system():
    if not (ROOT / "usr" / "sbin" / "cupsd").exists():
        pytest.skip("no Debian: CUPS was not unpacked for the tests")
    with Cups() as cups:
        yield cups


@pytest.fixture
def cups(print_system):
    print_system.does("prints")
    for paper in print_system.papers():
        paper.unlink()
    return print_system


@pytest.fixture(scope="module")
def cups_without_history():
    """A queue that forgets each job at its end."""
    if not (ROOT / "usr" / "sbin" / "cupsd").exists():
        pytest.skip("no Debian: CUPS was not unpacked for the tests")
    with Cups(history=False) as cups:
        yield cups


@pytest.fixture
def forgetful_till(cups_without_history, tmp_path, tills, job_s):
    return _cups_till(cups_without_history, tmp_path, tills, job_s)


@pytest.fixture
def cups_till(cups, tmp_path, tills, job_s):
    return _cups_till(cups, tmp_path, tills, job_s)


@pytest.fixture
def job_s():
    """So long a queue has for a job, also on a busy machine; only where it is not to print the wait ends soon."""
    return 60.0


def _cups_till(cups, tmp_path, tills, job_s):
    timing = cups_driver.Timing(look_s=0.1, follow_s=0.02, job_s=job_s)

    def printer(memory, deliver, on_bug):
        return CupsPrinter(CupsQueue(cups.uri), memory, deliver, on_bug, timing=timing)

    till = Till(tmp_path / "state", printer)
    tills.append(till)
    return till


@pytest.fixture
def tills():
    opened = []
    yield opened
    for till in opened[::-1]:
        till.close()


@pytest.fixture
def timing():
    return PATIENT


@pytest.fixture
def till(port, paper, tmp_path, tills, timing):
    till = Till(tmp_path / "state", at(lambda: NetworkLine("127.0.0.1", port.port), timing), paper)
    tills.append(till)
    return till


@pytest.fixture
def serial_till(paper, tmp_path):
    terminal = Terminal(paper)
    till = Till(tmp_path / "state", at(lambda: SerialLine(terminal.port, flow=False)), paper)
    yield till
    till.close()
    terminal.close()


class LateTerminal(Terminal):
    """While ``hold`` is set the printer's answers stay behind; then they come before the answer to the next question.

    ``stray`` comes once beside the next answer, as a late one does.
    """

    hold, held, stray = False, b"", b""

    def _feed(self, data):
        back = super()._feed(data)
        if self.hold:
            self.held += back
            return b""
        if back:
            (held, self.held), (stray, self.stray) = (self.held, b""), (self.stray, b"")
            return held + back + stray
        return back


@pytest.fixture
def late_till(paper, tmp_path):
    terminal = LateTerminal(paper)
    till = Till(tmp_path / "state", at(lambda: SerialLine(terminal.port, flow=False), SOON), paper)
    yield till, terminal
    till.close()
    terminal.close()

"""A provided table on a real etcd over TLS, and the parties of it: in their windows, or as processes."""

import os
import signal
import subprocess
import sys
import time
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from kiosk.bootstrap.config import read_console_file, read_seat_file
from kiosk.bootstrap.log_copy import copy_log
from kiosk.bootstrap.machine import place_of, read_rules
from kiosk.bootstrap.networked import NetworkTable
from kiosk.bootstrap.state_dir import ConsoleDir, StateDir
from kiosk.commands._state import audited, where_at_table
from kiosk.links.etcd import EtcdLog
from provision_kit import provisioned

PATIENCE_MS = 20_000
PATIENCE_S = 30.0


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """One table for all tests of a module: they follow one another at it, as shifts do."""
    with provisioned(tmp_path_factory.mktemp("table")) as found:
        if found.servers[0]._process is None:
            found.servers[0].start()
        yield found


@pytest.fixture
def running(table):
    """The table with its server up, also after a test that has ended it."""
    if table.servers[0]._process is None:
        table.servers[0].start()
    return table


@pytest.fixture
def audit(table, tmp_path):
    """The verdict over a seat's books, against the log as that seat may read it."""

    def ask(name):
        file = read_seat_file(table.seat(name))
        path = tmp_path / f"log-{name}.db"
        with closing(EtcdLog(file.log.etcd())) as log:
            copy_log(log, place_of(file, read_rules(file.layout)).config, path)
        return audited(*where_at_table(file.state, file.table, file.seat, path))

    return ask


# --- windows --------------------------------------------------------------------------------------------------------


@pytest.fixture
def opened(qtbot, qapp):
    """Opens windows of seats and consoles, each with its own threads and credentials; ends them after the test."""
    import pyqtgraph  # noqa: F401  loaded here, so that no test meets the thread that loads it

    from kiosk.ui.shared.fonts import load_fonts

    load_fonts()
    with ExitStack() as stack:
        yield Opened(qtbot, stack)
    qtbot.wait(0)


class Opened:
    def __init__(self, qtbot, stack):
        self._qtbot, self._stack = qtbot, stack

    def seat(self, config: Path):
        from kiosk.ui.shared.texts import Language
        from kiosk.ui.terminal.play.app import Opening, Options, SeatOnScreen

        file = read_seat_file(config)
        rules = read_rules(file.layout)
        state = StateDir(file.state)
        state.hold()
        self._stack.callback(state.release)
        opening = Opening(rules, state, lambda seat: NetworkTable(seat, file.log), place_of(file, rules))
        screen = SeatOnScreen(Options("kiosk terminal", Language.EN, window=(1280, 720)), opening)
        self._stack.callback(_end, screen, screen._startup)
        screen.begin()
        self._qtbot.waitUntil(lambda: screen.window is not None or screen.status != 0, timeout=PATIENCE_MS)
        return screen

    def console(self, config: Path, **options):
        from kiosk.bootstrap.console import ConsoleOptions
        from kiosk.ui.dealer.app import DealerOnScreen, Shown
        from kiosk.ui.shared.texts import Language

        file = read_console_file(config)
        folder = ConsoleDir(file.state)
        folder.hold()
        self._stack.callback(folder.release)
        screen = DealerOnScreen(file, folder, ConsoleOptions(**options), Shown(Language.EN, (1280, 800)))
        self._stack.callback(_end, screen)
        screen.begin()
        return screen


def _end(screen, *more):
    screen.end()
    for widget in (screen.window, *more):
        if widget is not None:
            widget.close()
            widget.deleteLater()


# --- processes ------------------------------------------------------------------------------------------------------


class Kiosk:
    """A `kiosk` process. ``out`` and ``err`` are what it has said, once it has ended."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kiosk", *map(str, words)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.out = self.err = ""

    def ends(self, seconds=PATIENCE_S) -> int:
        """The exit status."""
        self.out, self.err = self.process.communicate(timeout=seconds)
        return self.process.returncode

    def tell(self, number=signal.SIGTERM) -> int:
        """Send a signal; the exit status."""
        self.process.send_signal(number)
        return self.ends()


@pytest.fixture
def kiosk():
    """Starts `kiosk` processes; none outlives the test."""
    begun = []

    def start(*words):
        begun.append(Kiosk(*words))
        return begun[-1]

    yield start
    for found in begun:
        if found.process.poll() is None:
            found.process.kill()
            found.process.communicate()


def until(said, what="it"):
    """Look again and again until ``said()`` is true."""
    end = time.monotonic() + PATIENCE_S
    while not (found := said()):
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.05)
    return found

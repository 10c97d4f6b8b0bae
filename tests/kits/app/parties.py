"""The parties of a table over the network, for tests: in their windows, or as `kiosk` processes."""

import signal
import subprocess
import threading
import time
from pathlib import Path

from kiosk.app.config import read_console_file, read_seat_file
from kiosk.app.machine import place_of, read_rules
from kiosk.app.networked import NetworkTable
from kiosk.app.state_dir import ConsoleDir, StateDir
from kits import KIOSK
from kits.processes import Process

PATIENCE_MS = 60_000
PATIENCE_S = 90.0


class Opened:
    """Opens windows over a stack that ends them."""

    def __init__(self, qtbot, stack):
        self._qtbot, self._stack = qtbot, stack

    def seat(self, config: Path, **options):
        from kiosk.ui.kit.texts import Language
        from kiosk.ui.terminal.play.app import Opening, Options, SeatOnScreen

        file = read_seat_file(config)
        rules = read_rules(file.layout, of=file.game)
        state = StateDir(file.state)
        state.hold()
        self._stack.callback(state.release)
        opening = Opening(rules, state, lambda seat: NetworkTable(seat, file.log), place_of(file, rules))
        screen = SeatOnScreen(Options("kiosk terminal", Language.EN, window=(1280, 720), **options), opening)
        self._stack.callback(_end, screen, screen._startup)
        screen.begin()
        self._qtbot.waitUntil(lambda: screen.window is not None or screen.status != 0, timeout=PATIENCE_MS)
        return screen

    def console(self, config: Path, **options):
        from kiosk.app.console import ConsoleOptions
        from kiosk.ui.dealer.app import DealerOnScreen, Shown
        from kiosk.ui.kit.texts import Language

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


class Kiosk:
    """A `kiosk` process. ``out`` and ``err`` are what it has said, once it has ended."""

    def __init__(self, *words, pin=""):
        self.process = Process(
            [*KIOSK, *map(str, words)],
            stdin=subprocess.PIPE if pin else None,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        if pin:
            self.process.stdin.write(f"{pin}\n")
            self.process.stdin.flush()
        self.out = self.err = ""

    def says(self, words: str) -> None:
        """Wait for the next line, which must be so."""
        line = self.process.stdout.readline()
        assert words in line, line or f"ended with {self.ends()}: {self.err}"

    def ends(self, seconds=PATIENCE_S) -> int:
        """The exit status."""
        self.out, self.err = self.process.communicate(timeout=seconds)
        return self.process.returncode

    def tell(self, number=signal.SIGTERM) -> int:
        """Send a signal; the exit status."""
        self.process.send_signal(number)
        return self.ends()


class Spoken:
    """A `kiosk` process and the lines that it has written to standard error; of one that is typed to, all its lines."""

    def __init__(self, name, words, *, typed=False):
        self.name, self.lines = name, []
        self.process = Process(
            [*KIOSK, *map(str, words)],
            stdin=subprocess.PIPE if typed else None,
            stdout=subprocess.PIPE if typed else subprocess.DEVNULL,
            stderr=subprocess.STDOUT if typed else subprocess.PIPE,
            text=True,
        )
        self._told = self.process.stdout if typed else self.process.stderr
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self):
        self.lines.extend(iter(self._told.readline, ""))

    def has_told(self, *words):
        """Whether one line holds all of that."""
        return any(all(word in line for word in words) for line in self.lines)

    def type(self, line):
        self.process.stdin.write(f"{line}\n")
        self.process.stdin.flush()

    def end(self):
        self.process.kill()
        self.process.wait()
        self._reader.join()
        self._told.close()
        if self.process.stdin is not None:
            self.process.stdin.close()


def until(said, what="it", seconds=PATIENCE_S):
    """Look again and again until ``said()`` is true."""
    end = time.monotonic() + seconds
    while not (found := said()):
        assert time.monotonic() < end, f"{what} did not come"
        time.sleep(0.05)
    return found

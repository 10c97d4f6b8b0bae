"""What the tests of the demonstration share: a state directory, the demo on the screen, the count of the money."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from kiosk.app.machine import read_rules
from kiosk.app.state_dir import StateDir
from kiosk.console.chance import seeded_chance
from kiosk.console.desk import Pace
from kiosk.demo.own_table import OpenTable
from kits.app.seat_play import come_to_rest, play
from kits.ui.garbage import end_of_the_widgets, garbage_of_the_module

__all__ = ["end_of_the_widgets", "garbage_of_the_module"]


@pytest.fixture
def played(tmp_path):
    """A state directory after some rounds of the bot, at rest."""
    folder = tmp_path / "played"
    play(folder, 6, bot_seed=3)
    come_to_rest(folder)
    return folder


@pytest.fixture
def memory_path(tmp_path):
    """A folder in memory where there is one: a killed process loses nothing of it."""
    shm = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="kiosk-test-", dir=shm if shm.is_dir() else tmp_path))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def demo_on(qtbot, qapp):
    """Begins the demonstration over a state directory; ends it after the test."""
    import pyqtgraph  # noqa: F401  loaded here, so that no test meets the thread that loads it

    from kiosk.ui.kit.fonts import load_fonts
    from kiosk.ui.kit.texts import Language
    from kiosk.ui.terminal.play.app import Opening, Options, SeatOnScreen

    load_fonts()
    begun = []

    def begin(folder, *, full_screen=False, rounds=0, pace=None, place=None, software=None):
        rules = read_rules("B")
        shown = Options("kiosk demo", Language.EN, full_screen=full_screen, rounds=rounds)
        state = StateDir(folder)
        state.hold()
        chance = seeded_chance(1)
        opening = Opening(
            rules,
            state,
            lambda seat: OpenTable(seat, rules, chance, pace or Pace()),
            place and place(rules),
            software,
        )
        demo = SeatOnScreen(shown, opening)
        begun.append((demo, state))
        demo.begin()
        qtbot.waitUntil(lambda: demo.window is not None or demo.status != 0, timeout=60_000)
        return demo

    yield begin
    for demo, state in begun:
        demo.end()
        for widget in (demo.window, demo._startup):
            if widget is not None:
                widget.close()
                widget.deleteLater()
        state.release()
    qtbot.wait(0)

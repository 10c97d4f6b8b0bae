"""What a seat with its screen holds in memory, beside a bare window of its size with its fonts."""

import subprocess
import sys
import time

import psutil
import pytest

from kits import KIOSK, surroundings

pytestmark = [pytest.mark.bench, pytest.mark.timeout(600)]
GOAL_MB, SETTLED_S, TURNS, TURN_S = 200, 30, 5, 5

_BARE = """
from PySide6.QtWidgets import QApplication, QWidget
from kiosk.ui.kit.fonts import load_fonts
app = QApplication([])
load_fonts()
window = QWidget()
window.resize(1280, 720)
window.show()
app.exec()
"""


def resident_mb(process):
    return psutil.Process(process.pid).memory_info().rss / 2**20


def test_what_a_seat_with_its_screen_holds(in_memory, figure):
    demo = (*KIOSK, "demo", "--bot", "--seed", "1", "--betting-seconds", "6", "--state", in_memory / "state")
    bare, seat = (
        subprocess.Popen(list(map(str, words)), env=surroundings(), stdout=subprocess.DEVNULL)
        for words in ((sys.executable, "-c", _BARE), demo)
    )
    try:
        time.sleep(SETTLED_S)  # charts and tickets are prepared by then
        mine, limit = [], []
        for _ in range(TURNS):
            time.sleep(TURN_S)
            mine.append(resident_mb(seat))
            limit.append(resident_mb(bare))
    finally:
        for process in (bare, seat):
            process.terminate()
            process.wait()
    figure("memory: a seat with its screen, beside a bare window with its fonts", mine, limit, GOAL_MB, "MB")
    assert max(mine) - min(mine) < mine[0] / 10, mine  # flat

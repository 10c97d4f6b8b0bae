"""From the start of `kiosk demo` until a player can play on the screen, as a process, with a long journal."""

import json
import os
import resource
import subprocess
import sys
import time

import pytest

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1800)]
ASKED_S, RUNS = 2.0, 5

# The command itself, watched: when a round is open, its books are audited and the board has been painted as one that
# takes bets, a finger taps Big and the chip must lie there.
_WATCHED = """
import json, sys, time
from kiosk.commands import demo as command

reached = {"imported": time.perf_counter()}
shows = command.shows

def watch():
    from PySide6.QtCore import QEvent, QObject, Qt, QTimer
    from PySide6.QtTest import QTest
    from PySide6.QtWidgets import QApplication
    from kiosk.seat.betting import why_no_bets
    from kiosk.ui.terminal.screens.startup import StartupScreen
    from kiosk.ui.terminal.window import TerminalWindow

    def found(kind):
        return next((one for one in QApplication.allWidgets() if isinstance(one, kind)), None)

    class Paints(QObject):
        seen = False

        def eventFilter(self, widget, event):
            if event.type() == QEvent.Type.Paint:
                self.seen = self.seen or found(TerminalWindow).parts.board._why_not is None
                reached.setdefault("window", time.perf_counter())
            return False

    paints = Paints(QApplication.instance())
    timer = QTimer(QApplication.instance())

    def look():
        start = found(StartupScreen)
        if start is not None and start.isVisible():
            reached.setdefault("start-up", time.perf_counter())
        window = found(TerminalWindow)
        if window is None:
            return
        board, state = window.parts.board, window._model.state
        if not paints.parent().property("watching"):
            paints.parent().setProperty("watching", True)
            board.viewport().installEventFilter(paints)
        if state.locks:
            sys.exit(f"locked: {state.locks}")
        audited = state.audited_round == state.table.number > 0
        if not (window.isVisible() and paints.seen and audited and why_no_bets(state) is None):
            return
        timer.stop()
        reached["playable"] = time.perf_counter()
        place = board.cell_rect("big").center().toPoint()
        QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=place)
        reached["credit"] = state.credit_shown
        reached["chips"] = window._model.state.on_board
        QApplication.quit()

    timer.timeout.connect(look)
    timer.start(2)

def watched(probe):
    answer = shows(probe)
    reached["probed"] = time.perf_counter()
    from kiosk.ui.terminal.play import app
    begin = app.SeatOnScreen.begin
    app.SeatOnScreen.begin = lambda self: (watch(), begin(self))
    return answer

command.shows = watched
from kiosk.cli import main
status = main(["demo", "--layout", "B", "--state", sys.argv[1]])
print(json.dumps(reached))
sys.exit(status)
"""


def test_that_a_seat_with_a_hundred_thousand_transactions_is_playable_on_the_screen_within_two_seconds(
    long_state, say
):
    folder, transactions = long_state
    runs = []
    for _ in range(RUNS):
        used = children_cpu_s()
        began = time.perf_counter()  # the same clock in every process of the machine
        done = subprocess.run(
            [sys.executable, "-c", _WATCHED, str(folder)],
            env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
            capture_output=True,
            text=True,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        reached = json.loads(done.stdout.splitlines()[-1])
        assert reached["credit"] > 0
        assert reached["chips"] > 0
        run = {name: at - began for name, at in reached.items() if name not in ("credit", "chips")}
        runs.append(run | {"processor": children_cpu_s() - used})
    best = min(runs, key=lambda run: run["playable"])  # the one that other programs disturbed least
    slowest = max(run["playable"] for run in runs)
    say(
        f"start to playable on the screen with {transactions} transactions, as a process: {best['playable']:.2f} s "
        f"(asked: < {ASKED_S:g} s); display found at {best['probed']:.2f} s, start-up screen {best['start-up']:.2f} s, "
        f"board painted {best['window']:.2f} s; "
        f"{best['processor']:.2f} s of processor with the look for a display; slowest of {RUNS} runs {slowest:.2f} s"
    )
    assert best["playable"] < ASKED_S


def children_cpu_s():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

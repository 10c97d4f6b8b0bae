"""A seat that its self-test has locked keeps the evidence: nothing that a person does writes to it."""

import sqlite3
from contextlib import closing

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QWidget

from kiosk.app.machine import read_rules
from kiosk.app.state_dir import StateDir
from kiosk.demo.headless import Headless
from kiosk.seat.events import (
    Called,
    Collect,
    HandpayConfirmed,
    LockCleared,
    NoteBack,
    NoteIn,
    Rebet,
    Restarted,
    Tap,
    Tick,
)
from kiosk.seat.state import LockKind
from kiosk.ui.kit.model import Asked
from kiosk.ui.terminal.window import TerminalWindow
from kits.app.seat_play import make_play

TOUCHES = (
    Tap("big", 500),
    Rebet(),
    Collect(),
    Called(True),
    NoteIn("acceptor-1", "n", 500),
    NoteBack("acceptor-1", "n"),
    LockCleared("audit", "x"),
    HandpayConfirmed("x", "2026-01-31T12:00:00Z"),
    Restarted(),
    Tick(5_000),
)


def spoil(folder):
    with closing(sqlite3.connect(folder / "seat.db")) as db, db:
        db.execute("UPDATE meter SET cents = cents + 1 WHERE name = 'credit'")
    with closing(sqlite3.connect(folder / "seat.db")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def evidence(folder):
    names = ("seat.db", "table.db", "registry.db", "acceptor.json", "cash-box.jsonl")
    return {name: (folder / name).read_bytes() for name in names if (folder / name).exists()} | {
        "tickets": sorted(path.name for path in (folder / "tickets").iterdir())
    }


def press_everything(window):
    for key in range(Qt.Key.Key_F1.value, Qt.Key.Key_F12.value + 1):
        QTest.keyClick(window, Qt.Key(key))
    terminal = window if isinstance(window, TerminalWindow) else window.findChild(TerminalWindow)
    for part in terminal.findChildren(QWidget):
        if part.isVisible():
            QTest.mouseClick(part, Qt.MouseButton.LeftButton)
    for button in terminal.findChildren(QAbstractButton):
        button.click()
    for event in TOUCHES:
        terminal._model.send(event)


def test_that_no_control_of_a_locked_seat_writes_a_byte(demo_on, played, qtbot):
    spoil(played)
    before = evidence(played)
    demo = demo_on(played, full_screen=True)
    terminal = demo.window
    assert [lock.kind for lock in terminal._model.state.locks] == [LockKind.AUDIT]
    press_everything(terminal)
    qtbot.wait(300)
    assert demo.playing is None, "a locked seat has no threads"
    demo.end()
    assert evidence(played) == before
    assert demo.status == 1


def test_that_the_drawer_of_a_locked_seat_writes_nothing_either(demo_on, played, qtbot):
    spoil(played)
    before = evidence(played)
    demo = demo_on(played)
    drawer = demo._drawer
    for button in drawer.notes.values():
        button.click()
    drawer.number.setText("1" * 18)
    drawer._insert_number()
    press_everything(demo.window)
    qtbot.wait(300)
    demo.end()
    assert evidence(played) == before


def test_that_a_locked_seat_without_a_screen_writes_nothing(played):
    spoil(played)
    before = evidence(played)
    state = StateDir(played)
    state.hold()
    table = Headless(state, read_rules("B"), make_play(3, 1))
    assert [lock.kind for lock in table.state.locks] == [LockKind.AUDIT]
    table.run()
    table.close()
    state.release()
    assert evidence(played) == before


def test_that_a_locked_seat_says_that_its_rounds_cannot_be_read(demo_on, played):
    spoil(played)
    demo = demo_on(played, full_screen=True)
    model, told = demo.window._model, []
    model.unreadable.connect(told.append)
    model.ask_recall()
    model.ask_tickets()
    assert told == [Asked.ROUNDS, Asked.TICKETS]

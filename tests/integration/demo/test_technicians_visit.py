"""A technician's whole visit in the middle of a round, by keys and touch, at a real seat with its devices."""

import sqlite3
from contextlib import closing

import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kiosk.console.desk import Pace
from kiosk.games.sicbo import GAME, dice_of
from kiosk.seat.conditions import CabinetCondition, Door
from kiosk.seat.roles import Role
from kiosk.seat.state import LockKind
from kiosk.table.round import Phase
from kiosk.ui.terminal.recall.screen import RecallScreen

PATIENCE_MS = 60_000
STILL = 20  # pictures in a row that are alike
BOSS, PIN = "Dana", "482915"


class Floor:
    """The seat, and the hands of player and technician at it."""

    def __init__(self, demo, qtbot):
        self.demo, self.qtbot, self.window = demo, qtbot, demo.window
        self.bridge = demo.playing.bridge

    @property
    def state(self):
        return self.bridge.state

    @property
    def screen(self):
        return self.window.open_screen

    def until(self, said):
        self.qtbot.waitUntil(lambda: bool(said()), timeout=PATIENCE_MS)

    def key(self, key, modifier=Qt.KeyboardModifier.NoModifier):
        QTest.keyClick(self.window, key, modifier)

    def touch(self, button):
        assert button.isVisible()
        QTest.mouseClick(button, Qt.MouseButton.LeftButton, pos=button.rect().center())

    def tap_spot(self, spot):
        board = self.window.parts.board
        viewport, at = board.viewport(), QPointF(board.cell_rect(spot).center())
        for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
            held = Qt.MouseButton.LeftButton
            buttons = held if kind is QEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
            there = viewport.mapToGlobal(at)
            event = QMouseEvent(kind, at, there, held, buttons, Qt.KeyboardModifier.NoModifier)
            QApplication.sendEvent(viewport, event)

    def move_door(self, key, door, *, is_open):
        self.until(lambda: not self.demo.playing._threads._hand_is_busy)
        self.key(key)
        self.until(lambda: (door in self.state.doors) is is_open)

    def log_in(self, name):
        """The service key, the name, the PIN."""
        self.key(Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
        self.until(lambda: type(self.screen).__name__ == "LoginScreen")
        self.touch(self.screen.names[name])
        for digit in PIN:
            self.touch(self.screen.pad.keys[digit])
        self.touch(self.screen.pad.keys["enter"])
        self.until(lambda: type(self.screen).__name__ == "ServiceScreen")

    def leave(self):
        """The service key turned back."""
        self.key(Qt.Key.Key_F9, Qt.KeyboardModifier.ShiftModifier)
        self.until(lambda: self.state.service is None and self.screen is None)

    def picture(self):
        """What the player sees of chips and money."""
        parts = self.window.parts
        return parts.board.grab().toImage(), parts.bottom.grab().toImage()

    def settled_picture(self):
        """The same, when nothing moves any more: chips land, meters count up."""
        seen = []

        def still():
            seen.append(self.picture())
            return len(seen) > STILL and all(one == seen[-1] for one in seen[-STILL:])

        self.until(still)
        return seen[-1]

    def events(self):
        with closing(sqlite3.connect(self.demo._opening.state.seat)) as db:
            return [kind for (kind,) in db.execute("SELECT kind FROM event ORDER BY id")]


@pytest.fixture
def floor(demo_on, tmp_path, qtbot):
    demo = demo_on(tmp_path / "state", full_screen=True, pace=Pace(betting_ms=14_000))
    floor = Floor(demo, qtbot)
    floor.until(lambda: floor.state.cabinet is CabinetCondition.READY and floor.state.door_counts)
    staff = demo._service.mode.tools.staff
    staff.create_first(BOSS, PIN)
    boss = staff.log_in(BOSS, PIN, None, floor.window._clock.now())
    staff.add(boss, "Kim", Role.TECHNICIAN, PIN)
    floor.until(lambda: floor.state.table.phase is Phase.BETTING and floor.state.audited_round == 1)
    demo.window.activateWindow()
    qtbot.waitUntil(demo.window.isActiveWindow)
    return floor


def test_that_a_whole_visit_changes_neither_a_cent_nor_the_screen(floor):
    floor.key(Qt.Key.Key_F5)
    floor.until(lambda: floor.state.balances.credit == 10_000 and floor.state.item is None)
    for spot in ("big", "odd", "single-4"):
        floor.tap_spot(spot)
    floor.until(
        lambda: floor.state.registered is not None and floor.state.registered.stakes == floor.state.draft
    )
    stakes, before, seen = dict(floor.state.draft), floor.state, floor.settled_picture()
    assert len(stakes) == 3

    # The door stops everything, and closed again nothing has changed.
    floor.move_door(Qt.Key.Key_F10, Door.MAIN, is_open=True)
    assert [lock.kind for lock in floor.state.locks] == [LockKind.DOOR]
    floor.until(lambda: not floor.demo.playing._threads._slot.hand.is_open)
    floor.tap_spot("small")
    floor.key(Qt.Key.Key_F2)
    assert floor.state.draft == stakes
    floor.move_door(Qt.Key.Key_F10, Door.MAIN, is_open=False)
    assert floor.state.table.phase is Phase.BETTING, "the machine was too slow to compare within the round"
    assert (floor.state.draft, floor.state.balances) == (before.draft, before.balances)
    floor.until(lambda: floor.picture() == seen)

    # The visit: door open, the technician at work while the round ends behind the screens.
    floor.until(lambda: floor.state.item is None)
    floor.move_door(Qt.Key.Key_F10, Door.MAIN, is_open=True)
    floor.log_in("Kim")
    assert {lock.kind for lock in floor.state.locks} == {LockKind.DOOR, LockKind.SERVICE}
    floor.touch(floor.screen.tabs["devices"])
    page = floor.screen.page
    floor.touch(page.buttons["print"])
    floor.until(lambda: page.results["printer"].text() == "The test print came out")
    assert list(floor.demo._opening.state.tickets.glob("receipt-test-*.pdf"))
    floor.touch(page.buttons["lamp"])
    board = floor.demo.playing._threads._case.hand
    floor.until(lambda: board.shown.white.value == "on")
    floor.touch(page.buttons["display"])
    QTest.keyClick(floor.window.full, Qt.Key.Key_Escape)
    floor.until(lambda: floor.window.full is None)
    floor.touch(floor.screen.tabs["settings"])
    page = floor.screen.page
    floor.touch(page.more["layout"])
    floor.touch(page.apply)
    assert not page.more["layout"].usable, "there are credit and a bet"
    assert floor.state.settings.layout is None
    assert "credit" in page.said.text()

    # The table did not wait for this seat, and the round is settled to the cent.
    floor.until(lambda: floor.state.last is not None and floor.state.last.number == 1)
    layout = floor.bridge.context.layout
    due = GAME.settle(layout, stakes, floor.state.last.facts)
    assert len(dice_of(floor.state.last.facts)) == 3
    assert floor.state.balances.credit == 10_000 - due.staked + due.paid
    assert floor.state.balances.escrow == 0

    # The slot is tried with the door closed: read, given back, no credit.
    floor.move_door(Qt.Key.Key_F10, Door.MAIN, is_open=False)
    floor.touch(floor.screen.tabs["devices"])
    page = floor.screen.page
    floor.touch(page.buttons["notes"])
    floor.until(lambda: not floor.demo.playing._threads._hand_is_busy)
    floor.key(Qt.Key.Key_F3)
    floor.until(lambda: "$20" in page.results["acceptor"].text())
    assert floor.state.balances.credit == 10_000 - due.staked + due.paid

    floor.leave()
    assert floor.state.locks == ()
    assert floor.state.balances.credit == 10_000 - due.staked + due.paid
    floor.until(lambda: "service-ended" in floor.events())  # the books are written in a thread of their own
    told = floor.events()
    for kind in (
        "door-opened",
        "door-closed",
        "staff-logged-in",
        "service-began",
        "test-print",
        "display-tested",
    ):
        assert kind in told
    assert "settings-refused" not in told, "nothing was asked for"
    assert told.count("door-opened") == 2

    # And the player plays on.
    floor.until(lambda: floor.state.table.number == 2 and floor.state.audited_round == 2)
    floor.tap_spot("big")
    floor.until(lambda: floor.state.registered is not None)


def test_that_recall_in_the_middle_of_a_round_leads_back_to_service(floor):
    floor.key(Qt.Key.Key_F5)
    floor.until(lambda: floor.state.balances.credit == 10_000 and floor.state.item is None)
    floor.log_in(BOSS)
    floor.touch(floor.screen.tabs["recall"])
    floor.until(lambda: floor.screen.page._kept is not None)
    floor.touch(floor.screen.page.tabs["notes"])
    assert [row.cells[1] for row in floor.screen.page.table.rows] == ["$100.00"]
    floor.leave()
    assert not isinstance(floor.screen, RecallScreen)
    assert floor.state.balances.credit == 10_000

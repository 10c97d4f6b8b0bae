"""Full screen, as on a kiosk: no drawer, and everything still can be done with keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kiosk.seat.events import Collect
from kiosk.table.round import Phase
from kiosk.ui.terminal.play.drawer import DemoDrawer

PATIENCE_MS = 60_000


@pytest.fixture
def demo(demo_on, tmp_path, qtbot):
    demo = demo_on(tmp_path / "state", full_screen=True)
    qtbot.waitUntil(
        lambda: (
            demo.playing.bridge.state.table.phase is Phase.BETTING
            and demo.playing.bridge.state.audited_round == 1
        ),
        timeout=PATIENCE_MS,
    )
    demo.window.activateWindow()
    qtbot.waitUntil(demo.window.isActiveWindow)
    return demo


def test_that_there_is_no_drawer_and_the_keys_put_notes_in(demo, qtbot):
    bridge = demo.playing.bridge
    assert demo.window.findChildren(DemoDrawer) == []
    assert demo.window.isFullScreen()
    credit = 0
    for key, cents in (
        (Qt.Key.Key_F1, 500),
        (Qt.Key.Key_F2, 1_000),
        (Qt.Key.Key_F3, 2_000),
        (Qt.Key.Key_F4, 5_000),
        (Qt.Key.Key_F5, 10_000),
    ):
        QTest.keyClick(demo.window, key)
        credit += cents
        qtbot.waitUntil(
            lambda wanted=credit: bridge.state.balances.credit == wanted and bridge.state.item is None,
            timeout=PATIENCE_MS,
        )


def test_that_a_key_turns_the_attendants_key_and_back(demo, qtbot):
    key = demo.window._key
    assert not key.turned
    QTest.keyClick(demo.window, Qt.Key.Key_F9)
    qtbot.waitUntil(lambda: key.turned, timeout=PATIENCE_MS)  # by way of the cabinet's board
    QTest.keyClick(demo.window, Qt.Key.Key_F9)
    qtbot.waitUntil(lambda: not key.turned, timeout=PATIENCE_MS)


def test_that_a_key_puts_the_newest_ticket_back_in(demo, qtbot):
    bridge = demo.playing.bridge
    QTest.keyClick(demo.window, Qt.Key.Key_F6)  # there is none: nothing happens
    QTest.keyClick(demo.window, Qt.Key.Key_F3)
    qtbot.waitUntil(lambda: bridge.state.balances.credit == 2_000, timeout=PATIENCE_MS)
    qtbot.waitUntil(lambda: bridge.state.item is None, timeout=PATIENCE_MS)
    bridge.send(Collect())
    qtbot.waitUntil(lambda: demo._newest is not None and bridge.state.cashout is None, timeout=PATIENCE_MS)
    assert bridge.state.balances.credit == 0
    QTest.keyClick(demo.window, Qt.Key.Key_F6)
    qtbot.waitUntil(lambda: bridge.state.balances.credit == 2_000, timeout=PATIENCE_MS)

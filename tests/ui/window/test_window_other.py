"""Meters, start-up, the demo's drawer, the picture book, and the toolkit's known trap."""

import argparse
import sys

import pytest
from PySide6.QtCore import QSize, Qt, QTimer, qInstallMessageHandler, qWarning
from PySide6.QtTest import QTest
from shiboken6 import isValid

from kiosk.commands import shots
from kiosk.tools.shots.quiet import NOISE, without_noise
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import scale_for
from kiosk.ui.terminal.bars.meters import Meter, MeterFace
from kiosk.ui.terminal.play.drawer import NOTES, DemoDrawer, DemoWindow, DrawerActions
from kiosk.ui.terminal.screens.attendant import AttendantKey
from kiosk.ui.terminal.screens.startup import HOLD_MS, StartStep, StartupScreen


@pytest.fixture
def dress():
    return Style(Texts(Language.EN), scale_for(1280, 720))


def test_that_a_meter_shows_the_largest_credit_without_floats(qtbot, dress):
    meter = Meter(MeterFace("meter.credit", 10**15), dress)
    qtbot.addWidget(meter)
    meter.show_face(MeterFace("meter.credit", 10**15 - 1))
    assert meter.text == "$9,999,999,999,999.99"


def test_that_start_up_shows_its_steps_and_progress(qtbot):
    screen = StartupScreen("sicbo", Texts(Language.EN), QSize(1280, 720))
    qtbot.addWidget(screen)
    assert screen.share == 0
    screen.begin(StartStep.BOOKS, 0.5)
    assert screen.share == 0.5
    screen.finish()
    assert screen.share == 1


@pytest.mark.parametrize("language", Language)
def test_that_a_failed_start_says_what_is_wrong_and_the_way_out(qtbot, language):
    screen = StartupScreen("sicbo", Texts(language), QSize(1280, 720))
    qtbot.addWidget(screen)
    screen.begin(StartStep.MEMORY)
    screen.fail("seat.db cannot be opened", "Free the disk, then: systemctl start etg-kiosk-terminal")
    texts = Texts(language)
    assert screen.words.split("\n")[1:] == [texts.get("start.failed_memory"), texts.get("start.call")]
    assert screen.grab().size() == QSize(1280, 720)
    QTest.mousePress(screen, Qt.MouseButton.LeftButton)
    assert screen._hold.isActive()
    assert screen._hold.interval() == HOLD_MS
    screen._hold.timeout.emit()  # the technician's finger has rested there
    assert "seat.db cannot be opened" in screen.words
    assert "Free the disk" in screen.words
    assert screen.grab().size() == QSize(1280, 720)


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("step", StartStep)
def test_that_whatever_fails_at_a_start_is_told_without_a_command(qtbot, language, step):
    screen = StartupScreen("sicbo", Texts(language), QSize(1080, 1920))
    qtbot.addWidget(screen)
    screen.begin(step)
    screen.fail("x: found y, expected z", "Run kiosk verify --state DIR")
    assert "kiosk" not in screen.words
    assert "found" not in screen.words
    assert len(screen.words.split("\n")) == 3


@pytest.fixture
def drawer(qtbot, dress):
    done = []
    actions = DrawerActions(
        insert_note=lambda cents: done.append(("note", cents)),
        insert_ticket=lambda number: done.append(("ticket", number)),
        insert_ticket_file=lambda file: done.append(("file", file)),
        open_ticket=lambda file: done.append(("open", file)),
    )
    key = AttendantKey()
    made = DemoDrawer(actions, key, dress)
    made.done, made.key = done, key
    yield made
    if isValid(made):  # else a window has taken it along
        made.deleteLater()


def test_that_the_keys_f1_to_f5_insert_notes_in_the_whole_demo_window(qtbot, drawer, dress):
    other = Meter(MeterFace("meter.credit"), dress)
    other.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    window = DemoWindow(other, drawer)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    other.setFocus()
    for key in (Qt.Key.Key_F1, Qt.Key.Key_F2, Qt.Key.Key_F3, Qt.Key.Key_F4, Qt.Key.Key_F5):
        QTest.keyClick(other, key)
    assert (
        drawer.done
        == [("note", cents) for cents in NOTES]
        == [
            ("note", 500),
            ("note", 1_000),
            ("note", 2_000),
            ("note", 5_000),
            ("note", 10_000),
        ]
    )


def test_that_the_drawer_inserts_a_ticket_by_number(drawer):
    drawer.number.setText(" 0012 ")
    drawer._buttons["drawer.insert"].click()
    drawer._buttons["drawer.insert"].click()
    assert drawer.done == [("ticket", "0012")]


def test_that_the_drawer_turns_the_attendants_key(drawer):
    drawer._buttons["drawer.key_switch"].click()
    assert drawer.key.turned
    drawer._buttons["drawer.key_switch"].click()
    assert not drawer.key.turned


def test_that_the_last_ticket_can_be_opened(drawer, tmp_path):
    assert not drawer._buttons["drawer.open"].usable
    drawer._buttons["drawer.open"].click()
    drawer.show_ticket(tmp_path / "ticket.pdf")
    drawer._buttons["drawer.open"].click()
    assert drawer.done == [("open", tmp_path / "ticket.pdf")]


def shoot(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    shots.add_arguments(parser)
    return shots.run(parser.parse_args(arguments))


def test_that_shots_paints_what_is_asked_for(tmp_path, capsys):
    assert shoot("--out", str(tmp_path / "new"), "--only", "A-zh-1280x720-result-win") == 0
    assert [path.name for path in (tmp_path / "new").iterdir()] == ["A-zh-1280x720-result-win.png"]
    assert "1 pictures" in capsys.readouterr().out


def test_that_only_the_noise_of_the_displayless_plugin_is_dropped():
    heard = []
    before = qInstallMessageHandler(lambda _kind, _context, text: heard.append(text))
    try:
        with without_noise():
            qWarning(NOISE)
            qWarning("something else")
        qWarning(NOISE)
    finally:
        qInstallMessageHandler(before)
    assert heard == ["something else", NOISE]


def test_that_shots_says_when_no_picture_has_that_name(tmp_path, capsys):
    assert shoot("--out", str(tmp_path), "--only", "nothing") == 1
    assert "nothing" in capsys.readouterr().err


def test_that_paints_timers_and_signals_keep_every_reference_to_none(make_studio, seat, qtbot):
    """The toolkit's release after ours loses one at each of these calls, and the program aborts."""
    seat.open()
    studio = make_studio(seat)
    ticks = []
    timer = QTimer()
    timer.timeout.connect(lambda: ticks.append(1))
    board = studio.window.parts.board

    def turn(times: int) -> None:
        for number in range(times):
            studio.window.parts.ribbon.repaint()
            board.tapped.emit("big" if number % 2 else "small")
            timer.timeout.emit()

    turn(50)
    before = sys.getrefcount(None)
    turn(2_000)
    # A lost reference at each call would make thousands; a cache may let go of a few.
    assert sys.getrefcount(None) > before - 100


@pytest.mark.parametrize("size", [(960, 405), (720, 300)])
def test_that_the_drawer_never_makes_a_window_larger_than_it_was_asked_to_be(qtbot, drawer, dress, size):
    """Two seats share the height of a screen: what lies below its edge nobody could reach."""
    window = DemoWindow(Meter("meter.credit", dress), drawer)
    qtbot.addWidget(window)
    window.resize(*size)
    window.show()
    qtbot.waitExposed(window)
    assert (window.width(), window.height()) == size
    area = drawer.parentWidget().parentWidget()
    assert area.verticalScrollBar().maximum() > 0, "the rest is a drag away"

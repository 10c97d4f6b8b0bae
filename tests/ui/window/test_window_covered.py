"""No blind bets: whatever lies over the board, chips and commands for bets sleep until the board is seen again."""

from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from kiosk.seat import events as ev
from kiosk.seat.betting import Fingers
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.help.screen import HelpScreen

BETS = ("action.undo", "action.clear", "action.double", "action.rebet")
COVERED = {language: Texts(language).get("why.covered") for language in Language}


def help_over(studio) -> None:
    studio.window.open_help()


def recall_over(studio) -> None:
    studio.window.open_recall(studio.seat.rounds, 0)


def desk_over(studio) -> None:
    studio.key.turn(on=True)
    studio.window.open_desk()


class _Full(QWidget):
    from PySide6.QtCore import Signal

    finished = Signal()


def full_over(studio) -> None:
    studio.window.open_full(_Full)


COVERS = [help_over, recall_over, desk_over, full_over]


@pytest.fixture
def betting(seat):
    """Bets are open, chips lie on the board, and every command for bets would do something."""
    seat.play({"odd": 500}, (1, 1, 2))
    seat.open()
    seat.place({"big": 2_500})
    return seat


def bets_sent(studio) -> list:
    return [event for event in studio.model.sent if isinstance(event, Fingers)]


@pytest.mark.parametrize("cover", COVERS, ids=lambda cover: cover.__name__)
def test_that_commands_for_bets_sleep_under_a_cover_and_say_why(make_studio, betting, cover):
    studio = make_studio(betting)
    bar = studio.window.parts.bottom
    assert all(bar.buttons[key].usable for key in BETS)
    cover(studio)
    assert not any(bar.buttons[key].usable for key in BETS)
    for key in BETS:
        studio.window.parts.notice.clear()
        bar.buttons[key].click()
        assert studio.window.parts.notice.text == COVERED[Language.EN]
    QTest.keyClick(bar.buttons["action.double"], Qt.Key.Key_Space)
    assert bets_sent(studio) == []
    assert studio.model.state.draft == {"big": 2_500}


@pytest.mark.parametrize("cover", COVERS, ids=lambda cover: cover.__name__)
def test_that_chips_sleep_under_a_cover(make_studio, betting, cover):
    studio = make_studio(betting)
    rack = studio.rack
    cover(studio)
    assert not any(rack.is_covered(cents) for cents in betting.context.config.chips)
    chip = rack.chip_rect(500).center()
    on_big = rack.mapFromGlobal(
        studio.window.parts.board.mapToGlobal(studio.window.parts.board.cell_rect("big").center().toPoint())
    )
    QTest.mousePress(rack, Qt.MouseButton.LeftButton, pos=chip)
    QTest.mouseMove(rack, on_big)
    QTest.mouseRelease(rack, Qt.MouseButton.LeftButton, pos=on_big)
    assert studio.window.parts.notice.text == COVERED[Language.EN]
    assert bets_sent(studio) == []


def test_that_a_chip_in_the_air_does_not_land_on_a_board_that_was_covered_meanwhile(make_studio, betting):
    studio = make_studio(betting)
    rack, board = studio.rack, studio.window.parts.board
    on_odd = rack.mapFromGlobal(board.mapToGlobal(board.cell_rect("odd").center().toPoint()))
    QTest.mousePress(rack, Qt.MouseButton.LeftButton, pos=rack.chip_rect(500).center())
    QTest.mouseMove(rack, on_odd)
    studio.window.open_help()
    QTest.mouseRelease(rack, Qt.MouseButton.LeftButton, pos=on_odd)
    assert bets_sent(studio) == []
    assert studio.window._hands.carried == 0


def test_that_a_finger_on_the_board_is_forgotten_when_something_covers_it(make_studio, betting, touch_screen):
    """A long press takes chips back: not from a board that nobody sees any more."""
    studio = make_studio(betting)
    board = studio.window.parts.board
    at: QPoint = board.cell_rect("big").center().toPoint()
    QTest.touchEvent(studio.window, touch_screen).press(0, at, board.viewport()).commit()
    studio.window.open_help()
    QTest.touchEvent(studio.window, touch_screen).release(0, at, board.viewport()).commit()
    assert board._presses == {}
    assert bets_sent(studio) == []


def test_that_everything_wakes_when_the_board_is_seen_again(make_studio, betting):
    studio = make_studio(betting)
    studio.window.open_help()
    studio.window.open_screen.back.click()
    bar = studio.window.parts.bottom
    assert all(bar.buttons[key].usable for key in BETS)
    assert studio.rack.is_covered(500)
    bar.buttons["action.double"].click()
    assert studio.model.state.draft == {"big": 5_000}


@pytest.mark.parametrize("cover", [help_over, recall_over, desk_over], ids=lambda cover: cover.__name__)
def test_that_the_way_back_names_the_stake_as_it_is_now(make_studio, betting, cover):
    studio = make_studio(betting)
    cover(studio)
    assert studio.window.open_screen.back.text() == "Back to the game · bet $25.00"
    betting.register()
    betting.place({"odd": 1_000})
    betting.close()
    studio.model.show(betting.state)
    assert (
        studio.window.open_screen.back.text() == "Back to the game · bet $25.00"
    )  # what came too late is back
    studio.window.set_language(Language.ZH)
    assert studio.window.open_screen.back.text() == "返回游戏 · 下注 $25.00"
    betting.tumble()
    betting.rest()
    betting.result((3, 5, 3))
    studio.model.show(betting.state)
    assert studio.window.open_screen.back.text() == "返回游戏"


def test_that_a_touch_of_a_command_under_attract_only_leads_to_the_table(make_studio, seat):
    empty = type(seat)("B", 8)
    empty.open()
    studio = make_studio(empty)
    studio.window.invite()
    studio.window.parts.bottom.buttons["action.rebet"].click()
    assert not studio.window.parts.attract.isVisible()
    assert bets_sent(studio) == []


def test_that_collect_stays_awake_under_help(make_studio, betting):
    studio = make_studio(betting)
    studio.window.parts.bottom.buttons["action.clear"].click()
    studio.window.open_help()
    collect = studio.window.parts.bottom.buttons["action.collect"]
    assert collect.usable
    collect.click()
    assert isinstance(studio.model.sent[-1], ev.Collect)


def test_that_no_part_of_the_window_sends_bets_but_through_the_one_door():
    """The screens over the board have no way of their own to the seat's bets."""
    folder = Path(HelpScreen.__module__.replace(".", "/")).parents[2]
    makers = {
        path.name
        for path in folder.rglob("*.py")
        if any(f"{name}(" in path.read_text() for name in ("Tap", "TakeBack"))
    }
    assert makers == {"hands.py"}

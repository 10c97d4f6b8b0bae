"""What Casino Stud Poker shows where it starts, where it invites and on the ribbon."""

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter

from kiosk.tools.shots.stud.deals import PAIR, QUALIFIED, deal
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.stud.part import PART

LOOK = Style(Texts(Language.EN), Scale(1.0))
_NAME_BEGINS = (
    100  # design px below the mark's upper edge: the screen that starts writes the game's name there
)


def test_that_the_mark_leaves_the_name_below_it_alone():
    picture = QImage(600, 200, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        PART.paint_mark(painter, QRectF(0, 10, 600, 180), LOOK)
    rows = [y for y in range(200) if any(picture.pixelColor(x, y).alpha() for x in range(0, 600, 3))]
    assert rows
    assert rows[-1] < 10 + _NAME_BEGINS


def test_that_the_dealers_hand_takes_room_on_the_ribbon_only_with_a_result(qtbot):
    show = PART.play_show(LOOK, animations=True)
    qtbot.addWidget(show)
    show.fit(68)
    show.begin()
    assert (show.width(), show.plays) == (0, False)
    show.show_result(deal(PAIR, QUALIFIED))
    assert show.width() > 5 * 30
    show.show_result(())
    assert show.width() == 0


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1080, 1920)])
def test_that_the_fan_that_invites_lies_on_the_screen(qapp, size):
    fan = PART.attract_show(LOOK)
    fan.bake(1.0)
    room = QSize(*size)
    zone = fan.zone(room)
    assert QRectF(0, 0, *size).contains(QRectF(zone))
    picture = QImage(room, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        fan.paint(painter, room, 1_300.0)
    middle = zone.center()
    assert picture.pixelColor(middle).alpha() == 255

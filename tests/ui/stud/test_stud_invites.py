"""The screen that invites to Casino Stud Poker."""

import pytest

from kiosk.tools.shots.samples import SampleSeat
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import scale_for
from kiosk.ui.terminal.cards.shows import CardFan
from kits.ui.repainted import Repainted


def test_that_the_fan_is_repainted_wherever_it_floats(make_window):
    window = make_window(SampleSeat("stud", "A"), animations=True)
    window.invite()
    attract = window.parts.attract
    attract._timer.stop()
    seen = Repainted(attract)
    for _ in range(12):
        attract._float()
        seen.news()


@pytest.mark.parametrize("count", [2, 4, 5, 7])
@pytest.mark.parametrize("size", [(1280, 720), (1080, 1920)])
def test_that_no_card_of_the_fan_is_cut(qapp, count, size):
    load_fonts()
    fan = CardFan(Style(Texts(Language.EN), scale_for(*size)), ("Ah",) * count)
    fan.bake(1.0)
    image = fan._fan.toImage()
    wide, high = image.width(), image.height()
    edge = [image.pixelColor(x, y) for x in range(wide) for y in (0, high - 1)]
    edge += [image.pixelColor(x, y) for y in range(high) for x in (0, wide - 1)]
    assert {colour.alpha() for colour in edge} == {0}
    assert image.pixelColor(wide // 2, high // 2).alpha() == 255

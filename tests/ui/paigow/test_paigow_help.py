"""Help & pays of Fortune Pai Gow Poker: the own figures, examples that the game has settled; its marks and shows."""

import pytest
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QLabel

from kiosk.games.paigow.odds import fortune_edge
from kiosk.tools.shots.paigow.deals import WIN
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.cards.help_parts import CardsPicture
from kiosk.ui.terminal.paigow.help_pages import EXAMPLES, example_words
from kiosk.ui.terminal.paigow.part import PART, pay_sections


@pytest.fixture(params=Language)
def look(request):
    return Style(Texts(request.param), Scale(1.0))


def _words(page):
    return " ".join(label.text() for label in page.findChildren(QLabel))


def test_that_the_exact_edge_and_every_example_stand_there(look, seat, qtbot):
    seat.open()
    page = PART.bets_page(look, seat.context, seat.state.table.limits)
    qtbot.addWidget(page)
    assert str(fortune_edge()) in _words(page)
    assert len(page.findChildren(CardsPicture)) == 2 * len(EXAMPLES)


def test_that_examples_show_a_win_a_standoff_and_a_loss():
    look = Style(Texts(Language.EN), Scale(1.0))
    said = [example_words(look, 1_000, *one).replace("\u2060", "") for one in EXAMPLES]
    assert any("+$9.50" in words for words in said)
    assert any("$0.00" in words for words in said)
    assert any("−$10.00" in words for words in said)
    for low, high, dealer in EXAMPLES:
        cards = f"{low} {high} {dealer}".split()
        assert len(cards) == len(set(cards)) == 2 * (PART.game.rules.low + PART.game.rules.high)


def test_that_limits_name_each_bet(look, seat, qtbot):
    seat.open()
    page = PART.limits_page(look, seat.layout, seat.state.table.limits)
    qtbot.addWidget(page)
    for spot in seat.layout.spots:
        assert PART.look.spot_words(spot, look.texts) in _words(page)
    later = PART.limits_page(look, seat.layout, None)
    qtbot.addWidget(later)
    assert _words(later) == look.t("help.limits_later")


def test_that_the_dealers_hands_take_room_on_the_ribbon_only_with_a_result(look, qtbot):
    show = PART.play_show(look, animations=True)
    qtbot.addWidget(show)
    show.fit(68)
    assert show.width() == 0
    show.show_result(WIN)
    assert show.width() == PART.last_width(WIN, round(68 * 0.66))


def test_that_the_mark_leaves_the_name_below_it_alone(look):
    picture = QImage(600, 200, QImage.Format.Format_ARGB32_Premultiplied)
    picture.fill(Qt.GlobalColor.transparent)
    with QPainter(picture) as painter:
        PART.paint_mark(painter, QRectF(0, 10, 600, 180), look)
    rows = [y for y in range(200) if any(picture.pixelColor(x, y).alpha() for x in range(0, 600, 3))]
    assert rows
    assert rows[-1] < 110


@pytest.mark.parametrize("size", [(1920, 1080), (1280, 720), (1080, 1920)])
def test_that_the_fan_that_invites_lies_on_the_screen(look, size):
    fan = PART.attract_show(look)
    fan.bake(1.0)
    assert QRectF(0, 0, *size).contains(QRectF(fan.zone(QSize(*size))))


@pytest.mark.parametrize("language", Language)
def test_that_the_pay_table_writes_its_odds_as_the_spot_does(language):
    texts = Texts(language)
    rows = pay_sections(texts, None)[0].rows
    most = texts.get("felt.to_one", odds="2,500")
    assert [row.pays for row in rows if "500" in row.pays and row.pays.startswith("2")] == [most]
    assert "2,500" in texts.get("paigow.fortune_pays")

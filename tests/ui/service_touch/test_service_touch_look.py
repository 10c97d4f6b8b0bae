"""How the tests look at every size and in both languages: nothing is cut off, nothing covers what is to be touched."""

import pytest
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QLabel

from kiosk.ui.kit import theme
from kiosk.ui.kit.texts import Language
from kiosk.ui.kit.touch_button import TouchButton
from kiosk.ui.service.touch.affine import Affine
from kiosk.ui.service.touch.calibration_screen import CalibrationScreen
from kiosk.ui.service.touch.card import Card, Ring, Said, free_place
from kiosk.ui.service.touch.display_test import DisplayTest
from kiosk.ui.service.touch.hearing import SoundResult
from kiosk.ui.service.touch.loudspeaker import Player
from kiosk.ui.service.touch.sound_test import SoundTest
from kiosk.ui.service.touch.sweep import Side
from kiosk.ui.service.touch.touch_test import TouchTest
from kits.ui.contrast import contrast

SIZES = ((1280, 720), (1920, 1080), (1080, 1920), (3840, 2160))
STAGES = {True: (1030, 1100), False: (1820, 760)}  # of the service frame, design px; portrait or not


@pytest.fixture
def cards(monkeypatch):
    """Every card that is painted, with its place."""
    painted = []
    was = Card.paint

    def paint(card, painter, place):
        painted.append((card, place))
        was(card, painter, place)

    monkeypatch.setattr(Card, "paint", paint)
    return painted


def check(widget, cards):
    """All that was painted lies within the widget, and no word is wider than its card."""
    cards.clear()
    widget.grab()
    assert cards
    for card, place in cards:
        assert QRectF(widget.rect()).contains(place), (widget.words, place)
        assert (place.width(), place.height()) == pytest.approx((card.width, card.height))
        for one in card._said:
            metrics = QFontMetricsF(card._look.font(one.role, one.size))
            longest = max(metrics.horizontalAdvance(word) for word in one.text.split())
            if card._look.texts.language is Language.EN:
                assert longest <= card._room, one.text


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", SIZES)
def test_that_every_card_of_the_calibration_fits(shown, panel, cards, size, language):
    screen = shown(CalibrationScreen, size, language)
    check(screen, cards)
    for wrong in (Affine(0, 0, 9, 0, 0, 9), Affine(1, 0, 0, 0, 0, 300)):
        panel.distort = wrong.apply
        while screen.course.cross is not None:
            panel.touch(screen, screen.course.cross)
            check(screen, cards)
        panel.touch(screen, (5, 5))  # to begin again
    panel.distort = lambda true: true
    for n in range(9):
        panel.touch(screen, (n * 100, 50))
        check(screen, cards)
    for miss in (90, 0):
        while screen.course.cross is not None:
            x, y = screen.course.cross
            panel.touch(screen, (x + miss * len(screen.course.checked), y))
            check(screen, cards)
        if miss:
            panel.touch(screen, (5, 5))
    assert screen.course.result is not None


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", SIZES)
def test_that_the_card_of_the_touch_test_fits_and_leaves_the_line_free(shown, cards, size, language):
    test = shown(TouchTest, size, language)
    check(test, cards)
    [(_, place)] = cards
    width, height = size
    assert not place.intersects(test.corner)
    for n in range(101):
        assert not place.contains(QPointF(width * n / 100, height * n / 100))
    assert min(test.corner.width(), test.corner.height()) >= theme.MIN_TOUCH_PX


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", SIZES)
def test_that_every_hint_of_the_display_test_fits(shown, panel, cards, size, language):
    test = shown(DisplayTest, size, language)
    while not test.ended:
        check(test, cards)
        panel.touch(test, (9, 9))


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("size", SIZES)
def test_that_every_word_of_the_sound_test_fits(shown, size, language):
    test = shown(SoundTest, size, language, players=[Player("/bin/true", ())])
    wide, high = STAGES[test._look.scale.portrait]
    test.resize(test._look.scale.px(wide), test._look.scale.px(high))
    test.hearing.begin(Side.LEFT)
    test._played("aplay: main:850: audio open error: " + "No such file or directory " * 6)
    test.grab()
    buttons = test.findChildren(TouchButton)
    assert len(buttons) == 6
    for button in buttons:
        assert button.rect().width() >= QFontMetricsF(button.font()).horizontalAdvance(button.text()) + 12
        assert min(button.width(), button.height()) >= theme.MIN_TOUCH_PX
        assert test.rect().contains(button.geometry())
    for words in test.findChildren(QLabel):
        assert words.height() >= words.heightForWidth(words.width()), words.text()
        assert test.rect().contains(words.geometry())
    test.leave()
    assert test.results == [SoundResult.NOT_THERE]


@pytest.mark.parametrize("key", ["TEXT", "TEXT_SOFT", "GOLD_TEXT", "WARN"])
def test_that_what_is_said_can_be_read_on_a_card(key):
    assert contrast(getattr(theme, key), theme.PANEL) >= 4.5


def test_that_a_card_moves_out_of_the_way(shown):
    look = shown(CalibrationScreen, (1920, 1080)).look
    card = Card(look, [Said("x")], 600, Ring(1, "9"))
    area = QRectF(0, 0, 1920, 1080)
    assert free_place(card, area, None).center().y() == pytest.approx(540, abs=1)
    clear = QRectF(900, 480, 120, 120)
    assert not free_place(card, area, clear).intersects(clear)

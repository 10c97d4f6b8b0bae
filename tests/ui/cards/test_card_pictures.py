"""Cards as pictures: every face its own, read at arm's length, backs that tell nothing; and hands in words."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from kiosk.cards import DECK, JOKER
from kiosk.cards.poker import rank_hand
from kiosk.ui.kit.cards.face import CARD_FACE, JOKER_INK, card_pixmap, card_width, paint_cards, row_width
from kiosk.ui.kit.cards.suits import configure_suits, suit_colour
from kiosk.ui.kit.cards.words import hand_words
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.cards.outcome_board import OutcomeBoard
from kits.ui.contrast import contrast

SIZES = (28, 40, 60, 112, 168, 380)  # px: the smallest row of a list to a player's own cards on a 4K screen


def _grey(card, height, **more):
    picture = card_pixmap(card, height, **more).toImage().convertToFormat(QImage.Format.Format_Grayscale8)
    rows = [bytes(picture.constScanLine(y))[: picture.width()] for y in range(picture.height())]
    return b"".join(rows)


@pytest.mark.parametrize("height", SIZES)
def test_that_every_card_has_a_face_of_its_own(height):
    deck = (*DECK, JOKER)
    faces = {card: np.frombuffer(_grey(card, height), np.uint8).astype(np.int16) for card in deck}
    for one, other in combinations(deck, 2):
        differing = (abs(faces[one] - faces[other]) > 40).sum()
        # Four suits of two colours: also the two blacks, and the two reds, differ in shape.
        assert differing > 0.012 * len(faces[one]), (one, other)


@pytest.mark.parametrize("four_colours", [False, True])
def test_that_a_suit_has_its_colour_and_is_read(four_colours):
    colours = {suit: suit_colour(suit, four_colours=four_colours) for suit in "cdhs"}
    assert len(set(colours.values())) == (4 if four_colours else 2)
    assert all(contrast(colour, CARD_FACE) >= 4.5 for colour in colours.values())
    for suit, colour in colours.items():
        image = card_pixmap(f"A{suit}", 168, four_colours=four_colours).toImage()
        found = sum(
            image.pixelColor(x, y) == QColor(colour) for x in range(image.width()) for y in range(168)
        )
        assert found > 0.05 * image.width() * image.height()


def test_that_the_joker_has_a_colour_that_no_suit_has():
    inks = {suit_colour(suit, four_colours=four) for suit in "cdhs" for four in (False, True)}
    assert JOKER_INK not in inks
    assert contrast(JOKER_INK, CARD_FACE) >= 4.5
    image = card_pixmap(JOKER, 168).toImage()
    found = sum(image.pixelColor(x, y) == QColor(JOKER_INK) for x in range(image.width()) for y in range(168))
    assert found > 0.05 * image.width() * image.height()


def test_that_the_rank_is_read_at_arms_length_on_the_smallest_screen():
    """0.7 m: signs of 15 arc minutes are read at a glance (ISO 9241-303 asks for 16 to 22), which are 3.1 mm."""
    height = 112  # px of the player's own cards at 1280x720
    image = card_pixmap("8s", height).toImage()
    dark = [
        y for y in range(height // 2) if any(image.pixelColor(x, y).lightness() < 60 for x in range(2, 40))
    ]
    mm_of_a_pixel = 527 / 1280  # a panel of 24 inches is 527 mm wide
    assert (dark[-1] - dark[0]) * mm_of_a_pixel > 3 * 3.1


def test_that_all_backs_are_alike_and_are_no_face():
    assert _grey(None, 112) == _grey(None, 112)
    assert all(_grey(None, 112) != _grey(card, 112) for card in DECK)


def test_that_a_card_out_of_play_is_darker():
    assert sum(_grey("Ah", 112, dimmed=True)) < 0.7 * sum(_grey("Ah", 112))


def test_that_a_picture_is_sharp_on_a_dense_screen():
    dense = card_pixmap("Ah", 100, 2.0)
    assert (dense.width(), dense.height()) == (2 * card_width(100), 200)


@pytest.mark.parametrize("card", ["Jx", "1h", "Ax", ""])
def test_that_what_is_no_card_is_refused(card):
    with pytest.raises((KeyError, IndexError)):
        card_pixmap(card, 40)


def test_that_a_row_is_as_wide_as_it_says(qapp):
    from PySide6.QtGui import QPainter, QPixmap

    room = QPixmap(900, 200)
    with QPainter(room) as painter:
        end = paint_cards(painter, 10, 100, 140, ("Ah", None, "Td"))
    assert end - 10 == row_width(140, 3)
    assert row_width(140, 0) == 0


@pytest.mark.parametrize(
    ("cards", "english", "chinese"),
    [
        ("Ah Kh Qh Jh Th", "Royal Flush", "皇家同花顺"),
        ("9s 8s 7s 6s 5s", "Straight Flush, 9 high", "同花顺，最大 9"),
        ("9c 9d 9h 9s 2c", "Four of a Kind, 9s", "四条 9"),
        ("Kc Kd Kh 4s 4c", "Full House, Kings over 4s", "葫芦，K 带 4"),
        ("Ad 9d 7d 5d 4d", "Flush, Ace high", "同花，最大 A"),
        ("5c 4d 3h 2s Ac", "Straight, 5 high", "顺子，最大 5"),
        ("Qc Qd Qh 9s 3c", "Three of a Kind, Queens", "三条 Q"),
        ("Tc Td 4h 4s 3c", "Two Pairs, 10s and 4s", "两对，10 和 4"),
        ("Kc Kd 8h 4s 3c", "Pair of Kings", "一对 K"),
        ("Ac Kd 9h 4s 3c", "Ace-King high", "散牌 A-K"),
        ("Jc 9d 8h 4s 3c", "Jack-9 high", "散牌 J-9"),
    ],
)
def test_that_a_hand_is_told_in_words(cards, english, chinese):
    rank = rank_hand(cards.split())
    assert hand_words(rank, Texts(Language.EN)) == english
    assert hand_words(rank, Texts(Language.ZH)) == chinese


def test_that_every_rank_has_words():
    texts = Texts(Language.EN)
    assert all(hand_words(rank, texts) for rank in range(7462))


def test_that_a_machine_paints_suits_as_its_file_has_it():
    two = card_pixmap("Ac", 168).toImage()
    configure_suits(four_colours=True)
    try:
        four = card_pixmap("Ac", 168).toImage()
        board = OutcomeBoard(Style(Texts(Language.EN), Scale(1.0)))
        assert board.button.isChecked(), "the player's own switch begins with it"
    finally:
        configure_suits(four_colours=False)
    assert four == card_pixmap("Ac", 168, four_colours=True).toImage()
    assert two == card_pixmap("Ac", 168).toImage() != four

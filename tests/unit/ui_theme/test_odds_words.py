"""Odds in words: exact, in three lengths, in both styles and languages."""

from fractions import Fraction

import pytest

from kiosk.games.sicbo import OddsStyle
from kiosk.ui.kit.sicbo.odds_words import odds_bare, odds_brief, odds_figure, odds_words
from kiosk.ui.kit.texts import Language, Texts

HALF = (Fraction(17, 2),)
SINGLE = (Fraction(1), Fraction(2), Fraction(12))


@pytest.mark.parametrize(
    ("odds", "figure"),
    [
        (Fraction(195), "195"),
        (Fraction(17, 2), "8½"),
        (Fraction(1, 2), "½"),
        (Fraction(5, 4), "1¼"),
        (Fraction(19, 20), "19/20"),
        (Fraction(41, 20), "41/20"),
    ],
)
def test_that_a_figure_is_exact(odds, figure):
    assert odds_figure(odds) == figure


@pytest.mark.parametrize(
    ("style", "language", "full", "brief"),
    [
        (OddsStyle.WINS, Language.EN, "1 wins 8½", "wins 8½"),
        (OddsStyle.WINS, Language.ZH, "1赔8½", "赔8½"),
        (OddsStyle.RATIO, Language.EN, "1:8½", "1:8½"),
        (OddsStyle.RATIO, Language.ZH, "1:8½", "1:8½"),
    ],
)
def test_that_odds_read_as_the_layout_writes_them(style, language, full, brief):
    texts = Texts(language)
    assert odds_words(HALF, style, texts) == full
    assert odds_brief(HALF, style, texts) == brief
    assert odds_bare(HALF) == "8½"


@pytest.mark.parametrize("style", OddsStyle)
def test_that_several_odds_stand_side_by_side(style):
    texts = Texts(Language.EN)
    assert odds_words(SINGLE, style, texts) == "1 · 2 · 12"
    assert odds_brief(SINGLE, style, texts) == "1 · 2 · 12"

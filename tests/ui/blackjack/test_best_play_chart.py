"""The chart of best play in Help: what it shows is what the game's own best play does."""

import pytest
from PySide6.QtWidgets import QLabel

from kiosk.games.blackjack.best_play import ROWS, UPS, best
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.blackjack.chart import KINDS, ChartPicture, cell, chart_block, rows_of

TURN = ("hit", "stand", "double", "split")
PLAYED = {"H": "hit", "S": "stand", "D": "double", "d": "double", "P": "split"}


def hand(row):
    """Two cards of that row, no pair where the row is of a total."""
    kind, _, name = row.partition(" ")
    if kind == "pair":
        return (f"{name}s", f"{name}h")
    total = int(name)
    if kind == "soft":
        return ("As", f"{total - 11}h")
    high = min(10, total - 2) if total != 16 else 9
    low = total - high
    return tuple(("T" if value == 10 else str(value)) + suit for value, suit in ((high, "s"), (low, "h")))


def test_that_every_row_of_the_games_chart_stands_there_once():
    assert [row for kind in KINDS for row in rows_of(kind)] == list(ROWS)
    assert len(ROWS) == 10 + 7 + 10


@pytest.mark.parametrize("up", UPS)
def test_that_each_cell_is_what_the_best_play_chooses(up):
    for row in ROWS:
        cards = hand(row)
        if len({card[0] for card in cards}) == 1 and not row.startswith("pair"):
            continue  # the same two cards are a pair
        shown = cell(row, up)
        first = best(cards, f"{up}c", ("decline", "surrender"))
        assert (first == "surrender") == (shown == "R"), (row, up)
        if shown != "R":
            assert best(cards, f"{up}c", TURN) == PLAYED[shown], (row, up)
        if shown in "Dd":
            assert best(cards, f"{up}c", ("hit", "stand")) == ("hit" if shown == "D" else "stand"), (row, up)


@pytest.mark.parametrize("portrait", [False, True])
@pytest.mark.parametrize("language", Language)
def test_that_the_chart_fits_its_page(qtbot, language, portrait):
    load_fonts()
    look = Style(Texts(language), Scale(1.0, portrait=portrait))
    picture = ChartPicture(look)
    qtbot.addWidget(picture)
    picture.resize(900, picture.height())
    assert picture._part(2).bottom() <= picture.height()
    assert picture._part(2).right() <= picture.width()
    assert not picture.grab().isNull()
    words = [made.text() for made in chart_block(look) if isinstance(made, QLabel)]
    assert look.t("blackjack.chart_legend") in words

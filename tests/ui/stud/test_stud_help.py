"""Help & pays of Casino Stud Poker: the game's own figures, and examples that the game has settled."""

import pytest
from PySide6.QtWidgets import QLabel

from kiosk.games.stud.odds import edge
from kiosk.games.stud.paytable import A
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.cards.help_parts import CardsPicture, percent
from kiosk.ui.terminal.cards.pay_table import PayTable
from kiosk.ui.terminal.help.pages import play_page, round_page
from kiosk.ui.terminal.stud.help_pages import EXAMPLES, example_words
from kiosk.ui.terminal.stud.part import PART


@pytest.fixture(params=Language)
def look(request):
    return Style(Texts(request.param), Scale(1.0))


@pytest.fixture
def bets(look, seat, qtbot):
    seat.open()
    page = PART.bets_page(look, seat.context, seat.state.table.limits)
    qtbot.addWidget(page)
    return page


def _words(page):
    return " ".join(label.text() for label in page.findChildren(QLabel))


def test_that_the_exact_edge_of_the_ante_stands_there(bets):
    assert str(edge(A)) == "86362082531/1661102543100"
    assert "86362082531/1661102543100 = 5.20%" in _words(bets)


def test_that_the_jackpots_edge_follows_the_display(bets):
    assert "$50,000" in _words(bets)
    assert "24.91%" in _words(bets)


@pytest.mark.rule("stud:4.1")
@pytest.mark.rule("stud:4.2")
def test_that_both_pay_tables_stand_there(bets):
    tables = [table._sections[0] for table in bets.findChildren(PayTable)]
    assert [len(section.rows) for section in tables] == [9, 5]
    assert [row.pays.split()[0] for row in tables[0].rows] == [
        "250",
        "50",
        "20",
        "7",
        "5",
        "4",
        "3",
        "2",
        "1",
    ]
    assert [row.pays for row in tables[1].rows[2:]] == ["$500", "$200", "$100"]


def test_that_every_example_shows_both_hands(bets):
    assert len(bets.findChildren(CardsPicture)) == 2 * len(EXAMPLES)


def test_that_examples_come_to_what_the_game_says(seat):
    look = Style(Texts(Language.EN), Scale(1.0))
    said = [example_words(look, seat.layout, 1_000, *one) for one in EXAMPLES]
    nets = [words.rsplit(" ", 1)[1].replace("\u2060", "") for words in said]
    assert nets == ["+$30.00.", "+$110.00.", "+$10.00.", "−$30.00.", "−$10.00."]


@pytest.mark.rule("stud:3.3")
def test_that_limits_name_each_bet(look, seat, qtbot):
    seat.open()
    page = PART.limits_page(look, seat.layout, seat.state.table.limits)
    qtbot.addWidget(page)
    words = _words(page)
    assert "$10" in words
    assert "$200" in words
    assert look.t("stud.twice") in words


def test_that_limits_wait_for_the_first_round(look, seat, qtbot):
    page = PART.limits_page(look, seat.layout, None)
    qtbot.addWidget(page)
    assert _words(page) == look.t("help.limits_later")


@pytest.mark.parametrize(("numerator", "words"), [(5_195, "51.95%"), (-1, "−0.01%"), (0, "0.00%")])
def test_that_a_share_is_told_in_percent(numerator, words):
    from fractions import Fraction

    assert percent(Fraction(numerator, 10_000)) == words


def test_that_help_speaks_of_cards_and_of_no_dice(look, seat, qtbot):
    words = PART.words
    pages = (round_page(look, PART.steps, words.information), play_page(look, words.no_memory))
    for page in pages:
        qtbot.addWidget(page)
    told = " ".join(map(_words, pages))
    assert look.t("cards.information") in told
    assert look.t("cards.play_chase") in told
    assert not [word for word in ("dice", "骰") if word in told]

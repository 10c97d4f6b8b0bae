"""Help & pays: every bet of the layout with what the game derives, limits, and complete in both languages."""

import re
from fractions import Fraction

import msgspec
import pytest
from PySide6.QtWidgets import QLabel, QScroller

from kiosk.games.sicbo import GAME, ROLLS, dice_fact, edge
from kiosk.money import short_dollars
from kiosk.ui.kit.sicbo.spot_words import spot_words
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import MIN_TOUCH_PX
from kiosk.ui.terminal.help.screen import HelpScreen, Section
from kiosk.ui.terminal.regions import regions
from kiosk.ui.terminal.sicbo.help_bet import BetCard
from kiosk.ui.terminal.sicbo.help_facts import bet_groups, example, percent


@pytest.fixture
def make_help(qtbot, seats):
    def make(model, language=Language.EN, size=seats.SIZES[1]):
        parts = regions(size)
        made = HelpScreen(model, Texts(language), parts.scale)
        qtbot.addWidget(made)
        made.resize(parts.stage.size())
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


def _cards(screen):
    return screen.page(Section.BETS).findChildren(BetCard)


def _words(screen, section):
    return " ".join(label.text() for label in screen.page(section).findChildren(QLabel))


@pytest.mark.parametrize("layout", ["A", "B", "C"])
def test_that_every_bet_of_the_layout_is_there_once(make_help, make_model, seats, layout):
    cards = _cards(make_help(make_model(layout)))
    assert sorted(spot for card in cards for spot in card.group.spots) == sorted(seats.read(layout).spots)


@pytest.mark.parametrize("layout", ["A", "B", "C"])
def test_that_every_edge_is_the_one_that_the_game_derives(make_help, make_model, seats, layout):
    board = seats.read(layout)
    for card in _cards(make_help(make_model(layout))):
        fraction, _, share = card.edge.text().partition(" = ")
        for spot in card.group.spots:
            assert Fraction(fraction) == edge(board, spot), spot
            assert abs(Fraction(share.rstrip("%")) / 100 - edge(board, spot)) <= Fraction(1, 20_000), spot


@pytest.mark.parametrize("layout", ["A", "C"])
def test_that_every_card_says_how_many_rolls_win(make_help, make_model, seats, layout):
    board = seats.read(layout)
    for card in _cards(make_help(make_model(layout))):
        rolls = sum(card.group.spots[0] in board.wins[dice] for dice in ROLLS)
        assert card.chance.text() == f"wins {rolls} of 216 rolls"


@pytest.mark.parametrize("layout", ["A", "B", "C"])
def test_that_every_example_is_settled_by_the_game_and_wins(make_help, make_model, seats, layout):
    board = seats.read(layout)
    for card in _cards(make_help(make_model(layout))):
        shown = card.example
        settled = GAME.settle(board, {shown.spot: shown.stake}, (dice_fact(shown.dice),))
        assert shown.spot in card.group.spots
        assert settled.won > 0
        for cents in (shown.stake, settled.won, settled.paid):
            assert short_dollars(cents) in card.example_words.text()


@pytest.mark.rule("sicbo:3.3")
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("layout", ["A", "B", "C"])
def test_that_the_limits_of_every_bet_are_shown(make_help, make_model, layout, language):
    model = make_model(layout)
    screen = make_help(model, language)
    limits = model.state.table.limits
    screen.show_section(Section.LIMITS)
    words = _words(screen, Section.LIMITS)
    for card in _cards(screen):
        limit = limits.spots[card.group.kind]
        for cents in (limit.minimum, limit.maximum):
            assert short_dollars(cents) in card.limits.text()
            assert short_dollars(cents) in words
    assert short_dollars(limits.seat_maximum) in words
    assert short_dollars(limits.unit) in words


@pytest.mark.rule("sicbo:3.3")
def test_that_new_limits_are_shown_at_once(make_help, make_model, seats):
    model = make_model("A")
    screen = make_help(model)
    limits = msgspec.structs.replace(model.state.table.limits, seat_maximum=123_400)
    table = msgspec.structs.replace(model.state.table, limits=limits)
    model.show(msgspec.structs.replace(model.state, table=table))
    assert "$1,234" in _words(screen, Section.LIMITS)


def test_that_a_seat_without_a_round_yet_says_so(make_help, make_model):
    screen = make_help(make_model("A", limits=False))
    assert "as soon as a round is open" in _words(screen, Section.LIMITS)
    assert {card.limits.text() for card in _cards(screen)} == {"–"}


def test_that_an_example_stays_within_limits_and_unit(make_model, seats):
    board = seats.read("B")
    limits = seats.make_limits(board, unit=200)
    for group in bet_groups(board):
        limit = limits.spots[group.kind]
        assert limit.minimum <= example(GAME, board, group, limits).stake <= limit.maximum


def test_that_percent_is_rounded_half_up_from_the_exact_fraction():
    assert percent(Fraction(1, 36)) == "2.78%"
    assert percent(Fraction(7, 24)) == "29.17%"
    assert percent(Fraction(1, 8)) == "12.50%"
    assert percent(Fraction(25, 100_000)) == "0.03%"
    assert percent(Fraction(0)) == "0.00%"


@pytest.mark.parametrize("layout", ["A", "B", "C"])
def test_that_chinese_help_is_chinese_throughout(make_help, make_model, layout):
    screen = make_help(make_model(layout), Language.ZH)
    for section in Section:
        screen.show_section(section)
        assert not re.search(r"[A-Za-z]{2,}", _words(screen, section)), section


def test_that_every_spot_has_a_name_of_its_own(seats):
    for language in Language:
        texts = Texts(language)
        names = [spot_words(spot, texts) for spot in seats.read("B").spots]
        assert len(set(names)) == len(names)


def test_that_help_tells_what_a_player_must_know(make_help, make_model):
    screen = make_help(make_model("B"))
    around = _words(screen, Section.ROUND)
    for word in (
        "registered",
        "void",
        "at least three times",
        "information only",
        "Bets count where the chips lie",
    ):
        assert word in around
    money = _words(screen, Section.MONEY)
    for word in ("ticket", "$3,000", "$5,000", "180 days", "paid by hand", "Call attendant"):
        assert word in money
    assert "helpline" in _words(screen, Section.PLAY)


@pytest.mark.parametrize("size", range(4))
@pytest.mark.parametrize("language", Language)
def test_that_pages_fit_the_width_and_scroll_by_finger(make_help, make_model, seats, size, language):
    screen = make_help(make_model("B"), language, seats.SIZES[size])
    for section in Section:
        screen.show_section(section)
        area = screen.page(section)
        assert area.widget().minimumSizeHint().width() <= area.viewport().width(), section
        assert QScroller.hasScroller(area.viewport())
        button = screen._buttons[section]
        assert min(button.width(), button.height()) >= MIN_TOUCH_PX
        assert button.fontMetrics().horizontalAdvance(button.text()) <= button.width() - 4
    assert screen.back.height() >= MIN_TOUCH_PX


def test_that_a_language_switch_keeps_the_page(make_help, make_model):
    screen = make_help(make_model("B"))
    screen.show_section(Section.MONEY)
    screen.set_texts(Texts(Language.ZH))
    assert screen._section is Section.MONEY
    assert screen._buttons[Section.MONEY].text() == "存取款"


def test_that_back_leads_back(make_help, make_model, qtbot):
    screen = make_help(make_model("A"))
    with qtbot.waitSignal(screen.closed):
        screen.back.click()

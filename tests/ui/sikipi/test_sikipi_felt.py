"""What lies on the felt of Si Ki Pi, at every moment of a round, and what a finger does there."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kiosk.games.game import Decide, Enter, Fact
from kiosk.games.laid import DEALER, DEALING_ERROR
from kiosk.games.set_hands import HOUSE_WAY, SET, set_choice
from kiosk.seat import events as ev
from kiosk.tools.shots.sikipi.deals import BONUS, DEALS, FOUL, GONG, LOSE, STANDOFF, WIN
from kiosk.tools.shots.sikipi.shots import MAIN
from kiosk.tools.shots.studio import SIZES
from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.setting import Verdict
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.cards.felt import spots_rect
from kiosk.ui.terminal.cards.setting_felt import CONFIRM, SWAP

SORTED = ("Kd", "8h", "7c", "2s")
LEFT = Qt.MouseButton.LeftButton


def _lines(seat):
    return [(line.name, line.words, line.net.replace("\u2060", "")) for line in seat.face().bar.lines]


def _press(window, at):
    found = window.childAt(at)
    QTest.mouseClick(found, LEFT, Qt.KeyboardModifier.NoModifier, found.mapFrom(window, at))


def _card(window, card):
    own = window.felt.own
    _press(window, own.mapTo(window, own.card_rect(card).topLeft().toPoint() + QPoint(8, 20)))


def _button(window, choice):
    button = window.bar.buttons[choice]
    _press(window, button.mapTo(window, button.rect().center()))


def _chosen(window):
    return [event for event in window.model.sent if isinstance(event, ev.Choose)]


@pytest.mark.rule("sikipi:3.15")
@pytest.mark.rule("sikipi:3.17")
def test_that_own_cards_are_seen_when_they_are_set_and_the_dealers_are_not(seat):
    seat.to(WIN, lambda asks: isinstance(asks, Decide))
    assert seat.face().own.high.cards == (None,) * 4
    seat.open_decisions()
    assert seat.face().turn == SORTED
    assert seat.face().dealer.high.cards == (None,) * 4


@pytest.mark.rule("sikipi:3.18")
@pytest.mark.parametrize("size", SIZES)
def test_that_touched_cards_go_low_and_the_hand_is_confirmed(make_window, seat, size):
    window = make_window(seat.decides(WIN), size=size)
    for card in ("Kd", "7c"):
        _card(window, card)
    own = window.felt.own.face
    assert (own.low.words, own.high.words) == ("7 points, King-7", "Gong")
    _button(window, CONFIRM)
    assert _chosen(window) == [ev.Choose(set_choice(("Kd", "7c")))]
    assert window.bar.face.headline == "Your hand is set"


@pytest.mark.rule("sikipi:3.19")
def test_that_the_house_way_is_shown_before_it_is_taken(make_window, seat):
    window = make_window(seat.decides(WIN))
    _button(window, HOUSE_WAY)
    assert window.felt.own.face.high.words == "Gong"
    assert not _chosen(window)
    _button(window, CONFIRM)
    assert _chosen(window) == [ev.Choose(HOUSE_WAY)]


@pytest.mark.rule("sikipi:1.8")
@pytest.mark.rule("sikipi:1.12")
def test_that_a_higher_low_hand_is_not_confirmed_and_can_be_swapped(make_window, seat):
    window = make_window(seat.decides(WIN))
    for card in FOUL:
        _card(window, card)
    assert window.bar.face.warns
    assert window.bar.face.detail == "The High Hand must be as high or higher."
    _button(window, CONFIRM)
    assert _chosen(window) == []
    _button(window, SWAP)
    assert window.felt.own.face.high.words == "Gong"
    _button(window, CONFIRM)
    assert _chosen(window) == [ev.Choose(set_choice(("Kd", "7c")))]


@pytest.mark.parametrize("size", SIZES)
def test_that_the_parts_of_the_felt_leave_spots_and_each_other_alone(make_window, seat, size):
    felt = make_window(seat.decides(WIN), size=size).felt
    parts = [felt.dealer, felt.own, felt.others, felt.bar, felt.outcome]
    rects = [part.geometry() for part in parts] + [spots_rect(seat.layout, felt.rect())]
    for number, one in enumerate(rects):
        assert felt.rect().contains(one)
        assert not any(one.intersects(other) for other in rects[number + 1 :])
    for button in felt.bar.buttons.values():
        assert min(button.width(), button.height()) >= theme.MIN_TOUCH_PX


@pytest.mark.rule("sikipi:5.3")
def test_that_silence_is_said_only_when_the_log_has_it(seat):
    seat.decides(WIN)
    seat.time_is_up(WIN)
    assert seat.face().bar.headline == "The time was up: set the House Way"


@pytest.mark.rule("sikipi:3.21")
def test_that_the_dealers_cards_lie_the_house_way_before_they_are_confirmed(seat):
    seat.to(WIN, lambda asks: isinstance(asks, Enter) and asks.fact == SET)
    face = seat.face()
    assert face.dealer.low.cards + face.dealer.high.cards
    assert [one.verdict for one in face.compared] == [Verdict.WON, Verdict.WON]
    assert face.outcome.title == "Win"


@pytest.mark.rule("sikipi:3.22.7")
@pytest.mark.rule("sikipi:4.1")
def test_that_a_win_states_its_commission(seat):
    seat.ended(WIN, MAIN)
    assert _lines(seat) == [("Initial Bet", "Won, less 5% ($0.50)", "+$9.50")]


@pytest.mark.rule("sikipi:3.22.9")
def test_that_one_hand_each_is_a_stand_off(seat):
    seat.ended(STANDOFF, MAIN)
    assert seat.face().outcome.title == "Stand off"
    assert _lines(seat) == [("Initial Bet", "Comes back", "±$0.00")]


@pytest.mark.rule("sikipi:3.22.8")
def test_that_two_lower_hands_lose(seat):
    seat.ended(LOSE, MAIN)
    assert seat.face().outcome.title == "Lose"


@pytest.mark.rule("sikipi:3.22.3")
def test_that_the_same_rank_is_said_to_be_the_dealers(seat):
    seat.ended(DEALS.deal(GONG, "Kh 8d 7d 2c"), MAIN)
    assert [one.words for one in seat.face().compared] == ["Equal: dealer wins"] * 2


@pytest.mark.rule("sikipi:3.23")
@pytest.mark.rule("sikipi:4.2")
def test_that_both_bonus_bets_name_their_hands_and_light_their_rows(seat, make_window):
    seat.ended(BONUS)
    assert ("Bonus: my cards", "Two Pairs, 12 to 1", "+$60.00") in _lines(seat)
    assert ("Bonus: dealer", "Pair, 1 to 1", "+$5.00") in _lines(seat)
    page = make_window(seat).parts.side.page("pays")
    assert page.table.lit == ("Two Pairs", "Pair")


@pytest.mark.rule("sikipi:5.6.3")
def test_that_a_dealing_error_lets_bets_be_taken_back_and_silence_takes_them_back(seat):
    seat.to(WIN, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
    seat.irregularity(Fact(DEALING_ERROR, ("an error",), "07"))
    seat.open_decisions()
    bar = seat.face().bar
    assert bar.detail.endswith("they come back.")
    seat.choose("take-back")
    assert seat.face().bar.headline == "You take your bets back"
    assert seat.face().own.dimmed


@pytest.mark.parametrize("language", Language)
def test_that_every_moment_has_words_in_every_language(seat, language):
    seat.decides(WIN)
    assert seat.face(language).bar.headline
    seat.close_decisions(WIN)
    seat.result(WIN)
    assert all(line.name and line.words for line in seat.face(language).bar.lines)

"""What lies on the felt of Fortune Pai Gow Poker, at every moment of a round, and what a finger does there."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kiosk.games.game import HOLDS, POWER_FAILURE, Enter, Fact, Publish
from kiosk.games.laid import CARD, DEALER, DEALING_ERROR, INVALID
from kiosk.games.paigow.deal import CONCEDE
from kiosk.games.set_hands import HOUSE_WAY, SET, set_choice
from kiosk.seat import events as ev
from kiosk.tools.shots.paigow.deals import BONUS, DEALS, FOUL, LARGE, LOSE, PAIR, STANDOFF, WIN
from kiosk.tools.shots.paigow.shots import EVERY, MAIN
from kiosk.tools.shots.studio import SIZES
from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.setting import Verdict
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.cards.felt import spots_rect
from kiosk.ui.terminal.cards.set_faces import Tone
from kiosk.ui.terminal.cards.setting_felt import CONFIRM
from kits.ui.repainted import Repainted

SORTED = ("Ah", "Kd", "Kh", "Qc", "9s", "6c", "3d")
LEFT = Qt.MouseButton.LeftButton


def _lines(seat):
    return [(line.name, line.words, line.net.replace("\u2060", "")) for line in seat.face().bar.lines]


def _at_dealer(asks, fact="card"):
    return isinstance(asks, Enter) and asks.at == DEALER and asks.fact == fact and asks.audience == "table"


# --- before the setting


def test_that_an_empty_felt_says_what_to_do_and_what_it_takes_to_win(seat):
    seat.open()
    face = seat.face()
    assert face.bar.headline == "Put your bet on STANDARD"
    assert face.outcome.title == "To win"
    assert not face.turn


def test_that_a_bonus_is_offered_until_it_lies(seat):
    seat.open()
    seat.place({"standard": 1_000})
    assert seat.face().bar.detail == "The Fortune Bonus is a choice of your own."
    seat.place({"fortune": 500})
    assert seat.face().bar.detail == "The cards are dealt when the bets are closed."


@pytest.mark.rule("paigow:3.10")
def test_that_own_cards_lie_face_down_until_they_are_set(seat):
    seat.to(WIN, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
    assert seat.face().own.high.cards == (None,) * 7
    assert not seat.face().turn
    seat.go_on(WIN, lambda asks: not isinstance(asks, Enter))
    assert seat.face().own.high.cards == (None,) * 7
    seat.open_decisions()
    assert seat.face().turn == SORTED


@pytest.mark.rule("paigow:3.13")
def test_that_no_card_of_the_dealer_is_seen_before_all_hands_are_set(seat):
    seat.decides(WIN)
    assert seat.face().dealer.high.cards == (None,) * 7
    assert seat.face().compared == ()


def test_that_a_bet_repaints_no_hand(make_window, seat):
    seat.open()
    window = make_window(seat)
    seen = [Repainted(hand) for hand in (window.felt.dealer, window.felt.own)]
    window._play(ev.Tap("standard", 1_000))
    assert window.model.state.draft == {"standard": 1_000}
    assert all(one.news().isEmpty() for one in seen)


# --- the setting, under fingers


def _point(window, card):
    own = window.felt.own
    return own.mapTo(window, own.card_rect(card).topLeft().toPoint() + QPoint(8, 20))


def _press(window, at):
    found = window.childAt(at)
    QTest.mouseClick(found, LEFT, Qt.KeyboardModifier.NoModifier, found.mapFrom(window, at))


def _button(window, choice):
    button = window.bar.buttons[choice]
    _press(window, button.mapTo(window, button.rect().center()))


def _chosen(window):
    return [event for event in window.model.sent if isinstance(event, ev.Choose)]


@pytest.mark.rule("paigow:3.12.1")
@pytest.mark.parametrize("size", SIZES)
def test_that_touched_cards_go_low_and_the_hand_is_confirmed(make_window, seat, size):
    window = make_window(seat.decides(WIN), size=size)
    for card in ("Qc", "Ah"):
        _press(window, _point(window, card))
    own = window.felt.own.face
    assert (own.low.cards, own.low.words, own.high.words) == (("Ah", "Qc"), "Ace-Queen high", "Pair of Kings")
    assert not _chosen(window)
    _button(window, CONFIRM)
    assert _chosen(window) == [ev.Choose(set_choice(("Ah", "Qc")))]
    assert window.bar.face.headline == "Your hand is set"
    assert window.bar.buttons == {}


def test_that_a_card_is_dragged_low_on_a_touch_screen(make_window, seat, touch_screen):
    window = make_window(seat.decides(WIN))
    own = window.felt.own
    to = own.mapTo(window, own.places.cards(0, low=True)[0].center().toPoint())
    QTest.touchEvent(window, touch_screen).press(0, _point(window, "Ah"), window).commit()
    for at in (_point(window, "Ah") - QPoint(40, 0), to):
        QTest.touchEvent(window, touch_screen).move(0, at, window).commit()
    QTest.touchEvent(window, touch_screen).release(0, to, window).commit()
    assert window.felt.draft.low == ("Ah",)


@pytest.mark.rule("paigow:3.13.1")
def test_that_the_house_way_is_shown_before_it_is_taken(make_window, seat):
    window = make_window(seat.decides(WIN))
    _button(window, HOUSE_WAY)
    assert window.felt.own.face.low.cards == ("Ah", "Qc")
    assert not _chosen(window)
    _button(window, CONFIRM)
    assert _chosen(window) == [ev.Choose(HOUSE_WAY)]


@pytest.mark.rule("paigow:1.1.4")
@pytest.mark.rule("paigow:3.12.2")
def test_that_a_foul_setting_is_not_confirmed(make_window, seat):
    window = make_window(seat.decides(WIN))
    for card in FOUL:
        _press(window, _point(window, card))
    assert window.felt.own.face.low.tone is Tone.FOUL
    _button(window, CONFIRM)
    assert _chosen(window) == []
    assert "Pair of Kings is higher than Ace-Queen high" in window.parts.notice.text
    _press(window, _point(window, "Kd"))
    assert window.felt.own.face.low.cards == ("Kh",)


def test_that_a_hand_that_is_set_is_final(make_window, seat):
    seat.decides(WIN)
    seat.choose(HOUSE_WAY)
    window = make_window(seat)
    assert window.felt.draft is None
    _press(window, _point(window, "Qc"))
    assert _chosen(window) == []
    assert window.felt.own.face.low.cards == ("Ah", "Qc")


def test_that_the_parts_of_the_felt_leave_spots_and_each_other_alone(make_window, seat):
    seat.decides(WIN)
    for size in SIZES:
        felt = make_window(seat, size=size).felt
        parts = [felt.dealer, felt.own, felt.others, felt.bar, felt.outcome]
        rects = [part.geometry() for part in parts] + [spots_rect(seat.layout, felt.rect())]
        for number, one in enumerate(rects):
            assert felt.rect().contains(one)
            assert not any(one.intersects(other) for other in rects[number + 1 :])
        for button in felt.bar.buttons.values():
            assert min(button.width(), button.height()) >= theme.MIN_TOUCH_PX


def test_that_a_lost_link_stops_the_setting_and_says_what_will_count(seat):
    seat.decides(WIN).down()
    bar = seat.face().bar
    assert bar.headline == "Connection lost"
    assert "House Way" in bar.detail
    assert not bar.timed
    assert all(option.why_not for option in bar.options)


# --- out of time


@pytest.mark.rule("paigow:3.13.1")
def test_that_silence_is_said_only_when_the_log_has_it(seat):
    seat.decides(WIN)
    assert "time" not in seat.face().bar.headline
    seat.time_is_up(WIN)
    assert seat.face().bar.headline == "The time was up: set the House Way"
    assert seat.face().own.low.cards == ("Ah", "Qc")


def test_that_an_own_choice_of_the_house_way_is_no_silence(seat):
    seat.decides(WIN)
    seat.close_decisions(WIN)
    assert seat.face().bar.headline == "Your hand is set the House Way"


# --- reveal


@pytest.mark.rule("paigow:3.13")
def test_that_the_dealers_cards_turn_one_by_one_and_then_lie_the_house_way(seat):
    def three(asks):
        return (
            _at_dealer(asks)
            and len([f for f in seat.state.table.entered if f.at == DEALER and f.values]) == 3
        )

    seat.to(WIN, three)
    assert seat.face().dealer.high.cards == ("Js", "Jh", "Kc", None, None, None, None)
    seat.go_on(WIN, lambda asks: _at_dealer(asks, SET))
    face = seat.face()
    assert (face.dealer.low.words, face.dealer.high.words) == ("King-8 high", "Pair of Jacks")
    assert [one.words for one in face.compared] == ["You win", "You win"]
    assert (face.outcome.title, face.outcome.gain) == ("Win", False), (
        "what the side bets cost is not settled yet"
    )
    seat.result(WIN)
    assert seat.face().outcome.gain


def test_that_others_are_shown_as_they_are_set_with_how_they_end(seat):
    seat.to(WIN, lambda asks: _at_dealer(asks))
    assert {box.note for box in seat.face().others} == {"Set"}
    assert all(set(box.cards) == {None} for box in seat.face().others)
    seat.result(WIN)
    for box in seat.face().others:
        assert box.note in ("Win", "Stand off", "Lose")
        assert box.low == 2
        assert None not in box.cards


# --- results


@pytest.mark.rule("paigow:3.18")
@pytest.mark.rule("paigow:4.1.1")
def test_that_a_win_states_its_commission_and_the_net(seat):
    seat.ended(WIN)
    assert _lines(seat) == [
        ("Standard", "Won, less 5% ($0.50)", "+$9.50"),
        ("Fortune Bonus", "Lost", "−$5.00"),
    ]
    assert seat.face().bar.net.replace("\u2060", "") == "+$4.50"


@pytest.mark.rule("paigow:3.20")
def test_that_one_hand_each_is_a_standoff(seat):
    seat.ended(STANDOFF, MAIN)
    face = seat.face()
    assert sorted(one.verdict for one in face.compared) == sorted([Verdict.WON, Verdict.LOST])
    assert (face.outcome.title, face.outcome.gain) == ("Stand off", False)
    assert _lines(seat) == [("Standard", "Comes back", "±$0.00")]


@pytest.mark.rule("paigow:3.19")
def test_that_two_lower_hands_lose(seat):
    seat.ended(LOSE, MAIN)
    assert [one.verdict for one in seat.face().compared] == [Verdict.LOST, Verdict.LOST]
    assert seat.face().outcome.title == "Lose"


@pytest.mark.rule("paigow:1.1.1")
def test_that_a_copy_is_said_to_be_the_dealers(seat):
    seat.ended(DEALS.deal(PAIR, "As Qs Kc Ks 8d 7h 4c"), MAIN)
    assert seat.face().compared[0].words == "Equal: dealer wins"


@pytest.mark.rule("paigow:3.22")
@pytest.mark.rule("paigow:4.1.2")
def test_that_a_fortune_bonus_names_its_hand_and_lights_its_row(seat, make_window):
    seat.ended(BONUS)
    assert ("Fortune Bonus", "Flush, 4 to 1", "+$20.00") in _lines(seat)
    page = make_window(seat).parts.side.page("pays")
    assert page.table.lit == ("Flush",)


@pytest.mark.rule("paigow:3.23")
def test_that_an_envy_bonus_is_said_beside_the_fortune_bonus(seat):
    alone = DEALS.deal("Ad Kc Qs 9c 6d 4c 3s", "As Kd Qc 9d 6s 4d 2c", with_others=False)
    other = (Fact(CARD, (card,), "01", "01") for card in ["Jh", "Th", "9h", "8h", "7h", "6h", "5h"])
    facts = (Fact(HOLDS, ("01", "07")), *alone[1:], *other, Fact(SET, (HOUSE_WAY,), "01"))
    seat.ended(facts)
    assert ("Fortune Bonus", "Lost · Envy Bonus $250.00", "+$245.00") in _lines(seat)


# --- irregularities


@pytest.mark.rule("paigow:3.16")
def test_that_a_conceded_hand_is_out_and_its_bonus_is_not(seat):
    seat.to(LARGE, lambda asks: _at_dealer(asks, SET), EVERY)
    seat.irregularity(Fact(CONCEDE, ("the player concedes",), "07"))
    face = seat.face()
    assert face.own.dimmed
    assert (face.outcome.title, face.compared) == ("Conceded", ())
    seat.result(LARGE)
    assert [net for _, _, net in _lines(seat)] == ["−$10.00", "+$12,500.00"]


@pytest.mark.rule("paigow:5.7")
def test_that_a_hand_that_is_removed_says_that_its_bets_come_back(seat):
    seat.to(WIN, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
    seat.irregularity(Fact(INVALID, ("six cards",), "07"))
    assert seat.face().bar.headline == "Your bets are void"
    assert seat.face().own.dimmed


@pytest.mark.rule("paigow:5.7")
def test_that_the_fortune_bonus_of_a_hand_that_is_removed_comes_back_whatever_its_cards_make(seat):
    seat.to(BONUS, lambda asks: isinstance(asks, Publish), EVERY)
    seat.irregularity(Fact(INVALID, ("eight cards",), "07"))
    seat.result(BONUS)
    assert _lines(seat)[-1] == ("Fortune Bonus", "Comes back", "±$0.00")


@pytest.mark.rule("paigow:5.10")
@pytest.mark.rule("paigow:5.18.1")
@pytest.mark.parametrize(
    ("fact", "headline"),
    [
        (Fact(DEALING_ERROR, ("no cards",), "07"), "A dealing error"),
        (Fact(POWER_FAILURE, ("the power failed",)), "After the power failure"),
    ],
)
def test_that_a_player_may_take_bets_back_and_is_told_what_silence_means(seat, fact, headline):
    seat.to(WIN, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
    seat.irregularity(fact)
    seat.open_decisions()
    bar = seat.face().bar
    assert bar.headline == headline
    assert bar.detail.endswith("they stay.")
    assert [(one.choice, one.cost) for one in bar.options] == [
        ("take-back", "$15.00 comes back"),
        ("go-on", ""),
    ]
    assert seat.face().own.high.cards == (None,) * len(seat.face().own.high.cards)


@pytest.mark.rule("paigow:5.1.1")
def test_that_a_void_round_says_what_came_back(seat):
    seat.decides(WIN)
    seat.void("the cards are damaged, or one is missing or too many")
    assert seat.face().bar.headline == "The round is void"
    assert "$15.00" in seat.face().bar.detail


@pytest.mark.parametrize("language", Language)
def test_that_every_moment_has_words_in_every_language(seat, language):
    seat.decides(WIN)
    assert seat.face(language).bar.headline
    seat.close_decisions(WIN)
    seat.result(WIN)
    face = seat.face(language)
    assert all(line.name and line.words for line in face.bar.lines)
    assert all(one.words for one in face.compared)

"""What lies on the felt of Casino Stud Poker, at every moment of a round."""

import pytest
from msgspec.structs import replace

from kiosk.cards import DECK
from kiosk.games.game import Decide, Enter, Fact
from kiosk.games.stud.deal import CARD, DEALER, DEALING_ERROR, INVALID, PRIZE
from kiosk.games.stud.play import FOLD, GO_ON
from kiosk.tools.shots.stud.deals import FLUSH, NOT_QUALIFIED, ODD, OTHERS, PAIR, QUALIFIED, ROYAL, deal
from kiosk.tools.shots.stud.scenes import ANTE, BOTH
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.recall.facts import as_it_ended
from kiosk.ui.terminal.stud.felt import read_face

ROUND = deal(PAIR, QUALIFIED)
OWN, DEALT = tuple(PAIR.split()), tuple(QUALIFIED.split())


def _bar(seat):
    return seat.face().bar


def _lines(seat):
    return [(line.name, line.words, line.net) for line in _bar(seat).lines]


# --- bets


def test_that_an_empty_felt_says_what_to_do(seat):
    seat.open()
    face = seat.face()
    assert (face.dealer.cards, face.own.cards, face.others) == ((), (), ())
    assert face.bar.headline == "Put your ante on ANTE"
    assert face.dealer.note == "Needs Ace and King or better to qualify"


@pytest.mark.rule("stud:3.12.2")
def test_that_an_ante_says_what_stays_in_the_credit_for_the_bet(seat):
    seat.open()
    seat.place(ANTE)
    assert "$20.00" in _bar(seat).detail


# --- the deal


@pytest.mark.rule("stud:3.10")
def test_that_own_cards_lie_face_down_until_all_are_dealt_and_the_decision_is_open(seat):
    seat.to(ROUND, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
    assert seat.face().own.cards == (None,) * 5
    assert seat.face().own.words == ""
    seat.go_on(ROUND, lambda asks: not isinstance(asks, Enter))
    assert seat.face().own.cards == (None,) * 5
    seat.open_decisions()
    assert seat.face().own.cards == OWN
    assert seat.face().own.words == "Pair of Kings"
    assert seat.face().own.lit == {0, 1}


@pytest.mark.rule("stud:3.10")
def test_that_the_dealer_shows_one_card_and_four_backs(seat):
    seat.decides(ROUND)
    assert seat.face().dealer.cards == ("Ac", None, None, None, None)
    assert seat.face().dealer.words == ""


def test_that_others_show_backs_and_no_decision_before_all_have_decided(seat):
    seat.decides(ROUND)
    seat.choose("bet")
    assert [box.name for box in seat.face().others] == [f"Seat {name}" for name in OTHERS]
    assert all(box.cards == (None,) * 5 and not box.note for box in seat.face().others)


@pytest.mark.rule("stud:4.3")
def test_that_hands_with_a_bet_are_shown_and_folded_ones_are_not(seat):
    seat.to(ROUND, lambda asks: isinstance(asks, Enter) and asks.at == DEALER and len(_shown(seat)) > 1)
    boxes = seat.face().others
    assert [box.note for box in boxes] == ["BET", "Folded", "BET", "BET", "Folded"]
    assert all((None in box.cards) == box.dimmed for box in boxes)


def test_that_others_say_what_they_play_for_as_the_table_tells_it(seat):
    seat.decides(ROUND)
    assert [box.stake for box in seat.face().others] == ["$21", "$31", "$21", "$31", "$11"]
    seat.result(ROUND)
    assert [box.stake for box in seat.face().others] == ["$61", "$31", "$61", "$91", "$11"]
    seat.end()
    seat.open()
    assert {box.stake for box in seat.face().others} == {""}, "the chips of the last round are gone"


def _shown(seat):
    return [fact for fact in seat.state.table.entered if fact.at == DEALER and fact.values]


def test_that_a_seat_without_a_hand_is_told_so(seat):
    seat.ended(deal("", QUALIFIED), {})
    assert seat.face().own.title == "You have no hand in this round"
    assert _bar(seat).headline == "You have no hand in this round"
    assert seat.face().dealer.cards == DEALT


# --- the decision


@pytest.mark.rule("stud:3.12.1")
@pytest.mark.rule("stud:3.12.2")
def test_that_each_option_says_what_it_costs(seat):
    seat.decides(ROUND)
    fold, bet = _bar(seat).options
    assert (fold.choice, fold.title, fold.cost, fold.question) == ("fold", "FOLD", "ante $10 is lost", "")
    assert (bet.choice, bet.title, bet.cost, dict(bet.stakes)) == ("bet", "BET", "$20.00", {"bet": 2_000})
    assert _bar(seat).timed
    assert not fold.why_not
    assert not bet.why_not
    assert _bar(seat).detail == "With this hand the BET pays 1 to 1"


@pytest.mark.rule("stud:3.12.1")
@pytest.mark.parametrize(
    ("stakes", "says"),
    [(BOTH, "With it your jackpot bet wins $100."), (ANTE, "Few hands are higher.")],
)
def test_that_a_fold_of_a_flush_is_asked_about_once_more(seat, stakes, says):
    seat.decides(deal(FLUSH, QUALIFIED), stakes)
    fold, bet = _bar(seat).options
    assert fold.question == f"Fold Flush, Ace high? {says}"
    assert bet.question == ""


def test_that_a_bet_that_the_credit_does_not_cover_says_so(seat):
    seat.decides(ROUND)
    balances = replace(seat.state.balances, credit=500)
    seat.state = replace(seat.state, balances=balances)
    fold, bet = _bar(seat).options
    assert bet.why_not == "Your credit does not cover the BET of $20.00"
    assert fold.why_not == ""


def test_that_nothing_can_be_chosen_while_the_link_is_down_and_no_time_is_said_to_run(seat):
    seat.decides(ROUND).down()
    assert _bar(seat).headline == "Connection lost"
    assert not _bar(seat).timed
    assert all(option.why_not for option in _bar(seat).options)


@pytest.mark.parametrize(("choice", "says"), [("bet", "You play with a BET"), ("fold", "You have folded")])
def test_that_a_decision_is_shown_and_not_offered_again(seat, choice, says):
    seat.decides(ROUND)
    seat.choose(choice)
    assert _bar(seat).headline == says
    assert _bar(seat).options == ()
    assert seat.face().own.dimmed == (choice == "fold")


@pytest.mark.rule("stud:5.5")
def test_that_silence_is_shown_as_the_fold_that_it_is(seat):
    seat.decides(deal(PAIR, QUALIFIED, FOLD))
    seat.close_decisions(deal(PAIR, QUALIFIED, FOLD))
    assert _bar(seat).headline == "You have folded"
    assert seat.face().own.dimmed


def test_that_a_seat_that_was_away_is_told_that_its_bets_come_back(seat):
    facts = deal(PAIR, QUALIFIED, "void")
    seat.decides(facts)
    seat.close_decisions(facts)
    assert _bar(seat).headline == "Your bets are void"


@pytest.mark.rule("stud:5.10")
def test_that_a_dealing_error_asks_whether_to_go_on(seat):
    seat.to(ROUND, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
    seat.irregularity(Fact(DEALING_ERROR, ("two cards at once",), "07"))
    seat.open_decisions()
    face = seat.face()
    assert [(one.choice, one.cost) for one in face.bar.options] == [
        ("take-back", "$11.00 comes back"),
        ("go-on", ""),
    ]
    assert face.own.cards == (None,) * 5
    seat.choose("take-back")
    assert seat.face().bar.headline == "You take your bets back"
    seat.close_decisions((Fact(GO_ON, ("take-back",), "07"),))
    assert seat.face().bar.headline == "Your bets are void"
    assert seat.face().own.dimmed


@pytest.mark.rule("stud:5.8.2", "stud:5.12")
@pytest.mark.parametrize(
    "until", [lambda asks: isinstance(asks, Enter) and asks.at == DEALER, lambda _: False]
)
def test_that_who_goes_on_after_an_error_of_the_deal_sees_his_cards_when_bet_or_fold_is_open(seat, until):
    seat.to(ROUND, lambda asks: until(asks) or isinstance(asks, Decide))
    seat.irregularity(Fact(DEALING_ERROR, ("two cards at once",), "07"))
    seat.open_decisions()
    assert seat.face().own.cards == (None,) * 5
    seat.close_decisions((Fact(GO_ON, (GO_ON,), "07"),))
    assert seat.face().own.cards == (None,) * 5
    seat.go_on(ROUND, lambda asks: isinstance(asks, Decide))
    assert seat.face().own.cards == (None,) * 5
    seat.open_decisions()
    assert seat.face().own.cards == OWN
    seat.irregularity(Fact(DEALING_ERROR, ("two cards at once",), "07"))
    assert seat.face().own.cards == OWN, "what was seen stays seen"


@pytest.mark.rule("stud:5.15")
def test_that_an_invalid_hand_of_another_is_shown_as_void(seat):
    seat.to(ROUND, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
    seat.irregularity(Fact(INVALID, ("six cards",), "02"))
    assert [box.note for box in seat.face().others] == ["", "Void", "", "", ""]


# --- the result


@pytest.mark.rule("stud:3.14.1")
def test_that_each_bet_says_what_became_of_it_and_the_net_is_stated(seat):
    seat.ended(ROUND)
    assert seat.face().dealer.cards == DEALT
    assert (seat.face().dealer.words, seat.face().dealer.note) == ("Ace-King high", "Qualifies")
    assert _lines(seat) == [
        ("Ante", "Wins 1 to 1", "+\u2060$10.00"),
        ("BET", "Wins 1 to 1", "+\u2060$20.00"),
        ("Jackpot", "No prize", "−\u2060$1.00"),
    ]
    assert (_bar(seat).net, _bar(seat).gain) == ("+\u2060$29.00", True)


@pytest.mark.rule("stud:3.13")
def test_that_a_dealer_who_does_not_qualify_gives_the_bet_back(seat):
    seat.ended(deal(PAIR, NOT_QUALIFIED), ANTE)
    assert seat.face().dealer.note == "Does not qualify"
    assert [words for _, words, _ in _lines(seat)] == ["Wins 1 to 1", "Comes back"]


@pytest.mark.rule("stud:3.14.2")
def test_that_a_lower_hand_loses_both(seat):
    seat.ended(deal("Qc Qh 8d 4s 3c", "Ad As 9h 6s 3s"), ANTE)
    assert [words for _, words, _ in _lines(seat)] == ["Lost", "Lost"]
    assert (_bar(seat).net, _bar(seat).gain) == ("−\u2060$30.00", False)


@pytest.mark.rule("stud:3.14.3")
def test_that_the_same_hand_gives_both_back(seat):
    seat.ended(deal("Ah Ks 9s 6d 3c", QUALIFIED), ANTE)
    assert [words for _, words, _ in _lines(seat)] == ["Comes back", "Comes back"]
    assert _bar(seat).net == "$0.00"


@pytest.mark.rule("stud:4.2")
def test_that_a_prize_of_the_jackpot_is_named_by_its_hand(seat):
    seat.ended(deal(FLUSH, QUALIFIED))
    assert ("Jackpot", "Flush", "+\u2060$99.00") in _lines(seat)


@pytest.mark.rule("stud:4.4")
def test_that_a_major_prize_waits_for_staff(seat):
    facts = deal(ROYAL, NOT_QUALIFIED, prize=5_000_000)
    seat.to(facts, lambda asks: isinstance(asks, Enter) and asks.fact == PRIZE)
    assert _bar(seat).headline == "You have won the jackpot prize"
    seat.go_on(facts)
    seat.result(facts)
    assert ("Jackpot", "Royal Flush", "+\u2060$49,999.00") in _lines(seat)


@pytest.mark.rule("stud:4.1.1")
def test_that_a_bet_that_is_cut_says_so(seat):
    for _ in range(10):
        seat.note(10_000)
    seat.ended(deal(ROYAL, QUALIFIED), {"ante": 20_000})
    assert ("BET", "Wins the most", "+\u2060$100,000.00") in _lines(seat)


def test_that_the_result_stays_until_the_first_tap_of_the_next_round(seat):
    seat.ended(ROUND)
    seat.end()
    seat.open()
    assert seat.face().own.cards == OWN
    assert seat.face().bar.net
    seat.place(ANTE)
    assert (seat.face().own.cards, seat.face().bar.net) == ((), "")


@pytest.mark.rule("stud:5.22")
def test_that_a_void_round_says_what_came_back(seat):
    seat.decides(ROUND)
    seat.void("the cards are damaged, or one is missing or too many")
    assert _bar(seat).headline == "The round is void"
    assert "$11.00" in _bar(seat).detail
    assert seat.face().own.dimmed


def test_that_a_corrected_result_shows_the_corrected_cards(seat):
    seat.ended(ROUND)
    seat.end()
    lies = {value for fact in seat.state.facts for value in fact.values} | set(DEALT)
    free = next(card for card in DECK if card not in lies)
    facts = [
        replace(fact, values=(free,)) if fact.values == ("9h",) else fact for fact in seat.state.table.facts
    ]
    seat.correct(facts)
    assert seat.face().dealer.cards == (*DEALT[:2], free, *DEALT[3:])


def test_that_nobody_staying_leaves_the_dealers_cards_down(seat):
    seat.ended(deal(ODD, QUALIFIED, FOLD, with_others=False), ANTE)
    assert seat.face().dealer.cards == ("Ac", None, None, None, None)
    assert _lines(seat) == [("Ante", "Lost", "−\u2060$10.00")]


@pytest.mark.parametrize("language", Language)
def test_that_every_moment_has_words_in_every_language(seat, language):
    seat.decides(ROUND)
    face = seat.face(language)
    assert face.own.words
    assert face.bar.headline
    assert all(option.title and option.cost for option in face.bar.options)


# --- recall


@pytest.mark.rule("stud:4.3")
def test_that_recall_shows_the_own_folded_hand_and_nobody_elses(seat):
    seat.ended(deal(ODD, QUALIFIED, FOLD))
    recalled = seat.rounds[0]
    assert [
        fact.values for fact in recalled.facts if fact.at == seat.context.config.seat and fact.name == CARD
    ] == [()] * 5, "the table was not shown them"
    face = read_face(seat.context, as_it_ended(recalled), Style(Texts(Language.EN), Scale(1.0)))
    assert (face.own.cards, face.own.words, face.own.dimmed) == (
        tuple(ODD.split()),
        "Jack-9 high · Folded",
        True,
    )
    assert all((None in box.cards) == box.dimmed for box in face.others)

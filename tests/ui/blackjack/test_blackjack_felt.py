"""What lies on the felt of Blackjack, and what its bar offers, at every moment of a round."""

import pytest
from msgspec.structs import replace

from kiosk.games.blackjack.deal import CARD, DEALER, DEALING_ERROR, GO_ON, TAKE_BACK
from kiosk.games.blackjack.paytable import FIRST
from kiosk.games.game import Enter, Fact
from kiosk.seat import events as ev
from kiosk.tools.shots.blackjack.deals import BEFORE, deal
from kiosk.tools.shots.blackjack.scenes import (
    ACE_UP,
    ALL,
    BET,
    FOUR,
    NATURAL,
    NATURAL_ACE,
    PAIR_8,
    SOFT,
    TURN_16,
)
from kiosk.ui.kit.chips import ChipState
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.blackjack.bar import LESS
from kiosk.ui.terminal.blackjack.part import PART
from kiosk.ui.terminal.board.outcome import board_result

TURN_BUTTONS = ["split", LESS, "double", "stand", "hit"]


def _plain(text):
    """Without the signs that keep a sum on one line."""
    return text.replace("\u2060", "")


def _lines(seat):
    return [(line.name, line.words, _plain(line.net)) for line in seat.face().bar.lines]


def _own(seat):
    return [(hand.cards, hand.total, hand.stake) for hand in seat.face().own]


# --- bets and the deal


def test_that_an_empty_felt_says_what_to_do(seat):
    seat.open()
    assert seat.face().bar.headline == "Put your bet on BET"
    seat.place(BET)
    assert (seat.face().bar.headline, seat.face().bar.detail) == (
        "Bet placed",
        "The side bets are a choice of your own.",
    )
    seat.place({"pair": 500, "under": 500, "over": 500})
    assert seat.face().bar.detail == "The cards are dealt when the bets are closed."


@pytest.mark.rule("blackjack:3.11")
def test_that_cards_and_totals_grow_as_they_fall(seat):
    seat.to(TURN_16, lambda asks: isinstance(asks, Enter) and asks.at == DEALER)
    assert _own(seat) == [(("Td",), "10", "$10")]
    assert seat.face().dealer[0].cards == ()
    seat.go_on(TURN_16, lambda asks: not isinstance(asks, Enter))
    assert _own(seat) == [(("Td", "6s"), "16", "$10")]
    assert seat.face().dealer[0].total == "Dealer: 9"


# --- before the play


@pytest.mark.rule("blackjack:3.16")
def test_that_surrender_says_what_is_lost(seat):
    seat.decides(TURN_16, window=FIRST)
    assert seat.options() == {"surrender": (True, "$5 is lost"), "decline": (True, "")}


@pytest.mark.rule("blackjack:3.14.2")
def test_that_insurance_costs_up_to_half_of_the_bet(seat):
    seat.decides(ACE_UP, window=FIRST)
    assert seat.face().bar.headline == "The dealer shows an Ace"
    assert seat.options() == {LESS: (True, "for less"), "insurance": (True, "$5"), "decline": (True, "")}


@pytest.mark.rule("blackjack:3.14.1")
def test_that_even_money_says_what_it_wins(seat):
    seat.decides(NATURAL_ACE, window=FIRST)
    assert seat.options()["even-money"] == (True, "wins $10 now")


@pytest.mark.rule("blackjack:1.17")
def test_that_what_is_settled_before_the_play_stands_in_the_corner(seat):
    seat.decides(TURN_16, ALL)
    outcome = seat.face().outcome
    assert outcome.title == "SETTLED ALREADY"
    assert tuple(map(_plain, outcome.lines)) == ("Player Pair: −$5.00", "Under 13: −$5.00", "Over 13: +$5.00")


# --- the turn


@pytest.mark.parametrize(
    ("facts", "turns", "usable"),
    [
        (TURN_16, 0, {LESS, "double", "stand", "hit"}),
        (PAIR_8, 0, set(TURN_BUTTONS)),
        (PAIR_8, 1, {LESS, "double", "stand", "hit"}),
        (deal("7c 7d 7h", "9h 8c", "hit", "stand"), 1, {"stand", "hit"}),
        (deal("2c 3d", "9h 8c"), 0, {LESS, "double", "hit"}),
    ],
)
@pytest.mark.rule("blackjack:3.17", "blackjack:3.19", "blackjack:3.21", "blackjack:3.22")
def test_that_all_buttons_of_a_turn_stand_in_their_places_and_the_open_ones_can_be_used(
    seat, facts, turns, usable
):
    seat.decides(facts, turns=turns)
    assert list(seat.options()) == TURN_BUTTONS
    assert {name for name, (can, _) in seat.options().items() if can} == usable


@pytest.mark.rule("blackjack:5.3")
@pytest.mark.parametrize(("facts", "words"), [(TURN_16, "STAND"), (deal("2c 3d", "9h 8c"), "HIT")])
def test_that_the_bar_says_what_counts_for_a_silent_player(seat, facts, words):
    seat.decides(facts)
    assert seat.face().bar.detail == f"No choice in time: {words}"


def test_that_a_hit_of_hard_21_is_asked_about_once_more(seat):
    seat.decides(deal("7c 7d 7h", "9h 8c", "hit", "stand"), turns=1)
    hit = seat.face().bar.options[-1]
    assert hit.question == "You have 21. Take a card all the same?"
    assert not hit.primary


def test_that_what_the_credit_does_not_carry_says_so(seat):
    seat.decides(PAIR_8)
    seat.state = replace(seat.state, balances=replace(seat.state.balances, credit=700))
    split = next(one for one in seat.face().bar.options if one.choice == "split")
    assert split.why_not == "It costs $10.00. Your credit is $7.00."
    assert seat.options()[LESS] == (True, "for less")


@pytest.mark.rule("blackjack:3.18")
def test_that_a_seat_sees_whose_turn_it_is_and_its_own_buttons_ahead(seat):
    seat.decides(TURN_16, box=BEFORE[1])
    face = seat.face()
    assert face.bar.headline == "Seat 02 decides"
    assert face.bar.detail == "4 seats decide before you."
    assert [box.note for box in face.others][1] == "Decides"
    assert list(seat.options()) == TURN_BUTTONS
    assert {can for can, _ in seat.options().values()} == {False}


@pytest.mark.rule("blackjack:3.21.2")
def test_that_split_hands_lie_side_by_side_each_with_its_stake(seat):
    seat.decides(FOUR, turns=6)
    assert [(total, stake) for _, total, stake in _own(seat)] == [
        ("18", "$10"),
        ("17", "$10"),
        ("18", "$10"),
        ("10", "$10"),
    ]
    assert [hand.active for hand in seat.face().own] == [False, False, False, True]
    assert seat.face().bar.headline == "Hand 4: 10"


def test_that_a_choice_is_shown_once_made(seat):
    seat.decides(SOFT)
    seat.choose("double")
    assert (seat.face().bar.headline, seat.face().bar.options) == ("You double", ())


def test_that_a_cut_link_says_what_becomes_of_the_hand(seat):
    seat.decides(TURN_16)
    seat.do(ev.LinkDown())
    assert seat.face().bar.headline == "Connection lost"
    assert {can for can, _ in seat.options().values()} == {False}


# --- what went wrong


@pytest.mark.rule("blackjack:5.7")
def test_that_after_a_dealing_error_the_seat_may_take_its_bets_back(seat):
    seat.decides(TURN_16)
    seat.irregularity(Fact(DEALING_ERROR, (DEALING_ERROR,)))
    seat.open_decisions()
    assert seat.face().bar.headline == "A dealing error"
    assert seat.options() == {TAKE_BACK: (True, "$10 comes back"), GO_ON: (True, "")}


@pytest.mark.rule("blackjack:5.7", "blackjack:5.10.1")
def test_that_take_back_names_what_is_still_open_alone(seat):
    seat.decides(TURN_16, {"initial": 1_000, "pair": 500})
    seat.irregularity(Fact(DEALING_ERROR, (DEALING_ERROR,)))
    seat.open_decisions()
    assert seat.options()[TAKE_BACK] == (True, "$10 comes back")


@pytest.mark.rule("blackjack:5.7")
@pytest.mark.parametrize("dealer", ["9h 8c", "9h 6c Td"])
def test_that_a_hand_which_took_its_bets_back_is_neither_won_nor_lost(seat, dealer):
    facts = deal("Td 6s", dealer)
    seat.decides(facts)
    seat.irregularity(Fact(DEALING_ERROR, (DEALING_ERROR,)))
    stays = tuple(Fact(GO_ON, (GO_ON,), box) for box in BEFORE)
    seat.result((*facts, *stays, Fact(GO_ON, (TAKE_BACK,), "07")))
    (hand,) = seat.face().own
    assert (hand.note, hand.gain) == ("", False)
    assert _lines(seat) == [("Hands", "Comes back", "±$0.00")]


@pytest.mark.parametrize(
    ("boxes", "words"), [(("01",), "You are next."), (("01", "02"), "2 seats decide before you.")]
)
def test_that_a_seat_is_told_how_many_decide_before_it(seat, boxes, words):
    seat.decides(deal("Td 6s", "9h 8c", others=boxes), box="01")
    assert seat.face().bar.detail == words


def test_that_a_box_which_is_paid_already_does_not_decide_before_a_seat(seat):
    dealt = deal("Td 6s", "9h 8c", others=("01", "02"))
    rest = [fact for fact in dealt if (fact.name, fact.at) != (CARD, "02")]
    seat.decides((*rest, Fact(CARD, ("As",), "02"), Fact(CARD, ("Kd",), "02")), box="01")
    assert seat.face().bar.detail == "You are next."


@pytest.mark.rule("blackjack:1.17")
def test_that_a_hand_which_is_paid_waits_for_nothing(seat):
    seat.decides(deal("As Kd", "9h 8c", others=("01", "02")), box="01")
    assert seat.face().bar.detail == "Your hands stand. The dealer follows."
    assert seat.face().bar.options == ()


# --- results


@pytest.mark.rule("blackjack:4.1.1")
@pytest.mark.parametrize(
    ("facts", "line"),
    [
        (NATURAL, ("Hands", "Blackjack", "+$15.00")),
        (deal("Td 8s", "9h 9c", "stand"), ("Hands", "Stand off", "±$0.00")),
        (deal("Td 6s 8h", "9h 8c", "hit"), ("Hands", "Bust", "−$10.00")),
        (deal("Td 6s", "9h 8c", first="surrender"), ("Hands", "Surrendered", "−$5.00")),
        (PAIR_8, ("Hands", "2 of 2 hands won", "+$30.00")),
    ],
)
def test_that_a_result_says_how_the_hands_ended(seat, facts, line):
    seat.ended(facts)
    assert _lines(seat)[0] == line


@pytest.mark.rule("blackjack:3.13")
def test_that_side_bets_have_lines_of_their_own_and_the_sum_is_told(seat):
    seat.ended(PAIR_8, ALL)
    assert _lines(seat)[1:] == [
        ("Player Pair", "Won", "+$55.00"),
        ("Under 13", "Lost", "−$5.00"),
        ("Over 13", "Won", "+$5.00"),
    ]
    assert (_plain(seat.face().bar.net), seat.face().bar.gain) == ("+$85.00", True)


def test_that_each_hand_says_how_it_ended_and_by_how_much(seat):
    seat.ended(PAIR_8)
    assert [_plain(hand.note) for hand in seat.face().own] == ["Won +$10.00", "Won +$20.00"]


def test_that_a_seat_without_a_bet_is_told_so(seat):
    seat.ended(deal("", "Ts 7h"), {})
    assert seat.face().empty == "You have no hand in this round"


@pytest.mark.parametrize("language", Language)
def test_that_every_moment_has_words(seat, language):
    seat.decides(PAIR_8)
    assert seat.face(language).bar.headline


# --- a result on the board and the ribbon


def test_that_board_and_ribbon_agree_with_what_was_paid(seat):
    """What a Split and a double added counts where the Initial Bet lies."""
    seat.play(ALL, PAIR_8)
    last = seat.state.last
    board = board_result(seat.layout, last.settlement, last.facts)
    paid = sum(stack.cents for stack in board.stacks.values() if stack.state is ChipState.PAID)
    assert paid == last.settlement.paid
    assert board.stacks["initial"].cents == 2_000 + 4_000


def test_that_the_ribbon_names_the_hand_as_the_dealers(seat):
    seat.play(BET, deal("Td 7s", "9h 8c", "stand"))
    (badge,) = PART.badges(seat.state.last.facts, Texts(Language.EN))
    assert badge.text == "Dealer: 17"

"""Decisions of Casino Stud Poker: when they open, what they cost, what silence means, and when an outcome stands."""

import pytest

from kiosk.games.errors import BadFacts
from kiosk.games.game import Extra, Fact, Option
from kiosk.games.stud.play import BoxWindow, Choice, asks_again, bet_for, credit_for, established, windows

STAKES = {"ante-1": 1000, "jackpot-1": 100, "ante-3": 500, "ante-4": 0}
HELD = [Fact("holds", ("seat-a",), "box-1"), Fact("holds", ("seat-c",), "box-3")]


def cards(place, number, audience="table"):
    """Cards that lie at a place; those for one seat have no value for anybody else."""
    return [Fact("card", (), place, audience)] * number


DEALT = [*HELD, *cards("box-1", 5, "seat-a"), *cards("box-3", 5, "seat-c"), Fact("card", ("Ah",), "dealer")]


def window(box, seat, cost):
    options = (Option("fold"), Option("bet", (Extra(f"bet-{box}", cost, cost),)))
    return BoxWindow(f"call/box-{box}", seat, options, "fold")


@pytest.mark.rule("stud:1.3", "stud:3.7", "stud:3.12.2")
def test_that_a_bet_costs_twice_the_ante():
    assert bet_for(1000) == 2000


@pytest.mark.rule("stud:1.1", "stud:3.12.2")
def test_that_an_ante_asks_for_three_times_itself_and_the_jackpot_bet():
    assert credit_for(1000) == 3000
    assert credit_for(1000, 100) == 3100


@pytest.mark.rule("stud:3.10", "stud:3.11", "stud:3.11.1", "stud:3.11.2", "stud:3.12")
def test_that_all_decisions_open_together_when_the_deal_is_complete():
    assert windows(STAKES, DEALT) == (window(1, "seat-a", 2000), window(3, "seat-c", 1000))


@pytest.mark.rule("stud:3.10", "stud:5.16")
@pytest.mark.parametrize("lacks", range(len(HELD), len(DEALT)))
def test_that_no_decision_is_open_before_every_card_lies(lacks):
    assert windows(STAKES, DEALT[:lacks] + DEALT[lacks + 1 :]) == ()


@pytest.mark.rule("stud:3.13")
def test_that_no_decision_is_open_once_the_dealer_shows_more():
    assert windows(STAKES, [*DEALT, Fact("card", ("Kh",), "dealer")]) == ()


@pytest.mark.rule("stud:3.12")
@pytest.mark.parametrize("choice", ["bet", "fold"])
def test_that_a_decision_is_final(choice):
    made = [Choice("call/box-1", choice, {"bet-1": 2000} if choice == "bet" else {})]
    assert windows(STAKES, DEALT, made) == (window(3, "seat-c", 1000),)
    assert windows(STAKES, DEALT, [*made, Choice("call/box-3", "fold")]) == ()


@pytest.mark.rule("stud:5.5", "stud:1.8")
def test_that_silence_is_a_fold():
    assert {open_now.default for open_now in windows(STAKES, DEALT)} == {"fold"}


@pytest.mark.rule("stud:3.7")
def test_that_a_box_nobody_looks_at_is_decided_alike():
    unseen = [*HELD, *cards("box-1", 5, "seat-a"), *cards("box-3", 5, ""), Fact("card", ("Ah",), "dealer")]
    assert windows(STAKES, unseen) == windows(STAKES, DEALT)


@pytest.mark.rule("stud:3.6", "stud:1.17")
def test_that_a_box_without_ante_decides_nothing():
    assert windows({"jackpot-2": 100, "ante-4": 0}, DEALT) == ()
    assert windows({}, DEALT) == ()


@pytest.mark.rule("stud:1.17")
def test_that_a_box_without_holder_is_refused():
    with pytest.raises(BadFacts, match="box-3: found None as its holder: expected the name of a seat"):
        windows(STAKES, [fact for fact in DEALT if fact.values != ("seat-c",)])


@pytest.mark.rule("stud:1.17")
def test_that_the_newest_holder_decides():
    (of_one, _) = windows(STAKES, [*DEALT, Fact("holds", ("seat-b",), "box-1")])
    assert of_one.audience == "seat-b"


@pytest.mark.rule("stud:5.7", "stud:5.7.1")
def test_that_a_fold_or_the_dealers_five_cards_establish_an_outcome():
    assert established(DEALT, [Choice("call/box-1", "bet"), Choice("call/box-3", "fold")])
    assert established([*DEALT, *cards("dealer", 4)])


@pytest.mark.rule("stud:5.7", "stud:5.7.2")
def test_that_before_it_no_outcome_is_established():
    assert not established([])
    assert not established(DEALT, [Choice("call/box-1", "bet")])
    assert not established([*DEALT, *cards("dealer", 3)])


@pytest.mark.rule("stud:3.12.1")
@pytest.mark.parametrize(
    ("hand", "asked"),
    [
        ("Ah Kh Qh Jh Th", True),
        ("7h 5h 4h 3h 2h", True),
        ("Ah Kd Qc Js Th", False),
        ("Ah Ad Ac Ks Qh", False),
    ],
)
def test_that_a_fold_of_a_flush_or_better_is_asked_about_again(hand, asked):
    assert asks_again(hand.split()) is asked

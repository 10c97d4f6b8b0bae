"""The decision of Casino Stud Poker: what it offers, what it costs, and what silence means."""

import pytest

from kiosk.games.game import Extra, Option
from kiosk.games.stud.play import asks_again, bet_for, window_of

HAND = ["Ah", "Kd", "9s", "4c", "2h"]


@pytest.mark.rule("stud:1.3", "stud:3.7", "stud:3.12.2")
def test_that_a_bet_costs_twice_the_ante():
    assert bet_for(1000) == 2000


@pytest.mark.rule("stud:3.12")
def test_that_a_box_may_bet_or_fold():
    found = window_of(1000, HAND)
    assert found.options == (Option("bet", (Extra("bet", 2000, 2000),)), Option("fold"))


@pytest.mark.rule("stud:5.5", "stud:1.8")
def test_that_silence_is_a_fold_and_a_fault_is_not():
    found = window_of(1000, HAND)
    assert (found.default, found.absent) == ("fold", "void")


@pytest.mark.rule("stud:3.6")
def test_that_a_box_without_ante_has_nothing_to_bet():
    assert window_of(0, HAND).options == (Option("fold"),)


@pytest.mark.rule("stud:3.12.2")
@pytest.mark.parametrize("cents", [0, 1999, 2001])
def test_that_a_bet_is_exactly_twice_the_ante(cents):
    assert window_of(1000, HAND).why_not("bet", {"bet": cents}) is not None
    assert window_of(1000, HAND).why_not("bet", {"bet": 2000}) is None


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
    assert window_of(1000, hand.split()).options[-1].asks_twice is asked

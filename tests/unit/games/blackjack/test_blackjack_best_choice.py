"""The best play for a box at the table, asked by its game's name."""

import pytest

from kiosk.games import best_choice
from kits.games.blackjack_rounds import FELT, told
from kits.games.stud_dealt import FELT as STUD
from toy.rules import HighCardLayout


@pytest.mark.parametrize(
    ("line", "offered", "takes"),
    [
        ("Kh Tc 6d", ("surrender", "decline"), "surrender"),
        ("Kh Tc 6d decline", ("hit", "stand", "double"), "hit"),
        ("8h 6c 8d decline", ("hit", "stand", "double", "split"), "split"),
        ("8h 6c 8d decline", ("hit", "stand"), "stand"),
        ("8h 6c 8d decline split 3c", ("hit", "double"), "double"),
        ("8h 6c 8d decline split 3c", ("hit",), "hit"),
        ("8h 6c 8d decline split Kc stand 2d", ("hit", "double"), "double"),
        ("Ah Ac Kd", ("even-money", "insurance", "decline"), "decline"),
        ("Kh Tc 6d !dealing-error", ("go-on", "take-back"), None),
    ],
)
def test_that_a_box_takes_what_the_chart_says_of_what_it_may(line, offered, takes):
    assert best_choice(FELT, told(line, "07"), "07", offered) == takes


def test_that_who_is_not_asked_and_a_game_without_a_best_play_take_nothing():
    assert best_choice(FELT, told("Kh 9h Tc 6d 9d decline decline"), "08", ("hit", "stand")) is None
    assert best_choice(STUD, (), "07", ("bet", "fold")) is None
    assert best_choice(HighCardLayout(), (), "07", ("raise",)) is None

"""Facts by chance: repeatable from a seed, fair without one, and dealt by the game."""

import pytest

from kiosk.console.chance import facts_by_chance, seeded_chance, true_chance
from kiosk.games.game import Fact
from kiosk.games.sicbo import GAME, dice_fact, dice_of
from kits.ui.boards import read

LAYOUT = read("A")


@pytest.mark.parametrize(
    ("number", "dice"), [(1, (2, 4, 4)), (2, (4, 3, 3)), (3, (6, 6, 6)), (1284, (4, 1, 3))]
)
def test_that_a_seed_gives_the_dice_that_it_always_gave(number, dice):
    assert facts_by_chance(GAME, LAYOUT, seeded_chance(7))(number, ()) == (dice_fact(dice),)


@pytest.mark.rule("sicbo:2.2.1")
def test_that_true_chance_deals_every_face():
    deal = facts_by_chance(GAME, LAYOUT, true_chance())
    assert {face for number in range(400) for face in dice_of(deal(number, ()))} == {1, 2, 3, 4, 5, 6}


def test_that_a_whole_result_takes_no_more():
    assert GAME.by_chance(LAYOUT, (dice_fact((1, 2, 3)),), seeded_chance(1)(1, 0)) == ()


def test_that_false_facts_are_refused():
    with pytest.raises(ValueError, match="expected dice"):
        GAME.by_chance(LAYOUT, (Fact("card", (1,)),), seeded_chance(1)(1, 0))


def test_that_the_game_names_every_kind_of_spot():
    assert {spot.kind for spot in LAYOUT.spots.values()} <= set(GAME.kinds)

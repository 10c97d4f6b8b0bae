"""Facts by chance: repeatable from a seed, fair without one, and dealt by the game."""

import pytest

from kiosk.cards import DECK
from kiosk.console.chance import facts_by_chance, seeded_chance, true_chance
from kiosk.games.blackjack.deal import CARD
from kiosk.games.blackjack.game import GAME as BLACKJACK
from kiosk.games.blackjack.paytable import BlackjackLayout
from kiosk.games.game import HOLDS, Fact
from kiosk.games.sicbo import GAME, dice_fact, dice_of
from kits.ui.boards import read

LAYOUT = read("A")


@pytest.mark.parametrize(
    ("number", "dice"), [(1, (2, 4, 4)), (2, (4, 3, 3)), (3, (6, 6, 6)), (1284, (4, 1, 3))]
)
def test_that_a_seed_gives_the_dice_that_it_always_gave(number, dice):
    assert facts_by_chance(GAME, LAYOUT, seeded_chance(7))(number, (), {}) == (dice_fact(dice),)


@pytest.mark.rule("sicbo:2.2.1")
def test_that_true_chance_deals_every_face():
    deal = facts_by_chance(GAME, LAYOUT, true_chance())
    assert {face for number in range(400) for face in dice_of(deal(number, (), {}))} == {1, 2, 3, 4, 5, 6}


def test_that_a_whole_result_takes_no_more():
    assert GAME.by_chance(LAYOUT, (dice_fact((1, 2, 3)),), seeded_chance(1)(1, 0)) == ()


def test_that_false_facts_are_refused():
    with pytest.raises(ValueError, match="expected dice"):
        GAME.by_chance(LAYOUT, (Fact("card", (1,)),), seeded_chance(1)(1, 0))


def test_that_the_game_names_every_kind_of_spot():
    assert {spot.kind for spot in LAYOUT.spots.values()} <= set(GAME.kinds)


OF_FOUR = BlackjackLayout("A", decks=4)
BOXES = (Fact(HOLDS, ("07",)),)


@pytest.mark.rule("blackjack:5.5.2")
def test_that_a_shoe_that_goes_on_gives_what_is_left_in_it_as_often_as_it_is_there():
    deal = facts_by_chance(BLACKJACK, OF_FOUR, seeded_chance(3))
    gone = dict.fromkeys(DECK, 4) | {"Kh": 1, "2c": 3}  # three kings and a two are left
    found = [deal(number, BOXES, gone)[0].values[0] for number in range(400)]
    assert set(found) == {"Kh", "2c"}
    assert found.count("Kh") == pytest.approx(300, abs=35)
    after = (*BOXES, Fact(CARD, ("2c",), "07"))
    assert {deal(number, after, gone)[0].values[0] for number in range(50)} == {"Kh"}


def test_that_an_empty_shoe_gives_nothing():
    deal = facts_by_chance(BLACKJACK, OF_FOUR, seeded_chance(3))
    assert deal(1, BOXES, dict.fromkeys(DECK, 4)) == ()


def test_that_from_a_full_shoe_a_seed_deals_what_it_always_dealt():
    deal = facts_by_chance(BLACKJACK, OF_FOUR, seeded_chance(3))
    assert deal(5, BOXES, {}) == BLACKJACK.by_chance(OF_FOUR, BOXES, seeded_chance(3)(5, 1))

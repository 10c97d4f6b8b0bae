"""Dice that no dealer enters: fair, or named by a seed and a round."""

import pytest

from kiosk.console.dice import random_dice, seeded_dice


@pytest.mark.rule("sicbo:2.2.1")
def test_that_dice_are_three_of_one_to_six_and_every_face_falls():
    roll = random_dice()
    rolls = [roll(n) for n in range(600)]
    assert {len(dice) for dice in rolls} == {3}
    for place in range(3):
        assert {dice[place] for dice in rolls} == {1, 2, 3, 4, 5, 6}


def test_that_a_seed_and_a_round_name_the_dice():
    assert [seeded_dice(5)(n) for n in range(50)] == [seeded_dice(5)(n) for n in range(50)]
    assert [seeded_dice(5)(n) for n in range(50)] != [seeded_dice(6)(n) for n in range(50)]
    assert seeded_dice(5)(7) == seeded_dice(5)(7)
    assert len({seeded_dice(5)(n) for n in range(500)}) > 150

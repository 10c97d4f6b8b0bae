"""What the settlement of a full slip of Sic Bo costs, beside a dictionary of as many entries."""

import random

import pytest

from kiosk.games.sicbo import GAME, ROLLS, dice_fact
from kiosk.resources import layout_reader
from kits.bench.figures import Times

pytestmark = pytest.mark.bench
SLIPS, CHIPS = 5_000, 20


def test_how_quickly_twenty_chips_are_settled(figure):
    layout, chance = GAME.read_layout("B", layout_reader("sicbo")), random.Random(20_260_131)
    spots = list(layout.spots)
    slips = [
        {spot: chance.randrange(1, 50) * 200 for spot in chance.sample(spots, CHIPS)} for _ in range(SLIPS)
    ]
    facts = [(dice_fact(chance.choice(ROLLS)),) for _ in slips]
    won = dict.fromkeys(spots[::3], 2)

    def settle():
        for slip, dice in zip(slips, facts, strict=True):
            GAME.settle(layout, slip, dice)

    def bare():
        for slip in slips:
            {spot: (cents, won.get(spot)) for spot, cents in slip.items()}

    figure("sicbo: twenty chips settled, beside a dictionary", settle, bare, Times(3.3), "us", each=SLIPS)

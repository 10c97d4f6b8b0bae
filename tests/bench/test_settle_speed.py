"""What the settlement of a full slip of Sic Bo costs, beside a dictionary of as many sums."""

import random

import pytest

from kiosk.games.sicbo import GAME, ROLLS, dice_fact
from kiosk.resources import layout_reader

pytestmark = pytest.mark.bench
SLIPS, CHIPS = 5_000, 20


def test_how_quickly_twenty_chips_are_settled(figure):
    layout, chance = GAME.read_layout("B", layout_reader("sicbo")), random.Random(20_260_131)
    spots = list(layout.spots)
    slips = [
        {spot: chance.randrange(1, 50) * 200 for spot in chance.sample(spots, CHIPS)} for _ in range(SLIPS)
    ]
    rounds = [(slip, (dice_fact(chance.choice(ROLLS)),)) for slip in slips]
    won = dict.fromkeys(spots[::3], 2)

    def settle():
        for slip, facts in rounds:
            GAME.settle(layout, slip, facts)

    def look_up():
        for slip in slips:
            {spot: (cents, won.get(spot)) for spot, cents in slip.items()}

    figure(f"sicbo: {CHIPS} chips settled, beside a dictionary", settle, look_up, 6, "us", each=SLIPS)

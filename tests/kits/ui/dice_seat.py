"""A sample seat at a table of Sic Bo, which is told the dice by their faces."""

from kiosk.games.game import Fact
from kiosk.games.sicbo import dice_fact
from kiosk.tools.shots.samples import SampleSeat


class DiceSeat(SampleSeat):
    """See SampleSeat; a result is told as facts or as three faces."""

    def __init__(self, layout, first_round=1, **more):
        super().__init__("sicbo", layout, first_round, **more)

    def tumble(self):
        self.begin_act()

    def rest(self):
        self.end_act()

    def result(self, dice):
        super().result(facts_of(dice))

    def correct(self, dice):
        super().correct(facts_of(dice))


def facts_of(dice):
    return dice if isinstance(dice[0], Fact) else (dice_fact(dice),)

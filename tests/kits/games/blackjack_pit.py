"""A table of Blackjack with two seats, and one round at it: the shoe, what each box decides, what comes of it."""

from kiosk.games.blackjack.deal import CARD
from kiosk.games.blackjack.game import GAME
from kiosk.games.game import HOLDS
from kiosk.seat import choices
from kits.games import pit as pits
from kits.games.blackjack_rounds import FELT
from kits.seat.seats import make_limits

LIMITS = make_limits(FELT)
BETS = {"s07": {"initial": 1_000, "pair": 500}, "s08": {"initial": 1_000, "under": 500}}
SHOE = "8h Ah 6c 8d Kd Td 5c 6d 9c 5s"
"""Box 07 splits its eights, box 08 has a Blackjack, the dealer makes 20 of 6, 9 and 5."""
SAYS = {"07": ["decline", "split", "stand", "hit", "stand"], "08": []}
WON_07 = (10_000 + 5_500 - 1_000 - 1_000, 0, -3_500)
"""The pair is paid 11 to 1; 18 and 19 in two hands lose to 20."""
WON_08 = (10_000 + 1_500 + 500, 0, -2_000)
"""A Blackjack against a 6 is paid at once, and is Under 13."""


def next_of_shoe(_asked, play, cards):
    """The next card of the shoe, whoever it is for."""
    return (cards["cards"][sum(fact.name == CARD for fact in play)],)


BLACKJACK = pits.Played(GAME, FELT, LIMITS, next_of_shoe)


class Pit(pits.Pit):
    """What a box decides is a list of words, as "split" and "double:500", one for each window that it has."""

    def __init__(self, folder, played=BLACKJACK, **options):
        super().__init__(folder, played, **options)

    def plays(self, shoe=SHOE, says=None, until=None):
        """From open bets as the game asks, with the cards of the shoe in their order."""
        return self.deals({"cards": shoe.split()}, SAYS if says is None else says, until)

    def players_choose(self, calls):
        asked = {seat.name for seat in self.view.seats if seat.deciding}
        for name in set(calls) & set(self.real) & asked:
            told = [
                fact
                for fact in self.real[name].state.facts
                if fact.at == name and fact.name not in (CARD, HOLDS)
            ]
            if len(told) < len(calls[name]):
                self._chooses(name, calls[name][len(told)])

    def says(self, name, word):
        """That box decides so, as soon as its seat is asked."""
        self.until(lambda _: self._chooses(name, word))
        self.pump()

    def _chooses(self, name, word):
        seat = self.real[name]
        window = choices.window(seat.seat.context, seat.state)
        if window is None or seat.state.chosen is not None or seat.state.flight is not None:
            return False
        choice, _, cents = word.partition(":")
        option = next(one for one in window.options if one.choice == choice)
        seat.chooses(choice, **{extra.spot: int(cents or extra.most) for extra in option.extras})
        return True

    def deals(self, cards, calls=None, until=None):
        """Calls are by the boxes' names, or with an "s" before them."""
        return super().deals(
            cards, {f"s{name.removeprefix('s')}": said for name, said in (calls or {}).items()}, until
        )

"""A table of Blackjack with four decks, at which kings of hearts come quickly: one box plays, three kings a round."""

from dataclasses import replace

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.blackjack.deal import CARD
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import BlackjackLayout
from kiosk.games.game import Fact
from kits.games import pit as pits
from kits.games.blackjack_pit import LIMITS, Pit, next_of_shoe
from kits.games.shoe_pit import ShoePit

DECKS = 4
FELT = BlackjackLayout("A", decks=DECKS)
EIGHT = BlackjackLayout("A", decks=8)
OF_FOUR = pits.Played(GAME, FELT, LIMITS, next_of_shoe)
KINGS = "Kh Kh Kh 7c"
"""Two for the box, one for the dealer, who makes 17."""
SAYS = {"07": ["decline", "stand"]}
TOO_MANY = c.Refusal("shoe-too-many", {"value": "Kh", "count": 5, "decks": DECKS})


class FourDecks(Pit):
    """The pit of these tests."""

    def __init__(self, folder, played=OF_FOUR, **options):
        super().__init__(folder, played, **options)
        self.felt = played.layout

    def config(self, console="console-1"):
        """With the felt that the console was set up with last."""
        config = super().config(console)
        settings = replace(config.settings, layout=self.felt, layouts={"A": self.felt})
        return replace(config, settings=settings)

    def new_shoe(self, of=DECKS):
        """A dealer's touch between two rounds; so many decks it is of."""
        self.ok(c.NewShoe())
        self.until(lambda view: not view.shoe.due and view.shoe.left == of * 52)

    def round(self, cards=KINGS):
        """A whole round."""
        self.opens(s07={"initial": 1_000})
        self.plays(cards, SAYS)
        self.ends()

    def to_third(self, cards="2c Kh 3c"):
        """A round in which a king lies at the dealer's place; the third card of the box comes next."""
        self.opens(s07={"initial": 1_000})
        self.plays(cards, {"07": ["decline"]}, until=Next.CLOSE_DECISIONS)
        self.says("07", "decline")
        self.until(lambda view: view.next is Next.ENTER_RESULT)

    def king(self, at="07"):
        """The dealer enters one; answers why not."""
        return self.do(c.EnterResult((Fact(CARD, ("Kh",), at),)))


class ReadingShoe(ShoePit, FourDecks):
    """The same with a shoe that reads: its cover card lies before so many of these cards."""

    def __init__(self, folder, deck, cut, **options):
        super().__init__(folder, OF_FOUR, deck, cut=cut, **options)

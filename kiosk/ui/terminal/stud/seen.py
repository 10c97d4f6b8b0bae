"""What this seat sees of a round: which facts count on the screen, and the cards of each place. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from kiosk.cards import rank_of
from kiosk.cards.poker import Category, category_of, rank_hand
from kiosk.games.game import BadFacts, Fact
from kiosk.games.stud.deal import DEALER, Deal, read_deal
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.paytable import CALL, MOST_BOXES
from kiosk.games.stud.play import FOLD, TAKE_BACK, VOID
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.ui.terminal.cards.seen_facts import (
    SeenRound,
    choice_seen,
    facts_seen,
    shows_last,
    stakes_seen,
)

OUT = (FOLD, VOID, TAKE_BACK)
"""The decisions after which a Hand is out of play."""
_Cards = tuple[str | None, ...]


@dataclass(frozen=True)
class Seen(SeenRound):
    """A round as this seat sees it. `own` are its cards once they may be seen."""

    deal: Deal
    seat: str
    own: _Cards
    dealer: _Cards
    choice: str = ""
    """What this seat has chosen: what is on its way, or stands in the log."""
    stakes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    """What lies at each box that plays, in cents by spot, as the table shows it."""

    @property
    def out(self) -> bool:
        """Whether the own Hand is out of play, by what was decided or chosen."""
        return (self.call or self.choice) in OUT

    @property
    def call(self) -> str:
        """What counts as this seat's decision; empty before it is entered."""
        return self.call_of(self.seat)

    @property
    def own_rank(self) -> int | None:
        """What the own Hand is, once all of it is seen."""
        return _rank(self.own)

    @property
    def dealer_rank(self) -> int | None:
        """What the Dealer's Hand is, once all of it is shown."""
        return _rank(self.dealer)

    def call_of(self, box: str) -> str:
        """What counts as that box's decision; an invalid Hand is void (rules 5.10, 5.15 and 5.19)."""
        return VOID if box in self.deal.invalid else self.deal.calls.get(box, "")

    def cards_of(self, box: str) -> _Cards:
        """The cards of another box: what was shown, and backs."""
        return tuple(self.deal.up.get(box, ())) or (None,) * len(self.deal.down.get(box, ()))


def seen(context: Context, state: SeatState) -> Seen:
    """What is seen in this state. A seat shows its cards once BET or Fold is opened, whatever was decided before.

    Until then an error of the deal can still be put right, for nobody has seen a card (rules 5.8.2, 5.8.6 and 5.12).
    """
    seat = context.config.seat
    deal = _deal(facts_seen(state))
    up: _Cards = tuple(deal.up.get(seat, ()))
    down: _Cards = tuple(hidden.card for hidden in deal.down.get(seat, ()))
    open_ = CALL in state.table.windows or shows_last(state)
    own = up if len(up) == CARDS else down if open_ else (None,) * len(down)
    shown: _Cards = tuple(deal.up.get(DEALER, ()))
    hidden = max(0, len(deal.down.get(DEALER, ())) - max(0, len(shown) - 1))
    dealer = (*shown, *(None,) * hidden)
    return Seen(deal, seat, own, dealer, choice_seen(state), stakes_seen(state))


def _deal(facts: tuple[Fact, ...]) -> Deal:
    try:
        return read_deal(facts, MOST_BOXES)
    except BadFacts:  # what nobody can have dealt is not shown
        return Deal()


def _rank(cards: _Cards) -> int | None:
    known = [card for card in cards if card is not None]
    return rank_hand(known) if len(known) == CARDS else None


def counting(cards: _Cards) -> frozenset[int]:
    """The places of the cards that make a Hand what it is: its pairs and the like, or all five; none without."""
    rank = _rank(cards)
    if rank is None or category_of(rank) is Category.ODD_CARDS:
        return frozenset()
    values = [rank_of(card) for card in cards if card is not None]
    alike = frozenset(at for at, value in enumerate(values) if values.count(value) > 1)
    return alike or frozenset(range(CARDS))

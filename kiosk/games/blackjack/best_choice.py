"""The best play by totals for a box at the table: what the chart takes of what is offered to it."""

from collections.abc import Collection, Sequence

from kiosk.games.blackjack.best_play import best
from kiosk.games.blackjack.deal import read_deal
from kiosk.games.blackjack.paytable import BlackjackLayout
from kiosk.games.game import Fact


def best_choice(
    layout: BlackjackLayout, facts: Sequence[Fact], box: str, offered: Collection[str]
) -> str | None:
    """The choice of the chart; None where the box plays no hand now, as after a dealing error."""
    deal = read_deal(layout, facts)
    played = deal.played.get(box)
    if deal.errors or played is None or not (box in deal.waiting or box == deal.turn):
        return None
    hand = played.hands[played.place or 0]
    return best(hand.cards, deal.dealer[0], offered)

"""What this seat sees of a round of Blackjack: its hands, the Dealer's, the other boxes, whose turn it is. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from kiosk.games import layout_file
from kiosk.games.blackjack.deal import Deal, shown_deal
from kiosk.games.blackjack.paytable import BlackjackLayout
from kiosk.games.blackjack.play import Hand
from kiosk.games.blackjack.points import dealer_hand
from kiosk.games.blackjack.settle import outcomes, results
from kiosk.games.game import Layout
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.ui.terminal.cards.seen_facts import SeenRound, choice_seen, facts_seen, stakes_seen
from kiosk.ui.terminal.last_round import shown_last


@dataclass(frozen=True)
class Seen(SeenRound):
    """A round as this seat sees it, its own stakes in cents by spot, and what the table tells of those of others."""

    deal: Deal
    seat: str
    own_stakes: Mapping[str, int] = field(default_factory=dict)
    stakes: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    choice: str = ""
    """What this seat has chosen: what is on its way, or stands in the log."""

    @property
    def is_out(self) -> bool:
        """Whether this seat has taken its Bets back (rule 5.7)."""
        return self.seat in self.deal.out

    @property
    def dealer(self) -> tuple[str, ...]:
        """The Dealer's hand."""
        return dealer_hand(self.deal.dealer)

    @property
    def open_stakes(self) -> int:
        """Cents of this seat of which nobody knows yet what becomes of them: what it would take back (rule 5.7)."""
        played = self.deal.played.get(self.seat)
        if played is None or self.deal.waiting:
            return sum(self.own_stakes.values())
        own = replace(played, bets=self.deal.of_the_cards(self.seat, self.own_stakes))
        decided = results(own, self.dealer)
        return sum(cents for spot, cents in self.own_stakes.items() if spot not in decided)

    def hands_of(self, box: str) -> Sequence[Hand]:
        """The hands of a box from the left; one of two cards or fewer during the initial deal."""
        played = self.deal.played.get(box)
        if played is not None:
            return played.hands
        cards = self.deal.two.get(box, [])
        return [Hand(1, list(cards))] if cards else []

    def place_in_turn(self, box: str) -> int | None:
        """Which of its hands the box decides about now, or draws for; None when it is not its turn."""
        return self.deal.played[box].place if box == self.deal.turn and not self.deal.errors else None

    def ended(self, box: str) -> list[str | None]:
        """How each hand of the box has ended, as `settle.outcomes` words it; None as long as it is open."""
        played = self.deal.played.get(box)
        if played is None:
            return [None] * len(self.hands_of(box))
        # What was taken back is compared with no card of the dealer that fell after that; before the interim
        # settlement all of it came back, and so it does when the box was misled.
        if self.deal.is_invalid(box):
            return [None] * len(played.hands)
        return outcomes(played, self.deal.out.get(box, self.dealer))


def own_layout(layout: Layout) -> BlackjackLayout:
    """The layout as this game's own. Raises UnknownLayout."""
    return layout_file.own_layout(layout, BlackjackLayout, "blackjack")


def seen(context: Context, state: SeatState) -> Seen:
    """What is seen in this state."""
    deal = shown_deal(own_layout(context.layout), facts_seen(state))
    return Seen(deal, context.config.seat, _own_stakes(state), stakes_seen(state), choice_seen(state))


def _own_stakes(state: SeatState) -> Mapping[str, int]:
    last = shown_last(state)
    if last is not None:
        return last.stakes
    registered = state.registered.stakes if state.registered is not None else {}
    added = state.flight.stakes if state.flight is not None and state.flight.choice else {}
    return {**registered, **added}

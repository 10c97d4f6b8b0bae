"""What a seat sees of a round whose hands are set: cards and hands of each place. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from kiosk.games.game import Decide
from kiosk.games.laid import DEALER, GO_ON, TAKE_BACK, Hidden
from kiosk.games.set_hands import HOUSE_WAY, SET
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.ui.kit.cards.setting import Cards, HandRules, Hands, Verdict
from kiosk.ui.terminal.cards.seen_facts import SeenRound, WithBoxes, choice_seen, facts_seen, stakes_seen
from kiosk.ui.terminal.last_round import shown_last

_Cards = tuple[str | None, ...]


class SetDeal(WithBoxes, Protocol):
    """What the facts of such a round say, as its game reads them."""

    @property
    def down(self) -> Mapping[str, Sequence[Hidden]]:
        """The cards that were dealt face down, by place."""

    @property
    def up(self) -> Mapping[str, Sequence[str]]:
        """The open cards, by place."""

    @property
    def invalid(self) -> set[str]:
        """The boxes whose hands are out of the round."""

    @property
    def settings(self) -> Mapping[str, str]:
        """How each box is set, as it was chosen."""


@dataclass(frozen=True)
class SetRound(SeenRound):
    """A round as this seat sees it.

    `own` are its cards once they may be seen, `choice` what it has chosen, `stakes` what lies at each box in cents by
    spot, `silent` that its hand was set because nothing was chosen in time.
    """

    deal: SetDeal
    rules: HandRules
    seat: str
    own: _Cards
    dealer: _Cards
    choice: str = ""
    stakes: Mapping[str, Mapping[str, int]] | None = None
    silent: bool = False

    @property
    def out(self) -> bool:
        """Whether the own hand is out of the round, by what was entered or chosen."""
        return self.seat in self.deal.invalid or self.choice == TAKE_BACK

    @property
    def setting(self) -> str:
        """How the own hand is set: what counts, or is chosen; empty before."""
        chosen = "" if self.choice in (GO_ON, TAKE_BACK) else self.choice
        return self.deal.settings.get(self.seat, chosen)

    @property
    def own_cards(self) -> Cards:
        """The own cards, the highest first, once all are seen."""
        known = tuple(card for card in self.own if card is not None)
        return self.rules.ordered(known) if len(known) == self.size else ()

    @property
    def size(self) -> int:
        """Cards of a whole hand."""
        return self.rules.low + self.rules.high

    @property
    def own_hands(self) -> Hands | None:
        """The own hand as it is set, once it is."""
        cards = self.own_cards
        return self.rules.set_by(cards, self.setting) if cards and self.setting else None

    @property
    def dealers_hands(self) -> Hands | None:
        """The Dealer's hand, set the House Way, once all of it is shown."""
        known = [card for card in self.dealer if card is not None]
        return self.rules.house_way(known) if len(known) == self.size else None

    @property
    def compared(self) -> tuple[Verdict, ...]:
        """How the own Low and High Hand end; none before both sides lie open."""
        own, dealer = self.own_hands, self.dealers_hands
        return self.rules.compare(own, dealer) if own and dealer and not self.out else ()

    def hands_of(self, box: str) -> Hands | None:
        """The hand of another box as it is set, once it is shown."""
        cards, choice = self.deal.up.get(box, ()), self.deal.settings.get(box, "")
        return self.rules.set_by(cards, choice) if len(cards) == self.size and choice else None

    def compared_of(self, box: str) -> tuple[Verdict, ...]:
        """How another box ends, once it is shown."""
        own, dealer = self.hands_of(box), self.dealers_hands
        return self.rules.compare(own, dealer) if own and dealer and box not in self.deal.invalid else ()


def set_round(context: Context, state: SeatState, rules: HandRules, deal: SetDeal) -> SetRound:
    """What is seen in this state. A seat shows its cards when the decision about them is open, and not before.

    Until then an error of the deal can still be put right, for nobody has seen a card.
    """
    seat = context.config.seat
    up: _Cards = tuple(deal.up.get(seat, ()))
    down: _Cards = tuple(hidden.card for hidden in deal.down.get(seat, ()))
    size = rules.low + rules.high
    seen = seat in deal.settings or is_open(context, state, SET)
    own = up if len(up) == size else down if seen else (None,) * len(down)
    shown: _Cards = tuple(deal.up.get(DEALER, ()))
    hidden = max(0, len(deal.down.get(DEALER, ())) - len(shown))
    silent = deal.settings.get(seat) == HOUSE_WAY and _is_silent(state)
    dealer = (*shown, *(None,) * hidden)
    return SetRound(deal, rules, seat, own, dealer, choice_seen(state), stakes_seen(state), silent)


def is_open(context: Context, state: SeatState, window: str) -> bool:
    """Whether the boxes decide in that window now, or their time has just ended."""
    if not state.table.deciding or shown_last(state) is not None:
        return False
    asks = context.rules_by(state.table.layout).asked(state.table.entered)
    return isinstance(asks, Decide) and asks.window == window


def _is_silent(state: SeatState) -> bool:
    """Whether this seat has sent no choice: each that it sends counts `rev` up, and a decision that opens begins at 0.

    Where something else was decided after the hands, nobody can say.
    """
    return not state.rev and not any(fact.name == GO_ON for fact in facts_seen(state))

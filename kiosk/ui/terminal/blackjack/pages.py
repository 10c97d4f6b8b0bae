"""The side panel's page of Blackjack: what its bets pay, with the rows lit that the own cards reach."""

from __future__ import annotations

from collections.abc import Collection

from kiosk.games.blackjack.points import is_blackjack, side_wins
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.blackjack.seen import seen
from kiosk.ui.terminal.cards.pay_table import PayRow, PaySection

_HANDS = (
    ("blackjack", "blackjack.row_blackjack", "blackjack.three_to_two"),
    ("win", "blackjack.row_win", "blackjack.one_to_one"),
    ("standoff", "blackjack.row_standoff", "blackjack.stake_back"),
    ("surrender", "blackjack.row_surrender", "blackjack.half_back"),
)
_SIDES = (
    ("insurance", "blackjack.row_insurance", "blackjack.two_to_one"),
    ("pair", "blackjack.row_pair", "blackjack.eleven_to_one"),
    ("under", "blackjack.row_under", "blackjack.one_to_one"),
    ("over", "blackjack.row_over", "blackjack.one_to_one"),
)


def pay_sections(texts: Texts, lit: Collection[str]) -> tuple[PaySection, ...]:
    """The Blackjack Pay Table (rule 4.1.1), and what the Dealer does (rule 3.23)."""
    hands, sides = (
        tuple(PayRow(texts.get(name), texts.get(pays), row in lit) for row, name, pays in rows)
        for rows in (_HANDS, _SIDES)
    )
    return (
        PaySection(texts.get("blackjack.pays_title"), hands, texts.get("blackjack.dealer_stands")),
        PaySection(texts.get("blackjack.sides_title"), sides, texts.get("blackjack.sides_note")),
    )


def sections_now(context: Context, state: SeatState, look: Style) -> tuple[PaySection, ...]:
    """Lit is what the own first two cards reach, and how the hands have ended."""
    round_ = seen(context, state)
    lit: set[str] = set()
    hands = round_.hands_of(round_.seat)
    played = round_.deal.played.get(round_.seat)
    first = played.cards if played is not None else ()
    if len(first) == 2:
        lit |= {side for side, wins in side_wins(first).items() if wins and round_.own_stakes.get(side)}
        if len(hands) == 1 and is_blackjack(hands[0].cards):
            lit.add("blackjack")
    lit |= {one for one in round_.ended(round_.seat) if one is not None}
    return pay_sections(look.texts, lit)

"""The pages of Help that are Blackjack's: bets and pays, worked examples with cards, limits."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtWidgets import QWidget

from kiosk.games.blackjack.odds import edge
from kiosk.games.blackjack.paytable import NAMES, BlackjackLayout
from kiosk.games.blackjack.play import Decision, open_box, play_on
from kiosk.games.blackjack.settle import settle
from kiosk.money import short_dollars
from kiosk.table.records import Limits
from kiosk.ui.kit.blackjack.look import total_words
from kiosk.ui.kit.settlement_words import signed
from kiosk.ui.kit.style import Style
from kiosk.ui.terminal.blackjack.chart import chart_block
from kiosk.ui.terminal.blackjack.pages import pay_sections
from kiosk.ui.terminal.cards.help_parts import (
    bet_block,
    example_block,
    example_stake,
    page_of_bets,
    percent,
)

EXAMPLES: tuple[tuple[str, str, str, str], ...] = (
    ("Ah Ks", "9c 8d", "", "blackjack.help_blackjack"),
    ("Tc 7h", "6d Ts 9h", "stand", "blackjack.help_dealer_bust"),
    ("5c 6d Kh", "7c Td", "double", "blackjack.help_doubled"),
    ("Td 6s 8h", "9d 7s", "hit", "blackjack.help_bust"),
)
"""Own cards, the Dealer's, the decision in the turn, and what is said of it."""
_READABLE = 32  # characters of a fraction
_BETS = {
    "initial": ("blackjack.initial_title", "blackjack.help_bet_initial"),
    "insurance": ("blackjack.insurance_title", "blackjack.help_bet_insurance"),
    "double": ("blackjack.double_title", "blackjack.help_bet_double"),
    "split": ("blackjack.split_title", "blackjack.help_bet_split"),
    "pair": ("blackjack.pair_title", "blackjack.help_bet_pair"),
    "under": ("blackjack.under_title", "blackjack.help_bet_under"),
    "over": ("blackjack.over_title", "blackjack.help_bet_over"),
}


def bets_page(look: Style, layout: BlackjackLayout, limits: Limits | None) -> QWidget:
    """Every bet, the pay table, and examples with cards that the game itself has settled."""
    stake = example_stake(limits, "initial")
    bets = (_bet(look, layout, kind) for kind in _BETS)
    examples = (_example(look, stake, *one) for one in EXAMPLES)
    return page_of_bets(
        look, "blackjack.help_intro", bets, pay_sections(look.texts, ()), examples, chart_block(look)
    )


def _bet(look: Style, layout: BlackjackLayout, kind: str) -> QWidget:
    share = edge(kind, layout.decks) if kind in NAMES else None
    name, rule = (look.t(key) for key in _BETS[kind])
    return bet_block(look, name, rule, _edge_words(look, share))


def _edge_words(look: Style, share: Fraction | None) -> str:
    """The edge as a fraction where that can be read; that of the Initial Bet has 60 digits, and `kiosk odds` has it."""
    if share is None:
        return ""
    if len(str(share)) > _READABLE:
        return look.t("blackjack.edge_percent", percent=percent(share))
    return look.t("blackjack.edge", fraction=share, percent=percent(share))


def _example(look: Style, stake: int, own: str, dealer: str, choice: str, key: str) -> QWidget:
    hands = (
        (look.t("felt.help_you", hand=total_words(own.split(), look.texts)), own),
        (look.t("felt.help_dealer", hand=total_words(dealer.split(), look.texts)), dealer),
    )
    return example_block(look, hands, example_words(look, stake, own, dealer, choice, key))


def example_words(look: Style, stake: int, own: str, dealer: str, choice: str, key: str) -> str:
    """What an example comes to, as the game settles it."""
    cards, up = own.split(), dealer.split()
    box = open_box({"initial": stake}, cards[:2], up[0], [])
    queue = [Decision(choice, stake if choice == "double" else 0)] if choice else []
    drawn = iter(cards[2:])
    play_on(box, queue, lambda _hand: next(drawn, None))
    settled = settle(box, up)
    net = settled.paid - settled.staked
    return look.t(key, stake=short_dollars(settled.staked), net=signed(net))

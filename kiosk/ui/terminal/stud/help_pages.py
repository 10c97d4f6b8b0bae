"""The pages of Help that are Casino Stud Poker's: bets and pays, worked examples with cards, limits."""

from __future__ import annotations

from fractions import Fraction

from PySide6.QtWidgets import QWidget

from kiosk.cards.poker import rank_hand
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.odds import edge, favours_from, jackpot_edge
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.games.stud.play import FOLD, STAY, bet_for
from kiosk.games.stud.settle import Box, settle_box
from kiosk.money import short_dollars
from kiosk.seat.context import Context
from kiosk.table.records import Limits
from kiosk.ui.kit.cards.words import hand_words
from kiosk.ui.kit.settlement_words import signed
from kiosk.ui.kit.stud.look import LOOK
from kiosk.ui.kit.style import Style
from kiosk.ui.terminal.cards.help_parts import (
    bet_block,
    example_block,
    example_stake,
    page_of_bets,
    percent,
)
from kiosk.ui.terminal.stud.pages import pay_sections
from kiosk.ui.terminal.stud.words import dealer_note

# own cards, the Dealer's cards, the decision
EXAMPLES: tuple[tuple[str, str, str], ...] = (
    ("Kc Kd 8h 4s 3c", "Qs Qd 7h 3d 2d", STAY),
    ("Ad 9d 7d 5d 4d", "Ac Kd 9h 6s 3s", STAY),
    ("9c 9h 6d 5s 2c", "Qh Jc 8s 7d 4h", STAY),
    ("Tc Th 7s 4d 2h", "Jd Js 9c 6s 3h", STAY),
    ("Jh 9s 6c 4d 2s", "As Ah Kc 8d 5h", FOLD),
)


def bets_page(look: Style, context: Context, felt: Felt, limits: Limits | None) -> QWidget:  # noqa: ARG001  as every game's
    """The three bets, the pay tables, and examples with cards that the game itself has settled."""
    ante = example_stake(limits, ANTE)
    bets = (
        bet_block(
            look,
            LOOK.spot_words(ANTE, look.texts),
            look.t("stud.help_ante"),
            _edge_words(look, edge(felt.pay_table)),
        ),
        bet_block(
            look,
            LOOK.spot_words(BET, look.texts),
            look.t("stud.help_bet", most=short_dollars(felt.pay_table.most_won)),
            "",
        ),
        bet_block(
            look,
            LOOK.spot_words(JACKPOT, look.texts),
            look.t("stud.help_jackpot"),
            _jackpot_edge(look, felt, limits),
        ),
    )
    examples = (_example(look, felt, ante, *one) for one in EXAMPLES)
    return page_of_bets(look, "stud.help_intro", bets, pay_sections(felt, look.texts, None), examples)


def _edge_words(look: Style, share: Fraction) -> str:
    return look.t("stud.edge", fraction=share, percent=percent(share))


def _jackpot_edge(look: Style, felt: Felt, limits: Limits | None) -> str:
    limit = limits.spots.get(JACKPOT) if limits is not None else None
    stake = limit.minimum if limit is not None else 100
    share = jackpot_edge(felt.pay_table, felt.reset, stake)
    return look.t(
        "stud.jackpot_edge",
        stake=short_dollars(stake),
        display=short_dollars(felt.reset),
        percent=percent(share),
        even=short_dollars(favours_from(felt.pay_table, stake)),
    )


def _example(look: Style, felt: Felt, ante: int, own: str, dealer: str, choice: str) -> QWidget:
    """A round of one box without a jackpot bet: both hands, and what became of the bets."""
    ranks = rank_hand(own.split()), rank_hand(dealer.split())
    note = f"{hand_words(ranks[1], look.texts)}: {dealer_note(ranks[1], look.texts)}"
    hands = (
        (look.t("felt.help_you", hand=hand_words(ranks[0], look.texts)), own),
        (look.t("felt.help_dealer", hand=note), dealer),
    )
    return example_block(look, hands, example_words(look, felt, ante, own, dealer, choice))


def example_words(look: Style, felt: Felt, ante: int, own: str, dealer: str, choice: str) -> str:
    """What an example comes to, as the game settles it."""
    settled = settle_box(
        felt.pay_table, Box(1, ante, tuple(own.split()), choice), rank_hand(dealer.split()), 0
    )
    bets = (settled.ante, settled.bet)
    net = sum(one.net for one in bets)
    if choice == FOLD:
        return look.t("stud.help_folded", ante=short_dollars(ante), net=signed(net))
    return look.t(
        "stud.help_played",
        ante=short_dollars(ante),
        bet=short_dollars(bet_for(ante)),
        ante_net=signed(settled.ante.net),
        bet_net=signed(settled.bet.net),
        net=signed(net),
    )

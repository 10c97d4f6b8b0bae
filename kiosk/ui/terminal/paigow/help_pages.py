"""The page of Help that is Fortune Pai Gow Poker's: its wagers, what they pay, and worked examples with cards."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from kiosk.games.paigow.odds import DEALS, STANDARD_EDGE, STANDARD_ERROR, fortune_edge
from kiosk.games.paigow.paytable import FORTUNE, STANDARD
from kiosk.games.paigow.settle import Box, settle_box
from kiosk.money import short_dollars
from kiosk.table.records import Limits
from kiosk.ui.kit.paigow.look import LOOK
from kiosk.ui.kit.settlement_words import signed
from kiosk.ui.kit.style import Style
from kiosk.ui.terminal.cards.help_parts import (
    bet_block,
    example_stake,
    page_of_bets,
    percent,
    set_example,
)
from kiosk.ui.terminal.cards.pay_table import PaySection

_BONUS = 100  # cents of the Fortune Bonus in examples

# the Low Hand that is set, the other own cards, the Dealer's cards
EXAMPLES: tuple[tuple[str, str, str], ...] = (
    ("Ad Qc", "Kd Kh 9s 6c 3d", "Js Jh Kc 8d 7s 4h 2c"),
    ("Td 9c", "Qs Qd 7h 5c 2d", "As Jd 8s 8h 6d 4c 3s"),
    ("Jk 8c", "Ah Th 7h 5h 2h", "Ac Kc 9d 9h 6s 4d 3c"),
    ("Js 8d", "Tc Th 6h 4s 2s", "Ad Kh Qs Qc 9s 7d 3h"),
)


def bets_page(look: Style, sections: Sequence[PaySection], limits: Limits | None) -> QWidget:
    """The two wagers, the pay tables, and examples that the game itself has settled."""
    stake = example_stake(limits, STANDARD)
    standard = look.t(
        "paigow.edge_standard",
        percent=f"{100 * STANDARD_EDGE:.2f}%",
        error=f"{100 * STANDARD_ERROR:.4f}%",
        deals=f"{DEALS:,}",
    )
    share = fortune_edge()
    fortune = look.t("paigow.edge_fortune", fraction=share, percent=percent(share))
    bets = (
        bet_block(look, LOOK.spot_words(STANDARD, look.texts), look.t("paigow.help_standard"), standard),
        bet_block(look, LOOK.spot_words(FORTUNE, look.texts), look.t("paigow.help_fortune"), fortune),
    )
    examples = (set_example(look, LOOK.rules, *one, example_words(look, stake, *one)) for one in EXAMPLES)
    return page_of_bets(look, "paigow.help_intro", bets, sections, examples)


def example_words(look: Style, stake: int, low: str, high: str, dealer: str) -> str:
    """What an example comes to, as the game settles it."""
    cards = (*low.split(), *high.split())
    box = Box("1", {STANDARD: stake, FORTUNE: _BONUS}, cards, tuple(low.split()))
    settled = settle_box(box, {"1": cards}, tuple(dealer.split()))
    nets = {spot: result.net for spot, result in settled.items()}
    return look.t(
        "paigow.help_played",
        stake=short_dollars(stake),
        bonus=short_dollars(_BONUS),
        stake_net=signed(nets[STANDARD]),
        bonus_net=signed(nets[FORTUNE]),
        net=signed(sum(nets.values())),
    )

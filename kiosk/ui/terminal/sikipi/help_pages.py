"""The page of Help that is Si Ki Pi's: its bets, what they pay, and worked examples with cards."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from kiosk.games.sikipi.house_way import Setting
from kiosk.games.sikipi.odds import edge
from kiosk.games.sikipi.paytable import BONUS, BONUS_DEALER, INITIAL
from kiosk.games.sikipi.settle import settle
from kiosk.money import short_dollars
from kiosk.table.records import Limits
from kiosk.ui.kit.settlement_words import signed
from kiosk.ui.kit.sikipi.look import LOOK
from kiosk.ui.kit.style import Style
from kiosk.ui.terminal.cards.help_parts import (
    bet_block,
    example_stake,
    page_of_bets,
    percent,
    set_example,
)
from kiosk.ui.terminal.cards.pay_table import PaySection

_BONUS = 100  # cents of the Bonus Bet in examples

# the Low Hand that is set, the High Hand, the Dealer's cards
EXAMPLES: tuple[tuple[str, str, str], ...] = (
    ("Kd 7c", "8h 2s", "Qs 6h Tc 5d"),
    ("9h Jc", "As 8d", "7s 7h Kc 2d"),
    ("6d Tc", "5s 5h", "Qd 9c Jh 8c"),
    ("Kh Td", "Qs 3c", "Ad 7d 4h 4c"),
)


def bets_page(look: Style, sections: Sequence[PaySection], limits: Limits | None) -> QWidget:
    """The bets, the pay tables, and examples that the game itself has settled."""
    stake = example_stake(limits, INITIAL)
    initial, bonus = edge(INITIAL), edge(BONUS)
    texts = look.texts
    both = f"{LOOK.spot_words(BONUS, texts)} · {LOOK.spot_words(BONUS_DEALER, texts)}"
    bets = (
        bet_block(
            look,
            LOOK.spot_words(INITIAL, texts),
            look.t("sikipi.help_initial"),
            look.t("sikipi.edge_initial", fraction=initial, percent=percent(initial)),
        ),
        bet_block(
            look,
            both,
            look.t("sikipi.help_bonus"),
            look.t("sikipi.edge_bonus", fraction=bonus, percent=percent(bonus)),
        ),
    )
    examples = (set_example(look, LOOK.rules, *one, example_words(look, stake, *one)) for one in EXAMPLES)
    return page_of_bets(look, "sikipi.help_intro", bets, sections, examples)


def example_words(look: Style, stake: int, low: str, high: str, dealer: str) -> str:
    """What an example comes to, as the game settles it."""
    cards = (*low.split(), *high.split())
    own = Setting(LOOK.rules.ordered(low.split()), LOOK.rules.ordered(high.split()))
    settled = settle({INITIAL: stake, BONUS: _BONUS}, cards, own, tuple(dealer.split()))
    nets = {spot: result.net for spot, result in settled.items()}
    return look.t(
        "sikipi.help_played",
        stake=short_dollars(stake),
        bonus=short_dollars(_BONUS),
        stake_net=signed(nets[INITIAL]),
        bonus_net=signed(nets[BONUS]),
        net=signed(sum(nets.values())),
    )

"""Si Ki Pi's part of the player's screen."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from PySide6.QtWidgets import QWidget

from kiosk.games.sikipi.hands import Bonus
from kiosk.games.sikipi.paytable import BONUS, BONUS_DEALER, BONUS_PAYS, INITIAL
from kiosk.money import odds_shown
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.table.records import Limits
from kiosk.ui.kit.sikipi.look import LOOK
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import Tone
from kiosk.ui.terminal.cards.part import STEP_REGISTERED, SpotWords
from kiosk.ui.terminal.cards.pay_table import PayRow, PaySection
from kiosk.ui.terminal.cards.set_part import STEP_VOID, STEPS_SET, SetPart
from kiosk.ui.terminal.last_round import may_win
from kiosk.ui.terminal.sikipi.help_pages import bets_page
from kiosk.ui.terminal.sikipi.words import GAME, ROWS, dealers_bonus, own_bonus

_RANKING = (
    ("sikipi.rank_pair", "sikipi.rank_pair_what"),
    ("sikipi.rank_gong", "sikipi.rank_gong_what"),
    ("sikipi.rank_points", "sikipi.rank_points_what"),
    ("sikipi.rank_zero", "sikipi.rank_zero_what"),
)
"""How hands rank (rule 3.4)."""


def pay_sections(texts: Texts, own: Bonus | None, dealer: Bonus | None) -> tuple[PaySection, ...]:
    """What a Bonus Bet pays (paragraph 4.2) on the own and on the Dealer's cards, lit, and how hands rank."""
    bets = tuple(
        PaySection(
            texts.get(title),
            tuple(
                PayRow(
                    texts.get(key), texts.get("felt.to_one", odds=odds_shown(BONUS_PAYS[one])), one is made
                )
                for one, key in ROWS.items()
            ),
        )
        for title, made in (("sikipi.pays_own", own), ("sikipi.pays_dealer", dealer))
    )
    ranking = tuple(PayRow(texts.get(name), texts.get(what)) for name, what in _RANKING)
    return (*bets, PaySection(texts.get("sikipi.ranking"), ranking))


class SiKiPiPart(SetPart):
    """See GamePart."""

    steps = (
        ("sikipi.step_bets_title", "sikipi.step_bets"),
        STEP_REGISTERED,
        ("sikipi.step_deal_title", "sikipi.step_deal"),
        *STEPS_SET,
        ("sikipi.step_dealer_title", "sikipi.step_dealer"),
        STEP_VOID,
    )
    game, name = GAME, GAME.name
    look = LOOK
    mark = ("8s", "2d", "Ah", "Ac")
    spots = MappingProxyType(
        {
            INITIAL: SpotWords(Tone.EVEN_MONEY, ("sikipi.initial_pays", "sikipi.initial_pays_brief")),
            BONUS: SpotWords(Tone.PANEL, ("sikipi.bonus_pays", "sikipi.bonus_pays_brief")),
            BONUS_DEALER: SpotWords(Tone.PANEL, ("sikipi.bonus_pays", "sikipi.bonus_pays_brief")),
        }
    )

    def pays(self, context: Context, state: SeatState, look: Style) -> Sequence[PaySection]:
        """A Bonus Bet looks at four cards, however they are set."""
        round_ = GAME.round_of(context, state)
        own = None if round_.out or not may_win(state, BONUS) else own_bonus(round_)
        dealer = dealers_bonus(round_) if may_win(state, BONUS_DEALER) else None
        return pay_sections(look.texts, own, dealer)

    def bets_page(self, look: Style, context: Context, limits: Limits | None) -> QWidget:
        """The bets: rule, pay table, exact edge, worked examples."""
        self.own_layout(context.layout)
        return bets_page(look, pay_sections(look.texts, None, None), limits)


PART = SiKiPiPart()

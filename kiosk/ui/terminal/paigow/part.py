"""Fortune Pai Gow Poker's part of the player's screen."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from PySide6.QtWidgets import QWidget

from kiosk.games.paigow.fortune import Bonus, bonus
from kiosk.games.paigow.paytable import ENVY_PAYS, FORTUNE, FORTUNE_PAYS, STANDARD
from kiosk.money import odds_shown, short_dollars
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.table.records import Limits
from kiosk.ui.kit.paigow.look import LOOK
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import Tone
from kiosk.ui.terminal.cards.part import STEP_REGISTERED, SpotWords
from kiosk.ui.terminal.cards.pay_table import PayRow, PaySection
from kiosk.ui.terminal.cards.set_part import STEP_VOID, STEPS_SET, SetPart
from kiosk.ui.terminal.last_round import may_win
from kiosk.ui.terminal.paigow.help_pages import bets_page
from kiosk.ui.terminal.paigow.words import GAME, ROWS


def pay_sections(texts: Texts, made: Bonus | None) -> tuple[PaySection, ...]:
    """What wagers pay (rules 4.1.1 and 4.1.2); lit is what such a hand reaches."""
    rows = tuple(
        PayRow(texts.get(key), texts.get("felt.to_one", odds=odds_shown(FORTUNE_PAYS[one])), one is made)
        for one, key in ROWS.items()
    )
    envy = tuple(PayRow(texts.get(ROWS[one]), short_dollars(cents)) for one, cents in ENVY_PAYS.items())
    return (
        PaySection(texts.get("paigow.pays_title"), rows, texts.get("paigow.pays_note")),
        PaySection(texts.get("paigow.envy_title"), envy, texts.get("paigow.envy_note")),
    )


class PaiGowPart(SetPart):
    """See GamePart."""

    steps = (
        ("paigow.step_bets_title", "paigow.step_bets"),
        STEP_REGISTERED,
        ("paigow.step_deal_title", "paigow.step_deal"),
        *STEPS_SET,
        ("paigow.step_dealer_title", "paigow.step_dealer"),
        STEP_VOID,
    )
    game, name = GAME, GAME.name
    look = LOOK
    mark = ("Jk", "Ah", "Kh", "Qh", "Jh", "Th", "9h")
    spots = MappingProxyType(
        {
            STANDARD: SpotWords(Tone.EVEN_MONEY, ("paigow.standard_pays", "paigow.standard_pays_brief")),
            FORTUNE: SpotWords(Tone.PANEL, ("paigow.fortune_pays", "paigow.fortune_pays_brief")),
        }
    )

    def pays(self, context: Context, state: SeatState, look: Style) -> Sequence[PaySection]:
        """The Fortune Bonus looks at all seven cards, however they are set."""
        round_ = GAME.round_of(context, state)
        cards = () if round_.out or not may_win(state, FORTUNE) else round_.own_cards
        return pay_sections(look.texts, bonus(cards) if cards else None)

    def bets_page(self, look: Style, context: Context, limits: Limits | None) -> QWidget:
        """The wagers: rule, pay table, edge, worked examples."""
        self.own_layout(context.layout)
        return bets_page(look, pay_sections(look.texts, None), limits)


PART = PaiGowPart()

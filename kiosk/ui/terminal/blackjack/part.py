"""Blackjack's part of the player's screen."""

from __future__ import annotations

from collections.abc import Sequence
from types import MappingProxyType

from PySide6.QtWidgets import QWidget

from kiosk.games.blackjack.paytable import SIDES
from kiosk.games.game import Fact, Layout
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.blackjack.look import LOOK, dealers_cards, total_words
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.blackjack.help_pages import bets_page
from kiosk.ui.terminal.blackjack.pages import sections_now
from kiosk.ui.terminal.blackjack.seen import own_layout
from kiosk.ui.terminal.board.face import Tone
from kiosk.ui.terminal.cards.part import STEP_REGISTERED, CardPart, SpotWords
from kiosk.ui.terminal.cards.pay_table import PaySection
from kiosk.ui.terminal.game_part import Badge


class BlackjackPart(CardPart):
    """See GamePart."""

    steps = (
        ("blackjack.step_bets_title", "blackjack.step_bets"),
        STEP_REGISTERED,
        ("blackjack.step_deal_title", "blackjack.step_deal"),
        ("blackjack.step_first_title", "blackjack.step_first"),
        ("blackjack.step_turn_title", "blackjack.step_turn"),
        ("blackjack.step_dealer_title", "blackjack.step_dealer"),
        ("blackjack.step_void_title", "blackjack.step_void"),
    )
    name = "blackjack"
    look = LOOK
    spots = MappingProxyType(
        {
            "initial": SpotWords(
                Tone.EVEN_MONEY,
                ("blackjack.initial_pays", "blackjack.initial_pays_brief"),
                "blackjack.initial_name",
            ),
            "pair": SpotWords(Tone.PANEL, ("blackjack.pair_pays",), "blackjack.pair_name", "side"),
            "under": SpotWords(Tone.PANEL, ("blackjack.even_pays",), "blackjack.under_name", "side"),
            "over": SpotWords(Tone.PANEL, ("blackjack.even_pays",), "blackjack.over_name", "side"),
            "insurance": SpotWords(
                Tone.PLAIN,
                ("blackjack.insurance_pays", "blackjack.insurance_pays_brief"),
                "blackjack.insurance_name",
            ),
        }
    )
    limited = ("initial", *SIDES)
    mark = ("As", "Ks")
    """A Blackjack: the game's mark."""

    def badges(self, facts: Sequence[Fact], texts: Texts) -> tuple[Badge, ...]:
        """The Dealer's hand, named as that: `Bust 25` alone could be the player's own."""
        total = total_words(dealers_cards(facts), texts)
        words = texts.get("blackjack.dealer_has", total=total) if total else texts.get("blackjack.no_dealer")
        return (Badge(words, theme.BUTTON),)

    def pays(self, context: Context, state: SeatState, look: Style) -> Sequence[PaySection]:
        """Lit is what the own cards reach."""
        return sections_now(context, state, look)

    def limits_notes(self, layout: Layout, look: Style) -> tuple[str, ...]:  # noqa: ARG002  of every layout
        """What Insurance, doubles and splits take."""
        return (look.t("blackjack.limits_note"),)

    def bets_page(self, look: Style, context: Context, limits: Limits | None) -> QWidget:
        """Every bet: rule, pays, exact edge, worked examples."""
        return bets_page(look, own_layout(context.layout), limits)


PART = BlackjackPart()

"""Blackjack's part of the player's screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from kiosk.games.game import Layout
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.table.records import Limits
from kiosk.ui.kit.blackjack.look import LOOK
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.blackjack.faces import board_faces
from kiosk.ui.terminal.blackjack.help_pages import bets_page, limits_page
from kiosk.ui.terminal.blackjack.pages import sections_now
from kiosk.ui.terminal.blackjack.seen import own_layout
from kiosk.ui.terminal.board.face import BoardFaces
from kiosk.ui.terminal.cards.part import STEP_REGISTERED, CardPart
from kiosk.ui.terminal.cards.pay_table import PaySection


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
    look = LOOK
    mark = ("As", "Ks")
    """A Blackjack: the game's mark."""

    def pays(self, context: Context, state: SeatState, look: Style) -> Sequence[PaySection]:
        """Lit is what the own cards reach."""
        return sections_now(context, state, look)

    def board_faces(self, layout: Layout, texts: Texts) -> BoardFaces:
        """The Initial Bet, the side Bets and Insurance."""
        own_layout(layout)
        return board_faces(texts)

    def bets_page(self, look: Style, context: Context, limits: Limits | None) -> QWidget:
        """Every bet: rule, pays, exact edge, worked examples."""
        return bets_page(look, own_layout(context.layout), limits)

    def limits_page(self, look: Style, layout: Layout, limits: Limits | None) -> QWidget:
        """The limits by kind of bet (rule 3.4)."""
        own_layout(layout)
        return limits_page(look, limits)


PART = BlackjackPart()

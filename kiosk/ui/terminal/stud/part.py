"""Casino Stud Poker's part of the player's screen."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QWidget

from kiosk.cards.poker import rank_hand
from kiosk.games.game import Fact, Layout
from kiosk.games.stud.hands import CARDS, qualifies
from kiosk.games.stud.paytable import ANTE, BET, JACKPOT
from kiosk.money import short_dollars
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.table.records import Limits
from kiosk.ui.kit import theme
from kiosk.ui.kit.stud.look import LOOK, dealers_cards
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.board.face import BoardFaces, SpotFace, Tone
from kiosk.ui.terminal.cards.help_parts import range_words
from kiosk.ui.terminal.cards.part import STEP_REGISTERED, CardPart
from kiosk.ui.terminal.cards.pay_table import PaySection
from kiosk.ui.terminal.game_part import Badge
from kiosk.ui.terminal.stud.felt import own_felt
from kiosk.ui.terminal.stud.help_pages import bets_page
from kiosk.ui.terminal.stud.pages import sections_now


class StudPart(CardPart):
    """See GamePart."""

    steps = (
        ("stud.step_bets_title", "stud.step_bets"),
        STEP_REGISTERED,
        ("stud.step_deal_title", "stud.step_deal"),
        ("stud.step_decide_title", "stud.step_decide"),
        ("stud.step_dealer_title", "stud.step_dealer"),
        ("stud.step_jackpot_title", "stud.step_jackpot"),
        ("stud.step_void_title", "stud.step_void"),
    )
    name, limited = "stud", (ANTE, BET, JACKPOT)
    look = LOOK
    mark = ("Ah", "Kh", "Qh", "Jh", "Th")
    """The highest hand: the game's mark."""

    def badges(self, facts: Sequence[Fact], texts: Texts) -> tuple[Badge, ...]:
        """The Dealer's Hand, and that it does not qualify (rule 1.14)."""
        cards = dealers_cards(facts)
        hand = Badge(LOOK.result_words(facts, texts)[0], theme.BUTTON)
        if len(cards) < CARDS or qualifies(rank_hand(cards)):
            return (hand,)
        return (hand, Badge(texts.get("stud.not_qualifies"), theme.TRIPLE_GOLD, theme.TEXT_ON_GOLD))

    def pays(self, context: Context, state: SeatState, look: Style) -> Sequence[PaySection]:
        """Lit is what the own cards reach."""
        return sections_now(context, state, look)

    def board_faces(self, layout: Layout, texts: Texts) -> BoardFaces:
        """ANTE, BET and the jackpot's coin spot."""
        felt = own_felt(layout)
        best = max(felt.pay_table.pays.values())
        lines = {
            ANTE: (texts.get("stud.ante_pays", odds=felt.pay_table.ante_pays),),
            BET: (texts.get("stud.bet_pays", odds=best), texts.get("stud.bet_pays_brief")),
            JACKPOT: (texts.get("stud.jackpot_pays"), texts.get("stud.jackpot_pays_brief")),
        }
        names = {ANTE: "stud.ante_name", BET: "stud.bet_name", JACKPOT: "stud.jackpot_name"}
        spots = {
            spot: SpotFace(
                spot, Tone.PANEL if spot == JACKPOT else Tone.EVEN_MONEY, odds, name=texts.get(names[spot])
            )
            for spot, odds in lines.items()
        }
        return BoardFaces(spots, {}, lambda _painter, _rect, _figure: None)

    def bets_page(self, look: Style, context: Context, limits: Limits | None) -> QWidget:
        """The three bets: rule, pay table, exact edge, worked examples."""
        return bets_page(look, context, own_felt(context.layout), limits)

    def limit_words(self, spot: str, limits: Limits, look: Style) -> str:
        """What a BET costs, and whether the jackpot takes bets (rule 3.3)."""
        if spot == BET:
            return look.t("stud.twice")
        closed = look.t("stud.jackpot_closed") if spot == JACKPOT else "–"
        return range_words(look, spot, limits) or closed

    def limits_notes(self, layout: Layout, look: Style) -> tuple[str, ...]:
        """The most that a BET wins (rule 4.1.1)."""
        return (look.t("stud.most", cents=short_dollars(own_felt(layout).pay_table.most_won)),)


PART = StudPart()

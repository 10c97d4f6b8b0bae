"""The side panel's pages of Casino Stud Poker: what hands pay, with the own one lit, and the Dealer's last Hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout

from kiosk.cards.poker import category_of, rank_hand
from kiosk.games.game import Fact
from kiosk.games.stud.hands import CARDS, qualifies
from kiosk.games.stud.layout import Felt
from kiosk.money import short_dollars
from kiosk.seat.context import Context
from kiosk.seat.effects import Outcome
from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.words import hand_words
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.stud.look import LOOK, dealers_cards, result_width
from kiosk.ui.kit.style import CENTRE, MIDDLE_LEFT, Style, fitted, paint_text
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.pay_table import PayRow, PaySection, PayTable
from kiosk.ui.terminal.game_part import TrendPage
from kiosk.ui.terminal.stud.seen import seen
from kiosk.ui.terminal.stud.words import ROWS, prize_words, row_of

_ROW = 62  # design px of one of the last hands
_CARDS = 44


def pay_sections(felt: Felt, texts: Texts, rank: int | None) -> tuple[PaySection, ...]:
    """What a BET pays (rule 4.1) and what the jackpot does (rule 4.2); lit are the rows that such a hand reaches."""
    reached = row_of(category_of(rank)) if rank is not None else None
    bets = tuple(
        PayRow(
            texts.get(key), texts.get("stud.to_one", odds=felt.pay_table.pays[category]), category is reached
        )
        for category, key in ROWS.items()
    )
    prizes = tuple(
        PayRow(texts.get(key), words, category is reached)
        for category, key in ROWS.items()
        if (words := prize_words(felt, category, texts))
    )
    most = texts.get("stud.most", cents=short_dollars(felt.pay_table.most_won))
    return (
        PaySection(texts.get("stud.pays_title"), bets, most),
        PaySection(texts.get("stud.prizes_title"), prizes, texts.get("stud.prizes_note")),
    )


class PaysPage(TrendPage):
    """The pay tables."""

    def __init__(self, look: Style) -> None:
        super().__init__()
        self._look = look
        self.table = PayTable(look, self)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.table, 1)

    def set_wide(self, wide: bool) -> None:
        """The table sees for itself."""

    def set_trends(self, counted: Any) -> None:  # noqa: ANN401  nothing of it is shown here
        """Nothing."""

    def show_state(self, context: Context, state: SeatState) -> None:
        """Light what the own Hand reaches, as long as it plays."""
        if not isinstance(context.layout, Felt):
            return
        round_ = seen(context, state)
        rank = None if round_.out else round_.own_rank
        self.table.show_sections(pay_sections(context.layout, self._look.texts, rank))


@dataclass(frozen=True)
class Shown:
    """A finished round: its number and facts, none for a Void."""

    round: int
    facts: tuple[Fact, ...]


def trends(outcomes: Sequence[Outcome]) -> tuple[Shown, ...]:
    """The rounds, oldest first."""
    return tuple(Shown(one.round, one.facts) for one in outcomes)


def dealer_words(facts: Sequence[Fact], texts: Texts) -> str:
    """The Dealer's Hand in words, or that nobody had bet."""
    cards = dealers_cards(facts)
    return hand_words(rank_hand(cards), texts) if len(cards) == CARDS else texts.get("stud.not_shown")


class ResultsPage(TrendPage):
    """The Dealer's last Hands, the newest first."""

    def __init__(self, look: Style) -> None:
        super().__init__()
        self._look = look
        self._rounds: tuple[Shown, ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def set_wide(self, wide: bool) -> None:
        """The list sees for itself."""

    def set_trends(self, counted: Any) -> None:  # noqa: ANN401  `trends` of this module
        """Show these rounds."""
        self._rounds = counted
        self.update()

    @property
    def columns(self) -> int:
        """One, or two where the page is wide."""
        return 2 if self.width() > self.height() else 1

    @property
    def listed(self) -> list[Shown]:
        """What is on the screen, the newest first."""
        rows = max(1, self.height() // self._look.scale.px(_ROW))
        return list(reversed(self._rounds))[: rows * self.columns]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  the whole list is small
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        look, scale = self._look, self._look.scale
        if not self._rounds:
            written = fitted(look, look.t("panel.no_results"), Role.BODY, scale.text(19), self.width() * 0.9)
            room = QRectF(self.rect())
            paint_text(painter, room, look.t("panel.no_results"), written, theme.TEXT_SOFT, CENTRE)
        rows = max(1, self.height() // scale.px(_ROW))
        high, gap = self.height() / rows, scale.space("xl")
        wide = (self.width() - gap * (self.columns - 1)) / self.columns
        for at, one in enumerate(self.listed):
            column, row = divmod(at, rows)
            self._paint(painter, QRectF(column * (wide + gap), row * high, wide, high), one, newest=at == 0)
        painter.end()

    def _paint(self, painter: QPainter, rect: QRectF, one: Shown, *, newest: bool) -> None:
        look, scale = self._look, self._look.scale
        if newest:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.PANEL_RAISED))
            painter.drawRoundedRect(rect.adjusted(0, 1, 0, -1), scale.radius("badge"), scale.radius("badge"))
        inner = rect.adjusted(scale.space("s"), 0, -scale.space("s"), 0)
        number = QRectF(inner.x(), inner.y(), inner.width() * 0.16, inner.height())
        written = fitted(look, str(one.round), Role.NUMBER, scale.text(17), number.width())
        paint_text(painter, number, str(one.round), written, theme.TEXT_SOFT, MIDDLE_LEFT)
        left = number.right() + scale.space("s")
        if not one.facts:
            room = QRectF(left, inner.y(), inner.right() - left, inner.height())
            paint_text(
                painter, room, look.t("panel.void"), look.font(Role.STRONG, 18), theme.WARN, MIDDLE_LEFT
            )
            return
        px = min(scale.px(_CARDS), round(inner.height() * 0.8))
        LOOK.paint_result(painter, left, inner.center().y(), px, one.facts)
        left += result_width(px) + scale.space("s")
        room = QRectF(left, inner.y(), max(1.0, inner.right() - left), inner.height())
        self._paint_words(painter, room, one.facts)

    def _paint_words(self, painter: QPainter, room: QRectF, facts: Sequence[Fact]) -> None:
        look, scale = self._look, self._look.scale
        cards = dealers_cards(facts)
        words = dealer_words(facts, look.texts)
        upper = QRectF(room.x(), room.y() + room.height() * 0.12, room.width(), room.height() * 0.4)
        lower = QRectF(room.x(), upper.bottom(), room.width(), room.height() * 0.36)
        if len(cards) < CARDS:
            upper = room
        written = fitted(look, words, Role.STRONG, scale.text(17), room.width())
        paint_text(painter, upper, words, written, theme.TEXT, MIDDLE_LEFT)
        if len(cards) == CARDS:
            note = look.t("stud.qualifies" if qualifies(rank_hand(cards)) else "stud.not_qualifies")
            written = fitted(look, note, Role.BODY, scale.text(15), room.width())
            paint_text(painter, lower, note, written, theme.TEXT_SOFT, MIDDLE_LEFT)

"""The side panel's page of the Dealer's last Hands."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy

from kiosk.games.game import Fact
from kiosk.seat.effects import Outcome
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, MIDDLE_LEFT, Style, fitted, paint_text, rounded, smooth
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.game_part import TrendPage

_ROW, _TALL = 62, 86  # design px of one of the last hands, with its words beside its cards or below them
_CARDS = 44
_BESIDE = 0.2  # of a row: with less room behind the cards the words stand below them


class ResultWords(Protocol):
    """How a game paints the Dealer's cards of a result, and what it says of them."""

    def paint_result(
        self, painter: QPainter, left: float, middle: float, px: int, facts: Sequence[Fact]
    ) -> float:
        """As every screen has it; see GameLook."""

    def result_width(self, px: int) -> int:
        """The room that it takes, px."""

    def result_words(self, facts: Sequence[Fact], texts: Texts) -> tuple[str, str]:
        """What the Dealer had, and a second line, empty for none."""


@dataclass(frozen=True)
class Shown:
    """A finished round: its number and facts, none for a Void."""

    round: int
    facts: tuple[Fact, ...]


def trends(outcomes: Sequence[Outcome]) -> tuple[Shown, ...]:
    """The rounds, oldest first."""
    return tuple(Shown(one.round, one.facts) for one in outcomes)


class ResultsPage(TrendPage):
    """The Dealer's last Hands, the newest first, as a game paints and names them."""

    def __init__(self, look: Style, results: ResultWords) -> None:
        super().__init__()
        self._look, self._results = look, results
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
        return list(reversed(self._rounds))[: self._rows * self.columns]

    @property
    def words_below(self) -> bool:
        """Whether the words stand below the cards: many cards leave no room behind them."""
        cards = self._results.result_width(self._look.scale.px(_CARDS))
        number = self._width * 0.16 + 4 * self._look.scale.space("s")
        return self._width - number - cards < self._width * _BESIDE

    @property
    def _rows(self) -> int:
        return max(1, self.height() // self._look.scale.px(_TALL if self.words_below else _ROW))

    @property
    def _width(self) -> float:
        """Of a row, px."""
        return (self.width() - self._look.scale.space("xl") * (self.columns - 1)) / self.columns

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  the whole list is small
        painter = smooth(self)
        look, scale = self._look, self._look.scale
        if not self._rounds:
            written = fitted(look, look.t("panel.no_results"), Role.BODY, scale.text(19), self.width() * 0.9)
            room = QRectF(self.rect())
            paint_text(painter, room, look.t("panel.no_results"), written, theme.TEXT_SOFT, CENTRE)
        high, wide = self.height() / self._rows, self._width
        for at, one in enumerate(self.listed):
            column, row = divmod(at, self._rows)
            left = column * (wide + scale.space("xl"))
            self._paint(painter, QRectF(left, row * high, wide, high), one, newest=at == 0)
        painter.end()

    def _paint(self, painter: QPainter, rect: QRectF, one: Shown, *, newest: bool) -> None:
        look, scale = self._look, self._look.scale
        if newest:
            rounded(painter, rect.adjusted(0, 1, 0, -1), scale.radius("badge"), theme.PANEL_RAISED)
        inner = rect.adjusted(scale.space("s"), 0, -scale.space("s"), 0)
        upper = QRectF(inner)
        if self.words_below:
            upper.setHeight(inner.height() * 0.66)
        number = QRectF(upper.x(), upper.y(), inner.width() * 0.16, upper.height())
        written = fitted(look, str(one.round), Role.NUMBER, scale.text(17), number.width())
        paint_text(painter, number, str(one.round), written, theme.TEXT_SOFT, MIDDLE_LEFT)
        left = number.right() + scale.space("s")
        if not one.facts:
            room = QRectF(left, upper.y(), inner.right() - left, upper.height())
            paint_text(
                painter, room, look.t("panel.void"), look.font(Role.STRONG, 18), theme.WARN, MIDDLE_LEFT
            )
            return
        px = min(scale.px(_CARDS), round(upper.height() * 0.8))
        self._results.paint_result(painter, left, upper.center().y(), px, one.facts)
        if self.words_below:
            words = " · ".join(filter(None, self._results.result_words(one.facts, look.texts)))
            room = QRectF(left, upper.bottom(), inner.right() - left, inner.bottom() - upper.bottom())
            written = fitted(look, words, Role.STRONG, scale.text(17), room.width())
            paint_text(painter, room, words, written, theme.TEXT, MIDDLE_LEFT)
            return
        left += self._results.result_width(px) + scale.space("s")
        room = QRectF(left, inner.y(), max(1.0, inner.right() - left), inner.height())
        self._paint_words(painter, room, one.facts)

    def _paint_words(self, painter: QPainter, room: QRectF, facts: Sequence[Fact]) -> None:
        look, scale = self._look, self._look.scale
        words, note = self._results.result_words(facts, look.texts)
        upper = QRectF(room.x(), room.y() + room.height() * 0.12, room.width(), room.height() * 0.4)
        lower = QRectF(room.x(), upper.bottom(), room.width(), room.height() * 0.36)
        if not note:
            upper = room
        written = fitted(look, words, Role.STRONG, scale.text(17), room.width())
        paint_text(painter, upper, words, written, theme.TEXT, MIDDLE_LEFT)
        if note:
            written = fitted(look, note, Role.BODY, scale.text(15), room.width())
            paint_text(painter, lower, note, written, theme.TEXT_SOFT, MIDDLE_LEFT)

"""The display of the Progressive Jackpot: what it shows, and whether bets on it are taken (rules 1.13, 3.3, 5.18)."""

from __future__ import annotations

from PySide6.QtCore import QElapsedTimer, QRectF, QTimer, Slot
from PySide6.QtGui import QColor, QPaintEvent, QPen

from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import JACKPOT
from kiosk.money import dollars, short_dollars
from kiosk.seat.context import Context
from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, Style, fitted, paint_text, smooth
from kiosk.ui.terminal.cards.felt import Sign

FRAME_MS = 33
COUNT_MS = 900
"""How long the figures take to a new value."""


class JackpotSign(Sign):
    """The display. Its figures run to a new value; they stand still otherwise."""

    def __init__(self, look: Style, *, animations: bool = True) -> None:
        super().__init__()
        self._look = look
        self._animations = animations
        self._cents: int | None = None
        self._from = 0
        self._closed = False
        self._stake = 0
        self._told = False
        self._clock = QElapsedTimer()
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._tick)

    @property
    def closed(self) -> bool:
        """Whether no jackpot bets are taken."""
        return self._closed

    @property
    def moving(self) -> bool:
        """Whether the figures run."""
        return self._timer.isActive()

    @property
    def shown(self) -> int:
        """The figures that are painted now, cents."""
        if self._cents is None:
            return 0
        if not self.moving:
            return self._cents
        part = min(1.0, self._clock.elapsed() / COUNT_MS)
        return round(self._from + (self._cents - self._from) * (1 - (1 - part) ** 3))

    def apply_style(self, look: Style) -> None:
        """Take over scale and language."""
        self._look = look
        self.update()

    def show_state(self, context: Context, state: SeatState) -> None:
        """What the jackpot shows, and whether bets on it are taken at this seat.

        It moves with the bets of all tables as long as it is heard; before that it is what the round has told. A round
        without an offer leaves what was shown; where none has told it, it is what the jackpot starts at.
        """
        heard = state.jackpot
        if heard is not None:
            self._told = True
            self.show_cents(heard.cents)
        elif state.table.jackpot is not None:
            self._told = True
            self.show_cents(state.table.jackpot.shown)
        elif isinstance(context.layout, Felt) and not self._told:
            self.show_cents(context.layout.reset)
        limits = state.table.limits
        limit = limits.spots.get(JACKPOT) if limits is not None else None
        silent = heard is not None and heard.silent
        closed = silent or not state.link or (limits is not None and limit is None)
        stake = limit.minimum if limit is not None else 0
        if (closed, stake) != (self._closed, self._stake):
            self._closed, self._stake = closed, stake
            self.update()

    def show_cents(self, cents: int) -> None:
        """Run the figures to this value."""
        if cents == self._cents:
            return
        self._from, first = self.shown, self._cents is None
        self._cents = cents
        if self._animations and not first and self.isVisible():
            self._clock.restart()
            self._timer.start()
        else:
            self._timer.stop()
        self.update()

    @Slot()
    def _tick(self) -> None:
        if self._clock.elapsed() >= COUNT_MS:
            self._timer.stop()
        self.update(self._figures().toAlignedRect())

    def _figures(self) -> QRectF:
        return QRectF(0, self.height() * 0.30, self.width(), self.height() * 0.42)

    def paintEvent(self, event: QPaintEvent) -> None:
        look, scale = self._look, self._look.scale
        painter = smooth(self)
        painter.setClipRect(event.rect())
        painter.setPen(QPen(QColor(theme.LINE), scale.px(1)))
        painter.setBrush(QColor(theme.PAID_PLAQUE))
        radius = scale.radius("panel")
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)
        pad = scale.px(14)
        wide = self.width() - 2 * pad
        upper = QRectF(pad, self.height() * 0.06, wide, self.height() * 0.26)
        title = look.t("stud.jackpot" if self._told else "stud.jackpot_starts")
        written = fitted(look, title, Role.STRONG, scale.text(21), wide)
        paint_text(painter, upper, title, written, theme.ODDS, CENTRE)
        figures = self._figures().adjusted(pad, 0, -pad, 0)
        text = dollars(self.shown)
        written = fitted(look, text, Role.MONEY, scale.text(52), wide)
        paint_text(painter, figures, text, written, theme.GOLD_TEXT, CENTRE)
        lower = QRectF(pad, figures.bottom(), wide, self.height() * 0.22)
        words, colour = self._words()
        written = fitted(look, words, Role.BODY, scale.text(18), wide)
        paint_text(painter, lower, words, written, colour, CENTRE)
        painter.end()

    def _words(self) -> tuple[str, str]:
        if self._closed:
            return self._look.t("stud.jackpot_closed"), theme.WARN
        if not self._stake:
            return "", theme.TEXT_SOFT
        return self._look.t("stud.jackpot_bet", stake=short_dollars(self._stake)), theme.TEXT_SOFT

"""The last tickets of a seat as a list for staff: never the whole number, which alone would be worth the money."""

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk import local_time
from kiosk.money import dollars
from kiosk.store.seat_store import KeptTicket
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import MIDDLE_LEFT, MIDDLE_RIGHT, Style, fitted, paint_text, smooth

_ROW_PX = 62
_SHOWN_DIGITS = 4
_STATES = {
    "pending": "staff.ticket_pending",
    "issued": "staff.ticket_issued",
    "void": "staff.ticket_void",
    "redeemed": "staff.ticket_redeemed",
}


def masked(number: str) -> str:
    """A ticket's number with all but its last four digits hidden."""
    return f"…{number[-_SHOWN_DIGITS:]}"


def ticket_lines(ticket: KeptTicket, look: Style) -> tuple[str, str, str, str]:
    """What a row says: number and amount, then what has become of the ticket and when (local time)."""
    known = _STATES.get(ticket.state)
    state = look.t(known) if known is not None else ticket.state
    when = local_time.shown(ticket.at)
    return masked(ticket.number), dollars(ticket.cents), state, when


class TicketRows(QWidget):
    """One row for each ticket, newest first."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.rows: list[tuple[str, str, str, str]] = []

    def set_tickets(self, tickets: Sequence[KeptTicket]) -> None:
        """Show these tickets."""
        self.rows = [ticket_lines(ticket, self._look) for ticket in tickets]
        self.setMinimumHeight(self.sizeHint().height())
        self.setAccessibleName("\n".join(" ".join(row) for row in self.rows))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(320), self._look.scale.px(_ROW_PX) * len(self.rows))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        row, edge = self._look.scale.px(_ROW_PX), self._look.scale.space("s")
        for index, words in enumerate(self.rows):
            rect = QRectF(0, index * row, self.width() - edge, row)
            painter.fillRect(QRectF(0, rect.bottom() - 1, self.width(), 1), QColor(theme.PANEL_RAISED))
            self._paint_row(painter, rect, words)
        painter.end()

    def _paint_row(self, painter: QPainter, rect: QRectF, words: tuple[str, str, str, str]) -> None:
        number, amount, state, when = words
        upper = QRectF(rect.x(), rect.y() + rect.height() * 0.08, rect.width(), rect.height() * 0.46)
        lower = QRectF(rect.x(), upper.bottom(), rect.width(), rect.height() * 0.38)
        self._write(painter, upper, number, (Role.NUMBER, "body", theme.TEXT), MIDDLE_LEFT)
        self._write(painter, upper, amount, (Role.MONEY, "body", theme.GOLD_TEXT), MIDDLE_RIGHT)
        self._write(painter, lower, state, (Role.BODY, "caption", theme.TEXT_SOFT), MIDDLE_LEFT)
        self._write(painter, lower, when, (Role.NUMBER, "caption", theme.TEXT_SOFT), MIDDLE_RIGHT)

    def _write(
        self, painter: QPainter, rect: QRectF, text: str, face: tuple[Role, str, str], where: Qt.AlignmentFlag
    ) -> None:
        role, size, colour = face
        wanted = self._look.scale.text(theme.TYPE_PX[size])
        written = fitted(self._look, text, role, wanted, rect.width() * 0.56)
        paint_text(painter, rect, text, written, colour, where)

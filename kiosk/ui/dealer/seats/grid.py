"""The seats at a glance: one tile each, found by finger, mouse or arrow keys."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QTouchEvent
from PySide6.QtWidgets import QWidget

from kiosk.console.view import DeskView, SeatView
from kiosk.money import short_dollars
from kiosk.ui.dealer import palette
from kiosk.ui.dealer.button import PRESSING
from kiosk.ui.dealer.game_part import Entry
from kiosk.ui.dealer.keys import arrow_step
from kiosk.ui.dealer.pen import LEFT, RIGHT, fits, icon, panel, width_of, write
from kiosk.ui.dealer.plan import seats_head, tile_columns, tile_rects
from kiosk.ui.dealer.seats.faces import SeatFace, Tone, seat_face, summary
from kiosk.ui.dealer.sheets.lists import spot_name
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, smooth

_PAD = 18  # design px
_MOST_GROWN = 1.45
_TONES = {
    Tone.FAINT: (palette.FAINT, palette.FAINT_EDGE, theme.TEXT_OFF, theme.TEXT_OFF),
    Tone.PLAIN: (palette.FIELD, theme.BUTTON_EDGE, theme.TEXT_SOFT, theme.TEXT),
    Tone.WELL: (palette.WELL, palette.WELL_EDGE, palette.WELL_TEXT, theme.TEXT),
    Tone.CARE: (palette.CARE, theme.WARN, theme.WARN, theme.TEXT),
    Tone.DANGER: (palette.DANGER, palette.DANGER_EDGE, palette.DANGER_TEXT, theme.TEXT),
}
"""Ground, border, word, amount."""


class SeatGrid(QWidget):
    """All seats under one line about them. `asked` carries the name of a seat."""

    asked = Signal(str)

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._view: DeskView | None = None
        self._down: int | None = None
        self._finger: int | None = None
        self.at = 0
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)

    @property
    def seats(self) -> tuple[SeatView, ...]:
        """The seats that are shown."""
        return self._view.seats if self._view is not None else ()

    def tile(self, name: str) -> QRectF:
        """Where a seat's tile is, in px of this widget. Raises KeyError for an unknown seat."""
        for rect, seat in zip(self._tiles(), self.seats, strict=True):
            if seat.name == name:
                return rect
        raise KeyError(name)

    def show_view(self, view: DeskView) -> None:
        """Show these seats."""
        before, self._view = self._view, view
        if before is not None and (before.seats, before.phase) == (view.seats, view.phase):
            return
        self.at = min(self.at, max(0, len(view.seats) - 1))
        self.update()

    def show_entry(self, entry: Entry) -> None:
        """Show what is entered and not yet confirmed, where the seats show it."""

    def _area(self) -> QRectF:
        """Where the tiles stand."""
        scale = self._look.scale
        pad, head = scale.px(_PAD), seats_head(scale)
        return QRectF(pad, head, self.width() - 2 * pad, self.height() - head - pad * 0.8)

    def _face(self, seat: SeatView, view: DeskView) -> SeatFace:
        """What a tile says."""
        return seat_face(seat, view, self._look.texts)

    def _tiles(self) -> list[QRectF]:
        return tile_rects(self._area(), len(self.seats), self._look.scale)

    # --- keys and fingers

    def keyPressEvent(self, event: QKeyEvent) -> None:
        step = arrow_step(event, tile_columns(len(self.seats)))
        if step is not None and self.seats:
            if 0 <= self.at + step < len(self.seats):
                self.at += step
            self.update()
        elif event.key() in PRESSING and self.seats:
            if not event.isAutoRepeat():
                self.asked.emit(self.seats[self.at].name)
        else:
            event.ignore()

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self.update()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.update()

    def _tile_at(self, where: QPointF) -> int | None:
        return next((n for n, rect in enumerate(self._tiles()) if rect.contains(where)), None)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._down = self._tile_at(event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._release(event.position())

    def _release(self, where: QPointF) -> None:
        down, self._down = self._down, None
        if down is not None and down == self._tile_at(where):
            self.at = down
            self.asked.emit(self.seats[down].name)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QTouchEvent):
            self._touched(event)
            return True
        return super().event(event)

    def _touched(self, event: QTouchEvent) -> None:
        event.accept()
        if event.type() == QEvent.Type.TouchCancel:
            self._finger = self._down = None
            return
        for point in event.points():
            if (
                point.state() == point.state().Pressed
            ):  # the newest finger: the lift of another may have been lost
                self._finger, self._down = point.id(), self._tile_at(point.position())
            elif point.id() == self._finger and point.state() == point.state().Released:
                self._finger = None
                self._release(point.position())

    # --- painting

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        look, scale = self._look, self._look.scale
        painter = smooth(self)
        panel(painter, QRectF(self.rect()), look, palette.PANEL)
        if self._view is None:
            painter.end()
            return
        pad, head = scale.px(_PAD), seats_head(scale)
        line = QRectF(pad, 0, self.width() - 2 * pad, head)
        title = look.t("dealer.seats.title")
        write(painter, line, title, look, Role.TITLE, 26)
        room = line.adjusted(width_of(look, title, Role.TITLE, 26) + pad, 0, 0, 0)
        write(painter, room, summary(self._view, look.texts), look, Role.BODY, 20, theme.TEXT_SOFT, RIGHT)
        for number, (rect, seat) in enumerate(zip(self._tiles(), self.seats, strict=True)):
            self._tile(painter, rect, seat, chosen=self.hasFocus() and number == self.at)
        painter.end()

    def _tile(self, painter: QPainter, rect: QRectF, seat: SeatView, *, chosen: bool) -> None:
        look, scale = self._look, self._look.scale
        view = self._view
        if view is None:
            return
        face = self._face(seat, view)
        fill, edge, ink, amount = _TONES[face.tone]
        panel(painter, rect, look, fill, edge, 10)
        if chosen:
            inner = scale.px(3)
            panel(painter, rect.adjusted(inner, inner, -inner, -inner), look, fill, theme.FOCUS, 8, thick=4)
        # Few seats have large tiles: their words grow with them.
        grown = min(_MOST_GROWN, max(1.0, min(rect.height() / scale.px(124), rect.width() / scale.px(176))))
        pad = scale.px(12 * grown if rect.width() > scale.px(150) else 8)
        room = rect.adjusted(pad, scale.px(6 * grown), -pad, -scale.px(6 * grown))
        row = min(scale.px(40 * grown), room.height() / 2)
        self._top(painter, QRectF(room.x(), room.y(), room.width(), row), face, amount, grown)
        height = min(scale.px(32 * grown), room.height() / 2)
        foot = QRectF(room.x(), room.bottom() - height, room.width(), height)
        side = min(scale.px(18 * grown), foot.height() * 0.7)
        icon(painter, QRectF(foot.x(), foot.center().y() - side / 2, side, side), face.sign, ink)
        words = foot.adjusted(side + scale.px(7 * grown), 0, 0, 0)
        if fits(
            face.word, words.width(), look, Role.LABEL, 18 * grown
        ):  # else the sign says it, and the touch
            write(painter, words, face.word, look, Role.LABEL, 18 * grown, ink)
        between = QRectF(room.x(), room.y() + row, room.width(), foot.y() - room.y() - row)
        self._slip(painter, between, view.game, seat, grown)

    def _top(self, painter: QPainter, rect: QRectF, face: SeatFace, amount: str, grown: float) -> None:
        look = self._look
        soft = amount if face.tone is Tone.FAINT else theme.TEXT_SOFT
        write(painter, rect, face.name, look, Role.NUMBER, 20 * grown, soft)
        width = width_of(look, face.name, Role.NUMBER, 20 * grown) + look.scale.px(8)
        colour = theme.GOLD_TEXT if face.gain else amount
        room = rect.adjusted(width, 0, 0, 0)
        whole = fits(face.amount, room.width(), look, Role.MONEY, 25 * grown)
        words = face.amount if whole or any(sign.isdigit() for sign in face.amount) else "–"
        write(painter, room, words, look, Role.MONEY, 25 * grown, colour, RIGHT)

    def _slip(self, painter: QPainter, rect: QRectF, game: str, seat: SeatView, grown: float) -> None:
        """Where a tile is tall, the largest Bets of the slip stand in it."""
        look, scale = self._look, self._look.scale
        size = 19 * min(grown, 1.4)
        height = scale.px(size * 1.6)
        rows = int((rect.height() - scale.px(8)) // height)
        if rows < 2 or not seat.stakes:
            return
        columns = max(1, int(rect.width() // scale.px(300)))
        spots = sorted(seat.stakes.items(), key=lambda spot: -spot[1])[: rows * columns]
        width = rect.width() / columns
        gap = scale.px(36) if columns > 1 else 0
        for number, (spot, cents) in enumerate(spots):
            top = rect.y() + scale.px(4) + number // columns * height
            cell = QRectF(rect.x() + number % columns * width, top, width - gap, height)
            amount = short_dollars(cents)
            name = cell.adjusted(0, 0, -width_of(look, amount, Role.NUMBER, size) - scale.px(6), 0)
            write(painter, name, spot_name(game, spot, look), look, Role.BODY, size, theme.TEXT_SOFT, LEFT)
            write(painter, cell, amount, look, Role.NUMBER, size, theme.TEXT, RIGHT)

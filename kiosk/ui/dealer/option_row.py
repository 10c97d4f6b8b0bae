"""An answer that can be picked: a mark, its words, what it does, and its key."""

from __future__ import annotations

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter

from kiosk.ui.dealer.button import DeskButton
from kiosk.ui.dealer.pen import LEFT, TOP_LEFT, Icon, icon, width_of, write
from kiosk.ui.kit.fonts import Role

_TALL = 120  # design px from which the words stand at the top
_TWO_LINES = 76


class OptionRow(DeskButton):
    """A ring before it is picked, a tick after: colour is not the only sign."""

    def show_ring(self, *, ringed: bool) -> None:
        """Show that the arrow keys stand here."""
        self._ring = ringed
        self.update()

    def _words(self, painter: QPainter, rect: QRectF, ink: str) -> None:
        look, scale = self._dress, self._dress.scale
        pad, side = scale.px(18), scale.px(26)
        tall = rect.height() >= scale.px(_TALL)
        lines = self.second and rect.height() >= scale.px(_TWO_LINES)
        room = rect.adjusted(pad, scale.px(28 if tall else 6), -pad, -scale.px(16 if tall else 6))
        row = (
            room
            if not lines
            else QRectF(room.x(), room.y(), room.width(), scale.px(48) if tall else room.height() / 2)
        )
        middle = row.center().y() if tall or not lines else room.center().y()
        mark = QRectF(room.x(), middle - side / 2, side, side)
        icon(painter, mark, Icon.CHECK if self.isChecked() else Icon.RING, ink)
        key = width_of(look, self.key, Role.NUMBER, 20) if self.key else 0.0
        at = mark.right() + pad * 0.6
        write(painter, QRectF(at, row.y(), key + 1, row.height()), self.key, look, Role.NUMBER, 20, ink, LEFT)
        left = at + key + (pad * 0.6 if self.key else 0)
        words = QRectF(left, row.y(), row.right() - left, row.height())
        if lines:
            write(painter, words, self.text(), look, Role.STRONG, self._size, ink, LEFT)
            below = QRectF(left, row.bottom(), room.right() - left, room.bottom() - row.bottom())
            write(
                painter,
                below,
                self.second,
                look,
                Role.BODY,
                self._size * 0.84,
                ink,
                TOP_LEFT if tall else LEFT,
                wrap=True,
            )
            return
        detail = min(width_of(look, self.second, Role.NUMBER, 21), words.width() * 0.6) if self.second else 0
        first = words.adjusted(0, 0, -detail - pad * 0.5 if detail else 0, 0)
        write(painter, first, self.text(), look, Role.STRONG, self._size, ink, LEFT)
        last = QRectF(words.right() - detail, words.y(), detail + 1, words.height())
        write(painter, last, self.second, look, Role.NUMBER, 21, ink, LEFT)

"""Words, sizes and small painted parts that the side panel, Help and recall share."""

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPaintDevice, QPainter, QPalette
from PySide6.QtWidgets import QLabel, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role, font
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import Scale

MIDDLE_LEFT = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
MIDDLE_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
CENTRE = Qt.AlignmentFlag.AlignCenter

VOID_COLOUR = theme.OFFLINE
_LEAST_STRETCH = 70  # per cent of its width that a text keeps


@dataclass(frozen=True)
class Style:
    """The language and the scale that a screen is drawn in. Every part gets a new one when either changes."""

    texts: Texts
    scale: Scale

    def t(self, key: str, **values: object) -> str:
        """The text of a key with its places filled. Raises as Texts.get does."""
        return self.texts.get(key, **values)

    def font(self, role: Role, size: str | float) -> QFont:
        """The font of a role at a size of the type scale, as "body", or in design px."""
        design_px = theme.TYPE_PX[size] if isinstance(size, str) else size
        return font(role, self.scale.text(design_px), self.texts.language)

    def font_px(self, role: Role, px: float) -> QFont:
        """The font of a role at a size in screen px, not below the smallest text."""
        return font(role, max(self.scale.least_text, px), self.texts.language)


def label(
    look: Style, text: str, role: Role, size: str, colour: str = theme.TEXT, parent: QWidget | None = None
) -> QLabel:
    """A line or paragraph of text that wraps at words."""
    made = QLabel(text, parent)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setFont(look.font(role, size))
    made.setWordWrap(True)
    recolour(made, colour)
    return made


def recolour(widget: QWidget, colour: str) -> None:
    """Set the colour of a widget's text."""
    palette = widget.palette()
    palette.setColor(QPalette.ColorRole.WindowText, QColor(colour))
    widget.setPalette(palette)


def fill(widget: QWidget, colour: str) -> None:
    """Let Qt fill the ground of a widget, before the widget paints itself."""
    palette = widget.palette()
    palette.setColor(QPalette.ColorRole.Window, QColor(colour))
    widget.setPalette(palette)
    widget.setAutoFillBackground(True)


def fitted(look: Style, text: str, role: Role, px: float, room: float) -> QFont:
    """The font at `px`; where the text is wider than `room` px a smaller one, and a narrower one below the smallest."""
    made = look.font_px(role, px)
    width = QFontMetricsF(made).horizontalAdvance(text)
    if width > room > 0:
        made = look.font_px(role, int(px * room / width))
        width = QFontMetricsF(made).horizontalAdvance(text)
    if width > room > 0:
        made.setStretch(max(_LEAST_STRETCH, int(100 * room / width)))
    return made


def size_of(written: QFont) -> tuple[int, int]:
    """By which fonts of `fitted` are ordered, the smallest first: px, then how many percent of their width."""
    return written.pixelSize(), written.stretch() or 100  # 0: not narrowed


def smooth(device: QPaintDevice) -> QPainter:
    """A painter whose edges are smooth. Whoever paints ends it."""
    painter = QPainter(device)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    return painter


def rounded(painter: QPainter, rect: QRectF, radius: float, colour: QColor | str) -> None:
    """A filled rounded ground without an edge."""
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colour))
    painter.drawRoundedRect(rect, radius, radius)


def paint_text(
    painter: QPainter, rect: QRectF, text: str, written: QFont, colour: str, where: Qt.AlignmentFlag
) -> None:
    """One line of text in a rectangle."""
    painter.setFont(written)
    painter.setPen(QColor(colour))
    painter.drawText(rect, int(where | Qt.TextFlag.TextSingleLine), text)


def paint_badge(painter: QPainter, rect: QRectF, text: str, look: Style, colours: tuple[str, str]) -> None:
    """A word on a filled rounded ground."""
    ground, front = colours
    radius = min(look.scale.radius("badge"), rect.height() / 2)
    rounded(painter, rect, radius, ground)
    written = fitted(look, text, Role.STRONG, rect.height() * 0.56, rect.width() * 0.88)
    paint_text(painter, rect, text, written, front, CENTRE)

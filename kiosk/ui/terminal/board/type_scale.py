"""Measuring and placing text on the board: one line, its rectangle, the size at which it fits."""

from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QFontMetricsF, QPainter

from kiosk.ui.kit.fonts import Role, font
from kiosk.ui.kit.texts import Language

_PROBE_PX = 100
LINE = 1.22  # height of a line over the size of its type
NAME_LINE = 1.08  # the same for a name
CAP = 0.727  # height of Inter's capitals and figures over the size; Chinese characters are centred on it


@lru_cache(maxsize=2048)
def width_per_px(text: str, role: Role, language: Language) -> float:
    """How wide a line of text is, in multiples of its type size."""
    return QFontMetricsF(font(role, _PROBE_PX, language)).horizontalAdvance(text) / _PROBE_PX


@dataclass(frozen=True)
class TextRun:
    """One line of text at its place: `rect` is its box in screen px, `px` its type size."""

    text: str
    rect: QRectF
    px: float
    role: Role
    colour: str
    colour_won: str
    stretch: float = 1.0  # of its width

    @property
    def ink(self) -> QRectF:
        """The part of the box that capitals and figures cover."""
        spare = self.px * (1 - CAP) / 2
        return self.rect.adjusted(0, spare, 0, -spare)


def draw_run(painter: QPainter, run: TextRun, language: Language, *, won: bool = False) -> None:
    """Draw a line into its rectangle, capitals centred on the rectangle's middle."""
    written = font(run.role, run.px, language)
    # Half pixels matter at 10 px: a rounded size would not be the size that was measured.
    written.setPixelSize(_PROBE_PX)
    scale = run.px / _PROBE_PX
    painter.save()
    painter.setPen(QColor(run.colour_won if won else run.colour))
    painter.translate(run.rect.left(), run.rect.center().y() + run.px * CAP / 2)
    painter.scale(scale * run.stretch, scale)
    painter.setFont(written)
    painter.drawText(QPointF(0, 0), run.text)
    painter.restore()

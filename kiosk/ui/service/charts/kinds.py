"""Money in by kind: a row for each denomination and for tickets, with its share of all as a bar."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QFontMetricsF, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QVBoxLayout, QWidget

from kiosk.money import dollars
from kiosk.store.statistics import Figures
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import MIDDLE_LEFT, MIDDLE_RIGHT, Style, fitted, label, paint_text, smooth
from kiosk.ui.service.charts.legend import paint_bar
from kiosk.ui.service.charts.words import kind_name

# The larger the note, the lighter: from blue to gold. Every second kind is hatched, tickets are white.
_PATTERNS = (Qt.BrushStyle.SolidPattern, Qt.BrushStyle.BDiagPattern)
_LOWEST = theme.blend(theme.TEXT, theme.SMALL_BLUE, 0.2)
_HIGHEST = theme.GOLD_TEXT
_ROW_PX = 72  # the most that a row takes, design px


@dataclass(frozen=True)
class KindOfMoney:
    """A kind: notes of so many cents (0: tickets), what came in of it in cents, how many pieces, and its face."""

    cents: int
    amount: int
    pieces: int | None
    colour: str
    pattern: Qt.BrushStyle


def kinds_of(total: Figures) -> list[KindOfMoney]:
    """The kinds of money that came in, smallest note first, tickets last."""
    notes = sorted(total.notes.items())
    found = [
        KindOfMoney(
            cents,
            cents * count,
            count,
            theme.blend(_HIGHEST, _LOWEST, n / max(1, len(notes) - 1)),
            _PATTERNS[n % len(_PATTERNS)],
        )
        for n, (cents, count) in enumerate(notes)
    ]
    if total.tickets_in:
        found.append(KindOfMoney(0, total.tickets_in, None, theme.TEXT, Qt.BrushStyle.Dense4Pattern))
    return found


class KindRows(QWidget):
    """The rows. They are the legend of the bars beside them too."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.title = label(look, look.t("service.charts.chart_kinds"), Role.LABEL, "body")
        self.rows = _Rows(look)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.space("m"))
        column.addWidget(self.title)
        column.addWidget(self.rows, 1)

    def set_kinds(self, kinds: Sequence[KindOfMoney]) -> None:
        """Show these."""
        self.rows.kinds = kinds
        self.rows.update()


class _Rows(QWidget):
    def __init__(self, look: Style) -> None:
        super().__init__()
        self._look = look
        self.kinds: Sequence[KindOfMoney] = ()

    def words(self) -> list[tuple[str, str, str]]:
        """Name, pieces and amount of each row."""
        return [
            (
                kind_name(self._look, kind.cents),
                f"× {kind.pieces:,}" if kind.pieces is not None else "",
                dollars(kind.amount),
            )
            for kind in self.kinds
        ]

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        if not self.kinds:
            return
        look, scale = self._look, self._look.scale
        painter = smooth(self)
        words = self.words()
        written = look.font(Role.NUMBER, "body")
        metrics = QFontMetricsF(written)
        gap = scale.space("l")
        heads, pieces, amounts = (
            max(metrics.horizontalAdvance(row[n]) for row in words) + gap for n in range(3)
        )
        # Large amounts leave the bars at least a fifth.
        tight = min(1.0, self.width() * 0.8 / (heads + pieces + amounts))
        heads, pieces, amounts = heads * tight, pieces * tight, amounts * tight
        room = max(1.0, self.width() - heads - pieces - amounts)
        high = min(scale.px(_ROW_PX), self.height() / len(words))
        most = max(1, *(kind.amount for kind in self.kinds))
        for n, (kind, (name, count, amount)) in enumerate(zip(self.kinds, words, strict=True)):
            row = QRectF(0, n * high, self.width(), high)
            for text, x, wide, where, colour in (
                (name, 0.0, heads - gap, MIDDLE_LEFT, theme.TEXT),
                (count, heads + room, pieces, MIDDLE_RIGHT, theme.TEXT_SOFT),
                (amount, heads + room + pieces, amounts, MIDDLE_RIGHT, theme.TEXT),
            ):
                place = QRectF(x, row.y(), wide, high)
                font = fitted(look, text, Role.NUMBER, min(written.pixelSize(), high * 0.8), wide)
                paint_text(painter, place, text, font, colour, where)
            long = max(1.0, room * max(0, kind.amount) / most)
            bar = QRectF(heads, row.y() + high * 0.24, long, high * 0.52)
            paint_bar(painter, bar, kind.colour, kind.pattern)
        painter.end()

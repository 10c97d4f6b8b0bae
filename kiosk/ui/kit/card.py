"""A card over the table: words, steps and answers that are declared as values and painted alike everywhere."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.marks import Mark as Mark
from kiosk.ui.kit.marks import paint_mark
from kiosk.ui.kit.style import Style, smooth
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton

_WIDTH = 860  # design px
_SCRIM_ALPHA = 0.72  # the table stays visible behind a card
_GREY_ALPHA = 0.82


@dataclass(frozen=True)
class Line:
    """A text that wraps at words. `size` is a name of the theme's type scale."""

    text: str
    role: Role = Role.BODY
    size: str = "heading"
    colour: str = theme.TEXT


@dataclass(frozen=True)
class Sign:
    """The sign at the top of a card."""

    mark: Mark = Mark.INFORMATION


class StepState(StrEnum):
    """How far a step has come."""

    TO_COME = "to come"
    NOW = "now"
    DONE = "done"
    FAILED = "failed"


@dataclass(frozen=True)
class StepLine:
    """One step of something that takes a moment."""

    text: str
    state: StepState


@dataclass(frozen=True)
class Steps:
    """Steps one below the other."""

    lines: tuple[StepLine, ...]


@dataclass(frozen=True)
class Choice:
    """A button; `answer` is what `chosen` carries."""

    text: str
    answer: StrEnum
    look: ButtonLook = ButtonLook.QUIET


@dataclass(frozen=True)
class Choices:
    """Buttons side by side."""

    choices: tuple[Choice, ...]


Part = Line | Sign | Steps | Choices


class Card(QWidget):
    """Shows its parts on a card in the middle of its area, over a scrim.

    Touches do not go through.
    """

    chosen = Signal(object)

    def __init__(self, dress: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._dress = dress
        self._grey = False
        self._parts: tuple[Part, ...] = ()
        self._card = QWidget(self)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.hide()

    @property
    def parts(self) -> tuple[Part, ...]:
        """What is shown."""
        return self._parts

    @property
    def words(self) -> str:
        """Every text of the card, line by line."""
        said: list[str] = []
        for part in self._parts:
            match part:
                case Line(text=text):
                    said.append(text)
                case Steps(lines=lines):
                    said.extend(line.text for line in lines)
                case Choices(choices=choices):
                    said.extend(choice.text for choice in choices)
                case Sign():
                    pass
        return "\n".join(said)

    def buttons(self) -> list[TouchButton]:
        """The answers that can be given."""
        return self._card.findChildren(TouchButton)

    def apply_style(self, dress: Style) -> None:
        """Take over scale and language; the words come with the next parts."""
        self._dress = dress
        self._build()

    @property
    def grey(self) -> bool:
        """Whether what lies behind the card is shown as out of use."""
        return self._grey

    def show_parts(self, parts: Sequence[Part], *, grey: bool = False) -> None:
        """Show these parts, or hide the card when there are none; ``grey``: what lies behind is out of use."""
        if grey is not self._grey:
            self._grey = grey
            self.update()
        if tuple(parts) != self._parts:
            self._parts = tuple(parts)
            self._build()
        self.setVisible(bool(self._parts))

    def _build(self) -> None:
        self._card.hide()
        self._card.deleteLater()
        self._card = QWidget(self)
        column = QVBoxLayout(self._card)
        edge = self._dress.scale.px(44)
        column.setContentsMargins(edge, self._dress.scale.px(36), edge, self._dress.scale.px(40))
        column.setSpacing(self._dress.scale.px(18))
        for part in self._parts:
            self._add(column, part)
        self._card.show()
        self._place()

    def _add(self, column: QVBoxLayout, part: Part) -> None:
        match part:
            case Line():
                column.addWidget(self._label(part))
            case Sign():
                column.addWidget(_SignWidget(part, self._dress), 0, Qt.AlignmentFlag.AlignHCenter)
            case Steps():
                column.addWidget(StepsWidget(part, self._dress))
            case Choices():
                row = QHBoxLayout()
                row.setSpacing(self._dress.scale.px(18))
                for choice in part.choices:
                    row.addWidget(self._button(choice))
                column.addSpacing(self._dress.scale.px(8))
                column.addLayout(row)

    def _label(self, line: Line) -> QLabel:
        made = QLabel(line.text)
        made.setTextFormat(Qt.TextFormat.PlainText)
        made.setFont(self._dress.font(line.role, line.size))
        made.setWordWrap(True)
        made.setAlignment(Qt.AlignmentFlag.AlignCenter)
        palette = made.palette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(line.colour))
        made.setPalette(palette)
        return made

    def _button(self, choice: Choice) -> TouchButton:
        made = TouchButton(choice.text, look=choice.look)
        made.set_face(
            self._dress.font(Role.STRONG, 26), self._dress.scale.radius("button"), self._dress.scale.px(16)
        )
        made.setFixedHeight(self._dress.scale.touch(84))
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        made.clicked.connect(lambda _=False, answer=choice.answer: self.chosen.emit(answer))
        return made

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        width = min(self._dress.scale.px(_WIDTH), self.width() - 2 * self._dress.scale.px(24))
        if width <= 0:
            return
        layout = self._card.layout()
        wanted = layout.totalHeightForWidth(width) if layout is not None else -1
        height = min(self.height(), wanted if wanted > 0 else self._card.sizeHint().height())
        self._card.setGeometry((self.width() - width) // 2, (self.height() - height) // 2, width, height)
        self.update()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()  # nothing below a card is touched

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        scrim = QColor(theme.LOCKED_SCRIM if self._grey else theme.SCRIM)
        scrim.setAlphaF(_GREY_ALPHA if self._grey else _SCRIM_ALPHA)
        painter.fillRect(self.rect(), scrim)
        line = max(1.0, self._dress.scale.factor * 1.5)
        rect = QRectF(self._card.geometry()).adjusted(line, line, -line, -line)
        radius = self._dress.scale.radius("panel") * 1.3
        painter.setPen(QPen(QColor(theme.LINE_BRIGHT), line))
        painter.setBrush(QColor(theme.PANEL))
        painter.drawRoundedRect(rect, radius, radius)
        painter.end()


class _SignWidget(QWidget):
    def __init__(self, sign: Sign, dress: Style) -> None:
        super().__init__()
        self._sign = sign
        side = dress.scale.px(84)
        self.setFixedSize(side, side)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = QPainter(self)
        paint_mark(painter, QRectF(self.rect()), self._sign.mark)
        painter.end()


class StepsWidget(QWidget):
    """Steps with a mark each: a ring to come, a full ring now, a tick when done, a cross when failed."""

    _ROW = 52  # design px

    def __init__(self, steps: Steps, dress: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._steps = steps
        self._dress = dress
        self.setFixedHeight(dress.scale.px(self._ROW) * len(steps.lines))

    def sizeHint(self) -> QSize:
        return QSize(self._dress.scale.px(_WIDTH // 2), self.minimumHeight())

    def set_steps(self, steps: Steps) -> None:
        """Show other steps of the same number."""
        if steps != self._steps:
            self._steps = steps
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        row = self._dress.scale.px(self._ROW)
        font = self._dress.font(Role.BODY, "heading")
        metrics = QFontMetricsF(font)
        widest = max((metrics.horizontalAdvance(line.text) for line in self._steps.lines), default=0.0)
        side = self._dress.scale.px(26)
        left = max(0.0, (self.width() - widest - side * 1.8) / 2)
        for number, line in enumerate(self._steps.lines):
            middle = number * row + row / 2
            self._mark(painter, QRectF(left, middle - side / 2, side, side), line.state)
            colour = theme.TEXT_OFF if line.state is StepState.TO_COME else theme.TEXT
            painter.setPen(QColor(colour))
            painter.setFont(font)
            painter.drawText(QPointF(left + side * 1.8, middle + metrics.capHeight() / 2), line.text)
        painter.end()

    def _mark(self, painter: QPainter, rect: QRectF, state: StepState) -> None:
        thick = max(1.5, rect.width() * 0.1)
        colours = {
            StepState.TO_COME: theme.BUTTON_OFF_EDGE,
            StepState.NOW: theme.GOLD_TEXT,
            StepState.DONE: theme.PRIMARY,
            StepState.FAILED: theme.WARN,
        }
        colour = QColor(colours[state])
        painter.setPen(QPen(colour, thick))
        painter.setBrush(colour if state is StepState.DONE else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(rect.adjusted(thick, thick, -thick, -thick))
        if state is StepState.NOW:
            painter.setBrush(colour)
            painter.drawEllipse(rect.center(), rect.width() * 0.18, rect.width() * 0.18)
            return
        shapes = {
            StepState.DONE: ([(0.28, 0.52), (0.44, 0.68), (0.73, 0.36)], theme.TEXT_ON_GOLD),
            StepState.FAILED: ([(0.5, 0.26), (0.5, 0.74)], theme.WARN),
        }
        if state in shapes:
            points, ink = shapes[state]
            pen = QPen(QColor(ink), thick * 1.2)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawPolyline(
                QPolygonF(
                    [QPointF(rect.x() + x * rect.width(), rect.y() + y * rect.height()) for x, y in points]
                )
            )

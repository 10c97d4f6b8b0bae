"""What every sheet over the screen has: a card with a title, a body, a line for refusals, and its answers."""

from __future__ import annotations

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QVBoxLayout, QWidget

from kiosk.ui.dealer import palette
from kiosk.ui.dealer.button import PRESSING, DeskButton
from kiosk.ui.dealer.pen import face
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, recolour, rounded, smooth
from kiosk.ui.kit.touch_button import ButtonLook

_WIDTH = 1_120  # design px
_WIDE, _EDGE = 1_720, 36
INSIDE_WIDE = _WIDE - 2 * _EDGE
"""The room for a page of a wide sheet, in design px."""
_SCRIM = 0.72


def words(
    look: Style, text: str, role: Role = Role.BODY, size: float = 22, colour: str = theme.TEXT
) -> QLabel:
    """A paragraph that wraps at words."""
    made = QLabel(text)
    made.setTextFormat(Qt.TextFormat.PlainText)
    made.setFont(face(look, role, size))
    made.setWordWrap(True)
    recolour(made, colour)
    return made


class Sheet(QWidget):
    """A card over a scrim. `closed` when it is put away; Esc does that always.

    The subclass fills `body` and may add answers with `answer_button`. Keys that the body does not take do nothing
    on the screen below.
    """

    closed = Signal()

    def __init__(self, look: Style, title: str, parent: QWidget | None = None, *, wide: bool = False) -> None:
        super().__init__(parent)
        self.look = look
        self._wide = wide
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)
        self.card = QWidget(self)
        column = QVBoxLayout(self.card)
        edge = look.scale.px(_EDGE)
        column.setContentsMargins(edge, look.scale.px(28), edge, look.scale.px(30))
        column.setSpacing(look.scale.px(16))
        head = QHBoxLayout()
        self.heading = words(look, title, Role.TITLE, 32)
        self.heading.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.place_words = words(look, "", Role.BODY, 20, theme.TEXT_SOFT)
        self.place_words.setWordWrap(False)
        head.addWidget(self.heading, 1)
        head.addWidget(self.place_words)
        column.addLayout(head)
        self.body = QVBoxLayout()
        self.body.setSpacing(look.scale.px(14))
        column.addLayout(self.body)
        self.message = words(look, "", Role.STRONG, 20, theme.WARN)
        column.addWidget(self.message)
        self.answers = QHBoxLayout()
        self.answers.setSpacing(look.scale.px(14))
        column.addLayout(self.answers)
        self.cancel = self.answer_button(look.t("dealer.sheet.cancel"), "Esc")
        self.cancel.clicked.connect(self.closed)

    def answer_button(
        self, text: str, key: str = "", kind: ButtonLook = ButtonLook.QUIET, stretch: int = 2
    ) -> DeskButton:
        """One more answer at the foot of the card."""
        made = DeskButton(text, self.look, kind=kind, key=key, size=24)
        made.setFixedHeight(self.look.scale.touch(78))
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.answers.addWidget(made, stretch)
        return made

    def say(self, text: str) -> None:
        """Show why something was not done, or nothing."""
        self.message.setText(text)
        self.fit()

    def confirm(self) -> None:
        """What Enter does."""

    def press(self, event: QKeyEvent) -> bool:  # noqa: ARG002  the subclass reads it
        """Whether the body has taken this key."""
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        event.accept()  # nothing goes through to the screen below
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        elif self.press(event):
            pass
        elif event.key() in PRESSING and event.key() != Qt.Key.Key_Space and not event.isAutoRepeat():
            self.confirm()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        event.accept()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.fit()

    def fit(self) -> None:
        """Give the card the room that its words need, in the middle."""
        width = min(
            self.look.scale.px(_WIDE if self._wide else _WIDTH), self.width() - 2 * self.look.scale.px(24)
        )
        layout = self.card.layout()
        if width <= 0 or layout is None:
            return
        self.message.setVisible(bool(self.message.text()))
        layout.invalidate()
        layout.activate()
        wanted = max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height())
        height = min(self.height() - 2 * self.look.scale.px(12), wanted)
        self.card.setGeometry((self.width() - width) // 2, (self.height() - height) // 2, width, height)
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        scrim = QColor(theme.SCRIM)
        scrim.setAlphaF(_SCRIM)
        painter.fillRect(self.rect(), scrim)
        line = max(1.0, self.look.scale.factor * 2)
        rect = QRectF(self.card.geometry()).adjusted(line, line, -line, -line)
        radius = self.look.scale.radius("panel") * 1.2
        painter.setPen(QPen(QColor(theme.LINE_BRIGHT), line))
        painter.setBrush(QColor(palette.PANEL))
        painter.drawRoundedRect(rect, radius, radius)
        painter.end()


class Notes(QWidget):
    """Paragraphs on a raised ground with a gold edge: what will happen."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._column = QVBoxLayout(self)
        pad = look.scale.px(18)
        self._column.setContentsMargins(round(pad * 1.4), pad, pad, pad)
        self._column.setSpacing(look.scale.px(8))
        self._texts: tuple[str, ...] = ()

    def show_texts(self, texts: tuple[str, ...]) -> None:
        """Show these paragraphs."""
        if texts == self._texts:
            return
        self._texts = texts
        while (item := self._column.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        for text in texts:
            paragraph = words(self._look, text, Role.BODY, 21)
            self._column.addWidget(paragraph)
            paragraph.show()  # at once: a card that is fitted now must know its height
        self.setVisible(bool(texts))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        radius = self._look.scale.px(10)
        rounded(painter, QRectF(self.rect()), radius, palette.FIELD)
        painter.setBrush(QColor(theme.LINE_BRIGHT))
        bar = self._look.scale.px(5)
        painter.drawRoundedRect(QRectF(0, 0, bar, self.height()), bar / 2, bar / 2)
        painter.end()

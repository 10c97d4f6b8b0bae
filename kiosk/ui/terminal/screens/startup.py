"""Start-up: the self-test step by step, and what to do when one fails.

What failed is told to players in their words; the technician's report lies behind a long touch.
"""

from enum import StrEnum

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, QTimer, Slot
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QRadialGradient,
    QResizeEvent,
)
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.card import StepLine, Steps, StepState, StepsWidget
from kiosk.ui.kit.details import known
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.game_names import game_name
from kiosk.ui.kit.style import Style, rounded, smooth
from kiosk.ui.kit.texts import Texts
from kiosk.ui.kit.theme import scale_for
from kiosk.ui.terminal.game_part import game_part


class StartStep(StrEnum):
    """The steps of a start, in their order."""

    FILES = "files"
    MEMORY = "memory"
    BOOKS = "books"
    DEVICES = "devices"
    TABLE = "table"


_WORDS = {
    StartStep.FILES: "start.step_files",
    StartStep.MEMORY: "start.step_memory",
    StartStep.BOOKS: "start.step_books",
    StartStep.DEVICES: "start.step_devices",
    StartStep.TABLE: "start.step_table",
}


_FAILED = {
    StartStep.FILES: "start.failed_files",
    StartStep.MEMORY: "start.failed_memory",
    StartStep.BOOKS: "start.failed_books",
    StartStep.DEVICES: "start.failed_devices",
    StartStep.TABLE: "start.failed_table",
}
HOLD_MS = 2_000
"""So long a finger rests on the screen before it shows the technician's report."""


class StartupScreen(QWidget):
    """Shows which step runs and how far it is. Steps before the running one count as done."""

    def __init__(self, game: str, texts: Texts, size: QSize, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._game = game
        self._dress = Style(texts, scale_for(size.width(), size.height()))
        self._now: StartStep | None = None
        self._share = 0.0
        self._over = False
        self._what = ""
        self._way_out = ""
        self._report = False
        self._hold = QTimer(self)
        self._hold.setSingleShot(True)
        self._hold.setInterval(HOLD_MS)
        self._hold.timeout.connect(self._turn_over)
        self._list = StepsWidget(self._steps(), self._dress, self)
        self.resize(size)
        self._place()

    @property
    def words(self) -> str:
        """What the screen says beside the steps: title, or error and way out."""
        if not self._what:
            return self._dress.t("start.title")
        return "\n".join(filter(None, (self._dress.t("start.error"), *self._told)))

    @property
    def _told(self) -> tuple[str, str]:
        """What is wrong and what to do: for players, or the technician's report as it was written."""
        say = self._dress.t
        if self._report:
            return self._what, say("start.way_out", way_out=self._way_out) if self._way_out else ""
        words = known(self._what, self._dress.texts)
        return words or say(_FAILED[self._now or StartStep.FILES]), say("start.call")

    @Slot()
    def _turn_over(self) -> None:
        self._report = not self._report
        self._refresh()

    def mousePressEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002  Qt's signature
        if self._what:
            self._hold.start()

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:  # noqa: ARG002  Qt's signature
        self._hold.stop()

    @property
    def share(self) -> float:
        """How much of the whole start is done, 0 to 1."""
        if self._over:
            return 1.0
        if self._now is None:
            return 0.0
        steps = list(StartStep)
        return (steps.index(self._now) + self._share) / len(steps)

    def begin(self, step: StartStep, share: float = 0.0) -> None:
        """A step runs and is done by a share of 0 to 1."""
        self._now = step
        self._share = min(1.0, max(0.0, share))
        self._refresh()

    def finish(self) -> None:
        """All steps are done."""
        self._over = True
        self._refresh()

    def fail(self, what: str, way_out: str = "") -> None:
        """The running step has failed: what is wrong and what a person can do."""
        self._what, self._way_out, self._report = what, way_out, False
        self._refresh()

    def _refresh(self) -> None:
        self._list.set_steps(self._steps())
        self._place()
        self.update()

    def _steps(self) -> Steps:
        steps = list(StartStep)
        now = steps.index(self._now) if self._now is not None else -1
        lines = []
        for number, step in enumerate(steps):
            state = StepState.TO_COME
            if self._over or number < now:
                state = StepState.DONE
            elif number == now:
                state = StepState.FAILED if self._what else StepState.NOW
            lines.append(StepLine(self._dress.t(_WORDS[step]), state))
        return Steps(tuple(lines))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._dress = Style(self._dress.texts, scale_for(self.width(), self.height()))
        self._list.setParent(None)  # nothing of it is under way: it goes at once
        self._list = StepsWidget(self._steps(), self._dress, self)
        self._list.show()
        self._place()

    def _top(self) -> int:
        """Where the column of everything begins."""
        return round(self.height() * (0.2 if self._what else 0.26))

    def _place(self) -> None:
        self._list.setGeometry(0, self._top() + self._dress.scale.px(330), self.width(), self._list.height())

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        light = QRadialGradient(QPointF(self.width() / 2, self.height() * 0.4), self.width() * 0.6)
        light.setColorAt(0.0, QColor(theme.TABLE_LIGHT))
        light.setColorAt(1.0, QColor(theme.TABLE))
        painter.fillRect(self.rect(), light)
        top = float(self._top())
        mark = QRectF(0, top, self.width(), self._dress.scale.px(120))
        game_part(self._game).paint_mark(painter, mark, self._dress)
        top += self._dress.scale.px(120)
        top = self._line(painter, top, game_name(self._game, self._dress.texts), Role.TITLE, 52, theme.TEXT)
        title = "start.error" if self._what else "start.title"
        colour = theme.WARN if self._what else theme.TEXT_SOFT
        self._line(painter, top + self._dress.scale.px(4), self._dress.t(title), Role.LABEL, 28, colour)
        self._paint_bar(painter, self._top() + self._dress.scale.px(290))
        if self._what:
            self._paint_error(painter, self._list.geometry().bottom() + self._dress.scale.px(28))
        painter.end()

    def _paint_bar(self, painter: QPainter, top: int) -> None:
        wide, high = self._dress.scale.px(560), self._dress.scale.px(10)
        rect = QRectF((self.width() - wide) / 2, top, wide, high)
        rounded(painter, rect, high / 2, theme.PANEL)
        rect.setWidth(max(high, wide * self.share))
        painter.setBrush(QColor(theme.WARN if self._what else theme.PRIMARY))
        painter.drawRoundedRect(rect, high / 2, high / 2)

    def _paint_error(self, painter: QPainter, top: int) -> None:
        wide = min(self._dress.scale.px(1100), self.width() - 2 * self._dress.scale.px(40))
        rect = QRectF((self.width() - wide) / 2, top, wide, self.height() - top - self._dress.scale.px(20))
        flags = int(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop | Qt.TextFlag.TextWordWrap)
        painter.setFont(self._dress.font(Role.BODY, 24))
        painter.setPen(QColor(theme.TEXT))
        for text, colour in zip(self._told, (theme.TEXT, theme.GOLD_TEXT), strict=True):
            painter.setPen(QColor(colour))
            painter.drawText(rect, flags, text)
            below = painter.boundingRect(rect, flags, text).height() + self._dress.scale.px(16)
            rect.setTop(rect.top() + below)
        painter.setFont(self._dress.font(Role.BODY, 20))
        painter.setPen(QColor(theme.TEXT_SOFT))
        painter.drawText(rect, flags, self._dress.t("start.back" if self._report else "start.hold"))

    def _line(self, painter: QPainter, top: float, text: str, role: Role, size: float, colour: str) -> float:
        """Write a centred line; answers where the next may begin."""
        font = self._dress.font(role, size)
        metrics = QFontMetricsF(font)
        painter.setFont(font)
        painter.setPen(QColor(colour))
        left = (self.width() - metrics.horizontalAdvance(text)) / 2
        painter.drawText(QPointF(left, top + metrics.ascent()), text)
        return top + metrics.height()

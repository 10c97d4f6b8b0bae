"""The touch screen: a ring to touch over the whole window; whoever does not reach it is led to the calibration."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout

from kiosk.ui.kit import theme
from kiosk.ui.kit.clock import Clock
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, Style, paint_text, smooth
from kiosk.ui.service.touch.calibration import Calibration
from kiosk.ui.service.touch.surface import TouchSurface
from kiosk.ui.setup.draft import Bench, Draft
from kiosk.ui.setup.page import SetupPage

WAIT_MS = 30_000
PLACES = ((0.2, 0.25), (0.8, 0.75))  # parts of the window; two, so that a stretched picture is noticed
_RING_PX, _REACH_PX = 46, 60


class RingCheck(TouchSurface):
    """Two rings, one after the other. `finished` carries True when both were touched, False for one that was not,
    None when nobody touched anything. Nothing needs to be hit to get on.
    """

    def __init__(self, look: Style, clock: Clock | None = None) -> None:
        super().__init__(look, WAIT_MS, clock)
        self._at = 0
        self._right: bool | None = None

    def result(self) -> object:
        return self._right

    @property
    def ring(self) -> QPointF:
        """The middle of the ring to touch now, px."""
        x, y = PLACES[min(self._at, len(PLACES) - 1)]
        return QPointF(x * self.width(), y * self.height())

    def finger_down(self, finger: int, at: QPointF) -> None:  # noqa: ARG002  every finger is alike
        off = math.hypot(at.x() - self.ring.x(), at.y() - self.ring.y())
        if off > self.look.scale.px(_REACH_PX):
            self._right = False
            self.leave()
            return
        self._at += 1
        if self._at == len(PLACES):
            self._right = True
            self.leave()

    def tick(self) -> None:
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        look, scale = self.look, self.look.scale
        painter = smooth(self)
        painter.fillRect(self.rect(), QColor(theme.TABLE))
        middle, line = self.height() / 2, scale.px(52)
        wide = QRectF(0, middle - line, self.width(), line)
        paint_text(
            painter, wide, look.t("setup.ring_touch"), look.font(Role.TITLE, "title"), theme.TEXT, CENTRE
        )
        left = math.ceil(self.idle_left_ms / 1000)
        wide.translate(0, line)
        words = look.t("setup.ring_else", seconds=left)
        paint_text(painter, wide, words, look.font(Role.BODY, "label"), theme.TEXT_SOFT, CENTRE)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.GOLD_TEXT), scale.px(6)))
        painter.drawEllipse(self.ring, scale.px(_RING_PX), scale.px(_RING_PX))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.GOLD_TEXT))
        painter.drawEllipse(self.ring, scale.px(8), scale.px(8))
        painter.end()


class TouchPage(SetupPage):
    """Whether touches land where the finger is. It opens the check by itself the first time."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look)
        self.note(look.t("setup.touch_note"))
        self.check = self.button(look.t("setup.touch_check"))
        self.check.clicked.connect(self.begin)
        self.calibrate = self.button(look.t("setup.touch_calibrate"))
        self.calibrate.clicked.connect(self._calibrate)
        row = QHBoxLayout()
        row.setSpacing(look.scale.space("l"))
        row.addWidget(self.check)
        row.addWidget(self.calibrate)
        row.addStretch(1)
        self.column.addLayout(row)
        self.say("")
        self.column.addStretch(1)
        self._show()

    @property
    def title(self) -> str:
        return self.look.t("setup.touch_title")

    def shown(self) -> None:
        if self.draft.touch_is_right is None:
            self.begin()

    def begin(self) -> None:
        """Show the rings."""
        self.bench.full(RingCheck(self.look), self._checked)

    def _checked(self, right: object) -> None:
        if right is False:
            self._calibrate()
            return
        self.draft.touch_is_right = bool(right)
        self._show()

    def _calibrate(self) -> None:
        self.bench.calibrate(self._calibrated)

    def _calibrated(self, found: object) -> None:
        if isinstance(found, Calibration):
            self.draft.calibration = found
            self.draft.touch_is_right = True
        else:
            self.draft.touch_is_right = False
        self._show()

    def _show(self) -> None:
        look, draft = self.look, self.draft
        if draft.touch_is_right is None:
            self.say("")
        elif not draft.touch_is_right:
            self.say(look.t("setup.touch_unknown"))
        elif draft.calibration is not None:
            self.say(
                look.t("setup.touch_calibrated", px=math.ceil(draft.calibration.worst_px)), theme.GOLD_TEXT
            )
        else:
            self.say(look.t("setup.touch_right"), theme.GOLD_TEXT)

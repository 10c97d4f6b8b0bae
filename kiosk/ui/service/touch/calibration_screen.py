"""Touch calibration: the screen that shows the crosses and takes the touches. It computes; who opens it stores."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.clock import Clock
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, paint_text, smooth
from kiosk.ui.service.touch.affine import IDENTITY, Affine
from kiosk.ui.service.touch.calibration import (
    MOST_TOUCHES,
    Calibrating,
    Calibration,
    Checked,
    Failing,
    Failure,
    Limits,
    Stage,
)
from kiosk.ui.service.touch.card import Card, Ring, Said, free_place
from kiosk.ui.service.touch.surface import TouchSurface

GIVE_UP_MS = 20_000
BOUNCE_MS = 150  # after a finger has lifted: a contact that flickers is not a second touch
PLAUSIBLE_MM = (60.0, 2_500.0)  # width of a screen; what else a screen says of itself is made up
_CARD_PX = 820
_ARM_PX = 44
_CIRCLE_PX = 22


class CalibrationScreen(TouchSurface):
    """It covers the whole screen of the panel. `finished` carries a Calibration, or None when it was given up.

    `current` is the calibration (normalised) that the system applies already; the result replaces it. Nobody needs
    to hit anything: every touch counts for the cross that is shown, and 20 s without one end it.
    """

    def __init__(
        self,
        look: Style,
        parent: QWidget | None = None,
        *,
        current: Affine = IDENTITY,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(look, GIVE_UP_MS, clock, parent)
        self._current = current
        self._limits = Limits.at(look.scale.factor)
        self._lifted_ms: int | None = None
        self.course = self._begin()

    def result(self) -> Calibration | None:
        return self.course.result

    @property
    def words(self) -> tuple[str, ...]:
        """What stands on the screen now."""
        return tuple(one.text for one in self._said())

    def finger_down(self, finger: int, at: QPointF) -> None:  # noqa: ARG002  every finger is alike
        if len(self.fingers) > 1 or self._bounced():
            return
        if self.course.stage is Stage.CONFIRMED:
            self.leave()
        elif self.course.stage is Stage.FAILED:
            self.course.begin_again()
        else:
            self.course.touch((at.x(), at.y()))

    def finger_up(self, finger: int, at: QPointF) -> None:  # noqa: ARG002  only when counts
        self._lifted_ms = self.clock.now_ms()

    def tick(self) -> None:
        self.update()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size() == event.oldSize():
            return
        self.course = self._begin()  # what was touched on a screen of another size says nothing

    def _begin(self) -> Calibrating:
        return Calibrating(max(1, self.width()), max(1, self.height()), self._limits, self._current)

    def _bounced(self) -> bool:
        return self._lifted_ms is not None and self.clock.now_ms() - self._lifted_ms < BOUNCE_MS

    # --- words

    def _said(self) -> tuple[Said, ...]:
        match self.course.stage:
            case Stage.CROSSES:
                return self._said_crosses()
            case Stage.CHECK:
                return self._said_check()
            case Stage.CONFIRMED:
                return self._said_confirmed()
            case Stage.FAILED:
                return self._said_failed()

    def _said_crosses(self) -> tuple[Said, ...]:
        t, course = self.look.t, self.course
        asked = t("service.touch.cal_cross", number=course.number, total=course.total)
        if course.apart_px is not None:
            how = Said(t("service.touch.cal_apart", px=round(course.apart_px)), colour=theme.WARN)
        elif course.first is not None:
            how = Said(t("service.touch.cal_again"), Role.LABEL, "label", theme.GOLD_TEXT)
        else:
            how = Said(t("service.touch.cal_twice"), Role.LABEL, "label")
        return Said(asked, Role.TITLE, "title"), how, self._said_quiet()

    def _said_quiet(self) -> Said:
        seconds = GIVE_UP_MS // 1000
        return Said(self.look.t("service.touch.cal_quiet", seconds=seconds), colour=theme.TEXT_SOFT)

    def _said_check(self) -> tuple[Said, ...]:
        t, course = self.look.t, self.course
        title = t("service.touch.cal_check", number=course.number, total=course.total)
        return (
            Said(title, Role.TITLE, "title"),
            Said(t("service.touch.cal_check_note"), Role.LABEL, "label"),
            *self._said_checked(),
            self._said_quiet(),
        )

    def _said_checked(self) -> tuple[Said, ...]:
        return tuple(
            Said(self._off(number, check), Role.NUMBER, "body", self._colour(check))
            for number, check in enumerate(self.course.checked, 1)
        )

    def _off(self, number: int, check: Checked) -> str:
        t, px = self.look.t, _whole(check.off_px)
        px_per_mm = self._px_per_mm()
        if px_per_mm is None:
            return t("service.touch.cal_result", number=number, px=px)
        mm = f"{check.off_px / px_per_mm:.1f}"
        return t("service.touch.cal_result_mm", number=number, px=px, mm=mm)

    def _colour(self, check: Checked) -> str:
        return theme.TEXT if check.off_px <= self._limits.check_px else theme.WARN

    def _px_per_mm(self) -> float | None:
        """From what the screen says of its size; None when it says nothing that can be."""
        screen = self.screen()
        width_mm = screen.physicalSize().width()
        least, most = PLAUSIBLE_MM
        return screen.geometry().width() / width_mm if least <= width_mm <= most else None

    def _said_confirmed(self) -> tuple[Said, ...]:
        t = self.look.t
        return (
            Said(t("service.touch.cal_confirmed"), Role.TITLE, "title", theme.GOLD_TEXT),
            *self._said_checked(),
            Said(t("service.touch.cal_finish"), Role.LABEL, "label"),
        )

    def _said_failed(self) -> tuple[Said, ...]:
        t = self.look.t
        why = () if self.course.failure is None else (Said(self._why(self.course.failure)),)
        return (
            Said(t("service.touch.cal_failed"), Role.TITLE, "title", theme.WARN),
            *why,
            *self._said_checked(),
            Said(t("service.touch.cal_retry"), Role.LABEL, "label"),
            self._said_quiet(),
        )

    def _why(self, failure: Failure) -> str:
        t, px, limit = self.look.t, _whole(failure.found), math.floor(failure.limit)
        match failure.failing:
            case Failing.UNSTEADY:
                return t("service.touch.cal_why_unsteady", count=MOST_TOUCHES)
            case Failing.STUCK:
                return t("service.touch.cal_why_stuck")
            case Failing.LINE:
                return t("service.touch.cal_why_line")
            case Failing.OUTLIER:
                return t("service.touch.cal_why_outlier", px=px, limit=limit)
            case Failing.MISSED:
                return t("service.touch.cal_why_missed", px=px, limit=limit)

    # --- picture

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = smooth(self)
        painter.fillRect(self.rect(), QColor(theme.TABLE))
        for number, check in enumerate(self.course.checked, 1):
            self._paint_checked(painter, number, check)
        keep_clear = None
        if self.course.cross is not None:
            cross = QPointF(*self.course.cross)
            self._paint_cross(painter, cross)
            around = self.look.scale.px(_ARM_PX + 16)
            keep_clear = QRectF(cross.x() - around, cross.y() - around, 2 * around, 2 * around)
        self._paint_card(painter, keep_clear)
        painter.end()

    def _paint_card(self, painter: QPainter, keep_clear: QRectF | None) -> None:
        left = self.idle_left_ms
        ring = Ring(left / self.idle_ms, str(math.ceil(left / 1000)))
        card = Card(self.look, self._said(), min(self.look.scale.px(_CARD_PX), self.width() * 0.9), ring)
        card.paint(painter, free_place(card, QRectF(self.rect()), keep_clear))

    def _paint_cross(self, painter: QPainter, at: QPointF) -> None:
        scale = self.look.scale
        arm, circle = scale.px(_ARM_PX), scale.px(_CIRCLE_PX)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(theme.TEXT), scale.px(2)))
        painter.drawLine(QPointF(at.x() - arm, at.y()), QPointF(at.x() + arm, at.y()))
        painter.drawLine(QPointF(at.x(), at.y() - arm), QPointF(at.x(), at.y() + arm))
        painter.drawEllipse(at, circle, circle)
        if self.course.first is not None:  # half of the circle is done
            painter.setPen(QPen(QColor(theme.GOLD_TEXT), scale.px(6)))
            painter.drawArc(
                QRectF(at.x() - circle, at.y() - circle, 2 * circle, 2 * circle), 90 * 16, 180 * 16
            )

    def _paint_checked(self, painter: QPainter, number: int, check: Checked) -> None:
        """A cross that was checked, and the spot where the new map put its touch."""
        scale = self.look.scale
        cross, landed = QPointF(*check.cross), QPointF(*check.landed)
        arm = scale.px(_CIRCLE_PX)
        painter.setPen(QPen(QColor(theme.TEXT_SOFT), scale.px(1)))
        painter.drawLine(QPointF(cross.x() - arm, cross.y()), QPointF(cross.x() + arm, cross.y()))
        painter.drawLine(QPointF(cross.x(), cross.y() - arm), QPointF(cross.x(), cross.y() + arm))
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._colour(check)))
        painter.drawEllipse(landed, scale.px(5), scale.px(5))
        beside = QRectF(cross.x() + arm, cross.y() - 2 * arm, 2 * arm, 1.5 * arm)
        where = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        paint_text(painter, beside, str(number), self.look.font(Role.NUMBER, "body"), theme.TEXT_SOFT, where)


def _whole(px: float) -> int:
    """Upwards, so that what lies over a limit never reads like the limit; crumbs of reckoning do not count."""
    return math.ceil(round(px, 1))

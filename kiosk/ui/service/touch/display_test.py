"""Display test: plain colours, ramps, and patterns of single px, one after another by touch."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit.clock import Clock
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style
from kiosk.ui.service.touch.card import Card, Said
from kiosk.ui.service.touch.pictures import PICTURES, Picture, pixels
from kiosk.ui.service.touch.surface import TouchSurface

LEAVE_AFTER_MS = 60_000
HINT_MS = 1_500  # how long the hint is there in full
HINT_FADE_MS = 500
_CARD_PX = 520
_NAMES = {
    Picture.BLACK: "service.touch.show_black",
    Picture.WHITE: "service.touch.show_white",
    Picture.RED: "service.touch.show_red",
    Picture.GREEN: "service.touch.show_green",
    Picture.BLUE: "service.touch.show_blue",
    Picture.RAMP_ACROSS: "service.touch.show_ramp",
    Picture.RAMP_DOWN: "service.touch.show_ramp_down",
    Picture.STEPS: "service.touch.show_steps",
    Picture.CHECKER: "service.touch.show_checker",
    Picture.CHECKER_OTHER: "service.touch.show_checker_other",
    Picture.FRAME: "service.touch.show_frame",
}


@dataclass(frozen=True)
class DisplayResult:
    """How many pictures there are and how many were shown."""

    total: int
    shown: int


class DisplayTest(TouchSurface):
    """It covers the whole screen.

    `finished` carries a DisplayResult: after the last picture, or after 60 s untouched.
    """

    def __init__(self, look: Style, parent: QWidget | None = None, *, clock: Clock | None = None) -> None:
        super().__init__(look, LEAVE_AFTER_MS, clock, parent)
        self._index = 0
        self._since_ms = self.clock.now_ms()
        self._image: QImage | None = None

    def result(self) -> DisplayResult:
        return DisplayResult(len(PICTURES), self._index + 1)

    @property
    def picture(self) -> Picture:
        """What is shown now."""
        return PICTURES[self._index]

    @property
    def words(self) -> tuple[str, ...]:
        """What the hint says."""
        return tuple(one.text for one in self._said())

    @property
    def hint(self) -> float:
        """How much of the hint is there, 0 to 1."""
        gone = self.clock.now_ms() - self._since_ms - HINT_MS
        return min(1.0, max(0.0, 1.0 - gone / HINT_FADE_MS))

    def began(self) -> None:
        self._since_ms = self.clock.now_ms()

    def finger_down(self, finger: int, at: QPointF) -> None:  # noqa: ARG002  wherever it lands
        if len(self.fingers) > 1:
            return
        if self._index + 1 == len(PICTURES):
            self.leave()
            return
        self._index += 1
        self._since_ms = self.clock.now_ms()
        self._image = None

    def tick(self) -> None:
        if self.hint < 1.0:
            self.update()

    def _said(self) -> tuple[Said, ...]:
        t = self.look.t
        last = self._index + 1 == len(PICTURES)
        how = t("service.touch.show_end") if last else t("service.touch.show_next")
        number = t("service.touch.show_number", number=self._index + 1, total=len(PICTURES))
        return Said(t(_NAMES[self.picture]), Role.TITLE, "heading"), Said(number), Said(how)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = QPainter(self)
        # One px of the picture is one px of the panel, whatever the screen's ratio.
        ratio = self.devicePixelRatioF()
        width, height = round(self.width() * ratio), round(self.height() * ratio)
        if self._image is None or (self._image.width(), self._image.height()) != (width, height):
            self._image = _image(self.picture, width, height)
        self._image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(0, 0), self._image)
        if self.hint > 0:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setOpacity(self.hint)
            card = Card(self.look, self._said(), min(self.look.scale.px(_CARD_PX), self.width() * 0.8))
            card.paint(painter, card.at(QRectF(self.rect()).center()))
        painter.end()


def _image(picture: Picture, width: int, height: int) -> QImage:
    data = pixels(picture, width, height)
    # A copy: QImage would otherwise look into memory that the array gives back.
    return QImage(data.tobytes(), width, height, 3 * width, QImage.Format.Format_RGB888).copy()

"""The ribbon: the phase of the round, readable from two metres."""

import math

from PySide6.QtCore import QPointF, QRect, QRectF, Qt, QTimer, Signal, Slot
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.baked import Baked
from kiosk.ui.kit.clock import Countdown
from kiosk.ui.kit.style import Style
from kiosk.ui.terminal.bars.ribbon_face import RibbonFace, RibbonKind
from kiosk.ui.terminal.bars.ribbon_paint import RibbonPainter, bar_end
from kiosk.ui.terminal.game_part import GamePart

FRAME_MS = 33
URGENT_MS = 5_000
"""The betting time left from which the ribbon is urgent."""
_EASE_MS = 150  # how fast the bar catches up after a jump
_JUMP_PX = 4.0  # from so far the bar catches up; nearer it stands where it should
_STEP_PX = 2.5  # so far it goes at a time: less is not seen from a chair, and every frame wakes the processor
_SECOND_MS = 1_000
_TIMED = (RibbonKind.BETS, RibbonKind.DECIDE)
_PLAYED = (RibbonKind.PLAY, RibbonKind.DECIDE)
_BETWEEN_MS = 20  # between two frames that are baked ahead

_BACKS = {
    RibbonKind.WAITING: theme.NEUTRAL,
    RibbonKind.BETS: theme.BETTING,
    RibbonKind.CLOSED: theme.CLOSED,
    RibbonKind.PLAY: theme.NEUTRAL,
    RibbonKind.DECIDE: theme.NEUTRAL,
    RibbonKind.RESULT: theme.NEUTRAL,
    RibbonKind.VOID: theme.OFFLINE,
    RibbonKind.OFFLINE: theme.OFFLINE,
}


class Ribbon(QWidget):
    """Shows a RibbonFace, the time left, and the play as the game shows it.

    `closed_shown(round)` is emitted once after "No more bets" of that round was painted. A result is told when
    it lies still: `revealed` says so.
    """

    closed_shown = Signal(int)
    revealed = Signal()

    def __init__(
        self,
        dress: Style,
        countdown: Countdown,
        part: GamePart,
        *,
        animations: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._part = part
        self._dress = dress
        self._countdown = countdown
        self._animations = animations
        self._face = RibbonFace(RibbonKind.WAITING, dress.t("ribbon.waiting"))
        self._hidden_result = False
        self._closes_told = 0
        self._bar = 1.0
        self._plate = Baked(theme.TABLE)
        self._looked: object = None  # what was painted last
        self._second = 0
        self._zone = QRectF()  # of the time bar, on the plate that was painted last
        self._strip = QRect()
        self._play = part.play_show(dress, animations=animations, parent=self)
        self._play.hide()
        self._play.settled.connect(self._settled)
        self._frame = QTimer(self)
        self._frame.setInterval(FRAME_MS)
        self._frame.timeout.connect(self._tick)
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)  # it paints its corners too

    @property
    def face(self) -> RibbonFace:
        """What the ribbon is about."""
        return self._face

    @property
    def is_revealed(self) -> bool:
        """Whether the result may be shown: the show of the play has come to it."""
        return not self._hidden_result

    @property
    def plays(self) -> bool:
        """Whether the game is played, at the table or still on this screen."""
        return self._face.kind in _PLAYED or self._hidden_result

    @property
    def urgent(self) -> bool:
        """Whether bets, or the time of the player's own decision, end within URGENT_MS."""
        asks = self._face.kind is RibbonKind.BETS or self._face.own
        return asks and self._countdown.left_ms <= URGENT_MS

    @property
    def seconds(self) -> int:
        """Whole seconds left, counted up: 0 only when the time is over."""
        return -(-self._countdown.left_ms // 1000)

    @property
    def title(self) -> str:
        """The large words as they are painted now."""
        if self._hidden_result:
            return self._dress.t(self._part.words.is_over)
        if self._face.kind is RibbonKind.DECIDE:
            return self._dress.t("ribbon.decide_now") if self.urgent else self._face.title
        if self._face.kind is RibbonKind.BETS and self.seconds == 0:
            return self._dress.t("ribbon.closing")
        return self._dress.t("ribbon.last_bets") if self.urgent else self._face.title

    def apply_style(self, dress: Style) -> None:
        """Take over scale and language."""
        self._dress = dress
        self._fit_play()
        self.update()

    def prepare(self) -> None:
        """Bake the frames of the play before they are needed, between those of the screen."""
        if self._animations and self._play.bake():
            QTimer.singleShot(_BETWEEN_MS, self, self.prepare)

    def show_face(self, face: RibbonFace) -> None:
        """Take over a face."""
        if face == self._face:
            if self._frame.isActive():  # the time that is left may be another
                self._tick()
            return
        self._face = face
        self._show_play(face)
        if face.kind in _TIMED:
            self._bar = self._fraction() if not self._frame.isActive() else self._bar
            self._frame.start(FRAME_MS)
        else:
            self._frame.stop()
        self.update()

    def _show_play(self, face: RibbonFace) -> None:
        self._hidden_result = False
        if face.kind in _PLAYED:
            self._play.show()
            self._play.begin()
        elif face.kind is RibbonKind.RESULT and face.facts:
            self._play.show()
            if self._play.plays and self._animations:
                self._hidden_result = True
                self._play.end(face.facts)
            else:
                self._play.show_result(face.facts)
        else:
            self._play.show_result(())
            self._play.hide()

    @Slot()
    def _settled(self) -> None:
        if self._hidden_result:
            self._hidden_result = False
            self.update()
            self.revealed.emit()

    # --- time

    def _fraction(self) -> float:
        return min(1.0, self._countdown.left_ms / self._countdown.total_ms)

    @Slot()
    def _tick(self) -> None:
        left_ms = self._countdown.left_ms
        if -(-left_ms // _SECOND_MS) != self._second:  # title and colour turn with a second, if at all
            self._second = self.seconds
            self.update(self._seconds_room() if self._looks() == self._looked else self.rect())
        before, aim = self._bar, min(1.0, left_ms / self._countdown.total_ms)
        jumps = self._animations and abs(aim - before) * self._zone.width() > _JUMP_PX
        self._bar += (aim - before) * (FRAME_MS / _EASE_MS if jumps else 1.0)
        self._pace(FRAME_MS if jumps else self._pace_ms(left_ms))
        if self._bar != before:
            ends = bar_end(self._zone, before), bar_end(self._zone, self._bar)
            left, right = int(min(ends) - self._zone.height()), int(max(ends)) + 1
            self.update(left, self._strip.y(), right - left, self._strip.height())

    def _pace(self, pace_ms: int) -> None:
        if pace_ms != self._frame.interval():
            self._frame.setInterval(pace_ms)

    def _pace_ms(self, left_ms: int) -> int:
        """Until the bar has gone a step, or a second is over: nothing is to be seen before."""
        if not left_ms:
            return _SECOND_MS
        step_ms = self._countdown.total_ms * _STEP_PX / max(1.0, self._zone.width())
        return max(FRAME_MS, math.ceil(min(step_ms, left_ms % _SECOND_MS or _SECOND_MS)))

    def _seconds_room(self) -> QRect:
        left = math.ceil(self._zone.right())
        return QRect(left, 0, self.width() - left, self.height())

    # --- picture

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_play()

    def _painter(self) -> RibbonPainter:
        return RibbonPainter(self._dress, QRectF(self.rect()), self._part)

    def _fit_play(self) -> None:
        self._play.fit(self.height())
        left = round(self._painter().pad - self._play.inset)
        self._play.move(left, (self.height() - self._play.height()) // 2)

    def _text_left(self) -> float:
        """Where words begin: behind the show when there is one."""
        pad = self._painter().pad
        if self._play.isHidden() or not self._play.width():
            return pad
        return self._play.x() + self._play.width() + pad * 0.6

    def _looks(self) -> tuple[object, ...]:
        """What the ribbon looks like, but for the time that is left."""
        return self._dress, self._face, self.title, self.urgent, self._hidden_result, self._text_left()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        if self._is_frame(event.rect()):
            painter.drawPixmap(0, 0, self._plate.picture)
            if self._strip.contains(event.rect()):
                RibbonPainter.time_left(painter, self._zone, self._bar)
            painter.end()
            return
        self._looked = self._looks()
        painter.drawPixmap(0, 0, self._plate.of(self, self._looked, self._paint_plate))
        if self._face.kind in _TIMED:
            bar = self._bar if self._animations else self._fraction()
            RibbonPainter.time_left(painter, self._zone, bar)
            self._painter().seconds(painter, self.seconds)
        painter.end()
        self._tell_close(event)

    def _is_frame(self, rect: QRect) -> bool:
        """Whether that is a frame of the bar or of the play alone; its plate was painted with the whole ribbon."""
        if self._plate.picture.isNull():
            return False
        return self._strip.contains(rect) or (self._play.isVisible() and self._play.geometry().contains(rect))

    def _paint_plate(self, painter: QPainter) -> None:
        """Everything but the time that is left."""
        look = self._painter()
        back = theme.BETTING if self._face.own else _BACKS[self._face.kind]
        back = theme.URGENT if self.urgent else back
        back = theme.LOCKED if self._face.off else back
        look.back(painter, back)
        left = self._text_left()
        self._zone, self._strip = QRectF(), QRect()
        if self._hidden_result:
            look.title(painter, self.title, left)
        elif self._face.kind is RibbonKind.RESULT:
            look.result(painter, self._face, left)
        elif self._face.kind in _TIMED:
            self._zone = look.bets(painter, self.title, self._face, urgent=self.urgent)
            self._strip = self._zone.toAlignedRect()
        else:
            look.title(painter, self.title, left)
            look.detail(painter, self._face, look.after_title(self.title, self._face, left))

    def _tell_close(self, event: QPaintEvent) -> None:
        closes = self._face.closes
        title_seen = event.rect().contains(QPointF(self._text_left(), self.height() / 2).toPoint())
        if closes in (0, self._closes_told) or not (title_seen and self.isVisible()):
            return
        self._closes_told = closes
        # Not from inside a paint: the seat's answer may change what is being painted.
        QTimer.singleShot(0, self, self._emit_close)

    @Slot()
    def _emit_close(self) -> None:
        self.closed_shown.emit(self._closes_told)

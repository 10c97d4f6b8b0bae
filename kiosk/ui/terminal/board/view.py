"""The board on the screen: one baked picture under native items, and the fingers on it.

A tap is shown by the items alone, so it repaints a chip and not the board (architecture: rendering, measured).
"""

import time
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial

from PySide6.QtCore import QEvent, QPoint, QPointF, QRectF, Qt, QTimer, QTimerEvent, Signal, Slot
from PySide6.QtGui import (
    QColor,
    QEventPoint,
    QHideEvent,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPen,
    QResizeEvent,
    QTouchEvent,
)
from PySide6.QtWidgets import (
    QFrame,
    QGraphicsPathItem,
    QGraphicsPixmapItem,
    QGraphicsRectItem,
    QGraphicsScene,
    QGraphicsView,
    QWidget,
)

from kiosk.games.game import Layout
from kiosk.ui.kit import theme
from kiosk.ui.kit.chips import ChipStack
from kiosk.ui.kit.texts import Language
from kiosk.ui.kit.whole import is_whole
from kiosk.ui.terminal.board.chips_on_board import ChipsLayer
from kiosk.ui.terminal.board.face import BoardFaces
from kiosk.ui.terminal.board.motion import Motions
from kiosk.ui.terminal.board.outcome import BoardResult
from kiosk.ui.terminal.board.picture import BoardPicture, board_picture

_IDLE_MS = 20  # between pictures baked ahead
_BAKE_S = 0.003  # so long they may take at a time: a frame must not wait for them
_MOUSE = -1  # the point that stands for the mouse
_SLOP_PX = 10.0  # a finger may leave its spot by so much before that is a drag: fingers roll
_DIM_Z, _LIT_Z, _MARK_Z, _PRESS_Z = 1.0, 2.0, 3.0, 4.0
_TOUCHES = frozenset({QEvent.Type.TouchBegin, QEvent.Type.TouchUpdate, QEvent.Type.TouchEnd})


@dataclass
class _Press:
    """A finger that is down: its spot, where it may roll, its own timer, and the light under it."""

    spot: str
    target: QRectF
    timer: int
    light: QGraphicsPathItem


class BoardView(QGraphicsView):
    """Shows a board and reports what is done to it; it decides nothing.

    `tapped`, `held` and `dragged_off` carry the spot: every point goes its own way, and each press ends in exactly one
    of the three or, when it is cancelled, in none. While the board is not enabled, `refused` carries the reason
    that was given and the spot, once per touch, and none of the others is emitted.
    """

    tapped = Signal(str)
    held = Signal(str)
    dragged_off = Signal(str)
    refused = Signal(str, str)

    def __init__(
        self,
        layout: Layout,
        faces: BoardFaces,
        language: Language,
        *,
        animations: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._layout = layout
        self._on_board = frozenset().union(*(board.spots for board in layout.boards.values()))
        self._faces = faces
        self._language = language
        self._picture: BoardPicture | None = None
        self._why_not: str | None = None
        self._result: BoardResult | None = None
        self._expected: BoardResult | None = None
        self._ahead: list[Callable[[], object]] = []
        self._below_minimum: frozenset[str] = frozenset()
        self._board_scene = QGraphicsScene(self)
        self._board_scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)
        self.setScene(self._board_scene)
        self._motions = Motions(animations=animations, parent=self)
        self._chips = ChipsLayer(self._board_scene, self._motions)
        self._background = QGraphicsPixmapItem()
        self._board_scene.addItem(self._background)
        self._dim = self._make_dim()
        self._lit: dict[str, QGraphicsPixmapItem] = {}
        self._marks: dict[str, QGraphicsPixmapItem] = {}
        self._presses: dict[int, _Press] = {}
        self._hover: QGraphicsPathItem | None = None
        self._idle = QTimer(self)
        self._idle.setInterval(_IDLE_MS)
        self._idle.timeout.connect(self._bake_ahead)
        self._set_up_view()

    # --- what is shown ---

    def set_faces(self, faces: BoardFaces, language: Language) -> None:
        """Write the board in another language; chips and result stay."""
        self._faces = faces
        self._language = language
        self._rebuild()

    def set_chips(self, stacks: Mapping[str, ChipStack]) -> None:
        """Show these stacks alone; what lies beside the board is not shown. Raises KeyError for an unknown spot."""
        self._check_spots(stacks)
        self._chips.set_stacks({spot: stack for spot, stack in stacks.items() if spot in self._on_board})
        self._bake_later(self._chips.next_stacks())

    def prepare(self, cents: int) -> None:
        """The player holds a chip of so many cents: paint it for every spot between two frames, before it is laid."""
        if self._picture is not None:
            self._bake_later([(spot, ChipStack(cents)) for spot in self._picture.plan.cells])

    def set_result(self, result: BoardResult | None) -> None:
        """Light the spots of a result and put its stacks in the place of the stakes; None takes it back.

        Raises KeyError for a spot that is not on the board.
        """
        if result == self._result:
            return
        if result is not None:
            self._check_spots(result.lit)
            self._check_spots(result.stacks)
        self._result = result
        self._chips.set_decided(result.stacks if result is not None else None)
        self._place_lit(fade=result is not None)

    def expect(self, result: BoardResult | None) -> None:
        """Paint the pictures of a result before it is set, between two frames; nothing of it is to be seen."""
        if result is None or result == self._expected or self._picture is None:
            return
        self._expected = result
        picture, chips = self._picture, self._chips
        self._ahead = [
            *(partial(picture.lit_pixmap, spot, lit) for spot, lit in result.lit.items()),
            *(partial(chips.bake, spot, stack) for spot, stack in result.stacks.items()),
        ]
        self._idle.start()

    def mark_below_minimum(self, spots: Collection[str]) -> None:
        """Mark the spots whose stake is too small to be played. Raises KeyError for an unknown spot."""
        self._check_spots(spots)
        self._below_minimum = frozenset(spots)
        self._place_marks()

    def set_enabled(self, enabled: bool, why: str = "") -> None:
        """Take bets or not. While not, the board is dimmed and a touch is answered with `why`."""
        if not enabled and not why:
            raise ValueError("a board that takes no bets must say why: the reason is empty")
        was_enabled = self._why_not is None
        self._why_not = None if enabled else why
        if enabled == was_enabled:
            return
        if not enabled:
            self.let_go()
            self._idle.start()  # winners come next: have their pictures ready
        start, end = self._dim.opacity(), 0.0 if enabled else theme.DIM_ALPHA
        self._dim.show()
        self._motions.start(
            "dim",
            theme.FADE_MS,
            lambda part: self._dim.setOpacity(start + (end - start) * part),
            lambda: self._dim.setVisible(self._why_not is not None),
        )

    def let_go(self) -> None:
        """Forget the fingers on the board: nothing was meant, or something has come between them and it."""
        for point in list(self._presses):
            self._end_press(point)

    def set_drop_hover(self, spot: str | None) -> None:
        """Show where a chip that is being dragged would land."""
        if self._hover is not None:
            self._board_scene.removeItem(self._hover)
            self._hover = None
        if spot is not None and self._picture is not None:
            self._hover = self._add_overlay(spot)
            self._hover.setPen(QPen(QColor(theme.FOCUS), max(2.0, 2.5 * self._picture.plan.unit)))

    # --- what is where ---

    @property
    def picture(self) -> BoardPicture | None:
        """The baked board; None until the view has a size."""
        return self._picture

    @property
    def chips(self) -> Mapping[str, ChipStack]:
        """The chips that are seen now."""
        return self._chips.shown

    def cell_rect(self, spot: str) -> QRectF:
        """The touch target of a spot, px of this widget."""
        return self._placed().cell_rect(spot)

    def chip_rect(self, spot: str) -> QRectF:
        """The place of a spot's chip, px of this widget."""
        return self._placed().chip_rect(spot)

    def drop_target(self, global_pos: QPoint) -> str | None:
        """The spot under a point of the screen that would take a chip now."""
        if self._why_not is not None or self._picture is None:
            return None
        at = self.viewport().mapFromGlobal(global_pos)
        return self._picture.plan.spot_at(at.x(), at.y())

    # --- fingers ---

    def viewportEvent(self, event: QEvent) -> bool:
        # WORKAROUND for QGraphicsView: it would make one mouse press out of two fingers.
        if event.type() in _TOUCHES and isinstance(event, QTouchEvent):
            for point in event.points():
                self._take_point(point)
            event.accept()
            return True
        if event.type() == QEvent.Type.TouchCancel:
            self.let_go()
            event.accept()
            return True
        return super().viewportEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._down(_MOUSE, event.position())

    # A second quick press is a press: Qt sends it under another name.
    mouseDoubleClickEvent = mousePressEvent

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._move(_MOUSE, event.position())

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._up(_MOUSE, event.position())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._rebuild()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange and is_whole(self):
            self._rebuild()

    def hideEvent(self, event: QHideEvent) -> None:
        if is_whole(self):
            self.let_go()
        super().hideEvent(event)

    def _take_point(self, point: QEventPoint) -> None:
        at = point.position()
        state = point.state()
        if state == QEventPoint.State.Pressed:
            self._down(point.id(), at)
        elif state == QEventPoint.State.Updated:
            self._move(point.id(), at)
        elif state == QEventPoint.State.Released:
            self._up(point.id(), at)

    def _down(self, point: int, at: QPointF) -> None:
        if self._idle.isActive():
            self._idle.start()  # what the touch shows comes first
        self._end_press(point)  # a lost release must not leave a press behind
        target = self._target_at(at)
        if target is None:
            return
        spot, rect = target
        if self._why_not is not None:
            self.refused.emit(self._why_not, spot)
            return
        # WORKAROUND for PySide6: a timer object to be deleted later that its parent takes along is freed twice.
        timer = self.startTimer(theme.LONG_PRESS_MS)
        reach = rect.adjusted(-_SLOP_PX, -_SLOP_PX, _SLOP_PX, _SLOP_PX)
        self._presses[point] = _Press(spot, reach, timer, self._add_overlay(spot))

    def _move(self, point: int, at: QPointF) -> None:
        press = self._presses.get(point)
        if press is not None and not press.target.contains(at):
            self._end_press(point)
            self.dragged_off.emit(press.spot)

    def _up(self, point: int, at: QPointF) -> None:
        self._move(point, at)
        press = self._end_press(point)
        if press is not None:
            self.tapped.emit(press.spot)

    def timerEvent(self, event: QTimerEvent) -> None:
        for point, press in list(self._presses.items()):
            if press.timer == event.timerId():
                self._end_press(point)
                self.held.emit(press.spot)

    def _end_press(self, point: int) -> _Press | None:
        press = self._presses.pop(point, None)
        if press is not None:
            self.killTimer(press.timer)
            light = press.light
            self._motions.start(
                light,
                theme.PRESS_FADE_MS,
                lambda part: light.setOpacity(1 - part),
                lambda: self._board_scene.removeItem(light),
            )
        return press

    def _target_at(self, at: QPointF) -> tuple[str, QRectF] | None:
        if self._picture is None:
            return None
        spot = self._picture.plan.spot_at(at.x(), at.y())
        return None if spot is None else (spot, self._picture.cell_rect(spot))

    # --- items ---

    @Slot()
    def _bake_ahead(self) -> None:
        until = time.perf_counter() + _BAKE_S
        while self._ahead:
            self._ahead.pop()()
            if time.perf_counter() > until:
                return
        taking_bets = self._why_not is None
        if taking_bets or self._picture is None or not self._picture.bake_next_lit(self._chips.shown):
            self._idle.stop()

    def _bake_later(self, stacks: Sequence[tuple[str, ChipStack]]) -> None:
        """The last of them first."""
        if stacks:
            self._ahead += [partial(self._chips.bake, spot, stack) for spot, stack in stacks]
            self._idle.start()

    def _set_up_view(self) -> None:
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop)
        self.setViewportUpdateMode(QGraphicsView.ViewportUpdateMode.MinimalViewportUpdate)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontSavePainterState)
        self.setOptimizationFlag(QGraphicsView.OptimizationFlag.DontAdjustForAntialiasing)
        self.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        self.setBackgroundBrush(QColor(theme.TABLE))
        self.viewport().setAttribute(Qt.WidgetAttribute.WA_AcceptTouchEvents)

    def _make_dim(self) -> QGraphicsRectItem:
        dim = QGraphicsRectItem()
        dim.setBrush(QColor("#000000"))
        dim.setPen(QPen(Qt.PenStyle.NoPen))
        dim.setZValue(_DIM_Z)
        dim.setOpacity(0.0)
        dim.hide()
        self._board_scene.addItem(dim)
        return dim

    def _rebuild(self) -> None:
        width, height = self.viewport().width(), self.viewport().height()
        if width < theme.MIN_TOUCH_PX or height < theme.MIN_TOUCH_PX:
            return  # not laid out yet
        self.let_go()
        self._motions.finish()
        self._expected, self._ahead = None, []
        self._picture = board_picture(
            self._layout, self._faces, self._language, width, height, self.devicePixelRatioF()
        )
        self._board_scene.setSceneRect(0, 0, width, height)
        self._background.setPixmap(self._picture.background)
        self._dim.setRect(0, 0, width, height)
        self.set_drop_hover(None)
        self._chips.set_picture(self._picture)
        self._place_lit(fade=False)
        self._place_marks()

    def _placed(self) -> BoardPicture:
        if self._picture is None:
            raise RuntimeError("the board has no size yet: show it or resize it first")
        return self._picture

    def _check_spots(self, spots: Collection[str]) -> None:
        for spot in spots:
            if spot not in self._layout.spots:
                raise KeyError(f"spot {spot} is not on the board of layout {self._layout.name}")

    def _add_overlay(self, spot: str) -> QGraphicsPathItem:
        picture = self._placed()
        path = QPainterPath()
        path.addRoundedRect(picture.box_rect(spot), picture.radius, picture.radius)
        item = QGraphicsPathItem(path)
        light = QColor(theme.PRESS)
        light.setAlphaF(theme.PRESS_ALPHA)
        item.setBrush(light)
        item.setPen(QPen(Qt.PenStyle.NoPen))
        item.setZValue(_PRESS_Z)
        self._board_scene.addItem(item)
        return item

    def _place_lit(self, *, fade: bool) -> None:
        for item in self._lit.values():
            self._motions.stop(item)
            self._board_scene.removeItem(item)
        self._lit = {}
        if self._picture is None:
            return
        for spot, lit in (self._result.lit if self._result is not None else {}).items():
            item = QGraphicsPixmapItem(self._picture.lit_pixmap(spot, lit))
            item.setPos(self._picture.lit_rect(spot).topLeft())
            item.setZValue(_LIT_Z)
            self._board_scene.addItem(item)
            self._lit[spot] = item
            if fade:
                self._motions.start(item, theme.WIN_LIGHT_MS, item.setOpacity)

    def _place_marks(self) -> None:
        for item in self._marks.values():
            self._board_scene.removeItem(item)
        self._marks = {}
        if self._picture is None:
            return
        for spot in self._below_minimum:
            item = QGraphicsPixmapItem(self._picture.warning_pixmap(spot))
            item.setPos(self._picture.box_rect(spot).topLeft())
            item.setZValue(_MARK_Z)
            self._board_scene.addItem(item)
            self._marks[spot] = item

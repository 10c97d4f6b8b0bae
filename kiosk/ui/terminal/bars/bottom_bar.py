"""The bottom bar: money, chips, and what the player can do with them."""

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.seat.context import Context
from kiosk.seat.events import AnyEvent, Clear, Collect, Double, Rebet, Undo
from kiosk.seat.state import SeatState
from kiosk.seat.step import step
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, fill
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton
from kiosk.ui.terminal.bars.chip_rack import ChipRack
from kiosk.ui.terminal.bars.meters import Meter, meter_faces

_EDGE = 24  # design px
_GAP = 12
_METERS = (208, 178, 178)
_METER_GAP = 24
_BUTTON = (106, 92)
_COLLECT = 152

ACTIONS: dict[str, type[Undo | Clear | Double | Rebet | Collect]] = {
    "action.undo": Undo,
    "action.clear": Clear,
    "action.double": Double,
    "action.rebet": Rebet,
    "action.collect": Collect,
}


def changes_something(context: Context, state: SeatState, event: AnyEvent) -> bool:
    """Whether the seat would do now what the event asks for. The seat itself is asked: step is pure."""
    return step(context, state, event).state is not state


class BottomBar(QWidget):
    """Meters, rack and buttons. `asked(event)` is emitted for every touch of a button, usable or not."""

    asked = Signal(object)

    def __init__(self, context: Context, dress: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._context = context
        self._dress = dress
        self.credit, self.bet, self.last_paid = (
            Meter(face, dress, parent=self) for face in meter_faces(SeatState())
        )
        self.rack = ChipRack(context.config.chips, dress, parent=self)
        self.buttons: dict[str, TouchButton] = {}
        for key, event in ACTIONS.items():
            look = ButtonLook.PRIMARY if event is Collect else ButtonLook.QUIET
            button = TouchButton(look=look, parent=self)
            button.clicked.connect(lambda _=False, event=event: self.asked.emit(event()))
            self.buttons[key] = button
        # Both filled by Qt itself: whatever lies on the bar and changes has its ground repainted, often.
        fill(self, theme.BAR_BOTTOM)
        self._edge = QWidget(self)
        fill(self._edge, theme.LINE)
        self.apply_style(dress)

    @property
    def _meters(self) -> tuple[Meter, Meter, Meter]:
        return self.credit, self.bet, self.last_paid

    def apply_style(self, dress: Style) -> None:
        """Take over scale and language."""
        self._dress = dress
        for meter in self._meters:
            meter.apply_style(dress)
        self.rack.apply_style(dress)
        for key, button in self.buttons.items():
            large = ACTIONS[key] is Collect
            role, size = (Role.TITLE, 24) if large else (Role.LABEL, 20)
            button.set_face(dress.font(role, size), dress.scale.radius("button"), dress.scale.px(10))
            button.setText(dress.t(key))
        self._place()
        self.update()

    def show_state(self, state: SeatState, *, covered: bool = False, plays: bool = False) -> None:
        """Take over a state. While the board is ``covered`` chips and commands for bets sleep; COLLECT does while
        the game is played.
        """
        for meter, face in zip(self._meters, meter_faces(state), strict=True):
            meter.show_face(face)
        self.rack.cover(0 if covered or state.locks else state.credit_shown)
        for key, button in self.buttons.items():
            asleep = plays if ACTIONS[key] is Collect else covered
            button.set_usable(not asleep and changes_something(self._context, state, ACTIONS[key]()))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        # A line on the bar's upper edge: half of it would lie above.
        self._edge.setGeometry(0, 0, self.width(), (self._dress.scale.px(1) + 1) // 2)
        self._edge.raise_()
        if self._dress.scale.portrait:
            self._place_portrait()
        else:
            self._place_landscape()

    def _place_landscape(self) -> None:
        px = self._dress.scale.px
        left = px(_EDGE)
        for meter, width in zip(self._meters, _METERS, strict=True):
            meter.setGeometry(left, 0, px(width), self.height())
            left += px(width) + px(_METER_GAP)
        right = self.width() - px(_EDGE)
        right = self._place_buttons(right, QRect(0, 0, self.width(), self.height()), px(_COLLECT))
        self.rack.setGeometry(left, 0, right - left, self.height())

    def _place_buttons(self, right: int, row: QRect, collect: int) -> int:
        """The buttons from the right end of a row leftwards; answers where they begin."""
        high = min(row.height(), self._dress.scale.touch(_BUTTON[1]))
        top = row.y() + (row.height() - high) // 2
        for key in reversed(self.buttons):
            large = ACTIONS[key] is Collect
            if large and collect == 0:
                continue
            width = collect if large else self._dress.scale.touch(_BUTTON[0])
            right -= width
            self.buttons[key].setGeometry(right, top, width, high)
            right -= self._dress.scale.px(_GAP + 6 if large else _GAP)
        return right

    def _place_portrait(self) -> None:
        px = self._dress.scale.px
        edge = px(_EDGE)
        row = QRect(0, px(8), self.width(), px(116))
        collect = px(220)
        left = edge
        room = self.width() - 2 * edge - collect - 3 * px(_METER_GAP)
        for meter, share in zip(self._meters, _METERS, strict=True):
            width = room * share // sum(_METERS)
            meter.setGeometry(left, row.y(), width, row.height())
            left += width + px(_METER_GAP)
        high = self._dress.scale.touch(_BUTTON[1])
        self.buttons["action.collect"].setGeometry(
            self.width() - edge - collect, row.y() + (row.height() - high) // 2, collect, high
        )
        top = row.y() + row.height()
        row = QRect(0, top, self.width(), self.height() - top - px(10))
        right = self._place_buttons(self.width() - edge, row, 0)
        self.rack.setGeometry(edge - px(8), row.y(), right - edge, row.height())

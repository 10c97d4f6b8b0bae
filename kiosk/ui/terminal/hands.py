"""The player's fingers on board and rack: they become events of the seat, and a chip that is carried floats along.

And which of them sleep under a cover or while the game is played.
"""

from collections.abc import Callable

from PySide6.QtCore import QObject, QPoint, Qt, Slot
from PySide6.QtWidgets import QLabel, QWidget

from kiosk.seat.betting import Fingers, why_no_bets
from kiosk.seat.events import AnyEvent, Collect, TakeBack, Tap
from kiosk.seat.state import SeatState
from kiosk.ui.kit.chips import rack_chip_pixmap
from kiosk.ui.terminal.bars.chip_rack import MOUSE, ChipRack
from kiosk.ui.terminal.board.view import BoardView


class Hands(QObject):
    """Connects board and rack of a window.

    `send` takes the events, `too_large` is called when a chip is touched that the credit does not cover.
    """

    def __init__(
        self,
        window: QWidget,
        board: BoardView,
        rack: ChipRack,
        send: Callable[[AnyEvent], None],
        too_large: Callable[[], None],
    ) -> None:
        super().__init__(window)
        self._window = window
        self._board = board
        self._rack = rack
        self._send = send
        self._too_large = too_large
        self._floating: dict[int, QLabel] = {}
        board.tapped.connect(self._tapped)
        board.held.connect(self._taken_back)
        board.dragged_off.connect(self._taken_back)
        rack.refused.connect(self._refused)
        rack.carried.connect(self._carried)
        rack.dropped.connect(self._dropped)
        rack.let_go.connect(self._let_go)

    @property
    def carried(self) -> int:
        """How many chips are being carried now."""
        return len(self._floating)

    @Slot(str)
    def _tapped(self, spot: str) -> None:
        self._send(Tap(spot, self._rack.chip_chosen))

    @Slot(str)
    def _taken_back(self, spot: str) -> None:
        self._send(TakeBack(spot))

    @Slot(int)
    def _refused(self, cents: int) -> None:  # noqa: ARG002  the signal carries it
        self._too_large()

    @Slot(int, int, QPoint)
    def _carried(self, finger: int, cents: int, at: QPoint) -> None:
        chip = self._floating.get(finger)
        if chip is None:
            chip = self._floating[finger] = self._float(cents)
        middle = self._window.mapFromGlobal(at)
        # A finger hides what lies under it: the chip floats above the fingertip. The mouse hides nothing.
        lift = 0 if finger == MOUSE else chip.height() // 2
        chip.move(middle.x() - chip.width() // 2, middle.y() - chip.height() // 2 - lift)
        self._board.set_drop_hover(self._board.drop_target(at))

    def _float(self, cents: int) -> QLabel:
        px = self._rack.chip_px
        chip = QLabel(self._window)
        chip.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        chip.setPixmap(rack_chip_pixmap(cents, px, self._window.devicePixelRatioF()))
        chip.resize(px, px)
        chip.show()
        chip.raise_()
        return chip

    @Slot(int, int, QPoint)
    def _dropped(self, finger: int, cents: int, at: QPoint) -> None:
        spot = self._board.drop_target(at)
        self._let_go(finger)
        if spot is not None:
            self._send(Tap(spot, cents))

    @Slot(int)
    def _let_go(self, finger: int) -> None:
        chip = self._floating.pop(finger, None)
        if chip is not None:
            chip.hide()
            chip.deleteLater()
        self._board.set_drop_hover(None)


def why_asleep(event: AnyEvent, state: SeatState, *, covered: bool, asleep: str | None) -> str | None:
    """The key of the reason why the screen keeps an event from the seat, or None; `asleep` is the one of the play.

    guarantee: nobody bets on a board that they do not see, and no credit leaves before the result lies still. Where
    the seat takes no bets anyway, it says why itself.
    """
    if isinstance(event, Fingers) and covered and why_no_bets(state) is None:
        return "why.covered"
    return asleep if isinstance(event, Collect) else None

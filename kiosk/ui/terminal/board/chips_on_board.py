"""The chips on the board: what lies there for a state of the seat, and their items over the baked picture."""

from collections.abc import Mapping
from functools import lru_cache

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QGraphicsPixmapItem, QGraphicsScene

from kiosk.games.game import Layout
from kiosk.seat.state import SeatState
from kiosk.table.round import Phase
from kiosk.table.slips import below_minimum
from kiosk.ui.kit import theme
from kiosk.ui.kit.chips import ChipStack, ChipState, chip_pixmap
from kiosk.ui.terminal.board.motion import Motions
from kiosk.ui.terminal.board.outcome import BoardResult, board_result
from kiosk.ui.terminal.board.picture import BoardPicture
from kiosk.ui.terminal.last_round import is_ghost, shown_last

CHIPS_Z = 5.0
_LAND_SCALE = 1.2  # a chip that lands comes from a little above the table
_GROW_SCALE = 1.25


def chips_of(state: SeatState) -> dict[str, ChipStack]:
    """The stakes on the board: the draft. Those of a round that has come to something lie there no more."""
    return {spot: _stack(cents, _how_far(state, spot, cents)) for spot, cents in state.draft.items() if cents}


@lru_cache(maxsize=512)
def _stack(cents: int, state: ChipState) -> ChipStack:
    """The same stack for the same chips: a tap compares sixty that lie there already."""
    return ChipStack(cents, state)


def _how_far(state: SeatState, spot: str, cents: int) -> ChipState:
    if state.registered is not None and state.registered.stakes.get(spot) == cents:
        return ChipState.REGISTERED
    if state.flight is not None and state.flight.stakes.get(spot) == cents:
        return ChipState.SENT
    return ChipState.PLACED


def result_of(layout: Layout, state: SeatState) -> BoardResult | None:
    """The result on the board, as a ghost while the next round takes bets; None while none is shown."""
    last = shown_last(state)
    if last is None or last.settlement is None:
        return None
    return board_result(layout, last.settlement, last.facts, ghost=is_ghost(state))


def below_minimum_of(layout: Layout, state: SeatState) -> frozenset[str]:
    """The spots whose chips are still below the spot's minimum while bets are open."""
    limits = state.table.limits
    if state.table.phase is not Phase.BETTING or limits is None:
        return frozenset()
    return below_minimum(state.draft, layout, limits)


class ChipsLayer:
    """The items, one a spot. Shows stakes and, once a result is known, what it has made of them.

    What is seen follows from two values, the stakes and what the result made of them: with a result, only that lies
    on the board; without, the stakes.
    """

    def __init__(self, scene: QGraphicsScene, motions: Motions) -> None:
        self._scene = scene
        self._motions = motions
        self._picture: BoardPicture | None = None
        self._stacks: dict[str, ChipStack] = {}
        self._decided: dict[str, ChipStack] | None = None
        self._shown: dict[str, ChipStack] = {}
        self._items: dict[str, QGraphicsPixmapItem] = {}
        self._laid: dict[str, tuple[ChipStack, int]] = {}  # a stack that grew, and by how much

    @property
    def shown(self) -> Mapping[str, ChipStack]:
        """What lies on the board to be seen."""
        return dict(self._shown)

    def item(self, spot: str) -> QGraphicsPixmapItem | None:
        """The item of the chip on a spot."""
        return self._items.get(spot)

    def set_picture(self, picture: BoardPicture) -> None:
        """Take the places of another picture; nothing moves."""
        self._picture = picture
        for spot, item in self._items.items():
            self._motions.stop(item)
            self._dress(item, spot, self._shown[spot])

    def set_stacks(self, stacks: Mapping[str, ChipStack]) -> None:
        """Show these stacks; chips land or leave where something changed."""
        self._stacks = dict(stacks)
        self._refresh()

    def set_decided(self, stacks: Mapping[str, ChipStack] | None) -> None:
        """Show what the result has made of the stakes; None takes it back."""
        self._decided = None if stacks is None else dict(stacks)
        self._refresh()

    def next_stacks(self) -> list[tuple[str, ChipStack]]:
        """What may soon lie where a chip was laid since the last call: the same registered, as much again, or sent."""
        laid, self._laid = self._laid, {}
        return [
            (spot, ChipStack(cents, state))
            for spot, (stack, more) in laid.items()
            for cents, state in (
                (stack.cents, ChipState.REGISTERED),
                (stack.cents + more, ChipState.PLACED),
                (stack.cents, ChipState.SENT),
            )
        ]

    def bake(self, spot: str, stack: ChipStack) -> None:
        """Paint the picture of a stack that will lie on a spot."""
        if self._picture is not None:
            place = self._picture.chip_rect(spot)
            self._pixmap(stack, int(place.width()), int(place.height()))

    def _wanted(self) -> dict[str, ChipStack]:
        return self._stacks if self._decided is None else self._decided

    def _refresh(self) -> None:
        wanted = self._wanted()
        before, self._shown = self._shown, dict(wanted)
        for spot in before.keys() - wanted.keys():
            self._leave(spot)
        for spot, stack in wanted.items():
            old = before.get(spot)
            if old is not stack and old != stack:
                more = stack.cents - (old.cents if old is not None else 0)
                if stack.state is ChipState.PLACED and more > 0:
                    self._laid[spot] = stack, more
                self._show(spot, stack, moves=old is None or old.cents != stack.cents)

    def _show(self, spot: str, stack: ChipStack, *, moves: bool) -> None:
        item = self._items.get(spot)
        if item is None:
            item = QGraphicsPixmapItem()
            item.setZValue(CHIPS_Z)
            self._items[spot] = item
            self._dress(item, spot, stack)
            self._scene.addItem(item)
        else:
            self._dress(item, spot, stack)
        if moves:
            self._move_in(item, paid=stack.state in (ChipState.PAID, ChipState.RETURNED))

    def _dress(self, item: QGraphicsPixmapItem, spot: str, stack: ChipStack) -> None:
        if self._picture is None:
            return
        place = self._picture.chip_rect(spot)
        item.setScale(1.0)
        item.setPixmap(self._pixmap(stack, int(place.width()), int(place.height())))
        # Whole pixels: a pixmap between two would be smeared.
        item.setPos(round(place.left()), round(place.top()))
        item.setTransformOriginPoint(place.width() / 2, place.height() / 2)

    def _pixmap(self, stack: ChipStack, width: int, height: int) -> QPixmap:
        dpr = self._picture.dpr if self._picture else 1.0
        return chip_pixmap(stack, width, height, dpr)

    def _move_in(self, item: QGraphicsPixmapItem, *, paid: bool) -> None:
        if paid:
            self._motions.start(item, theme.PAYOUT_GROW_MS, lambda part: _grow(item, part))
        else:
            self._motions.start(
                item, theme.CHIP_LAND_MS, lambda part: item.setScale(_LAND_SCALE + (1 - _LAND_SCALE) * part)
            )

    def _leave(self, spot: str) -> None:
        item = self._items.pop(spot)
        self._motions.start(
            item,
            theme.CHIP_LEAVE_MS,
            lambda part: item.setOpacity(1 - part),
            lambda: self._scene.removeItem(item),
        )


def _grow(item: QGraphicsPixmapItem, part: float) -> None:
    """Swell and settle at the old size, so that a paid chip hides no odds when it rests."""
    item.setScale(1 + (_GROW_SCALE - 1) * 4 * part * (1 - part))

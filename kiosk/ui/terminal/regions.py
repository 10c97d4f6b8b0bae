"""Where the parts of the player's window lie: one pure function of the window's size."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize

from kiosk.ui.kit import theme
from kiosk.ui.kit.theme import Scale, scale_for

_EDGE = 24  # design px between the window's edge and its parts
_GAP = 10  # between parts
_TOP = 64
_RIBBON = 68
_BOTTOM = 168
_SIDE = 426
_SIDE_GAP = 20

_P_EDGE = 12  # the same for a portrait window
_P_TOP = 116
_P_RIBBON = 92
_P_SIDE = 348
_P_BOTTOM = 264


@dataclass(frozen=True)
class Regions:
    """The parts of a window, in screen px. They do not overlap, except the last three.

    `ribbon_wide` and `stage` are ribbon and everything between it and the bottom bar while a screen such as
    Help lies over board and side panel; `stage_tall` goes to the window's edges.
    """

    scale: Scale
    top_bar: QRect
    ribbon: QRect
    board: QRect
    side_panel: QRect
    bottom_bar: QRect
    ribbon_wide: QRect
    stage: QRect
    stage_tall: QRect

    @property
    def portrait(self) -> bool:
        """Whether the window is higher than wide."""
        return self.scale.portrait

    def parts(self) -> dict[str, QRect]:
        """The five parts by name."""
        return {
            "top bar": self.top_bar,
            "ribbon": self.ribbon,
            "board": self.board,
            "side panel": self.side_panel,
            "bottom bar": self.bottom_bar,
        }


def regions(size: QSize) -> Regions:
    """The parts of a window of this size. Raises ValueError for an empty size."""
    scale = scale_for(size.width(), size.height())
    return _portrait(size, scale) if scale.portrait else _landscape(size, scale)


def _landscape(size: QSize, scale: Scale) -> Regions:
    width, height = size.width(), size.height()
    edge, gap = scale.px(_EDGE), scale.px(_GAP)
    # A button of MIN_TOUCH_PX must fit into the bar on the smallest screen.
    top = max(scale.px(_TOP), theme.MIN_TOUCH_PX + 4)
    bottom = scale.px(_BOTTOM)
    side = scale.px(_SIDE)
    left_width = width - 2 * edge - side - scale.px(_SIDE_GAP)
    ribbon = QRect(edge, top + gap, left_width, scale.px(_RIBBON))
    board_top = ribbon.y() + ribbon.height() + gap
    bottom_top = height - bottom
    board = QRect(edge, board_top, left_width, bottom_top - gap - board_top)
    side_left = width - edge - side
    wide = width - 2 * edge
    return Regions(
        scale=scale,
        top_bar=QRect(0, 0, width, top),
        ribbon=ribbon,
        board=board,
        side_panel=QRect(side_left, ribbon.y(), side, bottom_top - gap - ribbon.y()),
        bottom_bar=QRect(0, bottom_top, width, bottom),
        ribbon_wide=QRect(edge, ribbon.y(), wide, ribbon.height()),
        stage=QRect(edge, board_top, wide, bottom_top - gap - board_top),
        stage_tall=QRect(0, board_top, width, height - board_top),
    )


def _portrait(size: QSize, scale: Scale) -> Regions:
    width, height = size.width(), size.height()
    edge, gap = scale.px(_P_EDGE), scale.px(_GAP)
    wide = width - 2 * edge
    top = scale.px(_P_TOP)
    ribbon = QRect(edge, top + gap, wide, scale.px(_P_RIBBON))
    board_top = ribbon.y() + ribbon.height() + gap
    bottom_top = height - scale.px(_P_BOTTOM)
    side_top = bottom_top - gap - scale.px(_P_SIDE)
    return Regions(
        scale=scale,
        top_bar=QRect(0, 0, width, top),
        ribbon=ribbon,
        board=QRect(edge, board_top, wide, side_top - gap - board_top),
        side_panel=QRect(edge, side_top, wide, bottom_top - gap - side_top),
        bottom_bar=QRect(0, bottom_top, width, height - bottom_top),
        ribbon_wide=ribbon,
        stage=QRect(edge, board_top, wide, bottom_top - gap - board_top),
        stage_tall=QRect(0, board_top, width, height - board_top),
    )

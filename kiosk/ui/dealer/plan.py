"""Where the parts of the dealer's screen lie: pure functions of sizes."""

from dataclasses import dataclass
from math import ceil

from PySide6.QtCore import QRect, QRectF, QSize

from kiosk.ui.kit.theme import MIN_TOUCH_PX, Scale

_EDGE = 24  # design px
_GAP = 12
_TOP = 64
_BAR_KEY = 50
_AIR = 6
_STEPS = 74
_STRIP = 54
_LEFT = 1_088
_WORK = 484  # the work area's least height
_COMMANDS = 76
_HISTORY = 236  # the least height of last rounds and log
_LOW_HISTORY = 122  # the same beside a tall work area
_FIGURES = 176
_SEATS_HEAD = 54
_TILE_GAP = 10
_MOST_COLUMNS = 7


@dataclass(frozen=True)
class DealerRegions:
    """The parts of the window, in screen px; none overlaps another."""

    scale: Scale
    top_bar: QRect
    steps: QRect
    work: QRect
    commands: QRect
    history: QRect
    seats: QRect
    figures: QRect
    strip: QRect

    def parts(self) -> dict[str, QRect]:
        """All parts by name."""
        names = ("top_bar", "steps", "work", "commands", "history", "seats", "figures", "strip")
        return {name: getattr(self, name) for name in names}


def dealer_scale(size: QSize) -> Scale:
    """The scale of a dealer's window: designed at 1920x1080, taller windows keep the width's scale.

    Raises ValueError for an empty size.
    """
    if size.width() < 1 or size.height() < 1:
        raise ValueError(f"window of {size.width()}x{size.height()} px: expected at least 1x1")
    return Scale(min(size.width() / 1920, size.height() / 1080))


def dealer_regions(size: QSize, *, tall: bool = False) -> DealerRegions:
    """The parts of a window of this size, with a ``tall`` work area if asked. Raises ValueError for an empty size."""
    scale = dealer_scale(size)
    width, height = size.width(), size.height()
    edge, gap = scale.px(_EDGE), scale.px(_GAP)
    # A finger's height in the bar, and air around it.
    top, strip = max(scale.px(_TOP), scale.touch(_BAR_KEY) + 2 * scale.px(_AIR)), scale.touch(_STRIP)
    steps_top = top + gap
    steps = QRect(edge, steps_top, width - 2 * edge, scale.px(_STEPS))
    main_top = steps_top + steps.height() + gap
    strip_top = height - gap - strip
    main_height = strip_top - gap - main_top
    left = scale.px(_LEFT)
    commands = scale.touch(_COMMANDS)
    spare = max(0, main_height - 2 * gap - commands - scale.px(_WORK) - scale.px(_HISTORY))
    high = scale.px(_WORK) + spare // 3
    if tall:
        high = max(high, main_height - 2 * gap - commands - scale.px(_LOW_HISTORY))
    work = QRect(edge, main_top, left, high)
    commands_rect = QRect(edge, work.y() + work.height() + gap, left, commands)
    history_top = commands_rect.y() + commands_rect.height() + gap
    right = edge + left + gap
    figures = scale.px(_FIGURES) + spare // 5
    return DealerRegions(
        scale=scale,
        top_bar=QRect(0, 0, width, top),
        steps=steps,
        work=work,
        commands=commands_rect,
        history=QRect(edge, history_top, left, main_top + main_height - history_top),
        seats=QRect(right, main_top, width - edge - right, main_height - gap - figures),
        figures=QRect(right, main_top + main_height - figures, width - edge - right, figures),
        strip=QRect(edge, strip_top, width - 2 * edge, strip),
    )


def tile_columns(count: int) -> int:
    """In how many columns so many seats stand."""
    return {0: 1, 1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}.get(count, 3 if count <= 9 else 4 if count <= 24 else 5)


def tile_rects(area: QRectF, count: int, scale: Scale) -> list[QRectF]:
    """The tile of every seat. They fill the area, whatever their number."""
    columns = tile_columns(count)
    while True:
        rows = max(1, ceil(count / columns))
        gap = scale.px(_TILE_GAP) if rows < 7 else scale.px(_TILE_GAP * 0.6)
        width = (area.width() - gap * (columns - 1)) / columns
        height = (area.height() - gap * (rows - 1)) / rows
        if height >= MIN_TOUCH_PX or columns >= _MOST_COLUMNS:
            break
        columns += 1  # a small window: narrower tiles, but none below a finger's height
    return [
        QRectF(
            area.x() + (number % columns) * (width + gap),
            area.y() + (number // columns) * (height + gap),
            width,
            height,
        )
        for number in range(count)
    ]


def seats_head(scale: Scale) -> int:
    """The height of the line above the tiles, in screen px."""
    return scale.px(_SEATS_HEAD)

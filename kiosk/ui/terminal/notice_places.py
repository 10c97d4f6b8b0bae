"""Where a notice stands: beside what it is about, and never over the time that is left for bets."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtCore import QPoint, QRect, Qt

from kiosk.ui.terminal.bars.toast import Zone
from kiosk.ui.terminal.regions import Regions
from kiosk.ui.terminal.window_parts import Parts

_HIGH = 52  # design px
_WIDE = 640  # at most, beside a spot
_GAP = 6
_MONEY_GAP, _MONEY_HIGH = 4, 46  # above the names of the meters


class Place(StrEnum):
    """A place of the window that notices are about."""

    MONEY = "money"
    BUTTONS = "buttons"
    STAFF = "staff"


@dataclass(frozen=True)
class Spot:
    """A spot of the board."""

    name: str


def zone_of(place: Place | Spot, regions: Regions, parts: Parts) -> Zone:
    """Where a notice about that place stands."""
    match place:
        case Spot(name=name):
            return _at_spot(name, regions, parts)
        case Place.MONEY:
            return _at_money(regions, parts)
        case Place.BUTTONS:
            return _at_buttons(regions)
        case Place.STAFF:
            return _on_ribbon(regions)


def _at_spot(name: str, regions: Regions, parts: Parts) -> Zone:
    """Above the spot, or below where there is no room: its chips and odds are what the notice speaks of."""
    scale, board = regions.scale, regions.board
    cell = parts.board.cell_rect(name).toRect().translated(board.topLeft())
    high, gap = scale.px(_HIGH), scale.px(_GAP)
    wide = min(scale.px(_WIDE), board.width())
    top = cell.y() - high - gap
    if top < board.y():
        top = cell.y() + cell.height() + gap
    left = cell.center().x() - wide // 2
    if left <= board.x():
        return Zone(QRect(board.x(), top, wide, high), Qt.AlignmentFlag.AlignLeft)
    if left + wide >= board.x() + board.width():
        return Zone(QRect(board.x() + board.width() - wide, top, wide, high), Qt.AlignmentFlag.AlignRight)
    return Zone(QRect(left, top, wide, high))


def _at_money(regions: Regions, parts: Parts) -> Zone:
    """Over the credit: in the bar where it is wide, above it where it is high."""
    bar, scale = regions.bottom_bar, regions.scale
    if regions.portrait:
        return Zone(_above(bar, regions), Qt.AlignmentFlag.AlignLeft)
    left = parts.bottom.credit.x()
    room = parts.bottom.rack.x() - left
    corner = bar.topLeft() + QPoint(left, scale.px(_MONEY_GAP))
    return Zone(QRect(corner.x(), corner.y(), room, scale.px(_MONEY_HIGH)), Qt.AlignmentFlag.AlignLeft)


def _at_buttons(regions: Regions) -> Zone:
    """Above the buttons, over the end of the side panel."""
    if regions.portrait:
        return Zone(_above(regions.bottom_bar, regions), Qt.AlignmentFlag.AlignRight)
    side, high = regions.side_panel, regions.scale.px(_HIGH + 12)
    top = regions.bottom_bar.y() - high - regions.scale.px(_GAP)
    return Zone(QRect(side.x(), top, side.width(), high), Qt.AlignmentFlag.AlignRight)


def _above(bar: QRect, regions: Regions) -> QRect:
    high = regions.scale.px(_HIGH + 12)
    edge = regions.board.x()
    return QRect(edge, bar.y() - high - regions.scale.px(_GAP), bar.width() - 2 * edge, high)


def _on_ribbon(regions: Regions) -> Zone:
    """At the end of the ribbon: staff's screens cover the rest, and no bets are taken meanwhile."""
    ribbon = regions.ribbon_wide
    high = round(ribbon.height() * 0.8)
    top = ribbon.y() + (ribbon.height() - high) // 2
    left = ribbon.x() + ribbon.width() * 2 // 5
    room = QRect(left, top, ribbon.x() + ribbon.width() - left - regions.scale.px(_GAP), high)
    return Zone(room, Qt.AlignmentFlag.AlignRight)

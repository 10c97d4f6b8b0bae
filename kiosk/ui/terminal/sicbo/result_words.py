"""What a result is called on the ribbon, and how it looks in a row there and on a recalled round."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainter

from kiosk.games.sicbo import Dice, is_triple, total
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.sicbo.dice import die_pixmap, paint_dice
from kiosk.ui.kit.style import CENTRE, Style, paint_badge, paint_text
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.game_part import Badge
from kiosk.ui.terminal.sicbo.sides import side_colours, side_word
from kiosk.ui.terminal.sicbo.trends import side_of

BIG_FROM = 11
_PITCH = 1.15  # from one die of the ribbon's last result to the next, in sides of a die


def result_badges(dice: Dice, texts: Texts) -> tuple[Badge, ...]:
    """Triple, or Big or Small and Odd or Even (rules 3.9 and 4.1)."""
    if is_triple(dice):
        return (Badge(texts.get("ribbon.triple"), theme.TRIPLE_GOLD, theme.TEXT_ON_GOLD),)
    big, odd = total(dice) >= BIG_FROM, total(dice) % 2
    return (
        Badge(texts.get("board.big" if big else "board.small"), theme.BIG_RED if big else theme.SMALL_BLUE),
        Badge(texts.get("board.odd" if odd else "board.even"), theme.BUTTON),
    )


def last_width(dice: Dice, side: float) -> float:
    """The room of the last result's dice on the ribbon."""
    return len(dice) * side * _PITCH


def paint_last(painter: QPainter, left: float, middle: float, side: float, dice: Dice) -> float:
    """The last result's dice on the ribbon; answers where the next thing may begin."""
    dpr = painter.device().devicePixelRatio() if painter.device() is not None else 1.0
    for value in dice:
        painter.drawPixmap(QPointF(left, middle - side / 2), die_pixmap(value, round(side), dpr))
        left += side * _PITCH
    return left


def paint_recalled(painter: QPainter, room: QRectF, dice: Dice, look: Style) -> None:
    """Three dice, their total and the side."""
    scale, side = look.scale, side_of(dice)
    end = paint_dice(painter, room.x(), room.center().y(), scale.px(50), dice)
    wide, high = scale.px(110), scale.px(40)
    badge = QRectF(room.right() - wide, room.center().y() - high / 2, wide, high)
    paint_badge(painter, badge, side_word(look, side), look, side_colours(side))
    between = QRectF(end, room.y(), badge.x() - end, room.height())
    paint_text(painter, between, str(total(dice)), look.font(Role.MONEY, "money"), theme.TEXT, CENTRE)


def paint_mark(painter: QPainter, room: QRectF, look: Style) -> None:
    """Three dice in the middle, with the red faces: the game's mark."""
    side, pitch = look.scale.px(84), look.scale.px(100)
    left = room.x() + (room.width() - 2 * pitch - side) / 2
    for number, value in enumerate((4, 1, 4)):
        picture = die_pixmap(value, side, painter.device().devicePixelRatioF())
        painter.drawPixmap(QPointF(left + number * pitch, room.y()), picture)

"""Bakes the board: one background pixmap per layout, language, size and device pixel ratio, and lit spots."""

from __future__ import annotations

from collections.abc import Collection

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QLinearGradient, QPainter, QPen, QPixmap, QRadialGradient

from kiosk.games.game import Layout
from kiosk.ui.kit import theme
from kiosk.ui.kit.style import rounded
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.board.cell import CellPlan
from kiosk.ui.terminal.board.face import BoardFaces, Tone
from kiosk.ui.terminal.board.outcome import Lit
from kiosk.ui.terminal.board.plan import orientation, plan_board
from kiosk.ui.terminal.board.type_scale import draw_run

GLOW_PX = 12  # design px that the glow of a won spot reaches beyond its border
_GROUNDS = {
    Tone.EVEN_MONEY: theme.CELL_EVEN_MONEY,
    Tone.PLAIN: theme.CELL_PLAIN,
    Tone.TRIPLE: theme.CELL_TRIPLE,
    Tone.PANEL: theme.CELL_PANEL,
}


_FILLS = {
    Lit.GAIN: (theme.CELL_WON, theme.CELL_WON_EDGE),
    Lit.EVEN: (theme.CELL_EVEN, theme.CELL_EVEN_EDGE),
}
"""Ground and border of an own spot that has won."""
_FRAMES = {Lit.GHOST_GAIN: theme.GOLD_TEXT, Lit.GHOST_EVEN: theme.TEXT, Lit.GHOST_OTHER: theme.TEXT_SOFT}
_FRAME_PX = 3.0  # design px


KEPT = 2  # pictures, of 8 MB each on a screen of 1920x1080: a player changes between two languages
_kept: list[tuple[Layout, BoardFaces, tuple[Language, int, int, float], BoardPicture]] = []


def board_picture(
    layout: Layout, faces: BoardFaces, language: Language, width: int, height: int, dpr: float = 1.0
) -> BoardPicture:
    """The picture of a board: one of the last two again, or a new one, which takes a tenth of a second."""
    wanted = (language, width, height, dpr)
    for kept in _kept:
        if kept[0] is layout and kept[2] == wanted and kept[1] == faces:
            return kept[3]
    made = BoardPicture(layout, faces, language, width, height, dpr)
    _kept[:] = [(layout, faces, wanted, made), *_kept[: KEPT - 1]]
    return made


class BoardPicture:
    """The picture of a board of one size in one language, and where its spots lie. Screen px throughout."""

    def __init__(
        self, layout: Layout, faces: BoardFaces, language: Language, width: int, height: int, dpr: float = 1.0
    ) -> None:
        self.plan = plan_board(layout.boards[orientation(width, height)], faces, width, height, language)
        self.dpr = dpr
        self._paint_figure = faces.paint_figure
        self._lit: dict[tuple[str, Lit], QPixmap] = {}
        self.background = self._bake()

    def cell_rect(self, spot: str) -> QRectF:
        """The touch target of a spot."""
        return QRectF(self.plan.cells[spot].touch)

    def chip_rect(self, spot: str) -> QRectF:
        """The place of the chip on a spot."""
        return QRectF(self.plan.cells[spot].chip)

    def box_rect(self, spot: str) -> QRectF:
        """The painted box of a spot, inside its touch target."""
        return QRectF(self.plan.cells[spot].box)

    @property
    def radius(self) -> float:
        """How round the corners of a spot are."""
        return max(4.0, theme.RADIUS_PX["cell"] * self.plan.unit)

    def lit_rect(self, spot: str) -> QRectF:
        """Where the picture of the lit spot goes: its box and the glow around it, on whole pixels."""
        glow = self._glow()
        return QRectF(self.plan.cells[spot].box.adjusted(-glow, -glow, glow, glow).toAlignedRect())

    def lit_pixmap(self, spot: str, lit: Lit) -> QPixmap:
        """The spot as it looks once the result is known. Kept once painted."""
        if (spot, lit) not in self._lit:
            self._lit[spot, lit] = self._bake_lit(spot, lit)
        return self._lit[spot, lit]

    def bake_next_lit(self, own: Collection[str]) -> bool:
        """Paint one lit spot ahead of its need, some 2 ms of work; False when all are there. ``own`` have chips."""
        wanted = ((spot, Lit.GAIN if spot in own else Lit.OTHER) for spot in self.plan.cells)
        found = next((one for one in wanted if one not in self._lit), None)
        if found is not None:
            self._lit[found] = self._bake_lit(*found)
        return found is not None

    def _bake_lit(self, spot: str, lit: Lit) -> QPixmap:
        cell, rect = self.plan.cells[spot], self.lit_rect(spot)
        made = self._clear_pixmap(rect)
        with self._painter(made) as painter:
            painter.translate(-rect.topLeft())
            if lit is Lit.GAIN:
                _paint_glow(painter, cell.box, self._glow(), self.radius)
            if lit in (*_FILLS, Lit.OTHER):
                self._paint_cell(painter, cell, fill=_FILLS.get(lit))
            if lit not in _FILLS:
                self._paint_frame(painter, cell, lit)
        return made

    def _paint_frame(self, painter: QPainter, cell: CellPlan, lit: Lit) -> None:
        """A frame around what is not filled: thick and light, as no other line of the board."""
        width = max(1.6, (_FRAME_PX if lit is not Lit.GHOST_OTHER else _FRAME_PX / 2) * self.plan.unit)
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.setPen(QPen(QColor(_FRAMES.get(lit, theme.TEXT)), width))
        half = width / 2
        painter.drawRoundedRect(cell.box.adjusted(half, half, -half, -half), self.radius, self.radius)

    def warning_pixmap(self, spot: str) -> QPixmap:
        """A border with a sign in a free corner, to lie over a box whose stake is below the minimum."""
        cell = self.plan.cells[spot]
        box = cell.box
        width = max(2.0, 3 * self.plan.unit)
        half = width / 2
        made = self._clear_pixmap(box)
        with self._painter(made) as painter:
            painter.translate(-box.topLeft())
            painter.setPen(QPen(QColor(theme.WARN), width))
            painter.drawRoundedRect(box.adjusted(half, half, -half, -half), self.radius, self.radius)
            _paint_sign(painter, _free_corner(cell, min(max(12.0, 18 * self.plan.unit), 0.2 * box.height())))
        return made

    def _clear_pixmap(self, rect: QRectF) -> QPixmap:
        made = self._pixmap(rect.width(), rect.height())
        made.fill(Qt.GlobalColor.transparent)
        return made

    def _glow(self) -> float:
        return GLOW_PX * self.plan.unit

    def _pixmap(self, width: float, height: float) -> QPixmap:
        made = QPixmap(max(1, round(width * self.dpr)), max(1, round(height * self.dpr)))
        made.setDevicePixelRatio(self.dpr)
        return made

    def _painter(self, pixmap: QPixmap) -> QPainter:
        painter = QPainter(pixmap)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
        return painter

    def _bake(self) -> QPixmap:
        plan = self.plan
        made = self._pixmap(plan.width, plan.height)
        with self._painter(made) as painter:
            _paint_felt(painter, QRectF(0, 0, plan.width, plan.height))
            for cell in plan.cells.values():
                self._paint_cell(painter, cell, fill=None)
            for caption in plan.captions:
                draw_run(painter, caption, plan.language)
        return made

    def _paint_cell(self, painter: QPainter, cell: CellPlan, *, fill: tuple[str, str] | None) -> None:
        """A spot: on its own ground, or won and on another with another border."""
        ground, edge = fill or (_GROUNDS[cell.tone], theme.LINE)
        light = QLinearGradient(cell.box.topLeft(), cell.box.bottomLeft())
        light.setColorAt(0.0, QColor(ground).lighter(104))
        light.setColorAt(1.0, QColor(ground).darker(106))
        line = max(1.0, self.plan.unit * (2.0 if fill else 1.0))
        painter.setBrush(QBrush(light))
        painter.setPen(QPen(QColor(edge), line))
        half = line / 2
        painter.drawRoundedRect(cell.box.adjusted(half, half, -half, -half), self.radius, self.radius)
        if not fill:
            _paint_chip_place(painter, cell.chip, self.plan.unit)
        for rect, value in cell.figures:
            self._paint_figure(painter, rect, value)
        for run in cell.runs:
            draw_run(painter, run, self.plan.language, won=fill is not None)


def _paint_felt(painter: QPainter, rect: QRectF) -> None:
    """Light in the middle; at the edges exactly the colour of the table around the board."""
    painter.fillRect(rect, QColor(theme.TABLE))
    painter.save()
    painter.translate(rect.center())
    painter.scale(rect.width() / 2, rect.height() / 2)
    light = QRadialGradient(QPointF(0, 0), 1.0)
    edge = QColor(theme.TABLE_LIGHT)
    edge.setAlpha(0)
    light.setColorAt(0.0, QColor(theme.TABLE_LIGHT))
    light.setColorAt(1.0, edge)
    painter.fillRect(QRectF(-1, -1, 2, 2), light)
    painter.restore()


def _paint_chip_place(painter: QPainter, chip: QRectF, unit: float) -> None:
    side = chip.height() * 0.92
    ring = QRectF(chip.center().x() - side / 2, chip.center().y() - side / 2, side, side)
    colour = QColor(theme.CHIP_PLACE)
    colour.setAlpha(120)
    painter.setPen(QPen(colour, max(0.8, unit)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawEllipse(ring)


def _paint_glow(painter: QPainter, box: QRectF, glow: float, radius: float) -> None:
    painter.setBrush(Qt.BrushStyle.NoBrush)
    steps = 6
    for step in range(steps):
        reach = glow * (steps - step) / steps
        colour = QColor(theme.CELL_WON_GLOW)
        colour.setAlpha(14 + 9 * step)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        painter.drawRoundedRect(box.adjusted(-reach, -reach, reach, reach), radius + reach, radius + reach)


def _free_corner(cell: CellPlan, side: float) -> QRectF:
    """A square in a corner of the spot that hides nothing; the upper right one where none is free."""
    box = cell.box
    taken = [cell.chip, *(rect for rect, _ in cell.figures), *(run.ink for run in cell.runs)]
    right, bottom = box.right() - side, box.bottom() - side
    corners = [
        QRectF(x, y, side, side)
        for x, y in ((right, box.top()), (right, bottom), (box.left(), bottom), (box.left(), box.top()))
    ]
    return next((one for one in corners if not any(one.intersects(rect) for rect in taken)), corners[0])


def _paint_sign(painter: QPainter, corner: QRectF) -> None:
    """An exclamation mark on a filled square: the border's colour is not the only sign."""
    side = corner.width()
    rounded(painter, corner, side * 0.3, theme.WARN)
    painter.setBrush(QColor(theme.TEXT_ON_GOLD))
    bar = side * 0.14
    middle = corner.center().x()
    painter.drawRoundedRect(
        QRectF(middle - bar / 2, corner.top() + side * 0.2, bar, side * 0.36), bar / 2, bar / 2
    )
    painter.drawEllipse(QPointF(middle, corner.top() + side * 0.74), bar * 0.62, bar * 0.62)

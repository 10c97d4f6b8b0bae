"""A playing card as a picture: large indices that are read at arm's length, and a back that tells nothing.

A card is as high as the caller says; it is WIDE times as wide. All sizes in px.
"""

from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QLinearGradient, QPainter, QPainterPath, QPen, QPixmap, QTransform

from kiosk.cards import JOKER, rank_of, suit_of
from kiosk.ui.kit.cards.suits import has_four_colours, star_path, suit_colour, suit_path
from kiosk.ui.kit.fonts import Role, font
from kiosk.ui.kit.texts import Language

WIDE = 5 / 7
"""The width of a card for its height: a bridge or poker card."""

CARD_FACE = "#fbf8f0"
CARD_SHADE = "#e4dcc9"  # lower right of a face
CARD_EDGE = "#8d8778"
CARD_BACK = "#26335c"
CARD_BACK_LINE = "#c9a24b"
_COURT = "#b98e2f"  # the crown of a court card
JOKER_INK = "#6b2a8c"  # a colour that no suit has

_CORNER = 0.07  # of the height
_SMALL = 76  # px: below this height a card has one sign
_FONT_PX = 200  # rank shapes are taken at this size and scaled
_COURT_POINTS = {11: 3, 12: 5, 13: 4}  # spikes of the crown: Jack, Queen, King


def card_width(height: float) -> int:
    """The width of a card of that height, px."""
    return max(1, round(height * WIDE))


def card_pixmap(
    card: str | None, height: int, dpr: float = 1.0, *, four_colours: bool | None = None, dimmed: bool = False
) -> QPixmap:
    """The picture of a card, or for None of a back, kept for the next asker. Do not paint on it.

    `dimmed`: a card that is out of play. `four_colours`: None is as configured. Raises KeyError for what is no card.
    """
    four = has_four_colours() if four_colours is None else four_colours
    return _pixmap(card, height, dpr, four and card is not None, dimmed)


@lru_cache(maxsize=512)
def _pixmap(card: str | None, height: int, dpr: float, four_colours: bool, dimmed: bool) -> QPixmap:
    width = card_width(height)
    made = QPixmap(round(width * dpr), round(height * dpr))
    made.setDevicePixelRatio(dpr)
    made.fill(Qt.GlobalColor.transparent)
    with QPainter(made) as painter:
        rect = QRectF(0, 0, width, height)
        if card is None:
            paint_back(painter, rect)
        else:
            paint_face(painter, rect, card, four_colours=four_colours)
        if dimmed:
            painter.setCompositionMode(QPainter.CompositionMode.CompositionMode_SourceAtop)
            painter.fillRect(rect, QColor(6, 32, 25, 150))
    return made


def paint_face(painter: QPainter, rect: QRectF, card: str, *, four_colours: bool | None = None) -> None:
    """Draw the face of a card into a rectangle of a card's shape. Raises KeyError for what is no card."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    light = QLinearGradient(rect.topLeft(), rect.bottomRight())
    light.setColorAt(0.0, QColor(CARD_FACE))
    light.setColorAt(0.6, QColor(CARD_FACE))
    light.setColorAt(1.0, QColor(CARD_SHADE))
    _body(painter, rect, light, CARD_EDGE)
    painter.setPen(Qt.PenStyle.NoPen)
    if card == JOKER:
        _joker(painter, rect)
        painter.restore()
        return
    rank = rank_of(card)
    painter.setBrush(QColor(suit_colour(suit_of(card), four_colours=four_colours)))
    _indices(painter, rect, card)
    if rank in _COURT_POINTS and rect.height() >= _SMALL:
        painter.setBrush(QColor(_COURT))
        painter.drawPath(_crown(_COURT_POINTS[rank], _crown_room(rect)))
    painter.restore()


def _joker(painter: QPainter, rect: QRectF) -> None:
    """A star where others have their rank, a large one where they have their suit; its name where there is room."""
    high = rect.height()
    painter.setBrush(QColor(JOKER_INK))
    small, large = (0.36, 0.44) if high < _SMALL else (0.30, 0.40)
    painter.drawPath(
        star_path(QRectF(rect.x() + 0.05 * high, rect.y() + 0.06 * high, small * high, small * high))
    )
    gap, side = 0.055 * high, large * high
    painter.drawPath(star_path(QRectF(rect.right() - gap - side, rect.bottom() - gap - side, side, side)))
    if high >= _SMALL:
        word = _rank_shape("JOKER")
        box = word.boundingRect()
        across = 0.40 * high / box.width()
        painter.drawPath(
            QTransform(across, 0, 0, across, rect.x() + 0.06 * high, rect.y() + 0.41 * high).map(word)
        )


def _indices(painter: QPainter, rect: QRectF, card: str) -> None:
    """Rank and sign in the upper left, and one large sign in the lower right."""
    high, left, top = rect.height(), rect.x(), rect.y()
    suit = suit_of(card)
    if high < _SMALL:
        rank = QRectF(left + 0.07 * high, top + 0.07 * high, 0.58 * high, 0.42 * high)
        painter.drawPath(_fitted(card[0], rank))
        large = 0.40 * high
    else:
        rank = QRectF(left + 0.06 * high, top + 0.065 * high, 0.40 * high, 0.30 * high)
        shape = _fitted(card[0], rank)
        painter.drawPath(shape)
        sign = 0.19 * high
        middle = shape.boundingRect().center().x()
        painter.drawPath(suit_path(suit, QRectF(middle - sign / 2, top + 0.415 * high, sign, sign)))
        large = 0.39 * high
    gap = 0.055 * high
    painter.drawPath(
        suit_path(suit, QRectF(rect.right() - gap - large, rect.bottom() - gap - large, large, large))
    )


def _crown_room(rect: QRectF) -> QRectF:
    high = rect.height()
    return QRectF(rect.right() - 0.375 * high, rect.y() + 0.395 * high, 0.25 * high, 0.14 * high)


def _crown(points: int, room: QRectF) -> QPainterPath:
    """A band with spikes that end in pearls."""
    band = room.height() * 0.24
    path = QPainterPath()
    path.addRect(QRectF(room.x(), room.bottom() - band, room.width(), band))
    spikes = QPainterPath(QPointF(room.x(), room.bottom() - band * 1.35))
    step = room.width() / (points - 1)
    pearl = room.width() * 0.07
    for at in range(points):
        x = room.x() + at * step
        outer = at in (0, points - 1)
        top = room.y() + (room.height() * 0.18 if outer else 0) + pearl
        spikes.lineTo(x, top)
        path.addEllipse(QPointF(x, top), pearl, pearl)
        if not outer or at == 0:
            spikes.lineTo(x + step / 2, room.y() + room.height() * 0.52)
    spikes.lineTo(room.right(), room.bottom() - band * 1.35)
    spikes.closeSubpath()
    path.addPath(spikes)
    path.setFillRule(Qt.FillRule.WindingFill)
    return path


@lru_cache(maxsize=32)
def _rank_shape(letter: str) -> QPainterPath:
    """The shape of a rank, its upper left corner in the origin; the 10 is set close."""
    face = QFont(font(Role.TITLE, _FONT_PX, Language.EN))
    if letter == "T":
        face.setLetterSpacing(QFont.SpacingType.PercentageSpacing, 90)
    path = QPainterPath()
    path.addText(0, 0, face, "10" if letter == "T" else letter)
    box = path.boundingRect()
    path.translate(-box.x(), -box.y())
    return path


def _fitted(letter: str, room: QRectF) -> QPainterPath:
    """A rank as high as the room, and narrower where it would be wider."""
    shape = _rank_shape(letter)
    box = shape.boundingRect()
    down = room.height() / box.height()
    across = min(down, room.width() / box.width())
    return QTransform(across, 0, 0, down, room.x(), room.y()).map(shape)


def paint_back(painter: QPainter, rect: QRectF) -> None:
    """Draw the back of a card into a rectangle of a card's shape."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    _body(painter, rect, QColor(CARD_FACE), CARD_EDGE)
    high = rect.height()
    inset = high * 0.045
    field = rect.adjusted(inset, inset, -inset, -inset)
    clip = QPainterPath()
    clip.addRoundedRect(field, high * 0.04, high * 0.04)
    painter.fillPath(clip, QColor(CARD_BACK))
    if high >= _SMALL / 2:
        painter.setClipPath(clip)
        line = QColor(CARD_BACK_LINE)
        line.setAlpha(110)
        painter.setPen(QPen(line, max(0.6, high * 0.006)))
        step = high * 0.085
        at = -field.height()
        while at < field.width() + field.height():
            x = field.x() + at
            painter.drawLine(QPointF(x, field.y()), QPointF(x + field.height(), field.bottom()))
            painter.drawLine(QPointF(x + field.height(), field.y()), QPointF(x, field.bottom()))
            at += step
        painter.setClipping(False)
    painter.setPen(QPen(QColor(CARD_BACK_LINE), max(0.8, high * 0.009)))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawPath(clip)
    side = high * 0.2
    middle = field.center()
    painter.setBrush(QColor(CARD_BACK))
    painter.drawPath(suit_path("d", QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)))
    painter.restore()


def _body(painter: QPainter, rect: QRectF, brush: QLinearGradient | QColor, edge: str) -> None:
    line = max(0.75, rect.height() * 0.006)
    half = line / 2
    painter.setPen(QPen(QColor(edge), line))
    painter.setBrush(brush)
    corner = rect.height() * _CORNER
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), corner, corner)


def paint_cards(
    painter: QPainter,
    left: float,
    middle: float,
    height: int,
    cards: tuple[str | None, ...],
) -> float:
    """Cards in a row from `left`, None for a back, centred on the line `middle`; answers where the row ends."""
    gap = max(2, round(height * 0.06))
    dpr = painter.device().devicePixelRatioF()
    for card in cards:
        picture = card_pixmap(card, height, dpr)
        painter.drawPixmap(round(left), round(middle - height / 2), picture)
        left += card_width(height) + gap
    return left - gap


def row_width(height: int, cards: int) -> int:
    """The room of so many cards in a row, px; 0 for none."""
    gap = max(2, round(height * 0.06))
    return cards * card_width(height) + max(0, cards - 1) * gap

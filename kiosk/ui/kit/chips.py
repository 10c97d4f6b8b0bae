"""Pictures of chips: a round chip, or a long plaque where the amount needs more room than a round one has."""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen, QPixmap, QRadialGradient

from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role, typed
from kiosk.ui.kit.texts import Language

CENTS = 100
_MIN_TEXT_PX = 9.0  # below this an amount is written short


class ChipState(StrEnum):
    """How far a stack has come. Each looks different without its colour too."""

    PLACED = "placed"  # thin light rim
    SENT = "sent"  # broken light rim
    REGISTERED = "registered"  # solid gold rim
    PAID = "paid"  # dark plaque, thick rim, gold figures: what a won spot paid, in a round with a gain
    RETURNED = "returned"  # dark plaque without a rim, white figures: the same in a round without one
    LOST = "lost"  # hollow, broken rim, a minus before the amount: the stake that a spot has lost


DECIDED = (ChipState.PAID, ChipState.RETURNED, ChipState.LOST)
"""What lies on a board once the result is known."""
_GHOST_OPACITY = 0.72


@dataclass(frozen=True)
class ChipStack:
    """What lies on a spot: cents (more than 0) and state. A ghost is of the round before the one that takes bets."""

    cents: int
    state: ChipState = ChipState.PLACED
    ghost: bool = False

    def __post_init__(self) -> None:
        if self.cents <= 0:
            raise ValueError(f"chip stack of {self.cents} cents: expected more than 0")


def full_amount(cents: int) -> str:
    """The exact amount in dollars without a sign: `5`, `1,245`, `2.50`."""
    dollars, rest = divmod(cents, CENTS)
    return f"{dollars:,}.{rest:02d}" if rest else f"{dollars:,}"


def short_amount(cents: int) -> str:
    """The amount in few letters, cut and never rounded up: `950`, `1.2k`, `45k`, `1.2m`."""
    dollars = cents // CENTS
    for size, letter in ((1_000_000, "m"), (1_000, "k")):
        if dollars >= size:
            tenths = dollars * 10 // size
            whole, tenth = divmod(tenths, 10)
            return f"{whole}.{tenth}{letter}" if tenth and whole < 10 else f"{whole}{letter}"
    return full_amount(cents)


def body_colour(cents: int) -> str:
    """The colour of the highest chip value that the amount reaches."""
    reached = [value for value in theme.CHIP_BODIES if value * CENTS <= cents]
    return theme.CHIP_BODIES[max(reached, default=min(theme.CHIP_BODIES))]


_INKS = {
    ChipState.PAID: theme.PAID_TEXT,
    ChipState.RETURNED: theme.TEXT,
    ChipState.LOST: theme.TEXT_SOFT,
}


@dataclass(frozen=True)
class _Label:
    text: str
    px: float
    width: float  # of the text, screen px


_PROBE_PX = 100


def _fit(text: str, room: float, wanted_px: float) -> _Label:
    per_px = typed(Role.MONEY, _PROBE_PX, Language.EN).metrics.horizontalAdvance(text) / _PROBE_PX
    px = min(wanted_px, room / per_px)
    return _Label(text, px, px * per_px)


def _label(cents: int, width: float, height: float, sign: str = "") -> _Label:
    """The amount as it is written on a chip of at most width x height."""
    wanted = max(height * 0.42, min(float(theme.MIN_TEXT_PX), height * 0.5))
    inside = height * (0.64 if height >= 34 else 0.74)
    full = sign + full_amount(cents)
    round_full = _fit(full, inside, wanted)
    if round_full.px >= max(_MIN_TEXT_PX, wanted * 0.62):
        return round_full
    long_full = _fit(full, width - height * 0.5, wanted)
    if width > height * 1.15 and long_full.px >= max(_MIN_TEXT_PX, wanted * 0.62):
        return long_full
    return max(
        _fit(sign + short_amount(cents), inside, wanted),
        _fit(sign + short_amount(cents), width - height * 0.5, wanted),
        key=lambda label: label.px,
    )


@lru_cache(maxsize=512)
def chip_pixmap(stack: ChipStack, width: int, height: int, dpr: float = 1.0) -> QPixmap:
    """A stack, `height` px high and at most `width` px wide.

    The picture is always width x height px with the chip in its middle. It is kept for the next asker: do not
    paint on it.
    """
    state = stack.state
    label = _label(stack.cents, width, height, "−" if state is ChipState.LOST else "")
    long = label.width > height * 0.78
    chip_width = min(float(width), label.width + height * 0.5) if long else float(min(width, height))
    body = "" if state in DECIDED else body_colour(stack.cents)
    made = QPixmap(_ground(state, body, chip_width, width, height, dpr, ghost=stack.ghost))
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(_GHOST_OPACITY if stack.ghost else 1.0)
        _paint_label(painter, _place(chip_width, width, height), label, _INKS.get(state, theme.CHIP_TEXT))
    return made


def _place(chip_width: float, width: int, height: int) -> QRectF:
    """Where the chip lies in its picture: in the middle."""
    chip_height = float(min(width, height))
    return QRectF((width - chip_width) / 2, (height - chip_height) / 2, chip_width, chip_height)


@lru_cache(maxsize=256)
def _ground(
    state: ChipState, body: str, chip_width: float, width: int, height: int, dpr: float, *, ghost: bool
) -> QPixmap:
    """The chip or plaque without its amount: most of the work, and the same for many amounts."""
    made = QPixmap(round(width * dpr), round(height * dpr))
    made.setDevicePixelRatio(dpr)
    made.fill(Qt.GlobalColor.transparent)
    rect = _place(chip_width, width, height)
    with QPainter(made) as painter:
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setOpacity(_GHOST_OPACITY if ghost else 1.0)
        if state in DECIDED:
            _paint_plaque(painter, rect, hollow=state is ChipState.LOST)
        else:
            _paint_body(painter, rect, body, plain=rect.height() < 34)
        _paint_rim(painter, rect, state)
    return made


def rack_chip_pixmap(cents: int, px: int, dpr: float = 1.0) -> QPixmap:
    """A chip of the rack, `px` px wide and high."""
    return chip_pixmap(ChipStack(cents), px, px, dpr)


def _paint_plaque(painter: QPainter, rect: QRectF, *, hollow: bool) -> None:
    """The ground of an amount that a result has made: no chip, so that none takes it for a stake."""
    ground = QColor(theme.PAID_PLAQUE)
    ground.setAlpha(110 if hollow else 255)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(ground)
    painter.drawRoundedRect(rect, rect.height() / 2, rect.height() / 2)


def _paint_body(painter: QPainter, rect: QRectF, body: str, *, plain: bool) -> None:
    size = rect.height()
    margin = size * 0.03
    # A soft shadow below lifts the chip from the felt.
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(0, 0, 0, 90))
    painter.drawRoundedRect(rect.adjusted(margin, margin * 2.2, -margin, 0), size / 2, size / 2)
    disc = rect.adjusted(margin, margin * 0.6, -margin, -margin * 1.4)
    radius = disc.height() / 2
    light = QRadialGradient(QPointF(disc.center().x(), disc.top() + radius * 0.5), disc.width() * 0.7)
    light.setColorAt(0.0, QColor(body).lighter(118))
    light.setColorAt(0.75, QColor(body))
    light.setColorAt(1.0, QColor(body).darker(115))
    painter.setBrush(light)
    painter.drawRoundedRect(disc, radius, radius)
    _paint_edge_spots(painter, disc, plain=plain)
    if not plain:
        inner = disc.adjusted(radius * 0.3, radius * 0.3, -radius * 0.3, -radius * 0.3)
        painter.setBrush(light)
        painter.setPen(QPen(QColor(255, 255, 255, 60), max(0.6, size * 0.015)))
        painter.drawRoundedRect(inner, inner.height() / 2, inner.height() / 2)


def _paint_edge_spots(painter: QPainter, disc: QRectF, *, plain: bool) -> None:
    """Eight light blocks along the edge, evenly spaced on a plaque as well."""
    radius = disc.height() / 2
    band = radius * (0.13 if plain else 0.24)
    middle = disc.adjusted(band / 2, band / 2, -band / 2, -band / 2)
    path = QPainterPath()
    path.addRoundedRect(middle, middle.height() / 2, middle.height() / 2)
    length = path.length()
    blocks = 8 if disc.width() < disc.height() * 1.3 else 10
    pen = QPen(QColor(theme.CHIP_EDGE), band, Qt.PenStyle.CustomDashLine, Qt.PenCapStyle.FlatCap)
    dash = length / blocks / band
    pen.setDashPattern([dash * 0.42, dash * 0.58])
    # The path starts at the left or right end: keep that end, where the amount comes close, without a block.
    pen.setDashOffset(dash * 0.71)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(pen)
    painter.drawPath(path)


def _paint_rim(painter: QPainter, rect: QRectF, state: ChipState) -> None:
    size = rect.height()
    thick = state in (ChipState.REGISTERED, ChipState.PAID)
    width = max(1.5, size * 0.07) if thick else max(1.0, size * 0.035)
    colours = {
        ChipState.PLACED: theme.CHIP_RIM_PLACED,
        ChipState.SENT: theme.CHIP_RIM_PLACED,
        ChipState.REGISTERED: theme.CHIP_RIM_REGISTERED,
        ChipState.PAID: theme.PAID_TEXT,
        ChipState.RETURNED: theme.PAID_PLAQUE,
        ChipState.LOST: theme.TEXT_SOFT,
    }
    pen = QPen(QColor(colours[state]), width)
    if state in (ChipState.SENT, ChipState.LOST):
        pen.setWidthF(max(1.5, size * 0.06))
        pen.setDashPattern([2.4, 1.6])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    half = pen.widthF() / 2
    edge = rect.adjusted(half, half, -half, -half)
    painter.drawRoundedRect(edge, edge.height() / 2, edge.height() / 2)


def _paint_label(painter: QPainter, rect: QRectF, label: _Label, colour: str) -> None:
    written, metrics = typed(Role.MONEY, max(1, round(label.px)), Language.EN)
    painter.setFont(written)
    painter.setPen(QColor(colour))
    # Figures have no descenders: centre their height, not the line's.
    baseline = rect.center().y() + metrics.capHeight() / 2 - rect.height() * 0.01
    painter.drawText(
        QPointF(rect.center().x() - metrics.horizontalAdvance(label.text) / 2, baseline), label.text
    )

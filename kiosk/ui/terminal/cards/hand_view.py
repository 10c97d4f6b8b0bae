"""A hand on the felt: its places, its cards, and how they come and turn. Only cards that move are painted."""

from PySide6.QtCore import QElapsedTimer, QPointF, QRect, QRectF, Qt, QTimer, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.face import WIDE, card_pixmap, card_width
from kiosk.ui.kit.style import Style

FRAME_MS = 16
COME_MS = 220
"""How long a card takes to come to its place."""
TURN_MS = 240
_AFTER_MS = 70  # one card turns after the other
_GAP = 0.07  # between two cards, in heights
_LIFT = 0.05  # how far a card that counts stands out, in heights

_Card = str | None


class CardsView(QWidget):
    """Cards on the felt. `_tick` comes with every frame while cards move, as long as `_timer` runs."""

    def __init__(self, *, animations: bool, parent: QWidget | None) -> None:
        super().__init__(parent)
        self._animations = animations
        self._four_colours: bool | None = None  # as configured
        self._clock = QElapsedTimer()
        self._clock.start()
        self._timer = QTimer(self)
        self._timer.setInterval(FRAME_MS)
        self._timer.timeout.connect(self._tick)

    def apply_style(self, look: Style) -> None:
        """Take over scale and language, where there are words beside the cards."""

    def set_four_colours(self, on: bool) -> None:
        """Draw each suit in a colour of its own."""
        if on != self._four_colours:
            self._four_colours = on
            self.update()

    @Slot()
    def _tick(self) -> None:
        raise NotImplementedError


class HandView(CardsView):
    """A row of places for cards. It takes no touch."""

    def __init__(self, places: int, *, animations: bool = True, parent: QWidget | None = None) -> None:
        super().__init__(animations=animations, parent=parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._places = places
        self._cards: tuple[_Card, ...] = ()
        self._lit: frozenset[int] = frozenset()
        self._dimmed = False
        self._moves: dict[
            int, tuple[_Card, bool, int]
        ] = {}  # place: what lay there, whether a card, when it began

    @property
    def cards(self) -> tuple[_Card, ...]:
        """What lies there; None for a card that lies face down."""
        return self._cards

    @property
    def lit(self) -> frozenset[int]:
        """The places of the cards that stand out."""
        return self._lit

    @property
    def moving(self) -> bool:
        """Whether a card is on its way."""
        return bool(self._moves)

    def show_cards(
        self, cards: tuple[_Card, ...], lit: frozenset[int] = frozenset(), *, dimmed: bool = False
    ) -> None:
        """Show these cards: new ones come from above, those that were face down turn."""
        before = self._cards
        changed = {at for at in range(max(len(cards), len(before))) if _at(cards, at) != _at(before, at)}
        looks = set(range(len(cards))) if dimmed != self._dimmed else lit ^ self._lit
        self._cards, self._lit, self._dimmed = cards, lit, dimmed
        self._begin(sorted(at for at in changed if at < len(cards)), before)
        for at in changed - self._moves.keys() | looks:
            self.update(self._room(at))

    def _begin(self, changed: list[int], before: tuple[_Card, ...]) -> None:
        self._moves = {at: move for at, move in self._moves.items() if at < len(self._cards)}
        if not self._animations or not self.isVisible():
            self._moves = {}
            self._timer.stop()
            return
        now = self._clock.elapsed()
        for number, at in enumerate(changed):
            lay = at < len(before)
            self._moves[at] = (before[at] if lay else None, lay, now + number * _AFTER_MS)
        if self._moves:
            self._timer.start()

    @Slot()
    def _tick(self) -> None:
        now = self._clock.elapsed()
        for at, (_, lay, began) in list(self._moves.items()):
            self.update(self._room(at))
            if now - began >= (TURN_MS if lay else COME_MS):
                del self._moves[at]
        if not self._moves:
            self._timer.stop()

    # --- where

    @property
    def card_height(self) -> int:
        """How high a card is, px."""
        across = self.width() / (self._places * WIDE + (self._places - 1) * _GAP)
        return max(1, int(min(self.height() / (1 + _LIFT), across)))

    def card_rect(self, at: int) -> QRect:
        """Where the card at that place lies."""
        high = self.card_height
        wide, gap = card_width(high), round(high * _GAP)
        row = self._places * wide + (self._places - 1) * gap
        left = (self.width() - row) // 2 + at * (wide + gap)
        return QRect(left, self.height() - high, wide, high)

    def _room(self, at: int) -> QRect:
        """All that the card at that place can cover, from where it comes on."""
        found = self.card_rect(at)
        return QRect(found.x() - 3, 0, found.width() + 6, self.height())

    # --- picture

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.SmoothPixmapTransform)
        for at in range(max(self._places, len(self._cards))):
            if event.rect().intersects(self._room(at)):
                self._paint(painter, at)
        painter.end()

    def _paint(self, painter: QPainter, at: int) -> None:
        rect = self.card_rect(at)
        move = self._moves.get(at)
        if at >= len(self._cards) or (move is not None and not move[1]):
            paint_place(painter, QRectF(rect))
        if at >= len(self._cards):
            return
        card, squeeze, lift = self._cards[at], 1.0, 0.0
        if move is not None:
            card, squeeze, lift = self._moved(at, move)
        elif at in self._lit:
            lift = rect.height() * _LIFT
        picture = card_pixmap(
            card,
            rect.height(),
            self.devicePixelRatioF(),
            four_colours=self._four_colours,
            dimmed=self._dimmed,
        )
        if squeeze == 1.0:
            painter.drawPixmap(QPointF(rect.x(), rect.y() - lift), picture)
        else:
            wide = rect.width() * squeeze
            painter.drawPixmap(
                QRectF(rect.center().x() - wide / 2, rect.y(), wide, rect.height()),
                picture,
                QRectF(picture.rect()),
            )
        if at in self._lit and move is None:
            _paint_frame(painter, QRectF(rect).translated(0, -lift))

    def _moved(self, at: int, move: tuple[_Card, bool, int]) -> tuple[_Card, float, float]:
        """The card that is seen, how wide it is of its width, and how far above its place."""
        was, lay, began = move
        since = max(0, self._clock.elapsed() - began)
        if not lay:
            left = 1 - _eased(min(1.0, since / COME_MS))
            return self._cards[at], 1.0, left * self.card_rect(at).bottom()
        part = min(1.0, since / TURN_MS)
        return (was if part < 0.5 else self._cards[at]), max(0.02, abs(1 - 2 * part)), 0.0


def _at(cards: tuple[_Card, ...], at: int) -> str:
    return (cards[at] or "back") if at < len(cards) else ""


def _eased(part: float) -> float:
    return 1 - (1 - part) ** 3


def paint_place(painter: QPainter, rect: QRectF) -> None:
    """Where a card will lie."""
    colour = QColor(theme.CHIP_PLACE)
    colour.setAlpha(130)
    line = max(1.0, rect.height() * 0.008)
    painter.setPen(QPen(colour, line))
    painter.setBrush(QColor(0, 0, 0, 26))
    corner = rect.height() * 0.07
    painter.drawRoundedRect(rect.adjusted(line, line, -line, -line), corner, corner)


def _paint_frame(painter: QPainter, rect: QRectF) -> None:
    line = max(2.0, rect.height() * 0.018)
    painter.setPen(QPen(QColor(theme.PRIMARY), line))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    corner = rect.height() * 0.07
    half = line / 2
    painter.drawRoundedRect(rect.adjusted(half, half, -half, -half), corner, corner)

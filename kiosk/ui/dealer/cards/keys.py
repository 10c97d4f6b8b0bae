"""A key for each of the 52 cards, four suits of thirteen ranks; for an amount, the digits of a till."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.cards import DECK, JOKER, RANKS, suit_of
from kiosk.ui.dealer.button import DeskButton
from kiosk.ui.dealer.cards.entry import TYPED, CardsEntry
from kiosk.ui.dealer.cards.lying import rank_sign
from kiosk.ui.dealer.game_part import Entry, EntryKeys
from kiosk.ui.dealer.pen import CENTRE, write
from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.face import CARD_FACE, JOKER_INK
from kiosk.ui.kit.cards.suits import star_path, suit_colour, suit_path
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style

SUITS = "shdc"
"""The rows, from above."""
_OFF = "#5c6b63"  # the face of a card that lies on the table
_DIGITS = ("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "00")
_GAP = 6  # design px


class CardKey(DeskButton):
    """A key that looks like a card. One that cannot come is grey, and says why when it is pressed."""

    def __init__(self, card: str, look: Style, parent: QWidget | None = None) -> None:
        super().__init__("" if card == JOKER else rank_sign(card), look, size=30, parent=parent)
        self.card = card
        self.lies = False
        self.setMinimumSize(
            0, 0
        )  # the thirteen of a suit stand side by side on every screen, none over another

    def show_lies(self, *, lies: bool) -> None:
        """Show whether it lies somewhere."""
        if lies != self.lies:
            self.lies = lies
            self.update()

    def _words(self, painter: QPainter, rect: QRectF, ink: str) -> None:  # noqa: ARG002  a card has its own ink
        look, scale = self._dress, self._dress.scale
        pad = scale.px(3)
        face = rect.adjusted(pad, pad, -pad, -pad)
        pressed = self.isDown()
        painter.setPen(QPen(QColor(theme.FOCUS if self._ring else theme.BUTTON_EDGE), max(1.0, scale.factor)))
        painter.setBrush(QColor(_OFF if self.lies else theme.GOLD_TEXT if pressed else CARD_FACE))
        radius = scale.px(8)
        painter.drawRoundedRect(face, radius, radius)
        if self.card == JOKER:
            side = min(face.width(), face.height()) * 0.7
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(theme.PANEL if self.lies else JOKER_INK))
            middle = face.center()
            painter.drawPath(star_path(QRectF(middle.x() - side / 2, middle.y() - side / 2, side, side)))
            return
        suit = suit_of(self.card)
        colour = theme.PANEL if self.lies else suit_colour(suit)
        half = QRectF(face.x(), face.y(), face.width() * 0.54, face.height())
        write(painter, half, self.text(), look, Role.MONEY, 34, colour, CENTRE)
        side = min(face.width() * 0.36, face.height() * 0.5)
        sign = QRectF(half.right() + scale.px(1), face.center().y() - side / 2, side, side)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colour))
        painter.drawPath(suit_path(suit, sign))


class CardKeys(EntryKeys):
    """The cards, or where an amount is asked for its digits. `pressed` carries the card's place in the deck."""

    def __init__(self, look: Style, deck: tuple[str, ...] = DECK, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self.keys = {card: CardKey(card, look, self) for card in deck}
        for at, key in enumerate(self.keys.values()):
            key.clicked.connect(lambda _=False, at=at: self.pressed.emit(at))
        self.digits = {digit: DeskButton(digit, look, size=34, parent=self) for digit in _DIGITS}
        for digit, button in self.digits.items():
            code = 100 if digit == "00" else TYPED + ord(digit)
            button.clicked.connect(lambda _=False, at=code: self.pressed.emit(at))
        self._show(amount=False)

    def _show(self, *, amount: bool) -> None:
        for key in self.keys.values():
            key.setVisible(not amount)
        for button in self.digits.values():
            button.setVisible(amount)

    def show_entry(self, entry: Entry) -> None:
        """Grey what lies already, or has left the shoe; show digits where an amount is asked."""
        if not isinstance(entry, CardsEntry):
            return
        self._show(amount=entry.takes_amount)
        for card, key in self.keys.items():
            key.show_lies(lies=entry.is_known(card))

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(1_000), self._look.scale.px(300))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        gap = self._look.scale.px(_GAP)
        columns, rows = len(RANKS) + (JOKER in self.keys), len(SUITS)
        width, height = (
            (self.width() - gap * (columns - 1)) / columns,
            (self.height() - gap * (rows - 1)) / rows,
        )
        for card, key in self.keys.items():
            if card == JOKER:  # beside the others, as high as they all
                left = (columns - 1) * (width + gap)
                key.setGeometry(round(left), 0, round(width), self.height())
                continue
            # From the ace down, as hands are named.
            column, row = RANKS[::-1].index(card[0]), SUITS.index(suit_of(card))
            left, top = column * (width + gap), row * (height + gap)
            key.setGeometry(round(left), round(top), round(width), round(height))
        wide = min(self.width() / 4, self._look.scale.px(240))
        high = (self.height() - 3 * gap) / 4
        for number, button in enumerate(self.digits.values()):
            row, column_at = divmod(number, 3)
            left = column_at * (wide + gap)
            button.setGeometry(round(left), round(row * (high + gap)), round(wide), round(high))

"""The felt of a card game over the board: the dealer's hand, the other boxes, the own hand, and the decision.

It leaves the spots of the board free for fingers, and takes touches with its decision bar alone.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QRect, QRectF
from PySide6.QtGui import QPainter, QPaintEvent, QRegion, QResizeEvent
from PySide6.QtWidgets import QWidget

from kiosk.games.game import Layout
from kiosk.seat.context import Context
from kiosk.seat.events import Choose
from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.clock import Countdown
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, MIDDLE_LEFT, Style, fitted, paint_text, smooth
from kiosk.ui.terminal.board.plan import orientation
from kiosk.ui.terminal.cards.boxes_view import BoxesView
from kiosk.ui.terminal.cards.colours_button import ColoursButton
from kiosk.ui.terminal.cards.decision_bar import DecisionBar
from kiosk.ui.terminal.cards.faces import FeltFace, HandFace, OptionFace
from kiosk.ui.terminal.cards.hand_view import CardsView, HandView
from kiosk.ui.terminal.cards.outcome_board import OutcomeBoard
from kiosk.ui.terminal.cards.places import Places, TablePlaces, places
from kiosk.ui.terminal.game_part import PlayFelt

ReadFace = Callable[[Context, SeatState, Style], FeltFace]
"""Answers what lies on the felt for a state of the seat."""


class Sign(QWidget):
    """What a game shows in the corner of its felt. This one shows nothing."""

    def apply_style(self, look: Style) -> None:
        """Take over scale and language."""

    def show_state(self, context: Context, state: SeatState) -> None:
        """Show what that state has for it."""


class TableFelt(PlayFelt):
    """See PlayFelt: what every felt has. `cards` is how many cards a hand has; the spots are left free for fingers.

    A subclass makes the Dealer's hands, the own ones and what stands in the corner.
    """

    dealer: CardsView
    own: CardsView
    corner: Sign | OutcomeBoard

    def __init__(
        self, context: Context, look: Style, countdown: Countdown, cards: int, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._context, self._look = context, look
        self._state: SeatState | None = None
        self.others = BoxesView(look, cards, self)
        self.bar = DecisionBar(look, countdown, self)
        self.bar.chosen.connect(self._chosen)
        self.bar.refused.connect(self.refused)

    def apply_style(self, look: Style) -> None:
        """Take over scale and language."""
        self._look = look
        for part in (self.dealer, self.own, self.corner, self.bar):
            part.apply_style(look)
        self._place()
        if self._state is not None:
            self.show_state(self._state)
        self.update()

    def _chosen(self, option: OptionFace) -> None:
        self.asked.emit(Choose(option.choice, dict(option.stakes)))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    @property
    def _places(self) -> TablePlaces:
        raise NotImplementedError

    def _place(self) -> None:
        self.setMask(QRegion(self.rect()) - QRegion(spots_rect(self._context.layout, self.rect())))
        where = self._places
        self.dealer.setGeometry(where.dealer)
        self.own.setGeometry(where.own)
        self.corner.setGeometry(where.corner)
        self.others.setGeometry(where.others)
        self.others.apply_style(self._look, where.other_rows)
        self.bar.setGeometry(where.bar)

    def _colour(self, on: bool) -> None:
        for view in (self.dealer, self.own, self.others):
            view.set_four_colours(on)


class CardFelt(TableFelt):
    """The felt of hands in one row each."""

    dealer: HandView
    own: HandView

    def __init__(
        self,
        context: Context,
        look: Style,
        countdown: Countdown,
        read: ReadFace,
        *,
        cards: int,
        sign: Sign,
        animations: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(context, look, countdown, cards, parent)
        self._read = read
        self._face = FeltFace()
        self.dealer = HandView(cards, animations=animations, parent=self)
        self.own = HandView(cards, animations=animations, parent=self)
        self.sign = self.corner = sign
        sign.setParent(self)
        self.colours = ColoursButton(self)
        self.colours.apply_style(look)
        self.colours.toggled.connect(self._colour)

    @property
    def face(self) -> FeltFace:
        """What lies on it."""
        return self._face

    def apply_style(self, look: Style) -> None:
        """Take over scale and language."""
        self.colours.apply_style(look)
        super().apply_style(look)

    def show_state(self, state: SeatState) -> None:
        """Show what lies on the felt in that state."""
        self._state = state
        before, face = self._face, self._read(self._context, state, self._look)
        self._face = face
        self.sign.show_state(self._context, state)
        if face == before:
            return
        for view, hand in ((self.dealer, face.dealer), (self.own, face.own)):
            view.show_cards(hand.cards, hand.lit, dimmed=hand.dimmed)
        self.others.show_boxes(face.others)
        self.bar.show_face(face.bar)
        if _words(face.dealer) != _words(before.dealer):
            self.update(self._places.dealer_title)
            self.update(self._places.dealer_words)
        if _words(face.own) != _words(before.own):
            self.update(self._places.own_words)

    # --- places

    @property
    def _places(self) -> Places:
        return places(self.width(), self.height())

    def _place(self) -> None:
        super()._place()
        self.colours.setGeometry(self._places.colours)

    # --- words

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = smooth(self)
        where, face = self._places, self._face
        if event.rect().intersects(where.dealer_title):
            self._paint_title(painter, where.dealer_title, face.dealer.title)
        if event.rect().intersects(where.dealer_words):
            self._paint_dealer_words(painter, QRectF(where.dealer_words), face.dealer)
        if event.rect().intersects(where.own_words):
            self._paint_own_words(painter, QRectF(where.own_words), face.own)
        painter.end()

    def _paint_title(self, painter: QPainter, room: QRect, title: str) -> None:
        written = self._look.font(Role.STRONG, 20)
        paint_text(painter, QRectF(room), title, written, theme.TEXT_SOFT, CENTRE)

    def _paint_dealer_words(self, painter: QPainter, room: QRectF, hand: HandFace) -> None:
        look = self._look
        where = CENTRE if look.scale.portrait else MIDDLE_LEFT
        high = min(room.height() / 2, look.scale.px(44))
        top = room.center().y() - high
        upper = QRectF(room.x(), top, room.width(), high)
        lower = QRectF(room.x(), top + high, room.width(), high)
        if not hand.words:
            lower.moveTop(room.center().y() - high / 2)
        written = fitted(look, hand.words, Role.TITLE, look.scale.text(30), room.width())
        paint_text(painter, upper, hand.words, written, theme.TEXT, where)
        written = fitted(look, hand.note, Role.BODY, look.scale.text(20), room.width())
        paint_text(painter, lower, hand.note, written, theme.TEXT_SOFT, where)

    def _paint_own_words(self, painter: QPainter, room: QRectF, hand: HandFace) -> None:
        look = self._look
        if not hand.words:
            written = fitted(look, hand.title, Role.STRONG, look.scale.text(22), room.width())
            paint_text(painter, room, hand.title, written, theme.TEXT_SOFT, CENTRE)
            return
        written = fitted(look, hand.words, Role.TITLE, look.scale.text(40), room.width())
        colour = theme.TEXT_SOFT if hand.dimmed else theme.TEXT
        paint_text(painter, room, hand.words, written, colour, CENTRE)


def _words(hand: HandFace) -> tuple[str, str, str, bool]:
    return hand.title, hand.words, hand.note, hand.dimmed


def spots_rect(layout: Layout, room: QRect) -> QRect:
    """The rectangle of all spots of a board that fills a room, px."""
    board = layout.boards[orientation(room.width(), room.height())]
    across, down = room.width() / board.width, room.height() / board.height
    found = QRectF()
    for cell in board.cells:
        found = found.united(QRectF(cell.x * across, cell.y * down, cell.w * across, cell.h * down))
    return found.toAlignedRect()

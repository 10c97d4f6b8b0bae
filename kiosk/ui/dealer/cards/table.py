"""The table as the cards lie on it: the Dealer's hand above, every box below in the order of the deal."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace
from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.console.view import DeskView, SeatView
from kiosk.table.facts import hidden
from kiosk.table.round import Phase
from kiosk.ui.dealer import palette
from kiosk.ui.dealer.cards.entry import CardsEntry
from kiosk.ui.dealer.cards.faces import paint_cards, row_width
from kiosk.ui.dealer.cards.lying import CardsGame, Hands, Lying, lying_at, order_of
from kiosk.ui.dealer.game_part import Entry
from kiosk.ui.dealer.pen import LEFT, RIGHT, fits, panel, write
from kiosk.ui.dealer.plan import seats_head
from kiosk.ui.dealer.seats.faces import SeatFace, seat_face
from kiosk.ui.dealer.seats.grid import SeatGrid
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, smooth
from kiosk.ui.kit.texts import Texts

_BAND = 118  # design px, the Dealer's hand
_PAD = 18
_BESIDE = 58  # from so many design px on the order of the deal stands beside the cards
_BEFORE = (Phase.BETTING, Phase.VOID)  # no card lies

FaceOf = Callable[[DeskView, SeatView, SeatFace, Texts], SeatFace]
"""The tile of a box as the game has it, by what it is for every game."""
DealerWords = Callable[[DeskView, Texts], str]
"""What is said beside the Dealer's hand."""
HandsOf = Callable[[DeskView, str], Hands | None]
"""The hands of a box where it can have several; None where its cards are one hand."""
OutOfPlay = Callable[[DeskView], frozenset[str]]
"""The boxes whose cards count no more."""


LaidOut = Callable[[DeskView, str, Lying], tuple[list[str | None], int]]
"""The cards of a place as they lie, and how many of the first are a Low Hand."""


class CardsTable(SeatGrid):
    """See SeatGrid: a tile for each box, with its cards. The place of the next card is lit."""

    def __init__(
        self,
        game: CardsGame,
        face_of: FaceOf,
        dealer_words: DealerWords,
        out_of_play: OutOfPlay,
        look: Style,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(look, parent)
        self._game = game
        self._face_of = face_of
        self._dealer_words = dealer_words
        self._out_of_play = out_of_play
        self._entry: CardsEntry | None = None
        self.hands_of: HandsOf = lambda _view, _box: None
        self.laid_out: LaidOut = lambda _view, _place, lies: ([*lies.up, *[None] * lies.down], 0)

    def show_view(self, view: DeskView) -> None:
        """Show these boxes."""
        super().show_view(view)
        self.update()

    def show_entry(self, entry: Entry) -> None:
        """What is entered and not yet confirmed says where the next card lies."""
        if isinstance(entry, CardsEntry):
            self._entry = entry
            self.update()

    @property
    def lit(self) -> str:
        """The place of the next card; empty when none is asked for."""
        view, entry = self._view, self._entry
        if view is None or view.asked is None or entry is None or entry.takes_amount:
            return ""
        asked = entry.asked
        return asked.at if asked is not None and asked.at else ""

    def lying(self, place: str) -> Lying:
        """What lies at a place: confirmed cards, and face down those that are entered for it."""
        view = self._view
        if view is None:
            return Lying()
        return lying_at(self._game, () if view.phase in _BEFORE else self._as_entered(view).play, place)

    def _as_entered(self, view: DeskView) -> DeskView:
        """The view with the cards that are entered and not yet confirmed, hidden ones face down."""
        entered = tuple(self._entry.entered) if self._entry is not None and self.lit else ()
        return replace(view, play=(*view.play, *map(hidden, entered))) if entered else view

    # --- painting

    def _area(self) -> QRectF:
        area = super()._area()
        return area.adjusted(0, self._look.scale.px(_BAND) + self._look.scale.px(10), 0, 0)

    def _face(self, seat: SeatView, view: DeskView) -> SeatFace:
        face = seat_face(seat, view, self._look.texts)
        return self._face_of(self._as_entered(view), seat, face, self._look.texts)

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        view, look, scale = self._view, self._look, self._look.scale
        if view is None:
            return
        painter = smooth(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        pad = scale.px(_PAD)
        band = QRectF(pad, seats_head(scale), self.width() - 2 * pad, scale.px(_BAND))
        lit = self.lit == self._game.dealer
        panel(painter, band, look, palette.FIELD, theme.GOLD_TEXT if lit else "", 10, thick=3 if lit else 1.5)
        inner = band.adjusted(scale.px(14), scale.px(10), -scale.px(14), -scale.px(10))
        lies = self.lying(self._game.dealer)
        cards, low = self.laid_out(view, self._game.dealer, lies)
        places = max(self._game.hand, lies.count + (lit and self._game.grows))
        width = row_width(inner.height(), places, apart=low > 0)
        most = inner.width() * 0.66  # the words keep a third
        room = QRectF(inner.right() - min(width, most), inner.y(), min(width, most), inner.height())
        paint_cards(painter, room, cards, places, lit=_next(lies, self._game) if lit else None, low=low)
        words = QRectF(inner.x(), inner.y(), room.x() - inner.x() - scale.px(12), inner.height())
        upper = QRectF(words.x(), words.y(), words.width(), words.height() * 0.5)
        write(painter, upper, look.t("dealer.cards.dealer"), look, Role.TITLE, 26, theme.TEXT, LEFT)
        lower = QRectF(words.x(), upper.bottom(), words.width(), words.height() * 0.5)
        said = self._dealer_words(self._as_entered(view), look.texts)
        write(painter, lower, said, look, Role.BODY, 22, theme.TEXT_SOFT, LEFT, wrap=True)
        painter.end()

    def _tile(self, painter: QPainter, rect: QRectF, seat: SeatView, *, chosen: bool) -> None:
        super()._tile(painter, rect, seat, chosen=chosen)
        if seat.name == self.lit:
            look = self._look
            painter.save()
            line = look.scale.px(1.5)
            inner = rect.adjusted(line, line, -line, -line)
            panel(painter, inner, look, "#00000000", theme.GOLD_TEXT, 9, thick=4)
            painter.restore()

    def _slip(self, painter: QPainter, rect: QRectF, game: str, seat: SeatView, grown: float) -> None:
        """The cards of the box; before the deal what it has staked, as for every game."""
        view = self._view
        lies = self.lying(seat.name)
        lit = seat.name == self.lit
        if view is None or not (lies.count or seat.name in order_of(view.play)):
            super()._slip(painter, rect, game, seat, grown)
            return
        gap = self._look.scale.px(3)
        room = rect.adjusted(0, gap, 0, -gap)
        dimmed = seat.name in self._out_of_play(view)
        hands = self.hands_of(self._as_entered(view), seat.name)
        if hands is not None and len(hands.cards) > 1:
            self._hands(painter, room, hands, lit=lit, dimmed=dimmed)
            return
        cards, low = self.laid_out(view, seat.name, lies)
        places = max(self._game.hand, lies.count + (lit and self._game.grows))
        end = paint_cards(
            painter, room, cards, places, lit=lies.count if lit else None, dimmed=dimmed, low=low
        )
        number = order_of(view.play).index(seat.name) + 1 if seat.name in order_of(view.play) else 0
        beside = QRectF(end + gap * 2, room.y(), room.right() - end - gap * 2, room.height())
        said = self._look.t("dealer.cards.order", number=number)
        wide = beside.width() >= self._look.scale.px(_BESIDE) * grown
        if number and wide and fits(said, beside.width(), self._look, Role.LABEL, 18 * grown):
            write(painter, beside, said, self._look, Role.LABEL, 18 * grown, theme.TEXT_SOFT, RIGHT)

    def _hands(self, painter: QPainter, room: QRectF, hands: Hands, *, lit: bool, dimmed: bool) -> None:
        """Side by side, all of one height; the place of the next card is lit at the hand in its turn."""
        gap = self._look.scale.px(10)
        places = [len(cards) + (lit and at == hands.turn) for at, cards in enumerate(hands.cards)]
        free = room.width() - gap * (len(places) - 1)
        high = min(room.height(), free / sum(row_width(1, count) for count in places))
        left = room.x()
        for at, (cards, count) in enumerate(zip(hands.cards, places, strict=True)):
            rect = QRectF(left, room.y(), row_width(high, count), room.height())
            now = lit and at == hands.turn
            waits = dimmed or (hands.turn is not None and at != hands.turn)
            paint_cards(
                painter, rect, cards, count, lit=len(cards) if now else None, dimmed=waits, tallest=high
            )
            left = rect.right() + gap


def _next(lies: Lying, game: CardsGame) -> int:
    """Which of the Dealer's cards is dealt or turned next."""
    return len(lies.up) if lies.up and not game.grows else lies.count

"""What is entered, large: the hand at the place that is dealt now, or the amount that is typed."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from kiosk.games.game import TABLE, Fact
from kiosk.games.set_hands import low_hand
from kiosk.money import dollars
from kiosk.ui.dealer import palette
from kiosk.ui.dealer.cards.entry import CardsEntry
from kiosk.ui.dealer.cards.faces import paint_cards
from kiosk.ui.dealer.cards.lying import lying_at, rank_sign
from kiosk.ui.dealer.game_part import Entry, EntryView
from kiosk.ui.dealer.pen import LEFT, panel, write
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style, smooth


class CardsView(EntryView):
    """The cards that are entered at one place and not yet confirmed; face down what nobody enters."""

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._look = look
        self._entry: CardsEntry | None = None
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_entry(self, entry: Entry) -> None:
        """Show these cards."""
        if isinstance(entry, CardsEntry) and entry != self._entry:
            self._entry = entry
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(self._look.scale.px(600), self._look.scale.px(124))

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        entry = self._entry
        if entry is None:
            return
        look, scale = self._look, self._look.scale
        painter = smooth(self)
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        room = QRectF(self.rect())
        panel(painter, room, look, palette.FIELD, "" if not entry.proposed else theme.WARN, 12)
        inner = room.adjusted(scale.px(14), scale.px(10), -scale.px(14), -scale.px(10))
        if (follows := entry.follows) is not None:
            self._set(painter, inner, entry, follows)
        elif entry.takes_amount:
            cents = dollars(entry.cents) if entry.cents is not None else "–"
            write(painter, inner, cents, look, Role.MONEY, 56, theme.GOLD_TEXT, LEFT)
        else:
            self._hand(painter, inner, entry)
        painter.end()

    def _set(self, painter: QPainter, room: QRectF, entry: CardsEntry, follows: Fact) -> None:
        """The Dealer's cards as they must lie on the felt, the Low Hand first."""
        lies = lying_at(entry.game, entry.before, follows.at)
        low = low_hand(str(follows.values[0])) or ()
        cards = [*low, *(card for card in lies.up if card not in low)]
        paint_cards(painter, room, cards, entry.game.hand, low=entry.game.low)

    def _hand(self, painter: QPainter, room: QRectF, entry: CardsEntry) -> None:
        """The hand that a key was entered for last; after its last card it stands until the next one is begun."""
        look = self._look
        place = entry.entered[-1].at if entry.entered else entry.place_now
        here = [fact for fact in entry.entered if fact.at == place]
        lies = [fact for fact in entry.before if fact.at == place and fact.name == entry.game.card]
        shown: list[str | None] = [str(fact.values[0]) if fact.values else None for fact in here]
        known: list[str | None] = [str(fact.values[0]) if fact.values else None for fact in lies]
        if entry.game.in_turn is not None:
            known = list(entry.game.in_turn(entry.before, place))
        asked = entry.asked
        shows = any(fact.audience == TABLE for fact in here) or (
            asked is not None and asked.at == place and asked.audience == TABLE
        )
        turned = shows or any(card is not None for card in known)
        most = len(known) + len(shown) if entry.game.grows else entry.game.hand
        before = known[: max(0, most - len(shown))] if turned else [None] * len(known)
        cards = [*[card for card in before if card is not None or not turned], *shown][:most]
        comes = len(cards) < most or (entry.game.grows and asked is not None and asked.at == place)
        places = max(entry.game.hand, len(cards) + comes)
        label = look.scale.px(128)
        end = paint_cards(
            painter,
            room.adjusted(0, 0, -label, 0),
            cards,
            places,
            lit=len(cards) if comes else None,
        )
        words = QRectF(
            end + look.scale.px(14), room.y(), room.right() - end - look.scale.px(14), room.height()
        )
        upper = QRectF(words.x(), words.y(), words.width(), words.height() * 0.5)
        name = look.t("dealer.cards.dealer") if place == entry.game.dealer else place
        write(painter, upper, name, look, Role.TITLE, 30, theme.TEXT, LEFT)
        lower = QRectF(words.x(), upper.bottom(), words.width(), words.height() * 0.5)
        count = f"{len(cards)} / {entry.game.hand}"
        if entry.game.grows:  # a bare figure could be taken for what the hand counts
            count = look.t("dealer.cards.count", count=len(cards))
        typed = f"{rank_sign(entry.rank)} …" if entry.rank else count
        colour = theme.GOLD_TEXT if entry.rank else theme.TEXT_SOFT
        write(painter, lower, typed, look, Role.MONEY, 26, colour, LEFT)

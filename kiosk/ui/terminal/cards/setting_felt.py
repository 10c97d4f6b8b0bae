"""The felt of a game whose players set their cards: the Dealer's two hands above, the own two below, side by side.

The player lays cards into the Low Hand until he confirms; only then the choice leaves the screen, and is final.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPolygonF
from PySide6.QtWidgets import QWidget

from kiosk.games.set_hands import HOUSE_WAY, set_choice
from kiosk.seat.context import Context
from kiosk.seat.events import Choose
from kiosk.seat.state import SeatState
from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.setting import HandRules, Verdict
from kiosk.ui.kit.clock import Countdown
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import CENTRE, Style, fitted, paint_text, rounded, smooth
from kiosk.ui.kit.texts import Texts
from kiosk.ui.terminal.cards.draft import Draft
from kiosk.ui.terminal.cards.faces import BarFace, OptionFace
from kiosk.ui.terminal.cards.felt import TableFelt, spots_rect
from kiosk.ui.terminal.cards.outcome_board import OutcomeBoard
from kiosk.ui.terminal.cards.places import SetPlaces, set_places
from kiosk.ui.terminal.cards.set_faces import Compared, OneHand, SetFelt, Tone, TwoHands
from kiosk.ui.terminal.cards.set_felt_face import read_set_felt
from kiosk.ui.terminal.cards.set_game import SetGame
from kiosk.ui.terminal.cards.two_hands_view import TwoHandsView

CONFIRM, SWAP = "confirm", "swap"
"""The buttons that set the hand as it lies, and that change the two hands."""
_OWN_HEAD, _DEALER_HEAD = 52, 42  # design px of the words above the cards


class SettingFelt(TableFelt):
    """See PlayFelt."""

    dealer: TwoHandsView
    own: TwoHandsView

    def __init__(
        self,
        context: Context,
        look: Style,
        countdown: Countdown,
        game: SetGame,
        *,
        animations: bool = True,
        parent: QWidget | None = None,
    ) -> None:
        rules = game.rules
        super().__init__(context, look, countdown, rules.low + rules.high, parent)
        self._game, self._rules = game, rules
        self._face = SetFelt()
        self._draft: Draft | None = None
        hands = rules.low, rules.high
        self.dealer = TwoHandsView(look, *hands, _DEALER_HEAD, animations=animations, parent=self)
        self.own = TwoHandsView(look, *hands, _OWN_HEAD, animations=animations, parent=self)
        self.outcome = self.corner = OutcomeBoard(look, self)
        self.own.tapped.connect(self._tapped)
        self.own.dropped.connect(self._dropped)
        self.outcome.four_colours.connect(self._colour)

    @property
    def face(self) -> SetFelt:
        """What lies on it, as the state has it; the player's own setting is the draft."""
        return self._face

    @property
    def draft(self) -> Draft | None:
        """How the player has laid the cards, as long as it is not confirmed."""
        return self._draft

    def show_state(self, state: SeatState) -> None:
        """Show what lies on the felt in that state."""
        self._state = state
        before, face = self._face, read_set_felt(self._game, self._context, state, self._look)
        self._face = face
        if not face.turn:
            self._draft = None
        elif self._draft is None or face.key != before.key or self._draft.cards != face.turn:
            self._draft = Draft(face.turn, self._rules.low)
        self.dealer.show_face(face.dealer)
        self.others.show_boxes(face.others)
        self.outcome.show_face(face.outcome)
        if face.compared != before.compared:
            self.update(self._places.compared)
        self._show_own()

    def _show_own(self) -> None:
        """The own hand and the bar, by what the player has laid so far."""
        face, draft = self._face, self._draft
        self.own.set_open(draft is not None)
        if draft is None:
            self.own.show_face(face.own)
            self.bar.show_face(face.bar)
            return
        self.own.show_face(laid(draft, self._rules, face.own, self._look.texts))
        self.bar.show_face(dressed(face.bar, draft, self._rules, self._look.texts))

    # --- the player

    def _lay(self, draft: Draft) -> None:
        self._draft = draft
        self._show_own()

    def _tapped(self, card: str) -> None:
        if self._draft is not None:
            self._lay(self._draft.tapped(card))

    def _dropped(self, card: str, low: bool, over: str) -> None:
        if self._draft is not None:
            self._lay(self._draft.moved(card, low=low, over=over))

    def _chosen(self, option: OptionFace) -> None:
        draft = self._draft
        if draft is None:
            super()._chosen(option)
        elif option.choice == HOUSE_WAY:
            self._lay(draft.set_by(self._rules))
        elif option.choice == SWAP:
            self._lay(draft.swapped())
        else:
            self.asked.emit(Choose(HOUSE_WAY if draft.by_house else set_choice(draft.low)))

    # --- places

    @property
    def _places(self) -> SetPlaces:
        return set_places(self.width(), self.height())

    def _place(self) -> None:
        super()._place()
        outcome, spots = self._places.corner, spots_rect(self._context.layout, self.rect())
        if spots.y() > outcome.y() and spots.right() < self.own.x():  # the corner ends where the spots begin
            outcome.setBottom(spots.y() - self._look.scale.px(14))
        self.outcome.setGeometry(outcome)

    # --- who won each hand

    def paintEvent(self, event: QPaintEvent) -> None:
        strip = self._places.compared
        if not event.rect().intersects(strip):
            return
        painter = smooth(self)
        for low, one in zip((True, False), self._face.compared, strict=False):
            column = self.own.places.zone(low=low)
            room = QRectF(strip.x() + column.x(), strip.y(), column.width(), strip.height())
            self._paint_compared(painter, room, one)
        painter.end()

    def _paint_compared(self, painter: QPainter, room: QRectF, one: Compared) -> None:
        """A plate between the two hands, with a wedge that points to the higher."""
        look, scale = self._look, self._look.scale
        won = one.verdict is Verdict.WON
        ink = theme.TEXT_ON_GOLD if won else theme.TEXT
        written = fitted(look, one.words, Role.STRONG, scale.text(20), room.width() * 0.8)
        painter.setFont(written)
        wide = painter.fontMetrics().horizontalAdvance(one.words) + scale.px(64)
        plate = QRectF(room.center().x() - wide / 2, room.y() + 1, wide, room.height() - 2)
        rounded(painter, plate, plate.height() / 2, theme.PRIMARY if won else theme.NEUTRAL)
        side = plate.height() * 0.34
        middle = QPointF(plate.x() + scale.px(24), plate.center().y())
        tip = side / 2 if won else -side / 2
        painter.setBrush(QColor(ink))
        painter.drawPolygon(
            QPolygonF(
                [
                    QPointF(middle.x() - side * 0.6, middle.y() - tip),
                    QPointF(middle.x() + side * 0.6, middle.y() - tip),
                    QPointF(middle.x(), middle.y() + tip),
                ]
            )
        )
        words = plate.adjusted(scale.px(24), 0, 0, 0)
        paint_text(painter, words, one.words, written, ink, CENTRE)


def felt_of(game: SetGame) -> Callable[..., SettingFelt]:
    """Makes the felt over the board of that game, as `make_felt` of its module."""

    def make_felt(
        context: Context, look: Style, countdown: Countdown, *, animations: bool, parent: QWidget
    ) -> SettingFelt:
        return SettingFelt(context, look, countdown, game, animations=animations, parent=parent)

    return make_felt


def laid(draft: Draft, rules: HandRules, own: TwoHands, texts: Texts) -> TwoHands:
    """The own hand as the player has laid it, both hands named once they are whole."""
    hands = draft.hands
    if not draft.is_whole:
        words = texts.get("setting.two_to_take" if not draft.low else "setting.one_to_take")
        low = OneHand(hands.low, own.low.title, words, Tone.WANTED)
        return TwoHands(low, OneHand(hands.high, own.high.title))
    foul = rules.is_foul(hands)
    return TwoHands(
        OneHand(
            hands.low, own.low.title, rules.low_words(hands.low, texts), Tone.FOUL if foul else Tone.PLAIN
        ),
        OneHand(hands.high, own.high.title, rules.high_words(hands.high, texts)),
    )


def dressed(bar: BarFace, draft: Draft, rules: HandRules, texts: Texts) -> BarFace:
    """The bar of an open decision, by what the player has laid: what is missing, what is foul, and how to confirm."""
    hands = draft.hands
    foul = draft.is_whole and rules.is_foul(hands)
    outside = next((option.why_not for option in bar.options if option.why_not), "")
    why = outside
    headline, detail = bar.headline, bar.detail
    if outside:
        pass  # why nothing can be set now comes first
    elif foul:
        headline, detail = texts.get("setting.foul"), texts.get("setting.foul_rule")
        why = texts.get(
            "setting.foul_detail",
            low=rules.low_words(hands.low, texts),
            high=rules.high_words(hands.high, texts),
        )
    elif draft.by_house:
        headline, detail = texts.get("setting.by_house"), texts.get("setting.by_house_detail")
    elif draft.is_whole:
        headline, detail = texts.get("setting.whole"), texts.get("setting.whole_detail")
    else:
        why = texts.get("setting.choose_two")
    house = OptionFace(
        HOUSE_WAY, texts.get("setting.house_way"), texts.get("setting.house_way_shows"), why_not=outside
    )
    confirm = OptionFace(
        CONFIRM, texts.get("setting.confirm"), texts.get("setting.is_final"), primary=True, why_not=why
    )
    swap = (
        (OptionFace(SWAP, texts.get("setting.swap"), why_not=outside),)
        if foul and rules.low == rules.high
        else ()
    )
    return replace(
        bar, headline=headline, detail=detail, options=(*swap, house, confirm), warns=foul and not outside
    )

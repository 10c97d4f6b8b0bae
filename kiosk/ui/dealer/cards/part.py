"""What the parts of all card games have in common; a game's own part says what is its own."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QWidget

from kiosk.cards import RANKS, SUITS
from kiosk.console.view import DealingState, DeskView, SeatView
from kiosk.games.errors import BadFacts, GameError
from kiosk.games.game import NOBODY, TABLE, Fact, Game, Layout
from kiosk.money import dollars
from kiosk.resources import layout_names, layout_reader
from kiosk.ui.dealer.cards.correct import correct_flow
from kiosk.ui.dealer.cards.entry import TYPED, CardsEntry, proposal
from kiosk.ui.dealer.cards.faces import paint_cards, row_height, row_width
from kiosk.ui.dealer.cards.keys import CardKeys
from kiosk.ui.dealer.cards.lying import CardsGame, Hands, InTurn, Lying, card_words, lying_at
from kiosk.ui.dealer.cards.mender import Choices, Mender
from kiosk.ui.dealer.cards.table import CardsTable
from kiosk.ui.dealer.cards.view import CardsView
from kiosk.ui.dealer.game_part import Entry, GameWords
from kiosk.ui.dealer.pen import LEFT, fits, width_of, write
from kiosk.ui.dealer.seats.faces import SeatFace
from kiosk.ui.dealer.sheets.flow import Flow
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts

_CARDS_WITH_SUMS = 5  # beside so many large cards there is room for what the result pays
_TYPED = frozenset((RANKS + SUITS + "01").lower())


class CardsPart:
    """See GamePart. A game says the rest: its words, its tiles, and what is beside the Dealer's hand."""

    tall = True
    words: GameWords
    faulty: str
    hand = 5
    grows = False
    put_away = ""
    choices: ClassVar[Choices] = {}
    """What may be corrected of what was decided, where the game lets it."""

    def __init__(self, game: Game, card: str, dealer: str, amounts: frozenset[str] = frozenset()) -> None:
        self._game = game
        self._card, self._dealer, self._amounts = card, dealer, amounts
        self._layouts: dict[str, Layout] = {}

    # --- what is entered

    def entry(self, read: Sequence[Fact] = (), view: DeskView | None = None) -> CardsEntry:
        """Nothing entered, in the play of that moment; or what the shoe has read, to be confirmed."""
        if view is None:
            return CardsEntry(self.cards_game(""))
        before = view.play
        one_by_one = view.device.state is DealingState.READY
        gone = view.shoe.gone if view.shoe is not None else {}
        entry = CardsEntry(self.cards_game(layout_of(view)), before, one_by_one=one_by_one, gone=gone)
        return proposal(entry, tuple(read))

    def correct_flow(self, view: DeskView, texts: Texts) -> Flow:
        """One card, decision or amount, picked where it lies."""
        layout = layout_of(view)
        game, felt = self.cards_game(layout), self._layout(layout)
        return correct_flow(Mender(self._game, game, felt, self.choices, self.key_of, view, texts))

    def cards_game(self, layout: str) -> CardsGame:
        """What the screen must know of the game on that layout."""
        felt = self._layout(layout)
        return CardsGame(
            lambda facts: self._game.agenda(felt, facts),
            self._card,
            self._dealer,
            self.hand,
            self._amounts,
            grows=self.grows,
            decks=self._game.decks(felt) or 1,
            in_turn=self.in_turn(felt),
            put_away=self.put_away,
        )

    def in_turn(self, layout: Layout) -> InTurn | None:  # noqa: ARG002  one hand a box, for most
        """Which hand of a box gets its next card."""
        return None

    def decide_words(self, view: DeskView, texts: Texts) -> tuple[str, str] | None:  # noqa: ARG002  as the seam has it
        """None: what every game says."""
        return None

    def hands_of(self, view: DeskView, box: str) -> Hands | None:  # noqa: ARG002  one, for most
        """The hands of a box where it can have several."""
        return None

    def _layout(self, name: str) -> Layout:
        if name not in self._layouts:
            found = name or layout_names(self._game.name)[0]
            self._layouts[name] = self._game.read_layout(found, layout_reader(self._game.name))
        return self._layouts[name]

    def key_of(self, typed: str) -> int | None:
        """The key that a typed rank, suit or digit is."""
        return TYPED + ord(typed) if len(typed) == 1 and typed.lower() in _TYPED else None

    def keys(self, look: Style, parent: QWidget | None = None) -> CardKeys:
        """A key for each card."""
        return CardKeys(look, self.cards_game("").deck, parent)

    def view(self, look: Style, parent: QWidget | None = None) -> CardsView:
        """The hand that is entered."""
        return CardsView(look, parent)

    def seats(self, look: Style, parent: QWidget | None = None) -> CardsTable:
        """The boxes with their cards."""
        game = self.cards_game("")
        table = CardsTable(game, self.face_of, self.dealer_words, self.out_of_play, look, parent)
        table.hands_of = self.hands_of
        table.laid_out = self.laid_out_at
        return table

    def enter_words(self, view: DeskView, entry: Entry, texts: Texts) -> tuple[str, str] | None:
        """What is entered next, and how."""
        if not isinstance(entry, CardsEntry):
            return None
        if (follows := entry.follows) is not None:
            return self.follows_words(follows, texts)
        place = self._place(entry.place_now, texts)
        if entry.takes_amount:
            return self.amount_words(view, entry, texts)
        if entry.proposed:
            said = " ".join(card_words(str(fact.values[0])) for fact in entry.entered if fact.values)
            return texts.get("dealer.cards.proposed_title", cards=said), texts.get("dealer.cards.proposed")
        asked = entry.asked
        if asked is None:
            return texts.get("dealer.cards.whole_title"), texts.get("dealer.cards.whole")
        number, count = entry.hand_now
        first_open = asked.audience == TABLE and number == 1
        key = "dealer.cards.open_title" if first_open else "dealer.cards.next_title"
        title = texts.get(key, place=place, number=number, count=count)
        hidden = asked.audience != TABLE and not view.demonstration
        return title, texts.get("dealer.cards.next_hidden" if hidden else "dealer.cards.next")

    def amount_words(self, view: DeskView, entry: CardsEntry, texts: Texts) -> tuple[str, str]:
        """What an amount is for."""
        raise NotImplementedError

    def follows_words(self, fact: Fact, texts: Texts) -> tuple[str, str]:
        """What is confirmed as it follows from the cards."""
        raise NotImplementedError

    def _place(self, place: str, texts: Texts) -> str:
        return (
            texts.get("dealer.cards.dealer") if place == self._dealer else texts.get("felt.box", seat=place)
        )

    # --- what lies

    def face_of(self, view: DeskView, seat: SeatView, face: SeatFace, texts: Texts) -> SeatFace:
        """The tile of a box."""
        raise NotImplementedError

    def dealer_words(self, view: DeskView, texts: Texts) -> str:
        """What is said beside the Dealer's hand."""
        raise NotImplementedError

    def out_of_play(self, view: DeskView) -> frozenset[str]:
        """The boxes whose cards count no more."""
        raise NotImplementedError

    # --- results

    def result(self, facts: Sequence[Fact]) -> tuple[Fact, ...]:
        """These facts when they are a whole result, or none."""
        for name in layout_names(self._game.name) if facts else ():
            try:
                if self._game.is_complete(self._layout(name), facts):
                    return tuple(facts)
            except (BadFacts, GameError):
                continue
        return ()

    def text(self, facts: Sequence[Fact]) -> str:
        """The Dealer's cards, once all are known; else what is entered: open cards, or the boxes of hidden ones."""
        if self._is_shown(facts):
            facts = [fact for fact in facts if fact.at == self._dealer]
        cards = [card_words(str(fact.values[0])) for fact in facts if _is_open(fact, self._card)]
        amounts = [dollars(cents) for fact in facts for cents in fact.values if isinstance(cents, int)]
        boxes = dict.fromkeys(fact.at for fact in facts if fact.audience not in (TABLE, NOBODY))
        return " ".join([", ".join(boxes), *cards, *amounts]).strip()

    def _is_shown(self, facts: Sequence[Fact]) -> bool:
        dealt = lying_at(self.cards_game(""), facts, self._dealer)
        return len(dealt.up) == self.hand

    def is_same(self, one: Sequence[Fact], other: Sequence[Fact]) -> bool:
        """Whether two results decide alike."""
        return tuple(one) == tuple(other)

    def paint_result(
        self, painter: QPainter, rect: QRectF, facts: Sequence[Fact], look: Style, tallest: int
    ) -> QRectF:
        """The Dealer's hand, large, and its name below."""
        lies = lying_at(self.cards_game(""), facts, self._dealer)
        name = look.scale.px(44)
        cards, low = self.laid_out(lies)
        high = min(rect.height() - name, look.scale.px(tallest) * 1.2)
        places = max(self.hand, lies.count)
        high = min(high, row_height(rect, places, apart=low > 0))
        room = QRectF(rect.x(), rect.y(), row_width(high, places, apart=low > 0), high)
        block = QRectF(rect.x(), rect.center().y() - (high + name) / 2, room.width(), high + name)
        room.moveTop(block.y())
        end = paint_cards(painter, room, cards, places, low=low)
        below = QRectF(rect.x(), room.bottom() + look.scale.px(6), end - rect.x(), name - look.scale.px(6))
        write(painter, below, self.hand_name(lies.up, look.texts), look, Role.STRONG, 26, theme.TEXT, LEFT)
        return QRectF(block.x(), block.y(), end - block.x() + look.scale.px(16), block.height())

    def result_is_wide(self, facts: Sequence[Fact]) -> bool:
        """Whether so many cards lie at the Dealer that nothing has room beside them."""
        lies = lying_at(self.cards_game(""), facts, self._dealer)
        return max(self.hand, lies.count) > _CARDS_WITH_SUMS

    def laid_out_at(self, view: DeskView, place: str, lies: Lying) -> tuple[list[str | None], int]:  # noqa: ARG002
        """The same for any place."""
        return self.laid_out(lies)

    def laid_out(self, lies: Lying) -> tuple[list[str | None], int]:
        """The Dealer's cards as they lie, and how many of the first are a Low Hand."""
        return [*lies.up, *[None] * lies.down], 0

    def hand_name(self, cards: Sequence[str], texts: Texts) -> str:
        """A whole hand in words, or nothing."""
        raise NotImplementedError

    def paint_row(
        self, painter: QPainter, row: QRectF, left: float, facts: Sequence[Fact], look: Style
    ) -> float:
        """The Dealer's cards, small, and the hand's name."""
        lies = lying_at(self.cards_game(""), facts, self._dealer)
        high = min(look.scale.px(32), row.height() * 0.92)
        cards, low = self.laid_out(lies)
        places = max(self.hand, lies.count)
        room = QRectF(left, row.y(), row_width(high, places, apart=low > 0), row.height())
        end = paint_cards(painter, room, cards, places, tallest=high, low=low)
        name = self.hand_name(lies.up, look.texts)
        wide = row.right() - end - look.scale.px(110)
        if not fits(name, wide, look, Role.LABEL, 19):  # the cards tell it too
            return end
        wide = min(width_of(look, name, Role.LABEL, 19) + 2, wide)
        words = QRectF(end + look.scale.px(10), row.y(), wide, row.height())
        write(painter, words, name, look, Role.LABEL, 19, theme.TEXT)
        return words.right()

    def paint_small(self, painter: QPainter, room: QRectF, facts: Sequence[Fact], look: Style) -> float:  # noqa: ARG002
        """Nothing: what a deal can cost at worst is not counted."""
        return room.right()


def layout_of(view: DeskView) -> str:
    """The layout of the table: every seat has it. Empty where there is no seat."""
    return view.seats[0].layout if view.seats else ""


def _is_open(fact: Fact, card: str) -> bool:
    return fact.name == card and fact.audience == TABLE and bool(fact.values)

"""Whole hands that lie at wrong boxes: touch a hand and the box where it belongs, until the picture is right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from kiosk.console.commands import AnyCommand, MoveHands
from kiosk.console.view import DeskView
from kiosk.ui.dealer.button import PRESSING, DeskButton
from kiosk.ui.dealer.cards.faces import paint_cards, row_width
from kiosk.ui.dealer.game_part import Wrong
from kiosk.ui.dealer.keys import arrow_step
from kiosk.ui.dealer.pen import LEFT, write
from kiosk.ui.dealer.sheets.flow import Answers, Authorise, Flow, Own, Page, authority_of
from kiosk.ui.dealer.sheets.pages import PageWidget
from kiosk.ui.dealer.sheets.sheet import words
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Texts

_HIGH, _CARD, _CAME = 84, 60, 92  # design px: a row, a card's height, the words beside the cards
_MOST_ROWS = 4  # more boxes than this stand in two columns
_BOXES = "boxes"

Cards = Sequence[str | None]


def hands_moved(effect: str, rule: str) -> Wrong:
    """Whole hands lie at wrong boxes: what the paragraph makes of it, and the page that moves them."""
    return Wrong("dealer.cards.hands_moved", effect, rule, command="MoveHands", flow=move_flow)


def move_flow(view: DeskView, texts: Texts) -> Flow:
    """See the module; a supervisor stands for it."""
    say = texts.get
    hands = {box: _hand(view, box) for box in view.moves.boxes}
    # When more was entered it is another picture.
    picture = Own(f"{_BOXES} {view.round} {hash(view.play)}", lambda look: MovePage(hands, look))

    def moved(answers: Answers) -> dict[str, str]:
        found = answers.get(picture.name)
        return dict(found) if isinstance(found, dict) else {}

    def said(answers: Answers) -> str:
        return texts.listed(f"{lay} → {box}" for box, lay in moved(answers).items())

    def pages(_: Answers) -> tuple[Page, ...]:
        return picture, Authorise()

    def effect(answers: Answers) -> tuple[str, ...]:
        return (say("dealer.moved.boxes", boxes=said(answers)),) if moved(answers) else ()

    def command(answers: Answers) -> AnyCommand:
        return MoveHands(moved(answers), authority_of(answers), view.round)

    def confirm(answers: Answers) -> str:
        return say("dealer.moved.confirm", boxes=said(answers))

    return Flow(say("dealer.cards.hands_moved"), effect, pages, command, confirm, danger=True, wide=True)


def _hand(view: DeskView, box: str) -> tuple[str | None, ...]:
    """The cards of a box: a back is None."""
    there = (fact for fact in view.play if (fact.name, fact.at) == (view.moves.fact, box))
    return tuple(str(fact.values[0]) if fact.values else None for fact in there)


class HandKey(DeskButton):
    """The hand that lies at a box; where it came from another, that one's name beside it."""

    def __init__(self, look: Style, most: int, parent: QWidget | None = None) -> None:
        super().__init__("", look, size=19, parent=parent)
        self.cards: Cards = ()
        self._most = most
        self.setCheckable(True)
        scale = look.scale
        wide = row_width(scale.px(_CARD), most) + scale.px(_CAME) + 2 * scale.px(14)
        self.setFixedSize(int(wide), scale.touch(_HIGH))

    def show_hand(self, cards: Cards, came: str) -> None:
        """These cards, which lay at another box where it says so."""
        self.cards = cards
        self.setText(came)
        self.update()

    def show_ring(self, *, ringed: bool) -> None:
        """Show that the arrow keys stand here."""
        self._ring = ringed
        self.update()

    def _words(self, painter: QPainter, rect: QRectF, ink: str) -> None:
        scale = self._dress.scale
        pad = scale.px(14)
        room = rect.adjusted(pad, scale.px(6), -pad - scale.px(_CAME), -scale.px(6))
        end = paint_cards(painter, room, self.cards, self._most, tallest=scale.px(_CARD))
        beside = QRectF(end + scale.px(10), rect.y(), rect.right() - pad - end, rect.height())
        write(painter, beside, self.text(), self._dress, Role.STRONG, 19, ink, LEFT)


class MovePage(PageWidget):
    """Two touches exchange two hands; with the keys: the arrows, and Space for each of the two."""

    def __init__(self, hands: Mapping[str, Cards], look: Style) -> None:
        super().__init__(look)
        self._hands = hands
        self._lay = {box: box for box in hands}
        self._picked: str | None = None
        self._at = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.px(10))
        self._prompt = words(look, "", Role.STRONG, 24)
        column.addWidget(self._prompt)
        grid = QGridLayout()
        grid.setSpacing(look.scale.px(8))
        grid.setHorizontalSpacing(look.scale.px(30))
        columns = 2 if len(hands) > _MOST_ROWS else 1
        most = max((len(cards) for cards in hands.values()), default=0)
        self.keys: dict[str, HandKey] = {}
        for number, box in enumerate(hands):
            row = QHBoxLayout()
            row.setSpacing(look.scale.px(6))
            label = words(look, box, Role.NUMBER, 22, theme.TEXT_SOFT)
            label.setWordWrap(False)
            label.setFixedWidth(look.scale.px(60))
            row.addWidget(label)
            key = self.keys[box] = HandKey(look, most)
            key.clicked.connect(lambda _=False, box=box: self.pick(box))
            row.addWidget(key)
            row.addStretch(1)
            grid.addLayout(row, number // columns, number % columns)
        column.addLayout(grid)
        self._show()

    def pick(self, box: str) -> None:
        """The hand that lies wrongly, then the box where it belongs; the same box again takes it back."""
        self._at = list(self.keys).index(box)
        if self._picked is None:
            self._picked = box
        else:
            lay, other = self._lay, self._picked
            lay[box], lay[other] = lay[other], lay[box]
            self._picked = None
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        say = self.look.t
        for at, (box, key) in enumerate(self.keys.items()):
            lay = self._lay[box]
            key.show_hand(self._hands[lay], "" if lay == box else say("dealer.moved.came", box=lay))
            key.setChecked(box == self._picked)
            key.show_ring(ringed=at == self._at)
        self._prompt.setText(self._asks())

    def _asks(self) -> str:
        if self._picked is None:
            return self.look.t("dealer.moved.hand")
        return self.look.t("dealer.moved.box", box=self._picked)

    def missing(self) -> str:
        return "" if self.answer() and self._picked is None else self._asks()

    def answer(self) -> object:
        return {box: lay for box, lay in self._lay.items() if lay != box}

    def press(self, event: QKeyEvent) -> bool:
        step = arrow_step(event, 1)
        if step is not None:
            self._at = max(0, min(len(self.keys) - 1, self._at + step))
            self._show()
        elif event.key() in PRESSING and (event.key() == Qt.Key.Key_Space or self.missing()):
            if not event.isAutoRepeat():
                self.pick(list(self.keys)[self._at])
        else:
            return False
        return True

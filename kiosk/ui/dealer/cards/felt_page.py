"""The picture of the felt on a sheet: everything that was entered lies where it lies, and one of it is picked."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from kiosk.ui.dealer.button import PRESSING, DeskButton
from kiosk.ui.dealer.cards.entry import CardsEntry
from kiosk.ui.dealer.cards.keys import CardKeys
from kiosk.ui.dealer.cards.mending import Lies
from kiosk.ui.dealer.cards.view import CardsView
from kiosk.ui.dealer.game_part import Entry
from kiosk.ui.dealer.keys import arrow_step
from kiosk.ui.dealer.sheets.pages import EntryPage, PageWidget
from kiosk.ui.dealer.sheets.sheet import INSIDE_WIDE, words
from kiosk.ui.kit import theme
from kiosk.ui.kit.cards.face import WIDE, card_pixmap
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.scroll import make_kinetic
from kiosk.ui.kit.style import Style

_HIGH, _CARD, _WORD = 84, 72, 154  # design px: a row, the key of a card, that of a word
_NAME, _GAP, _APART = 96, 6, 30  # design px: the name of a place, between keys, between columns
_TURN = 110  # design px: a key that turns to more
_MOST_ROWS = 4  # more places than this stand in two columns


class LiesKey(DeskButton):
    """One card, face or back, or what was decided, in words."""

    def __init__(self, lies: Lies, said: str, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(said, look, size=19, parent=parent)
        self.lies = lies
        self._is_card = not said
        self.setCheckable(True)
        if not lies.can:
            self.tell(said, "", " ")
        scale = look.scale
        self.setFixedSize(scale.touch(_CARD) if self._is_card else scale.px(_WORD), scale.touch(_HIGH))

    def show_ring(self, *, ringed: bool) -> None:
        """Show that the arrow keys stand here."""
        self._ring = ringed
        self.update()

    def _words(self, painter: QPainter, rect: QRectF, ink: str) -> None:
        if not self._is_card:
            super()._words(painter, rect, ink)
            return
        pad = self._dress.scale.px(6)
        height = int(min(rect.height() - 2 * pad, (rect.width() - 2 * pad) / WIDE))
        dpr = painter.device().devicePixelRatioF()
        picture = card_pixmap(self.lies.card, height, dpr, dimmed=not self.lies.can)
        left, top = rect.center().x() - height * WIDE / 2, rect.center().y() - height / 2
        painter.drawPixmap(round(left), round(top), picture)


class _Area(QScrollArea):
    """As high as what lies in it where there is room, else with a part of it in view."""

    def sizeHint(self) -> QSize:
        content = self.widget()
        return content.sizeHint() if content is not None else super().sizeHint()

    def minimumSizeHint(self) -> QSize:
        content = self.widget()
        return QSize(content.minimumSizeHint().width() if content is not None else 0, theme.MIN_TOUCH_PX)


class FeltPage(PageWidget):
    """Touch what was entered wrongly, or go there with the arrow keys and press Space.

    What has no room is reached by `up` and `down`, by dragging, or with the arrow keys.
    """

    def __init__(
        self,
        felt: Mapping[str, Sequence[Lies]],
        name_of: Callable[[str], str],
        words_of: Callable[[Lies], str],
        look: Style,
    ) -> None:
        super().__init__(look)
        self._at = 0
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.px(10))
        head = QHBoxLayout()
        head.addWidget(words(look, look.t("dealer.mend.felt"), Role.STRONG, 24), 1)
        self.up, self.down = DeskButton("▲", look, size=24), DeskButton("▼", look, size=24)
        for turn, by in ((self.up, -1), (self.down, 1)):
            turn.setFixedSize(look.scale.touch(_TURN), look.scale.touch(56))
            turn.clicked.connect(lambda _=False, by=by: self._turn(by))
            policy = turn.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # the view keeps its height, whether there is more or not
            turn.setSizePolicy(policy)
            head.addWidget(turn)
        column.addLayout(head)
        content = QWidget()
        grid = QGridLayout(content)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(look.scale.px(8))
        grid.setHorizontalSpacing(look.scale.px(_APART))
        columns = 2 if len(felt) > _MOST_ROWS else 1
        room = look.scale.px((INSIDE_WIDE - (columns - 1) * _APART) / columns - _NAME)
        self.keys: list[LiesKey] = []
        for number, (place, there) in enumerate(felt.items()):
            row = QHBoxLayout()
            row.setSpacing(0)
            label = words(look, name_of(place), Role.NUMBER, 22, theme.TEXT_SOFT)
            label.setWordWrap(False)
            label.setFixedSize(look.scale.px(_NAME), look.scale.touch(_HIGH))
            row.addWidget(label, 0, Qt.AlignmentFlag.AlignTop)
            row.addLayout(self._lines([LiesKey(lies, words_of(lies), look) for lies in there], room), 1)
            grid.addLayout(row, number // columns, number % columns)
        for at in range(columns):
            grid.setColumnStretch(at, 1)
        self.area = _Area()
        self.area.setWidgetResizable(True)
        self.area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.area.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.area.setWidget(content)
        make_kinetic(self.area, look)
        bar = self.area.verticalScrollBar()
        bar.rangeChanged.connect(self._show_turning)
        bar.valueChanged.connect(self._show_turning)
        column.addWidget(self.area, 1)
        self._picked: int | None = None
        self._show_turning()

    def _turn(self, by: int) -> None:
        """A view further down or up; what was cut at its edge is whole then."""
        bar, line = self.area.verticalScrollBar(), self.look.scale.touch(_HIGH)
        bar.setValue(bar.value() + by * max(line, self.area.viewport().height() - line))

    def _show_turning(self) -> None:
        bar = self.area.verticalScrollBar()
        for turn, can in ((self.up, bar.value() > bar.minimum()), (self.down, bar.value() < bar.maximum())):
            turn.setVisible(bar.maximum() > bar.minimum())
            turn.set_usable(can)

    def _lines(self, there: Sequence[LiesKey], room: int) -> QVBoxLayout:
        """The keys of a place one after the other, in as many lines of that width in px as they need."""
        gap, left = self.look.scale.px(_GAP), 0
        lines = QVBoxLayout()
        lines.setSpacing(gap)
        line = QHBoxLayout()
        for key in there:
            if left < key.width():
                line = QHBoxLayout()
                line.setSpacing(gap)
                line.setAlignment(Qt.AlignmentFlag.AlignLeft)
                lines.addLayout(line)
                left = room
            left -= key.width() + gap
            line.addWidget(key)
            at = len(self.keys)
            key.clicked.connect(lambda _=False, at=at: self.pick(at))
            self.keys.append(key)
        lines.addStretch(1)
        return lines

    def pick(self, at: int) -> None:
        """Pick this one of what lies there, counted through all places."""
        self._at = at
        if self.keys[at].lies.can:
            self._picked = at
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        for at, key in enumerate(self.keys):
            key.setChecked(at == self._picked)
            key.show_ring(ringed=at == self._at)

    def missing(self) -> str:
        return self.look.t("dealer.mend.felt") if self._picked is None else ""

    def answer(self) -> object:
        return None if self._picked is None else self.keys[self._picked].lies.at

    def press(self, event: QKeyEvent) -> bool:
        step = arrow_step(event, 1)
        if step is not None and self.keys:
            self._at = max(0, min(len(self.keys) - 1, self._at + step))
            self.area.ensureWidgetVisible(self.keys[self._at], 0, 0)
            self._show()
        elif (
            event.key() in PRESSING
            and self.keys
            and (event.key() == Qt.Key.Key_Space or self._picked is None)
        ):
            if not event.isAutoRepeat():
                self.pick(self._at)
        else:
            return False
        return True


class CardsPage(EntryPage):
    """The keys of the cards, and what they have entered; a card that lies already says where."""

    entry: CardsEntry

    def __init__(
        self, entry: CardsEntry, key_of: Callable[[str], int | None], prompt: str, look: Style
    ) -> None:
        super().__init__(look)
        self._key_of, self._prompt = key_of, prompt
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.px(14))
        column.addWidget(words(look, prompt, Role.STRONG, 24))
        self.keys = CardKeys(look, entry.game.deck)
        self.keys.setFixedHeight(4 * look.scale.touch(70))
        self.keys.pressed.connect(self.add)
        self.lay_out(self.keys, CardsView(look), 118, column)
        self.enter(entry)

    def enter(self, entry: Entry) -> None:
        self.keys.show_entry(entry)
        super().enter(entry)

    def key_of(self, text: str) -> int | None:
        return self._key_of(text)

    def missing(self) -> str:
        if self.entry.facts:
            return ""
        why, values = self.entry.why
        return self.look.t(why, **values) if why else self._prompt

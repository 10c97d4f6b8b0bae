"""The pages of a question: a list, a result, an amount, plain words. Each takes touch and keys alike."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout, QWidget

from kiosk.money import dollars
from kiosk.ui.dealer.button import PRESSING, DeskButton
from kiosk.ui.dealer.game_part import Entry, EntryView, game_part
from kiosk.ui.dealer.keys import arrow_step
from kiosk.ui.dealer.option_row import OptionRow
from kiosk.ui.dealer.sheets.flow import Amount, AskResult, Choose, Plain
from kiosk.ui.dealer.sheets.sheet import words
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style

_MOST_CENTS = 10**11  # so much a manager's record may name: a slip of the finger stops here
_ROWS = 6  # more options than this stand in two columns


class PageWidget(QWidget):
    """One page. `changed` when its answer is another; `enough` when choosing it is already the answer."""

    changed = Signal()

    def __init__(self, look: Style, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.look = look

    def missing(self) -> str:
        """What is still to be entered, in words; nothing when it is all there."""
        return ""

    def answer(self) -> object:
        """What was entered."""
        return None

    def press(self, event: QKeyEvent) -> bool:  # noqa: ARG002  the subclass reads it
        """Whether the page has taken this key."""
        return False

    def forget(self) -> None:
        """Forget what must not be kept."""

    def renew(self, page: object) -> None:
        """The page as it is at a later moment; what was entered stays."""


def digit_of(event: QKeyEvent) -> int | None:
    """The digit of a key, None for any other."""
    text = event.text()
    return int(text) if len(text) == 1 and text.isascii() and text.isdigit() else None


class PlainPage(PageWidget):
    """Nothing to enter."""

    def __init__(self, page: Plain, look: Style) -> None:  # noqa: ARG002  every page is made alike
        super().__init__(look)


class ChoosePage(PageWidget):
    """Rows to pick from: touch, arrows and Space, or their number."""

    def __init__(self, page: Choose, look: Style) -> None:
        super().__init__(look)
        self._page = page
        preset = page.preset if page.many and isinstance(page.preset, tuple) else (page.preset,)
        self._picked: list[int] = [
            n for n, o in enumerate(page.options) if page.preset is not None and o.value in preset
        ]
        self._at = self._picked[0] if self._picked else 0
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.px(10))
        column.addWidget(words(look, page.prompt, Role.STRONG, 24))
        grid = QGridLayout()
        grid.setSpacing(look.scale.px(10))
        columns = page.columns or (2 if len(page.options) > _ROWS else 1)
        self.rows: list[OptionRow] = []
        for number, option in enumerate(page.options):
            row = OptionRow(option.text, look, key=str(number + 1) if number < 9 else "", size=23)
            row.setCheckable(True)
            row.setFixedHeight(look.scale.touch(88 if option.detail and columns == 1 else 66))
            row.clicked.connect(lambda _=False, at=number: self.pick(at))
            self.rows.append(row)
            grid.addWidget(row, number // columns, number % columns)
        column.addLayout(grid)
        self._columns = columns
        self._show()

    def pick(self, at: int) -> None:
        """Pick a row, or of several put it back."""
        self._at = at
        if not self._page.options[at].why:
            if not self._page.many:
                self._picked = [at]
            elif at in self._picked:
                self._picked.remove(at)
            else:
                self._picked.append(at)
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        for number, row in enumerate(self.rows):
            option = self._page.options[number]
            row.tell(option.text, option.why or option.detail, option.why)
            row.setChecked(number in self._picked)
            row.show_ring(ringed=number == self._at)

    def missing(self) -> str:
        if len(self._picked) >= (self._page.least if self._page.many else 1):
            return ""
        return self._page.missing or self.look.t("dealer.sheet.choose")

    def answer(self) -> object:
        values = tuple(self._page.options[at].value for at in sorted(self._picked))
        return values if self._page.many else (values[0] if values else None)

    def press(self, event: QKeyEvent) -> bool:
        step = arrow_step(event, self._columns)
        digit = digit_of(event)
        if step is not None and self.rows:
            self._at = max(0, min(len(self.rows) - 1, self._at + step))
            self._show()
        elif digit and digit <= len(self.rows) and not event.isAutoRepeat():
            self.pick(digit - 1)
        elif event.key() == Qt.Key.Key_Space and self.rows and not event.isAutoRepeat():
            self.pick(self._at)
        elif event.key() in PRESSING and self.rows and not self._page.many and not self._picked:
            if not event.isAutoRepeat():
                self.pick(self._at)
        else:
            return False
        return True


class EntryPage(PageWidget):
    """Keys above a row of what they have entered, which a button takes back one by one."""

    entry: Entry
    slots: EntryView

    def lay_out(self, keys: QWidget, slots: EntryView, slots_height: int, column: QVBoxLayout) -> None:
        """The keys and the row below them. `slots_height` in design px."""
        look = self.look
        column.addWidget(keys)
        row = QHBoxLayout()
        self.slots = slots
        self.slots.setFixedHeight(look.scale.px(slots_height))
        row.addWidget(self.slots, 1)
        self.back = DeskButton(look.t("dealer.work.back"), look, size=20)
        self.back.setFixedSize(look.scale.px(150), look.scale.touch(70))
        self.back.clicked.connect(self.take_back)
        row.addWidget(self.back)
        column.addLayout(row)

    def add(self, key: int) -> None:
        """One key more."""
        self.enter(self.entry.add(key))

    def take_back(self) -> None:
        """One key less."""
        self.enter(self.entry.back())

    def enter(self, entry: Entry) -> None:
        """What was entered is this now."""
        self.entry = entry
        self.slots.show_entry(entry)
        self.changed.emit()

    def key_of(self, text: str) -> int | None:
        """The key that a typed text stands for."""
        raise NotImplementedError

    def answer(self) -> object:
        return self.entry.facts

    def press(self, event: QKeyEvent) -> bool:
        key = self.key_of(event.text())
        if key is not None:
            if not event.isAutoRepeat():
                self.add(key)
            return True
        if event.key() == Qt.Key.Key_Backspace:
            self.take_back()
            return True
        return False


class ResultPage(EntryPage):
    """The keys of the game, and what they have entered."""

    def __init__(self, page: AskResult, look: Style) -> None:
        super().__init__(look)
        self._page = page
        self._part = game_part(page.game)
        self.entry = self._part.entry()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.px(16))
        known = page.now or page.shown
        now = (
            look.t("dealer.correct.now", facts=self._part.text(known))
            if known
            else page.unknown or look.t("dealer.correct.none")
        )
        column.addWidget(words(look, now, Role.STRONG, 24, theme.TEXT_SOFT))
        self.keys = self._part.keys(look)
        self.keys.setFixedHeight(look.scale.px(150))
        self.keys.pressed.connect(self.add)
        self.lay_out(self.keys, self._part.view(look), 128, column)

    def key_of(self, text: str) -> int | None:
        return self._part.key_of(text)

    def missing(self) -> str:
        if not self.entry.facts:
            return self._page.prompt
        same = self._part.is_same(self.entry.facts, self._page.now)
        return self.look.t("dealer.why.nothing_changes") if same else ""


class Keypad(QWidget):
    """Twelve keys: digits, 00 or clear, and one back. `typed` carries the digits, empty for one back."""

    typed = Signal(str)
    cleared = Signal()

    def __init__(self, look: Style, *, hundreds: bool = False, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(look.scale.px(10))
        clear = look.t("dealer.work.clear")
        last = "00" if hundreds else clear
        self.keys: dict[str, DeskButton] = {}
        for number, text in enumerate([*map(str, range(1, 10)), last, "0", look.t("dealer.sheet.erase")]):
            key = DeskButton(text, look, size=20 if text == clear else 30)
            key.setFixedSize(look.scale.touch(112), look.scale.touch(72))
            press = self.cleared.emit if text == clear else self._type(text if text.isdigit() else "")
            key.clicked.connect(lambda _=False, act=press: act())
            self.keys[text] = key
            grid.addWidget(key, number // 3, number % 3)

    def _type(self, text: str) -> Callable[[], None]:
        return lambda: self.typed.emit(text)


class DigitsPage(PageWidget):
    """Takes digits, from its keypad and from the keys alike. ``repeats``: a key that is held types on."""

    repeats = True

    def type(self, digits: str) -> None:
        """Append digits, or take the last one away."""
        raise NotImplementedError

    def press(self, event: QKeyEvent) -> bool:
        digit = digit_of(event)
        if digit is not None:
            if self.repeats or not event.isAutoRepeat():
                self.type(str(digit))
        elif event.key() == Qt.Key.Key_Backspace:
            self.type("")
        else:
            return False
        return True


class AmountPage(DigitsPage):
    """An amount that grows from the right, as on a till: 1 2 5 0 is $12.50."""

    def __init__(self, page: Amount, look: Style) -> None:
        super().__init__(look)
        self.cents = 0
        self.takes = False  # from the player
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.scale.px(28))
        left = QVBoxLayout()
        left.addWidget(words(look, page.prompt, Role.STRONG, 24))
        self.shown = words(look, "", Role.MONEY, 52, theme.GOLD_TEXT)
        left.addWidget(self.shown)
        self.ways: list[OptionRow] = []
        if page.signed:
            left.addLayout(self._signs())
        left.addWidget(words(look, look.t("dealer.sheet.amount_hint"), Role.BODY, 20, theme.TEXT_SOFT))
        left.addStretch(1)
        row.addLayout(left, 1)
        self.pad = Keypad(look, hundreds=True)
        self.pad.typed.connect(self.type)
        row.addWidget(self.pad)
        self._show()

    def _signs(self) -> QVBoxLayout:
        """To the player or from the player."""
        column = QVBoxLayout()
        column.setSpacing(self.look.scale.px(10))
        for takes, key in ((False, "dealer.sheet.amount_to"), (True, "dealer.sheet.amount_from")):
            row = OptionRow(self.look.t(key), self.look, key="−" if takes else "+", size=23)
            row.setCheckable(True)
            row.setFixedHeight(self.look.scale.touch(66))
            row.clicked.connect(lambda _=False, way=takes: self.turn(takes=way))
            self.ways.append(row)
            column.addWidget(row)
        return column

    def turn(self, *, takes: bool) -> None:
        """The amount goes to the player, or is taken."""
        self.takes = takes
        self._show()
        self.changed.emit()

    def type(self, digits: str) -> None:
        """Append digits, or take the last one away."""
        cents = int(f"{self.cents}{digits}") if digits else self.cents // 10
        self.cents = cents if cents <= _MOST_CENTS else self.cents
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        cents = self._signed
        shown = (f"+{dollars(cents)}" if self.ways and cents > 0 else dollars(cents)) if cents else ""
        self.shown.setText(shown or self.look.t("dealer.sheet.amount_none"))
        for takes, row in zip((False, True), self.ways, strict=False):
            row.setChecked(takes is self.takes)
            row.update()

    @property
    def _signed(self) -> int:
        return -self.cents if self.takes else self.cents

    def answer(self) -> object:
        return self._signed

    def press(self, event: QKeyEvent) -> bool:
        if self.ways and event.text() in ("+", "-"):
            self.turn(takes=event.text() == "-")
            return True
        return super().press(event)

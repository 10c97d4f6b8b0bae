"""A page to pick from many: rounds or seats, ten at a time, found by their number."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QVBoxLayout

from kiosk.ui.dealer.button import PRESSING, DeskButton
from kiosk.ui.dealer.keys import arrow_step
from kiosk.ui.dealer.option_row import OptionRow
from kiosk.ui.dealer.sheets.flow import Find, Option
from kiosk.ui.dealer.sheets.pages import Keypad, PageWidget, digit_of
from kiosk.ui.dealer.sheets.sheet import words
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style

_ROWS, _COLUMNS = 5, 2
AT_ONCE = _ROWS * _COLUMNS
_LONGEST = 9  # digits
_PAGES = {Qt.Key.Key_PageDown: AT_ONCE, Qt.Key.Key_PageUp: -AT_ONCE}


class FindPage(PageWidget):
    """Rows by touch, arrows and Space; digits search, Page Up and Page Down turn."""

    def __init__(self, page: Find, look: Style) -> None:
        super().__init__(look)
        self._page = page
        self._picked: list[int | str] = list(page.preset)
        self._typed = ""
        self._at = 0
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(look.scale.px(24))
        left = QVBoxLayout()
        left.setSpacing(look.scale.px(10))
        left.addWidget(words(look, page.prompt, Role.STRONG, 24))
        left.addLayout(self._list())
        left.addLayout(self._foot())
        left.addStretch(1)
        row.addLayout(left, 1)
        right = QVBoxLayout()
        right.setSpacing(look.scale.px(10))
        self.searched = words(look, "", Role.NUMBER, 24, theme.GOLD_TEXT)
        right.addWidget(self.searched)
        self.pad = Keypad(look)
        self.pad.typed.connect(self.type)
        self.pad.cleared.connect(self.clear)
        right.addWidget(self.pad)
        right.addStretch(1)
        row.addLayout(right)
        self._show()

    def _list(self) -> QGridLayout:
        grid = QGridLayout()
        grid.setSpacing(self.look.scale.px(10))
        self.rows: list[OptionRow] = []
        for place in range(AT_ONCE):
            row = OptionRow("", self.look, size=22)
            row.setCheckable(True)
            row.setFixedHeight(self.look.scale.touch(62))
            row.clicked.connect(lambda _=False, at=place: self.pick(self._top + at))
            self.rows.append(row)
            grid.addWidget(row, place // _COLUMNS, place % _COLUMNS)
            policy = row.sizePolicy()
            policy.setRetainSizeWhenHidden(True)  # the page keeps its height while it is searched
            row.setSizePolicy(policy)
        return grid

    def _foot(self) -> QHBoxLayout:
        foot = QHBoxLayout()
        self.newer = DeskButton(self.look.t("dealer.rounds.newer"), self.look, size=20)
        self.later = DeskButton(self.look.t("dealer.rounds.older"), self.look, size=20)
        for button, by in ((self.newer, -AT_ONCE), (self.later, AT_ONCE)):
            button.setFixedSize(self.look.scale.px(150), self.look.scale.touch(58))
            button.clicked.connect(lambda _=False, step=by: self._move(step))
        self.place = words(self.look, "", Role.NUMBER, 21, theme.TEXT_SOFT)
        self.place.setAlignment(Qt.AlignmentFlag.AlignCenter)
        foot.addWidget(self.newer)
        foot.addWidget(self.place, 1)
        foot.addWidget(self.later)
        return foot

    # --- what is shown ------------------------------------------------------------------------------------------

    @property
    def options(self) -> tuple[Option, ...]:
        """What the digits find; all of it while none is typed."""
        if not self._typed:
            return self._page.options
        found = tuple(option for option in self._page.options if self._typed in str(option.value))
        return found or self._older()

    def _older(self) -> tuple[Option, ...]:
        number = int(self._typed)
        known = [option.value for option in self._page.options if isinstance(option.value, int)]
        if self._page.older is None or not 0 < number < min(known, default=0):
            return ()
        return (self._page.older(number),)

    @property
    def _top(self) -> int:
        return self._at // AT_ONCE * AT_ONCE

    def renew(self, page: object) -> None:
        """The table has gone on: what was picked stays picked."""
        if isinstance(page, Find) and page != self._page:
            self._page = page
            self._show()

    def _show(self) -> None:
        options = self.options
        self._at = max(0, min(self._at, len(options) - 1))
        for place, row in enumerate(self.rows):
            at = self._top + place
            row.setVisible(at < len(options))
            if at < len(options):
                option = options[at]
                row.tell(option.text, option.why or option.detail, option.why)
                row.setChecked(option.value in self._picked)
                row.show_ring(ringed=at == self._at)
        say = self.look.t
        pages = max(1, -(-len(options) // AT_ONCE))
        none = "" if options else say("dealer.rounds.none")
        self.place.setText(none or f"{self._top // AT_ONCE + 1} / {pages}")
        for button, key, there in (
            (self.newer, "dealer.rounds.newer", self._top > 0),
            (self.later, "dealer.rounds.older", self._top + AT_ONCE < len(options)),
        ):
            button.tell(say(key), "", "" if there else say("dealer.rounds.none"))
        self.searched.setText(say(self._page.search, number=self._typed or "–"))

    # --- what is entered ----------------------------------------------------------------------------------------

    def pick(self, at: int) -> None:
        """Pick the option at this place of the list, or of several put it back."""
        self._at = at
        option = self.options[at]
        if not option.why and isinstance(option.value, int | str):
            if not self._page.many:
                self._picked = [option.value]
            elif option.value in self._picked:
                self._picked.remove(option.value)
            else:
                self._picked.append(option.value)
        self._show()
        self.changed.emit()

    def type(self, digits: str) -> None:
        """Search for one digit more, or one less."""
        self._typed = (self._typed + digits)[:_LONGEST] if digits else self._typed[:-1]
        self._at = 0
        self._show()
        self.changed.emit()

    def clear(self) -> None:
        """Search for nothing: all rounds again."""
        self._typed = ""
        self._show()
        self.changed.emit()

    def _move(self, step: int) -> None:
        self._at = max(0, min(len(self.options) - 1, self._at + step))
        self._show()

    def missing(self) -> str:
        if len(self._picked) >= self._page.least:
            return ""
        return self._page.missing or self.look.t("dealer.sheet.choose")

    def answer(self) -> object:
        if self._page.many:
            return tuple(sorted(self._picked, key=str, reverse=True))
        return self._picked[0] if self._picked else None

    def press(self, event: QKeyEvent) -> bool:
        digit, key = digit_of(event), Qt.Key(event.key())
        step = _PAGES.get(key) or arrow_step(event, _COLUMNS)
        if step is not None:
            self._move(step)
        elif digit is not None:
            self.type(str(digit))
        elif key == Qt.Key.Key_Backspace:
            self.type("")
        elif key == Qt.Key.Key_Delete:
            self.clear()
        elif self.options and (key == Qt.Key.Key_Space or (key in PRESSING and not self._picked)):
            if not event.isAutoRepeat():
                self.pick(self._at)
        else:
            return False
        return True

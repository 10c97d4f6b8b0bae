"""Names to pick from: two columns, and pages where there are more than fit."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from kiosk.ui.dealer.button import DeskButton
from kiosk.ui.dealer.keys import arrow_step
from kiosk.ui.dealer.option_row import OptionRow
from kiosk.ui.dealer.sheets.flow import Who
from kiosk.ui.dealer.sheets.pages import PageWidget
from kiosk.ui.dealer.sheets.sheet import words
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style

ON_A_PAGE = 10
_ONE_COLUMN = 5


class Names(QWidget):
    """At most ten names at once. `chosen` carries the place of the one that was picked."""

    chosen = Signal(int)

    def __init__(self, names: tuple[str, ...], look: Style) -> None:
        super().__init__()
        self._names = names
        self._look = look
        self._first = 0
        self.at = 0 if len(names) == 1 else -1
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.px(10))
        grid = QGridLayout()
        grid.setSpacing(look.scale.px(10))
        self._columns = 1 if len(names) <= _ONE_COLUMN else 2
        self.rows: list[OptionRow] = []
        for number in range(min(len(names), ON_A_PAGE)):
            row = OptionRow("", look, size=24)
            row.setCheckable(True)
            row.setFixedHeight(look.scale.touch(66))
            row.clicked.connect(lambda _=False, at=number: self.choose(self._first + at))
            self.rows.append(row)
            grid.addWidget(row, number // self._columns, number % self._columns)
        column.addLayout(grid)
        self.more = DeskButton("", look, size=20)
        self.more.setFixedHeight(look.scale.touch(56))
        self.more.clicked.connect(self.turn)
        self.more.setVisible(len(names) > ON_A_PAGE)
        column.addWidget(self.more)
        self._show()

    @property
    def name(self) -> str:
        """The name that is picked; "" for none."""
        return self._names[self.at] if self.at >= 0 else ""

    def choose(self, at: int) -> None:
        """Pick this one, on whatever page it stands."""
        if not 0 <= at < len(self._names):
            return
        self.at = at
        self._first = at // ON_A_PAGE * ON_A_PAGE
        self._show()
        self.chosen.emit(at)

    def turn(self) -> None:
        """The next page; after the last the first."""
        self._first = self._first + ON_A_PAGE if self._first + ON_A_PAGE < len(self._names) else 0
        self._show()

    def _show(self) -> None:
        for number, row in enumerate(self.rows):
            at = self._first + number
            row.setVisible(at < len(self._names))
            if at < len(self._names):
                row.tell(self._names[at])
            row.setChecked(at == self.at)
            row.update()
        pages = -(-len(self._names) // ON_A_PAGE)
        page = self._first // ON_A_PAGE + 1
        self.more.tell(self._look.t("dealer.sheet.more_names", page=page, pages=pages))

    def press(self, event: QKeyEvent) -> bool:
        """The arrows go through the names, PageDown through the pages."""
        step = arrow_step(event, self._columns)
        if event.key() == Qt.Key.Key_PageDown:
            self.turn()
        elif step is not None and self._names:
            self.choose(max(0, min(len(self._names) - 1, self.at + step)) if self.at >= 0 else self._first)
        else:
            return False
        return True


class WhoPage(PageWidget):
    """One name."""

    def __init__(self, page: Who, look: Style) -> None:
        super().__init__(look)
        self._page = page
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(look.scale.px(10))
        column.addWidget(words(look, page.prompt if page.names else page.none, Role.STRONG, 24))
        self.names = Names(page.names, look)
        self.names.chosen.connect(lambda _: self.changed.emit())
        column.addWidget(self.names)

    def missing(self) -> str:
        return "" if self.names.name else (self._page.prompt if self._page.names else self._page.none)

    def answer(self) -> object:
        return self.names.name

    def press(self, event: QKeyEvent) -> bool:
        return self.names.press(event)

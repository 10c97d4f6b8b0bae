"""The drawer beside the window: notes, tickets and the attendant's key, without any device."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from PySide6.QtCore import QSize, Qt, Slot
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen, QPixmap
from PySide6.QtWidgets import (
    QFileDialog,
    QFrame,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from kiosk.devices.cabinet.port import Door, Key
from kiosk.money import short_dollars
from kiosk.simulators.notes import NOTES
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.touch_button import ButtonLook, TouchButton
from kiosk.ui.terminal.play.keys import install_keys
from kiosk.ui.terminal.screens.attendant import AttendantKey

WIDTH_PX = 236
_PREVIEW_PX = 204


@dataclass(frozen=True)
class DrawerActions:
    """What the drawer does, as plain calls: notes in cents, tickets by number or from a picture or PDF."""

    insert_note: Callable[[int], None]
    insert_ticket: Callable[[str], None]
    insert_ticket_file: Callable[[Path], None]
    open_ticket: Callable[[Path], None]
    turn_key: Callable[[], None] | None = None
    cabinet: Callable[[Door | Key], None] = lambda _: None


class DemoDrawer(QWidget):
    """A kiosk in full screen has none. The keys work in the whole window that it stands in."""

    def __init__(
        self, actions: DrawerActions, key: AttendantKey, dress: Style, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._actions = actions
        self._key = key
        self._ticket: Path | None = None
        self._labels: dict[str, QLabel] = {}
        self._buttons: dict[str, TouchButton] = {}
        self.number = QLineEdit()
        self._preview = QLabel()
        column = QVBoxLayout(self)
        column.setContentsMargins(16, 16, 16, 16)
        column.setSpacing(8)
        self._add_label(column, "drawer.title")
        self._add_label(column, "drawer.hint")
        self._add_notes(column)
        self._add_ticket_in(column)
        self._add_label(column, "drawer.attendant_key")
        self._add_button(column, "drawer.key_switch", self._turn_key)
        self._buttons["drawer.key_switch"].setCheckable(True)
        self._add_button(column, "drawer.service_key", lambda: actions.cabinet(Key.SERVICE))
        self._add_label(column, "drawer.doors")
        doors = QHBoxLayout()
        doors.setSpacing(6)
        for key_text, door in (
            ("drawer.door_main", Door.MAIN),
            ("drawer.door_logic", Door.LOGIC),
            ("drawer.door_cash_box", Door.CASH_BOX),
        ):
            made = TouchButton()
            made.clicked.connect(lambda _=False, door=door: actions.cabinet(door))
            self._buttons[key_text] = made
            doors.addWidget(made)
        column.addLayout(doors)
        self._add_last_ticket(column)
        column.addStretch(1)
        key.changed.connect(self._key_changed)
        install_keys(self, self._turn_key, actions.insert_note, self._insert_newest, actions.cabinet)
        self.apply_style(dress)

    # --- build

    def _add_label(self, column: QVBoxLayout, key: str) -> None:
        made = QLabel()
        made.setWordWrap(True)
        made.setTextFormat(Qt.TextFormat.PlainText)
        self._labels[key] = made
        column.addWidget(made)

    def _add_button(self, column: QVBoxLayout, key: str, call: Callable[[], None]) -> None:
        made = TouchButton()
        made.clicked.connect(lambda _=False: call())
        self._buttons[key] = made
        column.addWidget(made)

    def _add_notes(self, column: QVBoxLayout) -> None:
        self._add_label(column, "drawer.note")
        row = QHBoxLayout()
        row.setSpacing(6)
        self.notes: dict[int, TouchButton] = {}
        for number, cents in enumerate(NOTES, 1):
            button = TouchButton(short_dollars(cents))
            button.setToolTip(f"F{number}")
            button.clicked.connect(lambda _=False, cents=cents: self._actions.insert_note(cents))
            self.notes[cents] = button
            row.addWidget(button)
            if number == len(NOTES) // 2 + 1:
                column.addLayout(row)
                row = QHBoxLayout()
                row.setSpacing(6)
        column.addLayout(row)

    def _add_ticket_in(self, column: QVBoxLayout) -> None:
        self._add_label(column, "drawer.ticket")
        self.number.setMaxLength(24)
        self.number.setMinimumHeight(theme.MIN_TOUCH_PX)
        self.number.returnPressed.connect(self._insert_number)
        column.addWidget(self.number)
        self._add_button(column, "drawer.insert", self._insert_number)
        self._add_button(column, "drawer.ticket_file", self._choose_file)

    def _add_last_ticket(self, column: QVBoxLayout) -> None:
        self._add_label(column, "drawer.last_ticket")
        self._preview.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self._preview.setMinimumHeight(theme.MIN_TOUCH_PX)
        column.addWidget(self._preview)
        self._add_button(column, "drawer.open", self._open_ticket)
        self._buttons["drawer.open"].set_usable(False)

    # --- look

    def apply_style(self, dress: Style) -> None:
        """Take over the language. The drawer keeps its own size: it is no part of the seat."""
        strong, small = dress.font(Role.STRONG, 17), dress.font(Role.LABEL, 15)
        for key, label in self._labels.items():
            label.setText(dress.t(key))
            title = key == "drawer.title"
            label.setFont(strong if title else small)
            palette = label.palette()
            colour = theme.TEXT if title else theme.TEXT_SOFT
            palette.setColor(QPalette.ColorRole.WindowText, QColor(colour))
            label.setPalette(palette)
        for button in (*self._buttons.values(), *self.notes.values()):
            button.set_face(small, 8, 8)
        for key, button in self._buttons.items():
            button.setText(dress.t(key))
        self.number.setPlaceholderText(dress.t("drawer.number"))
        self.number.setFont(small)
        self.number.setStyleSheet(
            f"background:{theme.BUTTON};color:{theme.TEXT};border:1px solid {theme.BUTTON_EDGE};"
            "border-radius:8px;padding:0 10px;"
        )
        if self._ticket is None:
            self._preview.setText(dress.t("drawer.no_ticket"))
        self._preview.setFont(small)
        palette = self._preview.palette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(theme.TEXT_SOFT))
        self._preview.setPalette(palette)

    def show_ticket(self, file: Path, picture: bytes = b"") -> None:
        """The printer has put out a ticket: its file, and a PNG of it to look at."""
        self._ticket = file
        self._buttons["drawer.open"].set_usable(True)
        seen = QPixmap()
        if picture and seen.loadFromData(picture):
            size = QSize(_PREVIEW_PX, _PREVIEW_PX)
            mode = Qt.TransformationMode.SmoothTransformation
            self._preview.setPixmap(seen.scaled(size, Qt.AspectRatioMode.KeepAspectRatio, mode))
        else:
            self._preview.setText(file.name)

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: ARG002  Qt's signature
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.BAR_BOTTOM))
        painter.setPen(QPen(QColor(theme.LINE), 1))
        painter.drawLine(0, 0, 0, self.height())
        painter.end()

    # --- hands

    def _turn_key(self) -> None:
        if self._actions.turn_key is not None:
            self._actions.turn_key()
        else:
            self._key.turn(not self._key.turned)

    @Slot(bool)
    def _key_changed(self, turned: bool) -> None:
        self._buttons["drawer.key_switch"].setChecked(turned)
        look = ButtonLook.PRIMARY if turned else ButtonLook.QUIET
        self._buttons["drawer.key_switch"].set_look(look)

    @Slot()
    def _insert_number(self) -> None:
        number = self.number.text().strip()
        if number:
            self.number.clear()
            self._actions.insert_ticket(number)

    def _insert_newest(self) -> None:
        if self._ticket is not None:
            self._actions.insert_ticket_file(self._ticket)

    def _choose_file(self) -> None:
        name, _ = QFileDialog.getOpenFileName(self, "", "", "*.pdf *.png *.jpg *.jpeg")
        if name:
            self._actions.insert_ticket_file(Path(name))

    def _open_ticket(self) -> None:
        if self._ticket is not None:
            self._actions.open_ticket(self._ticket)


class DemoWindow(QWidget):
    """The seat's window with the drawer at its right side. The drawer scrolls: it never makes the window higher."""

    def __init__(self, terminal: QWidget, drawer: DemoDrawer, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        side = QScrollArea()
        side.setWidget(drawer)
        side.setWidgetResizable(True)
        side.setFrameShape(QFrame.Shape.NoFrame)
        side.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        side.setFixedWidth(WIDTH_PX)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        row.addWidget(terminal, 1)
        row.addWidget(side)
        self.resize(terminal.width() + WIDTH_PX, terminal.height())

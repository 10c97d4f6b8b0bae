"""The keys that put money in without a device, with the drawer and in full screen alike.

F1 to F5 put notes in, the smallest first.
"""

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from kiosk.devices.cabinet.port import Door, Key
from kiosk.simulators.notes import NOTES

TICKET_KEY = "F6"
"""Puts the newest ticket back in."""
ATTENDANT_KEY = "F9"
"""Turns the attendant's key, and back."""
CABINET_KEYS: dict[str, Door | Key] = {
    "Shift+F9": Key.SERVICE,
    "F10": Door.MAIN,
    "F11": Door.LOGIC,
    "F12": Door.CASH_BOX,
}
"""Turn the service key; open a door, or close it."""


def install_keys(
    widget: QWidget,
    turn_key: Callable[[], None],
    insert_note: Callable[[int], None],
    insert_newest: Callable[[], None] = lambda: None,
    cabinet: Callable[[Door | Key], None] = lambda _: None,
) -> None:
    """Let the keys work in the whole window that ``widget`` stands in. A key that is held down counts once."""
    for number, cents in enumerate(NOTES, 1):
        _install(widget, f"F{number}", partial(insert_note, cents))
    _install(widget, TICKET_KEY, insert_newest)
    _install(widget, ATTENDANT_KEY, turn_key)
    for name, what in CABINET_KEYS.items():
        _install(widget, name, partial(cabinet, what))


def _install(widget: QWidget, name: str, do: Callable[[], None]) -> None:
    shortcut = QShortcut(QKeySequence(name), widget)
    shortcut.setAutoRepeat(False)
    shortcut.activated.connect(do)

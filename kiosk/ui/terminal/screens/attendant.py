"""The attendant's key as the screen sees it: turned or not."""

from PySide6.QtCore import QObject, Signal


class AttendantKey(QObject):
    """The key switch of the seat. `changed` carries whether it is turned now."""

    changed = Signal(bool)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._turned = False

    @property
    def turned(self) -> bool:
        """Whether an attendant's key is turned."""
        return self._turned

    def turn(self, on: bool) -> None:
        """The key was turned, or turned back."""
        if on != self._turned:
            self._turned = on
            self.changed.emit(on)

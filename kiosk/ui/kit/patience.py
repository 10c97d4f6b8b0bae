"""Waiting for the seat's books: an answer, or after some time the certainty that none comes."""

from PySide6.QtCore import QObject, QTimer, Signal, Slot

from kiosk.ui.kit.model import Asked, SeatModel

ANSWER_WITHIN_MS = 5_000
"""After this time a screen says that the books cannot be read. A later answer is still shown."""


class Patience(QObject):
    """Asks the seat's books for one thing. `failed` tells that they cannot be read, or have not answered in time."""

    failed = Signal()

    def __init__(self, model: SeatModel, asked: Asked, parent: QObject) -> None:
        super().__init__(parent)
        self._model = model
        self._asked = asked
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(ANSWER_WITHIN_MS)
        self._timer.timeout.connect(self.failed)
        answer = model.recalled if asked is Asked.ROUNDS else model.tickets
        answer.connect(self._answered)
        model.unreadable.connect(self._unreadable)

    def ask(self) -> None:
        """Ask now. The answer comes by the model's own signal."""
        self._timer.start()
        if self._asked is Asked.ROUNDS:
            self._model.ask_recall()
        else:
            self._model.ask_tickets()

    @property
    def waiting(self) -> bool:
        """Whether neither an answer nor a failure has come yet."""
        return self._timer.isActive()

    @Slot(object)
    def _answered(self, answer: object) -> None:  # noqa: ARG002  the signal carries it
        self._timer.stop()

    @Slot(object)
    def _unreadable(self, asked: Asked) -> None:
        if asked is self._asked:
            self._timer.stop()
            self.failed.emit()

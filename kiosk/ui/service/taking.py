"""Takes over what commands beside the seat have told of staff: at its start, and as its log-in opens."""

from __future__ import annotations

from PySide6.QtCore import QObject

from kiosk.faults import EnvironmentFault
from kiosk.seat.staff_acts import CommandAct, happened_by_command, unread
from kiosk.store.seat_store import SeatStore
from kiosk.store.staff_acts import StaffActs
from kiosk.ui.kit.model import SeatModel


class ActsTaker(QObject):
    """Makes significant events of them. The file is read, and lines go from it, in the thread of the books alone."""

    def __init__(self, model: SeatModel, acts: StaffActs, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._model = model
        self._acts = acts
        self._busy = False
        self._again = False
        self._sent: tuple[CommandAct, ...] = ()
        self._said = ""

    def look(self) -> None:
        """Take over what is there, if anything is; it costs a look at a name. Does not wait."""
        if self._busy:
            self._again = True
            return
        if not self._model.keeps or not self._acts.waits():
            return
        self._busy = True
        self._sent = ()
        self._ask()

    def _ask(self) -> None:
        self._model.ask_books(self._take, self._taken, self._ended)

    def _take(self, store: SeatStore) -> tuple[CommandAct, ...] | EnvironmentFault:
        try:
            return self._acts.take(store.acts_kept)
        except EnvironmentFault as fault:
            return fault

    def _taken(self, found: tuple[CommandAct, ...] | EnvironmentFault) -> None:
        if isinstance(found, EnvironmentFault):
            if found.what != self._said:  # once a start, however often somebody opens the log-in
                self._said = found.what
                self._model.send(unread(found.what))
            self._ended()
            return
        if not found or found == self._sent:  # the same again: the books keep nothing now
            self._ended()
            return
        for act in found:
            self._model.send(happened_by_command(act))
        self._sent = found
        self._ask()  # behind the commits of these: what stands in the books goes from the file

    def _ended(self) -> None:
        self._busy = False
        again, self._again = self._again, False
        if again:
            self.look()  # somebody has opened the log-in meanwhile

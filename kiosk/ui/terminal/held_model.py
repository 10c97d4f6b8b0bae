"""A model that keeps a result back while the dice are in the air, so that no part of the screen gives it away."""

from PySide6.QtCore import QObject, Slot

from kiosk.seat.context import Context
from kiosk.seat.effects import Outcome
from kiosk.seat.events import AnyEvent
from kiosk.seat.rounds import Recalled
from kiosk.seat.state import SeatState
from kiosk.ui.kit.model import (
    RECALL_LENGTH,
    TICKETS_LENGTH,
    Answer,
    Failed,
    Question,
    SeatModel,
    with_outcome,
)


class HeldModel(SeatModel):
    """Passes everything on from another model; states, outcomes and the newest round wait while it is held.

    Only pictures wait: the seat itself has settled, and events go through at once. The window that owns it calls
    `hold` for every new state, after it has seen whether the dice are in the air.
    """

    def __init__(self, inner: SeatModel, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._inner = inner
        self._held = False
        self._state = inner.state
        self._waiting: list[Outcome] = []
        self._outcomes = inner.outcomes
        inner.outcome.connect(self._outcome)
        inner.told.connect(self.told)
        inner.recalled.connect(self._recalled)
        inner.tickets.connect(self.tickets)
        inner.unreadable.connect(self.unreadable)

    @property
    def context(self) -> Context:
        return self._inner.context

    @property
    def state(self) -> SeatState:
        return self._state

    @property
    def outcomes(self) -> list[Outcome]:
        return list(self._outcomes)

    def send(self, event: AnyEvent) -> None:
        self._inner.send(event)

    def ask_recall(self, limit: int = RECALL_LENGTH) -> None:
        self._inner.ask_recall(limit)

    def ask_tickets(self, limit: int = TICKETS_LENGTH) -> None:
        self._inner.ask_tickets(limit)

    def ask_books(self, question: Question, answer: Answer, failed: Failed = lambda: None) -> None:
        self._inner.ask_books(question, answer, failed)

    def hold(self, *, held: bool) -> None:
        """Keep the newest state and outcomes back, or let them go."""
        self._held = held
        if held:
            return
        waiting, self._waiting = self._waiting, []
        for outcome in waiting:
            self._let_go(outcome)
        if self._inner.state is not self._state:
            self._state = self._inner.state
            self.changed.emit(self._state)

    @Slot(object)
    def _recalled(self, rounds: list[Recalled]) -> None:
        last = self._inner.state.last
        kept_back = last.number if self._held and last is not None else None
        self.recalled.emit([one for one in rounds if one.round != kept_back])

    @Slot(object)
    def _outcome(self, outcome: Outcome) -> None:
        if self._held:
            self._waiting.append(outcome)
        else:
            self._let_go(outcome)

    def _let_go(self, outcome: Outcome) -> None:
        self._outcomes = with_outcome(self._outcomes, outcome)
        self.outcome.emit(outcome)

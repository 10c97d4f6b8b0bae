"""The seat as every screen sees it: one state to draw, one door for events. Screens decide nothing."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from PySide6.QtCore import QObject, Signal

from kiosk.seat.context import Context
from kiosk.seat.effects import Notice, Outcome
from kiosk.seat.events import AnyEvent
from kiosk.seat.rounds import Recalled
from kiosk.seat.state import SeatState
from kiosk.seat.step import step
from kiosk.store.seat_store import KeptTicket, SeatStore

MOST_OUTCOMES = 500
"""How many finished rounds are kept for the trends."""

RECALL_LENGTH = 100
"""How many rounds a recall answers when nothing else is asked for (money: Recall)."""

TICKETS_LENGTH = 35
"""How many tickets each way are answered when nothing else is asked for (standards: Recall)."""


Question = Callable[[SeatStore], Any]
"""What is asked of the books, in their own thread."""
Answer = Callable[[Any], None]
Failed = Callable[[], None]


def with_outcome(known: list[Outcome], outcome: Outcome) -> list[Outcome]:
    """The outcomes with a new one at the end, or in the place of the same round that was decided anew."""
    if any(one.round == outcome.round for one in known):
        return [outcome if one.round == outcome.round else one for one in known]
    return [*known, outcome][-MOST_OUTCOMES:]


class Asked(StrEnum):
    """What a screen may ask the seat's books for."""

    ROUNDS = "rounds"
    TICKETS = "tickets"


@dataclass(frozen=True)
class Tickets:
    """The last tickets that went in and came out, newest first."""

    incoming: tuple[KeptTicket, ...] = ()
    outgoing: tuple[KeptTicket, ...] = ()


class SeatModel(QObject):
    """What a screen knows of its seat. All signals come in the GUI thread.

    `changed` carries the new SeatState, `told` a Notice for the player, `outcome` the Outcome of a round that
    has just ended, `recalled` the answer to `ask_recall`: a list of Recalled, newest first, `tickets` the answer
    to `ask_tickets`: Tickets. `unreadable` carries the Asked that the books could not answer. Who asks must also
    bear that no answer ever comes: the books may be gone.
    """

    changed = Signal(object)
    told = Signal(object)
    outcome = Signal(object)
    recalled = Signal(object)
    tickets = Signal(object)
    unreadable = Signal(object)

    @property
    def context(self) -> Context:
        """Configuration, game and layout of the seat. They never change while the model lives."""
        raise NotImplementedError

    @property
    def state(self) -> SeatState:
        """The newest state, the same that `changed` has carried last."""
        raise NotImplementedError

    @property
    def outcomes(self) -> list[Outcome]:
        """The finished rounds of the table, oldest first, at most MOST_OUTCOMES. A copy."""
        raise NotImplementedError

    @property
    def keeps(self) -> bool:
        """Whether what is sent is written down. A seat that is locked for good keeps nothing."""
        return True

    def send(self, event: AnyEvent) -> None:
        """Hand an event to the seat. The new state is there, and `changed` was emitted, when this returns."""
        raise NotImplementedError

    # Without books that could be asked, which is what stands here, they are unreadable.

    def ask_recall(self, limit: int = RECALL_LENGTH) -> None:  # noqa: ARG002
        """Ask for the last `limit` rounds of this seat; `recalled` or `unreadable` answers, now or later."""
        self.unreadable.emit(Asked.ROUNDS)

    def ask_tickets(self, limit: int = TICKETS_LENGTH) -> None:  # noqa: ARG002
        """Ask for the last `limit` tickets each way; `tickets` or `unreadable` answers, now or later."""
        self.unreadable.emit(Asked.TICKETS)

    def ask_books(self, question: Question, answer: Answer, failed: Failed = lambda: None) -> None:  # noqa: ARG002
        """Ask the seat's books anything, in their own thread; ``answer`` or ``failed`` is called in this one, later.

        Neither may be called at all when the seat ends first.
        """
        failed()


class FakeModel(SeatModel):
    """A model whose state is set from outside, for tests and pictures.

    With `live` every event goes through the real step; of its effects only Notice and Outcome are carried out,
    nothing is stored or sent. Without, events are only written down in `sent`. What is asked for is answered at
    once, with `unreadable` while `books_readable` is False.
    """

    def __init__(
        self,
        context: Context,
        state: SeatState | None = None,
        *,
        live: bool = False,
        outcomes: Iterable[Outcome] = (),
        rounds: Iterable[Recalled] = (),
        tickets: Tickets = Tickets(),
        store: SeatStore | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._context = context
        self._state = state if state is not None else SeatState()
        self._live = live
        self._outcomes = list(outcomes)[-MOST_OUTCOMES:]
        self._rounds = list(rounds)
        self._tickets = tickets
        self._store = store
        self.books_readable = True
        self.sent: list[AnyEvent] = []

    @property
    def context(self) -> Context:
        return self._context

    @property
    def state(self) -> SeatState:
        return self._state

    @property
    def outcomes(self) -> list[Outcome]:
        return list(self._outcomes)

    def show(self, state: SeatState) -> None:
        """Take over a state and tell everybody."""
        self._state = state
        self.changed.emit(state)

    def tell(self, told: Notice) -> None:
        """Tell the player something."""
        self.told.emit(told)

    def add_outcome(self, outcome: Outcome) -> None:
        """A round has ended at the table."""
        self._outcomes = with_outcome(self._outcomes, outcome)
        self.outcome.emit(outcome)

    def send(self, event: AnyEvent) -> None:
        self.sent.append(event)
        if not self._live:
            return
        done = step(self._context, self._state, event)
        if done.state != self._state:
            self.show(done.state)
        for effect in done.effects:
            if isinstance(effect, Notice):
                self.tell(effect)
            elif isinstance(effect, Outcome):
                self.add_outcome(effect)

    def ask_recall(self, limit: int = RECALL_LENGTH) -> None:
        if self.books_readable:
            self.recalled.emit(self._rounds[:limit])
        else:
            self.unreadable.emit(Asked.ROUNDS)

    def ask_tickets(self, limit: int = TICKETS_LENGTH) -> None:
        if self.books_readable:
            both = (self._tickets.incoming[:limit], self._tickets.outgoing[:limit])
            self.tickets.emit(Tickets(*both))
        else:
            self.unreadable.emit(Asked.TICKETS)

    def ask_books(self, question: Question, answer: Answer, failed: Failed = lambda: None) -> None:
        if self.books_readable and self._store is not None:
            answer(question(self._store))
        else:
            failed()

"""The house's registry as a seat or a desk has it: it asks a host, and a question without an answer is asked again."""

from __future__ import annotations

import queue
import secrets
import threading
import time
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec

from kiosk.table.log import Asker, NoAnswer
from kiosk.tickets import rules
from kiosk.tickets.calls import Calls, Late, Lists, Page
from kiosk.tickets.registry import Action, RegistryFault, TicketRecord, TicketRegistry

TIMEOUT_S: Final = 3.0
AGAIN_S: Final = 0.1  # after a question without an answer
TRIES: Final = 5  # against another process that asks as this one
MAX_QUESTIONS: Final = 200  # that may wait
AHEAD: Final = (
    1_000_000  # more than what an earlier process of this place has asked in vain and is still on its way
)

_T = TypeVar("_T")
_CLOSED = RegistryFault("the registry of tickets is not asked any more: the seat ends")
_replies = msgspec.json.Decoder(rules.Answer | Late)


class RemoteRegistry(Calls):
    """Fits `TicketRegistry`. Any thread may call, one after the other; ``asker`` stays the caller's.

    guarantee: questions are carried out in the order of asking, whichever hosts carry them out. Each has a turn above
    all before it, so one that comes late, after a later one was carried out, changes nothing.
    A call asks again for ``timeout_s``, then raises RegistryFault.
    """

    def __init__(self, asker: Asker, timeout_s: float = TIMEOUT_S) -> None:
        self._asker = asker
        self._timeout_s = timeout_s
        self._lock = threading.Lock()  # one question at a time
        self._closed = threading.Event()
        self._turn: int | None = None  # of our last question; None: we have asked none

    def close(self) -> None:
        """Ask no more. Who waits gets RegistryFault when the question under way ends."""
        self._closed.set()

    def ask(self, request: rules.Request) -> rules.Answer:
        """See :class:`Calls`. RegistryFault: no host has answered in time."""
        with self._lock:
            return self._heard(lambda: self._asked(msgspec.json.encode(request)))

    def _asked(self, question: bytes) -> rules.Answer:
        end_s = time.monotonic() + self._timeout_s
        turn = self._turn if self._turn is not None else self._asker.turn() + AHEAD
        for _ in range(TRIES):
            self._turn = turn = turn + 1
            reply = self._repeated(turn, secrets.token_bytes(8), question, end_s)
            if not isinstance(reply, Late):
                return reply
            turn = max(turn, reply.turn)
        raise NoAnswer("another program asks as this one: expected one")

    def _repeated(self, turn: int, mark: bytes, question: bytes, end_s: float) -> rules.Answer | Late:
        """The same question until it has an answer: it is carried out once."""
        while True:
            try:
                reply: rules.Answer | Late = _replies.decode(self._asker.ask(turn, mark, question))
            except NoAnswer:
                if time.monotonic() >= end_s or self._closed.wait(AGAIN_S):
                    raise
            else:
                return reply

    def _heard(self, ask: Callable[[], _T]) -> _T:
        if self._closed.is_set():
            raise RegistryFault("registry of the house: it is not asked any more")
        try:
            return ask()
        except NoAnswer as silence:
            raise RegistryFault(f"registry of the house: {silence}") from silence
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise RegistryFault(f"registry of the house: an answer is damaged: {error}") from error


class RegistrarThread:
    """Asks a registry that may keep one waiting, in a thread of its own and in order. Fits the runner's `Registrar`.

    note: ``on_bug`` is told of an exception that is no fault of the registry; the thread has ended then.
    """

    def __init__(self, registry: TicketRegistry, on_bug: Callable[[BaseException], None]) -> None:
        self._registry = registry
        self._on_bug = on_bug
        self._closed = False
        self._jobs: queue.Queue[Callable[[], None] | None] = queue.Queue(MAX_QUESTIONS)
        self._thread = threading.Thread(target=self._run, name="registrar", daemon=True)
        self._thread.start()

    def ask(
        self, question: Callable[[TicketRegistry], _T], answer: Callable[[_T | RegistryFault], None]
    ) -> None:
        """Ask, then call ``answer`` once, in the thread. A full queue is a fault of the registry."""

        def job() -> None:
            try:
                found: _T | RegistryFault = question(self._registry) if not self._closed else _CLOSED
            except RegistryFault as fault:
                found = fault
            answer(found)

        try:
            self._jobs.put_nowait(job)
        except queue.Full:
            answer(RegistryFault(f"{MAX_QUESTIONS} questions wait for the registry of tickets"))

    def close(self) -> None:
        """Answer what is queued without asking any more, then end the thread."""
        self._closed = True
        while self._thread.is_alive():
            try:
                self._jobs.put(None, timeout=0.1)
            except queue.Full:
                continue
            self._thread.join()

    def _run(self) -> None:
        while (job := self._jobs.get()) is not None:
            try:
                job()
            except Exception as bug:
                self._on_bug(bug)
                raise


class RemoteDesk(RemoteRegistry, Lists):
    """Fits `TicketDesk`: a desk may also list all tickets, and every step."""

    def records(self) -> list[TicketRecord]:
        """See :class:`Lists`."""
        return self._heard(lambda: _listed(self._asker.records, TicketRecord))

    def all_actions(self) -> list[Action]:
        """See :class:`Lists`."""
        return self._heard(lambda: _listed(self._asker.actions, Action))


def _listed(read: Callable[[bytes], bytes], kind: type[_T]) -> list[_T]:
    """All pages of a list, what was made first first."""
    found: list[tuple[int, _T]] = []
    after = b""
    while True:
        page = msgspec.json.decode(read(after), type=Page)
        found += [(made, msgspec.json.decode(body, type=kind)) for made, body in page.found]
        if not page.after:
            return [each for _, each in sorted(found, key=lambda pair: pair[0])]
        after = page.after.encode()

"""The house's registry of tickets at a host: the gateway asks it for who the certificate says.

Each question of a seat or a desk is one transaction of etcd.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from kiosk.faults import EnvironmentFault
from kiosk.host.rights import Identity, Role
from kiosk.links.anchors import decode_anchor
from kiosk.links.etcd.cells import Cell, Cells
from kiosk.links.hosts import wire
from kiosk.table import keys as table_keys
from kiosk.table.head import Head
from kiosk.table.log import NoAnswer, Put
from kiosk.tickets import rules
from kiosk.tickets.calls import Late, Page
from kiosk.tickets.house_clock import HouseClock
from kiosk.tickets.keys import STEPS, TICKETS, Place, hidden, step, ticket
from kiosk.tickets.registry import Action, Refusal, RegistryFault, Rejected, TicketRecord, last_digits
from kiosk.tickets.rules import Books, Issued, Limits, RefusedIssue
from kiosk.tickets.stored import decoded, record_in
from kiosk.tickets.ticket import facts_of

MOST_BYTES: Final = 4_096  # of a question: a ticket with its longest names has a fifth of it
MOST_TURN: Final = 2**53
MOST_MARK: Final = 64
TRIES: Final = (
    1_000  # against others that change the same ticket at the same moment; each time one of them got on
)

_log = logging.getLogger(__name__)
_questions = msgspec.json.Decoder(rules.Request)
_T = TypeVar("_T")
_DAMAGE, _CLOCK = "damage", "clock"


class Turn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was carried out last for a place, and its answer, which names no number."""

    turn: int
    mark: str
    answer: rules.Answer


class _Stands(msgspec.Struct, frozen=True):
    """What a question meets: its place's turn, its ticket, and what its seat has issued and was refused."""

    turn: Turn | None
    record: TicketRecord | None
    issued: Issued
    refused: RefusedIssue | None
    books: Books | None
    unchanged: dict[str, int]


class AskedRegistry:
    """Answers for the house. Any thread but the link's, any number of processes; killed at any moment.

    ``key`` hides numbers, ``now`` is the clock in UTC text, ``say`` is told of what is refused to those who may not
    ask for it or cannot have asked honestly. All raise RegistryFault for what is damaged, NoAnswer for silence: then
    the question may have been carried out, or may still be.
    """

    def __init__(
        self,
        cells: Cells,
        key: bytes,
        limits: Limits,
        now: Callable[[], str],
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        self._cells = cells
        self._key = key
        self._limits = limits
        self._now = now
        self._say = say
        self.clock = HouseClock(cells)

    def answer(self, place: Place, turn: int, mark: bytes, question: bytes, head: Head | None) -> bytes:
        """Carry out what ``place`` asks, and answer. ``place`` is known by its certificate, never by the question.

        guarantee: ticket, step, turn and answer are written in one transaction, or nothing is. A question whose turn
        is not above what was carried out for this place changes nothing and is told so; a repeat with the same turn
        and mark gets the same answer. ``head`` is where the seat's books end: without it a seat issues nothing.
        """
        request = _request(question)
        if request is None or not 1 <= turn <= MOST_TURN or not 1 <= len(mark) <= MOST_MARK:
            self._tell(f"{place.party} asks for something that is no question")
            return _encoded(Rejected("", Refusal.NOT_PERMITTED))
        name = hidden(self._key, request.number)
        for _ in range(TRIES):
            stands = self._stands(place, name, request.number, head)
            before = stands.turn
            if before is not None and turn <= before.turn:
                again = (turn, mark.hex()) == (before.turn, before.mark)
                return _encoded(_named(before.answer, request.number) if again else Late(before.turn))
            if not rules.may(place, request, stands.record):
                what = f"{type(request).__name__} of the ticket ending in {last_digits(request.number)}"
                self._tell(f"{place.party} asks for {what} and may not")
                return _encoded(Rejected(request.number, Refusal.NOT_PERMITTED))
            at_utc = self._now()
            decision, issued = self._decide(stands, request, at_utc)
            puts = _kept(name, decision)
            puts.append(Put(place.turn, _encoded(Turn(turn, mark.hex(), _named(decision.answer, "")))))
            if issued != stands.issued:
                puts.append(Put(place.issued, _encoded(issued)))
            refused = _refused(decision, request, stands, at_utc)
            if refused is not None:
                puts.append(Put(place.refused, _encoded(refused)))
            if self._cells.swap(stands.unchanged, puts):
                if refused is not None:
                    self._tell(refused.told)
                return _encoded(decision.answer)
        raise RegistryFault(f"registry of the house: what {place.party} asks changes all the time")

    def turn(self, place: Place) -> int:
        """The newest turn that was carried out for ``place``; 0 for none."""
        cell = self._cells.get(place.turn)
        return decoded(cell, Turn).turn if cell is not None else 0

    def records(self, after: bytes) -> bytes:
        """A page of all tickets, as they stood at one moment. For desks and hosts: the caller looks who asks."""
        return self._page(after, TICKETS, record_in)

    def actions(self, after: bytes) -> bytes:
        """A page of all steps, as :meth:`records`."""
        return self._page(after, STEPS, lambda cell: decoded(cell, Action))

    def _page(self, after: bytes, prefix: str, read: Callable[[Cell], _T]) -> bytes:
        revision, _, key = after.decode(errors="replace").partition(" ")
        if after and not (revision.isascii() and revision.isdecimal() and key.startswith(prefix)):
            raise RegistryFault("registry of the house: a page begins where none ended")
        cells, at, more = self._cells.page(prefix, key, int(revision or 0))
        ends = f"{at} {cells[-1].key}" if more else ""
        return _encoded(Page([(cell.created, msgspec.Raw(_encoded(read(cell)))) for cell in cells], ends))

    # --- one question -------------------------------------------------------------------------------------------

    def _stands(self, place: Place, name: str, number: str, head: Head | None) -> _Stands:
        keys = (place.turn, ticket(name), place.issued, place.refused)
        anchor, *cells = self._cells.those([table_keys.anchor(place.table, place.name), *keys])
        turn, kept, issued, refused = cells
        record = record_in(kept) if kept is not None else None
        if record is not None and record.ticket.digits != last_digits(number):
            raise RegistryFault("registry of the house: a ticket's key holds another one's record")
        return _Stands(
            turn=decoded(turn, Turn) if turn is not None else None,
            record=record,
            issued=decoded(issued, Issued) if issued is not None else Issued(),
            refused=decoded(refused, RefusedIssue) if refused is not None else None,
            books=_books(head, anchor),
            unchanged={
                key: cell.changed if cell is not None else 0 for key, cell in zip(keys, cells, strict=True)
            },
        )

    def _decide(self, stands: _Stands, request: rules.Request, at_utc: str) -> tuple[rules.Decision, Issued]:
        asked_utc = _asked_at(request)
        newest = self.clock.newest(at_utc, asked_utc)
        decision = rules.decide(stands.record, request, at_utc, newest)
        expired = isinstance(decision.answer, Rejected) and decision.answer.reason is Refusal.EXPIRED
        if expired and not self.clock.believes(at_utc, asked_utc):  # another host pays it
            return rules.Decision(Rejected(request.number, Refusal.WRONG_CLOCK)), stands.issued
        decision = rules.taken_at(
            decision, self.clock.of_step(at_utc, asked_utc or _known_at(stands.record, request))
        )
        clock = rules.later(at_utc, newest)
        return rules.checked(decision, request, stands.issued, stands.books, self._limits, clock)

    def _tell(self, what: str) -> None:
        _log.warning("registry: %s", what)
        self._say(f"registry: {what}")


def _books(head: Head | None, anchor: Cell | None) -> Books | None:
    """Where the seat's books end, with what hosts know of those before. Raises RegistryFault for a damaged anchor."""
    if head is None or anchor is None:
        return Books(head) if head is not None else None
    try:
        known = decode_anchor(anchor.key, anchor.value)
    except EnvironmentFault as damaged:
        raise RegistryFault(damaged.what, damaged.way_out) from damaged
    return Books(head, known.retired, known.releases)


def _refused(
    decision: rules.Decision, request: rules.Request, stands: _Stands, at_utc: str
) -> RefusedIssue | None:
    """What staff must see: an honest seat never meets these refusals."""
    answer = decision.answer
    if not isinstance(answer, Rejected) or answer.reason not in _NEVER_HONEST:
        return None
    record = facts_of(request.ticket) if isinstance(request, rules.Issue) else None
    if record is None and stands.record is not None:
        record = stands.record.ticket
    if record is None:
        return None
    times = stands.refused.times + 1 if stands.refused is not None else 1
    return RefusedIssue(at_utc, answer.reason, times, record, stands.issued, stands.books)


_NEVER_HONEST: Final = frozenset({Refusal.OUT_OF_SEQUENCE, Refusal.NOT_COVERED})


def _asked_at(request: rules.Request) -> str:
    """The clock of who asks; empty where the question has none."""
    match request:
        case rules.Issue(ticket=asked):
            return asked.at_utc
        case rules.Reserve() | rules.Pay() | rules.VoidIssued():
            return request.at_utc
    return ""


def _known_at(record: TicketRecord | None, request: rules.Request) -> str:
    """A time near that of a step of which who asks says none: when the ticket was printed, or held; empty for none."""
    if record is None:
        return ""
    return record.ticket.at_utc if isinstance(request, rules.Confirm | rules.Void) else record.at_utc


def _kept(name: str, decision: rules.Decision) -> list[Put]:
    if decision.record is None or decision.action is None:
        return []
    return [
        Put(ticket(name), _encoded(decision.record)),
        Put(step(name, decision.record.steps), _encoded(decision.action)),
    ]


def _named(answer: rules.Answer, number: str) -> rules.Answer:
    return replace(answer, number=number)


def _request(question: bytes) -> rules.Request | None:
    if len(question) > MOST_BYTES:
        return None
    try:
        found: rules.Request = _questions.decode(question)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found


def _encoded(value: object) -> bytes:
    return msgspec.json.encode(value)


class Tickets:
    """Fits `Registry` of the gateway. Any thread but the link's, several at once.

    ``say`` is told when something is damaged, and when this host's clock is not believed: once, until it is over.
    What is damaged is not answered, which is safe: the asker asks again.
    """

    def __init__(self, registry: AskedRegistry, say: Callable[[str], None]) -> None:
        self._registry = registry
        self._say = say
        self._lock = threading.Lock()
        self._told: dict[str, str] = {}

    def answer(self, who: Identity, ask: wire.QuestionAsk) -> bytes:
        """Carry a question out. Raises NoAnswer."""
        place = place_of(who)
        found = self._asked(
            place.party, lambda: self._registry.answer(place, ask.turn, ask.mark, ask.question, ask.head)
        )
        self._tell(_CLOCK, self._registry.clock.trouble, "the clock of this host is right again")
        return found

    def turn(self, who: Identity) -> int:
        """The newest turn that was carried out for ``who``. Raises NoAnswer."""
        place = place_of(who)
        return self._asked(place.party, lambda: self._registry.turn(place))

    def tickets(self, after: bytes) -> bytes:
        """A page of all tickets. Raises NoAnswer."""
        return self._asked("a list of tickets", lambda: self._registry.records(after))

    def steps(self, after: bytes) -> bytes:
        """A page of all their steps. Raises NoAnswer."""
        return self._asked("a list of steps", lambda: self._registry.actions(after))

    def _asked(self, whose: str, ask: Callable[[], _T]) -> _T:
        try:
            found = ask()
        except RegistryFault as fault:
            self._tell(f"{_DAMAGE} {whose}", f"{whose} cannot be answered: {fault}", "")
            raise NoAnswer(str(fault)) from fault
        self._tell(f"{_DAMAGE} {whose}", "", f"{whose} is answered again")
        return found

    def _tell(self, what: str, trouble: str, over: str) -> None:
        """Once when it begins and once when it ends, not with each second of a clock."""
        with self._lock:
            before = self._told.pop(what, "")
            if trouble:
                self._told[what] = trouble
        if bool(trouble) is not bool(before):
            self._say(f"registry: {trouble or over}")


def place_of(who: Identity) -> Place:
    """Whose acts those of ``who`` are: a seat's, or those of the desk that is named as its table."""
    return Place(who.table, who.name) if who.role is Role.SEAT else Place("", who.table)

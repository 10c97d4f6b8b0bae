"""The registry of tickets of a house: one key of etcd for each, changed only by comparing its revision."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import msgspec

from kiosk.devices.number import is_valid as is_number
from kiosk.devices.number import mask
from kiosk.devices.registry import Action, Refusal, RegistryFault, Rejected, TicketRecord
from kiosk.host import registry_rules as rules
from kiosk.host.registry_askers import may
from kiosk.host.registry_calls import Calls, Lists
from kiosk.host.registry_house_clock import HouseClock
from kiosk.host.registry_keys import STEPS, TICKETS, Place, asked_by, step, ticket
from kiosk.links.etcd.cells import Cell, Cells
from kiosk.table.log import NoAnswer, Put

MOST_BYTES = 4_096  # of a question: a ticket with its longest names has a fifth of it
TRIES = 1_000  # against others that change the same ticket at the same moment; each time one of them got on


class Answered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands under the key of an answer. `at_utc` is the host's clock."""

    at_utc: str
    answer: rules.Answer


class Carried(msgspec.Struct, frozen=True):
    """A question that this process has answered."""

    place: Place
    request: rules.Request | None  # None: it does not decode
    answer: rules.Answer


_T = TypeVar("_T")
_decoder = msgspec.json.Decoder(rules.Request)


class EtcdLists(Lists):
    """What the house's registry holds. Who may read the tickets may use it: a desk, a host, an auditor."""

    def __init__(self, cells: Cells) -> None:
        self.cells = cells

    def records(self) -> list[TicketRecord]:
        """All tickets as they stood at one moment, the oldest first. Raises RegistryFault."""
        found = sorted(self._under(TICKETS), key=lambda cell: cell.created)
        return [record_in(cell) for cell in found]

    def all_actions(self) -> list[Action]:
        """Every step of every ticket, in the order in which they were taken. Raises RegistryFault."""
        found = sorted(self._under(STEPS), key=lambda cell: (cell.created, cell.key))
        return [_decoded(cell, Action) for cell in found]

    def record(self, number: str) -> TicketRecord | None:
        """One ticket. Raises RegistryFault."""
        try:
            cell = self.cells.get(ticket(number))
        except NoAnswer as silence:
            raise RegistryFault(f"registry of the house: {silence}") from silence
        return record_in(cell) if cell is not None else None

    def _under(self, prefix: str) -> list[Cell]:
        try:
            return self.cells.all(prefix)
        except NoAnswer as silence:
            raise RegistryFault(f"registry of the house: {silence}") from silence


class EtcdRegistry(EtcdLists, Calls):
    """Fits `TicketRegistry` and `TicketDesk`, for the host alone: nobody else may write tickets.

    Any thread but the link's, any number of processes. ``now`` is the clock of steps that name no time themselves.
    """

    def __init__(self, cells: Cells, now: Callable[[], str]) -> None:
        super().__init__(cells)
        self._now = now
        self.clock = HouseClock(cells)

    def ask(self, request: rules.Request) -> rules.Answer:
        """Carry ``request`` out. Raises RegistryFault, also when it may have been carried out."""
        try:
            for _ in range(TRIES):
                cell = self.cells.get(ticket(request.number))
                record = record_in(cell) if cell is not None else None
                decision = self._decide(record, request)
                if decision.record is None or self.cells.swap(*_written(cell, decision, request.number)):
                    return decision.answer
        except NoAnswer as silence:
            raise RegistryFault(f"registry of the house: {silence}") from silence
        raise RegistryFault(f"registry of the house: ticket {mask(request.number)} changes all the time")

    def answer_next(self, place: Place) -> Carried | None:
        """Answer the oldest question of ``place``; None when it asks nothing now, or another host was first.

        Ticket, step and answer are written, and the question is taken away, in one step, or nothing is. Raises
        NoAnswer, and RegistryFault for a ticket that does not decode.
        """
        for _ in range(TRIES):
            asked = self.cells.oldest(place.asks)
            found = asked_by(asked.key) if asked is not None else None
            if asked is None or found is None:
                return None
            request = _request(asked.value)
            named = request is not None and is_number(request.number)
            cell = self.cells.get(ticket(request.number)) if request is not None and named else None
            decision = self._judge(place, request, cell)
            at = self._now()
            answer = Put(place.answer(found[1]), msgspec.json.encode(Answered(at, decision.answer)))
            unchanged, puts = _written(
                cell, decision, request.number if request is not None and named else ""
            )
            if self.cells.swap(unchanged | {asked.key: asked.changed}, [*puts, answer], [asked.key]):
                return Carried(place, request, decision.answer)
        raise RegistryFault(f"registry of the house: what {place.party} asks changes all the time")

    def _judge(self, place: Place, request: rules.Request | None, cell: Cell | None) -> rules.Decision:
        if request is None:
            return rules.Decision(Rejected("", Refusal.NOT_PERMITTED))
        record = record_in(cell) if cell is not None else None
        if not may(place, request, record):
            return rules.Decision(Rejected(request.number, Refusal.NOT_PERMITTED))
        return self._decide(record, request)

    def _decide(self, record: TicketRecord | None, request: rules.Request) -> rules.Decision:
        at_utc, asked_utc = self._now(), _asked_at(request)
        newest = self.clock.newest(at_utc, asked_utc)
        decision = rules.decide(record, request, at_utc, newest)
        expired = isinstance(decision.answer, Rejected) and decision.answer.reason is Refusal.EXPIRED
        if expired and not self.clock.believes(at_utc, asked_utc):  # another host pays it
            return rules.Decision(Rejected(request.number, Refusal.WRONG_CLOCK))
        return decision


def _asked_at(request: rules.Request) -> str:
    """The clock of who asks; empty where the question has none."""
    match request:
        case rules.Issue(ticket=asked):
            return asked.at_utc
        case rules.Reserve() | rules.Pay() | rules.VoidIssued():
            return request.at_utc
    return ""


def _written(cell: Cell | None, decision: rules.Decision, number: str) -> tuple[dict[str, int], list[Put]]:
    """What must be unchanged for ``decision`` to hold, and what it writes. No ``number``: nothing of a ticket."""
    unchanged = {ticket(number): cell.changed if cell is not None else 0} if number else {}
    if decision.record is None or decision.action is None:
        return unchanged, []
    record = Put(ticket(number), msgspec.json.encode(decision.record))
    kept = Put(step(number, decision.record.steps), msgspec.json.encode(decision.action))
    return unchanged, [record, kept]


def record_in(cell: Cell) -> TicketRecord:
    """The record in ``cell``. Raises RegistryFault for one that is none or another ticket's."""
    record = _decoded(cell, TicketRecord)
    if ticket(record.ticket.number) != cell.key:
        raise RegistryFault(f"registry of the house: {_shown(cell.key)} holds another ticket's record")
    return record


def _decoded(cell: Cell, kind: type[_T]) -> _T:
    try:
        return msgspec.json.decode(cell.value, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RegistryFault(f"registry of the house: {_shown(cell.key)} is damaged: {error}") from error


def _shown(key: str) -> str:
    return f"a key that ends in {key[-4:]}"


def _request(value: bytes) -> rules.Request | None:
    if len(value) > MOST_BYTES:  # its answer must fit beside it
        return None
    try:
        found: rules.Request = _decoder.decode(value)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found

"""The registry of tickets of a house: one key of etcd for each, changed only by comparing its revision."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from kiosk.devices.number import mask
from kiosk.devices.registry import Refusal, RegistryFault, Rejected, TicketRecord
from kiosk.host import registry_rules as rules
from kiosk.host.registry_askers import may
from kiosk.host.registry_calls import Calls
from kiosk.host.registry_house_clock import HouseClock
from kiosk.host.registry_keys import Place, asked_by, hidden, step, ticket
from kiosk.host.registry_stored import EtcdLists, record_in
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


_decoder = msgspec.json.Decoder(rules.Request)


class EtcdRegistry(EtcdLists, Calls):
    """Fits `TicketRegistry` and `TicketDesk`, for the host alone: nobody else may write tickets.

    Any thread but the link's, any number of processes. ``now`` is the clock of steps that name no time themselves.
    """

    def __init__(self, cells: Cells, now: Callable[[], str], key: bytes = b"") -> None:
        super().__init__(cells)
        self._key = key
        self._now = now
        self.clock = HouseClock(cells)

    def ask(self, request: rules.Request) -> rules.Answer:
        """Carry ``request`` out. Raises RegistryFault, also when it may have been carried out."""
        try:
            for _ in range(TRIES):
                name = hidden(self._key, request.number)
                cell = self.cells.get(ticket(name))
                record = record_in(cell) if cell is not None else None
                decision = self._decide(record, request)
                if decision.record is None or self.cells.swap(*_written(cell, decision, name)):
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
            name = hidden(self._key, request.number) if request is not None else ""
            cell = self.cells.get(ticket(name)) if name else None
            decision = self._judge(place, request, cell)
            at = self._now()
            answer = Put(place.answer(found[1]), msgspec.json.encode(Answered(at, decision.answer)))
            unchanged, puts = _written(cell, decision, name)
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


def _written(cell: Cell | None, decision: rules.Decision, name: str) -> tuple[dict[str, int], list[Put]]:
    """What must be unchanged for ``decision`` to hold, and what it writes. No ``name``: nothing of a ticket."""
    unchanged = {ticket(name): cell.changed if cell is not None else 0} if name else {}
    if decision.record is None or decision.action is None:
        return unchanged, []
    record = Put(ticket(name), msgspec.json.encode(decision.record))
    kept = Put(step(name, decision.record.steps), msgspec.json.encode(decision.action))
    return unchanged, [record, kept]


def _request(value: bytes) -> rules.Request | None:
    if len(value) > MOST_BYTES:  # its answer must fit beside it
        return None
    try:
        found: rules.Request = _decoder.decode(value)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    return found

"""The house's registry as a seat or a desk has it: it asks the hosts by a key of its own, and waits for the answer."""

from __future__ import annotations

import secrets
import threading
import time
from typing import Final

import msgspec

from kiosk.devices.registry import Action, RegistryFault, TicketRecord
from kiosk.host import registry_rules as rules
from kiosk.host.registry_calls import Calls, Lists
from kiosk.host.registry_etcd import Answered, EtcdLists
from kiosk.host.registry_keys import Place
from kiosk.links.etcd import EtcdLog
from kiosk.links.etcd.cells import Cells
from kiosk.table.log import Entry, Feed, NoAnswer, Put

TIMEOUT_S: Final = 3.0
TRIES: Final = 5  # against a question of ours that comes late, or another process that asks as this place


class RemoteRegistry(Calls):
    """Fits `TicketRegistry`. Any thread may call, one after the other; the link stays the caller's.

    guarantee: questions are carried out in the order of asking. Each compares and raises this place's turn, so one
    that reaches the servers after a later one was asked is refused by them.
    A call takes as long as ``timeout_s`` and three answers of the servers, then raises RegistryFault.
    """

    def __init__(self, log: EtcdLog, place: Place, timeout_s: float = TIMEOUT_S) -> None:
        self.place = place
        self._log = log
        self._cells = Cells(log)
        self._timeout_s = timeout_s
        self._lock = threading.Lock()  # one question at a time
        self._news = threading.Condition()
        self._come: dict[str, bytes] = {}
        self._awaited = ""
        self._closed = False
        self._turn: tuple[int, int] | None = (
            None  # number and revision of our last question, when they are known
        )
        self._feed: Feed | None = None

    def close(self) -> None:
        """Wait for no more answers. Whoever still waits gets RegistryFault soon."""
        with self._news:
            self._closed = True
            self._news.notify_all()
        with self._lock:
            if self._feed is not None:
                self._feed.close()

    def ask(self, request: rules.Request) -> rules.Answer:
        """See :class:`Calls`. RegistryFault: no host has answered in time, or the servers are silent."""
        with self._lock:
            try:
                if self._feed is None:
                    self._feed = self._log.follow([self.place.answers], 0, self._answered)
                return self._asked(msgspec.json.encode(request))
            except NoAnswer as silence:
                self._turn = None
                raise RegistryFault(f"registry of the house: {silence}") from silence
            finally:
                self._await("")

    def _asked(self, question: bytes) -> rules.Answer:
        end_s = time.monotonic() + self._timeout_s
        n = self._put(question)
        key = self.place.answer(n)
        with self._news:
            while key not in self._come and not self._closed and (left_s := end_s - time.monotonic()) > 0:
                self._news.wait(left_s)
            found = self._come.get(key)
        return _read(found if found is not None else self._withdraw(n))

    def _put(self, question: bytes) -> int:
        """Ask, and take away the answers to what was asked before. The number of the question."""
        place = self.place
        for _ in range(TRIES):
            n, revision = self._turn if self._turn is not None else self._read_turn()
            n += 1
            mark = f"{n:012d} {secrets.token_hex(8)}".encode()
            self._await(place.answer(n))
            puts = [Put(place.turn, mark), Put(place.ask(n), question)]
            self._turn = None
            at = self._cells.swap({place.turn: revision}, puts, cleared=[place.answers])
            if not at:
                # Asked by ourselves after all, when the servers' first answer was lost, or by what came late.
                stands = self._cells.get(place.turn)
                if stands is None or stands.value != mark:
                    continue
                at = stands.changed
            self._turn = n, at
            return n
        raise NoAnswer(f"another program asks as {place.party}: expected one")

    def _read_turn(self) -> tuple[int, int]:
        cell = self._cells.get(self.place.turn)
        if cell is None:
            return 0, 0
        digits = cell.value.partition(b" ")[0]
        if not digits.isdigit():
            raise RegistryFault(f"registry of the house: {self.place.turn} holds no number")
        return int(digits), cell.changed

    def _withdraw(self, n: int) -> bytes:
        """Take the question back; when a host was quicker, its answer."""
        ask, key = self.place.ask(n), self.place.answer(n)
        stands = self._cells.get(ask)
        if stands is not None and self._cells.swap({ask: stands.changed}, [], [ask]):
            raise NoAnswer(f"no host has answered within {self._timeout_s:g} s")
        answer = self._cells.get(key)
        if answer is None:  # taken back after all, when the servers' first answer was lost
            raise NoAnswer(f"no host has answered within {self._timeout_s:g} s")
        return answer.value

    def _await(self, key: str) -> None:
        with self._news:
            self._awaited = key
            self._come.clear()

    def _answered(self, entry: Entry) -> None:
        """In the link's thread."""
        with self._news:
            if entry.key == self._awaited:
                self._come[entry.key] = entry.value
                self._news.notify_all()


class RemoteDesk(RemoteRegistry, Lists):
    """Fits `TicketDesk`: a desk asks for what changes a ticket, and may read the tickets themselves."""

    def __init__(self, log: EtcdLog, desk: str, timeout_s: float = TIMEOUT_S) -> None:
        super().__init__(log, Place("", desk), timeout_s)
        self._lists = EtcdLists(Cells(log))

    def look_up(self, number: str, /) -> TicketRecord | None:
        return self._lists.record(number)

    def records(self) -> list[TicketRecord]:
        """See :class:`Lists`."""
        return self._lists.records()

    def all_actions(self) -> list[Action]:
        """See :class:`Lists`."""
        return self._lists.all_actions()


def _read(value: bytes) -> rules.Answer:
    try:
        return msgspec.json.decode(value, type=Answered).answer
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise RegistryFault(f"registry of the house: an answer is damaged: {error}") from error

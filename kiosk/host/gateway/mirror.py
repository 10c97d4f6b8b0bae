"""What stands of one table in etcd, as this host sees it: one watch, fanned out to all who follow.

etcd's load grows with the hosts and not with the seats.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_right, insort
from collections.abc import Callable, Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from aetcd import rpc

from kiosk.links.calls.servers import attend
from kiosk.links.etcd import wire
from kiosk.links.etcd.log import EtcdLog
from kiosk.links.etcd.members import Member
from kiosk.links.etcd.watching import Watch
from kiosk.links.hosts import wire as wire_hosts
from kiosk.table import keys
from kiosk.table.history import Memory, Remembering, remembering
from kiosk.table.log import Entry, NoAnswer, OtherHistory

PAGE, PAGE_SECONDS = 2_000, 5.0  # keys asked for at once, and how long that may take
GRACE_SECONDS = 0.3  # to find another member before who follows is sent to another host


class Kind(StrEnum):
    """What somebody wants to be told of."""

    RECORDS = "records"  # as they come
    PRESENCES = "presences"  # that stand, and go
    CHANGES = "changes"  # records that are written over or removed


class Listener(Protocol):
    """Somebody who follows. Both are called in the link's thread and must only enqueue."""

    def tell(self, body: bytes) -> None:
        """A body of a stream, see :mod:`kiosk.links.hosts.wire`."""

    def lost(self) -> None:
        """This host has lost the table: whoever follows goes to another."""


class _Place(NamedTuple):
    """Where a record stands in the order."""

    seq: int
    key: str


class Mirror:
    """One table's. Everything belongs to the link's thread. ``run`` is its task.

    guarantee: who joins is told of what stands above its place and then of what comes, without gap and in order.
    """

    def __init__(self, link: EtcdLog, table: str) -> None:
        self._link = link
        self._root = keys.root(table)
        self._table = table
        self._remember: Remembering = remembering(table, Memory(who="this host"))
        self._records: dict[str, Entry] = {}
        self._order: dict[str, list[_Place]] = {}  # by folder: who follows one reads no other
        self._presences: dict[str, bytes] = {}
        self._listeners: dict[Kind, dict[Listener, tuple[str, ...]]] = {kind: {} for kind in Kind}
        self._hearing: dict[tuple[Kind, str], list[Listener]] = {}  # by folder: who may hear of what is in it
        self._alarm: asyncio.TimerHandle | None = None
        self._came = asyncio.Event()
        self.position = 0  # the revision up to which everything was told
        self.up = False

    async def run(self) -> None:
        """Follow for ever."""
        try:
            await attend(self._link.servers, self._session, self._lost)
        finally:
            self._go()

    # --- who follows --------------------------------------------------------------------------------------------

    async def reaches(self, place: int, seconds: float) -> bool:
        """Whether this host knows the table up to ``place``, now or within ``seconds``."""
        try:
            async with asyncio.timeout(seconds):
                while not (self.up and self.position >= place):
                    self._came.clear()
                    await self._came.wait()
        except TimeoutError:
            return False
        return True

    def join(self, listener: Listener, kind: Kind, prefixes: Iterable[str]) -> None:
        """Tell ``listener`` of what comes under ``prefixes`` from now on."""
        self._listeners[kind][listener] = tuple(prefixes)
        self._hearing.clear()

    def leave(self, listener: Listener) -> None:
        """Tell it nothing more."""
        for listeners in self._listeners.values():
            listeners.pop(listener, None)
        self._hearing.clear()

    def _hear(self, kind: Kind, key: str) -> list[Listener]:
        """Who may hear of what happens to ``key``: those whose prefixes and its folder meet."""
        folder = _folder(key)
        if (kind, folder) not in self._hearing:
            self._hearing[kind, folder] = [
                listener
                for listener, prefixes in self._listeners[kind].items()
                if any(folder.startswith(prefix) or prefix.startswith(folder) for prefix in prefixes)
            ]
        return self._hearing[kind, folder]

    def _tell(self, kind: Kind, key: str, body: wire_hosts.Told) -> None:
        data = wire_hosts.encode(body)
        for listener in tuple(self._hear(kind, key)):
            if key.startswith(self._listeners[kind][listener]):
                listener.tell(data)

    def standing(self, prefixes: Sequence[str], after: int) -> list[Entry]:
        """The records under ``prefixes`` above ``after``, in order."""
        found: list[Entry] = []
        for folder, order in self._order.items():
            if not any(folder.startswith(prefix) or prefix.startswith(folder) for prefix in prefixes):
                continue
            newer = order[bisect_right(order, (after, "\U0010ffff")) :]
            found += [self._records[key] for _, key in newer if key.startswith(tuple(prefixes))]
        return wire.in_order(found)

    def present(self, prefix: str) -> dict[str, bytes]:
        """The presences that stand under ``prefix``."""
        return {key: value for key, value in self._presences.items() if key.startswith(prefix)}

    # --- etcd ---------------------------------------------------------------------------------------------------

    async def _session(self, member: Member, well: Callable[[], None]) -> None:
        # The watch begins first and what stands is read then: whatever comes between is seen twice, never missed.
        async with Watch(member, [self._root], deletions=True) as watch:
            await self._compare(member)
            await self._read(member)
            well()
            self._is_up()
            while True:
                self._take([event for _, event in await watch.events()])

    async def _compare(self, member: Member) -> None:
        answer = await member.ask(member.txn, wire.shown(self._remember), PAGE_SECONDS)
        other = self._remember.compare(wire.read_shown(answer, self._remember))
        if other is not None:
            raise OtherHistory(
                f"{member.endpoint}: the table log is another one, or an older copy: {other.what}"
            )

    async def _read(self, member: Member) -> None:
        """All that stands at one moment; what is new since the last time is told, and what went."""
        at, revision = self._root.encode(), 0
        records: dict[str, Entry] = {}
        presences: dict[str, bytes] = {}
        while True:
            request = rpc.RangeRequest(
                key=at,
                range_end=wire.end_of(self._root),
                limit=PAGE,
                revision=revision,
                sort_target=rpc.RangeRequest.KEY,
            )
            answer = await member.ask(member.range, request, PAGE_SECONDS)
            revision = revision or answer.header.revision
            for kv in answer.kvs:
                if kv.lease:
                    presences[kv.key.decode(errors="backslashreplace")] = kv.value
                elif (entry := wire.entry(kv)) is not None and self._link.admitted(entry):
                    records[entry.key] = entry
            if not answer.more:
                break
            at = answer.kvs[-1].key + b"\0"
        if revision < self.position:
            raise OtherHistory(
                f"{member.endpoint}: the log ends at {revision}, but this host has read to {self.position}: "
                "it is another log, or an older copy"
            )
        for key in self._records.keys() - records.keys():
            self._forget(key)
        new = [entry for entry in records.values() if self._records.get(entry.key) != entry]
        self._keep(wire.in_order(new))
        for key in self._presences.keys() - presences.keys():
            self._show(key, None)
        for key, value in presences.items():
            self._show(key, value)
        self._at(revision)

    def _take(self, events: Sequence[wire.Message]) -> None:
        new: list[Entry] = []
        top = self.position
        for event in events:
            kv = event.kv
            if kv.mod_revision <= self.position:
                continue
            top = max(top, kv.mod_revision)
            key = kv.key.decode(errors="backslashreplace")
            if event.type == rpc.Event.DELETE:
                self._delete(key)
            elif kv.lease:
                self._show(key, kv.value)
            elif (entry := wire.entry(kv)) is not None:
                if self._link.admitted(entry):
                    new.append(entry)
            elif key in self._records:
                self._forget(key)
                self._change(key, removed=False)
        self._keep(wire.in_order(new))
        self._at(top)

    def _delete(self, key: str) -> None:
        if key in self._presences:
            self._show(key, None)
        elif key in self._records:
            self._forget(key)
            self._change(key, removed=True)

    def _keep(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            self._records[entry.key] = entry
            insort(self._order.setdefault(_folder(entry.key), []), _Place(entry.seq, entry.key))
            self._remember.memory = self._remember.memory.reads(entry)
        told: dict[Listener, list[Entry]] = {}
        for entry in entries:
            for listener in self._hear(Kind.RECORDS, entry.key):
                if entry.key.startswith(self._listeners[Kind.RECORDS][listener]):
                    told.setdefault(listener, []).append(entry)
        bodies: dict[tuple[str, ...], bytes] = {}  # what many hear of is written once
        for listener, heard in told.items():
            names = tuple(entry.key for entry in heard)
            if names not in bodies:
                bodies[names] = body_of(heard)
            listener.tell(bodies[names])

    def _forget(self, key: str) -> None:
        entry = self._records.pop(key)
        order = self._order[_folder(key)]
        order.remove(_Place(entry.seq, key))
        if not order:
            del self._order[_folder(key)]

    def _show(self, key: str, value: bytes | None) -> None:
        if self._presences.get(key) == value:
            return
        if value is None:
            del self._presences[key]
        else:
            self._presences[key] = value
        self._tell(Kind.PRESENCES, key, wire_hosts.Stands(key, value))

    def _change(self, key: str, *, removed: bool) -> None:
        self._tell(Kind.CHANGES, key, wire_hosts.Changed(key, removed))

    def _at(self, revision: int) -> None:
        self.position = max(self.position, revision)
        self._came.set()

    # --- outages ------------------------------------------------------------------------------------------------

    def _is_up(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        self.up = True
        self._came.set()

    def _lost(self, _silence: NoAnswer) -> None:
        if self._alarm is None and self.up:
            self._alarm = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._go)

    def _go(self) -> None:
        """Whoever follows is sent to another host."""
        self._alarm = None
        self.up = False
        for listeners in self._listeners.values():
            for listener in tuple(listeners):
                listener.lost()


def body_of(entries: Sequence[Entry]) -> bytes:
    """The body that tells of these records."""
    return wire_hosts.encode(wire_hosts.Entries(tuple((each.seq, each.key, each.value) for each in entries)))


def _folder(key: str) -> str:
    """What may be followed by itself: a seat's records, its private facts, or all others of a kind."""
    parts = key.split("/", 4)
    depth = 4 if parts[2:3] in (["seat"], ["private"]) else 3
    return "/".join(parts[:depth]) + "/"

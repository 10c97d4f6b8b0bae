"""Following the log: what stands already, then what comes, in the log's one order and without gap."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence

from kiosk.links.etcd import wire
from kiosk.links.etcd.members import Member, Members
from kiosk.links.etcd.watching import Watch, attend
from kiosk.table.history import Memory, Other, Remembering
from kiosk.table.log import Entry, NoAnswer, OtherHistory

PAGE = 2_000  # records asked for at once
PAGE_SECONDS = 5.0
GRACE_SECONDS = 0.3  # to find another member before the outage is told


class EtcdFeed:
    """One subscription. ``run`` is its task in the link's thread; ``close`` may be called in any thread."""

    def __init__(
        self,
        members: Members,
        prefixes: Sequence[str],
        after: int,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None],
        remember: Remembering | None = None,
    ) -> None:
        self._members = members
        self._prefixes = wire.widest(prefixes)
        self._after = after
        self._deliver = deliver
        self._linked = linked
        self._remember = remember or Remembering(Memory(seq=after))
        self._others: dict[str, Other] = {}  # by endpoint: why its log is another one
        self._told_other: Other | None = None
        self._told: bool | None = None
        self._alarm: asyncio.TimerHandle | None = None
        self._lock = threading.RLock()  # held while the reader is told: after close() it hears nothing
        self._closed = False
        self.end: Callable[[], object] = lambda: None  # ends the task

    def close(self) -> None:
        """Deliver nothing more."""
        with self._lock:
            self._closed = True
        self.end()

    async def run(self) -> None:
        """Follow for ever. Ends only by being cancelled, or by an exception of the reader."""
        try:
            await attend(self._members, self._session, self._lost)
        finally:
            self._quiet()

    async def _session(self, member: Member, well: Callable[[], None]) -> None:
        # The watch begins first and what stands is read then: whatever comes between is seen twice, never missed.
        async with Watch(member, self._prefixes, deletions=False) as watch:
            await self._compare(member)
            await self._catch_up(member)
            well()
            self._tell_other(None)
            self._quiet()
            self._tell(True)
            while True:
                await self._take(member, await watch.events())

    async def _compare(self, member: Member) -> None:
        """Whether this member's log goes on where the memory ends: asked each time it is reached."""
        remember = self._remember
        if not remember.lives and not remember.memory.all:
            return  # nothing was read yet, and nothing says what stays
        answer = await member.ask(member.txn, wire.shown(remember), PAGE_SECONDS)
        other = remember.compare(wire.read_shown(answer, remember))
        if other is None:
            self._others.clear()
            self._members.cluster = answer.header.cluster_id
            return
        self._others[member.endpoint] = other
        # A member of a cluster may alone be another one: it is told when none is left that might be right.
        if len(self._others) >= self._members.count:
            self._tell_other(other)
        raise OtherHistory(f"{member.endpoint}: the table log is another one, or an older copy: {other.what}")

    def _tell_other(self, other: Other | None) -> None:
        with self._lock:
            if not self._closed and self._told_other != other:
                self._told_other = other
                self._remember.told(other)

    async def _catch_up(self, member: Member) -> None:
        while True:
            answer = await member.ask(member.txn, wire.page(self._prefixes, self._after, PAGE), PAGE_SECONDS)
            if answer.header.revision < self._after:
                raise OtherHistory(
                    f"{member.endpoint}: the log ends at {answer.header.revision}, but {self._after} was read: "
                    "it is another log, or an older copy"
                )
            found, last = wire.read_page(answer, PAGE)
            self._hand_over(found)
            self._after = answer.header.revision if last is None else last
            if last is None:
                return

    async def _take(self, member: Member, events: list[tuple[int, wire.Message]]) -> None:
        """Deliver up to the newest event. Under prefixes whose watch is not as far yet, the records are read."""
        seen = [0] * len(self._prefixes)
        found: dict[str, Entry] = {}
        for index, event in events:
            kv = event.kv
            seen[index] = max(seen[index], kv.mod_revision)
            if kv.mod_revision > self._after and (entry := wire.entry(kv)) is not None:
                found[entry.key] = entry
        top = max(seen, default=0)
        if top <= self._after:
            return
        behind = [prefix for prefix, at in zip(self._prefixes, seen, strict=True) if at < top]
        if behind:
            answers, revision = await member.together(wire.between(behind, self._after, top))
            if revision < top:
                raise NoAnswer(f"{member.endpoint}: the member has fallen behind its own watch")
            found |= {entry.key: entry for entry in wire.read_between(answers)}
        self._hand_over(wire.in_order(found.values()))
        self._after = top

    def _hand_over(self, found: Sequence[Entry]) -> None:
        for entry in found:
            with self._lock:
                if self._closed:
                    return
                self._remember.memory = self._remember.memory.reads(entry)
                self._deliver(entry)

    def _tell(self, up: bool) -> None:
        with self._lock:
            if not self._closed and self._told is not up:
                self._told = up
                self._linked(up)

    def _lost(self, _silence: NoAnswer) -> None:
        if self._alarm is None and self._told is not False:
            self._alarm = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._tell, False)

    def _quiet(self) -> None:
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None

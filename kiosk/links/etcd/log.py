"""The table log in etcd, seen from the rest of the program: any thread may ask, the link's thread does the work."""

from __future__ import annotations

import asyncio
import concurrent.futures
import logging
import threading
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any, TypeVar

from aetcd import rpc

from kiosk.faults import EnvironmentFault
from kiosk.links.etcd import wire
from kiosk.links.etcd.changes import EtcdChanges
from kiosk.links.etcd.config import EtcdConfig, EtcdHealth
from kiosk.links.etcd.errors import Denied
from kiosk.links.etcd.feed import EtcdFeed
from kiosk.links.etcd.group import Group
from kiosk.links.etcd.lane import Lane
from kiosk.links.etcd.loops import give_loop_back, in_link_thread, take_loop
from kiosk.links.etcd.members import Members
from kiosk.links.etcd.presence import EtcdPresenceWatch, EtcdStanding
from kiosk.table.history import Other, Remembering
from kiosk.table.log import Appended, Entry, NoAnswer, OtherHistory, Put, Refused

_LOG = logging.getLogger(__name__)
_HEALTH_SECONDS = 2.0
RAISING_AT_ONCE, RAISING_SECONDS = 100, 30  # writes side by side, and how long their presence outlives a kill
_T = TypeVar("_T")
_CLOSED = "the link to the table log is closed"


def _log(bug: BaseException) -> None:
    _LOG.error("a callback of the link failed", exc_info=bug)


def _nobody(_up: bool) -> None:
    """Nobody asks whether the log answers."""


class EtcdLog:
    """`TableLog`, `Presences` and `LogSender` over an etcd of one or more members, reached at any that answers.

    guarantee: what ``append`` answers is on the disks of a majority. A record's place (``seq``) is its revision.
    note: records are keys that are written once. A key that somebody wrote over counts for nothing; a removed key
    can be written again, so a bar (``unless``) must outlive everything that it bars.
    note: callbacks run in the link's thread, one at a time, and must only enqueue. ``on_bug`` is told there of an
    exception that is no silence of the log; the subscription in question has ended then.
    """

    def __init__(self, config: EtcdConfig, on_bug: Callable[[BaseException], None] = _log) -> None:
        """Raises :class:`EnvironmentFault` for certificates that cannot be read. Does not wait for a member."""
        pem = config.pem()
        self._config = config
        self._on_bug = on_bug
        self._gate = threading.Lock()
        self._closed = False
        self._tasks: set[asyncio.Task[Any]] = set()
        self._standing: set[asyncio.Task[Any]] = set()
        self._standings: list[EtcdStanding] = []
        self._lanes: list[Lane] = []
        self._posted: list[Callable[[], None]] = []
        self._holders: dict[tuple[str, int], str] = {}
        self._remembered: dict[str, Remembering] = {}  # by the prefix of their lives
        self._health = EtcdHealth(0, len(config.endpoints), known=False)
        self._asks_health = False
        self._loop = take_loop()
        try:
            self._members = asyncio.run_coroutine_threadsafe(self._connect(pem), self._loop).result()
        except BaseException:
            give_loop_back()
            raise
        self._group = Group(self._write_txn, self._append)
        self._lane = self.lane()

    async def _connect(self, pem: tuple[bytes, bytes, bytes] | None) -> Members:
        return Members(self._config, pem)

    # --- the table log ------------------------------------------------------------------------------------------

    def append(
        self, puts: Sequence[Put], *, unless: Sequence[str] = (), holding: tuple[str, int] | None = None
    ) -> Appended | Refused:
        """See :class:`kiosk.table.log.TableLog`. Raises ValueError for what etcd can never take."""
        return self._wait(lambda: self._append(puts, unless, holding))

    async def _append(
        self, puts: Sequence[Put], unless: Sequence[str] = (), holding: tuple[str, int] | None = None
    ) -> Appended | Refused:
        if not 1 <= len(puts) <= wire.MAX_PUTS:
            raise ValueError(f"append of {len(puts)} records: expected 1 to {wire.MAX_PUTS}")
        holder = await self._holder(*holding) if holding is not None else None
        request = wire.append(puts, unless, holding, holder)
        answer = await self._write_txn(request)
        if answer.succeeded:
            return Appended(answer.header.revision)
        answer = await self._ask_txn(wire.look(puts, unless, holding))
        return wire.read_look(answer, puts, unless, holding)

    async def _ask_txn(self, request: wire.Message) -> wire.Message:
        return await self._members.ask(lambda member: member.txn, request)

    async def _write_txn(self, request: wire.Message) -> wire.Message:
        """Ask for a change. Nothing is written into a log without the newest records that were read of it."""
        anchors = [found for each in self._remembered.values() if (found := each.anchor) is not None]
        anchors = anchors[: wire.MAX_OPERATIONS - len(request.compare)]  # etcd takes no more conditions
        answer = await self._ask_txn(wire.guard(request, anchors))
        lost = wire.lost_anchor(answer, anchors)
        if lost is not None:
            raise OtherHistory(
                f"the table log is another one, or an older copy: record {lost.seq} is missing"
            )
        return answer

    async def _holder(self, prefix: str, token: int) -> str | None:
        """The key that was written at ``token``: asked once, since it never changes."""
        if (prefix, token) not in self._holders:
            answer = await self._members.ask(lambda member: member.range, wire.at_place(prefix, token))
            if not answer.kvs:
                return None
            self._holders[prefix, token] = answer.kvs[0].key.decode()
        return self._holders[prefix, token]

    def last(self, prefix: str) -> Entry | None:
        """The newest entry under ``prefix``."""
        return self._wait(lambda: self._last(prefix))

    async def _last(self, prefix: str) -> Entry | None:
        answer = await self._members.ask(lambda member: member.range, wire.newest(prefix))
        return wire.entry(answer.kvs[0]) if answer.kvs else None

    def read(self, prefixes: Sequence[str], after: int, limit: int) -> list[Entry]:
        """See :class:`kiosk.table.log.TableLog`."""
        wanted = wire.widest(prefixes)
        return self._wait(lambda: self._read(wanted, after, limit)) if wanted else []

    async def _read(self, prefixes: Sequence[str], after: int, limit: int) -> list[Entry]:
        answer = await self._members.ask(lambda member: member.txn, wire.page(prefixes, after, limit))
        return wire.read_page(answer, limit)[0]

    def follow(
        self,
        prefixes: Sequence[str],
        after: int,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None] = _nobody,
    ) -> EtcdFeed:
        """See :class:`kiosk.table.log.TableLog`. Returns at once; records of one append come in the order of keys.

        An outage is told within about two seconds. A record that was removed before it was read is not delivered.
        """
        remembered = [each for each in self._remembered.values() if each.lives.startswith(tuple(prefixes))]
        remember = remembered[0] if remembered else None
        feed = EtcdFeed(self._members, prefixes, after, deliver, linked, remember)
        feed.end = self._start(feed.run)
        return feed

    def delete(self, keys: Sequence[str]) -> None:
        """Remove ``keys``, 100 in each transaction: for the host, when a round is archived and done."""
        for at in range(0, len(keys), wire.MAX_PUTS):
            request = wire.delete(keys[at : at + wire.MAX_PUTS])
            self._wait(lambda: self._write_txn(request))  # noqa: B023 - awaited here

    def transact(self, request: wire.Message) -> wire.Message:
        """The answer to one transaction of keys that are no records, see `Cells`. It must bear being repeated."""
        return self._wait(lambda: self._ask_txn(request))

    def change(self, request: wire.Message) -> wire.Message:
        """As :meth:`transact`, for one that writes: nothing is written into another log, see :meth:`remember`."""
        return self._wait(lambda: self._write_txn(request))

    # --- whether it is the log that was read --------------------------------------------------------------------

    def remember(self, remember: Remembering) -> None:
        """Compare the log with this memory whenever it is reached, and write nothing into another one.

        From now on: a subscription that covers its lives keeps the memory up to date, delivers nothing of another log
        and tells ``remember.told``. It takes the place of an earlier one of the same lives.
        """
        self._remembered[remember.lives] = remember

    def compare(self, remember: Remembering) -> Other | None:
        """Why the log that answers now is not the one that is remembered, or None. Raises :class:`NoAnswer`."""
        answer = self._wait(lambda: self._ask_txn(wire.shown(remember)))
        return remember.compare(wire.read_shown(answer, remember))

    def identity(self) -> tuple[str, int]:
        """The servers' identity and the newest place in their log, now. Raises :class:`NoAnswer`."""
        header = self._wait(lambda: self._ask_txn(rpc.TxnRequest())).header
        return f"{header.cluster_id:x}", int(header.revision)

    def raise_to(self, key: str, place: int) -> None:
        """Write a presence again and again until the log's newest place is ``place`` or above; then take it away."""
        self._wait(lambda: self._raise_to(key, place))

    async def _raise_to(self, key: str, place: int) -> None:
        ask = self._members.ask
        ends = (await self._ask_txn(rpc.TxnRequest())).header.revision
        if ends >= place:
            return
        grant = await ask(lambda member: member.grant, rpc.LeaseGrantRequest(TTL=RAISING_SECONDS))
        put = rpc.PutRequest(key=key.encode(), value=b"", lease=grant.ID)
        while ends < place:
            at_once = min(RAISING_AT_ONCE, place - ends)
            answers = await asyncio.gather(*(ask(lambda member: member.put, put) for _ in range(at_once)))
            ends = max(answer.header.revision for answer in answers)
            await self._members.first(lambda member, seconds: member.keep(grant.ID, seconds))
        await ask(lambda member: member.revoke, rpc.LeaseRevokeRequest(ID=grant.ID))

    # --- without waiting ----------------------------------------------------------------------------------------

    def send(
        self,
        puts: Sequence[Put],
        unless: Sequence[str],
        answer: Callable[[Appended | Refused | NoAnswer], None],
    ) -> None:
        """Append in the order of sending, then call ``answer`` once. Never waits. See :class:`Lane`."""
        self._lane.send(puts, unless, answer)

    def lane(self) -> Lane:
        """A sender with an order of its own, for a process that plays many seats over one link.

        What several lanes send at the same moment goes out together, see :class:`Group`.
        """
        lane = Lane(self._group.append, self._post, self._on_bug)
        with self._gate:
            self._lanes.append(lane)
        return lane

    # --- presences ----------------------------------------------------------------------------------------------

    def stand(
        self, key: str, value: bytes, met: Callable[[bytes | None], None] | None = None
    ) -> EtcdStanding:
        """See :class:`kiosk.table.log.Presences`."""
        seconds = self._config.presence_seconds
        standing = EtcdStanding(self._members, key, value, seconds, self._loop, met)
        self._standings.append(standing)
        standing.end = self._start(standing.run, self._standing)
        return standing

    def watch(self, prefix: str, changed: Callable[[str, bytes | None], None]) -> EtcdPresenceWatch:
        """See :class:`kiosk.table.log.Presences`."""
        watch = EtcdPresenceWatch(self._members, prefix, changed)
        watch.end = self._start(watch.run)
        return watch

    def changes(self, prefix: str, told: Callable[[str, bool], None]) -> EtcdChanges:
        """Call ``told`` with each key under ``prefix`` that is written over (False) or removed (True) from now on."""
        changes = EtcdChanges(self._members, prefix, told)
        changes.end = self._start(changes.run)
        return changes

    # --- how it is ----------------------------------------------------------------------------------------------

    def check(self, prefixes: Sequence[str]) -> None:
        """Ask whether we may read ``prefixes``. Raises :class:`EnvironmentFault` if not, NoAnswer for silence."""
        try:
            self.read(prefixes, 0, 1)
        except Denied as denied:
            raise EnvironmentFault(
                f"{denied}: reading {', '.join(prefixes)} with {self._config.certificate or 'no certificate'}",
                "Check table and seat in the configuration, and the provisioned certificate and roles",
            ) from denied

    @property
    def silence(self) -> str:
        """Why no member answers now, in words; empty while one does, and until the first was asked. Any thread."""
        return self._members.silence

    @property
    def health(self) -> EtcdHealth:
        """How the members were up to two seconds ago. Asked from the first look on."""
        with self._gate:
            begins = not self._asks_health and not self._closed
            self._asks_health = True
        if begins:
            with suppress(NoAnswer):  # closed meanwhile: what was known last stays
                self._start(self._ask_health)
        return self._health

    async def _ask_health(self) -> None:
        while True:
            self._health = await self._members.health()
            await asyncio.sleep(_HEALTH_SECONDS)

    def close(self) -> None:
        """Finish what was sent, as long as one append may take, take presences away, and end all connections."""
        if in_link_thread():
            raise RuntimeError("the link's thread cannot close the link: it would wait for itself")
        with self._gate:
            if self._closed:
                return
            self._closed = True
        asyncio.run_coroutine_threadsafe(self._end(), self._loop).result()
        give_loop_back()

    async def _end(self) -> None:
        seconds = self._config.timeout_ms / 1000
        lanes = {lane.task for lane in self._lanes if lane.task is not None}
        for (
            standing
        ) in self._standings:  # not by its task: one that goes already takes its key away undisturbed
            standing.close()
        if waited := lanes | self._standing:
            await asyncio.wait(waited, timeout=seconds + 0.1)
        left = lanes | self._standing | self._tasks | self._group.tasks
        for task in left:
            task.cancel()
        await asyncio.gather(*left, return_exceptions=True)
        await self._members.close()

    # --- the link's thread --------------------------------------------------------------------------------------

    def _post(self, work: Callable[[], None]) -> bool:
        """Call ``work`` in the link's thread, soon; False when the link is closed."""
        with self._gate:
            if self._closed:
                return False
            self._posted.append(work)
            if len(self._posted) == 1:  # the thread is woken once for all that comes until it looks
                self._loop.call_soon_threadsafe(self._do_posted)
        return True

    def _do_posted(self) -> None:
        with self._gate:
            posted, self._posted = self._posted, []
        for work in posted:
            work()

    def _run(
        self, work: Callable[[], Coroutine[Any, Any, _T]], among: set[asyncio.Task[Any]]
    ) -> concurrent.futures.Future[_T]:
        """Run ``work`` in the link's thread until it ends, is cancelled, or the link is closed."""
        with self._gate:
            if self._closed:
                raise NoAnswer(_CLOSED)
            return asyncio.run_coroutine_threadsafe(_among(among, work), self._loop)

    def _wait(self, work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
        if in_link_thread():
            raise RuntimeError("a callback of the link must only enqueue: it would wait for itself")
        try:
            return self._run(work, self._tasks).result()
        except concurrent.futures.CancelledError:
            raise NoAnswer(_CLOSED) from None

    def _start(
        self, work: Callable[[], Coroutine[Any, Any, None]], among: set[asyncio.Task[Any]] | None = None
    ) -> Callable[[], object]:
        """Run ``work`` in the link's thread; the answer ends it, from any thread."""
        future = self._run(work, self._tasks if among is None else among)
        future.add_done_callback(self._ended)
        return future.cancel

    def _ended(self, future: concurrent.futures.Future[None]) -> None:
        if not future.cancelled() and (bug := future.exception()) is not None:
            self._on_bug(bug)


async def _among(tasks: set[asyncio.Task[Any]], work: Callable[[], Coroutine[Any, Any, _T]]) -> _T:
    task = asyncio.current_task()
    assert task is not None  # noqa: S101 - a coroutine of the link always runs as a task
    tasks.add(task)
    try:
        return await work()
    finally:
        tasks.discard(task)

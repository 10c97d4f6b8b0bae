"""The table log in etcd, seen from the rest of the program: any thread may ask, the link's thread does the work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

from aetcd import rpc

from kiosk.links.calls.health import EtcdHealth
from kiosk.links.calls.link import log_bug
from kiosk.links.calls.log_link import LogLink, nobody
from kiosk.links.etcd import wire
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.feed import EtcdFeed
from kiosk.links.etcd.group import CellMoved, Group, Sent
from kiosk.links.etcd.members import Members
from kiosk.links.etcd.presence import EtcdPresenceWatch
from kiosk.table.history import Known, Other, Remembering
from kiosk.table.log import Appended, Entry, NoAnswer, OtherHistory, Put, Refused

PAGE = 1_000  # records asked for at once
RAISING_AT_ONCE, RAISING_SECONDS = 100, 30  # writes side by side, and how long their presence outlives a kill


class EtcdLog(LogLink[Members]):
    """`TableLog` and `LogSender` over an etcd of one or more members, reached at any that answers.

    guarantee: what ``append`` answers is on the disks of a majority. A record's place (``seq``) is its revision.
    note: records are keys that are written once. A key that somebody wrote over counts for nothing; a removed key
    can be written again, so a bar (``unless``) must outlive everything that it bars.
    note: callbacks run in the link's thread, one at a time, and must only enqueue. ``on_bug`` is told there of an
    exception that is no silence of the log; the subscription in question has ended then.
    """

    provisioned = "certificate and roles"

    def __init__(self, config: EtcdConfig, on_bug: Callable[[BaseException], None] = log_bug) -> None:
        """Raises :class:`EnvironmentFault` for certificates that cannot be read. Does not wait for a member."""
        pem = config.pem()
        self._holders: dict[tuple[str, int], str] = {}
        self.admitted: Callable[[Entry], bool] = lambda _: True  # whether a reader may take a record
        self._group = Group(self.write_txn, self.append_alone)
        super().__init__(
            lambda: Members(config, pem), config.timeout_ms, on_bug, config.certificate, len(config.endpoints)
        )

    # --- the table log ------------------------------------------------------------------------------------------

    def append(
        self, puts: Sequence[Put], *, unless: Sequence[str] = (), holding: tuple[str, int] | None = None
    ) -> Appended | Refused:
        """See :class:`kiosk.table.log.TableLog`. Raises ValueError for what etcd can never take."""
        return self.wait_for(lambda: self.append_alone(Sent(puts, unless, holding)))

    async def append_alone(self, sent: Sent) -> Appended | Refused:
        """In the link's thread. Raises CellMoved for a cell that was changed meanwhile, as :meth:`append` else."""
        puts, unless, holding, stands, cell = sent
        if not 1 <= len(puts) <= wire.MAX_PUTS:
            raise ValueError(f"append of {len(puts)} records: expected 1 to {wire.MAX_PUTS}")
        holder = await self._holder(*holding) if holding is not None else None
        request = wire.append(puts, unless, holding, holder)
        if cell is not None:
            wire.with_cell(request, *cell)
        answer = await self.write_txn(request, stands)
        if answer.succeeded:
            return Appended(answer.header.revision)
        answer = await self._ask_txn(wire.look(puts, unless, holding))
        try:
            return wire.read_look(answer, puts, unless, holding)
        except NoAnswer:
            if cell is None:
                raise
            raise CellMoved from None

    async def append_together(self, sent: Sent) -> Appended | Refused:
        """As :meth:`append_alone`, in one transaction with what others send at this moment."""
        return await self._group.append(sent)

    async def _ask_txn(self, request: wire.Message) -> wire.Message:
        return await self.servers.ask(lambda member: member.txn, request)

    async def write_txn(self, request: wire.Message, stands: Sequence[Known] = ()) -> wire.Message:
        """Ask for a change. Nothing is written into a log without the newest records that were read of it."""
        own = [found for each in self._remembered.values() if (found := each.anchor) is not None]
        room = wire.MAX_OPERATIONS - len(request.compare)  # etcd takes no more conditions
        anchors = list(dict.fromkeys((*own, *stands)))[:room]  # what others say that they read comes behind
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
            answer = await self.servers.ask(lambda member: member.range, wire.at_place(prefix, token))
            if not answer.kvs:
                return None
            self._holders[prefix, token] = answer.kvs[0].key.decode()
        return self._holders[prefix, token]

    def last(self, prefix: str) -> Entry | None:
        """The newest entry under ``prefix``."""
        return self.wait_for(lambda: self.newest(prefix))

    async def newest(self, prefix: str) -> Entry | None:
        """As :meth:`last`, in the link's thread."""
        answer = await self.servers.ask(lambda member: member.range, wire.newest(prefix))
        if not answer.kvs:
            return None
        found = wire.entry(answer.kvs[0])
        if found is None or self.admitted(found):
            return found
        newest, after = None, 0  # what is not validly signed hides nothing that stands before it
        while page := await self._page([prefix], after, PAGE):
            after = page[-1].seq
            newest = next(filter(self.admitted, reversed(page)), newest)
        return newest

    def read(self, prefixes: Sequence[str], after: int, limit: int) -> list[Entry]:
        """See :class:`kiosk.table.log.TableLog`."""
        wanted = wire.widest(prefixes)
        return self.wait_for(lambda: self.page(wanted, after, limit)) if wanted else []

    async def page(self, prefixes: Sequence[str], after: int, limit: int) -> list[Entry]:
        """As :meth:`read`, in the link's thread; no prefix may cover another."""
        while found := await self._page(prefixes, after, limit):
            if taken := list(filter(self.admitted, found)):
                return taken
            after = found[-1].seq
        return []

    async def _page(self, prefixes: Sequence[str], after: int, limit: int) -> list[Entry]:
        answer = await self.servers.ask(lambda member: member.txn, wire.page(prefixes, after, limit))
        return wire.read_page(answer, limit)[0]

    def follow(
        self,
        prefixes: Sequence[str],
        after: int,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None] = nobody,
    ) -> EtcdFeed:
        """See :class:`kiosk.table.log.TableLog`. Returns at once; records of one append come in the order of keys.

        An outage is told within about two seconds. A record that was removed before it was read is not delivered.
        """
        remember = self._memory_of(prefixes)
        feed = EtcdFeed(self.servers, prefixes, after, deliver, linked, remember, self.admitted)
        feed.end = self.start(feed.run)
        return feed

    def delete(self, keys: Sequence[str]) -> None:
        """Remove ``keys``, 100 in each transaction: for the host, when a round is archived and done."""
        for at in range(0, len(keys), wire.MAX_PUTS):
            request = wire.delete(keys[at : at + wire.MAX_PUTS])
            self.wait_for(lambda: self.write_txn(request))  # noqa: B023 - awaited here

    def transact(self, request: wire.Message) -> wire.Message:
        """The answer to one transaction of keys that are no records, see `Cells`. It must bear being repeated."""
        return self.wait_for(lambda: self._ask_txn(request))

    def change(self, request: wire.Message) -> wire.Message:
        """As :meth:`transact`, for one that writes: nothing is written into another log, see :meth:`remember`."""
        return self.wait_for(lambda: self.write_txn(request))

    # --- whether it is the log that was read --------------------------------------------------------------------

    def compare(self, remember: Remembering) -> Other | None:
        """Why the log that answers now is not the one that is remembered, or None. Raises :class:`NoAnswer`."""
        answer = self.wait_for(lambda: self._ask_txn(wire.shown(remember)))
        return remember.compare(wire.read_shown(answer, remember))

    def identity(self) -> tuple[str, int]:
        """The servers' identity and the newest place in their log, now. Raises :class:`NoAnswer`."""
        header = self.wait_for(lambda: self._ask_txn(rpc.TxnRequest())).header
        return f"{header.cluster_id:x}", int(header.revision)

    def raise_to(self, key: str, place: int) -> None:
        """Write a presence again and again until the log's newest place is ``place`` or above; then take it away."""
        self.wait_for(lambda: self.raised_to(key, place))

    async def raised_to(self, key: str, place: int) -> None:
        """As :meth:`raise_to`, in the link's thread."""
        ask = self.servers.ask
        ends = (await self._ask_txn(rpc.TxnRequest())).header.revision
        if ends >= place:
            return
        grant = await ask(lambda member: member.grant, rpc.LeaseGrantRequest(TTL=RAISING_SECONDS))
        put = rpc.PutRequest(key=key.encode(), value=b"", lease=grant.ID)
        while ends < place:
            at_once = min(RAISING_AT_ONCE, place - ends)
            answers = await asyncio.gather(*(ask(lambda member: member.put, put) for _ in range(at_once)))
            ends = max(answer.header.revision for answer in answers)
            await self.servers.first(lambda member, seconds: member.keep(grant.ID, seconds))
        await ask(lambda member: member.revoke, rpc.LeaseRevokeRequest(ID=grant.ID))

    async def append_sent(self, puts: Sequence[Put], unless: Sequence[str]) -> Appended | Refused:
        """What several lanes send at the same moment goes out together, see :class:`Group`."""
        return await self._group.append(Sent(puts, unless))

    def others(self) -> set[asyncio.Task[Any]]:
        return set(self._group.tasks)

    def watch(self, prefix: str, changed: Callable[[str, bytes | None], None]) -> EtcdPresenceWatch:
        """See :class:`kiosk.table.log.Presences`."""
        watch = EtcdPresenceWatch(self.servers, prefix, changed)
        watch.end = self.start(watch.run)
        return watch

    # --- how it is ----------------------------------------------------------------------------------------------

    async def ask_health(self) -> EtcdHealth:
        """How the members are now."""
        return await self.servers.health()

"""Appends of seats, each with the head of its books: the anchor moves in the transaction that writes the records."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from aetcd import rpc

from kiosk.faults import EnvironmentFault
from kiosk.host.rights import Identity
from kiosk.links.anchors import Anchor, decode_anchor, encode_anchor, judge, release, was_released
from kiosk.links.etcd import wire as etcd_wire
from kiosk.links.etcd.group import CellMoved, CellPut, Sent
from kiosk.links.etcd.log import EtcdLog
from kiosk.links.hosts import wire
from kiosk.table import keys
from kiosk.table.head import Head
from kiosk.table.log import Appended, NoAnswer, Refused

_TRIES = 5  # against other hosts that write for the same seat


class OtherBooks(Exception):
    """The seat's books are not those that hosts have seen. The message says how they differ."""


class Anchors:
    """Where hosts have seen seats' books end. Everything belongs to the link's thread."""

    def __init__(self, link: EtcdLog, now: Callable[[], str]) -> None:
        self._link = link
        self._now = now
        self._known: dict[
            str, tuple[Anchor | None, int]
        ] = {}  # by cell: what it held, and when it was changed

    async def of(self, who: Identity) -> Anchor | None:
        """Now, as the cluster has it. Raises NoAnswer, and OtherBooks for a cell that is damaged."""
        return (await self._read(keys.anchor(who.table, who.name)))[0]

    async def _read(self, cell: str) -> tuple[Anchor | None, int]:
        answer = await self._link.servers.ask(lambda member: member.range, etcd_wire.get(cell))
        kv = next(iter(answer.kvs), None)
        try:
            found = (None, 0) if kv is None else (decode_anchor(cell, kv.value), int(kv.mod_revision))
        except EnvironmentFault as damaged:
            raise OtherBooks(damaged.what) from damaged
        self._known[cell] = found
        return found

    async def move(self, who: Identity, head: Head, over: Sequence[Head]) -> None:
        """The seat's books end at ``head`` now. Raises OtherBooks where they do not go on, and NoAnswer."""
        cell = keys.anchor(who.table, who.name)
        for _ in range(_TRIES):
            put = await self._judged(who, head, over)
            request = etcd_wire.with_cell(rpc.TxnRequest(), *put)
            answer = await self._link.write_txn(request)
            self._known.pop(cell, None)
            if answer.succeeded:
                return
        raise NoAnswer(f"the anchor of seat {who.name} of table {who.table} changes all the time")

    async def release(self, who: Identity, ask: wire.ReleaseAsk) -> None:
        """Staff let the seat begin new books: the anchor is theirs, who and why stays. Raises NoAnswer, ValueError."""
        cell = keys.anchor(who.table, who.name)
        for _ in range(_TRIES):
            known, changed = await self._read(cell)
            if known is not None and known.releases and await self._was_released(who, ask.begun):
                return
            anchor, released = release(known, ask.begun, ask.left, ask.by, ask.reason, self._now())
            kept = keys.anchor_release(who.table, who.name, anchor.releases)
            request = rpc.TxnRequest()
            etcd_wire.with_cell(request, cell, changed, encode_anchor(anchor))
            etcd_wire.with_cell(request, kept, 0, msgspec.json.encode(released))
            answer = await self._link.write_txn(request)
            self._known.pop(cell, None)
            if answer.succeeded:
                return
        raise NoAnswer(f"the anchor of seat {who.name} of table {who.table} changes all the time")

    async def _was_released(self, who: Identity, begun: Head) -> bool:
        prefix = keys.anchor_releases(who.table, who.name)
        request = rpc.RangeRequest(key=prefix.encode(), range_end=etcd_wire.end_of(prefix))
        answer = await self._link.servers.ask(lambda member: member.range, request)
        return was_released([kv.value for kv in answer.kvs], begun)

    async def _judged(self, who: Identity, head: Head, over: Sequence[Head]) -> CellPut:
        """How the anchor moves to ``head``. Raises OtherBooks and NoAnswer.

        It is written, too, where it stands there already: another host may have moved it since we looked.
        """
        cell = keys.anchor(who.table, who.name)
        known, changed = self._known.get(cell) or await self._read(cell)
        why = judge(known.head if known is not None else None, head, over)
        if why is not None:  # another host may have written since
            known, changed = await self._read(cell)
            why = judge(known.head if known is not None else None, head, over)
        if why is not None:
            raise OtherBooks(why)
        moved = known.moved(head) if known is not None else Anchor(head)
        return CellPut(cell, changed, encode_anchor(moved))

    async def append(self, who: Identity, sent: Sent, head: Head, over: Sequence[Head]) -> Appended | Refused:
        """Write ``sent`` for the seat whose books end at ``head``. Raises OtherBooks and NoAnswer."""
        cell = keys.anchor(who.table, who.name)
        for _ in range(_TRIES):
            put = await self._judged(who, head, over)
            del self._known[cell]
            try:
                found = await self._link.append_together(sent._replace(cell=put))
            except CellMoved:
                continue
            if isinstance(found, Appended) and found.seq > put.changed:
                self._known[cell] = decode_anchor(cell, put.value), found.seq
            elif isinstance(found, Appended):  # the records stood already: this was their repeat
                await self.move(who, head, over)
            return found
        raise NoAnswer(f"the anchor of seat {who.name} of table {who.table} changes all the time")

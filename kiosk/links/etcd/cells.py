"""Keys that are changed, beside the records of the log that never are: compared and swapped by their revision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from aetcd import rpc

from kiosk.links.etcd import wire
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.log import Put

PAGE = 500  # cells asked for at once


@dataclass(frozen=True)
class Cell:
    """A key and its value; ``created`` and ``changed`` are revisions."""

    key: str
    value: bytes
    created: int
    changed: int


class Cells:
    """Over the link of an `EtcdLog`. Any thread but the link's own; all raise :class:`NoAnswer`."""

    def __init__(self, log: EtcdLog) -> None:
        self._log = log

    def get(self, key: str) -> Cell | None:
        """The cell under ``key``, in agreement with the cluster."""
        found = self._ranged(wire.get(key))
        return found[0] if found else None

    def oldest(self, prefix: str) -> Cell | None:
        """The cell under ``prefix`` that was created first."""
        request = rpc.RangeRequest(
            key=prefix.encode(),
            range_end=wire.end_of(prefix),
            limit=1,
            sort_order=rpc.RangeRequest.ASCEND,
            sort_target=rpc.RangeRequest.CREATE,
        )
        found = self._ranged(request)
        return found[0] if found else None

    def newest(self, prefix: str) -> Cell | None:
        """The cell under ``prefix`` that was created last."""
        found = self._ranged(wire.newest(prefix))
        return found[0] if found else None

    def all(self, prefix: str) -> list[Cell]:
        """All cells under ``prefix`` as they stood at one moment, in the order of their keys."""
        found: list[Cell] = []
        at, revision = prefix.encode(), 0
        while True:
            request = rpc.RangeRequest(
                key=at,
                range_end=wire.end_of(prefix),
                limit=PAGE,
                revision=revision,
                sort_target=rpc.RangeRequest.KEY,
            )
            answer = self._log.transact(_asked(request))
            page = answer.responses[0].response_range
            found += [_cell(kv) for kv in page.kvs]
            if not page.more:
                return found
            at, revision = page.kvs[-1].key + b"\0", revision or answer.header.revision

    def swap(
        self,
        unchanged: Mapping[str, int],
        puts: Sequence[Put],
        removed: Sequence[str] = (),
        cleared: Sequence[str] = (),
    ) -> int:
        """Write ``puts``, remove the keys ``removed`` and all under the prefixes ``cleared``, in one step.

        The revision of that step; 0, and nothing is changed, unless every key in ``unchanged`` was last changed at
        that revision (0: is not there). After a silence in between a swap that was made may answer 0: whoever asks
        looks.
        """
        compare = [
            rpc.Compare(key=key.encode(), target=rpc.Compare.MOD, result=rpc.Compare.EQUAL, mod_revision=at)
            for key, at in unchanged.items()
        ]
        steps = [
            rpc.RequestOp(request_put=rpc.PutRequest(key=put.key.encode(), value=put.value)) for put in puts
        ]
        ends = [rpc.DeleteRangeRequest(key=key.encode()) for key in removed]
        ends += [
            rpc.DeleteRangeRequest(key=prefix.encode(), range_end=wire.end_of(prefix)) for prefix in cleared
        ]
        steps += [rpc.RequestOp(request_delete_range=end) for end in ends]
        answer = self._log.change(rpc.TxnRequest(compare=compare, success=steps))
        return int(answer.header.revision) if answer.succeeded else 0

    def _ranged(self, request: wire.Message) -> list[Cell]:
        answer = self._log.transact(_asked(request))
        return [_cell(kv) for kv in answer.responses[0].response_range.kvs]


def _asked(request: wire.Message) -> wire.Message:
    return rpc.TxnRequest(success=[rpc.RequestOp(request_range=request)])


def _cell(kv: wire.Message) -> Cell:
    return Cell(kv.key.decode(errors="backslashreplace"), kv.value, kv.create_revision, kv.mod_revision)

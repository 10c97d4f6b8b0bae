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

    def those(self, keys: Sequence[str]) -> list[Cell | None]:
        """The cells under ``keys`` as they stood at one moment, in agreement with the cluster."""
        asked = rpc.TxnRequest(success=[rpc.RequestOp(request_range=wire.get(key)) for key in keys])
        answers = self._log.transact(asked).responses
        return [_cell(kvs[0]) if (kvs := one.response_range.kvs) else None for one in answers]

    def page(self, prefix: str, after: str = "", revision: int = 0) -> tuple[list[Cell], int, bool]:
        """The next cells under ``prefix`` behind the key ``after``, the revision at which they stood, and whether
        more follow, which the same ``revision`` shows as they stood at the same moment.
        """
        request = rpc.RangeRequest(
            key=(after + "\0" if after else prefix).encode(),
            range_end=wire.end_of(prefix),
            limit=PAGE,
            revision=revision,
            sort_target=rpc.RangeRequest.KEY,
        )
        answer = self._log.transact(_asked(request))
        page = answer.responses[0].response_range
        return [_cell(kv) for kv in page.kvs], revision or answer.header.revision, page.more

    def newest(self, prefix: str) -> Cell | None:
        """The cell under ``prefix`` that was created last."""
        found = self._ranged(wire.newest(prefix))
        return found[0] if found else None

    def all(self, prefix: str) -> list[Cell]:
        """All cells under ``prefix`` as they stood at one moment, in the order of their keys."""
        found, revision, more = self.page(prefix)
        while more:
            page, revision, more = self.page(prefix, found[-1].key, revision)
            found += page
        return found

    def swap(
        self,
        unchanged: Mapping[str, int],
        puts: Sequence[Put],
        removed: Sequence[str] = (),
    ) -> int:
        """Write ``puts`` and remove the keys ``removed``, in one step.

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

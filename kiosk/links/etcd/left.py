"""How far a host has removed a table's records: one key of the house, raised before anything is removed."""

from __future__ import annotations

import msgspec

from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table.left import Keeper, Left, LeftReleased, read_left
from kiosk.table.log import Entry, Put


class LeftKey:
    """That of one host (``keeper``) for one table. Any thread but the link's; all raise :class:`NoAnswer`.

    note: nobody else writes it; a second process of the same host changes nothing, it is only ever raised.
    """

    def __init__(self, log: EtcdLog, keeper: Keeper) -> None:
        self._cells = Cells(log)
        self._keeper = keeper
        self._stands = Left()

    def raise_to(self, left: Left) -> None:
        """It says at least ``left`` when this returns."""
        key = keys.left_by(self._keeper.table, self._keeper.host)
        while self._stands.joined(left) != self._stands:
            cell = self._cells.get(key)
            found = (read_left(cell.value) if cell is not None else None) or Left()
            wanted = found.joined(left)
            unchanged = {key: cell.changed if cell is not None else 0}
            if wanted == found or self._cells.swap(unchanged, [Put(key, msgspec.json.encode(wanted))]):
                self._stands = wanted

    def begin(self) -> None:
        """The host keeps the table from now on: what others remove while it is away it need not have.

        To be called when its archive was found to have all that had left.
        """
        key = keys.left_by(self._keeper.table, self._keeper.host)
        if self._cells.get(key) is None:  # one that came in between is of this host, too
            self._cells.swap({key: 0}, [Put(key, msgspec.json.encode(Left()))])

    def release(self, released: LeftReleased) -> Entry:
        """Write down, once, that staff go on with an older archive; the record as it stands."""
        value, n = msgspec.json.encode(released), 1
        while True:
            key = keys.left_released(self._keeper.table, self._keeper.host, n)
            if seq := self._cells.swap({key: 0}, [Put(key, value)]):
                return Entry(seq, key, value)
            n += 1

"""Whether all hosts of a house hide the numbers of tickets with the same key: a ticket that one host issues is unknown
at a host with another key. Of the key etcd has a sign alone, from which it cannot be found."""

from __future__ import annotations

import msgspec

from kiosk.links.etcd.cells import Cells
from kiosk.table.log import Put
from kiosk.tickets.keys import KEYED, hidden

_NO_NUMBER = "tickets.key"  # what is hidden as the sign: no ticket has that number


class Keyed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The host that was started last, where it listens, and the sign of its key."""

    sign: str
    at: str


_keyed = msgspec.json.Decoder(Keyed)


class HouseKey:
    """One host's key beside that of the host that was started last. Any thread but the link's; all raise NoAnswer.

    Each host writes its own sign at its start, and looks from then on: of two hosts that run with different keys the
    later one says it at its start, the earlier one as soon as it looks. Nobody can say which key is the right one.
    """

    def __init__(self, cells: Cells, key: bytes, at: str) -> None:
        self._cells = cells
        self._own = Keyed(hidden(key, _NO_NUMBER), at)

    def begin(self) -> str:
        """Write the own sign; before it is written, why the one of before is another, or "" for none."""
        while True:
            cell = self._cells.get(KEYED)
            unchanged = {KEYED: cell.changed if cell is not None else 0}
            if self._cells.swap(unchanged, [Put(KEYED, msgspec.json.encode(self._own))]):
                return self._why(cell.value if cell is not None else b"")

    def look(self) -> str:
        """Why the key of the host that was started last is another, or "" for none."""
        cell = self._cells.get(KEYED)
        return self._why(cell.value if cell is not None else b"")

    def _why(self, value: bytes) -> str:
        if not value:
            return ""
        try:
            found = _keyed.decode(value)
        except (msgspec.DecodeError, UnicodeDecodeError):
            return (
                "what the house keeps of its hosts' tickets.key is damaged: start the hosts again, one by one"
            )
        if found.sign == self._own.sign:
            return ""
        return (
            f"the tickets.key of this host is another one than that of the host at {found.at}: a ticket that one of "
            "them issues is unknown at the other. Stop the host that was added or changed last, copy the file from "
            "one that has served the house before, and start it again"
        )

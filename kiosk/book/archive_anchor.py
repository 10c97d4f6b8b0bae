"""What an archive held newest, kept in a second place: an archive that is put back together with the log is seen by it.

An older archive alone reads on from the log, or is refused for what has left it. An older log alone is refused by the
archive. Of both put back to one moment the second place still knows records that stand in neither.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import msgspec

from kiosk.book.archive import Archive
from kiosk.faults import EnvironmentFault, why
from kiosk.store.anchor import Anchor, anchor_folder
from kiosk.table import keys
from kiosk.table.history import Memory, life_in
from kiosk.table.log import Entry

KEPT = 6  # records; so many keep within an anchor's place


def anchor_of(path: Path) -> Anchor[Memory]:
    """Where the newest of the archive in that file is kept: beside the folder in which it lies."""
    return Anchor(anchor_folder(path.absolute().parent) / path.name, Memory)


class AnchoredArchive(Archive):
    """An archive with a second place, written after each record that stays in the log. See :class:`Archive`.

    ``lives``: where the log's lives stand, where they are not the table's.
    """

    def __init__(self, path: Path, table: str, lives: str = "") -> None:
        self._anchor = anchor_of(path)
        known = self._anchor.read()
        super().__init__(path, table)
        self._known = known if known is not None else Memory()
        self._newest = self.memory("", lives)

    def anchored(self, who: str) -> Memory:
        """What the second place remembers of the log; ``who`` keeps the archive. Nothing where it knows nothing."""
        return msgspec.structs.replace(self._known, who=who)

    def add(self, entries: Sequence[Entry]) -> None:
        """See :meth:`Archive.add`. Raises :class:`EnvironmentFault` too where the second place cannot be written."""
        super().add(entries)
        newest = self._newest
        for entry in entries:
            if (life := life_in(entry)) is not None and life.by:
                # Staff have let the log begin anew: what was known before is known to be gone.
                newest, self._known = Memory(seq=entry.seq), Memory()
            newest = newest.reads(entry)
        self._newest = newest
        if newest.seq >= self._known.seq and any(not keys.is_of_a_seat(entry.key) for entry in entries):
            self._write(Memory(newest.known[-KEPT:], (), newest.seq, newest.life, ""))

    def _write(self, memory: Memory) -> None:
        try:
            self._anchor.write(memory)
        except OSError as error:
            raise EnvironmentFault(
                f"the anchor {self._anchor.path} is not written: {why(error)}",
                f"Let this program's user write the folder {self._anchor.path.parent}, or repair its disk",
            ) from error

"""The console's own notes, kept through a restart: who deals, what was done that the log
has not yet, what was confirmed and never recorded, which voids are not all written.

Everything about rounds and money comes from the table log and the archive; nothing of it stands here.
"""

from __future__ import annotations

import secrets
from pathlib import Path
from typing import Protocol

import msgspec

from kiosk.devices.files import replace_durably
from kiosk.faults import NOT_JSON, EnvironmentFault, why


class Tries(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Wrong PINs as an older program counted them; the list of staff counts its own."""

    wrong: int = 0
    until_s: float = 0.0


class Voids(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rounds that a supervisor let be void (rule 5.4), until all of them are; ``newest`` was played then."""

    rounds: tuple[int, ...]
    newest: int
    by: str
    authorised_by: str


class Deed(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody did at the console, until the table log has it; ``mark`` is the deed's own and finds it there.

    ``who`` is whom it is about, ``at`` UTC as the log has it; see :class:`kiosk.table.records.DeskRecorded`.
    """

    mark: str
    what: str
    by: str
    at: str
    who: str = ""
    reason: str = ""
    round: int = 0


class Unrecorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody confirmed and the log has not answered, or what was dropped of that.

    ``what`` is the command's name, ``at`` UTC, ``round`` the one that was played then. While it waits, ``key`` and
    ``value`` are the record that was asked for ("" where none was), and ``said_in`` is 0; then it is the round in
    which it is said that nothing of it stands in the log.
    """

    what: str
    by: str
    at: str
    round: int
    key: str = ""
    value: bytes = b""
    said_in: int = 0


class Notes(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All notes. What is empty is left out, so that an older program can read them.

    ``instance`` tells this console from another of its name. ``tries`` is of an older program.
    """

    dealer: str = ""
    tries: dict[str, Tries] = {}
    voids: Voids | None = None
    instance: str = ""
    waiting: tuple[Deed, ...] = ()
    unrecorded: tuple[Unrecorded, ...] = ()


class Keeper(Protocol):
    """Keeps the notes. ``keep`` returns when they are durable; raises OSError when they cannot be written."""

    def load(self) -> Notes:
        """The notes as they were kept last."""

    def keep(self, notes: Notes) -> None:
        """Keep these from now on."""


class FileKeeper:
    """Keeps them in one small file that is replaced as a whole."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def load(self) -> Notes:
        """Raises :class:`EnvironmentFault` naming the file when it is not what ``keep`` wrote."""
        try:
            return msgspec.json.decode(self._path.read_bytes(), type=Notes)
        except FileNotFoundError:
            return Notes()
        except (*NOT_JSON, OSError) as error:
            raise EnvironmentFault(
                f"the console's notes {self._path.name} cannot be read: {why(error)}",
                "Put the file away: the dealer signs on again",
            ) from error

    def keep(self, notes: Notes) -> None:
        """See :class:`Keeper`."""
        replace_durably(self._path, msgspec.json.encode(notes))


class Notebook:
    """The notes in use. A note that cannot be written counts all the same; ``sound`` says that it was not kept."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self.notes = keeper.load()
        self.sound = True
        if not self.notes.instance:
            self.write(msgspec.structs.replace(self.notes, instance=secrets.token_hex(8)))

    def write(self, notes: Notes) -> None:
        """These are the notes from now on."""
        self.notes = notes
        try:
            self._keeper.keep(notes)
            self.sound = True
        except OSError:
            self.sound = False

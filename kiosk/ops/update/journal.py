"""How far a change of the software has come: one small file, replaced whole before each step."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from pathlib import Path

import msgspec

from kiosk.devices.files import replace_durably
from kiosk.faults import EnvironmentFault, why
from kiosk.integrity.files import read_all
from kiosk.ops.update.files import spoken

FORMAT = 1
_LARGEST = 1 << 20  # bytes


class Action(StrEnum):
    """Which way it goes."""

    UPDATE = "update"
    BACK = "back"


class Step(StrEnum):
    """What may have been begun.

    ``installing``: packages; the state was not touched. ``settling``: the new version is installed and takes the
    state over. ``undoing``: the version before is being put back. The others are the end.
    """

    INSTALLING = "installing"
    SETTLING = "settling"
    UNDOING = "undoing"
    DONE = "done"
    UNDONE = "undone"


FOLLOWS: Mapping[Step, frozenset[Step]] = {
    Step.INSTALLING: frozenset({Step.SETTLING, Step.UNDOING}),
    Step.SETTLING: frozenset({Step.DONE, Step.UNDOING}),
    Step.UNDOING: frozenset({Step.UNDONE}),
    Step.DONE: frozenset(),
    Step.UNDONE: frozenset(),
}
"""Which step may come after which."""


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The change: from which version to which, and what is needed for either. ``at`` is UTC, paths are as given.

    ``backup`` is the name of the folder with the state before, ``staged`` whether another state is put in place.
    ``touched``: the state may have been changed, so that the way back puts the backup in place.
    """

    action: Action
    step: Step
    source: str
    target: str
    backup: str
    at: str
    staged: bool = False
    touched: bool = False
    why: str = ""
    format: int = FORMAT


def write(path: Path, entry: Entry) -> None:
    """The entry is on disk. Raises :class:`EnvironmentFault`."""
    with spoken(f"the journal of the update {path} cannot be written"):
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        replace_durably(path, msgspec.json.format(msgspec.json.encode(entry), indent=1))


def moved(path: Path, entry: Entry, step: Step, *, reason: str = "") -> Entry:
    """The change goes on to ``step``, and that is on disk."""
    if step is not entry.step and step not in FOLLOWS[entry.step]:
        raise ValueError(f"step {step} does not follow {entry.step}")
    touched = entry.touched or step is Step.SETTLING
    found = msgspec.structs.replace(entry, step=step, touched=touched, why=reason or entry.why)
    write(path, found)
    return found


def read(path: Path) -> Entry | None:
    """The entry, or None when no change is under way. Raises :class:`EnvironmentFault` for one that is damaged."""
    try:
        data = read_all(path, _LARGEST)
        found = msgspec.json.decode(data, type=Entry)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise EnvironmentFault(f"{path} cannot be read: {why(error)}", "Call a technician") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise EnvironmentFault(f"{path} does not decode: {error}", "Call a technician") from error
    if found.format != FORMAT:
        raise EnvironmentFault(
            f"{path} has format {found.format}, expected {FORMAT}",
            "Let the program that wrote it end the update: run the script 'resume' beside it",
        )
    return found

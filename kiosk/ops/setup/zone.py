"""The time zone of the machine: which there are, which it has, and another one."""

from __future__ import annotations

from pathlib import Path

from kiosk.devices.files import replace_durably, sync_folder
from kiosk.faults import EnvironmentFault, why
from kiosk.local_time import is_zone_name, zone_name
from kiosk.ops.update.machine import Runner, checked

UTC = "UTC"
_MAGIC = b"TZif"
_SYSTEM = "usr/share/zoneinfo"


def zones(root: Path) -> tuple[str, ...]:
    """The zones of the world as Debian's tzdata lists them, and UTC. Raises :class:`EnvironmentFault`."""
    path = root / _SYSTEM / "zone.tab"
    try:
        lines = path.read_text("utf-8").splitlines()
    except (OSError, UnicodeError) as error:
        raise EnvironmentFault(
            f"list of time zones {path} cannot be read: {why(error)}", "Install tzdata"
        ) from error
    found = {line.split("\t")[2] for line in lines if line and line[0] != "#" and line.count("\t") >= 2}
    return (*sorted(found), UTC)


def check_zone(root: Path, name: str) -> None:
    """Whether there is such a zone. Raises :class:`EnvironmentFault` naming what was found and expected."""
    wrong = EnvironmentFault(
        f"time_zone of {name[:80]!r}: expected a zone of {root / _SYSTEM}, as Australia/Sydney",
        "Nothing was changed",
    )
    if not is_zone_name(name):
        raise wrong
    try:
        with (root / _SYSTEM / name).open("rb") as file:
            good = file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        raise wrong from None
    if not good:
        raise wrong


def zone_of(root: Path) -> str:
    """The zone that the machine has; empty when nobody can tell."""
    return zone_name(root)


def set_zone(root: Path, name: str, run: Runner, *, live: bool) -> None:
    """Give the machine the zone ``name``, durably. ``live``: its system runs and is told by timedatectl; one in a
    folder is changed in its files. Raises :class:`EnvironmentFault`; the zone is the old or the new one.
    """
    check_zone(root, name)
    if zone_of(root) == name:
        return
    if live:
        checked(run, ["timedatectl", "set-timezone", name])
        return
    etc = root / "etc"
    part = etc / "localtime.part"
    try:
        part.unlink(missing_ok=True)
        part.symlink_to(f"/{_SYSTEM}/{name}")
        part.replace(etc / "localtime")
        sync_folder(etc)
        replace_durably(etc / "timezone", f"{name}\n".encode())
    except OSError as error:
        raise EnvironmentFault(f"time zone in {etc} cannot be set: {error.strerror}") from error

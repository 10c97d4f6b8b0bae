"""USB sticks: where they are seen, mounted so that nothing on them is run or written."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

import msgspec

from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.provided import PREFIX, Provided, find_provided, read_provided, table_of
from kiosk.ops.update.machine import Runner, checked

MOUNT = "run/etg-kiosk-setup"
OPTIONS = "ro,nosuid,nodev,noexec"
TYPES = "vfat,exfat,ntfs3,ext4,iso9660"  # the kernel tries no other on a stick of whoever


class Stick(msgspec.Struct, frozen=True):
    """A file system that can be pulled out. ``mounted``: where it is seen already, or empty."""

    device: str
    label: str = ""
    mounted: str = ""


class _Block(msgspec.Struct):
    path: str = ""
    fstype: str | None = None
    label: str | None = None
    mountpoint: str | None = None
    rm: bool = False
    hotplug: bool = False
    children: tuple[_Block, ...] = ()


class _Blocks(msgspec.Struct):
    blockdevices: tuple[_Block, ...] = ()


def sticks(run: Runner) -> tuple[Stick, ...]:
    """The file systems on what can be pulled out. Raises :class:`EnvironmentFault` when the system does not say."""
    told = checked(run, ["lsblk", "--json", "-o", "PATH,FSTYPE,LABEL,MOUNTPOINT,RM,HOTPLUG"])
    try:
        blocks = msgspec.json.decode(told, type=_Blocks).blockdevices
    except msgspec.DecodeError as error:
        raise EnvironmentFault(f"lsblk answers what is no list of disks: {error}") from error
    found: list[Stick] = []
    _collect(blocks, found, out=False)
    return tuple(found)


def _collect(blocks: tuple[_Block, ...], found: list[Stick], *, out: bool) -> None:
    for block in blocks:
        can_go = out or block.rm or block.hotplug
        if can_go and block.fstype and block.path:
            found.append(Stick(block.path, block.label or "", block.mountpoint or ""))
        _collect(block.children, found, out=can_go)


@contextmanager
def opened(stick: Stick, root: Path, run: Runner) -> Iterator[Path]:
    """The folder of the stick, for reading, as long as it is needed. Raises :class:`EnvironmentFault`."""
    if stick.mounted:
        yield Path(stick.mounted)
        return
    place = root / MOUNT
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise EnvironmentFault(f"folder {place} cannot be made: {error.strerror}") from error
    checked(run, ["mount", "-t", TYPES, "-o", OPTIONS, stick.device, str(place)])
    try:
        yield place
    finally:
        run(["umount", str(place)])


class Offer(msgspec.Struct, frozen=True):
    """A seat's part that lies on a stick; ``path`` is that of its file on the stick."""

    stick: Stick
    path: str
    table: str
    seat: str


def offers(root: Path, run: Runner) -> tuple[Offer, ...]:
    """All seats' parts on all sticks, by table and seat. Raises :class:`EnvironmentFault` when no stick can be read."""
    found: list[Offer] = []
    fault: EnvironmentFault | None = None
    for stick in sticks(run):
        try:
            with opened(stick, root, run) as folder:
                found += [
                    Offer(
                        stick,
                        str(path.relative_to(folder)),
                        table_of(path),
                        path.stem.removeprefix(PREFIX),
                    )
                    for path in find_provided(folder)
                ]
        except EnvironmentFault as told:
            fault = told
    if fault is not None and not found:
        raise fault
    return tuple(sorted(found, key=lambda offer: (offer.table, offer.seat, offer.path)))


def take(offer: Offer, root: Path, run: Runner, now: Callable[[], datetime]) -> Provided:
    """Read and check what is offered. Raises :class:`EnvironmentFault`; the stick may be pulled out afterwards."""
    with opened(offer.stick, root, run) as folder:
        return read_provided(folder / offer.path, now)

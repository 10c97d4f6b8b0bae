"""USB drives: where they are seen, mounted so that nothing on them is run or written."""

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
TYPES = "vfat,exfat,ntfs3,ext4,iso9660"  # the kernel tries no other on a USB drive of whoever


class UsbDrive(msgspec.Struct, frozen=True):
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


def usb_drives(run: Runner) -> tuple[UsbDrive, ...]:
    """The file systems on what can be pulled out. Raises :class:`EnvironmentFault` when the system does not say."""
    told = checked(run, ["lsblk", "--json", "-o", "PATH,FSTYPE,LABEL,MOUNTPOINT,RM,HOTPLUG"])
    try:
        blocks = msgspec.json.decode(told, type=_Blocks).blockdevices
    except msgspec.DecodeError as error:
        raise EnvironmentFault(f"lsblk answers what is no list of disks: {error}") from error
    found: list[UsbDrive] = []
    _collect(blocks, found, out=False)
    return tuple(found)


def _collect(blocks: tuple[_Block, ...], found: list[UsbDrive], *, out: bool) -> None:
    for block in blocks:
        can_go = out or block.rm or block.hotplug
        if can_go and block.fstype and block.path:
            found.append(UsbDrive(block.path, block.label or "", block.mountpoint or ""))
        _collect(block.children, found, out=can_go)


@contextmanager
def opened(usb_drive: UsbDrive, root: Path, run: Runner) -> Iterator[Path]:
    """The folder of the USB drive, for reading, as long as it is needed. Raises :class:`EnvironmentFault`."""
    if usb_drive.mounted:
        yield Path(usb_drive.mounted)
        return
    place = root / MOUNT
    try:
        place.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise EnvironmentFault(f"folder {place} cannot be made: {error.strerror}") from error
    checked(run, ["mount", "-t", TYPES, "-o", OPTIONS, usb_drive.device, str(place)])
    try:
        yield place
    finally:
        run(["umount", str(place)])


class Offer(msgspec.Struct, frozen=True):
    """A seat's part that lies on a USB drive; ``path`` is that of its file on the USB drive."""

    usb_drive: UsbDrive
    path: str
    table: str
    seat: str


def offers(root: Path, run: Runner) -> tuple[Offer, ...]:
    """All seats' parts on all USB drives, by table and seat. Raises :class:`EnvironmentFault` when none can be read."""
    found: list[Offer] = []
    fault: EnvironmentFault | None = None
    for usb_drive in usb_drives(run):
        try:
            with opened(usb_drive, root, run) as folder:
                found += [
                    Offer(
                        usb_drive,
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
    """Read and check what is offered. Raises :class:`EnvironmentFault`; the USB drive may be pulled out afterwards."""
    with opened(offer.usb_drive, root, run) as folder:
        return read_provided(folder / offer.path, now)

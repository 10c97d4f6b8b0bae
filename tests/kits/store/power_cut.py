"""A disk that keeps through a power cut what was synced, and of the rest nothing, all, or any sectors of it.

A process writes down all that it asks of the disk (`disk_trace.c`, loaded before it). The trace is read again up to any
moment, and the folder is made as it would be found after a power cut then:

    trace = record(kits.program("kits.store.traced_seat", state, 8), folder, trace_file, shim)
    disk = Disk(folder)
    for entry in read(trace): disk.take(entry)
    disk.make(copy, Random(1))

What a name points to is as volatile as what a file holds: a file that was made, renamed or removed is so after the
power cut only when its folder was synced. ``KEPT`` lies outside of the machine, where no power cut reaches.
"""

import os
import shutil
import struct
import subprocess
from dataclasses import dataclass, field
from pathlib import Path

from kits import surroundings

SOURCE = Path(__file__).with_name("disk_trace.c")
KEPT = (
    "cash-box.jsonl",
    "acceptor.json",
    "told.jsonl",
)  # the box, the acceptor's own memory, what the world was told
SECTOR = 512
_HEAD = struct.Struct("<cIQQ")


def compiler():
    """The C compiler of this machine; None where there is none."""
    return shutil.which("cc") or shutil.which("gcc")


def build(folder):
    """Compile what is loaded before the process."""
    shim = folder / "disk_trace.so"
    subprocess.run(
        [compiler(), "-shared", "-fPIC", "-O2", "-Wall", "-Wextra", "-Werror", "-o", shim, SOURCE, "-ldl"],
        check=True,
    )
    return shim


def record(command, folder, trace, shim, **more):
    """Run a command to its end; what it says. All that it asks of the disk below ``folder`` is in ``trace``."""
    watched = {"LD_PRELOAD": str(shim), "DISK_TRACE": str(trace), "DISK_FOLDER": str(folder)}
    done = subprocess.run(command, env=surroundings(**watched, **more), capture_output=True, check=False)
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout.decode()


@dataclass(frozen=True)
class Entry:
    """One thing asked: c(reate), w(rite), t(runcate), s(ync), r(ename), u(nlink), m(ake a folder)."""

    kind: str
    path: str
    offset: int
    data: bytes


def read(trace):
    """The entries of a trace, in order."""
    with trace.open("rb") as file:
        while head := file.read(_HEAD.size):
            kind, name, offset, length = _HEAD.unpack(head)
            path = file.read(name).decode()
            yield Entry(kind.decode(), path, offset, file.read(length))


@dataclass(eq=False)
class File:
    """What is on the disk, and what was asked since the last sync: (offset, data), or (length, None) to cut it off."""

    durable: bytearray = field(default_factory=bytearray)
    asked: list = field(default_factory=list)

    def sync(self):
        self.durable = self.content(lambda _: True)
        self.asked = []

    def content(self, keeps):
        """With those sectors of what is not synced that ``keeps`` says yes to."""
        found = bytearray(self.durable)
        for offset, data in self.asked:
            if data is None:
                del found[offset:]
                found.extend(bytes(offset - len(found)))
                continue
            for first in range(0, len(data), SECTOR):
                part = data[first : first + SECTOR]
                if keeps(None):
                    at = offset + first
                    found.extend(bytes(max(0, at + len(part) - len(found))))
                    found[at : at + len(part)] = part
        return found


class Disk:
    """A folder as its machine sees it, and as the disk holds it. The folder was empty at the beginning."""

    def __init__(self, folder):
        self._folder = str(folder.resolve())
        self._names: dict[str, File] = {}
        self._durable: dict[str, File] = {}
        self._folders = {self._folder}
        self.syncs = 0

    def take(self, entry):
        """The machine asks for this."""
        names, path = self._names, entry.path
        match entry.kind:
            case "c":
                names[path] = File()
            case "w":
                names[path].asked.append((entry.offset, entry.data))
            case "t":
                names[path].asked.append((entry.offset, None))
            case "s" if path in self._folders:
                self._durable = {name: file for name, file in self._durable.items() if not _lies(name, path)}
                self._durable |= {name: file for name, file in names.items() if _lies(name, path)}
            case "s":
                self.syncs += 1
                names[path].sync()
            case "r":
                names[entry.data.decode()] = names.pop(path)
            case "u":
                names.pop(path)
            case "m":
                self._folders.add(path)

    def make(self, copy, chance):
        """Write the folder as it is found after a power cut now."""
        how = chance.choice(("lost", "lost", "kept", "some"))
        named = self._names if how == "kept" or (how == "some" and chance.random() < 0.5) else self._durable
        keeps = {"lost": lambda _: False, "kept": lambda _: True, "some": lambda _: chance.random() < 0.5}[
            how
        ]
        found = {path: file.content(keeps) for path, file in named.items() if not path.endswith("-shm")}
        for path, file in self._names.items():
            if Path(path).name in KEPT:
                found[path] = file.content(lambda _: True)
        for folder in sorted(self._folders):
            (copy / os.path.relpath(folder, self._folder)).mkdir(parents=True, exist_ok=True)
        for path, content in found.items():
            (copy / os.path.relpath(path, self._folder)).write_bytes(content)
        return how


def _lies(name, folder):
    return str(Path(name).parent) == folder

"""Kills an update at given points, ends it, and says what is left. A program: forks need a process without threads.

    python -m kits.ops.update_killer TEMPLATE SCRATCH ACTION POINT...     # ACTION: update, or back; POINT 0: not killed

TEMPLATE is a World that is ready for the action. A point is the number of the change to the disk before which the
updater and all that it has started get SIGKILL: a file opened for writing, a rename, a link, a statement of SQL. A
point A:B is killed at A, and the resumption again at B. One JSON line for each point.
"""

import json
import mmap
import os
import shutil
import signal
import sqlite3
import struct
import sys
import time
import traceback
from contextlib import nullcontext
from pathlib import Path

from kiosk.app.state_dir import HeldFolder
from kits.ops.update import World, as_schema, books, program

CHANGES = {
    "os.rename", "os.remove", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.chmod", "os.chown",
    "sqlite3.connect",
}  # fmt: skip
WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
TIDY = ("rescue", "resume", "trial", "staged", "quiet", "incoming", "journal.json")


class Counter:
    """The changes to the disk that a family of processes has made, and the one before which it dies."""

    def __init__(self):
        self._memory = mmap.mmap(-1, 16)

    @property
    def count(self):
        return self._numbers()[0]

    @property
    def begun(self):
        """The change with which the journal began."""
        return self._numbers()[1]

    def _numbers(self):
        return struct.unpack("qq", self._memory[:])

    def watch(self, last):
        """In the process to be killed: it leads a group of its own."""
        os.setsid()
        self._memory[:] = struct.pack("qq", 0, 0)
        self._last = last
        sys.addaudithook(self._heard)
        connect = sqlite3.connect

        def traced(*args, **more):
            found = connect(*args, **more)
            found.set_trace_callback(lambda sql: None if sql.startswith("SELECT") else self._one())
            return found

        sqlite3.connect = traced

    def _heard(self, event, args):
        if event in CHANGES or (event == "open" and isinstance(args[2], int) and args[2] & WRITES):
            self._one()
            if not self.begun and event == "os.rename" and str(args[1]).endswith("journal.json"):
                self._memory[:] = struct.pack("qq", self.count, self.count)

    def _one(self):
        self._memory[:] = struct.pack("qq", self.count + 1, self.begun)
        if self.count == self._last:
            os.killpg(0, signal.SIGKILL)


def in_child(work):
    """Do it in a process of its own: how it ended, and what it returned or raised in words."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            told = json.dumps(work())
        except BaseException:  # noqa: BLE001 - the test is told, whatever it is
            told = json.dumps("!" + traceback.format_exc())
        os.write(writing, told.encode())
        os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as file:
        told = file.read()
    status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return status, json.loads(told) if told else None


def killed(folder, counter, point, schema, work):
    """Run ``work`` with the world's updater until ``point``."""

    def run():
        world = World(folder)
        with as_schema(schema) if schema != 2 else nullcontext():
            counter.watch(point)
            return work(world.updater())

    found = in_child(run)
    wait_until_free(World(folder).state / "update")
    return found


def wait_until_free(folder):
    """Until the last of the family is gone: a fork of the updater has its lock too, and dies a moment later."""
    held, end = HeldFolder(folder, "update"), time.monotonic() + 30
    while held.in_use():
        assert time.monotonic() < end, "somebody has survived"
        time.sleep(0.001)


def ended(updater):
    entry = updater.resume()
    return None if entry is None else [entry.step, entry.source, entry.target]


def look(folder):
    """What is left, by whoever looks at it afterwards."""
    world = World(folder)
    found = program(
        world.root, ["update", "--examine", str(world.state)], world.configuration
    )  # as the seat starts
    rows = {name: [list(map(repr, row)) for row in table] for name, table in books(world.seat_db).items()}
    work = world.state / "update"
    return {
        "installed": sorted(world.installed()),
        "examined": found.out or found.err,
        "rows": rows,
        "left": [name for name in TIDY if (work / name).exists()]
        + [
            path.name
            for path in world.state.iterdir()
            if path.name.startswith("seat.") and path.name != "seat.anchor"
        ]
        + [str(path) for path in world.root.rglob("*.dpkg-new")],
        "files": sorted(path.name for path in (world.state / "seat").iterdir()),
    }


def main(template, scratch, action, points):
    counter = Counter()
    schema = json.loads((template / "root/usr/lib/etg-kiosk/parts/program.json").read_text())["schema"]
    bundle = next(template.glob("kiosk-2.0.etgbundle"), None)
    for number, point in enumerate(points):
        first, _, second = point.partition(":")
        folder = scratch / str(number)
        shutil.copytree(template, folder, symlinks=True)

        def change(updater, folder=folder):
            return (
                updater.back(stop=False)
                if action == "back"
                else updater.update(folder / bundle.name, stop=False)
            )

        status, told = killed(folder, counter, int(first), schema, change)
        count, begun, again = counter.count, counter.begun, None
        if second:
            again, _ = killed(folder, counter, int(second), schema, ended)
        _, resumed = killed(folder, counter, 0, schema, ended)
        answer = {
            "point": point,
            "status": status,
            "told": told,
            "count": count,
            "begun": begun,
            "again": again,
        }
        answer |= {"resumed": resumed} | in_child(lambda folder=folder: look(folder))[1]
        print(json.dumps(answer), flush=True)
        shutil.rmtree(folder)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], sys.argv[4:])

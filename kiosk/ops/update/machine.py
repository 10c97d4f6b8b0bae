"""The system around us: packages by dpkg, units by systemd, and the installed program as a process of its own."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from kiosk.faults import EnvironmentFault
from kiosk.ops.update.files import spoken
from kiosk.ops.update.places import BASE, PREFIX, PYTHON, Places

_SAID_LINES = 6  # of what a command said, in an error
_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_OURS = f"{PREFIX}*"
_BUSY = "lock was locked by another process"  # dpkg's words, of the front end's lock and of the database's
_BUSY_TRIES = 300
_BUSY_SECONDS = 1.0


class Ran(NamedTuple):
    """How a command ended and what it wrote."""

    status: int
    out: str
    err: str = ""


Runner = Callable[[Sequence[str]], Ran]
"""Runs a command to its end. Raises :class:`EnvironmentFault` for one that cannot be started."""


def run_command(command: Sequence[str]) -> Ran:
    """Run it without a terminal and without questions. dpkg is never cut off: it may take as long as it needs."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
    try:
        found = subprocess.run(  # noqa: S603 - our own words and paths, and no shell
            list(command),
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            env=environment,
            check=False,
        )
    except OSError as error:
        raise EnvironmentFault(
            f"{command[0]} cannot be run: {error.strerror}", "Check that this is a Debian system"
        ) from error
    return Ran(found.returncode, found.stdout, found.stderr)


def checked(run: Runner, command: Sequence[str]) -> str:
    """What the command wrote. Raises :class:`EnvironmentFault` with its words when it failed."""
    found = run(command)
    if found.status != 0:
        said = " / ".join((found.err or found.out).strip().splitlines()[-_SAID_LINES:])
        name = command[2] if command[0] == "env" else command[0]
        raise EnvironmentFault(f"{name} ended with status {found.status}: {said}")
    return found.out


class Machine:
    """What an update does to the system. Every call raises :class:`EnvironmentFault` when it did not succeed."""

    def __init__(self, places: Places, run: Runner = run_command) -> None:
        self._places = places
        self._run = run
        whole = places.root.absolute() == Path("/")
        self._root = [] if whole else [f"--root={places.root.absolute()}"]
        self._within = [] if whole else ["chroot", str(places.root.absolute())]

    def installed(self, name: str = _OURS) -> dict[str, str]:
        """Packages by that name that are installed, also half, with their versions; without a name our own."""
        form = "--showformat=${Package} ${db:Status-Status} ${Version}\n"
        found = self._run(["dpkg-query", *self._root, "-W", form, name])
        if found.status not in (0, 1):  # 1: there is none
            raise EnvironmentFault(f"dpkg-query ended with status {found.status}: {found.err.strip()}")
        packages = {}
        for line in found.out.splitlines():
            package, status, version = [*line.split(" "), "", ""][:3]
            if status not in ("not-installed", "config-files"):
                packages[package] = version
        return packages

    def version(self) -> str:
        """The version that is installed."""
        found = self.installed()
        if not found.get(BASE):
            raise EnvironmentFault(
                f"the package {BASE} is not installed", "Install the packages with dpkg -i, then update"
            )
        return found[BASE]

    def newer(self, one: str, other: str) -> bool:
        """Whether version ``one`` is newer than the other."""
        return self._run(["dpkg", "--compare-versions", one, "gt", other]).status == 0

    def install(self, debs: Sequence[Path]) -> None:
        """Install these packages, whatever state the last attempt left them in; no question is asked.

        Their scripts start and stop nothing: that is ours to do, and a start at this moment would wait for us.
        Another dpkg at work is waited for, five minutes at most: one that is turned away has changed nothing.
        """
        self._make_quiet()
        quiet = f"PATH={self._places.inside(self._places.quiet)}:{_PATH}"
        keep = ["--force-confold", "--force-confdef"]
        files = [str(deb.absolute()) for deb in debs]
        checked(self._patiently, ["env", quiet, "dpkg", *self._root, *keep, "-i", *files])

    def _patiently(self, command: Sequence[str]) -> Ran:
        for _ in range(_BUSY_TRIES):
            found = self._run(command)
            if found.status == 0 or _BUSY not in found.err:
                return found
            time.sleep(_BUSY_SECONDS)
        return found

    def _make_quiet(self) -> None:
        """Of what packages' scripts call to start and stop units, one that does nothing."""
        with spoken(f"{self._places.quiet} cannot be made"):
            self._places.quiet.mkdir(parents=True, exist_ok=True)
            script = self._places.quiet / "deb-systemd-invoke"
            script.write_text("#!/bin/sh\nexit 0\n", encoding="ascii")
            script.chmod(0o755)

    def names_of(self, deb: Path) -> set[str]:
        """The files and links of a package, relative to the root."""
        names = set()
        for line in checked(self._run, ["dpkg-deb", "-c", str(deb)]).splitlines():
            mode, _, _, _, _, name = line.split(maxsplit=5)
            if not mode.startswith("d"):
                names.add(name.split(" -> ")[0].split(" link to ")[0].removeprefix("./"))
        return names

    def unpack(self, deb: Path, folder: Path) -> None:
        """Unpack a package's files into a folder, without installing anything."""
        checked(self._run, ["dpkg-deb", "-x", str(deb), str(folder)])

    def ask(self, *words: str) -> Ran:
        """Run the installed program."""
        return self._run([*self._within, "/usr/bin/kiosk", *words])

    def ask_unpacked(self, tree: Path, *words: str) -> Ran:
        """Run the program that was unpacked into ``tree``."""
        python = self._places.inside(tree / PYTHON)
        return self._run([*self._within, python, "-I", "-m", "kiosk", *words])

    @property
    def has_units(self) -> bool:
        """Whether systemd runs there."""
        return (self._places.root / "run/systemd/system").is_dir()

    def runs(self, unit: str) -> bool:
        """Whether systemd has the unit running, or will start it by itself, as one that waits after a crash."""
        if not self.has_units:
            return False
        told = checked(self._run, ["systemctl", "show", "--value", "--property=ActiveState", unit])
        return told.strip() not in ("inactive", "failed", "")

    def stop(self, units: Sequence[str]) -> None:
        """Stop the units."""
        checked(self._run, ["systemctl", "stop", *units])

    def start(self, units: Sequence[str]) -> None:
        """Start units that were stopped, as the packages have them now."""
        checked(self._run, ["systemctl", "daemon-reload"])
        checked(self._run, ["systemctl", "reset-failed", *units])
        checked(self._run, ["systemctl", "start", "--no-block", *units])

    def flush(self) -> None:
        """Everything written to the disks of the state and of the software is on them."""
        checked(self._run, ["sync", "-f", str(self._places.state), str(self._places.software)])

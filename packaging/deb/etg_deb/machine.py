"""A machine in a folder: a Debian 12 of its own by mounts and chroot, gone without a trace when it ends."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Self

from etg_deb.faults import CannotBuild

TOOLS = ("unshare", "nsenter", "chroot", "setpriv", "mount", "ip", "dpkg")
_LAST_LINES = 12  # of what a command said, in an error
# Mounts within a namespace that ends with its last process: nothing is left to unmount, however the test ends.
_KEEP = r"""
set -eu
root=$1 lower=$2 above=$3
if [ -n "$lower" ]; then
    mount -t tmpfs tmpfs "$above"
    mkdir "$above/upper" "$above/work"
    mount -t overlay overlay -o "lowerdir=$lower,upperdir=$above/upper,workdir=$above/work" "$root"
fi
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/run"
mount --rbind /dev "$root/dev"
ip link set lo up
echo ready
exec cat
"""


def why_not() -> str | None:
    """Why no machine can be made here, or None."""
    if os.geteuid() != 0:
        return "not root: mounts and chroot are refused"
    missing = [name for name in TOOLS if shutil.which(name) is None]
    if missing:
        return f"not on the PATH: {', '.join(missing)}"
    probe = [
        "unshare",
        "--mount",
        "--net",
        "--propagation",
        "private",
        "mount",
        "-t",
        "tmpfs",
        "tmpfs",
        "/mnt",
    ]
    done = subprocess.run(probe, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
    return f"namespaces are refused: {done.stderr.strip()}" if done.returncode else None


class Machine:
    """One machine. ``root`` is its folder; with ``lower`` that tree stays as it is, and changes live in memory.

    ``beside``: another machine whose loopback it shares. It has no other network, so that what it installs it was
    given; but for one that is ``online``, which has ours.
    """

    def __init__(
        self,
        root: Path,
        *,
        lower: Path | None = None,
        beside: Machine | None = None,
        online: bool = False,
    ) -> None:
        self.root = root
        self._processes: list[subprocess.Popen[str]] = []
        root.mkdir(parents=True, exist_ok=True)
        above = root.with_name(f"{root.name}.above")
        above.mkdir(exist_ok=True)
        join = ["nsenter", "--net", "--target", str(beside.keeper)] if beside else []
        words = [
            *join,
            "unshare",
            "--mount",
            "--propagation",
            "private",
            *([] if beside or online else ["--net"]),
        ]
        words += ["sh", "-c", _KEEP, "keep", str(root), str(lower or ""), str(above)]
        self._keeper = subprocess.Popen(  # noqa: S603 - our own words
            words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        assert self._keeper.stdout is not None and self._keeper.stderr is not None  # noqa: S101, PT018 - for the types
        if self._keeper.stdout.readline() != "ready\n":
            raise CannotBuild(f"no machine in {root}: {self._keeper.stderr.read().strip()}")

    @property
    def keeper(self) -> int:
        """The process in whose namespaces the machine lives."""
        return self._keeper.pid

    def put(self, source: Path, to: str, *, owner: str = "", mode: int = 0o644) -> None:
        """Copy a file or folder into the machine. Keys of ``owner`` (a user of the machine) are its alone."""
        data = "-r" if source.is_dir() else "-p"
        self._outside(["cp", data, "--no-target-directory", str(source), f"{self.root}{to}"])
        if owner:
            self.run("chown", "-R", f"{owner}:{owner}", to)
        if source.is_file():
            self.run("chmod", f"{mode:o}", to)

    def take(self, path: str, to: Path) -> None:
        """Copy a file or folder of the machine to the outside."""
        self._outside(["cp", "-r", "--no-target-directory", f"{self.root}{path}", str(to)])

    def write(self, path: str, text: str) -> None:
        """Write a file in the machine, as root."""
        self.run("sh", "-c", 'cat > "$1"', "write", path, told=text)

    def run(
        self,
        *words: str,
        user: str = "",
        more: Mapping[str, str] | None = None,
        told: str = "",
        expect: Sequence[int] = (0,),
    ) -> subprocess.CompletedProcess[str]:
        """Run a command to its end. Raises :class:`CannotBuild` with its last words for a status not expected."""
        done = subprocess.run(  # noqa: S603 - our own words
            self._inside(words, user, more), input=told, capture_output=True, text=True, check=False
        )
        if done.returncode not in expect:
            last = " / ".join((done.stdout + done.stderr).strip().splitlines()[-_LAST_LINES:])
            raise CannotBuild(
                f"{' '.join(words[:5])}: status {done.returncode}, expected {expect[0]}: {last}"
            )
        return done

    def start(
        self, *words: str, user: str = "", more: Mapping[str, str] | None = None
    ) -> subprocess.Popen[str]:
        """Start a command; it ends with the machine. Its output is one pipe."""
        process = subprocess.Popen(  # noqa: S603 - our own words
            self._inside(words, user, more),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self._processes.append(process)
        return process

    def close(self) -> None:
        """End what runs, the last begun first; the mounts go with it."""
        for process in reversed(self._processes):
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
            process.communicate()
        self._keeper.communicate("")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _outside(self, words: Sequence[str]) -> None:
        """A command of this machine that sees the mounts of the other."""
        enter = ["nsenter", "--mount", "--target", str(self.keeper), *words]
        done = subprocess.run(enter, capture_output=True, text=True, check=False)  # noqa: S603 - our own words
        if done.returncode:
            raise CannotBuild(f"{' '.join(words[:2])}: {done.stderr.strip()}")

    def _inside(self, words: Sequence[str], user: str, more: Mapping[str, str] | None) -> list[str]:
        as_user = ["setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--no-new-privs"]
        told = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
        told |= {"HOME": "/nonexistent", "DEBIAN_FRONTEND": "noninteractive"} | dict(more or {})
        given = [f"{key}={value}" for key, value in told.items()]
        enter = ["nsenter", "--mount", "--net", "--target", str(self.keeper)]
        return [
            *[*enter, "chroot", str(self.root), "env", "-i", *given],
            *(as_user if user else []),
            *words,
        ]

"""What goes wrong while packages are built, and how a tool is run."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path


class CannotBuild(Exception):
    """The packages cannot be built. The message names the thing, what was found and what is expected."""


class Failed(CannotBuild):
    """A rehearsal of the packages went otherwise than it must. The message says where."""


def say(text: str) -> None:
    """Tell whoever waits at the terminal how far it is."""
    sys.stderr.write(f"deb: {text}\n")


def run(
    words: Sequence[str | Path], *, cwd: Path | None = None, more: Mapping[str, str] | None = None
) -> str:
    """Run a tool in the C locale; its standard output. Raises :class:`CannotBuild` with its last words."""
    told = [str(word) for word in words]
    try:
        done = subprocess.run(  # noqa: S603 - our own words, no shell
            told,
            cwd=cwd,
            env=os.environ | {"LC_ALL": "C.UTF-8", "TZ": "UTC"} | dict(more or {}),
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError as error:
        raise CannotBuild(f"{told[0]} cannot be run: {error.strerror}; expected it on the PATH") from error
    if done.returncode:
        last = (done.stderr.strip() or done.stdout.strip()).splitlines()[-6:]
        raise CannotBuild(f"{' '.join(told[:4])} ended with status {done.returncode}: {' / '.join(last)}")
    return done.stdout

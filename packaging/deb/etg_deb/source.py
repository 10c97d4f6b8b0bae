"""The input of a build: one commit, exactly, whatever lies about in the working copy."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from etg_deb.faults import CannotBuild, run

_PARTS = (
    "kiosk",
    "layouts",
    "assets",
    "packaging",
    "docs",
    "pyproject.toml",
    "uv.lock",
    "LICENSE",
    "README.md",
)
# What Debian's policy and Python's both take as a version, in one spelling: 0.2.0, 0.2.0rc1 has none of Debian's order.
_VERSION = re.compile(r"[0-9]+(\.[0-9]+){1,3}(\+[a-z0-9]+(\.[a-z0-9]+)*)?")


@dataclass(frozen=True)
class Source:
    """The files of a commit in a folder. ``epoch`` is the commit's time in s since 1970: every time in a package."""

    folder: Path
    commit: str
    epoch: int
    version: str

    @property
    def lock(self) -> Path:
        """The lock file."""
        return self.folder / "uv.lock"


def export(repo: Path, folder: Path, *, commit: str = "HEAD", version: str | None = None) -> Source:
    """Unpack the commit into the new ``folder``. ``version`` replaces that of pyproject.toml (a rehearsed upgrade).

    Raises :class:`CannotBuild`.
    """
    folder.mkdir(parents=True)
    full = run(["git", "rev-parse", "--verify", f"{commit}^{{commit}}"], cwd=repo).strip()
    epoch = int(run(["git", "show", "-s", "--format=%ct", full], cwd=repo))
    packed = folder.with_suffix(".tar")
    asked = ["-c", "tar.umask=022", "archive", "--format=tar", "-o", packed.absolute()]
    run(["git", *asked, full, *_PARTS], cwd=repo)
    run(
        ["tar", "--extract", "--no-same-owner", "--same-permissions", "--file", packed.absolute()], cwd=folder
    )
    packed.unlink()
    written = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    return Source(folder, full, epoch, checked(version or written))


def checked(version: str) -> str:
    """The version, if Debian and Python read it alike. Raises :class:`CannotBuild`."""
    if not _VERSION.fullmatch(version):
        raise CannotBuild(f'version "{version}": expected numbers and points, as 0.2.0 or 0.2.0+test.1')
    return version

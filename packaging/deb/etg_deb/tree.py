"""The virtual environment of the packages: locked wheels by their hashes, and our own program, nothing else."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path

from etg_deb.faults import CannotBuild, run
from etg_deb.source import Source

VENV = Path("usr/lib/etg-kiosk/venv")
SITE = VENV / "lib/python3.11/site-packages"
_BASE_PYTHON = "/usr/bin/python3.11"
# Written by installers about the machine and the moment of the build; none is read at run time.
_ABOUT_THE_BUILD = frozenset({"RECORD", "INSTALLER", "REQUESTED", "direct_url.json", "uv_cache.json"})


def install(source: Source, uv: Path, root: Path, without: Iterable[str]) -> Path:
    """Install the locked run-time packages into ``root``, except those ``without``; the folder site-packages.

    Wheels only, each with a hash of the lock file: nothing is built, nothing resolved. Raises :class:`CannotBuild`.
    """
    site = root / SITE
    site.mkdir(parents=True)
    # With --target, uv writes scripts and man pages into folders beside the modules; they are taken away below.
    listed = source.folder / "run-time.txt"
    left = [word for name in sorted(without) for word in ("--no-emit-package", name)]
    export: list[str | Path] = [
        uv,
        "export",
        "--quiet",
        "--locked",
        "--no-dev",
        "--no-emit-project",
        "--no-header",
    ]
    run([*export, *left, "--no-annotate", "-o", listed], cwd=source.folder)
    into: list[str | Path] = [uv, "pip", "install", "--quiet", "--no-config", "--require-hashes", "--no-deps"]
    into += ["--only-binary", ":all:", "--link-mode", "copy", "--no-compile-bytecode"]
    into += ["--python", _BASE_PYTHON, "--target", site, "-r", listed]
    run(into, cwd=source.folder)
    (site / ".lock").unlink(missing_ok=True)  # uv's own
    _own(source, site)
    _environment(root)
    return site


def tidy(root: Path) -> None:
    """Give every file and folder below ``root`` one mode, and take away what tells of the build.

    Files get 0644, or 0755 in a folder called bin; folders 0755. A setuid bit cannot pass.
    """
    for folder, _, names in os.walk(root, topdown=False):
        here = Path(folder)
        if here.name == "__pycache__":
            shutil.rmtree(here)
            continue
        for name in names:
            path = here / name
            if here.suffix == ".dist-info" and name in _ABOUT_THE_BUILD:
                path.unlink()
            elif not path.is_symlink():
                path.chmod(0o755 if here.name == "bin" else 0o644)
        here.chmod(0o755)


def compile_all(root: Path) -> None:
    """Compile every module below ``root`` for the place where it will lie; its signed manifest lists what is made.

    Python takes such a file as it is (PEP 552, unchecked) and never writes it anew. The same sources give the same
    bytes: one process, in order of names, with one seed for the order of sets.
    """
    words: list[str | Path] = [
        _BASE_PYTHON,
        "-m",
        "compileall",
        "-q",
        "-f",
        "--invalidation-mode",
        "unchecked-hash",
    ]
    run([*words, "-s", root, "-p", "/", root / VENV / "lib"], more={"PYTHONHASHSEED": "0"})
    for made in (root / VENV).rglob("__pycache__"):
        made.chmod(0o755)
        for path in made.iterdir():
            path.chmod(0o644)


def date(root: Path, epoch: int) -> None:
    """Give everything below ``root`` one time, in s since 1970."""
    for folder, _, names in os.walk(root, topdown=False):
        for path in [*(Path(folder) / name for name in names), Path(folder)]:
            os.utime(path, (epoch, epoch), follow_symlinks=False)


def files(root: Path) -> Iterator[Path]:
    """Every file and link below ``root``, in order."""
    for folder, folders, names in os.walk(root):
        folders.sort()
        for name in sorted([*names, *(one for one in folders if (Path(folder) / one).is_symlink())]):
            yield Path(folder) / name


def _own(source: Source, site: Path) -> None:
    """Our program as its wheel would hold it: the package, its data within, and what it is called."""
    package = site / "kiosk"
    if package.exists():
        raise CannotBuild(f"{package} is there before our own: expected no locked package to bring it")
    shutil.copytree(source.folder / "kiosk", package)
    for kind in ("layouts", "assets"):
        shutil.copytree(source.folder / kind, package / "_data" / kind)
    about = site / f"kiosk-{source.version}.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(
        f"Metadata-Version: 2.4\nName: kiosk\nVersion: {source.version}\n"
        "Summary: Player Terminal of an electronic casino table\nLicense-Expression: MIT\n"
        "License-File: LICENSE\nRequires-Python: >=3.11,<3.12\n",
        encoding="utf-8",
    )
    (about / "licenses").mkdir()
    shutil.copy(source.folder / "LICENSE", about / "licenses" / "LICENSE")


def _environment(root: Path) -> None:
    """What makes a folder a virtual environment of Debian's own interpreter, wherever it was built."""
    tools = root / VENV / "bin"
    tools.mkdir()
    # Not relative: an update tries the program of the other version where it has unpacked it.
    (tools / "python3").symlink_to(_BASE_PYTHON)
    (root / VENV / "pyvenv.cfg").write_text(
        "home = /usr/bin\ninclude-system-site-packages = false\nversion = 3.11\n", encoding="utf-8"
    )

"""One Debian package from a folder of files: control data, documents, scripts, and the .deb itself."""

from __future__ import annotations

import gzip
import textwrap
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import md5
from pathlib import Path

from etg_deb.contents import Contents, Package
from etg_deb.faults import CannotBuild, run
from etg_deb.sbom import Part
from etg_deb.source import Source
from etg_deb.tree import date, files

SCRIPTS = ("preinst", "postinst", "prerm", "postrm")
COMPRESSIONS = {
    "xz": ["-Zxz", "-z6"],
    "gzip": ["-Zgzip", "-z1"],
    "none": ["-Znone"],
}  # gzip, none: to try something, in a tenth of the time
_ROLE = "role"  # name of the scripts that all roles share


@dataclass(frozen=True)
class Build:
    """What all packages of one build share. ``packaging`` is the source's packaging/deb."""

    source: Source
    contents: Contents
    parts: tuple[Part, ...]
    production: bool
    compression: str

    @property
    def packaging(self) -> Path:
        """The folder of control data in the source."""
        return self.source.folder / "packaging/deb"


def finish(build: Build, name: str, root: Path, out: Path) -> Path:
    """Add documents and control data to ``root`` and pack it into ``out``; the .deb. Raises :class:`CannotBuild`."""
    package = build.contents.package[name]
    _documents(build, name, root)
    _refuse_setuid(root)
    control = root / "DEBIAN"
    sums, size = _sums(root)
    control.mkdir(mode=0o755)
    (control / "md5sums").write_text(sums, encoding="utf-8")
    (control / "control").write_text(_control(build, name, package, size), encoding="utf-8")
    kept = [f"/{path.relative_to(root)}\n" for path in files(root / "etc")] if (root / "etc").is_dir() else []
    if kept:
        (control / "conffiles").write_text("".join(kept), encoding="utf-8")
    _scripts(build, name, package, control)
    for path in files(control):
        path.chmod(0o755 if path.name in SCRIPTS else 0o644)
    for folder in (path for path in root.rglob("*") if path.is_dir() and not path.is_symlink()):
        folder.chmod(0o755)
    date(root, build.source.epoch)
    deb = out / f"{name}_{build.source.version}_amd64.deb"
    deb.unlink(missing_ok=True)
    how = [*COMPRESSIONS[build.compression], "--root-owner-group", "--build"]
    run(["dpkg-deb", *how, root, deb], more={"SOURCE_DATE_EPOCH": str(build.source.epoch)})
    return deb


def _control(build: Build, name: str, package: Package, size: int) -> str:
    version = build.source.version
    fields = {
        "Package": name,
        "Source": "etg-kiosk",
        "Version": version,
        "Architecture": "amd64",
        "Maintainer": build.contents.maintainer,
        "Installed-Size": str(size),
        "Depends": _relations(package.depends, version),
        "Recommends": _relations(package.recommends, version),
        "Suggests": _relations(package.suggests, version),
        "Section": build.contents.section,
        "Priority": "optional",
    }
    lines = [f"{key}: {value}" for key, value in fields.items() if value]
    said = [package.description]
    if not build.production:
        said.append("UNSIGNED FOR PRODUCTION: this build was signed with a throw-away key, for trials alone.")
    return "\n".join([*lines, f"Description: {package.summary}", *_paragraphs(said)]) + "\n"


def _relations(given: Sequence[str], version: str) -> str:
    return ", ".join(one.replace("{version}", version) for one in given)


def _paragraphs(texts: Sequence[str]) -> list[str]:
    wrapped = ["\n".join(textwrap.wrap(text.strip(), 76)) for text in texts]
    return [f" {line}" if line else " ." for line in "\n\n".join(wrapped).splitlines()]


def _sums(root: Path) -> tuple[str, int]:
    """The file md5sums, and the installed size in KiB as Debian counts it: each file rounded up, a folder as one."""
    lines, size = [], 0
    for path in files(root):
        if path.is_symlink():
            size += 1
            continue
        data = path.read_bytes()
        size += -(-len(data) // 1024)
        if path.relative_to(root).parts[0] != "etc":
            digest = md5(data, usedforsecurity=False).hexdigest()
            lines.append(f"{digest}  {path.relative_to(root)}\n")
    return "".join(lines), size + sum(
        1 for path in root.rglob("*") if path.is_dir() and not path.is_symlink()
    )


def _refuse_setuid(root: Path) -> None:
    for path in files(root):
        if not path.is_symlink() and path.stat().st_mode & 0o7000:
            raise CannotBuild(f"{path.relative_to(root)} has a setuid, setgid or sticky bit: expected none")


def _scripts(build: Build, name: str, package: Package, control: Path) -> None:
    """The package's own maintainer scripts, or those of all roles with the role's names in them."""
    for script in SCRIPTS:
        own = build.packaging / "scripts" / f"{name}.{script}"
        shared = build.packaging / "scripts" / f"{_ROLE}.{script}"
        if own.exists():
            text = own.read_text(encoding="utf-8")
        elif package.role and shared.exists():
            role = package.role
            text = shared.read_text(encoding="utf-8")
            for mark, word in {
                "ROLE": role.name,
                "USER": role.user,
                "UNIT": role.unit,
                "UNITS": f"{role.first} {role.unit}".lstrip(),
                "PACKAGE": name,
            }.items():
                text = text.replace(f"@{mark}@", word)
        else:
            continue
        (control / script).write_text(text, encoding="utf-8")


def _documents(build: Build, name: str, root: Path) -> None:
    doc = root / "usr/share/doc" / name
    doc.mkdir(parents=True, exist_ok=True)
    _zipped(doc / "changelog.gz", _changelog(build))
    (doc / "copyright").write_text(_copyright(build, bundled=name.endswith("-base")), encoding="utf-8")
    if not build.production:
        (doc / "UNSIGNED-FOR-PRODUCTION").write_text(
            "This build was signed with a throw-away key, which lay beside the packages.\n"
            "Its manifest proves nothing. For trials alone.\n",
            encoding="utf-8",
        )
    overrides = build.packaging / "overrides" / name
    if overrides.exists():
        to = root / "usr/share/lintian/overrides" / name
        to.parent.mkdir(parents=True, exist_ok=True)
        to.write_bytes(overrides.read_bytes())
        to.chmod(0o644)
    for path in files(doc):
        path.chmod(0o644)


def _zipped(path: Path, text: str) -> None:
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0))
    path.chmod(0o644)


def zip_manual(build: Build, root: Path) -> None:
    """The manual page of the command, as Debian wants it."""
    to = root / "usr/share/man/man1/kiosk.1.gz"
    to.parent.mkdir(parents=True)
    _zipped(to, (build.packaging / "kiosk.1").read_text(encoding="utf-8"))


def _changelog(build: Build) -> str:
    when = datetime.fromtimestamp(build.source.epoch, UTC).strftime("%a, %d %b %Y %H:%M:%S +0000")
    return (
        f"etg-kiosk ({build.source.version}) bookworm; urgency=medium\n\n"
        f"  * Built from commit {build.source.commit}.\n\n -- {build.contents.maintainer}  {when}\n"
    )


def _copyright(build: Build, *, bundled: bool) -> str:
    text = (build.source.folder / "LICENSE").read_text(encoding="utf-8")
    holder = next(line for line in text.splitlines() if line.startswith("Copyright")).removeprefix(
        "Copyright (c) "
    )
    body = text.partition("\n\n")[2].partition("\n\n")[2].strip()
    indented = "\n".join(f" {line}" if line else " ." for line in body.splitlines())
    head = (
        "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\nUpstream-Name: etg-kiosk\n\n"
        f"Files: *\nCopyright: {holder}\nLicense: MIT\n{indented}\n"
    )
    if not bundled:
        return head
    listed = "".join(f"\n {part.name} {part.version}: {part.licence}" for part in build.parts)
    return (
        f"{head}\nFiles: usr/lib/etg-kiosk/venv/lib/python3.11/site-packages/*\n"
        "Copyright: the authors of each package, named in the texts of its dist-info folder\n"
        "License: each-its-own\n"
        " Packages of others, unchanged but for files left out (sbom.json names each with its hash). The whole text\n"
        f" of each licence stands in the folder of the package's name that ends in dist-info.\n .{listed}\n"
    )

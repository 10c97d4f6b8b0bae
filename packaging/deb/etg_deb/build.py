"""A whole build: from a commit to four packages."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from etg_deb.contents import Contents, put, read_contents
from etg_deb.faults import say
from etg_deb.packages import Build, finish, zip_manual
from etg_deb.prune import prune, read_slim, size_of
from etg_deb.sbom import parts_of, sbom
from etg_deb.signing import put_manifest, signer
from etg_deb.source import export
from etg_deb.tree import compile_all, install, tidy

BASE = "etg-kiosk-base"
PUBLIC_PRODUCTION, PUBLIC_TRIAL = "manifest-key.pem", "manifest-key.UNSIGNED-FOR-PRODUCTION.pem"


@dataclass(frozen=True)
class Made:
    """What a build gave. Sizes in bytes: of the locked packages, and of what is left of them."""

    debs: tuple[Path, ...]
    identity: str
    installed: int
    kept: int


def build(repo: Path, out: Path, *, commit: str, version: str | None, compression: str) -> Made:
    """Build all packages of the commit into ``out``, beside SHA256SUMS, sbom.json and the public key.

    The same commit, version, key and compression give the same bytes. Raises :class:`CannotBuild`.
    """
    out.mkdir(parents=True, exist_ok=True)
    by = signer(out)
    with tempfile.TemporaryDirectory(prefix="etg-deb-") as made:
        work = Path(made)
        source = export(repo, work / "source", commit=commit, version=version)
        packaging = source.folder / "packaging/deb"
        contents, slim = read_contents(packaging.parent), read_slim(packaging / "slim.toml")
        base = work / BASE
        say(f"etg-kiosk {source.version} from commit {source.commit[:12]}: locked packages")
        site = install(source, repo / ".venv/tools/bin/uv", base, [line.package for line in slim.left_out])
        parts, installed = parts_of(source, site), size_of(site)
        prune(site, slim)
        tidy(base)
        compile_all(base)
        kept = size_of(site)
        identity = put_manifest(source, site, base / "usr/lib/etg-kiosk", by)
        doc = base / "usr/share/doc" / BASE
        doc.mkdir(parents=True)
        listed = sbom(
            source, parts, [(one.package, one.why) for one in slim.left_out], debian_names(contents)
        )
        (doc / "sbom.json").write_bytes(listed)
        key = base / "etc/etg-kiosk/manifest-key.pem"
        key.parent.mkdir(parents=True)
        key.write_bytes(by.public)
        key.chmod(0o644)
        whole = Build(source, contents, parts, by.production, compression)
        zip_manual(whole, base)
        debs = []
        for name in contents.package:
            put(source.folder, work / name, contents.package[name])
            say(f"{name}: packing")
            debs.append(finish(whole, name, work / name, out))
            shutil.rmtree(work / name)
    (out / (PUBLIC_PRODUCTION if by.production else PUBLIC_TRIAL)).write_bytes(by.public)
    (out / "sbom.json").write_bytes(listed)
    (out / "SHA256SUMS").write_text(_sums(debs), encoding="utf-8")
    return Made(tuple(debs), identity.manifest_hash, installed, kept)


def debian_names(contents: Contents) -> list[str]:
    """The Debian packages that ours need, the first of each choice, our own left out."""
    relations: Iterable[str] = (one for package in contents.package.values() for one in package.depends)
    names = {one.partition("|")[0].partition("(")[0].strip() for one in relations}
    return sorted(name for name in names if name not in contents.package)


def _sums(debs: Iterable[Path]) -> str:
    return "".join(f"{sha256(deb.read_bytes()).hexdigest()}  {deb.name}\n" for deb in debs)

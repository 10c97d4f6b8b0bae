"""A bare Debian 12 in a folder, and the packages of Debian that ours need, fetched before they are needed."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path

from etg_deb.faults import CannotBuild, run, say
from etg_deb.machine import Machine
from etg_deb.rehearse import install

SUITE = "bookworm"
_APT = ["apt-get", "-qq", "-y", "--no-install-recommends", "-o", "APT::Sandbox::User=root"]


def bare(folder: Path) -> Path:
    """A minimal system as debootstrap makes it, made once. Raises :class:`CannotBuild`."""
    if not (folder / "etc/debian_version").exists():
        if shutil.which("debootstrap") is None:
            raise CannotBuild("debootstrap is not on the PATH: install Debian's package debootstrap")
        say("a bare Debian by debootstrap")
        part = folder.with_name(f"{folder.name}.part")
        if part.exists():
            shutil.rmtree(part)
        part.parent.mkdir(parents=True, exist_ok=True)
        run(["debootstrap", "--variant=minbase", SUITE, part])
        part.rename(folder)
    return folder


def fetched(system: Path, names: Sequence[str], folder: Path) -> list[Path]:
    """The .deb files that ``names`` need on the bare ``system``, fetched once into ``folder``. Nothing is installed."""
    wanted = sha256(" ".join(sorted(names)).encode()).hexdigest()
    stamp = folder / "fetched"
    if not stamp.exists() or stamp.read_text(encoding="utf-8") != wanted:
        say(f"fetching Debian's packages: {' '.join(sorted(names))}")
        folder.mkdir(parents=True, exist_ok=True)
        with Machine(folder.with_name(f"{folder.name}.fetching"), lower=system, online=True) as machine:
            for path in ("/etc/resolv.conf", "/etc/ssl/certs", "/etc/apt"):
                machine.run("rm", "-rf", path)
                machine.run("mkdir", "-p", str(Path(path).parent))
                machine.put(Path(path).resolve(), path)
            machine.run(*_APT, "update")
            machine.run(*_APT, "--download-only", "install", *names)
            for old in folder.glob("*.deb"):
                old.unlink()
            machine.take("/var/cache/apt/archives/.", folder)
        shutil.rmtree(folder / "partial", ignore_errors=True)
        stamp.write_text(wanted, encoding="utf-8")
    return sorted(folder.glob("*.deb"))


def with_packages(system: Path, archives: Sequence[Path], folder: Path) -> Path:
    """The bare ``system`` with Debian's packages installed from files, without a network; made once for one set."""
    wanted = sha256("\n".join(path.name for path in archives).encode()).hexdigest()
    stamp = folder.with_name(f"{folder.name}.set")
    if folder.exists() and stamp.exists() and stamp.read_text(encoding="utf-8") == wanted:
        return folder
    say(f"installing {len(archives)} of Debian's packages on a bare Debian")
    part = folder.with_name(f"{folder.name}.part")
    for old in (folder, part):
        if old.exists():
            shutil.rmtree(old)
    run(["cp", "-a", system, part])
    with Machine(part) as machine:
        # No service is started: there is no system that runs.
        machine.write("/usr/sbin/policy-rc.d", "#!/bin/sh\nexit 101\n")
        machine.run("chmod", "755", "/usr/sbin/policy-rc.d")
        install(machine, archives, tries=3)
    part.rename(folder)
    stamp.write_text(wanted, encoding="utf-8")
    return folder

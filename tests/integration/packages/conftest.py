"""Packages of the commit that is checked out, built once for all tests here, and a machine to install them on.

The machine is this one's system under an overlay, in namespaces of its own without a network: nothing is fetched, and
nothing of it stays. `make install-test` does the same, and more, on a bare Debian.
"""

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

REPO = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(REPO / "packaging/deb"))

from etg_deb import machine, rehearse  # noqa: E402 - after its folder is on the path
from etg_deb.build import build, debian_names  # noqa: E402
from etg_deb.contents import read_contents  # noqa: E402

from kits.whole_run import folder_of_the_run  # noqa: E402


@pytest.fixture(scope="session")
def repo():
    """The checkout."""
    return REPO


def _cannot_build():
    missing = [
        name for name in ("dpkg-deb", "git", "readelf", "/usr/bin/python3.11") if not shutil.which(name)
    ]
    if missing:
        return f"packages cannot be built here, not on the PATH: {', '.join(missing)}"
    if not (REPO / ".venv/tools/bin/uv").exists():
        return "packages cannot be built here: packaging/set-up has not run"
    return None


@pytest.fixture(scope="session")
def shared(tmp_path_factory):
    """A folder that all workers of this run have."""
    return folder_of_the_run(tmp_path_factory)


@pytest.fixture(scope="session")
def commit(shared):
    """The commit that is checked out, the same for all workers even when somebody commits meanwhile."""
    with (shared / "commit.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        kept = shared / "commit"
        if not kept.exists():
            asked = subprocess.run(
                ["git", "rev-parse", "HEAD"], cwd=REPO, capture_output=True, text=True, check=False
            )
            kept.write_text(asked.stdout.strip())
        return kept.read_text()


@pytest.fixture(scope="session")
def built(shared, commit):
    """A function: the folder of packages of a version, built once for all workers."""
    reason = _cannot_build() or (
        None if commit else "packages are built from a commit, and this is no checkout"
    )
    if reason:
        pytest.skip(reason)

    def of(version, name=None, compression="none"):
        folder = shared / f"debs-{name or version}"
        with (shared / f"debs-{name or version}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not (folder / "SHA256SUMS").exists():
                _share_key(shared, folder)
                build(REPO, folder, commit=commit, version=version, compression=compression)
        return folder

    return of


def _share_key(shared, folder):
    """One throw-away key signs all: another key is another input."""
    from kiosk.integrity.keys import new_keys

    with (shared / "key.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (shared / "key").exists():
            new_keys(shared / "key")
    shutil.copytree(shared / "key", folder / "throw-away-key", dirs_exist_ok=True)


@pytest.fixture(scope="session")
def stand_ins():
    """What of Debian our packages need and this system does not have. `make install-test` has the real ones."""
    names = debian_names(read_contents(REPO / "packaging"))
    words = ["dpkg-query", "-W", "-f", "${db:Status-Abbrev}${Package}\n", *names]
    told = subprocess.run(words, capture_output=True, text=True, check=False).stdout
    there = {line.split()[1] for line in told.splitlines() if line.startswith("ii")}
    return [name for name in names if name not in there]


@pytest.fixture
def computer(tmp_path, stand_ins):
    """A machine with this system's packages and none of ours; what is missing is there by name, empty."""
    reason = machine.why_not()
    if reason:
        pytest.skip(f"no machine in a folder here: {reason}")
    if "python3.11" in stand_ins:
        pytest.skip("no machine in a folder here: Debian's python3.11 is not installed")
    with machine.Machine(tmp_path / "machine", lower=Path("/")) as made:
        if stand_ins:
            rehearse.install(made, [_empty(tmp_path / "empty", name) for name in stand_ins])
        yield made


def _empty(folder, name):
    """A package of a name, with nothing in it."""
    control = folder / name / "DEBIAN/control"
    control.parent.mkdir(parents=True)
    control.write_text(
        f"Package: {name}\nVersion: 99:1\nArchitecture: amd64\nMaintainer: nobody <nobody@localhost>\n"
        "Description: stands in for Debian's own in a test\n"
    )
    deb = folder / f"{name}.deb"
    subprocess.run(["dpkg-deb", "-Znone", "--build", folder / name, deb], check=True, capture_output=True)
    return deb

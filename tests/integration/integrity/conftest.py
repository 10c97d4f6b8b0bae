"""Copies of the real installation, signed, to be damaged."""

import os
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kiosk.integrity.check import check
from kiosk.integrity.findings import Finding, Identity
from kiosk.integrity.progress import untold
from kiosk.integrity.roots import installation_roots
from kiosk.integrity.signing import sign, survey

AT = datetime(2026, 11, 28, 10, 0, 0, 123_456, tzinfo=UTC)


@dataclass(frozen=True)
class Installation:
    """A copy of the installed software below `top`, and what proves it."""

    top: Path
    roots: dict[str, Path]
    key: Ed25519PrivateKey

    @property
    def kiosk(self):
        return self.roots["kiosk"]

    @property
    def manifest(self):
        return self.top / "proof" / "manifest.json"

    @property
    def signature(self):
        return self.top / "proof" / "manifest.sig"

    def sign(self):
        sign(survey(self.roots, "0.1.0", AT), self.key, self.top / "proof", self.roots)

    def sign_bytes(self, data):
        """Any bytes in place of the manifest, signed well."""
        self.manifest.write_bytes(data)
        self.signature.write_bytes(self.key.sign(data))

    def check(self, progress=untold):
        return check(self.manifest, self.key.public_key(), self.roots, progress)

    def findings(self):
        found = self.check()
        assert isinstance(found, tuple), found
        assert found
        return found

    def finding(self):
        """The only finding."""
        (found,) = self.findings()
        assert isinstance(found, Finding)
        return found

    def is_whole(self):
        return isinstance(self.check(), Identity)

    def run(self, *words, **changes):
        """The copy's own command line as a process, which writes no compiled code by itself."""
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
        env = clean | {"PYTHONDONTWRITEBYTECODE": "1"} | changes
        return subprocess.run(
            [sys.executable, "-m", "kiosk", *map(str, words)],
            cwd=self.kiosk.parent,
            env=env,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )


def copied(top, layouts="layouts", assets="assets"):
    """A signed copy without compiled code; where the data lie is relative to `top`."""
    places = {"kiosk": "kiosk", "layouts": layouts, "assets": assets}
    for name, folder in installation_roots().items():
        shutil.copytree(
            folder,
            top / places[name],
            symlinks=True,
            dirs_exist_ok=True,
            ignore=shutil.ignore_patterns("__pycache__", "_data"),
        )
    roots = {name: top / place for name, place in places.items()}
    result = Installation(top, roots, Ed25519PrivateKey.generate())
    result.sign()
    return result


@pytest.fixture
def installation(tmp_path):
    return copied(tmp_path / "installed")


@pytest.fixture
def installed_wheel(tmp_path):
    """As a wheel puts it: the data within the package."""
    return copied(tmp_path / "wheel", "kiosk/_data/layouts", "kiosk/_data/assets")


@pytest.fixture(scope="session")
def lasting_installation(tmp_path_factory):
    """For tests that put back what they change."""
    return copied(tmp_path_factory.mktemp("lasting") / "installed")


@pytest.fixture
def unprivileged():
    """An installation that anybody may reach, and a process that no closed file opens for."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        result = copied(Path(folder) / "installed")
        user = os.geteuid()
        if user == 0:
            nobody = 65_534
            yield result, lambda: os.seteuid(nobody)
            os.seteuid(user)
        else:
            yield result, lambda: None

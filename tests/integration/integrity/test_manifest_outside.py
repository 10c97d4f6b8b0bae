"""An outside verifier needs no program of ours: the commands of docs/integrity.md, as they stand there."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

DOCUMENT = Path(__file__).resolve().parents[3] / "docs" / "integrity.md"
TOOLS = ("openssl", "sha256sum", "jq", "find", "diff", "bash")

pytestmark = pytest.mark.skipif(
    not all(map(shutil.which, TOOLS)), reason=f"needs {', '.join(TOOLS)}: not all are installed"
)


def commands():
    """The indented lines of the chapter, one script."""
    chapter = (
        DOCUMENT.read_text(encoding="utf-8").partition("## Without this program")[2].partition("\n## ")[0]
    )
    lines = [line.strip() for line in chapter.splitlines() if line.startswith("    ")]
    assert lines[0].startswith("openssl")
    assert len(lines) > 6
    return "\n".join(lines)


@pytest.fixture
def verify(installation, tmp_path):
    """Runs the document's commands, which end at the first that fails."""
    key = installation.key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    (tmp_path / "public.pem").write_bytes(key)
    (tmp_path / "work").mkdir()
    names = {
        "KEY": tmp_path / "public.pem",
        "KIOSK": installation.kiosk,
        "MANIFEST": installation.manifest,
        "SIGNATURE": installation.signature,
    }

    def run():
        return subprocess.run(
            ["bash", "-e", "-u", "-o", "pipefail", "-c", commands()],
            env=os.environ | {name: str(path) for name, path in names.items()},
            cwd=tmp_path / "work",
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )

    return run


def test_that_a_whole_installation_passes(installation, verify):
    (installation.kiosk / "run").write_text("#!/bin/sh\n")
    (installation.kiosk / "run").chmod(0o755)
    (installation.kiosk / "current").symlink_to("run")
    installation.sign()
    found = verify()
    assert found.returncode == 0, found.stdout + found.stderr
    assert "Verified Successfully" in found.stdout
    assert len((Path(installation.top).parent / "work" / "listed.sha256").read_text().splitlines()) > 300


def test_that_a_changed_manifest_is_not_verified(installation, verify):
    data = installation.manifest.read_bytes()
    installation.manifest.write_bytes(data.replace(b'"software":"0.1.0"', b'"software":"0.1.1"'))
    found = verify()
    assert found.returncode != 0
    assert "Verification Failure" in found.stdout + found.stderr


def test_that_changed_missing_and_extra_files_are_told(installation, verify):
    path = installation.kiosk / "money.py"
    data = path.read_bytes()
    path.write_bytes(data[:-1] + b"#")
    assert "money.py: FAILED" in verify().stdout
    path.unlink()
    assert verify().returncode != 0
    path.write_bytes(data)
    assert verify().returncode == 0
    (installation.kiosk / "extra.py").touch()
    assert "> extra.py" in verify().stdout
    (installation.kiosk / "extra.py").unlink()
    path.chmod(0o755)
    assert "> money.py" in verify().stdout


def test_that_compiled_code_is_told(installation, verify):
    (installation.kiosk / "__pycache__").mkdir()
    (installation.kiosk / "__pycache__" / "money.cpython-311.pyc").touch()
    assert "> __pycache__/money.cpython-311.pyc" in verify().stdout

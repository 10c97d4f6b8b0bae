"""Debian's own judgement of the packages."""

import shutil
import subprocess

import pytest


@pytest.mark.torture
def test_that_lintian_finds_nothing_that_is_not_explained(built, repo):
    if shutil.which("lintian") is None:
        pytest.skip("lintian is not on the PATH (make install-test fetches it)")
    debs = sorted(built("0.0.1", "packed", "gzip").glob("*.deb"))
    assert len(debs) == 4
    told = subprocess.run(
        ["lintian", "--allow-root", "--tag-display-limit", "0", "--fail-on", "warning", *debs],
        capture_output=True,
        text=True,
        check=False,
    )
    assert told.stdout == ""
    assert told.returncode == 0, told.stderr


def test_that_every_override_has_its_reason_before_it(repo):
    for path in sorted((repo / "packaging/deb/overrides").iterdir()):
        before = ""
        for line in path.read_text().splitlines():
            if line and not line.startswith("#"):
                # One reason may hold for lines that follow each other.
                assert before.startswith(("#", f"{path.name}: ")), f"{path.name}: {line}"
            before = line

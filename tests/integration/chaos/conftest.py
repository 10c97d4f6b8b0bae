"""Where the independent judges lie, and a fast place for state."""

import shutil
import tempfile
from pathlib import Path

import pytest


@pytest.fixture
def folder(tmp_path):
    """In memory where there is such a place: a killed process loses nothing of it."""
    shm = Path("/dev/shm")
    if not shm.is_dir():
        yield tmp_path
        return
    made = Path(tempfile.mkdtemp(prefix="kiosk-chaos-", dir=shm))
    yield made
    shutil.rmtree(made)

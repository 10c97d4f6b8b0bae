"""Where the simulation keeps its files."""

import shutil
import tempfile
from pathlib import Path

import pytest


@pytest.fixture
def folder():
    """An empty folder, in memory where there is such a place."""
    memory = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(prefix="simulation-", dir=memory if memory.is_dir() else None))
    yield made
    shutil.rmtree(made)

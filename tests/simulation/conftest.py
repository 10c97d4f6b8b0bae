"""Where the simulation keeps its files."""

import shutil
import tempfile
from pathlib import Path

import pytest

from kiosk.console import attendance


@pytest.fixture(autouse=True)
def _nobody_else_is_coming(monkeypatch):
    """A console that starts looks for others without waiting: all of this world is in one thread."""
    monkeypatch.setattr(attendance, "REST_S", 0)


@pytest.fixture
def folder():
    """An empty folder, in memory where there is such a place."""
    memory = Path("/dev/shm")
    made = Path(tempfile.mkdtemp(prefix="simulation-", dir=memory if memory.is_dir() else None))
    place = made / "world"  # what is kept beside a state directory is kept in the temporary one
    place.mkdir()
    yield place
    shutil.rmtree(made)

"""What the measurements share: a place in memory, and a way to print figures beside what is asked."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from kits.bench.long_journal import long_journal

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")


@pytest.fixture
def in_memory():
    """A folder that costs no disk; in the temporary folder where the machine has no memory disk."""
    shm = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="kiosk-bench-", dir=shm if shm.is_dir() else None))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def say(capsys):
    """Prints a figure at once, whatever pytest captures."""

    def show(text):
        with capsys.disabled():
            print(f"\nbench: {text}", end="")

    return show


@pytest.fixture(scope="session")
def long_state(tmp_path_factory):
    """The state directory of a seat with a hundred thousand transactions, and how many they are."""
    folder = tmp_path_factory.mktemp("long") / "state"
    return folder, long_journal(folder)

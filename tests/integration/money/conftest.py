"""What the tests of money share: where the independent count of Sic Bo lies, and a fast place for state."""

import shutil
import tempfile
from pathlib import Path

import pytest

from kits.app.seat_play import come_to_rest, play


@pytest.fixture(scope="session")
def played_once(tmp_path_factory):
    """A state directory after some rounds of the bot, at rest. Not to be changed: take `played`."""
    folder = tmp_path_factory.mktemp("played") / "state"
    play(folder, 16, bot_seed=11)
    come_to_rest(folder)
    return folder


@pytest.fixture
def played(played_once, memory_path):
    """A copy of a state directory after some rounds of the bot, at rest."""
    return Path(shutil.copytree(played_once, memory_path / "played"))


@pytest.fixture
def memory_path(tmp_path):
    """A folder in memory where there is one. A killed process loses nothing of it, so it proves as much as a disk."""
    shm = Path("/dev/shm")
    if not shm.is_dir():
        yield tmp_path
        return
    folder = Path(tempfile.mkdtemp(prefix="kiosk-test-", dir=shm))
    yield folder
    shutil.rmtree(folder)

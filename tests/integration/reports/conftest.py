"""What the tests of reports, events and archive share: the command as a process, and a seat that was played."""

import shutil
from pathlib import Path

import pytest

from kits import KIOSK, REPO
from kits.app.seat_play import come_to_rest, play
from kits.processes import run_process
from kits.whole_run import made_once


@pytest.fixture
def kiosk():
    """Runs one command to its end."""

    def run(*words):
        return run_process(
            [*KIOSK, *map(str, words)], capture_output=True, text=True, check=False, cwd=REPO, timeout=120
        )

    return run


@pytest.fixture(scope="session")
def long_played_once(tmp_path_factory):
    """A state directory after more rounds than can be void afterwards, at rest. Take `long_played`."""

    def make(folder):
        play(folder, 130, bot_seed=5)
        come_to_rest(folder)

    return made_once(tmp_path_factory, "long-played", make)


@pytest.fixture
def long_played(long_played_once, tmp_path):
    """A copy of it."""
    return Path(shutil.copytree(long_played_once, tmp_path / "state"))

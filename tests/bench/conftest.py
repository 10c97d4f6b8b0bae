"""What the measurements share: their figures with the table at the end, and a place in memory."""

import os
import shutil
import tempfile
from pathlib import Path

import pytest

from kits.bench.figures import Figures
from kits.bench.long_journal import long_journal

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
FIGURES = pytest.StashKey[Figures]()


def pytest_configure(config):
    config.stash[FIGURES] = Figures(Path(__file__).with_name("figures.json"))


def pytest_terminal_summary(terminalreporter, config):
    figures = config.stash[FIGURES]
    if not figures.rows:
        return
    terminalreporter.section("figures")
    for line in figures.table():
        terminalreporter.write_line(line)


@pytest.fixture(scope="session")
def figure(request):
    """`figure(name, ours, limit, goal, unit)`: a row of the table, see :class:`kits.bench.figures.Figures`."""
    return request.config.stash[FIGURES]


@pytest.fixture
def in_memory():
    """A folder that costs no disk; in the temporary folder where the machine has no memory disk."""
    shm = Path("/dev/shm")
    folder = Path(tempfile.mkdtemp(prefix="kiosk-bench-", dir=shm if shm.is_dir() else None))
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def say(capsys):
    """Prints at once what stands beside a figure, whatever pytest captures."""

    def show(text):
        with capsys.disabled():
            print(f"\nbench: {text}", end="")

    return show


@pytest.fixture(scope="session")
def long_state(tmp_path_factory):
    """The state directory of a seat with a hundred thousand transactions, and how many they are."""
    folder = tmp_path_factory.mktemp("long") / "state"
    return folder, long_journal(folder)

"""A provided table on a real etcd over TLS, and the parties of it: in their windows, or as processes."""

import os
from contextlib import ExitStack

import pytest

os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")

from kiosk.app.config import read_host_file, read_seat_file
from kiosk.commands._state import audited, where_at_table
from kits.app.parties import Kiosk, Opened
from kits.demo.pit import Pit
from kits.ops.provision import provisioned
from kits.ui.garbage import end_of_the_widgets, garbage_of_the_module

__all__ = ["end_of_the_widgets", "garbage_of_the_module"]


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    """One table for all tests of a module: they follow one another at it, as shifts do."""
    with provisioned(tmp_path_factory.mktemp("table"), serving=1) as found:
        yield found


@pytest.fixture
def running(table):
    """The table with its server up, also after a test that has ended it."""
    if table.servers[0]._process is None:
        table.servers[0].start()
    return table


@pytest.fixture
def audit(table):
    """The verdict over a seat's books, against the archive of the host: it takes settled rounds out of the log."""

    def ask(name):
        file = read_seat_file(table.seat(name))
        archive = read_host_file(table.host).state / f"{file.table}.archive.db"
        return audited(*where_at_table(file.state, file.table, file.seat, archive))

    return ask


@pytest.fixture
def pit_table(tmp_path):
    """A table for one test alone, whose log and archives it may put back."""
    with provisioned(tmp_path / "table") as found:
        yield found


@pytest.fixture
def pit(pit_table, kiosk, tmp_path):
    """The console, the host and the seats of that table, to be started as processes."""
    made = Pit(pit_table, kiosk, tmp_path)
    yield made
    made.log.close()


# --- windows --------------------------------------------------------------------------------------------------------


@pytest.fixture
def opened(qtbot, qapp, monkeypatch):
    """Opens windows of seats and consoles, each with its own threads and credentials; ends them after the test.

    Nobody prints a ticket here: no seat prepares for it, which takes seconds that the end would wait for.
    """
    from kiosk.ui.kit.fonts import load_fonts
    from kiosk.ui.terminal.play import playing

    monkeypatch.setattr(playing, "WARM_AFTER_MS", 3_600_000)
    load_fonts()
    with ExitStack() as stack:
        yield Opened(qtbot, stack)
    qtbot.wait(0)


# --- processes ------------------------------------------------------------------------------------------------------


@pytest.fixture
def spoken():
    """A list of `Spoken` processes; none outlives the test."""
    found = []
    yield found
    for each in found:
        each.end()


@pytest.fixture
def kiosk():
    """Starts `kiosk` processes; none outlives the test."""
    begun = []

    def start(*words, **more):
        begun.append(Kiosk(*words, **more))
        return begun[-1]

    yield start
    for found in begun:
        found.process.kill()
        if not found.process.stdout.closed:
            found.process.communicate()

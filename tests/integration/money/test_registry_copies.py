"""The audit reads the registry as a restart would: what was not committed counts for nothing, damage is named."""

import shutil
import sqlite3
from contextlib import closing

import pytest

from kiosk.app.state_dir import StateDir
from kiosk.demo.headless import Headless
from kiosk.seat.events import Collect
from kits.app.seat_play import assert_sound, audit, come_to_rest, make_play, rules
from kits.audit import physical_truth as truth


@pytest.fixture
def with_tickets(played):
    """A seat that has issued tickets."""
    state = StateDir(played)
    state.hold()
    table = Headless(state, rules(), make_play(1))
    try:
        for _ in range(3):
            table.acceptor.insert(2_000)
            table.runner.pump()
            table.runner.handle(Collect())
    finally:
        table.close()
        state.release()
    come_to_rest(played)
    assert_sound(played)
    return played


def test_that_a_kill_in_the_middle_of_the_registrys_commit_leaves_it_as_it_was(with_tickets, memory_path):
    """The files are taken while a large transaction has already written pages: as after a power cut."""
    killed = memory_path / "killed"
    path = with_tickets / "registry.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA cache_size = 1")
        db.execute("BEGIN IMMEDIATE")
        db.execute("UPDATE ticket SET cents = cents + 700")
        db.execute("CREATE TABLE other(body TEXT)")
        db.executemany("INSERT INTO other VALUES (?)", [("x" * 8_000,)] * 200)
        assert (with_tickets / "registry.db-journal").stat().st_size > 512
        shutil.copytree(with_tickets, killed)
        db.execute("ROLLBACK")
    alone = shutil.copyfile(killed / "registry.db", memory_path / "alone.db")
    sums = [truth.rows(path, "SELECT sum(cents) FROM ticket")[0][0] for path in (path, alone)]
    assert sums[0] < sums[1], "pages that were not committed are in the file"
    before = {file.name: file.read_bytes() for file in killed.iterdir() if file.is_file()}
    assert_sound(killed)
    assert {file.name: file.read_bytes() for file in killed.iterdir() if file.is_file()} == before


def test_that_a_damaged_page_of_the_registry_is_a_finding(with_tickets):
    """An index that has lost its entries is invisible to those who read the table."""
    path = with_tickets / "registry.db"
    (page,) = truth.rows(path, "SELECT rootpage FROM sqlite_schema WHERE type = 'index'")[0]
    size = truth.rows(path, "PRAGMA page_size")[0][0]
    whole = bytearray(path.read_bytes())
    start = (page - 1) * size
    whole[start + 3 : start + 5] = b"\0\0"  # its number of cells
    path.write_bytes(whole)
    assert any(finding.startswith("registry.db: ") for finding in audit(with_tickets).findings)

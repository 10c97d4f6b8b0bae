"""A whole table in one thread: real desk, seats and books, and a clock that nobody waits for."""

import sqlite3
import time
from contextlib import closing

import pytest

from kiosk.app.machine import read_rules
from kiosk.cli import main
from kiosk.console import attendance
from kiosk.demo.whole_table import WholeTable
from kiosk.table.records import RoundEnded, Settled, decode

ROUNDS, SEATS = 12, 3


@pytest.fixture(autouse=True)
def _nobody_else_is_coming(monkeypatch):
    monkeypatch.setattr(attendance, "REST_S", 0)


@pytest.fixture
def asleep(monkeypatch):
    """The moments that anybody slept."""
    slept = []
    monkeypatch.setattr(time, "sleep", slept.append)
    return slept


def played(folder, rounds=ROUNDS, seed=7):
    """The records of the table's log, and what the seats' books say."""
    folder.mkdir(exist_ok=True)
    table = WholeTable(folder, read_rules("B"), SEATS, seed)
    try:
        table.run(rounds)
        counters = [seat.seat.store.counters() for seat in table.seats]
        balances = [seat.state.balances for seat in table.seats]
        number = table.played
    finally:
        table.close()
    with closing(sqlite3.connect(folder / "table.db")) as log:
        entries = log.execute("SELECT key, value FROM entry ORDER BY id").fetchall()
    return number, counters, balances, entries


def of_table(entries):
    """What does not name this process: all but the console's own record."""
    return [entry for entry in entries if "/console/" not in entry[0]]


def test_that_every_round_is_dealt_by_the_desk_and_settled_in_all_books(tmp_path, asleep):
    number, counters, balances, entries = played(tmp_path / "table")
    records = [decode(value) for _, value in entries]
    assert number == ROUNDS
    assert sum(isinstance(record, RoundEnded) for record in records) == ROUNDS
    settled = [record for record in records if isinstance(record, Settled)]
    assert sum(found.get("rounds_played", 0) for found in counters) == len(settled) > ROUNDS
    assert sum(found.get("turnover", 0) for found in counters) == sum(one.staked for one in settled)
    assert [one.total for one in balances] == [0] * SEATS
    house = sum(one.staked - one.paid for one in settled)
    assert sum(one.house for one in balances) == house
    assert not asleep


def test_that_the_same_seed_plays_the_same_rounds_and_another_one_others(tmp_path):
    one, again, other = (
        of_table(played(tmp_path / name, seed=seed)[3])
        for name, seed in (("one", 7), ("again", 7), ("other", 8))
    )
    assert one == again
    assert one != other


def test_that_it_goes_on_where_it_stood(tmp_path):
    played(tmp_path / "table", 3)
    number, _, balances, entries = played(tmp_path / "table", 3)
    assert number == 3
    assert sum(isinstance(decode(value), RoundEnded) for _, value in entries) >= 6
    assert [one.total for one in balances] == [0] * SEATS


def test_that_the_command_plays_and_audits_all_books(capsys, tmp_path):
    words = ("simulate", "--seats", "3", "--rounds", "6", "--seed", "3", "--state", str(tmp_path / "kept"))
    assert main(words) == 0
    said = capsys.readouterr().out
    assert "rounds 6, bets" in said
    assert "cents lost: 0; all books agree" in said
    assert all((tmp_path / "kept" / f"seat-0{n}" / "seat.db").exists() for n in (1, 2, 3))


def test_that_what_is_for_a_running_table_is_refused_without_one(capsys):
    assert main(("simulate", "--seats", "1", "--rounds", "1", "--speed", "2")) != 0
    assert "--dir" in capsys.readouterr().err

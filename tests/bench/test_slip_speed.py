"""What a slip costs a seat from its step to its registration, and what rounds of slips ask of its disk."""

import json
import sqlite3
from contextlib import closing

import pytest

from kiosk.runner.core import Core, write_of
from kiosk.runner.writer import Writer
from kiosk.seat.events import LogRead, Tap, Tick
from kiosk.seat.state import SeatState
from kiosk.store.seat_store import SeatStore, connect
from kiosk.table import keys
from kiosk.table.records import encode
from kits import program
from kits.bench.figures import Spent, Times, medians
from kits.bench.seat_rounds import MARK, SLIPS
from kits.bench.slips import AT, Recording, open_seat
from kits.store import power_cut

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1800)]
SENT = 420
WARM, ROUNDS = 20, 60
ROUNDS_OF_A_YEAR = 365 * 24 * 3600 // 48  # a round of 36 s of bets takes 48 s, dealt by the automatic dealer
OF_THE_SEAT = ("seat.db", "seat.db-wal", "seat.db-journal", "seat")  # the last is its anchor
JOURNAL = ("txn", "posting", "sqlite_autoindex_txn_1")


def test_what_a_whole_slip_costs(tmp_path, figure):
    context, events, spots = open_seat(tmp_path / "state")
    ours, shadow = SeatStore(tmp_path / "ours.db"), SeatStore(tmp_path / "shadow.db")
    SeatStore(tmp_path / "bare.db").close()
    recording = shadow._db = Recording(shadow._db)
    shadow._db._connection.execute("PRAGMA synchronous = OFF")
    core, config = Core(context, SeatState()), context.config
    writers = [Writer(store, lambda: AT) for store in (ours, shadow)]
    slips, bares, wall = [], [], []

    def take(event, writer):
        before = core.state
        taken = core.take(event)
        write = write_of(event, before, taken)
        writer.take(taken, write)
        return taken, write

    with closing(connect(tmp_path / "bare.db")) as bare:
        bare.execute("CREATE TABLE bytes (value BLOB)")
        for event in events:
            writers[1].take(*take(event, writers[0]))
        for number in range(SENT):
            core.take(Tap(spots[number % len(spots)], 100))
            with Spent() as first:
                sent = take(Tick(1_000 * (number + 1)), writers[0])
            flight = core.state.flight
            (slip,) = [effect.slip for effect in sent[0].effects if hasattr(effect, "slip")]
            record = LogRead(number + 2, keys.slip(config.table, config.seat, 1, flight.rev), encode(slip))
            with Spent() as second:
                read = take(record, writers[0])
            recording.statements.clear()
            writers[1].take(*sent)
            size = sum(len(str(value)) for _, values in recording.statements for value in values)
            writers[1].take(*read)
            with Spent() as least:
                bare.execute("BEGIN IMMEDIATE")
                bare.execute("INSERT INTO bytes VALUES (?)", (b"x" * size,))
                bare.execute("COMMIT")
            slips.append((first.processor + second.processor) * 1e3)
            wall.append((first.wall + second.wall) * 1e3)
            bares.append(least.processor * 1e3)
    assert core.state.registered.rev == SENT
    assert ours.self_test() == []
    ours.close()
    shadow.close()
    figure(
        "slip: stepped, written, registered, beside one bare transaction of its bytes",
        *map(medians, (slips, bares)),
        Times(1.5),
        "ms",
        wall=medians(wall),
    )


@pytest.fixture(scope="module")
def rounds(tmp_path_factory):
    """Rounds of a guest on a watched disk: what the process said, and its trace from the first measured one on."""
    if power_cut.compiler() is None:
        pytest.skip("the disk is watched by a library in C")
    place = tmp_path_factory.mktemp("rounds")
    folder = place / "seat"
    folder.mkdir()
    command = program("kits.bench.seat_rounds", folder / "state", WARM, ROUNDS)
    trace = place / "trace"
    said = json.loads(power_cut.record(command, folder, trace, power_cut.build(place)))
    entries = list(power_cut.read(trace))
    begun = next(at for at, entry in enumerate(entries) if entry.path.endswith(MARK))
    return folder / "state", said, [entry for entry in entries[begun:] if _name(entry) in OF_THE_SEAT]


def _name(entry):
    return entry.path.rpartition("/")[2]


def test_how_often_a_round_waits_for_the_disk(rounds, figure):
    _, said, entries = rounds
    assert said["slips"] == SLIPS * ROUNDS
    syncs = sum(entry.kind == "s" for entry in entries) / ROUNDS
    figure(f"round of {SLIPS} slips: syncs, beside one a slip", syncs, SLIPS, 25, "syncs")


def test_what_a_round_writes(rounds, figure):
    folder, _, entries = rounds
    written = sum(len(entry.data) for entry in entries if entry.kind == "w") / ROUNDS
    bare = SLIPS * 4_096  # one page a slip is the least that a file of pages can do
    figure(f"round of {SLIPS} slips: written, beside one page a slip", written / 1e3, bare / 1e3, 500, "kB")
    assert SeatStore(folder / "seat.db").self_test() == []


def test_what_a_year_of_rounds_adds(rounds, figure):
    folder, said, _ = rounds
    played = said["rounds"] + WARM
    with closing(sqlite3.connect(folder / "seat.db")) as db:
        places = ", ".join("?" * len(JOURNAL))
        sql = f"SELECT sum(pgsize) FROM dbstat WHERE name IN ({places})"  # noqa: S608 - names of our own
        (pages,) = db.execute(sql, JOURNAL).fetchone()
        (bare,) = db.execute("SELECT sum(length(key) + length(hash) + 8) FROM txn").fetchone()
    grown = pages / played + said["archived"]
    gigabytes = ROUNDS_OF_A_YEAR / 1e9
    figure(
        "year of rounds: added, lists in the archive, beside keys and hashes alone",
        grown * gigabytes,
        bare / played * gigabytes,
        2,
        "GB",
    )

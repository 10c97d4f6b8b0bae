"""The store beside bare SQLite on the same disk, in turns; settlement; start with a long journal."""

import json
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing

import pytest

from kiosk.app.machine import Seat, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.links.embedded import EmbeddedLog
from kiosk.runner.core import Core
from kiosk.seat.effects import Send
from kiosk.seat.events import AuditDone, LinkUp, LogRead, NoteIn, Tap, Tick
from kiosk.seat.state import SeatState
from kiosk.store.seat_store import SeatStore, connect
from kiosk.table import keys
from kiosk.table.log import Put
from kiosk.table.records import RoundOpened, encode
from kits import KIOSK
from kits.bench.figures import Spent, Times, medians
from kits.bench.long_journal import AT_ONCE, TRANSACTIONS, connect_log
from kits.bench.slips import AT, Recording

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1800)]


def slips(folder, count):
    """Steps of a seat whose player taps and taps: each sends a slip. Between them the step that registers it."""
    rules = read_rules("B")
    state = StateDir(folder)
    state.hold()
    seat = Seat(state, rules, lambda _: None)
    core = Core(seat.context, SeatState())
    seat.close()
    state.release()
    config = seat.context.config
    limits, demonstration = rules.limits.limits(), config.demonstration
    opened = RoundOpened(
        round=1, game="sicbo", limits=limits, closes_in_ms=36_000, at=AT, demonstration=demonstration
    )
    before = [
        core.take(LinkUp()),
        core.take(NoteIn("acceptor-1", "n1", 500_000)),
        core.take(LogRead(1, keys.round_event(config.table, 1, 1), encode(opened))),
        core.take(AuditDone("round:1", ())),
    ]
    spots = [
        spot
        for spot, found in rules.layout.spots.items()
        if found.kind not in ("triple", "small", "big", "odd", "even")
    ]
    steps = []
    for number in range(count):
        core.take(Tap(spots[number % len(spots)], 100))
        sent = core.take(Tick(1_000 * (number + 1)))
        (send,) = [effect for effect in sent.effects if isinstance(effect, Send)]
        key = keys.slip(config.table, config.seat, 1, send.slip.rev)
        steps.append((sent, core.take(LogRead(number + 2, key, encode(send.slip)))))
    return before, steps


def test_what_the_commit_of_a_slip_costs(tmp_path, figure):
    before, steps = slips(tmp_path / "state", 400)
    ours, shadow = SeatStore(tmp_path / "ours.db"), SeatStore(tmp_path / "shadow.db")
    SeatStore(tmp_path / "bare.db").close()
    recording = shadow._db = Recording(shadow._db)
    shadow._db._connection.execute("PRAGMA synchronous = OFF")
    commits, bares, wall = [], [], []
    with closing(connect(tmp_path / "bare.db")) as bare:
        bare.execute("CREATE TABLE bytes (value BLOB)")

        def commit(step):
            with Spent() as mine:
                ours.commit(step, AT)
            recording.statements.clear()
            shadow.commit(step, AT)
            size = sum(len(str(value)) for _, values in recording.statements for value in values)
            with Spent() as least:
                bare.execute("BEGIN IMMEDIATE")
                bare.execute("INSERT INTO bytes VALUES (?)", (b"x" * size,))
                bare.execute("COMMIT")
            return mine, least

        for step in before:
            commit(step)
        for sent, registered in steps:
            mine, least = commit(sent)
            commit(registered)
            commits.append(mine.processor * 1e3)
            wall.append(mine.wall * 1e3)
            bares.append(least.processor * 1e3)
    assert ours.self_test() == []
    ours.close()
    shadow.close()
    figure(
        "slip: its commit, beside one bare transaction of its bytes",
        *map(medians, (commits, bares)),
        Times(1.5),
        "ms",
        wall=medians(wall),
    )


def test_what_an_append_to_the_log_costs(tmp_path, figure):
    log = EmbeddedLog(tmp_path / "log.db")
    EmbeddedLog(tmp_path / "bare.db").close()
    appends, bares, wall = [], [], []
    value = b'{"type":"Slip","stakes":{"big":500}}' * 8
    with closing(connect_log(tmp_path / "bare.db")) as bare:
        for number in range(600):
            key = keys.slip("12", "07", 1, number + 1)
            with Spent() as mine:
                log.append([Put(key, value)], unless=[keys.closed("12", 1)])
            with Spent() as least:
                bare.execute("BEGIN IMMEDIATE")
                bare.execute("INSERT INTO entry(seq, key, value) VALUES (?, ?, ?)", (number + 1, key, value))
                bare.execute("COMMIT")
            appends.append(mine.processor * 1e3)
            wall.append(mine.wall * 1e3)
            bares.append(least.processor * 1e3)
    log.close()
    figure(
        "slip: its append to the log, beside one bare transaction of its bytes",
        *map(medians, (appends, bares)),
        Times(1.5),
        "ms",
        wall=medians(wall),
    )


# --- start ----------------------------------------------------------------------------------------------------------

_START = """
import json, sys, time
from pathlib import Path
began = time.perf_counter()
from kiosk.demo.headless import TICK_MS, Headless, Play
from kiosk.app.machine import read_rules
from kiosk.app.state_dir import StateDir
from kiosk.console.desk import Pace
from kiosk.console.chance import true_chance
from kiosk.seat.betting import why_no_bets
imported = time.perf_counter()
state = StateDir(Path(sys.argv[1]))
state.hold()
table = Headless(state, read_rules("B"), Play(Pace(), true_chance(), None, 1))
assert table.seat.findings == [], table.seat.findings
while True:
    table._table.deal()
    table.runner.pump()
    seat = table.runner.state
    assert not seat.locks and table._now_ms < 600_000, (seat.locks, seat.table)
    if why_no_bets(seat) is None and seat.audited_round == seat.table.number:
        break
    table._now_ms += TICK_MS
print(json.dumps([imported - began, time.perf_counter() - imported]))
"""

_OPENED = """
import sqlite3, sys
sqlite3.connect(sys.argv[1] + "/seat.db").execute("SELECT * FROM txn ORDER BY id DESC LIMIT 1").fetchone()
"""


def started(code, folder):
    """A process that is run to its end: what it took, and what it said."""
    with Spent() as spent:
        done = subprocess.run(
            [sys.executable, "-c", code, str(folder)], capture_output=True, text=True, check=False
        )
    assert done.returncode == 0, done.stderr
    return spent, done.stdout


def test_how_soon_a_seat_with_a_hundred_thousand_transactions_is_playable(long_state, say, figure):
    folder, transactions = long_state
    assert transactions >= TRANSACTIONS - AT_ONCE
    ours, bare = [], []
    for _ in range(5):
        spent, said = started(_START, folder)
        ours.append((spent.processor, spent.wall, *json.loads(said)))
        bare.append(started(_OPENED, folder)[0].processor)
    processor, wall, imports, works = zip(*ours, strict=True)
    say(
        f"start without a screen, {transactions} transactions, by the clock: imports {min(imports):.2f} s, "
        f"self-test, log and first round {min(works):.2f} s"
    )
    figure(
        "start: playable with 100,000 transactions, beside a process that reads the last one",
        processor,
        bare,
        1.0,
        "s",
        wall=wall,
    )


def test_how_soon_a_seat_that_was_killed_is_playable(long_state, tmp_path, figure):
    killed = tmp_path / "killed"
    shutil.copytree(long_state[0], killed)
    words = ["demo", "--layout", "B", "--headless", "--bot", "--rounds", "0", "--state", str(killed)]
    with subprocess.Popen([*KIOSK, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as player:
        with closing(sqlite3.connect(f"file:{killed / 'seat.db'}?mode=ro", uri=True)) as db:
            (before,) = db.execute("SELECT max(id) FROM txn").fetchone()
            while db.execute("SELECT max(id) FROM txn").fetchone()[0] < before + 500:
                assert player.poll() is None
        player.kill()
    ours, bare, wall = [], [], []
    for turn in range(3):
        folder = shutil.copytree(killed, tmp_path / str(turn))
        spent, _ = started(_START, folder)
        ours.append(spent.processor)
        wall.append(spent.wall)
        bare.append(started(_OPENED, folder)[0].processor)
    figure(
        "start: after SIGKILL with 100,000 transactions, beside a process that reads the last one",
        ours,
        bare,
        1.5,
        "s",
        wall=wall,
    )

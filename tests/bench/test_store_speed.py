"""The store beside bare SQLite on the same disk, in turns; settlement; start with a long journal."""

import json
import resource
import statistics
import subprocess
import sys
import time
from contextlib import closing

import pytest

from kiosk.app.machine import Seat, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.games.sicbo import dice_fact
from kiosk.links.embedded import EmbeddedLog
from kiosk.runner.core import Core
from kiosk.seat.effects import Send
from kiosk.seat.events import AuditDone, LinkUp, LogRead, NoteIn, Tap, Tick
from kiosk.seat.state import SeatState
from kiosk.store.seat_store import SeatStore, connect
from kiosk.table import keys
from kiosk.table.log import Put
from kiosk.table.records import RoundOpened, encode
from kits.bench.long_journal import AT_ONCE, TRANSACTIONS, connect_log

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1800)]
AT = "2026-01-31T12:00:00Z"


class Recording:
    """Stands for the store's connection and writes every statement down."""

    def __init__(self, connection):
        self._connection = connection
        self.statements = []

    def execute(self, sql, values=()):
        self.statements.append((sql, tuple(values)))
        return self._connection.execute(sql, values)

    def executemany(self, sql, rows):
        for values in rows:
            self.execute(sql, values)

    def __getattr__(self, name):
        return getattr(self._connection, name)


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
    opened = RoundOpened(round=1, game="sicbo", limits=rules.limits.limits(), closes_in_ms=36_000, at=AT)
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


def test_that_one_commit_of_a_slip_costs_at_most_half_more_than_bare_sqlite(tmp_path, say):
    before, steps = slips(tmp_path / "state", 400)
    ours, shadow = SeatStore(tmp_path / "ours.db"), SeatStore(tmp_path / "shadow.db")
    SeatStore(tmp_path / "bare.db").close()
    recording = shadow._db = Recording(shadow._db)
    shadow._db._connection.execute("PRAGMA synchronous = OFF")
    took = {"ours": [], "bare": []}
    statements, size = 0, 0
    with closing(connect(tmp_path / "bare.db")) as bare:

        def commit(step, timed):
            nonlocal statements, size
            began = time.perf_counter()
            ours.commit(step, AT)
            middle = time.perf_counter()
            recording.statements.clear()
            shadow.commit(step, AT)
            again = list(recording.statements)
            bare_began = time.perf_counter()
            for sql, values in again:
                bare.execute(sql, values)
            bare_ended = time.perf_counter()
            if timed:
                took["ours"].append(middle - began)
                took["bare"].append(bare_ended - bare_began)
                statements, size = len(again), sum(len(str(value)) for _, values in again for value in values)

        for step in before:
            commit(step, timed=False)
        for sent, registered in steps:
            commit(sent, timed=True)
            commit(registered, timed=False)
    assert ours.self_test() == []
    ours.close()
    shadow.close()
    median = {name: statistics.median(times) for name, times in took.items()}
    ratio = median["ours"] / median["bare"]
    say(
        f"commit of a slip: {median['ours'] * 1e3:.2f} ms, bare SQLite with the same {statements} statements of "
        f"{size} bytes {median['bare'] * 1e3:.2f} ms, ratio {ratio:.2f} (asked: <= 1.5), {len(steps)} in turns"
    )
    assert ratio <= 1.5


def test_that_an_append_to_the_log_costs_little_more_than_bare_sqlite(tmp_path, say):
    log = EmbeddedLog(tmp_path / "log.db")
    EmbeddedLog(tmp_path / "bare.db").close()
    took = {"ours": [], "bare": []}
    value = b'{"type":"Slip","stakes":{"big":500}}' * 8
    with closing(connect_log(tmp_path / "bare.db")) as bare:
        for number in range(600):
            key = keys.slip("12", "07", 1, number + 1)
            began = time.perf_counter()
            log.append([Put(key, value)], unless=[keys.closed("12", 1)])
            middle = time.perf_counter()
            bare.execute("BEGIN IMMEDIATE")
            bare.execute("SELECT seq FROM entry WHERE key = ?", (key,)).fetchone()
            bare.execute("SELECT seq FROM entry WHERE key = ?", (keys.closed("12", 1),)).fetchone()
            bare.execute("INSERT INTO entry(seq, key, value) VALUES (?, ?, ?)", (number + 1, key, value))
            bare.execute("COMMIT")
            took["ours"].append(middle - began)
            took["bare"].append(time.perf_counter() - middle)
    log.close()
    ours, peer = statistics.median(took["ours"]), statistics.median(took["bare"])
    say(
        f"append to the log: {1 / ours:.0f}/s, bare SQLite {1 / peer:.0f}/s, ratio {ours / peer:.2f} (limit: <= 1.5)"
    )
    assert ours / peer <= 1.5


def test_that_a_full_board_settles_far_quicker_than_it_is_committed(say):
    rules = read_rules("B")
    stakes = dict.fromkeys(list(rules.layout.spots)[:60], 500)
    fact = (dice_fact([3, 3, 5]),)
    rules.game.settle(rules.layout, stakes, fact)
    began, count = time.perf_counter(), 3_000
    for _ in range(count):
        rules.game.settle(rules.layout, stakes, fact)
    each_us = (time.perf_counter() - began) / count * 1e6
    say(
        f"settle 60 spots: {each_us:.0f} us, {1e6 / each_us:.0f}/s (limit: 1000 us, the cost of one durable write)"
    )
    assert each_us < 1000


# --- start ----------------------------------------------------------------------------------------------------------

_START = """
import json, sys, time
from pathlib import Path
began = time.perf_counter()
from kiosk.demo.headless import Headless, Play
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
table._table.deal()
table.runner.pump()
seat = table.runner.state
assert why_no_bets(seat) is None and seat.audited_round == seat.table.number, seat.locks
print(json.dumps([imported - began, time.perf_counter() - imported]))
"""


def test_that_a_seat_with_a_hundred_thousand_transactions_is_playable_within_two_seconds(long_state, say):
    folder, transactions = long_state
    runs = []
    for _ in range(5):
        began, cpu = time.perf_counter(), children_cpu_s()
        done = subprocess.run(
            [sys.executable, "-c", _START, str(folder)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        runs.append((time.perf_counter() - began, children_cpu_s() - cpu, *json.loads(done.stdout)))
    whole_s, cpu_s, import_s, work_s = min(runs)  # the one that other programs disturbed least
    say(
        f"start to playable without a screen, {transactions} transactions, as a process: {whole_s:.2f} s "
        f"(asked: < 2 s), of it imports {import_s:.2f} s, "
        f"self-test, log and first round {work_s:.2f} s; {cpu_s:.2f} s of processor; "
        f"slowest of {len(runs)} runs {max(runs)[0]:.2f} s"
    )
    assert transactions >= TRANSACTIONS - AT_ONCE
    assert whole_s < 2


def children_cpu_s():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime

"""A seat of the demonstration's table that has played for a long time: a true journal, log and snapshot, written fast.

Two rounds are really played. What the second of them has written is written again for each round that follows, with
its number, its places in the log and its time; each is chained as the seat and its log chain it. The player's stakes
lie on both even chances, so that every round gives back what it took. The days are closed and the lists archived by
the product itself. `kiosk verify` finds nothing.
"""

import gc
import json
import random
import sqlite3
from collections import Counter
from contextlib import closing
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from unittest.mock import patch

import msgspec

from kiosk.app.machine import read_rules
from kiosk.app.state_dir import StateDir
from kiosk.console.desk import Pace
from kiosk.demo.headless import Headless, Play
from kiosk.links import embedded_chain
from kiosk.local_time import utc_text
from kiosk.seat.betting import why_no_bets
from kiosk.seat.effects import EndPeriod
from kiosk.seat.events import PeriodEnded, Tap
from kiosk.seat.state import decode_state
from kiosk.store import periods, seal
from kiosk.store.archive import FOLDER, archive_old
from kiosk.store.hours import hour_of
from kiosk.store.seat_store import SeatStore
from kiosk.table.log import Entry
from kiosk.table.round import Phase

TAPS, SLIPS = 36, 28  # in a round, and the settlement: 29 transactions; ten million are a year of such rounds
EVERY_S = 90  # a round
ROUNDS_AT_ONCE = 500
KEPT_DAYS = 90
CACHE_KIB = 1_000_000
_FIRST = 2  # the round that is written again


def age(folder, transactions, say=lambda _: None):
    """Make a seat in ``folder`` that has booked at least so many; how many it has."""
    rounds = max(0, -(-transactions // (SLIPS + 1)) - _FIRST)
    begins = datetime.now(UTC) - timedelta(seconds=EVERY_S * (rounds + 10))
    state = StateDir(folder)
    state.hold()
    try:
        template = _play(state, begins)
        state.seat_anchor.path.unlink()
        clock = _Clock(begins + timedelta(seconds=EVERY_S))
        _age_log(state.table, template, rounds, say)
        booked = _age_books(state, template, rounds, clock, say)
    finally:
        state.release()
    return booked


class _Clock:
    def __init__(self, begins):
        self._begins = begins

    def at(self, number):
        """When the round ``number`` is booked, in UTC."""
        return utc_text(self._begins + timedelta(seconds=EVERY_S * (number - _FIRST)))


# --- what is really played ------------------------------------------------------------------------------------------


class _Template:
    """What the second round has written: rows of the books and of the log, and how the meters moved."""

    def __init__(self, before, after):
        self.txns = [row for row in after["txn"] if row[3] == _FIRST]
        self.lines = {}
        for txn, account, cents in after["posting"]:
            self.lines.setdefault(txn, []).append((account, cents))
        self.hash, self.last = after["txn"][-1][6], after["txn"][-1][0]
        self.counters = {name: value - before["counter"][name] for name, value in after["counter"].items()}
        self.recall, self.outcome = after["recall"][_FIRST], after["outcome"][_FIRST]
        assert after["txn"][-1] == self.txns[-1]
        assert len(self.txns) == SLIPS + 1, len(self.txns)


def _play(state, begins):
    """The first two rounds, and the days before them closed."""
    with patch("kiosk.app.machine.utc_now", lambda: utc_text(begins)):
        pace = Pace()
        table = Headless(state, read_rules("B"), Play(pace, lambda _round, _dealt: random.Random(1), None, 0))
        table.acceptor.insert(10_000)
        before = {}
        for number in range(1, _FIRST + 1):
            taps = 0
            while (
                table.runner.state.table.number != number or table.runner.state.table.phase is not Phase.ENDED
            ):
                table._table.deal()
                table._after_dealer()
                seat = table.runner.state
                playing = why_no_bets(seat) is None and seat.audited_round == seat.table.number == number
                if playing and seat.flight is None and taps < TAPS:
                    table.runner.handle(Tap("big" if taps % 2 else "small", 100))
                    taps += 1
                if table._played.needs_ticks:
                    table._played.tick(table._now_ms)
                table._now_ms += 100
            table._played.pump()
            if number == 1:
                table.runner.handle(PeriodEnded(periods.DAY, "age"))
                before = _books(state.seat)
        table.runner.pump()
        after = _books(state.seat)
        table.close()
    return _Template(before, after)


def _books(path):
    with closing(sqlite3.connect(path)) as db:
        return {
            "txn": db.execute("SELECT * FROM txn").fetchall(),
            "posting": db.execute("SELECT * FROM posting").fetchall(),
            "counter": dict(db.execute("SELECT * FROM counter")),
            "recall": dict(db.execute("SELECT * FROM recall")),
            "outcome": dict(db.execute("SELECT * FROM outcome")),
        }


# --- what follows ---------------------------------------------------------------------------------------------------


def _connect(path):
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = OFF")
    db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
    return db


def _escaped(text):
    return text.replace("%", "%%")


def _age_log(path, template, rounds, say):
    """The records of the rounds; how many places they took stands in the template."""
    with closing(_connect(path)) as db:
        rows = db.execute("SELECT id, seq, key, value FROM entry ORDER BY id").fetchall()
        last_id, last_seq = rows[-1][:2]
        begin = next(at for at, row in enumerate(rows) if row[2].endswith(f"/round/{_FIRST}/1"))
        begin_seq = rows[begin][1]
        places = last_seq - begin_seq + 1
        forms = [
            (
                seq - begin_seq,
                _escaped(key).replace(f"/{_FIRST}/", "/%(n)d/").replace(f"closed/{_FIRST}", "closed/%(n)d"),
                _escaped(value.decode()).replace(f'"round":{_FIRST},', '"round":%(n)d,'),
            )
            for _, seq, key, value in rows[begin:]
        ]
        (chained,) = db.execute("SELECT hash FROM chain ORDER BY id DESC LIMIT 1").fetchone()
        link, newest = embedded_chain.link, []
        for first in range(_FIRST + 1, _FIRST + rounds + 1, ROUNDS_AT_ONCE):
            entries, chain = [], []
            for number in range(first, min(first + ROUNDS_AT_ONCE, _FIRST + rounds + 1)):
                base = last_seq + 1 + places * (number - _FIRST - 1)
                named = {"n": number}
                for offset, key_form, value_form in forms:
                    last_id += 1
                    key, value = key_form % named, (value_form % named).encode()
                    chained = link(chained, base + offset, key.encode(), value)
                    entries.append((last_id, base + offset, key, value))
                    chain.append((last_id, chained))
            newest = entries[-len(forms) :]
            db.execute("BEGIN")
            db.executemany("INSERT INTO entry(id, seq, key, value) VALUES (?, ?, ?, ?)", entries)
            db.executemany("INSERT INTO chain(id, hash) VALUES (?, ?)", chain)
            db.execute("COMMIT")
            if first % 50_000 < ROUNDS_AT_ONCE:
                say(f"log: {last_id} records")
        template.newest = [Entry(seq, key, value) for _, seq, key, value in newest]
        template.places, template.begin_seq = places, begin_seq
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


def _age_books(state, template, rounds, clock, say):
    with closing(SeatStore(state.seat)) as store:
        db = store._db
        db.execute("PRAGMA synchronous = OFF")
        db.execute(f"PRAGMA cache_size = -{CACHE_KIB}")
        day, hours = clock.at(_FIRST)[:10], Counter()
        number, last = _FIRST + 1, _FIRST + rounds
        while number <= last:
            upto = number
            while upto <= last and upto - number < ROUNDS_AT_ONCE and clock.at(upto)[:10] == day:
                upto += 1
            if upto == number:  # a new day
                _close_day(store, template, clock.at(number), hours)
                day = clock.at(number)[:10]
                continue
            db.execute("BEGIN IMMEDIATE")
            _write_rounds(store, template, range(number, upto), clock, hours)
            db.execute("COMMIT")
            if number % 50_000 < ROUNDS_AT_ONCE:
                say(f"books: {store._last_txn} transactions")
            number = upto
        _close_day(store, template, clock.at(last), hours)
        _take_snapshot(db, template, rounds)
        seal.make(db)
        say("archive")
        seals, at = seal.Seals(db), utc_text(datetime.now(UTC))
        before = utc_text(datetime.now(UTC) - timedelta(days=KEPT_DAYS))
        gc.collect()
        while archive_old(db, state.path / FOLDER, before, seals=seals, at=at) is not None:
            pass
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return store._last_txn


def _write_rounds(store, template, numbers, clock, hours):
    forms = [
        (
            kind,
            key.replace(f":12:{_FIRST}", ":12:%d"),
            template.lines[txn],
            _encode(template.lines[txn]),
        )
        for txn, kind, key, *_ in template.txns
    ]
    last, prev = store._last_txn, store._last_hash
    txns, lines, recall, outcome = [], [], [], []
    for number in numbers:
        at = clock.at(number)
        for kind, key_form, postings, body in forms:
            last += 1
            key = key_form % number
            found = sha256(prev + f'[{last},"{kind}","{key}",{number},"{at}",{body}]'.encode()).digest()
            txns.append((last, kind, key, number, at, prev, found))
            lines += [(last, account, cents) for account, cents in postings]
            prev = found
        recall.append((number, _recall(template, number)))
        outcome.append((number, template.outcome.replace(f'"round":{_FIRST},', f'"round":{number},')))
        for name, value in template.counters.items():
            if value:
                hours[hour_of(at), name] += value
    db = store._db
    db.executemany("INSERT INTO txn VALUES (?, ?, ?, ?, ?, ?, ?)", txns)
    db.executemany("INSERT INTO posting VALUES (?, ?, ?)", lines)
    db.executemany("INSERT INTO recall VALUES (?, ?)", recall)
    db.executemany("INSERT INTO outcome VALUES (?, ?)", outcome)
    for name, value in template.counters.items():
        db.execute("UPDATE counter SET value = value + ? WHERE name = ?", (value * len(numbers), name))
    store._last_txn, store._last_hash = last, prev


def _encode(lines):
    return msgspec.json.encode(tuple(lines)).decode()


def _recall(template, number):
    """Only its number and its place in the log differ."""
    kept = json.loads(template.recall)
    seq = kept["registered_seq"] + template.places * (number - _FIRST)
    return template.recall.replace(f'"round":{_FIRST},', f'"round":{number},', 1).replace(
        f'"registered_seq":{kept["registered_seq"]},', f'"registered_seq":{seq},'
    )


def _close_day(store, template, at, hours):
    db = store._db
    db.execute("BEGIN IMMEDIATE")
    db.executemany(
        "INSERT INTO hourly VALUES (?, ?, ?) ON CONFLICT(hour, name) DO UPDATE SET value = value + excluded.value",
        [(hour, name, value) for (hour, name), value in hours.items()],
    )
    hours.clear()
    periods.add(db, EndPeriod(periods.DAY, "age"), at)
    store._last_txn, store._last_hash = store._seal(at, store._last_txn, store._last_hash)
    db.execute("COMMIT")


def _take_snapshot(db, template, rounds):
    """The state after the last of the rounds: what a seat keeps of one, with other numbers."""
    version, body = db.execute("SELECT version, body FROM snapshot").fetchone()
    state, replace = decode_state(body), msgspec.structs.replace
    number, moved = _FIRST + rounds, template.places * rounds
    seq = state.log_seq + moved
    memory = state.memory
    for entry in template.newest:
        memory = memory.reads(entry) if entry.seq <= seq else memory
    state = replace(
        state,
        log_seq=seq,
        memory=replace(memory, seq=seq),
        played=number,
        audited_round=number,
        last=replace(state.last, number=number),
        table=replace(state.table, number=number, closed_seq=state.table.closed_seq + moved),
    )
    text = msgspec.json.encode(state).decode()
    db.execute(
        "UPDATE snapshot SET version = ?, body = ?, sha = ?", (version, text, sha256(text.encode()).digest())
    )

"""Every kind of record twice, late, out of order, of others and with absurd numbers: no reader ends, all agree.

The seat commits every step, and starts again in between: a record that its journal could not take would keep it from
ever starting. Its books are then held against the log as `kiosk verify` and `kiosk replay` hold them.
"""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import msgspec
from hypothesis import example, given, settings
from hypothesis import strategies as st

from kiosk.audit.journal import read_journal
from kiosk.audit.later import Read, compare_later
from kiosk.audit.orders import compare_orders
from kiosk.audit.replay import replay
from kiosk.audit.signature import SignatureAudit
from kiosk.audit.table import read_table
from kiosk.book import Book
from kiosk.book.archive import Archive
from kiosk.games.sicbo import GAME, dice_fact
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.step import step
from kiosk.store.seat_store import SeatStore
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Entry
from kits.seat.seats import LAYOUTS, NOW, SEAT, TABLE, Play, make_limits

LIMITS = make_limits(LAYOUTS["A"])
A = {"A": LAYOUTS["A"]}
HUGE = 2**53
FEED = (keys.rounds(TABLE), keys.slips(TABLE, SEAT))  # what a seat reads


class Seat(Play):
    """A seat on a real file."""

    def __init__(self, path):
        self.store = SeatStore(path)
        self.store._db.execute("PRAGMA synchronous = OFF")
        super().__init__()

    def do(self, event):
        before = self.state
        taken = step(self.context, before, event)
        if taken.effects or taken.done or taken.state != before:
            self.store.commit(taken, NOW)
        return super().do(event)

    def start_again(self, path):
        """From the disk alone. What it asks of its own books then is answered."""
        self.store.close()
        self.store = SeatStore(path)
        self.store._db.execute("PRAGMA synchronous = OFF")
        assert self.store.self_test() == []
        self.state = self.store.load().state
        self.do(e.Restarted())
        self.do(e.LinkUp())


def good(number):
    """The records of a round in order, with a bet of 500 on Big."""
    slip = r.Slip(seat=SEAT, round=number, rev=1, layout="A", stakes={"big": 500})
    yield r.RoundOpened(round=number, game="sicbo", limits=LIMITS, closes_in_ms=36_000, at=NOW)
    yield slip
    yield r.BetsClosed(round=number)
    yield r.ActStarted(act="tumble", round=number)
    yield r.ActEnded(act="tumble", round=number, times=3)
    yield r.ResultEntered(round=number, facts=(dice_fact((6, 5, 4)),), by="dealer")
    yield r.RoundEnded(round=number)


ROUNDS = st.sampled_from([1, 1, 2, 2, 3, 4, HUGE])
SEATS = st.sampled_from([SEAT, SEAT, "08", "9" * 64])
NAMES = st.sampled_from(["dealer", "supervisor"])
NUMBERS = st.sampled_from([1, 2, 3, HUGE])
DECISIONS = st.sampled_from([1, 1, 2, 3, 1_000])
CENTS = st.sampled_from([1, 400, 700, 10**9, 10**11, HUGE])
FACTS = st.sampled_from([(6, 5, 4), (1, 2, 3), (2, 2, 2), (0, 0, 9)]).map(lambda dice: (_fact(dice),))


def _fact(dice):
    made = dice_fact((1, 2, 3))
    return type(made)(made.name, dice, made.at, made.audience)


def record(kind, **fields):
    return st.builds(kind, **fields)


BY = {"by": NAMES, "authorised_by": NAMES}
KINDS = {
    r.RoundOpened: {
        "game": st.sampled_from(["sicbo", "sicbo", "roulette"]),
        "limits": st.just(LIMITS),
        "closes_in_ms": st.just(1),
        "at": st.sampled_from([NOW, "x"]),
    },
    r.BetsClosing: {"closes_in_ms": st.just(5)},
    r.BetsClosed: {},
    r.ActStarted: {},
    r.ActStarted: {"act": st.just("tumble")},
    r.ActEnded: {"act": st.just("tumble"), "times": st.sampled_from([0, 2, 3, 1_000])},
    r.ResultEntered: {"facts": FACTS, "by": NAMES},
    r.ResultCorrected: {"facts": FACTS, **BY},
    r.RoundVoided: {
        "reason": st.just("x"),
        "by": NAMES,
        "authorised_by": st.sampled_from(["", "supervisor"]),
    },
    r.PaidByHand: {"seat": SEATS, "decision": DECISIONS, "cents": CENTS, **BY},
    r.AmountOrdered: {
        "seat": SEATS,
        "number": NUMBERS,
        "cents": CENTS.flatmap(lambda n: st.sampled_from([n, -n])),
        **BY,
    },
    r.RoundEnded: {},
    r.Barrier: {},
    r.Slip: {
        "seat": SEATS,
        "rev": st.sampled_from([1, 2, 1_000_000]),
        "layout": st.sampled_from(["A", "Z"]),
        "stakes": st.sampled_from([{}, {"big": 500}, {"small": 100}, {"big": HUGE}, {"jackpot": 100}]),
    },
    r.CloseShown: {"seat": SEATS},
    r.Settled: {"seat": SEATS, "staked": CENTS, "paid": CENTS, "decision": DECISIONS},
    r.OpenItem: {
        "seat": SEATS,
        "decision": DECISIONS,
        "cents": CENTS,
        "by_hand": st.booleans(),
        "order": NUMBERS,
    },
    r.AmountBooked: {"seat": SEATS, "number": NUMBERS, "cents": CENTS},
    r.PaidMark: {"seat": SEATS, "decision": DECISIONS},
    r.ManagerRecorded: {
        "number": NUMBERS,
        "decision": st.just("x"),
        "reason": st.just("x"),
        "at": st.just(NOW),
        "seat": SEATS,
        "cents": CENTS,
        "closes": DECISIONS,
        "closes_order": NUMBERS,
        **BY,
    },
    r.OldRoundRuled: {
        "number": NUMBERS,
        "decision": DECISIONS,
        "facts": FACTS,
        "reason": st.just("x"),
        "at": st.just(NOW),
        "items": st.dictionaries(SEATS, CENTS, max_size=2),
        **BY,
    },
    r.DeskRecorded: {
        "number": NUMBERS,
        "what": st.sampled_from(["table-opened", "x"]),
        "by": NAMES,
        "at": st.just(NOW),
    },
}
RECORDS = st.one_of(*[record(kind, round=ROUNDS, **fields) for kind, fields in KINDS.items()])
RECORDS |= record(r.ConsoleHeld, console=NAMES, take=NUMBERS)
RECORDS |= record(r.Present, seat=SEATS, layout=st.just("A"))
RECORDS |= record(r.ConsolePresent, console=NAMES, take=NUMBERS)
ABSURD = (st.just(None), st.integers(), st.just(1e300), st.just([]), st.text(max_size=3))


@st.composite
def damaged(draw, value):
    """The record's bytes, now and then with a field that is none of it."""
    if draw(st.integers(0, 14)):
        return value
    fields = msgspec.json.decode(value)
    fields[draw(st.sampled_from(sorted(fields)))] = draw(st.one_of(*ABSURD))
    return msgspec.json.encode(fields)


@st.composite
def poison(draw):
    """Any record under its right key, or under another's."""
    made = draw(RECORDS)
    key = _key(made, draw(st.integers(50, 60)))
    if draw(st.integers(0, 9)) == 0:
        key = _key(draw(RECORDS), 61)
    return key, draw(damaged(r.encode(made)))


def _key(made, n):
    match made:
        case r.Slip():
            return keys.slip(TABLE, made.seat, made.round, made.rev)
        case r.CloseShown() | r.Settled() | r.OpenItem() | r.AmountBooked():
            return keys.report(TABLE, made)
        case r.ConsoleHeld():
            return keys.console(TABLE, made.take)
        case r.Barrier():
            return keys.closed(TABLE, made.round)
        case r.PaidMark():
            return keys.paid_mark(TABLE, made.seat, made.round, made.decision)
        case r.ManagerRecorded() | r.OldRoundRuled():
            return keys.manager_record(TABLE, made.number)
        case r.DeskRecorded():
            return keys.desk_record(TABLE, made.number)
        case r.Present():
            return keys.present(TABLE, made.seat)
        case r.ConsolePresent():
            return keys.console_present(TABLE, made.console, made.instance)
        case _:
            return keys.round_event(TABLE, made.round, n)


@st.composite
def logs(draw):
    """Good rounds; between their records any others, and each of all of them now and then once more."""
    log = []
    for number in (1, 2, 3):
        for n, made in enumerate(good(number), start=1):
            log += draw(st.lists(poison(), max_size=2))
            log.append((_key(made, n), r.encode(made)))
            if draw(st.integers(0, 7)) == 0:
                log.append(draw(st.sampled_from(log)))
        log += draw(st.lists(poison(), max_size=3))
        log += draw(st.lists(st.sampled_from(log), max_size=2))
    return log


def events(number, *made):
    """A good round and what comes after it."""
    log = [(_key(each, n), r.encode(each)) for n, each in enumerate(good(number), start=1)]
    return log + [(_key(each, n), r.encode(each)) for n, each in enumerate(made, start=50)]


PAID = r.PaidByHand(round=1, seat=SEAT, decision=1, cents=100, by="x", authorised_by="y")
PAID_FOR_NONE = msgspec.structs.replace(PAID, round=2)
CORRECTED = r.ResultCorrected(round=2, facts=(dice_fact((1, 2, 3)),), by="x", authorised_by="y")
ORDER = r.AmountOrdered(round=1, seat=SEAT, number=7, cents=100, by="x", authorised_by="y")


@settings(max_examples=60, deadline=None)
@given(logs())
@example(events(1, PAID, PAID))
@example(events(1, ORDER, ORDER))
@example(events(1, ORDER, msgspec.structs.replace(ORDER, number=3)))
@example(
    events(1, msgspec.structs.replace(ORDER, cents=-(10**11)), msgspec.structs.replace(PAID, cents=10**11))
)
@example(events(1) + events(2, PAID, PAID, ORDER, PAID, ORDER))
@example(events(1, msgspec.structs.replace(PAID, cents=10**11)) + events(2) + events(3, CORRECTED))
@example(events(1) + events(2**53, PAID_FOR_NONE)[:1] + events(2**53, PAID_FOR_NONE)[-1:])
@example([entry for entry in events(1, PAID) if b"Slip" not in entry[1]])
def test_that_no_reader_ends_and_all_agree(log):
    with tempfile.TemporaryDirectory() as folder:
        _read_by_all(Path(folder), log)


def _read_by_all(folder, log):
    path, archived = folder / "seat.db", folder / "archive.db"
    seat = Seat(path)
    seat.credit(100_000)
    book = Book(TABLE, GAME, A, {SEAT: "A"})
    entries = [Entry(seq, key, value) for seq, (key, value) in enumerate(log, start=1)]
    uncovered = set()
    with closing(Archive(archived, TABLE)) as archive:
        for entry in entries:
            archive.add([entry])
            ignored = book.take(entry) is not None
            if entry.key.startswith(FEED):
                seat.state = msgspec.structs.replace(seat.state, rev=1_000_000)  # it has sent every slip
                taken = seat.do(e.LogRead(entry.seq, entry.key, entry.value))
                if any(
                    isinstance(each, f.SignificantEvent) and each.kind == "foreign-slip"
                    for each in taken.effects
                ):
                    uncovered.add(seat.state.table.number)
                said = any(
                    isinstance(each, f.SignificantEvent) and each.kind.endswith("-ignored")
                    for each in taken.effects
                )
                assert said == ignored, entry
            assert seat.state.table == book.table, entry
            if entry.seq % 11 == 0:
                seat.start_again(path)
        seat.start_again(path)
        kept = archive.read(0, len(entries) + 1)
        assert kept == entries
    again = Book(TABLE, GAME, A, {SEAT: "A"})
    for entry in kept:
        again.take(entry)
    assert (again.table, again.totals, again.ignored_count) == (book.table, book.totals, book.ignored_count)
    seat.store.close()
    _audited(path, archived, seat, uncovered)


def _audited(path, archived, seat, uncovered):
    """Nothing differs but what must: a slip that no money of the seat covers, a false report of an order, and a payment
    for a round that was never opened or in which the seat had no bet."""
    with closing(sqlite3.connect(path)) as journal, closing(sqlite3.connect(archived)) as log:
        found = read_table(log, TABLE, SEAT, GAME, A, SignatureAudit(None))
        read = Read.of(seat.state.log_seq, seat.state.later)
        false = {f"the seat has reported {told.cents}" for told in found.booked.values()}
        differ = list(compare_orders(read_journal(journal, TABLE), found, read, TABLE))
        assert [each for each in differ if each.rpartition(", ")[2] not in false] == []
        # The seat has no bet there to correct; and a payment for what it has not bet is told to the auditor.
        unplayed = [number for number, of in found.rounds.items() if not (of.opened and of.stakes)]
        apart = tuple(f":{TABLE}:{number}:" for number in (*uncovered, *unplayed))
        later = compare_later(read_journal(journal, TABLE), found.rounds, read, TABLE)
        assert [each for each in later if not any(key in each for key in apart)] == []
        rounds = replay(journal, log, TABLE, SEAT, GAME, A, SignatureAudit(None))
        wrong = [each for each in rounds if not each.agrees]
        assert [each.differences for each in wrong if each.round not in uncovered] == []


def test_that_a_payment_that_comes_twice_is_taken_once_and_the_seat_starts(tmp_path):
    log = events(1, PAID, PAID)
    _read_by_all(tmp_path, log)
    with closing(sqlite3.connect(tmp_path / "seat.db")) as db:
        (cents,) = db.execute("SELECT cents FROM meter WHERE name = 'handpay'").fetchone()
        whys = [row[0] for row in db.execute("SELECT detail FROM event WHERE kind = 'record-ignored'")]
    assert cents == 100
    assert len(whys) == 1
    assert "paid before" in whys[0]

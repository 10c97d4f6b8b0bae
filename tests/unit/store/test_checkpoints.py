"""A start takes the sums of the old part from a checkpoint, and nobody gains by what he writes there."""

import queue
import shutil
import sqlite3
from contextlib import closing

import pytest

from kiosk.runner.books_check import BooksCheck
from kiosk.seat import events as e
from kiosk.seat.accounts import Account, Kind
from kiosk.seat.effects import Seal
from kiosk.seat.events import BooksChecked
from kiosk.seat.step import step
from kiosk.store import checkpoint
from kiosk.store.anchor import Anchor, JournalHead
from kiosk.store.audit import Books, audit, seeded
from kiosk.store.chain import link
from kiosk.store.periods import DAY
from kiosk.store.schema import migrate
from kiosk.store.seat_store import SeatStore, connect
from kits.store.forge import give_credit, rechain
from unit.store.conftest import Kept
from unit.store.test_audit import TAMPERINGS, tamper

ENOUGH_S = 60
NEWEST = 2  # transactions that these starts follow
OTHER_SUMS = "UPDATE txn SET key = '{}' WHERE id = {}"


@pytest.fixture(autouse=True)
def near(monkeypatch):
    """A day of few transactions is enough for a checkpoint."""
    monkeypatch.setattr(checkpoint, "LEAST", 1)


@pytest.fixture
def anchor(tmp_path):
    return Anchor(tmp_path / "anchor" / "journal", JournalHead)


@pytest.fixture
def years(path, anchor):
    """Two days closed, and a third begun: the books of a seat that has ended."""
    anchor.path.parent.mkdir()
    with closing(SeatStore(path, anchor)) as store:
        kept = Kept(store)
        kept.do(e.LinkUp())
        kept.credit(10_000)
        for _ in range(2):
            for dice in ((6, 5, 1), (1, 1, 2)):
                kept.round(*dice)
            kept.do(e.PeriodEnded(DAY, "Kim"))
        kept.round(6, 5, 1)
        kept.round(1, 1, 2)
        store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return path


def sealed(path):
    """The numbers of all checkpoints."""
    with closing(sqlite3.connect(path)) as db:
        return [row[0] for row in db.execute("SELECT id FROM txn WHERE kind = ? ORDER BY id", (Kind.SEALED,))]


def start(path):
    """What a start finds, and then the look through the rest."""
    with closing(SeatStore(path)) as store:
        found = store.self_test(newest=NEWEST)
        assert found or not store.checked
        return found, checked(store).findings if not found else ()


def checked(store):
    told = queue.Queue()
    check = BooksCheck(store)
    check.start(told.put)
    found = told.get(timeout=ENOUGH_S)
    check.close()
    return found


def test_that_each_closed_day_is_sealed_and_anchored_at_once(path, anchor, near):
    anchor.path.parent.mkdir()
    with closing(SeatStore(path, anchor)) as store:
        kept = Kept(store)
        kept.do(e.LinkUp())
        kept.credit(10_000)
        kept.do(e.PeriodEnded(DAY, "Kim"))
        assert sealed(path) == [store.last_number] == [anchor.read().number]
        assert store.head().hash == anchor.read().hash
        assert store.audit(whole=True) == []


def test_that_sums_from_a_checkpoint_are_those_of_the_whole_journal(years, monkeypatch):
    with closing(connect(years)) as db:
        (last,) = db.execute("SELECT max(id) FROM txn").fetchone()
        for upto in range(last + 1):
            books = seeded(db, upto)
            assert books == audited(db, books.txn)
            assert books.txn <= upto
            monkeypatch.setattr("kiosk.store.audit.MOST_FOLLOWED", -1)  # as where it stands too far back
            assert seeded(db, upto) == audited(db, upto)
            monkeypatch.undo()


def test_that_a_start_follows_the_chain_from_the_checkpoint(years):
    """Its name, its own hash, meters and snapshot rewritten by who knows the program: what follows does not fit."""
    number = sealed(years)[1]
    with closing(connect(years)) as db:
        (key, round_number, at, prev) = db.execute(
            "SELECT key, round, at, prev FROM txn WHERE id = ?", (number,)
        ).fetchone()
        sums = [int(one) for one in key.rpartition(":")[2].split(",")]
        sums[0], sums[2] = sums[0] + 5_000, sums[2] - 5_000
        name = f"{key.rpartition(':')[0]}:{','.join(map(str, sums))}"
        found = link(prev, number, Kind.SEALED.value, name, round_number, at, list(checkpoint.LINES))
    forged = f"UPDATE txn SET key = '{name}', hash = x'{found.hex()}' WHERE id = {number}"  # noqa: S608 - as a forger would
    without_triggers(years, forged)
    at_start, _ = start(years)
    assert any(f"transaction {number + 1} does not follow" in line for line in at_start), at_start


def audited(db, upto):
    """What the whole journal up to there adds up to."""
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as part:
        migrate(part)
        txns = db.execute("SELECT * FROM txn WHERE id <= ?", (upto,))
        part.executemany("INSERT INTO txn VALUES (?, ?, ?, ?, ?, ?, ?)", txns)
        part.executemany(
            "INSERT INTO posting VALUES (?, ?, ?)",
            db.execute("SELECT * FROM posting WHERE txn <= ?", (upto,)),
        )
        whole = Books()
        audit(part, whole, None)
        return whole


def test_that_right_books_are_right_from_a_checkpoint_on(years):
    assert len(sealed(years)) == 2
    assert start(years) == ([], ())


def test_that_a_checkpoint_stands_in_the_round_before_it_which_is_no_younger_round_for_the_archive(years):
    with closing(sqlite3.connect(years)) as db:
        for number in sealed(years):
            rows = db.execute("SELECT round FROM txn WHERE id IN (?, ?)", (number - 1, number)).fetchall()
            assert rows[0] == rows[1] != (0,)


def test_that_two_checkpoints_are_never_near(years, monkeypatch):
    monkeypatch.setattr(checkpoint, "LEAST", 50)
    with closing(SeatStore(years)) as store:
        last = store.last_number
        store.commit(step_of(store, e.PeriodEnded(DAY, "Kim")), "2026-01-31T12:00:00Z")
        assert store.last_number == last
        assert store.last_period(DAY).id == 3, "the day is closed all the same"


def step_of(store, event):
    kept = Kept(store, state=store.load().state)
    return step(kept.context, kept.state, event)


# --- the old part -----------------------------------------------------------------------------------------------------

OLD = {
    name: found
    for name, found in TAMPERINGS.items()
    if "id = 1" in found[0]
    or "id = 2" in found[0]
    or "txn = 2" in found[0]
    or "rowid" in found[0]
    or "id = 3" in found[0]
}


@pytest.mark.parametrize(("script", "finding"), OLD.values(), ids=OLD)
def test_that_a_changed_old_part_is_found_before_anybody_is_paid(years, script, finding):
    tamper(years, script)
    with closing(sqlite3.connect(years)) as db, db:
        db.executescript(STAYS)  # the schema is as it was: nothing tells of it at the start
    at_start, later = start(years)
    assert at_start == [], "nobody adds up years at the start"
    assert any(finding in line for line in later), later


STAYS = """
CREATE TRIGGER txn_stays BEFORE UPDATE ON txn BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER txn_remains BEFORE DELETE ON txn BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER posting_stays BEFORE UPDATE ON posting BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
CREATE TRIGGER posting_remains BEFORE DELETE ON posting BEGIN SELECT RAISE(ABORT, 'the journal is append-only'); END;
"""


@pytest.mark.parametrize("table", ["recall", "outcome", "event"])
def test_that_a_changed_long_list_is_found_before_anybody_is_paid(years, table):
    with closing(sqlite3.connect(years)) as db, db:
        db.execute(f"DELETE FROM {table} WHERE rowid = (SELECT min(rowid) FROM {table})")  # noqa: S608 - ours
    at_start, later = start(years)
    assert at_start == []
    assert any(f"list '{table}'" in line for line in later), later


@pytest.mark.parametrize(
    "script", ["UPDATE counter SET value = 7 WHERE name = 'wins'", "DELETE FROM counter"]
)
def test_that_a_changed_short_list_is_found_at_the_start(years, script):
    with closing(sqlite3.connect(years)) as db, db:
        db.execute(script)
    assert any("counter" in line for line in start(years)[0])


def test_that_money_out_of_nowhere_is_found_at_the_start(years):
    give_credit(years, 100_000)
    assert any("postings add up to 10000" in line for line in start(years)[0])


# --- forged checkpoints -----------------------------------------------------------------------------------------------


def richer(path, number):
    """The name of a checkpoint by which there is more credit."""
    with closing(sqlite3.connect(path)) as db:
        (key,) = db.execute("SELECT key FROM txn WHERE id = ?", (number,)).fetchone()
    head, _, cents = key.rpartition(":")
    credit, escrow, house, *others = map(int, cents.split(","))
    return f"{head}:{','.join(map(str, (credit + 100_000, escrow, house - 100_000, *others)))}"


def without_triggers(path, script):
    tamper(path, script)
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(STAYS)


def test_that_a_checkpoint_with_another_name_is_not_believed(years):
    newest = sealed(years)[-1]
    without_triggers(years, OTHER_SUMS.format(richer(years, newest), newest))
    assert any("was changed" in line for line in start(years)[1])
    give_credit(years, 100_000)
    assert any("postings add up to 10000" in line for line in start(years)[0])


def test_that_a_checkpoint_with_a_chain_of_its_own_ends_elsewhere_and_fits_no_posting(years, anchor):
    newest = sealed(years)[-1]
    seen = anchor.read()
    with closing(SeatStore(years)) as store:
        assert store.hash_of(seen.number) == seen.hash
    without_triggers(years, OTHER_SUMS.format(richer(years, newest), newest))
    rechain(years, newest)
    give_credit(years, 100_000)
    with closing(sqlite3.connect(years)) as db, db:
        db.executescript(STAYS)
    with closing(SeatStore(years)) as store:
        assert store.hash_of(seen.number) != seen.hash, (
            "the second place and the hosts have seen another chain"
        )
    at_start, later = start(years)
    assert at_start == []
    assert any("seals other sums" in line for line in later), later


def test_that_a_new_checkpoint_with_other_sums_is_found_at_the_start(years):
    with closing(SeatStore(years)) as store:
        assert store._db.execute("UPDATE meter SET cents = cents + 100000 WHERE name = 'credit'").rowcount
        store._db.execute("UPDATE meter SET cents = cents - 100000 WHERE name = 'house'")
        store._db.execute("BEGIN")
        store._seal("2026-01-31T12:00:00Z", store.last_number, store._last_hash)
        store._db.execute("COMMIT")
    at_start, _ = start(years)
    assert any("seals other sums" in line for line in at_start), at_start


@pytest.mark.parametrize("which", [0, 1])
def test_that_a_checkpoint_that_was_taken_away_is_missed(years, which):
    number = sealed(years)[which]
    gone = "DELETE FROM posting WHERE txn = {0}; DELETE FROM txn WHERE id = {0}"
    without_triggers(years, gone.format(number))
    at_start, later = start(years)
    wanted = f"transaction {number} is missing"  # what follows the one before is followed at the start
    assert any(wanted in line for line in (later if which == 0 else at_start)), (at_start, later)


def test_that_an_older_checkpoint_put_in_place_of_the_newest_is_found(years):
    older, newest = sealed(years)
    with closing(sqlite3.connect(years)) as db:
        (key,) = db.execute("SELECT key FROM txn WHERE id = ?", (older,)).fetchone()
    number = f"{newest:018}"
    without_triggers(years, OTHER_SUMS.format(key.replace(f"{older:018}", number), newest))
    rechain(years, newest)
    with closing(sqlite3.connect(years)) as db, db:
        db.executescript(STAYS)
    at_start, later = start(years)
    assert any("add up" in line for line in (*at_start, *later)), (at_start, later)


def test_that_older_books_with_their_checkpoint_are_known_to_the_second_place(path, anchor, tmp_path, near):
    anchor.path.parent.mkdir()
    with closing(SeatStore(path, anchor)) as store:
        kept = Kept(store)
        kept.do(e.LinkUp())
        kept.credit(10_000)
        kept.do(e.PeriodEnded(DAY, "Kim"))
        store._db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        shutil.copy(path, tmp_path / "older.db")
        kept.round(6, 5, 1)
        kept.do(e.PeriodEnded(DAY, "Kim"))
        assert anchor.read().number == store.last_number
    with closing(SeatStore(tmp_path / "older.db")) as older:
        assert older.self_test(newest=0) == []
        assert anchor.read().number > older.last_number, "by this the seat locks: see older_than_anchor"


# --- books of before, and power cuts ----------------------------------------------------------------------------------


def test_that_books_of_before_are_looked_through_whole_once_and_then_sealed(kept, path):
    for dice in ((6, 5, 1), (1, 1, 2)):
        kept.round(*dice)
    assert sealed(path) == []
    assert kept.store.self_test(newest=NEWEST) == []
    found = checked(kept.store)
    assert found == BooksChecked()
    assert sealed(path) == [], "who looks writes nothing: the seat does, in a step"
    kept.do(found)
    assert sealed(path) == [kept.store.last_number]
    assert kept.store.audit() == []
    assert start(path) == ([], ())


def test_that_wrong_books_are_not_sealed(kept):
    taken = step(kept.context, kept.state, BooksChecked(("transaction 1 was changed",)))
    assert Seal() not in taken.effects
    assert taken.state.locks


class CutOff:
    """A connection whose power goes before the commit."""

    def __init__(self, db):
        self._db = db

    def execute(self, sql, *values):
        if sql == "COMMIT":
            raise sqlite3.OperationalError("disk I/O error")
        return self._db.execute(sql, *values)

    def __getattr__(self, name):
        return getattr(self._db, name)


@pytest.mark.parametrize("event", [e.PeriodEnded(DAY, "Kim"), BooksChecked()], ids=["day", "looked through"])
def test_that_a_power_cut_leaves_the_checkpoint_out_whole(years, event):
    before = sealed(years)
    with closing(SeatStore(years)) as store:
        assert store.self_test(newest=NEWEST) == []
        last, taken, whole = store.last_number, step_of(store, event), store._db
        store._db = CutOff(whole)
        with pytest.raises(sqlite3.OperationalError):
            store.commit(taken, "2026-01-31T12:00:00Z")
        store._db = whole
        assert store.last_number == last
    assert sealed(years) == before
    assert start(years) == ([], ())


def test_that_a_checkpoint_names_every_account():
    name = checkpoint.name(7, 12, dict.fromkeys((account.value for account in Account), -5))
    assert name == "sealed:000000000000000007:12:" + ",".join(["-5"] * len(Account))

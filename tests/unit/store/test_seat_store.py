"""The seat's file: one transaction for each step, the journal, lists, versions, and what cannot be opened."""

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.accounts import Account, Kind, Posting
from kiosk.seat.context import Step
from kiosk.seat.state import SeatState
from kiosk.store.schema import APPLICATION_ID, VERSION
from kiosk.store.seat_store import SeatStore, connect
from kits.seat.seats import NOW, NUMBERS, Play

SETTLEMENT = 16  # statements of the commit of a settlement, its COMMIT the last
CENT = (Posting(Account.NOTES, -1), Posting(Account.CREDIT, 1))


def rows(path, sql):
    with closing(sqlite3.connect(path)) as db:
        return db.execute(sql).fetchall()


def dump(path):
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


# --- one step, one transaction ------------------------------------------------------------------------------------


def test_that_an_empty_file_holds_a_fresh_seat(store):
    stored = store.load()
    assert (stored.state, stored.outbox) == (SeatState(), ())
    assert store.self_test() == []
    assert store.meters() == {account.value: 0 for account in Account}


def test_that_a_seat_comes_back_as_it_was_committed(kept, path, state_of):
    kept.open()
    kept.tap("big", 500)
    slip = kept.send()
    kept.store.close()
    again = SeatStore(path)
    stored = again.load()
    assert stored.state == state_of(kept.state)
    assert stored.state.flight.stakes == slip.stakes
    assert stored.outbox == ()
    assert again.self_test() == []
    again.close()


def test_that_meters_are_the_sums_of_the_postings(kept):
    kept.round(6, 5, 1)
    kept.round(1, 1, 2)
    booked = {account.value: getattr(kept.state.balances, account.value) for account in Account}
    assert kept.store.meters() == booked
    assert dict(rows(kept.store._path, "SELECT account, sum(cents) FROM posting GROUP BY account")) == {
        account: cents
        for account, cents in booked.items()
        if account in ("credit", "escrow", "house", "notes")
    }


def test_that_the_outbox_keeps_an_effect_until_an_event_ends_it(kept):
    kept.open(audited=False)
    assert [type(effect) for effect in kept.store.load().outbox] == [f.Audit]
    kept.do(e.AuditDone("round:1"))
    assert kept.store.load().outbox == ()


def test_that_the_outbox_keeps_the_order_of_the_effects(kept):
    kept.open(audited=False)
    kept.do(e.NoteOffered("acceptor-1", "n", 500))
    assert [type(effect) for effect in kept.store.load().outbox] == [f.Audit, f.StackNote]


class FailsAt:
    """A connection that fails at its nth statement, or at its commit."""

    def __init__(self, db, nth):
        self._db, self._left = db, nth

    def __getattr__(self, name):
        return getattr(self._db, name)

    def execute(self, sql, *args):
        self._count(sql)
        return self._db.execute(sql, *args)

    def executemany(self, sql, *args):
        self._count(sql)
        return self._db.executemany(sql, *args)

    def _count(self, sql):
        if sql == "ROLLBACK":
            return
        self._left -= 1
        if self._left == 0:
            raise sqlite3.OperationalError("database or disk is full")


@pytest.mark.parametrize("nth", range(1, SETTLEMENT + 1))
def test_that_a_commit_that_fails_anywhere_writes_nothing_and_can_be_done_again(kept, path, nth):
    kept.open()
    kept.bet(big=500)
    kept.close()
    kept.tumble()
    before = dump(path)
    play = Play(state=kept.state)
    play.seq, play._event = kept.seq, kept._event
    settled = play.result(6, 5, 1)
    good = kept.store._db
    kept.store._db = FailsAt(good, nth)
    with pytest.raises(sqlite3.OperationalError):
        kept.store.commit(settled, NOW)
    assert dump(path) == before
    kept.store._db = FailsAt(good, SETTLEMENT + 1)
    kept.store.commit(settled, NOW)
    kept.store._db = good
    assert kept.store.self_test() == []
    assert kept.store.meters()["credit"] == 10_500


def test_that_a_transaction_under_a_key_that_was_booked_is_refused_with_its_whole_step(kept):
    again = Step(kept.state, (f.SignificantEvent("n", "info"), f.Post(Kind.NOTE, kept.posts[0].key, 0, CENT)))
    events = kept.store.events()
    with pytest.raises(sqlite3.IntegrityError, match=r"txn\.key"):
        kept.store.commit(again, NOW)
    assert kept.store.events() == events
    assert kept.store.self_test() == []


# --- the journal --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("table", ["txn", "posting"])
@pytest.mark.parametrize("sql", ["UPDATE {} SET rowid = rowid + 100", "DELETE FROM {}"])
def test_that_the_journal_is_append_only(kept, path, table, sql):
    with pytest.raises(sqlite3.IntegrityError, match="append-only"), sqlite3.connect(path) as db:
        db.execute(sql.format(table))


def test_that_the_journal_reads_with_the_sqlite_shell(kept, path):
    assert rows(path, "SELECT id, kind, key, round, at FROM txn") == [(1, "note", kept.posts[0].key, 0, NOW)]
    assert rows(path, "SELECT account, cents FROM posting") == [("notes", -10_000), ("credit", 10_000)]


def test_that_a_posting_of_no_transaction_is_refused(kept):
    with pytest.raises(sqlite3.IntegrityError, match="FOREIGN KEY"):
        kept.store._db.execute("INSERT INTO posting VALUES (99, 'credit', 1)")


def test_that_money_is_only_whole_cents(kept):
    with pytest.raises(sqlite3.IntegrityError, match="cannot store REAL"):
        kept.store._db.execute("INSERT INTO posting VALUES (1, 'credit', 0.5)")


def test_that_what_is_answered_is_on_disk():
    pragmas = connect_pragmas()
    assert pragmas == {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def connect_pragmas():
    with tempfile.TemporaryDirectory() as folder:
        db = connect(Path(folder) / "seat.db")
        found = {
            name: db.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "foreign_keys")
        }
        db.close()
    return found


# --- lists --------------------------------------------------------------------------------------------------------


def test_that_the_last_rounds_are_recalled_newest_first(kept):
    for dice in ((6, 5, 1), (1, 1, 2), (3, 3, 3)):
        kept.round(*dice)
    assert [found.round for found in kept.store.recalled(2)] == [3, 2]
    assert kept.store.recalled()[0].stakes == {"big": 500}


def test_that_outcomes_are_oldest_first_also_of_rounds_without_a_bet(kept):
    kept.round(6, 5, 1)
    kept.open()
    kept.finish(1, 2, 3)
    kept.open()
    kept.void("a die is not flat")
    assert [(found.round, found.void_reason) for found in kept.store.outcomes()] == [
        (1, ""),
        (2, ""),
        (3, "a die is not flat"),
    ]


def test_that_counters_add_up_for_life(kept):
    kept.round(6, 5, 1)
    kept.round(1, 1, 2)
    assert kept.store.counters() == {
        "notes_10000": 1,
        "turnover": 1_000,
        "wins": 1_000,
        "rounds_played": 2,
        "rounds_won": 1,
        "theory": 27_778,
        "variance": 4_996,
    }


def test_that_a_ticket_is_listed_once_with_its_newest_state(kept):
    kept.collect(NUMBERS[0])
    assert [(kept_.number, kept_.state) for kept_ in kept.store.tickets("out")] == [(NUMBERS[0], "pending")]
    kept.do(e.RegistryDone("pending", NUMBERS[0]))
    kept.do(e.TicketPrinted(NUMBERS[0]))
    assert [(kept_.cents, kept_.state) for kept_ in kept.store.tickets("out")] == [(10_000, "issued")]
    assert kept.store.tickets("in") == []


def test_that_significant_events_are_kept_in_order_with_their_time(kept):
    kept.do(e.Called(on=True))
    kept.do(e.LinkDown())
    found = kept.store.events(2)
    assert [(event.kind, event.severity, event.at) for event in found] == [
        ("link-down", "warning", NOW),
        ("attendant-called", "attention", NOW),
    ]


# --- files that cannot be used ------------------------------------------------------------------------------------


def test_that_a_file_of_a_newer_version_is_refused_and_untouched(kept, path):
    kept.store.close()
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA user_version = {VERSION + 1}")
    before = rows(path, "SELECT * FROM txn")
    with pytest.raises(
        EnvironmentFault, match=f"version {VERSION + 1}, this program knows versions up to {VERSION}"
    ):
        SeatStore(path)
    assert rows(path, "SELECT * FROM txn") == before
    assert rows(path, "PRAGMA user_version") == [(VERSION + 1,)]


def test_that_a_state_of_a_newer_version_is_refused(kept):
    kept.store._db.execute("UPDATE snapshot SET version = 99")
    with pytest.raises(EnvironmentFault, match="version 99"):
        kept.store.load()
    assert "version 99" in kept.store.self_test()[0]


def test_that_the_file_of_another_program_is_refused(path):
    with sqlite3.connect(path) as db:
        db.execute("CREATE TABLE other(x)")
    with pytest.raises(EnvironmentFault, match="not a seat's journal"):
        SeatStore(path)
    with sqlite3.connect(path) as db:
        db.execute(f"PRAGMA application_id = {APPLICATION_ID + 1}")
    with pytest.raises(EnvironmentFault, match="not a seat's journal"):
        SeatStore(path)


def test_that_a_file_that_is_no_database_is_refused_by_name(path):
    path.write_bytes(b"not a database at all" * 100)
    with pytest.raises(EnvironmentFault, match=r"seat\.db cannot be opened"):
        SeatStore(path)


def test_that_a_truncated_file_is_refused_or_found(kept, path):
    for dice in ((6, 5, 1), (1, 1, 2)):
        kept.round(*dice)
    kept.store.close()
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    try:
        broken = SeatStore(path)
    except EnvironmentFault as fault:
        assert "seat.db" in str(fault)  # noqa: PT017 - either way is right
        return
    assert broken.self_test() != []
    broken.close()


def test_that_a_state_that_does_not_decode_is_a_fault_of_the_file(kept):
    kept.store._db.execute("UPDATE snapshot SET body = '{}x'")
    with pytest.raises(EnvironmentFault, match="does not decode"):
        kept.store.load()


def test_that_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(EnvironmentFault, match=r"seat\.db cannot be opened"):
        SeatStore(tmp_path / "nowhere" / "seat.db")

"""The audit finds each kind of tampering, from inside and from outside, and never repairs."""

import sqlite3

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.seat import events as e
from kiosk.seat.accounts import Account
from kiosk.store.audit import Books, audit
from kiosk.store.chain import START, link
from kiosk.store.seat_store import SeatStore
from kits.seat.seats import NUMBERS

STAYS = ("txn_stays", "txn_remains", "posting_stays", "posting_remains")
NEWEST = "(SELECT max(id) FROM txn)"
TAMPERINGS = {
    "an amount": (
        "UPDATE posting SET cents = cents + 1 WHERE rowid = 1",
        "was changed: its hash does not fit",
    ),
    "both amounts": (
        "UPDATE posting SET cents = cents * 2 WHERE txn = 2",
        "was changed: its hash does not fit",
    ),
    "an account": (
        "UPDATE posting SET account = 'adjust' WHERE rowid = 2",
        "was changed: its hash does not fit",
    ),
    "a new account": ("UPDATE posting SET account = 'pocket' WHERE rowid = 2", "unknown account 'pocket'"),
    "a key": ("UPDATE txn SET key = 'x' WHERE id = 1", "transaction 1 (x) was changed"),
    "a time": ("UPDATE txn SET at = '2020-01-01' WHERE id = 2", "was changed: its hash does not fit"),
    "a round": ("UPDATE txn SET round = 77 WHERE id = 2", "was changed: its hash does not fit"),
    "a hash": ("UPDATE txn SET hash = zeroblob(32) WHERE id = 2", "was changed: its hash does not fit"),
    "a link": ("UPDATE txn SET prev = zeroblob(32) WHERE id = 3", "the chain is broken"),
    "a missing transaction": ("DELETE FROM txn WHERE id = 2", "transaction 2 is missing"),
    "the last transaction": (
        "DELETE FROM txn WHERE id = (SELECT max(id) FROM txn)",
        "transactions account for",
    ),
    "a whole end": (
        f"DELETE FROM posting WHERE txn = {NEWEST}; DELETE FROM txn WHERE id = {NEWEST}",  # noqa: S608 - fixed text
        "postings add up to",
    ),
    "a missing posting": ("DELETE FROM posting WHERE rowid = 1", "does not add up to zero"),
    "a posting more": ("INSERT INTO posting VALUES (1, 'credit', 100)", "a posting belongs to transaction 1"),
    "a stray posting": ("INSERT INTO posting VALUES (99, 'credit', 100)", "transactions account for"),
    "a meter": (
        "UPDATE meter SET cents = cents + 1 WHERE name = 'credit'",
        "meter 'credit' shows 10001 cents",
    ),
    "a missing meter": ("DELETE FROM meter WHERE name = 'house'", "meter 'house' shows None cents"),
    "a meter more": ("INSERT INTO meter VALUES ('pocket', 5)", "meter 'pocket' belongs to no account"),
    "the state": ("UPDATE snapshot SET body = replace(body, '10000', '90000')", "snapshot was changed"),
    "the missing state": ("DELETE FROM snapshot", "the snapshot is missing"),
    "the state's hash": ("UPDATE snapshot SET sha = zeroblob(32)", "snapshot was changed"),
    "the outbox": ("INSERT INTO outbox(key, effect) VALUES ('x', '{}')", "does not decode"),
}


def tamper(path, script):
    """What somebody with the file in hand could do: the triggers are no lock."""
    with sqlite3.connect(path) as db:
        db.executescript(";".join([f"DROP TRIGGER {name}" for name in STAYS] + [script]))


@pytest.fixture
def played(kept):
    for dice in ((6, 5, 1), (1, 1, 2)):
        kept.round(*dice)
    assert kept.store.self_test() == []
    assert kept.state.balances.credit == 10_000
    return kept


@pytest.mark.parametrize(("script", "finding"), TAMPERINGS.values(), ids=TAMPERINGS)
def test_that_the_self_test_finds(played, path, script, finding):
    tamper(path, script)
    found = played.store.self_test()
    assert any(finding in line for line in found), found


# The snapshot's own hash is checked at the start; it is written anew with every step.
WRITTEN_ONCE = {name: found for name, found in TAMPERINGS.items() if "snapshot" not in found[0]}


@pytest.mark.parametrize(("script", "finding"), WRITTEN_ONCE.values(), ids=WRITTEN_ONCE)
def test_that_the_audit_before_the_next_round_finds_what_another_program_wrote(played, path, script, finding):
    assert played.store.audit() == []
    tamper(path, script)
    assert any(finding in line for line in played.store.audit())


def test_that_a_finding_stays(played, path):
    tamper(path, TAMPERINGS["an amount"][0])
    first = played.store.audit()
    assert first != []
    assert played.store.audit() == first


def test_that_the_audit_repairs_nothing(played, path):
    tamper(path, TAMPERINGS["a meter"][0])
    with sqlite3.connect(path) as db:
        before = list(db.iterdump())
    played.store.self_test()
    with sqlite3.connect(path) as db:
        assert list(db.iterdump()) == before


def test_that_flipped_bytes_are_found_or_change_nothing(played, path, tmp_path):
    played.store.close()
    good = path.read_bytes()
    missed = []
    for at in range(100, len(good), 997):
        broken = tmp_path / f"broken-{at}.db"
        broken.write_bytes(good[:at] + bytes([good[at] ^ 0xFF]) + good[at + 1 :])
        try:
            store = SeatStore(broken)
        except EnvironmentFault:  # a refusal is a finding
            continue
        if not store.self_test() and store.load().state.balances != played.state.balances:
            missed.append(at)
        store.close()
    assert missed == []


def test_that_the_audit_goes_on_from_where_the_last_one_ended(played):
    assert played.store.audit() == []
    reached = played.store._books.txn
    played.round(3, 3, 3)
    books = played.store._books
    assert books.txn == reached
    assert played.store.audit() == []
    assert books.txn > reached
    assert played.store._books is books


def test_that_progress_reaches_the_end(played, monkeypatch):
    monkeypatch.setattr("kiosk.store.audit.PROGRESS_EVERY", 1)
    told = []
    played.store.self_test(told.append)
    assert told[-1] == 1.0
    assert told == sorted(told)


def test_that_an_empty_journal_is_right():
    db = sqlite3.connect(":memory:")
    db.executescript(
        "CREATE TABLE txn(id, kind, key, round, at, prev, hash); CREATE TABLE posting(txn, account, cents);"
        "CREATE TABLE meter(name, cents)"
    )
    db.executemany("INSERT INTO meter VALUES (?, 0)", [(account.value,) for account in Account])
    assert audit(db, Books(), None) == []


def test_that_negative_credit_is_found(played, path):
    tamper(path, "UPDATE posting SET cents = -cents WHERE txn = 1")
    assert any("account 'credit' is negative" in line for line in played.store.self_test())


def test_that_the_chain_binds_every_column_and_its_predecessor():
    body = (1, "note", "k", 0, "at", [("credit", 1), ("notes", -1)])
    whole = link(START, *body)
    changed = [
        link(b"\1" * 32, *body),
        link(START, 2, *body[1:]),
        link(START, 1, "x", *body[2:]),
        link(START, 1, "note", "x", *body[3:]),
        link(START, 1, "note", "k", 1, *body[4:]),
        link(START, 1, "note", "k", 0, "x", body[5]),
        link(START, 1, "note", "k", 0, "at", body[5][::-1]),
        link(START, 1, "note", "k", 0, "at", [("credit", 2), ("notes", -2)]),
    ]
    assert len({whole, *changed}) == 9


# What the screens read besides the books: a row that does not decode must not be met first by a player.
LISTS = {
    "recall": "UPDATE recall SET body = replace(body, '\"layout\"', '\"lay\"')",
    "recall, no JSON": "UPDATE recall SET body = 'x' WHERE round = 1",
    "outcome": "UPDATE outcome SET body = replace(body, '\"facts\":[', '\"facts\":[7,')",
    "event": "UPDATE event SET detail = '{' WHERE id = 1",
    "event of lists": "UPDATE event SET detail = '{\"x\": [1]}' WHERE id = 1",
    "ticket": "UPDATE ticket SET body = '{}' WHERE direction = 'out'",
}


@pytest.mark.parametrize("what", LISTS)
def test_that_the_self_test_finds_a_list_that_does_not_decode(played, path, what):
    played.collect()
    played.do(e.RegistryDone("pending", NUMBERS[0]))
    assert played.store.self_test() == []
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO event(at, kind, severity, detail) VALUES ('', 'n', 'info', '{}')")
        assert db.execute(LISTS[what]).rowcount > 0
    found = played.store.self_test()
    assert any(what.split(",")[0].split()[0] in line and "does not decode" in line for line in found), found

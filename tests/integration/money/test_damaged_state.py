"""Damaged, strange and missing files of the state: a clear message or a lock, nothing lost, nothing repaired."""

import random
import shutil
import sqlite3
import types
from contextlib import closing, suppress

import pytest

from kiosk.app.machine import Seat
from kiosk.app.state_dir import StateDir
from kiosk.demo.headless import Headless
from kiosk.faults import EnvironmentFault, MustEnd
from kiosk.links.embedded import EmbeddedLog
from kiosk.seat.state import LockKind
from kiosk.store.seat_store import SeatStore
from kits.app.seat_play import assert_sound, audit, come_to_rest, make_play, play, rules
from kits.audit import physical_truth as truth

FLIPS = 100
DATABASES = ("seat.db", "table.db", "registry.db")


def start(folder):
    """Start the seat as the demonstration does. Answers why it is locked, or the state that it plays with."""
    state = StateDir(folder)
    state.hold()
    try:
        table = Headless(state, rules(), make_play(1))
        try:
            if table.seat.findings:
                assert table.state.locks[0].kind in (LockKind.AUDIT, LockKind.OLDER_COPY)
            return table.seat.findings, table.state
        finally:
            table.close()
    finally:
        state.release()


def refusal(folder):
    """The seat does not start, or starts locked; the words of it."""
    try:
        findings, _ = start(folder)
    except EnvironmentFault as fault:
        return str(fault)
    assert findings, "the seat plays on as if nothing were wrong"
    return "; ".join(findings)


def money_of(seat_db):
    """All that the books say about money, by plain SQL."""
    sql = "SELECT txn.id, kind, key, round, account, cents FROM txn JOIN posting ON posting.txn = txn.id"
    recall = truth.rows(seat_db, "SELECT round, body FROM recall ORDER BY round")
    return truth.rows(seat_db, sql + " ORDER BY posting.rowid"), truth.read_journal(seat_db), recall


def flip(path, offset, bit):
    with path.open("r+b") as file:
        file.seek(offset)
        byte = file.read(1)[0]
        file.seek(offset)
        file.write(bytes([byte ^ (1 << bit)]))


def offsets(path, count, seed):
    """The whole header of the file, and bytes of everywhere else."""
    source = random.Random(seed)
    size = path.stat().st_size
    return [*range(100), *sorted(source.sample(range(100, size), count))]


# --- seat.db --------------------------------------------------------------------------------------------------------


def seat_notices(seat_db):
    """Whether the seat's own start finds something; else what it would play with."""
    try:
        store = SeatStore(seat_db)
    except EnvironmentFault:
        return True, None
    try:
        findings = store.self_test()
        return (True, None) if findings else (False, (store.load(), store.meters()))
    except EnvironmentFault:
        return True, None
    finally:
        store.close()


def flip_and_look(played, count, seed):
    with closing(SeatStore(played / "seat.db")) as store:
        before = (store.load(), store.meters())
    books = money_of(played / "seat.db")
    whole = (played / "seat.db").read_bytes()
    noticed = 0
    for offset in offsets(played / "seat.db", count, seed):
        bit = offset % 8
        flip(played / "seat.db", offset, bit)
        try:
            found = audit(played)
            by_verify = not found.ok
        except EnvironmentFault:
            by_verify = True
        if not by_verify:
            assert money_of(played / "seat.db") == books, f"byte {offset}: money differs and nobody says so"
        by_seat, after = seat_notices(played / "seat.db")
        if not by_seat:
            assert after == before, f"byte {offset}: the seat plays on with other money"
        noticed += by_verify or by_seat
        remove_leftovers(played)
        (played / "seat.db").write_bytes(whole)
    return noticed


def test_that_a_flipped_bit_of_the_journal_never_changes_money_in_silence(played):
    assert flip_and_look(played, FLIPS, seed=1) > FLIPS // 4
    assert_sound(played)


def test_that_changed_words_of_the_schema_are_noticed(played):
    """SQLite takes a column renamed by one bit, and a table whose kind it does not know, for sound."""
    seat_db = played / "seat.db"
    whole = seat_db.read_bytes()
    first = whole[:4096].rindex(b"tablemetermeter")
    column = whole.index(b"cents", whole.index(b"TABLE meter("))
    for offset, bit in ((first, 0), (first - 5, 0), (column, 1), (whole.index(b"txn_stays"), 2)):
        flip(seat_db, offset, bit)
        assert seat_notices(seat_db)[0], offset
        found = audit(played)
        assert not found.ok
        remove_leftovers(played)
        seat_db.write_bytes(whole)


def test_that_a_changed_name_of_a_figure_kept_for_recall_is_noticed(played):
    """Its place would be taken by the figure's default: what is kept is not what was written."""
    seat_db = played / "seat.db"
    whole = seat_db.read_bytes()
    at = whole.index(b'"registered_rev":')
    flip(seat_db, at + 1, 0)
    assert seat_notices(seat_db)[0]
    assert not audit(played).ok


@pytest.mark.torture
@pytest.mark.timeout(7200)
def test_that_twenty_thousand_flipped_bits_never_change_money_in_silence(played, capsys):
    noticed = flip_and_look(played, min(20_000, (played / "seat.db").stat().st_size - 100), seed=2)
    with capsys.disabled():
        print(f"\nbit flips in seat.db: {noticed} noticed, the others without any difference in money")


def test_that_a_truncated_journal_is_noticed_at_every_page(played):
    whole = (played / "seat.db").read_bytes()
    for length in sorted(
        {0, 1, 15, 16, 99, 100, 512, 4095, *range(4096, len(whole), 4096), len(whole) - 6000}
    ):
        (played / "seat.db").write_bytes(whole[:length])
        with suppress(EnvironmentFault):
            assert not audit(played).ok, length
        assert refusal(played), length
        remove_leftovers(played)
    (played / "seat.db").write_bytes(whole)
    assert_sound(played)


@pytest.mark.parametrize("name", ["seat.db", "table.db"])
def test_that_a_last_page_cut_anywhere_is_noticed_or_changes_nothing(played, name):
    # SQLite reads what is missing of a last page as zeros, which it may have been.
    with closing(sqlite3.connect(played / name, isolation_level=None)) as db:
        db.execute("VACUUM")  # the last page is one in use, and none that was let go
    whole = (played / name).read_bytes()
    books = money_of(played / "seat.db")
    noticed = 0
    for length in range(len(whole) - 4095, len(whole), 151):
        (played / name).write_bytes(whole[:length])
        found = audit(played)
        noticed += not found.ok
        if found.ok:
            assert money_of(played / "seat.db") == books
            assert truth.check_at_rest(played)
        remove_leftovers(played)
    assert noticed


def remove_leftovers(folder):
    for left in folder.glob("*.db-*"):
        left.unlink()


def test_that_a_damaged_journal_is_left_as_it_is_for_the_technician(played):
    whole = (played / "seat.db").read_bytes()
    damaged = whole.replace(b"notes", b"nites", 1)
    (played / "seat.db").write_bytes(damaged)
    assert refusal(played)
    assert (played / "seat.db").read_bytes() == damaged


# --- newer and foreign files ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DATABASES)
def test_that_a_file_of_a_newer_version_is_refused_and_not_changed(played, name):
    with closing(sqlite3.connect(played / name)) as db:
        db.execute("PRAGMA user_version = 99")
    before = (played / name).read_bytes()
    found = refusal(played)
    assert name.removesuffix(".db") in found
    assert "99" in found
    assert (played / name).read_bytes() == before


def test_that_a_state_of_a_newer_version_is_refused(played):
    with closing(sqlite3.connect(played / "seat.db")) as db, db:
        db.execute("UPDATE snapshot SET version = 99")
    assert "version 99" in refusal(played)
    assert not audit(played).ok


@pytest.mark.parametrize("name", DATABASES)
def test_that_a_foreign_database_is_refused_and_not_changed(played, name):
    (played / name).unlink()
    with closing(sqlite3.connect(played / name)) as db:
        db.executescript("CREATE TABLE recipe(cake TEXT); INSERT INTO recipe VALUES ('apple');")
    before = (played / name).read_bytes()
    assert name.removesuffix(".db") in refusal(played)
    assert (played / name).read_bytes() == before
    try:
        assert not audit(played).ok
    except EnvironmentFault as fault:
        assert name in str(fault)  # noqa: PT017 - either way is right


@pytest.mark.parametrize("name", [*DATABASES, "acceptor.json", "cash-box.jsonl"])
@pytest.mark.parametrize(
    "content", [b"hello\n" * 500, b"\x00" * 8192, b"\xff\xfe{}\n"], ids=["text", "zeros", "bytes"]
)
def test_that_a_file_that_is_something_else_is_refused_by_name(played, name, content):
    (played / name).write_bytes(content)
    assert name.partition(".")[0].replace("cash-box", "cash box") in refusal(played)


@pytest.mark.parametrize("name", DATABASES)
@pytest.mark.parametrize("how", ["missing", "empty"])
def test_that_a_missing_or_empty_file_beside_the_others_is_never_begun_anew(played, name, how):
    (played / name).unlink()
    if how == "empty":
        (played / name).touch()
    found = refusal(played)
    assert name.removesuffix(".db") in found
    try:
        assert not audit(played).ok
    except EnvironmentFault as fault:
        assert name in str(fault)  # noqa: PT017 - either way is right


def test_that_a_missing_memory_of_the_acceptor_is_never_begun_anew(played):
    (played / "acceptor.json").unlink()
    assert "acceptor" in refusal(played)


# --- table.db and registry.db ---------------------------------------------------------------------------------------


def test_that_a_truncated_table_log_is_noticed_at_every_length(played):
    whole = (played / "table.db").read_bytes()
    for length in sorted({0, 1, 100, 4095, *range(4096, len(whole), 4096 * 4), len(whole) - 4096}):
        (played / "table.db").write_bytes(whole[:length])
        with suppress(EnvironmentFault):
            assert not audit(played).ok, length
        assert refusal(played), length
        remove_leftovers(played)


def test_that_a_table_log_from_an_older_copy_is_refused(played):
    older = played.with_name("older.db")
    shutil.copyfile(played / "table.db", older)
    come_to_rest(played)
    shutil.copyfile(older, played / "table.db")
    assert "table.db is an older copy: it ends at" in refusal(played)
    assert not audit(played).ok


@pytest.mark.parametrize("name", ["table.db", "registry.db"])
def test_that_a_flipped_bit_of_log_or_registry_is_noticed_or_harmless(played, name):
    _, where = played, played / name
    whole = where.read_bytes()
    books = money_of(played / "seat.db")
    for offset in offsets(where, 100, seed=3)[::2]:
        flip(where, offset, offset % 8)
        try:
            found = audit(played)
            assert money_of(played / "seat.db") == books
            if found.ok:
                assert found.accounts == audit_accounts(books)
        except EnvironmentFault:
            pass
        where.write_bytes(whole)


def audit_accounts(books):
    sums = dict.fromkeys(
        ("credit", "escrow", "house", "notes", "tickets_in", "tickets_out", "handpay", "adjust"), 0
    )
    for *_, account, cents in books[0]:
        sums[account] += cents
    return sums


def test_that_the_log_refuses_to_open_when_a_page_is_damaged(played):
    with (played / "table.db").open("r+b") as file:
        file.seek(4096 * 2)
        file.write(b"\xff" * 4096)
    with pytest.raises(EnvironmentFault, match=r"table\.db"):
        EmbeddedLog(played / "table.db")


# --- the cash box ---------------------------------------------------------------------------------------------------


def test_that_a_line_cut_off_by_a_power_cut_does_not_spoil_the_next(played):
    box = played / "cash-box.jsonl"
    box.write_bytes(box.read_bytes()[:-20])
    assert_sound(played)
    play(played, 6, bot_seed=4)
    come_to_rest(played)
    truth.check_at_rest(played)
    assert_sound(played)


# --- the directory --------------------------------------------------------------------------------------------------


def test_that_pages_of_the_log_in_each_others_place_are_named_by_audit_and_start(played):
    path = played / "table.db"
    body, found = path.read_bytes(), 0
    pages = len(body) // 4096
    for first in range(1, min(pages, 9)):
        one, two = slice(first * 4096, first * 4096 + 4096), slice((pages - 1) * 4096, pages * 4096)
        swapped = bytearray(body)
        swapped[one], swapped[two] = body[two], body[one]
        path.write_bytes(swapped)
        remove_leftovers(played)
        if swapped != body:
            assert not audit(played).ok
            assert refusal(played)
            found += 1
    assert found >= 4


def test_that_a_damaged_index_alone_is_seen_at_the_start(played):
    """Pages may be whole and an index lack a row: then a key that is there is booked or written twice."""
    for name, index in (("seat.db", "sqlite_autoindex_txn_1"), ("table.db", "entry_seq")):
        path = played / name
        whole = path.read_bytes()
        with closing(sqlite3.connect(path)) as db:
            (root,) = db.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (index,)).fetchone()
        page = bytearray(whole[(root - 1) * 4096 : root * 4096])
        page[-40:] = bytes(40)
        path.write_bytes(whole[: (root - 1) * 4096] + page + whole[root * 4096 :])
        assert refusal(played), name
        path.write_bytes(whole)
        remove_leftovers(played)


def test_that_two_seats_never_share_a_directory(played):
    first = StateDir(played)
    first.hold()
    try:
        with pytest.raises(EnvironmentFault, match="in use by another running seat"):
            StateDir(played).hold()
    finally:
        first.release()
    second = StateDir(played)
    second.hold()
    second.release()


def test_that_a_removed_lock_file_lets_no_second_seat_in(played):
    first = StateDir(played)
    first.hold()
    first.check_held()
    (played / "lock").unlink()
    try:
        assert StateDir(played).in_use()
        with pytest.raises(EnvironmentFault, match="in use by another running seat"):
            StateDir(played).hold()
        with pytest.raises(MustEnd, match="'lock' was removed or exchanged"):
            first.check_held()
    finally:
        first.release()
    assert not StateDir(played).in_use()


def test_that_a_running_seat_ends_when_its_lock_file_is_exchanged(played):
    state = StateDir(played)
    state.hold()
    table = Headless(state, rules(), make_play(1))
    try:
        (played / "lock").unlink()
        (played / "lock").touch()
        with pytest.raises(MustEnd):
            table.run()
    finally:
        table.close()
        state.release()
    assert_sound(played)


def test_that_looking_whether_a_seat_runs_never_keeps_one_from_starting(played, monkeypatch):
    # An audit may ask at the very moment of a start.
    state, seat = StateDir(played), StateDir(played)
    module = StateDir.in_use.__globals__["fcntl"]
    asked = []

    def start_in_the_middle(*words):
        found = module.fcntl(*words)
        monkeypatch.undo()
        seat.hold()
        asked.append(True)
        return found

    spy = types.SimpleNamespace(**vars(module) | {"fcntl": start_in_the_middle})
    monkeypatch.setitem(StateDir.in_use.__globals__, "fcntl", spy)
    state.in_use()
    assert asked == [True]
    assert state.in_use() is True
    seat.release()
    assert state.in_use() is False


@pytest.mark.parametrize("below", [False, True])
def test_that_a_state_directory_that_is_a_file_is_refused(tmp_path, below):
    (tmp_path / "state").write_text("a file")
    path = tmp_path / "state" / "below" if below else tmp_path / "state"
    with pytest.raises(EnvironmentFault, match="cannot be used"):
        StateDir(path).hold()


@pytest.mark.rule("sicbo:4.1")
@pytest.mark.parametrize("spot", ["three-126", "total-4", "big"])
@pytest.mark.parametrize("other", ["A", "C"])
def test_that_bets_in_play_keep_the_seat_to_their_layout(memory_path, spot, other):
    """B and C have the same spots and pay differently: the name of the layout decides, not the spots."""
    from kiosk.app.machine import read_rules
    from kiosk.seat.events import Tap, Tick

    folder = memory_path / "state"
    state = StateDir(folder)
    state.hold()
    table = Headless(state, rules(), make_play(1))
    table.acceptor.insert(10_000)
    table._table.deal()
    table.runner.pump()
    table.runner.handle(Tap(spot, 500))
    table.runner.handle(Tick(1_000))
    assert table.runner.state.balances.escrow == 500
    table.close()
    with pytest.raises(EnvironmentFault, match=f"in play on layout B, started was layout {other}"):
        Seat(state, read_rules(other), lambda _: None)
    state.release()
    come_to_rest(folder)
    state.hold()
    with pytest.raises(EnvironmentFault, match=f"was played on layout B, started was layout {other}"):
        Seat(state, read_rules(other), lambda _: None)  # its round can still be decided anew
    state.release()


def test_that_the_layout_may_change_between_rounds(memory_path):
    from kiosk.app.machine import read_rules

    folder = memory_path / "state"
    come_to_rest(folder)
    state = StateDir(folder)
    state.hold()
    table = Headless(state, read_rules("A"), make_play(1))
    try:
        assert table.runner.state.layout == "A"
        assert (table.runner.state.last, table.runner.state.rebet) == (None, {})
    finally:
        table.close()
        state.release()

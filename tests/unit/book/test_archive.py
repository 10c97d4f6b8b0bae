"""The console's archive: durable, append-only, a quick start, and what may leave the log."""

import sqlite3
from contextlib import closing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.book import Book, events
from kiosk.book import archive as module
from kiosk.book import book as books
from kiosk.book.archive import Archive, Leaving, open_book, round_of
from kiosk.faults import EnvironmentFault
from kiosk.games.sicbo import GAME
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Entry
from kits.console.book import SEATS, Writing
from kits.seat.seats import LAYOUTS, TABLE


@pytest.fixture
def path(tmp_path):
    return tmp_path / "archive.db"


@pytest.fixture
def archive(path):
    archive = Archive(path, TABLE)
    yield archive
    archive.close()


def stands_at(book):
    """All that a book answers about money, to be compared."""
    return {
        "seq": book.seq,
        "table": book.table,
        "holder": book.holder,
        "rounds": {
            number: (
                one.slips, one.decided, one.counted_by, one.close_shown, one.settled, one.paid, one.touched, one.staked,
                one.opened_seq, one.beyond_seq,
            )
            for number, one in book.rounds.items()
        },
        "unsettled": {number: book.unsettled(number) for number in book.rounds},
        "payable": {(number, seat): book.payable(number, seat) for number in book.rounds for seat in SEATS},
        "leave": {number: book.may_leave(number) for number in range(book.table.number + 1)},
        "written": {number: book.events_written(number) for number in book.rounds},
        "totals": book.totals,
        "life": (book.highest, book.life_seq),
        "items": book.open_items,
        "exposure": book.exposure,
        "passed": book.passed,
        "kept": book.kept,
    }  # fmt: skip


def reopened(path):
    """The book that a new start folds, by the bounded read."""
    with closing(Archive(path, TABLE)) as archive:
        return open_book(archive, GAME, LAYOUTS, SEATS)


def some_rounds(table, count=3):
    table.log(r.ConsoleHeld(console="console-1", take=1))
    for _ in range(count):
        table.whole_round(1, 2, 3, small=500)


# --- records ------------------------------------------------------------------------------------------------------


def test_that_all_that_was_added_is_read_in_order_after_a_new_start(path):
    table = Writing()
    some_rounds(table)
    with closing(Archive(path, TABLE)) as archive:
        archive.add(table.entries[:10])
        archive.add(table.entries[10:])
        assert archive.last_seq == table.seq
    with closing(Archive(path, TABLE)) as archive:
        assert archive.read(0, 1_000) == table.entries
        assert archive.last_seq == table.seq
        assert archive.follow_after == table.seq - 1
        archive.verify()


def test_that_pages_never_part_the_records_of_one_append(archive):
    entries = [Entry(1, "a", b"1"), Entry(2, "b", b"2"), Entry(2, "c", b"3"), Entry(3, "d", b"4")]
    archive.add(entries)
    assert archive.read(0, 2) == entries[:3]
    assert archive.read(2, 2) == entries[3:]
    assert archive.read(3, 2) == []


def test_that_adding_again_changes_nothing_also_when_one_append_was_parted(archive):
    both = [Entry(4, "a", b"1"), Entry(4, "b", b"2")]
    archive.add(both[:1])
    archive.add(both)
    archive.add(both)
    archive.add([])
    assert archive.read(0, 10) == both
    archive.verify()


@pytest.mark.parametrize("foreign", [Entry(4, "a", b"other"), Entry(3, "z", b"new"), Entry(5, "b", b"other")])
def test_that_a_log_that_is_not_the_archived_one_is_refused_and_nothing_of_it_kept(archive, foreign):
    there = [Entry(4, "a", b"1"), Entry(5, "b", b"2")]
    archive.add(there)
    with pytest.raises(EnvironmentFault, match="do not belong together"):
        archive.add([Entry(6, "c", b"3"), foreign] if foreign.seq == 3 else [foreign, Entry(6, "c", b"3")])
    assert archive.read(0, 10) == there
    archive.add([Entry(6, "c", b"3")])
    archive.verify()


def test_that_any_bytes_are_kept_as_they_are(archive):
    entry = Entry(1, f"etg/{TABLE}/seat/07/slip/1/1", b"\xff\x00not json")
    archive.add([entry])
    assert archive.read(0, 10) == [entry]


@pytest.mark.parametrize("statement", ["UPDATE record SET value = x'00'", "DELETE FROM record"])
def test_that_the_file_itself_refuses_to_change_or_lose_a_record(archive, path, statement):
    archive.add([Entry(1, "a", b"1")])
    with closing(sqlite3.connect(path)) as other, pytest.raises(sqlite3.IntegrityError, match="append-only"):
        other.execute(statement)


@pytest.mark.parametrize("seq", [1, 30])
def test_that_a_record_changed_behind_the_programs_back_is_found_at_the_start(path, seq):
    with closing(Archive(path, TABLE)) as archive:
        archive.add([Entry(number, f"key-{number}", b"value") for number in range(1, 31)])
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TRIGGER record_stays")
        other.execute("UPDATE record SET value = x'00' WHERE seq = ?", (seq,))
        other.commit()
    with pytest.raises(EnvironmentFault, match=f"damaged: record {seq}"):
        Archive(path, TABLE)


def test_that_a_missing_record_is_found_by_looking_through_the_whole_file(path):
    with closing(Archive(path, TABLE)) as archive:
        archive.add([Entry(number, f"key-{number}", b"value") for number in range(1, 2_500)])
    with closing(sqlite3.connect(path)) as other:
        other.execute("DROP TRIGGER record_remains")
        other.execute("DELETE FROM record WHERE seq = 7")
        other.commit()
    with closing(Archive(path, TABLE)) as archive, pytest.raises(EnvironmentFault, match="record 7:"):
        archive.verify()


def test_that_a_file_that_is_no_archive_is_refused_and_not_touched(path):
    path.write_bytes(b"no database at all, but long enough to be read as one" * 20)
    before = path.read_bytes()
    with pytest.raises(EnvironmentFault, match="cannot be opened"):
        Archive(path, TABLE)
    assert path.read_bytes() == before


def test_that_another_programs_database_is_refused(path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE something(x)")
    with pytest.raises(EnvironmentFault, match="no console's archive"):
        Archive(path, TABLE)


def test_that_another_tables_archive_is_refused(path):
    Archive(path, TABLE).close()
    with pytest.raises(EnvironmentFault, match=f"of table {TABLE}, this console serves table 99"):
        Archive(path, "99")


def test_that_a_folder_that_is_not_there_is_a_fault_of_the_environment(tmp_path):
    with pytest.raises(EnvironmentFault, match="cannot be opened"):
        Archive(tmp_path / "nowhere" / "archive.db", TABLE)


# --- the start ----------------------------------------------------------------------------------------------------


def test_that_a_new_archive_gives_an_empty_book(path):
    assert stands_at(reopened(path)) == stands_at(Writing().book)


@pytest.mark.parametrize("noted", [True, False])
def test_that_a_new_start_has_the_book_of_the_whole_log(path, noted):
    table = Writing()
    some_rounds(table)
    table.open()
    table.bet("08", big=400)
    with closing(Archive(path, TABLE)) as archive:
        archive.add(table.entries)
        if noted:
            archive.note(table.book)
    assert stands_at(reopened(path)) == stands_at(table.book)


def test_that_a_record_of_the_same_append_as_the_noted_one_is_not_lost(path):
    table = Writing()
    table.open()
    table.bet("08", small=500)
    table.decide(1, 2, 3)
    mark = Entry(
        table.seq + 1, keys.paid_mark(TABLE, "08", 1, 1), r.encode(r.PaidMark(seat="08", round=1, decision=1))
    )
    with closing(Archive(path, TABLE)) as archive:
        archive.add([*table.entries, mark])
        table.book.take(mark)
        archive.note(table.book)
        table.pay_by_hand("08")  # stands at the place of the mark
        archive.add([table.entries[-2]])
    assert reopened(path).rounds[1].paid["08", 1].cents == 1_000


def test_that_the_start_reads_little_however_long_the_archive_is(path, monkeypatch):
    table = Writing()
    with closing(Archive(path, TABLE)) as archive:
        some_rounds(table, 400)
        archive.add(table.entries)
        archive.note(table.book)
        tail = len(table.entries)
        table.open()
        archive.add(table.entries[tail:])
    taken = []
    monkeypatch.setattr(
        module.Book,
        "take",
        lambda book, entry, take=module.Book.take: (taken.append(entry), take(book, entry))[1],
    )
    book = reopened(path)
    assert len(taken) < len(table.entries) / 3
    assert stands_at(book) == stands_at(table.book)
    assert book.totals.turnover == 400 * 500


def test_that_a_note_of_a_book_that_is_ahead_is_refused(archive):
    table = Writing()
    table.open()
    with pytest.raises(ValueError, match="the archive at 0"):
        archive.note(table.book)


def test_that_a_damaged_state_is_a_fault(archive, path):
    with closing(sqlite3.connect(path)) as other:
        other.execute("UPDATE state SET kept = '{'")
        other.commit()
    with pytest.raises(EnvironmentFault, match="state is damaged"):
        open_book(archive, GAME, LAYOUTS, SEATS)


ACTS = st.lists(
    st.sampled_from(
        [
            "play",
            "play",
            "play",
            "dark",
            "back",
            "by hand",
            "correct",
            "void",
            "void earlier",
            "item",
            "manager",
            "skip",
            "junk",
            "late pay",
            "owe",
            "half is gone",
            "rest is gone",
        ]
    ),
    max_size=25,
)


def life_without(table, *gone):
    gone = tuple(number for number in gone if number)
    return r.LogLife(life=table.seq + 1, log="x", by="Ng", reason="burnt", round=table.number, gone=gone)


def act(table, what, dark):
    """One thing that happens at a table whose rounds are over; what makes no sense then is ignored by the book."""
    number = table.number
    match what:
        case "play":
            table.whole_round(1, 2, 3, small=500)
        case "owe":
            owes = (1, max(1, number - 1), number, number + 7) if number else ()
            table.whole_round(1, 2, 3, owes=owes, small=500)
        case "dark":
            table.open()
            table.bet("08", small=300)
            table.decide(1, 2, 4)
            table.end()
            dark.append(number + 1)
        case "back" if dark and dark[0] in table.book.rounds:
            table.shown("08")
            table.settled("08", number=dark.pop(0))
        case "by hand" if dark and table.book.payable(dark[-1], "08"):
            table.pay_by_hand("08", number=dark[-1])
        case "late pay" if dark:
            table.pay_by_hand("08", number=dark[0], decision=1, cents=7)
        case "correct":
            table.correct(6, 5, 3)
            table.end()
        case "void":
            table.void(authorised_by="supervisor")
        case "void earlier":
            table.void(max(1, number - 2), authorised_by="supervisor")
        case "half is gone":
            table.open()
            table.bet("08", small=300)
            table.close()
            table.log(life_without(table, number + 1))
            dark.append(number + 1)
        case "rest is gone":
            table.correct(6, 5, 3)
            table.log(life_without(table, number, max(0, number - 2)))
        case "item":
            table.item("08", 100, number=max(1, number - 3), decision=1)
        case "manager":
            table.manager(table.book.managers_written + 1, round=max(1, number - 3), seat="08", closes=1)
        case "skip":
            table.end()
            table.open(number + 97)
            table.void()
        case "junk":
            table.raw(f"etg/{TABLE}/round/{number + 50}/1", b"{}")


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(ACTS, st.integers(0, 25), st.sampled_from([2, 120]))
def test_that_a_bounded_start_equals_reading_everything(tmp_path_factory, acts, note_at, held):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("kiosk.book.events.HELD_ROUNDS", held)
        table, dark = Writing(), []
        path = tmp_path_factory.mktemp("archive") / "archive.db"
        with closing(Archive(path, TABLE)) as archive:
            for number, what in enumerate(acts):
                act(table, what, dark)
                if number == note_at:
                    archive.add(table.entries)
                    archive.note(table.book)
            archive.add(table.entries)
            assert stands_at(open_book(archive, GAME, LAYOUTS, SEATS)) == stands_at(table.book)


# --- what leaves the log ------------------------------------------------------------------------------------------


def leaving(archive, table):
    archive.add(table.entries)
    archive.note(table.book)
    return archive.removable(table.book)


def test_that_the_bets_of_a_settled_round_leave_once_a_newer_one_has_opened(archive):
    table = Writing()
    table.whole_round(1, 2, 3, small=500)
    assert leaving(archive, table) == []
    table.open()
    (found,) = leaving(archive, table)
    assert (found.number, found.whole) == (1, False)
    gone = archive.keys_of(found)
    assert keys.slip(TABLE, "07", 1, 1) in gone
    assert keys.settled(TABLE, "07", 1, 1) in gone
    assert not [key for key in gone if key.startswith(keys.rounds(TABLE))], "the events stay"
    assert keys.closed(TABLE, 1) not in gone, "the bar for late slips stays"
    archive.note_left(found)
    assert archive.removable(table.book) == []
    assert len(archive.read(0, 1_000)) == len(table.entries), "the archive keeps all"


@pytest.mark.rule("sicbo:5.2.1", "sicbo:1.8")
def test_that_a_round_stays_while_a_seat_with_a_registered_bet_has_not_settled_it(archive):
    table = Writing()
    table.open()
    table.bet("08", small=500)
    table.decide(1, 2, 3)
    table.end()
    table.whole_round(1, 2, 3)
    table.whole_round(1, 2, 3)
    assert [one.number for one in leaving(archive, table)] == [2]
    table.settled("08", number=1)
    assert [one.number for one in leaving(archive, table)] == [1, 2]


def test_that_a_round_stays_while_a_dark_seat_has_not_read_that_it_took_its_chips_back(archive):
    table = Writing()
    table.open()
    table.bet("08", small=500)
    table.bet("08", rev=2)  # in the log, and the seat went dark before it read it
    table.decide(1, 2, 3)
    table.end()
    table.open()
    assert leaving(archive, table) == []
    table.close()
    table.shown("08")
    assert [one.number for one in leaving(archive, table)] == [1]


def test_that_a_round_paid_by_hand_stays_until_the_seat_has_read_of_it(archive):
    table = Writing()
    table.open()
    table.bet("08", small=500)
    table.close()
    table.shown("08")
    table.tumble()
    table.result(1, 2, 3)
    table.pay_by_hand("08")
    table.end()
    table.open()
    assert leaving(archive, table) == []
    table.close()
    table.shown("08")
    (found,) = leaving(archive, table)
    assert keys.paid_mark(TABLE, "08", 1, 1) in archive.keys_of(found)


def test_that_a_round_of_which_a_jackpot_does_not_know_all_stays_until_it_does(archive, path, monkeypatch):
    monkeypatch.setattr("kiosk.book.events.HELD_ROUNDS", 2)
    table = Writing()
    table.whole_round(1, 2, 3, small=500)
    for _ in range(5):
        table.whole_round(1, 2, 3, owes=(1,))
        leaving(archive, table)  # as once a round
    assert [one.number for one in leaving(archive, table)] == [2, 3, 4, 5]
    assert list(table.book.rounds) == [1, 5, 6]
    assert stands_at(reopened(path)) == stands_at(table.book)
    table.open()
    assert [one.number for one in leaving(archive, table)] == [1, 2, 3, 4, 5, 6]
    assert list(table.book.rounds) == [6, 7]


def test_that_no_round_stays_once_it_might_have_left(archive, monkeypatch):
    """A console that was started again does not know yet what its jackpot knows: the book holds more for it."""
    monkeypatch.setattr("kiosk.book.events.HELD_ROUNDS", 3)
    table = Writing()
    for _ in range(3):
        table.whole_round(1, 2, 3, small=500)
    for _ in range(3):
        table.whole_round(1, 2, 3, owes=(1, 2, 3), small=500)
    assert [one.number for one in leaving(archive, table)] == [1, 2, 4, 5], "of 3 nobody has said before"
    assert list(table.book.rounds) == [1, 2, 3, 4, 5, 6]


def test_that_a_round_decided_anew_after_it_left_leaves_again_when_it_is_settled_anew(archive):
    table = Writing()
    table.whole_round(1, 2, 3, small=500)
    table.open()
    (found,) = leaving(archive, table)
    archive.note_left(found)
    table.void(1, authorised_by="supervisor")
    assert leaving(archive, table) == []
    table.settled("07", number=1)
    (again,) = leaving(archive, table)
    assert (again.number, again.whole) == (1, False)
    assert keys.settled(TABLE, "07", 1, 2) in archive.keys_of(again)
    archive.note_left(again)
    assert archive.removable(table.book) == []


def test_that_a_report_that_came_after_the_keys_were_named_is_not_taken_for_gone(archive):
    table = Writing()
    table.whole_round(1, 2, 3, small=500)
    table.open()
    (found,) = leaving(archive, table)
    table.shown("08", number=1)
    archive.add(table.entries)
    assert len(archive.keys_of(found)) < len(archive.keys_of(archive.removable(table.book)[0]))
    archive.note_left(found)
    assert [one.number for one in archive.removable(table.book)] == [1]


def test_that_the_events_leave_when_every_seat_has_read_past_them_and_no_void_can_come(archive):
    table = Writing()
    for _ in range(102):
        table.whole_round(1, 2, 3, small=500)
    for found in leaving(archive, table):
        archive.note_left(found)
    found, newest = archive.removable(table.book)
    assert [(one.number, one.whole) for one in (found, newest)] == [(1, True), (101, False)]
    gone = archive.keys_of(found)
    assert {key for key in gone if key.startswith(keys.rounds(TABLE))}
    assert keys.closed(TABLE, 1) in gone
    archive.note_left(found)
    archive.note_left(newest)
    assert archive.removable(table.book) == []


def test_that_the_events_stay_while_one_seat_has_not_read_past_them(archive):
    table = Writing()
    table.open()
    table.close()
    table.shown("07")
    table.shown("09")  # seat 08 went dark in the middle of the round
    table.tumble()
    table.result(1, 2, 3)
    table.end()
    for _ in range(110):
        table.open()
        table.close()
        table.shown("07")
        table.shown("09")
        table.void()
    for found in leaving(archive, table) + archive.removable(table.book):
        archive.note_left(found)
    for found in archive.removable(table.book):
        archive.note_left(found)
    assert archive.removable(table.book) == []
    table.shown("08")
    assert [one.number for one in leaving(archive, table) if one.whole] == list(range(1, 11))


@pytest.mark.parametrize(
    ("key", "number"),
    [
        (keys.round_event(TABLE, 5, 1), 5),
        (keys.closed(TABLE, 5), 5),
        (keys.slip(TABLE, "07", 5, 1), 5),
        (keys.settled(TABLE, "07", 5, 1), 5),
        (keys.paid_mark(TABLE, "07", 5, 1), 5),
        (keys.manager_record(TABLE, 5), -1),
        (keys.console(TABLE, 5), -2),
        (f"etg/{TABLE}/seat/07/junk/5", 0),
        (f"etg/{TABLE}/round/99999999999999999999/1", 0),
        (f"etg/{TABLE}/round/-5/1", 0),
        ("etg/99/round/5/1", 0),
    ],
)
def test_that_every_key_is_kept_with_its_round(key, number):
    assert round_of(TABLE, key) == number


def test_that_what_leaves_names_how_far(archive):
    table = Writing()
    table.whole_round(1, 2, 3)
    table.open()
    assert leaving(archive, table) == [Leaving(1, False, table.seq)]


def test_that_a_payment_of_a_round_that_was_long_over_counts_after_a_bounded_start_too(path):
    table = Writing()
    table.open()
    table.bet("08", small=500)
    table.bet("09", small=300)
    table.decide(1, 2, 3)
    table.end()
    table.open(102)
    table.void()
    assert table.pay_by_hand("08", number=1, decision=2, cents=7) is None, "nobody knows better"
    assert table.pay_by_hand("08", number=1, decision=1) is None
    for _ in range(125):  # the book lets go of the rounds between, and holds the first
        table.whole_round(1, 2, 3)
    with closing(Archive(path, TABLE)) as archive:
        archive.add(table.entries)
        archive.note(table.book)
    book = reopened(path)
    assert 102 not in book.rounds
    assert list(book.rounds[1].paid) == [("08", 2), ("08", 1)] == list(table.book.rounds[1].paid)
    assert (book.unsettled(1), book.payable(1, "08")) == ({"09"}, 0)


def test_that_a_book_that_was_noted_inside_a_round_that_is_gone_by_a_program_of_before_is_read_anew(
    path, monkeypatch
):
    """It took no life for more than a number, and had stopped at that round for ever."""
    before = Writing()
    table = Writing()
    for one in (before, table):
        with monkeypatch.context() as patch:
            if one is before:
                patch.setitem(events.HANDLERS, r.LogLife, lambda *_: None)
            one.whole_round(1, 2, 3, small=500)
            act(one, "half is gone", [])
            one.open(number=3)
    assert (before.book.table.number, table.book.table.number) == (2, 3)
    with closing(Archive(path, TABLE)) as archive:
        archive.add(before.entries)
        archive.note(before.book)
    assert stands_at(reopened(path)) == stands_at(table.book)


def test_that_a_book_whose_program_passed_over_a_record_is_read_anew_by_another_program_once(
    path, monkeypatch
):
    """A host or a spare console that is updated after the others has heard what it could not read."""
    table, read = Writing(), books.decode
    some_rounds(table)

    def of_before(value):
        record = read(value)
        if isinstance(record, r.RoundOpened) and record.round == 2:
            raise r.BadRecord("no such record is known")
        return record

    before = Book(TABLE, GAME, LAYOUTS, SEATS)
    with monkeypatch.context() as patch:
        patch.setattr(books, "decode", of_before)
        for entry in table.entries:
            before.take(entry)
    assert (before.totals.rounds, table.book.totals.rounds) == (2, 3)
    monkeypatch.setattr(module, "software", lambda: "1.0")
    with closing(Archive(path, TABLE)) as archive:
        archive.add(table.entries)
        archive.note(before)
    assert reopened(path).totals == before.totals, "the same program knows no more"
    monkeypatch.setattr(module, "software", lambda: "1.1")
    with closing(Archive(path, TABLE)) as archive:
        assert stands_at(open_book(archive, GAME, LAYOUTS, SEATS)) == stands_at(table.book)
        archive.note(open_book(archive, GAME, LAYOUTS, SEATS))
        assert archive.kept().seq == table.book.seq, "nothing was passed over now"


def test_that_what_no_program_counts_makes_no_other_program_read_anew(path, monkeypatch):
    """Late slips and damaged bytes are in every old archive: it would be read whole after each update."""
    table = Writing()
    some_rounds(table)
    assert table.log(r.Slip(seat="07", round=1, rev=9, layout="classic", stakes={"small": 500})) is not None
    assert table.raw(keys.round_event(TABLE, 3, 99), b"\xff") is not None
    monkeypatch.setattr(module, "software", lambda: "1.0")
    with closing(Archive(path, TABLE)) as archive:
        archive.add(table.entries)
        archive.note(table.book)
        monkeypatch.setattr(module, "software", lambda: "1.1")
        assert archive.kept().seq == table.book.seq

"""The host's archive: everything is kept, nothing leaves the log early, and at last all of it does."""

from contextlib import closing

import pytest

from kiosk.book.archive import Archive, open_book
from kiosk.console.archiving import AT_ONCE, REMOVE_MS, Archiving
from kiosk.faults import EnvironmentFault
from kiosk.games.sicbo import GAME
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import NoAnswer
from kiosk.table.round import EARLIER_ROUNDS
from kits.console.book import SEATS, Writing, new_book
from kits.seat.seats import LAYOUTS, TABLE


class Closing:
    def close(self):
        pass


class Log:
    """A table log in memory from which records can be removed. ``silent_after``: so many removals are answered."""

    def __init__(self):
        self.table = Writing()
        self._gone = {}
        self.silent_after = None
        self._told = []  # per follower: [deliver, how many were told]
        self._watching = []

    @property
    def removed(self):
        return list(self._gone)

    @property
    def there(self):
        return [entry for entry in self.table.entries if entry.key not in self._gone]

    def of_seats(self, number):
        """The bets, reports and marks of a round that still stand."""
        stays = (keys.rounds(TABLE), keys.closed(TABLE, number))
        return [
            entry.key
            for entry in self.there
            if f"/{number}/" in entry.key and not entry.key.startswith(stays)
        ]

    def follow(self, _prefixes, after, deliver, linked):
        self._told.append([deliver, sum(entry.seq <= after for entry in self.table.entries)])
        self.tell()
        linked(True)
        return Closing()

    def tell(self):
        for told in self._told:
            deliver, count = told
            for entry in self.table.entries[count:]:
                if entry.key not in self._gone:
                    deliver(entry)
            told[1] = len(self.table.entries)

    def last(self, prefix):
        return next((entry for entry in self.there[::-1] if entry.key.startswith(prefix)), None)

    def read(self, prefixes, after, limit):
        return [e for e in self.there if e.seq > after and e.key.startswith(tuple(prefixes))][:limit]

    def watch(self, prefix, changed):
        self._watching.append((prefix, changed))
        return Closing()

    def console(self, name="console-1", archived=None):
        """A console is at work; by itself its archive holds everything. 0 for an archive that holds nothing."""
        key = keys.console_present(TABLE, name)
        archived = self.table.seq if archived is None else archived
        self._tell(key, r.encode(r.ConsolePresent(console=name, take=1, archived=archived)))

    def console_goes(self, name="console-1"):
        self._tell(keys.console_present(TABLE, name), None)

    def _tell(self, key, value):
        for prefix, changed in self._watching:
            assert key.startswith(prefix)
            changed(key, value)

    def delete(self, found):
        for key in found:
            if key in self._gone:
                continue
            if self.silent_after == 0:
                raise NoAnswer("cut")
            if self.silent_after is not None:
                self.silent_after -= 1
            self._gone[key] = None


class Host:
    """A host with its archive in a file."""

    def __init__(self, log, path):
        self.log, self.now_ms = log, 0
        self.archive = Archive(path, TABLE)
        self.archiving = Archiving(log, open_book(self.archive, GAME, LAYOUTS, SEATS), self.archive)
        self.archiving.check()
        self.archiving.start(lambda: None)

    def look(self, times=1):
        for _ in range(times):
            self.log.tell()
            self.now_ms += REMOVE_MS
            self.archiving.poll(self.now_ms)

    def close(self):
        self.archiving.close()
        self.archive.close()


@pytest.fixture
def log():
    return Log()


@pytest.fixture
def host(log, tmp_path):
    host = Host(log, tmp_path / "host.db")
    yield host
    host.close()


def play(log, rounds=1):
    """Rounds in which 07 bets, wins and settles; every seat shows each close. The last of them cannot leave yet."""
    for _ in range(rounds):
        log.table.whole_round(1, 2, 3, small=500)


def test_that_every_record_is_kept_also_one_that_counts_for_nothing(log, host):
    play(log)
    log.table.raw(f"etg/{TABLE}/seat/99/slip/1/1", b"\xff no record")
    host.look()
    assert host.archive.read(0, 1_000) == log.table.entries
    assert host.archiving.done.archived == len(log.table.entries)


def test_that_the_bets_of_a_finished_round_leave_and_its_events_stay(log, host):
    play(log, 2)
    log.console()
    assert log.of_seats(1)
    host.look()
    assert log.of_seats(1) == []
    assert log.of_seats(2) != []  # it may still be corrected
    events = [entry.key for entry in log.table.entries if entry.key.startswith(keys.rounds(TABLE))]
    assert [entry.key for entry in log.there if entry.key.startswith(keys.rounds(TABLE))] == events
    assert keys.closed(TABLE, 1) in [entry.key for entry in log.there]
    assert host.archiving.done.removed == len(log.removed)


def test_that_bets_leave_before_their_reports(log, host):
    play(log, 2)
    log.console()
    host.look()
    order = [entry.key for entry in log.table.entries if entry.key in set(log.removed)]
    assert log.removed == order
    assert "/slip/" in order[0]
    assert "settled" in order[-1]


def test_that_nothing_leaves_while_no_console_is_at_work(log, host):
    play(log, 2)
    host.look(3)
    assert log.removed == []
    log.console()
    log.console_goes()
    host.look(3)
    assert log.removed == []
    log.console()
    host.look()
    assert log.removed != []


def test_that_nothing_leaves_that_a_console_has_not_archived(log, host):
    play(log)
    of_the_round = log.table.seq
    play(log)
    for archived in range(of_the_round):
        log.console(archived=archived)
        host.look()
        assert log.removed == [], archived
    log.console(archived=of_the_round)
    host.look()
    assert log.of_seats(1) == []


def test_that_the_slowest_of_several_consoles_decides(log, host):
    play(log, 2)
    log.console("console-1")
    log.console("console-2", archived=0)
    host.look()
    assert log.removed == []
    log.console_goes("console-2")
    host.look()
    assert log.of_seats(1) == []


@pytest.mark.parametrize(
    "value", [b"no record", r.encode(r.ConsolePresent(console="other", take=1, archived=99))]
)
def test_that_a_console_that_does_not_show_itself_rightly_counts_for_nothing(log, host, value):
    play(log, 2)
    log._tell(keys.console_present(TABLE, "console-1"), value)
    host.look()
    assert log.removed == []


def test_that_a_console_that_shows_no_archive_keeps_everything_in_the_log(log, host):
    play(log, 2)
    log._tell(keys.console_present(TABLE, "c"), b'{"type":"ConsolePresent","v":1,"console":"c","take":1}')
    host.look()
    assert log.removed == []


def test_that_a_round_stays_while_a_seat_with_a_bet_is_dark(log, host):
    log.table.open()
    log.table.bet("07", small=500)
    log.table.bet("08", big=500)
    log.table.decide(1, 2, 3)
    log.table.settled("07")
    log.table.end()
    play(log, 3)
    log.console()
    host.look()
    assert len(log.of_seats(1)) == 3
    assert log.of_seats(2) == []
    log.table.settled("08", number=1)
    log.table.shown("08", number=4)
    log.console()
    host.look()
    assert log.of_seats(1) == []


def test_that_a_round_stays_while_it_can_be_corrected_and_after_that_until_the_correction_is_settled(
    log, host
):
    play(log)
    log.console()
    host.look()
    assert log.removed == []
    log.table.void(1, authorised_by="supervisor")
    play(log)
    log.console()
    host.look()
    assert log.of_seats(1) != []
    log.table.settled("07", number=1)
    log.console()
    host.look()
    assert log.of_seats(1) == []


def test_that_a_round_paid_by_hand_stays_until_the_seat_has_read_beyond_it(log, host):
    log.table.open()
    log.table.bet("08", big=500)
    log.table.decide(5, 5, 6)
    log.table.pay_by_hand("08")
    log.table.end()
    log.table.open()
    log.table.decide(1, 2, 3)
    log.table.end()
    log.console()
    host.look()
    mark = keys.paid_mark(TABLE, "08", 1, 1)
    assert mark in log.of_seats(1)
    log.table.shown("08", number=2)
    log.console()
    host.look()
    assert log.of_seats(1) == []
    assert mark in log.removed


def test_that_a_late_report_of_a_round_that_has_left_leaves_too(log, host):
    play(log, 2)
    log.console()
    host.look()
    log.table.raw(keys.report(TABLE, r.CloseShown(seat="09", round=1)) + "-again", b"late")
    log.console()
    host.look()
    assert log.of_seats(1) == []


def test_that_the_events_leave_when_the_round_is_older_than_what_can_be_void(log, host):
    play(log, EARLIER_ROUNDS + 3)
    log.console()
    host.look(2 * EARLIER_ROUNDS // AT_ONCE)
    numbers = {entry.key.split("/")[3] for entry in log.there if entry.key.startswith(keys.rounds(TABLE))}
    assert {"1", "2"}.isdisjoint(numbers)
    assert numbers == {str(number) for number in range(3, EARLIER_ROUNDS + 4)}
    assert keys.closed(TABLE, 1) in log.removed


def test_that_the_log_holds_no_more_after_many_rounds_than_after_some(log, host):
    sizes = []
    for _ in range(3):
        play(log, EARLIER_ROUNDS)
        log.console()
        host.look(3 * EARLIER_ROUNDS // AT_ONCE)
        sizes.append(len(log.there))
    assert sizes[1] == sizes[2]


@pytest.mark.parametrize("answered", range(5))
def test_that_a_removal_that_was_cut_off_is_finished_later_and_by_a_new_start(log, tmp_path, answered):
    path = tmp_path / "host.db"
    with closing(Host(log, path)) as host:
        play(log, 2)
        log.console()
        log.silent_after = answered
        host.look()
        assert len(log.removed) == answered
        assert host.archiving.done.trouble == "cut"
    log.silent_after = None
    with closing(Host(log, path)) as again:
        log.console()
        again.look()
        assert log.of_seats(1) == []
        assert again.archiving.done.trouble == ""
        removed = len(log.removed)
        again.look(3)
        assert len(log.removed) == removed
        assert again.archive.read(0, 1_000) == log.table.entries
        again.archive.verify()


def test_that_nothing_leaves_whose_archive_was_lost_before_it_was_written(log, host, monkeypatch):
    play(log, 2)
    log.console()

    def full(_entries):
        raise EnvironmentFault("the archive cannot be written: disk full")

    monkeypatch.setattr(host.archive, "add", full)
    with pytest.raises(EnvironmentFault, match="disk full"):
        host.look()
    assert log.removed == []
    monkeypatch.undo()
    host.look()
    assert host.archive.read(0, 1_000) == log.table.entries
    assert log.of_seats(1) == []


def test_that_a_second_host_does_no_harm(log, host, tmp_path):
    with closing(Host(log, tmp_path / "second.db")) as second:
        for _ in range(3):
            play(log)
            log.tell()
            log.console()
            host.look()
            second.look()
        assert log.of_seats(1) == log.of_seats(2) == []
        assert second.archive.read(0, 1_000) == host.archive.read(0, 1_000) == log.table.entries


def test_that_a_reader_who_begins_anew_beside_the_host_finds_nobody_unpaid(log, host):
    play(log, 3)
    log.console()
    log.silent_after = 1
    while log.of_seats(2):
        host.look()
        book = new_book()
        for entry in log.there:
            book.take(entry)
        assert all(book.payable(number, seat) == 0 for number in book.rounds for seat in SEATS)
        log.silent_after = 1


def test_that_a_log_that_ends_before_the_archive_is_refused(log, tmp_path):
    with closing(Host(log, tmp_path / "host.db")) as host:
        play(log, 2)
        host.look()
    with pytest.raises(EnvironmentFault, match="another log, or an older copy"):
        Host(Log(), tmp_path / "host.db")

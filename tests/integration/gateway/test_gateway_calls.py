"""Seats and consoles at real hosts, over TLS, with certificates of their own."""

import pytest

from kiosk.faults import MustEnd
from kiosk.games.game import Fact
from kiosk.links.calls.errors import Denied
from kiosk.table import keys
from kiosk.table.head import Head
from kiosk.table.log import Appended, NoAnswer, Put, Refused, RefusedBecause
from kiosk.table.records import (
    MAX_RECORD_BYTES,
    MOST_FACTS,
    Barrier,
    BetsClosed,
    CloseShown,
    Present,
    ResultEntered,
    RoundEnded,
    Slip,
    decode,
    encode,
    room_of,
)
from kits.app.parties import until
from kits.links.heard import Heard


def head(number, tickets=0):
    return Head(number, f"{number:064x}", tickets)


class Books:
    """Where a seat's books end."""

    def __init__(self):
        self.now = head(1)

    def __call__(self):
        return self.now


def slip(rev, seat="07"):
    return Put(
        keys.slip("12", seat, 1, rev),
        encode(Slip(seat=seat, round=1, rev=rev, layout="B", stakes={})),
    )


def report():
    record = CloseShown(seat="07", round=1)
    return Put(keys.report("12", record), encode(record))


def close():
    return [
        Put(keys.round_event("12", 1, 2), encode(BetsClosed(round=1))),
        Put(keys.closed("12", 1), encode(Barrier(round=1))),
    ]


def flood(seat):
    for _ in range(2_000):
        seat.last(keys.rounds("12"))


def fill(seat, written):
    spots = {f"{n:03d}".ljust(60, "x"): 1 for n in range(500)}
    for number in range(1, 2_000):
        record = encode(Slip(seat="07", round=number, rev=1, layout="B", stakes=spots))
        seat.append([Put(keys.slip("12", "07", number, 1), record)])
        written.append(len(record))


@pytest.fixture
def console(hosts):
    return hosts.of("12.console")


@pytest.fixture
def books():
    return Books()


@pytest.fixture
def seat(hosts, books):
    return hosts.of("12.seat.07", head=books)


def test_that_a_seat_hears_its_rounds_and_its_own_and_nothing_of_others(hosts, console, seat):
    heard, other = Heard(), hosts.of("12.seat.08", head=Books())
    seat.follow([keys.rounds("12"), keys.seat("12", "07")], 0, heard)
    other.append([slip(1, seat="08")])
    seat.append([slip(1)])
    console.append(close())
    assert heard.until_key(keys.round_event("12", 1, 2)) == [slip(1).key, keys.round_event("12", 1, 2)]
    with pytest.raises(Denied, match="may not read"):
        seat.read([keys.seat("12", "08")], 0, 9)


def test_that_a_slip_is_barred_by_its_close_whether_the_seat_names_the_bar_or_not(console, seat):
    console.append(close())
    assert seat.append([slip(1)]) == Refused(RefusedBecause.BARRED, keys.closed("12", 1))


@pytest.mark.parametrize(
    ("wanted", "words"),
    [
        ([Put("etg/12/seat/07/slip/1/1", b"no record")], "is no record"),
        ([Put(keys.slip("12", "07", 1, 2), slip(1).value)], "does not stand there"),
        ([slip(1, seat="08")], "may not append"),
        ([Put(keys.round_event("12", 1, 1), encode(BetsClosed(round=1)))], "may not append"),
    ],
)
def test_that_what_no_reader_would_count_does_not_get_in(seat, wanted, words):
    with pytest.raises(Denied, match=words):
        seat.append(wanted)


def test_that_books_that_do_not_go_on_from_what_hosts_have_seen_write_nothing(hosts, seat, books):
    assert seat.anchor() is None
    assert isinstance(seat.append([slip(1)]), Appended)
    books.now = head(5)
    assert isinstance(seat.append([slip(2)]), Appended)
    assert seat.anchor() == head(5)
    clone_books = Books()
    clone_books.now = head(4)
    clone = hosts.of("12.seat.07", head=clone_books)
    with pytest.raises(NoAnswer, match="the hosts have seen 5"):
        clone.append([slip(3)])
    clone_books.now = head(9)
    with pytest.raises(NoAnswer, match="does not say that it continues 5"):
        clone.append([slip(3)])
    assert len(hosts.bugs) == 2
    hosts.bugs.clear()
    assert isinstance(seat.append([slip(3)]), Appended)


def test_that_a_repeat_and_a_refusal_leave_the_books_where_they_are(console, seat, books):
    first = seat.append([slip(1)])
    books.now = head(6)
    assert seat.append([slip(1)]) == first, "the answer was lost; more was booked meanwhile"
    assert seat.anchor() == head(6)
    console.append(close())
    books.now = head(7)
    assert seat.append([slip(2)]) == Refused(RefusedBecause.BARRED, keys.closed("12", 1))
    books.now = head(8)
    assert isinstance(seat.append([report()]), Appended)
    assert seat.anchor() == head(8)


def test_that_hosts_hear_within_a_second_of_transactions_that_send_nothing(seat, books):
    seat.continues(None)
    books.now = head(3)
    until(lambda: seat.anchor() == head(3))


def test_that_another_host_goes_on_where_one_dies(hosts, console, seat):
    heard, links = Heard(), []
    here = encode(Present(seat="07", layout="B", instance="one"))
    seat.follow([keys.seat("12", "07")], 0, heard, links.append)
    seen = []
    console.watch(keys.presences("12"), lambda _, value: seen.append(value))
    standing = seat.stand(keys.present("12", "07"), here, lambda _: None)
    until(lambda: seen == [here])
    seat.append([slip(1)])
    heard.until_key(slip(1).key)
    hosts.stop(0)
    assert isinstance(seat.append([slip(2)]), Appended)
    assert heard.until_key(slip(2).key) == [slip(1).key, slip(2).key]
    assert False not in links, "an outage that another host ends at once is none"
    busy = encode(Present(seat="07", layout="B", instance="one", playing=True))
    standing.show(busy)
    until(lambda: seen[-1] == busy)
    assert None not in seen, "who is at another host was never away"


def test_that_a_second_process_of_a_seat_meets_the_first_one_at_every_host(hosts, seat):
    first = encode(Present(seat="07", layout="B", instance="one"))
    second = encode(Present(seat="07", layout="B", instance="two"))
    met = []
    seat.stand(keys.present("12", "07"), first, lambda value: met.append(("first", value)))
    until(lambda: ("first", None) in met)
    for _ in range(2):
        twin = hosts.of("12.seat.07", head=Books())
        twin.stand(keys.present("12", "07"), second, lambda value: met.append(("second", value)))
        until(lambda: ("second", first) in met)
        twin.close()
        met.remove(("second", first))
    assert ("second", None) not in met


def test_that_a_flood_is_cut_off_and_others_notice_nothing(console, seat):
    with pytest.raises(NoAnswer, match="refuse more"):
        flood(seat)
    assert isinstance(
        console.append([Put(keys.round_event("12", 1, 1), encode(RoundEnded(round=1)))]), Appended
    )


def test_that_a_seat_cannot_fill_the_servers_with_great_records(hosts, console, books):
    seat = hosts.of("12.seat.07", head=books)
    written = []
    with pytest.raises(NoAnswer, match=r"refuse more .* bytes a second"):
        fill(seat, written)
    assert 0 < sum(written) < 2 * 2**20
    assert isinstance(
        console.append([Put(keys.round_event("12", 1, 1), encode(RoundEnded(round=1)))]), Appended
    )


def test_that_a_table_that_is_closed_takes_nothing_from_a_seat_that_has_begun_to_write(hosts, console, seat):
    assert isinstance(seat.append([slip(1)]), Appended)
    for gateway, _ in hosts.gateways:
        gateway.closed = {"12": "the log is an older copy"}
    with pytest.raises(NoAnswer, match="older copy"):
        seat.append([slip(2)])
    assert console.last(keys.seat("12", "07")).key == slip(1).key
    hosts.bugs.clear()


def test_that_a_stranger_is_told_nothing(hosts):
    for name in ("admin", "12.seat.", "12.seat.07.x", "13.seat.07", "12.host", "root"):
        with pytest.raises(Denied):
            hosts.of(name).last(keys.rounds("12"))


def test_that_a_host_which_has_not_heard_of_newer_books_writes_nothing_for_older_ones(hosts):
    older, newer = Books(), Books()
    one = hosts.of("12.seat.07", head=older, endpoints=hosts.endpoints[:1])
    other = hosts.of("12.seat.07", head=newer, endpoints=hosts.endpoints[1:])
    assert isinstance(one.append([slip(1)]), Appended)
    newer.now = head(2)
    other.continues(head(1))
    assert isinstance(other.append([slip(2)]), Appended)
    with pytest.raises(NoAnswer, match="ends at transaction 1, the hosts have seen 2"):
        one.append([slip(3)])
    assert isinstance(hosts.bugs.pop(), MustEnd)


def test_that_a_result_of_the_greatest_size_comes_to_every_seat_and_is_read_again(console, seat):
    facts = [Fact("card", ("Ah",), "x" * 16)] * MOST_FACTS
    record = ResultEntered(round=1, facts=tuple(facts[: MAX_RECORD_BYTES // room_of(facts[:1])]), by="Mia")
    put = Put(keys.round_event("12", 1, 3), encode(record))
    assert len(put.value) > MAX_RECORD_BYTES * 9 // 10
    heard = Heard()
    seat.follow([keys.rounds("12")], 0, heard)
    assert isinstance(console.append([put]), Appended)
    assert heard.until_key(put.key) == [put.key]
    (entry,) = seat.read([keys.rounds("12")], 0, 9)
    assert decode(entry.value) == record

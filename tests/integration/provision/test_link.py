"""The product's own links, with the provided files: all that a party does passes, and nothing more."""

import queue

import pytest

from kiosk.app.config import read_host_file
from kiosk.faults import EnvironmentFault
from kiosk.games.sicbo import dice_fact
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.head import Head
from kiosk.table.log import Appended, NoAnswer, Put, Refused, RefusedBecause
from kits.ops.provision import provisioned
from kits.seat.seats import LAYOUTS, NOW, make_limits

T, OWN, OTHER = "12", "07", "08"
WITHIN_S = 60
PRESENT = r.Present(seat=OWN, layout="A")


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with provisioned(tmp_path_factory.mktemp("served"), listening=1, serving=1) as found:
        yield found


@pytest.fixture(autouse=True)
def empty_table():
    """What is removed behind a running host's back it would miss."""


@pytest.fixture
def links(table):
    """The links of console, seat 07 and host, from their files."""
    logs = [
        table.link("console"),
        table.link(f"seat-{OWN}", lambda: Head(1, f"{1:064x}", 0)),
        EtcdLog(read_host_file(table.host).log.etcd()),
    ]
    yield logs
    for log in logs:
        log.close()


def opened(number):
    return Put(
        keys.round_event(T, number, 1),
        r.encode(
            r.RoundOpened(
                round=number, game="sicbo", limits=make_limits(LAYOUTS["A"]), closes_in_ms=36_000, at=NOW
            )
        ),
    )


def slip(rev, seat=OWN):
    made = r.Slip(seat=seat, round=1, rev=rev, layout="A", stakes={"big": 500})
    return Put(keys.slip(T, seat, 1, rev), r.encode(made))


def event(number, made):
    return Put(keys.round_event(T, 1, number), r.encode(made))


def test_that_a_round_is_played_with_the_provided_files(links):
    console, seat, host = links
    delivered = queue.Queue()
    linked = queue.Queue()
    feed = seat.follow([keys.rounds(T), keys.slips(T, OWN)], 0, delivered.put, linked.put)
    assert linked.get(timeout=WITHIN_S)
    held = console.append([Put(keys.console(T, 1), r.encode(r.ConsoleHeld(console="console", take=1)))])
    holding = (keys.consoles(T), held.seq)
    report, mark = (
        r.Settled(seat=OWN, round=1, staked=500, paid=1_000, decision=1),
        keys.paid_mark(T, OWN, 1, 1),
    )
    reported, bar = Put(keys.report(T, report), r.encode(report)), keys.closed(T, 1)
    assert isinstance(console.append([opened(1)], holding=holding), Appended)
    answers = queue.Queue()
    seat.send([slip(1)], [bar], answers.put)
    assert isinstance(answers.get(timeout=WITHIN_S), Appended)
    closed = [event(2, r.BetsClosed(round=1)), Put(bar, r.encode(r.Barrier(round=1)))]
    assert isinstance(console.append(closed, holding=holding), Appended)
    assert seat.append([slip(2)], unless=[bar]) == Refused(RefusedBecause.BARRED, bar)
    result = event(3, r.ResultEntered(round=1, facts=(dice_fact((6, 5, 4)),), by="dealer"))
    assert isinstance(console.append([result], holding=holding), Appended)
    assert isinstance(seat.append([reported], unless=[mark]), Appended)
    by_hand = r.PaidByHand(round=1, seat=OWN, decision=1, cents=1_000, by="x", authorised_by="y")
    marked = Put(mark, r.encode(r.PaidMark(seat=OWN, round=1, decision=1)))
    paid = console.append([event(4, by_hand), marked], unless=[reported.key], holding=holding)
    assert paid == Refused(RefusedBecause.BARRED, reported.key)
    told = [delivered.get(timeout=WITHIN_S).key for _ in range(4)]
    assert told == [opened(1).key, slip(1).key, closed[0].key, result.key]
    feed.close()
    assert seat.last(keys.slips(T, OWN)).key == slip(1).key
    found = [entry.key for entry in host.read([keys.root(T)], 0, 100)]
    assert set(found) > {opened(1).key, slip(1).key, closed[0].key, bar, result.key, reported.key}
    assert [entry.key for entry in seat.read([keys.seat(T, OWN)], 0, 100)] == [slip(1).key, reported.key]


def test_that_presences_are_shown_to_the_console(links):
    console, seat, _ = links
    changes = queue.Queue()
    watch = console.watch(keys.presences(T), lambda key, value: changes.put((key, value)))
    standing = seat.stand(keys.present(T, OWN), r.encode(PRESENT))
    assert changes.get(timeout=WITHIN_S) == (keys.present(T, OWN), r.encode(PRESENT))
    standing.close()
    assert changes.get(timeout=WITHIN_S) == (keys.present(T, OWN), None)
    at_work = console.stand(
        keys.console_present(T, "console"), r.encode(r.ConsolePresent(console="console", take=1))
    )
    at_work.close()
    watch.close()


def test_that_a_seat_with_the_files_of_another_is_told_at_its_start(links):
    _, seat, _ = links
    seat.check([keys.rounds(T), keys.slips(T, OWN)])
    with pytest.raises(EnvironmentFault, match="permit"):
        seat.check([keys.rounds(T), keys.slips(T, OTHER)])
    with pytest.raises(NoAnswer, match="may not"):
        seat.append([slip(1, OTHER)], unless=[keys.closed(T, 1)])

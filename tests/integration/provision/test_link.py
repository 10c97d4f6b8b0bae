"""The product's own link to the log, with the provided files: all that a party does passes, and nothing more."""

import queue

import pytest

from kiosk.bootstrap.config import read_console_file, read_host_file, read_seat_file
from kiosk.faults import EnvironmentFault
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table.log import Appended, NoAnswer, Put, Refused, RefusedBecause

T, OWN, OTHER = "12", "07", "08"
WITHIN_S = 10


@pytest.fixture
def links(table):
    """The links of console, seat 07 and host, from their files."""
    files = (
        read_console_file(table.console),
        read_seat_file(table.seat(OWN)),
        read_host_file(table.host),
    )
    logs = [EtcdLog(file.log.etcd()) for file in files]
    yield logs
    for log in logs:
        log.close()


def put(key):
    return Put(key, b"{}")


def test_that_a_round_is_played_with_the_provided_files(links):
    console, seat, host = links
    delivered = queue.Queue()
    linked = queue.Queue()
    feed = seat.follow([keys.rounds(T), keys.slips(T, OWN)], 0, delivered.put, linked.put)
    assert linked.get(timeout=WITHIN_S)
    held = console.append([put(keys.console(T, 1))])
    holding = (keys.consoles(T), held.seq)
    opened, closed = keys.round_event(T, 1, 1), keys.round_event(T, 1, 2)
    slip, late, report = keys.slip(T, OWN, 1, 1), keys.slip(T, OWN, 1, 2), keys.settled(T, OWN, 1, 1)
    bar, mark = keys.closed(T, 1), keys.paid_mark(T, OWN, 1, 1)
    assert isinstance(console.append([put(opened)], holding=holding), Appended)
    answers = queue.Queue()
    seat.send([put(slip)], [bar], answers.put)
    assert isinstance(answers.get(timeout=WITHIN_S), Appended)
    assert isinstance(console.append([put(closed), put(bar)], holding=holding), Appended)
    assert seat.append([put(late)], unless=[bar]) == Refused(RefusedBecause.BARRED, bar)
    assert isinstance(seat.append([put(report)], unless=[mark]), Appended)
    paid = console.append([put(keys.round_event(T, 1, 3)), put(mark)], unless=[report], holding=holding)
    assert paid == Refused(RefusedBecause.BARRED, report)
    assert isinstance(console.append([put(keys.manager_record(T, 1))], holding=holding), Appended)
    assert [delivered.get(timeout=WITHIN_S).key for _ in range(3)] == [opened, slip, closed]
    feed.close()
    assert seat.last(keys.slips(T, OWN)).key == slip
    found = [entry.key for entry in host.read([keys.root(T)], 0, 100)]
    assert set(found) > {opened, slip, closed, bar, report}
    host.delete(found)
    assert console.read([keys.root(T)], 0, 100) == []


def test_that_presences_are_shown_to_the_console(links):
    console, seat, _ = links
    changes = queue.Queue()
    watch = console.watch(keys.presences(T), lambda key, value: changes.put((key, value)))
    standing = seat.stand(keys.present(T, OWN), b"here")
    assert changes.get(timeout=WITHIN_S) == (keys.present(T, OWN), b"here")
    standing.close()
    assert changes.get(timeout=WITHIN_S) == (keys.present(T, OWN), None)
    at_work = console.stand(keys.console_present(T, "console"), b"working")
    at_work.close()
    watch.close()


def test_that_a_seat_with_the_files_of_another_is_told_at_its_start(links):
    _, seat, _ = links
    seat.check([keys.rounds(T), keys.slips(T, OWN)])
    with pytest.raises(EnvironmentFault, match="permit"):
        seat.check([keys.rounds(T), keys.slips(T, OTHER)])
    with pytest.raises(NoAnswer, match="permit"):
        seat.append([put(keys.slip(T, OTHER, 1, 1))], unless=[keys.closed(T, 1)])

"""Appends that go out together: as good as each by itself."""

import asyncio
import threading
from collections import Counter

import pytest

from kiosk.links.etcd import wire
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.group import MAX_BYTES, Sent
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.history import Known, Memory, Remembering
from kiosk.table.log import Appended, OtherHistory, Put, Refused, RefusedBecause
from kits.links.heard import Heard

LANES = 150


@pytest.fixture
def log(etcd_server):
    log = EtcdLog(EtcdConfig((etcd_server.endpoint,)))
    yield log
    log.close()


@pytest.fixture
def asked(log, monkeypatch):
    """How many records each transaction carried that the log was asked for."""
    found = []
    ask = log.servers.ask

    async def counting(pick, request):
        found.append(len(request.success))
        return await ask(pick, request)

    monkeypatch.setattr(log.servers, "ask", counting)
    return found


def send_all(log, jobs):
    """Every job in a lane of its own, all at one moment; the answers by job."""
    told, gate = Heard(), threading.Event()
    lanes = [log.lane() for _ in jobs]
    log.loop.call_soon_threadsafe(gate.wait)  # the link's thread sees them all at once
    for n, (lane, (puts, unless)) in enumerate(zip(lanes, jobs, strict=True)):
        lane.send(puts, unless, lambda answer, n=n: told((n, answer)))
    gate.set()
    return dict(list(told.until(lambda heard: len(heard) == len(jobs))))


def one(n, value=b"v", bar="bar"):
    return [Put(f"k/{n:03}", value)], [bar]


def test_that_what_is_sent_at_one_moment_goes_out_in_few_transactions_and_stands_in_the_log(log, asked):
    found = send_all(log, [one(n) for n in range(LANES)])
    assert all(isinstance(answer, Appended) for answer in found.values())
    assert max(asked) == wire.MAX_PUTS
    assert len(asked) <= 4
    there = {entry.key: entry.seq for entry in log.read(["k/"], 0, 1_000)}
    assert there == {f"k/{n:03}": answer.seq for n, answer in found.items()}


def test_that_nobody_is_refused_for_anothers_sake(log):
    log.append([Put("closed", b"")])
    log.append([Put("k/007", b"another")])
    ours = log.append([Put("k/009", b"v")])
    jobs = [one(n, bar="closed" if n % 10 == 5 else "bar") for n in range(30)]
    found = send_all(log, jobs)
    for n, answer in found.items():
        if n % 10 == 5:
            assert answer == Refused(RefusedBecause.BARRED, "closed")
        elif n == 7:
            assert answer == Refused(RefusedBecause.TAKEN, "k/007")
        elif n == 9:
            assert answer == ours
        else:
            assert isinstance(answer, Appended)
    assert {entry.key for entry in log.read(["k/"], 0, 100)} == {
        f"k/{n:03}" for n in range(30) if n % 10 != 5
    }


def test_that_of_several_that_want_one_key_one_gets_it(log):
    found = send_all(log, [([Put("k", bytes([n]))], []) for n in range(20)])
    assert Counter(type(answer) for answer in found.values()) == {Appended: 1, Refused: 19}
    winner = next(n for n, answer in found.items() if isinstance(answer, Appended))
    assert log.last("k").value == bytes([winner])


def test_that_a_repeat_among_others_finds_its_own_record(log):
    first = send_all(log, [one(n) for n in range(20)])
    again = send_all(log, [one(n) for n in range(40)])
    assert {n: again[n] for n in range(20)} == first
    assert all(isinstance(again[n], Appended) for n in range(20, 40))


def test_that_what_can_never_be_written_harms_nobody_else(log):
    bugs = []
    log._on_bug = bugs.append
    found = send_all(log, [one(0), ([Put("k/big", b"x" * 2 * 2**20)], []), one(2), ([], []), one(4)])
    assert [n for n, answer in sorted(found.items()) if isinstance(answer, Appended)] == [0, 2, 4]
    assert [type(bug) for bug in bugs] == [ValueError, ValueError]
    assert {entry.key for entry in log.read(["k/"], 0, 100)} == {"k/000", "k/002", "k/004"}


def test_that_no_transaction_is_larger_than_the_server_takes(log, asked):
    value = b"x" * (60 * 1024)
    found = send_all(log, [one(n, value) for n in range(40)])
    assert all(isinstance(answer, Appended) for answer in found.values())
    assert max(asked) * len(value) <= MAX_BYTES


def test_that_one_seat_alone_sends_each_append_by_itself(log, asked):
    told = Heard()
    for n in range(5):
        log.send(*one(n), told)
    told.until(lambda heard: len(heard) == 5)
    assert asked == [1] * 5
    assert [entry.seq for entry in log.read(["k/"], 0, 10)] == [answer.seq for answer in told]


def test_that_who_says_that_another_log_was_read_spoils_nobody_elses_append(log):
    invented = Known(999_999, "k/invented", "0" * 64)
    sent = [Sent(*one(n), stands=(invented,) if n == 3 else ()) for n in range(6)]

    async def together():
        return await asyncio.gather(*map(log.append_together, sent), return_exceptions=True)

    found = log.wait_for(together)
    assert [n for n, answer in enumerate(found) if isinstance(answer, Appended)] == [0, 1, 2, 4, 5]
    assert isinstance(found[3], OtherHistory)


def test_that_what_others_say_to_have_read_takes_the_place_of_nothing_that_we_have_read(log):
    """Of a transaction's conditions only so many are taken."""
    first = log.append([Put("lives/1", b"v")])
    lost = Known(first.seq + 7, "lives/1", "0" * 64)
    log.remember(Remembering(Memory(seq=first.seq, known=(lost,)), "lives/"))
    others = tuple(Known(first.seq, "lives/1", f"{n:064x}") for n in range(wire.MAX_OPERATIONS))
    with pytest.raises(OtherHistory):
        log.wait_for(lambda: log.append_alone(Sent(*one(1), stands=others)))

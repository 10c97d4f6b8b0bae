"""What may wait to be written, what must not, and that a power cut takes off nothing that does not come again."""

import queue
import threading

import msgspec
import pytest

from kiosk.runner import threads
from kiosk.runner.core import Write, write_of
from kiosk.runner.threads import StoreThread
from kiosk.runner.writer import MOST_WAITING, WAITS_MS, Writer
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.accounts import Balances, Kind
from kiosk.seat.context import Step
from kiosk.seat.state import Lock, LockKind, SeatState
from kiosk.store.seat_store import SeatStore
from kiosk.table import keys
from kiosk.table import records as r
from kits.seat.seats import ACCEPTOR, LAYOUTS, NOW, SEAT, TABLE, make_limits

PATIENCE_S = 60
READ = e.LogRead(1, "k", b"")
FOREIGN = SeatState(log_seq=1, locks=(Lock(LockKind.FOREIGN_SLIP),))


@pytest.mark.parametrize(
    ("event", "step", "write"),
    [
        (e.Tap("big", 1), Step(SeatState(draft={"big": 1})), Write.NOT),
        (e.Tap("big", 1), Step(SeatState(), (f.Notice("x"),)), Write.NOT),
        (e.Collect(), Step(SeatState(), (f.Notice("notice.nothing_to_collect"),)), Write.NOT),
        (e.Tick(1), Step(SeatState(), (f.Audit("x"),)), Write.NOW),
        (e.Tick(1), Step(SeatState(), (), ("x",)), Write.NOW),
        (e.NoteBack("a", "n"), Step(SeatState(), (), ("note:n",)), Write.NOW),
        (READ, Step(SeatState(log_seq=1)), Write.LATER),
        (READ, Step(SeatState(log_seq=1), (f.Outcome(1, ()), f.Audit("x"), f.Notice("x"))), Write.LATER),
        (READ, Step(SeatState(log_seq=1), (), ("send:1:1",)), Write.LATER),
        (READ, Step(SeatState(log_seq=1), (f.Post(Kind.STAKE, "k", 1, ()),)), Write.NOW),
        (READ, Step(SeatState(log_seq=1), (f.SignificantEvent("x", "info"),)), Write.NOW),
        (READ, Step(SeatState(log_seq=1), (f.Remember(1, b""),)), Write.NOW),
        (READ, Step(SeatState(log_seq=1), (f.Count({"x": 1}),)), Write.NOW),
        (READ, Step(SeatState(log_seq=1), (f.LookUp(1, 2),)), Write.NOW),
        (READ, Step(SeatState(log_seq=1), (f.Report(r.CloseShown(seat=SEAT, round=1)),)), Write.NOW),
        (READ, Step(SeatState(log_seq=1, balances=Balances(credit=1))), Write.NOW),
        (READ, Step(FOREIGN), Write.NOW),
        (e.Reported("report:1:x"), Step(SeatState(), (), ("report:1:x",)), Write.LATER),
        (e.AuditDone("round:1"), Step(SeatState(audited_round=1), (), ("audit:round:1",)), Write.LATER),
        (e.SlipUnanswered(1, 1), Step(SeatState(rev=1)), Write.LATER),
        (e.LinkUp(), Step(SeatState(link=True)), Write.NOW),
    ],
)
def test_that_only_what_comes_again_and_moves_nothing_may_wait(event, step, write):
    assert write_of(event, SeatState(), step) is write


# --- a seat that plays --------------------------------------------------------------------------------------------


class Log:
    """The records of one round, as the table's log tells them; it tells them again to whoever has not read them."""

    def __init__(self):
        self.entries = []

    def add(self, key, record):
        self.entries.append(e.LogRead(len(self.entries) + 1, key, r.encode(record)))

    def event(self, record):
        self.add(keys.round_event(TABLE, 1, len(self.entries) + 1), record)

    def tell(self, runner):
        for entry in self.entries:
            runner.handle(entry)


OPENED = r.RoundOpened(round=1, game="sicbo", limits=make_limits(LAYOUTS["A"]), closes_in_ms=1, at=NOW)


@pytest.fixture
def log():
    return Log()


def open_round(runner, log):
    runner.handle(e.LinkUp())
    runner.handle(e.NoteIn(ACCEPTOR, "n", 10_000))
    log.event(OPENED)
    log.tell(runner)


def bet(runner, log, cents, now_ms):
    """A slip goes out, and stands in the log."""
    runner.handle(e.Tap("big", cents))
    runner.handle(e.Tick(now_ms))
    flight = runner.state.flight
    slip = r.Slip(seat=SEAT, round=1, rev=flight.rev, layout="A", stakes=flight.stakes)
    log.add(keys.slip(TABLE, SEAT, 1, flight.rev), slip)


def counted(store):
    """How often the store has committed from now on."""
    times, commit = [], store.commit

    def counting(step, at):
        times.append(step)
        commit(step, at)

    store.commit = counting
    return times


def on_disk(store):
    """What another process would find after SIGKILL."""
    again = SeatStore(store._path)
    try:
        assert again.self_test() == []
        return again.load()
    finally:
        again.close()


def test_that_a_slip_is_one_transaction_and_its_registration_none(runner, store, log):
    open_round(runner, log)
    runner.flush()
    times = counted(store)
    for rev in (1, 2, 3):
        bet(runner, log, 500, rev * 1_000)
        log.tell(runner)
        assert runner.state.registered.rev == rev
    assert len(times) == 3
    assert on_disk(store).state.registered.rev == 2


def test_that_what_waits_is_on_disk_before_anything_leaves_the_seat(runner, world, store, log):
    open_round(runner, log)
    bet(runner, log, 500, 1_000)
    log.tell(runner)
    assert on_disk(store).state.registered is None
    seen = []
    world.watch = lambda: seen.append(on_disk(store))
    bet(runner, log, 500, 2_000)
    (then,) = seen
    assert then.state.registered.stakes == {"big": 500}
    assert then.state.flight.stakes == {"big": 1_000}
    assert then.state.log_seq == 2


def test_that_a_killed_seat_reads_again_what_it_had_not_written(runner, make_runner, store, log):
    open_round(runner, log)
    bet(runner, log, 500, 1_000)
    log.tell(runner)
    log.event(r.BetsClosed(round=1))
    log.tell(runner)
    before = runner.state
    stored = on_disk(store)
    assert (stored.state.registered, stored.state.log_seq) == (None, 1)
    assert stored.state.balances == before.balances
    again = make_runner(stored.state)
    again.start(stored.outbox, lambda: None)
    again.handle(e.LinkUp())
    log.tell(again)
    for name in ("balances", "registered", "flight", "draft", "table", "log_seq", "audited_round", "memory"):
        assert getattr(again.state, name) == getattr(before, name), name


def test_that_an_audit_that_was_asked_for_and_answered_leaves_nothing_in_the_outbox(runner, store, log):
    open_round(runner, log)
    assert runner.state.audited_round == 1
    runner.flush()
    assert on_disk(store).outbox == ()
    assert on_disk(store).state.audited_round == 1


def test_that_what_waits_is_written_within_five_seconds(runner, store, log):
    open_round(runner, log)
    runner.handle(e.Tick(1_000))
    runner.handle(e.Tick(999 + WAITS_MS))
    assert on_disk(store).state.log_seq == 0
    runner.handle(e.Tick(1_000 + WAITS_MS))
    assert on_disk(store).state.log_seq == 1
    assert on_disk(store).state == msgspec.structs.replace(runner.state, history=())


def test_that_a_disk_that_fails_then_locks_the_seat(runner, store, log):
    open_round(runner, log)
    runner.write_due(0)
    store._db.execute("PRAGMA query_only = ON")
    runner.write_due(WAITS_MS)
    assert runner.failed
    assert [lock.kind for lock in runner.state.locks] == [LockKind.STORE]
    store._db.execute("PRAGMA query_only = OFF")
    runner.flush()
    assert on_disk(store).state.log_seq == 0


def test_that_a_long_way_behind_is_written_in_pieces(store):
    writer, times = Writer(store, lambda: NOW), counted(store)
    for seq in range(1, 2 * MOST_WAITING + 2):
        writer.take(Step(SeatState(log_seq=seq), (f.Outcome(seq, ()),)), Write.LATER)
    assert [len(step.effects) for step in times] == [MOST_WAITING, MOST_WAITING]
    assert writer.waits
    assert len(store.outcomes(3 * MOST_WAITING)) == 2 * MOST_WAITING


def test_that_what_is_asked_for_again_after_its_end_is_kept(store):
    writer = Writer(store, lambda: NOW)
    writer.take(Step(SeatState(rev=1), (f.Audit("a"), f.Audit("b"))), Write.LATER)
    writer.take(Step(SeatState(rev=2), (), ("audit:a", "audit:b")), Write.LATER)
    writer.take(Step(SeatState(rev=3), (f.Audit("b"),)), Write.LATER)
    writer.flush()
    assert on_disk(store).outbox == (f.Audit("b"),)


# --- behind a screen ------------------------------------------------------------------------------------------------


class Hands:
    """A performer that does nothing."""

    def perform(self, effect):
        pass


@pytest.fixture
def thread(store):
    return StoreThread(store, Hands(), lambda: NOW, lambda _: None, lambda _: None)


def waiting(rev):
    return Step(SeatState(rev=rev), (f.Outcome(rev, ()),))


def test_that_questions_see_what_waited(thread):
    answers = []
    thread.put(waiting(1), Write.LATER)
    thread.ask(lambda store: len(store.outcomes()), answers.append)
    thread.close()
    assert answers == [1]


def test_that_the_end_writes_what_waits(thread, store):
    thread.put(waiting(1), Write.LATER)
    thread.close()
    assert on_disk(store).state.rev == 1


def test_that_a_thread_at_rest_writes_what_has_waited(store, monkeypatch):
    monkeypatch.setattr("kiosk.runner.writer.WAITS_MS", 10)
    times, written = counted(store), threading.Event()
    commit = store.commit

    def told(step, at):
        commit(step, at)
        written.set()

    store.commit = told
    thread = StoreThread(store, Hands(), lambda: NOW, lambda _: None, lambda _: None)
    thread.put(waiting(1), Write.LATER)
    assert written.wait(PATIENCE_S)
    thread.close()
    assert [step.state.rev for step in times] == [1]


class Jobs:
    """Jobs by the ms at which they come; time passes only while somebody waits for one."""

    def __init__(self, comes):
        self.comes, self.now_ms = dict(comes), 0

    def get(self, timeout=None):
        due = min(self.comes)
        if timeout is not None and due > self.now_ms + timeout * 1_000:
            self.now_ms += round(timeout * 1_000)
            raise queue.Empty
        self.now_ms = due
        return self.comes.pop(due)


def test_that_a_step_waits_no_longer_than_that_whatever_else_comes(thread, store, monkeypatch):
    thread.close()
    thread._jobs = jobs = Jobs({4_900: "another", 60_000: "late"})
    monkeypatch.setattr(threads.time, "monotonic_ns", lambda: jobs.now_ms * 1_000_000)
    at, commit = [], store.commit

    def told(step, now):
        at.append(jobs.now_ms)
        commit(step, now)

    store.commit = told
    thread._take(waiting(1), Write.LATER, None)
    assert [thread._next(), thread._next()] == ["another", "late"]
    assert at == [WAITS_MS]

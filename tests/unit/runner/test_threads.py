"""The threads around the core: order, the end after a failed commit, and queues that are full."""

import sqlite3
import threading

import pytest

from kiosk.runner.core import Write
from kiosk.runner.threads import MAX_APPENDS, SenderThread, StoreThread
from kiosk.seat import effects as f
from kiosk.seat import events as e
from kiosk.seat.context import Step
from kiosk.seat.state import SeatState
from kiosk.table.log import Appended, NoAnswer, Put
from kits.seat.seats import NOW

PATIENCE_S = 60  # until something that must happen counts as not happening


class Stage:
    """Store and performer in one: writes down what happens; may fail, may be held."""

    def __init__(self) -> None:
        self.happened: list = []
        self.fail = None
        self.held = threading.Event()
        self.held.set()

    def commit(self, step, _at) -> None:
        self.held.wait(PATIENCE_S)
        if self.fail is not None:
            raise self.fail
        self.happened.append(("commit", step.state.rev))

    def perform(self, effect) -> None:
        self.happened.append(("perform", effect))

    def recover(self, outbox, *, later) -> None:
        self.happened.append(("recover", outbox, later))

    def retry(self) -> None:
        self.happened.append("retry")


@pytest.fixture
def stage():
    return Stage()


@pytest.fixture
def heard():
    return []


@pytest.fixture
def bugs():
    return []


@pytest.fixture
def thread(stage, heard, bugs):
    return StoreThread(stage, stage, lambda: NOW, heard.append, bugs.append)


def step(rev, *effects):
    return Step(SeatState(rev=rev), effects)


def test_that_each_step_is_committed_before_its_effects_and_in_order(thread, stage):
    thread.put(step(1, f.Audit("a"), f.Notice("x")), Write.NOW, lambda: stage.happened.append("after"))
    thread.put(step(2, f.Audit("b")), Write.NOW)
    thread.put(step(3, f.Audit("c")), Write.NOT)
    thread.close()
    assert stage.happened == [
        ("commit", 1),
        ("perform", f.Audit("a")),
        "after",
        ("commit", 2),
        ("perform", f.Audit("b")),
        ("perform", f.Audit("c")),
    ]


def test_that_after_a_failed_commit_nothing_is_committed_or_performed(thread, stage, heard, bugs):
    stage.fail = sqlite3.OperationalError("database or disk is full")
    thread.put(step(1, f.Audit("a")), Write.NOW, lambda: stage.happened.append("after"))
    thread.put(step(2, f.Audit("b")), Write.NOT)
    thread.close()
    assert stage.happened == []
    assert heard == [e.StoreFailed("the journal could not be written: database or disk is full")]
    assert bugs == []


def test_that_the_caller_never_waits_and_is_told_when_too_many_steps_wait(thread, stage):
    stage.held.clear()
    put = 0
    while thread.put(step(put), Write.NOW):
        put += 1
        assert put < 10_000
    assert put >= 2_000
    stage.held.set()
    thread.close()
    assert len(stage.happened) == put


def test_that_questions_are_answered_between_the_steps(thread, stage):
    answers = []
    thread.put(step(1), Write.NOW)
    thread.ask(lambda store: len(store.happened), answers.append)
    thread.put(step(2), Write.NOW)
    thread.close()
    assert answers == [1]


def test_that_what_a_power_cut_left_over_is_recovered_and_retried_in_this_thread(thread, stage):
    thread.recover((f.Audit("a"),))
    thread.recover((f.Audit("b"),), later=True)
    thread.retry()
    thread.close()
    assert stage.happened == [
        ("recover", (f.Audit("a"),), False),
        ("recover", (f.Audit("b"),), True),
        "retry",
    ]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_a_bug_is_told_and_ends_the_thread(thread, stage, bugs):
    stage.fail = KeyError("a bug")
    thread.put(step(1), Write.NOW)
    thread._thread.join(PATIENCE_S)
    assert not thread._thread.is_alive()
    assert [type(bug) for bug in bugs] == [KeyError]


# --- the sender ----------------------------------------------------------------------------------------------------


class SlowLog:
    """A log that answers when it is let."""

    def __init__(self) -> None:
        self.held = threading.Event()
        self.appended: list = []

    def append(self, puts, **_conditions):
        self.held.wait(PATIENCE_S)
        self.appended.append(puts[0].key)
        if puts[0].key == "silent":
            raise NoAnswer("silence")
        return Appended(len(self.appended))


def test_that_the_sender_appends_in_order_without_keeping_anyone_waiting(bugs):
    log, answers = SlowLog(), []
    sender = SenderThread(log, bugs.append)
    for key in ("a", "silent", "b"):
        sender.send([Put(key, b"")], [], answers.append)
    assert answers == []
    log.held.set()
    sender.close()
    assert log.appended == ["a", "silent", "b"]
    assert [type(answer) for answer in answers] == [Appended, NoAnswer, Appended]


def test_that_a_sender_that_is_full_gives_no_answer_at_once(bugs):
    log, answers = SlowLog(), []
    sender = SenderThread(log, bugs.append)
    for _ in range(MAX_APPENDS + 2):
        sender.send([Put("a", b"")], [], answers.append)
    assert isinstance(answers[-1], NoAnswer)
    log.held.set()
    sender.close()
    assert len(answers) == MAX_APPENDS + 2


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_a_bug_of_the_sender_is_told_and_that_closing_does_not_wait_for_it(bugs):
    log = SlowLog()
    sender = SenderThread(log, bugs.append)
    put = [Put("a", b"")]
    sender.send(put, [], lambda _: 1 // 0)
    for _ in range(MAX_APPENDS):
        sender.send(put, [], lambda _: None)  # the queue is full when the bug ends its reader
    log.held.set()
    sender._thread.join(PATIENCE_S)
    sender.close()
    assert [type(bug) for bug in bugs] == [ZeroDivisionError]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_closing_does_not_wait_for_a_store_thread_that_a_bug_has_ended(thread, stage, bugs):
    stage.held.clear()
    stage.fail = KeyError("a bug")
    while thread.put(step(1), Write.NOW):
        pass
    stage.held.set()
    thread.close()
    assert [type(bug) for bug in bugs] == [KeyError]

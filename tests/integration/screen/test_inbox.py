"""The queue into the GUI's thread: order, bounds, and an exception that ends nothing."""

import threading

import pytest

from kiosk.ui.kit import bridge
from kiosk.ui.kit.bridge import Inbox


@pytest.fixture
def taken():
    return []


@pytest.fixture
def bugs():
    return []


@pytest.fixture
def inbox(qapp, taken, bugs):
    def take(item):
        if isinstance(item, Exception):
            raise item
        taken.append((item, threading.current_thread()))

    return Inbox(take, bugs.append)


def test_that_what_other_threads_put_is_taken_in_order_in_the_guis_thread(inbox, taken, qtbot):
    def put():
        for number in range(2 * bridge.DRAIN_AT_ONCE + 1):
            inbox.put(number)

    thread = threading.Thread(target=put)
    thread.start()
    thread.join()
    qtbot.waitUntil(lambda: len(taken) == 2 * bridge.DRAIN_AT_ONCE + 1)
    assert taken == [(number, threading.current_thread()) for number in range(len(taken))]


def test_that_an_exception_is_told_and_what_waits_behind_it_is_taken(inbox, taken, bugs, qtbot):
    for item in (1, ValueError("a bug"), 2, KeyError("another"), 3):
        inbox.put(item)
    qtbot.waitUntil(lambda: len(taken) == 3)
    inbox.put(4)
    qtbot.waitUntil(lambda: len(taken) == 4)
    assert [item for item, _ in taken] == [1, 2, 3, 4]
    assert [type(bug) for bug in bugs] == [ValueError, KeyError]


def test_that_a_bug_that_cannot_be_told_is_logged_and_ends_nothing(qapp, taken, qtbot, warnings_logged):
    def cannot(bug):
        raise RuntimeError("no screen") from bug

    def take(item):
        taken.append(1 // item)

    inbox = Inbox(take, cannot)
    inbox.put(0)
    inbox.put(1)
    qtbot.waitUntil(lambda: taken == [1])
    assert [record.getMessage() for record in warnings_logged] == [
        "a fault in the program could not be shown"
    ]
    warnings_logged.clear()


def test_that_a_reported_bug_comes_first_and_is_never_refused(inbox, taken, bugs, qtbot, monkeypatch):
    monkeypatch.setattr(bridge, "MAX_EVENTS", 3)
    order = []
    inbox._on_bug = lambda _: order.append(len(taken))
    for number in range(3):
        inbox.put(number)
    with pytest.raises(OverflowError, match="3 events wait for the screen"):
        inbox.put(4)
    inbox.report(ValueError("a bug"))
    qtbot.waitUntil(lambda: len(taken) == 3)
    assert order == [0]

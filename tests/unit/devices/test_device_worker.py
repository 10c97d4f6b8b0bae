import threading
from collections import deque

import pytest

from kiosk.devices.worker import Worker


def test_that_jobs_run_in_order_outside_the_caller():
    ran = []
    worker = Worker("printer")
    for number in range(20):
        worker(lambda number=number: ran.append((number, threading.current_thread().name)))
    worker.close()
    assert ran == [(number, "printer") for number in range(20)]


def test_that_a_closed_worker_refuses():
    worker = Worker("printer")
    worker.close()
    worker.close()
    with pytest.raises(RuntimeError, match="device thread printer: closed"):
        worker(lambda: None)


def test_that_what_a_last_job_asks_for_is_done_before_the_end():
    ran = []
    gate = threading.Event()
    worker = Worker("printer")

    def last():
        gate.wait(60)
        worker(lambda: ran.append("answer"))

    worker(last)
    closing = threading.Thread(target=worker.close)
    closing.start()
    while not worker._closed:
        pass
    gate.set()
    closing.join()
    assert ran == ["answer"]


@pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")
def test_that_a_bug_in_a_job_is_loud_and_stays():
    bugs = []
    worker = Worker("printer", bugs.append)
    worker(lambda: 1 // 0)
    worker._thread.join()
    assert worker.broken
    assert [type(bug) for bug in bugs] == [ZeroDivisionError]
    with pytest.raises(RuntimeError, match="ended by ZeroDivisionError"):
        worker(lambda: None)
    worker.close()


def test_that_an_endless_queue_is_refused():
    gate = threading.Event()
    worker = Worker("printer")
    worker(gate.wait)
    try:
        with pytest.raises(RuntimeError, match="64 jobs wait already"):
            deque((worker(gate.wait) for _ in range(70)), maxlen=0)
    finally:
        gate.set()
        worker.close()

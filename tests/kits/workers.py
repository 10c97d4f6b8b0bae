"""A run of tests in several processes: forks of the one that has collected them.

    pytest --workers 4 tests                     # four at a time
    pytest --workers 4 --apart tests/ui tests    # those below tests/ui after all others, in processes of their own

A worker has what was imported and collected, and nothing else: session fixtures, a folder in that of the run and a
number in its surroundings are its own. It is given tests of one file at a time, fewer the fewer are left. What one
that dies was at has failed, and another goes on.
"""

from __future__ import annotations

import atexit
import fcntl
import gc
import os
import signal
import sys
import traceback
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import groupby, pairwise
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path

import pytest
from _pytest._io import TerminalWriter

WORKER = "KIOSK_TESTS_WORKER"
"""In the surroundings of a worker and of what it starts: its number, from 0."""
_SHARES = 4  # into so many for each worker is cut what is left
_MOST_DEATHS = 10

_Chunk = list[int]  # places of tests among those of the session, of one file


def folder_of_the_run(tmp_path_factory) -> Path:
    """A folder that all processes of the run have."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if WORKER in os.environ else own


def made_once(tmp_path_factory, name: str, make: Callable[[Path], object]) -> Path:
    """What the first process of the run that asks has made at that new path. It is for all: not to be changed."""
    path = folder_of_the_run(tmp_path_factory) / name
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            make(part := path.with_suffix(".part"))
            part.rename(path)
    return path


def pytest_addoption(parser):
    group = parser.getgroup("workers")
    group.addoption("--workers", type=int, default=0, help="so many processes run tests; 0: this one alone")
    group.addoption(
        "--apart", action="append", default=[], help="tests below it come last, in processes of their own"
    )


@pytest.hookimpl(tryfirst=True)
def pytest_runtestloop(session):
    option = session.config.option
    if not option.workers or option.collectonly or session.testsfailed:
        return None
    run = _Run(session)
    try:
        run.goes()
    finally:
        run.ends()
    if session.shouldfail:
        raise session.Failed(session.shouldfail)
    if session.shouldstop:
        raise session.Interrupted(session.shouldstop)
    return True


@dataclass(eq=False)
class _Worker:
    """A process that runs tests: ``end`` is ready when it has ended, ``given`` are those whose end it has not told,
    ``last`` is the one before these."""

    pid: int
    number: int
    line: Connection
    end: int
    apart: bool
    given: _Chunk = field(default_factory=list)
    last: int = 0


class _Run:
    """The process that has collected: it gives tests away and tells what became of them."""

    def __init__(self, session) -> None:
        self._session, self._option, self._hook = session, session.config.option, session.config.hook
        session.config._tmp_path_factory.getbasetemp()  # made once, those of the workers lie in it
        paths = [Path(path).absolute() for path in self._option.apart]
        self._left = {False: deque(), True: deque()}
        for path, places in groupby(range(len(session.items)), lambda at: session.items[at].path):
            self._left[any(map(path.is_relative_to, paths))].append([*places])
        self._free = [*range(self._option.workers)]
        self._workers: list[_Worker] = []
        self._deaths = 0

    def goes(self) -> None:
        self._start_workers()
        while self._workers:
            of = {ready: worker for worker in self._workers for ready in (worker.line, worker.end)}
            for worker in dict.fromkeys(of[ready] for ready in wait([*of])):
                # What it has begun may have its line still: the end of the line does not always come.
                has_ended = bool(wait([worker.end], 0))
                with suppress(EOFError, ConnectionResetError):
                    while worker.line.poll():
                        self._hear(worker, worker.line.recv())
                if has_ended:
                    self._gone(worker)

    def _hear(self, worker: _Worker, told: tuple) -> None:
        match told:
            case ("wants",):
                self._give(worker, self._next(worker.apart))
            case "starts", nodeid, location:
                self._hook.pytest_runtest_logstart(nodeid=nodeid, location=location)
            case "reports", data:
                report = self._hook.pytest_report_from_serializable(config=self._session.config, data=data)
                self._hook.pytest_runtest_logreport(report=report)
            case "finishes", nodeid, location:
                worker.last = worker.given.pop(0)
                self._hook.pytest_runtest_logfinish(nodeid=nodeid, location=location)

    def ends(self) -> None:
        """Nothing goes on, whatever has happened here."""
        for worker in self._workers:
            os.kill(worker.pid, signal.SIGTERM)
            os.waitpid(worker.pid, 0)

    def _start_workers(self) -> None:
        for apart in (False, True):
            while self._free and (chunk := self._next(apart)):
                self._start(apart, chunk)

    def _next(self, apart: bool) -> _Chunk:
        """The tests that come next; none where the run is to stop."""
        left = self._left[apart]
        if not left or self._session.shouldfail or self._session.shouldstop:
            return []
        most = max(1, sum(map(len, left)) // (_SHARES * self._option.workers))
        file = left.popleft()
        if file[most:]:
            left.appendleft(file[most:])
        return file[:most]

    def _start(self, apart: bool, chunk: _Chunk) -> None:
        number = self._free.pop(0)
        ours, its = Pipe()
        pid = os.fork()
        if pid == 0:
            ours.close()
            for other in self._workers:
                other.line.close()
            _work(self._session, number, its)
        its.close()
        worker = _Worker(pid, number, ours, os.pidfd_open(pid), apart)
        self._workers.append(worker)
        self._give(worker, chunk)

    def _give(self, worker: _Worker, chunk: _Chunk) -> None:
        worker.given += chunk
        with suppress(OSError):  # it has died: that is heard next
            worker.line.send(chunk)

    def _gone(self, worker: _Worker) -> None:
        """It has ended, or died; then what it was at has failed, and what it had still to do comes next."""
        _, status = os.waitpid(worker.pid, 0)
        worker.line.close()
        os.close(worker.end)
        self._workers.remove(worker)
        self._free.append(worker.number)
        if status or worker.given:
            self._deaths += 1
            self._died(worker, os.waitstatus_to_exitcode(status))
        self._start_workers()

    def _died(self, worker: _Worker, code: int) -> None:
        at, *rest = worker.given or [worker.last]
        nodeid, location = self._session.items[at].nodeid, self._session.items[at].location
        words = f"a worker has died at it: {code}"
        report = pytest.TestReport(nodeid, location, {}, "failed", words, "call")
        self._hook.pytest_runtest_logreport(report=report)
        if self._deaths > _MOST_DEATHS:
            self._session.shouldstop = f"{self._deaths} workers have died"
        for _, places in groupby(reversed(rest), lambda at: self._session.items[at].path):
            self._left[worker.apart].appendleft([*places][::-1])


# --- a worker -----------------------------------------------------------------------------------------------------


class _Reporter:
    """In place of pytest's own: what would be shown is told to the process that has collected."""

    def __init__(self, config, line: Connection) -> None:
        self._config, self._line = config, line
        self._tw = TerminalWriter(sys.stderr)

    def pytest_runtest_logstart(self, nodeid, location):
        self._line.send(("starts", nodeid, location))

    def pytest_runtest_logreport(self, report):
        data = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
        self._line.send(("reports", data))

    def pytest_runtest_logfinish(self, nodeid, location):
        self._line.send(("finishes", nodeid, location))


def _work(session, number: int, line: Connection) -> None:
    """All of a worker's life."""
    code = 1
    try:
        _begin(session.config, number, line)
        _run_tests(session, line)
        code = 0
    except BaseException:  # noqa: BLE001 - nothing of it may go on as the process that has collected
        traceback.print_exc()
    finally:
        atexit._run_exitfuncs()
        sys.stderr.flush()
        os._exit(code)


def _begin(config, number: int, line: Connection) -> None:
    gc.enable()
    os.environ[WORKER] = str(number)
    shown = config.pluginmanager.getplugin("terminalreporter")
    config.pluginmanager.unregister(shown)
    config.pluginmanager.register(_Reporter(config, line), "terminalreporter")
    captured = config.pluginmanager.getplugin("capturemanager")
    captured.stop_global_capturing()
    with open(os.devnull, "wb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 1)
    captured.start_global_capturing()
    folders = config._tmp_path_factory
    folders._given_basetemp, folders._basetemp = folders.getbasetemp() / f"worker-{os.getpid()}", None


def _run_tests(session, line: Connection) -> None:
    def run(at: int, then: int | None) -> None:
        after = None if then is None else session.items[then]
        session.config.hook.pytest_runtest_protocol(item=session.items[at], nextitem=after)

    chunk = line.recv()
    while chunk:
        line.send(("wants",))
        for at, then in pairwise(chunk):
            run(at, then)
        following = line.recv()
        run(chunk[-1], following[0] if following else None)
        chunk = following

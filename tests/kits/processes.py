"""Processes of `kiosk` and of the kits that begin with the house loaded: a third of a second less each.

    with Process([*KIOSK, "host", "--config", path], stdout=PIPE) as host: ...      # else as subprocess.Popen
    done = run_process([*KIOSK, "verify", "--state", folder], capture_output=True)  # else as subprocess.run

Each process of a run of tests has one helper: this module as a program. It has loaded the house but for its
screens, and has no threads. What is begun is a fork of it that goes on as ``python -m`` does, with files,
folder, surroundings and words of its own. It is a child of the test like any other: it is killed, waited for and
followed by its pid.

It is not the same as a process that is really started, so what is about a start uses ``subprocess``: a module that
is not there, another installation, a seed of hashes for each process, a terminal as a file.
"""

from __future__ import annotations

import atexit
import ctypes
import functools
import gc
import importlib
import json
import os
import pkgutil
import runpy
import socket
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

from kiosk.cli import TLS_1_3_ONLY
from kits import program, surroundings
from kits.devices.cut_fonts import keep_cut_fonts

PR_SET_CHILD_SUBREAPER = 36
LONGEST = 1 << 20  # bytes of a request
SCREENS = ("kiosk.ui", "kiosk.tools")
READ_AT_THE_START = ("PYTHON", "LC_", "LANG", "TZ")
PATH = "PYTHONPATH"  # read at the start as well: the kits stand on it, and the helper finds them
# What Popen hands on after the files: restore_signals, four of users, start_new_session, process_group.
AS_USUAL = (True, None, None, None, -1, False, -1)


class Process(subprocess.Popen):
    """``subprocess.Popen`` for ``[sys.executable, "-m", MODULE, ...]``, or ``"-c", CODE``.

    What it cannot do is an AssertionError. Surroundings that Python would read at its start, and that are not the
    helper's, get a real start.
    """

    def _execute_child(self, args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *more):
        """Popen's own step: make the child, set ``pid``, close what was the child's of ``more``."""
        env = dict(os.environ if env is None else env)
        with _one_at_a_time:
            helper = _helper()
        if _read_at_the_start(env) != helper.has_read:
            super()._execute_child(args, executable, preexec_fn, close_fds, pass_fds, cwd, env, *more)
            return
        python, *words = [os.fspath(word) for word in args]
        assert (python, words[:1]) in ((sys.executable, ["-m"]), (sys.executable, ["-c"])), args
        assert (preexec_fn, close_fds, tuple(pass_fds), more[9:]) == (None, True, (), AS_USUAL), more
        ends = more[3:9]  # two of each pipe, the reading one first; -1: none, the child has the test's file
        files = [own if end == -1 else end for own, end in enumerate((ends[0], ends[3], ends[5]))]
        with _one_at_a_time:
            self.pid = helper.begin(words, str(Path.cwd() / (cwd or "")), env, files=files)
        self._child_created = True
        self._close_pipe_fds(*ends)


def run_process(words, *, capture_output=False, input="", timeout=None, check=False, **options):  # noqa: A002
    """``subprocess.run`` with a :class:`Process`. Without ``input`` there is nothing to be read."""
    if capture_output:
        options |= {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with Process(words, stdin=subprocess.PIPE if input else subprocess.DEVNULL, **options) as process:
        try:
            out, err = process.communicate(input or None, timeout)
        except BaseException:
            process.kill()
            raise
    done = subprocess.CompletedProcess(words, process.returncode, out, err)
    if check:
        done.check_returncode()
    return done


def _read_at_the_start(env) -> dict[str, str]:
    return {name: found for name, found in env.items() if name.startswith(READ_AT_THE_START) and name != PATH}


# --- the test's side ----------------------------------------------------------------------------------------------

_one_at_a_time = threading.Lock()


class _Helper:
    """This process's helper, which ends when the line to it does."""

    def __init__(self) -> None:
        env = surroundings()
        self.has_read = _read_at_the_start(env)
        self._line, its = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        # Its own files are pipes, as most of its children's are: Python asks what they are at the start.
        pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE)
        words = program(__name__, its.fileno())
        with its:
            self._process = subprocess.Popen(words, env=env, pass_fds=[its.fileno()], **pipes)

    def begin(self, *asked: Any, files: list[int]) -> int:
        """The pid of a new child of this process."""
        _adopt_orphans(True)
        try:
            socket.send_fds(self._line, [json.dumps(asked).encode()], files)
            pid, orphaned = self._line.recv(LONGEST), self._line.recv(LONGEST)
        finally:
            _adopt_orphans(False)
        assert orphaned, self._process.stderr.read()
        return int(pid)

    def end(self) -> None:
        """With this process."""
        self._line.close()
        self._process.communicate()


@functools.cache
def _helper() -> _Helper:
    helper = _Helper()
    atexit.register(helper.end)
    return helper


def _adopt_orphans(adopt: bool) -> None:
    """Whether this process, and not the first of the machine, is the parent of descendants that lose theirs."""
    assert ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, int(adopt), 0, 0, 0) == 0


# --- the helper and its children ----------------------------------------------------------------------------------


def _load(name: str) -> None:
    """Import a package with everything in it but screens."""
    module = importlib.import_module(name)
    for found in pkgutil.iter_modules(getattr(module, "__path__", ())):
        if (inner := f"{name}.{found.name}") not in SCREENS and found.name != "__main__":
            _load(inner)


def _print() -> None:
    """Lay a ticket out: its library and the fonts of all tickets are loaded with the first."""
    from kiosk.devices.printer.fonts import ticket_fonts
    from kiosk.devices.printer.page import page_pdf
    from kiosk.tickets.ticket import Ticket

    keep_cut_fonts()
    at, until = "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"
    page_pdf(Ticket("0" * 18, 100, 1, "Harbour Casino", "07", "12", at, until), ticket_fonts())


def _forked(line: socket.socket) -> tuple[Any, list[int]]:
    """Serve until the line ends. Returns in each child alone: what was asked for, and its files."""
    while True:
        asked, files, _, _ = socket.recv_fds(line, LONGEST, 3)
        if not asked:
            os._exit(0)
        ready, not_yet = os.pipe()
        between = os.fork()
        if between == 0:
            child = os.fork()
            if child == 0:
                os.close(not_yet)
                os.read(ready, 1)  # until nobody has its other end
                os.close(ready)
                return json.loads(asked), files
            line.send(b"%d" % child)
            os._exit(0)
        os.waitpid(between, 0)  # now its child is an orphan, and the test's process has adopted it
        line.send(b"orphaned")
        for file in (*files, ready, not_yet):
            os.close(file)


def _become(folder: str, env: dict[str, str], files: list[int]) -> None:
    for number, file in enumerate(files):
        os.dup2(file, number)
        os.close(file)
    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    sys.path[0] = folder  # as -m has it


def _run(how: str, what: str, *words: str) -> None:
    """As Python does. One without threads in the end is not taken apart, which would take as long as a start."""
    sys.argv[:] = [how, *words]
    try:
        if how == "-c":
            exec(compile(what, "<string>", "exec"), {"__name__": "__main__"})  # noqa: S102 - the test's own code
        else:
            runpy.run_module(what, run_name="__main__", alter_sys=True)
    except SystemExit as end:
        if not isinstance(end.code, int) or len([*Path("/proc/self/task").iterdir()]) > 1:
            raise
        atexit._run_exitfuncs()
        sys.stdout.flush()
        os._exit(end.code)


if __name__ == "__main__":
    # As `kiosk.cli` does before it loads that library.
    os.environ |= {"GRPC_VERBOSITY": "NONE", "GRPC_SSL_CIPHER_SUITES": TLS_1_3_ONLY}
    _load("kiosk")
    _print()
    gc.collect()
    gc.freeze()
    with socket.socket(fileno=int(sys.argv[1])) as its_line:
        (its_words, its_folder, its_env), its_files = _forked(its_line)
    _become(its_folder, its_env, its_files)
    _run(*its_words)

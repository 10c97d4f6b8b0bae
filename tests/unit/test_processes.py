"""A process that begins as a fork is for a test what one is that was really started."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import DEVNULL, PIPE, STDOUT

import pytest

from kits.processes import Process, run_process

WAIT_S = 60
STATE = "import os, sys, signal, random; "


def python(code, *words, **options):
    """Ended: what it printed, its errors and its exit status."""
    found = run_process(
        [sys.executable, "-c", STATE + code, *words], capture_output=True, text=True, **options
    )
    return found.stdout, found.stderr, found.returncode


def running(code, **options):
    """It has printed a line."""
    process = Process([sys.executable, "-c", STATE + code], stdout=PIPE, **options)
    assert process.stdout.readline()
    return process


def test_that_it_has_its_own_words_folder_surroundings_and_input(tmp_path):
    env = {**os.environ, "WHAT": "this"}
    code = "print(sys.argv, os.getcwd(), os.environ['WHAT'], sys.path[0], sys.stdin.read())"
    said = f"['-c', 'one', 'two'] {tmp_path} this {tmp_path} typed\n"
    assert python(code, "one", "two", cwd=tmp_path, env=env, input="typed") == (said, "", 0)


def test_that_a_module_is_run_by_its_name():
    done = run_process([sys.executable, "-m", "kiosk", "hand"], capture_output=True, text=True)
    assert done.returncode == 2
    assert done.stderr.startswith("usage: kiosk hand")


@pytest.mark.parametrize(
    ("code", "status"),
    [("pass", 0), ("sys.exit(3)", 3), ("sys.exit('no')", 1), ("1/0", 1), ("os.abort()", -signal.SIGABRT)],
)
def test_that_it_ends_with_its_status(code, status):
    _, err, ended = python(code)
    assert ended == status
    assert ("ZeroDivisionError" in err, err == "no\n") == (code == "1/0", code == "sys.exit('no')")


def test_that_what_is_to_be_done_at_the_end_is_done_and_what_was_printed_is_there():
    code = "import atexit; atexit.register(print, 'last'); sys.stdout.write('first '); sys.exit(0)"
    assert python(code) == ("first last\n", "", 0)


def test_that_a_thread_is_waited_for():
    code = "import threading, time; threading.Timer(0.05, print, ['late']).start(); sys.exit(4)"
    assert python(code) == ("late\n", "", 4)


def test_that_it_is_a_child_and_is_killed_by_its_pid():
    with running("print(os.getppid(), flush=True); signal.pause()") as process:
        assert Path(f"/proc/{process.pid}").exists()
        assert process.poll() is None
        process.kill()
        assert process.wait(WAIT_S) == -signal.SIGKILL
    assert not Path(f"/proc/{process.pid}").exists()


def test_that_the_test_is_its_parent():
    assert python("print(os.getppid())")[0] == f"{os.getpid()}\n"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_that_signals_are_python_s_own(number):
    with running("print(1, flush=True); signal.pause()", stderr=PIPE) as process:
        process.send_signal(number)
        err = process.communicate(timeout=WAIT_S)[1]
    assert process.returncode == -number
    assert (b"KeyboardInterrupt" in err) == (number == signal.SIGINT)


def test_that_it_has_no_other_files_than_one_that_was_started():
    code = "print(sorted(os.readlink('/proc/self/fd/' + n)[:5] for n in os.listdir('/proc/self/fd')[:-1]))"
    started = subprocess.run(
        [sys.executable, "-c", STATE + code], stdin=DEVNULL, capture_output=True, text=True, check=True
    )
    assert python(code)[0] == started.stdout


def test_that_outputs_go_where_they_are_to_go(tmp_path):
    file = tmp_path / "out"
    with file.open("ab") as out:
        words = [sys.executable, "-c", "import sys; print(1, flush=True); print(2, file=sys.stderr)"]
        run_process(words, stdout=out, stderr=STDOUT, check=True)
    assert file.read_text() == "1\n2\n"


def test_that_two_are_not_dealt_the_same_by_chance():
    assert python("print(random.random())") != python("print(random.random())")


def test_that_it_has_one_thread_and_no_screen_loaded():
    code = (
        "print(len(os.listdir('/proc/self/task')), 'numpy' in sys.modules, 'PySide6.QtCore' in sys.modules)"
    )
    assert python(code)[0] == "1 False False\n"


def test_that_what_python_reads_at_its_start_is_read(monkeypatch):
    monkeypatch.setenv("PYTHONIOENCODING", "iso8859-1")
    assert python("print(sys.stdout.encoding)")[0] == "iso8859-1\n"


def test_that_it_does_not_do_what_it_cannot():
    with pytest.raises(AssertionError):
        Process(["/bin/true"])
    with pytest.raises(AssertionError):
        Process([sys.executable, "-c", "pass"], start_new_session=True)

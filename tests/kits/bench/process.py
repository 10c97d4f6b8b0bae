"""Processes of the measurements: one that is run to its end, and many seats in one that is told what to do."""

import json
import os
import queue
import subprocess
import sys
import threading
import time
from typing import NamedTuple

import psutil

from kits import program, surroundings

SECONDS = 60


class Ran(NamedTuple):
    """What a process took to its end: seconds of processor and by the clock, and its memory at the most."""

    processor: float
    wall: float
    peak_mb: float


_TELL_PEAK = """
import re, sys
sys.stderr.write(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1])
"""


def ran(code, *words):
    """Run Python code with these arguments to its end. Raises AssertionError with what it said when it fails."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, "-c", code + _TELL_PEAK, *words],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL,
        text=True,
    )
    with process.stderr:
        said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    wall = time.perf_counter() - began
    assert process.returncode == 0, said[-2_000:]
    # What the system tells of a child's memory begins with that of its parent: so the process tells it itself.
    return Ran(used.ru_utime + used.ru_stime, wall, int(said.split()[-1]) / 1024)


class Process:
    """One process of seats: a module and its arguments."""

    def __init__(self, module, *words):
        self._process = subprocess.Popen(
            program(module, *words),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=surroundings(),
        )
        self._said = queue.Queue()
        threading.Thread(target=self._hear, daemon=True).start()

    def _hear(self):
        for line in self._process.stdout:
            self._said.put(json.loads(line))

    def wait(self, what):
        """The next answer, which must be of that kind."""
        said = self._said.get(timeout=SECONDS)
        assert what in said, said
        return said

    @property
    def spent(self):
        """Its processor time so far, in seconds."""
        return sum(psutil.Process(self._process.pid).cpu_times()[:2])

    def tell(self, line):
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()

    def close(self):
        try:
            self.tell("end")
            self._process.wait(SECONDS)
        except (OSError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        self._process.stdin.close()
        self._process.stdout.close()

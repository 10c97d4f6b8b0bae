"""Many seats in a process of their own, which a measurement tells what to do, a line each time."""

import json
import queue
import subprocess
import threading

import psutil

from kits import program, surroundings

SECONDS = 60


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

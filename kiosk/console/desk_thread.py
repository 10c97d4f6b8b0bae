"""The desk in a thread of its own: commands go in, views come out."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable

from kiosk.console.commands import Command, Refusal
from kiosk.console.desk import Desk
from kiosk.console.view import DeskView

POLL_S = 0.05
PUBLISH_S = 0.05  # views come at most this often
MOST_COMMANDS = 64

Answered = Callable[[Command, Refusal | None], None]


class DeskThread:
    """Owns a desk, and with it service, book and archive. All callbacks are called in this thread.

    ``publish`` is told of each new view, ``answered`` of each command with the reason when it was not carried out.
    note: ``on_bug`` is told of any exception; the thread has ended then and the table stands still.
    """

    def __init__(
        self,
        desk: Desk,
        publish: Callable[[DeskView], None],
        answered: Answered,
        on_bug: Callable[[BaseException], None],
    ) -> None:
        self._desk = desk
        self._publish = publish
        self._answered = answered
        self._on_bug = on_bug
        self._commands: queue.Queue[Command] = queue.Queue(MOST_COMMANDS)
        self._wake = threading.Event()
        self._end = threading.Event()
        self._published_s = 0.0
        self._owes = True  # a view that has not been published yet
        self._thread = threading.Thread(target=self._run, name="desk", daemon=True)
        desk.on_woken(self._wake.set)

    def start(self) -> None:
        """Begin. The first view is published at once."""
        self._thread.start()

    def send(self, command: Command) -> bool:
        """Ask for a command, in any thread, without waiting. False: too many wait already; it is not done."""
        try:
            self._commands.put_nowait(command)
        except queue.Full:
            return False
        self._wake.set()
        return True

    def stop(self) -> None:
        """End after the command at hand, and close the desk. What waits still is not done."""
        self._end.set()
        self._wake.set()
        if self._thread.is_alive():
            self._thread.join()
        self._desk.close()

    def _run(self) -> None:
        try:
            while not self._end.is_set():
                self._turn()
                self._wake.wait(POLL_S)
                self._wake.clear()
        except BaseException as bug:
            self._on_bug(bug)
            raise

    def _turn(self) -> None:
        while not self._end.is_set():
            try:
                command = self._commands.get_nowait()
            except queue.Empty:
                break
            self._answered(command, self._desk.do(command))
        self._owes |= self._desk.poll()
        now_s = time.monotonic()
        if self._owes and now_s - self._published_s >= PUBLISH_S:
            self._owes, self._published_s = False, now_s
            self._publish(self._desk.view)

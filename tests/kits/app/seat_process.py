"""A seat over the network in a process of its own, whose hands are the test's.

    with SeatProcess(table.seat("07")) as seat:        # the product's parts by the provided file, state beside it
        seat.note(10_000); seat.tap("small", 500)       # each answers the seat's state after it, as a dict
        seat.wait("registered", {"small": 500})         # until the state shows it
        seat.kill(); seat.start()                       # SIGKILL; again with nothing but its files
        seat.pause(); seat.resume()                     # SIGSTOP, SIGCONT
    seat.dies("RegistryConfirm", "before", "collect")  # SIGKILL at that step of what the hand begins

Run as a program it is the seat: commands as JSON lines on stdin, one JSON line of state after each on stdout.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any, Self

from kits import program, surroundings
from kits.processes import Process

ANSWER_S = 60
TICK_S = 0.02
STEP_S = 0.01


class SeatProcess:
    """The test's handle of one seat."""

    def __init__(self, config: Path) -> None:
        self.config = config
        self.state_dir = Path()
        self._process: subprocess.Popen[str] | None = None
        self._answers: queue.Queue[str] = queue.Queue()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        if self._process is not None:
            self.kill()

    @property
    def runs(self) -> bool:
        """Whether it was started and not ended."""
        return self._process is not None

    # --- the process ----------------------------------------------------------------------------------------------

    def start(self) -> dict[str, Any]:
        """Start it and wait for its first state."""
        assert self._process is None, "it runs already"
        self._process = Process(
            program("kits.app.seat_process", self.config),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=surroundings(),
        )
        self._answers = queue.Queue()
        self._reader = threading.Thread(target=_read, args=(self._process.stdout, self._answers), daemon=True)
        self._reader.start()
        state = self._answer()
        self.state_dir = Path(state["dir"])
        return state

    def kill(self) -> None:
        """SIGKILL."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it in good order."""
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._ended()

    def _end(self, how: signal.Signals) -> None:
        assert self._process is not None, "it does not run"
        self._process.send_signal(how)
        self._ended()

    def _ended(self) -> None:
        assert self._process is not None
        self._process.wait(ANSWER_S)
        self._reader.join(ANSWER_S)
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            stream.close()
        self._process = None

    def pause(self) -> None:
        """SIGSTOP."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def resume(self) -> None:
        """SIGCONT."""
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)

    # --- its player -----------------------------------------------------------------------------------------------

    def do(self, what: str, *values: Any) -> dict[str, Any]:
        """Let a hand do this; the state after it."""
        assert self._process is not None, "it does not run"
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([what, *values]) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def note(self, cents: int) -> dict[str, Any]:
        """Put a note in."""
        return self.do("note", cents)

    def ticket(self, number: str) -> dict[str, Any]:
        """Put a ticket in."""
        return self.do("ticket", number)

    def dies(self, effect: str, when: str, what: str, *values: Any) -> None:
        """Let a hand do this; the seat is killed ``when`` ("before", "after", "answered") it performs ``effect``."""
        self.do("die", effect, when)
        assert self._process is not None
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps([what, *values]) + "\n")
        self._process.stdin.flush()
        assert self._process.wait(ANSWER_S) == -signal.SIGKILL
        self._ended()

    def tap(self, spot: str, cents: int) -> dict[str, Any]:
        """Put a chip on a spot."""
        return self.do("tap", spot, cents)

    def collect(self) -> dict[str, Any]:
        """Ask for the credit."""
        return self.do("collect")

    @property
    def state(self) -> dict[str, Any]:
        """The seat's state now."""
        return self.do("look")

    def wait(self, name: str, value: Any, seconds: float = ANSWER_S) -> dict[str, Any]:
        """Until the state has that value under that name."""
        end = time.monotonic() + seconds
        while (state := self.state)[name] != value:
            assert time.monotonic() < end, f"{name} is {state[name]!r}, not {value!r}: {state}"
            threading.Event().wait(STEP_S)
        return state

    def _answer(self) -> dict[str, Any]:
        try:
            line = self._answers.get(timeout=ANSWER_S)
        except queue.Empty:
            raise AssertionError(f"seat {self.config.name} does not answer") from None
        assert line, f"seat {self.config.name} ended by itself"
        found: dict[str, Any] = json.loads(line)
        return found


def _read(stream: Any, answers: queue.Queue[str]) -> None:
    for line in stream:
        answers.put(line)
    answers.put("")


# --- the seat itself ----------------------------------------------------------------------------------------------


def _run(config: Path) -> None:
    from kiosk.app.config import read_seat_file
    from kiosk.app.machine import Seat, place_of, read_rules
    from kiosk.app.networked import NetworkTable
    from kiosk.app.state_dir import StateDir
    from kiosk.demo.headless_seat import HeadlessSeat

    file = read_seat_file(config)
    rules = read_rules(file.layout)
    state_dir = StateDir(file.state)
    state_dir.hold()
    seat = Seat(state_dir, rules, lambda _: None, place_of(file, rules))
    assert seat.findings == [], seat.findings
    table = NetworkTable(seat, file.log)
    # What is found there only later ends this process, which the test notices.
    threads = table.threads(lambda _: os.abort())
    inbox: queue.SimpleQueue[Any] = queue.SimpleQueue()
    told: list[str] = []
    played = HeadlessSeat(
        seat,
        threads.sender,
        None,
        deliver=inbox.put,
        told=lambda tell: told.append(tell.key),
        registrar=threads.registrar,
    )
    played.start()
    threads.start(played.state, played.entry, played.linked, inbox.put)
    threading.Thread(target=_commands, args=(inbox,), daemon=True).start()
    _loop(played, threads, inbox, told, file.state)
    threads.stop()
    threads.close()
    played.close()


def _commands(inbox: queue.SimpleQueue[Any]) -> None:
    for line in sys.stdin:
        inbox.put(json.loads(line))
    inbox.put(None)


def _loop(played: Any, threads: Any, inbox: queue.SimpleQueue[Any], told: list[str], folder: Path) -> None:
    _say(played, told, folder)
    while True:
        played.tick(time.monotonic_ns() // 1_000_000)
        try:
            found = inbox.get(timeout=TICK_S)
        except queue.Empty:
            continue
        if found is None:
            return
        if isinstance(found, list):
            _hand(played, *found)
            _drain(played, inbox)
            _say(played, told, folder)
        else:
            played.runner.handle(found)
            played.pump()
        threads.show(played.state)


def _drain(played: Any, inbox: queue.SimpleQueue[Any]) -> None:
    """What the devices answer at once belongs to what the hand did; commands come one at a time."""
    while True:
        try:
            found = inbox.get_nowait()
        except queue.Empty:
            return
        played.runner.handle(found)
        played.pump()


def _hand(played: Any, what: str, *values: Any) -> None:
    from kiosk.seat import events as e

    match what:
        case "note":
            played.acceptor.insert(values[0])
        case "ticket":
            played.acceptor.insert_ticket(values[0])
        case "unlock":
            played.runner.handle(e.LockCleared(values[0], "attendant"))
        case "die":
            _die(played, *values)
        case "tap":
            played.runner.handle(e.Tap(*values))
        case "collect":
            played.runner.handle(e.Collect())
        case "clear":
            played.runner.handle(e.Clear())
        case "look":
            pass
        case _:
            raise ValueError(what)


def _die(played: Any, effect: str, when: str) -> None:
    """Be killed at that effect from now on."""
    hands = played._performer
    perform, answers = hands.perform, {"ReserveTicket": "_on_reserved"}

    def last(found: Any) -> None:
        if type(found).__name__ == effect:
            os.kill(os.getpid(), signal.SIGKILL)

    def performed(found: Any) -> None:
        if when == "before":
            last(found)
        perform(found)
        if when == "after":
            last(found)

    hands.perform = performed
    if when == "answered":
        name = answers.get(effect, "_on_registry")
        hear = getattr(hands, name)

        def heard(found: Any, answer: Any) -> None:
            last(found)
            hear(found, answer)

        setattr(hands, name, heard)


def _say(played: Any, told: list[str], folder: Path) -> None:
    state = played.state
    balances = state.balances
    last = state.last
    found = {
        "dir": str(folder),
        "credit": balances.credit,
        "escrow": balances.escrow,
        "house": balances.house,
        "handpay": balances.handpay,
        "adjust": balances.adjust,
        "tickets_out": balances.tickets_out,
        "round": state.table.number,
        "phase": state.table.phase.value,
        "link": state.link,
        "draft": dict(state.draft),
        "registered": dict(state.registered.stakes) if state.registered is not None else None,
        "flight": dict(state.flight.stakes) if state.flight is not None else None,
        "unanswered": bool(state.flight is not None and state.flight.unanswered),
        "locks": [lock.kind.value for lock in state.locks],
        "last": None
        if last is None
        else {
            "round": last.number,
            "dice": [list(fact.values) for fact in last.facts],
            "void": last.void_reason,
            "corrected": last.corrected,
        },
        "item": state.item is not None,
        "owed": len(played.seat.store.load().outbox),
        "notes": -balances.notes,
        "tickets": [[kept.number, kept.cents, kept.state] for kept in played.seat.store.tickets("out", 35)],
        "busy": state.cashout is not None or bool(state.later) or bool(state.unconfirmed),
        "told": list(told),
    }
    sys.stdout.write(json.dumps(found) + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    _run(Path(sys.argv[1]))

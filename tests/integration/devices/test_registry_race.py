"""Two seats in two processes at the same instant."""

import json
import subprocess
import sys

import pytest

from kiosk.tickets.registry import TicketState
from kiosk.tickets.sqlite import SqliteRegistry

SEAT = """
import json, sys, time
from pathlib import Path
from kiosk.tickets.registry import Reserved, Done
from kiosk.tickets.sqlite import SqliteRegistry
path, by = Path(sys.argv[1]), sys.argv[2]
numbers = json.loads(sys.argv[3])
registry = SqliteRegistry(path, lambda: "2026-11-28T10:00:00Z")
print("ready", flush=True)
sys.stdin.readline()
paid = []
for number in numbers:
    answer = registry.reserve(number, by, "2026-11-28T10:00:00Z")
    if isinstance(answer, Reserved):
        assert isinstance(registry.redeem(number, by), Done)
        paid.append([number, answer.cents])
print(json.dumps(paid), flush=True)
"""


def test_that_one_ticket_pays_once_with_processes_racing(tmp_path, make_ticket):
    path = tmp_path / "registry.db"
    tickets = [make_ticket(f"{n:017d}", cents=100 + n) for n in range(40)]
    registry = SqliteRegistry(path, lambda: "2026-11-28T10:00:00Z")
    for ticket in tickets:
        registry.issue_pending(ticket)
        registry.confirm(ticket.number)
    numbers = json.dumps([ticket.number for ticket in tickets])
    seats = [
        subprocess.Popen(
            [sys.executable, "-c", SEAT, str(path), f"seat-{seat}/x", numbers],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for seat in range(3)
    ]
    try:
        for seat in seats:
            assert seat.stdout.readline() == "ready\n"
        for seat in seats:
            seat.stdin.write("go\n")
            seat.stdin.flush()
        paid = []
        for seat in seats:
            out, _ = seat.communicate(timeout=120)
            assert seat.returncode == 0
            paid += [tuple(pair) for pair in json.loads(out)]
    finally:
        for seat in seats:
            if seat.poll() is None:
                seat.kill()
                seat.wait()
    assert sorted(paid) == sorted((ticket.number, ticket.cents) for ticket in tickets)
    assert {registry.look_up(ticket.number).state for ticket in tickets} == {TicketState.REDEEMED}
    registry.close()


KILLED = """
import os, signal, sys
from pathlib import Path
from kiosk.tickets.sqlite import SqliteRegistry
registry = SqliteRegistry(Path(sys.argv[1]), lambda: "2026-11-28T10:00:00Z")
execute = registry._db.execute
at = sys.argv[3]

class Dies:
    in_transaction = property(lambda self: False)
    def execute(self, text, *values):
        if text.lstrip().startswith(at):
            if at == "UPDATE":
                execute(text, *values)
            os.kill(os.getpid(), signal.SIGKILL)
        return execute(text, *values)

registry._db = Dies()
registry.reserve(sys.argv[2], "seat-1/x", "2026-11-28T10:00:00Z")
"""


@pytest.mark.parametrize("at", ["BEGIN", "UPDATE", "COMMIT"])
def test_that_a_killed_reservation_leaves_the_ticket_as_it_was(tmp_path, make_ticket, at):
    path = tmp_path / "registry.db"
    ticket = make_ticket()
    registry = SqliteRegistry(path, lambda: "2026-11-28T10:00:00Z")
    registry.issue_pending(ticket)
    registry.confirm(ticket.number)
    registry.close()
    done = subprocess.run([sys.executable, "-c", KILLED, str(path), ticket.number, at], capture_output=True)
    assert done.returncode == -9, done.stderr
    again = SqliteRegistry(path, lambda: "2026-11-28T10:00:00Z")
    assert again.look_up(ticket.number).state is TicketState.ISSUED
    again.close()

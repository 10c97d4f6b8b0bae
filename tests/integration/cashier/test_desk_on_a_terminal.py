"""`kiosk tickets desk` on a real terminal, with readers that type, keyboards of other code pages and hands that mix."""

import os
import pty
import select
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta

import pytest

from kiosk.tickets.registry import TicketState
from kiosk.tickets.sqlite import SqliteRegistry

AN_HOUR_AGO = datetime.now(UTC) - timedelta(hours=1)  # the registry takes what was printed within a day
AT, EXPIRES = f"{AN_HOUR_AGO:%Y-%m-%dT%H:%M:%SZ}", "2099-01-01T00:00:00Z"
PATIENCE_S = 60
PROMPT, QUESTION = b"empty line ends", b"eave?"


@pytest.fixture
def registry(tmp_path):
    registry = SqliteRegistry(tmp_path / "registry.db", lambda: AT)  # it takes no ticket of another day
    yield registry
    registry.close()


@pytest.fixture
def tickets(registry, make_ticket):
    made = []
    for n in range(2):
        ticket = make_ticket(f"{n:017d}", at_utc=AT, expires_utc=EXPIRES)
        registry.issue_pending(ticket)
        registry.confirm(ticket.number)
        made.append(ticket)
    return made


class Desk:
    """The desk's process, with the test's hands at the keyboard."""

    def __init__(self, state, **environment):
        self._mine, theirs = pty.openpty()
        words = ["tickets", "--state", str(state), "--as", "cashier-1", "desk"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "kiosk", *words],
            stdin=theirs, stdout=theirs, stderr=theirs, env=os.environ | environment,
        )  # fmt: skip
        os.close(theirs)
        self.seen = b""

    def until(self, words, times=1):
        """Wait until the desk has shown these words so often."""
        end = time.monotonic() + PATIENCE_S
        while self.seen.count(words) < times:
            assert time.monotonic() < end, self.seen
            if select.select([self._mine], [], [], 0.2)[0]:
                self.seen += os.read(self._mine, 65_536)

    def type(self, data):
        os.write(self._mine, data if isinstance(data, bytes) else data.encode())

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self._mine)


@pytest.fixture
def make_desk(tmp_path):
    made = []

    def make(**environment):
        made.append(Desk(tmp_path, **environment))
        made[-1].until(PROMPT)
        return made[-1]

    yield make
    for desk in made:
        desk.close()


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n", "\r\r"], ids=["CR", "CR LF", "LF", "twice"])
def test_that_a_scan_waits_for_its_answer_however_the_reader_ends_it(make_desk, registry, tickets, end):
    desk = make_desk()
    desk.type("1" * 18 + end)  # no ticket of this house: the session goes on
    desk.until(PROMPT, 2)
    desk.type(tickets[0].number + end)
    desk.until(QUESTION)
    desk.type("p\r")
    desk.until(b"PAID")
    desk.until(PROMPT, 3)
    assert registry.look_up(tickets[0].number).state is TicketState.REDEEMED
    desk.type("\r")
    assert desk.process.wait(PATIENCE_S) == 0


@pytest.mark.parametrize(
    "junk", [b"\xff\xfe\x80label", "\u8d35\u5bbe".encode("gb18030"), b"\xe9\xe8", b"\x00\x1d\x1e", b"\xc3"],
    ids=["no code page", "GB18030", "Latin-1", "separators", "half a sign"],
)  # fmt: skip
def test_that_bytes_of_another_code_page_are_no_ticket_and_end_nothing(make_desk, registry, tickets, junk):
    desk = make_desk()
    desk.type(junk + b"\r")
    desk.until(PROMPT, 2)
    desk.type(tickets[0].number + "\r")
    desk.until(QUESTION)
    desk.type(junk + b"\r")  # where an answer was asked for: the question stands
    desk.until(QUESTION, 2)
    desk.type("p\r")
    desk.until(b"PAID")
    assert registry.look_up(tickets[0].number).state is TicketState.REDEEMED


@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "iso-8859-1"}, {"PYTHONIOENCODING": "gb18030"}, {"PYTHONIOENCODING": "ascii"},
     {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
    ids=["Latin-1", "GB18030", "ASCII", "C"],
)  # fmt: skip
def test_that_a_terminal_of_another_encoding_serves_tickets(make_desk, registry, tickets, environment):
    desk = make_desk(**environment)
    desk.type(tickets[0].number + "\r")
    desk.until(QUESTION)
    desk.type("p\r")
    desk.until(b"PAID")
    assert registry.look_up(tickets[0].number).state is TicketState.REDEEMED
    assert b"Traceback" not in desk.seen


@pytest.mark.parametrize("language", ["en", "zh"])
def test_that_a_list_is_printed_whatever_the_terminal_can_show(tmp_path, tickets, language):
    done = subprocess.run(
        [sys.executable, "-m", "kiosk", "tickets", "--state", str(tmp_path), "--language", language, "open"],
        capture_output=True, env=os.environ | {"PYTHONIOENCODING": "ascii"}, timeout=PATIENCE_S,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.count(tickets[0].number[-4:].encode()) >= 1


@pytest.mark.parametrize("asked", ["decision", "reason", "sure"])
def test_that_a_ticket_that_is_scanned_where_an_answer_is_asked_for_is_served_next(
    make_desk, registry, tickets, asked
):
    desk = make_desk()
    first, second = tickets
    desk.type(first.number + "\r\n")
    desk.until(QUESTION)
    if asked != "decision":
        desk.type("v\r")
        desk.until(b"Reason")
    if asked == "sure":
        desk.type("torn\r")
        desk.until(b"yes")
    desk.type(second.number + "\r\n")
    desk.until(QUESTION, 2)
    desk.type("p\r")
    desk.until(b"PAID")
    assert registry.look_up(first.number).state is TicketState.ISSUED
    assert registry.look_up(second.number).state is TicketState.REDEEMED

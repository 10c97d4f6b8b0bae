"""`kiosk tickets` as a process, on the tickets of one machine."""

import json
import re
import subprocess
from datetime import UTC, datetime, timedelta

import pytest

from kiosk.cli import main
from kiosk.tickets.registry import Doing, TicketState
from kiosk.tickets.sqlite import SqliteRegistry
from kits import KIOSK
from kits.processes import Process, run_process

AN_HOUR_AGO = datetime.now(UTC) - timedelta(hours=1)  # the registry takes what was printed within a day
AT, EXPIRES = f"{AN_HOUR_AGO:%Y-%m-%dT%H:%M:%SZ}", "2099-01-01T00:00:00Z"


@pytest.fixture
def state(tmp_path):
    return tmp_path / "state"


@pytest.fixture
def registry(state):
    state.mkdir()
    registry = SqliteRegistry(state / "registry.db", lambda: AT)
    yield registry
    registry.close()


@pytest.fixture
def ticket(registry, make_ticket):
    return issued(registry, make_ticket(at_utc=AT, expires_utc=EXPIRES))


def issued(registry, ticket):
    registry.issue_pending(ticket)
    registry.confirm(ticket.number)
    assert registry.look_up(ticket.number) is not None, "it was refused"
    return ticket


def command(state, *words):
    return [*KIOSK, "tickets", "--state", str(state), *words]


def kiosk(state, *words, entered=""):
    done = run_process(
        command(state, *words), input=entered, capture_output=True, text=True, timeout=120, check=False
    )
    assert "Traceback" not in done.stderr
    return done.returncode, done.stdout, done.stderr


def test_that_a_ticket_is_looked_up_from_standard_input_and_its_number_is_not_shown(state, ticket):
    status, out, _ = kiosk(state, "look-up", entered=ticket.number + "\n")
    assert status == 0
    assert "OPEN, pays until" in out
    assert ticket.number not in out.replace("-", "")


def test_that_a_ticket_is_paid_and_the_second_time_refused(state, registry, ticket):
    status, out, _ = kiosk(state, "--as", "cashier-1", "pay", entered=ticket.number + "\n")
    assert status == 0
    assert "PAID $" in out
    status, out, err = kiosk(state, "--as", "cashier-1", "pay", ticket.number)
    assert (status, err) == (1, "Not paid. It has paid already.\n")
    assert registry.look_up(ticket.number).by.startswith("desk/local/cashier-1/")


def test_that_of_two_cashiers_at_once_exactly_one_pays(state, registry, make_ticket):
    # All before the first desk: from then on the registry has seen today, and takes no new ticket of that day.
    made = [issued(registry, make_ticket(f"{n:017d}", at_utc=AT, expires_utc=EXPIRES)) for n in range(3)]
    for ticket in made:
        both = [
            Process(
                command(state, "--as", f"cashier-{one}", "pay", ticket.number),
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for one in (1, 2)
        ]
        ends = [process.communicate(timeout=120) and process.returncode for process in both]
        assert sorted(ends) == [0, 1]
    assert len([action for action in registry.all_actions() if action.what is Doing.PAY]) == 3


def test_that_a_void_is_asked_for_twice_and_keeps_its_reason(state, registry, ticket):
    words = ("--as", "cashier-1", "void", ticket.number, "--reason", "printed twice")
    status, out, _ = kiosk(state, *words, entered="no\n")
    assert status == 1
    assert "Left as it is." in out
    assert registry.look_up(ticket.number).state is TicketState.ISSUED
    status, out, _ = kiosk(state, *words, entered="yes\n")
    assert status == 0
    assert registry.look_up(ticket.number).why == "printed twice"


def test_that_a_wrong_number_is_named(state, ticket):
    wrong = ticket.number[:-1] + str((int(ticket.number[-1]) + 1) % 10)
    status, _, err = kiosk(state, "look-up", wrong)
    assert status == 1
    assert "a digit is wrong, or two neighbours are swapped" in err


def test_that_lists_and_the_day_add_up(state, registry, ticket):
    kiosk(state, "--as", "cashier-1", "pay", ticket.number)
    _, out, _ = kiosk(state, "open", "--json")
    assert json.loads(out) == []
    _, out, _ = kiosk(state, "liability", "--json")
    day = json.loads(out)
    assert (
        day["open_before"]["cents"] + day["issued"]["cents"]
        == day["paid"]["cents"] + day["open_after"]["cents"]
    )
    today = f"{datetime.now().astimezone():%Y-%m-%d}"
    out = "".join(kiosk(state, "log", "--day", day)[1] for day in dict.fromkeys((AT[:10], today)))
    steps = [line for line in out.splitlines() if ticket.number[-4:] in line]
    assert [re.split(r"  +", line)[1] for line in steps] == ["made", "came out", "PAID at the desk"]
    assert "local/cashier-1/" in steps[-1]


@pytest.mark.parametrize(
    "day", ["9999-12-31", "0001-01-01", "20260131", "2026-W05-1", "٢٠٢٦-٠١-٣١", "2026-1-31"]
)
def test_that_what_is_no_day_of_a_desk_is_refused_in_words(state, capsys, day):
    for action in ("liability", "log"):
        with pytest.raises(SystemExit):
            main(["tickets", "--state", str(state), action, "--day", day])
        assert f"day '{day}': expected one as 2026-11-28" in capsys.readouterr().err


def test_that_a_session_serves_one_ticket_after_the_other(state, registry, make_ticket):
    first, second, third = (
        issued(registry, make_ticket(f"{n:017d}", at_utc=AT, expires_utc=EXPIRES)) for n in range(3)
    )
    entered = f"{first.number}\np\n12345\n{second.number}\nv\nmoney back\nyes\n{third.number}\nl\n{first.number}\n\n"
    status, out, err = kiosk(state, "--as", "cashier-1", "desk", entered=entered)
    assert (status, err) == (0, "")
    assert out.count("PAID") == 2, "once when it was paid, once when it was looked up again"
    assert "expected 18 digits" in out
    assert "VOIDED ticket" in out
    states = [registry.look_up(ticket.number).state for ticket in (first, second, third)]
    assert states == [TicketState.REDEEMED, TicketState.VOID, TicketState.ISSUED]


def test_that_who_acts_must_have_a_name(state, ticket):
    status, _, err = kiosk(state, "pay", ticket.number, entered="\n")
    assert status == 2
    assert "Say who acts" in err


def test_that_a_folder_without_tickets_is_said(state):
    status, _, err = kiosk(state, "open")
    assert status == 2
    assert "no registry of tickets" in err


def test_that_a_session_in_chinese_speaks_chinese(state, ticket):
    _, out, _ = kiosk(state, "--language", "zh", "--as", "cashier-1", "desk", entered=f"{ticket.number}\np\n")
    assert "已兑付" in out


def test_that_a_clock_is_declared_right_by_name_and_reason_alone(state, registry, ticket):
    registry.saw("2098-01-01T00:00:00Z")  # the expiry of AT's ticket is later: nothing of it changes
    status, out, told = kiosk(state, "clock")
    assert status == 1
    assert "2098-01-01 00:00:00" in out
    assert "--right --reason" in told
    assert kiosk(state, "--as", "cashier-1", "clock", "--right")[0] == 2
    status, out, _ = kiosk(state, "--as", "cashier-1", "clock", "--right", "--reason", "it was set to 2098")
    assert status == 0
    assert "cashier-1 said that it is right" in out
    assert registry.clock().said[0].why == "it was set to 2098"


def test_that_days_and_times_of_a_desk_are_those_of_the_zone_on_that_day(
    state, registry, make_ticket, monkeypatch
):
    monkeypatch.setenv("TZ", "Australia/Sydney")
    year = AN_HOUR_AGO.year + 1
    late = make_ticket(at_utc=AT, expires_utc=f"{year}-07-01T00:00:00Z")
    issued(registry, late)
    assert f"OPEN, pays until {year}-07-01 10:00:00 AEST" in kiosk(state, "look-up", entered=late.number)[1]
    told = json.loads(kiosk(state, "liability", "--day", "2026-10-04", "--json")[1])["day"]
    assert told == {"from_utc": "2026-10-03T14:00:00Z", "until_utc": "2026-10-04T13:00:00Z"}

"""Who gets into service mode, and how they leave: by name and PIN, never both ways open at once."""

import sqlite3
import subprocess
import sys
from datetime import timedelta

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kiosk.seat import events as e
from kiosk.seat.conditions import Door
from kiosk.seat.roles import Right, Role
from kiosk.seat.state import LockKind
from kiosk.store.staff import StaffStore
from kiosk.ui.kit.locks import StaffAnswer
from kiosk.ui.kit.texts import Language
from kiosk.ui.service import login
from kiosk.ui.terminal.bars.top_bar import HOLD_MS
from kits.seat.seats import NUMBERS
from kits.ui.service import CHEAP, NAMES, PIN

AT, UNTIL = "2026-01-31T12:00:00Z", "2026-02-28T12:00:00Z"


def test_that_a_name_and_a_pin_open_it_and_the_seat_cannot_be_played_meanwhile(visit):
    one = visit()
    one.log_in("Kim")
    assert type(one.screen).__name__ == "ServiceScreen"
    assert [lock.kind for lock in one.state.locks] == [LockKind.SERVICE]
    assert one.kinds()[-2:] == ["staff-logged-in", "service-began"]
    assert one.detail("service-began") == {"by": "Kim", "role": "technician"}
    before = one.state
    one.model.send(e.NoteOffered("acceptor-1", "n", 500))
    one.model.send(e.Tap("big", 500))
    assert one.state == before


def test_that_leaving_brings_the_seat_back_exactly_as_it_was(visit):
    one = visit()
    before = one.state
    one.log_in("Kim")
    one.touch(one.screen.leave)
    assert one.screen is None
    assert one.state == replace(before, had_staff=True)
    assert one.kinds()[-2:] == ["staff-logged-out", "service-ended"]


def test_that_three_wrong_pins_lock_the_user_and_a_right_one_does_not_help_before_the_time_is_over(visit):
    one = visit()
    one.window.open_login()
    one.touch(one.screen.names["Kim"])
    for left in ("2", "1"):
        one.type_pin("111222")
        assert left in one.screen.said.text()
    one.type_pin("111222")
    one.type_pin(PIN)
    assert "30" in one.screen.said.text()
    assert one.service.gate.session is None
    assert "staff-locked-out" in one.kinds()
    one.service.clock.at += timedelta(seconds=31)
    one.type_pin(PIN)
    assert one.service.gate.session is not None


def test_that_a_wrong_pin_is_kept_with_the_name_and_never_with_the_digits(visit):
    one = visit()
    one.window.open_login()
    one.touch(one.screen.names["Lee"])
    one.type_pin("918273")
    assert one.detail("staff-refused")["name"] == "Lee"
    assert all("918273" not in str(event) for event in one.service.store.events(100))


def test_that_the_pin_is_never_on_the_screen(visit):
    one = visit()
    one.window.open_login()
    one.touch(one.screen.names["Lee"])
    for digit in "918273":
        one.touch(one.screen.pad.keys[digit])
    assert one.screen.dots.count == 6
    assert "918273" not in repr(vars(one.screen))


def test_that_nobody_is_a_default_user_and_the_first_is_made_by_name_and_pin(visit):
    one = visit(people=False)
    one.window.turn_service_key(True)
    for letter in "DANA":
        one.touch(one.screen.letters.keys[letter])
    assert one.screen.typed.text() == "Dana"
    one.type_pin("102030")
    one.type_pin("102031")
    assert "differ" in one.screen.said.text()
    for _ in range(2):
        one.type_pin("123456")
    assert "PIN" in one.screen.said.text(), "a straight run is refused, with the reason"
    for _ in range(2):
        one.type_pin(PIN)
    assert one.kinds()[-1] == "staff-first-made"
    one.touch(one.screen.names["Dana"])
    one.type_pin()
    assert one.service.gate.session.name == "Dana"
    assert one.service.gate.session.role == "supervisor"


def test_that_a_damaged_list_of_staff_lets_nobody_in_and_says_so(visit):
    one = visit()
    with sqlite3.connect(one.service.machine.folder / "staff.db") as db:
        table = db.execute(
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND name LIKE 'user%'"
        ).fetchone()[0]
        db.execute(f"UPDATE {table} SET role = 'supervisor'")  # noqa: S608 - a name from the schema
    one.window.open_login()
    assert not set(one.screen.names) & {"Kim", "Lee", "Sam"}, "nobody whose row was changed is offered"


def test_that_time_alone_ends_a_session_and_the_seat_goes_on(visit):
    one = visit()
    before = one.state
    one.log_in("Kim")
    assert one.service.gate._idle.isActive()
    one.service.gate.time_out()
    assert one.screen is None
    assert one.state == replace(before, had_staff=True)
    assert one.detail("service-ended") == {"by": "Kim", "how": "time out"}


def test_that_a_touch_begins_the_time_anew(visit, qtbot):
    one = visit()
    one.log_in("Robin")
    idle = one.service.gate._idle
    idle.start(1_000_000)
    idle.setInterval(60_000_000)
    one.touch(one.screen.tabs["meters"])
    assert idle.remainingTime() > 1_000_000


@pytest.mark.parametrize("name", NAMES)
def test_that_each_role_sees_its_own_pages_and_no_others(visit, name):
    one = visit()
    one.log_in(name)
    pages = {
        "Robin": ["status", "meters", "events", "recall", "charts", "settings", "day", "staff"],
        "Kim": ["status", "events", "devices", "settings"],
        "Lee": ["status", "meters", "events", "recall"],
        "Sam": ["status", "meters", "events", "recall", "charts"],
    }
    assert list(one.screen.tabs) == pages[name]


def test_that_a_finger_held_on_the_top_bar_asks_who_is_there_and_a_tap_does_not(visit, qtbot):
    one = visit()
    object.__setattr__(one.service.tools, "has_cabinet", False)
    bar = one.window.parts.top
    QTest.mouseClick(bar, Qt.MouseButton.LeftButton, pos=QPoint(200, 10))
    assert not bar._hold.isActive()
    assert bar._hold.interval() == HOLD_MS
    bar._hold.setInterval(1)
    QTest.mousePress(bar, Qt.MouseButton.LeftButton, pos=QPoint(200, 10))
    qtbot.waitUntil(lambda: type(one.screen).__name__ == "LoginScreen")


def test_that_the_service_key_asks_and_turned_back_ends_the_service(visit):
    one = visit()
    one.window.turn_service_key(True)
    assert type(one.screen).__name__ == "LoginScreen"
    one.window.turn_service_key(False)
    assert one.screen is None
    one.log_in("Kim")
    one.window.turn_service_key(False)
    assert one.service.gate.session is None
    assert one.state.service is None


def test_that_with_named_staff_the_key_alone_answers_nothing(visit):
    one = visit()
    one.model.send(e.OpenedWhileOff(Door.LOGIC, 1, 1))
    one.key.turn(on=True)
    one.window._staff_answered(StaffAnswer.CLEARED)
    assert [lock.kind for lock in one.state.locks] == [LockKind.LOGIC_DOOR]
    one.window.open_desk()
    assert type(one.screen).__name__ == "LoginScreen"
    one.touch(one.screen.names["Lee"])
    one.type_pin()
    one.touch(one.page.answers[LockKind.LOGIC_DOOR, StaffAnswer.CLEARED])
    assert one.detail("lock-cleared") == {"lock": "logic-door", "by": "Lee"}


def test_that_after_a_power_cut_in_service_the_card_leads_back_to_the_log_in(visit):
    one = visit()
    one.log_in("Kim")
    one.service.gate._session = None  # the power goes: nobody has logged out
    one.window.close_screen()
    one.model.send(e.Restarted())
    assert one.state.service is not None
    one.window._staff_answered(StaffAnswer.LOG_IN)
    one.touch(one.screen.names["Lee"])
    one.type_pin()
    one.touch(one.screen.leave)
    assert one.state.service is None
    assert one.state.locks == ()


@pytest.mark.parametrize("language", list(Language))
def test_that_the_language_may_change_in_the_middle(visit, language):
    one = visit(language=language)
    one.log_in("Robin", "meters")
    other = next(found for found in Language if found is not language)
    one.window.set_language(other)
    assert one.screen.open_page == "meters"
    assert one.service.gate.session is not None


def test_that_where_there_are_key_switches_a_finger_on_the_bar_is_not_enough(visit):
    one = visit()
    one.window._service_held()
    assert one.screen is None
    one.key.turn(on=True)
    one.window._service_held()
    assert type(one.screen).__name__ == "LoginScreen"


def test_that_nobody_becomes_the_first_supervisor_without_a_key(visit):
    one = visit(people=False)
    object.__setattr__(one.service.tools, "has_cabinet", False)
    one.window._service_held()
    one.window.open_login()
    assert one.screen is None
    one.window.turn_service_key(True)
    assert type(one.screen).__name__ == "LoginScreen"
    one.window.turn_service_key(False)
    assert one.screen is None


class Later:
    """Slow work that ends when the test says so."""

    def __init__(self, tools):
        self.jobs = []
        tools.slow._run = self.jobs.append

    def end(self):
        for job in self.jobs:
            job()


@pytest.mark.parametrize("pin", [PIN, "111222"])
def test_that_whoever_goes_back_while_the_pin_is_looked_at_is_not_logged_in_and_the_seat_lives(visit, pin):
    one = visit()
    before = one.state
    later = Later(one.service.tools)
    one.window.open_login()
    one.touch(one.screen.names["Kim"])
    one.type_pin(pin)
    one.touch(one.screen.back)
    later.end()
    assert one.service.gate.session is None
    assert one.state == before
    assert "service-began" not in one.kinds()


def test_that_a_session_ends_with_its_screens_and_help_does_not_open_over_them(visit):
    one = visit()
    one.log_in("Kim")
    one.window.open_help()
    assert type(one.screen).__name__ == "ServiceScreen"


def test_that_files_of_staff_that_are_gone_are_no_first_run(visit):
    one = visit()
    one.log_in("Kim")
    one.touch(one.screen.leave)
    for name in ("staff.db", "staff.db-wal", "staff.db-shm", "staff.key"):
        (one.service.machine.folder / name).unlink(missing_ok=True)
    one.service.gate._staff = StaffStore(one.service.machine.folder / "staff.db", CHEAP)
    assert not one.service.gate._staff.first_run
    assert one.service.gate.named
    one.window.turn_service_key(True)
    assert one.screen.names == {}, "nobody gets in, and nobody is made"


def test_that_a_right_that_was_taken_away_is_gone_at_once(visit):
    one = visit()
    one.log_in("Kim", "settings")
    boss = one.service.staff.log_in("Robin", PIN, None, one.service.clock.now())
    one.service.staff.set_role(boss, "Kim", Role.AUDITOR)
    assert not one.service.gate.may(Right.CHANGE_SETTINGS)
    assert not one.service.gate.may(Right.SEE_STATUS), "the session has ended with the role"


def test_that_the_chart_library_loads_while_a_pin_is_typed(visit, monkeypatch):
    one, loads = visit(), login.warm_charts
    started = []
    monkeypatch.setattr(login, "warm_charts", lambda: started.append(loads()))
    one.window.turn_service_key(True)
    (thread,) = started
    thread.join(timeout=60)
    assert not thread.is_alive()


def test_that_a_seat_plays_and_prints_without_the_library_of_its_charts():
    code = (
        "import sys, kiosk.ui.terminal.play.app, kiosk.ui.terminal.sicbo.part\n"
        "from kiosk.devices.printer.fonts import ticket_fonts\n"
        "from kiosk.devices.printer.page import page_pdf\n"
        "from kiosk.tickets.ticket import Ticket\n"
        f"ticket = Ticket({NUMBERS[0]!r}, 100, 1, 'Harbour', '07', '12', {AT!r}, {UNTIL!r})\n"
        "assert page_pdf(ticket, ticket_fonts())\n"
        "loaded = {'numpy', 'pyqtgraph'} & set(sys.modules)\n"
        "import numpy\n"  # who needs it then finds it
        "sys.exit(bool(loaded))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0

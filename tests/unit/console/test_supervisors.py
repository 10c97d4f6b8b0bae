"""Who signs with a PIN: wrong ones lock out for longer and longer, and a retired name opens nothing."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import PasswordHasher

from kiosk.console.commands import Authority, ChangeStaff, CorrectResult, Refusal, StaffChange
from kiosk.console.notes import FileKeeper, Notebook, Notes, Voids
from kiosk.console.supervisors import Supervisors
from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import CONSOLE_ROLES, ActKind, Role
from kiosk.store.staff import First, StaffStore
from kits.console.desk import QUICK

PIN, OTHER = "471108", "081547"
HASHER = PasswordHasher.from_parameters(QUICK)
FIRST = tuple(
    First(name, role, HASHER.hash(pin))
    for name, role, pin in (
        ("Ng", Role.SUPERVISOR, PIN),
        ("Abe", Role.SUPERVISOR, OTHER),
        ("Mia", Role.DEALER, OTHER),
    )
)
RIGHT, WRONG, ABE, MIA = (
    Authority("Ng", PIN),
    Authority("Ng", "123987"),
    Authority("Abe", OTHER),
    Authority("Mia", OTHER),
)


class Desk:
    """Supervisors over files, with a clock that the test sets; ``again`` is the console started once more."""

    def __init__(self, path):
        self.path, self.now, self.told, self.stood = path, datetime(2026, 1, 31, 12, tzinfo=UTC), [], []
        self.store = None
        self.again()

    def again(self, first=FIRST):
        self.close()
        self.store = StaffStore(self.path / "staff.db", QUICK, CONSOLE_ROLES)
        self.supervisors = Supervisors(self.store, first, lambda: self.now)
        self.supervisors.told = self.told.append
        self.supervisors.stood = lambda name, role: self.stood.append((name, role))

    def close(self):
        if self.store is not None:
            self.store.close()

    def pass_s(self, seconds):
        self.now += timedelta(seconds=seconds)

    def tries(self, *authorities):
        return [self.supervisors.why_not(authority) for authority in authorities]

    def change(self, change, name, authority=RIGHT, **more):
        return self.supervisors.change(ChangeStaff(change, name, authority, **more))


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path)
    yield made
    made.close()


def locked(seconds):
    return Refusal("locked-out", {"seconds": seconds})


def test_that_the_right_pin_stands_and_no_other(desk):
    assert desk.supervisors.names == ("Abe", "Ng")
    assert desk.tries(RIGHT, WRONG, Authority("Ng", ""), RIGHT) == [
        None,
        Refusal("wrong-pin"),
        Refusal("wrong-pin"),
        None,
    ]
    assert desk.stood == [("Ng", Role.SUPERVISOR)] * 2


def test_that_a_dealer_deals_and_stands_for_nothing(desk):
    assert desk.supervisors.sign_on(MIA) is None
    assert desk.tries(MIA) == [Refusal("needs-supervisor")]
    assert desk.supervisors.sign_on(RIGHT) is None, "a supervisor may deal"
    assert desk.supervisors.names_of(Role.DEALER) == ("Abe", "Mia", "Ng")


def test_that_what_a_manager_must_stand_for_is_refused_to_a_supervisor(desk):
    assert desk.supervisors.why_not(RIGHT, Role.MANAGER) == Refusal("needs-manager")
    assert desk.supervisors.why_not(None, Role.MANAGER) == Refusal("needs-manager")
    assert desk.change(StaffChange.ROLE, "Abe", role="manager") is None, "a supervisor names the first"
    assert [desk.supervisors.why_not(ABE, role) for role in (Role.MANAGER, Role.SUPERVISOR)] == [None, None]
    assert desk.supervisors.names_of(Role.MANAGER) == ("Abe",)


def test_that_a_supervisor_neither_makes_nor_changes_a_manager_where_there_is_one(desk):
    desk.change(StaffChange.ROLE, "Abe", role="manager")
    for change, name, more in (
        (StaffChange.ADD, "Eve", {"role": "manager", "pin": "570321"}),
        (StaffChange.ROLE, "Ng", {"role": "manager"}),
        (StaffChange.NEW_PIN, "Abe", {"pin": "570321"}),
        (StaffChange.DEACTIVATE, "Abe", {}),
        (StaffChange.ROLE, "Abe", {"role": "dealer"}),
    ):
        found = desk.change(change, name, **more)
        assert found is not None, change
        assert "expected a manager" in str(found.values["reason"])
    assert desk.change(StaffChange.ROLE, "Ng", ABE, role="manager") is None


def test_that_a_manager_whose_row_was_damaged_lets_no_supervisor_name_another(desk):
    desk.change(StaffChange.ROLE, "Abe", role="manager")
    with closing(sqlite3.connect(desk.path / "staff.db")) as db:
        db.execute("UPDATE user SET active = 0 WHERE name = 'Abe'")
        db.commit()
    assert "expected a manager" in str(desk.change(StaffChange.ROLE, "Ng", role="manager").values["reason"])
    assert desk.change(StaffChange.DEACTIVATE, "Mia") is None, "the rest goes on"


def test_that_without_a_name_a_supervisor_is_asked_for(desk):
    assert desk.tries(None, Authority("")) == [Refusal("needs-supervisor")] * 2


def test_that_a_name_that_is_not_known_is_told_no_more_than_a_wrong_pin(desk):
    assert desk.tries(Authority("Eve", PIN), Authority("Eve", PIN)) == [Refusal("wrong-pin")] * 2


def test_that_a_name_is_taken_as_it_is_written(desk):
    """The records name who stood for a command: they name one person in one way."""
    assert desk.tries(Authority("ng", PIN)) == [Refusal("needs-supervisor")]


def test_that_another_supervisors_pin_does_not_stand(desk):
    assert desk.tries(Authority("Abe", PIN)) == [Refusal("wrong-pin")]


def test_that_every_wrong_pin_is_told_with_the_name_that_was_tried(desk):
    desk.tries(WRONG, WRONG, WRONG, RIGHT)
    assert [(act.kind, act.name) for act in desk.told] == [
        (ActKind.REFUSED, "Ng"),
        (ActKind.REFUSED, "Ng"),
        (ActKind.REFUSED, "Ng"),
        (ActKind.LOCKED_OUT, "Ng"),
    ], "a try that was not looked at is none"


def test_that_three_wrong_tries_lock_out_for_longer_and_longer(desk):
    assert desk.tries(WRONG, WRONG, WRONG) == [Refusal("wrong-pin"), Refusal("wrong-pin"), locked(30)]
    for seconds in (30, 60, 120, 240):
        assert desk.tries(RIGHT) == [locked(seconds)], "not looked at while locked out"
        desk.pass_s(seconds)
        assert desk.tries(WRONG) == [locked(2 * seconds)]


def test_that_the_lock_out_has_an_end_and_the_right_pin_clears_it(desk):
    desk.tries(WRONG, WRONG, WRONG)
    assert desk.supervisors.locked_out == {"Ng": 30}
    desk.pass_s(29.5)
    assert desk.tries(RIGHT) == [locked(1)]
    desk.pass_s(0.5)
    assert desk.tries(RIGHT, WRONG, WRONG) == [None, Refusal("wrong-pin"), Refusal("wrong-pin")]


def test_that_a_lock_out_is_never_longer_than_an_hour(desk):
    for _ in range(20):
        desk.tries(WRONG)
        desk.pass_s(max(desk.supervisors.locked_out.values(), default=0))
    assert desk.tries(WRONG) == [locked(3_600)]


def test_that_one_supervisors_wrong_tries_do_not_lock_out_another(desk):
    desk.tries(WRONG, WRONG, WRONG)
    assert desk.tries(ABE) == [None]
    assert desk.change(StaffChange.UNLOCK, "Ng", ABE) is None
    assert desk.tries(RIGHT) == [None]


def test_that_a_restart_neither_forgets_tries_nor_ends_a_lock_out(desk):
    desk.tries(WRONG, WRONG)
    desk.again()
    assert desk.tries(WRONG) == [locked(30)]
    desk.again()
    assert desk.tries(RIGHT) == [locked(30)]


def test_that_a_try_counts_before_its_pin_is_looked_at(desk, monkeypatch):
    monkeypatch.setattr(desk.store, "_matches", lambda *_: 1 / 0)  # the power fails right then
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            desk.supervisors.why_not(WRONG)
    desk.again()
    assert desk.tries(RIGHT) == [locked(30)]


def test_that_a_clock_set_back_does_not_lock_out_for_longer(desk):
    desk.tries(WRONG, WRONG, WRONG)
    desk.pass_s(-1_000_000)
    assert desk.tries(RIGHT) == [locked(30)]


# --- the list -------------------------------------------------------------------------------------------------------


def test_that_a_supervisor_makes_a_dealer_and_retires_one(desk):
    assert desk.change(StaffChange.ADD, "Eve", role="dealer", pin="570321") is None
    eve = Authority("Eve", "570321")
    assert desk.supervisors.sign_on(eve) is None
    assert desk.change(StaffChange.DEACTIVATE, "Eve") is None
    assert desk.supervisors.sign_on(eve) == Refusal("retired", {"name": "Eve"})
    assert not desk.supervisors.is_dealer("Eve")
    assert desk.change(StaffChange.REACTIVATE, "Eve") is None
    assert desk.supervisors.sign_on(eve) is None
    assert [(act.kind, act.name, act.by) for act in desk.told] == [
        (ActKind.MADE, "Eve", "Ng"),
        (ActKind.DEACTIVATED, "Eve", "Ng"),
        (ActKind.REFUSED, "Eve", ""),
        (ActKind.REACTIVATED, "Eve", "Ng"),
    ]


def test_that_a_retired_supervisor_stands_for_nothing_also_after_a_restart_with_the_old_file(desk):
    assert desk.change(StaffChange.DEACTIVATE, "Abe") is None
    desk.again()
    assert desk.tries(ABE) == [Refusal("retired", {"name": "Abe"})]
    assert desk.supervisors.names == ("Ng",)


def test_that_the_last_supervisor_can_be_neither_retired_nor_made_a_dealer(desk):
    assert desk.change(StaffChange.DEACTIVATE, "Abe") is None
    for change, more in ((StaffChange.DEACTIVATE, {}), (StaffChange.ROLE, {"role": "dealer"})):
        assert "last active supervisor" in str(desk.change(change, "Ng", **more).values["reason"])
    assert desk.tries(RIGHT) == [None]


def test_that_everybody_changes_the_own_pin_and_nobody_but_a_supervisor_anothers(desk):
    assert desk.change(StaffChange.NEW_PIN, "Mia", MIA, pin="570321") is None
    assert desk.supervisors.sign_on(MIA) == Refusal("wrong-pin")
    mia = Authority("Mia", "570321")
    assert desk.supervisors.sign_on(mia) is None
    assert desk.change(StaffChange.NEW_PIN, "Abe", mia, pin="570321") == Refusal("needs-supervisor")
    assert desk.change(StaffChange.NEW_PIN, "Mia", RIGHT, pin=OTHER) is None, "reset by a supervisor"
    assert desk.supervisors.sign_on(MIA) is None


@pytest.mark.parametrize("pin", ["", "12345", "123456", "777777"])
def test_that_a_pin_that_is_easy_to_guess_is_refused(desk, pin):
    found = desk.change(StaffChange.ADD, "Eve", role="dealer", pin=pin)
    assert found is not None
    assert found.key == "staff"


def test_that_a_role_of_a_seat_is_none_here(desk):
    found = desk.change(StaffChange.ADD, "Eve", role="attendant", pin="570321")
    assert found is not None
    assert "nobody is attendant here" in str(found.values["reason"])


def test_that_a_role_that_nobody_has_heard_of_is_refused(desk):
    assert desk.change(StaffChange.ADD, "Eve", role="king", pin="570321").key == "staff"


def test_that_a_list_that_was_changed_by_another_hand_lets_nobody_stand(desk):
    desk.close()
    (desk.path / "staff.key").unlink()
    desk.again()
    assert desk.supervisors.fault
    assert desk.tries(RIGHT)[0].key == "staff"


def test_that_two_of_one_name_in_the_configuration_are_refused_by_name(tmp_path):
    store = StaffStore(tmp_path / "staff.db", QUICK, CONSOLE_ROLES)
    try:
        with pytest.raises(EnvironmentFault, match="'NG'"):
            Supervisors(store, (*FIRST, First("NG", Role.DEALER, FIRST[0].pin)), lambda: datetime.now(UTC))
    finally:
        store.close()


def test_that_no_pin_is_shown_or_kept(desk):
    desk.tries(WRONG, RIGHT, WRONG)
    change = ChangeStaff(StaffChange.NEW_PIN, "Ng", RIGHT, pin="570321")
    shown = repr((WRONG, CorrectResult((), RIGHT), change, desk.told, FIRST, vars(desk.supervisors)))
    for pin in (PIN, "123987", "570321"):
        assert pin not in shown
        assert all(pin.encode() not in path.read_bytes() for path in desk.path.iterdir())


# --- the notes ------------------------------------------------------------------------------------------------------


def test_that_damaged_notes_are_named_and_left_as_they_are(tmp_path):
    path = tmp_path / "desk.json"
    path.write_text('{"dealer": 7}')
    with pytest.raises(EnvironmentFault, match=r"desk\.json"):
        Notebook(FileKeeper(path))
    assert path.read_text() == '{"dealer": 7}'


def test_that_notes_come_back_as_they_were_written(tmp_path):
    written = Notes(dealer="Mia", voids=Voids((1, 3), 4, "Mia", "Ng"), instance="0a1b")
    Notebook(FileKeeper(tmp_path / "desk.json")).write(written)
    assert Notebook(FileKeeper(tmp_path / "desk.json")).notes == written


def test_that_notes_of_an_older_program_still_read(tmp_path):
    (tmp_path / "desk.json").write_text(
        '{"dealer":"Mia","tries":{"Ng":{"wrong":2,"until_s":0.0}},"instance":"0a1b"}'
    )
    assert Notebook(FileKeeper(tmp_path / "desk.json")).notes.dealer == "Mia"


def test_that_notes_in_which_nothing_waits_can_be_read_by_an_older_program(tmp_path):
    Notebook(FileKeeper(tmp_path / "desk.json")).write(Notes(dealer="Mia", instance="0a1b"))
    assert (tmp_path / "desk.json").read_text() == '{"dealer":"Mia","instance":"0a1b"}'

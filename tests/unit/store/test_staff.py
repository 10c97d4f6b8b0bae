"""Users of a seat: the first one, names, roles, PINs, badges; what a supervisor may do and nobody else."""

from contextlib import closing
from datetime import UTC, datetime, timedelta

import pytest
from argon2 import Parameters
from argon2.low_level import Type

from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import ActKind, Right, Role, StaffAct, StaffRefusal
from kiosk.store.staff import BrokenStaff, Refused, Session, StaffStore, Why
from kiosk.store.staff_schema import MOST_USERS

QUICK = Parameters(Type.ID, 19, 16, 32, 1, 8, 1)  # for tests alone
NOW = datetime(2026, 11, 28, 8, 0, tzinfo=UTC)
PIN, OTHER, THIRD = "135792", "246813", "918273"
BADGE = "SB-0007-XK"


@pytest.fixture
def path(tmp_path):
    return tmp_path / "staff.db"


@pytest.fixture
def staff(path):
    with closing(StaffStore(path, QUICK)) as store:
        yield store


@pytest.fixture
def boss(staff):
    staff.create_first("Ng", PIN)
    return logged_in(staff, "Ng", PIN)


def logged_in(staff, name, pin, badge=None):
    session = staff.log_in(name, pin, badge, NOW)
    assert isinstance(session, Session), session
    return session


def why(staff, name, pin, badge=None):
    refused = staff.log_in(name, pin, badge, NOW)
    assert isinstance(refused, Refused), refused
    return refused.reason


def names(staff):
    return [(member.name, member.role, member.active) for member in staff.users()]


# --- the first ------------------------------------------------------------------------------------------------------


def test_that_there_is_no_user_and_no_pin_by_default(staff):
    assert (staff.first_run, staff.users(), staff.self_test()) == (True, [], [])
    for name in ("", "admin", "supervisor"):
        assert why(staff, name, "000000") is Why.WRONG


def test_that_the_first_is_a_supervisor_and_there_is_one_first_alone(staff, path):
    act = staff.create_first(" Ng ", PIN)
    assert act == StaffAct(ActKind.FIRST_MADE, "Ng", "", {"role": "supervisor"})
    assert names(staff) == [("Ng", Role.SUPERVISOR, True)]
    assert not staff.first_run
    with pytest.raises(StaffRefusal, match="there are users already"):
        staff.create_first("Eve", OTHER)
    with closing(StaffStore(path, QUICK)) as again:
        assert not again.first_run
        assert (again.self_test(), len(again.users())) == ([], 1)


def test_that_a_first_one_with_a_weak_pin_is_not_made(staff):
    with pytest.raises(StaffRefusal):
        staff.create_first("Ng", "123456")
    assert staff.first_run


def test_that_both_files_are_for_the_terminals_account_alone(staff, path, boss):
    for file in path.parent.iterdir():
        assert file.stat().st_mode & 0o777 == 0o600, file


# --- making users ---------------------------------------------------------------------------------------------------


def test_that_a_supervisor_makes_users_who_can_log_in(staff, boss):
    act = staff.add(boss, "Abe", Role.ATTENDANT, OTHER)
    assert act == StaffAct(ActKind.MADE, "Abe", "Ng", {"role": "attendant"})
    session = logged_in(staff, "abe", OTHER)
    assert (session.name, session.role, session.logged_in_at) == ("Abe", Role.ATTENDANT, NOW)
    assert session.acts == (StaffAct(ActKind.LOGGED_IN, "Abe", "Abe", {"role": "attendant"}),)
    assert staff.holds(session, Right.CLEAR_LOCK)
    assert not staff.holds(session, Right.OPEN_CASH_BOX)


@pytest.mark.parametrize("role", [Role.ATTENDANT, Role.TECHNICIAN, Role.AUDITOR])
def test_that_nobody_else_manages_staff(staff, boss, role):
    staff.add(boss, "Abe", role, OTHER)
    abe = logged_in(staff, "Abe", OTHER)
    for change in (
        lambda: staff.add(abe, "Eve", Role.SUPERVISOR, THIRD),
        lambda: staff.reset_pin(abe, "Ng", THIRD),
        lambda: staff.set_role(abe, "Abe", Role.SUPERVISOR),
        lambda: staff.set_badge(abe, "Ng", BADGE),
        lambda: staff.deactivate(abe, "Ng"),
        lambda: staff.reactivate(abe, "Ng"),
        lambda: staff.unlock(abe, "Ng"),
    ):
        with pytest.raises(StaffRefusal, match="manage-staff"):
            change()
    assert names(staff) == [("Ng", Role.SUPERVISOR, True), ("Abe", role, True)]


def test_that_a_session_that_was_not_made_here_counts_for_nothing(staff, boss, path):
    with closing(StaffStore(path, QUICK)) as other:
        for made_up in (boss, Session("Ng", Role.SUPERVISOR, NOW, "made-up")):
            with pytest.raises(StaffRefusal, match="has ended"):
                other.add(made_up, "Eve", Role.SUPERVISOR, OTHER)
    abe = Session("Ng", Role.SUPERVISOR, NOW + timedelta(1), boss.id)
    assert not staff.holds(abe, Right.SEE_STATUS)


@pytest.mark.parametrize("name", ["Ng", "NG", " ng ", "Ｎｇ"])
def test_that_a_name_is_taken_however_it_is_written(staff, boss, name):
    with pytest.raises(StaffRefusal, match="is taken"):
        staff.add(boss, name, Role.ATTENDANT, OTHER)


def test_that_a_name_stays_taken_after_its_user_has_gone(staff, boss):
    staff.add(boss, "Abe", Role.ATTENDANT, OTHER)
    staff.deactivate(boss, "Abe")
    with pytest.raises(StaffRefusal, match="is taken"):
        staff.add(boss, "ABE", Role.ATTENDANT, THIRD)


def test_that_a_seat_keeps_so_many_users_and_no_more(staff, boss):
    for number in range(1, MOST_USERS):
        staff.add(boss, f"User {number}", Role.ATTENDANT, OTHER)
    with pytest.raises(StaffRefusal, match=str(MOST_USERS)):
        staff.add(boss, "One more", Role.ATTENDANT, OTHER)
    assert len(staff.users()) == MOST_USERS
    assert staff.self_test() == []


# --- PINs -----------------------------------------------------------------------------------------------------------


def test_that_one_changes_ones_own_pin_by_the_old_one(staff, boss):
    assert staff.change_pin(boss, PIN, OTHER, NOW) == (StaffAct(ActKind.PIN_CHANGED, "Ng", "Ng"),)
    assert why(staff, "Ng", PIN) is Why.WRONG
    logged_in(staff, "Ng", OTHER)
    assert staff.holds(boss, Right.MANAGE_STAFF), "the session goes on"


def test_that_a_new_pin_ends_the_other_sessions(staff, boss):
    elsewhere = logged_in(staff, "Ng", PIN)
    staff.change_pin(boss, PIN, OTHER, NOW)
    assert not staff.holds(elsewhere, Right.SEE_STATUS)
    with pytest.raises(StaffRefusal, match="has ended"):
        staff.change_pin(elsewhere, OTHER, THIRD, NOW)


@pytest.mark.parametrize(("old", "new"), [(PIN, PIN), (PIN, "123456"), (PIN, "12"), (PIN, "")])
def test_that_a_new_pin_is_another_and_a_good_one(staff, boss, old, new):
    with pytest.raises(StaffRefusal):
        staff.change_pin(boss, old, new, NOW)
    logged_in(staff, "Ng", PIN)


def test_that_wrong_old_pins_lock_out_like_wrong_log_ins(staff, boss):
    reasons = [staff.change_pin(boss, wrong, THIRD, NOW).reason for wrong in ("918274", OTHER, "1", PIN)]
    assert reasons == [Why.WRONG, Why.WRONG, Why.WRONG, Why.LOCKED]
    assert why(staff, "Ng", PIN) is Why.LOCKED


def test_that_a_supervisor_gives_another_a_new_pin_which_ends_a_lock_out(staff, boss):
    staff.add(boss, "Abe", Role.ATTENDANT, OTHER)
    assert [why(staff, "Abe", THIRD) for _ in range(3)] == [Why.WRONG] * 3
    assert staff.reset_pin(boss, "abe", THIRD) == StaffAct(ActKind.PIN_RESET, "Abe", "Ng")
    logged_in(staff, "Abe", THIRD)
    assert why(staff, "Abe", OTHER) is Why.WRONG


def test_that_an_open_session_does_not_reset_its_own_pin(staff, boss):
    with pytest.raises(StaffRefusal, match="one's own PIN is changed"):
        staff.reset_pin(boss, "NG", OTHER)
    logged_in(staff, "Ng", PIN)


# --- roles, leaving -------------------------------------------------------------------------------------------------


def test_that_the_last_active_supervisor_stays_one(staff, boss):
    staff.add(boss, "Abe", Role.ATTENDANT, OTHER)
    for change in (lambda: staff.deactivate(boss, "Ng"), lambda: staff.set_role(boss, "Ng", Role.AUDITOR)):
        with pytest.raises(StaffRefusal, match="last active supervisor"):
            change()
    staff.set_role(boss, "Abe", Role.SUPERVISOR)
    staff.deactivate(boss, "Abe")
    with pytest.raises(StaffRefusal, match="last active supervisor"):
        staff.set_role(boss, "Ng", Role.ATTENDANT)
    staff.reactivate(boss, "Abe")
    staff.set_role(boss, "Ng", Role.ATTENDANT)
    assert names(staff) == [("Ng", Role.ATTENDANT, True), ("Abe", Role.SUPERVISOR, True)]


def test_that_another_role_or_leaving_ends_a_session(staff, boss):
    staff.add(boss, "Abe", Role.SUPERVISOR, OTHER)
    abe = logged_in(staff, "Abe", OTHER)
    act = staff.set_role(boss, "Abe", Role.AUDITOR)
    assert act == StaffAct(ActKind.ROLE_SET, "Abe", "Ng", {"from": "supervisor", "role": "auditor"})
    with pytest.raises(StaffRefusal, match="has ended"):
        staff.deactivate(abe, "Ng")
    again = logged_in(staff, "Abe", OTHER)
    assert staff.deactivate(boss, "Abe") == StaffAct(ActKind.DEACTIVATED, "Abe", "Ng")
    assert not staff.holds(again, Right.SEE_STATUS)


def test_that_who_has_left_is_told_so_by_the_right_pin_alone(staff, boss):
    staff.add(boss, "Abe", Role.ATTENDANT, OTHER)
    staff.deactivate(boss, "Abe")
    assert why(staff, "Abe", OTHER) is Why.INACTIVE
    assert why(staff, "Abe", THIRD) is Why.WRONG
    assert staff.reactivate(boss, "Abe").kind is ActKind.REACTIVATED
    logged_in(staff, "Abe", OTHER)


def test_that_a_log_out_ends_the_session(staff, boss):
    assert staff.log_out(boss) == StaffAct(ActKind.LOGGED_OUT, "Ng", "Ng")
    assert not staff.holds(boss, Right.SEE_STATUS)
    with pytest.raises(StaffRefusal, match="has ended"):
        staff.add(boss, "Abe", Role.ATTENDANT, OTHER)


def test_that_changing_who_is_not_there_is_refused(staff, boss):
    for change in (staff.deactivate, staff.reactivate, staff.unlock):
        with pytest.raises(StaffRefusal, match="no user 'Eve'"):
            change(boss, "Eve")


# --- badges ---------------------------------------------------------------------------------------------------------


def test_that_a_badge_stands_for_the_name_and_never_for_the_pin(staff, boss):
    act = staff.set_badge(boss, "Ng", BADGE)
    assert act == StaffAct(ActKind.BADGE_SET, "Ng", "Ng", {"badge": 1, "second-factor": 0})
    assert logged_in(staff, "", PIN, BADGE).name == "Ng"
    assert logged_in(staff, "Ng", PIN).name == "Ng"
    assert logged_in(staff, "Ng", PIN, f" {BADGE} ").name == "Ng"
    assert [why(staff, "", pin, BADGE) for pin in ("", OTHER)] == [Why.WRONG] * 2


def test_that_a_badge_as_second_factor_is_wanted_beside_the_right_pin(staff, boss):
    staff.set_badge(boss, "Ng", BADGE, second_factor=True)
    for badge in (None, "", "  "):
        refused = staff.log_in("Ng", PIN, badge, NOW)
        assert (refused.reason, refused.tries_left) == (Why.BADGE_WANTED, 3), "it costs no try"
    assert why(staff, "Ng", OTHER) is Why.WRONG
    assert logged_in(staff, "Ng", PIN, BADGE)
    assert [why(staff, "Ng", PIN, "SB-0008-XK") for _ in range(4)] == [*[Why.WRONG] * 3, Why.LOCKED]


def test_that_a_strange_badge_is_a_wrong_try_even_where_none_is_wanted(staff, boss):
    assert why(staff, "Ng", PIN, BADGE) is Why.WRONG
    assert why(staff, "", PIN, BADGE) is Why.WRONG


def test_that_a_badge_is_one_users(staff, boss):
    staff.set_badge(boss, "Ng", BADGE)
    staff.add(boss, "Abe", Role.ATTENDANT, OTHER)
    with pytest.raises(StaffRefusal, match="is Ng's") as refused:
        staff.set_badge(boss, "Abe", BADGE)
    assert BADGE not in str(refused.value)
    staff.set_badge(boss, "Ng", None)
    staff.set_badge(boss, "Abe", BADGE)
    assert logged_in(staff, "", OTHER, BADGE).name == "Abe"
    with pytest.raises(StaffRefusal, match="has no badge"):
        staff.set_badge(boss, "Ng", None, second_factor=True)


# --- secrets --------------------------------------------------------------------------------------------------------


def test_that_no_pin_and_no_badge_stands_in_a_file_a_list_or_an_act(staff, boss, path):
    told = [staff.add(boss, "Abe", Role.ATTENDANT, OTHER, badge=BADGE, second_factor=True)]
    told += [staff.log_in("Abe", OTHER, None, NOW), staff.log_in(THIRD, OTHER, "SB-NOBODYS", NOW)]
    told += [staff.log_in("Abe", OTHER, BADGE, NOW), *staff.change_pin(boss, PIN, THIRD, NOW), staff.users()]
    secrets = [PIN, OTHER, THIRD, BADGE, "SB-NOBODYS", "argon2"]
    assert not [secret for secret in secrets if secret in repr(told)]
    written = b"".join(file.read_bytes() for file in path.parent.iterdir())
    assert not [secret for secret in secrets[:-1] if secret.encode() in written]
    assert b"$argon2id$" in written


def test_that_a_time_without_a_zone_is_a_mistake_of_the_program(staff, boss):
    with pytest.raises(ValueError, match="no zone"):
        staff.log_in("Ng", PIN, None, datetime(2026, 11, 28))  # noqa: DTZ001 - that is the mistake


@pytest.mark.parametrize(
    "content", [b"no database at all, but some text" * 40, b"SQLite format 3\x00" + b"\xff" * 4000]
)
def test_that_a_file_that_is_no_database_is_a_fault_of_the_environment(path, content):
    path.write_bytes(content)
    with pytest.raises(EnvironmentFault, match=r"staff\.db"):
        StaffStore(path, QUICK)
    assert path.read_bytes() == content
    assert not path.with_suffix(".key").exists()


def test_that_a_folder_that_is_not_there_is_a_fault_of_the_environment(tmp_path):
    with pytest.raises(EnvironmentFault, match=r"staff\.db cannot be used"):
        StaffStore(tmp_path / "away" / "staff.db", QUICK)


def test_that_a_list_that_cannot_be_opened_says_so_again_and_again_and_does_not_grow():
    broken, long = BrokenStaff(EnvironmentFault("no room")), []
    for _ in range(3):
        with pytest.raises(EnvironmentFault, match="no room") as found:
            broken.users()
        long.append(len(found.traceback))
    assert long[0] == long[2]

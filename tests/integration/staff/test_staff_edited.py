"""staff.db and staff.key edited from outside: noticed, named, lets nobody in, and never mended in silence."""

# ruff: noqa: S608 - another hand's SQL, put together from our own words

import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import Role, StaffRefusal
from kiosk.store.staff import StaffStore
from kits.seat.staff import NOW, PINS, QUICK

ALL = ("id", "name", "key", "role", "active", "pin", "badge", "second_factor", "failures", "locked_until")
SEALS = ("seal_person", "seal_pin", "seal_badge", "seal_tries")
WRONG = "918273"


def test_that_nothing_is_found_in_what_nobody_touched(kept):
    assert kept.findings() == []
    assert [kept.enters(name) for name in PINS] == ["Ng", "Abe", "inactive"]


# --- one user's row -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("edit", "part"),
    [
        ("role = 'supervisor'", "name and role"),
        ("role = 'king'", "name and role"),
        ("name = 'Eve'", "name and role"),
        ("key = 'eve'", "name and role"),
        ("name = 'Eve', key = 'eve'", "name and role"),
        ("active = 0", "name and role"),
        ("active = 7", "name and role"),
        ("name = CAST(x'ff41' AS TEXT)", "name and role"),
        ("pin = ''", "PIN"),
        ("pin = (SELECT pin FROM user WHERE name = 'Ng')", "PIN"),
        ("pin = '$argon2id$v=19$m=4194304,t=99,p=1$AAAAAAAAAAAAAAAAAAAAAA$AAAAAAAAAAAAAAAAAAAAAA'", "PIN"),
        ("badge = NULL", "badge"),
        ("badge = x'00'", "badge"),
        ("second_factor = 1", "badge"),
        ("failures = 0", "tries"),
        ("failures = -5", "tries"),
        ("locked_until = 0", "tries"),
        ("locked_until = 9223372036854775807", "tries"),
        ("seal_pin = x''", "PIN"),
        ("seal_tries = seal_pin", "tries"),
    ],
)
def test_that_an_edited_row_is_named_with_its_part_and_lets_nobody_in(kept, edit, part):
    for _ in range(3):
        kept.enters("Abe", WRONG)
    kept.sql(f"UPDATE user SET {edit} WHERE name = 'Abe'")
    before = kept.rows("SELECT * FROM user WHERE id = 2", raw=True)
    assert kept.findings() == [f"staff.db: user 'Abe': {part}"]
    assert kept.enters("Abe") == "damaged"
    assert kept.enters("Ng") == "Ng", "the others work on"
    assert kept.rows("SELECT * FROM user WHERE id = 2", raw=True) == before, "nothing is mended in silence"
    assert kept.findings() == [f"staff.db: user 'Abe': {part}"]


def test_that_a_damaged_user_is_shown_as_such_and_not_changed_by_a_supervisor(kept):
    kept.sql("UPDATE user SET role = 'supervisor' WHERE name = 'Abe'")

    def changes(staff):
        boss = staff.log_in("Ng", PINS["Ng"], None, NOW)
        for change in (
            lambda: staff.reset_pin(boss, "Abe", WRONG),
            lambda: staff.set_role(boss, "Abe", Role.ATTENDANT),
            lambda: staff.set_badge(boss, "Abe", None),
            lambda: staff.unlock(boss, "Abe"),
            lambda: staff.deactivate(boss, "Abe"),
        ):
            with pytest.raises(StaffRefusal, match="changed from outside"):
                change()
        with pytest.raises(StaffRefusal, match="is taken"):
            staff.add(boss, "Abe", Role.ATTENDANT, WRONG)
        return [(member.name, member.role, member.damaged) for member in staff.users()]

    assert kept.ask(changes)[1] == ("Abe", None, "name and role")


def test_that_a_row_moved_to_another_number_is_found(kept):
    kept.sql("UPDATE user SET id = 9 WHERE name = 'Abe'")
    assert any("'Abe'" in finding for finding in kept.findings())
    assert kept.enters("Abe") == "damaged"


def test_that_a_row_copied_to_another_name_lets_nobody_in(kept):
    columns = ", ".join((*ALL[3:], *SEALS)).replace("badge,", "", 1)
    kept.sql(
        f"INSERT INTO user(id, name, key, {columns}) SELECT 8, 'Eve', 'eve', {columns} FROM user WHERE name = 'Ng'"
    )
    assert kept.findings() == ["staff.db: user 'Eve': the row was put in from outside"]
    assert (kept.enters("Eve", PINS["Ng"]), kept.enters("Ng")) == ("damaged", "Ng")


@pytest.mark.parametrize("numbers", [[2**63 - 1], [4, 5, 7], [-1, 0], range(4, 1_000)])
def test_that_rows_put_in_by_another_hand_are_never_written_over(kept, numbers):
    columns = ", ".join(("role", "active", "pin", "second_factor", "failures", "locked_until", *SEALS))
    copied = f"SELECT ?, 'Eve ' || ?, ?, {columns} FROM user WHERE name = 'Ng'"
    kept.sql(*((f"INSERT INTO user(id, name, key, {columns}) {copied}", (n, n, f"eve {n}")) for n in numbers))
    before = kept.rows("SELECT * FROM user WHERE id NOT IN (1, 2, 3) ORDER BY id")
    assert len(kept.findings()) <= 101

    def add(staff):
        staff.add(staff.log_in("Ng", PINS["Ng"], None, NOW), "Bea", Role.ATTENDANT, PINS["Abe"])

    try:
        kept.ask(add)
    except EnvironmentFault:
        assert len(numbers) > 400, "so many that not all of them are read"
    else:
        assert kept.enters("Bea", PINS["Abe"]) == "Bea"
    assert kept.rows("SELECT * FROM user WHERE name LIKE 'Eve %' ORDER BY id") == before
    assert kept.enters("Eve 4", PINS["Ng"]) in ("damaged", "wrong")


def test_that_swapped_hashes_are_found_on_both_sides(kept):
    (ng,), (abe,) = kept.rows("SELECT pin FROM user WHERE id < 3 ORDER BY id")
    kept.sql(
        ("UPDATE user SET pin = ? WHERE id = 1", (abe,)), ("UPDATE user SET pin = ? WHERE id = 2", (ng,))
    )
    assert kept.findings() == ["staff.db: user 'Ng': PIN", "staff.db: user 'Abe': PIN"]
    assert kept.enters("Ng", PINS["Abe"]) == "damaged"


def test_that_a_deleted_row_is_named_and_its_name_is_not_free(kept):
    kept.sql("DELETE FROM user WHERE name = 'Abe'")
    assert kept.findings() == ["staff.db: user 'Abe': the whole row is missing"]
    assert kept.enters("Abe") == "damaged"

    def again(staff):
        boss = staff.log_in("Ng", PINS["Ng"], None, NOW)
        staff.add(boss, "Abe", Role.ATTENDANT, WRONG)

    with pytest.raises(StaffRefusal, match="is taken"):
        kept.ask(again)


def test_that_a_row_put_back_from_earlier_gives_no_new_tries(kept):
    before = kept.rows("SELECT * FROM user WHERE name = 'Abe'")[0]
    assert [kept.enters("Abe", WRONG) for _ in range(3)] == ["wrong"] * 3
    kept.sql(
        "DELETE FROM user WHERE name = 'Abe'",
        (f"INSERT INTO user VALUES ({','.join('?' * len(before))})", before),
    )
    assert kept.findings() == ["staff.db: user 'Abe': tries"]
    assert kept.enters("Abe") == "damaged"


def test_that_who_has_left_does_not_come_back_by_an_older_row(kept):
    def bring_back(staff):
        staff.reactivate(staff.log_in("Ng", PINS["Ng"], None, NOW), "Tom")

    def let_go(staff):
        staff.deactivate(staff.log_in("Ng", PINS["Ng"], None, NOW), "Tom")

    kept.ask(bring_back)
    active, seal = kept.rows("SELECT active, seal_person FROM user WHERE name = 'Tom'")[0]
    kept.ask(let_go)
    kept.sql(("UPDATE user SET active = ?, seal_person = ? WHERE name = 'Tom'", (active, seal)))
    assert kept.findings() == ["staff.db: user 'Tom': name and role"]
    assert kept.enters("Tom") == "damaged"


@settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    column=st.sampled_from((*ALL[1:], *SEALS)),
    number=st.integers(1, 3),
    integer=st.integers(-(2**63), 2**63 - 1),
    text=st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]), max_size=60),
    blob=st.binary(max_size=40),
)
def test_that_any_other_value_in_any_column_is_found_and_lets_nobody_in(
    kept, column, number, integer, text, blob
):
    kinds = {"INTEGER": integer, "TEXT": text, "BLOB": blob}
    kind = next(
        kind for name, kind in kept.rows("SELECT name, type FROM pragma_table_info('user')") if name == column
    )
    name, old = kept.rows(f"SELECT name, {column} FROM user WHERE id = {number}")[0]
    if kinds[kind] == old:
        return
    try:
        kept.sql((f"UPDATE user SET {column} = ? WHERE id = ?", (kinds[kind], number)))
    except sqlite3.IntegrityError:
        return  # the file itself refuses it
    assert len(kept.findings()) == 1
    assert f"user '{name}'" in kept.findings()[0]
    assert kept.enters(name) == "damaged"
    kept.sql((f"UPDATE user SET {column} = ? WHERE id = ?", (old, number)))
    assert kept.findings() == []


# --- the terminal's record, the tables ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "edit",
    [
        "DELETE FROM terminal",
        "UPDATE terminal SET seal = x'00'",
        "UPDATE terminal SET body = '{}'",
        "UPDATE terminal SET body = 'no JSON'",
        "UPDATE terminal SET body = replace(body, '\"tries\":[10', '\"tries\":[0')",
        "ALTER TABLE terminal ADD COLUMN more TEXT",
        "CREATE TRIGGER free AFTER UPDATE ON user BEGIN UPDATE user SET failures = 0; END",
        "CREATE TRIGGER free BEFORE UPDATE ON user BEGIN SELECT RAISE(IGNORE); END",
        "CREATE TABLE more(id INTEGER)",
    ],
)
def test_that_an_edited_terminal_lets_nobody_in(kept, edit):
    for number in range(10):
        kept.enters(f"Name {number}", WRONG)
    kept.sql(edit)
    assert len(kept.findings()) == 1
    assert kept.enters("Ng", now=NOW + timedelta(hours=2)) == "damaged"
    assert not kept.ask(lambda staff: staff.first_run)
    for change in (StaffStore.users, lambda staff: staff.create_first("Eve", WRONG)):
        with pytest.raises(EnvironmentFault, match=r"staff\.db"):
            kept.ask(change)


@pytest.mark.parametrize(
    "edits",
    [
        ["DELETE FROM user"],
        ["DELETE FROM user", "DELETE FROM terminal"],
        ["DROP TABLE user"],
        ["PRAGMA application_id = 7"],
        ["PRAGMA user_version = 2"],
    ],
)
def test_that_an_emptied_file_gives_no_first_run(kept, edits):
    kept.sql(*edits)
    try:
        assert kept.findings()
        assert kept.enters("Ng") == "damaged"
        assert not kept.ask(lambda staff: staff.first_run)
    except EnvironmentFault as fault:
        assert "staff.db" in str(fault)  # noqa: PT017 - either way it is said
    with pytest.raises((StaffRefusal, EnvironmentFault)):
        kept.ask(lambda staff: staff.create_first("Eve", WRONG))


def test_that_a_lost_file_beside_its_key_gives_no_first_run(kept):
    kept.path.unlink()
    assert kept.findings() == ["staff.db: the record of the terminal is missing"]
    assert not kept.ask(lambda staff: staff.first_run)
    with pytest.raises(EnvironmentFault, match="is missing"):
        kept.ask(lambda staff: staff.create_first("Eve", WRONG))


def test_that_an_empty_earlier_file_put_back_gives_no_first_run(kept, tmp_path):
    empty = tmp_path / "empty"
    empty.mkdir()
    StaffStore(empty / "staff.db", QUICK).close()
    fresh = kept.key.read_bytes().replace(b"true", b"false")
    (empty / "staff.key").write_bytes(fresh)
    (empty / "staff.db").unlink()
    StaffStore(empty / "staff.db", QUICK).close()  # sealed with the very same secret
    (empty / "staff.db").replace(kept.path)
    found, older = kept.findings()
    assert found == "staff.db: there were users and none is left"
    assert "an older copy" in older
    assert not kept.ask(lambda staff: staff.first_run)


# --- the key --------------------------------------------------------------------------------------------------------


def lose(key):
    key.unlink()


def link(key):
    key.rename(key.with_suffix(".moved"))
    key.symlink_to(key.with_suffix(".moved"))


def folder(key):
    key.unlink()
    key.mkdir()


def another(key):
    key.write_text('{"version":1,"secret":"' + "ab" * 32 + '","began":true}')


@pytest.mark.parametrize(
    "harm",
    [
        lose,
        link,
        folder,
        another,
        lambda key: key.write_bytes(b""),
        lambda key: key.write_bytes(b"\xff" * 9000),
        lambda key: key.write_text('{"version":1,"secret":"","began":true}'),
        lambda key: key.write_text('{"version":2,"secret":"' + "ab" * 32 + '","began":true}'),
        lambda key: key.write_text('{"version":1,"secret":"\u00e4","began":1}'),
        lambda key: key.write_bytes(key.read_bytes()[:-20]),
    ],
)
def test_that_a_lost_or_damaged_key_is_a_finding_and_is_not_made_anew(kept, harm):
    harm(kept.key)
    before = None if not kept.key.is_file() else kept.key.read_bytes()
    assert len(kept.findings()) == 1
    assert "staff.key" in kept.findings()[0]
    assert kept.enters("Ng") == "damaged"
    assert not kept.ask(lambda staff: staff.first_run)
    with pytest.raises(EnvironmentFault, match=r"staff\.key"):
        kept.ask(lambda staff: staff.create_first("Eve", WRONG))
    assert (None if not kept.key.is_file() else kept.key.read_bytes()) == before


def test_that_a_key_that_goes_missing_while_the_program_runs_lets_nobody_in(kept):
    moved = kept.key.with_suffix(".moved")
    with closing(StaffStore(kept.path, QUICK)) as staff:
        boss = staff.log_in("Ng", PINS["Ng"], None, NOW)
        kept.key.rename(moved)
        assert staff.log_in("Ng", PINS["Ng"], None, NOW).reason == "damaged"
        with pytest.raises(EnvironmentFault, match=r"staff\.key is missing"):
            staff.unlock(boss, "Abe")
        moved.rename(kept.key)
        assert staff.log_in("Ng", PINS["Ng"], None, NOW).name == "Ng"


def test_that_a_key_that_others_can_read_is_a_finding(kept):
    kept.key.chmod(0o640)
    assert kept.findings() == ["staff.key can be read by others: mode 0640, expected 0600"]
    assert kept.enters("Ng") == "Ng"


@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(where=st.floats(0, 0.999), bits=st.integers(1, 255))
def test_that_a_byte_flipped_anywhere_lets_nobody_in_as_somebody_else(kept, where, bits):
    whole = kept.path.read_bytes()
    damaged = bytearray(whole)
    damaged[int(where * len(whole))] ^= bits
    kept.path.write_bytes(damaged)
    try:
        members = kept.ask(lambda staff: [one for one in staff.users() if not one.damaged])
        assert {(one.name, one.role) for one in members} <= {
            ("Ng", Role.SUPERVISOR),
            ("Abe", Role.ATTENDANT),
            ("Tom", Role.TECHNICIAN),
        }
        assert kept.enters("Tom") != "Tom"
        kept.findings()
    except EnvironmentFault as fault:
        assert "staff" in str(fault)  # noqa: PT017 - either way it is said
    for more in kept.path.parent.glob("staff.db-*"):
        more.unlink()
    kept.path.write_bytes(whole)
    assert kept.findings() == []

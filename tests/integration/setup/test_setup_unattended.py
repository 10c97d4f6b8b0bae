"""The first run from a file: what is written, found, refused and left alone."""

import re
import stat

import pytest

from kiosk import cli
from kiosk.app.config import read_seat_file
from kiosk.app.state_dir import hold_folder
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.answers import read_answers
from kiosk.ops.setup.devices import Devices
from kiosk.ops.setup.summary import Warn
from kiosk.ops.setup.unattended import set_up
from kiosk.ops.setup.zone import zone_of
from kiosk.ops.update.machine import Ran
from kiosk.seat.roles import Role
from kiosk.store.staff import StaffStore
from kiosk.store.staff_acts import StaffActs
from kits.ops import setup as kit

FIND = re.sub(r"(?m)^(acceptor|printer|cabinet|print_test) = .*\n", "", kit.ANSWERS)


def run(folder, root, text=kit.ANSWERS, again=False, look=Devices, **more):
    path = kit.write_answers(folder, text, more.pop("pin", kit.PIN))
    return set_up(read_answers(path), kit.seat_at(root, **more), look, again=again)


@pytest.fixture
def root(tmp_path):
    kit.make_usb_drive(tmp_path)
    return kit.make_root(tmp_path)


def test_that_a_bare_machine_gets_all_that_a_seat_needs(root, tmp_path):
    found = run(tmp_path, root)
    path = root / "etc/etg-kiosk/seat.toml"
    file = read_seat_file(path)
    assert (file.casino, file.table, file.seat, file.layout) == (kit.CASINO, "12", "07", "A")
    assert file.state.as_posix() == "/var/lib/etg-kiosk/seat"
    assert stat.S_IMODE(file.log.key.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert zone_of(root) == kit.ZONE
    assert (root / "etc/timezone").read_text() == f"{kit.ZONE}\n"
    staff = StaffStore(root / "var/lib/etg-kiosk/seat/staff.db")
    (member,) = staff.users()
    staff.close()
    assert (member.name, member.role) == (kit.STAFF, Role.SUPERVISOR)
    assert kit.values(found)["first supervisor"] == kit.STAFF


def test_that_the_pin_stands_in_no_file_that_was_written(root, tmp_path):
    run(tmp_path, root)
    for _, data in kit.tree(root).values():
        assert kit.PIN.encode() not in data


def test_that_a_repeat_changes_nothing_and_needs_no_leave(root, tmp_path):
    run(tmp_path, root)
    before = kit.tree(root)
    found = run(tmp_path, root)
    assert found.acts == ("nothing to change",)
    assert kit.tree(root) == before


def test_that_devices_on_their_lines_are_found_and_named(root, tmp_path):
    with kit.bench() as (ports, paper):
        found = run(tmp_path, root, FIND, look=kit.look_at(ports))
        assert paper.refused == []
    file = read_seat_file(root / "etc/etg-kiosk/seat.toml")
    acceptor, board, printer = (port.name for port in ports)
    assert (file.acceptor.kind, file.acceptor.port, file.acceptor.notes) == ("id003", acceptor, kit.NOTES)
    assert (file.cabinet.kind, file.cabinet.port) == ("board", board)
    assert (file.printer.kind, file.printer.serial, file.printer.baud) == ("escpos", printer, 115_200)
    warned = {warning.what for warning in found.warnings}
    assert warned.isdisjoint({Warn.ACCEPTOR, Warn.PRINTER, Warn.CABINET, Warn.TOUCH})


def test_that_a_seat_that_was_set_up_is_left_alone_without_a_word_of_again(root, tmp_path):
    run(tmp_path, root)
    before = kit.tree(root)
    other = kit.ANSWERS.replace('seat = "07"', 'seat = "08"')
    with pytest.raises(EnvironmentFault, match=r"seat.toml is there already: .* --again"):
        run(tmp_path, root, other)
    assert kit.tree(root) == before
    run(tmp_path, root, other, again=True)
    file = read_seat_file(root / "etc/etg-kiosk/seat.toml")
    assert (file.seat, file.layout) == ("08", "C")
    folders = [path for path in (root / "etc/etg-kiosk/seat").iterdir() if path.is_dir()]
    assert folders == [file.log.key.parent]  # the old certificates are gone


def test_that_a_running_seat_is_not_set_up(root, tmp_path):
    state = root / "var/lib/etg-kiosk/seat"
    held = hold_folder(state, "seat")
    try:
        with pytest.raises(EnvironmentFault, match=r"a seat runs with .*: stop it"):
            run(tmp_path, root)
    finally:
        held.close()
    assert not (root / "etc/etg-kiosk/seat.toml").exists()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (('seat = "07"', 'seat = "7!"'), r"seat of '7!': Expected 1 to 16 ASCII letters"),
        (('seat = "07"', 'seat = "09"'), r"holds nothing for seat 09 of table 12: found 12/07, 12/08"),
        (('table = "12"', 'table = "13"'), r"nothing for seat 07 of table 13: found 12/07, 12/08"),
        (('"stick"', '"no-stick"'), r"no-stick cannot be read"),
        (('"Australia/Sydney"', '"Australia/Nowhere"'), r"time_zone of 'Australia/Nowhere': expected"),
        (('"Australia/Sydney"', '"../../../etc/passwd"'), r"time_zone of '../../../etc/passwd': expected"),
        (("[supervisor]", "[superviser]"), r"unknown field `superviser`"),
        (('{ kind = "pdf" }', '{ kind = "cups" }'), r"printer.queue of None: expected the address"),
        (('{ kind = "none" }', '{ kind = "board" }'), r"cabinet.port"),
        (('cabinet = { kind = "none" }', 'cabinet = "find"'), r"cabinet of 'find': none found"),
        (
            ("[supervisor]", "ticket_limit = 9000000\n[supervisor]"),
            r"ticket_limit of 9000000: expected at most",
        ),
        (('table = "12"', "table = "), r"is not TOML"),
        (('"pin.txt"', '"no-pin.txt"'), r"pin_file .*no-pin.txt cannot be read"),
    ],
)
def test_that_wrong_answers_are_refused_in_words_and_nothing_is_written(root, tmp_path, change, said):
    before = kit.tree(root)
    with pytest.raises(EnvironmentFault, match=said):
        run(tmp_path, root, kit.ANSWERS.replace(*change))
    assert kit.tree(root) == before


@pytest.mark.parametrize("pin", ["123456", "111111", "12", "letters"])
def test_that_a_pin_that_is_easy_to_guess_is_refused_and_not_repeated(root, tmp_path, pin):
    before = kit.tree(root)
    with pytest.raises(EnvironmentFault, match="first supervisor: the PIN") as caught:
        run(tmp_path, root, pin=pin)
    assert pin not in str(caught.value).replace("12 digits", "")
    assert kit.tree(root) == before


def test_that_two_devices_of_one_kind_are_not_chosen_between(root, tmp_path):
    with kit.bench() as (ports, _), kit.bench() as (others, _):
        found = kit.look_at((*ports, *others))()
    with pytest.raises(EnvironmentFault, match=r"acceptor of 'find': 2 found: .*expected exactly one"):
        run(tmp_path, root, FIND, look=lambda: found)


def test_that_an_existing_supervisor_stays(root, tmp_path):
    run(tmp_path, root)
    (root / "etc/etg-kiosk/seat.toml").unlink()
    found = run(tmp_path, root, kit.ANSWERS.replace("Ann Lee", "Bob Ray"))
    assert kit.values(found)["first supervisor"] == kit.STAFF


def test_that_a_machine_that_runs_is_told_its_zone_by_the_system(root, tmp_path):
    asked = kit.Said()
    run(tmp_path, root, run=asked, live=True)
    assert asked.commands == [["timedatectl", "set-timezone", kit.ZONE]]


def test_that_a_system_that_refuses_a_zone_keeps_the_configuration_unwritten(root, tmp_path):
    with pytest.raises(EnvironmentFault, match=r"timedatectl .*: Failed to connect"):
        run(tmp_path, root, run=kit.Said(timedatectl=Ran(1, "", "Failed to connect to bus")), live=True)
    assert not (root / "etc/etg-kiosk/seat.toml").exists()


def test_that_a_machine_in_a_folder_never_changes_the_zone_of_the_one_around_it(root, tmp_path):
    (root / "run/systemd/system").mkdir(parents=True)
    asked = kit.Said()
    run(tmp_path, root, run=asked)
    assert asked.commands == []
    assert zone_of(root) == kit.ZONE


def test_that_a_machine_without_the_packages_is_refused(tmp_path):
    kit.make_usb_drive(tmp_path)
    root = kit.make_root(tmp_path)
    (root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")
    with pytest.raises(EnvironmentFault, match="has no user etg-seat"):
        run(tmp_path, root)
    (root / "etc/etg-kiosk/seat").rmdir()
    (root / "etc/etg-kiosk").rmdir()
    with pytest.raises(EnvironmentFault, match="is not there: expected it of the package"):
        run(tmp_path, root)


def test_that_the_signed_manifest_is_named_where_the_packages_have_put_one(root, tmp_path):
    software = root / "usr/lib/etg-kiosk"
    software.mkdir(parents=True)
    (software / "manifest.json").write_text("{}")
    (root / "etc/etg-kiosk/manifest-key.pem").write_text("-")
    found = run(tmp_path, root)
    file = read_seat_file(root / "etc/etg-kiosk/seat.toml")
    assert file.software.manifest.as_posix() == "/usr/lib/etg-kiosk/manifest.json"
    assert Warn.SOFTWARE not in {warning.what for warning in found.warnings}


def test_that_the_command_prints_every_value_and_every_warning(root, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("kiosk.commands.setup.look", Devices)
    path = kit.write_answers(tmp_path)
    assert cli.main(["setup", "--unattended", str(path), "--root", str(root)]) == 0
    out = capsys.readouterr().out
    assert "seat: 07\n" in out
    assert "warning: no acceptor: at a table with money this seat does not start" in out
    path.write_text(kit.ANSWERS.replace("12", "99"))
    assert cli.main(["setup", "--unattended", str(path), "--root", str(root)]) == 2
    assert "holds nothing for seat 07 of table 99" in capsys.readouterr().err


# --- what the seat's journal will say -----------------------------------------------------------------------------


def told(root):
    """What lies there for the seat to take over: kind, name, detail."""
    acts = StaffActs(root / "var/lib/etg-kiosk/seat/staff-acts.jsonl")
    return [(act.kind.value, act.name, act.detail) for act in acts.take(lambda _: set())]


def test_that_the_journal_will_say_who_was_made_and_what_was_set_up(root, tmp_path):
    run(tmp_path, root)
    begun, made, done = told(root)
    assert begun == ("seat-set-up-begun", "", {"again": 0})
    assert made == ("staff-first-made", kit.STAFF, {"role": "supervisor"})
    assert done[:2] == ("seat-set-up", "")
    assert "seat.toml written" in done[2]["what"]
    assert f"staff-first-made {kit.STAFF}" in done[2]["what"]
    path = root / "var/lib/etg-kiosk/seat/staff-acts.jsonl"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_that_a_repeat_that_changes_nothing_leaves_no_word_and_another_set_up_does(root, tmp_path):
    run(tmp_path, root)
    before = told(root)
    run(tmp_path, root)
    assert told(root) == before
    run(tmp_path, root, kit.ANSWERS.replace('seat = "07"', 'seat = "08"'), again=True)
    assert [kind for kind, _, _ in told(root)[len(before) :]] == ["seat-set-up-begun", "seat-set-up"]
    assert told(root)[len(before)][2] == {"again": 1}


def test_that_nothing_is_set_up_that_cannot_be_written_down(root, tmp_path):
    (root / "var/lib/etg-kiosk/seat/staff-acts.jsonl").mkdir()
    before = kit.tree(root / "etc")
    with pytest.raises(EnvironmentFault, match=r"staff-acts\.jsonl cannot be used: .*nothing was done"):
        run(tmp_path, root)
    assert kit.tree(root / "etc") == before
    assert not (root / "var/lib/etg-kiosk/seat/staff.db").exists()


def test_that_a_set_up_that_fails_half_way_says_why(root, tmp_path):
    def full(at):
        if at == "staged":
            raise OSError(28, "No space left on device")

    with pytest.raises(EnvironmentFault, match="No space left"):
        run(tmp_path, root, step=full)
    kinds = [kind for kind, _, _ in told(root)]
    assert kinds == ["seat-set-up-begun", "staff-first-made", "staff-command-failed"]
    assert "No space left" in told(root)[-1][2]["why"]

"""What lies on a USB drive is somebody else's: it is looked through, named, and taken whole or not at all."""

import json
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.ops.provision.ca import CERTIFICATE_DAYS, Authority
from kiosk.ops.setup.answers import LARGEST
from kiosk.ops.setup.provided import find_provided, read_provided, seats_in
from kiosk.ops.setup.usb_drives import OPTIONS, TYPES, UsbDrive, offers, opened, take, usb_drives
from kiosk.ops.update.machine import Ran


def now():
    return datetime.now(UTC)


@pytest.fixture
def usb_drive(provided, tmp_path):
    """A copy of a provided folder, as on a USB drive that knows no modes."""
    folder = tmp_path / "stick"
    shutil.copytree(provided, folder / "table-12")
    for path in folder.rglob("*"):
        path.chmod(0o755)
    return folder


def part(usb_drive, name=""):
    return usb_drive / "table-12/config/seat-07" / name


def test_that_a_seats_part_is_found_wherever_on_the_usb_drive_it_is_looked_for(usb_drive):
    wanted = usb_drive / "table-12/config/seat-07.toml"
    for folder in (usb_drive, usb_drive / "table-12", usb_drive / "table-12/config"):
        assert seats_in(folder, "12", "07") == wanted


def test_that_a_part_is_taken_with_everything_that_a_seat_needs(usb_drive):
    found = read_provided(seats_in(usb_drive, "12", "07"), now)
    assert (found.file.table, found.file.seat, found.file.layout) == ("12", "07", "A")
    assert found.parts["client.key"] == part(usb_drive, "client.key").read_bytes()
    assert found.warnings == ()
    assert found.expires == f"{now() + timedelta(days=CERTIFICATE_DAYS, hours=-1):%Y-%m-%d}"


def test_that_nothing_on_the_usb_drive_is_changed(usb_drive):
    before = {path: path.stat().st_mtime_ns for path in usb_drive.rglob("*")}
    read_provided(seats_in(usb_drive, "12", "07"), now)
    assert {path: path.stat().st_mtime_ns for path in usb_drive.rglob("*")} == before


def test_that_what_is_there_instead_is_named(usb_drive):
    with pytest.raises(EnvironmentFault, match=r"nothing for seat 31 of table 12: found 12/07, 12/08"):
        seats_in(usb_drive, "12", "31")


def test_that_two_parts_for_one_seat_are_not_chosen_between(usb_drive):
    shutil.copytree(usb_drive / "table-12", usb_drive / "older")
    with pytest.raises(EnvironmentFault, match="2 files for seat 07 of table 12"):
        seats_in(usb_drive, "12", "07")


def refused(usb_drive, match):
    with pytest.raises(EnvironmentFault, match=match) as caught:
        read_provided(seats_in(usb_drive, "12", "07"), now)
    assert str(usb_drive) in str(caught.value)  # the file on the USB drive, not a copy of it
    assert "/kiosk-setup-" not in str(caught.value)


def test_that_a_certificate_of_another_seat_is_refused(usb_drive):
    for name in ("client.crt", "client.key"):
        shutil.copy(usb_drive / "table-12/config/seat-08" / name, part(usb_drive, name))
    refused(usb_drive, r"client.crt is for '12.seat.08': expected '12.seat.07'")


def test_that_a_certificate_of_another_authority_is_refused(usb_drive):
    part(usb_drive, "ca.crt").write_bytes(Authority("table 13").pair.certificate)
    refused(usb_drive, r"client.crt was issued by 'CN=table 12 floor', but not by .*'CN=table 13'")


def test_that_an_expired_certificate_is_refused_and_one_that_ends_soon_is_warned_of(usb_drive):
    path = seats_in(usb_drive, "12", "07")
    with pytest.raises(EnvironmentFault, match=r"client.crt expired on"):
        read_provided(path, lambda: now() + timedelta(days=CERTIFICATE_DAYS + 1))
    (warning,) = read_provided(path, lambda: now() + timedelta(days=CERTIFICATE_DAYS - 5)).warnings
    assert "client.crt expires on" in warning


def test_that_a_key_of_another_certificate_is_refused(usb_drive):
    shutil.copy(usb_drive / "table-12/config/seat-08/client.key", part(usb_drive, "client.key"))
    refused(usb_drive, "are no readable PEM pair of one key")


def test_that_a_key_whose_signatures_nobody_would_believe_is_refused(usb_drive):
    shutil.copy(usb_drive / "table-12/config/seat-08/sign.key", part(usb_drive, "sign.key"))
    refused(usb_drive, r"sign\.key: its public key \S+ is not among those of 12\.seat\.07")
    part(usb_drive, "sign.key").unlink()
    refused(usb_drive, r"sign\.key cannot be read: No such file")


def test_that_a_long_list_of_signers_is_taken(usb_drive):
    text = part(usb_drive, "signers.json").read_bytes()
    part(usb_drive, "signers.json").write_bytes(text + b" " * LARGEST)
    assert len(read_provided(seats_in(usb_drive, "12", "07"), now).parts["signers.json"]) > LARGEST


def test_that_a_file_that_is_missing_is_named(usb_drive):
    part(usb_drive, "client.key").unlink()
    refused(usb_drive, r"client.key cannot be read: No such file")


def test_that_a_link_is_not_followed_into_this_machine(usb_drive):
    part(usb_drive, "client.key").unlink()
    part(usb_drive, "client.key").symlink_to("/etc/passwd")
    refused(usb_drive, "client.key cannot be read")


def test_that_a_pipe_or_a_file_without_end_is_not_waited_for(usb_drive):
    part(usb_drive, "ca.crt").unlink()
    os.mkfifo(part(usb_drive, "ca.crt"))
    refused(usb_drive, "ca.crt is no file")
    part(usb_drive, "ca.crt").unlink()
    part(usb_drive, "ca.crt").write_bytes(b"-" * (LARGEST + 1))
    refused(usb_drive, f"ca.crt has more than {LARGEST} bytes")


def test_that_a_file_that_names_keys_elsewhere_is_refused(usb_drive):
    path = seats_in(usb_drive, "12", "07")
    elsewhere = str(usb_drive / "table-12/config/seat-08")
    path.write_text(path.read_text().replace('"seat-07/', f'"{elsewhere}/'))
    with pytest.raises(EnvironmentFault):
        read_provided(path, now)


@pytest.mark.parametrize("damage", [b"\xff\xfe", b"[[[", b"seat = 7\n", b""])
def test_that_a_damaged_file_is_an_error_in_words(usb_drive, damage):
    path = usb_drive / "table-12/config/seat-07.toml"
    path.write_bytes(damage)
    with pytest.raises(EnvironmentFault, match=r"seat-07.toml"):
        read_provided(path, now)


def test_that_an_empty_usb_drive_holds_nothing_and_one_that_is_gone_is_told(tmp_path):
    assert find_provided(tmp_path) == ()
    with pytest.raises(EnvironmentFault, match="cannot be read"):
        find_provided(tmp_path / "gone")


def test_that_names_with_foreign_signs_are_neither_offered_nor_shown(usb_drive):
    config = usb_drive / "table-12/config"
    (config / "seat-\x1b[2J.toml").write_text('table = "12"')
    (config / "seat-66.toml").write_text('table = "\\u001b[2J"')
    (config / "seat-67.toml").write_text("table = " + "[" * 30_000)
    assert all("\x1b" not in str(path) for path in find_provided(usb_drive))
    with pytest.raises(EnvironmentFault) as caught:
        seats_in(usb_drive, "12", "31")
    assert str(caught.value).isprintable()


# --- the USB drives of the machine ----------------------------------------------------------------------------------


class UsbDrives:
    """lsblk, mount and umount over folders: what is mounted is a link to a folder."""

    def __init__(self, folders, refuse=()):
        self.folders, self.refuse, self.commands = folders, refuse, []

    def __call__(self, command):
        self.commands.append(list(command))
        match command[0]:
            case "lsblk":
                inner = [{"path": name, "fstype": "vfat", "label": "KIOSK"} for name in self.folders]
                disk = {"path": "/dev/sdb", "fstype": None, "hotplug": True, "children": inner}
                fixed = {"path": "/dev/sda1", "fstype": "ext4", "label": "root", "mountpoint": "/"}
                return Ran(0, json.dumps({"blockdevices": [fixed, disk]}))
            case "mount" if command[-2] in self.refuse:
                return Ran(32, "", "wrong fs type")
            case "mount":
                place = Path(command[-1])
                place.rmdir()
                place.symlink_to(self.folders[command[-2]])
            case "umount":
                Path(command[1]).unlink()
                Path(command[1]).mkdir()
        return Ran(0, "")


def test_that_usb_drives_are_listed_and_fixed_disks_are_not(tmp_path):
    run = UsbDrives({"/dev/sdb1": tmp_path})
    assert usb_drives(run) == (UsbDrive("/dev/sdb1", "KIOSK"),)


def test_that_a_usb_drive_is_read_alone_runs_nothing_and_is_let_go(usb_drive, tmp_path):
    run = UsbDrives({"/dev/sdb1": usb_drive})
    found = offers(tmp_path, run)
    assert [(offer.table, offer.seat) for offer in found] == [("12", "07"), ("12", "08")]
    assert take(found[0], tmp_path, run, now).file.seat == "07"
    mounts = [command for command in run.commands if command[0] == "mount"]
    assert all(command[1:5] == ["-t", TYPES, "-o", OPTIONS] for command in mounts)
    assert set(OPTIONS.split(",")) == {"ro", "nosuid", "nodev", "noexec"}
    assert len(mounts) == len([command for command in run.commands if command[0] == "umount"]) == 2


def test_that_a_usb_drive_is_let_go_also_when_reading_fails(usb_drive, tmp_path):
    run = UsbDrives({"/dev/sdb1": usb_drive})
    with pytest.raises(RuntimeError), opened(UsbDrive("/dev/sdb1"), tmp_path, run):
        raise RuntimeError("as asked")
    assert run.commands[-1][0] == "umount"


def test_that_a_usb_drive_that_cannot_be_read_does_not_hide_another(usb_drive, tmp_path):
    run = UsbDrives({"/dev/sdb1": tmp_path, "/dev/sdc1": usb_drive}, refuse=("/dev/sdb1",))
    assert len(offers(tmp_path, run)) == 2
    with pytest.raises(EnvironmentFault, match="wrong fs type"):
        offers(tmp_path, UsbDrives({"/dev/sdb1": tmp_path}, refuse=("/dev/sdb1",)))


@pytest.mark.parametrize(
    "said", [Ran(1, "", "no such program"), Ran(0, "no list"), Ran(0, '{"blockdevices": 3}')]
)
def test_that_a_system_that_does_not_list_its_disks_is_told(said):
    with pytest.raises(EnvironmentFault, match="lsblk"):
        usb_drives(lambda _: said)

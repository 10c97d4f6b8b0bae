"""A seat that has played is set up again only where nothing of anybody's lies in it; kills leave the old or the new."""

import os
import signal
from contextlib import closing

import msgspec
import pytest

from kiosk.app.config import read_seat_file
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.answers import Choices, FirstStaff
from kiosk.ops.setup.provided import read_provided, seats_in
from kiosk.seat import events as e
from kiosk.seat.roles import ActKind
from kiosk.seat.step import step
from kiosk.store.seat_store import SeatStore
from kiosk.store.staff_acts import StaffActs
from kiosk.ui.service.touch.calibration import Calibration
from kits.ops import setup as kit
from kits.seat.seats import NOW, Play

STEPS = [
    "ca.crt",
    "client.crt",
    "client.key",
    "sign.key",
    "signers.json",
    "certificates",
    "calibration",
    "time zone",
    "staff",
    "staged",
    "placed",
]


class Books(Play):
    """A seat whose every step is committed to the books of the machine in a folder."""

    def __init__(self, root, **place):
        super().__init__(**place)
        self.store = SeatStore(root / "var/lib/etg-kiosk/seat/seat.db")
        self.do(e.Restarted())
        self.do(e.LinkUp())

    def do(self, event):
        self.store.commit(step(self.context, self.state, event), NOW)
        return super().do(event)

    def close(self):
        self.store.close()


@pytest.fixture
def root(tmp_path):
    kit.make_usb_drive(tmp_path)
    return kit.make_root(tmp_path)


def write(tmp_path, root, seat="07", again=False, step=lambda _: None, **changes):
    provided = read_provided(seats_in(tmp_path / "stick", "12", seat), kit.seat_at(root).now)
    choices = Choices(
        file=kit.replace(provided.file, **changes),
        time_zone=kit.ZONE,
        staff=FirstStaff(kit.STAFF, kit.PIN),
        calibration=Calibration((1.0, 0.0, 0.0, 0.0, 1.0, 0.0), 2.0),
    )
    return kit.seat_at(root, step=step).write(choices, provided, again=again)


def test_that_credit_forbids_another_configuration_also_with_again(root, tmp_path):
    write(tmp_path, root)
    with closing(Books(root, seat="07", table="12")) as books:
        books.credit(2_050)
    before = kit.tree(root / "etc")
    for again in (False, True):
        with pytest.raises(EnvironmentFault, match=r"money behind it: \$20\.50 of credit are on the meter"):
            write(tmp_path, root, again=again, layout="B")
    assert kit.tree(root / "etc") == before


def test_that_the_same_configuration_over_credit_is_nothing_to_change(root, tmp_path):
    write(tmp_path, root)
    with closing(Books(root, seat="07", table="12")) as books:
        books.credit(2_050)
    assert write(tmp_path, root).acts == ("nothing to change",)


def test_that_a_lost_configuration_comes_back_to_its_own_books_with_their_money(root, tmp_path):
    with closing(Books(root, seat="07", table="12")) as books:
        books.credit(2_050)
    money = (root / "var/lib/etg-kiosk/seat/seat.db").read_bytes()
    write(tmp_path, root)
    assert (root / "var/lib/etg-kiosk/seat/seat.db").read_bytes() == money


def test_that_books_of_another_seat_are_not_taken_over(root, tmp_path):
    with closing(Books(root, seat="08", table="12")):
        pass
    before = kit.tree(root / "etc")
    with pytest.raises(EnvironmentFault, match=r"holds the books of seat 12/08 .*: expected those of 12/07"):
        write(tmp_path, root)
    assert kit.tree(root / "etc") == before


def test_that_damaged_books_stop_a_second_set_up(root, tmp_path):
    write(tmp_path, root)
    (root / "var/lib/etg-kiosk/seat/seat.db").write_bytes(b"no books " * 1_000)
    with pytest.raises(EnvironmentFault, match="cannot be read"):
        write(tmp_path, root, again=True, layout="B")
    assert read_seat_file(root / "etc/etg-kiosk/seat.toml").layout == "A"


@pytest.mark.parametrize("name", ["lock", "staff.db", "staff.key", "staff-acts.jsonl"])
def test_that_a_link_in_the_seats_folder_leads_root_nowhere(root, tmp_path, name):
    outside = tmp_path / "outside"
    (root / "var/lib/etg-kiosk/seat" / name).symlink_to(outside)
    with pytest.raises(
        EnvironmentFault, match=rf"seat/{name} is a link: expected the seat's own files alone"
    ):
        write(tmp_path, root)
    assert f"{name} is a link" in kit.seat_at(root).why_not(again=False)
    assert not outside.exists()
    assert not (root / "etc/etg-kiosk/seat.toml").exists()


@pytest.mark.parametrize(
    ("set_up_before", "point"),
    [*((False, point) for point in STEPS[2:]), *((True, point) for point in ("staged", "placed"))],
)
def test_that_a_kill_leaves_the_old_configuration_or_the_new_one(root, tmp_path, point, set_up_before):
    if set_up_before:
        write(tmp_path, root)
        kit.make_usb_drive(tmp_path / "renewed", number=1)
    path = root / "etc/etg-kiosk/seat.toml"
    before = path.read_bytes() if set_up_before else None
    usb_drive = tmp_path / "renewed" if set_up_before else tmp_path
    child = os.fork()
    if child == 0:
        try:
            write(usb_drive, root, again=True, step=lambda at: at == point and _die())
        finally:
            os._exit(3)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    if point != "placed":
        assert (path.read_bytes() if path.exists() else None) == before
    acts = StaffActs(root / "var/lib/etg-kiosk/seat/staff-acts.jsonl").take(lambda _: set())
    assert acts[-1].kind in (ActKind.SET_UP_BEGUN, ActKind.FIRST_MADE), "it began, and did not end"
    if path.exists():
        assert read_seat_file(path).seat == "07"  # with keys and certificates that are whole
    write(usb_drive, root, again=True)
    file = read_seat_file(path)
    assert (file.log.key.read_bytes()) == (usb_drive / "stick/config/seat-07/client.key").read_bytes()
    left = {one.name for one in (root / "etc/etg-kiosk/seat").iterdir()}
    assert left == {file.log.key.parent.name}
    assert sorted(one.name for one in path.parent.iterdir()) == ["seat", "seat.toml"]


def test_that_a_full_disk_leaves_the_old_configuration(root, tmp_path):
    write(tmp_path, root)
    before = kit.tree(root / "etc")

    def full(at):
        if at == "staged":
            raise OSError(28, "No space left on device")

    with pytest.raises(EnvironmentFault, match="cannot be written: No space left"):
        write(tmp_path, root, again=True, step=full, layout="B")
    after = kit.tree(root / "etc")
    assert after.pop("etg-kiosk/.seat.toml.setup", None) is not None
    assert after == before
    write(tmp_path, root, again=True, layout="B")
    assert read_seat_file(root / "etc/etg-kiosk/seat.toml").layout == "B"


def test_that_the_calibration_is_kept_for_the_session(root, tmp_path):
    write(tmp_path, root)
    kept = msgspec.json.decode((root / "var/lib/etg-kiosk/seat/touch-calibration.json").read_bytes())
    assert kept["matrix"] == [1.0, 0.0, 0.0, 0.0, 1.0, 0.0]


def _die():
    os.kill(os.getpid(), signal.SIGKILL)

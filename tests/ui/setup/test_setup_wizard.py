"""The first run by touch, from the first page to the written file, and every way in which it does not go on."""

import pytest
from PySide6.QtWidgets import QAbstractButton, QLabel

from kiosk.app.config import read_seat_file
from kiosk.ops.setup.devices import Devices, place_of
from kiosk.ops.setup.serial_ports import Found, Port, What
from kiosk.ops.setup.zone import zone_of
from kiosk.store.staff import StaffStore
from kiosk.ui.kit import theme
from kiosk.ui.kit.texts import Language
from kiosk.ui.setup.summary_page import ITEMS, WARNINGS
from kiosk.ui.setup.wizard import STEPS
from kits.ops import setup as kit

NAMES = [step.name for step in STEPS]
SIZES = [(1280, 720), (1920, 1080), (1080, 1920), (3840, 2160)]
ACCEPTOR = Found(Port("/dev/etg/acceptor", "/dev/ttyUSB0"), What.ACCEPTOR, "IVIZION-100", (500, 1_000))
BOARD = Found(Port("/dev/etg/cabinet", "/dev/ttyACM0"), What.CABINET, "EC-1, 2.0")


def test_that_a_technician_comes_from_the_first_page_to_a_seat_that_is_set_up(open_wizard, machine):
    hand = open_wizard(devices=Devices((ACCEPTOR, BOARD), touch=("Panel 22",)))
    hand.to("zone")
    hand.choose("Asia")
    hand.choose("Singapore")
    summary = hand.to("summary")
    assert not (machine / "etc/etg-kiosk/seat.toml").exists()
    hand.tap(summary.write)
    file = read_seat_file(machine / "etc/etg-kiosk/seat.toml")
    assert (file.table, file.seat, file.layout) == ("12", "07", "A")
    assert (file.acceptor.port, file.acceptor.notes) == ("/dev/etg/acceptor", (500, 1_000))
    assert file.cabinet.port == "/dev/etg/cabinet"
    assert zone_of(machine) == "Asia/Singapore"
    staff = StaffStore(machine / "var/lib/etg-kiosk/seat/staff.db")
    assert [member.name for member in staff.users()] == [kit.STAFF]
    staff.close()
    hand.next()
    assert hand.ended == [True]


def test_that_back_leads_from_every_page_to_the_one_before_and_answers_stay(open_wizard):
    hand = open_wizard()
    hand.to("summary")
    seen = [hand.wizard.name]
    while hand.wizard.name != "language":
        hand.back()
        seen.append(hand.wizard.name)
    assert seen == [name for name in reversed(NAMES) if name != "print"]
    for _ in range(len(seen) - 1):
        hand.next()
    assert hand.wizard.name == "summary"  # nothing had to be answered again
    assert hand.wizard.draft.staff is not None


def test_that_nobody_leaves_a_set_up_that_is_all_the_machine_has(open_wizard):
    hand = open_wizard(stay=True)
    ended = []
    hand.wizard.ended.connect(ended.append)
    assert not hand.wizard.back_button.isVisible()
    hand.wizard.back()
    hand.wizard.on()
    assert hand.wizard.name != "language"
    assert hand.wizard.back_button.isVisible()
    hand.wizard.back()
    assert (hand.wizard.name, ended) == ("language", [])
    assert not hand.wizard.back_button.isVisible()


def test_that_back_from_the_first_page_ends_it_with_nothing_written(open_wizard, machine):
    hand = open_wizard()
    hand.back()
    assert hand.ended == [False]
    assert not (machine / "etc/etg-kiosk/seat.toml").exists()


def test_that_the_language_changes_at_once_and_is_the_seats(open_wizard, machine):
    hand = open_wizard()
    hand.choose("中文")
    assert hand.wizard.next_button.text() == "下一步"
    summary = _to_summary_in_chinese(hand)
    hand.tap(summary.write)
    assert read_seat_file(machine / "etc/etg-kiosk/seat.toml").language == "zh"


def _to_summary_in_chinese(hand):
    for _ in range(20):
        if hand.wizard.name == "usb-drive":
            hand.choose("07 号位")
        elif hand.wizard.name == "summary":
            return hand.page
        elif hand.wizard.name in ("acceptor", "printer", "cabinet"):
            hand.tap(hand.page.choice.buttons[-1])
        elif hand.wizard.name == "staff":
            hand.type("Ann Lee")
        elif hand.wizard.name == "pin":
            hand.pin(kit.PIN)
            hand.pin(kit.PIN)
        hand.next()
    raise AssertionError(hand.wizard.name)


def test_that_nobody_goes_on_without_certificates(open_wizard):
    hand = open_wizard()
    hand.to("zone")
    hand.next()
    assert hand.wizard.name == "usb-drive"
    hand.next()
    assert hand.wizard.name == "usb-drive"
    assert "Choose the part" in hand.page.said


def test_that_a_damaged_certificate_is_refused_and_named(open_wizard, tmp_path):
    (tmp_path / "stick/config/seat-07/client.crt").write_text("no certificate")
    hand = open_wizard()
    hand.to("zone")
    hand.next()
    hand.choose("Seat 07")
    assert "client.crt" in hand.page.said
    hand.next()
    assert hand.wizard.name == "usb-drive"


def test_that_another_seat_than_the_certificates_is_not_entered(open_wizard):
    hand = open_wizard()
    hand.to("seat")
    hand.tap(hand.page.letters.keys["⌫"])
    hand.type("8")
    hand.next()
    assert hand.wizard.name == "seat"
    assert "for seat 07 of table 12" in hand.page.said
    for _ in range(3):
        hand.tap(hand.page.letters.keys["⌫"])
    hand.next()
    assert "1 to 16 letters" in hand.page.said


def test_that_a_device_that_is_missing_is_gone_without_on_purpose_alone(open_wizard):
    hand = open_wizard()
    hand.to("acceptor")
    hand.next()
    assert hand.wizard.name == "acceptor"
    assert "Choose one" in hand.page.said
    hand.choose("No acceptor")
    hand.next()
    assert hand.wizard.name == "printer"


def test_that_a_device_is_named_as_a_technician_names_it_with_what_it_says_of_itself(open_wizard):
    hand = open_wizard(devices=Devices((ACCEPTOR, BOARD)))
    page = hand.to("acceptor")
    first = page.choice.options[0]
    assert (first.name, first.note) == ("Note and ticket acceptor", "IVIZION-100 · /dev/etg/acceptor")
    first = hand.to("cabinet").choice.options[0]
    assert (first.name, first.note) == ("Door board", "EC-1, 2.0 · /dev/etg/cabinet")


def test_that_the_summary_says_in_words_what_there_is_not(open_wizard):
    hand = open_wizard(devices=Devices((ACCEPTOR, BOARD)))
    summary = hand.to("summary")
    said = [label.text() for label in summary.findChildren(QLabel)]
    assert "-" not in said
    assert "Not signed" in said


def test_that_the_only_device_is_chosen_and_one_that_was_unplugged_is_not(open_wizard):
    found = [Devices((ACCEPTOR,)), Devices()]
    hand = open_wizard()
    object.__setattr__(hand.wizard.bench, "look_for", lambda: found.pop(0))
    page = hand.to("acceptor")
    assert place_of(page.answer) == "/dev/etg/acceptor"
    hand.tap(page.again)
    assert page.answer is None
    assert "None found" in page.said


@pytest.mark.parametrize("pin", ["12", "123456", "777777"])
def test_that_a_weak_pin_is_not_taken(open_wizard, pin):
    hand = open_wizard()
    hand.to("staff")
    hand.type("Ann")
    hand.next()
    hand.pin(pin)
    assert "not taken" in hand.page.said
    hand.next()
    assert hand.wizard.name == "pin"


def test_that_two_different_pins_are_asked_for_again(open_wizard):
    hand = open_wizard()
    hand.to("staff")
    hand.type("Ann")
    hand.next()
    hand.pin(kit.PIN)
    hand.pin("918273")
    assert "different" in hand.page.said
    assert hand.wizard.draft.staff is None


def test_that_the_pin_is_shown_nowhere(open_wizard):
    hand = open_wizard()
    hand.to("summary")
    shown = " ".join(one.text() for one in hand.wizard.findChildren(QLabel))
    assert kit.PIN not in shown
    assert kit.PIN not in repr(hand.wizard.draft)


@pytest.mark.torture  # it waits long
def test_that_a_seat_with_staff_is_not_asked_for_a_supervisor(open_wizard, machine):
    staff = StaffStore(machine / "var/lib/etg-kiosk/seat/staff.db")
    staff.create_first("Bob Ray", "739105")
    staff.close()
    hand = open_wizard()
    summary = hand.to("summary")
    assert "staff" not in [step.name for step in hand.wizard.steps]
    assert kit.values(summary.found)["first supervisor"] == "Bob Ray"


def test_that_the_summary_shows_every_value_and_every_warning(open_wizard):
    hand = open_wizard()
    summary = hand.to("summary")
    shown = [one.text() for one in summary.findChildren(QLabel)]
    look = summary.look
    for key in ITEMS.values():
        assert look.t(key) in shown
    for warning in summary.found.warnings:
        assert any(look.t(WARNINGS[warning.what]) in line for line in shown)
    assert {len(ITEMS), len(summary.found.values)} == {22}


def test_that_a_failed_write_is_told_and_can_be_tried_again(open_wizard, machine):
    hand = open_wizard()
    summary = hand.to("summary")
    users = (machine / "etc/passwd").read_text()
    (machine / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n")
    hand.tap(summary.write)
    assert "Not written" in summary.said
    assert "no user etg-seat" in summary.said
    hand.next()
    assert hand.ended == []
    (machine / "etc/passwd").write_text(users)
    hand.tap(summary.write)
    assert summary.written is not None


def test_that_a_test_print_by_the_real_driver_is_told(open_wizard):
    from kiosk.app.printers import PrinterFile
    from kiosk.simulators.escpos.listening import NetworkPort
    from kiosk.simulators.escpos.paper import Fault, Paper

    paper = Paper()
    listening = NetworkPort(paper)
    try:
        hand = open_wizard()
        hand.to("acceptor")
        hand.wizard.draft.printer = PrinterFile(kind="escpos", host="127.0.0.1", port=listening.port)
        hand.wizard.open("print")
        hand.tap(hand.page.test)
        assert "came out" in hand.page.said
        assert len(paper.papers) == 1
        paper.fault = Fault.PAPER_OUT
        hand.tap(hand.page.test)
        assert "The paper is out" in hand.page.said
        assert hand.wizard.draft.print_tested == "the paper is out"
    finally:
        listening.close()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", Language)
def test_that_every_page_fits_its_screen_with_targets_for_fingers(open_wizard, qapp, size, language):
    hand = open_wizard(size, language, devices=Devices((ACCEPTOR, BOARD)))
    for name in NAMES:
        if name in ("print", "pin"):
            hand.wizard.draft.staff_name = kit.STAFF
        if name == "casino":
            hand.wizard.draft.take(hand.wizard.bench.take(hand.wizard.draft.offers[0]))
        hand.wizard.open(name)
        qapp.processEvents()
        assert (hand.wizard.width(), hand.wizard.height()) == size, name
        whole = hand.wizard.rect()
        for button in hand.wizard.findChildren(QAbstractButton):
            if button.isVisible():
                place = button.rect().translated(button.mapTo(hand.wizard, button.rect().topLeft()))
                assert whole.contains(place), (name, button.text(), place)
                assert min(place.width(), place.height()) >= theme.MIN_TOUCH_PX, (name, button.text())

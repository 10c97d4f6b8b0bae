"""What hangs on the lines of a machine: told by its own answers, on noisy lines too, and disturbed by nothing."""

import os
import socket
import threading
import tty
from contextlib import contextmanager, suppress

import pytest

from kiosk.app.printers import PrinterFile
from kiosk.devices.cabinet.port import Door
from kiosk.devices.notes.id003.codes import Command
from kiosk.ops.setup.devices import Devices, Queue, UsbPrinter, queues, touch_screens, usb_printers
from kiosk.ops.setup.print_test import print_test
from kiosk.ops.setup.provided import read_provided, seats_in
from kiosk.ops.setup.serial_ports import Port, What, identify, identify_all, serial_ports
from kiosk.simulators.cabinet.line import BoardLine, BoardTerminal
from kiosk.simulators.cabinet.mechanics import BoardMechanics
from kiosk.simulators.escpos.listening import NetworkPort
from kiosk.simulators.escpos.listening import Terminal as PrinterTerminal
from kiosk.simulators.escpos.paper import Fault, Paper
from kiosk.simulators.id003.line import Line, Terminal
from kiosk.simulators.id003.mechanics import Mechanics
from kiosk.simulators.notes import NOTES
from kits.devices.cups import ROOT, Cups
from kits.ops import setup as kit


def at(terminal):
    return identify(Port(terminal.port, terminal.port), kit.opener)


@contextmanager
def ended(terminal):
    try:
        yield terminal
    finally:
        terminal.close()


def test_that_each_device_is_told_by_its_own_answer_and_nothing_is_printed():
    with kit.bench() as (ports, paper):
        found = identify_all(ports, kit.opener)
        assert [one.what for one in found] == [What.ACCEPTOR, What.CABINET, What.PRINTER]
        assert found[0].notes == kit.NOTES
        assert (paper.papers, paper.refused) == ([], [])


@pytest.mark.parametrize("noise", ["garbled", "silent"])
def test_that_one_bad_answer_hides_no_acceptor_and_no_board(noise):
    line = Line(Mechanics(kit.NOTES))
    setattr(line.noise, noise, 1)
    with ended(Terminal(line)) as terminal:
        assert at(terminal).what is What.ACCEPTOR
    board = BoardLine(BoardMechanics())
    setattr(board.noise, noise, 1)
    with ended(BoardTerminal(board)) as terminal:
        assert at(terminal).what is What.CABINET


def test_that_an_acceptor_is_asked_and_never_told_to_do_anything():
    line = Line(Mechanics(kit.NOTES))
    with ended(Terminal(line)) as terminal:
        at(terminal)
    assert {command.code for command in line.commands} <= {Command.STATUS, Command.VERSION, Command.CURRENCY}


def test_that_a_board_keeps_its_tampering_and_its_counts():
    mechanics = BoardMechanics()
    mechanics.open(Door.LOGIC)
    with ended(BoardTerminal(BoardLine(mechanics))) as terminal:
        assert at(terminal).what is What.CABINET
    with ended(BoardTerminal(BoardLine(mechanics))) as terminal:
        assert at(terminal).what is What.CABINET


@pytest.mark.parametrize("fault", Fault)
def test_that_a_printer_is_known_with_whatever_is_wrong_with_it(fault):
    paper = Paper()
    paper.fault = fault
    with ended(PrinterTerminal(paper)) as terminal:
        found = at(terminal)
    assert found.what is What.PRINTER
    assert found.words not in ("", "ready")


def test_that_a_port_that_is_silent_echoes_or_is_gone_is_nobody():
    master, slave = os.openpty()
    tty.setraw(slave)
    name = os.ttyname(slave)
    port = Port(name, name)
    assert identify(port, kit.opener).what is What.NOTHING
    over = threading.Event()

    def echo():
        while not over.is_set():
            with suppress(OSError):
                os.write(master, os.read(master, 256))

    thread = threading.Thread(target=echo, daemon=True)
    thread.start()
    assert identify(port, kit.opener).what is What.NOTHING
    over.set()
    os.write(slave, b".")  # the last that it reads
    thread.join(30)
    os.close(slave)
    os.close(master)
    gone = identify(Port("/dev/no-such-port", "/dev/no-such-port"))
    assert gone.what is What.CLOSED
    assert "no-such-port" in gone.words or "No such file" in gone.words


def test_that_a_port_in_use_by_another_is_told_and_left_alone():
    with ended(Terminal(Line(Mechanics(kit.NOTES)))) as terminal:
        held = kit.opener(terminal.port, 9_600, False)
        try:
            assert at(terminal).what is What.CLOSED
        finally:
            held.close()


def test_that_an_acceptor_that_does_not_say_its_notes_takes_the_usual_ones():
    found = Devices((kit.replace(at_bench(), notes=()),))
    assert found.acceptors()[0].notes == NOTES


def at_bench():
    with ended(Terminal(Line(Mechanics(kit.NOTES)))) as terminal:
        return at(terminal)


def test_that_ports_of_this_machine_are_listed_without_an_error():
    for port in serial_ports():
        assert port.name.startswith("/dev/")


def test_that_usb_printers_are_read_from_what_the_kernel_says(tmp_path):
    device = tmp_path / "devices/usb1/1-2"
    (device / "1-2:1.0").mkdir(parents=True)
    (device / "1-2:1.0/bInterfaceClass").write_text("07\n")
    for name, text in {"idVendor": "04b8", "idProduct": "0e15", "product": "TM-T20II"}.items():
        (device / name).write_text(f"{text}\n")
    other = tmp_path / "devices/usb1/1-3/1-3:1.0"
    other.mkdir(parents=True)
    (other / "bInterfaceClass").write_text("03\n")
    bus = tmp_path / "bus/usb/devices"
    bus.mkdir(parents=True)
    for path in (device, device / "1-2:1.0", other):
        (bus / path.name).symlink_to(path)
    assert usb_printers(tmp_path) == (UsbPrinter(0x04B8, 0x0E15, "TM-T20II"),)


@pytest.mark.parametrize(
    ("properties", "absolute", "is_touch"),
    [("2", "260800000000003", True), ("0", "260800000000003", False), ("2", "3", False), ("x", "y", False)],
)
def test_that_touch_screens_are_told_from_pads_and_mice(tmp_path, properties, absolute, is_touch):
    device = tmp_path / "class/input/event3/device"
    (device / "capabilities").mkdir(parents=True)
    (device / "name").write_text("Panel 22\n")
    (device / "properties").write_text(properties)
    (device / "capabilities/abs").write_text(absolute)
    assert touch_screens(tmp_path) == (("Panel 22",) if is_touch else ())


@pytest.mark.skipif(not ROOT.is_dir(), reason="no CUPS was unpacked on this machine")
def test_that_the_queues_of_a_real_cups_are_listed_and_print():
    with Cups() as cups:
        found = queues(f"ipp://127.0.0.1:{cups.port}/")
        assert found == (Queue("till", cups.uri),)


def test_that_a_machine_without_cups_has_no_queues():
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    assert queues(f"ipp://127.0.0.1:{port}/", 1) == ()


def test_that_a_test_print_says_what_became_of_it(tmp_path):
    kit.make_usb_drive(tmp_path)
    file = read_provided(seats_in(tmp_path / "stick", "12", "07"), kit.seat_at(tmp_path).now).file
    paper = Paper()
    with ended(NetworkPort(paper)) as listening:
        printer = PrinterFile(kind="escpos", host="127.0.0.1", port=listening.port)
        assert print_test(file, printer, "Ann Lee") == ""
        paper.fault = Fault.COVER
        assert print_test(file, printer, "Ann Lee") == "the cover is open"
    assert len(paper.papers) == 1
    assert "refused" in print_test(file, printer, "Ann Lee").lower()

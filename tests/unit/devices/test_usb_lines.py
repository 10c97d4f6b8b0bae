"""A printer on USB that cannot be reached is a line that is gone, said with its cause; it is no bug."""

# ruff: noqa: ARG002 - a backend of pyusb is called by position
from types import SimpleNamespace

import pytest
import usb.backend
import usb.core
from usb.backend import libusb0, libusb1, openusb

from kiosk.devices.printer.escpos.job import make_job, mark_answer
from kiosk.devices.printer.escpos.lines import UsbLine
from kiosk.devices.printer.escpos.status import question
from kiosk.devices.printer.fonts import ticket_fonts
from kiosk.devices.printer.page import page_pdf
from kiosk.devices.reader.picture import read_ticket_number
from kiosk.simulators.escpos.paper import Paper
from kiosk.tickets import number as numbers
from kiosk.tickets.ticket import Ticket

DIGITS = "12345678901234567"
TICKET = Ticket(
    DIGITS + numbers.check_digit(DIGITS),
    10_000,
    1,
    "House",
    "07",
    "12",
    "2026-11-28T08:00:00Z",
    "2027-01-01T00:00:00Z",
)


def test_that_a_machine_without_libusb_says_so(monkeypatch):
    for backend in (libusb1, libusb0, openusb):
        monkeypatch.setattr(backend, "get_backend", lambda *_, **__: None)
    with pytest.raises(OSError, match=r"usb 04b8:0e15: libusb was not found; expected .*libusb-1\.0-0"):
        UsbLine(0x04B8, 0x0E15)


def test_that_a_printer_that_is_not_plugged_in_is_named(monkeypatch):
    monkeypatch.setattr(usb.core, "find", lambda *_, **__: None)
    with pytest.raises(OSError, match=r"usb 04b8:0e15: .*not found"):
        UsbLine(0x04B8, 0x0E15)


def test_that_a_printer_that_may_not_be_opened_is_a_line_that_is_gone(monkeypatch):
    def denied(*_, **__):
        raise usb.core.USBError("Access denied (insufficient permissions)", -3, 13)

    monkeypatch.setattr(usb.core, "find", denied)
    with pytest.raises(OSError, match="Access denied"):
        UsbLine(0x04B8, 0x0E15)


# --- a printer behind pyusb: its descriptors and transfers are those of USB's documents -------------------------------


def fields(**named):
    return SimpleNamespace(**named, extra_descriptors=b"")


OUT, IN, INTERRUPT = 0x03, 0x81, 0x84  # not the addresses that every printer is said to have
SCANNER, PRINTER = 0xFF, 7


class Backend(usb.backend.IBackend):
    """One device with two interfaces: another one first, then the printer's."""

    def __init__(self, paper, *, configured=True, ends=(INTERRUPT, IN, OUT), takes=None):
        self.paper, self.ends, self.takes = paper, ends, takes
        self.configured, self.driver, self.claimed, self.back = configured, {0, 1}, set(), b""

    def enumerate_devices(self):
        return ["printer"]

    def get_device_descriptor(self, dev):
        return fields(
            bLength=18, bDescriptorType=1, bcdUSB=0x200, bDeviceClass=0, bDeviceSubClass=0, bDeviceProtocol=0,
            bMaxPacketSize0=64, idVendor=0x04B8, idProduct=0x0E15, bcdDevice=0x100, iManufacturer=0, iProduct=0,
            iSerialNumber=0, bNumConfigurations=1, address=2, bus=1, port_number=1, port_numbers=(1,), speed=3,
        )  # fmt: skip

    def get_configuration_descriptor(self, dev, config):
        return fields(
            bLength=9, bDescriptorType=2, wTotalLength=0, bNumInterfaces=2, bConfigurationValue=1,
            iConfiguration=0, bmAttributes=0x80, bMaxPower=1,
        )  # fmt: skip

    def get_interface_descriptor(self, dev, intf, alt, config):
        if intf > 1 or alt:
            raise IndexError
        return fields(
            bLength=9, bDescriptorType=4, bInterfaceNumber=intf, bAlternateSetting=0,
            bNumEndpoints=len(self.ends) if intf else 0, bInterfaceClass=(SCANNER, PRINTER)[intf], bInterfaceSubClass=1,
            bInterfaceProtocol=2, iInterface=0,
        )  # fmt: skip

    def get_endpoint_descriptor(self, dev, ep, intf, alt, config):
        address = self.ends[ep]
        return fields(
            bLength=7, bDescriptorType=5, bEndpointAddress=address, wMaxPacketSize=64, bInterval=0, bRefresh=0,
            bSynchAddress=0, bmAttributes=3 if address == INTERRUPT else 2,
        )  # fmt: skip

    def open_device(self, dev):
        return "handle"

    def close_device(self, dev_handle):
        self.claimed.clear()

    def get_configuration(self, dev_handle):
        return int(self.configured)

    def set_configuration(self, dev_handle, config_value):
        self.configured = True

    def is_kernel_driver_active(self, dev_handle, intf):
        return intf in self.driver

    def detach_kernel_driver(self, dev_handle, intf):
        self.driver.remove(intf)

    def claim_interface(self, dev_handle, intf):
        if intf in self.driver:
            raise usb.core.USBError("Resource busy", -6, 16)
        self.claimed.add(intf)

    def release_interface(self, dev_handle, intf):
        self.claimed.discard(intf)

    def bulk_write(self, dev_handle, ep, intf, data, timeout):
        assert (ep, intf) == (OUT, 1)
        sent = bytes(data)[: self.takes]
        self.back += self.paper.feed(sent)
        return len(sent)

    def bulk_read(self, dev_handle, ep, intf, buff, timeout):
        assert (ep, intf) == (IN, 1)
        if not self.back:
            raise usb.core.USBTimeoutError("Operation timed out", -7, 110)
        come, self.back = self.back[: len(buff)], self.back[len(buff) :]
        for at, byte in enumerate(come):
            buff[at] = byte
        return len(come)


def plugged_in(monkeypatch, backend):
    find = usb.core.find
    monkeypatch.setattr(usb.core, "find", lambda **named: find(**named, backend=backend))
    return UsbLine(0x04B8, 0x0E15)


@pytest.mark.parametrize("configured", [True, False])
def test_that_a_printer_on_usb_is_found_by_its_interface_and_answers(monkeypatch, configured):
    backend = Backend(Paper(), configured=configured)
    line = plugged_in(monkeypatch, backend)
    assert backend.claimed == {1}
    assert backend.driver == {0}, "only the printer's interface is taken from the kernel"
    assert line.receive(0.0) == b""
    line.send(question(4))
    assert line.receive(0.0) == b"\x12"
    line.close()
    assert backend.claimed == set()


def test_that_a_ticket_is_printed_on_usb(monkeypatch, tmp_path):
    backend = Backend(Paper(tmp_path))
    line = plugged_in(monkeypatch, backend)
    for part in make_job(page_pdf(TICKET, ticket_fonts()), 1, ticket=True):
        line.send(part.data)
        if part.mark:
            assert line.receive(0.0) == mark_answer(part.mark)
    assert backend.paper.refused == []
    (paper,) = tmp_path.glob("*.png")
    assert read_ticket_number(paper) == TICKET.number
    line.close()


def test_that_a_device_without_a_printers_interface_is_a_line_that_is_gone(monkeypatch):
    backend = Backend(Paper(), ends=(OUT,))
    with pytest.raises(OSError, match="usb 04b8:0e15: no interface of a printer"):
        plugged_in(monkeypatch, backend)


def test_that_bytes_that_are_not_taken_are_a_line_that_is_gone(monkeypatch):
    line = plugged_in(monkeypatch, Backend(Paper(), takes=2))
    with pytest.raises(OSError, match="2 of 3 bytes were taken"):
        line.send(question(1))
    line.close()

"""A printer on USB that cannot be reached is a line that is gone, said with its cause; it is no bug."""

import pytest
import usb.core
from usb.backend import libusb0, libusb1, openusb

from kiosk.devices.printer.escpos.lines import UsbLine


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

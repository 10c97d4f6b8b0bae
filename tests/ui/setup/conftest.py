"""The pages of the first run over a machine in a folder, under real clicks."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from kiosk.ops.setup.devices import Devices
from kiosk.ops.setup.usb_drives import Offer, UsbDrive, take
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.texts import Language
from kiosk.ui.service.tools import Slow
from kiosk.ui.service.touch.affine import IDENTITY
from kiosk.ui.setup.draft import Bench, Draft
from kiosk.ui.setup.wizard import Wizard
from kits.ops import setup as kit


@pytest.fixture(autouse=True)
def fonts(qapp):
    load_fonts()


class Hand:
    """A technician in front of the pages."""

    def __init__(self, wizard):
        self.wizard = wizard
        self.ended = []
        wizard.ended.connect(self.ended.append)

    @property
    def page(self):
        return self.wizard.page

    def tap(self, widget):
        QTest.mouseClick(widget, Qt.MouseButton.LeftButton, pos=widget.rect().center())

    def next(self):
        self.tap(self.wizard.next_button)

    def back(self):
        self.tap(self.wizard.back_button)

    def choose(self, words):
        choice = self.page.choice
        for _ in range(20):  # on the page of fields where it stands
            for button in choice.buttons:
                if words in button.accessibleName():
                    self.tap(button)
                    return
            self.tap(choice.later)
        raise AssertionError(f"{words} is not offered: {[one.name for one in choice.options]}")

    def type(self, text):
        for sign in text:
            self.tap(self.page.letters.keys[sign.upper()])

    def pin(self, digits):
        for digit in digits:
            self.tap(self.page.pad.keys[digit])
        self.tap(self.page.pad.keys["enter"])

    def to(self, name):
        """On until that page, answering what must be answered."""
        for _ in range(20):
            if self.wizard.name == name:
                return self.page
            match self.wizard.name:
                case "usb-drive":
                    self.choose("Seat 07")
                case "acceptor" | "printer" | "cabinet" if self.page.answer is None:
                    self.tap(self.page.choice.buttons[-1])
                case "staff" if not self.page.text:
                    self.type("Ann Lee")
                case "pin" if self.wizard.draft.staff is None:
                    self.pin(kit.PIN)
                    self.pin(kit.PIN)
            self.next()
        raise AssertionError(f"stopped at {self.wizard.name}: {self.page.said}")

    def at(self, widget, x, y):
        return widget.mapTo(self.wizard, QPoint(x, y))


@pytest.fixture
def machine(tmp_path):
    kit.make_usb_drive(tmp_path)
    root = kit.make_root(tmp_path)
    (root / "etc/localtime").symlink_to("/usr/share/zoneinfo/Australia/Sydney")
    return root


@pytest.fixture
def open_wizard(qtbot, machine, tmp_path):
    """Makes the pages at a size. ``devices`` are found; the touch screen counts as right unless it is asked for."""

    def make(
        size=(1280, 720),
        language=Language.EN,
        devices=None,
        touch=True,
        system=IDENTITY,
        again=False,
        stay=False,
        run=None,
    ):
        usb_drive = UsbDrive("/dev/sdb1", "KIOSK", str(tmp_path / "stick"))
        seat = kit.seat_at(machine)
        run = run or kit.Said()
        offers = tuple(Offer(usb_drive, f"config/seat-{name}.toml", "12", name) for name in ("07", "08"))
        bench = Bench(
            seat=seat,
            look_for=lambda: devices or Devices(touch=("Panel 22",)),
            offers=lambda: offers,
            take=lambda offer: take(offer, machine, run, seat.now),
            slow=Slow(lambda job: job(), lambda job: job()),
            full=lambda *_: None,
            calibrate=lambda *_: None,
            again=again,
            stay=stay,
        )
        draft = Draft(language=language, touch_is_right=True if touch else None)
        wizard = Wizard(draft, bench, system)
        qtbot.addWidget(wizard)
        wizard.resize(*size)
        wizard.show()
        qtbot.waitExposed(wizard)
        return Hand(wizard)

    return make

"""Pages about the devices: acceptor, printer and door board, found or gone without on purpose; a test print."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt

from kiosk.app.acceptors import AcceptorFile
from kiosk.app.cabinets import CabinetFile
from kiosk.app.printers import PrinterFile
from kiosk.ops.setup.devices import Devices, place_of
from kiosk.ops.setup.print_test import print_test
from kiosk.ops.setup.serial_ports import What
from kiosk.ui.kit import theme
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.touch_button import ButtonLook
from kiosk.ui.setup.choice import Choice, Option
from kiosk.ui.setup.draft import Bench, Draft
from kiosk.ui.setup.page import SetupPage

Part = AcceptorFile | PrinterFile | CabinetFile


class DevicePage(SetupPage):
    """One device: those that were found, and none. Looking is done once for all pages, and when it is asked for."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look)
        self._busy = False
        self.note(self.explained)
        self.choice = Choice(
            look,
            columns=1 if look.scale.portrait else 2,
            rows=6 if look.scale.portrait else 3,
            tallest_px=420,
        )
        self.choice.chosen.connect(self._choose)
        self.column.addWidget(self.choice, 1)
        self.again = self.button(look.t("setup.look_again"))
        self.again.clicked.connect(self.look_for)
        self.column.addWidget(self.again, 0, Qt.AlignmentFlag.AlignLeft)
        self.say("")
        if draft.devices is not None:
            self._show()

    # --- what a device is ---------------------------------------------------------------------------------------

    @property
    def explained(self) -> str:
        """What it is for."""
        raise NotImplementedError

    @property
    def answer(self) -> Part | None:
        """What was chosen."""
        raise NotImplementedError

    @answer.setter
    def answer(self, part: Part | None) -> None:
        raise NotImplementedError

    def options(self, found: Devices) -> list[Option]:
        """What can be chosen; to go without it stands last."""
        raise NotImplementedError

    # --- choosing -----------------------------------------------------------------------------------------------

    def shown(self) -> None:
        if self.draft.devices is None:
            self.look_for()

    def why_not(self) -> str:
        if self._busy:
            return self.look.t("setup.looking_devices")
        return "" if self.answer is not None else self.look.t("setup.device_missing")

    def look_for(self) -> None:
        """Ask every port what hangs on it."""
        if self._busy:
            return
        self._busy = True
        self.say(self.look.t("setup.looking_devices"), theme.TEXT_SOFT)
        self.changed.emit()
        self.bench.slow(self.bench.look_for, self._found)

    def _found(self, found: Any) -> None:  # noqa: ANN401 - an answer or an exception
        self._busy = False
        self.say("" if isinstance(found, Devices) else self.reason(found))
        self.draft.devices = found if isinstance(found, Devices) else Devices()
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        found = self.draft.devices or Devices()
        options = self.options(found)
        values = [option.value for option in options]
        if self.answer not in values:
            self.answer = None  # it was unplugged meanwhile
        if self.answer is None and len(options) == 2:  # the only one there is
            self.answer = _part(values[0])
        self.choice.show_options(options, self.answer)
        if len(options) == 1:
            closed = [one.port.name for one in found.ports if one.what is What.CLOSED]
            words = self.look.t("setup.device_none", count=len(found.ports))
            more = self.look.t("setup.device_closed", ports=self.look.texts.listed(closed)) if closed else ""
            self.say(f"{words} {more}".strip())

    def _choose(self, part: Part) -> None:
        if self._busy:
            return
        self.answer = part
        self.changed.emit()


def _part(value: object) -> Part | None:
    return value if isinstance(value, AcceptorFile | PrinterFile | CabinetFile) else None


def where(model: str, part: Part) -> str:
    """What a device says that it is, and where it was found."""
    return f"{model} · {place_of(part)}" if model else place_of(part)


class AcceptorPage(DevicePage):
    """The note and ticket acceptor."""

    @property
    def title(self) -> str:
        return self.look.t("setup.acceptor_title")

    @property
    def explained(self) -> str:
        return self.look.t("setup.acceptor_note")

    @property
    def answer(self) -> Part | None:
        return self.draft.acceptor

    @answer.setter
    def answer(self, part: Part | None) -> None:
        self.draft.acceptor = part if isinstance(part, AcceptorFile) else None

    def options(self, found: Devices) -> list[Option]:
        look = self.look
        words = {one.port.name: one.words for one in found.ports}
        options = [
            Option(one, look.t("setup.acceptor"), where(words.get(one.port, ""), one))
            for one in found.acceptors()
        ]
        return [
            *options,
            Option(AcceptorFile(), look.t("setup.acceptor_without"), look.t("setup.acceptor_less")),
        ]


class PrinterPage(DevicePage):
    """The ticket printer."""

    @property
    def title(self) -> str:
        return self.look.t("setup.printer_title")

    @property
    def explained(self) -> str:
        return self.look.t("setup.printer_note")

    @property
    def answer(self) -> Part | None:
        return self.draft.printer

    @answer.setter
    def answer(self, part: Part | None) -> None:
        new = part if isinstance(part, PrinterFile) else None
        if new != self.draft.printer:
            self.draft.print_tested = None
        self.draft.printer = new

    def options(self, found: Devices) -> list[Option]:
        look = self.look
        usb = {(one.vendor, one.product): one.words for one in found.usb}
        options = []
        for one in found.printers():
            name = look.t("setup.printer_queue" if one.kind == "cups" else "setup.printer_escpos")
            model = usb.get((one.usb_vendor or 0, one.usb_product or 0), "")
            options.append(Option(one, name, where(model, one)))
        return [
            *options,
            Option(PrinterFile(), look.t("setup.printer_without"), look.t("setup.printer_less")),
        ]


class CabinetPage(DevicePage):
    """The board that watches doors and keys, and lights the lamp."""

    @property
    def title(self) -> str:
        return self.look.t("setup.cabinet_title")

    @property
    def explained(self) -> str:
        return self.look.t("setup.cabinet_note")

    @property
    def answer(self) -> Part | None:
        return self.draft.cabinet

    @answer.setter
    def answer(self, part: Part | None) -> None:
        self.draft.cabinet = part if isinstance(part, CabinetFile) else None

    def options(self, found: Devices) -> list[Option]:
        look = self.look
        words = {one.port.name: one.words for one in found.ports}
        options = [
            Option(one, look.t("setup.item_cabinet"), where(words.get(one.port, ""), one))
            for one in found.cabinets()
        ]
        return [
            *options,
            Option(CabinetFile(), look.t("setup.cabinet_without"), look.t("setup.cabinet_less")),
        ]


class PrintPage(SetupPage):
    """A test print by the driver that the seat will use. One may go on without."""

    def __init__(self, draft: Draft, bench: Bench, look: Style) -> None:
        super().__init__(draft, bench, look)
        self._busy = False
        printer = draft.printer or PrinterFile()
        self.note(look.t("setup.print_note", printer=place_of(printer)))
        self.test = self.button(look.t("setup.print_now"), ButtonLook.PRIMARY)
        self.test.clicked.connect(self.print)
        self.test.setMinimumSize(look.scale.px(720), look.scale.touch(200))  # all that is done on this page
        self.column.addWidget(self.test, 0, Qt.AlignmentFlag.AlignLeft)
        self.say("")
        self.column.addStretch(1)
        self._show()

    @property
    def title(self) -> str:
        return self.look.t("setup.print_title")

    def why_not(self) -> str:
        return self.look.t("setup.printing") if self._busy else ""

    def print(self) -> None:
        """Print the test."""
        if self._busy:
            return
        file, printer = self.draft.choices().file, self.draft.printer or PrinterFile()
        self._busy = True
        self.say(self.look.t("setup.printing"), theme.TEXT_SOFT)
        self.changed.emit()
        by = self.draft.staff_name or self.draft.seat
        self.bench.slow(lambda: print_test(file, printer, by), self._printed)

    def _printed(self, found: Any) -> None:  # noqa: ANN401 - an answer or an exception
        self._busy = False
        self.draft.print_tested = str(found)
        self._show()
        self.changed.emit()

    def _show(self) -> None:
        tested = self.draft.print_tested
        if tested is None:
            return
        if tested:
            self.say(self.look.t("setup.print_failed", reason=self.reason(tested)))
        else:
            self.say(self.look.t("setup.print_done"), theme.GOLD_TEXT)

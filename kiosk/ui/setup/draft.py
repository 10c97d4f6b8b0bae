"""What has been answered so far, and what the pages need of the machine."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from PySide6.QtWidgets import QWidget

from kiosk.app.acceptors import AcceptorFile
from kiosk.app.cabinets import CabinetFile
from kiosk.app.printers import PrinterFile
from kiosk.faults import EnvironmentFault
from kiosk.games import first_game
from kiosk.ops.setup.answers import Choices, FirstStaff, changed
from kiosk.ops.setup.devices import Devices
from kiosk.ops.setup.provided import Provided
from kiosk.ops.setup.usb_drives import Offer
from kiosk.ops.setup.writing import SeatSetUp
from kiosk.ui.kit.texts import Language
from kiosk.ui.service.tools import Slow
from kiosk.ui.service.touch.calibration import Calibration


@dataclass
class Draft:
    """The answers. An empty text or None is no answer yet. Lives in the GUI's thread."""

    language: Language = Language.EN
    touch_is_right: bool | None = None
    calibration: Calibration | None = None
    time_zone: str = ""
    offers: tuple[Offer, ...] | None = None
    offer: Offer | None = None
    provided: Provided | None = None
    casino: str = ""
    table: str = ""
    seat: str = ""
    layout: str = ""
    devices: Devices | None = None
    acceptor: AcceptorFile | None = None
    printer: PrinterFile | None = None
    cabinet: CabinetFile | None = None
    print_tested: str | None = None
    staff_name: str = ""
    staff: FirstStaff | None = field(default=None, repr=False)

    @property
    def game(self) -> str:
        """The game of the table for which the seat was provided."""
        return self.provided.file.game if self.provided is not None else first_game()

    def take(self, provided: Provided) -> None:
        """A seat's part was chosen: what it says is answered with it, and may still be changed."""
        self.provided = provided
        file = provided.file
        self.casino, self.table, self.seat, self.layout = file.casino, file.table, file.seat, file.layout

    def choices(self) -> Choices:
        """All of it as it is written. Raises :class:`EnvironmentFault` naming what contradicts itself."""
        if self.provided is None:
            raise EnvironmentFault("no certificates yet: expected those of this seat")
        file = changed(
            self.provided.file,
            casino=self.casino,
            table=self.table,
            seat=self.seat,
            layout=self.layout,
            language=self.language.value,
            acceptor=self.acceptor or AcceptorFile(),
            printer=self.printer or PrinterFile(),
            cabinet=self.cabinet or CabinetFile(),
        )
        return Choices(
            file=file,
            time_zone=self.time_zone,
            staff=self.staff,
            calibration=self.calibration,
            print_tested=self.print_tested,
            touch_screens=self.devices.touch if self.devices is not None else (),
        )


@dataclass(frozen=True)
class Bench:
    """The machine behind the pages. ``look_for``, ``offers`` and ``take`` take long: they are called by ``slow``.

    ``full`` shows a widget over the whole window until it has finished, and answers with what it carries.
    """

    seat: SeatSetUp
    look_for: Callable[[], Devices]
    offers: Callable[[], tuple[Offer, ...]]
    take: Callable[[Offer], Provided]
    slow: Slow
    full: Callable[[QWidget, Callable[[object], None]], None]
    calibrate: Callable[[Callable[[object], None]], None]
    again: bool = False
    stay: bool = False  # nobody leaves before a configuration is written

"""Service mode of a seat on a screen: its staff, and the machine behind its tools."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from kiosk import local_time
from kiosk.app.machine import Place, Rules, Seat, demo_place
from kiosk.app.service import (
    STARTED,
    applied_calibration,
    books_bytes,
    free_bytes,
    save_calibration,
    save_day,
)
from kiosk.app.settings import why_not
from kiosk.devices.cabinet.port import Lamp
from kiosk.devices.worker import Worker
from kiosk.faults import EnvironmentFault
from kiosk.resources import software
from kiosk.seat.events import Happened, SoftwareIs
from kiosk.seat.settings import IN_CONFIG
from kiosk.store.staff import BrokenStaff, open_staff
from kiosk.store.staff_acts import StaffActs
from kiosk.ui.kit.clock import Clock, SystemClock
from kiosk.ui.kit.model import SeatModel
from kiosk.ui.service.gate import StaffGate
from kiosk.ui.service.mode import ServiceMode
from kiosk.ui.service.taking import ActsTaker
from kiosk.ui.service.tools import CertificateFacts, Facts, Slow, Software, Tools
from kiosk.ui.terminal.play.playing import Playing

if TYPE_CHECKING:  # it knows of etcd, whose client takes long to load
    from kiosk.app.certificate_watch import CertificateWatch


@dataclass(frozen=True)
class Site:
    """What a seat was opened with: its rules, its place without what was set at it, and what else can be set.

    ``checked``: what the check of its software said, None for a working copy.
    """

    rules: Rules
    place: Place | None
    checked: SoftwareIs | None
    language: str
    endpoints: tuple[str, ...] = ()


class Service(QObject):
    """Owns the staff's file and the thread of what takes long; ``mode`` is for the window."""

    def __init__(
        self,
        model: SeatModel,
        seat: Seat,
        site: Site,
        playing: Playing | None,
        back: Callable[[Callable[[], None]], object],
        on_bug: Callable[[BaseException], None],
        restart: Callable[[], None],
        clock: Clock | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self._model, self._seat, self._site = model, seat, site
        self._staff = open_staff(seat.dir.staff)
        if isinstance(self._staff, BrokenStaff):
            model.send(Happened("staff-damaged", "fault", {"why": str(self._staff.fault)[:200]}))
        elif model.state.had_staff and self._staff.first_run:
            model.send(Happened("staff-lost", "fault"))
        self._worker = Worker("service", on_bug)
        slow = Slow(self._worker, back)
        taker = ActsTaker(model, StaffActs(seat.dir.staff_acts), self)
        taker.look()
        gate = StaffGate(model, self._staff, slow, clock or SystemClock(), self, taker.look)
        place = site.place or demo_place(site.rules)

        def show_lamp(lamp: Lamp | None) -> None:
            if playing is not None:
                playing.show_lamp(lamp)

        def adopt_board() -> None:
            if playing is not None:
                playing.adopt_board()

        tools = Tools(
            staff=self._staff,
            slow=slow,
            facts=self.facts,
            why_not=lambda settings: why_not(settings, place, site.rules),
            effective=self.effective,
            save_report=lambda: save_day(seat),
            save_calibration=lambda found: slow(lambda: save_calibration(seat.dir, found), self._calibrated),
            calibration=applied_calibration(seat.dir),
            show_lamp=show_lamp,
            adopt_board=adopt_board,
            has_cabinet=playing is not None and playing.has_cabinet,
            restart=restart,
        )
        self.mode = ServiceMode(gate, tools)

    def facts(self) -> Facts:
        """What the machine says of itself. Any thread."""
        checked, folder = self._site.checked, self._seat.dir
        found = Software.UNSIGNED
        if checked is not None:
            found = Software.CHANGED if checked.findings else Software.WHOLE
        return Facts(
            version=software(),
            software=found,
            identity=checked.identity if checked is not None else "",
            free_bytes=free_bytes(folder),
            books_bytes=books_bytes(folder),
            state=folder.path,
            started_at=STARTED,
            certificate=certificate_facts(self._seat.certificates),
        )

    def effective(self) -> dict[str, object]:
        """The settings that are in effect now, by name."""
        context = self._model.context
        found: dict[str, object] = {name: getattr(context.config, name) for name in IN_CONFIG}
        found |= {"layout": context.layout.name, "language": self._site.language}
        volume = self._model.state.settings.volume
        found["volume"] = 50 if volume is None else volume
        if self._site.endpoints:
            found["endpoints"] = self._site.endpoints
        return found

    def close(self) -> None:
        """End the thread and close the file. Whoever is logged in was logged out before."""
        self._worker.close()
        self._staff.close()

    def _calibrated(self, found: object) -> None:
        if isinstance(found, Exception):
            self._model.send(Happened("calibration-failed", "warning", {"why": str(found)[:200]}))


def certificate_facts(watch: CertificateWatch | None) -> CertificateFacts | None:
    """The seat's certificate that ends first. Any thread."""
    if watch is None:
        return None
    try:
        found = watch.first_end()
    except EnvironmentFault:
        return CertificateFacts(watch.name, "", 0)
    if found is None:
        return None
    return CertificateFacts(found.path.name, local_time.utc_text(found.ends), watch.days_left(found))

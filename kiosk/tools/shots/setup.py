"""Pictures of the set-up by touch: every page, over a machine in a folder and a USB drive that was provided for it."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

from kiosk.ops.provision.files import Authoriser, provide
from kiosk.ops.provision.plan import Plan, Seat, hosts_beside, nodes_of
from kiosk.ops.setup.answers import FirstStaff
from kiosk.ops.setup.devices import Devices
from kiosk.ops.setup.serial_ports import Found, Port, What
from kiosk.ops.setup.usb_drives import Offer, UsbDrive, take
from kiosk.ops.setup.writing import SeatSetUp
from kiosk.ops.update.machine import Ran
from kiosk.tools.shots.painting import Folder, forms, painting, take_down
from kiosk.ui.kit.texts import Language
from kiosk.ui.service.tools import Slow
from kiosk.ui.setup.draft import Bench, Draft
from kiosk.ui.setup.wizard import STEPS, Wizard

SIZES = ((1280, 720), (1920, 1080), (1080, 1920))
_PORTS = tuple(Port(f"/dev/etg/port-{number}", f"/dev/ttyS{number}") for number in range(3))
_DEVICES = Devices(
    ports=(
        Found(_PORTS[0], What.ACCEPTOR, "iVIZION-100", notes=(500, 1_000, 2_000, 5_000, 10_000), country=61),
        Found(_PORTS[1], What.PRINTER, "printer", baud=38_400),
        Found(_PORTS[2], What.CABINET, "000417, 1.2"),
    ),
    touch=("Panel 22",),
)


def paint_setup_book(folder: Folder) -> None:
    """Write every wanted picture into the folder. Raises OSError when one cannot be written."""
    chosen = [
        (pages, stem, language, size)
        for stem, language, size in forms("setup", SIZES)
        if (pages := [step.name for step in STEPS if folder.wanted(f"{stem}-{step.name}")])
    ]
    if not chosen:
        return
    with painting(), tempfile.TemporaryDirectory() as place:
        bench = _bench(Path(place))
        for pages, stem, language, size in chosen:
            wizard = Wizard(_draft(language, bench), bench)
            wizard.resize(*size)
            wizard.show()
            try:
                for name in pages:
                    wizard.open(name)
                    folder.save(wizard, f"{stem}-{name}")
            finally:
                take_down(wizard)


def _draft(language: Language, bench: Bench) -> Draft:
    """Everything answered, as it is before the summary."""
    draft = Draft(language=language, touch_is_right=True, time_zone="Australia/Sydney")
    draft.offers = bench.offers()
    draft.offer = draft.offers[0]
    draft.take(bench.take(draft.offer))
    draft.devices = _DEVICES
    draft.acceptor, draft.printer, draft.cabinet = (
        _DEVICES.acceptors()[0],
        _DEVICES.printers()[0],
        _DEVICES.cabinets()[0],
    )
    draft.staff_name = "Ann Lee"
    draft.staff = FirstStaff("Ann Lee", "482019")
    return draft


def _bench(place: Path) -> Bench:
    usb_drive = place / "stick"
    nodes = nodes_of("10.0.0.5")
    plan = Plan("12", "Harbour Casino", (Seat("07", "A"), Seat("08", "C")), nodes, hosts_beside(nodes))
    provide(plan, Authoriser("Ann Lee", "482019"), usb_drive)
    root = _root(place)
    seat = SeatSetUp(root, _nothing_runs)
    offers = tuple(
        Offer(UsbDrive("/dev/sdb1", "KIOSK", str(usb_drive)), f"config/seat-{name}.toml", "12", name)
        for name in ("07", "08")
    )
    return Bench(
        seat=seat,
        look_for=lambda: _DEVICES,
        offers=lambda: offers,
        take=lambda offer: take(offer, root, _nothing_runs, seat.now),
        slow=Slow(lambda job: job(), lambda job: job()),
        full=lambda *_: None,
        calibrate=lambda *_: None,
    )


def _root(place: Path) -> Path:
    """A machine after the packages were installed, and before a seat was set up."""
    root = place / "root"
    for name in ("etc/etg-kiosk/seat", "var/lib/etg-kiosk/seat", "usr/share"):
        (root / name).mkdir(parents=True)
    line = f"etg-seat:x:{os.getuid()}:{os.getgid()}::/nonexistent:/usr/sbin/nologin\n"
    (root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n" + line, encoding="utf-8")
    (root / "usr/share/zoneinfo").symlink_to("/usr/share/zoneinfo")
    (root / "etc/localtime").symlink_to("/usr/share/zoneinfo/Australia/Sydney")
    return root


def _nothing_runs(_command: Sequence[str]) -> Ran:
    """Nothing of the machine that paints is touched."""
    return Ran(0, "")

"""A machine in a folder with what the packages make, devices on pseudo-terminals, and a USB drive with a table."""

from __future__ import annotations

import atexit
import os
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from shutil import copytree, rmtree
from tempfile import mkdtemp

import msgspec

from kiosk.games import game as game_of
from kiosk.ops.provision.files import Authoriser, provide
from kiosk.ops.provision.plan import Plan, Seat, hosts_beside, nodes_of
from kiosk.ops.setup.devices import Devices
from kiosk.ops.setup.serial_ports import Port, identify_all, open_port
from kiosk.ops.setup.writing import SeatSetUp
from kiosk.ops.update.machine import Ran
from kiosk.simulators.cabinet.line import BoardLine, BoardTerminal
from kiosk.simulators.cabinet.mechanics import BoardMechanics
from kiosk.simulators.escpos.listening import Terminal as PrinterTerminal
from kiosk.simulators.escpos.paper import Paper
from kiosk.simulators.id003.line import Line, Terminal
from kiosk.simulators.id003.mechanics import Mechanics

TABLE, CASINO = "12", "Harbour Casino"
NOTES = (500, 2_000, 5_000)
STAFF, PIN = "Ann Lee", "482019"
ZONE = "Australia/Sydney"


def make_root(folder: Path) -> Path:
    """A machine after the packages were installed, and before a seat was set up."""
    root = folder / "root"
    for name in ("etc/etg-kiosk/seat", "var/lib/etg-kiosk/seat", "usr/share"):
        (root / name).mkdir(parents=True)
    line = f"etg-seat:x:{os.getuid()}:{os.getgid()}::/nonexistent:/usr/sbin/nologin\n"
    (root / "etc/passwd").write_text("root:x:0:0:root:/root:/bin/bash\n" + line)
    (root / "usr/share/zoneinfo").symlink_to("/usr/share/zoneinfo")
    return root


def make_usb_drive(folder: Path, name: str = "stick", number: int = 0, game: str = "sicbo") -> Path:
    """Table 12 with seats 07 and 08, as `kiosk provision` writes it. Another ``number`` has other certificates."""
    out = folder / name
    copytree(_provided(number, game), out)
    return out


@cache
def _provided(number: int, game: str) -> Path:
    """Written once in a process: certificates and the PIN's hash take half a second."""
    folder = Path(mkdtemp(prefix=f"usb-drive-{number}-"))
    atexit.register(rmtree, folder, ignore_errors=True)
    nodes = nodes_of("10.0.0.5")
    other = "A" if game_of(game).one_layout else "C"
    seats = (Seat("07", "A"), Seat("08", other))
    plan = Plan(TABLE, CASINO, seats, nodes, hosts_beside(nodes), game=game)
    provide(plan, Authoriser("Ann Lee", "482019"), folder / "made")
    return folder / "made"


class Said:
    """Runs nothing and remembers what was asked for; ``answers`` by the first word."""

    def __init__(self, **answers: Ran) -> None:
        self.commands: list[list[str]] = []
        self.answers = answers

    def __call__(self, command) -> Ran:
        self.commands.append(list(command))
        return self.answers.get(command[0], Ran(0, ""))


@contextmanager
def bench():
    """An acceptor, a board and a printer, each at a pseudo-terminal; yields their ports and the paper."""
    acceptor = Terminal(Line(Mechanics(NOTES)))
    board = BoardTerminal(BoardLine(BoardMechanics()))
    paper = Paper()
    printer = PrinterTerminal(paper)
    ports = tuple(Port(one.port, one.port) for one in (acceptor, board, printer))
    try:
        yield ports, paper
    finally:
        for one in (acceptor, board, printer):
            with suppress(OSError):
                one.close()


def opener(port: str, baud: int, even: bool):
    """A pseudo-terminal carries whole bytes and refuses to be set to even parity."""
    del even
    return open_port(port, baud, False)


def look_at(ports, **more):
    """Finds the devices on these ports."""
    return lambda: Devices(identify_all(ports, opener), touch=("Panel 22",), **more)


ANSWERS = """\
table = "12"
seat = "07"
certificates = "stick"
time_zone = "Australia/Sydney"
print_test = false
acceptor = { kind = "simulated" }
printer = { kind = "pdf" }
cabinet = { kind = "none" }

[supervisor]
name = "Ann Lee"
pin_file = "pin.txt"
"""


def write_answers(folder: Path, text: str = ANSWERS, pin: str = PIN) -> Path:
    """A file of answers with the PIN's file beside it."""
    (folder / "pin.txt").write_text(pin + "\n")
    path = folder / "answers.toml"
    path.write_text(text)
    return path


def seat_at(root: Path, **more) -> SeatSetUp:
    """The set-up of the machine in that folder."""
    return SeatSetUp(root, more.pop("run", Said()), **more)


def tree(root: Path) -> dict[str, object]:
    """Every file below a folder with its mode and bytes."""
    return {
        str(path.relative_to(root)): (path.stat().st_mode & 0o777, path.read_bytes())
        for path in sorted(root.rglob("*"))
        if path.is_file() and not path.is_symlink()
    }


def values(found) -> dict[str, str]:
    """The values of a summary by their names."""
    return {str(item): value for item, value in found.values}


replace = msgspec.structs.replace

"""Where things lie on a machine that the packages were installed on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

BASE = "etg-kiosk-base"
PREFIX = "etg-kiosk-"
SEAT, CONSOLE, HOST = "seat", "console", "host"
UNITS: Mapping[str, str] = {
    SEAT: "etg-kiosk-terminal.service",
    CONSOLE: "etg-kiosk-console.service",
    HOST: "etg-kiosk-host.service",
}
"""Which unit runs upon which folder of state."""
SETUP = "etg-kiosk-setup.service"  # a seat's first run, upon no state yet

LOCK = "lock"  # in a folder of state: who runs holds it (kiosk.app.state_dir)
PYTHON = Path("usr/lib/etg-kiosk/venv/bin/python3")


@dataclass(frozen=True)
class Places:
    """The paths of one machine; ``root`` is / but for a system that lies in a folder."""

    root: Path

    @property
    def software(self) -> Path:
        """What the packages install."""
        return self.root / "usr/lib/etg-kiosk"

    @property
    def manifest(self) -> Path:
        """The signed list of the software's files."""
        return self.software / "manifest.json"

    @property
    def configuration(self) -> Path:
        """The folder of seat.toml, console.toml and host.toml."""
        return self.root / "etc/etg-kiosk"

    @property
    def key(self) -> Path:
        """The public key that bundles and software must be signed with."""
        return self.configuration / "manifest-key.pem"

    @property
    def state(self) -> Path:
        """What is kept: the folders seat, console and host, and our own beside them."""
        return self.root / "var/lib/etg-kiosk"

    def states(self) -> dict[str, Path]:
        """The folders of state that are there, by name."""
        return {name: self.state / name for name in UNITS if (self.state / name).is_dir()}

    @property
    def packages(self) -> Path:
        """The packages of versions, a folder each."""
        return self.state / "packages"

    @property
    def backups(self) -> Path:
        """Copies of the state, a folder each."""
        return self.state / "backup"

    @property
    def work(self) -> Path:
        """What an update needs while it runs, and what it must find again after a power cut."""
        return self.state / "update"

    @property
    def journal(self) -> Path:
        """How far the update under way has come; not there when none is."""
        return self.work / "journal.json"

    @property
    def last(self) -> Path:
        """The last change that came to its end."""
        return self.work / "last.json"

    @property
    def undone(self) -> Path:
        """The last change that was taken back."""
        return self.work / "undone.json"

    @property
    def incoming(self) -> Path:
        """A bundle that is being unpacked."""
        return self.work / "incoming"

    @property
    def trial(self) -> Path:
        """A version unpacked beside, and a copy of the state that it is tried on."""
        return self.work / "trial"

    @property
    def staged(self) -> Path:
        """The state that is to be put in place."""
        return self.work / "staged"

    @property
    def rescue(self) -> Path:
        """A copy of the program that began the update, which no package replaces."""
        return self.work / "rescue"

    @property
    def quiet(self) -> Path:
        """A folder of commands that do nothing, for packages' scripts."""
        return self.work / "quiet"

    @property
    def resume(self) -> Path:
        """The script that ends an update that was broken off, with the program in ``rescue``."""
        return self.work / "resume"

    def inside(self, path: Path) -> str:
        """The path as a program sees it that runs within ``root``."""
        return "/" + str(path.absolute().relative_to(self.root.absolute()))

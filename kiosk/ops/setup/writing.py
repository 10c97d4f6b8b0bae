"""Writes what was decided: all that a seat needs first, and its configuration file last, in one step.

guarantee: whatever moment it is interrupted at, the seat has the configuration that it had, or the new one whole.
The certificates of both lie in folders of their own, so that the old file finds the old ones.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import Self

import msgspec

from kiosk.app.certificates import now as clock
from kiosk.app.config import read_seat_file
from kiosk.app.service import save_calibration
from kiosk.app.software import SoftwareFile
from kiosk.app.state_dir import StateDir, hold_folder
from kiosk.devices.files import sync_folder, write_synced
from kiosk.faults import EnvironmentFault
from kiosk.ops.setup.answers import Choices, FirstStaff
from kiosk.ops.setup.owners import Owner, owner_of
from kiosk.ops.setup.provided import PARTS, Provided
from kiosk.ops.setup.seat_toml import KEY, MANIFEST, seat_toml
from kiosk.ops.setup.summary import Facts, Summary, summary
from kiosk.ops.setup.zone import check_zone, set_zone, zone_of
from kiosk.ops.update.idle import what_is_open
from kiosk.ops.update.machine import Runner, run_command
from kiosk.ops.update.places import SEAT, Places
from kiosk.seat.roles import ActKind, Role, StaffAct, StaffRefusal, check_name, check_pin
from kiosk.store import read_only
from kiosk.store.staff import StaffStore
from kiosk.store.staff_acts import NotToldFault, StaffActs

_SYSTEMD = Path("/run/systemd/system")
NAME, STAGED = "seat.toml", ".seat.toml.setup"
_FOLDER = re.compile(r"[0-9a-f]{16}(?:\.part)?")
_MOST_TOLD = 500  # characters of an event
_COLLECT = "Let the player COLLECT, let the round end, then start again; nothing was changed"


class SeatSetUp:
    """The seat of the machine under ``root``. ``step`` is told each thing before the next is begun.

    ``live``: it is this machine and its system runs; without it, found out.
    Raises :class:`EnvironmentFault` for whatever is in the way, with nothing changed unless it says so.
    """

    def __init__(
        self,
        root: Path,
        run: Runner = run_command,
        now: Callable[[], datetime] = clock,
        step: Callable[[str], None] = lambda _: None,
        live: bool | None = None,
    ) -> None:
        self.root = root
        self.run = run
        self.now = now
        self._step = step
        self._live = root.absolute() == Path("/") and _SYSTEMD.is_dir() if live is None else live
        self._places = Places(root)
        self._state = StateDir(self._places.state / SEAT)

    @property
    def file(self) -> Path:
        """The seat's configuration file."""
        return self._places.configuration / NAME

    def why_not(self, *, again: bool) -> str:
        """Why nothing may be written at this machine whatever is answered; empty when it may.

        Reads alone. Raises :class:`EnvironmentFault` for books that cannot be read.
        """
        for folder in (self._places.configuration, self._state.path):
            if not folder.is_dir():
                return f"folder {folder} is not there: expected it of the package etg-kiosk-terminal"
        if reason := self._links():
            return reason
        if self._state.in_use():
            return f"a seat runs with {self._state.path}: stop it with systemctl stop etg-kiosk-terminal"
        if not self.file.exists():
            return ""
        if (found := what_is_open({SEAT: self._state.path})) != []:
            return f"{self.file} is there, and money behind it: {'; '.join(found)}"
        return "" if again else f"{self.file} is there already: a seat is set up again with --again alone"

    def _links(self) -> str:
        """Why no file of the state may be opened by its name: the folder is the seat's user's. Empty when it may."""
        if not self._state.path.is_dir():
            return ""
        links = sorted(path for path in self._state.path.iterdir() if path.is_symlink())
        return f"{links[0]} is a link: expected the seat's own files alone" if links else ""

    @property
    def has_staff(self) -> bool:
        """Whether a first supervisor has been made. Raises :class:`EnvironmentFault` for a damaged file."""
        if not self._state.staff.exists():
            return False
        with closing(StaffStore(self._state.staff)) as staff:
            return not staff.first_run

    def write(self, choices: Choices, provided: Provided, *, again: bool = False) -> Summary:
        """Write everything and answer what the written file says. A repeat with the same answers changes nothing."""
        folder = fingerprint(provided)
        text = seat_toml(choices.file, f"{SEAT}/{folder}", signed=self._signed).encode()
        if reason := self._links():
            raise EnvironmentFault(reason, "Nothing was changed")
        same = self._is_same(text, provided, folder)
        if not same and (reason := self.why_not(again=again)):
            raise EnvironmentFault(reason, _COLLECT if "money behind" in reason else "Nothing was changed")
        self._check(choices, provided)
        owner = owner_of(self.root)
        with closing(hold_folder(self._state.path, "seat")):
            try:
                owner.own(self._state.path / "lock", 0o600)
                with _Told(self._state.staff_acts, self.now, owner, again=again) as told:
                    acts = self._prepare(choices, provided, folder, owner, told)
                    if not same:
                        told.begin()
                        self._commit(text, owner)
                        acts.append(f"{self.file} written")
                    told.end(acts)
            except OSError as error:
                raise EnvironmentFault(
                    f"{error.filename or self.file} cannot be written: {error.strerror}",
                    "The configuration is as it was; check the disk and start again",
                ) from error
            self._tidy(folder)
        return self.read(choices, provided, tuple(acts) or ("nothing to change",))

    def read(self, choices: Choices, provided: Provided, acts: tuple[str, ...] = ()) -> Summary:
        """What the file that is there says, read as the seat reads it."""
        file = read_seat_file(self.file)
        return summary(file, self._facts(choices, provided, self._supervisors()), acts)

    def preview(self, choices: Choices, provided: Provided) -> Summary:
        """What would be written."""
        software = SoftwareFile(manifest=MANIFEST, key=KEY) if self._signed else None
        file = msgspec.structs.replace(choices.file, software=software)
        staff = self._supervisors() or (choices.staff.name if choices.staff is not None else "")
        return summary(file, self._facts(choices, provided, staff))

    def _facts(self, choices: Choices, provided: Provided, staff: str) -> Facts:
        zone = choices.time_zone or zone_of(self.root)
        return Facts(
            zone, provided.expires, provided.warnings, staff, choices.print_tested, choices.touch_screens
        )

    # --- before ---------------------------------------------------------------------------------------------------

    @property
    def _signed(self) -> bool:
        return self._places.manifest.is_file() and self._places.key.is_file()

    def _check(self, choices: Choices, provided: Provided) -> None:
        """What can be refused before anything is written."""
        file, part = choices.file, provided.file
        if (file.table, file.seat) != (part.table, part.seat):
            raise EnvironmentFault(
                f"seat {file.seat} of table {file.table}: the certificates are for seat {part.seat} of table "
                f"{part.table}",
                "Take the part that was provided for this seat",
            )
        if choices.time_zone:
            check_zone(self.root, choices.time_zone)
        if choices.staff is not None and not self.has_staff:
            check_staff(choices.staff)
        if not self._state.seat.exists():
            return
        place = read_only.read(self._state.seat, _place)
        if place not in ("", f"{file.table}/{file.seat}"):
            raise EnvironmentFault(
                f"{self._state.path} holds the books of seat {place} (table/seat): expected those of "
                f"{file.table}/{file.seat}, or none",
                "Books belong to one seat for ever: keep them safe elsewhere first; nothing was changed",
            )

    def _is_same(self, text: bytes, provided: Provided, folder: str) -> bool:
        try:
            return self.file.read_bytes() == text and _holds(self._certificates / folder, provided)
        except OSError:
            return False

    # --- while ----------------------------------------------------------------------------------------------------

    @property
    def _certificates(self) -> Path:
        return self._places.configuration / SEAT

    def _prepare(
        self, choices: Choices, provided: Provided, folder: str, owner: Owner, told: _Told
    ) -> list[str]:
        """Everything that no configuration names yet. What was done, in words."""
        acts = []
        if not _holds(self._certificates / folder, provided):
            told.begin()
            self._place_certificates(provided, folder, owner)
            acts.append(f"certificates of {provided.source.name} placed")
        self._step("certificates")
        if choices.calibration is not None and not self._is_kept(choices.calibration):
            told.begin()
            owner.own(save_calibration(self._state, choices.calibration), 0o644)
            acts.append("calibration of the touch screen kept")
        self._step("calibration")
        if choices.time_zone and zone_of(self.root) != choices.time_zone:
            told.begin()
            set_zone(self.root, choices.time_zone, self.run, live=self._live)
            acts.append(f"time zone {choices.time_zone} set")
        self._step("time zone")
        if choices.staff is not None and not self.has_staff:
            told.begin()
            act = self._make_staff(choices.staff)
            self._give_staff(owner)  # before anything else may fail: the seat must be able to read it
            told.tell(act)
            acts.append(f"{act.kind} {act.name}")
        self._give_staff(owner)
        self._step("staff")
        return acts

    def _give_staff(self, owner: Owner) -> None:
        for path in self._state.path.glob("staff.*"):
            owner.own(path, 0o600)

    def _is_kept(self, calibration: object) -> bool:
        path = self._state.calibration
        return path.exists() and path.read_bytes() == msgspec.json.encode(calibration)

    def _place_certificates(self, provided: Provided, folder: str, owner: Owner) -> None:
        self._certificates.mkdir(mode=0o750, exist_ok=True)
        owner.share(self._certificates, 0o750)
        part = self._certificates / f"{folder}.part"
        shutil.rmtree(part, ignore_errors=True)
        part.mkdir(mode=0o700)
        for name in PARTS:
            path = part / name
            path.touch(mode=0o600)  # before there is anything to read in it
            write_synced(path, provided.parts[name])
            self._step(name)
            owner.own(path, 0o600 if name.endswith(".key") else 0o644)
        owner.share(part, 0o750)
        sync_folder(part)
        shutil.rmtree(self._certificates / folder, ignore_errors=True)  # damaged: it does not hold these
        part.rename(self._certificates / folder)
        sync_folder(self._certificates)

    def _make_staff(self, staff: FirstStaff) -> StaffAct:
        try:
            with closing(StaffStore(self._state.staff)) as store:
                return store.create_first(staff.name, staff.pin)
        except StaffRefusal as refusal:
            raise EnvironmentFault(f"first supervisor: {refusal}", "The configuration is as it was") from None

    def _commit(self, text: bytes, owner: Owner) -> None:
        """Read the new file as the seat will, then put it in place at once."""
        staged = self.file.with_name(STAGED)
        staged.unlink(missing_ok=True)
        write_synced(staged, text)
        self._step("staged")
        try:
            read_seat_file(staged)
        except EnvironmentFault as fault:
            staged.unlink(missing_ok=True)
            words = fault.what.replace(str(staged), str(self.file))
            raise EnvironmentFault(words, "Change the answers; the configuration is as it was") from fault
        owner.share(staged, 0o640)
        staged.replace(self.file)
        self._step("placed")
        sync_folder(self.file.parent)

    def _tidy(self, folder: str) -> None:
        """Remove certificates that no file names any more. What cannot be removed is in nobody's way."""
        for path in self._certificates.iterdir():
            if _FOLDER.fullmatch(path.name) and path.name != folder and not path.is_symlink():
                shutil.rmtree(path, ignore_errors=True)

    # --- after ----------------------------------------------------------------------------------------------------

    def _supervisors(self) -> str:
        """Who may make other users; empty when there is nobody yet."""
        if not self._state.staff.exists():
            return ""
        with closing(StaffStore(self._state.staff)) as staff:
            return ", ".join(one.name for one in staff.users() if one.active and one.role is Role.SUPERVISOR)


class _Told:
    """What a set-up does, written down for the seat's journal: that it begins before it changes anything, then what
    it did. A set-up that changes nothing leaves no word.

    The intent stands first: after a power cut the journal shows that somebody had begun. Raises
    :class:`EnvironmentFault`, and OSError.
    """

    def __init__(self, path: Path, now: Callable[[], datetime], owner: Owner, *, again: bool) -> None:
        self._acts = StaffActs(path, now)
        self._owner = owner
        self._again = again
        self._begun = False

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, NotToldFault):
            return  # it was done
        if self._begun and isinstance(error, OSError | EnvironmentFault):
            why: dict[str, str | int] = {"command": "setup", "why": str(error)[:_MOST_TOLD]}
            with suppress(EnvironmentFault):  # then the journal has what was begun, and the error is said
                self.tell(StaffAct(ActKind.COMMAND_FAILED, "", "", why))

    def begin(self) -> None:
        """Before each change; the first counts."""
        if not self._begun:
            self._acts.begin(StaffAct(ActKind.SET_UP_BEGUN, "", "", {"again": int(self._again)}))
            self._owner.own(self._acts.path, 0o600)
            self._begun = True

    def tell(self, act: StaffAct) -> None:
        """Something was done."""
        self._acts.tell([act])

    def end(self, acts: Sequence[str]) -> None:
        """The seat is set up; ``acts`` is what was changed."""
        if acts:
            self.tell(StaffAct(ActKind.SET_UP, "", "", {"what": "; ".join(acts)[:_MOST_TOLD]}))


def check_staff(staff: FirstStaff) -> None:
    """Whether somebody can be the first supervisor. Raises :class:`EnvironmentFault`, without the PIN."""
    try:
        check_pin(staff.pin, check_name(staff.name))
    except StaffRefusal as refusal:
        raise EnvironmentFault(f"first supervisor: {refusal}", "Nothing was changed") from None


def fingerprint(provided: Provided) -> str:
    """The name of the folder of these certificates: another one for others."""
    found = hashlib.sha256()
    for name in PARTS:
        found.update(hashlib.sha256(provided.parts[name]).digest())
    return found.hexdigest()[:16]


def _holds(folder: Path, provided: Provided) -> bool:
    try:
        return all((folder / name).read_bytes() == provided.parts[name] for name in PARTS)
    except OSError:
        return False


class _Placed(msgspec.Struct):
    place: str = ""


def _place(db: sqlite3.Connection) -> str:
    row = db.execute("SELECT body FROM snapshot").fetchone()
    return msgspec.json.decode(row[0], type=_Placed).place if row is not None else ""

"""The change itself, from the first package to the last check. Cut off anywhere, :meth:`Change.resume` ends it."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import msgspec

from kiosk.devices.files import sync_folder, write_synced
from kiosk.faults import EnvironmentFault
from kiosk.integrity.keys import read_public_key
from kiosk.ops.update import journal
from kiosk.ops.update.backup import (
    Backup,
    clear_replaced,
    differences,
    last_booked,
    place,
    read_backup,
)
from kiosk.ops.update.bundle import Bundle, check_folder
from kiosk.ops.update.examine import Examined
from kiosk.ops.update.files import link_tree, remove, settle_owner, spoken
from kiosk.ops.update.journal import Entry, Step
from kiosk.ops.update.machine import Machine, Ran
from kiosk.ops.update.places import BASE, PYTHON, Places

BACKUPS_KEPT = 5
UNREAD = "-unread"  # of the folder beside a backup: what it replaced and nobody could read
_ACCOUNTS = "account."
_IGNORED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_UNFINISHED = (".dpkg-new", ".dpkg-tmp")  # what dpkg calls a file on its way
_PEOPLES = ("etc", "var")  # configuration and state: nothing is removed there
_MOST_SAID = 3  # findings in an error


class Change:
    """One change of the software. Every call raises :class:`EnvironmentFault`; the caller holds the work folder."""

    def __init__(self, places: Places, machine: Machine, say: Callable[[str], None]) -> None:
        self._places = places
        self._machine = machine
        self._say = say

    def run(self, entry: Entry) -> None:
        """Make the change. When it does not succeed, the version before is put back and the reason is raised."""
        self._rescue()
        with _unbroken():
            journal.write(self._places.journal, entry)
            try:
                self._say(f"installing version {entry.target}")
                self._install(entry.target)
                entry = journal.moved(self._places.journal, entry, Step.SETTLING)
                self._settle(entry)
            except EnvironmentFault as fault:
                self._take_back(entry, fault)
                raise EnvironmentFault(
                    f"version {entry.target} was not taken: {fault}",
                    f"Version {entry.source} is in place again, with the money as it was",
                ) from fault
            self._finish(entry, Step.DONE)

    def _take_back(self, entry: Entry, reason: EnvironmentFault) -> None:
        try:
            self._undo(entry, str(reason))
        except EnvironmentFault as fault:
            raise EnvironmentFault(
                f"version {entry.target} was not taken ({reason}), and {entry.source} not put back: {fault}",
                f"Remove the cause, then run {self._places.resume}; the state before lies in "
                f"{self._places.backups / entry.backup}",
            ) from fault

    def resume(self) -> Entry | None:
        """End what a power cut has broken off: forward when the packages were whole, back otherwise.

        The change as it ended, or None when none was under way.
        """
        entry = journal.read(self._places.journal)
        if entry is None:
            self.clear()
            return None
        with _unbroken():
            if entry.step is Step.SETTLING:
                try:
                    self._settle(entry)
                    return self._finish(entry, Step.DONE)
                except EnvironmentFault as fault:
                    entry = self._undo(entry, str(fault))
            elif entry.step in (Step.INSTALLING, Step.UNDOING):
                entry = self._undo(entry, "it was broken off while packages were installed")
            else:
                entry = self._finish(entry, entry.step)
        return entry

    # --- the steps ----------------------------------------------------------------------------------------------

    def _install(self, version: str) -> None:
        folder = self._places.packages / version
        bundle = check_folder(folder, read_public_key(self._places.key))
        self._machine.install([folder / file for file in self._wanted(bundle)])
        self._machine.flush()

    def _wanted(self, bundle: Bundle) -> list[str]:
        """The files of the packages that this machine needs: ours that it has, and Debian's that it lacks."""
        here, found = self._machine.installed(), []
        for package in bundle.packages:
            if package.ours:
                wanted = package.name in here or package.name == BASE
            else:
                has = self._machine.installed(package.name).get(package.name)
                wanted = not has or self._machine.newer(package.version, has)
            if wanted:
                found.append(package.file)
        return found

    def _settle(self, entry: Entry) -> None:
        """The new version takes the state over and is checked. Done again it finds its work done."""
        backup = self._backup(entry)
        states = self._places.states() | {name: self._places.state / name for name in backup.states}
        if entry.staged:
            self._say("putting the state in place")
            place(self._places.staged, states)
        self._prove(entry, entry.target, backup)

    def _undo(self, entry: Entry, reason: str) -> Entry:
        self._say(f"putting version {entry.source} back: {reason}")
        if entry.step is not Step.UNDOING:
            entry = journal.moved(self._places.journal, entry, Step.UNDOING, reason=reason)
        backup = self._backup(entry)
        # Before and after: what dpkg had begun to unpack is a stranger to the manifest, which the package's own script
        # holds the installed files against.
        self._sweep(entry)
        self._install(entry.source)
        self._sweep(entry)
        if entry.touched:
            self._put_back(backup, self._places.backups / entry.backup)
        self._prove(entry, entry.source, backup)
        return self._finish(entry, Step.UNDONE)

    def _sweep(self, entry: Entry) -> None:
        """Remove what only the version has that is taken back: dpkg forgets files of a package that was cut in two.

        An empty folder is no trifle: one named kiosk-1.1.dist-info is a version to Python. Folders may be links to
        others (/lib): names are compared where they lead to.
        """
        stays, goes = self._files_of(entry.source), self._files_of(entry.target)
        unfinished = {path.with_name(path.name + end) for path in stays | goes for end in _UNFINISHED}
        with spoken(f"what version {entry.target} has left cannot be removed"):
            for path in (goes - stays) | unfinished:
                path.unlink(missing_ok=True)
            folders = {folder for path in goes for folder in path.parents}
            folders -= {folder for path in stays for folder in path.parents}
            for folder in sorted(folders, reverse=True):  # what lies deeper comes first
                with suppress(OSError):  # it is gone, or something else lies in it
                    folder.rmdir()

    def _files_of(self, version: str) -> set[Path]:
        folder, found = self._places.packages / version, set()
        bundle = check_folder(folder, read_public_key(self._places.key))
        wanted = self._wanted(bundle)
        # Debian's own packages stay as they are, also upgraded: their files are not ours to take away.
        for file in [package.file for package in bundle.packages if package.ours and package.file in wanted]:
            for name in self._machine.names_of(folder / file):
                path = self._places.root / name
                if name.split("/")[0] not in _PEOPLES:
                    found.add(path.parent.resolve() / path.name)
        return found

    def _put_back(self, backup: Backup, folder: Path) -> None:
        booked = self._booked()
        if booked is None:
            self._keep_unread(backup, folder)
        elif last_booked(folder)[0] < booked:
            raise EnvironmentFault(
                f"the seat has booked since the backup {folder} was made: it is not put back",
                "Call a technician; the books were not changed",
            )
        place(folder, {name: self._places.state / name for name in backup.states})

    def _booked(self) -> int | None:
        """The number of the last transaction; None for books that cannot be read."""
        try:
            return last_booked(self._places.state)[0]
        except EnvironmentFault:
            return None

    def _keep_unread(self, backup: Backup, folder: Path) -> None:
        """Nobody can say what was booked there: it is no reason to leave it in place, and none to throw it away."""
        kept = folder.with_name(f"{folder.name}{UNREAD}")
        with spoken(f"books that cannot be read cannot be kept in {kept}"):
            remove(kept)
            kept.mkdir(mode=0o700)
            for name in backup.states:
                # Not copied: what cannot be read cannot be copied, and the disk may be full.
                (self._places.state / name).rename(kept / name)
            sync_folder(kept)
            sync_folder(self._places.state)
        self._say(f"the books that were there cannot be read; they are kept in {kept}")

    def _finish(self, entry: Entry, step: Step) -> Entry:
        self._machine.flush()  # what a program has compiled or written meanwhile, before nobody resumes any more
        entry = journal.moved(self._places.journal, entry, step)
        with spoken("the end of the update cannot be written"):
            last = self._places.last if step is Step.DONE else self._places.undone
            self._places.journal.replace(last)
            if step is Step.DONE:
                remove(self._places.undone)
            sync_folder(last.parent)
        self.clear()
        return entry

    # --- what proves it -----------------------------------------------------------------------------------------

    def _backup(self, entry: Entry) -> Backup:
        return read_backup(self._places.backups / entry.backup)

    def _prove(self, entry: Entry, version: str, backup: Backup) -> None:
        """The installed software is whole, of that version, signed, and finds the books as they were."""
        others = [f"{name} {found}" for name, found in self._machine.installed().items() if found != version]
        if others:
            raise EnvironmentFault(f"{', '.join(others)} is installed, expected version {version}")
        found = examined(self._machine.ask("update", "--examine", self._inside(self._places.state), "--held"))
        with spoken("the state cannot be given to its user"):
            for path in self._places.states().values():
                settle_owner(path)
        if found.findings:
            raise EnvironmentFault(
                f"version {version} finds the books wrong: {'; '.join(found.findings[:_MOST_SAID])}"
            )
        self._same_money(entry, backup, found)
        manifest, key = self._inside(self._places.manifest), self._inside(self._places.key)
        checked = self._machine.ask("manifest", "check", "--manifest", manifest, "--key", key)
        if checked.status != 0:
            raise EnvironmentFault(f"the installed software is not as it was signed: {_said(checked)}")

    def _same_money(self, entry: Entry, backup: Backup, found: Examined) -> None:
        number, proof = last_booked(self._places.backups / entry.backup)
        if number and last_booked(self._places.state, number) != (number, proof):
            raise EnvironmentFault(
                f"transaction {number} of the seat's journal is not the one that was backed up"
            )
        if last_booked(self._places.state)[0] > number:
            return  # a seat that ran on in between has booked more, and its own test has found it right
        if wrong := differences(backup.money, found.money, _ACCOUNTS):
            raise EnvironmentFault(f"the money is not what it was: {'; '.join(wrong[:_MOST_SAID])}")

    def _inside(self, path: Path) -> str:
        return self._places.inside(path)

    # --- around it ----------------------------------------------------------------------------------------------

    def _rescue(self) -> None:
        """Keep the program that runs now where no package replaces it, and a script that lets it end the change."""
        places = self._places
        python = places.inside(places.rescue / PYTHON.relative_to("usr/lib/etg-kiosk"))
        script = (
            f"#!/bin/sh\n# Ends an update that was broken off.\nexec {python} -I -m kiosk update --resume\n"
        )
        with spoken("the program cannot be kept aside"):
            remove(places.resume)
            remove(places.rescue)
            link_tree(places.software, places.rescue)
            part = places.resume.with_name(f"{places.resume.name}.part")
            write_synced(part, script.encode())
            part.chmod(0o700)
            part.replace(places.resume)
            sync_folder(places.work)
        self._machine.flush()

    def clear(self) -> None:
        """Remove what only a change under way needs: the script first, the program that may run us last."""
        places = self._places
        with spoken("what the update needed cannot be removed"):
            remove(places.resume)
            for path in (places.incoming, places.trial, places.staged, places.quiet):
                remove(path)
            clear_replaced(places.state)
            self._forget()
            remove(places.rescue)

    def _forget(self) -> None:
        entries = [journal.read(path) for path in (self._places.last, self._places.undone)]
        versions = {name for entry in entries if entry is not None for name in (entry.source, entry.target)}
        backups = {entry.backup for entry in entries if entry is not None}
        if not versions:
            return
        versions |= set(self._machine.installed().values())
        for path in self._places.packages.glob("*"):
            if path.name not in versions:
                remove(path)
        kept = sorted(
            path
            for path in self._places.backups.glob("*")
            if path.suffix != ".part" and not path.name.endswith(UNREAD)  # a person looks at these
        )
        for path in kept[:-BACKUPS_KEPT]:
            if path.name not in backups:
                remove(path)


def examined(ran: Ran) -> Examined:
    """What a program answered to --examine. Raises :class:`EnvironmentFault` when it is no answer."""
    try:
        return msgspec.json.decode(ran.out.encode(), type=Examined)
    except msgspec.DecodeError as error:
        raise EnvironmentFault(f"the program did not answer (status {ran.status}): {_said(ran)}") from error


def _said(ran: Ran) -> str:
    lines = (ran.err.strip() or ran.out.strip()).splitlines()
    return " / ".join(lines[-_MOST_SAID:]) or "it said nothing"


@contextmanager
def _unbroken() -> Iterator[None]:
    """Ctrl-C, a terminal that is closed or a polite end do not cut packages in two; a power cut may."""
    before = {number: signal.signal(number, signal.SIG_IGN) for number in _IGNORED}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)

"""What `kiosk update` does: everything that can be found wrong is found before the first package is touched."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

from kiosk.app.state_dir import HeldFolder, Hold, hold_folder
from kiosk.devices.files import sync_folder
from kiosk.faults import EnvironmentFault
from kiosk.integrity.keys import read_public_key
from kiosk.ops.update import journal
from kiosk.ops.update.backup import Backup, back_up, changed_since, differences, read_backup
from kiosk.ops.update.bundle import Bundle, check_folder, unpack_bundle
from kiosk.ops.update.change import Change, examined
from kiosk.ops.update.downgrade import downgrade
from kiosk.ops.update.files import copy_tree, remove, settle_owner, size_of, spoken
from kiosk.ops.update.idle import what_is_open
from kiosk.ops.update.journal import Action, Entry, Step
from kiosk.ops.update.machine import Machine, Runner, run_command
from kiosk.ops.update.places import BASE, LOCK, SETUP, UNITS, Places
from kiosk.ops.update.unknown import unknown_fields, unknown_kinds, unknown_records

_SPARE_BYTES = 256 << 20
_COPIES_OF_STATE, _COPIES_OF_PACKAGES = 4, 5  # backup, trial, staged, placed; packages are compressed
_MOST_SAID = 3  # findings in an error


class Updater:
    """Changes the software of the machine below ``root``.

    ``say`` hears what is done, ``now`` gives UTC in ISO 8601. Every call raises :class:`EnvironmentFault`: then
    nothing was changed, or the version before is in place again, or (it is said so) `resume` must be called.
    """

    def __init__(
        self, root: Path, say: Callable[[str], None], now: Callable[[], str], run: Runner = run_command
    ) -> None:
        self._places = Places(root.absolute())
        self._machine = Machine(self._places, run)
        self._say = say
        self._now = now
        self._change = Change(self._places, self._machine, say)

    def update(self, bundle: Path, *, stop: bool) -> str:
        """Bring the machine to the version of the bundle; the version. ``stop``: end what runs, and start it again."""
        with self._alone():
            self._nothing_under_way()
            found = self._take_in(bundle)
            version = self._machine.version()
            if found.version == version:
                return version
            _refuse(what_is_open(self._places.states()))
            self._fits(found, version)
            self._previous(version)
            with self._quiet(stop=stop) as states:
                name, backup = self._back_up(states, version, found)
                self._say(f"trying version {found.version} on a copy")
                self._try(found, name, backup, {})
                self._change.run(
                    Entry(Action.UPDATE, Step.INSTALLING, version, found.version, name, self._now())
                )
            return found.version

    def back(self, *, stop: bool) -> str:
        """Return to the version before the last update, with the state as it is now; that version."""
        with self._alone():
            self._nothing_under_way()
            version = self._machine.version()
            last = self._last(version)
            target = self._previous(last.source)
            self._previous(version)
            before = read_backup(self._places.backups / last.backup)
            self._knows_all(before)
            with self._quiet(stop=stop) as states:
                self._knows_all(before)
                name, backup = self._back_up(states, version, target)
                self._say(f"trying version {target.version} on a copy")
                staged = self._older_state(last, target, name, backup)
                entry = Entry(
                    Action.BACK, Step.INSTALLING, version, target.version, name, self._now(), staged=staged
                )
                self._change.run(entry)
            return target.version

    def resume(self) -> Entry | None:
        """End a change that was broken off; how it ended, or None when none was under way."""
        if not self._places.work.is_dir():
            return None
        with self._alone(), ExitStack() as held:
            for name, path in self._places.states().items():
                held.enter_context(_held(path, name))
            return self._change.resume()

    # --- may it begin -------------------------------------------------------------------------------------------

    @contextmanager
    def _alone(self) -> Iterator[None]:
        with spoken(f"{self._places.work} cannot be made"):
            self._places.work.mkdir(parents=True, exist_ok=True, mode=0o700)
        with hold_folder(self._places.work, "kiosk update"):
            try:
                yield
            except EnvironmentFault:
                with suppress(EnvironmentFault):  # what was found wrong is what is told
                    if journal.read(self._places.journal) is None:
                        self._change.clear()
                raise

    def _nothing_under_way(self) -> None:
        if journal.read(self._places.journal) is not None:
            raise EnvironmentFault(
                "an update was broken off and has not ended", f"Run {self._places.resume}, then begin again"
            )
        self._change.clear()  # one that was killed while it tried has no journal, and leaves its copies

    def _take_in(self, path: Path) -> Bundle:
        """Check the bundle and keep its packages."""
        key, incoming = read_public_key(self._places.key), self._places.incoming
        with spoken(f"bundle {path} cannot be kept"):
            remove(incoming)
            self._space(path.stat().st_size)
            bundle = unpack_bundle(path, key, incoming)
            self._places.packages.mkdir(parents=True, exist_ok=True, mode=0o700)
            target = self._places.packages / bundle.version
            if not self._kept_already(target, bundle):
                remove(target)
                incoming.rename(target)
                sync_folder(target.parent)
        self._say(f"{path.name} is as it was signed: version {bundle.version}")
        return bundle

    def _kept_already(self, folder: Path, bundle: Bundle) -> bool:
        try:
            return check_folder(folder, read_public_key(self._places.key)) == bundle
        except EnvironmentFault:
            return False

    def _space(self, packages: int) -> None:
        states = sum(size_of(path) for path in self._places.states().values())
        wanted = states * _COPIES_OF_STATE + packages * _COPIES_OF_PACKAGES + _SPARE_BYTES
        free = shutil.disk_usage(self._places.work).free
        if free < wanted:
            raise EnvironmentFault(
                f"the disk of {self._places.state} has {free >> 20} MB free, expected {wanted >> 20} MB",
                "Make room: old backups and reports can be moved away",
            )

    def _fits(self, bundle: Bundle, version: str) -> None:
        here = self._machine.installed()
        if other := [f"{name} {found}" for name, found in here.items() if found != version]:
            raise EnvironmentFault(
                f"{BASE} has version {version}, but there is {', '.join(other)}",
                "Install all packages of one version with dpkg -i first",
            )
        if missing := sorted(here.keys() - {package.name for package in bundle.packages}):
            raise EnvironmentFault(
                f"the bundle has no {', '.join(missing)}, which is installed",
                "Take a bundle with all packages",
            )
        if not self._machine.newer(bundle.version, version):
            raise EnvironmentFault(
                f"version {bundle.version} of the bundle is older than {version}, which is installed",
                "To return to the version before: kiosk update --back",
            )

    def _previous(self, version: str) -> Bundle:
        """The kept packages of that version, proven: without them there is no way back."""
        folder = self._places.packages / version
        if not folder.is_dir():
            raise EnvironmentFault(
                f"the packages of version {version} are not kept in {folder}: expected them for the way back",
                f"Run kiosk update with the bundle of version {version} once, which keeps them",
            )
        return check_folder(folder, read_public_key(self._places.key))

    def _last(self, version: str) -> Entry:
        last = journal.read(self._places.last)
        if last is None or last.action is not Action.UPDATE or last.target != version:
            told = "no update was made" if last is None else f"the last change went to {last.target}"
            raise EnvironmentFault(
                f"there is no version before {version}: {told}", "To go forward: kiosk update BUNDLE"
            )
        return last

    def _knows_all(self, before: Backup) -> None:
        """Before anything is stopped: books with an entry that the version before does not know, it finds wrong.

        Of a round kept for recall that it cannot read it would show nothing, and decide nothing anew.
        """
        way_out = "Stay with this version: there is no way back without a loss. Nothing was changed"
        for kind, first in unknown_kinds(before, self._places.state).items():
            raise EnvironmentFault(
                f"transaction {first} of the seat's journal is of the kind '{kind}', which version {before.version} "
                "does not know: it would find the books wrong",
                way_out,
            )
        for field, first in unknown_fields(before, self._places.state).items():
            raise EnvironmentFault(
                f"round {first} as the seat keeps it for recall has the field '{field}', which version "
                f"{before.version} does not know: it could not read the round",
                way_out,
            )
        for field, first in unknown_records(before, self._places.state).items():
            raise EnvironmentFault(
                f"round {first} in the console's archive has a record with '{field}', which version "
                f"{before.version} does not know: it could not read the round",
                way_out,
            )

    @contextmanager
    def _quiet(self, *, stop: bool) -> Iterator[Mapping[str, Path]]:
        """Nothing is open and nothing runs. What is started now ends at once, since we hold the states, until another
        state is put in their place; units are kept from starting by the one that resumes an update.
        """
        states = self._places.states()
        _refuse(what_is_open(states))
        running = [
            UNITS[name]
            for name, path in states.items()
            if HeldFolder(path, name).in_use() or self._machine.runs(UNITS[name])
        ]
        if self._machine.runs(SETUP):
            running.append(SETUP)
        if running and not stop:
            raise EnvironmentFault(
                f"{', '.join(running)} runs", "Name --stop to have it stopped and started again"
            )
        if running and not self._machine.has_units:
            raise EnvironmentFault(
                f"{', '.join(running)} runs, and there is no systemd to stop it", "Stop it by hand"
            )
        with ExitStack() as held:
            if running:
                held.callback(self._machine.start, running)
                self._say(f"stopping {', '.join(running)}")
                self._machine.stop(running)
            for name, path in states.items():
                held.enter_context(_held(path, name))
            _refuse(what_is_open(states))
            yield states

    # --- what must hold before ----------------------------------------------------------------------------------

    def _back_up(self, states: Mapping[str, Path], version: str, target: Bundle) -> tuple[str, Backup]:
        with spoken("the disk cannot be looked at"):
            self._space(sum(package.size for package in target.packages))
        at = self._now()
        name = f"{at.replace(':', '').replace('-', '')}-{version}"
        self._say(f"backing the state up: {self._places.backups / name}")
        return name, back_up(states, self._places.backups / name, version, at)

    def _try(self, bundle: Bundle, backup_name: str, backup: Backup, schemas: Mapping[str, int]) -> bool:
        """Let the program of the bundle open a copy of the backup; whether tables had to be brought down for it.

        The copy is left in the trial folder. Raises :class:`EnvironmentFault` when the program finds anything wrong,
        or not every meter as it was.
        """
        trial = self._places.trial
        with spoken("the trial cannot be made"):
            remove(trial)
            (trial / "tree").mkdir(parents=True, mode=0o700)
            state = trial / "state"
            state.mkdir()
            for name in backup.states:
                copy_tree(self._places.backups / backup_name / name, state / name)
        downgraded = downgrade(state, schemas)
        files = {package.name: package.file for package in bundle.packages}
        self._machine.unpack(self._places.packages / bundle.version / files[BASE], trial / "tree")
        asked = ("update", "--examine", self._places.inside(state))
        found = examined(self._machine.ask_unpacked(trial / "tree", *asked))
        wrong = [*found.findings, *differences(backup.money, found.money)]
        if wrong:
            raise EnvironmentFault(
                f"version {bundle.version} does not take the state: {'; '.join(wrong[:_MOST_SAID])}",
                "Nothing was changed",
            )
        with spoken("the trial cannot be cleared"):
            for name in backup.states:
                settle_owner(state / name)
            remove(trial / "tree")
        return downgraded

    def _older_state(self, last: Entry, target: Bundle, name: str, backup: Backup) -> bool:
        """Whether another state has to be put in place for the older program: then it lies in the staged folder."""
        before = read_backup(self._places.backups / last.backup)
        try:
            staged = self._try(target, name, backup, before.schemas())
        except EnvironmentFault as fault:
            if changed := changed_since(self._places.backups / last.backup, self._places.state):
                raise EnvironmentFault(
                    f"{fault.what}, and since the update {', '.join(changed[:_MOST_SAID])} went on",
                    "Stay with this version: going back would lose what was written. Nothing was changed",
                ) from fault
            self._say(
                f"the state of {before.at} is put back: nothing was written since; the state as it is stays in {name}"
            )
            self._try(target, last.backup, before, {})
            staged = True
        if staged:
            with spoken("the older state cannot be kept ready"):
                remove(self._places.staged)
                (self._places.trial / "state").rename(self._places.staged)
                sync_folder(self._places.work)
        return staged


def _held(folder: Path, name: str) -> Hold:
    """Hold a folder of state; what that makes in it belongs to whom the folder belongs. No link is followed."""
    lock = folder / LOCK
    if lock.is_symlink():
        raise EnvironmentFault(f"{lock} is a link: expected a file", "Remove it")
    held = hold_folder(folder, name)
    with spoken(f"{lock} cannot be given to its user"):
        owner = folder.stat()
        if os.geteuid() == 0 and os.fstat(held.fileno()).st_size == 0:
            os.chown(lock, owner.st_uid, owner.st_gid, follow_symlinks=False)
    return held


def _refuse(found: list[str]) -> None:
    if found:
        raise EnvironmentFault(f"the software cannot be exchanged now: {'; '.join(found)}", "Then try again")

"""A Game Console over the network: link, archive, notes, device and desk, from the console's configuration."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from kiosk.app.certificate_watch import CertificateWatch
from kiosk.app.config import ConsoleFile
from kiosk.app.limits import TableLimits, read_limits
from kiosk.app.log_release import (
    Release,
    begin_first_life,
    older_log,
    release_archive_at_console,
    release_at_console,
    why_other,
)
from kiosk.app.machine import Rules, all_layouts, read_rules, utc_now
from kiosk.app.seating import check_seating
from kiosk.app.shoes import OpenShoe, open_shoe
from kiosk.app.state_dir import ConsoleDir
from kiosk.book.archive import open_book
from kiosk.book.archive_anchor import AnchoredArchive
from kiosk.console.chance import ChanceFor, facts_by_chance
from kiosk.console.commands import Authority, Refusal
from kiosk.console.desk import Desk, DeskConfig, Pace, open_desk
from kiosk.console.jackpot_line import JackpotLine
from kiosk.console.notes import FileKeeper
from kiosk.console.service import TableSettings
from kiosk.console.supervisors import Supervisors
from kiosk.console.view import LogHealth
from kiosk.faults import EnvironmentFault, why
from kiosk.jackpot.calls import RemoteJackpot
from kiosk.links.hosts.log import HostLog
from kiosk.seat.roles import CONSOLE_ROLES, Role
from kiosk.simulators.dealing import simulated_device
from kiosk.store.staff import First, open_staff
from kiosk.store.staff_acts import StaffActs
from kiosk.table import keys
from kiosk.table.history import Other, remembering
from kiosk.table.left import Keeper


@dataclass(frozen=True)
class ConsoleOptions:
    """How the console runs. All but ``take_over`` is for demonstrations alone.

    ``chance``: deals for the automatic dealer; None: it has none. ``speed``: so many times as fast as the configured
    pace. ``device``: simulate one, which reads what it dealt.
    """

    take_over: bool = False
    chance: ChanceFor | None = None
    speed: float = 1.0
    device: bool = False

    @property
    def pretends(self) -> bool:
        """Whether it asks for what a table with money must not have."""
        return self.chance is not None or self.device or self.speed != 1.0


def refuse_pretence(file: ConsoleFile, asked: str) -> None:
    """Raises :class:`EnvironmentFault` where ``asked`` has no place: at a table that plays for money."""
    if not file.demonstration:
        raise EnvironmentFault(
            f"{asked}: table {file.table} plays for money; simulated results, devices and paces are for a "
            "demonstration alone",
            f"Start the console without {asked}; a demonstration's table is provided with "
            "kiosk provision --demonstration",
        )


def clock_ms() -> int:
    """A monotonic clock."""
    return time.monotonic_ns() // 1_000_000


def settings_of(file: ConsoleFile) -> TableSettings:
    """The table's rules. Raises :class:`EnvironmentFault` naming file and value."""
    rules = {name: read_rules(name, of=file.game) for name in sorted({seat.layout for seat in file.seats})}
    found = list(rules.values())
    check_seating(file.table, found, [seat.name for seat in file.seats])
    limits = [_limits(file, rule) for rule in found]  # each layout must be able to pay by them
    return TableSettings(
        file.table,
        file.console,
        found[0].game,
        found[0].layout,
        limits[0].limits(),
        {seat.name: rules[seat.layout].layout.name for seat in file.seats},
        all_layouts(found),
        file.demonstration,
    )


def _limits(file: ConsoleFile, rules: Rules) -> TableLimits:
    path = file.limits
    if path is None:
        return rules.limits
    return read_limits(rules.layout, str(path), _text(path), rules.game.kinds)


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as error:
        raise EnvironmentFault(f"{path} cannot be read: {why(error)}", "Check the file") from error


def desk_config(file: ConsoleFile, options: ConsoleOptions) -> DeskConfig:
    """What the desk is set up with."""
    pace = Pace(
        betting_ms=round(file.pace.betting_seconds * 1000), hurry_ms=round(file.pace.hurry_seconds * 1000)
    )
    settings = settings_of(file)
    return DeskConfig(
        casino=file.casino,
        settings=settings,
        pace=pace.faster(options.speed),
        first=first_staff(file),
        facts_for=facts_by_chance(settings.game, settings.layout, options.chance)
        if options.chance is not None and not options.device
        else None,
    )


def first_staff(file: ConsoleFile) -> tuple[First, ...]:
    """With whom the console's list of staff begins."""
    return tuple(First(one.name, Role(one.role), one.pin_hash) for one in file.supervisors)


class OpenConsole:
    """Everything that a console has open beside its desk. ``open`` may be tried again while the log is silent.

    ``on_bug`` is told in the link's thread, or the shoe's. Raises :class:`EnvironmentFault` for what cannot be used.
    """

    def __init__(
        self,
        file: ConsoleFile,
        folder: ConsoleDir,
        options: ConsoleOptions,
        on_bug: Callable[[BaseException], None],
    ) -> None:
        if options.pretends:
            refuse_pretence(file, "simulated results, device or pace")
        self._options = options
        self._folder = folder
        self._file = file
        self._on_bug = on_bug
        self.shoe: OpenShoe | None = None
        self.certificates = CertificateWatch(file.log)
        self.config = desk_config(file, options)
        self._who = f"console '{file.console}'"
        self._keeper = Keeper(file.table, console=file.console)
        self._other = ""
        self.archive = AnchoredArchive(folder.archive, file.table)
        self.staff = open_staff(folder.staff, CONSOLE_ROLES)
        try:
            self.log = HostLog(file.log.hosts(file.table, file.console), on_bug)
        except BaseException:
            self.staff.close()
            self.archive.close()
            raise
        self._jackpot: JackpotLine | None = None
        if file.jackpot is not None:
            self._jackpot = JackpotLine(file.jackpot, RemoteJackpot(self.log), on_bug)

    def open(self) -> Desk:
        """The desk. Raises as :func:`kiosk.console.desk.open_desk` does, NoAnswer where the log is silent."""
        found = self._why_other()
        if found is not None:
            raise older_log(self.config.settings.table, found)
        memory, anchored = self.archive.memory(self._who), self.archive.anchored(self._who)
        self.log.remember(
            remembering(self.config.settings.table, memory, self._hear_other, self._keeper, anchored)
        )
        begin_first_life(self.log, self.config.settings.table, utc_now())
        desk = open_desk(
            self.log,
            self.archive,
            self.config,
            FileKeeper(self._folder.notes),
            self.staff,
            clock_ms,
            presences=self.log,
            changes=self.log,
            health=self._health,
            take_over=self._options.take_over,
            acts=StaffActs(self._folder.staff_acts),
            jackpot=self._jackpot,
        )
        self.log.verified.listen(desk.forged)
        if self._options.device and self._options.chance is not None:
            settings, runs = self.config.settings, iter(range(1, 2**53))
            facts_for = facts_by_chance(settings.game, settings.layout, self._options.chance)
            device = simulated_device(settings.game.name)
            desk.connect(device(desk.dealt, lambda: facts_for(next(runs), (), {})))
        game, layout = self.config.settings.game, self.config.settings.layout
        self.shoe = open_shoe(
            self._file.shoe,
            desk.drawn,
            self._on_bug,
            decks=game.decks(layout),
            gone=lambda: desk.out_of_shoe,
        )
        if self.shoe is not None:
            desk.connect_shoe(self.shoe.shoe)
            self.shoe.shoe.power_up()
        return desk

    def close(self) -> None:
        """End the shoe and the link, then close staff and archive. The desk must be closed before."""
        if self.shoe is not None:
            self.shoe.close()
        if self._jackpot is not None:
            self._jackpot.end()
        self.log.close()
        if self._jackpot is not None:
            self._jackpot.close()
        self.staff.close()
        self.archive.close()

    def _why_other(self) -> Other | None:
        self.log.check([keys.root(self._keeper.table)])
        return why_other(self.log, self.archive, self._who, self._keeper)

    def _hear_other(self, other: Other | None) -> None:
        """In the link's thread."""
        self._other = other.what if other is not None else ""

    def release_log(self, release: Release, say: Callable[[str], None]) -> bool:
        """Let an older log begin a new life, or an older archive go on, as its supervisor says. False: it is neither.

        Raises :class:`EnvironmentFault`, NoAnswer where the log is silent. The desk must not be open.
        """
        found = self._why_other()
        if found is None:
            return False
        say(f"older: {found.what}")
        if found.left is not None:
            release_archive_at_console(self.log, self.archive, found.left, release, say)
            return True
        settings = self.config.settings
        book = open_book(self.archive, settings.game, settings.all_layouts, settings.seats)
        release_at_console(self.log, self.archive, book, release, say)
        return True

    def supervisor(self, authority: Authority) -> Refusal | None:
        """Why who asks does not stand for a release, or None. A wrong PIN is kept for the console's next start."""
        acts = StaffActs(self._folder.staff_acts)
        asked = Supervisors(self.staff, self.config.first, self.config.now_utc)
        acts.tell(asked.begun)
        asked.told = lambda act: acts.tell([act])
        return asked.why_not(authority)

    def _health(self) -> LogHealth:
        found = self.log.health
        reachable = found.reachable if found.known else found.members
        self.certificates.why(self.log.silence)
        self.certificates.look()
        return LogHealth(reachable, found.members, found.alarms, self._other, self.certificates.told)

"""The host: archives the tables of its configuration, keeps their log small, answers for the registry of tickets."""

from __future__ import annotations

import re
import secrets
import threading
import time
from collections import deque
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from pathlib import Path

from kiosk.app.certificate_watch import CertificateWatch
from kiosk.app.certificates import RENEW
from kiosk.app.config import HostFile, HostTable
from kiosk.app.config_links import read_tickets_key
from kiosk.app.gateway import gateway_of, listen, registry_of, serving
from kiosk.app.house_book import HouseBook
from kiosk.app.link_words import LinkWords
from kiosk.app.log_release import (
    Release,
    begin_first_house_life,
    older_log,
    release_archive_at_host,
    release_at_host,
    release_house,
    why_other,
)
from kiosk.app.machine import all_layouts, read_rules, utc_now
from kiosk.app.state_dir import hold_folder
from kiosk.book.archive import Archive, open_book
from kiosk.book.archive_anchor import AnchoredArchive
from kiosk.console.archiving import Archiving
from kiosk.devices.files import replace_durably
from kiosk.faults import EnvironmentFault, why
from kiosk.games.game import Game, Layout
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.left import LeftKey
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table.history import Other, Remembering, remembering
from kiosk.table.left import Keeper, Left
from kiosk.table.log import NoAnswer
from kiosk.tickets.house_clock import HouseClock
from kiosk.tickets.house_key import HouseKey
from kiosk.tickets.registry import RegistryFault

POLL_S = 0.2
LOOKS_S = 2.0  # so often a host that waits for a release looks whether the right log is there again
KEY_LOOKS_S = 30.0
"""So often it looks whether a host that was started since hides ticket numbers in another way."""
WHO = "this host"
HOUSE_ARCHIVE = "house.archive.db"
HOST_ID = "host.id"
WAY_OUT = (
    "Check the configuration's servers. Where an older copy was put back, put back the newest one, or follow "
    "'The table log is an older copy' in the operator's manual; nothing was changed"
)
_ID = re.compile("[0-9a-f]{16}")


class Host:
    """The archives of all tables in ``file.state``, each as TABLE.archive.db, and one link to their log.

    Raises :class:`EnvironmentFault` for a state directory that is in use or cannot be used, an archive that is damaged
    or another table's, certificates that cannot be read, and rights that the server denies. With an older log it works:
    nothing is archived or removed, no question about a ticket is answered, and only consoles are served, one of which
    lets the log begin anew.
    """

    def __init__(
        self, file: HostFile, say: Callable[[str], None], complain: Callable[[str], None] | None = None
    ) -> None:
        serve, tickets_key = serving(file)
        self._say = say
        self._certificates = CertificateWatch(file.log, serve)
        self._wake = threading.Event()
        self._bugs: list[BaseException] = []
        self._tables: dict[str, Archiving] = {}
        self._troubles: dict[str, str] = {}
        self._others: deque[tuple[str, Other | None]] = deque()
        self._complain = complain or say
        self._closed: dict[str, str] = {}  # tables that wait for a release, and why
        self._waiting: list[Remembering] = []  # what is remembered of their logs
        with ExitStack() as opened:
            held = hold_folder(file.state, "host")
            opened.callback(held.close)
            self._link = EtcdLog(file.log.etcd(), self._bug)
            opened.callback(self._link.close)
            link = self._link
            why = self._certificates.why
            self._words = LinkWords(file.log.endpoints, lambda: (why(link.silence),), complain or say)
            with suppress(NoAnswer):  # silence at the start is no fault: it waits
                self._link.check([keys.root(table.name) for table in file.tables])
            self._house = HouseBook(
                self._link,
                file.state / HOUSE_ARCHIVE,
                self._hear("the registry of tickets"),
                file.jackpots,
            )
            opened.callback(self._house.close)
            older = self._other(self._house.memory)
            if older is not None:  # it stands in the log of every table
                said = f"the registry of tickets {_what(older)}"
                self._closed = {table.name: said for table in file.tables}
                self._complain(f"{said}. {WAY_OUT}")
            else:
                with suppress(NoAnswer):
                    begin_first_house_life(self._link, utc_now())
                self._house.start(self._wake.set)  # before anybody is served
            for table in file.tables:
                archive = AnchoredArchive(_archive(file, table), table.name)
                opened.callback(archive.close)
                name = f"the log of table {table.name}"
                keeper = Keeper(table.name, host=host_id(file.state))
                memory = remembering(
                    table.name, archive.memory(WHO), self._hear(name), keeper, archive.anchored(WHO)
                )
                if self._waits_for_release(table.name, name, memory) or older:
                    continue
                self._link.remember(memory)
                left = LeftKey(self._link, keeper)
                self._tables[table.name] = _archiving(self._link, table, archive, left.raise_to)
                opened.callback(self._tables[table.name].close)
                with suppress(NoAnswer):
                    self._tables[table.name].check()
                    left.begin()
            registry = registry_of(file, tickets_key, link, say)
            self._key = HouseKey(Cells(link), read_tickets_key(tickets_key), serve.listen)
            self._key_begun, self._key_trouble = False, ""
            self._look_at_key()
            gateway = gateway_of(file, serve, link, registry, self._bug, say)
            gateway.closed = self._closed
            opened.callback(gateway.stop)
            port = listen(gateway, serve)
            say(f"serves seats, consoles and cashiers at {serve.listen.rpartition(':')[0]}:{port}")
            self._opened = opened.pop_all()

    def run(self, ended: Callable[[], bool]) -> bool:
        """Archive and remove until ``ended``; then False. Raises :class:`EnvironmentFault` for unwritable archives.

        True when a log that was older is the right one again: a new :class:`Host` serves all.
        """
        for name, table in self._tables.items():
            table.start(self._wake.set)
            self._say(f"archives table {name}")
        looked_s = key_looked_s = time.monotonic()
        while not ended():
            self._wake.wait(POLL_S)
            self._wake.clear()
            self._words.look()
            self._house.pump()
            self._tell_others()
            if told := self._certificates.look():
                self._say(f"{told}. {RENEW}")
            if self._bugs:
                raise self._bugs[0]
            for name, table in self._tables.items():
                table.poll(int(time.monotonic() * 1000))
                self._tell_trouble(name, table.done.trouble)
            if time.monotonic() - key_looked_s >= KEY_LOOKS_S:
                key_looked_s = time.monotonic()
                self._look_at_key()
            if self._waiting and time.monotonic() - looked_s >= LOOKS_S:
                looked_s = time.monotonic()
                if self._right_again():
                    self._complain("the right log is there again: the host serves everybody")
                    return True
        return False

    def _waits_for_release(self, table: str, name: str, memory: Remembering) -> bool:
        """Whether the table's log is another one: then only its consoles may speak to it, and let it begin anew.

        Raises :class:`EnvironmentFault` for an archive that is an older copy.
        """
        other = self._other(memory)
        if other is None:
            return False
        if other.left is not None:
            raise older_log(table, other)
        self._closed[table] = f"{name} {_what(other)}"
        self._complain(f"{self._closed[table]}. {WAY_OUT}")
        return True

    def _other(self, memory: Remembering) -> Other | None:
        """Why the log is another one; from now on it is looked at again. Silence is no fault."""
        with suppress(NoAnswer):
            if (other := self._link.compare(memory)) is not None:
                self._waiting.append(memory)
                return other
        return None

    def _right_again(self) -> bool:
        """Whether the logs that were older are the right ones now. Silence says nothing."""
        with suppress(NoAnswer):
            return all(self._link.compare(memory) is None for memory in self._waiting)
        return False

    def _hear(self, name: str) -> Callable[[Other | None], None]:
        def told(other: Other | None) -> None:
            self._others.append((name, other))
            self._wake.set()

        return told

    def _tell_others(self) -> None:
        while self._others:
            name, other = self._others.popleft()
            self._complain(f"{name} {_what(other) if other is not None else 'is right again'}")

    def close(self) -> None:
        """Be done; all that was archived is on disk."""
        told = {name: table.done for name, table in self._tables.items()}
        self._opened.close()
        for name, done in told.items():
            self._say(f"table {name}: {done.archived} records archived, {done.removed} removed from the log")

    def _tell_trouble(self, name: str, trouble: str) -> None:
        if trouble != self._troubles.get(name, ""):
            self._troubles[name] = trouble
            self._say(f"table {name}: {trouble or 'the log answers again'}")

    def _look_at_key(self) -> None:
        """Say where the hosts hide the numbers of tickets differently. Silence says nothing; an older log not yet."""
        if self._waiting:
            return
        with suppress(NoAnswer):
            if not self._key_begun:
                if trouble := self._key.begin():
                    self._complain(trouble)
                self._key_begun = True
            elif (trouble := self._key.look()) != self._key_trouble:
                self._complain(trouble or "the host that was started last has the same tickets.key")
                self._key_trouble = trouble

    def _bug(self, bug: BaseException) -> None:
        self._bugs.append(bug)
        self._wake.set()


def release(file: HostFile, by: Release, say: Callable[[str], None]) -> None:
    """Let the host's books go on with a log that was put back from a backup. Each table's console comes before.

    Raises :class:`EnvironmentFault`, also while a host runs here and where the log is silent.
    """
    with ExitStack() as opened:
        opened.callback(hold_folder(file.state, "host").close)
        link = EtcdLog(file.log.etcd())
        opened.callback(link.close)
        house = HouseBook(link, file.state / HOUSE_ARCHIVE, jackpots=file.jackpots)
        opened.callback(house.close)
        try:
            for table in file.tables:
                with closing(AnchoredArchive(_archive(file, table), table.name)) as archive:
                    keeper = Keeper(table.name, host=host_id(file.state))
                    other = why_other(link, archive, WHO, keeper)
                    if other is not None:
                        say(f"older: table {table.name}: {other.what}")
                    if other is not None and other.left is not None:
                        release_archive_at_host(link, archive, keeper, other.left, by, say)
                    elif other is not None:
                        release_at_host(link, archive, say)
            if (other := link.compare(house.memory)) is not None:
                say(f"older: registry of tickets: {other.what}")
                release_house(link, house, by, say)
        except (NoAnswer, RegistryFault) as silence:
            raise EnvironmentFault(
                str(silence), "Start the table log's servers, then release again"
            ) from silence


def declare_clock_right(file: HostFile, by: Release, say: Callable[[str], None]) -> None:
    """Staff say that this machine's clock is right, and the newest time that the house has seen was not.

    Raises :class:`EnvironmentFault`, also where the log is silent.
    """
    with closing(EtcdLog(file.log.etcd())) as link:
        try:
            said = HouseClock(Cells(link)).set_right(utc_now(), by.by, by.reason)
        except (NoAnswer, RegistryFault) as silence:
            raise EnvironmentFault(
                str(silence), "Start the table log's servers, then say it again"
            ) from silence
    if said is None:
        say("the house has seen no time after this clock's: there is nothing to declare")
    else:
        say(f"the clock is right at {said.at}; {said.was} was not, says {said.who}: {said.why}")


def _archive(file: HostFile, table: HostTable) -> Path:
    return file.state / f"{table.name}.archive.db"


def host_id(state: Path) -> str:
    """Which host this folder is of: made up once. Raises :class:`EnvironmentFault`.

    It lies beside the archives and not in them: an archive may be copied to another host, which stays another one.
    """
    path = state / HOST_ID
    try:
        if not path.exists():
            replace_durably(path, secrets.token_hex(8).encode())
        found = path.read_text(encoding="utf-8").strip()
    except (OSError, UnicodeError) as error:
        raise EnvironmentFault(
            f"the host's id, {path}, cannot be used: {why(error)}", "Check permissions and the disk"
        ) from error
    if not _ID.fullmatch(found):
        raise EnvironmentFault(
            f"the host's id, {path}, is damaged: found {found[:40]!r}, expected 16 hexadecimal digits",
            "Put it back from a copy, or remove it: the host is a new one then; nothing was changed",
        )
    return found


def _what(other: Other) -> str:
    if other.left is not None:
        return f"is the right one, but our archive of it is an older copy: {other.what}"
    return f"is another log, or an older copy: {other.what}"


def _archiving(
    link: EtcdLog, table: HostTable, archive: Archive, leaves: Callable[[Left], None]
) -> Archiving:
    seats = {seat.name: seat.layout for seat in table.seats}
    rules, layouts = _rules(table.game, sorted(set(seats.values())))
    return Archiving(link, open_book(archive, rules, layouts, seats), archive, leaves)


def _rules(name: str, layouts: list[str]) -> tuple[Game, dict[str, Layout]]:
    """The game, and all its layouts with these before the others. Raises :class:`EnvironmentFault`."""
    found = [read_rules(layout, of=name) for layout in layouts]
    return found[0].game, all_layouts(found)

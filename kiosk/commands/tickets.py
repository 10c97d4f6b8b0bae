"""`kiosk tickets`: what a cashier does with tickets at a desk."""

from __future__ import annotations

import argparse
import queue
import sys
import threading
from collections.abc import Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from datetime import date, tzinfo
from typing import TYPE_CHECKING

import msgspec

from kiosk import local_time
from kiosk.app.machine import utc_now
from kiosk.commands._options import file_option, folder_option
from kiosk.commands._state import DEFAULT_STATE
from kiosk.devices.reader.serial import ReaderChanged, ReaderStatus, SerialReader
from kiosk.faults import EnvironmentFault
from kiosk.money import dollars
from kiosk.tickets.cashier import (
    HIDDEN,
    Act,
    Cashier,
    Ended,
    action_lines,
    check_person,
    liability_lines,
    list_lines,
)
from kiosk.tickets.cashier_words import unread, word
from kiosk.tickets.number import mask
from kiosk.tickets.registry import Action, RegistryFault, TicketDesk, TicketRecord, gaming_day
from kiosk.tickets.rules import MOST_WHY
from kiosk.tickets.scan import Marks, Scanned, Unread, read_entry
from kiosk.tickets.ticket import Language
from kiosk.written import shown, why_no_text

if TYPE_CHECKING:
    from kiosk.app.certificate_watch import CertificateWatch  # its configuration takes long to load

HELP = "look up, pay and void tickets at a cashier's desk; list what is open, expired and owed"
_STATUS = {Ended.DONE: 0, Ended.REFUSED: 1, Ended.UNSURE: 2}
LOCAL_DESK = "local"
_CHANGES = ("pay", "void", "desk")  # what never goes on by an older copy
_LOOK_S = 3_600.0  # so often at least the news of the certificate is asked for, which is looked at daily


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the actions, whose tickets they are about, and who acts."""
    which = parser.add_mutually_exclusive_group()
    folder_option(which, "--state", "tickets of one machine: its state directory", default=DEFAULT_STATE)
    file_option(which, "--config", "tickets of the house: a cashier's file")
    parser.add_argument("--as", dest="person", metavar="NAME", help="who acts; asked for where it is missing")
    parser.add_argument("--language", choices=[language.value for language in Language])
    actions = parser.add_subparsers(dest="action", required=True, metavar="ACTION")
    for name, words in (("look-up", "show a ticket"), ("pay", "pay a ticket"), ("void", "void a ticket")):
        one = actions.add_parser(name, help=words, description=words)
        one.add_argument(
            "number", nargs="?", help="its validation number; without it one line is read from standard input"
        )
        if name == "void":
            one.add_argument("--reason", required=True, help="why; it is kept")
            one.add_argument("--yes", action="store_true", help="do not ask again")
    for name, words in (("open", "open tickets"), ("expired", "expired tickets")):
        actions.add_parser(name, help=f"list {words}", description=f"list {words}").add_argument(
            "--json", action="store_true"
        )
    for name, words in (
        ("liability", "what was owed on a day"),
        ("log", "every step of a day, for an auditor"),
    ):
        one = actions.add_parser(name, help=words, description=words)
        one.add_argument("--day", type=_day, metavar="YYYY-MM-DD", help="the gaming day; today without it")
        one.add_argument("--json", action="store_true")
    clock = actions.add_parser(
        "clock",
        help="what the registry of one machine knows of its clock",
        description="A clock that was set back revives no ticket: expiry is judged by the newest time seen. After a "
        "clock was far ahead, --right says that it is right now.",
    )
    clock.add_argument(
        "--right", action="store_true", help="the clock is right: what was seen after it, was not"
    )
    clock.add_argument("--reason", help="why; it is kept with the name")
    desk = actions.add_parser("desk", help="serve one ticket after the other", description="serve tickets")
    desk.add_argument("--reader", metavar="PORT", help="a barcode reader at a serial port, as /dev/ttyACM0")
    desk.add_argument("--prefix", default="", help="what the reader puts before every scan")
    desk.add_argument("--suffix", default="", help="what the reader puts behind every scan")


def run(args: argparse.Namespace) -> int:
    """0 done, 1 refused, 2 it could not be done or nobody knows."""
    with ExitStack() as opened:
        place = _open(args, opened)
        desk = place.tickets
        language = Language(args.language) if args.language else place.language
        zone = local_time.zone()
        acts = args.action in _CHANGES or (args.action == "clock" and args.right)
        person = _person(args.person, language) if acts else ""
        cashier = Cashier(desk, place.name, person, language, zone, utc_now)
        try:
            return _do(args, cashier, place, zone, person)
        except RegistryFault as fault:
            raise EnvironmentFault(word(language, "away", why=place.why(fault))) from fault


def _do(args: argparse.Namespace, cashier: Cashier, place: Place, zone: tzinfo, person: str) -> int:
    desk, begins = place.tickets, place.day_begins_hour
    match args.action:
        case "open":
            return _list(args, cashier, desk.open_tickets(utc_now()), "none-open")
        case "expired":
            return _list(args, cashier, desk.expired(utc_now()), "none-expired")
        case "liability" | "log":
            day = gaming_day(args.day or local_time.day_of(utc_now(), zone, begins), zone, begins)
            if args.action == "log":
                actions = desk.actions(day)
                _print_log(args, cashier, actions)
            else:
                found = desk.liability(day)
                lines = [_json(found)] if args.json else list(liability_lines(cashier, found))
                print("\n".join(lines))
            return 0
        case "clock":
            return _clock(args, cashier, desk, person)
        case "desk":
            return Session(cashier, place, Marks(args.prefix, args.suffix), args.reader).run()
        case _:
            return _one(args, cashier)


def _clock(args: argparse.Namespace, cashier: Cashier, desk: TicketDesk, person: str) -> int:
    """Shows the clock and what was said of it; with --right says so. 1 while it stands before what was seen."""
    from kiosk.tickets.sqlite import SqliteRegistry

    language = cashier.language
    if not isinstance(desk, SqliteRegistry):
        print(word(language, "clock-house"), file=sys.stderr)
        return 1
    if args.right:
        reason = (args.reason or "").strip()
        if (why := why_no_text(reason, MOST_WHY)) is not None:
            raise EnvironmentFault(f"--reason {shown(args.reason)}: {why}")
        desk.set_clock(person, reason)
        print(word(language, "clock-set"))
    found = desk.clock()
    print(word(language, "clock-shows", shows=cashier.when(found.shows), newest=cashier.when(found.newest)))
    for one in found.said:
        at, was = cashier.when(one.at), cashier.when(one.was)
        print(word(language, "clock-said", at=at, who=one.who, was=was, why=one.why))
    if found.is_behind:
        print(word(language, "clock-behind"), file=sys.stderr)
    return int(found.is_behind)


def _one(args: argparse.Namespace, cashier: Cashier) -> int:
    entered = args.number if args.number is not None else sys.stdin.readline()
    entry = read_entry(entered.rstrip("\r\n"))
    if isinstance(entry, Unread):
        print(unread(cashier.language, entry.why), file=sys.stderr)
        return 1
    record = cashier.look_up(entry.number)
    if record is None:
        print(word(cashier.language, "unknown", shown=mask(entry.number)), file=sys.stderr)
        return 1
    print("\n".join(cashier.lines(entry.number, record)))
    match args.action:
        case "pay":
            return _told(cashier.pay(entry.number, record))
        case "void":
            return _void(cashier, entry.number, record, args.reason, sure=args.yes)
        case _:
            return 0


def _void(cashier: Cashier, number: str, record: TicketRecord, reason: str, *, sure: bool) -> int:
    amount = dollars(record.ticket.cents)
    if not sure and _asked(word(cashier.language, "ask-sure", amount=amount)) != "yes":
        print(word(cashier.language, "left"))
        return 1
    try:
        return _told(cashier.void(number, record, reason))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1


@dataclass(frozen=True)
class Place:
    """Whose tickets a desk serves: its name, its language, the hour at which its day begins.

    ``certificates``: of a desk that asks over the network.
    """

    tickets: TicketDesk
    name: str
    language: Language
    day_begins_hour: int
    certificates: CertificateWatch | None = None

    def why(self, fault: RegistryFault) -> str:
        """Why the registry does not answer: its words, or that the desk's own certificate is over."""
        return self.certificates.why(str(fault)) if self.certificates is not None else str(fault)

    def news(self) -> str:
        """What is to be said now of the certificate, once a day; empty for nothing."""
        return self.certificates.look() if self.certificates is not None else ""


class Session:
    """One ticket after the other, from the reader or by hand, until an empty line or the end of the input.

    A reader that types may end a scan with two line ends (CR and LF on a terminal): the empty line right behind an
    entry belongs to it. A ticket that is scanned where an answer was asked for is the next one: it is not lost.
    """

    def __init__(self, cashier: Cashier, place: Place, marks: Marks, port: str | None) -> None:
        self._cashier = cashier
        self._place = place
        self._language = cashier.language
        self._marks = marks
        self._port = port
        self._come: queue.Queue[str | Scanned | Unread | ReaderChanged | BaseException | None] = queue.Queue(
            256
        )
        self._kept: Scanned | Unread | None = None  # an entry that came where an answer was asked for
        self._behind_entry = False

    def run(self) -> int:
        """Serve; 0 when the session ended in good order."""
        threading.Thread(target=self._read_hand, name="keyboard", daemon=True).start()
        with ExitStack() as opened:
            if self._port is not None:
                opened.enter_context(
                    closing(SerialReader(self._port, self._come.put, self._come.put, self._marks))
                )
            while (entry := self._entry()) is not None:
                self._serve(entry)
                print()  # one customer's lines stand apart from the next one's
        return 0

    def _entry(self) -> Scanned | Unread | None:
        """The next entry; None when the session ends."""
        kept, self._kept = self._kept, None
        if kept is not None:
            return kept
        entry = self._next(word(self._language, "ask-number"))
        if entry is None or entry == "":
            return None
        if not isinstance(entry, str):
            return entry
        self._behind_entry = True
        return read_entry(entry, self._marks)

    def _read_hand(self) -> None:
        for line in sys.stdin:
            self._come.put(line.rstrip("\r\n"))
        self._come.put(None)

    def _next(self, prompt: str) -> str | Scanned | Unread | None:
        """What comes next; what the reader's line says of itself is told meanwhile. None: the input has ended."""
        self._tell_news()
        print(prompt, end="", flush=True)
        while True:
            try:
                come = self._come.get(timeout=_LOOK_S)
            except queue.Empty:
                self._tell_news()
                continue
            behind, self._behind_entry = self._behind_entry, False
            match come:
                case ReaderChanged(status=ReaderStatus.GONE):
                    print("\n" + word(self._language, "reader-gone", why=come.detail), file=sys.stderr)
                case ReaderChanged():
                    print("\n" + word(self._language, "reader-back"), file=sys.stderr)
                case BaseException():
                    raise come
                case "" if behind:
                    continue
                case _:
                    return come

    def _tell_news(self) -> None:
        if news := self._place.news():
            print("\n" + word(self._language, "certificate", what=news), file=sys.stderr)

    def _line(self, prompt: str) -> str | None:
        """What a hand types. None when a ticket comes instead, which is served next, or when the input has ended."""
        come = self._next(prompt)
        if isinstance(come, str):
            found = read_entry(come, self._marks)
            if not isinstance(found, Scanned):
                return come.strip()
            self._behind_entry, come = True, found
        if come is not None:
            self._kept = come
        return None

    def _serve(self, entry: Scanned | Unread) -> None:
        if isinstance(entry, Unread):
            print(unread(self._language, entry.why))
            return
        if entry.typed:
            print(word(self._language, "typed"))
        try:
            record = self._cashier.look_up(entry.number)
        except RegistryFault as fault:
            print(word(self._language, "away", why=self._place.why(fault)))
            return
        if record is None:
            print(word(self._language, "unknown", shown=mask(entry.number)))
            return
        print("\n".join(self._cashier.lines(entry.number, record)))
        if self._cashier.is_voidable(record):
            self._decide(entry.number, record)

    def _decide(self, number: str, record: TicketRecord) -> None:
        while True:
            answer = self._line(word(self._language, "ask"))
            match answer and answer.lower():
                case "p" | "pay":
                    _told(self._cashier.pay(number, record))
                    return
                case "v" | "void":
                    self._void(number, record)
                    return
                case None | "" | "l" | "leave":
                    break
                case _:  # a card or a label that is no ticket: the question stands
                    continue
        print(word(self._language, "left"))

    def _void(self, number: str, record: TicketRecord) -> None:
        amount = dollars(record.ticket.cents)
        reason = self._line(word(self._language, "ask-reason"))
        if not reason or self._line(word(self._language, "ask-sure", amount=amount)) != "yes":
            print(word(self._language, "left"))
            return
        try:
            _told(self._cashier.void(number, record, reason))
        except ValueError as error:
            print(error)


def _open(args: argparse.Namespace, opened: ExitStack) -> Place:
    """The desk of the registry that is asked for. Raises :class:`EnvironmentFault` for what cannot be opened."""
    if args.config is not None:
        from kiosk.app.config import read_cashier_file  # here alone: etcd's client takes long to load
        from kiosk.app.house import HouseDesk

        file = read_cashier_file(args.config)
        house = opened.enter_context(closing(HouseDesk(file)))
        language = Language(file.language)
        return Place(house.tickets, file.desk, language, file.day_begins_hour, house.certificates)
    from kiosk.app.state_dir import StateDir
    from kiosk.ops.older_books import check_registry_pays
    from kiosk.tickets.sqlite import SqliteRegistry

    folder = StateDir(args.state)
    path = folder.registry
    if not path.is_file():
        raise EnvironmentFault(
            f"no registry of tickets at {args.state}: expected the file {path.name}",
            "Name the state directory with --state, or a cashier's file with --config",
        )
    registry = opened.enter_context(closing(SqliteRegistry(path, anchor=folder.registry_anchor)))
    if args.action in _CHANGES:
        check_registry_pays(folder, registry)
    return Place(registry, LOCAL_DESK, Language.ENGLISH, 0)


def _person(given: str | None, language: Language) -> str:
    name = given if given is not None else _asked(word(language, "ask-name"))
    try:
        return check_person(name)
    except ValueError as error:
        raise EnvironmentFault(str(error), "Say who acts, with --as NAME") from error


def _asked(prompt: str) -> str:
    print(prompt, end="", flush=True)
    return sys.stdin.readline().strip()


def _told(act: Act) -> int:
    print(act.text, file=sys.stdout if act.ended is Ended.DONE else sys.stderr, flush=True)
    return _STATUS[act.ended]


def _list(args: argparse.Namespace, cashier: Cashier, records: Sequence[TicketRecord], none: str) -> int:
    if args.json:
        print(_json([_shown(record) for record in records]))
    else:
        print("\n".join(list_lines(cashier, records, none)))
    return 0


def _print_log(args: argparse.Namespace, cashier: Cashier, actions: Sequence[Action]) -> None:
    if args.json:
        print(_json(list(actions)))
    else:
        print("\n".join(action_lines(cashier, actions)))


def _shown(record: TicketRecord) -> dict[str, object]:
    ticket = record.ticket
    return {
        "number": f"{HIDDEN}{ticket.digits}",
        "cents": ticket.cents,
        "table": ticket.table,
        "seat": ticket.terminal,
        "sequence": ticket.sequence,
        "at_utc": ticket.at_utc,
        "expires_utc": ticket.expires_utc,
        "state": record.state,
    }


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


def _day(text: str) -> date:
    try:
        return local_time.read_day(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"day '{text}': expected one as 2026-11-28") from None

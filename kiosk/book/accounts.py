"""The accounts of a table: what was dealt, paid and done, by gaming day, shift and name, out of the console's archive.

Every change of the totals is booked once and stays where it is booked: a day that was closed never changes afterwards.
A round is booked to the day and shift in which it was opened; a correction or a Void of it later, to those in which it
was decided, and in the name of the round's dealer, whose figures it changes. So the sum over days, over shifts and over
names is at every moment what the book itself says.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date, tzinfo

import msgspec

from kiosk import local_time
from kiosk.book import Book
from kiosk.book.archive import PAGE, Archive, open_book
from kiosk.book.desk_acts import DeskAct
from kiosk.book.settings import TableSettings
from kiosk.book.totals import ItemView, Totals
from kiosk.faults import EnvironmentFault
from kiosk.seat.roles import ActKind
from kiosk.table import keys
from kiosk.table.log import Entry
from kiosk.table.records import (
    ConsoleHeld,
    DeskRecorded,
    ManagerRecorded,
    OldRoundRuled,
    OpenItem,
    PaidByHand,
    ResultCorrected,
    ResultEntered,
    RoundOpened,
    RoundVoided,
    decode,
)

CLOSED = 0  # the number of no shift: the table was closed
_LOCK_OUTS = (ActKind.LOCKED_OUT, ActKind.TERMINAL_LOCKED)
_MOST_NAMED = 10  # rounds in a finding


class Figures(msgspec.Struct, frozen=True):
    """Amounts in cents. ``rounds`` are decided ones, ``voids`` those of them without a result.

    ``turnover`` is what was staked in rounds that are not void, ``paid`` what these pay, stakes and hand pays included;
    ``hold`` is their difference. ``ordered_cents`` and ``item_cents`` have a sign: above 0 to the player's credit, and
    above 0 what a player owes.
    """

    rounds: int = 0
    voids: int = 0
    corrections: int = 0
    turnover: int = 0
    paid: int = 0
    hold: int = 0
    automatic: int = 0
    hand_pays: int = 0
    hand_paid: int = 0
    items: int = 0
    item_cents: int = 0
    ordered: int = 0
    ordered_cents: int = 0
    wrong_pins: int = 0
    lock_outs: int = 0
    unsigned: int = 0

    def __add__(self, other: Figures) -> Figures:
        """Both together."""
        both = zip(msgspec.structs.astuple(self), msgspec.structs.astuple(other), strict=True)
        return Figures(*(one + more for one, more in both))

    @property
    def totals(self) -> Totals:
        """What of it the book has too."""
        return Totals(self.rounds, self.voids, self.turnover, self.paid)


class Place(msgspec.Struct, frozen=True, order=True):
    """Where something is booked: the gaming day (2026-01-31), the shift's number, and in whose name ("": nobody's)."""

    day: str
    shift: int
    name: str


class Shift(msgspec.Struct, frozen=True):
    """From the opening of the table to its close. ``number`` is that of the opening's record, the same everywhere."""

    number: int
    opened_at: str
    opened_by: str
    closed_at: str = ""
    closed_by: str = ""


class Duty(msgspec.Struct, frozen=True):
    """Who was signed on, from when to when, and in which shift this began."""

    name: str
    shift: int
    on_at: str
    off_at: str = ""


class Deed(msgspec.Struct, frozen=True):
    """Something that was done, allowed or refused at the table, beside the plain course of the rounds."""

    at: str
    day: str
    shift: int
    what: str
    by: str
    authorised_by: str = ""
    who: str = ""
    round: int = 0
    seat: str = ""
    cents: int = 0
    reason: str = ""


class Booked(msgspec.Struct):
    """What is booked when it is known when it happened: round events have no time of their own."""

    name: str
    shift: int
    figures: Figures
    deed: Deed


class Accounts:
    """The fold of the whole archive. ``cells`` has every figure, once. ``zone`` None: this machine's.

    ``day_begins_hour``: o'clock at which a gaming day begins.
    """

    def __init__(self, settings: TableSettings, day_begins_hour: int = 0, zone: tzinfo | None = None) -> None:
        self.book = Book(settings.table, settings.game, settings.all_layouts, settings.seats)
        self.cells: dict[Place, Figures] = {}
        self.shifts: list[Shift] = []
        self.duties: list[Duty] = []
        self.deeds: list[Deed] = []
        self.unsigned: list[tuple[str, int]] = []  # day and round
        self._slips = keys.seat(settings.table, "").removesuffix("/")
        self._hour = day_begins_hour
        self._zone = zone if zone is not None else local_time.zone()
        self._shift = CLOSED
        self._at = ""  # the newest time that the log has told
        self._opened: dict[int, tuple[str, int, str]] = {}  # by round: day, shift, and who opened it
        self._booked: dict[int, Totals] = {}  # of the rounds that the book holds
        self._dealers: dict[int, str] = {}
        self._consoles = {settings.console}
        self._waiting: list[Booked] = []
        self._marks: set[str] = set()

    def read(self, archive: Archive) -> None:
        """Everything in the archive, in order. Raises :class:`EnvironmentFault` where it cannot be read."""
        after = 0
        while page := archive.read(after, PAGE):
            for entry in page:
                self._take(entry)
            after = page[-1].seq
        self._book_waiting(self._at)

    def _take(self, entry: Entry) -> None:
        if self.book.take(entry) is not None or (
            entry.key.startswith(self._slips) and b'"OpenItem"' not in entry.value
        ):
            return
        match decode(entry.value):
            case RoundOpened() as record:
                self._on_opened(record)
            case ResultEntered() | ResultCorrected() | RoundVoided() as record:
                self._on_decided(record)
            case PaidByHand() as record:
                figures = Figures(hand_pays=1, hand_paid=record.cents)
                deed = self._deed("paid-by-hand", record, seat=record.seat, cents=record.cents)
                self._wait(record.round, figures, deed)
            case OpenItem() as record:
                self._on_item(record)
            case ManagerRecorded() as record:
                self._on_manager(record)
            case OldRoundRuled() as record:
                self._on_ruling(record)
            case DeskRecorded() as record:
                self._on_desk(record)
            case ConsoleHeld() as record:
                self._consoles.add(record.console)

    # --- rounds -------------------------------------------------------------------------------------------------

    def undecided(self) -> Iterator[tuple[int, str]]:
        """The rounds without a result or a Void so far, each with its day: what lies on them is in no sum."""
        for number, (day, _, _) in self._opened.items():
            if number not in self._booked:
                yield number, day

    def _on_opened(self, record: RoundOpened) -> None:
        self._book_waiting(self._at)
        self._at = record.at if self._is_time(record.at) else self._at
        self._opened[record.round] = (self.day_of(self._at), self._shift, record.by)
        for held in (self._opened, self._booked):
            for number in [number for number in held if number not in self.book.rounds]:
                del held[number]

    def _on_decided(self, record: ResultEntered | ResultCorrected | RoundVoided) -> None:
        of_round = self.book.rounds.get(record.round)
        if of_round is None:
            return  # its number was left out
        now, before = of_round.totals, self._booked.get(record.round)
        self._booked[record.round] = now
        changed = _difference(now, before or Totals())
        if before is None:
            self._on_first(record, changed)
            if isinstance(record, ResultEntered) or not record.authorised_by:
                return
            changed = Figures()
        what, corrections = "round-voided", 0
        if isinstance(record, ResultCorrected):
            what, corrections = "result-corrected", 1
        reason = "" if isinstance(record, ResultEntered) else record.reason
        figures = changed + Figures(corrections=corrections)
        self._wait(record.round, figures, self._deed(what, record, reason=reason))

    def _on_first(self, record: ResultEntered | ResultCorrected | RoundVoided, figures: Figures) -> None:
        day, shift, opened_by = self._opened[record.round]
        name = self._person(record.by) or self._person(opened_by)
        self._dealers[record.round] = name
        nobody = opened_by in self._consoles or (record.by in self._consoles and not record.authorised_by)
        if nobody:
            self.unsigned.append((day, record.round))
        automatic = isinstance(record, ResultEntered) and bool(record.authorised_by)
        more = Figures(automatic=int(automatic), unsigned=int(nobody))
        self._add(Place(day, shift, name), figures + more)

    def _on_item(self, record: OpenItem) -> None:
        figures = Figures(items=1, item_cents=record.cents)
        deed = self._deed("open-item", record, seat=record.seat, cents=record.cents)
        self._wait(record.round, figures, deed)

    # --- what has a time of its own -----------------------------------------------------------------------------

    def _on_manager(self, record: ManagerRecorded) -> None:
        at = self._time(record.at)
        ordered = Figures(ordered=1, ordered_cents=record.cents) if record.cents else Figures()
        reason = f"{record.decision}: {record.reason}"
        deed = self._deed("decision", record, seat=record.seat, cents=record.cents, reason=reason)
        self._wait_no_more(self._person(record.by), ordered, deed, at)

    def _on_ruling(self, record: OldRoundRuled) -> None:
        """No seat books it and no total changes: what follows are open items."""
        changes = [cents for cents in record.items.values() if cents]
        figures = Figures(corrections=int(bool(record.facts)), items=len(changes), item_cents=sum(changes))
        deed = self._deed("old-round-ruled", record, cents=sum(changes), reason=record.reason)
        self._wait_no_more(self._dealers.get(record.round, ""), figures, deed, self._time(record.at))

    def _on_desk(self, record: DeskRecorded) -> None:
        if record.mark in self._marks:
            return  # written twice, by a console whose notes were an older copy
        self._marks |= {record.mark} - {""}
        at = self._time(record.at)
        if record.what == DeskAct.AUTHORISED and any(
            waiting.deed.authorised_by == record.who for waiting in self._waiting
        ):
            self._book_waiting(at)
        match record.what:
            case DeskAct.SIGNED_ON:
                self._off_duty()  # on another console that is off now, too: one dealer at a table
                self.duties.append(Duty(record.who, self._shift, self._at))
                return
            case DeskAct.SIGNED_OFF:
                self._off_duty(record.who)
                return
            case DeskAct.TABLE_OPENED:
                self._shift = record.number
                self.shifts.append(Shift(record.number, at, record.by))
            case DeskAct.TABLE_CLOSED if self._shift:
                closed = msgspec.structs.replace(self.shifts[-1], closed_at=at, closed_by=record.by)
                self.shifts[-1] = closed
        figures = Figures(
            wrong_pins=int(record.what == ActKind.REFUSED), lock_outs=int(record.what in _LOCK_OUTS)
        )
        deed = self._deed(record.what, record, who=record.who, reason=record.reason)
        self._wait_no_more(record.who, figures, deed, at)
        if record.what == DeskAct.TABLE_CLOSED:
            self._shift = CLOSED

    def _off_duty(self, name: str = "") -> None:
        """Who was signed on last is so no more; with ``name`` only if it is that one.

        The word of it may be older than what the table has done since, under a console that did not have it.
        """
        duty = self.duties[-1] if self.duties else None
        if duty is not None and not duty.off_at and name in ("", duty.name):
            self.duties[-1] = msgspec.structs.replace(duty, off_at=self._at)

    # --- where it is booked -------------------------------------------------------------------------------------

    def _deed(
        self,
        what: str,
        record: object,
        *,
        who: str = "",
        seat: str = "",
        cents: int = 0,
        reason: str = "",
    ) -> Deed:
        by, authorised_by = (getattr(record, name, "") for name in ("by", "authorised_by"))
        number = getattr(record, "round", 0)
        return Deed("", "", self._shift, what, by, authorised_by, who, number, seat, cents, reason)

    def _wait(self, number: int, figures: Figures, deed: Deed) -> None:
        """Booked in the name of the round's dealer, when the next record has told when it was."""
        self._waiting.append(Booked(self._dealers.get(number, ""), self._shift, figures, deed))

    def _wait_no_more(self, name: str, figures: Figures, deed: Deed, at: str) -> None:
        self._book(Booked(name, self._shift, figures, deed), at)

    def _book_waiting(self, at: str) -> None:
        """They happened at ``at``: the time of the PIN that stood for them, else the newest one before them."""
        for booked in self._waiting:
            self._book(booked, at)
        self._waiting.clear()

    def _book(self, booked: Booked, at: str) -> None:
        """Counted on the day that the log had come to: what waited since an earlier one adds nothing to that report."""
        day = self.day_of(self._at)
        self.deeds.append(msgspec.structs.replace(booked.deed, at=at, day=day))
        self._add(Place(day, booked.shift, booked.name), booked.figures)

    def _add(self, place: Place, figures: Figures) -> None:
        if figures != Figures():
            self.cells[place] = self.cells.get(place, Figures()) + figures

    def _person(self, name: str) -> str:
        """The name, or "" for a console that wrote in its own name because nobody had signed on."""
        return "" if name in self._consoles else name

    def _time(self, at: str) -> str:
        """The time of a record of the desk, which may have waited before it came to be written."""
        if not self._is_time(at):
            return self._at
        self._at = max(self._at, at)
        return at

    def _is_time(self, at: str) -> bool:
        return bool(self.day_of(at))

    def day_of(self, at: str) -> str:
        """The gaming day of a time; "" for what is no time."""
        try:
            return local_time.day_of(at, self._zone, self._hour).isoformat()
        except (ValueError, OverflowError):
            return ""


def _difference(now: Totals, before: Totals) -> Figures:
    turnover, paid = now.turnover - before.turnover, now.paid - before.paid
    return Figures(
        rounds=now.rounds - before.rounds,
        voids=now.voids - before.voids,
        turnover=turnover,
        paid=paid,
        hold=turnover - paid,
    )


# --- the report -------------------------------------------------------------------------------------------------------


class Line(msgspec.Struct, frozen=True):
    """The figures of one gaming day, shift and name."""

    day: str
    shift: int
    name: str
    figures: Figures


class TableReport(msgspec.Struct, frozen=True):
    """All times are UTC in ISO 8601, all amounts cents. ``findings`` is empty when the books agree.

    ``start`` and ``end`` are gaming days, both inclusive, "" for no bound. ``lines`` add up to every total: by day, by
    shift, by name, and all to ``total``. ``items`` are those that wait now.
    """

    format: int
    ok: bool
    findings: list[str]
    casino: str
    table: str
    software: str
    made_at: str
    start: str
    end: str
    day_begins_hour: int
    notes: list[str]
    total: Figures
    lines: list[Line]
    shifts: list[Shift]
    duties: list[Duty]
    deeds: list[Deed]
    items: list[ItemView]


class Asked(msgspec.Struct, frozen=True):
    """Of which gaming days a report is asked for, both inclusive, and what its head says. None: without bound."""

    casino: str
    software: str
    made_at: str
    start: date | None = None
    end: date | None = None
    day_begins_hour: int = 0


FORMAT = 1  # of the JSON: it changes when a field is renamed, taken away or means something else


def table_report(
    archive: Archive, settings: TableSettings, asked: Asked, zone: tzinfo | None = None
) -> TableReport:
    """The report. Raises :class:`EnvironmentFault` for an archive that cannot be read at all."""
    findings = list(_damage(archive))
    accounts = Accounts(settings, asked.day_begins_hour, zone)
    accounts.read(archive)
    start = asked.start.isoformat() if asked.start else ""
    end = asked.end.isoformat() if asked.end else ""

    def within(day: str) -> bool:
        return start <= day and (not end or day <= end)

    findings += _disagreements(archive, settings, accounts)
    nobody = [str(number) for day, number in accounts.unsigned if within(day)]
    if nobody:
        more = " and more" if len(nobody) > _MOST_NAMED else ""
        findings.append(
            f"{len(nobody)} rounds dealt with nobody signed on: {', '.join(nobody[:_MOST_NAMED])}{more}"
        )
    lines = [
        Line(place.day, place.shift, place.name, figures)
        for place, figures in sorted(accounts.cells.items())
        if within(place.day)
    ]
    day_of = accounts.day_of
    seen = {line.shift for line in lines}
    shifts = [s for s in accounts.shifts if s.number in seen or within(day_of(s.opened_at))]
    known = {shift.number for shift in shifts}
    duties = [d for d in accounts.duties if d.shift in known or within(day_of(d.on_at))]
    deeds = [deed for deed in accounts.deeds if within(deed.day)]
    total = sum((line.figures for line in lines), Figures())
    return TableReport(
        FORMAT,
        not findings,
        findings,
        asked.casino,
        settings.table,
        asked.software,
        asked.made_at,
        start,
        end,
        asked.day_begins_hour,
        [*_notes(shifts, total), *_undecided(number for number, day in accounts.undecided() if within(day))],
        total,
        lines,
        shifts,
        duties,
        deeds,
        list(accounts.book.open_items),
    )


def _damage(archive: Archive) -> Iterator[str]:
    try:
        archive.verify()
    except EnvironmentFault as fault:
        yield str(fault)


def _disagreements(archive: Archive, settings: TableSettings, accounts: Accounts) -> Iterator[str]:
    """What the lines sum up to, the whole fold, and the book as the console keeps it must say the same."""
    yield from map(str, accounts.book.findings)
    summed = sum(accounts.cells.values(), Figures()).totals
    kept = open_book(archive, settings.game, settings.all_layouts, settings.seats).totals
    for what, found in (("the console's own totals", kept), ("all rounds together", accounts.book.totals)):
        if found != summed:
            yield f"the lines add up to {_words(summed)}; {what}: {_words(found)}"


def _words(totals: Totals) -> str:
    return (
        f"{totals.rounds} rounds, {totals.voids} void, turnover {totals.turnover} cents, "
        f"paid {totals.paid} cents"
    )


def _notes(shifts: list[Shift], total: Figures) -> Iterator[str]:
    if not shifts:
        yield "The table was not opened in this period."
    if not total.rounds:
        yield "No round was dealt in this period."
    for shift in shifts[:-1]:
        if not shift.closed_at:
            yield f"The shift that {shift.opened_by} opened at {shift.opened_at} was not closed."


def _undecided(rounds: Iterable[int]) -> Iterator[str]:
    for number in rounds:
        yield f"Round {number} is not decided where the archive ends: its bets are in no sum."

"""Rounds that the seats cannot decide anew any more: what a decision changes is worked out from the console's archive.

Nothing is guessed. A round that the archive does not hold whole, or whose bets name a layout that is not known, is
refused; what follows from one that it holds is an open item for each player whom it touches.
"""

from __future__ import annotations

from dataclasses import dataclass

from kiosk.book import Book
from kiosk.book.archive import Archive
from kiosk.book.settings import TableSettings
from kiosk.games.game import Fact
from kiosk.table.log import Entry
from kiosk.table.records import BadRecord, OldRoundRuled, Settled, Slip, decode
from kiosk.table.round import Phase


@dataclass(frozen=True)
class OldRound:
    """A round as the archive has it. ``due``: by seat with a bet what the newest decision gives, in cents.

    ``facts`` decide it now, none when it is void; ``takes_result``: what decides it lay on the table.
    """

    number: int
    decisions: int
    facts: tuple[Fact, ...]
    stakes: dict[str, tuple[str, dict[str, int]]]
    due: dict[str, int]
    takes_result: bool


def read_old(archive: Archive, settings: TableSettings, number: int) -> OldRound | None:
    """The round with every decision about it, also those for the manager alone; None when it is not held whole."""
    entries = archive.of_round(number)
    layouts = _layouts(entries)
    if set(layouts.values()) - settings.all_layouts.keys() or _settled(entries) - layouts.keys():
        return None  # the bets of a seat cannot be read, or have left the log before this console came to read them
    book = Book(settings.table, settings.game, settings.all_layouts, layouts)
    for entry in entries:
        book.take(entry)
    of_round = book.rounds.get(number)
    if of_round is None or not of_round.decided or book.table.phase not in (Phase.ENDED, Phase.VOID):
        return None
    if book.unsettled(number):
        return None  # its seat settles it still, or it is paid by hand first
    if book.findings:
        return None  # a seat has settled another bet than stands here
    stakes = {seat: (slip.layout, dict(slip.stakes)) for seat, slip in of_round.slips.items() if slip.stakes}
    takes_result = book.table.takes_result(number)
    found = OldRound(
        number, of_round.decisions, of_round.facts, stakes, dict(of_round.decided[-1].due), takes_result
    )
    for ruled in _rulings(archive, number):
        found = OldRound(
            number, ruled.decision, ruled.facts, stakes, due_by(settings, found, ruled.facts), takes_result
        )
    return found


def due_by(settings: TableSettings, old: OldRound, facts: tuple[Fact, ...]) -> dict[str, int]:
    """By seat what these facts pay, or every stake where there are none, in cents (rules 4.1 and 5.9)."""
    return {
        seat: settings.game.settle(settings.all_layouts[layout], stakes, facts, seat).paid
        if facts
        else sum(stakes.values())
        for seat, (layout, stakes) in old.stakes.items()
    }


def changes_by(settings: TableSettings, old: OldRound, facts: tuple[Fact, ...]) -> dict[str, int]:
    """By seat the cents that its player owes by the new decision, below 0 the House; only where it changes."""
    now = due_by(settings, old, facts)
    return {seat: old.due[seat] - cents for seat, cents in now.items() if old.due[seat] != cents}


def _layouts(entries: list[Entry]) -> dict[str, str]:
    """By seat the layout of its bets in these records."""
    found: dict[str, str] = {}
    for entry in entries:
        if isinstance(record := _record(entry), Slip):
            found[record.seat] = record.layout
    return found


def _settled(entries: list[Entry]) -> set[str]:
    """The seats that say that they had a bet."""
    records = (_record(entry) for entry in entries)
    return {record.seat for record in records if isinstance(record, Settled) and record.staked}


def _rulings(archive: Archive, number: int) -> list[OldRoundRuled]:
    records = (_record(entry) for entry in archive.of_managers())
    return [record for record in records if isinstance(record, OldRoundRuled) and record.round == number]


def _record(entry: Entry) -> object:
    try:
        return decode(entry.value)
    except BadRecord:
        return None

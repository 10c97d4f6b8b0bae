"""The names of the records in the table log. A record that stands under another name counts for nothing."""

from __future__ import annotations

from kiosk.table.records import (
    AnyRecord,
    Barrier,
    CloseShown,
    ConsoleHeld,
    Settled,
    Slip,
)


def root(table: str) -> str:
    """Prefix of everything that one table writes."""
    return f"etg/{table}/"


def console(table: str, take: int) -> str:
    """Where the console's ``take``-th holder is named."""
    return f"etg/{table}/console/{take:08d}"


def consoles(table: str) -> str:
    """Prefix of the console's holders."""
    return f"etg/{table}/console/"


def rounds(table: str) -> str:
    """Prefix of all round events."""
    return f"etg/{table}/round/"


def round_event(table: str, number: int, n: int) -> str:
    """The ``n``-th event of a round, counted from 1."""
    return f"etg/{table}/round/{number}/{n}"


def closed(table: str, number: int) -> str:
    """The bar that late slips of a round meet."""
    return f"etg/{table}/closed/{number}"


def seat(table: str, name: str) -> str:
    """Prefix of everything that one seat writes."""
    return f"etg/{table}/seat/{name}/"


def slips(table: str, name: str) -> str:
    """Prefix of one seat's slips."""
    return f"etg/{table}/seat/{name}/slip/"


def slip(table: str, name: str, number: int, rev: int) -> str:
    """One revision of a seat's slip in a round."""
    return f"etg/{table}/seat/{name}/slip/{number}/{rev}"


def report(table: str, name: str, number: int, what: str) -> str:
    """A seat's report on a round; ``what`` is the report's kind in lower case."""
    return f"etg/{table}/seat/{name}/report/{number}/{what}"


def stands_rightly(table: str, key: str, record: AnyRecord) -> bool:
    """Whether ``record`` may stand under ``key`` at this table."""
    if isinstance(record, Slip):
        return key == slip(table, record.seat, record.round, record.rev)
    if isinstance(record, CloseShown | Settled):
        return key == report(table, record.seat, record.round, type(record).__name__.lower())
    if isinstance(record, ConsoleHeld):
        return key == console(table, record.take)
    if isinstance(record, Barrier):
        return key == closed(table, record.round)
    stem, _, last = key.rpartition("/")
    return f"{stem}/" == f"{rounds(table)}{record.round}/" and last.isascii() and last.isdecimal()

"""The names of the records in the table log. A record that stands under another name counts for nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from kiosk.table.records import (
    AmountBooked,
    AnyRecord,
    Barrier,
    Choice,
    CloseShown,
    ConsoleHeld,
    ConsolePresent,
    DecisionBarrier,
    DeskRecorded,
    FactsSealed,
    LogLife,
    ManagerRecorded,
    OfSeat,
    OldRoundRuled,
    OpenItem,
    PaidMark,
    Present,
    Report,
    RoundEvent,
    Settled,
    Slip,
)

MOST_DIGITS = 16  # of a round's number
HOUSE = "etg-house/"  # prefix of what belongs to no table's records
LEFT_RELEASED = f"{HOUSE}left-released/"


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


def lives(table: str) -> str:
    """Prefix of the lives of the log. It lies below the rounds', so that whoever reads rounds reads lives in order."""
    return f"{rounds(table)}life/"


def life(table: str, number: int) -> str:
    """Where the log's ``number``-th life is written."""
    return f"{lives(table)}{number:08d}"


def closed(table: str, number: int) -> str:
    """The bar that late slips of a round meet."""
    return f"etg/{table}/closed/{number}"


def decided(table: str, number: int, n: int) -> str:
    """The bar that late choices of a round's ``n``-th decision meet."""
    return f"etg/{table}/decided/{number}/{n}"


def seat(table: str, name: str) -> str:
    """Prefix of everything that one seat writes."""
    return f"etg/{table}/seat/{name}/"


def slips(table: str, name: str) -> str:
    """Prefix of one seat's slips."""
    return f"etg/{table}/seat/{name}/slip/"


def slip(table: str, name: str, number: int, rev: int) -> str:
    """One revision of a seat's slip in a round."""
    return f"etg/{table}/seat/{name}/slip/{number}/{rev}"


def choices(table: str, name: str) -> str:
    """Prefix of one seat's choices."""
    return f"etg/{table}/seat/{name}/choice/"


def choice(table: str, record: Choice) -> str:
    """One revision of a seat's choice in a decision of a round."""
    return f"{choices(table, record.seat)}{record.round}/{record.n}/{record.rev}"


def of_seat(table: str, record: OfSeat) -> str:
    """Where a slip or choice stands."""
    if isinstance(record, Choice):
        return choice(table, record)
    return slip(table, record.seat, record.round, record.rev)


def bar(table: str, record: OfSeat) -> str:
    """The bar that it meets when it comes late."""
    if isinstance(record, Choice):
        return decided(table, record.round, record.n)
    return closed(table, record.round)


def report(table: str, record: Report) -> str:
    """A seat's report on a round. What a decision brought about has a key for each decision."""
    return f"{seat(table, record.seat)}report/{record.round}/{what(record)}"


def what(record: Report) -> str:
    """The last part of the name of a report."""
    kind = type(record).__name__.lower()
    if isinstance(record, AmountBooked):
        return f"{kind}-{record.number}"
    if isinstance(record, OpenItem) and record.order:
        return f"{kind}-order-{record.order}"
    if isinstance(record, OpenItem) and record.by_hand:
        return f"{kind}-{record.decision}-hand"
    return kind if isinstance(record, CloseShown) else f"{kind}-{record.decision}"


def settled(table: str, name: str, number: int, decision: int) -> str:
    """Where a seat reports that it has settled a decision of a round."""
    return f"{seat(table, name)}report/{number}/settled-{decision}"


def private(table: str, name: str) -> str:
    """Prefix of what the console writes for one seat's eyes."""
    return f"etg/{table}/private/{name}/"


def sealed(table: str, name: str) -> str:
    """Prefix of the values of facts that this seat alone may see."""
    return f"{private(table, name)}sealed/"


def facts_sealed(table: str, record: FactsSealed) -> str:
    """Where the seat's ``n``-th values of a round stand."""
    return f"{sealed(table, record.seat)}{record.round}/{record.n}"


def paid_mark(table: str, name: str, number: int, decision: int) -> str:
    """Stands when the House has paid a decision of a round to this seat's player by hand."""
    return f"{private(table, name)}{number}/paid-{decision}"


def manager_records(table: str) -> str:
    """Prefix of what managers decided at the table, and of what was done at its desk."""
    return f"etg/{table}/manager/"


def manager_record(table: str, number: int) -> str:
    """The ``number``-th record of the table that is no event of a round, of either kind."""
    return f"{manager_records(table)}{number:08d}"


def manager_numbers(table: str) -> str:
    """Prefix of the managers' decisions alone: the desk's records stand beside them, under no number."""
    return f"{manager_records(table)}0"


def desk_records(table: str) -> str:
    """Prefix of what was done at the table's console. A console may write below the managers' prefix already."""
    return f"{manager_records(table)}desk/"


def desk_record(table: str, number: int) -> str:
    """The ``number``-th record of what was done at the table's console."""
    return f"{desk_records(table)}{number:08d}"


def presences(table: str) -> str:
    """Prefix of the seats that are there now. These keys come and go with their leases."""
    return f"etg/{table}/present/"


def present(table: str, name: str) -> str:
    """Where a seat shows that it is there."""
    return f"{presences(table)}{name}"


def console_presences(table: str) -> str:
    """Prefix of the consoles that are at work now. These keys come and go with their leases."""
    return f"etg/{table}/at-work/"


def console_present(table: str, name: str, instance: str = "") -> str:
    """Where a console shows that it is at work: another place for each that has this name."""
    return f"{console_presences(table)}{name}" + (f"/{instance}" if instance else "")


def left(table: str) -> str:
    """Prefix of how far hosts have removed records of a table. No records: each host writes its own over and over."""
    return f"{HOUSE}left/{table}/"


def left_by(table: str, host: str) -> str:
    """Where the host of that id says how far it has removed records."""
    return f"{left(table)}{host}"


def left_released(table: str, host: str, n: int) -> str:
    """Where staff's ``n``-th release of that host's older archive is written, once."""
    return f"{LEFT_RELEASED}{table}/{host}/{n:06d}"


def anchors() -> str:
    """Prefix of what hosts know of all seats' books. No records: each is written over and over."""
    return f"{HOUSE}anchor/"


def anchor(table: str, name: str) -> str:
    """Where hosts say up to where they have seen that seat's books."""
    return f"{anchors()}{table}/{name}"


def anchor_releases(table: str, name: str) -> str:
    """Prefix of staff's releases of a seat's books."""
    return f"{HOUSE}anchor-released/{table}/{name}/"


def anchor_release(table: str, name: str, n: int) -> str:
    """Where staff's ``n``-th release of a seat's books is written, once."""
    return f"{anchor_releases(table, name)}{n:06d}"


def round_in(key: str) -> int | None:
    """The round that a key of a table belongs to; None for one of none."""
    match key.split("/")[2:]:
        case ["round" | "closed" | "decided", number, *_] | ["private", _, "sealed", number, *_]:
            pass
        case ["private", _, number, *_] | ["seat", _, "slip" | "choice" | "report", number, *_]:
            pass
        case _:
            return None
    return int(number) if number.isascii() and number.isdecimal() and len(number) <= MOST_DIGITS else None


def event_in(key: str) -> int:
    """Which event of its round stands under that key (see :func:`round_event`); 0 for none that anybody writes."""
    last = key.rpartition("/")[2]
    return int(last) if last.isascii() and last.isdecimal() and len(last) <= MOST_DIGITS else 0


def is_of_a_seat(key: str) -> bool:
    """Whether a key of a table is a bet, a decision, a report, a mark or a sealed fact of one seat: these leave the log
    as a round is settled."""
    return key.split("/")[2:3] in (["seat"], ["private"])


def is_paid_mark(key: str) -> bool:
    """Whether a key of a table is where a mark of a payment by hand stands, see :func:`paid_mark`."""
    match key.split("/")[2:]:
        case ["private", _, _, last]:
            return last.startswith("paid-")
        case _:
            return False


_PLACES: dict[type, Callable[[str, Any], str]] = {
    Slip: lambda table, one: slip(table, one.seat, one.round, one.rev),
    Choice: choice,
    **dict.fromkeys((CloseShown, Settled, OpenItem, AmountBooked), report),
    ConsoleHeld: lambda table, one: console(table, one.take),
    Barrier: lambda table, one: closed(table, one.round),
    DecisionBarrier: lambda table, one: decided(table, one.round, one.n),
    FactsSealed: facts_sealed,
    PaidMark: lambda table, one: paid_mark(table, one.seat, one.round, one.decision),
    ManagerRecorded: lambda table, one: manager_record(table, one.number),
    OldRoundRuled: lambda table, one: manager_record(table, one.number),
    DeskRecorded: lambda table, one: desk_record(table, one.number),
    Present: lambda table, one: present(table, one.seat),
    ConsolePresent: lambda table, one: console_present(table, one.console, one.instance),
    LogLife: lambda table, one: life(table, one.life),
}
"""Where each kind of record stands; of all others, the events of a round, any number is right."""


def stands_rightly(table: str, key: str, record: AnyRecord) -> bool:
    """Whether ``record`` may stand under ``key`` at this table."""
    if (place := _PLACES.get(type(record))) is not None:
        if key == place(table, record):
            return True
        # Older consoles counted them together with the managers' decisions.
        return isinstance(record, DeskRecorded) and key == manager_record(table, record.number)
    event = cast("RoundEvent", record)  # by its being none of the others
    stem, _, last = key.rpartition("/")
    return stem == f"{rounds(table)}{event.round}" and last.isascii() and last.isdecimal()

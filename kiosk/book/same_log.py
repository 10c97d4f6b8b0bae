"""Whether a table log is the one that an archive was made of."""

from __future__ import annotations

from contextlib import suppress

from kiosk.book import Book
from kiosk.book.archive import PAGE, check_game
from kiosk.faults import EnvironmentFault
from kiosk.games.game import Layout
from kiosk.table import keys
from kiosk.table.log import TableLog
from kiosk.table.records import BadRecord, RoundEnded, RoundOpened, RoundVoided, decode

WAY_OUT = (
    "Check the configuration's servers. Where an older copy was put back, put back the newest one, or follow "
    "'The table log is an older copy' in the operator's manual; nothing was changed"
)


def check_log(log: TableLog, table: str, book: Book) -> None:
    """Whether the log goes on where the book ends, and with the book's game. Raises :class:`EnvironmentFault`, and
    NoAnswer for silence.

    Three things can be asked at any age of the archive. The newest round never leaves the log, so it ends no earlier;
    the book's newest round opened where the book has it, if it is there still; and who held the table never leaves.
    """
    current, holder = book.current, book.holder
    if current is not None:
        newest = log.last(keys.rounds(table))
        ends = newest.seq if newest is not None else 0
        if ends < current.opened_seq:
            raise EnvironmentFault(
                f"the log of table {table} ends at {ends}, but the archive holds a round that opened at "
                f"{current.opened_seq}: it is another log, or an older copy",
                WAY_OUT,
            )
        opened = keys.round_event(table, current.number, 1)
        _check_place(opened, _place(log, opened) or current.opened_seq, current.opened_seq)
    if holder is not None:
        held = keys.console(table, holder[0].take)
        _check_place(held, _place(log, held), holder[1])
    newest = log.last(keys.rounds(table))
    number = keys.round_in(newest.key) if newest is not None else None
    if number is not None:  # whose archive is empty knows no round, and the newest one never leaves
        check_game(table, book.game, log.read([keys.round_event(table, number, 1)], 0, 1))


def check_layout(log: TableLog, table: str, layout: Layout) -> None:
    """Whether a round that is open is dealt by that layout. Raises :class:`EnvironmentFault`, NoAnswer for silence."""
    newest = log.last(keys.rounds(table))
    number = keys.round_in(newest.key) if newest is not None else None
    dealt, after = "", 0
    while number is not None and (entries := log.read([f"{keys.rounds(table)}{number}/"], after, PAGE)):
        for entry in entries:
            with suppress(BadRecord):
                match decode(entry.value):
                    case RoundOpened() as opened:
                        dealt = opened.layout
                    case RoundEnded() | RoundVoided():
                        return
        after = entries[-1].seq
    if dealt not in ("", layout.name):
        raise EnvironmentFault(
            f"round {number} is open and is dealt by layout {dealt}: expected {layout.name}",
            f"Start with layout {dealt} and let the round end",
        )


def _place(log: TableLog, key: str) -> int:
    """Where the record of that name stands; 0 where there is none."""
    return next((entry.seq for entry in log.read([key], 0, 1) if entry.key == key), 0)


def _check_place(key: str, found: int, expected: int) -> None:
    if found != expected:
        where = f"at {found}" if found else "nowhere"
        raise EnvironmentFault(
            f"{key} stands at {expected} in the archive, but {where} in the table log: "
            "it is another log, or an older copy",
            WAY_OUT,
        )

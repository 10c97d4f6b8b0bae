"""Whether a table log is the one that an archive was made of."""

from __future__ import annotations

from kiosk.book import Book
from kiosk.book.archive import PAGE, check_game
from kiosk.book.settings import TableSettings
from kiosk.faults import EnvironmentFault
from kiosk.table import keys
from kiosk.table.log import TableLog
from kiosk.table.records import (
    AnyRecord,
    BadRecord,
    JackpotOffer,
    RoundEnded,
    RoundOpened,
    RoundVoided,
    decode,
    is_named,
)

WAY_OUT = (
    "Check the configuration's servers. Where an older copy was put back, put back the newest one, or follow "
    "'The table log is an older copy' in the operator's manual; nothing was changed"
)


def check_log(log: TableLog, table: str, book: Book) -> None:
    """Whether the log goes on where the book ends, and with the book's game. Raises :class:`EnvironmentFault`, and
    NoAnswer for silence.

    Three things can be asked at any age of the archive. The newest round never leaves the log, so it ends no earlier;
    the book's newest round opened where the book has it, if it is there still; and who held the table never leaves.
    What a log that was put back has lost, and was released without, is not asked for.
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
        if current.opened_seq > book.life_seq:
            _check_place(opened, _place(log, opened) or current.opened_seq, current.opened_seq)
    if holder is not None and holder[1] > book.life_seq:
        held = keys.console(table, holder[0].take)
        _check_place(held, _place(log, held), holder[1])
    newest = log.last(keys.rounds(table))
    number = keys.round_in(newest.key) if newest is not None else None
    if number is not None:  # whose archive is empty knows no round, and the newest one never leaves
        check_game(table, book.game, log.read([keys.round_event(table, number, 1)], 0, 1))


def check_opened(log: TableLog, settings: TableSettings, jackpot: str) -> None:
    """Whether the newest round is of the same kind, for money or not; one that is open is dealt by our layout, offers
    the ``jackpot`` of that name or, for "", none, and has nothing of a newer program in it.

    Raises :class:`EnvironmentFault`, and NoAnswer for silence.
    """
    table, layout = settings.table, settings.layout.name
    events, unread = _newest_round(log, table)
    is_over = any(isinstance(event, RoundEnded | RoundVoided) for event in events)
    if unread and not is_over:
        raise EnvironmentFault(
            f"the newest round is open and {unread}: a newer program deals it",
            "Let that console end the round, or bring this one to the same version",
        )
    opened = next((event for event in events if isinstance(event, RoundOpened)), None)
    if opened is None:
        return
    if opened.demonstration is not settings.demonstration:
        dealt = "a demonstration's rounds" if opened.demonstration else "rounds for money"
        raise EnvironmentFault(
            f"table {table} deals {dealt}: expected the other kind",
            f"Put demonstration = {str(opened.demonstration).lower()} back into the file, or provide a new table",
        )
    offered = opened.jackpot.name if isinstance(opened.jackpot, JackpotOffer) else ""
    if not is_over and offered not in ("", jackpot):
        raise EnvironmentFault(
            f"round {opened.round} is open and offers jackpot {offered}: expected {jackpot or 'none'}",
            f"Start with jackpot {offered} and let the round end",
        )
    if settings.game.one_layout and not is_over and opened.layout not in ("", layout):
        raise EnvironmentFault(
            f"round {opened.round} is open and is dealt by layout {opened.layout}: expected {layout}",
            f"Start with layout {opened.layout} and let the round end",
        )


def check_understood(log: TableLog, book: Book) -> None:
    """Whether the book, which has read all of the log, knows its newest round: else it stands in a round before, of
    which it could not read all, or all the rest has left while others dealt; whoever goes by it would decide about
    that one.

    Raises :class:`EnvironmentFault`, and NoAnswer for silence.
    """
    newest = log.last(keys.rounds(book.name))
    number = keys.round_in(newest.key) if newest is not None else None
    if number is None or number <= book.highest:
        return
    opened = log.read([keys.round_event(book.name, number, 1)], 0, 1)
    if opened and _may_open(opened[0].value):  # what is no opening counts for nothing at any reader
        raise EnvironmentFault(
            f"round {number} stands in the log, and the newest of which this console understands the opening is "
            f"{book.highest}: a newer program has dealt since, or how that round went on has left the log",
            "Bring this console to the same version. If it has that, copy the archive of another console or of a host",
        )


def _may_open(value: bytes) -> bool:
    try:
        return isinstance(decode(value), RoundOpened)
    except BadRecord:
        return is_named(value)


def _newest_round(log: TableLog, table: str) -> tuple[list[AnyRecord], str]:
    """What stands there of the newest round's opening and end; and of a record that only a newer program reads why.

    A console numbers its events without a gap, but for the void of a round whose log was put back: what stands behind
    one and cannot be read is nobody's, and counts for nothing anywhere.
    """
    newest = log.last(keys.rounds(table))
    number = keys.round_in(newest.key) if newest is not None else None
    found: list[AnyRecord] = []
    unread = ""
    after, follows = 0, 1
    while number is not None and (entries := log.read([f"{keys.rounds(table)}{number}/"], after, PAGE)):
        for entry in entries:
            in_order = keys.event_in(entry.key) == follows
            follows += in_order
            try:
                found.append(decode(entry.value))
            except BadRecord as bad:
                if in_order and is_named(entry.value):
                    unread = unread or f"{entry.key}: {bad}"
        after = entries[-1].seq
    return found, unread


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

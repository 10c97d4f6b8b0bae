"""Seats that were not there when they had to decide: their bets come back (Stud S15), and staff are told how often."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date

from kiosk import local_time
from kiosk.book import Book

_SHOWN_ROUNDS = 2  # the round that is played and the one before: long enough to be seen


def newest(book: Book) -> Iterator[dict[str, str | int]]:
    """Seat, round and how often that seat today, of the newest rounds."""
    for absence in book.absences:
        if absence.round > book.table.number - _SHOWN_ROUNDS:
            yield of(book, absence.seat, absence.round)


def of(book: Book, seat: str, number: int) -> dict[str, str | int]:
    """The same of one seat and round: on the day of that round, and up to it."""
    own = [absence for absence in book.absences if absence.seat == seat and absence.round <= number]
    day = _day(own[-1].at) if own else None
    return {"seat": seat, "round": number, "count": sum(_day(absence.at) == day for absence in own)}


def _day(at: str) -> date | None:
    """The time in the log is for information alone."""
    try:
        return local_time.day_of(at)
    except ValueError:
        return None

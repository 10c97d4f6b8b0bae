"""Opening a desk: archive, book, hold on the table, in this order."""

from __future__ import annotations

from collections.abc import Callable

from kiosk.book.archive import Archive, open_book
from kiosk.book.reading import Reading
from kiosk.book.same_log import check_log, check_opened
from kiosk.book.tampering import Changes
from kiosk.console.desk.config import DeskConfig
from kiosk.console.desk.desk import Desk
from kiosk.console.jackpot_line import JackpotLine
from kiosk.console.notes import Keeper, Notebook
from kiosk.console.service import TableService
from kiosk.console.view import LogHealth
from kiosk.store.staff import StaffStore
from kiosk.store.staff_acts import StaffActs
from kiosk.table.log import Presences, TableLog


def _well() -> LogHealth:
    return LogHealth()


def open_desk(
    log: TableLog,
    archive: Archive,
    config: DeskConfig,
    keeper: Keeper,
    staff: StaffStore,
    clock_ms: Callable[[], int],
    *,
    presences: Presences | None = None,
    health: Callable[[], LogHealth] = _well,
    take_over: bool = False,
    changes: Changes | None = None,
    acts: StaffActs | None = None,
    jackpot: JackpotLine | None = None,
) -> Desk:
    """The desk of a table, at the round that log and archive show.

    ``acts`` is where commands leave word of what they did to ``staff``; ``jackpot`` the way to the one that the table
    shares, which stays the caller's to close.

    Raises :class:`kiosk.console.service.Fenced` when another console is at work there and ``take_over`` is not said,
    :class:`kiosk.faults.EnvironmentFault` for an archive, notes or hashes that cannot be used and for a log that
    is not the archived one, and :class:`kiosk.table.log.NoAnswer` when the log does not answer. Archive, log and
    staff stay the caller's to close.
    """
    settings = config.settings
    notebook = Notebook(keeper)
    book = open_book(archive, settings.game, settings.all_layouts, settings.seats)
    check_log(log, settings.table, book)  # before anything is written into a log that is not this table's
    check_opened(log, settings, jackpot.name if jackpot is not None else "")
    reading = Reading(log, settings.table, book, archive.follow_after, archive)
    service = TableService(
        log, settings, presences, take_over, reading=reading, instance=notebook.notes.instance
    )
    try:
        return Desk(
            service,
            config,
            notebook,
            staff,
            clock_ms,
            presences=presences,
            health=health,
            changes=changes,
            acts=acts,
            jackpot=jackpot,
        )
    except BaseException:
        service.close_service()
        raise

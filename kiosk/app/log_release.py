"""A log that was put back from a backup, released by staff with a name and a reason: at the console, then at hosts.

What follows from it: the log begins a new life. Its places go on above every place that was ever read; rounds are
counted on above every round that was ever played; the round under way is void; what the console knows to have been
decided and some seat has not settled is written once more; and the host brings the tickets forward to what it knows.
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby
from typing import TypeAlias

import msgspec

from kiosk.app.house_book import LIVES, HouseBook
from kiosk.book import Book
from kiosk.book.archive import Archive
from kiosk.book.archive_anchor import AnchoredArchive
from kiosk.book.desk_acts import DeskAct
from kiosk.book.reading import newest_number
from kiosk.faults import EnvironmentFault
from kiosk.links.etcd.left import LeftKey
from kiosk.links.etcd.log import EtcdLog
from kiosk.links.hosts.log import HostLog
from kiosk.table import keys
from kiosk.table.history import Other, life_in, remembering
from kiosk.table.left import Keeper, Left, LeftReleased
from kiosk.table.log import Appended, Entry, Put
from kiosk.table.records import (
    AmountOrdered,
    BadRecord,
    Barrier,
    DeskRecorded,
    LogLife,
    ResultCorrected,
    decode,
    encode,
)
from kiosk.table.round import Phase, void_of_life
from kiosk.table.signature import is_again
from kiosk.written import shown, why_no_text

MARGIN = 1_000  # places above what is known: a seat may have read a little more than the console
MOST_REASON = 200
MOST_GONE = 1_000
PAGE = 1_000
_UNDER_WAY = (Phase.BETTING, Phase.CLOSED, Phase.PLAY)
Say = Callable[[str], None]
AnyLog: TypeAlias = EtcdLog | HostLog  # of a host, or of whoever speaks to hosts


class Release(msgspec.Struct, frozen=True):
    """Who lets an older log begin anew, why and when (UTC). Raises :class:`EnvironmentFault` without name or reason."""

    by: str
    reason: str
    at: str

    def __post_init__(self) -> None:
        for what, value, most in (("name", self.by, 64), ("reason", self.reason, MOST_REASON)):
            if (reason := why_no_text(value, most)) is not None:
                raise EnvironmentFault(
                    f"release without a {what}: found {shown(value)}, {reason}",
                    "Say who releases the log and why; nothing was changed",
                )


def begin_first_life(log: AnyLog, table: str, at: str) -> None:
    """Write down the identity of the servers, once for each log. Raises NoAnswer."""
    if log.last(keys.lives(table)) is None:
        life = LogLife(life=1, log=log.identity()[0], round=_newest_round(log, table), at=at)
        log.append([Put(keys.life(table, 1), encode(life))])  # refused where another console was first


def begin_first_house_life(log: EtcdLog, at: str) -> None:
    """The same for the house's tickets. Raises NoAnswer."""
    if log.last(LIVES) is None:
        log.append([Put(_house_life(1), encode(LogLife(life=1, log=log.identity()[0], at=at)))])


def _house_life(number: int) -> str:
    return f"{LIVES}{number:08d}"


def why_other(log: AnyLog, archive: AnchoredArchive, who: str, keeper: Keeper | None) -> Other | None:
    """Why the log is not the one that was archived, or its archive is an older copy; None for neither.

    Raises NoAnswer.
    """
    memory, anchored = archive.memory(who), archive.anchored(who)
    return log.compare(remembering(archive.table, memory, keeper=keeper, anchored=anchored))


def older_log(table: str, other: Other) -> EnvironmentFault:
    """What is said of it where nobody plays on."""
    if other.left is not None:
        return EnvironmentFault(
            f"the archive of table {table} is an older copy: {other.what}",
            "Put back the newest copy of the archive, or copy that of another console or host. If there is none, "
            "follow 'An archive that is older than the log' in the operator's manual; nothing was changed",
        )
    return EnvironmentFault(
        f"the log of table {table} is another log, or an older copy: {other.what}",
        "Check the configuration's servers. Where an older copy was put back, put back the newest one, or follow "
        "'The table log is an older copy' in the operator's manual; nothing was changed",
    )


def release_at_console(log: AnyLog, archive: AnchoredArchive, book: Book, release: Release, say: Say) -> None:
    """Let the log of a table begin a new life. Until the last step the console still refuses it: do it again then.

    ``book`` is the archive's. Raises NoAnswer and :class:`EnvironmentFault`.
    """
    table = archive.table
    until = _common(log, archive)
    anchored = archive.anchored("")
    ends = max(archive.last_seq, anchored.seq)
    _raise_to(log, keys.console_presences(table), ends + MARGIN, say)
    lost = _lost(archive, until)
    current = book.table.number if book.table.phase in _UNDER_WAY else 0
    healed = [
        number
        for number, entries in lost.items()
        if number != current
        and _concerns_a_seat(book, number)
        and _may_be_repeated(log, archive, number, entries)
    ]
    life = msgspec.structs.replace(
        _next_life(log, keys.lives(table), release),
        until=until,
        round=max(
            book.highest, _newest_round(log, table), *(keys.round_in(one.key) or 0 for one in anchored.all)
        ),
        gone=tuple(number for number in lost if number not in healed and number != current)[-MOST_GONE:],
    )
    still_open = [
        (number, book.unsettled(number), _paid_by_hand(book, number))
        for number in life.gone
        if _concerns_a_seat(book, number)
    ]
    entry = _appended(log, keys.life(table, life.life), life)
    say(f"life {life.life} of the log of table {table} begins at {entry.seq}")
    for number in healed:
        for _, together in groupby(lost[number], key=lambda each: each.seq):
            log.append([Put(each.key, each.value) for each in together])
        say(f"round {number} is written once more, for seats that have not settled it")
    for number, unsettled, paid in still_open:
        if unsettled:
            say(
                f"round {number} was corrected, or a manager has ordered something in it: a seat that has not settled "
                "it returns the stakes, and the manager decides about the rest"
            )
        for seat, cents in paid:
            say(
                f"round {number}: the player of seat {seat} was paid {cents / 100:.2f} by hand, and the log does not "
                "know it any more. If the seat returns the stakes, the manager takes them back"
            )
    if current:
        _void(log, book, life)
        say(f"round {current} is void: every stake of it goes back")
    archive.add([entry])


def release_archive_at_console(log: AnyLog, archive: Archive, left: Left, release: Release, say: Say) -> None:
    """Let the console go on with an archive in which bets may be missing. On record in the log, with the name.

    Raises NoAnswer and :class:`EnvironmentFault`; the next release goes on then.
    """
    _say_missing(archive, left, say)
    number = newest_number(log, keys.manager_numbers(archive.table))
    while True:
        number += 1
        record = DeskRecorded(
            number=number,
            what=DeskAct.OLDER_ARCHIVE,
            by=release.by,
            at=release.at,
            authorised_by=release.by,
            reason=release.reason,
        )
        if isinstance(
            log.append([Put(keys.manager_record(archive.table, number), encode(record))]), Appended
        ):
            break
    _read_on(log, archive)  # with that record it ends behind all that has left


def release_archive_at_host(
    log: EtcdLog, archive: Archive, keeper: Keeper, left: Left, release: Release, say: Say
) -> None:
    """The same for a host, whose release is written below the house's keys. Raises as the console's."""
    _say_missing(archive, left, say)
    released = LeftReleased(release.by, release.reason, release.at, archive.last_seq, left)
    entry = LeftKey(log, keeper).release(released)
    _read_on(log, archive, entry.seq - 1)
    archive.add([entry])


def _say_missing(archive: Archive, left: Left, say: Say) -> None:
    say(
        f"table {archive.table}: goes on with an archive that ends at {archive.last_seq}. What has left the log since, "
        f"up to round {left.round}, stays missing in it: bets and reports of those rounds are in the seats' own "
        "books and in other archives"
    )


def _read_on(log: AnyLog, archive: Archive, upto: int | None = None) -> None:
    """Archive what stands in the log, up to a place. Raises NoAnswer."""
    after = archive.follow_after
    while page := log.read([keys.root(archive.table)], after, PAGE):
        archive.add([entry for entry in page if upto is None or entry.seq <= upto])
        after = page[-1].seq
        if upto is not None and after >= upto:
            return


def release_at_host(log: EtcdLog, archive: Archive, say: Say) -> None:
    """Let the host's archive of a table go on with a log that the console has released. Raises NoAnswer.

    Raises :class:`EnvironmentFault` where no console has.
    """
    newest = log.last(keys.lives(archive.table))
    life = life_in(newest) if newest is not None else None
    if newest is None or life is None or not life.by or newest.seq <= archive.last_seq:
        raise EnvironmentFault(
            f"the log of table {archive.table} is an older copy, and nobody has released it at its console",
            f"Release it at the console of table {archive.table} first; nothing was changed here",
        )
    archive.add([newest])
    say(f"table {archive.table}: goes on with life {life.life}, released by {life.by}: {life.reason}")


def release_house(log: EtcdLog, house: HouseBook, release: Release, say: Say) -> None:
    """Bring the registry of tickets forward to what this host knows, and let it begin a new life. Raises NoAnswer."""
    archive = house.archive
    _raise_to(log, LIVES, max(archive.last_seq, archive.anchored("").seq) + MARGIN, say)
    brought, strange = house.bring_forward()
    for ticket in brought:
        say(
            f"ticket ending in {ticket.digits} of {ticket.cents / 100:.2f}: {ticket.state} again, by {ticket.by}"
        )
    acts, strange_acts = house.bring_jackpots_forward()
    for name, count in acts.items():
        say(f"jackpot {name}: {count} acts brought forward")
    for what in (*strange, *strange_acts):
        say(f"look into it: {what}")
    life = _next_life(log, LIVES, release)
    archive.add([_appended(log, _house_life(life.life), life)])
    say(f"tickets: life {life.life} begins; {len(brought)} brought forward, {len(strange)} to look into")


# --- the steps ----------------------------------------------------------------------------------------------------


def _next_life(log: AnyLog, lives: str, release: Release) -> LogLife:
    newest = log.last(lives)
    before = life_in(newest) if newest is not None else None
    return LogLife(
        life=before.life + 1 if before is not None else 1,
        log=log.identity()[0],
        by=release.by,
        reason=release.reason,
        at=release.at,
    )


def _appended(log: AnyLog, key: str, life: LogLife) -> Entry:
    """The record as it stands in the log, with what its link has signed."""
    answer = log.append([Put(key, encode(life))])
    if not isinstance(answer, Appended):
        raise EnvironmentFault(f"{key} was written by another at the same moment", "Look who releases it")
    return log.read([key], answer.seq - 1, 1)[0]


def _common(log: AnyLog, archive: Archive) -> int:
    """The place of the newest record that archive and log both have: what came after it is not in the log."""
    stays = [keys.rounds(archive.table), keys.consoles(archive.table), keys.manager_records(archive.table)]
    standing: set[tuple[int, str, bytes]] = set()
    after = 0
    while page := log.read(stays, after, PAGE):
        standing |= {(entry.seq, entry.key, entry.value) for entry in page}
        after = page[-1].seq
    return next(
        (e.seq for e in archive.newest_first() if (e.seq, e.key, e.value) in standing),
        0,
    )


def _newest_round(log: AnyLog, table: str) -> int:
    newest = log.last(keys.rounds(table))
    if newest is None:
        return 0
    life = life_in(newest)
    return life.round if life is not None else keys.round_in(newest.key) or 0


def _raise_to(log: AnyLog, under: str, place: int, say: Say) -> None:
    """Write until the log's places are above ``place``: what comes then is newer than all that was ever read."""
    _, ends = log.identity()
    if ends < place:
        say(f"raises the log's places from {ends} to {place}")
    log.raise_to(f"{under}raised", place)


def _lost(archive: Archive, until: int) -> dict[int, list[Entry]]:
    """By round, in order: the events and bars that came after ``until``, and the marks of payments by hand."""
    found: dict[int, list[Entry]] = {}
    after = until
    while page := archive.read(after, PAGE):
        for entry in page:
            number = keys.round_in(entry.key)
            if number is not None and (not keys.is_of_a_seat(entry.key) or keys.is_paid_mark(entry.key)):
                found.setdefault(number, []).append(entry)
        after = page[-1].seq
    return dict(sorted(found.items()))


def _concerns_a_seat(book: Book, number: int) -> bool:
    """Whether a seat may have to hear of the round: it has not settled, or its player was paid by hand."""
    return bool(book.unsettled(number) or _paid_by_hand(book, number))


def _paid_by_hand(book: Book, number: int) -> list[tuple[str, int]]:
    """Whose player was paid by hand in the round, and how much in cents."""
    of_round = book.rounds.get(number)
    return [(paid.seat, paid.cents) for paid in of_round.paid.values()] if of_round is not None else []


def _may_be_repeated(log: AnyLog, archive: Archive, number: int, lost: list[Entry]) -> bool:
    """Whether a round's lost events, written once more, decide it where it is not decided and change nothing else.

    Readers who had them ignore the repeat, also of a payment by hand (:func:`kiosk.table.round.with_payment`), but a
    correction would count again; and a round that was played otherwise since is another one.
    """
    if any(_counts_again(entry) for entry in lost):
        return False
    values = {entry.key: entry.value for entry in lost}
    # What stands there already is of a release that was killed in the middle.
    return all(
        is_again(entry.value, values.get(entry.key, entry.value))
        for entry in log.read([f"{keys.rounds(archive.table)}{number}/"], 0, PAGE)
    )


def _counts_again(entry: Entry) -> bool:
    try:
        return isinstance(decode(entry.value), AmountOrdered | ResultCorrected)
    except BadRecord:
        return False


def _void(log: AnyLog, book: Book, life: LogLife) -> None:
    number = book.table.number
    record = encode(void_of_life(number, life))
    event = Put(keys.round_event(book.name, number, book.events_written(number) + 1), record)
    bar = Put(keys.closed(book.name, number), encode(Barrier(round=number)))
    if not isinstance(log.append([event, bar], unless=[]), Appended):
        log.append([event])  # the bar stands already

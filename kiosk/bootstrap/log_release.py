"""A log that was put back from a backup, released by staff with a name and a reason: at the console, then at hosts.

What follows from it: the log begins a new life. Its places go on above every place that was ever read; rounds are
counted on above every round that was ever played; the round under way is void; what the console knows to have been
decided and some seat has not settled is written once more; and the host brings the tickets forward to what it knows.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from kiosk.bootstrap.house_book import LIVES, HouseBook
from kiosk.console.archive import Archive
from kiosk.console.book import Book
from kiosk.faults import EnvironmentFault
from kiosk.links.etcd import EtcdLog
from kiosk.table import keys
from kiosk.table.history import Other, life_in, remembering
from kiosk.table.log import Appended, Entry, Put
from kiosk.table.records import (
    BadRecord,
    Barrier,
    LogLife,
    PaidByHand,
    ResultCorrected,
    RoundVoided,
    decode,
    encode,
)
from kiosk.table.round import Phase

MARGIN = 1_000  # places above what is known: a seat may have read a little more than the console
MOST_REASON = 200
PAGE = 1_000
_UNDER_WAY = (Phase.BETTING, Phase.CLOSED, Phase.TUMBLING, Phase.TUMBLED)
Say = Callable[[str], None]


class Release(msgspec.Struct, frozen=True):
    """Who lets an older log begin anew, why and when (UTC). Raises :class:`EnvironmentFault` without name or reason."""

    by: str
    reason: str
    at: str

    def __post_init__(self) -> None:
        for what, value, most in (("name", self.by, 64), ("reason", self.reason, MOST_REASON)):
            if not value.strip() or len(value) > most or not value.isprintable():
                raise EnvironmentFault(
                    f"release without a {what}: found {value[:40]!r}, expected 1 to {most} printable letters",
                    "Say who releases the log and why; nothing was changed",
                )


def begin_first_life(log: EtcdLog, table: str, at: str) -> None:
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


def why_other(log: EtcdLog, archive: Archive, who: str) -> Other | None:
    """Why the log is not the one that was archived; None when it is. Raises NoAnswer."""
    return log.compare(remembering(archive.table, archive.memory(who)))


def older_log(table: str, other: Other) -> EnvironmentFault:
    """What is said of it where nobody plays on."""
    return EnvironmentFault(
        f"the log of table {table} is another log, or an older copy: {other.what}",
        "Check the configuration's servers. Where an older copy was put back, put back the newest one, or follow "
        "'The table log is an older copy' in the operator's manual; nothing was changed",
    )


def release_at_console(log: EtcdLog, archive: Archive, book: Book, release: Release, say: Say) -> None:
    """Let the log of a table begin a new life. Until the last step the console still refuses it: do it again then.

    ``book`` is the archive's. Raises NoAnswer and :class:`EnvironmentFault`.
    """
    table = archive.table
    until = _common(log, archive)
    _raise_to(log, keys.console_presences(table), archive.last_seq + MARGIN, say)
    healed = list(_to_heal(log, archive, book, until))
    current = book.current
    owed = _owed(log, book)
    life = msgspec.structs.replace(
        _next_life(log, keys.lives(table), release),
        until=until,
        round=max(book.highest, _newest_round(log, table)),
        gone=tuple(sorted(owed - {keys.round_in(each.key) for each in healed})),
    )
    entry = _appended(log, keys.life(table, life.life), life)
    say(f"life {life.life} of the log of table {table} begins at {entry.seq}")
    for each in healed:
        log.append([Put(each.key, each.value)])
    if healed:
        rounds = sorted({keys.round_in(each.key) or 0 for each in healed})
        say(f"written once more, for seats that have not settled: rounds {', '.join(map(str, rounds))}")
    if book.table.phase in _UNDER_WAY and current is not None:
        _void(log, book, release)
        say(f"round {current.number} is void: every stake of it goes back")
    if life.gone:
        named = ", ".join(map(str, life.gone))
        say(
            f"rounds {named} were corrected or paid by hand: seats that have not settled return the stakes, "
            "and the manager decides about the rest"
        )
    archive.add([entry])


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
    _raise_to(log, LIVES, archive.last_seq + MARGIN, say)
    brought, strange = house.bring_forward()
    for ticket in brought:
        say(
            f"ticket ending in {ticket.digits} of {ticket.cents / 100:.2f}: {ticket.state} again, by {ticket.by}"
        )
    for what in strange:
        say(f"look into it: {what}")
    life = _next_life(log, LIVES, release)
    archive.add([_appended(log, _house_life(life.life), life)])
    say(f"tickets: life {life.life} begins; {len(brought)} brought forward, {len(strange)} to look into")


# --- the steps ----------------------------------------------------------------------------------------------------


def _next_life(log: EtcdLog, lives: str, release: Release) -> LogLife:
    newest = log.last(lives)
    before = life_in(newest) if newest is not None else None
    return LogLife(
        life=before.life + 1 if before is not None else 1,
        log=log.identity()[0],
        by=release.by,
        reason=release.reason,
        at=release.at,
    )


def _appended(log: EtcdLog, key: str, life: LogLife) -> Entry:
    value = encode(life)
    answer = log.append([Put(key, value)])
    if not isinstance(answer, Appended):
        raise EnvironmentFault(f"{key} was written by another at the same moment", "Look who releases it")
    return Entry(answer.seq, key, value)


def _common(log: EtcdLog, archive: Archive) -> int:
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


def _newest_round(log: EtcdLog, table: str) -> int:
    newest = log.last(keys.rounds(table))
    if newest is None:
        return 0
    life = life_in(newest)
    return life.round if life is not None else keys.round_in(newest.key) or 0


def _has(log: EtcdLog, table: str, number: int) -> bool:
    return bool(log.read([f"{keys.rounds(table)}{number}/"], 0, 1))


def _raise_to(log: EtcdLog, under: str, place: int, say: Say) -> None:
    """Write until the log's places are above ``place``: what comes then is newer than all that was ever read."""
    _, ends = log.identity()
    if ends < place:
        say(f"raises the log's places from {ends} to {place}")
    log.raise_to(f"{under}raised", place)


def _to_heal(log: EtcdLog, archive: Archive, book: Book, until: int) -> Iterator[Entry]:
    """The events of decided rounds that the log has wholly lost and that some seat has not settled, in order.

    Readers who had them ignore the repeat. One that was corrected or paid by hand is no such round: repeated events
    would count again.
    """
    owed = _owed(log, book)
    if not owed:
        return
    stays = (keys.rounds(archive.table), *(keys.closed(archive.table, number) for number in owed))
    found: dict[int, list[Entry]] = {}
    after = until
    while page := archive.read(after, PAGE):
        for entry in page:
            number = keys.round_in(entry.key)
            if number in owed and entry.key.startswith(stays):
                found.setdefault(number, []).append(entry)
        after = page[-1].seq
    for number in sorted(found):
        if not any(_counts_again(entry) for entry in found[number]):
            yield from found[number]


def _owed(log: EtcdLog, book: Book) -> set[int]:
    """Rounds that are decided and that some seat has not settled, and of which the log has nothing."""
    owed = {number for number in book.rounds if book.unsettled(number)}
    if book.table.phase in _UNDER_WAY:
        owed.discard(book.table.number)
    return {number for number in owed if not _has(log, book.name, number)}


def _counts_again(entry: Entry) -> bool:
    try:
        return isinstance(decode(entry.value), PaidByHand | ResultCorrected)
    except BadRecord:
        return False


def _void(log: EtcdLog, book: Book, release: Release) -> None:
    number = book.table.number
    record = RoundVoided(
        round=number,
        reason=f"the table log was put back from a backup: {release.reason}",
        by=release.by,
        authorised_by=release.by,
    )
    event = Put(keys.round_event(book.name, number, book.events_written(number) + 1), encode(record))
    bar = Put(keys.closed(book.name, number), encode(Barrier(round=number)))
    if not isinstance(log.append([event, bar], unless=[]), Appended):
        log.append([event])  # the bar stands already

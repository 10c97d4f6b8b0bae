"""Whether a log is the one that was read: what a reader remembers of it, and what must stand there still. Pure.

A place in the log is a number, and a log that was put back from a backup reaches every number again. So it is not
numbers that are compared but records: the newest that a reader has read stand where they stood, with the same bytes,
or the log is another one. What is finished leaves the log; what may be gone therefore is told apart from what is
missing by the rounds that the log has opened since.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence

import msgspec

from kiosk.table import keys
from kiosk.table.left import Keeper, Left
from kiosk.table.log import Entry
from kiosk.table.records import BadRecord, ConsoleHeld, LogLife, decode
from kiosk.table.round import EARLIER_ROUNDS

REMEMBERED = 8  # records of each kind; the events of a round are fewer
MOST_NAMED = 6  # missing records that are named one by one


class Known(msgspec.Struct, frozen=True):
    """A record that was read: its place, its key, and the SHA-256 of its bytes in hexadecimal digits."""

    seq: int
    key: str
    digest: str


class Memory(msgspec.Struct, frozen=True):
    """What a reader remembers, in order: the newest records that stay, and of seats the newest that leave.

    ``seq`` is how far it has read, ``life`` the newest life that it knows. ``who`` is named in messages.
    """

    known: tuple[Known, ...] = ()
    bets: tuple[Known, ...] = ()
    seq: int = 0
    life: int = 0
    who: str = "this reader"

    def reads(self, entry: Entry) -> Memory:
        """With one record more. One that was read before changes nothing."""
        one = known(entry)
        if one in self.known or one in self.bets:
            return self
        of_a_seat = keys.is_of_a_seat(entry.key)
        life = life_in(entry)
        return Memory(
            self.known if of_a_seat else (*self.known, one)[-REMEMBERED:],
            (*self.bets, one)[-REMEMBERED:] if of_a_seat else self.bets,
            max(self.seq, entry.seq),
            self.life if life is None else max(self.life, life.life),
            self.who,
        )

    @property
    def all(self) -> list[Known]:
        """Everything that is remembered, oldest first."""
        return sorted((*self.known, *self.bets), key=lambda one: (one.seq, one.key))


class Remembering:
    """A reader's memory while it follows a log. ``told`` hears that the log is another one, and None when it is not.

    ``lives`` and ``rounds`` are the prefixes of the log's lives and rounds, where it has them. Without lives nothing
    is known of what stays: then a record may be gone, but none may be another one. A ``keeper`` of an archive must
    also have read what has left the log. ``anchored`` is what a second place remembers: it must stand there as well.
    note: ``told`` comes in any thread and must only enqueue; ``memory`` is replaced whole.
    """

    def __init__(
        self,
        memory: Memory,
        lives: str = "",
        rounds: str = "",
        told: Callable[[Other | None], None] = lambda _: None,
        keeper: Keeper | None = None,
        anchored: Memory | None = None,
    ) -> None:
        self.keeper = keeper
        self.anchored = anchored
        self.memory = memory
        self.lives = lives
        self.rounds = rounds
        self.told = told

    @property
    def anchor(self) -> Known | None:
        """The newest record that stays: nothing is written where it does not stand."""
        return self.memory.known[-1] if self.memory.known and self.lives else None

    @property
    def asked(self) -> list[Known]:
        """The records that a log is asked for, to compare it."""
        more = self.anchored.all if self.anchored is not None else []
        return [*self.memory.all, *(one for one in more if one not in self.memory.all)]

    def compare(self, shown: Shown) -> Other | None:
        """See :func:`compare`."""
        leaves = not self.lives
        other = compare(self.memory, shown, leaves=leaves)
        if other is None and self.keeper is not None:
            other = _why_incomplete(self.memory, shown, self.keeper)
        if other is None and self.anchored is not None:
            other = compare(self.anchored, shown, leaves=leaves)
        return other


def remembering(
    table: str,
    memory: Memory,
    told: Callable[[Other | None], None] = lambda _: None,
    keeper: Keeper | None = None,
    anchored: Memory | None = None,
) -> Remembering:
    """That of a table's log."""
    return Remembering(memory, keys.lives(table), keys.rounds(table), told, keeper, anchored)


class Shown(msgspec.Struct, frozen=True):
    """What a log shows to who compares: its servers' identity, its end, and the records asked for that stand."""

    log: str
    ends: int
    newest_round: int
    lives: tuple[tuple[int, LogLife], ...]  # with their places, oldest first
    standing: Mapping[str, Known]
    left: Mapping[str, Left] = {}  # by host; asked for a keeper of an archive, as the next
    takes: tuple[tuple[int, str], ...] = ()  # who took the table as its console, and where


class Other(msgspec.Struct, frozen=True):
    """The log is another one, or an older copy. ``what`` says it in plain words; ``missing`` are keys, newest first.

    ``life_seq`` is the place of the newest life that the log has; ``released`` whether staff let it begin. With
    ``left`` it is the log that was read, but what has left it meanwhile is not in the reader's archive.
    """

    what: str
    missing: tuple[str, ...] = ()
    life_seq: int = 0
    released: bool = False
    left: Left | None = None


def known(entry: Entry) -> Known:
    """What is remembered of a record."""
    return Known(entry.seq, entry.key, hashlib.sha256(entry.value).hexdigest())


def remembered(entries: Iterable[Entry], who: str, seq: int = 0) -> Memory:
    """The memory of a reader that has kept these records, in order. What stood before the newest life is forgotten.

    That life was let begin by staff who knew what was missing: it is known, and what came after it.
    """
    memory = Memory(seq=seq, who=who)
    for entry in entries:
        if (life := life_in(entry)) is not None and life.by:
            memory = Memory(seq=seq, who=who)
        memory = memory.reads(entry)
    return memory


def life_in(entry: Entry) -> LogLife | None:
    """The life that a record begins; None for any other record."""
    if b"LogLife" not in entry.value:
        return None
    try:
        record = decode(entry.value)
    except BadRecord:
        return None
    return record if isinstance(record, LogLife) else None


def console_in(entry: Entry) -> str:
    """The console that took the table with this record; empty for any other record."""
    try:
        record = decode(entry.value)
    except BadRecord:
        return ""
    return record.console if isinstance(record, ConsoleHeld) else ""


def compare(memory: Memory, shown: Shown, *, leaves: bool = False) -> Other | None:
    """Why the log is not the one that is remembered; None when it goes on where the memory ends.

    ``leaves``: any record may be gone.
    """
    newest = shown.lives[-1] if shown.lives else None
    if newest is not None and newest[1].log and newest[1].log != shown.log:
        return _other(
            shown,
            f"its servers are not those of before ({shown.log} in place of {newest[1].log}): "
            "it was put back from a backup and nobody has released it",
        )
    missing = _missing(memory, shown, leaves)
    if missing:
        return _other(shown, _words(memory, shown, missing), missing)
    if shown.ends < memory.seq:
        return _other(shown, f"it ends at {shown.ends}, but {memory.who} has read to {memory.seq}")
    if not memory.all or any(shown.standing.get(one.key) == one for one in memory.all):
        return None
    for seq, life in shown.lives:
        if life.life > memory.life and life.by and life.until < memory.seq:
            return _other(
                shown,
                f"it was put back from a backup and released by {life.by}; what stood in it from {life.until} to "
                f"{seq} is gone, and {memory.who} has read to {memory.seq}",
            )
    return None


def _other(shown: Shown, what: str, missing: Sequence[Known] = ()) -> Other:
    seq, life = shown.lives[-1] if shown.lives else (0, None)
    return Other(what, tuple(one.key for one in missing), seq, life is not None and bool(life.by))


def _why_incomplete(memory: Memory, shown: Shown, keeper: Keeper) -> Other | None:
    """Why the archive is an older copy of itself; None when it has all that has left the log."""
    left = keeper.must_have(shown.left, shown.takes)
    if memory.seq >= left.seq:
        return None
    newest = max((number for one in memory.all if (number := keys.round_in(one.key)) is not None), default=0)
    return Other(
        f"the archive of {memory.who} ends at {memory.seq} in round {newest}, but records up to {left.seq} have left "
        f"the log: bets of rounds {max(1, newest)} to {max(1, left.round)} may be missing in it",
        left=left,
    )


def _missing(memory: Memory, shown: Shown, leaves: bool) -> list[Known]:
    """What was read and should stand, newest first. Before a record that stands nothing is asked for: one history."""
    found = []
    for one in reversed(memory.all):
        stands = shown.standing.get(one.key)
        if stands == one:
            break
        if stands is not None or not (leaves or may_be_gone(one.key, shown.newest_round)):
            found.append(one)
    return found


def may_be_gone(key: str, newest_round: int) -> bool:
    """Whether a record may have left a log whose newest round is this one.

    Bets, reports and marks leave when their round is settled, and events when no decision can speak of their round
    any more; nothing of the newest round leaves, and nothing that belongs to no round.
    """
    number = keys.round_in(key)
    if number is None:
        return False
    return number < newest_round - EARLIER_ROUNDS or (number < newest_round and keys.is_of_a_seat(key))


def _words(memory: Memory, shown: Shown, missing: Sequence[Known]) -> str:
    rounds = sorted({number for one in missing if (number := keys.round_in(one.key)) is not None})
    gone = [number for number in rounds if number > shown.newest_round]
    has = f"{memory.who} has read to {memory.seq}"
    if gone:
        named = f"round {gone[0]}" if len(gone) == 1 else f"rounds {gone[0]} to {gone[-1]}"
        return f"{named} of the table missing: it ends with round {shown.newest_round}, but {has}"
    if not rounds:  # a ticket's number is money: none is named
        return f"{len(missing)} of the newest records are missing or others; {has}"
    named = ", ".join(one.key for one in missing[:MOST_NAMED])
    more = f" and {len(missing) - MOST_NAMED} more" if len(missing) > MOST_NAMED else ""
    return f"{named}{more}: missing, or not as it stood; {has}"

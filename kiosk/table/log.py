"""The port of the table log: one totally ordered, durable log of records. Its order is the law."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

import msgspec


class Entry(msgspec.Struct, frozen=True):
    """One record as it stands in the log. Records of one append share their sequence number."""

    seq: int
    key: str
    value: bytes


class Put(msgspec.Struct, frozen=True):
    """One record to append under a key that must not exist yet."""

    key: str
    value: bytes


class RefusedBecause(StrEnum):
    """Why the log refused an append, for good."""

    BARRED = "barred"  # a key named in `unless` exists: the bets are closed
    TAKEN = "taken"  # the key holds another record
    FENCED = "fenced"  # the token is no longer ours: another console has taken over


class Appended(msgspec.Struct, frozen=True):
    """The records stand in the log at ``seq``."""

    seq: int


class Refused(msgspec.Struct, frozen=True):
    """The log refused the append; nothing was written. ``key`` is the key that stood in the way."""

    because: RefusedBecause
    key: str


class NoAnswer(Exception):
    """The log did not answer: the append may have happened or may still happen."""


class OtherHistory(NoAnswer):
    """The log that answers is not the one that was read: another, or an older copy. Nothing was written into it."""


def _nobody(_up: bool) -> None:
    """Nobody asks whether the log answers."""


class Feed(Protocol):
    """A reader's subscription; ``close`` ends it."""

    def close(self) -> None:
        """Deliver nothing more."""


class TableLog(Protocol):
    """A table's log. All methods raise :class:`NoAnswer` when the log cannot be reached."""

    def append(
        self, puts: Sequence[Put], *, unless: Sequence[str] = (), holding: tuple[str, int] | None = None
    ) -> Appended | Refused:
        """Write all ``puts`` in one transaction, durably, or nothing.

        Idempotent: a repeat finds its own records and answers with their sequence number. ``unless`` names
        keys that must not exist; ``holding`` is a key prefix and the sequence number that its newest record
        must have (the fencing token).
        """

    def follow(
        self,
        prefixes: Sequence[str],
        after: int,
        deliver: Callable[[Entry], None],
        linked: Callable[[bool], None] = _nobody,
    ) -> Feed:
        """Call ``deliver`` with every entry under ``prefixes`` whose seq is above ``after``, in order, for ever.

        ``linked`` is told True when all that stood in the log has been delivered, False when the log stops
        answering, and True again after all that was missed has been delivered. Both may be called in any thread,
        one call at a time, and must only enqueue.
        """

    def last(self, prefix: str) -> Entry | None:
        """The newest entry under ``prefix``."""

    def read(self, prefixes: Sequence[str], after: int, limit: int) -> list[Entry]:
        """The first ``limit`` entries under ``prefixes`` above ``after``, in order.

        Records of one append are not parted: when they stand at the end, a few more come than ``limit``.
        """


class Standing(Protocol):
    """A key that stands while its owner lives; ``close`` takes it away at once."""

    def show(self, value: bytes) -> None:
        """Replace the value, soon. Never waits."""

    def close(self) -> None:
        """Take the key away."""


class Presences(Protocol):
    """Who is there now: keys that go by themselves when their owner does not renew them. Not part of the order."""

    def stand(self, key: str, value: bytes, met: Callable[[bytes | None], None] | None = None) -> Standing:
        """Show ``key`` from now on, renewed by itself, back by itself after an outage. Never waits.

        With ``met`` the key stands only where no other's stands, and is tried again until then: ``met`` is told None
        when it stands, and what stands there instead each time it does not. Any thread; it must only enqueue.
        """

    def watch(self, prefix: str, changed: Callable[[str, bytes | None], None]) -> Feed:
        """Call ``changed`` with each key under ``prefix`` that stands now, then with every change; None: it went."""


class Asker(Protocol):
    """Asks the house's registry of tickets through a host. Who asks is known by its certificate alone.

    All methods raise :class:`NoAnswer`; the question may then have been carried out, or may still be. What is asked
    and answered is bytes here: its meaning is the registry's.
    """

    def ask(self, turn: int, mark: bytes, question: bytes) -> bytes:
        """Carry ``question`` out and answer, with the newest head of the asker's books beside it.

        ``turn`` rises with each question and ``mark`` is drawn for each: a repeat with both the same is answered the
        same, through any host, and a question whose turn is over changes nothing.
        """

    def turn(self) -> int:
        """The newest turn that was carried out for this asker; 0 for none."""

    def records(self, after: bytes) -> bytes:
        """A page of all tickets, for a desk alone. ``after`` is empty, or where the page before said that it ends."""

    def actions(self, after: bytes) -> bytes:
        """A page of all steps of tickets, for a desk alone; ``after`` as for :meth:`records`."""

"""Checkpoints of the journal: transactions whose name says how many postings stood before them and how they add up.

A start reads the sums up to there from the name, instead of adding up years. The name is bound into the chain like
every other: whoever writes other sums needs another chain from there on, and its hash is one that neither the second
place nor a host has seen. Whoever follows the chain holds each name against the postings themselves.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

import msgspec

from kiosk.seat.accounts import Account, Kind
from kiosk.store.chain import link

LEAST = 1_000  # transactions from one to the next: so many are added up in a few thousandths of a second
_ACCOUNTS = tuple(account.value for account in Account)
_DIGITS = 18  # so that the newest has the greatest name
_FIRST, _AFTER = (
    f"{Kind.SEALED.value}:",
    f"{Kind.SEALED.value};",
)  # what lies between are names of checkpoints
_ROW = "SELECT id, kind, key, round, at, prev, hash FROM txn WHERE key = ?"
_NEWEST = "SELECT max(key) FROM txn WHERE key >= ? AND key < ?"
_LINES = "SELECT account, cents FROM posting WHERE rowid = ? AND txn = ?"
LINES = ((Account.CREDIT.value, 0),)
"""What a checkpoint posts: no cents."""


class Checkpoint(msgspec.Struct, frozen=True):
    """A checkpoint that stands in the journal: its number and hash, and cents and postings before it."""

    number: int
    hash: bytes
    postings: int
    sums: dict[str, int]


def name(number: int, postings: int, sums: Mapping[str, int]) -> str:
    """The name of the checkpoint that is transaction ``number``; ``sums`` are all accounts in cents."""
    return f"{_FIRST}{number:0{_DIGITS}}:{postings}:{','.join(str(sums[account]) for account in _ACCOUNTS)}"


def newest(db: sqlite3.Connection, upto: int) -> Checkpoint | None:
    """The last one up to transaction ``upto``; None where there is none, or what stands there is none.

    Its own hash and place are checked, not what came before. Raises sqlite3.Error.
    """
    (key,) = db.execute(_NEWEST, (_FIRST, f"{_FIRST}{upto + 1:0{_DIGITS}}")).fetchone()
    row = db.execute(_ROW, (key,)).fetchone() if key is not None else None
    if row is None:
        return None
    number, kind, key, round_number, at, prev, found = row
    read = _read(key)
    if read is None or kind != Kind.SEALED or read[0] != number:
        return None
    _, postings, sums = read
    lines = db.execute(_LINES, (postings + 1, number)).fetchall()
    if tuple(lines) != LINES or link(prev, number, kind, key, round_number, at, lines) != found:
        return None
    return Checkpoint(number, found, postings + 1, sums)


def last_number(db: sqlite3.Connection) -> int:
    """The number of the newest one; 0 where there is none."""
    (key,) = db.execute(_NEWEST, (_FIRST, _AFTER)).fetchone()
    read = _read(key) if key is not None else None
    return read[0] if read is not None else 0


def next_name(db: sqlite3.Connection, number: int) -> str:
    """How transaction ``number`` is to be called, by what the meters show before it. Raises sqlite3.Error."""
    sums = dict.fromkeys(_ACCOUNTS, 0) | dict(db.execute("SELECT name, cents FROM meter"))
    (postings,) = db.execute("SELECT max(rowid) FROM posting").fetchone()
    return name(number, postings or 0, sums)


def _read(key: str) -> tuple[int, int, dict[str, int]] | None:
    """Number, postings and sums of a name; None for one that is none."""
    parts = key.split(":")
    try:
        _, number, postings, cents = parts
        return int(number), int(postings), dict(zip(_ACCOUNTS, map(int, cents.split(",")), strict=True))
    except ValueError:
        return None

"""Who may do what with which key of a table's log: one pure function. A host asks it before it does anything.

Who asks is what its certificate says and nothing else. What no line here allows is refused.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from enum import StrEnum
from typing import NamedTuple

from kiosk.jackpot import keys as jackpots
from kiosk.table import keys


class Role(StrEnum):
    """What a party of a table is."""

    SEAT = "seat"
    CONSOLE = "console"
    CASHIER = "cashier"


class Verb(StrEnum):
    """What may be done with a key, or with all keys under a prefix."""

    READ = "read"  # records: the newest, a page, all that come
    APPEND = "append"
    BAR = "bar"  # make an append depend on whether a key stands
    HOLD = "hold"  # make an append depend on the newest record under a prefix
    STAND = "stand"  # show a presence
    WATCH = "watch"  # see presences come and go, and records that do not stay
    RAISE = "raise"  # bring the log's newest place up, after a backup was put back
    ASK = "ask"  # ask the registry of tickets; the key is the table's or the desk's name
    LIST = "list"  # read the registry of tickets
    SEE = "see"  # the meter of the table's jackpot
    MOVE = "move"  # that meter, by an act of the table


class Identity(NamedTuple):
    """A party: its table, its role there, and its name."""

    table: str
    role: Role
    name: str


CONSOLES = ("console", "spare-console")
_NAME = r"[A-Za-z0-9][A-Za-z0-9-]{0,15}"
_COMMON_NAME = re.compile(
    rf"(?P<table>{_NAME})\.(?:seat\.(?P<seat>{_NAME})|(?P<console>{'|'.join(CONSOLES)})|cashier)"
)
TABLE, NAME = "{table}", "{name}"  # in the lines below
JACKPOT = (
    "{jackpot}"  # that the table shares, by the host's configuration; a line counts only where it shares one
)

# Each line: a role may do a verb with a key; with everything under it where it ends with a slash.
LINES: Mapping[Role, Mapping[Verb, tuple[str, ...]]] = {
    Role.SEAT: {
        Verb.READ: (
            keys.rounds(TABLE),
            f"{keys.root(TABLE)}closed/",
            f"{keys.root(TABLE)}decided/",
            keys.private(TABLE, NAME),
            keys.seat(TABLE, NAME),
        ),
        Verb.APPEND: (keys.seat(TABLE, NAME),),
        Verb.BAR: (
            f"{keys.root(TABLE)}closed/",
            f"{keys.root(TABLE)}decided/",
            keys.private(TABLE, NAME),
        ),
        Verb.STAND: (keys.present(TABLE, NAME),),
        Verb.ASK: (keys.seat(TABLE, NAME),),
        Verb.SEE: (jackpots.meter(JACKPOT),),
    },
    Role.CONSOLE: {
        Verb.READ: (keys.root(TABLE), keys.left(TABLE)),
        Verb.APPEND: tuple(
            f"{keys.root(TABLE)}{folder}/"
            for folder in ("round", "closed", "decided", "private", "console", "manager")
        ),
        Verb.BAR: (keys.root(TABLE),),
        Verb.HOLD: (keys.consoles(TABLE),),
        Verb.STAND: (keys.console_presences(TABLE),),
        Verb.WATCH: (keys.presences(TABLE), keys.console_presences(TABLE), f"{keys.root(TABLE)}seat/"),
        Verb.RAISE: (f"{keys.console_presences(TABLE)}raised",),
        Verb.SEE: (jackpots.meter(JACKPOT),),
        Verb.MOVE: (jackpots.acts(JACKPOT, TABLE),),
    },
    Role.CASHIER: {
        Verb.ASK: (f"{keys.HOUSE}desk/{TABLE}/",),
        Verb.LIST: (f"{keys.HOUSE}tickets/", f"{keys.HOUSE}steps/"),
    },
}


def identity(common_name: str) -> Identity | None:
    """The party whose certificate bears that common name; None for everybody else's.

    A table cannot be named as the folder of the jackpots is: its console would own them all.
    """
    found = _COMMON_NAME.fullmatch(common_name)
    if found is None or found["table"] == jackpots.FOLDER:
        return None
    if found["seat"]:
        return Identity(found["table"], Role.SEAT, found["seat"])
    if found["console"]:
        return Identity(found["table"], Role.CONSOLE, found["console"])
    return Identity(found["table"], Role.CASHIER, found["table"])


def may(who: Identity, verb: Verb, key: str, jackpot: str = "") -> bool:
    """Whether ``who`` may do ``verb`` with the key, or with all that begins with it where that is asked.

    ``jackpot`` is the one that the table of ``who`` shares, empty for none.

    A prefix is allowed where everything under it is: a line's own prefix or one below, never one above. A line without
    a slash at its end is one key, and that key alone.
    """
    if not key.isascii() or not key.isprintable() or "//" in key:
        return False
    for line in LINES[who.role].get(verb, ()):
        if JACKPOT in line and not jackpot:
            continue
        allowed = line.replace(TABLE, who.table).replace(NAME, who.name).replace(JACKPOT, jackpot)
        if key == allowed or (allowed.endswith("/") and key.startswith(allowed)):
            return True
    return False

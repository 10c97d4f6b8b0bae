"""Whether the lists beside the books can be read: a screen must not be the first that meets a damaged row."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from typing import Any

import msgspec

from kiosk.seat.effects import Outcome, TicketOut
from kiosk.seat.rounds import Recalled

SHOWN = {"recall": 100, "outcome": 500, "event": 200, "ticket": 70}
"""How many of the newest rows are read at most by whoever shows them."""

_BODY: dict[str, tuple[str, msgspec.json.Decoder[Any]]] = {
    "recall": ("SELECT round, body FROM recall ORDER BY round DESC LIMIT ?", msgspec.json.Decoder(Recalled)),
    "outcome": ("SELECT round, body FROM outcome ORDER BY round DESC LIMIT ?", msgspec.json.Decoder(Outcome)),
    "event": (
        "SELECT id, detail FROM event ORDER BY id DESC LIMIT ?",
        msgspec.json.Decoder(dict[str, str | int]),
    ),
    # Of a ticket that came in the seat knows no more than its columns.
    "ticket": (
        "SELECT rowid, body FROM ticket WHERE direction = 'out' ORDER BY rowid DESC LIMIT ?",
        msgspec.json.Decoder(TicketOut),
    ),
}


def unreadable(connection: sqlite3.Connection, *names: str, whole: bool = False) -> Iterator[str]:
    """The rows of the lists ``names`` that do not decode: the newest that are ever shown, or all of them."""
    for name in names:
        sql, decoder = _BODY[name]
        for number, body in connection.execute(sql, (-1 if whole else SHOWN[name],)):
            try:
                decoder.decode(body)
            except (msgspec.DecodeError, UnicodeError) as error:
                yield f"{name} {number} does not decode: {error}"

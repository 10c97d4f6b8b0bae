"""Writes money into a journal as somebody would who knows its chain: hash, meters and snapshot all fit."""

import hashlib
import json
import sqlite3
from contextlib import closing

from kiosk.store.chain import link

AT = "2026-01-31T12:00:00Z"


def forge(seat_db, kind, key, number, lines, *, event=None, state=None):
    """Append a transaction, with a significant event (kind, detail) and changes of the snapshot when asked."""
    with closing(sqlite3.connect(seat_db)) as db, db:
        last, prev = db.execute("SELECT id, hash FROM txn ORDER BY id DESC LIMIT 1").fetchone()
        found = link(prev, last + 1, kind, key, number, AT, lines)
        db.execute(
            "INSERT INTO txn VALUES (?, ?, ?, ?, ?, ?, ?)", (last + 1, kind, key, number, AT, prev, found)
        )
        body = json.loads(db.execute("SELECT body FROM snapshot").fetchone()[0]) | (state or {})
        for account, cents in lines:
            db.execute("INSERT INTO posting VALUES (?, ?, ?)", (last + 1, account, cents))
            db.execute("UPDATE meter SET cents = cents + ? WHERE name = ?", (cents, account))
            body["balances"][account] = body["balances"].get(account, 0) + cents
        if event is not None:
            db.execute(
                "INSERT INTO event(at, kind, severity, detail) VALUES (?, ?, 'attention', ?)",
                (AT, event[0], json.dumps(event[1])),
            )
        text = json.dumps(body, separators=(",", ":"))
        db.execute("UPDATE snapshot SET body = ?, sha = ?", (text, hashlib.sha256(text.encode()).digest()))

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


def rechain(seat_db, begin):
    """Chain all transactions from ``begin`` on anew, after something in them was changed."""
    with closing(sqlite3.connect(seat_db)) as db, db:
        for name in ("txn_stays", "txn_remains", "posting_stays", "posting_remains"):
            db.execute(f"DROP TRIGGER IF EXISTS {name}")
        (prev,) = db.execute("SELECT prev FROM txn WHERE id = ?", (begin,)).fetchone()
        rows = db.execute("SELECT id, kind, key, round, at FROM txn WHERE id >= ? ORDER BY id", (begin,))
        for number, kind, key, round_number, at in rows.fetchall():
            lines = db.execute("SELECT account, cents FROM posting WHERE txn = ?", (number,)).fetchall()
            found = link(prev, number, kind, key, round_number, at, lines)
            db.execute("UPDATE txn SET prev = ?, hash = ? WHERE id = ?", (prev, found, number))
            prev = found


def give_credit(seat_db, cents):
    """Let meter and snapshot show so much more credit, and the House so much less, without a transaction."""
    with closing(sqlite3.connect(seat_db)) as db, db:
        body = json.loads(db.execute("SELECT body FROM snapshot").fetchone()[0])
        for account, more in (("credit", cents), ("house", -cents)):
            db.execute("UPDATE meter SET cents = cents + ? WHERE name = ?", (more, account))
            body["balances"][account] += more
        text = json.dumps(body, separators=(",", ":"))
        db.execute("UPDATE snapshot SET body = ?, sha = ?", (text, hashlib.sha256(text.encode()).digest()))

"""Damage to a copy of a floor's files, each of which the judge must find: what a wrong program would have written."""

from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

from kits.audit.floor_truth import TABLE, SeatFiles, read_archive, record_in
from kits.games.sicbo_oracle import ROLLS

Files = dict[str, SeatFiles]


def copy_of(floor: object, folder: Path) -> tuple[Path, Files]:
    """Archive and seats of a floor that is at rest, copied."""
    folder.mkdir()
    for file in floor.archive.parent.glob("archive.db*"):  # type: ignore[attr-defined]
        shutil.copyfile(file, folder / file.name)
    files = {}
    for name, seat in floor.files().items():  # type: ignore[attr-defined]
        shutil.copytree(seat.folder, folder / name)
        files[name] = SeatFiles(seat.layout, folder / name)
    return folder / "archive.db", files


def _change(path: Path, sql: str, *values: object) -> int:
    """Write past all triggers; how many rows."""
    with closing(sqlite3.connect(path)) as db:
        for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'trigger'").fetchall():
            db.execute(f"DROP TRIGGER {name}")
        changed = db.execute(sql, values).rowcount
        db.commit()
    assert changed > 0, f"nothing to damage by {sql}"
    return changed


def _records(archive: Path, kind: str) -> list[tuple[int, str, dict]]:
    with closing(sqlite3.connect(archive)) as db:
        rows = db.execute("SELECT id, key, value FROM record ORDER BY id").fetchall()
    found = [(number, key, record_in(value)) for number, key, value in rows]
    return [one for one in found if one[2]["type"] == kind]


def _write(archive: Path, number: int, record: dict) -> None:
    _change(archive, "UPDATE record SET value = ? WHERE id = ?", json.dumps(record).encode(), number)


def _paid_one_cent_more(archive: Path, _files: Files) -> None:
    number, _, record = _records(archive, "Settled")[-1]
    _write(archive, number, record | {"paid": record["paid"] + 1})


def _never_reported(archive: Path, _files: Files) -> None:
    number, _, _ = _records(archive, "Settled")[-1]
    _change(archive, "DELETE FROM record WHERE id = ?", number)


def _paid_by_hand_too(archive: Path, _files: Files) -> None:
    """After the seat had settled: appended as the round's last event."""
    _, _, settled = _records(archive, "Settled")[-1]
    record = {"type": "PaidByHand", "round": settled["round"], "seat": settled["seat"], "cents": 100,
              "decision": settled["decision"], "by": "Mia", "authorised_by": "Ng"}  # fmt: skip
    key = f"etg/{TABLE}/round/{settled['round']}/99"
    sql = "INSERT INTO record(seq, key, value, round, hash) SELECT max(seq) + 1, ?, ?, ?, x'00' FROM record"
    _change(archive, sql, key, json.dumps(record).encode(), settled["round"])


def _other_dice(archive: Path, _files: Files) -> None:
    """A result that pays a seat something else than the one by which it has settled."""
    rounds = read_archive(archive)
    for number, _, record in reversed(_records(archive, "ResultEntered")):
        found = rounds[record["round"]]
        for seat in found.slips:
            others = [dice for dice in ROLLS if found.due(seat, dice) != found.due(seat, found.decisions[-1])]
            if others and len(found.decisions) == 1:
                (fact,) = record["facts"]
                _write(archive, number, record | {"facts": [fact | {"values": others[0]}]})
                return
    raise AssertionError("no bet was settled by a result")


def _late_slip_counted(archive: Path, _files: Files) -> None:
    """The close stood before the bets, and the seat has played on all the same."""
    number, _, slip = _records(archive, "Slip")[-1]
    closed = [n for n, _, record in _records(archive, "BetsClosed") if record["round"] == slip["round"]]
    sql = "UPDATE record SET seq = (SELECT seq FROM record WHERE id = ?) + 1 WHERE id = ?"
    _change(archive, sql, closed[0], number)


def _posted_too_much(seat: Path, account: str, cents: int) -> None:
    sql = (
        "UPDATE posting SET cents = cents + ?1 WHERE account = ?2 "
        "AND txn = (SELECT max(txn) FROM posting WHERE account = ?2)"
    )
    _change(seat / "seat.db", sql, cents, account)


def _house_differs(_archive: Path, files: Files) -> None:
    _posted_too_much(_played(files), "house", 100)


def _credit_invented(_archive: Path, files: Files) -> None:
    _posted_too_much(_played(files), "credit", 1)


def _stake_kept(_archive: Path, files: Files) -> None:
    """An unregistered stake never came back out of escrow."""
    _posted_too_much(_played(files), "escrow", 500)


def _note_gone(_archive: Path, files: Files) -> None:
    """A note was credited and does not lie in the box."""
    box = _played(files) / "cash-box.jsonl"
    first, *_others = lines = box.read_text().splitlines(keepends=True)
    assert lines
    box.write_text(box.read_text().replace(first, "", 1))
    memory = box.with_name("acceptor.json")
    body = json.loads(memory.read_text())
    if body["stacked"] and body["stacked"]["serial"] == json.loads(first)["serial"]:
        memory.write_text(json.dumps(body | {"stacked": None}))


def _played(files: Files) -> Path:
    """The folder of a seat that has settled a bet."""
    for seat in files.values():
        with closing(sqlite3.connect(seat.folder / "seat.db")) as db:
            if db.execute("SELECT count(*) FROM txn WHERE kind = 'settle'").fetchone()[0]:
                return seat.folder
    raise AssertionError("no seat has settled a bet")


DAMAGES: dict[str, Callable[[Path, Files], None]] = {
    "paid one cent more": _paid_one_cent_more,
    "never reported": _never_reported,
    "paid by hand too": _paid_by_hand_too,
    "other dice": _other_dice,
    "late slip counted": _late_slip_counted,
    "house differs": _house_differs,
    "credit invented": _credit_invented,
    "stake kept": _stake_kept,
    "note gone": _note_gone,
}

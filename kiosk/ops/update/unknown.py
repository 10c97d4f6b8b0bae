"""What seat and console keep that the software before does not know: with any of it there is no way back."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from kiosk.app.state_dir import ConsoleDir, StateDir
from kiosk.faults import EnvironmentFault
from kiosk.ops.update.backup import IN_TURN, Backup, record_fields
from kiosk.ops.update.places import CONSOLE, SEAT
from kiosk.store import read_only


def unknown_kinds(before: Backup, state: Path) -> dict[str, int]:
    """The kinds of the seat's transactions that the software before does not know, each with the number of its first.

    Raises :class:`EnvironmentFault`.
    """
    found = _firsts(StateDir(state / SEAT).seat, "SELECT kind, min(id) FROM txn GROUP BY kind")
    return {kind: first for kind, first in found.items() if not before.knows(kind)}


def unknown_fields(before: Backup, state: Path) -> dict[str, int]:
    """The fields of rounds kept for recall that the software before does not read, each with its first round.

    Raises :class:`EnvironmentFault`.
    """
    found = _firsts(
        StateDir(state / SEAT).seat, "SELECT key, min(round) FROM recall, json_each(recall.body) GROUP BY key"
    )
    return {field: first for field, first in found.items() if not before.reads(field)}


def unknown_records(before: Backup, state: Path) -> dict[str, int]:
    """What the console's archive holds of the table's records that the software before does not read: names of record
    and field, as ``HandsMoved.boxes``, each with the first round of it. What this software does not know either counts
    for nothing in both. Raises :class:`EnvironmentFault`.
    """
    archive = ConsoleDir(state / CONSOLE).archive
    found = _firsts(archive, _FIELDS_OF_RECORDS) | _firsts(archive, _DEALT_IN_TURN)
    return {
        name: first for name, first in found.items() if name in record_fields() and not before.tells(name)
    }


# A record is JSON; a signed one has a second line. What is no record is kept as well.
_RECORDS = """
    WITH first_line AS (
        SELECT round, seq,
            CAST(CASE instr(value, x'0a') WHEN 0 THEN value ELSE substr(value, 1, instr(value, x'0a') - 1) END
            AS TEXT) AS body FROM record),
    record_body AS (SELECT round, seq, CASE WHEN json_valid(body) THEN body ELSE '{}' END AS body FROM first_line)
"""
_FIELDS_OF_RECORDS = f"""{_RECORDS}
    SELECT json_extract(body, '$.type') || '.' || key AS name, min(round)
    FROM record_body, json_each(body) WHERE json_type(body, '$.type') = 'text' GROUP BY name
"""  # noqa: S608
# Dealt hand after hand, the Dealer's open card lies before all others of his; in turn it comes last.
_DEALT_IN_TURN = f"""{_RECORDS},
    stud AS (SELECT round FROM record_body
        WHERE json_extract(body, '$.type') = 'RoundOpened' AND json_extract(body, '$.game') = 'stud'),
    dealer AS (SELECT round, 1000 * seq + fact.key AS place, json_extract(fact.value, '$.audience') AS audience
        FROM record_body, json_each(body, '$.facts') AS fact WHERE round IN stud
        AND json_extract(body, '$.type') = 'FactsEntered' AND json_extract(fact.value, '$.name') = 'card'
        AND json_extract(fact.value, '$.at') = 'dealer'),
    dealt AS (SELECT round, min(CASE audience WHEN 'table' THEN place END) AS open,
        min(CASE audience WHEN 'nobody' THEN place END) AS down FROM dealer GROUP BY round)
    SELECT '{IN_TURN}', min(round) FROM dealt WHERE down < coalesce(open, down + 1) GROUP BY 1
"""  # noqa: S608


def _firsts(path: Path, sql: str) -> dict[str, int]:
    """What stands in these books by name, each with the number of its first."""
    if not path.exists():
        return {}
    try:
        with closing(read_only.open_file(path, alone=not read_only.beside(path))) as db:
            return {name: int(first) for name, first in db.execute(sql)}
    except sqlite3.Error as error:
        raise EnvironmentFault(f"{path} cannot be read: {error}", "See kiosk verify") from error

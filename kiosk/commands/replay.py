"""`kiosk replay`: settles every round again from the table log and compares it with the journal."""

from __future__ import annotations

import argparse
import sqlite3
from contextlib import closing

import msgspec

from kiosk.audit.replay import Replayed, replay
from kiosk.audit.signature import SignatureAudit
from kiosk.audit.verify import copied
from kiosk.commands._state import add_which, all_layouts, which
from kiosk.faults import EnvironmentFault, why
from kiosk.money import dollars
from kiosk.sqlite_file import DAMAGE

HELP = "settle every round again from the table log and compare with the journal"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares whose rounds are settled again, and --json."""
    add_which(parser)
    parser.add_argument("--json", action="store_true", help="print one JSON object with every round")


def run(args: argparse.Namespace) -> int:
    """Prints every round with its stakes and payments; 1 when one differs, or a record is not validly signed."""
    _, where = which(args)
    for path in (where.seat_db, where.table_db):
        if not path.exists():
            raise EnvironmentFault(
                f"{path} is not there", "Name the state directory of a seat that has played"
            )
    game, layouts = all_layouts(where.game)
    signatures = SignatureAudit(where.signers)
    try:
        with (
            copied([where.seat_db, where.table_db]) as folder,
            closing(sqlite3.connect(folder / where.seat_db.name)) as journal,
            closing(sqlite3.connect(folder / where.table_db.name)) as log,
        ):
            found = replay(journal, log, where.table, where.seat, game, layouts, signatures)
    except DAMAGE as error:
        raise EnvironmentFault(
            f"a database of {where.seat_db.parent} is damaged: {error}", "See kiosk verify"
        ) from error
    except OSError as error:
        raise EnvironmentFault(
            f"{where.seat_db.parent} cannot be read: {why(error)}", "Check permissions"
        ) from error
    differ = [round_ for round_ in found if not round_.agrees]
    ok = not differ and not signatures.findings
    if args.json:
        body = {"ok": ok, "rounds": found, "differ": [round_.round for round_ in differ]}
        if where.signers is not None:
            body["findings"] = signatures.findings
        print(msgspec.json.encode(body).decode())
    else:
        for round_ in found:
            print(_line(round_))
        for finding in signatures.findings:
            print(f"found: {finding}")
        print(f"{len(found)} rounds with bets settled again, {len(differ)} differ from the journal")
    return 0 if ok else 1


def _line(found: Replayed) -> str:
    what = "void" if found.void else found.words or "open"
    mark = (
        ""
        if found.agrees
        else f"   DIFFERS: the journal booked {found.booked}; {'; '.join(found.differences)}"
    )
    return f"round {found.round:>6}  {what:<8} staked {dollars(found.staked):>12}  paid {dollars(found.paid):>12}{mark}"

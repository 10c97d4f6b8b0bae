"""`kiosk verify`: audits a state directory from outside."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from kiosk.bootstrap.cash_box import count_box
from kiosk.commands._state import DEFAULT_STATE, all_layouts, where_of
from kiosk.host.verify import Verdict, verify
from kiosk.money import dollars

HELP = "audit journal, chain, meters, snapshot, recall, tickets and table log against each other, read-only"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares --state and --json."""
    parser.add_argument(
        "--state", type=Path, default=DEFAULT_STATE, metavar="DIR", help="the state directory"
    )
    parser.add_argument("--json", action="store_true", help="print the verdict as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the verdict: 0 when all agrees, 1 for findings, 2 when there is nothing to audit."""
    state, where = where_of(args.state)
    if state.in_use():
        print("kiosk verify: the seat is running; the audit sees it at one moment", file=sys.stderr)
    game, layouts = all_layouts()
    found = verify(where, game, layouts)
    if found.accounts:
        found.findings += _compare_box(
            state.cash_box, state.acceptor, found.accounts["notes"], state.in_use()
        )
        found.ok = not found.findings
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print(_text(found))
    return 0 if found.ok else 1


def _compare_box(box: Path, memory: Path, notes: int, running: bool) -> list[str]:
    """The notes that lie in the cash box against the account; the last one may still be on its way into the books."""
    if running:
        return []
    if not memory.exists():
        return (
            [f"{memory.name} is missing although the journal has booked {-notes} cents in notes"]
            if notes
            else []
        )
    items = [item.cents for item in count_box(box, memory).values() if item.cents]
    counted = sum(items)
    on_the_way = items[-1] if items else 0
    if -notes in (counted, counted - on_the_way):
        return []
    return [f"the cash box holds {counted} cents in notes, the journal has booked {-notes}"]


def _text(found: Verdict) -> str:
    lines = [f"{name:<12}{dollars(cents):>16}" for name, cents in found.accounts.items()]
    lines.append(f"{found.txns} transactions, {found.rounds} rounds with bets")
    lines += [f"found: {finding}" for finding in found.findings]
    lines.append("everything agrees" if found.ok else f"{len(found.findings)} findings")
    return "\n".join(lines)

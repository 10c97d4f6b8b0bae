"""`kiosk verify`: audits a state directory from outside."""

from __future__ import annotations

import argparse
import sys

import msgspec

from kiosk.audit.verify import Verdict
from kiosk.commands._state import add_which, audited, check_log, which
from kiosk.money import dollars

HELP = "audit journal, chain, meters, snapshot, recall, tickets and table log against each other, read-only"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares whose books are audited, and --json."""
    add_which(parser)
    parser.add_argument("--json", action="store_true", help="print the verdict as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the verdict: 0 when all agrees, 1 for findings, 2 when there is nothing to audit."""
    state, where = which(args)
    if state.in_use():
        print("kiosk verify: the seat is running; the audit sees it at one moment", file=sys.stderr)
    found = audited(state, where)
    check_log(where, agrees=found.ok)
    if args.json:
        print(msgspec.json.encode(found).decode())
    else:
        print(_text(found))
    return 0 if found.ok else 1


def _text(found: Verdict) -> str:
    lines = [f"{name:<12}{dollars(cents):>16}" for name, cents in found.accounts.items()]
    lines.append(f"{found.txns} transactions, {found.rounds} rounds with bets")
    lines += [f"found: {finding}" for finding in found.findings]
    lines.append("everything agrees" if found.ok else f"{len(found.findings)} findings")
    return "\n".join(lines)

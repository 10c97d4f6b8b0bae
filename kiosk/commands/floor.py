"""`kiosk floor`: audits the books of all seats of a house together, and its registry of tickets."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

import msgspec

from kiosk.audit.floor import Floor, lines_of
from kiosk.commands._options import file_option
from kiosk.faults import EnvironmentFault
from kiosk.money import dollars
from kiosk.ops.floor import House, audit, check_signatures, read_registry, seats_of

LOOKS = 3  # at seats that run
HELP = (
    "hold the books of all seats of a house against each other and against the registry of tickets, read-only"
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares whose books are audited, and how the registry is reached."""
    file_option(parser, "seats", "the configuration files of all seats of the house", nargs="+")
    file_option(
        parser,
        "--registry",
        "the configuration file of a host, which reads all tickets and has the key of their numbers",
        required=True,
    )
    file_option(parser, "--log", "a table's archive; needs --signers", action="append", default=[])
    file_option(
        parser,
        "--signers",
        "for --log: the list of a table's signers; its records are held against it",
        action="append",
        default=[],
    )
    parser.add_argument("--json", action="store_true", help="print the audit as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints the audit: 0 when all agrees, 1 for findings, 2 when something cannot be read."""
    if bool(args.log) is not bool(args.signers):
        raise EnvironmentFault("--log and --signers belong together: name both or none")
    unsigned = check_signatures(args.log, args.signers)
    seats = seats_of(args.seats)
    running = [file.seat for file, folder in seats if folder.in_use()]
    if running:
        names = ", ".join(running)
        print(f"kiosk floor: running seats are seen each at its own moment: {names}", file=sys.stderr)
    house = read_registry(args.registry)
    found = audit(seats, house)
    for _ in range(LOOKS - 1 if running else 0):  # what was under way between two looks, the next sees done
        if not found.ok:
            house = read_registry(args.registry)
            found = audit(seats, house)
    found.findings += unsigned
    print(_json(found, house) if args.json else "\n".join(_text(found, house)))
    return 0 if found.ok else 1


def _json(found: Floor, house: House) -> str:
    body = {"ok": found.ok, "cents": dict(lines_of(found)), "on_the_way": found.on_the_way}
    return msgspec.json.encode(body | {"findings": found.findings, "refused": house.refused}).decode()


def _text(found: Floor, house: House) -> Sequence[str]:
    lines = [f"{name:<24}{dollars(cents):>18}" for name, cents in lines_of(found)]
    lines += [f"on its way: {what}" for what in found.on_the_way]
    lines += [f"look into it: {what}" for what in house.refused]
    lines += [f"found: {what}" for what in found.findings]
    return [*lines, "everything agrees" if found.ok else f"{len(found.findings)} findings"]

"""`kiosk jackpot`: shows and adds up a jackpot that tables share, and sets its terms for the House."""

from __future__ import annotations

import argparse
from contextlib import closing
from pathlib import Path

import msgspec

from kiosk.app.config import HostFile, read_host_file
from kiosk.app.host import HOUSE_ARCHIVE
from kiosk.app.house_book import NAME as HOUSE
from kiosk.app.jackpots import Looked, acts_in, ask_once, look, refuse_older
from kiosk.audit.verify import copied
from kiosk.book.archive import Archive
from kiosk.commands._answers import add_release
from kiosk.commands._options import count, file_option
from kiosk.faults import EnvironmentFault, why
from kiosk.jackpot.meter import Act, Terms
from kiosk.jackpot.requests import Moved, SetTerms
from kiosk.money import dollars

HELP = "add up a jackpot that tables share, or set its reset value, contribution and bet"
_TERMS = ("reset", "each", "bet")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the options."""
    file_option(parser, "--config", "a host's configuration, as host.toml", required=True)
    parser.add_argument("--jackpot", required=True, metavar="NAME", help="which, by the name in that file")
    for name, what in (
        ("reset", "what it falls back to when it is won"),
        ("each", "what every bet adds to it"),
        ("bet", "what a bet on it is"),
        ("begins", "with the first terms: what it begins with; as the reset value, when left out"),
    ):
        parser.add_argument(f"--{name}", type=count, metavar="CENTS", help=f"set {what}, in cents")
    add_release(parser, "who sets it", "why; both are kept for ever")
    parser.add_argument("--json", action="store_true", help="print what was found as one JSON object")


def run(args: argparse.Namespace) -> int:
    """Prints how it stands: 0 when its acts give its meter, 1 for findings, 2 when it cannot be read or set."""
    file = read_host_file(args.config)
    if any(getattr(args, name) is not None for name in (*_TERMS, "begins")):
        _set(file, args)
    found = look(file, args.jackpot)
    print(_json(found) if args.json else "\n".join(_text(args.jackpot, found)))
    return 1 if found.wrong else 0


def _set(file: HostFile, args: argparse.Namespace) -> None:
    missing = [f"--{name}" for name in _TERMS if getattr(args, name) is None]
    missing += [name for name, said in (("--as", args.person), ("--reason", args.reason)) if said is None]
    if missing:
        raise EnvironmentFault(f"terms of a jackpot need {', '.join(missing)} too", "Nothing was changed")
    refuse_older(file, args.jackpot, _kept(file.state / HOUSE_ARCHIVE, args.jackpot))
    before = look(file, args.jackpot).meter
    if before is not None and args.begins is not None:
        raise EnvironmentFault(
            f"jackpot {args.jackpot} has begun already: expected no --begins", "Nothing was changed"
        )
    number = before.terms.number + 1 if before is not None else 1
    try:
        terms = Terms(number, args.reset, args.each, args.bet)
        begins = args.reset if args.begins is None else args.begins
        request = SetTerms(terms, args.person, args.reason, begins)
    except ValueError as error:
        raise EnvironmentFault(str(error), "Nothing was changed") from error
    answer = ask_once(file, args.jackpot, request)
    if not isinstance(answer, Moved):
        raise EnvironmentFault(
            f"jackpot {args.jackpot}: somebody has set other terms at the same moment", "Look, then set again"
        )


def _kept(archive: Path, jackpot: str) -> list[Act]:
    """The acts of a jackpot in the archive of a host, which may be running; none where it has kept none yet."""
    if not archive.is_file():
        return []
    try:
        with copied([archive]) as folder, closing(Archive(folder / archive.name, HOUSE)) as kept:
            return acts_in(kept, jackpot)
    except OSError as error:
        raise EnvironmentFault(f"{archive} cannot be read: {why(error)}", "Check permissions") from error


def _json(found: Looked) -> str:
    return msgspec.json.encode({"ok": not found.wrong} | msgspec.to_builtins(found)).decode()


def _text(name: str, found: Looked) -> list[str]:
    meter, sums = found.meter, found.sums
    if meter is None:
        return [f"jackpot {name} has not begun: set its terms"]
    lines = [
        ("shows", meter.value),
        ("falls back to", meter.terms.reset),
        ("a bet", meter.terms.bet),
        ("of which it takes", meter.terms.each),
        ("put in by the House", sums.house),
    ]
    for table, of in sums.tables.items():
        lines += [(f"bets of {table}", of.bets), (f"paid at {table}", -of.paid)]
    lines.append(("adds up to", sums.balance))
    text = [f"{what:<24}{dollars(cents):>18}" for what, cents in lines]
    text += [
        f"waits for staff: {one.box.table}, round {one.box.round}, box {one.box.box}" for one in meter.waiting
    ]
    text += [f"found: {what}" for what in found.wrong]
    return [*text, "everything agrees" if not found.wrong else f"{len(found.wrong)} findings"]

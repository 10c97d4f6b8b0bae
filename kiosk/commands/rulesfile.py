"""`kiosk rulesfile`: which test holds the program to which paragraph of the approved rules, read from the tests."""

from __future__ import annotations

import ast
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kiosk.devices.files import replace_durably
from kiosk.faults import EnvironmentFault

HELP = "write the table of the rules' paragraphs with the tests that hold the program to each"
GAME = "sicbo"
BEGIN, END = "<!-- rules and tests: begin -->", "<!-- rules and tests: end -->"

# What each paragraph asks, in our words. The approved text alone is the authority.
PARAGRAPHS: Mapping[str, str] = {
    "1.1": "A Bet is a wager",
    "1.2": "Who the Dealer is",
    "1.3": "The Game Console sends the game's data and results to all Player Terminals",
    "1.4": "The House is the casino's operator",
    "1.5": "Who a Pit Employee is",
    "1.6": "A Player is who bets in a Round of play",
    "1.7": "At the Player Terminal bets are placed, credit is bought and balances are paid out",
    "1.8": "A Round begins with the notice to bet and ends when everybody is settled",
    "1.9": "The Total Sum adds up the three upper faces of a valid tumble",
    "1.10": "A Void round has no result",
    "2.1.1": "The board is as the Player Terminal shows it",
    "2.2.1": "Three dice of six faces",
    "3.1": "Bets on numbers or combinations that match the three dice",
    "3.2": "Betting begins with the notice on the Player Terminal",
    "3.3": "Minimum and maximum are shown",
    "3.4": "Bets are placed on the board of the Player Terminal",
    "3.5": "No bet after “No More Bets” is shown",
    "3.6": "A valid tumble is at least three times",
    "3.7": "The upper faces decide; the dice lie flat",
    "3.8": "Losing bets are taken, winning bets are paid by the pay table",
    "3.9": "Three dice alike: only the bets below win",
    "3.9.1": "… the specific triple",
    "3.9.2": "… any triple",
    "3.9.3": "… Double Dice",
    "3.9.4": "… Single Dice",
    "3.9.5": "… Total Sum 6, 9, 12 or 15",
    "4.1": "Odds of each winning bet",
    "4.1.1": "Pay Table 1 with layout A",
    "4.1.2": "Pay Table 2 with layout B",
    "4.1.3": "Pay Table 3 with layout C",
    "5.1": "Technical interruption of a round",
    "5.1.1": "… an outcome is established: the round is concluded",
    "5.1.2": "… no outcome is established: the round is Void",
    "5.2": "Interruption of all or some terminals: the round continues",
    "5.2.1": "… registered bets are settled",
    "5.2.2": "… bets that were not registered are returned",
    "5.3": "Faults of the tumble void this round; earlier rounds stand",
    "5.3.1": "… fewer than three tumbles",
    "5.3.2": "… a die does not rest flat",
    "5.3.3": "… the tumbler started before “No More Bets”",
    "5.4": "Damaged dice: all affected rounds are Void",
    "5.5": "A wrong result entered: settled by what the dice show",
    "5.6": "An error noticed in a later round does not touch the later round",
    "5.7": "Bets are settled as the chips lie at the close",
    "5.8": "What is displayed of results is for information; the table prevails",
    "5.9": "Void: all bets of the round are returned",
    "5.10": "What the rules leave open a manager decides",
    "A": "Appendix A: the board with Pay Table 1",
    "B": "Appendix B: the board with Pay Table 2",
    "C": "Appendix C: the board with Pay Table 3",
}
WORDS = frozenset({"1.1", "1.2", "1.4", "1.5"})
"""Paragraphs that say what a word means; nothing in the program follows from them."""

_NAMED = b"mark.rule"
_MARKER = re.compile(rf"{GAME}:(?P<paragraph>[0-9]+(?:\.[0-9]+)*|[A-C])")


@dataclass(frozen=True, order=True)
class Holds:
    """A test that names a paragraph: its file below the folder of the tests, and its name (empty: the whole file)."""

    file: str
    test: str


def add_arguments(parser: ArgumentParser) -> None:
    """Declares where the tests are, and where the table goes."""
    parser.add_argument(
        "--tests", type=Path, default=Path("tests"), metavar="DIR", help="the tests (default: tests)"
    )
    parser.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=f"a new file, or one with the lines {BEGIN} and {END}, between which the table goes "
        "(default: standard output)",
    )


def run(args: Namespace) -> int:
    """0 every paragraph has a test, 1 some have none: they are named on standard error."""
    named = named_by(args.tests)
    text = table(named)
    if args.out is None:
        print(text, end="")
    else:
        write(args.out, text)
    bare = [paragraph for paragraph in PARAGRAPHS if paragraph not in WORDS and not named.get(paragraph)]
    for paragraph in bare:
        print(f"kiosk rulesfile: no test names {GAME}:{paragraph}", file=sys.stderr)
    return 1 if bare else 0


def named_by(tests: Path) -> dict[str, list[Holds]]:
    """The tests that name each paragraph, in order. Raises :class:`EnvironmentFault`.

    They are read and not run, so that no selection of tests can hide one.
    """
    if not tests.is_dir():
        raise EnvironmentFault(
            f"{tests} is no folder: expected the tests of the source", "Run it in a checkout, or name --tests"
        )
    found: dict[str, set[Holds]] = {}
    for path in sorted(tests.rglob("test_*.py")):
        name = path.relative_to(tests).as_posix()
        try:
            text = path.read_bytes()
            if _NAMED not in text:  # reading it as Python would take most of the time
                continue
            tree = ast.parse(text, filename=name)
        except (OSError, SyntaxError, ValueError) as error:
            raise EnvironmentFault(f"{path} cannot be read as Python: {error}", "Correct the file") from error
        for paragraph, test in _markers(tree, name):
            found.setdefault(paragraph, set()).add(Holds(name, test))
    return {paragraph: sorted(holds) for paragraph, holds in found.items()}


def _markers(tree: ast.AST, name: str, test: str = "") -> Iterator[tuple[str, str]]:
    """Paragraphs with the test they stand at; at a class they hold for its tests, at a module for the file."""
    for node in ast.iter_child_nodes(tree):
        inner = test
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{test}::{node.name}" if test else node.name
        if isinstance(node, ast.Call) and _is_rule(node.func):
            for argument in node.args:
                yield _paragraph(argument, name), test
        yield from _markers(node, name, inner)


def _is_rule(node: ast.AST) -> bool:
    mark = node.value if isinstance(node, ast.Attribute) and node.attr == "rule" else None
    return isinstance(mark, ast.Attribute) and mark.attr == "mark"


def _paragraph(node: ast.expr, name: str) -> str:
    said = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    match = _MARKER.fullmatch(said)
    if match is None or match["paragraph"] not in PARAGRAPHS:
        raise EnvironmentFault(
            f"{name}:{node.lineno}: a rule marker names {said or ast.unparse(node)!r}: "
            f"expected a paragraph of the rules, as '{GAME}:3.9.1'",
            "Correct the marker",
        )
    return match["paragraph"]


def table(named: Mapping[str, Sequence[Holds]]) -> str:
    """The table as Markdown."""
    lines = ["| paragraph | what it asks | tests |", "| --- | --- | --- |"]
    for paragraph, asks in PARAGRAPHS.items():
        tests = "<br>".join(_said(holds) for holds in named.get(paragraph, ()))
        missing = "says what a word means" if paragraph in WORDS else "**none**"
        lines.append(f"| {paragraph} | {asks} | {tests or missing} |")
    return "\n".join(lines) + "\n"


def _said(holds: Holds) -> str:
    return f"`{holds.file}` {holds.test.replace('_', ' ').replace('::', ' › ') or '(the whole file)'}"


def write(out: Path, text: str) -> None:
    """Write a new file, or anew what stands between the marks of an old one. Raises :class:`EnvironmentFault`."""
    try:
        if out.exists():
            text = _between(out, out.read_text(encoding="utf-8"), text)
        replace_durably(out, text.encode())
    except (OSError, UnicodeDecodeError) as error:
        raise EnvironmentFault(f"{out} cannot be written: {error}", "Name another file with --out") from error


def _between(out: Path, old: str, text: str) -> str:
    if (old.count(BEGIN), old.count(END)) != (1, 1) or old.index(BEGIN) > old.index(END):
        raise EnvironmentFault(
            f"{out} is there, without the lines {BEGIN} and {END} once each and in this order",
            "Nothing was written; name a new file",
        )
    head, _, rest = old.partition(BEGIN)
    return f"{head}{BEGIN}\n{text}{END}{rest.partition(END)[2]}"

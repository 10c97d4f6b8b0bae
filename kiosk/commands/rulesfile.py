"""`kiosk rulesfile`: which test holds the program to which paragraph of the approved rules, read from the tests."""

from __future__ import annotations

import ast
import re
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from kiosk.commands._game import add_game, rules_of
from kiosk.commands._options import file_option, folder_option
from kiosk.devices.files import replace_durably
from kiosk.faults import EnvironmentFault, why
from kiosk.games import paper_names

HELP = "write the table of the rules' paragraphs with the tests that hold the program to each"
BEGIN, END = "<!-- rules and tests: begin -->", "<!-- rules and tests: end -->"

_NAMED = b"mark.rule"
_MARKER = re.compile(r"(?P<game>[a-z]+):(?P<paragraph>[0-9]+(?:\.[0-9]+)*|[A-Z])")


@dataclass(frozen=True, order=True)
class Holds:
    """A test that names a paragraph: its file below the folder of the tests, and its name (empty: the whole file)."""

    file: str
    test: str


def add_arguments(parser: ArgumentParser) -> None:
    """Declares --game, where the tests are, and where the table goes."""
    add_game(parser, paper_names())
    folder_option(parser, "--tests", "the tests (default: tests)", default=Path("tests"))
    file_option(
        parser,
        "--out",
        f"a new file, or one with the lines {BEGIN} and {END}, between which the table goes "
        "(default: standard output)",
    )


def run(args: Namespace) -> int:
    """0 every paragraph has a test, 1 some have none: they are named on standard error."""
    named = named_by(args.tests, args.game)
    text = table(named, args.game)
    if args.out is None:
        print(text, end="")
    else:
        write(args.out, text)
    rules = rules_of(args.game)
    bare = [one for one in rules.paragraphs if one not in rules.words and not named.get(one)]
    for paragraph in bare:
        print(f"kiosk rulesfile: no test names {args.game}:{paragraph}", file=sys.stderr)
    return 1 if bare else 0


def named_by(tests: Path, game: str) -> dict[str, list[Holds]]:
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
            raise EnvironmentFault(
                f"{path} cannot be read as Python: {why(error)}", "Correct the file"
            ) from error
        for of_game, paragraph, test in _markers(tree, name):
            if of_game == game:
                found.setdefault(paragraph, set()).add(Holds(name, test))
    return {paragraph: sorted(holds) for paragraph, holds in found.items()}


def _markers(tree: ast.AST, name: str, test: str = "") -> Iterator[tuple[str, str, str]]:
    """Games and paragraphs with their test; at a class they hold for its tests, at a module for the file."""
    for node in ast.iter_child_nodes(tree):
        inner = test
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            inner = f"{test}::{node.name}" if test else node.name
        if isinstance(node, ast.Call) and _is_rule(node.func):
            for argument in node.args:
                yield (*_paragraph(argument, name), test)
        yield from _markers(node, name, inner)


def _is_rule(node: ast.AST) -> bool:
    mark = node.value if isinstance(node, ast.Attribute) and node.attr == "rule" else None
    return isinstance(mark, ast.Attribute) and mark.attr == "mark"


def _paragraph(node: ast.expr, name: str) -> tuple[str, str]:
    said = node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""
    match = _MARKER.fullmatch(said)
    known = match is not None and match["game"] in paper_names()
    if match is None or not known or match["paragraph"] not in rules_of(match["game"]).paragraphs:
        raise EnvironmentFault(
            f"{name}:{node.lineno}: a rule marker names {said or ast.unparse(node)!r}: "
            f"expected a paragraph of the rules, as '{paper_names()[0]}:3.1'",
            "Correct the marker",
        )
    return match["game"], match["paragraph"]


def table(named: Mapping[str, Sequence[Holds]], game: str) -> str:
    """The table as Markdown."""
    rules = rules_of(game)
    lines = ["| paragraph | what it asks | tests |", "| --- | --- | --- |"]
    for paragraph, asks in rules.paragraphs.items():
        tests = "<br>".join(_said(holds) for holds in named.get(paragraph, ()))
        missing = "says what a word means" if paragraph in rules.words else "**none**"
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
        raise EnvironmentFault(
            f"{out} cannot be written: {why(error)}", "Name another file with --out"
        ) from error


def _between(out: Path, old: str, text: str) -> str:
    if (old.count(BEGIN), old.count(END)) != (1, 1) or old.index(BEGIN) > old.index(END):
        raise EnvironmentFault(
            f"{out} is there, without the lines {BEGIN} and {END} once each and in this order",
            "Nothing was written; name a new file",
        )
    head, _, rest = old.partition(BEGIN)
    return f"{head}{BEGIN}\n{text}{END}{rest.partition(END)[2]}"

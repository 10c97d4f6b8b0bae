"""`kiosk settle`: settles slips, JSON lines in and JSON lines out."""

import argparse
import json
import sys
from typing import BinaryIO

from kiosk.commands._game import Paper, add_game, paper, read_layout
from kiosk.games import game_names
from kiosk.games.errors import GameError
from kiosk.games.game import Layout, Settlement
from kiosk.money import InexactPayout
from kiosk.resources import NoData

HELP = "settle slips in cents: JSON lines in, JSON lines out"

MOST_BYTES = 64 * 1024
"""The longest line that is read, in bytes: as long as the longest record of the table log."""


class BadLine(ValueError):
    """A line that is no slip."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares --game and --layout."""
    add_game(parser)
    parser.epilog = "; ".join(f"a line of {name}: {paper(name).SLIP}" for name in game_names())
    parser.add_argument("--layout", default="A", metavar="NAME", help="the layout: A, B or C (default: A)")


def run(args: argparse.Namespace) -> int:
    """Settles every line of the standard input; blank lines are passed over.

    Each answer is flushed at once. Answers 0, 1 when a line was bad, 2 when the layout cannot be read.
    """
    try:
        layout = read_layout(args.game, args.layout)
    except (GameError, NoData, OSError, UnicodeError) as error:
        print(f"kiosk settle: {error}", file=sys.stderr)
        return 2
    of_game = paper(args.game)
    status = 0
    number = 0
    while line := _next_line(sys.stdin.buffer):
        number += 1
        if len(line) <= MOST_BYTES and not line.strip():
            continue
        try:
            answer = _answer(_settle(of_game, layout, line))
        except (BadLine, GameError, InexactPayout) as error:
            answer = {"error": f"line {number}: {error}"}
            status = 1
        print(json.dumps(answer), flush=True)
    return status


def _next_line(source: BinaryIO) -> bytes:
    line = source.readline(MOST_BYTES + 1)
    rest = line
    # The remainder of an endless line is passed over in pieces: it is never held whole.
    while len(rest) > MOST_BYTES and not rest.endswith(b"\n"):
        rest = source.readline(MOST_BYTES + 1)
    return line


def _settle(of_game: Paper, layout: Layout, line: bytes) -> Settlement:
    slip = _parsed(line)
    if not isinstance(slip, dict):
        raise BadLine(f"found {type(slip).__name__}: expected an object, as {of_game.SLIP}")
    return of_game.settle_slip(layout, slip)


def _parsed(line: bytes) -> object:
    if len(line) > MOST_BYTES:
        raise BadLine(f"longer than {MOST_BYTES} bytes: expected one slip")
    try:
        return json.loads(line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise BadLine(f"not UTF-8 at byte {error.start + 1}: expected JSON in UTF-8") from None
    except BadLine:
        raise
    except RecursionError:
        raise BadLine("nested too deep: expected one slip") from None
    except ValueError as error:  # also a number of thousands of digits
        raise BadLine(f"not JSON as expected: {error}") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise BadLine(f'key "{key}" is there twice: expected once')
        found[key] = value
    return found


def _constant(word: str) -> object:
    raise BadLine(f"found {word}: expected a number")


def _answer(settled: Settlement) -> dict[str, object]:
    return {
        "staked": settled.staked,
        "returned": settled.returned,
        "won": settled.won,
        "spots": {
            spot: {"staked": result.staked, "returned": result.returned, "won": result.won}
            for spot, result in settled.spots.items()
        },
    }

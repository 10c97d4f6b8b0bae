"""`kiosk settle`: settles slips, JSON lines in and JSON lines out."""

import argparse
import sys

from kiosk.commands import _lines
from kiosk.commands._game import add_game, paper, read_layout
from kiosk.games import paper_names
from kiosk.games.errors import GameError
from kiosk.resources import NoData

HELP = "settle slips in cents: JSON lines in, JSON lines out"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares --game and --layout."""
    names = paper_names()
    add_game(parser, names)
    parser.epilog = "; ".join(f"a line of {name}: {paper(name).SLIP}" for name in names)
    parser.add_argument("--layout", default="A", metavar="NAME", help="a layout of the game (default: A)")


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
    return _lines.answer_each(of_game.SLIP, lambda slip: of_game.settle_slip(layout, slip))

"""`kiosk settle`: settles slips, JSON lines in and JSON lines out."""

import argparse

from kiosk.commands import _lines
from kiosk.commands._game import add_game, paper, read_layout
from kiosk.games import paper_names

HELP = "settle slips in cents: JSON lines in, JSON lines out"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares --game and --layout."""
    names = paper_names()
    add_game(parser, names)
    parser.epilog = "; ".join(f"a line of {name}: {paper(name).SLIP}" for name in names)
    parser.add_argument("--layout", default="A", metavar="NAME", help="a layout of the game (default: A)")


def run(args: argparse.Namespace) -> int:
    """Settles every line of the standard input; blank lines are passed over.

    Each answer is flushed at once. Answers 0, or 1 when a line was bad.
    """
    layout = read_layout(args.game, args.layout)
    of_game = paper(args.game)
    return _lines.answer_each(of_game.SLIP, lambda slip: of_game.settle_slip(layout, slip))

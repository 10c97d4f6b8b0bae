"""`kiosk odds`: what every Bet of a layout pays, how often, and its exact house edge."""

import argparse
import json

from kiosk.commands._game import add_game, paper, read_layout
from kiosk.games import paper_names

HELP = "show what every Bet of a layout pays, in how many outcomes, and its exact house edge"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares --game, --layout and --json."""
    add_game(parser, paper_names())
    parser.add_argument("--layout", default="A", metavar="NAME", help="a layout of the game (default: A)")
    parser.add_argument("--json", action="store_true", help="print a JSON list, one object for each spot")


def run(args: argparse.Namespace) -> int:
    """Prints the odds; 0."""
    layout = read_layout(args.game, args.layout)
    of_game = paper(args.game)
    if args.json:
        print(json.dumps(of_game.odds_records(layout), indent=1, ensure_ascii=False))
    else:
        print(of_game.odds_table(layout))
    return 0

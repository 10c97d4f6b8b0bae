"""`kiosk hand`: explains hands of cards, JSON lines in and JSON lines out."""

import argparse

from kiosk.commands import _lines
from kiosk.commands._game import add_game, card_papers

HELP = "explain hands of cards: JSON lines in, JSON lines out"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares --game."""
    papers = card_papers()
    add_game(parser, tuple(papers))
    parser.epilog = "; ".join(f"a line of {name}: {of_game.HAND}" for name, of_game in papers.items())


def run(args: argparse.Namespace) -> int:
    """Explains every line of the standard input; blank lines are passed over. Answers 0, or 1 when a line was bad."""
    of_game = card_papers()[args.game]
    return _lines.answer_each(of_game.HAND, of_game.explain_hand)

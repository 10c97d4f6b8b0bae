"""`kiosk odds`: what every Bet of a layout pays, how often, and its exact house edge."""

import argparse
import json
import sys
from fractions import Fraction

from kiosk.games import game
from kiosk.games.errors import GameError
from kiosk.games.sicbo import ROLLS, SicBoLayout, edge, outcomes, plain_name
from kiosk.money import odds_text
from kiosk.resources import NoData, layout_reader

HELP = "show what every Bet of a layout pays, in how many of the 216 rolls, and its exact house edge"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares --layout and --json."""
    parser.add_argument("--layout", default="A", metavar="NAME", help="the layout: A, B or C (default: A)")
    parser.add_argument("--json", action="store_true", help="print a JSON list, one object for each spot")


def run(args: argparse.Namespace) -> int:
    """Prints the odds. Answers 0, or 2 when the layout cannot be read."""
    try:
        layout = read_layout(args.layout)
    except (GameError, NoData, OSError, UnicodeError) as error:
        print(f"kiosk odds: {error}", file=sys.stderr)
        return 2
    if args.json:
        print(json.dumps([_record(layout, spot) for spot in layout.spots], indent=1, ensure_ascii=False))
    else:
        print(_table(layout))
    return 0


def read_layout(name: str) -> SicBoLayout:
    """The Sic Bo layout of that name, in capital or small letters, from the installed files.

    Raises GameError, NoData, OSError and UnicodeError.
    """
    layout = game("sicbo").read_layout(name.upper(), layout_reader("sicbo"))
    if not isinstance(layout, SicBoLayout):
        raise TypeError(f"layout {name} is a {type(layout).__name__}: expected a SicBoLayout")
    return layout


def _record(layout: SicBoLayout, spot: str) -> dict[str, object]:
    return {
        "spot": spot,
        "name": plain_name(spot),
        "outcomes": {odds_text(odds): rolls for odds, rolls in outcomes(layout, spot).items()},
        "edge": str(edge(layout, spot)),
    }


def _table(layout: SicBoLayout) -> str:
    lines = [
        f"Layout {layout.name}, {layout.pay_table}: {len(layout.spots)} spots, rolls of {len(ROLLS)}",
        "",
    ]
    lines.append(_line("spot", "name", "x to 1: rolls", "edge", "edge %"))
    for spot in layout.spots:
        pays = ", ".join(f"{odds_text(odds)}: {rolls}" for odds, rolls in outcomes(layout, spot).items())
        kept = edge(layout, spot)
        lines.append(_line(spot, plain_name(spot), pays, str(kept), _percent(kept)))
    return "\n".join(lines)


def _line(spot: str, name: str, pays: str, kept: str, percent: str) -> str:
    return f"{spot:<18}  {name:<30}  {pays:<20}  {kept:>7}  {percent:>7}"


def _percent(share: Fraction) -> str:
    whole, rest = divmod(round(share * 10_000), 100)
    return f"{whole}.{rest:02}%"

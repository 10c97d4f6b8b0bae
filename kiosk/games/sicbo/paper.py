"""Sic Bo on paper: a slip with its dice, and the table of odds."""

from collections.abc import Mapping
from fractions import Fraction

import msgspec

from kiosk.games.errors import BadFacts, BadStake, GameError
from kiosk.games.game import Layout, ReadText
from kiosk.games.layout_file import own_layout
from kiosk.games.sicbo import layout as _layout
from kiosk.games.sicbo.layout import SicBoLayout
from kiosk.games.sicbo.odds import edge, outcomes
from kiosk.games.sicbo.settle import dice_fact, dice_of, settle
from kiosk.games.sicbo.spots import ROLLS, plain_name
from kiosk.money import odds_text

__all__ = ["SLIP", "odds_records", "odds_table", "read_layout", "settle_slip"]

SLIP = '{"dice": [3, 3, 5], "stakes": {"big": 500}}'
_KEYS = {"dice", "stakes"}


def read_layout(name: str, read: ReadText) -> SicBoLayout:
    """The layout of that name ("A", "B", "C"). Raises UnknownLayout and BadLayout."""
    return _layout.read_layout(name, read)


def settle_slip(layout: Layout, slip: Mapping[str, object]) -> dict[str, object]:
    """What becomes of a slip as SLIP shows it, spot by spot. Raises GameError and InexactPayout."""
    if set(slip) != _KEYS:
        found = ", ".join(map(str, slip)) or "no keys"
        raise GameError(f'found {found}: expected an object with the keys "dice" and "stakes" alone')
    dice, stakes = slip["dice"], slip["stakes"]
    if not isinstance(dice, list):
        raise BadFacts(f"dice: found {dice!r}: expected a list of three whole numbers of 1 to 6")
    if not isinstance(stakes, dict):
        raise BadStake(f"stakes: found {stakes!r}: expected an object of whole cents by spot")
    settled = settle(_own(layout), stakes, dice_of((dice_fact(dice),)))
    return {
        "staked": settled.staked,
        "returned": settled.returned,
        "won": settled.won,
        "spots": {spot: msgspec.to_builtins(result) for spot, result in settled.spots.items()},
    }


def odds_records(layout: Layout) -> list[dict[str, object]]:
    """Of each spot its name, in how many of the 216 rolls it pays what, and its exact edge."""
    own = _own(layout)
    return [
        {
            "spot": spot,
            "name": plain_name(spot),
            "outcomes": {odds_text(odds): rolls for odds, rolls in outcomes(own, spot).items()},
            "edge": str(edge(own, spot)),
        }
        for spot in own.spots
    ]


def odds_table(layout: Layout) -> str:
    """The same as a table."""
    own = _own(layout)
    lines = [
        f"Layout {own.name}, {own.pay_table}: {len(own.spots)} spots, rolls of {len(ROLLS)}",
        "",
        _line("spot", "name", "x to 1: rolls", "edge", "edge %"),
    ]
    for spot in own.spots:
        pays = ", ".join(f"{odds_text(odds)}: {rolls}" for odds, rolls in outcomes(own, spot).items())
        kept = edge(own, spot)
        lines.append(_line(spot, plain_name(spot), pays, str(kept), _percent(kept)))
    return "\n".join(lines)


def _own(layout: Layout) -> SicBoLayout:
    return own_layout(layout, SicBoLayout, "sicbo")


def _line(spot: str, name: str, pays: str, kept: str, percent: str) -> str:
    return f"{spot:<18}  {name:<30}  {pays:<20}  {kept:>7}  {percent:>7}"


def _percent(share: Fraction) -> str:
    whole, rest = divmod(round(share * 10_000), 100)
    return f"{whole}.{rest:02}%"

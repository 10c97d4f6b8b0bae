"""A layout of Sic Bo as read from its two files: the board and the pay table that the board names."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import cache, lru_cache
from itertools import combinations_with_replacement
from math import lcm
from types import MappingProxyType
from typing import Annotated, Final, NamedTuple

import msgspec

from kiosk.games.board import Board, BoardFile, check_board, make_board
from kiosk.games.errors import BadLayout, UnknownLayout
from kiosk.games.game import ReadText, Spot
from kiosk.games.layout_file import NAME, FileName, LayoutFile, decoded, file_text, named
from kiosk.games.sicbo.spots import ALL_SPOTS, DIGITS, FACES, ROLLS, Dice, Kind, hits, spot_id
from kiosk.money import BadOdds, parse_odds
from kiosk.written import quoted, shown, why_no_text

CAPTIONS = ("domino", "one-die", "two-dice", "three-dice", "double-single", "three")
"""Printed lines that are no spot: the odds of the dominoes, of one number on one, two and three dice, of the
pairs with a single die, and of the three different dice."""

_SINGLE_KEYS = ("single-on-one", "single-on-two", "single-on-three")
_OPTIONAL_KINDS = (Kind.THREE, Kind.DOUBLE_SINGLE)
_TITLE_LETTERS = 64
_MOST_KEPT: Final = 16
"""Files of which what was worked out is kept: a program reads its few layouts again and again."""
_Mark = Annotated[str, msgspec.Meta(max_length=1)]


class OddsStyle(StrEnum):
    """How the layout prints its odds: "1 wins 8½" or "1:62"."""

    WINS = "wins"
    RATIO = "ratio"


class _Marks(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    big: _Mark
    small: _Mark


class _Boards(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    landscape: BoardFile
    portrait: BoardFile


class _LayoutFile(LayoutFile, frozen=True, forbid_unknown_fields=True):
    pay_table: FileName
    odds_style: OddsStyle
    marks: _Marks
    boards: _Boards


class _PayTableFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    title: Annotated[str, msgspec.Meta(max_length=_TITLE_LETTERS)]
    odds: dict[str, object]


@dataclass(frozen=True, eq=False)
class SicBoLayout:
    """A layout of Sic Bo, frozen, with every roll worked out once."""

    name: str
    pay_table: str
    """Title of the pay table, as in rule 4.1."""
    odds_style: OddsStyle
    marks: Mapping[str, str]
    """The character printed beside "big" and "small"; empty text when the layout prints none."""
    spots: Mapping[str, Spot]
    boards: Mapping[str, Board]
    odds_by_spot: Mapping[str, tuple[Fraction, ...]]
    wins: Mapping[Dice, Mapping[str, Fraction]]
    """For each of the 216 rolls the winning spots with their net odds."""
    units: Mapping[str, int]
    """By spot the smallest stake, in cents, that all its odds pay in whole cents: others are multiples of it."""
    part: int
    """The odds in `pays` are counted in this part of one, so that all of them are whole numbers."""
    pays: Mapping[Dice, Mapping[str, int]]
    """For each roll what every spot wins, in whole numbers, and 0 where it loses: a settlement by fractions takes five
    times as long."""
    game: str = "sicbo"

    def odds(self, spot: str) -> tuple[Fraction, ...]:
        """Every net odds that the spot can pay. Raises KeyError for an unknown spot."""
        return self.odds_by_spot[spot]


def read_layout(name: str, read: ReadText) -> SicBoLayout:
    """The layout of that name, from its own file and the pay table that this names.

    Raises UnknownLayout and BadLayout.
    """
    if NAME.fullmatch(name) is None:  # said with the name as it was given
        raise UnknownLayout(f'layout "{name}" is unknown: expected a name of capital letters and digits')
    file, text = file_text(name, read)
    pay_table = _written(name, file, text).pay_table
    table_file = f"{pay_table}.toml"
    try:
        table_text = read(table_file)
    except LookupError as error:
        raise BadLayout(f"{file}: pay_table: unknown pay table {quoted(pay_table)}: {error}") from None
    return _made(name, file, text, table_file, table_text)


@lru_cache(_MOST_KEPT)
def _written(name: str, file: str, text: str) -> _LayoutFile:
    return named(name, file, text, _LayoutFile)


@lru_cache(_MOST_KEPT)
def _made(name: str, file: str, text: str, table_file: str, table_text: str) -> SicBoLayout:
    written, table = _written(name, file, text), _pay_table(table_file, table_text)
    _check_words(file, written.marks)
    boards = {}
    for orientation in ("landscape", "portrait"):
        where = f"{file}: boards.{orientation}"
        boards[orientation] = make_board(getattr(written.boards, orientation), where)
        check_board(boards[orientation], table.odds, CAPTIONS, where)
    return SicBoLayout(
        name=name,
        pay_table=table.title,
        odds_style=written.odds_style,
        marks=MappingProxyType({"big": written.marks.big, "small": written.marks.small}),
        spots=MappingProxyType({spot: ALL_SPOTS[spot] for spot in table.odds}),
        boards=MappingProxyType(boards),
        odds_by_spot=MappingProxyType(table.odds),
        wins=MappingProxyType(table.wins),
        units=table.units,
        part=table.part,
        pays=MappingProxyType(table.pays),
    )


class _PayTable(NamedTuple):
    """What a pay table makes of the spots, as in :class:`SicBoLayout`."""

    title: str
    odds: dict[str, tuple[Fraction, ...]]
    wins: dict[Dice, Mapping[str, Fraction]]
    units: dict[str, int]
    part: int
    pays: dict[Dice, Mapping[str, int]]


@lru_cache(_MOST_KEPT)
def _pay_table(file: str, text: str) -> _PayTable:
    table = decoded(file, text, _PayTableFile)
    if (reason := why_no_text(table.title, _TITLE_LETTERS)) is not None:
        raise BadLayout(f"{file}: title of {shown(table.title)}: {reason}")
    odds = _odds_by_spot(table.odds, file)
    wins = _wins(odds)
    units = {spot: lcm(*(found.denominator for found in pays)) for spot, pays in odds.items()}
    part = lcm(*units.values())
    nothing = dict.fromkeys(odds, 0)
    distinct = {dice: nothing | _whole(wins[dice], part) for dice in _SORTED_ROLLS}
    pays: dict[Dice, Mapping[str, int]] = {dice: distinct[_sorted(*dice)] for dice in wins}
    return _PayTable(table.title, odds, wins, units, part, pays)


def _check_words(file: str, marks: _Marks) -> None:
    """A mark is one sign, or none where the layout prints none."""
    for key, mark in (("big", marks.big), ("small", marks.small)):
        if mark and why_no_text(mark, 1) is not None:
            raise BadLayout(f"{file}: marks.{key} of {shown(mark)}: expected one printable sign, or none")


def _odds_by_spot(written: Mapping[str, object], file: str) -> dict[str, tuple[Fraction, ...]]:
    left = dict(written)
    odds: dict[str, tuple[Fraction, ...]] = {}
    for kind, all_digits in DIGITS.items():
        if kind in _OPTIONAL_KINDS and kind not in left:
            continue
        for digits in all_digits:
            odds[spot_id(kind, digits)] = tuple(_one(written, key, file) for key in _keys(kind, digits))
            for key in _keys(kind, digits):
                left.pop(key, None)
    if left:
        raise BadLayout(f"{file}: odds.{min(left)}: unknown key: expected the types of Bet of rule 4.1")
    return odds


def _keys(kind: Kind, digits: tuple[int, ...]) -> tuple[str, ...]:
    if kind is Kind.SINGLE:
        return _SINGLE_KEYS
    return (spot_id(kind, digits),) if kind is Kind.TOTAL else (str(kind),)


def _one(written: Mapping[str, object], key: str, file: str) -> Fraction:
    if key not in written:
        raise BadLayout(f"{file}: odds.{key}: missing")
    text = written[key]
    if not isinstance(text, str):
        raise BadLayout(f'{file}: odds.{key}: found {shown(text)}: expected a text such as "8.5"')
    try:
        odds = parse_odds(text)
    except BadOdds as error:
        raise BadLayout(f"{file}: odds.{key}: {error}") from None
    if odds <= 0:
        raise BadLayout(f'{file}: odds.{key}: found "{text}": expected more than 0')
    return odds


_SORTED_ROLLS: Final = tuple(combinations_with_replacement(FACES, 3))


def _wins(odds: Mapping[str, tuple[Fraction, ...]]) -> dict[Dice, Mapping[str, Fraction]]:
    # The order of the dice decides nothing: 56 sorted rolls are worked out and shared by all 216.
    distinct: dict[Dice, dict[str, Fraction]] = {dice: {} for dice in _SORTED_ROLLS}
    for spot, pays in odds.items():
        for dice, hit in _hits(spot):
            distinct[dice][spot] = pays[hit - 1]
    shared = {dice: MappingProxyType(won) for dice, won in distinct.items()}
    return {(a, b, c): shared[_sorted(a, b, c)] for a, b, c in ROLLS}


def _whole(won: Mapping[str, Fraction], part: int) -> dict[str, int]:
    return {spot: odds.numerator * (part // odds.denominator) for spot, odds in won.items()}


@cache
def _hits(spot: str) -> tuple[tuple[Dice, int], ...]:
    """Where the spot wins, whatever the layout: the sorted rolls, and which of its odds."""
    return tuple((dice, hit) for dice in _SORTED_ROLLS if (hit := hits(spot, dice)))


def _sorted(*dice: int) -> Dice:
    low, middle, high = sorted(dice)
    return low, middle, high

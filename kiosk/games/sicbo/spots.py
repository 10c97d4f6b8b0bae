"""The spots of Sic Bo, their ids and names, and what each wins on (rules 3.7, 3.9 and 4.1)."""

from enum import StrEnum
from itertools import combinations, product

from kiosk.games.game import Spot

Dice = tuple[int, int, int]
"""Three dice, 1 to 6 each, in any order."""

FACES = range(1, 7)
TOTALS = range(4, 18)
"""The totals on offer: 3 and 18 are triples and not offered as totals."""

ROLLS: tuple[Dice, ...] = tuple((a, b, c) for a, b, c in product(FACES, repeat=3))
"""All 216 rolls, each as likely as the others."""


class Kind(StrEnum):
    """The types of Bet of the pay tables (rule 4.1)."""

    SMALL = "small"
    BIG = "big"
    EVEN = "even"
    ODD = "odd"
    SINGLE = "single"
    DOUBLE = "double"
    TRIPLE = "triple"
    ANY_TRIPLE = "any-triple"
    TOTAL = "total"
    DOMINO = "domino"
    FOUR = "four"
    THREE = "three"
    DOUBLE_SINGLE = "double-single"


_FOURS = ((1, 2, 3, 4), (2, 3, 4, 5), (2, 3, 5, 6), (3, 4, 5, 6))
# The rules leave out 1 1 2 and 6 6 5.
_NOT_OFFERED = ((1, 1, 2), (6, 6, 5))

DIGITS: dict[Kind, tuple[tuple[int, ...], ...]] = {
    Kind.SMALL: ((),),
    Kind.BIG: ((),),
    Kind.EVEN: ((),),
    Kind.ODD: ((),),
    Kind.SINGLE: tuple((face,) for face in FACES),
    Kind.DOUBLE: tuple((face,) for face in FACES),
    Kind.TRIPLE: tuple((face,) for face in FACES),
    Kind.ANY_TRIPLE: ((),),
    Kind.TOTAL: tuple((total,) for total in TOTALS),
    Kind.DOMINO: tuple(combinations(FACES, 2)),
    Kind.FOUR: _FOURS,
    Kind.THREE: tuple(combinations(FACES, 3)),
    Kind.DOUBLE_SINGLE: tuple(
        (pair, pair, single)
        for pair in FACES
        for single in FACES
        if pair != single and (pair, pair, single) not in _NOT_OFFERED
    ),
}
"""What is written on the spots of each kind: faces, the total, or nothing."""

_NAMES = {
    Kind.SMALL: "Small",
    Kind.BIG: "Big",
    Kind.EVEN: "Even",
    Kind.ODD: "Odd",
    Kind.SINGLE: "Single Dice",
    Kind.DOUBLE: "Double Dice",
    Kind.TRIPLE: "Specific Triple",
    Kind.ANY_TRIPLE: "Any Triple",
    Kind.TOTAL: "Total Sum",
    Kind.DOMINO: "Domino",
    Kind.FOUR: "Four Number",
    Kind.THREE: "Three Single Dice",
    Kind.DOUBLE_SINGLE: "Double with Single Dice",
}
_TIMES = {Kind.DOUBLE: 2, Kind.TRIPLE: 3}


def spot_id(kind: Kind, digits: tuple[int, ...]) -> str:
    """The id of a spot: "small", "total-17", "domino-12", "double-single-113"."""
    return f"{kind}-{''.join(map(str, digits))}" if digits else str(kind)


ALL_SPOTS: dict[str, Spot] = {
    spot_id(kind, digits): Spot(spot_id(kind, digits), str(kind))
    for kind, written in DIGITS.items()
    for digits in written
}
"""Every spot that any layout may offer, in the order of the pay tables."""

_WRITTEN = {spot_id(kind, digits): (kind, digits) for kind, written in DIGITS.items() for digits in written}


def kind_of(spot: str) -> Kind:
    """The kind of a spot. Raises KeyError for an unknown spot."""
    return _WRITTEN[spot][0]


def digits_of(spot: str) -> tuple[int, ...]:
    """What is written on a spot: faces, the total, or nothing. Raises KeyError for an unknown spot."""
    return _WRITTEN[spot][1]


def plain_name(spot: str) -> str:
    """The English name of a spot in the rules' words. Raises KeyError for an unknown spot."""
    kind, digits = _WRITTEN[spot]
    return " ".join([_NAMES[kind], *map(str, digits * _TIMES.get(kind, 1))])


def total(dice: Dice) -> int:
    """The Total Sum of the three dice (rule 1.9)."""
    return sum(dice)


def is_triple(dice: Dice) -> bool:
    """Whether all three dice show the same number (rule 3.9)."""
    return dice[0] == dice[1] == dice[2]


def hits(spot: str, dice: Dice) -> int:
    """0 when the spot loses on the dice; else which of its odds it wins, from 1.

    Only Single Dice has more than one: it wins the odds for the number of dice that show its number.
    Rules 3.9 and 4.1. Raises KeyError for an unknown spot.
    """
    kind, digits = _WRITTEN[spot]
    if kind is Kind.SINGLE:
        return dice.count(digits[0])
    return int(_wins(kind, digits, dice))


def _wins(kind: Kind, digits: tuple[int, ...], dice: Dice) -> bool:
    match kind:
        case Kind.SMALL:
            return 4 <= total(dice) <= 10 and not is_triple(dice)
        case Kind.BIG:
            return 11 <= total(dice) <= 17 and not is_triple(dice)
        case Kind.EVEN:
            return total(dice) % 2 == 0 and not is_triple(dice)
        case Kind.ODD:
            return total(dice) % 2 == 1 and not is_triple(dice)
        case Kind.TOTAL:
            # A triple may win here: 6, 9, 12 and 15 (rule 3.9.5).
            return total(dice) == digits[0]
        case Kind.ANY_TRIPLE:
            return is_triple(dice)
        case Kind.SINGLE | Kind.DOUBLE | Kind.TRIPLE:
            return dice.count(digits[0]) >= {Kind.SINGLE: 1, Kind.DOUBLE: 2, Kind.TRIPLE: 3}[kind]
        case Kind.DOMINO:
            return set(digits) <= set(dice)
        case Kind.FOUR:
            return len(set(dice)) == 3 and set(dice) <= set(digits)
        case Kind.THREE | Kind.DOUBLE_SINGLE:
            return sorted(dice) == sorted(digits)

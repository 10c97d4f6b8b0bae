"""An independent count of Sic Bo, for the tests alone.

Written from the printed rules and the other way round from the product: a roll lists what it wins, the product asks
each spot whether it wins. The pay tables are typed from rule 4.1. Amounts are Decimal, not Fraction.
"""

from decimal import Decimal
from itertools import product

ROLLS = list(product((1, 2, 3, 4, 5, 6), repeat=3))

DOMINOES = "1 4, 1 2, 2 4, 1 3, 2 3, 3 4, 2 5, 2 6, 3 5, 4 5, 3 6, 1 5, 1 6, 4 6, 5 6"
FOURS = "6 5 4 3, 6 5 3 2, 5 4 3 2, 4 3 2 1"
THREES = (
    "1 2 6, 1 3 5, 2 3 4, 2 5 6, 3 4 6, 1 2 3, 1 3 6, 1 4 5, 2 3 5, 3 5 6, "
    "1 2 4, 1 4 6, 2 3 6, 2 4 5, 4 5 6, 1 2 5, 1 3 4, 1 5 6, 2 4 6, 3 4 5"
)
PAIRS_WITH_SINGLE = (
    "1 1 3, 1 1 4, 1 1 5, 1 1 6, 2 2 1, 2 2 3, 2 2 4, 2 2 5, 2 2 6, 3 3 1, 3 3 2, 3 3 4, 3 3 5, 3 3 6, "
    "4 4 1, 4 4 2, 4 4 3, 4 4 5, 4 4 6, 5 5 1, 5 5 2, 5 5 3, 5 5 4, 5 5 6, 6 6 1, 6 6 2, 6 6 3, 6 6 4"
)

# Groups of bets, each with its net odds last, as in rule 4.1. A number alone is a total.
_TABLE_1 = (
    "small big even odd 1, single*1 1, single*2 2, single*3 12, 4 17 64, 5 16 32, 6 15 19, 7 14 12, 8 13 8.5, "
    "9 12 7, 10 11 6.5, domino 6, four 7.5, double 11.5, any-triple 32, triple 195"
)
_TABLE_2 = _TABLE_1 + ", three 30, double-single 50"
_TABLE_3 = (
    "small big even odd 1, single*1 1, single*2 2, single*3 12, 4 17 62, 5 16 31, 6 15 18, 7 14 12, 8 13 8, "
    "9 12 7, 10 11 6, domino 6, double 11, any-triple 31, triple 180, four 7, three 30, double-single 50"
)


def _table(text: str) -> dict[str, Decimal]:
    groups = [group.split() for group in text.split(",")]
    return {bet: Decimal(group[-1]) for group in groups for bet in group[:-1]}


PAY_TABLES = {"A": _table(_TABLE_1), "B": _table(_TABLE_2), "C": _table(_TABLE_3)}


def listed(text: str) -> list[list[int]]:
    """The groups of digits of a printed list."""
    return [[int(digit) for digit in group.split()] for group in text.split(",")]


def spots(layout: str) -> list[str]:
    """The ids of all spots of the layout, from the printed lists."""
    found = ["small", "big", "even", "odd", "any-triple", *(f"total-{n}" for n in range(4, 18))]
    found += [f"{kind}-{n}" for kind in ("single", "double", "triple") for n in range(1, 7)]
    found += [f"domino-{a}{b}" for a, b in map(sorted, listed(DOMINOES))]
    found += ["four-" + "".join(map(str, sorted(group))) for group in listed(FOURS)]
    if layout != "A":
        found += ["three-" + "".join(map(str, group)) for group in listed(THREES)]
        found += ["double-single-" + "".join(map(str, group)) for group in listed(PAIRS_WITH_SINGLE)]
    return found


def wins(layout: str, roll: tuple[int, int, int]) -> dict[str, Decimal]:
    """What the roll wins on the layout: net odds by spot."""
    pays = PAY_TABLES[layout]
    points = roll[0] + roll[1] + roll[2]
    found: dict[str, Decimal] = {}
    if roll[0] == roll[1] and roll[1] == roll[2]:
        found[f"triple-{roll[0]}"] = pays["triple"]
        found["any-triple"] = pays["any-triple"]
        found[f"double-{roll[0]}"] = pays["double"]
        found[f"single-{roll[0]}"] = pays["single*3"]
        if points in (6, 9, 12, 15):
            found[f"total-{points}"] = pays[str(points)]
        return found
    found["small" if points < 11 else "big"] = pays["small"]
    found["odd" if points & 1 else "even"] = pays["odd"]
    found[f"total-{points}"] = pays[str(points)]
    low, middle, high = sorted(roll)
    if low != middle and middle != high:
        _three_different(found, pays, [low, middle, high])
    else:
        other = high if low == middle else low
        found[f"double-{middle}"] = pays["double"]
        found[f"single-{middle}"] = pays["single*2"]
        found[f"single-{other}"] = pays["single*1"]
        found[f"domino-{low}{high}"] = pays["domino"]
        if "double-single" in pays and [middle, middle, other] in listed(PAIRS_WITH_SINGLE):
            found[f"double-single-{middle}{middle}{other}"] = pays["double-single"]
    return found


def _three_different(found: dict[str, Decimal], pays: dict[str, Decimal], faces: list[int]) -> None:
    for face in faces:
        found[f"single-{face}"] = pays["single*1"]
    for a, b in ((0, 1), (0, 2), (1, 2)):
        found[f"domino-{faces[a]}{faces[b]}"] = pays["domino"]
    for group in listed(FOURS):
        if all(face in group for face in faces):
            found["four-" + "".join(map(str, sorted(group)))] = pays["four"]
    if "three" in pays:
        found["three-" + "".join(map(str, faces))] = pays["three"]

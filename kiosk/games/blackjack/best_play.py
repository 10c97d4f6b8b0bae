"""The best play of Blackjack by totals: its chart, and what the House keeps against it.

Chart and edges are counted over every order of the cards; tests count them again. The chart is the same for four to
eight decks. It asks for the total alone, however many cards make it: who does not surrender 16 to a ten hits
it. Looking at the cards as well gains a little more.
"""

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction

from kiosk.games.blackjack.points import points, value

UPS = "23456789TA"
"""The dealer's first card, as the columns of the chart."""
_CHART = """
hard 8   H H H H H H H H H H
hard 9   H D D D D H H H H H
hard 10  D D D D D D D D H H
hard 11  D D D D D D D D D H
hard 12  H H S S S H H H H H
hard 13  S S S S S H H H H H
hard 14  S S S S S H H H R H
hard 15  S S S S S H H H R H
hard 16  S S S S S H H R R H
hard 17  S S S S S S S S S S
soft 13  H H H D D H H H H H
soft 14  H H H D D H H H H H
soft 15  H H D D D H H H H H
soft 16  H H D D D H H H H H
soft 17  H D D D D H H H H H
soft 18  S d d d d S S H H H
soft 19  S S S S S S S S S S
pair A   P P P P P P P P P P
pair 2   P P P P P P . . . .
pair 3   P P P P P P . . . .
pair 4   . . . P P . . . . .
pair 5   . . . . . . . . . .
pair 6   P P P P P . . . . .
pair 7   P P P P P P . . . .
pair 8   P P P P P P P P . .
pair 9   P P P P P . P P . .
pair T   . . . . . . . . . .
"""
# Rows that the chart does not have are played as the nearest one: 4 to 7 as 8, all above as the last.
_HARD, _SOFT = (8, 17), (13, 19)

EDGES: Mapping[int, Fraction] = {
    4: Fraction("325409106659540549902623874217607925019/263172291671689394364360147279978146265975"),
    5: Fraction("787382826005862990642877163832267092772529/521359524538116632879621091273053099613475200"),
    6: Fraction("1958153927829319878019976039253568752276329/1156317501243328627458650844297656633304228750"),
    7: Fraction("2011395146020904548080967411106572361411039/1102360826308445028865229367311356859766630000"),
    8: Fraction(
        "44662603829956125214009108751553820864557099593/23223096779137014173037683050061666913138787090125"
    ),
}
"""By number of decks the share of the Initial Bet that the House keeps against the best play, a fresh shoe."""

LETTERS = (
    "H hit, S stand, D double, or else hit, d double, or else stand, R surrender, or else hit, P split, . as its "
    "total; never Insurance, never Even Money"
)

_CELLS = {
    (line[:7].rstrip(), up): letter
    for line in _CHART.strip().splitlines()
    for up, letter in zip(UPS, line[7:].split(), strict=True)
}


ROWS = tuple(dict.fromkeys(row for row, _ in _CELLS))
"""The rows of the chart, as "hard 16"."""


def letter(row: str, up: str) -> str:
    """The cell of the chart for a row as "hard 16", "soft 18" or "pair 8", against a column of UPS."""
    return _CELLS[row, up]


def row_of(cards: Sequence[str]) -> str:
    """The row of a total, not of a pair."""
    total, soft = points(cards)
    least, most = _SOFT if soft else _HARD
    return f"{'soft' if soft else 'hard'} {min(max(total, least), most)}"


def best(cards: Sequence[str], up: str, offered: Collection[str]) -> str:
    """The choice that the chart takes among those that a window offers to a hand against the dealer's first card."""
    column = "T" if value(up) == 10 else up[0]
    total = letter(row_of(cards), column)
    same = len(cards) == 2 and value(cards[0]) == value(cards[1])
    splits = same and letter(f"pair {_rank(cards[0])}", column) == "P"
    if "decline" in offered:
        return "surrender" if total == "R" and not splits and "surrender" in offered else "decline"
    if splits and "split" in offered:
        return "split"
    if total in "Dd" and "double" in offered:
        return "double"
    return "hit" if total in "HDR" else "stand"


def chart() -> str:
    """The chart to read, with what its letters mean."""
    return f"Best play\n{'':9}{' '.join(UPS)}\n{_CHART.strip()}\n{LETTERS}"


def _rank(card: str) -> str:
    return "T" if value(card) == 10 else card[0]

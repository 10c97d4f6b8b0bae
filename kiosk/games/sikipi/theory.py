"""What the House keeps of the bets of a box of Si Ki Pi whose player sets his hands best."""

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from kiosk.games.game import Theory
from kiosk.games.sikipi.hands import Bonus
from kiosk.games.sikipi.odds import DEALS
from kiosk.games.sikipi.paytable import BETS, BONUS_PAYS, INITIAL, WIN

BEST_PLAY: Mapping[tuple[Bonus | None, Bonus | None], tuple[int, int, int]] = {
    (Bonus.FOUR, Bonus.FOUR): (78, 0, 78),
    (Bonus.FOUR, Bonus.THREE): (0, 13_728, 13_728),
    (Bonus.FOUR, Bonus.TWO_PAIRS): (10_296, 10_296, 10_296),
    (Bonus.FOUR, Bonus.PAIR): (0, 396_000, 427_680),
    (Bonus.FOUR, None): (0, 0, 1_647_360),
    (Bonus.THREE, Bonus.FOUR): (13_728, 13_728, 0),
    (Bonus.THREE, Bonus.THREE): (1_212_000, 2_550_240, 1_182_336),
    (Bonus.THREE, Bonus.TWO_PAIRS): (3_624_192, 1_812_096, 0),
    (Bonus.THREE, Bonus.PAIR): (37_222_848, 80_270_784, 34_887_168),
    (Bonus.THREE, None): (0, 163_440_128, 159_442_432),
    (Bonus.TWO_PAIRS, Bonus.FOUR): (10_296, 10_296, 10_296),
    (Bonus.TWO_PAIRS, Bonus.THREE): (0, 1_812_096, 3_624_192),
    (Bonus.TWO_PAIRS, Bonus.TWO_PAIRS): (2_041_416, 1_976_832, 1_915_056),
    (Bonus.TWO_PAIRS, Bonus.PAIR): (0, 55_799_136, 113_467_104),
    (Bonus.TWO_PAIRS, None): (0, 0, 365_713_920),
    (Bonus.PAIR, Bonus.FOUR): (446_496, 377_184, 0),
    (Bonus.PAIR, Bonus.THREE): (34_869_504, 81_610_560, 35_900_736),
    (Bonus.PAIR, Bonus.TWO_PAIRS): (118_038_816, 51_227_424, 0),
    (Bonus.PAIR, Bonus.PAIR): (1_166_827_200, 2_643_872_256, 1_100_492_544),
    (Bonus.PAIR, None): (111_614_208, 4_840_432_128, 5_841_456_384),
    (None, Bonus.FOUR): (1_647_360, 0, 0),
    (None, Bonus.THREE): (176_709_120, 146_173_440, 0),
    (None, Bonus.TWO_PAIRS): (365_713_920, 0, 0),
    (None, Bonus.PAIR): (6_185_942_784, 4_592_434_944, 15_124_992),
    (None, None): (7_314_952_704, 9_171_379_456, 7_645_844_480),
}
"""Of all deals, by the Bonus Hands of player and dealer: how many the player loses, stands off and wins.

The dealer sets the House Way, the player so that he wins most against it on average. The long tests count all of it.
"""


def theory(stakes: Mapping[str, int]) -> Theory:
    """What the House keeps of these stakes, in cents. A Bonus Bet without an Initial Bet comes back (rule 3.10)."""
    if not stakes.get(INITIAL):
        return Theory(Fraction(0), Fraction(0))
    placed = [stakes.get(bet, 0) for bet in BETS]
    means, products = _moments()
    mean = sum((stake * kept for stake, kept in zip(placed, means, strict=True)), Fraction(0))
    squares = sum(
        (
            one * other * products[at, and_at]
            for at, one in enumerate(placed)
            for and_at, other in enumerate(placed)
        ),
        Fraction(0),
    )
    return Theory(mean, squares - mean**2)


@cache
def _moments() -> tuple[tuple[Fraction, ...], Mapping[tuple[int, int], Fraction]]:
    """Of one cent on each bet: what is kept on average; and of each two the average of the product."""
    bets = range(len(BETS))
    totals = [Fraction(0) for _ in bets]
    products = dict.fromkeys(product(bets, bets), Fraction(0))
    for (mine, his), counts in BEST_PLAY.items():
        for initial, deals in zip(
            (Fraction(1), Fraction(0), -WIN), counts, strict=True
        ):  # lost, stood off, won
            kept = (initial, _kept(mine), _kept(his))
            for at in bets:
                totals[at] += deals * kept[at]
            for at, and_at in products:
                products[at, and_at] += deals * kept[at] * kept[and_at]
    return tuple(total / DEALS for total in totals), {key: total / DEALS for key, total in products.items()}


def _kept(made: Bonus | None) -> Fraction:
    return Fraction(1) if made is None else -BONUS_PAYS[made]

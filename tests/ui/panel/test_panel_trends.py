"""The counts of the trends, against outcomes that are known."""

from fractions import Fraction

import pytest

from kiosk.games.sicbo import dice_fact
from kiosk.seat.effects import Outcome
from kiosk.ui.terminal.sicbo.trends import TOTALS, Side, fair_shares, road, shown, side_of, trends

BIG, SMALL, TRIPLE = Side.BIG, Side.SMALL, Side.TRIPLE


def _rolled(number, *dice):
    return Outcome(number, (dice_fact(dice),))


def _counted(*outcomes):
    return trends([shown(outcome) for outcome in outcomes])


@pytest.mark.rule("sicbo:5.8")
def test_that_the_counts_are_those_of_the_rounds():
    counted = _counted(_rolled(1, 3, 3, 5), _rolled(2, 1, 2, 6), _rolled(3, 4, 4, 4), _rolled(4, 6, 5, 5))
    assert counted.rounds == 4
    assert {total: count for total, count in counted.totals.items() if count} == {9: 1, 11: 1, 12: 1, 16: 1}
    assert counted.sides == {BIG: 2, SMALL: 1, TRIPLE: 1}
    assert (counted.odd, counted.even) == (2, 1)  # 11 and 9; 16; the triple is neither
    assert {face: seen.count for face, seen in counted.faces.items()} == {1: 1, 2: 1, 3: 2, 4: 3, 5: 3, 6: 2}
    assert {face: seen.ago for face, seen in counted.faces.items()} == {1: 2, 2: 2, 3: 3, 4: 1, 5: 0, 6: 0}
    assert counted.order == (BIG, SMALL, TRIPLE, BIG)
    assert counted.hot == {4, 5}
    assert counted.cold == {1, 2}


def test_that_a_triple_is_neither_big_nor_small():
    assert [side_of((face, face, face)) for face in range(1, 7)] == [TRIPLE] * 6
    assert side_of((1, 1, 2)) is SMALL
    assert side_of((4, 3, 3)) is SMALL
    assert side_of((4, 4, 3)) is BIG
    assert side_of((6, 6, 5)) is BIG


def test_that_a_void_round_is_listed_but_not_counted():
    counted = _counted(_rolled(1, 3, 3, 5), Outcome(2, (), "A die is not flat"))
    assert counted.rounds == 1
    assert [one.round for one in counted.recent] == [1, 2]
    assert counted.recent[1].dice is None
    assert counted.recent[1].void_reason == "A die is not flat"


def test_that_only_the_last_hundred_results_count():
    counted = _counted(*[_rolled(n, 1, 1, 2) for n in range(30)], *[_rolled(n, 6, 6, 5) for n in range(100)])
    assert counted.rounds == 100
    assert counted.totals[17] == 100
    assert counted.totals[4] == 0
    assert counted.faces[1].ago is None


def test_that_nothing_is_hot_or_cold_while_all_are_alike():
    assert _counted().hot == frozenset()
    assert _counted().cold == frozenset()
    assert _counted(_rolled(1, 1, 2, 3), _rolled(2, 4, 5, 6)).hot == frozenset()


def test_that_fair_shares_are_those_of_the_216_rolls():
    shares = fair_shares()
    assert sum(shares.values()) == 1
    assert list(shares) == list(TOTALS)
    assert shares[3] == shares[18] == Fraction(1, 216)
    assert shares[10] == shares[11] == Fraction(27, 216)


def test_that_the_road_turns_with_every_change_and_at_its_foot():
    order = [BIG, BIG, BIG, SMALL, TRIPLE, BIG]
    assert road(order, rows=6, columns=9) == [[BIG, BIG, BIG], [SMALL], [TRIPLE], [BIG]]
    assert road(order, rows=2, columns=9) == [[BIG, BIG], [BIG], [SMALL], [TRIPLE], [BIG]]
    assert road(order, rows=6, columns=2) == [[TRIPLE], [BIG]]

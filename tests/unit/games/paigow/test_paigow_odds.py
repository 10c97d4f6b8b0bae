"""Fortune Pai Gow Poker: figures by the project's own counts and deals."""

import hashlib
from collections import Counter
from fractions import Fraction
from math import sqrt

import pytest

from kiosk.games.paigow import odds
from kiosk.games.paigow.fortune import Bonus
from kiosk.games.paigow.house_way import ROWS
from kiosk.games.paigow.paper import odds_records, odds_table, read_layout
from kiosk.resources import layout_reader
from kits.games import paigow_count as count
from kits.games import paigow_simulation as simulation

# How many hands the rows of Appendix A decide, worked out apart from this program; its Table 2 has the groups apart.
DECIDED = {
    "1 no pair": 24_780_420,
    "1 one pair": 64_221_960,
    "2 pair of Aces and any other pair": 1_900_800 + 3_168_000 + 2_534_400,
    "2 low pair with a low or medium pair, and a King, an Ace or the Joker": 2_125_440 + 4_250_880,
    "2 low pair with a low or medium pair": 1_935_360 + 3_870_720,
    "2 low and high pair or two medium pairs, and an Ace or the Joker": 1_944_000 + 777_600,
    "2 low and high pair or two medium pairs": 4_147_200 + 1_658_880,
    "2 high pair with a medium or high pair": 4_872_960 + 1_218_240,
    "3 three pairs": 2_898_720,
    "4 three Aces": 1_197_460,
    "4 three of a kind": 6_413_616,
    "4 twice three of a kind": 68_640,
    "5 no pair, with a Straight or a Flush": 7_119_228,
    "5 one pair, with a Straight or a Flush": 8_363_256,
    "5 three of a kind, with a Straight or a Flush": 245_564,
    "5 three Kings, Ace and Joker, with a Straight or a Flush": 1_392,
    "6 three of a kind and a pair": 3_964_368,
    "6 three of a kind, a pair of twos, Ace and King": 4_800,
    "6 three of a kind and two pairs": 150_480,
    "7 four of 2 to 6": 74_800,
    "7 four of 7 to 10, and an Ace or the Joker": 17_600,
    "7 four of 7 to 10": 42_240,
    "7 four Jacks, Queens, Kings or Aces": 44_880 + 70_400,
    "7 four of 2 to King with a pair": 40_920,
    "7 four of 2 to King with three of a kind": 648,
    "7 four Aces with a pair of Kings": 1_320,
    "7 four Aces with a pair": 14_520,
    "7 four Aces with three of a kind": 240,
    "8 five Aces": 1_056,
    "8 five Aces with a pair of Kings": 6,
    "8 five Aces with a pair": 66,
}


@pytest.fixture
def layout():
    return read_layout("A", layout_reader("paigow"))


def counted():
    """All counts of the table by their name."""
    found = Counter()
    for row in count.TABLE.read_text(encoding="utf-8").splitlines():
        for said in row.split("; ")[2:]:
            name, _, hands = said.rpartition("=")
            found[name] += int(hands)
    return found


@pytest.mark.rule("paigow:4.1.2")
def test_that_the_fortune_bonus_keeps_what_the_counts_say():
    assert odds.HANDS == count.HANDS == 154_143_080
    assert odds.fortune_edge() == Fraction(1_915_457, 19_267_885)
    assert round(float(odds.fortune_edge()) * 100, 6) == 9.941190


@pytest.mark.rule("paigow:4.1.2", "paigow:A")
def test_that_the_table_of_all_hands_is_as_it_was_counted():
    assert hashlib.sha256(count.TABLE.read_bytes()).hexdigest() == count.CHECKSUM
    found = counted()
    assert {made: found[made] for made in Bonus} == odds.FORTUNE_HANDS
    assert found["Nothing"] == 124_556_196
    assert {f"{row.table} {row.words}": found[f"{row.table} {row.words}"] for row in ROWS} == DECIDED
    assert sum(DECIDED.values()) == count.HANDS


@pytest.mark.rule("paigow:4.1.2", "paigow:A")
def test_that_some_kinds_of_hands_are_counted_anew_as_the_table_says():
    table = count.TABLE.read_text(encoding="utf-8").splitlines(keepends=True)
    kinds = count.shapes()
    assert len(table) == len(kinds)
    few = [kind for kind in kinds if len(kind[1]) <= 3]
    assert len(few) == 9
    for kind in few:
        assert count.line(*kind) == table[kinds.index(kind)]


@pytest.mark.torture
@pytest.mark.rule("paigow:1.1.8", "paigow:4.1.2", "paigow:A")
def test_that_all_154143080_hands_are_counted_anew_as_the_table_says():
    assert hashlib.sha256("".join(count.lines()).encode()).hexdigest() == count.CHECKSUM


def test_that_the_classes_of_a_kind_are_all_its_hands():
    assert sum(ways for _, ways in count.classes(0, (4, 2, 1))) == 13 * 12 * 6 * 11 * 4
    assert sum(ways for _, ways in count.classes(1, (4, 2))) == 13 * 12 * 6


@pytest.mark.rule("paigow:4.1.1")
def test_that_the_figure_of_the_standard_wager_is_that_of_the_decks_that_were_dealt():
    pieces = simulation.pieces()
    decks = len(pieces) * simulation.DECKS
    total = simulation.total(pieces)
    assert decks * simulation.DEALS == odds.DEALS >= 10**8
    assert (total.won, total.stood_off) == (odds.WON, odds.STOOD_OFF)
    edge, error = simulation.edge(total, decks)
    assert (float(edge), round(error, 7)) == (odds.STANDARD_EDGE, odds.STANDARD_ERROR)
    # Pieces scatter about the whole as the error says.
    errors = [
        (float(simulation.edge(piece, simulation.DECKS)[0]) - float(edge)) / (error * sqrt(len(pieces)))
        for piece in pieces
    ]
    assert 0.9 < sum(one**2 for one in errors) / len(errors) < 1.1


@pytest.mark.rule("paigow:4.1.1", "paigow:A")
def test_that_a_piece_is_dealt_again_as_the_table_says():
    assert simulation.deal(5) == simulation.pieces()[5]


@pytest.mark.torture
@pytest.mark.rule("paigow:4.1.1", "paigow:A")
def test_that_other_decks_keep_as_much():
    pieces = [simulation.deal(number) for number in range(10_000, 10_050)]
    edge, error = simulation.edge(simulation.total(pieces), len(pieces) * simulation.DECKS)
    assert abs(float(edge) - odds.STANDARD_EDGE) < 4 * error


def test_that_the_odds_are_listed_for_both_wagers(layout):
    standard, fortune = odds_records(layout)
    assert list(standard) == ["spot", "name", "outcomes", "of", "edge", "standard_error"]
    assert standard["outcomes"] == {"0": odds.STOOD_OFF, "19/20": odds.WON}
    assert list(fortune) == ["spot", "name", "outcomes", "of", "edge"]
    assert fortune["outcomes"]["2500"] == 32
    assert (fortune["of"], fortune["edge"]) == (154_143_080, "1915457/19267885")
    assert "edge 1915457/19267885 = 9.941190% of 154,143,080" in odds_table(layout)

"""Si Ki Pi: exact figures by the project's own count."""

import hashlib
import random
from fractions import Fraction

import pytest

from kiosk.games.sikipi.odds import DEALS, STOOD_OFF, WON, edge, hands, outcomes, ways
from kiosk.games.sikipi.paper import odds_records, odds_table, read_layout
from kiosk.resources import layout_reader
from kits.games.sikipi_count import CHECKSUM, TABLE, against_all, lines


@pytest.mark.rule("sikipi:4.1")
def test_that_the_initial_bet_keeps_what_the_counts_say():
    assert DEALS == 52_677_670_500
    assert DEALS - WON - STOOD_OFF == 16_052_157_510
    assert edge("initial") == Fraction(4_937_043, 180_094_600)


@pytest.mark.rule("sikipi:4.2")
@pytest.mark.parametrize("bet", ["bonus", "bonus-dealer"])
def test_that_the_bonus_bets_keep_what_the_counts_say(bet):
    assert outcomes(bet) == {1: 82_368, 12: 2_808, 20: 2_496, 100: 13}
    assert edge(bet) == Fraction(1_212, 20_825)


def test_that_the_counts_are_the_sums_of_their_table():
    text = TABLE.read_bytes()
    assert hashlib.sha256(text).hexdigest() == CHECKSUM
    won = stood_off = 0
    for line in text.decode().splitlines():
        hand, hand_won, hand_stood_off = line.split()
        won += ways(hand) * int(hand_won)
        stood_off += ways(hand) * int(hand_stood_off)
    assert (won, stood_off) == (WON, STOOD_OFF)


@pytest.mark.rule("sikipi:H")
def test_that_some_hands_are_counted_anew_as_the_table_says():
    table = TABLE.read_text(encoding="utf-8").splitlines()
    assert len(table) == len(hands()) == 1_820
    for line in random.Random(4).sample(table, 40):
        hand, *counts = line.split()
        assert against_all(hand) == tuple(map(int, counts)), hand


@pytest.mark.torture
@pytest.mark.rule("sikipi:H", "sikipi:4.1")
def test_that_all_hands_are_counted_anew_as_the_table_says():
    assert hashlib.sha256("".join(lines()).encode()).hexdigest() == CHECKSUM


def test_that_the_odds_are_listed_for_every_bet():
    layout = read_layout("A", layout_reader("sikipi"))
    found = odds_records(layout)
    assert [list(record) for record in found] == [["spot", "name", "outcomes", "of", "edge"]] * 3
    assert {record["spot"]: (record["outcomes"], record["of"], record["edge"]) for record in found} == {
        "initial": ({"0": STOOD_OFF, "19/20": WON}, DEALS, "4937043/180094600"),
        "bonus": ({"1": 82368, "12": 2808, "20": 2496, "100": 13}, 270725, "1212/20825"),
        "bonus-dealer": ({"1": 82368, "12": 2808, "20": 2496, "100": 13}, 270725, "1212/20825"),
    }
    assert "edge 4937043/180094600 = 2.741361% of 52,677,670,500" in odds_table(layout)

"""Si Ki Pi: what two cards are worth and how four are set, by every worked example and over all hands."""

from collections import Counter
from itertools import combinations, permutations, product

import pytest

from kiosk.cards import DECK, RANKS, rank_of
from kiosk.games.errors import BadFacts
from kiosk.games.sikipi.hands import bonus, category, points, wins, worth
from kiosk.games.sikipi.house_way import ROWS, set_house_way, set_own_way
from kiosk.games.sikipi.odds import HANDS, hands, ways
from kits.games.sikipi_count import cards_of
from kits.games.written import examples

# How many of the 270,725 hands each row of Appendix H decides, worked out apart from this program.
DECIDED = {
    "H.1": 83_737 + 396,
    "H.1 parted": 3_552,
    "H.2": 14_080,
    "H.3(i)": 256,
    "H.3(ii)": 256,
    "H.4": 256,
    "H.4(i)": 105_216,
    "H.4(ii)": 30_720 + 23_040,
    "H.4(iii)": 9_216,
}


def ids(case):
    return str(case["id"])


@pytest.mark.rule("sikipi:1.6", "sikipi:1.13", "sikipi:1.14", "sikipi:1.17", "sikipi:3.4", "sikipi:3.22")
@pytest.mark.parametrize("case", examples("sikipi", "compare"), ids=ids)
def test_that_two_cards_compare_as_the_example_says(case):
    player, dealer = (tuple(case["input"][who]) for who in ("player", "dealer"))
    assert {
        "player_wins": wins(player, dealer),
        "same_ranking": worth(player) == worth(dealer),
        "player_points": points(player),
        "player_category": category(player),
        "dealer_category": category(dealer),
    } == case["expect"]


def written_worth(cards):
    """By the sentences of rules 3.3 and 3.4: kind, points, then card by card; nothing ranks two hands of no point."""
    values = sorted((rank_of(card) for card in cards), reverse=True)
    counted = sum(1 if value == 14 else value if value < 10 else 0 for value in values) % 10
    if values[0] == values[1]:
        return (3, values)
    if values == [8, 2]:
        return (2,)
    return (1, counted, values) if counted else (0,)


@pytest.mark.rule("sikipi:3.3", "sikipi:3.4.1", "sikipi:3.4.2", "sikipi:G")
@pytest.mark.rule("sikipi:3.22.3", "sikipi:3.22.4", "sikipi:3.22.5", "sikipi:3.22.6")
def test_that_all_two_cards_rank_as_the_sentences_of_the_rules_say():
    two = [(one + "s", other + "h") for one, other in product(RANKS, repeat=2)]
    for one, other in product(two, repeat=2):
        assert wins(one, other) == (written_worth(one) > written_worth(other)), (one, other)
        assert (worth(one) == worth(other)) == (written_worth(one) == written_worth(other)), (one, other)


def test_that_suits_and_the_order_of_the_cards_decide_nothing():
    for one in combinations(DECK, 2):
        assert worth(one) == worth(one[::-1]) == worth((one[0][0] + "s", one[1][0] + "h"))


@pytest.mark.rule("sikipi:1.10", "sikipi:3.21", "sikipi:H")
@pytest.mark.parametrize("case", examples("sikipi", "house-way"), ids=ids)
def test_that_four_cards_are_set_the_house_way_as_the_example_says(case):
    (low, high), _ = set_house_way(case["input"]["cards"])
    assert {
        "low": low[0][0] + low[1][0],
        "high": high[0][0] + high[1][0],
        "low_category": category(low),
        "low_points": points(low),
        "high_category": category(high),
        "high_points": points(high),
    } == case["expect"]


@pytest.mark.rule("sikipi:H")
def test_that_each_row_of_the_appendix_decides_as_many_hands_as_it_must():
    decided = Counter()
    for hand in hands():
        _, row = set_house_way(cards_of(hand))
        parted = row.paragraph in ("H.1(i)", "H.1(ii)")
        decided["H.1 parted" if parted else row.paragraph] += ways(hand)
    assert decided == DECIDED
    assert sum(decided.values()) == HANDS == 270_725


@pytest.mark.rule("sikipi:H")
@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.paragraph} {row.holds}")
def test_that_every_row_of_the_appendix_is_needed(row):
    assert any(set_house_way(cards_of(hand))[1] is row for hand in hands())


@pytest.mark.rule("sikipi:1.8", "sikipi:1.12")
def test_that_the_house_way_is_a_legal_setting_of_every_hand_whatever_the_order_of_its_cards():
    for hand in hands():
        cards = cards_of(hand)
        (low, high), row = set_house_way(cards)
        assert sorted(low + high) == sorted(cards)
        assert worth(low) <= worth(high)
        for other in permutations(cards):
            setting, same_row = set_house_way(other)
            assert ([card[0] for card in setting.low], [card[0] for card in setting.high], same_row) == (
                [card[0] for card in low],
                [card[0] for card in high],
                row,
            )


@pytest.mark.torture
@pytest.mark.rule("sikipi:1.8", "sikipi:1.12")
def test_that_the_house_way_is_a_legal_setting_of_all_270725_hands():
    for cards in combinations(DECK, 4):
        (low, high), _ = set_house_way(cards)
        assert sorted(low + high) == sorted(cards)
        assert worth(low) <= worth(high)
        assert set_own_way(cards, low) == (low, high) or worth(low) == worth(high)


@pytest.mark.rule("sikipi:1.8", "sikipi:1.12")
@pytest.mark.parametrize("case", examples("sikipi", "setting"), ids=ids)
def test_that_a_setting_is_taken_or_refused_as_the_example_says(case):
    low, high = case["input"]["low"], case["input"]["high"]
    if case["expect"]["legal"]:
        setting = set_own_way([*high, *low], low)
        assert (set(setting.low), set(setting.high)) == (set(low), set(high))
    else:
        with pytest.raises(BadFacts, match="which ranks above the High Hand"):
            set_own_way([*high, *low], low)


@pytest.mark.parametrize("low", [("Ks", "2c"), ("Ks",), ("Ks", "Ks"), (), ("Ks", "9h", "8d")])
def test_that_a_low_hand_of_other_cards_is_refused(low):
    with pytest.raises(BadFacts, match="expected two of the four cards Ks 9h 8d 7c"):
        set_own_way(("Ks", "9h", "8d", "7c"), low)


@pytest.mark.rule("sikipi:1.2", "sikipi:3.23", "sikipi:3.23.1")
@pytest.mark.parametrize("case", examples("sikipi", "bonus"), ids=ids)
def test_that_four_cards_make_the_bonus_of_the_example(case):
    assert bonus(case["input"]["cards"]) == case["expect"]["bonus"]

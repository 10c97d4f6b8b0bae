"""Fortune Pai Gow Poker: what hands are worth and how seven cards are set, by every worked example and more."""

import random
from itertools import pairwise

import pytest

from kiosk.cards import DECK, JOKER, RANKS, SUITS
from kiosk.cards.poker import category_of, tie_break_of
from kiosk.games.errors import BadFacts
from kiosk.games.paigow.fortune import bonus
from kiosk.games.paigow.hands import FIVE_ACES, VALUE, high_rank, is_foul, low_rank, name_of
from kiosk.games.paigow.house_way import ROWS, set_house_way
from kiosk.games.paigow.setting import set_own_way, seven
from kits.games.paigow_count import shapes
from kits.games.paigow_reading import high_worth, house_way, low_worth
from kits.games.written import dealt, examples

ALL = (*DECK, JOKER)
PRINTED = [f"pg-{number}" for number in range(150, 185)]
"""The examples that Appendix A prints, one for each."""


def by_id(case):
    return case["id"]


def tie_break(rank):
    """The values that decide among High Hands of one name, in the order in which they are compared."""
    return [VALUE["As"]] if rank == FIVE_ACES else list(tie_break_of(rank))


def low_of(cards):
    """A Low Hand as the examples say it: whether it is a pair, and its values."""
    values = sorted((VALUE[card] for card in cards), reverse=True)
    pair = values[0] == values[1]
    return pair, values[:1] if pair else values


@pytest.mark.rule(
    "paigow:1.1.7", "paigow:3.4", "paigow:3.4.1", "paigow:3.4.1.1", "paigow:3.4.1.2", "paigow:3.14"
)
@pytest.mark.parametrize("case", examples("paigow", "high_rank"), ids=by_id)
def test_that_a_high_hand_is_what_the_example_says(case):
    rank = high_rank(case["input"]["hand"])
    assert {"category": name_of(rank), "tie_break": tie_break(rank)} == case["expect"]


@pytest.mark.rule("paigow:3.4.1.3", "paigow:3.14", "paigow:3.14.1")
@pytest.mark.rule("paigow:3.14.1.1", "paigow:3.14.1.2", "paigow:3.14.1.3")
@pytest.mark.parametrize("case", examples("paigow", "high_compare"), ids=by_id)
def test_that_two_high_hands_compare_as_the_example_says(case):
    one, other = high_rank(case["input"]["a"]), high_rank(case["input"]["b"])
    assert (one > other) - (one < other) == case["expect"]["result"]


@pytest.mark.rule("paigow:1.1.7", "paigow:3.4.1.2")
def test_that_any_high_hands_rank_as_another_count_says():
    chance = random.Random(7)
    hands = [chance.sample(ALL, 5) for _ in range(500)]
    hands += [[JOKER, *chance.sample(DECK, 4)] for _ in range(500)]
    hands += [[JOKER, *(rank + "s" for rank in chance.sample("23456789TJQKA", 4))] for _ in range(200)]
    hands += [["As", "Ah", "Ad", "Ac", JOKER], ["As", "Ah", "Ad", "Ac", "Ks"]]
    ranked = sorted((high_rank(hand), high_worth(tuple(hand))) for hand in hands)
    assert [rank for _, rank in ranked] == sorted(rank for _, rank in ranked)
    for (rank, written), (next_rank, next_written) in pairwise(ranked):
        assert (rank == next_rank) == (written == next_written)


@pytest.mark.rule("paigow:3.4.1.3", "paigow:3.15")
@pytest.mark.parametrize("case", examples("paigow", "low_rank"), ids=by_id)
def test_that_a_low_hand_is_what_the_example_says(case):
    pair, values = low_of(case["input"]["hand"])
    assert {"pair": pair, "values": values} == case["expect"]


@pytest.mark.rule("paigow:3.15")
def test_that_all_low_hands_rank_by_pair_then_card_by_card():
    two = [(one, other) for one in ALL for other in ALL if one != other]
    ranked = sorted(two, key=low_rank)
    said = [low_of(cards) for cards in ranked]
    assert said == sorted(said)
    assert len({low_rank(cards) for cards in two}) == len({str(one) for one in said}) == 91


@pytest.mark.rule("paigow:1.1.4", "paigow:1.1.8", "paigow:3.12.2")
@pytest.mark.parametrize("case", examples("paigow", "foul"), ids=by_id)
def test_that_a_setting_is_foul_where_the_example_says_so(case):
    low, high = case["input"]["low"], case["input"]["high"]
    assert is_foul(low_rank(low), high_rank(high)) == case["expect"]["foul"]
    assert set_own_way([*high, *low], low).is_foul == case["expect"]["foul"]


@pytest.mark.rule("paigow:1.1.6", "paigow:3.13", "paigow:A")
@pytest.mark.parametrize("case", examples("paigow", "house_way"), ids=by_id)
def test_that_seven_cards_are_set_the_house_way_as_the_example_says(case):
    cards, expect = case["input"]["cards"], case["expect"]
    setting, _ = set_house_way(cards)
    assert sorted(setting.low + setting.high) == sorted(cards)
    pair, values = low_of(setting.low)
    assert (pair, values) == (expect["low_pair"], expect["low_values"])
    assert name_of(setting.high_rank) == expect["high_category"]
    assert tie_break(setting.high_rank) == expect["high_tie_break"]
    assert (JOKER in setting.low) == (JOKER in expect["low"])
    # Cards of one value are told apart by nothing but a Flush.
    assert [VALUE[card] for card in setting.low] == [VALUE[card] for card in sorted_high(expect["low"])]


def sorted_high(cards):
    return sorted(cards, key=VALUE.__getitem__, reverse=True)


@pytest.mark.rule("paigow:A")
def test_that_every_printed_example_of_the_appendix_is_among_them():
    assert [case["id"] for case in examples("paigow", "house_way")][: len(PRINTED)] == PRINTED


TABLES = [1, 1, 2, 2, 2, 2, 2, 2, 2, 3, 4, 4, 4, *[5] * 10, 6, 6, 6, *[7] * 7, 8, 8]


@pytest.mark.rule("paigow:A")
def test_that_a_printed_example_is_decided_by_its_table_or_the_one_that_it_names():
    # Rows of Table 5 that say "use the rule of two pairs, three pairs, a full house, four of a kind" name another.
    named = {"pg-167": 2, "pg-168": 3, "pg-170": 6, "pg-172": 7}
    printed = examples("paigow", "house_way")[: len(PRINTED)]
    for case, table in zip(printed, TABLES, strict=True):
        _, row = set_house_way(case["input"]["cards"])
        assert row.table == named.get(case["id"], table), case["id"]


@pytest.mark.rule("paigow:A")
@pytest.mark.parametrize(
    ("cards", "low"),
    [
        ("7c 7h 8s 8h Kc 3d 2s", "7c 7h"),  # medium with medium: a King is not enough
        ("6c 6h 8s 8h Kc 3d 2s", "Kc 3d"),  # low with medium: it is
        ("7c 7h Js Jh Ac 3d 2s", "7c 7h"),  # medium with high: parted beside any card
        ("6c 6h Js Jh Ac 3d 2s", "Ac 3d"),
        ("Tc Th 9s 9h Ac 3d 2s", "Ac 3d"),
        ("Tc Th Js Jh Ac 3d 2s", "Tc Th"),
        ("6c 6h 6s 6d Qc 3d 2s", "Qc 3d"),
        ("7c 7h 7s 7d Qc 3d 2s", "7c 7h"),
        ("Tc Th Ts Td Ac 3d 2s", "Ac 3d"),
        ("Jc Jh Js Jd Ac 3d 2s", "Jc Jh"),
    ],
)
def test_that_pairs_and_fours_are_grouped_by_the_bounds_of_the_appendix(cards, low):
    setting, _ = set_house_way(dealt(cards))
    assert [VALUE[card] for card in setting.low] == [VALUE[card] for card in sorted_high(dealt(low))]


@pytest.mark.rule("paigow:A")
def test_that_the_order_of_the_cards_changes_neither_the_row_nor_the_ranks():
    chance = random.Random(3)
    for _ in range(400):
        cards = chance.sample(ALL, 7)
        setting, row = set_house_way(cards)
        chance.shuffle(cards)
        other, same_row = set_house_way(cards)
        assert (other.low_rank, other.high_rank, same_row) == (setting.low_rank, setting.high_rank, row)


@pytest.mark.rule("paigow:1.1.5", "paigow:1.1.10", "paigow:3.12.1")
def test_that_the_house_way_is_a_legal_setting_of_some_hands():
    chance = random.Random(5)
    for _ in range(3_000):
        cards = chance.sample(ALL, 7)
        setting, _ = set_house_way(cards)
        assert not setting.is_foul
        assert (len(setting.low), len(setting.high)) == (2, 5)
        assert sorted(setting.low + setting.high) == sorted(cards)
        assert (setting.low_rank, setting.high_rank) == (low_rank(setting.low), high_rank(setting.high))


def any_hand(chance):
    """Seven cards of any kind there is, rare ones as often as others: of near ranks, or those that tables name."""
    joker, shape = chance.choice(shapes())
    lowest = chance.randrange(8)
    named = ["A", "K", "2", *chance.sample("3456789TJQ", 4)]
    ranks = chance.sample(chance.choice(("A23456789TJQKA"[lowest : lowest + 7], named, RANKS)), len(shape))
    mostly = chance.choice(SUITS)
    cards = [JOKER] * joker
    for rank, often in zip(ranks, shape, strict=True):
        suits = chance.sample(SUITS, 4)
        if chance.random() < 0.7:
            suits.sort(key=lambda suit: suit != mostly)
        cards += [rank + suit for suit in suits[:often]]
    chance.shuffle(cards)
    return cards


@pytest.mark.rule("paigow:A", "paigow:1.1.6")
@pytest.mark.parametrize("hands", [800, pytest.param(60_000, marks=pytest.mark.torture)])
def test_that_the_house_way_of_any_hand_is_that_of_a_second_reading(hands):
    chance, rows = random.Random(hands), set()
    for _ in range(hands):
        cards = any_hand(chance)
        setting, row = set_house_way(cards)
        assert (low_worth(setting.low), high_worth(setting.high)) == house_way(cards), (cards, row.words)
        rows.add(row)
    assert len(rows) > 0.9 * len(ROWS), "of almost every row there is a hand"


@pytest.mark.rule("paigow:A")
def test_that_whatever_seven_cards_contain_has_a_row():
    contained = set()
    for joker, shape in shapes():  # the Joker is an Ace: one of the values there, or one more
        with_joker = [
            [*shape, 1],
            *([*shape[:at], shape[at] + 1, *shape[at + 1 :]] for at in range(len(shape))),
        ]
        contained |= {tuple(sorted(one, reverse=True)) for one in (with_joker if joker else [shape])}
    assert {row.contains for row in ROWS} == contained


@pytest.mark.parametrize("low", [("Kc", "2h"), ("Kc",), ("Kc", "Kc"), (), ("Kc", "Qh", "9s")])
def test_that_a_low_hand_of_other_cards_is_refused(low):
    with pytest.raises(BadFacts, match="expected two of the seven cards Kc Qh 9s 6h 4c 3d 2s"):
        set_own_way(dealt("Kc Qh 9s 6h 4c 3d 2s"), low)


def test_that_cards_without_straight_or_flush_have_none_to_keep():
    own = seven(dealt("Kc Qh 9s 6h 4c 3d 2s"))
    assert not own.completes()
    with pytest.raises(BadFacts, match="expected cards that make a Straight or a Flush"):
        own.with_completed()


@pytest.mark.rule("paigow:1.1.3", "paigow:1.1.9", "paigow:4.1.2")
@pytest.mark.parametrize("case", examples("paigow", "bonus"), ids=by_id)
def test_that_seven_cards_make_the_bonus_of_the_example(case):
    assert (bonus(case["input"]["cards"]) or "Nothing") == case["expect"]["bonus"]


@pytest.mark.rule("paigow:1.1.9", "paigow:3.23")
@pytest.mark.parametrize(
    ("cards", "made"),
    [
        ("9s 8s 7s 6s 2s Kd Qd", "Flush"),
        ("Ks Qs Js Ts 9s Kd Qd", "Straight Flush"),
        ("As Ks Qs Js Ts Kd Qh", "Royal Flush"),
        ("As Ks Qs Jk Ts Kd Qd", "Royal Match"),
    ],
)
def test_that_king_and_queen_of_one_suit_match_a_royal_flush_alone(cards, made):
    assert bonus(dealt(cards)) == made


@pytest.mark.rule("paigow:3.14")
def test_that_the_names_of_high_hands_are_those_of_the_rules():
    hands = {"Five Aces": "As Ah Ad Ac Jk", "Four of a kind": "As Ah Ad Ac Ks", "High Card": "As Kh 9d 4c 2s"}
    assert {name: name_of(high_rank(cards.split())) for name, cards in hands.items()} == {
        name: name for name in hands
    }
    assert category_of(high_rank(dealt("As Ks Qs Js Jk"))).name == "ROYAL_FLUSH"

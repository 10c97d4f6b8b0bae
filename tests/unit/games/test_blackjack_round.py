"""Rounds of Blackjack step by step: what is open, where the next card lies, what is decided already, and the shoe."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.cards import DECK
from kiosk.games.blackjack.paper import read_layout, settle_slip
from kiosk.games.blackjack.play import Decision, NotOffered
from kiosk.games.blackjack.round import follow
from kiosk.games.blackjack.settle import settle
from kiosk.games.blackjack.shoe import Shoe
from kiosk.games.errors import BadFacts, InexactConfiguration
from kiosk.games.game import SpotResult, check_exact
from kiosk.money import InexactPayout

MANY = 1000
"""Decks enough for cards that fall by chance."""
LAYOUT = read_layout("A", lambda name: name)
HIT, STAND, SPLIT, DECLINE = (Decision(kind) for kind in ("hit", "stand", "split", "decline"))


def at(state):
    """What is open: where the next card lies, or the windows with their options and default."""
    return state.at or [
        (one.name, [option.choice for option in one.options], one.default) for one in state.windows
    ]


def dealt(*cards):
    """Cards with their places, as "Kh box-1/1"."""
    return [tuple(card.split()) for card in cards]


TWO = dealt("Kh box-2/1", "9h box-5/1", "Ah dealer", "6d box-2/1", "9d box-5/1")
BETS = {2: {"initial": 1000}, 5: {"initial": 600, "pair": 100}}


@pytest.mark.rule("blackjack:1.15", "blackjack:3.11", "blackjack:3.13", "blackjack:5.10.3")
def test_that_cards_fall_in_the_order_of_the_boxes_and_side_bets_are_decided_by_the_last():
    places = [follow(BETS, TWO[:count], {}, 8).at for count in range(5)]
    assert places == ["box-2/1", "box-5/1", "dealer", "box-2/1", "box-5/1"]
    assert follow(BETS, TWO[:4], {}, 8).decided == {}
    burnt = [("2c", "discarded"), *TWO[:3], ("3c", "discarded"), *TWO[3:]]
    for cards in (TWO, burnt):
        found = follow(BETS, cards, {}, 8).decided
        assert {box: one.spots for box, one in found.items()} == {
            2: {},
            5: {"pair": SpotResult(100, 100, 1100)},
        }


@pytest.mark.rule("blackjack:3.14", "blackjack:3.14.2", "blackjack:1.16", "blackjack:3.8")
def test_that_the_first_window_is_open_to_all_boxes_at_once_and_then_one_decides_after_the_other():
    state = follow(BETS, TWO, {}, 8)
    offered = ["insurance", "decline"]
    assert at(state) == [("first/box-2", offered, "decline"), ("first/box-5", offered, "decline")]
    assert [one.audience for one in state.windows] == ["box-2", "box-5"]
    state = follow(BETS, TWO, {5: [Decision("insurance", 300)]}, 8)
    assert at(state) == [("first/box-2", offered, "decline")]
    assert state.boxes[5].bets == {"initial": 600, "pair": 100, "insurance": 300}
    said = {2: [DECLINE], 5: [Decision("insurance", 300)]}
    assert at(follow(BETS, TWO, said, 8)) == [("hand/box-2/1", ["hit", "stand", "double"], "stand")]
    said[2].append(STAND)
    assert at(follow(BETS, TWO, said, 8)) == [("hand/box-5/1", ["hit", "stand", "double", "split"], "stand")]
    said[5].append(SPLIT)
    assert at(follow(BETS, TWO, said, 8)) == "box-5/1"
    cards = [*TWO, ("2d", "box-5/1")]
    assert at(follow(BETS, cards, said, 8)) == [("hand/box-5/1", ["hit", "double"], "hit")]
    said[5].append(Decision("double", 600))
    cards += dealt("Th box-5/1", "9s box-5/2")
    (window,) = follow(BETS, cards, said, 8).windows
    split = next(option for option in window.options if option.choice == "split")
    assert [(one.spot, one.least, one.most) for one in split.extras] == [("split-3", 600, 600)]
    said[5].append(STAND)
    assert at(follow(BETS, cards, said, 8)) == "dealer"
    state = follow(BETS, [*cards, ("6h", "dealer")], said, 8)
    assert state.is_complete
    assert {box: one.paid for box, one in state.decided.items()} == {2: 0, 5: 1200 + 1200 + 1200 + 1200}


@pytest.mark.rule("blackjack:3.14.2", "blackjack:3.16")
def test_that_nothing_is_decided_before_the_deal_or_for_a_box_without_a_bet():
    for count in range(5):
        with pytest.raises(NotOffered, match="box 5: found decline: expected no decision before its turn"):
            follow(BETS, TWO[:count], {5: [DECLINE]}, 8)
    with pytest.raises(NotOffered, match="box 3: found stand"):
        follow(BETS, TWO, {3: [STAND]}, 8)


@pytest.mark.rule("blackjack:3.14.2")
def test_that_one_cent_cannot_be_insured():
    assert follow({2: {"initial": 1}, 5: {"initial": 1}}, TWO, {}, 8).windows[0].name == "hand/box-2/1"


@pytest.mark.rule("blackjack:3.14.2", "blackjack:3.16", "blackjack:3.8")
@pytest.mark.parametrize(
    ("more", "said", "error", "message"),
    [
        (["5c box-2/1"], {2: [DECLINE]}, BadFacts, "found the card 5c at box-2/1: expected a decision first"),
        ([], {2: [DECLINE, HIT]}, NotOffered, "box 2: found hit: expected no decision before its turn"),
        (
            [],
            {2: [DECLINE], 5: [DECLINE, STAND]},
            NotOffered,
            "box 5: found stand: expected no decision before",
        ),
        (
            [],
            {2: [Decision("surrender")]},
            NotOffered,
            "box 2: found surrender: expected .* insurance, decline",
        ),
        ([], {2: [Decision("even-money")]}, NotOffered, "box 2: found even-money"),
        (
            [],
            {2: [Decision("insurance", 501)]},
            NotOffered,
            "insurance for 501 cents: expected 1 to 500 cents",
        ),
        (
            ["5c box-2/1"],
            {2: [DECLINE, STAND], 5: [DECLINE]},
            BadFacts,
            "card 5c at box-2/1: expected a decision",
        ),
        (["5c box-5/1"], {2: [DECLINE, HIT], 5: [DECLINE]}, BadFacts, "at box-5/1: expected it at box-2/1"),
        (["5c box-2/2"], {2: [DECLINE, HIT], 5: [DECLINE]}, BadFacts, "at box-2/2: expected it at box-2/1"),
        (["5c dealer"], {2: [DECLINE, HIT], 5: [DECLINE]}, BadFacts, "at dealer: expected it at box-2/1"),
        ([], {2: [DECLINE, SPLIT], 5: [DECLINE]}, NotOffered, "found split: expected .*: hit, stand, double"),
        (
            [],
            {2: [DECLINE, HIT, HIT], 5: [DECLINE]},
            BadFacts,
            "found hit: expected a card first, for hand 1",
        ),
        (
            [],
            {2: [DECLINE, Decision("double", 1001)], 5: [DECLINE]},
            NotOffered,
            "1001 cents: expected 1 to 1000",
        ),
        ([], {2: [DECLINE, STAND, HIT], 5: [DECLINE]}, NotOffered, "found hit: expected no decision more"),
    ],
)
def test_that_what_is_not_open_is_refused_with_what_is(more, said, error, message):
    with pytest.raises(error, match=message):
        follow(BETS, [*TWO, *dealt(*more)], said, 8)


@pytest.mark.rule("blackjack:3.15", "blackjack:3.16", "blackjack:1.17", "blackjack:5.4.1")
def test_that_surrender_blackjack_and_side_bets_are_decided_before_the_next_card():
    cards = dealt(
        "Kh box-1/1", "Ah box-2/1", "8h box-3/1", "9s dealer", "6h box-1/1", "Kd box-2/1", "8d box-3/1"
    )
    bets = {1: {"initial": 1000, "under": 200}, 2: {"initial": 1000}, 3: {"initial": 1000}}
    said = {1: [Decision("surrender")]}
    state = follow(bets, cards, said, 8)
    assert at(state) == [
        ("first/box-3", ["surrender", "decline"], "decline")
    ]  # a Blackjack does not surrender
    assert {box: one.spots for box, one in state.decided.items()} == {
        1: {"initial": SpotResult(1000, 500, 0), "under": SpotResult(200, 0, 0)},
        2: {"initial": SpotResult(1000, 1000, 1500)},
        3: {},
    }


@pytest.mark.rule("blackjack:3.23", "blackjack:3.18", "blackjack:3.14.1")
def test_that_the_dealer_draws_only_as_far_as_a_bet_needs():
    bust = dealt("Kh box-1/1", "Ah dealer", "6h box-1/1", "Td box-1/1")
    state = follow({1: {"initial": 1000}}, bust, {1: [DECLINE, HIT]}, 8)
    assert state.is_complete
    assert state.decided[1].spots == {"initial": SpotResult(1000, 0, 0)}
    insured = {1: [Decision("insurance", 500), HIT]}
    assert follow({1: {"initial": 1000}}, bust, insured, 8).at == "dealer"
    state = follow({1: {"initial": 1000}}, [*bust, ("2d", "dealer"), ("Kc", "dealer")], insured, 8)
    assert (state.is_complete, state.dealer) == (True, ("Ah", "2d"))  # a card too many changes nothing
    blackjack = dealt("Ah box-1/1", "Kh dealer", "Kd box-1/1")
    assert follow({1: {"initial": 1000}}, blackjack, {}, 8).at == "dealer"
    assert follow({1: {"initial": 1000}}, [*blackjack, ("2d", "dealer")], {}, 8).is_complete
    assert follow({}, [], {}, 8).is_complete


@pytest.mark.rule("blackjack:5.3")
def test_that_the_default_of_a_window_draws_below_12_and_stands_from_12():
    cards = dealt("Ah box-1/1", "7h dealer", "Ad box-1/1")
    (window,) = follow({1: {"initial": 1000}}, cards, {1: [DECLINE]}, 8).windows
    assert (window.default, [one.choice for one in window.options]) == (
        "stand",
        ["hit", "stand", "double", "split"],
    )
    cards[0] = ("2h", "box-1/1")
    (window,) = follow({1: {"initial": 1000}}, cards, {1: [DECLINE]}, 8).windows
    assert (window.default, [one.choice for one in window.options]) == ("stand", ["hit", "stand", "double"])
    cards[2] = ("9d", "box-1/1")
    (window,) = follow({1: {"initial": 1000}}, cards, {1: [DECLINE]}, 8).windows
    assert (window.default, [one.choice for one in window.options]) == ("hit", ["hit", "double"])


@pytest.mark.rule("blackjack:5.3", "blackjack:3.19")
def test_that_a_box_whose_player_has_gone_is_drawn_to_12_without_a_window():
    cards = dealt("5h box-1/1", "7h dealer", "5d box-1/1")
    walked = {1: [DECLINE, Decision("walk")]}
    assert follow({1: {"initial": 1000}}, cards, walked, 8).at == "box-1/1"
    assert follow({1: {"initial": 1000}}, [*cards, ("Ac", "box-1/1")], walked, 8).at == "dealer"  # 21
    gone_at_once = {1: [Decision("walk")]}
    assert follow({1: {"initial": 1000}}, cards, gone_at_once, 8).at == "box-1/1"


def random_round(source):
    """A round of boxes that decide by chance: stakes, cards, decisions, and its states from the first card on."""
    boxes = sorted(source.sample(range(1, 8), source.randint(1, 4)))
    stakes = {}
    for box in boxes:
        stakes[box] = {"initial": 2 * source.randint(1, 500)}
        for side in ("pair", "under", "over"):
            if source.random() < 0.4:
                stakes[box][side] = source.randint(1, stakes[box]["initial"])
    ranks = source.choice(["AKQ8", "AT5", "23456789TJQKA"])  # few of them: splits, and dealers with Blackjack
    cards, said, states = [], {box: [] for box in boxes}, []
    while not (state := follow(stakes, cards, said, MANY)).is_complete:
        states.append(state)
        if state.at:
            cards.append((source.choice(ranks) + source.choice("cdhs"), state.at))
            continue
        window = source.choice(state.windows)
        option = source.choice([*window.options, window.options[-1]])
        cents = [source.choice([one.least, one.most]) for one in option.extras]
        box = int(window.audience.removeprefix("box-"))
        said[box].append(Decision(option.choice, *cents))
    return stakes, cards, said, [*states, state]


@pytest.mark.rule("blackjack:1.9", "blackjack:1.17", "blackjack:3.13", "blackjack:3.15", "blackjack:5.16")
@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_that_interim_and_final_settlement_sum_to_the_settlement_at_once(seed):
    stakes, _, _, states = random_round(random.Random(seed))
    end = states[-1]
    once = {box: settle(played, end.dealer).spots for box, played in end.boxes.items()}
    assert {box: one.spots for box, one in end.decided.items()} == once
    before = {}
    for state in states:
        now = {box: one.spots for box, one in state.decided.items()}
        for box, spots in now.items():
            # What was decided stays as it was, and is decided at the end alike: so it may be paid at once.
            assert before.get(box, {}).items() <= spots.items() <= once[box].items()
        before = now
    for box, played in end.boxes.items():
        assert once[box].keys() == played.bets.keys()
        assert sum(one.staked for one in once[box].values()) == sum(played.bets.values())
        assert sum(played.bets.values()) <= 8 * played.initial + played.initial // 2 + sum(
            stakes[box].get(side, 0) for side in ("pair", "under", "over")
        )


@pytest.mark.rule("blackjack:4.1.1")
@settings(max_examples=200)
@given(st.integers(0, 2**32))
def test_that_a_round_on_paper_is_settled_as_at_the_table(seed):
    stakes, cards, said, states = random_round(random.Random(seed))
    end = states[-1]
    if any(sum(card == one for one, _ in cards) > 8 for card, _ in cards):
        return
    written = []
    for box, bets in stakes.items():
        own = [card for card, place in cards if place.startswith(f"box-{box}/")]
        told = [str(one) for one in said[box] if one.kind != "decline"]
        written.append({"box": box, "bets": bets, "cards": own[:2], "draws": own[2:], "decisions": told})
    dealer = [card for card, place in cards if place == "dealer"]
    found = settle_slip(LAYOUT, {"boxes": written, "dealer": dealer})["boxes"]
    assert [(one["box"], one["staked"], one["returned"], one["won"]) for one in found] == [
        (box, one.staked, one.returned, one.won) for box, one in end.decided.items()
    ]


@pytest.mark.rule("blackjack:3.16", "blackjack:4.1.1")
def test_that_the_unit_must_be_an_even_number_of_cents():
    check_exact(LAYOUT, 2)
    with pytest.raises(InexactConfiguration, match="spot initial: odds of -1/2 to 1 on the unit of 25 cents"):
        check_exact(LAYOUT, 25)
    cards = dealt("Ah box-1/1", "7h dealer", "Kd box-1/1")
    with pytest.raises(InexactPayout, match=r"box 1: initial: stake of 101 cents at 3/2 to 1"):
        _ = follow({1: {"initial": 101}}, cards, {}, 8).decided


@pytest.mark.rule("blackjack:2.2.1", "blackjack:5.5.2")
def test_that_a_card_is_not_there_more_often_than_there_are_decks():
    cards = [("Kh", "box-1/1"), ("Kh", "dealer"), ("Kh", "box-1/1"), ("Kh", "discarded")]
    assert follow({1: {"initial": 100}}, cards, {}, 4).windows
    with pytest.raises(BadFacts, match="found the card Kh 5 times: expected at most 4"):
        follow({1: {"initial": 100}}, [*cards, ("Kh", "discarded")], {}, 4)
    with pytest.raises(BadFacts, match="found the card '1h': expected a rank"):
        follow({1: {"initial": 100}}, [("1h", "box-1/1")], {}, 4)


@pytest.mark.rule("blackjack:2.2.1", "blackjack:5.5.3")
def test_that_a_shoe_says_when_the_cut_card_is_out_and_when_it_is_empty():
    shoe = Shoe(decks=4, behind=52)
    order = list(DECK * 4)
    random.Random(1).shuffle(order)
    assert (shoe.size, shoe.left(order[:8]), shoe.is_due(order[:8])) == (208, 200, False)
    assert [shoe.is_due(order[:count]) for count in (155, 156, 208)] == [False, True, True]
    assert [shoe.is_out(order[:count]) for count in (0, 207, 208)] == [False, False, True]
    assert not Shoe(decks=8, behind=0).is_due(["2c"])
    with pytest.raises(BadFacts, match="found the card 2c 5 times: expected at most 4"):
        shoe.left(["2c"] * 5)


@pytest.mark.rule("blackjack:2.2.1")
@pytest.mark.parametrize(("decks", "behind"), [(3, 0), (9, 0), (True, 0), (8, -1), (8, 416), (8, 1.5)])
def test_that_a_shoe_has_four_to_eight_decks_and_its_cut_card_within(decks, behind):
    with pytest.raises(BadFacts, match="expected"):
        Shoe(decks, behind)

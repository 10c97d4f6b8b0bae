"""Si Ki Pi: settlement on paper, by every worked example, and what is refused."""

import json

import pytest

from kiosk.games.errors import BadFacts, GameError, InexactConfiguration, UnknownLayout
from kiosk.games.game import check_exact
from kiosk.games.sikipi.hands import wins
from kiosk.games.sikipi.house_way import set_house_way, set_own_way
from kiosk.games.sikipi.paper import HAND, SLIP, explain_hand, read_layout, settle_slip
from kiosk.games.sikipi.settle import compare
from kiosk.money import InexactPayout
from kiosk.resources import layout_reader
from kits.games.written import box, examples, slip

NAMES = {"initial": "initial", "bonus-player": "bonus", "bonus-dealer": "bonus-dealer"}
OWN, DEALER = "Ks 9h 8d 7c", "Ah Qd 6s 2c"


@pytest.fixture
def layout():
    return read_layout("A", layout_reader("sikipi"))


def lose(staked):
    return {"staked": staked, "returned": 0, "won": 0}


def even(staked, won=0):
    return {"staked": staked, "returned": staked, "won": won}


def settled(layout, written):
    (found,) = settle_slip(layout, written)["boxes"]
    return found


def written_of(example):
    bets = {NAMES[bet]: stake for bet, stake in example["bets"].items()}
    setting = example["setting"]
    decision = "house-way" if setting == "house" else "set:" + "".join(setting[0])
    return slip(example["dealer"], box(1, bets, example["player"], decision))


@pytest.mark.rule("sikipi:3.1", "sikipi:3.2", "sikipi:3.22", "sikipi:3.22.1", "sikipi:3.22.2", "sikipi:3.24")
@pytest.mark.rule("sikipi:1.22", "sikipi:3.22.7", "sikipi:3.22.8", "sikipi:3.22.9")
@pytest.mark.rule("sikipi:3.23", "sikipi:3.23.1", "sikipi:4.1", "sikipi:4.2")
@pytest.mark.parametrize("case", examples("sikipi", "settle"), ids=lambda case: str(case["id"]))
def test_that_a_box_is_settled_as_the_example_says(layout, case):
    given, expect = case["input"], case["expect"]
    if "error" in expect:
        with pytest.raises(InexactPayout if expect["error"] == "NotWholeCents" else GameError):
            settle_slip(layout, written_of(given))
        return
    found = settled(layout, written_of(given))
    wagers = expect["wagers"]
    assert found["bets"] == {
        NAMES[bet]: {"staked": one["stake"], "returned": one["returned"], "won": one["won"]}
        for bet, one in wagers.items()
    }
    total = expect["total"]
    assert (found["staked"], found["returned"], found["won"]) == (
        total["stake"],
        total["returned"],
        total["won"],
    )
    dealer, _ = set_house_way(given["dealer"])
    house = given["setting"] == "house"
    player = set_house_way(given["player"])[0] if house else set_own_way(given["player"], given["setting"][0])
    assert (wins(player.low, dealer.low), wins(player.high, dealer.high)) == (
        expect["low_wins"],
        expect["high_wins"],
    )
    assert [one[0][0] + one[1][0] for one in player] == expect["player_shape"]
    assert [one[0][0] + one[1][0] for one in dealer] == expect["dealer_shape"]
    if "initial" in wagers:
        assert compare(player, dealer) == wagers["initial"]["result"]


@pytest.mark.rule("sikipi:2.1.1", "sikipi:3.10", "sikipi:3.13")
def test_that_every_box_of_a_table_is_settled_by_its_own_cards_and_the_dealers(layout):
    found = settle_slip(
        layout,
        slip(
            "Ah Qd 6s 2c",
            box(7, {"initial": 1000, "bonus": 300}, "Ks 9h 8d 7c", "set:9h8d"),
            box(2, {"initial": 2000, "bonus-dealer": 100}, "As Ad 9c 9s", "house-way"),
            box(12, {"initial": 40}, "3s 4d 6c 7s", "house-way"),
        ),
    )
    assert found == {
        "boxes": [
            {
                "box": 7,
                "bets": {"initial": even(1000, 950), "bonus": lose(300)},
                "staked": 1300,
                "returned": 1000,
                "won": 950,
            },
            {
                "box": 2,
                "bets": {"initial": even(2000, 1900), "bonus-dealer": lose(100)},
                "staked": 2100,
                "returned": 2000,
                "won": 1900,
            },
            {"box": 12, "bets": {"initial": even(40)}, "staked": 40, "returned": 40, "won": 0},
        ]
    }


@pytest.mark.rule("sikipi:3.19", "sikipi:3.20", "sikipi:5.3")
def test_that_the_house_way_is_a_decision_like_any_setting(layout):
    cards = "Kh Td 3c 6s"
    low = "".join(set_house_way(cards.split())[0].low)
    found = [
        settled(layout, slip("9c Jh Kc 3s", box(1, {"initial": 1000}, cards, *decisions)))
        for decisions in (["house-way"], [f"set:{low}"], [], ["set:Td3c"])
    ]
    assert found[0] == found[1] == found[2] != found[3]


@pytest.mark.rule("sikipi:1.11", "sikipi:3.13", "sikipi:3.23", "sikipi:4.2")
def test_that_a_bonus_bet_alone_needs_no_setting(layout):
    found = settled(layout, slip(DEALER, box(1, {"bonus": 100, "bonus-dealer": 0}, "Ks Kh 8d 7c")))
    assert found["bets"] == {"bonus": even(100, 100), "bonus-dealer": lose(0)}


@pytest.mark.rule("sikipi:4.1")
def test_that_a_unit_whose_commission_is_no_whole_cents_is_refused(layout):
    check_exact(layout, 20)
    check_exact(layout, 500)
    for unit in (1, 10, 30):
        with pytest.raises(InexactConfiguration, match="spot initial: odds of 19/20 to 1 on the unit of"):
            check_exact(layout, unit)


@pytest.mark.rule("sikipi:4.1")
@pytest.mark.parametrize("dealer", ["Ah Qd 6s 2c", "As Ad Ah Kc"])
def test_that_a_stake_whose_commission_is_no_whole_cents_is_refused_whatever_the_cards(layout, dealer):
    with pytest.raises(InexactPayout, match=r"box 1: initial: stake of 10 cents at 19/20 to 1"):
        settle_slip(layout, slip(dealer, box(1, {"initial": 10}, OWN, "house-way")))


@pytest.mark.rule("sikipi:A", "sikipi:B", "sikipi:C", "sikipi:D", "sikipi:E", "sikipi:F")
@pytest.mark.parametrize("name", list("ABCDEF"))
def test_that_all_six_layouts_pay_alike(name):
    layout = read_layout(name, layout_reader("sikipi"))
    assert layout.name == name
    assert {spot: [str(odds) for odds in layout.odds(spot)] for spot in layout.spots} == {
        "initial": ["0", "19/20"],
        "bonus": ["1", "12", "20", "100"],
        "bonus-dealer": ["1", "12", "20", "100"],
    }


@pytest.mark.parametrize("name", ["G", "", "AB", "a"])
def test_that_an_unknown_layout_is_refused(name):
    with pytest.raises(UnknownLayout, match="expected one of A, B, C, D, E, F"):
        read_layout(name, layout_reader("sikipi"))


def one_box(bets=None, cards=OWN, *decisions, number=1, dealer=DEALER):
    bets = {"initial": 1000} if bets is None else bets
    return slip(dealer, box(number, bets, cards, *(decisions or ("house-way",))))


def without(written, key):
    return {name: value for name, value in written.items() if name != key}


GOOD = one_box()
BOX = GOOD["boxes"][0]
REFUSED = {
    "no dealer": (without(GOOD, "dealer"), "found the keys boxes: expected boxes, dealer"),
    "another key": ({**GOOD, "jackpot": 5}, "found the keys boxes, dealer, jackpot: expected boxes, dealer"),
    "nothing": ({}, "found the keys none: expected boxes, dealer"),
    "no box": ({**GOOD, "boxes": []}, r"boxes: found \[\]: expected a list of 1 to 12 boxes"),
    "one box bare": ({**GOOD, "boxes": BOX}, "boxes: found {'box': 1.*: expected a list of 1 to 12 boxes"),
    "a box that is none": ({**GOOD, "boxes": [7]}, "boxes, entry 1: found 7: expected an object"),
    "thirteen boxes": ({**GOOD, "boxes": [BOX] * 13}, "expected a list of 1 to 12 boxes"),
    "a box twice": (slip(DEALER, BOX, box(1, {"initial": 20}, "2s 2h 2d 3c", "house-way")), "box 1 2 times"),
    "box 0": (one_box(number=0), "boxes, entry 1: box: found 0: expected a number of 1 to 12"),
    "box 13": (one_box(number=13), "box: found 13"),
    "box true": (one_box(number=True), "box: found True"),
    "box as text": (one_box(number="1"), "box: found '1'"),
    "no decisions": (
        slip(DEALER, without(BOX, "decisions")),
        "found the keys box, bets, cards: expected box, ",
    ),
    "a seat": (slip(DEALER, {**BOX, "seat": 1}), "found the keys box, bets, cards, decisions, seat"),
    "bets as list": (one_box([1000]), r"box 1: bets: found \[1000\]: expected an object of whole cents"),
    "another bet": (one_box({"standard": 100}), 'box 1: found the bet "standard": expected one of initial, '),
    "no bets": (one_box({}), "box 1: bets: found none: expected an Initial Bet or a Bonus Bet"),
    "bonus of nothing": (one_box({"bonus": 0}), "box 1: bets: found none"),
    "initial of nothing": (one_box({"initial": 0, "bonus": 100}), "box 1: initial: found the stake 0"),
    "a debt": (one_box({"initial": -20}), "box 1: initial: found the stake -20: expected whole cents, 0 to"),
    "true": (one_box({"initial": True}), "box 1: initial: found the stake True"),
    "a float": (one_box({"initial": 20.0}), r"box 1: initial: found the stake 20\.0"),
    "a text": (one_box({"initial": "20"}), "box 1: initial: found the stake '20'"),
    "null": (one_box({"initial": None}), "box 1: initial: found the stake None"),
    "too much": (one_box({"initial": 10**15 + 20}), "box 1: initial: found the stake 1000000000000020"),
    "three cards": (one_box(None, "Ks 9h 8d"), "box 1: cards: found 3 cards: expected 4"),
    "five cards": (one_box(None, "Ks 9h 8d 7c 2d"), "box 1: cards: found 5 cards: expected 4"),
    "a text of cards": (
        slip(DEALER, {**BOX, "cards": OWN}),
        "box 1: cards: found 'Ks 9h 8d 7c': expected a list",
    ),
    "a number as card": (
        one_box(None, ["Ks", "9h", "8d", 7]),
        "box 1: cards: found the card 7: expected a rank",
    ),
    "10s": (one_box(None, "Ks 9h 8d 10s"), "box 1: cards: found the card '10s': expected a rank"),
    "the Joker": (one_box(None, "Ks 9h 8d Jk"), "box 1: cards: found the card 'Jk': expected a rank"),
    "the dealer short": (one_box(dealer="Ah Qd 6s"), "dealer: found 3 cards: expected 4"),
    "a card twice": (
        one_box(None, "Ks Ks 8d 7c"),
        "box 1: cards: found the card Ks 2 times: expected at most 1",
    ),
    "a card at two places": (one_box(None, "Ks 9h 8d Ah"), "found the card Ah at box 1 and at the dealer"),
    "a card at two boxes": (
        slip(DEALER, BOX, box(2, {"initial": 20}, "3s 9h 3d 4c", "house-way")),
        "found the card 9h at box 1 and at box 2: expected it once",
    ),
    "decisions as text": (slip(DEALER, {**BOX, "decisions": "house-way"}), "expected a list of decisions"),
    "a number as decision": (
        slip(DEALER, {**BOX, "decisions": [1]}),
        r"decisions: found \[1\]: expected a list",
    ),
    "two decisions": (one_box(None, OWN, "house-way", "set:9h8d"), "box 1: decisions: found .* expected one"),
    "concede": (
        one_box(None, OWN, "concede"),
        'box 1: decisions: found "concede": expected house-way, or set:',
    ),
    "one card": (one_box(None, OWN, "set:9h"), 'box 1: decisions: found "set:9h"'),
    "three cards low": (one_box(None, OWN, "set:9h8d7c"), 'box 1: decisions: found "set:9h8d7c"'),
    "another's card": (
        one_box(None, OWN, "set:9hAh"),
        "box 1: found the Low Hand 9h Ah: expected two of the four",
    ),
    "a card twice low": (
        one_box(None, OWN, "set:9h9h"),
        "box 1: found the Low Hand 9h 9h: expected two of the",
    ),
    "foul": (
        one_box(None, OWN, "set:Ks9h"),
        "box 1: found the Low Hand Ks 9h, which ranks above the High Hand 8d 7c",
    ),
}


@pytest.mark.rule("sikipi:2.2.1", "sikipi:3.5", "sikipi:3.15")
@pytest.mark.parametrize("case", REFUSED)
def test_that_a_slip_that_cannot_be_is_refused_and_says_why(layout, case):
    written, why = REFUSED[case]
    with pytest.raises(GameError, match=why):
        settle_slip(layout, written)


def test_that_the_slip_that_the_refused_ones_spoil_is_good(layout):
    assert settled(layout, GOOD)["staked"] == 1000


def test_that_four_cards_are_explained_with_their_setting_and_the_row_that_decided():
    assert explain_hand({"cards": ["9h", "9d", "Kc", "Qs"]}) == {
        "category": "points",
        "name": "King-9, 9 points over Queen-9, 9 points, set by H.1(i): nines that part to 9 and 9",
        "house_way": {"low": ["Qs", "9h"], "high": ["Kc", "9d"]},
        "bonus": "pair",
        "total": None,
    }


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("8h 2d", ("gong", "Gong", 0)),
        ("As Ah", ("pair", "pair of Aces", 2)),
        ("7s 6h", ("points", "7-6, 3 points", 3)),
        ("Jd Ac", ("points", "Ace-Jack, 1 point", 1)),
        ("Td Kc", ("points", "King-10, no point", 0)),
    ],
)
def test_that_two_cards_are_named_with_their_total(cards, expected):
    category, name, total = expected
    assert explain_hand({"cards": cards.split()}) == {
        "category": category,
        "name": name,
        "house_way": None,
        "bonus": None,
        "total": total,
    }


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ({}, "found the keys none: expected cards"),
        ({"cards": ["8h", "2d"], "dealer": []}, "found the keys cards, dealer: expected cards"),
        ({"cards": "8h2d"}, "cards: found '8h2d': expected a list of cards"),
        ({"cards": ["8h"]}, "cards: found 1 cards: expected 2 or 4"),
        ({"cards": ["8h", "2d", "3c"]}, "cards: found 3 cards: expected 2 or 4"),
        ({"cards": ["8h", "8h"]}, "cards: found the card 8h 2 times"),
        ({"cards": ["8h", None]}, "cards: found the card None: expected a rank"),
    ],
)
def test_that_a_hand_that_cannot_be_is_refused(line, why):
    with pytest.raises(BadFacts if "cards:" in why else GameError, match=why):
        explain_hand(line)


def test_that_the_lines_that_the_commands_show_are_good(layout):
    assert settled(layout, json.loads(SLIP))["staked"] == 1100
    assert explain_hand(json.loads(HAND))["house_way"] is not None


def test_that_a_layout_of_another_game_is_refused():
    class Other:
        game = "blackjack"
        name = "A"

    with pytest.raises(GameError, match="expected a layout of sikipi"):
        settle_slip(Other(), GOOD)

"""Fortune Pai Gow Poker: settlement on paper, by every worked example, and what is refused."""

import json

import pytest

from kiosk.games.errors import BadFacts, GameError, InexactConfiguration, UnknownLayout
from kiosk.games.game import check_exact
from kiosk.games.paigow.fortune import Bonus, FortuneHand, bonus, envy_bonuses
from kiosk.games.paigow.hands import VALUE
from kiosk.games.paigow.house_way import set_house_way
from kiosk.games.paigow.paper import HAND, SLIP, explain_hand, read_layout, settle_slip
from kiosk.games.paigow.paytable import ENVY_PAYS
from kiosk.games.paigow.setting import set_own_way
from kiosk.games.paigow.settle import Box, commission, compare, setting_of, settle_table
from kiosk.resources import layout_reader
from kits.games.written import box, dealt, examples, slip

OWN, DEALER = "Ac Kh Js 9d 7c 5h 3s", "Kd Qc 9h 6s 4d 3h 2c"


@pytest.fixture
def layout():
    return read_layout("A", layout_reader("paigow"))


def by_id(case):
    return case["id"]


def settled(layout, written):
    (found,) = settle_slip(layout, written)["boxes"]
    return found


def net(bet):
    return bet["returned"] + bet["won"] - bet["staked"]


def bets(standard, fortune=0):
    return {"standard": standard} | ({"fortune": fortune} if fortune else {})


def decision(low):
    return "house-way" if low is None else "set:" + "".join(low)


@pytest.mark.rule("paigow:1.1.1", "paigow:1.1.11", "paigow:1.1.12", "paigow:3.3", "paigow:3.17")
@pytest.mark.rule("paigow:3.18", "paigow:3.19", "paigow:3.20", "paigow:3.21", "paigow:3.22")
@pytest.mark.rule(
    "paigow:3.12", "paigow:3.12.1", "paigow:3.12.2", "paigow:4.1", "paigow:4.1.1", "paigow:4.1.2"
)
@pytest.mark.parametrize("case", examples("paigow", "settle"), ids=by_id)
def test_that_a_box_is_settled_as_the_example_says(layout, case):
    given, expect = case["input"], case["expect"]
    low = given["low"]
    found = settled(
        layout,
        slip(
            given["dealer"], box(1, bets(given["standard"], given["fortune"]), given["player"], decision(low))
        ),
    )
    assert net(found["bets"]["standard"]) == expect["standard"]
    assert net(found["bets"]["fortune"]) == expect["fortune"]
    assert net(found) == expect["total"]
    assert (bonus(given["player"]) or "Nothing") == expect["bonus"]
    assert (low is not None and set_own_way(given["player"], low).is_foul) == expect["foul"]
    player = setting_of(Box("1", {}, tuple(given["player"]), low and tuple(low)))
    dealer, _ = set_house_way(given["dealer"])
    assert compare(player, dealer) == expect["result"]
    won = given["standard"] if expect["result"] == "win" else 0
    assert commission(won) == expect["commission"]
    for cards, said in (
        (player.low, "player_low"),
        (player.high, "player_high"),
        (dealer.low, "dealer_low"),
        (dealer.high, "dealer_high"),
    ):
        assert sorted(VALUE[card] for card in cards) == sorted(VALUE[card] for card in expect[said])


@pytest.mark.rule("paigow:1.1.2", "paigow:3.23", "paigow:3.24")
@pytest.mark.rule("paigow:3.24.1", "paigow:3.24.2", "paigow:3.24.3")
@pytest.mark.parametrize("case", examples("paigow", "envy"), ids=by_id)
def test_that_the_envy_bonus_is_that_of_the_example(layout, case):
    hands, dealer = case["input"]["hands"], case["input"]["dealer"]
    found = envy_bonuses(
        [FortuneHand(hand["player"], bonus(hand["cards"]), hand["fortune"]) for hand in hands],
        bonus(dealer),
        ENVY_PAYS,
    )
    assert found == case["expect"]["envy"]
    boxes = [Box(hand["player"], bets(1000, 100 * hand["fortune"]), tuple(hand["cards"])) for hand in hands]
    paid = dict.fromkeys(found, 0)
    for one, results in zip(boxes, settle_table(boxes, tuple(dealer)), strict=True):
        paid[one.player] += results["envy"].won
    assert paid == found
    if len(found) == len(hands):
        written = [
            box(at, bets(1000, 100 * hand["fortune"]), hand["cards"], "house-way")
            for at, hand in enumerate(hands, 1)
        ]
        answered = settle_slip(layout, slip(dealer, *written))["boxes"]
        assert [one["bets"]["envy"]["won"] for one in answered] == list(found.values())


@pytest.mark.rule("paigow:3.24.3")
def test_that_a_royal_match_has_the_envy_bonus_of_a_straight_flush_alone():
    hands = [
        FortuneHand("a", Bonus.ROYAL_MATCH, True),
        FortuneHand("b", Bonus.SEVEN_NATURAL, True),
        FortuneHand("c", Bonus.ROYAL_MATCH, False),
        FortuneHand("d", None, True),
        FortuneHand("e", Bonus.SEVEN_JOKER, True),
    ]
    assert envy_bonuses(hands, None, ENVY_PAYS) == {"a": 25000, "b": 0, "c": 0, "d": 35000, "e": 35000}
    assert set(envy_bonuses(hands, Bonus.ROYAL_MATCH, ENVY_PAYS).values()) == {0}
    assert envy_bonuses(hands, Bonus.SEVEN_JOKER, ENVY_PAYS)["d"] == 35000


@pytest.mark.rule("paigow:3.5.2", "paigow:3.24.2")
def test_that_a_players_own_hands_are_never_anothers():
    hands = [
        FortuneHand("a", Bonus.SEVEN_NATURAL, False),
        FortuneHand("a", None, True),
        FortuneHand("b", Bonus.ROYAL_MATCH, False),
        FortuneHand("c", Bonus.ROYAL_MATCH, True),
        FortuneHand("c", None, True),
    ]
    assert envy_bonuses(hands, None, ENVY_PAYS) == {"a": 0, "b": 0, "c": 25000}


@pytest.mark.rule("paigow:3.5", "paigow:3.12.1", "paigow:5.1", "paigow:5.3")
@pytest.mark.parametrize("case", examples("paigow", "error"), ids=by_id)
def test_that_what_the_example_calls_an_error_is_refused(layout, case):
    given = case["input"]
    written = box(
        1, bets(given["standard"], given.get("fortune", 0)), given["player"], decision(given.get("low"))
    )
    with pytest.raises(GameError):
        settle_slip(layout, slip(given["dealer"], written))


@pytest.mark.rule("paigow:2.2", "paigow:2.2.1", "paigow:3.6", "paigow:3.23", "paigow:B")
def test_that_a_table_is_settled_box_by_box_with_the_envy_bonus_of_others(layout):
    found = settle_slip(
        layout,
        slip(
            "As Ts 7s 3s 2s 6h 5h",
            box(6, {"standard": 2000, "fortune": 100}, "Jc Tc 9c 8c 7c 6c 5c", "house-way"),
            box(2, {"standard": 1000, "fortune": 500}, "9h 8s 5s 4h 3c 2h Js", "house-way"),
            box(3, {"standard": 20}, "Ah Kh Qh Jh Th Kd Qd", "set:QhQd"),
        ),
    )
    assert [one["box"] for one in found["boxes"]] == [6, 2, 3]
    first, second, third = (one["bets"] for one in found["boxes"])
    assert first["fortune"] == {"staked": 100, "returned": 100, "won": 250_000}
    assert first["envy"] == {"staked": 0, "returned": 0, "won": 0}
    assert second["fortune"] == {"staked": 500, "returned": 0, "won": 0}
    assert second["envy"] == {"staked": 0, "returned": 0, "won": 25_000 + 5_000}
    assert third == {
        "standard": {"staked": 20, "returned": 20, "won": 0},
        "fortune": {"staked": 0, "returned": 0, "won": 0},
        "envy": {"staked": 0, "returned": 0, "won": 0},
    }
    assert [(one["staked"], one["returned"], one["won"]) for one in found["boxes"]] == [
        (2100, 2100, 251_900),
        (1500, 1000, 30_000),
        (20, 20, 0),
    ]


@pytest.mark.rule("paigow:3.12.2", "paigow:3.13.1", "paigow:3.5.2")
@pytest.mark.parametrize("decisions", [["set:AcKh"], ["house-way"], [], ["set:KhJs"]])
def test_that_a_foul_or_absent_setting_is_the_house_way(layout, decisions):
    written = slip(DEALER, box(1, {"standard": 1000}, OWN, *decisions))
    assert settled(layout, written)["bets"]["standard"] == {"staked": 1000, "returned": 1000, "won": 950}


@pytest.mark.rule("paigow:3.16", "paigow:3.16.1")
@pytest.mark.parametrize("decisions", [["concede"], ["house-way", "concede"], ["set:8c8h", "concede"]])
def test_that_a_conceded_hand_loses_the_standard_wager_alone(layout, decisions):
    found = settled(
        layout,
        slip(DEALER, box(1, {"standard": 1000, "fortune": 100}, "8c 8h 8s 8d Ac Jd 5s", *decisions)),
    )
    assert found["bets"]["standard"] == {"staked": 1000, "returned": 0, "won": 0}
    assert found["bets"]["fortune"] == {"staked": 100, "returned": 100, "won": 2000}


@pytest.mark.rule("paigow:4.1.1")
def test_that_a_unit_whose_commission_is_no_whole_cents_is_refused(layout):
    check_exact(layout, 20)
    check_exact(layout, 500)
    for unit in (1, 10, 30):
        with pytest.raises(InexactConfiguration, match="spot standard: odds of 19/20 to 1 on the unit of"):
            check_exact(layout, unit)


@pytest.mark.rule("paigow:4.1.1")
def test_that_the_commission_of_an_odd_stake_is_rounded_half_up():
    assert [commission(cents) for cents in (0, 9, 10, 20, 29, 30, 100, 10_000)] == [0, 0, 1, 1, 1, 2, 5, 500]


@pytest.mark.rule("paigow:4.1.2", "paigow:B")
def test_that_the_layout_pays_as_the_rules_say(layout):
    assert {spot: [str(odds) for odds in layout.odds(spot)] for spot in layout.spots} == {
        "standard": ["0", "19/20"],
        "fortune": ["2", "3", "4", "5", "20", "50", "100", "250", "500", "1000", "2500"],
    }
    for name in ("C", "", "AA", "a"):
        with pytest.raises(UnknownLayout, match=r"found a.toml, b.toml|expected a name of capital letters"):
            read_layout(name, layout_reader("paigow"))


def one_box(staked=None, cards=OWN, *decisions, number=1, dealer=DEALER):
    staked = {"standard": 1000} if staked is None else staked
    return slip(dealer, box(number, staked, cards, *(decisions or ("house-way",))))


GOOD = one_box()
BOX = GOOD["boxes"][0]
REFUSED = {
    "another key": ({**GOOD, "reset": 5}, "found the keys boxes, dealer, reset: expected boxes, dealer"),
    "no dealer": ({"boxes": [BOX]}, "found the keys boxes: expected boxes, dealer"),
    "no box": ({**GOOD, "boxes": []}, r"boxes: found \[\]: expected a list of 1 to 6 boxes"),
    "seven boxes": ({**GOOD, "boxes": [BOX] * 7}, "expected a list of 1 to 6 boxes"),
    "box 7": (one_box(number=7), "boxes, entry 1: box: found 7: expected a number of 1 to 6"),
    "no standard": (
        one_box({"fortune": 100}),
        "box 1: standard: found no wager: expected one of 1 cent or more",
    ),
    "standard of nothing": (one_box({"standard": 0}), "box 1: standard: found no wager"),
    "no bets": (one_box({}), "box 1: standard: found no wager"),
    "a debt": (
        one_box({"standard": 20, "fortune": -1}),
        "box 1: fortune: found the stake -1: expected whole",
    ),
    "true": (one_box({"standard": True}), "box 1: standard: found the stake True"),
    "envy as a bet": (
        one_box({"standard": 20, "envy": 5}),
        'box 1: found the bet "envy": expected one of standard',
    ),
    "six cards": (one_box(None, "Ac Kh Js 9d 7c 5h"), "box 1: cards: found 6 cards: expected 7"),
    "eight cards": (one_box(None, OWN + " 2d"), "box 1: cards: found 8 cards: expected 7"),
    "the Joker misspelt": (one_box(None, "JK Kh Js 9d 7c 5h 3s"), "found the card 'JK': .* or \"Jk\""),
    "two Jokers": (one_box(None, "Jk Kh Js 9d 7c 5h Jk"), "box 1: cards: found the card Jk 2 times"),
    "the Joker at two places": (
        one_box(None, "Jk Kh Js 9d 7c 5h 3s", dealer="Jk Qc 9h 6s 4d 3h 2c"),
        "found the card Jk at box 1 and at the dealer: expected it once",
    ),
    "two settings": (
        one_box(None, OWN, "house-way", "set:KhJs"),
        "box 1: decisions: found .* expected one setting",
    ),
    "conceded twice": (
        one_box(None, OWN, "concede", "concede"),
        "box 1: decisions: found .* expected one setting",
    ),
    "set after conceding": (
        one_box(None, OWN, "concede", "house-way"),
        "box 1: decisions: found .* expected one",
    ),
    "fold": (one_box(None, OWN, "fold"), 'box 1: decisions: found "fold": expected house-way, or set:'),
    "three cards low": (one_box(None, OWN, "set:KhJs9d"), 'box 1: decisions: found "set:KhJs9d"'),
    "the dealer's card": (
        one_box(None, OWN, "set:KhKd"),
        "box 1: found the Low Hand Kh Kd: expected two of the seven",
    ),
    "a card twice low": (
        one_box(None, OWN, "set:KhKh"),
        "box 1: found the Low Hand Kh Kh: expected two of the seven",
    ),
    "conceded with a wrong low": (
        one_box(None, OWN, "set:KhKd", "concede"),
        "box 1: found the Low Hand Kh Kd",
    ),
}


@pytest.mark.rule("paigow:2.1", "paigow:3.5", "paigow:3.6", "paigow:5.1")
@pytest.mark.parametrize("case", REFUSED)
def test_that_a_slip_that_cannot_be_is_refused_and_says_why(layout, case):
    written, why = REFUSED[case]
    with pytest.raises(GameError, match=why):
        settle_slip(layout, written)


def test_that_seven_cards_are_explained_with_their_setting_and_the_row_that_decided():
    assert explain_hand({"cards": dealt("4c 4h 2s 2h Jk 9d 7s")}) == {
        "category": "Two pairs",
        "name": "Two pairs, 4s and 2s, with 7; low Ace-9; set by Table 2, low pair with a low or medium pair, and a "
        "King, an Ace or the Joker: the two highest other cards low",
        "house_way": {"low": ["Jk", "9d"], "high": ["7s", "4c", "4h", "2s", "2h"]},
        "bonus": "Nothing",
        "total": None,
    }
    assert explain_hand({"cards": dealt("Ac Ah As Ad Jk Kh Kd")})["bonus"] == "Five Aces"


@pytest.mark.parametrize(
    ("cards", "category", "name"),
    [
        ("Jk 8h", "High Card", "Ace-8"),
        ("Jk As", "One pair", "pair of Aces"),
        ("As Ah Ac Ad Jk", "Five Aces", "Five Aces"),
        ("Jk 5s 4s 3s 2s", "Straight Flush", "Straight Flush, 6 high"),
        ("Jk Kc Kd 5h 2s", "One pair", "One pair of Kings, with Ace, 5, 2"),
    ],
)
def test_that_two_and_five_cards_are_named(cards, category, name):
    assert explain_hand({"cards": cards.split()}) == {
        "category": category,
        "name": name,
        "house_way": None,
        "bonus": None,
        "total": None,
    }


@pytest.mark.parametrize("cards", ["8h", "8h 7h 6h", "8h 7h 6h 5h 4h 3h", "8h 7h 6h 5h 4h 3h 2h Ah", ""])
def test_that_a_hand_of_another_number_of_cards_is_refused(cards):
    with pytest.raises(BadFacts, match=f"found {len(cards.split())} cards: expected 2 or 5 or 7"):
        explain_hand({"cards": cards.split()})


def test_that_the_lines_that_the_commands_show_are_good(layout):
    assert settled(layout, json.loads(SLIP))["staked"] == 1100
    assert explain_hand(json.loads(HAND))["house_way"] is not None


def test_that_a_layout_of_another_game_is_refused():
    class Other:
        game = "sikipi"
        name = "A"

    with pytest.raises(GameError, match="expected a layout of paigow"):
        settle_slip(Other(), GOOD)

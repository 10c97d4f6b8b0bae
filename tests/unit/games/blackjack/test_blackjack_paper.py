"""Blackjack on paper: whole slips, what is refused and how, hands in words, and the bets' exact odds."""

import argparse
import io
import json
from fractions import Fraction
from itertools import product

import pytest

from kiosk.commands import hand, odds, settle
from kiosk.games.blackjack.paper import (
    HAND,
    SLIP,
    explain_hand,
    odds_records,
    odds_table,
    read_layout,
    settle_slip,
)
from kiosk.games.errors import GameError, UnknownLayout
from kiosk.games.sicbo.paper import read_layout as read_sicbo
from kiosk.money import InexactPayout
from kiosk.resources import layout_reader

LAYOUT = read_layout("A", layout_reader("blackjack"))


def run(command, monkeypatch, *words, lines=()):
    parser = argparse.ArgumentParser()
    command.add_arguments(parser)
    source = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(source.encode()), encoding="utf-8"))
    return command.run(parser.parse_args(words))


def box(cards="Kh 8s", decisions="stand", draws="", bets=None, number=1):
    return {
        "box": number,
        "bets": bets or {"initial": 1000},
        "cards": cards.split(),
        "decisions": decisions.split(),
        "draws": draws.split(),
    }


def slip(*boxes, dealer="9h 9c"):
    return {"boxes": list(boxes) or [box()], "dealer": dealer.split()}


def without(key, written):
    return {name: value for name, value in written.items() if name != key}


def bet(staked, returned=0, won=0):
    return {"staked": staked, "returned": returned, "won": won}


def test_that_the_command_answers_the_example_line(monkeypatch, capsys):
    assert run(settle, monkeypatch, "--game", "blackjack", lines=[SLIP]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "boxes": [
            {
                "box": 1,
                "bets": {
                    "initial": bet(1000),
                    "pair": bet(100, 100, 1100),
                    "double": bet(500, 500, 500),
                    "split": bet(1000, 1000, 1000),
                },
                "staked": 2600,
                "returned": 1600,
                "won": 2600,
            }
        ]
    }


@pytest.mark.rule("blackjack:2.1.1", "blackjack:A", "blackjack:B", "blackjack:C")
def test_that_boxes_are_answered_in_their_order_on_every_layout():
    boxes = [box(number=7), box("As Kd", "insurance:400", number=2), box("6h 5d", "walk", "2c", number=3)]
    written = slip(*boxes, dealer="Ah 9c")
    for name in "ABC":
        found = settle_slip(read_layout(name, layout_reader("blackjack")), written)["boxes"]
        assert [one["box"] for one in found] == [7, 2, 3]
        assert [one["bets"] for one in found] == [
            {"initial": bet(1000)},
            {"initial": bet(1000, 1000, 1500), "insurance": bet(400)},
            {"initial": bet(1000)},
        ]
    with pytest.raises(UnknownLayout, match=r'layout "D" is unknown: .*found a.toml, b.toml, c.toml'):
        read_layout("D", layout_reader("blackjack"))


@pytest.mark.rule("blackjack:3.9", "blackjack:5.15", "blackjack:3.13.2")
@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({}, "the slip: found the keys none: expected boxes, dealer"),
        (without("dealer", slip()), "the slip: found the keys boxes: expected boxes, dealer"),
        ({**slip(), "draws": []}, "the slip: found the keys boxes, dealer, draws: expected boxes, dealer"),
        ({**slip(), "boxes": []}, r"boxes: found \[\]: expected a list of 1 to 7 boxes"),
        ({**slip(), "boxes": {}}, "boxes: found {}: expected a list"),
        ({**slip(), "boxes": ["x"]}, "boxes, entry 1: found 'x': expected an object"),
        (slip(box(), box()), "boxes: found box 1 2 times: expected each once"),
        ({**slip(), "dealer": "9h9c"}, "dealer: found '9h9c': expected a list"),
        (slip(dealer=""), "dealer: found 0 cards: expected one card or more"),
        (slip(dealer="9h 1c"), "dealer: found the card '1c': expected a rank of"),
        (slip(dealer="9h Jk"), "dealer: found the card 'Jk'"),
        ({**slip(), "dealer": ["9h", 9]}, "dealer: found the card 9"),
        (
            slip({**box(), "seat": 1}),
            "boxes, entry 1: found the keys box, .*, seat: expected box, bets, cards",
        ),
        (
            slip(without("cards", box())),
            "boxes, entry 1: found the keys box, bets, decisions, draws: expected box",
        ),
        (slip(box(number=0)), "boxes, entry 1: box: found 0: expected a number of 1 to 7"),
        (slip(box(number=8)), "box: found 8: expected a number of 1 to 7"),
        (slip(box(number=True)), "box: found True: expected a number of 1 to 7"),
        (slip(box(number="1")), "box: found '1': expected a number of 1 to 7"),
        (
            slip({**box(), "bets": [1000]}),
            r"box 1: bets: found \[1000\]: expected an object of whole cents by bet",
        ),
        (
            slip(box(bets={"pair": 100})),
            "box 1: initial: found None: expected an Initial Bet of 1 cent or more",
        ),
        (
            slip(box(bets={"initial": 0})),
            "box 1: initial: found 0: expected an Initial Bet of 1 cent or more",
        ),
        (slip(box(bets={"initial": -2})), "box 1: initial: found the stake -2: expected whole cents, 0 to"),
        (slip(box(bets={"initial": True})), "box 1: initial: found the stake True: expected whole cents"),
        (slip(box(bets={"initial": 10.0})), "box 1: initial: found the stake 10.0: expected whole cents"),
        (slip(box(bets={"initial": 10**16})), "box 1: initial: found the stake 10000000000000000"),
        (
            slip(box(bets={"initial": 100, "ante": 1})),
            'found the bet "ante": expected one of initial, pair, under, over',
        ),
        (slip(box(bets={"initial": 100, "insurance": 50})), 'found the bet "insurance": expected one of'),
        (
            slip(box(bets={"initial": 100, "over": 101})),
            "over: found 101: expected at most the Initial Bet of 100",
        ),
        (
            slip(box(cards="Kh")),
            "box 1: cards: found 1 cards: expected 2",
        ),
        (slip(box(cards="Kh 8s 2c")), "box 1: cards: found 3 cards: expected 2"),
        (slip(box(cards="Kh kS")), "box 1: cards: found the card 'kS'"),
        (slip({**box(), "cards": "Kh8s"}), "box 1: cards: found 'Kh8s': expected a list"),
        (slip({**box(), "draws": None}), "box 1: draws: found None: expected a list"),
        (slip(box(draws="Xh")), "box 1: draws: found the card 'Xh'"),
        (slip(box(draws="2c 3c")), "box 1: draws: found 2c 3c more: expected no card that nobody asked for"),
        (slip(box(decisions="hit")), "box 1: found Kh 8s and no more: expected its next card"),
        (slip(box(decisions="hit stand")), "box 1: found stand: expected a card first, for hand 1"),
        (
            slip(box(decisions="")),
            "box 1: found Kh 8s and no more: expected a decision, one of hit, stand, double",
        ),
        (
            slip(box(decisions="hit", draws="2c")),
            "box 1: found Kh 8s 2c and no more: expected a decision, one of hit",
        ),
        (
            slip(box(decisions="stand stand")),
            "box 1: found stand: expected no decision more, the box is complete",
        ),
        (slip(box(decisions="stand walk")), "box 1: found walk: expected no decision more"),
        (slip(box(decisions="surrender walk")), "box 1: found walk: expected no decision more"),
        (
            slip(box(decisions="split", draws="2c 3c")),
            "box 1: found split: expected a decision that is open here: hit",
        ),
        (slip(box(decisions="even-money")), "found even-money: expected .* open here: surrender, decline"),
        (
            slip(box(decisions="insurance:100")),
            "found insurance:100: expected .* open here: surrender, decline",
        ),
        (
            slip(box(decisions="hit surrender", draws="2c")),
            "found surrender: expected .* open here: hit, stand",
        ),
        (
            slip(box("5h 6s", "stand")),
            "box 1: found stand: expected a decision that is open here: hit, double",
        ),
        (slip(box("5h 6s", "double:1001", "2c")), "found double for 1001 cents: expected 1 to 1000 cents"),
        (slip(box("5h 6s", "double:0", "2c")), "found double for 0 cents: expected 1 to 1000 cents"),
        (
            slip(box("5h 6s", "double:0", "2c", bets={"initial": 1})),
            "found double for 0 cents: expected 1 to 1 cents",
        ),
        (slip(box("5h 6s", "double:1000 hit", "2c 3c")), "found hit: expected no decision more"),
        (
            slip(box("2h 3s", "hit double:1000", "2c 9c 3c")),
            "found double:1000: expected .* open here: hit, stand",
        ),
        (slip(box("Ah As", "split stand", "2c 3c")), "found stand: expected no decision more"),
        (slip(box("Ah Ks", "stand")), "found stand: expected no decision more"),
        (
            slip(box(decisions="insurance:501"), dealer="Ah Kc"),
            "insurance for 501 cents: expected 1 to 500 cents",
        ),
        (
            slip(box(decisions="insurance:0"), dealer="Ah Kc"),
            "insurance for 0 cents: expected 1 to 500 cents",
        ),
        (
            slip(box(decisions="insurance:0 stand", bets={"initial": 2}), dealer="Ah Kc"),
            "insurance for 0 cents: expected 1 to 1 cents",
        ),
        (
            slip(box(decisions="surrender"), dealer="Ah Kc"),
            "found surrender: expected .* here: insurance, decline",
        ),
        (
            slip(box("Ah Ks", "insurance:500 even-money"), dealer="Ac Kc"),
            "found even-money: expected no decision",
        ),
        (
            slip(box("Ah Ks", "even-money insurance:5"), dealer="Ac Kc"),
            "found insurance:5: expected no decision",
        ),
        (slip({**box(), "decisions": "stand"}), "box 1: decisions: found 'stand': expected a list"),
        (
            slip({**box(), "decisions": [1]}),
            r"box 1: decisions: found \[1\]: expected a list of decisions",
        ),
        *(
            (slip(box(decisions=word)), f"box 1: decisions: found '{word}': expected surrender, even-money")
            for word in (
                "Stand",
                "decline",
                "double",
                "double:",
                "double:-5",
                "double:1.5",
                "hit:5",
                "insurance",
            )
        ),
        (slip(box(), dealer="9h"), "box 1: dealer: found 9h: expected cards until 17 or more"),
        (slip(box(), dealer="9h 3c"), "box 1: dealer: found 9h 3c: expected cards until 17 or more"),
        (slip(box("Ah Ks", ""), dealer="Th"), "box 1: dealer: found Th: expected his second card"),
        (
            slip(box("8h 8h", "stand"), dealer=" ".join(["8h"] * 7)),
            "found the card 8h 9 times: expected at most 8",
        ),
    ],
)
def test_that_a_bad_slip_is_refused_with_what_was_found_and_expected(written, message):
    with pytest.raises(GameError, match=message):
        settle_slip(LAYOUT, written)


@pytest.mark.rule("blackjack:3.16", "blackjack:4.1.1")
@pytest.mark.parametrize(
    "one", [box("Kh 6s", "surrender", bets={"initial": 101}), box("Ah Ks", "", bets={"initial": 101})]
)
def test_that_half_a_cent_is_refused(one):
    with pytest.raises(InexactPayout, match="box 1: initial: stake of 101 cents at"):
        settle_slip(LAYOUT, slip(one))


@pytest.mark.rule("blackjack:5.3", "blackjack:3.15")
@pytest.mark.parametrize(("dealer", "won"), [("7h", 1500), ("Th 9c", 1500), ("Th Ac", 0), ("Ah 9c", 1500)])
def test_that_a_blackjack_whose_player_has_gone_is_settled_as_any(dealer, won):
    (found,) = settle_slip(LAYOUT, slip(box("Ah Ks", "walk"), dealer=dealer))["boxes"]
    assert found["bets"] == {"initial": bet(1000, 1000, won)}


def test_that_no_decisions_and_no_draws_may_be_left_out_and_a_bet_of_nothing_wins_nothing():
    written = without("draws", without("decisions", box("Ah Ks", bets={"initial": 100, "under": 0})))
    (found,) = settle_slip(LAYOUT, slip(written))["boxes"]
    assert found["bets"] == {"initial": bet(100, 100, 150), "under": bet(0)}


def test_that_bad_lines_are_answered_on_their_own_and_another_layout_is_refused(monkeypatch, capsys):
    lines = ["{", slip(box(decisions="")), slip()]
    assert run(settle, monkeypatch, "--game", "blackjack", lines=lines) == 1
    first, second, third = map(json.loads, capsys.readouterr().out.splitlines())
    assert first["error"].startswith("line 1: not JSON")
    assert second["error"].startswith("line 2: box 1: found Kh 8s and no more")
    assert third["boxes"][0]["returned"] == 1000
    with pytest.raises(GameError, match="layout A is one of sicbo: expected a layout of blackjack"):
        settle_slip(read_sicbo("A", layout_reader("sicbo")), slip())


@pytest.mark.rule("blackjack:1.2", "blackjack:1.11", "blackjack:1.27", "blackjack:1.28")
@pytest.mark.parametrize(
    ("cards", "category", "name", "bonus", "total"),
    [
        ("Ah Kd", "blackjack", "Blackjack", ["under"], 21),
        ("Ah 6d", "soft", "Soft 17", ["under"], 17),
        ("Ah 5d 5c", "soft", "Soft 21", None, 21),
        ("8h 8d", "hard", "Hard 16", ["pair", "over"], 16),
        ("8h 5d", "hard", "Hard 13", [], 13),
        ("Ah 5d Kc 5s", "hard", "Hard 21", None, 21),
        ("Kh 6d 9c", "bust", "Bust with 25", None, 25),
        ("Ah", "soft", "Soft 11", None, 11),
    ],
)
def test_that_a_hand_is_explained(cards, category, name, bonus, total):
    found = explain_hand({"cards": cards.split()})
    assert found == {"category": category, "name": name, "house_way": None, "bonus": bonus, "total": total}


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ({}, "the line: found the keys none: expected cards"),
        ({"cards": []}, "cards: found 0 cards: expected one card or more"),
        ({"cards": "AhKd"}, "cards: found 'AhKd': expected a list"),
        ({"cards": ["Ah"] * 9}, "found the card Ah 9 times: expected at most 8"),
        ({"cards": ["Ah", "Jk"]}, "cards: found the card 'Jk'"),
    ],
)
def test_that_a_bad_hand_is_refused(written, message):
    with pytest.raises(GameError, match=message):
        explain_hand(written)


def test_that_the_command_explains_the_example_hand(monkeypatch, capsys):
    assert run(hand, monkeypatch, "--game", "blackjack", lines=[HAND]) == 0
    assert json.loads(capsys.readouterr().out)["name"] == "Soft 17"


EDGES = {
    "pair": {4: "3/23", 6: "35/311", 8: "43/415"},
    "under": {4: "271/2691", 6: "407/4043", 8: "543/5395"},
    "over": {4: "59/897", 6: "265/4043", 8: "353/5395"},
    "insurance": {4: "5/69", 6: "23/311", 8: "31/415"},
}


@pytest.mark.rule(
    "blackjack:4.1", "blackjack:4.1.1", "blackjack:3.13.1", "blackjack:3.13.2", "blackjack:2.2.1"
)
def test_that_the_edges_of_the_side_bets_are_exact():
    found = {(one["spot"], one["decks"]): one for one in odds_records(LAYOUT)}
    assert {decks for _, decks in found} == {4, 5, 6, 7, 8}
    for spot, edges in EDGES.items():
        assert {decks: found[spot, decks]["edge"] for decks in edges} == edges
    # Counted once more, card by card, with the rank of a picture as 10 and an Ace as 1.
    ranks = range(1, 14)
    for decks in range(4, 9):
        ways = {(a, b): 4 * decks * (4 * decks - (a == b)) for a, b in product(ranks, ranks)}
        won = {
            "pair": sum(count for (a, b), count in ways.items() if a == b),
            "under": sum(count for (a, b), count in ways.items() if min(a, 10) + min(b, 10) < 13),
            "over": sum(count for (a, b), count in ways.items() if min(a, 10) + min(b, 10) > 13),
        }
        for spot, count in won.items():
            (pays,) = found[spot, decks]["outcomes"]
            assert found[spot, decks]["of"] * 2 == sum(ways.values())
            assert found[spot, decks]["outcomes"][pays] * 2 == count
            assert Fraction(found[spot, decks]["edge"]) == 1 - Fraction(count, sum(ways.values())) * (
                1 + int(pays)
            )


def test_that_the_command_prints_the_odds_of_every_bet(monkeypatch, capsys):
    assert run(odds, monkeypatch, "--game", "blackjack", "--json") == 0
    assert json.loads(capsys.readouterr().out) == odds_records(LAYOUT)
    assert run(odds, monkeypatch, "--game", "blackjack") == 0
    table = capsys.readouterr().out
    assert table == odds_table(LAYOUT) + "\n"
    lines = [line.split() for line in table.splitlines()]
    assert ["Player", "Pair", "8", "11:", "6448", "of", "86320", "10.361%", "43/415"] in lines

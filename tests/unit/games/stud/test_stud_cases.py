"""Casino Stud Poker, case by case: ranks, comparisons, the Dealer's Hand, settlements, rounds and jackpots."""

import json
from pathlib import Path

import pytest

from kiosk.cards.poker import category_of, rank_hand, tie_break_of
from kiosk.games.errors import GameError
from kiosk.games.stud.hands import NAMES, qualifies
from kiosk.games.stud.jackpot import Meter, prize
from kiosk.games.stud.paytable import A
from kiosk.games.stud.settle import Box, settle_round
from kiosk.games.stud.slip import read_round

CASES = json.loads((Path(__file__).parent / "cases.json").read_text(encoding="utf-8"))


def of(kind):
    """The cases of one kind, as parameters."""
    return pytest.mark.parametrize(
        "case", [pytest.param(case, id=case["id"]) for case in CASES if case["kind"] == kind]
    )


def box_of(written, number=1):
    choice = "bet" if written["decision"] == "bet" else "fold"  # who has left has folded (rule 5.5)
    bet = written.get("bet")
    return Box(number, written["ante"], tuple(written["player"]), choice, written.get("prog", 0), bet)


def net(result):
    return result.returned + result.won - result.staked


def test_that_no_case_is_left_out():
    kinds = {"rank", "compare", "qualifies", "settle", "round", "jackpot", "error"}
    assert {case["kind"] for case in CASES} == kinds
    assert len({case["id"] for case in CASES}) == len(CASES) == 157


@pytest.mark.rule("stud:3.1.1", "stud:3.1.2")
@of("rank")
def test_that_a_hand_has_its_rank(case):
    rank = rank_hand(case["input"]["hand"])
    assert NAMES[category_of(rank)] == case["expect"]["category"]
    assert list(tie_break_of(rank)) == case["expect"]["tie_break"]


@pytest.mark.rule("stud:3.1", "stud:3.1.1", "stud:3.1.2", "stud:3.1.3", "stud:1.19")
@of("compare")
def test_that_two_hands_compare(case):
    mine, its = rank_hand(case["input"]["a"]), rank_hand(case["input"]["b"])
    assert (mine > its) - (mine < its) == case["expect"]["result"]


@pytest.mark.rule("stud:1.14")
@of("qualifies")
def test_that_a_dealers_hand_qualifies_or_not(case):
    assert qualifies(rank_hand(case["input"]["hand"])) is case["expect"]["qualifies"]


@pytest.mark.rule(
    "stud:3.12.1", "stud:3.12.2", "stud:3.13", "stud:3.14", "stud:3.14.1", "stud:3.14.2", "stud:3.14.3"
)
@pytest.mark.rule(
    "stud:4.1", "stud:4.1.1", "stud:4.2", "stud:5.1.1", "stud:5.3.1", "stud:5.3.2", "stud:5.4", "stud:5.5"
)
@pytest.mark.rule("stud:1.19")
@of("settle")
def test_that_a_box_is_settled(case):
    written, expected = case["input"], case["expect"]
    settled, meter = settle_round(
        A,
        [box_of(written)],
        written["dealer"],
        Meter(written["jackpot"], written["reset"]),
        written.get("ante_max"),
    )
    found = settled[1]
    assert found.outcome == expected["result"]
    assert (net(found.ante), net(found.bet), net(found.jackpot)) == (
        expected["ante"],
        expected["bet"],
        expected["progressive"],
    )
    assert net(found.ante) + net(found.bet) + net(found.jackpot) == expected["total"]
    assert meter.value == expected["jackpot_after"]
    if found.outcome in ("lose", "fold", "no-ante"):
        came_back = found.ante.returned + found.bet.returned + found.jackpot.returned
        assert came_back == expected["excess_returned"]


@pytest.mark.rule("stud:3.8", "stud:4.5", "stud:4.5.1")
@of("round")
def test_that_a_round_is_settled_box_after_box(case):
    written, expected = case["input"], case["expect"]
    boxes = [box_of(box, number) for number, box in enumerate(written["boxes"], 1)]
    settled, meter = settle_round(
        A, boxes[::-1], written["dealer"], Meter(written["jackpot"], written["reset"])
    )
    for number, due in enumerate(expected["net"], 1):
        found = settled[number]
        assert (net(found.ante), net(found.bet), net(found.jackpot)) == (
            due["ante"],
            due["bet"],
            due["progressive"],
        )
    assert meter.value == expected["jackpot_after"]


@pytest.mark.rule("stud:4.5.2")
@of("jackpot")
def test_that_major_prizes_of_several_tables_are_paid_in_the_order_of_the_hands(case):
    written, expected = case["input"], case["expect"]
    meter, paid = Meter(written["jackpot"], written["reset"]), []
    for win in sorted(written["wins"], key=lambda win: win["dealt_at"]):
        cents, meter = prize(A, rank_hand(win["hand"]), meter)
        paid.append({"table": win["table"], "box": win["box"], "pay": cents})
    assert paid == expected["order"]
    assert meter.value == expected["jackpot_after"]


@pytest.mark.rule("stud:5.8.1", "stud:5.8.3", "stud:5.8.7")
@of("error")
def test_that_what_cannot_be_is_refused(case):
    written = case["input"]
    bets = {"ante": written["ante"]} | {key: written[key] for key in ("bet",) if key in written}
    box = {"box": 1, "bets": bets, "cards": written["player"], "decisions": [written["decision"]]}
    with pytest.raises(GameError, match="found"):
        read_round(A, {"boxes": [box], "dealer": written["dealer"]})

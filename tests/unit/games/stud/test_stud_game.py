"""Casino Stud Poker behind the seam: what comes next, and what cannot be."""

import random
from fractions import Fraction

import pytest

from kiosk.games.errors import BadFacts, BadStake, GameError
from kiosk.games.game import (
    HOLDS,
    NOBODY,
    Act,
    Boxes,
    Decide,
    Enter,
    Fact,
    OnlyVoid,
    Settle,
    SpotResult,
)
from kiosk.games.stud.deal import BURNT, CARD, DEALER, PRIZE, SHUFFLE
from kiosk.games.stud.game import GAME
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import A
from kits.games.stud_dealt import (
    FELT,
    ODD,
    PAIR,
    QUALIFIED,
    ROYAL,
    STRAIGHT_FLUSH,
    dealt,
    result_of,
    with_bet,
)

HANDS = {"07": PAIR, "08": ODD}
BETS = {"ante": 1_000, "jackpot": 100}
STAY = dict.fromkeys(HANDS, "bet")


def asked(facts, felt=FELT):
    return GAME.agenda(felt, facts)


# --- what comes next ------------------------------------------------------------------------------------------------


@pytest.mark.rule("stud:3.11", "stud:3.11.1", "stud:3.11.2", "stud:3.12", "stud:3.13", "stud:3.10")
def test_that_a_round_is_dealt_decided_and_shown_in_its_order():
    facts = dealt(HANDS, QUALIFIED, STAY)
    order = [
        type(ask).__name__ if not isinstance(ask, Enter) else (ask.at, ask.audience)
        for ask in map(asked, [facts[:at] for at in range(len(facts) + 1)])
    ]
    own = [("07", "07")] * 5 + [("08", "08")] * 5
    down = [(DEALER, "table")] + [(DEALER, NOBODY)] * 4
    assert order == ["Boxes", "Act", *own, *down, "Decide", "Decide", *["Publish"] * 10] + [
        (DEALER, "table")
    ] * 4 + ["Settle"]


@pytest.mark.rule("stud:3.12")
def test_that_all_boxes_decide_at_once():
    facts = dealt(HANDS, QUALIFIED, STAY, until=Decide)
    assert asked(facts) == Decide("call", ("07", "08"))


@pytest.mark.rule("stud:5.16", "stud:3.11.2")
@pytest.mark.parametrize("first", QUALIFIED.split())
def test_that_whichever_card_of_the_dealers_is_open_is_one_of_his_five(first):
    dealer = " ".join([first, *(card for card in QUALIFIED.split() if card != first)])
    facts = dealt(HANDS, dealer, STAY)
    assert next(fact for fact in facts if fact.at == DEALER) == Fact(CARD, (first,), DEALER)
    stakes = with_bet(BETS, "bet")
    assert GAME.settle(FELT, stakes, facts, "07") == GAME.settle(
        FELT, stakes, dealt(HANDS, QUALIFIED, STAY), "07"
    )


@pytest.mark.rule("stud:1.4", "stud:3.10", "stud:5.9")
def test_that_a_shoe_gives_a_burnt_card_before_the_deal():
    felt = Felt(A, burns=True)
    facts = dealt(HANDS, QUALIFIED, STAY, felt=felt)
    assert facts[2] == Fact(BURNT, (), "", NOBODY)
    assert asked(facts[:2], felt) == Enter(BURNT, audience=NOBODY)
    assert GAME.by_chance(felt, facts[:1], random.Random(1)) == (facts[2],)


@pytest.mark.rule("stud:3.10", "stud:5.16")
def test_that_a_shoe_deals_a_card_to_each_in_turn_and_the_dealers_last_lies_open():
    felt = Felt(A, burns=True)
    facts = dealt(HANDS, QUALIFIED, STAY, felt=felt)
    laid = [(fact.at, fact.audience) for fact in facts if fact.name in (BURNT, CARD)]
    boxes = [("07", "07"), ("08", "08")]
    assert laid[:16] == [("", NOBODY), *[*boxes, (DEALER, NOBODY)] * 4, *boxes, (DEALER, "table")]
    out = (*facts[:9], Fact("invalid-hand", ("six cards",), "07"))
    assert [asked(out, felt).at, asked((*out, Fact(CARD, ("7s",), "08", "08")), felt).at] == ["08", DEALER]
    whole = next(at for at, fact in enumerate(facts) if fact.name == "call")
    assert asked(facts[:whole], felt) == Decide("call", ("07", "08"))
    for until, stands, then in ((whole - 1, False, 0), (whole, True, 2)):
        assert GAME.stands(felt, facts[:until]) is stands, "the Dealer's last card is dealt"
        assert len(GAME.moves(felt, facts[:until]).then) == then, "from then on Players have seen their Hands"


@pytest.mark.rule("stud:5.8", "stud:5.8.5")
def test_that_cards_that_were_not_shuffled_leave_only_the_void():
    facts = (Fact(HOLDS, ("07",)), Fact(SHUFFLE, (0,)))
    assert isinstance(asked(facts), OnlyVoid)
    assert asked(facts[:1]) == Act(SHUFFLE)


def test_that_without_a_box_nothing_is_dealt():
    assert asked(()) == Boxes()
    assert asked((Fact(HOLDS, ()),)) == Settle()
    assert GAME.is_complete(FELT, (Fact(HOLDS, ()),))
    assert not GAME.is_complete(FELT, ())


@pytest.mark.rule("stud:4.3", "stud:3.12.1")
def test_that_a_folded_hand_is_never_shown():
    facts = dealt(HANDS, QUALIFIED, {"07": "fold", "08": "bet"})
    assert {fact.at for fact in facts if fact.name == CARD and fact.audience == "table"} == {"08", DEALER}


@pytest.mark.parametrize("calls", [("fold", "fold"), ("fold", "void"), ("void", "void")])
def test_that_without_a_bet_the_dealer_shows_nothing(calls):
    facts = dealt(HANDS, QUALIFIED, dict(zip(HANDS, calls, strict=True)))
    shown = [fact for fact in facts if fact.name == CARD and fact.audience == "table"]
    assert shown == [Fact(CARD, ("Ac",), DEALER)]
    settled = {call: GAME.settle(FELT, BETS, facts, box) for box, call in zip(HANDS, calls, strict=True)}
    for call, found in settled.items():
        assert (found.returned, found.won) == (1_100 if call == "void" else 0, 0)


@pytest.mark.rule("stud:4.5.1", "stud:4.2")
def test_that_major_prizes_are_told_in_the_order_of_the_deal():
    hands = {"07": STRAIGHT_FLUSH, "08": ODD.replace("7s", "7d"), "09": ROYAL}
    hands["08"] = "Jc 9c 7d 4c 2d"
    calls = dict.fromkeys(hands, "bet")
    facts = dealt(hands, "Ac Kd 9h 5c 3h", calls, until=None, prizes={"07": 500_000, "09": 4_500_000})
    assert [(fact.at, fact.values) for fact in facts if fact.name == PRIZE] == [
        ("07", (500_000,)),
        ("09", (4_500_000,)),
    ]
    assert GAME.settle(FELT, with_bet(BETS, "bet"), facts, "09").spots["jackpot"] == SpotResult(
        100, 0, 4_500_000
    )
    assert "jackpot" not in GAME.settle(FELT, {"ante": 1_000, "bet": 2_000}, facts, "09").spots
    before = facts[: next(at for at, fact in enumerate(facts) if fact.name == PRIZE)]
    assert asked(before) == Enter(PRIZE, "07", share=Fraction(1, 10))
    (last_asked,) = {
        asked(facts[:at]) for at, fact in enumerate(facts) if fact.at == "09" and fact.name == PRIZE
    }
    assert last_asked == Enter(PRIZE, "09", share=Fraction(1))
    (first,) = GAME.by_chance(FELT, result_of(before), random.Random(1))
    (last,) = GAME.by_chance(FELT, result_of((*before, first)), random.Random(1))
    assert (first.values, last.values) == ((500_000,), (4_500_000,)), (
        "a tenth of 50,000 dollars, and the rest"
    )


# --- what cannot be -------------------------------------------------------------------------------------------------

FIRST = (Fact(HOLDS, ("07", "08")), Fact(SHUFFLE, (1,)), Fact(CARD, ("Ah",), "07", "07"))


@pytest.mark.rule("stud:5.8.1", "stud:2.2.1")
@pytest.mark.parametrize(
    "wrong",
    [
        Fact(CARD, ("Ah",), "08", "08"),
        Fact(CARD, ("Ah",), DEALER),
        Fact(CARD, ("1h",), "07", "07"),
        Fact(CARD, (7,), "07", "07"),
        Fact(CARD, ("Kh", "Qh"), "07", "07"),
        Fact(CARD, ("Kh",), "09", "09"),
        Fact(CARD, ("Kh",), "07", "08"),
        Fact(CARD, (), DEALER),
        Fact(CARD, ("Kh",), DEALER, "07"),
        Fact("dice", (1, 2, 3)),
        Fact(HOLDS, ("09",)),
        Fact("call", ("hit",), "07"),
        Fact("call", ("bet",), DEALER),
        Fact(PRIZE, (-1,), "07"),
        Fact(PRIZE, ("much",), "07"),
        Fact(PRIZE, (True,), "07"),
    ],
    ids=str,
)
def test_that_what_cannot_be_is_refused(wrong):
    with pytest.raises(BadFacts, match="expected"):
        GAME.check_facts(FELT, (*FIRST, wrong))
    GAME.check_facts(FELT, FIRST)


@pytest.mark.parametrize(
    "boxes",
    [tuple("0123456789"), ("07", "07"), (DEALER,)],
)
def test_that_boxes_that_cannot_be_are_refused(boxes):
    with pytest.raises(BadFacts, match="expected up to 9, each once"):
        GAME.check_facts(FELT, (Fact(HOLDS, boxes),))


def test_that_nothing_comes_before_the_boxes():
    with pytest.raises(BadFacts, match="before the boxes"):
        GAME.check_facts(FELT, FIRST[1:])


def test_that_one_card_too_many_is_refused():
    with pytest.raises(BadFacts, match="07: found a card too many: expected 5"):
        GAME.check_facts(FELT, (FIRST[0], *[Fact(CARD, (), "07", "07")] * 6))


def test_that_unknown_spots_and_other_layouts_are_refused():
    facts = dealt(HANDS, QUALIFIED, STAY)
    with pytest.raises(BadStake, match="'ante-1'"):
        GAME.settle(FELT, {"ante-1": 100}, facts, "07")
    with pytest.raises(BadFacts, match="not over"):
        GAME.settle(FELT, BETS, facts[:-1], "07")
    for asks in (GAME.reserve, GAME.theory):
        with pytest.raises(KeyError):
            asks(FELT, {"high": 100})
    with pytest.raises(GameError, match="expected a layout of stud"):
        GAME.agenda(A, ())
    with pytest.raises(BadFacts, match="found 0 cards that it knows"):
        GAME.window(FELT, result_of(facts), "07", BETS)


@pytest.mark.rule("stud:5.3.2")
def test_that_a_bet_that_the_table_counts_and_that_was_never_placed_is_one_of_nothing():
    facts = dealt(HANDS, QUALIFIED, STAY)
    found = GAME.settle(FELT, BETS, facts, "07").spots
    placed = GAME.settle(FELT, BETS | {"bet": 2 * BETS["ante"]}, facts, "07").spots
    assert found == {spot: placed[spot] for spot in BETS}

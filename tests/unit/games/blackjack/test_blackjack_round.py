"""Rounds of Blackjack behind the seam, step by step: where the next card lies, what is open, and what cannot be."""

import random

import pytest

from kiosk.cards import DECK
from kiosk.games.blackjack.deal import CARD, DEALER, GO_ON, PICK
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paper import read_layout
from kiosk.games.blackjack.paytable import FIRST, TURN, BlackjackLayout
from kiosk.games.errors import BadFacts, GameError
from kiosk.games.game import HOLDS, Boxes, Decide, Enter, Extra, Fact, Interim, OnlyVoid, Settle
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import A
from kiosk.resources import layout_reader
from kits.games.blackjack_rounds import FELT, asked, by_chance, result_of, told

TWO = "Kh 9h Ah 6d 9d"
BETS = {"initial": 1_000}


def window(line, box, boxes="07 08", stakes=BETS):
    """The names that a box may choose, what silence means, and what an empty seat does."""
    found = GAME.window(FELT, told(line, boxes), box, stakes)
    return found.name, [option.choice for option in found.options], found.default, found.absent


@pytest.mark.rule("blackjack:1.15", "blackjack:3.11", "blackjack:1.33")
def test_that_cards_fall_in_the_order_of_the_boxes():
    words = TWO.split()
    places = [asked(" ".join(words[:count])).at for count in range(5)]
    assert places == ["07", "08", DEALER, "07", "08"]
    assert asked(TWO) == Decide(FIRST, ("07", "08"))


@pytest.mark.rule("blackjack:3.14", "blackjack:3.14.2", "blackjack:1.16", "blackjack:3.8", "blackjack:1.26")
def test_that_the_first_window_is_open_to_all_boxes_at_once_and_then_one_decides_after_the_other():
    offered = ["insurance", "decline"]
    for box in ("07", "08"):
        assert window(TWO, box) == (FIRST, offered, "decline", "walk")
    assert asked(f"{TWO} decline") == Decide(FIRST, ("08",))
    line = f"{TWO} decline insurance"
    assert asked(line) == Decide(TURN, ("07",))
    assert window(line, "07") == (TURN, ["hit", "stand", "double"], "stand", "walk")
    line += " stand"
    assert asked(line) == Decide(TURN, ("08",))
    assert window(line, "08") == (TURN, ["hit", "stand", "double", "split"], "stand", "walk")
    line += " split"
    assert asked(line) == Enter(CARD, "08")
    line += " 2d"
    assert window(line, "08") == (TURN, ["hit", "double"], "hit", "walk")
    line += " double Th 9s"
    found = GAME.window(FELT, told(line), "08", {"initial": 600, "split-2": 600, "double-1": 100})
    split = next(option for option in found.options if option.choice == "split")
    assert split.extras == (Extra("split-3", 600, 600),)
    line += " stand"
    assert asked(line) == Enter(CARD, DEALER)
    assert asked(f"{line} 6h") == Settle()


@pytest.mark.rule("blackjack:3.13", "blackjack:1.17", "blackjack:3.15", "blackjack:5.16")
def test_that_the_interim_settlement_comes_after_the_first_window_and_before_the_next_card():
    facts = told(f"{TWO} decline decline")
    at = next(at for at, fact in enumerate(facts) if fact.name == "interim")
    assert GAME.agenda(FELT, facts[:at]) == Interim()
    assert at == len(facts) - 1
    nobody_decides = told("Ah Ts Kd Kh Ad")  # two Blackjacks against a King
    assert [fact.name for fact in nobody_decides][-1] == "interim"
    assert GAME.agenda(FELT, nobody_decides) == Enter(CARD, DEALER)
    for line in ("Ah 6c Kd", "Ah 6c 9d surrender", "Ah Ac Kd even-money"):
        over = told(line, "07")
        assert over == result_of(over), "the settlement follows at once"
        assert GAME.agenda(FELT, over) == Settle()


@pytest.mark.rule("blackjack:3.14.2", "blackjack:3.22", "blackjack:3.21")
def test_that_what_is_added_goes_by_the_initial_bet_in_cents():
    found = GAME.window(FELT, told(TWO), "07", {"initial": 301})
    assert found.options[0].extras == (Extra("insurance", 1, 150),)
    one_cent = GAME.window(FELT, told(TWO), "07", {"initial": 1})
    assert [option.choice for option in one_cent.options] == ["decline"]
    turn = GAME.window(FELT, told("8h 9h 7s 8d 9d decline decline"), "07", {"initial": 301})
    assert {option.choice: option.extras for option in turn.options} == {
        "hit": (),
        "stand": (),
        "double": (Extra("double-1", 1, 301),),
        "split": (Extra("split-2", 301, 301),),
    }


@pytest.mark.rule("blackjack:3.17", "blackjack:3.20")
def test_that_a_hit_on_a_hard_21_is_asked_about_twice():
    for line, twice in (("Kh 7s 5d decline hit 6c", True), ("Kh 7s 5d decline hit 5c", False)):
        found = GAME.window(FELT, told(line, "07"), "07", BETS)
        assert [(option.choice, option.asks_twice) for option in found.options] == [
            ("hit", twice),
            ("stand", False),
        ]


@pytest.mark.rule("blackjack:3.15", "blackjack:3.16", "blackjack:1.34")
def test_that_a_blackjack_does_not_surrender_and_is_asked_nothing():
    assert asked("Kh Ah 8h 9s 6h Kd 8d", "07 08 09") == Decide(FIRST, ("07", "09"))
    assert window("Kh Ah 8h 9s 6h Kd 8d", "07", "07 08 09")[1] == ["surrender", "decline"]


@pytest.mark.rule("blackjack:3.14.1", "blackjack:1.8")
def test_that_a_blackjack_against_an_ace_may_have_even_money_or_insurance():
    assert window("Ah Kh Ac Kd 6h", "07")[1] == ["even-money", "insurance", "decline"]
    assert window("Ah Kh Ac Kd 6h", "08")[1] == ["insurance", "decline"]


@pytest.mark.rule("blackjack:3.23", "blackjack:3.18", "blackjack:3.14.1")
def test_that_the_dealer_draws_only_as_far_as_a_bet_needs():
    assert asked("Kh Ah 6h decline hit Td", "07") == Settle()
    assert asked("Kh Ah 6h insurance hit Td", "07") == Enter(CARD, DEALER)
    assert asked("Kh Ah 6h insurance hit Td 2d", "07") == Settle()
    assert asked("Ah Kh Kd", "07") == Enter(CARD, DEALER)
    assert asked("Ah Kh Kd 2d", "07") == Settle()
    assert asked("Kh 9s 6h surrender", "07") == Settle()
    assert asked("Kh 9s 6h decline stand 7d", "07") == Enter(CARD, DEALER)
    assert asked("", "") == Settle()
    assert GAME.agenda(FELT, ()) == Boxes()


@pytest.mark.rule("blackjack:5.3")
@pytest.mark.parametrize(
    ("cards", "default"), [("Ah 7h Ad", "stand"), ("2h 7h Ad", "stand"), ("2h 7h 9d", "hit")]
)
def test_that_silence_draws_below_12_and_stands_from_12(cards, default):
    assert window(f"{cards} decline", "07", "07")[2] == default


@pytest.mark.rule("blackjack:5.3", "blackjack:3.19")
def test_that_a_box_whose_player_has_gone_is_drawn_to_12_without_a_window():
    assert asked("5h 7h 5d decline walk", "07") == Enter(CARD, "07")
    assert asked("5h 7h 5d decline walk Ac", "07") == Enter(CARD, DEALER)  # 21
    assert asked("5h 7h 5d walk", "07") == Enter(CARD, "07")
    assert asked("8h 7h 8d decline split 2c walk", "07") == Enter(CARD, "07"), "what was bought stays"


@pytest.mark.rule("blackjack:3.21.2", "blackjack:3.19")
def test_that_forced_draws_and_second_cards_of_split_hands_ask_for_no_decision():
    assert asked("Ah 7h Ad decline split", "07") == Enter(CARD, "07")
    assert asked("Ah 7h Ad decline split 5c", "07") == Enter(CARD, "07")
    assert asked("Ah 7h Ad decline split 5c 9c", "07") == Enter(CARD, DEALER)
    assert asked("2h 7h 3d decline hit 4c", "07") == Enter(CARD, "07"), "9 in three cards"
    assert asked("2h 7h 3d decline double", "07") == Enter(CARD, "07")


# --- what cannot be -------------------------------------------------------------------------------------------------


@pytest.mark.rule("blackjack:3.14.2", "blackjack:3.16", "blackjack:3.8", "blackjack:3.11", "blackjack:3.12")
@pytest.mark.parametrize(
    ("line", "wrong", "message"),
    [
        (TWO, Fact(CARD, ("5c",), "07"), "found the card 5c at 07: expected none now"),
        ("Kh", Fact(CARD, ("5c",), "07"), "found the card 5c at 07: expected it at 08"),
        (TWO, Fact(TURN, ("hit",), "07"), "found 'hand' .* at '07': expected none"),
        (TWO, Fact(FIRST, ("surrender",), "07"), "found 'first' .*surrender"),
        (TWO, Fact(FIRST, ("even-money",), "07"), "found 'first' .*even-money"),
        (TWO, Fact(FIRST, ("hit",), "07"), "found 'first' .*hit"),
        (f"{TWO} decline", Fact(FIRST, ("decline",), "07"), "at '07': expected none"),
        (f"{TWO} decline decline", Fact(FIRST, ("decline",), "07"), "at '07': expected none"),
        (f"{TWO} decline decline", Fact(TURN, ("stand",), "08"), "at '08': expected none"),
        (f"{TWO} decline decline", Fact(TURN, ("split",), "07"), "07: found split: expected .*: hit, stand"),
        (f"{TWO} decline decline hit", Fact(TURN, ("hit",), "07"), "at '07': expected none"),
        (f"{TWO} decline decline hit", Fact(CARD, ("5c",), "08"), "expected it at 07"),
        (f"{TWO} decline decline hit", Fact(CARD, ("5c",), DEALER), "expected it at 07"),
        (f"{TWO} decline decline stand stand 6d", Fact(CARD, ("5c",), DEALER), "expected none now"),
        (TWO, Fact(CARD, ("1h",), "07"), "found the card '1h'"),
        ("Kh", Fact(CARD, (7,), "08"), r"found \[7\] as a card"),
        ("Kh", Fact(CARD, ("Kh", "Qh"), "08"), "as a card: expected one word"),
        ("Kh", Fact(CARD, ("Qh",), "08", "08"), "found it for '08': expected 'table'"),
        ("Kh", Fact("dice", (1, 2)), "found the fact 'dice': expected one of card"),
        ("Kh", Fact(HOLDS, ("09",)), "expected up to 7, each once, told once"),
        (TWO, Fact(GO_ON, (GO_ON,), "07"), "found 'go-on'"),
        (TWO, Fact(PICK, ("left",), "07"), "found 'first-card'"),
    ],
    ids=str,
)
def test_that_what_is_not_open_is_refused(line, wrong, message):
    facts = told(line)
    GAME.check_facts(FELT, facts)
    with pytest.raises(BadFacts, match=message):
        GAME.check_facts(FELT, (*facts, wrong))


@pytest.mark.parametrize("boxes", [tuple("01234567"), ("07", "07"), (DEALER,)])
def test_that_boxes_that_cannot_be_are_refused(boxes):
    with pytest.raises(BadFacts, match="expected up to 7, each once"):
        GAME.check_facts(FELT, (Fact(HOLDS, boxes),))


def test_that_nothing_comes_before_the_boxes():
    with pytest.raises(BadFacts, match="before the boxes"):
        GAME.check_facts(FELT, told(TWO)[1:])


def test_that_who_is_not_asked_has_no_window_and_another_layout_is_refused():
    for line, box in ((f"{TWO} decline decline", "08"), ("Kh", "07"), (TWO, "09")):
        with pytest.raises(BadFacts, match=f"{box}: found no decision"):
            GAME.window(FELT, told(line), box, BETS)
    with pytest.raises(GameError, match="expected a layout of blackjack"):
        GAME.agenda(Felt(A), ())


@pytest.mark.rule("blackjack:2.2.1", "blackjack:5.5.2")
def test_that_a_card_is_not_there_more_often_than_there_are_decks():
    four = BlackjackLayout("C", decks=4)
    facts = told("Kh Kh !discarded=Kh Kh 5c", felt=four)
    with pytest.raises(BadFacts, match="found the card Kh 5 times: expected at most 4"):
        GAME.check_facts(four, (*facts, Fact("discarded", ("Kh",))))
    GAME.check_facts(four, (*facts, Fact("discarded", ("Qh",))))


@pytest.mark.rule("blackjack:2.2.1", "blackjack:3.11")
def test_that_cards_by_chance_are_those_that_are_left():
    felt = BlackjackLayout("C", decks=4)
    facts = told(TWO, felt=felt)
    assert GAME.by_chance(felt, facts, random.Random(1)) == ()
    before = result_of(told("Kh Kh Kh Kh", "07 08 09 10", felt))

    class Last:
        def __init__(self):
            self.stops = []

        def randrange(self, stop):
            self.stops.append(stop)
            return len(self.stops) - 1

    chance = Last()
    drawn = [GAME.by_chance(felt, before, chance)[0] for _ in range(208 - 4)]
    assert set(chance.stops) == {204}
    left = [card for card in DECK for _ in range(4) if card != "Kh"]
    assert [fact.values[0] for fact in drawn] == left
    assert {fact.at for fact in drawn} == {DEALER}


@pytest.mark.parametrize("seed", range(20))
def test_that_a_round_by_chance_ends_and_every_step_is_asked_for(seed):
    source = random.Random(seed)

    def choose(facts, box):
        return source.choice(GAME.window(FELT, facts, box, BETS).options).choice

    facts = by_chance(source, ["07", "08", "09"], choose)
    assert GAME.is_complete(FELT, result_of(facts))
    assert not GAME.is_complete(FELT, result_of(facts)[:-1])
    stands = [GAME.stands(FELT, facts[:at]) for at in range(len(facts) + 1)]
    decided = max(
        at for at, fact in enumerate(facts, 1) if fact.name in (FIRST, TURN) or fact.at in ("07", "08", "09")
    )
    assert stands[-1]
    assert stands.index(True) >= decided, "what the dealer draws settles the rest"


# --- the shoe -------------------------------------------------------------------------------------------------------


@pytest.mark.rule("blackjack:5.5.3", "blackjack:5.5")
def test_that_a_shoe_without_a_card_leaves_only_the_void():
    for line in ("Kh", f"{TWO} decline decline stand stand"):
        assert isinstance(asked(f"{line} !shoe-empty"), OnlyVoid)
    assert asked(f"{TWO} decline decline !cut-card stand stand") == Enter(CARD, DEALER), "the round goes on"
    offered = {enter.fact for enter in GAME.irregularities(FELT, told(f"{TWO} !cut-card"))}
    assert offered == {"dealing-error", "discarded", "misled"}, (
        "no card is asked for, and the cut card is out"
    )


def test_that_the_layouts_of_paper_are_those_of_the_table():
    assert read_layout("A", layout_reader("blackjack")).spots == FELT.spots

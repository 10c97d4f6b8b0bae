"""Si Ki Pi behind the seam: what comes next, and what cannot be."""

import random

import pytest

from kiosk.games.errors import BadFacts, BadStake, GameError
from kiosk.games.game import HOLDS, NOBODY, Act, Boxes, Decide, Enter, Fact, OnlyVoid, Publish, Settle
from kiosk.games.laid import CARD, DEALER, DEALING_ERROR, GO_ON, INVALID, SHUFFLE, TAKE_BACK
from kiosk.games.set_hands import HOUSE_WAY, SET
from kiosk.games.sikipi.deal import DEALERS_EXPOSED, EXPOSED, MISDEALT, WRONGLY_DEALT
from kiosk.games.sikipi.game import GAME
from kits.games import sikipi_dealt as kit
from kits.games.sikipi_dealt import FELT, FROM_SHOE, LOSES, WINS, dealt, result_of

HANDS = {"07": WINS, "08": LOSES}
BETS = {"initial": 1_000, "bonus": 100, "bonus-dealer": 200}


def asked(facts, felt=FELT):
    return GAME.agenda(felt, facts)


def order_of(facts, felt=FELT):
    return [
        type(ask).__name__ if not isinstance(ask, Enter) else (ask.fact, ask.at, ask.audience)
        for ask in (asked(facts[:at], felt) for at in range(len(facts) + 1))
    ]


# --- what comes next ------------------------------------------------------------------------------------------------


OWN = [(CARD, "07", "07")] * 4 + [(CARD, "08", "08")] * 4 + [(CARD, DEALER, NOBODY)] * 4
IN_TURN = [(CARD, "07", "07"), (CARD, "08", "08"), (CARD, DEALER, NOBODY)] * 4
AFTER = [
    *["Decide"] * 2,
    *[(CARD, DEALER, "table")] * 4,
    (SET, DEALER, "table"),
    *["Publish"] * 8,
    "Settle",
]


@pytest.mark.rule("sikipi:3.15", "sikipi:3.16", "sikipi:3.21", "sikipi:3.22", "sikipi:1.3", "sikipi:1.5")
@pytest.mark.parametrize(("felt", "deal"), [(FELT, OWN), (FROM_SHOE, IN_TURN)], ids=["shuffler", "shoe"])
def test_that_a_round_is_dealt_set_and_shown_in_its_order(felt, deal):
    facts = dealt(HANDS, felt=felt)
    assert order_of(facts, felt) == ["Boxes", "Act", *deal, *AFTER]


@pytest.mark.rule("sikipi:3.17", "sikipi:3.18", "sikipi:3.19")
def test_that_all_boxes_set_at_once_before_the_dealers_cards_are_shown():
    facts = dealt(HANDS, until=Decide)
    assert asked(facts) == Decide(SET, ("07", "08"))
    assert not any(fact.at == DEALER and fact.values for fact in facts)
    first = (*facts, Fact(SET, (HOUSE_WAY,), "08"))
    assert asked(first) == Decide(SET, ("07",))


@pytest.mark.rule("sikipi:5.5", "sikipi:5.5.4")
def test_that_cards_that_were_not_shuffled_leave_only_the_void():
    facts = (Fact(HOLDS, ("07",)), Fact(SHUFFLE, (0,)))
    assert isinstance(asked(facts), OnlyVoid)
    assert asked(facts[:1]) == Act(SHUFFLE)


def test_that_without_a_box_nothing_is_dealt():
    assert asked(()) == Boxes()
    assert asked((Fact(HOLDS, ()),)) == Settle()
    assert GAME.is_complete(FELT, (Fact(HOLDS, ()),))
    assert not GAME.is_complete(FELT, ())
    assert not GAME.stands(FELT, ())
    assert GAME.irregularities(FELT, ()) == ()


@pytest.mark.rule("sikipi:3.21")
@pytest.mark.parametrize("wrong", ["set:QdAh", "set:7s2h", "set:KsQs"])
def test_that_a_dealers_hand_that_lies_wrongly_is_asked_for_again(wrong):
    confirmed = dealt(HANDS, until=Publish)
    before = confirmed[:-1]
    assert asked(before) == Enter(SET, DEALER)
    lies_wrongly = (*before, Fact(SET, (wrong,), DEALER))
    assert asked(lies_wrongly) == Enter(SET, DEALER)
    right = (*lies_wrongly, confirmed[-1])
    assert isinstance(asked(right), Publish)
    with pytest.raises(BadFacts, match="expected none there, or none more"):
        GAME.check_facts(FELT, (*right, confirmed[-1]))


@pytest.mark.rule("sikipi:3.3", "sikipi:3.21")
def test_that_suits_do_not_make_a_dealers_hand_wrong():
    dealer = "8h 8d 8s 2d"
    for low in ("set:8d2d", "set:8h2d", "set:8s2d"):
        assert GAME.is_complete(FELT, dealt(HANDS, dealer, confirms=low)), low
    before = dealt(HANDS, dealer, until=Publish)[:-1]
    assert asked((*before, Fact(SET, ("set:8h8d",), DEALER))) == Enter(SET, DEALER)
    equal = dealt(HANDS, "Th 4c Ts 4d", until=Publish)[:-1]
    assert asked((*equal, Fact(SET, ("set:ThTs",), DEALER))) == Enter(SET, DEALER)


@pytest.mark.rule("sikipi:3.22.3")
def test_that_of_equal_hands_of_the_dealers_either_is_the_low_one():
    before = dealt(HANDS, "8h 8d 8s 8c", until=Publish)[:-1]
    for low in ("set:8s8h", "set:8d8c"):
        assert isinstance(asked((*before, Fact(SET, (low,), DEALER))), Publish)


# --- what goes wrong ------------------------------------------------------------------------------------------------


def irregular(facts):
    return {(one.fact, one.at) for one in GAME.irregularities(FELT, facts)}


BEFORE, SEEN = dealt(HANDS, until=Decide)[:-1], dealt(HANDS, until=Decide)
"""All but the last card is dealt: nobody has seen one; and all are."""


def test_that_what_may_go_wrong_depends_on_how_far_the_round_is():
    boxes = {(name, box) for name in (INVALID, MISDEALT, EXPOSED, DEALING_ERROR) for box in HANDS}
    assert irregular(BEFORE) == irregular(SEEN) == boxes | {(EXPOSED, DEALER)}
    decided = dealt(HANDS, until=Publish)
    assert irregular(decided) == {(name, box) for name in (INVALID, MISDEALT) for box in HANDS}


@pytest.mark.rule("sikipi:5.5.2", "sikipi:5.8")
def test_that_exposed_cards_of_the_dealer_void_the_round_until_a_player_has_seen_his():
    exposed = Fact(EXPOSED, ("two cards",), DEALER)
    assert asked((*BEFORE, exposed)) == OnlyVoid(DEALERS_EXPOSED)
    assert not GAME.stands(FELT, (*BEFORE, exposed))
    assert asked((*SEEN, exposed)) == asked(SEEN)
    assert (EXPOSED, DEALER) not in irregular((*SEEN, exposed))
    assert GAME.stands(FELT, (*SEEN, exposed))


@pytest.mark.rule("sikipi:5.7", "sikipi:5.8", "sikipi:5.9")
def test_that_exposed_cards_of_a_player_give_him_the_choice_until_anybody_has_seen_his():
    exposed = Fact(EXPOSED, ("two cards",), "08")
    assert asked((*BEFORE, exposed)) == Decide(GO_ON, ("08",))
    assert asked((*SEEN, exposed)) == asked(SEEN)


@pytest.mark.rule("sikipi:5.5.3", "sikipi:5.6", "sikipi:1.18")
def test_that_cards_dealt_wrongly_give_the_choice_and_once_they_are_seen_void_the_round():
    wrong = Fact(MISDEALT, ("to a wrong place",), "08")
    assert asked((*BEFORE, wrong)) == Decide(GO_ON, ("08",))
    assert asked((*SEEN, wrong)) == OnlyVoid(WRONGLY_DEALT)
    decided = dealt(HANDS, until=Publish)
    assert asked((*decided, wrong)) == OnlyVoid(WRONGLY_DEALT)


@pytest.mark.rule("sikipi:5.6", "sikipi:5.6.1", "sikipi:5.6.2", "sikipi:5.6.3")
@pytest.mark.parametrize("facts", [BEFORE, SEEN], ids=["before", "seen"])
def test_that_after_a_dealing_error_a_player_goes_on_or_has_his_bets_back(facts):
    wrong = (*facts, Fact(DEALING_ERROR, ("a card fell",), "08"))
    assert asked(wrong) == Decide(GO_ON, ("08",))
    window = GAME.window(FELT, wrong, "08", BETS)
    assert (window.default, window.absent) == (TAKE_BACK, TAKE_BACK)
    on = (*wrong, Fact(GO_ON, (GO_ON,), "08"))
    assert asked(on) == asked(facts)
    back = (*wrong, Fact(GO_ON, (TAKE_BACK,), "08"))
    assert GAME.decided(FELT, BETS, back, "08").returned == 1_300
    assert GAME.decided(FELT, BETS, back, "07").spots == {}


@pytest.mark.rule("sikipi:5.12", "sikipi:5.13")
def test_that_a_hand_that_is_removed_plays_no_more():
    out = (*BEFORE, Fact(INVALID, ("five cards",), "08"))
    assert asked(out) == asked(BEFORE)
    last = (*out, BEFORE[-1])
    assert asked(last) == Decide(SET, ("07",))
    assert irregular(last) == {(n, "07") for n in (INVALID, MISDEALT, EXPOSED, DEALING_ERROR)} | {
        (EXPOSED, DEALER)
    }
    nobody = (*out, Fact(INVALID, ("five cards",), "07"))
    assert asked(nobody) == Settle()
    assert GAME.stands(FELT, nobody)
    whole = (*dealt(HANDS), Fact(INVALID, ("five cards",), "08"))
    assert GAME.settle(FELT, BETS, whole, "08").returned == 1_300
    assert GAME.settle(FELT, BETS, whole, "07") == GAME.settle(FELT, BETS, dealt(HANDS), "07")


def test_that_an_irregularity_is_told_once_and_where_it_can_be():
    for wrong in (
        (Fact(EXPOSED, ("two",), "08"), Fact(EXPOSED, ("two",), "08")),
        (Fact(EXPOSED, ("two",), "09"),),
        (Fact(MISDEALT, ("two",), DEALER),),
        (Fact(INVALID, ("two",), DEALER),),
    ):
        with pytest.raises(BadFacts):
            GAME.check_facts(FELT, (*SEEN, *wrong))


# --- what cannot be -------------------------------------------------------------------------------------------------

FIRST = (Fact(HOLDS, ("07", "08")), Fact(SHUFFLE, (1,)), Fact(CARD, ("Ah",), "07", "07"))


@pytest.mark.rule("sikipi:5.5.1", "sikipi:2.2.1")
@pytest.mark.parametrize(
    "wrong",
    [
        Fact(CARD, ("Ah",), "08", "08"),
        Fact(CARD, ("Ah",), DEALER),
        Fact(CARD, ("1h",), "07", "07"),
        Fact(CARD, ("Jk",), "07", "07"),
        Fact(CARD, ("Kh", "Qh"), "07", "07"),
        Fact(CARD, ("Kh",), "09", "09"),
        Fact(CARD, ("Kh",), "07", "08"),
        Fact("dice", (1, 2, 3)),
        Fact(SET, ("fold",), "07"),
        Fact(SET, ("set:Ah",), "07"),
        Fact(SET, (), "07"),
        Fact(SET, (HOUSE_WAY,), "09"),
        Fact(SET, (HOUSE_WAY,), DEALER),
    ],
    ids=str,
)
def test_that_what_cannot_be_is_refused(wrong):
    with pytest.raises(BadFacts, match="expected"):
        GAME.check_facts(FELT, (*FIRST, wrong))
    GAME.check_facts(FELT, FIRST)


def test_that_a_deck_serves_twelve_boxes_and_no_more():
    boxes = tuple(f"{n:02}" for n in range(1, 13))
    facts = [Fact(HOLDS, boxes)]
    while new := GAME.by_chance(FELT, facts, random.Random(1)):
        facts += new
    assert sum(fact.name == CARD for fact in facts) == 52
    with pytest.raises(BadFacts, match="expected up to 12, each once"):
        GAME.check_facts(FELT, (Fact(HOLDS, (*boxes, "13")),))


@pytest.mark.rule("sikipi:5.12")
def test_that_one_card_too_many_is_refused():
    with pytest.raises(BadFacts, match="07: found a card too many: expected 4"):
        GAME.check_facts(FELT, (FIRST[0], *[Fact(CARD, (), "07", "07")] * 5))


def test_that_unknown_spots_other_layouts_and_hidden_cards_are_refused():
    facts = dealt(HANDS)
    with pytest.raises(BadStake, match="'ante'"):
        GAME.settle(FELT, {"ante": 100}, facts, "07")
    with pytest.raises(BadFacts, match="not over"):
        GAME.settle(FELT, BETS, facts[:-1], "07")
    for asks in (GAME.reserve, GAME.theory):
        with pytest.raises(KeyError):
            asks(FELT, {"high": 100})
    with pytest.raises(GameError, match="expected a layout of sikipi"):
        GAME.agenda(kit.PAPER, ())
    with pytest.raises(BadFacts, match="found 0 cards that it knows"):
        GAME.window(FELT, result_of(SEEN), "07", BETS)


# --- what a player may choose -----------------------------------------------------------------------------------------


def window(cards):
    return GAME.window(FELT, dealt({"07": cards}, until=Decide), "07", BETS)


@pytest.mark.rule("sikipi:3.18", "sikipi:3.19", "sikipi:5.3", "sikipi:1.8", "sikipi:1.12", "sikipi:1.10")
def test_that_hands_are_set_one_of_three_ways_or_the_house_way():
    found = window("Ks 9h 8d 7c")
    assert (found.default, found.absent) == (HOUSE_WAY, HOUSE_WAY)
    assert [option.choice for option in found.options] == [HOUSE_WAY]
    assert found.more == {"set:9h7c", "set:9h8d", "set:8d7c"}
    assert all(found.why_not(choice, {}) is None for choice in (*found.more, HOUSE_WAY))
    for foul in ("set:Ks8d", "set:Ks7c", "set:Ks9h", "set:7c9h", "set:Ks2c", "bet"):
        assert found.why_not(foul, {}) is not None
    assert found.why_not("set:9h8d", {"initial": 100}) is not None, "it costs nothing"


def test_that_equal_hands_may_be_named_either_way():
    assert len(window("8h 8d 8s 8c").more) == 6
    assert len(window("Kh Qd Js Tc").more) == 6

"""Fortune Pai Gow Poker behind the seam: what comes next, what may be set, and what cannot be."""

import random
from itertools import combinations

import pytest

from kiosk.games.errors import BadFacts, BadLayout, BadStake, GameError, InexactConfiguration, UnknownLayout
from kiosk.games.game import (
    HOLDS,
    NOBODY,
    POWER_FAILURE,
    Act,
    Boxes,
    Decide,
    Enter,
    Fact,
    OnlyVoid,
    Publish,
    Settle,
    SpotResult,
    check_exact,
)
from kiosk.games.laid import CARD, DEALER, DEALING_ERROR, GO_ON, INVALID, SHUFFLE, TAKE_BACK
from kiosk.games.paigow.deal import CONCEDE
from kiosk.games.paigow.figures import written
from kiosk.games.paigow.game import GAME
from kiosk.games.paigow.house_way import set_house_way
from kiosk.games.paigow.odds import theory
from kiosk.games.paigow.paytable import PaiGowLayout
from kiosk.games.paigow.play import house_way_of, low_of
from kiosk.games.paigow.setting import set_own_way
from kiosk.games.set_hands import HOUSE_WAY, SET, low_hand, set_choice
from kiosk.resources import layout_reader
from kits.games.paigow_dealt import (
    ACES,
    BY_HAND,
    DEALT,
    FELT,
    MATCH,
    NATURAL,
    ODD,
    PAIR,
    dealt,
    on_paper,
    result_of,
)
from kits.games.paigow_simulation import mixed

HANDS = {"07": ACES, "08": ODD}
SETTINGS = {"07": "set:Jc8s", "08": HOUSE_WAY}
BETS = {"standard": 1_000, "fortune": 100}


def asked(facts, felt=FELT):
    return GAME.agenda(felt, facts)


def order_of(facts, felt=FELT):
    return [
        type(ask).__name__ if not isinstance(ask, Enter) else (ask.fact, ask.at, ask.audience)
        for ask in (asked(facts[:at], felt) for at in range(len(facts) + 1))
    ]


def settled(facts, box, stakes=BETS, felt=FELT):
    return {
        spot: (one.returned, one.won) for spot, one in GAME.settle(felt, stakes, facts, box).spots.items()
    }


# --- what comes next ------------------------------------------------------------------------------------------------

OPEN = [(CARD, DEALER, "table")] * 7 + [(SET, DEALER, "table")]
END = ["Decide", "Decide", *OPEN, *["Publish"] * 14, "Settle"]


@pytest.mark.rule("paigow:3.10", "paigow:3.12", "paigow:3.13", "paigow:3.17", "paigow:2.1")
def test_that_a_device_deals_seven_to_each_and_the_dealer_last():
    facts = dealt(HANDS, SETTINGS)
    own = [(CARD, box, box) for box in HANDS for _ in range(7)]
    assert order_of(facts) == ["Boxes", "Act", *own, *[(CARD, DEALER, NOBODY)] * 7, *END]


@pytest.mark.rule("paigow:3.11")
def test_that_by_hand_one_card_goes_to_each_in_turn_and_to_the_dealer():
    facts = dealt(HANDS, SETTINGS, felt=BY_HAND)
    turn = [(CARD, "07", "07"), (CARD, "08", "08"), (CARD, DEALER, NOBODY)]
    assert order_of(facts, BY_HAND) == ["Boxes", "Act", *turn * 7, *END]
    assert settled(facts, "07", felt=BY_HAND) == settled(dealt(HANDS, SETTINGS), "07")


@pytest.mark.rule("paigow:3.12", "paigow:3.13")
def test_that_all_boxes_set_at_once_and_the_dealer_shows_nothing_before():
    facts = dealt(HANDS, SETTINGS, until=Decide)
    assert asked(facts) == Decide(SET, ("07", "08"))
    one = (*facts, Fact(SET, (HOUSE_WAY,), "07"))
    assert asked(one) == Decide(SET, ("08",))
    assert not any(fact.at == DEALER and fact.values for fact in facts)


@pytest.mark.rule("paigow:5.1", "paigow:5.1.1")
def test_that_unshuffled_cards_leave_only_the_void():
    facts = (Fact(HOLDS, ("07",)), Fact(SHUFFLE, (0,)))
    assert isinstance(asked(facts), OnlyVoid)
    assert asked(facts[:1]) == Act(SHUFFLE)


def test_that_without_a_box_nothing_is_dealt():
    assert asked(()) == Boxes()
    assert asked((Fact(HOLDS, ()),)) == Settle()
    assert GAME.is_complete(FELT, (Fact(HOLDS, ()),))
    assert not GAME.is_complete(FELT, ())


@pytest.mark.rule("paigow:5.17")
def test_that_the_dealers_hand_is_asked_again_until_the_felt_shows_the_house_way():
    facts = dealt(HANDS, SETTINGS, until=Publish)
    assert facts[-1] == Fact(SET, ("set:9h7c",), DEALER)
    for wrong in ("set:QsQd", "set:Ah2c", HOUSE_WAY):
        noted = (*facts[:-1], Fact(SET, (wrong,), DEALER))
        assert asked(noted) == Enter(SET, DEALER)
        assert isinstance(asked((*noted, facts[-1])), Publish)
    with pytest.raises(BadFacts, match="two cards of the Low Hand"):
        asked((*facts[:-1], Fact(SET, ("set:9h",), DEALER)))


@pytest.mark.rule("paigow:5.17")
def test_that_a_dealers_card_that_is_corrected_has_the_hand_confirmed_anew():
    facts = dealt(HANDS, SETTINGS)
    at = next(at for at, fact in enumerate(facts) if fact.values == ("9h",) and fact.at == DEALER)
    corrected = (*facts[:at], Fact(CARD, ("Jh",), DEALER), *facts[at + 1 :])
    assert asked(corrected) == Enter(SET, DEALER)
    assert asked((*corrected, Fact(SET, ("set:Jh7c",), DEALER))) == Settle()


def test_that_chance_deals_a_round_with_53_cards_and_confirms_it():
    for seed in range(40):
        chance, facts = random.Random(seed), [Fact(HOLDS, ("07", "08", "09")), Fact(SHUFFLE, (1,))]
        while not isinstance(ask := asked(facts), Settle):
            if isinstance(ask, Enter):
                facts += GAME.by_chance(FELT, facts, chance)
            elif isinstance(ask, Decide):
                assert GAME.by_chance(FELT, facts, chance) == ()
                facts += [Fact(SET, (HOUSE_WAY,), box) for box in ask.boxes]
            else:
                facts += [Fact(CARD, facts[at].values, facts[at].at) for at in ask.facts]
        assert GAME.is_complete(FELT, result_of(facts))


def test_that_the_cards_stand_once_every_card_is_dealt():
    facts = dealt(HANDS, SETTINGS, until=Decide)
    assert GAME.stands(FELT, facts)
    assert not GAME.stands(FELT, facts[:-1])


# --- facts that cannot be -------------------------------------------------------------------------------------------


@pytest.mark.rule("paigow:5.1", "paigow:2.1")
@pytest.mark.parametrize(
    ("fact", "said"),
    [
        (Fact(CARD, ("Ah",), "08", "08"), "card Ah 2 times"),
        (Fact(CARD, ("Xh",), "08", "08"), "found the card 'Xh'"),
        (Fact(CARD, ("2c",), "09", "09"), "found the fact 'card' at '09'"),
        (Fact(CARD, ("2c",), "08", "07"), "for the eyes of"),
        (Fact(CARD, (), "08"), "no value of an open card"),
        (Fact(SET, ("set:2c",), "08"), "the two cards of the Low Hand"),
        (Fact(SET, ("set:XcXd",), "08"), "found the card 'Xc'"),
        (Fact(SET, ("set:2c2c",), "08"), "found the card 2c 2 times"),
        (Fact(CONCEDE, (1,), "08"), "found the fact 'concede'"),
        (Fact(SET, (HOUSE_WAY,), "09"), "found the fact 'set' at '09'"),
        (Fact("rain", (1,)), "found the fact 'rain'"),
        (Fact(POWER_FAILURE, (1,), "07"), "found the fact 'power-failure' at '07'"),
    ],
)
def test_that_what_cannot_be_is_named(fact, said):
    facts = dealt(HANDS, SETTINGS)[:9]
    with pytest.raises(BadFacts, match=said):
        GAME.check_facts(FELT, (*facts, fact))


@pytest.mark.rule("paigow:2.1", "paigow:5.7")
def test_that_no_hand_has_eight_cards():
    facts = dealt(HANDS, SETTINGS)[:9]
    with pytest.raises(BadFacts, match="expected 7"):
        GAME.check_facts(FELT, (*facts, Fact(CARD, ("Jk",), "07", "07")))


@pytest.mark.rule("paigow:B")
def test_that_six_boxes_are_the_most():
    with pytest.raises(BadFacts, match="expected up to 6"):
        GAME.check_facts(FELT, (Fact(HOLDS, tuple(f"0{n}" for n in range(1, 8))),))
    assert GAME.read_layout("A", layout_reader("paigow")).boxes == 6


# --- the setting ----------------------------------------------------------------------------------------------------


@pytest.mark.rule("paigow:3.12.1", "paigow:3.12.2", "paigow:1.1.4", "paigow:3.13.1")
def test_that_every_low_hand_but_a_foul_one_is_offered_and_silence_is_the_house_way():
    facts = dealt(HANDS, SETTINGS, until=Decide)
    window = GAME.window(FELT, facts, "07", BETS)
    assert (window.name, window.default, window.absent) == (SET, HOUSE_WAY, HOUSE_WAY)
    assert [option.choice for option in window.options] == [HOUSE_WAY]
    cards = ACES.split()
    for low in combinations(cards, 2):
        foul = set_own_way(cards, low).is_foul
        assert (window.why_not(set_choice(low), {}) is None) is not foul, low
    assert window.why_not(HOUSE_WAY, {}) is None
    assert window.why_not("set:KcQh", {}) is not None, "cards of another hand"
    assert "does not ask for" in window.why_not("set:Jc8s", {"standard": 100})
    assert set_choice(("Ah", "Ad")) not in window.more, "the pair low is foul"


def test_that_nobody_sets_cards_that_he_does_not_know():
    with pytest.raises(BadFacts, match="found 0 cards that it knows"):
        GAME.window(FELT, result_of(dealt(HANDS, SETTINGS, until=Decide)), "07", BETS)


def test_that_a_low_hand_has_one_name():
    assert set_choice(("8s", "Jc")) == set_choice(("Jc", "8s")) == "set:Jc8s"
    assert set_choice(("Ah", "Jk")) == "set:JkAh"
    assert low_hand("set:Jc8s") == ("Jc", "8s")
    assert low_hand(HOUSE_WAY) is None


@pytest.mark.rule("paigow:3.12.2")
def test_that_a_foul_setting_that_got_through_is_set_the_house_way():
    foul = dealt({"07": ACES}, {"07": "set:AhAd"})
    assert settled(foul, "07") == settled(dealt({"07": ACES}, {"07": HOUSE_WAY}), "07")


def test_that_a_setting_of_cards_that_were_corrected_is_the_house_way():
    assert low_of("set:Jc8s", ACES.split()) == ("Jc", "8s")
    assert low_of("set:JcTd", ACES.split()) is None
    facts = dealt({"07": ACES}, {"07": "set:JcTd"})
    assert settled(facts, "07") == settled(dealt({"07": ACES}, {"07": HOUSE_WAY}), "07")


@pytest.mark.rule("paigow:3.13.1")
@pytest.mark.parametrize("hand", [ACES, ODD, PAIR, NATURAL, MATCH])
def test_that_the_house_way_of_a_box_is_that_of_its_cards(hand):
    low = set_house_way(hand.split())[0].low
    by_house = dealt({"07": hand}, {"07": HOUSE_WAY}, dealer="2c 2h 3c 4h 9h 9d Jk")
    by_player = dealt({"07": hand}, {"07": set_choice(low)}, dealer="2c 2h 3c 4h 9h 9d Jk")
    assert settled(by_house, "07") == settled(by_player, "07")


# --- settlement -----------------------------------------------------------------------------------------------------


def table_of(boxes, seed):
    cards = random.Random(seed).sample(
        [f"{rank}{suit}" for rank in "23456789TJQKA" for suit in "cdhs"] + ["Jk"], 49
    )
    hands = {f"{n:02d}": " ".join(cards[7 * n : 7 * n + 7]) for n in range(boxes)}
    return hands, " ".join(cards[42:])


@pytest.mark.rule("paigow:4.1", "paigow:3.17")
@pytest.mark.parametrize("seed", range(30))
def test_that_every_box_of_a_full_table_is_settled_as_on_paper(seed):
    chance = random.Random(seed)
    hands, dealer = table_of(6, seed)
    choices = {
        box: chance.choice([HOUSE_WAY, set_choice(chance.sample(cards.split(), 2))])
        for box, cards in hands.items()
    }
    bets = {box: {"standard": 1_000, "fortune": chance.choice([0, 100])} for box in hands}
    facts = dealt(hands, choices, dealer)
    paper = on_paper(hands, dealer, choices, bets)
    for box in hands:
        found = GAME.settle(FELT, bets[box], result_of(facts), box)
        said = paper[box]
        assert (found.staked, found.returned, found.won) == (said["staked"], said["returned"], said["won"])


ENVY_DEALER = "2c 4d 6h 9d Js Qs 3s"


@pytest.mark.rule(
    "paigow:1.1.2", "paigow:3.23", "paigow:3.24", "paigow:3.24.2", "paigow:3.24.3", "paigow:4.1.2"
)
def test_that_an_envy_bonus_is_won_on_the_fortune_bonus_of_others():
    hands = {
        "07": "Kc Qc 9s 6s 4s 3d 2s",
        "08": NATURAL,
        "09": MATCH,
        "10": "2h 3h 4h 8d 8s 9h Td",
    }
    facts = dealt(hands, dict.fromkeys(hands, HOUSE_WAY), dealer="2c 4d 6h 9d Js Qs 3s")
    assert settled(facts, "10")["fortune"] == (0, 25_000 + 5_000), "one for each such hand of another"
    assert settled(facts, "08")["fortune"] == (100, 250_000), "an own Seven Card Straight Flush bars all"
    assert settled(facts, "09")["fortune"] == (100, 100_000 + 25_000), (
        "an own Royal Match bars that of others"
    )
    assert "fortune" not in settled(facts, "10", {"standard": 1_000})


@pytest.mark.rule("paigow:3.24.1")
def test_that_the_dealers_own_hand_cancels_every_envy_bonus():
    hands = {"07": NATURAL, "08": "2h 3h 4h 8d 8s 9h Td"}
    facts = dealt(hands, dict.fromkeys(hands, HOUSE_WAY), dealer=MATCH)
    assert settled(facts, "08")["fortune"] == (0, 0)
    assert settled(facts, "07")["fortune"] == (100, 250_000), "the Fortune Bonus itself is not touched"


@pytest.mark.rule("paigow:3.23")
def test_that_a_hand_without_a_fortune_bonus_earns_others_their_envy_bonus():
    hands = {"07": NATURAL, "08": "2h 3h 4h 8d 8s 9h Td"}
    facts = dealt(hands, dict.fromkeys(hands, HOUSE_WAY), dealer=ENVY_DEALER)
    assert settled(facts, "08")["fortune"] == (0, 25_000)
    out = (*facts, Fact(INVALID, ("eight cards",), "07"))
    assert settled(out, "08")["fortune"] == (0, 0), "a hand that is out of the round earns nobody anything"


@pytest.mark.rule("paigow:3.5", "paigow:3.6")
def test_that_a_fortune_bonus_without_a_standard_wager_comes_back():
    facts = dealt(HANDS, SETTINGS)
    assert settled(facts, "07", {"fortune": 100}) == {"fortune": (100, 0)}
    assert GAME.settle(FELT, BETS, facts, "99").spots == {}, "a box that does not play"
    assert FELT.spots["fortune"].needs == "standard"


@pytest.mark.rule("paigow:3.16", "paigow:3.16.1", "paigow:3.16.1.1")
def test_that_a_conceded_hand_loses_its_standard_wager_alone_and_stays_conceded():
    hands = {"07": NATURAL, "08": ODD.replace("6h", "6s")}
    conceded = Fact(CONCEDE, ("he left",), "07")
    facts = dealt(hands, dict.fromkeys(hands, HOUSE_WAY), ENVY_DEALER, irregular={Publish: conceded})
    assert settled(facts, "07") == {"standard": (0, 0), "fortune": (100, 250_000)}
    assert settled(facts, "08")["fortune"] == (0, 25_000)
    assert GAME.decided(FELT, BETS, facts[:-3], "07").spots == {"standard": SpotResult(1_000, 0, 0)}
    may = GAME.irregularities(FELT, facts)
    assert Enter(CONCEDE, "08") in may
    assert Enter(CONCEDE, "07") not in may
    with pytest.raises(BadFacts, match="found the fact 'concede'"):
        GAME.check_facts(FELT, (*facts, conceded))


def test_that_a_round_that_is_not_over_is_not_settled():
    facts = dealt(HANDS, SETTINGS)
    for at in range(len(facts)):
        with pytest.raises(BadFacts, match="not over"):
            GAME.settle(FELT, BETS, facts[:at], "07")
    with pytest.raises(BadStake, match="'bonus'"):
        GAME.settle(FELT, {"bonus": 1}, facts, "07")


# --- irregularities -------------------------------------------------------------------------------------------------


@pytest.mark.rule("paigow:5.7", "paigow:5.8", "paigow:5.9", "paigow:5.15", "paigow:5.16")
@pytest.mark.parametrize("when", [Decide, Publish, Settle])
def test_that_a_hand_that_is_out_has_its_wagers_back_and_the_others_go_on(when):
    wrong = Fact(INVALID, ("eight cards",), "07")
    before = dealt(HANDS, SETTINGS, until=when)
    assert Enter(INVALID, "07") in GAME.irregularities(FELT, before)
    facts = dealt(HANDS, SETTINGS, irregular={when: wrong}) if when is not Settle else (*before, wrong)
    assert settled(facts, "07") == {"standard": (1_000, 0), "fortune": (100, 0)}
    assert settled(facts, "08") == settled(dealt(HANDS, SETTINGS), "08")
    assert GAME.decided(FELT, BETS, (*before, wrong), "07").returned == 1_100


@pytest.mark.rule("paigow:5.10")
@pytest.mark.parametrize("choice", [GO_ON, TAKE_BACK])
def test_that_who_is_not_content_may_take_wagers_back_and_who_is_silent_stays(choice):
    wrong = Fact(DEALING_ERROR, ("a hand was removed",), "07")
    before = (*dealt(HANDS, SETTINGS, until=Decide), wrong)
    assert asked(before) == Decide(GO_ON, ("07",))
    window = GAME.window(FELT, before, "07", BETS)
    assert (window.name, window.default, window.absent) == (GO_ON, GO_ON, GO_ON)
    both = {GO_ON: {"07": choice}, SET: SETTINGS}
    facts = dealt(HANDS, both, irregular={Decide: wrong})
    expected = (1_000, 950) if choice == GO_ON else (1_000, 0)
    assert settled(facts, "07")["standard"] == expected
    after = dealt(HANDS, SETTINGS, until=Publish)
    assert Enter(DEALING_ERROR, "07") not in GAME.irregularities(FELT, after), "no further cards are dealt"


@pytest.mark.rule("paigow:5.18", "paigow:5.18.1", "paigow:5.18.2")
def test_that_a_power_failure_asks_every_box_until_an_outcome_is_established():
    failed = Fact(POWER_FAILURE, ("power failure",))
    for when, cut in ((Enter, 0), (Decide, 0), (Publish, -2)):
        before = dealt(HANDS, SETTINGS, until=when)
        before = before[:cut] if cut else before
        assert Enter(POWER_FAILURE) in GAME.irregularities(FELT, before), when
        assert asked((*before, failed)) == Decide(GO_ON, ("07", "08"))
    window = GAME.window(FELT, (*before, failed), "07", BETS)
    assert (window.default, window.absent) == (GO_ON, TAKE_BACK), "who is down has not chosen to stay"
    shown = dealt(HANDS, SETTINGS, until=Publish)
    assert Enter(POWER_FAILURE) not in GAME.irregularities(FELT, shown)
    with pytest.raises(BadFacts, match="power-failure"):
        asked((*shown, failed))
    answers = {GO_ON: {"07": TAKE_BACK, "08": GO_ON}, SET: SETTINGS}
    facts = dealt(HANDS, answers, irregular={Decide: failed})
    assert settled(facts, "07") == {"standard": (1_000, 0), "fortune": (100, 0)}
    assert settled(facts, "08") == settled(dealt(HANDS, SETTINGS), "08")
    answers = {GO_ON: dict.fromkeys(HANDS, TAKE_BACK)}
    facts = dealt(HANDS, answers, irregular={Decide: failed})
    assert not any(fact.at == DEALER and fact.values for fact in facts), (
        "nobody is left: the round is concluded"
    )
    assert settled(facts, "08") == {"standard": (1_000, 0), "fortune": (100, 0)}


@pytest.mark.rule("paigow:5.10", "paigow:5.18.1")
def test_that_a_dealing_error_after_a_power_failure_asks_by_its_own_rule():
    failed, wrong = Fact(POWER_FAILURE, ("power failure",)), Fact(DEALING_ERROR, ("no cards",), "07")
    before = dealt(HANDS, SETTINGS, until=Decide)
    went_on = (*before, failed, *(Fact(GO_ON, (GO_ON,), box) for box in HANDS), wrong)
    assert asked(went_on) == Decide(GO_ON, ("07",))
    assert GAME.window(FELT, went_on, "07", BETS).absent == GO_ON


# --- the layouts, the money -----------------------------------------------------------------------------------------


@pytest.mark.rule("paigow:2.2", "paigow:2.2.1", "paigow:2.2.2", "paigow:B", "paigow:3.10", "paigow:3.11")
@pytest.mark.parametrize(("name", "by_hand"), [("A", False), ("B", True)])
def test_that_a_layout_has_both_wagers_on_each_board(name, by_hand):
    felt = GAME.read_layout(name, layout_reader("paigow"))
    assert (felt.name, felt.by_hand, felt.boxes, set(felt.spots)) == (
        name,
        by_hand,
        6,
        {"standard", "fortune"},
    )
    for board in felt.boards.values():
        assert {cell.spot for cell in board.cells} == set(felt.spots)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "name"),
        ('name = "B"\nboxes = 6\ndealt = "by-hand"', 'found "B": expected "A"'),
        ('name = "A"\nboxes = 7\ndealt = "by-hand"', "boxes"),
        ('name = "A"\nboxes = 6\ndealt = "by-luck"', "dealt"),
        ('name = "A"\nboxes = 6\ndealt = "by-hand"\nburnt = 1', "burnt"),
        ("[[", "is not TOML"),
    ],
)
def test_that_a_damaged_layout_is_named(text, said):
    with pytest.raises(BadLayout, match=said):
        GAME.read_layout("A", lambda _: text)


@pytest.mark.parametrize("name", ["a", "", "C", "../A"])
def test_that_an_unknown_layout_is_named(name):
    with pytest.raises(UnknownLayout):
        GAME.read_layout(name, layout_reader("paigow"))


@pytest.mark.rule("paigow:4.1.1")
def test_that_a_unit_without_whole_commission_is_refused():
    for unit in (20, 100, 500):
        check_exact(FELT, unit)
    for unit in (1, 10, 50, 130):
        with pytest.raises(InexactConfiguration, match=r"spot standard: odds of 19/20 to 1"):
            check_exact(FELT, unit)


def test_that_another_games_layout_is_refused():
    class Other(PaiGowLayout):
        pass

    GAME.check_facts(Other(), ())
    with pytest.raises(GameError, match="expected a layout of paigow"):
        GAME.check_facts(type("Felt", (), {"name": "X", "game": "x"})(), ())


def test_that_no_decision_needs_money_kept():
    assert GAME.reserve(FELT, BETS) == 0
    with pytest.raises(KeyError):
        GAME.reserve(FELT, {"ante": 1})


def test_that_the_theory_is_that_of_both_wagers_and_of_how_they_go_together():
    standard, fortune, both = theory(1_000, 0), theory(0, 1_000), theory(1_000, 500)
    assert (fortune.expected, fortune.variance) == (0, 0), "no Fortune Bonus without a Standard wager"
    assert float(standard.expected) == pytest.approx(27.267, abs=0.001)
    assert float(both.expected - standard.expected) == pytest.approx(49.70595, abs=0.00001)
    alone = both.variance - standard.variance
    assert 12 * 500**2 < alone < 13 * 500**2
    with pytest.raises(KeyError):
        GAME.theory(FELT, {"ante": 1})
    assert GAME.theory(FELT, {"standard": 1_000, "fortune": 500}) == both


def test_that_a_sample_of_the_decks_goes_together_as_the_figure_says():
    # One deck's sum has a standard deviation of about 660 (50 pieces were dealt); 5 of the mean of 2,000 are taken.
    assert abs(mixed(0) / 2_000 - 306.9) < 5 * 660 / 2_000**0.5


@pytest.mark.torture
def test_that_all_of_them_do():
    assert sum(map(mixed, range(50))) == 30_692_508


# --- reports --------------------------------------------------------------------------------------------------------


def test_that_a_round_is_written_for_reports():
    facts = result_of(dealt(HANDS, SETTINGS))
    assert written(facts) == (
        "07 Ah Ad 8s 7h 5c 4d Jc set:Jc8s; 08 Kc Qh 9s 6h 4c 3d 2s house-way; "
        "dealer Qd Qs 9h 7c 5s 4h 2d set:9h7c"
    )
    assert written((*facts, Fact(CONCEDE, ("he left",), "08"))).split("; ")[1].endswith("house-way concede")
    assert written((Fact("dice", (1, 2, 3)),)) == "?"
    assert written(()) == ""
    assert house_way_of(tuple(DEALT.split())) == "set:9h7c"

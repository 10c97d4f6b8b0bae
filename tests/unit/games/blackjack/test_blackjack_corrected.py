"""A card of Blackjack was entered wrongly: any card of rounds dealt by chance, at any moment of the play."""

import random
from collections import Counter
from contextlib import suppress

import pytest
from msgspec.structs import replace

from kiosk.cards import DECK
from kiosk.games.blackjack.deal import (
    CARD,
    DEALER,
    DEALING_ERROR,
    DISCARDED,
    GO_ON,
    LATER,
    MISLED,
    TAKE_BACK,
    TWO_AT_ONCE,
    read_deal,
)
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import FIRST, SIDES, SPOTS, TURN
from kiosk.games.errors import BadFacts
from kiosk.games.game import (
    HOLDS,
    INTERIM,
    Boxes,
    Corrected,
    Decide,
    Enter,
    Fact,
    Interim,
    Settle,
    replaced,
)
from kiosk.table.facts import GameRules, interim
from kiosk.table.records import FactCorrected
from kits.games.blackjack_rounds import FELT, told

INITIAL = {"initial": 1_000}
BOXES = ("07", "08", "09")
RULES = GameRules(GAME, FELT)
STAKES = {
    spot: 100 if spot in SIDES else 500 if spot.partition("-")[0] in ("insurance", "double") else 1_000
    for spot in SPOTS
}


def comes(facts, source, errors=0.05):
    """What comes next by chance: cards that often split, double and go bust, and now and then a dealing error."""
    asks = GAME.agenda(FELT, facts)
    if isinstance(asks, Boxes):
        return [Fact(HOLDS, BOXES)]
    if isinstance(asks, Interim):
        return [interim(facts)]
    if isinstance(asks, Settle):
        return []
    if source.random() < errors and Enter(DEALING_ERROR) in GAME.irregularities(FELT, facts):
        return [Fact(DEALING_ERROR, ("a card fell",))]
    if isinstance(asks, Enter):
        ranks = source.choice(["A8T6", "23456789TJQKA", "55TA"])
        return [Fact(CARD, (source.choice([card for card in DECK if card[0] in ranks]),), asks.at)]
    assert isinstance(asks, Decide)
    return [
        Fact(asks.window, (source.choice(GAME.window(FELT, facts, box, INITIAL).options).choice,), box)
        for box in asks.boxes
    ]


def played(source, until=None, facts=()):
    """So many facts of a play, or all of them."""
    while (until is None or len(facts) < until) and (new := comes(facts, source, 0.05 if until else 0)):
        facts = (*facts, *new)
    return facts


def wrong_card(source, facts):
    """The place of a card after the interim settlement of a play that goes on, and what lies there really; or None."""
    paid = next((at for at, fact in enumerate(facts) if fact.name == INTERIM), len(facts))
    cards = [at for at, fact in enumerate(facts) if at > paid and fact.name == CARD]
    if not cards or isinstance(GAME.agenda(FELT, facts), Settle):
        return None
    at = source.choice(cards)
    return at, Fact(CARD, (source.choice(DECK),), facts[at].at)


def corrections(seeds):
    """Plays that go on, a card of one after the interim settlement, what lies there really, and what comes of it."""
    for seed in seeds:
        source = random.Random(seed)
        facts = played(source, source.randrange(16, 40))
        if (wrong := wrong_card(source, facts)) is None:
            continue
        at, right = wrong
        with_it = replaced(facts, at, right)
        try:
            yield source, facts, at, with_it, GAME.corrected(FELT, facts, at, right)
        except BadFacts:
            yield source, facts, at, with_it, None


def deal_of(facts):
    return read_deal(FELT, facts)


def cards_of(facts):
    return Counter(fact.values for fact in facts if fact.name in (CARD, DISCARDED))


def of_others(facts, box):
    return [fact for fact in facts if fact.at not in (box, "", DEALER)]


@pytest.mark.rule("blackjack:5.7", "blackjack:5.7.1", "blackjack:5.7.3", "blackjack:5.10.3")
def test_that_the_play_after_a_corrected_card_is_one_and_is_played_on_to_a_result():
    counts = Counter()
    for source, facts, at, with_it, found in corrections(range(3_000)):
        if found is None:
            counts["waits for the result"] += 1
            continue
        stands = RULES._why_not_asked(with_it, at) is None
        counts["stands" if stands else "falls in part"] += 1
        assert RULES._why_not_asked(found.facts, at) is None, "a play that the game has asked for"
        assert not stands or found.facts[: len(with_it)] == with_it, "what can have been is not touched"
        assert not stands or not found.fell
        assert cards_of(found.facts) == cards_of(with_it), "no card comes or goes"
        box = facts[at].at
        assert of_others(found.facts, box) == of_others(with_it, box), (
            "nobody else loses a card or a decision"
        )
        assert deal_of(found.facts).out.keys() == deal_of(facts).out.keys(), "what was taken back stays so"
        choosing = set(deal_of(found.facts).errors) - set(deal_of(facts).errors)
        assert choosing <= {box} or box == DEALER
        counts["chooses"] += len(choosing)
        result = RULES.dealt(played(source, facts=found.facts))
        assert GAME.is_complete(FELT, result)
        for one in BOXES:
            settled, deal = GAME.settle(FELT, STAKES, result, one).spots, deal_of(result)
            assert {spot: of_spot.staked for spot, of_spot in settled.items()} == STAKES, "every stake once"
            bets = deal.played[one].bets if one in deal.played else ()
            added = {spot for spot in STAKES if spot not in (*SIDES, *bets)}
            back = {
                spot
                for spot, of_spot in settled.items()
                if (of_spot.returned, of_spot.won) == (STAKES[spot], 0)
            }
            assert added <= back, "what a decision that fell away has added goes back"
            if deal.is_invalid(one):
                assert STAKES.keys() - set(SIDES) <= back, "all that its hands have staked"
                counts["takes back"] += 1
    assert counts["falls in part"] > 20, counts
    assert counts["chooses"] > 20, counts
    assert counts["takes back"] > 5, counts
    assert counts["waits for the result"] * 20 < counts["stands"] + counts["falls in part"], counts


def place_of(facts, number):
    """Of the so-many-th card that has left the shoe: it stays the same card, put away or not."""
    return [at for at, fact in enumerate(facts) if fact.name in (CARD, DISCARDED)][number]


def number_of(facts, at):
    return sum(fact.name in (CARD, DISCARDED) for fact in facts[:at])


def corrected_at(play, number, card):
    """The play with that card in place of the so-many-th."""
    at = place_of(play.facts, number)
    return GAME.corrected(FELT, play.facts, at, replace(play.facts[at], values=(card,)), play.fell)


def without_choices(facts):
    return [fact for fact in facts if fact.name not in (MISLED, GO_ON)]


def ends_with_every_stake_once(source, facts):
    result = RULES.dealt(played(source, facts=facts))
    assert GAME.is_complete(FELT, result)
    for box in BOXES:
        settled = GAME.settle(FELT, STAKES, result, box).spots
        assert {spot: of_spot.staked for spot, of_spot in settled.items()} == STAKES


@pytest.mark.rule("blackjack:5.7")
def test_that_a_correction_that_was_a_mistake_is_taken_back_and_nothing_has_fallen_away():
    counts = Counter()
    for _source, facts, at, _with_it, found in corrections(range(3_000)):
        back = GAME.corrected(FELT, found.facts, at, facts[at], found.fell)
        assert back.facts[: len(facts)] == facts
        assert {fact.name for fact in back.facts[len(facts) :]} <= {MISLED}, "who was asked still is"
        counts[bool(found.fell)] += 1
    assert counts[True] > 20, counts


@pytest.mark.rule("blackjack:5.7")
def test_that_a_correction_is_taken_back_when_the_play_has_gone_on_by_it():
    counts = Counter()
    for source, facts, at, _with_it, found in corrections(range(3_000)):
        on = played(source, len(found.facts) + source.randrange(1, 12), found.facts)
        if isinstance(GAME.agenda(FELT, on), Settle):
            continue
        try:
            back = GAME.corrected(FELT, on, at, facts[at], found.fell)
        except BadFacts:
            counts["waits for the result"] += 1
            continue
        assert RULES._why_not_asked(back.facts, at) is None
        assert cards_of(back.facts) == cards_of(replaced(on, at, facts[at]))
        kept = without_choices(back.facts)
        gone = {one.fact for one in back.fell}
        assert [
            fact for fact in facts if fact in gone or fact in kept or fact.name in (MISLED, GO_ON)
        ] == list(facts)
        ends_with_every_stake_once(source, back.facts)
        counts["fell and came back" if found.fell and not back.fell else "other"] += 1
    assert counts["fell and came back"] > 2, counts
    assert counts["waits for the result"] * 10 < counts.total(), counts


@pytest.mark.rule("blackjack:5.7")
def test_that_two_corrections_come_to_the_same_in_either_order():
    counts = Counter()
    for seed in range(3_000):
        source = random.Random(seed)
        facts = played(source, source.randrange(16, 40))
        wrong = [one for one in (wrong_card(source, facts), wrong_card(source, facts)) if one is not None]
        if len({at for at, _ in wrong}) < 2:
            continue
        cards = [(number_of(facts, at), *right.values) for at, right in wrong]
        ends = []
        for order in (cards, cards[::-1]):
            play = Corrected(facts)
            with suppress(BadFacts):
                for number, card in order:
                    play = corrected_at(play, number, card)
                ends.append(play)
        if len(ends) < 2:
            counts["waits for the result"] += 1
            continue
        one, other = ends
        assert without_choices(one.facts) == without_choices(other.facts)
        assert deal_of(one.facts).errors == deal_of(other.facts).errors, "the same boxes choose"
        counts["fell" if one.fell else "stands"] += 1
        ends_with_every_stake_once(source, one.facts)
    assert counts["fell"] > 10, counts
    assert counts["waits for the result"] * 50 < counts.total(), counts


FIRST_WINDOW = (
    Fact(HOLDS, ("07",)),
    *(Fact(CARD, (card,), at) for card, at in (("Th", "07"), ("Ac", DEALER), ("6d", "07"))),
)


@pytest.mark.rule("blackjack:5.7", "blackjack:3.14", "blackjack:3.16")
def test_that_insurance_against_what_was_no_ace_falls_away_and_the_box_decides_anew():
    facts = (*FIRST_WINDOW, Fact(FIRST, ("insurance",), "07"))
    found = GAME.corrected(FELT, facts, 2, Fact(CARD, ("6c",), DEALER))
    assert deal_of(found.facts).errors == ["07"]
    on = (*found.facts, Fact(GO_ON, (GO_ON,), "07"))
    assert GAME.agenda(FELT, on) == Decide(FIRST, ("07",))
    back = GAME.corrected(FELT, found.facts, 2, facts[2], found.fell)
    assert back.facts[: len(facts)] == facts
    assert [option.choice for option in GAME.window(FELT, FIRST_WINDOW, "07", INITIAL).options] == [
        "insurance",
        "decline",
    ]
    staked = {**INITIAL, "insurance": 500}
    assert [option.choice for option in GAME.window(FELT, FIRST_WINDOW, "07", staked).options] == ["decline"]


@pytest.mark.rule("blackjack:5.7")
def test_that_only_a_hand_with_another_after_it_can_play_later():
    alone = (*FIRST_WINDOW, Fact(FIRST, ("decline",), "07"), interim(()))
    assert GAME.agenda(FELT, alone) == Decide(TURN, ("07",))
    assert Enter(LATER, "07") not in GAME.irregularities(FELT, alone)


@pytest.mark.rule("blackjack:5.7")
def test_that_even_money_is_settled_and_asks_nobody_any_more():
    """A Blackjack that was paid at once is no box that can be misled; before the interim settlement it is."""
    cards = (("As", "07"), ("Ac", DEALER), ("Kd", "07"))
    facts = (
        Fact(HOLDS, ("07",)),
        *(Fact(CARD, (card,), at) for card, at in cards),
        Fact(FIRST, ("even-money",), "07"),
    )
    assert deal_of(facts).unsettled == ("07",)
    assert deal_of((*facts, interim(()))).unsettled == ()


@pytest.mark.rule("blackjack:5.7")
def test_that_who_was_not_asked_after_a_dealing_error_because_the_hand_seemed_bust_is_asked_at_the_end():
    """Box 07 has doubled 17 and is bust by a six that is a four; the box after it has gone on and plays."""
    cards = (("5d", "07"), ("8d", "08"), ("Td", DEALER), ("Qh", "07"), ("3c", "08"))
    facts = (Fact(HOLDS, ("07", "08")), *(Fact(CARD, (card,), at) for card, at in cards))
    facts += tuple(Fact(FIRST, ("decline",), box) for box in ("07", "08"))
    facts += (interim(()), Fact(TURN, ("double",), "07"), Fact(CARD, ("8h",), "07"))
    facts += (Fact(DEALING_ERROR, ("a card fell",)), Fact(GO_ON, (GO_ON,), "08"), Fact(TURN, ("hit",), "08"))
    at = len(facts) - 4
    found = GAME.corrected(FELT, facts, at, Fact(CARD, ("4h",), "07"))
    assert found.facts[-1].at == "07"
    assert deal_of(found.facts).errors == ["07"]
    assert not found.fell


def place_in(facts, card):
    return next(at for at, fact in enumerate(facts) if fact.values == (card,))


def asks_after(facts, *cards):
    """Who chooses after these corrections, each of a card that lies at a place; by the rules of the table."""
    fell = ()
    for at, card in cards:
        was = facts[at]
        event = FactCorrected(round=1, at=at, was=was, fact=replace(was, values=(card,)), by="console")
        play = RULES.corrected(event, facts, fell)
        facts, fell = play.facts, play.fell
    return deal_of(facts)


@pytest.mark.rule("blackjack:5.7")
@pytest.mark.parametrize("dealer", ["", " 5s"])
def test_that_a_card_of_the_dealer_that_is_put_away_asks_nobody(dealer):
    """A double on 13 is bust by a ten that was entered as a six: nothing was decided by it."""
    facts = told(f"8d 5h 5c decline double 6h{dealer}", boxes="07")
    assert asks_after(facts, (place_in(facts, "6h"), "Td")).errors == []


@pytest.mark.rule("blackjack:5.7", "blackjack:5.3")
def test_that_what_the_house_plays_for_a_box_is_no_decision_of_it():
    """18 by a ten that is a two; when the Dealer has drawn the House plays on, and then it is a three."""
    facts = told("8d 9d 5h 5c 9h decline decline hit Ts stand 6s")
    at = place_in(facts, "Ts")
    assert asks_after(facts, (at, "2s"), (at, "3s")).errors == []


@pytest.mark.rule("blackjack:5.7", "blackjack:5.3")
def test_that_a_hand_below_12_points_when_the_dealer_has_drawn_is_corrected_with_the_result():
    facts = told("8d 9d 5h 8c 9h decline decline split Ts stand Th stand stand 6s")
    with pytest.raises(BadFacts, match="correct it with the result"):
        asks_after(facts, (place_in(facts, "Ts"), "2c"))


@pytest.mark.rule("blackjack:5.7")
@pytest.mark.parametrize("first", [0, 1])
def test_that_wrong_cards_of_two_boxes_are_corrected_in_either_order(first):
    facts = told("8d 6s 5h 5c 5d decline decline double 6h hit 2s hit 3c stand 9s")
    wrong = [(place_in(facts, "6h"), "Td"), (place_in(facts, "3c"), "Th")]
    deal = asks_after(facts, wrong[first], wrong[1 - first])
    assert (deal.errors, deal.dealer) == (["08"], ["5h"])


@pytest.mark.rule("blackjack:5.7", "blackjack:3.21")
def test_that_a_hand_that_was_split_from_another_stands_when_a_split_before_it_falls_away():
    """Eights are split to four hands; the third was none. The fourth has doubled, and keeps its Bets on their spots."""
    facts = told(
        "8h 6c 8d decline split 8c split Ts stand 9c stand 8s split Td stand 3d double 9d", boxes="07"
    )
    at = place_in(facts, "8c")
    found = GAME.corrected(FELT, facts, at, Fact(CARD, ("4c",), "07"))
    hands = deal_of(found.facts).played["07"].hands
    lie = [(hand.number, " ".join(hand.cards)) for hand in hands]
    assert lie == [(1, "8h 4c"), (2, "8d Td"), (4, "8s 3d 9d")]
    assert [fact.values[0] for fact in found.facts if fact.name == DISCARDED] == ["Ts", "9c"]
    on = (*found.facts, Fact(GO_ON, (GO_ON,), "07"))
    staked = {**INITIAL, "split-2": 1_000, "split-3": 1_000, "split-4": 1_000, "double-4": 300}
    assert [option.choice for option in GAME.window(FELT, on, "07", staked).options] == [
        "hit",
        "stand",
        "double",
    ]
    on = (*on, Fact(TURN, ("stand",), "07"), *(Fact(CARD, (card,), DEALER) for card in ("9c", "Th")))
    settled = GAME.settle(FELT, staked, RULES.dealt(on), "07").spots
    assert {spot: (of.returned, of.won) for spot, of in settled.items()} == {
        "initial": (1_000, 1_000),
        "split-2": (1_000, 1_000),
        "split-3": (1_000, 0),
        "split-4": (1_000, 1_000),
        "double-4": (300, 300),
    }
    back = GAME.corrected(FELT, found.facts, at, facts[at], found.fell)
    assert back.facts[: len(facts)] == facts
    assert RULES._why_not_asked(found.facts, at) is None


@pytest.mark.rule("blackjack:5.7", "blackjack:5.12")
def test_that_who_was_misled_is_asked_while_another_box_picks_a_card():
    facts = told("8h 9h 6c 8d 2d decline decline hit 2d hit Kd hit")
    at = [at for at, fact in enumerate(facts) if fact.values == ("2d",)][-1]
    facts = (*facts, Fact(TWO_AT_ONCE, ("at once",), "08"))
    deal = asks_after(facts, (at, "3d"))
    assert (deal.picks, deal.errors, deal.misled) == ("08", ["07", "08"], {"07"})


@pytest.mark.rule("blackjack:5.7", "blackjack:3.16")
def test_that_a_choice_comes_before_an_interim_settlement_that_a_correction_makes_due():
    """A Blackjack of box 08 against a six is paid with the result; against a ten it waits for the Dealer."""
    facts = told("Th As 6c 6d Kd surrender")
    assert isinstance(GAME.agenda(FELT, facts), Settle)
    at = place_in(facts, "6c")
    assert asks_after(facts, (at, "Tc")).errors == ["07"]
    on = (*GAME.corrected(FELT, facts, at, Fact(CARD, ("Tc",), DEALER)).facts, Fact(GO_ON, (GO_ON,), "07"))
    assert isinstance(GAME.agenda(FELT, on), Interim)
    assert RULES.dealt((*on, interim(on))) == on, "the result has the choice, and no interim settlement"


@pytest.mark.rule("blackjack:5.7", "blackjack:5.7.3")
@pytest.mark.parametrize("card", ["5s", "4s", "Ac", "Td"])
def test_that_who_had_a_bet_back_keeps_it_and_gets_no_more_when_the_dealers_card_is_corrected(card):
    """One hand of a split is bust; the other came back after a dealing error. With an Ace the Dealer stands at once."""
    facts = told("8h 9h 6c 8d 2d decline decline split Ts hit Kd 2d hit Ts stand hit Ts stand 5s")
    at = place_in(facts, "5s")
    facts += (
        Fact(DEALING_ERROR, ("a card fell",)),
        *(Fact(GO_ON, (TAKE_BACK,), box) for box in ("07", "08")),
    )
    event = FactCorrected(
        round=1, at=at, was=facts[at], fact=replace(facts[at], values=(card,)), by="console"
    )
    right = RULES.corrected(event, facts, ()).facts
    settled = GAME.settle(
        FELT, {**INITIAL, "split-2": 1_000}, RULES.dealt(played(random.Random(1), facts=right)), "07"
    )
    assert {spot: of_spot.returned for spot, of_spot in settled.spots.items()} == {
        "initial": 0,
        "split-2": 1_000,
    }

"""A card of Blackjack was entered wrongly: any card of rounds dealt by chance, at any moment of the play."""

import random
from collections import Counter

import pytest

from kiosk.cards import DECK
from kiosk.games.blackjack.deal import CARD, DEALER, DEALING_ERROR, DISCARDED, read_deal
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import SIDES, SPOTS
from kiosk.games.errors import BadFacts
from kiosk.games.game import HOLDS, INTERIM, Boxes, Decide, Enter, Fact, Interim, Settle, replaced
from kiosk.table.facts import GameRules, interim
from kits.games.blackjack_rounds import FELT

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


def corrections(seeds):
    """Plays that go on, a card of one after the interim settlement, what lies there really, and what comes of it."""
    for seed in seeds:
        source = random.Random(seed)
        facts = played(source, source.randrange(16, 40))
        paid = next((at for at, fact in enumerate(facts) if fact.name == INTERIM), len(facts))
        cards = [at for at, fact in enumerate(facts) if at > paid and fact.name == CARD]
        if not cards or isinstance(GAME.agenda(FELT, facts), Settle):
            continue
        at = source.choice(cards)
        right = Fact(CARD, (source.choice(DECK),), facts[at].at)
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
        assert not stands or found.facts == with_it, "what can have been is not touched"
        assert cards_of(found.facts) == cards_of(with_it), "no card comes or goes"
        box = facts[at].at
        assert of_others(found.facts, box) == of_others(with_it, box), (
            "nobody else loses a card or a decision"
        )
        assert deal_of(found.facts).out.keys() == deal_of(facts).out.keys(), "what was taken back stays so"
        choosing = tuple(Fact(asked.fact, ("why",), asked.at) for asked in found.misled)
        assert {fact.at for fact in choosing} <= {box} or box == DEALER
        counts["chooses"] += len(choosing)
        result = RULES.dealt(played(source, facts=(*found.facts, *choosing)))
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

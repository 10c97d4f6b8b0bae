"""What lies on the table is read on from what was read before: the same as read anew, and each fact once."""

import random
from copy import deepcopy
from dataclasses import replace

import pytest

from kiosk.cards import DECK
from kiosk.games.blackjack import deal as reading
from kiosk.games.blackjack.deal import CARD, Deal, read_deal
from kiosk.games.blackjack.game import GAME
from kiosk.games.blackjack.paytable import DECKS, MOST_BOXES, MOST_HANDS, TURN, BlackjackLayout
from kiosk.games.blackjack.points import value
from kiosk.games.game import INTERIM, BadFacts, Fact
from kiosk.table.facts import GameRules
from kiosk.table.records import MAX_RECORD_BYTES, MOST_FACTS, MOST_GONE_WRONG_BYTES, room_of
from kits.games.blackjack_rounds import MANY, by_chance, greatest, told

EIGHT = BlackjackLayout("eight", decks=8)
BOXES = ("01", "02", "03", "04", "05", "06", "07")


@pytest.fixture(autouse=True)
def _nothing_read():
    reading._kept.clear()


@pytest.fixture
def taken(monkeypatch):
    """The facts that are read, one after the other."""
    found, add = [], reading._add

    def one_more(layout, deal, fact):
        found.append(fact)
        add(layout, deal, fact)

    monkeypatch.setattr(reading, "_add", one_more)
    return found


def read_anew(facts, felt=MANY):
    deal = Deal()
    for fact in facts:
        deal = reading.after(felt, deal, fact)
    return deal


def random_play(seed):
    source = random.Random(seed)

    def any_option(facts, box):
        options = GAME.window(MANY, facts, box, {"initial": 1_000}).options
        return source.choice([one.choice for one in options if one.choice != "stand"] or ["stand"])

    return by_chance(source, BOXES[: source.randrange(1, 4)], any_option, MANY)


def test_that_a_play_is_read_alike_in_whatever_order_its_beginnings_are_asked_for():
    for seed in range(40):
        facts = random_play(seed)
        places = list(range(len(facts) + 1))
        random.Random(seed).shuffle(places)
        for at in (*range(len(facts) + 1), *places):
            assert read_deal(MANY, facts[:at]) == read_anew(facts[:at])


def test_that_what_was_read_stays_as_it_is_when_the_play_goes_on_one_way_or_another():
    line = "8h 9h 6c 8d 2d decline decline split Ts hit"
    facts = told(line)
    begun = [(facts[:at], read_deal(MANY, facts[:at])) for at in range(len(facts) + 1)]
    kept = deepcopy(begun)
    for more in (
        "Kd 2d hit Ts stand",
        "2d stand Td stand hit 9s",
        "!two-at-once@07 left go-on go-on 3c",
    ):
        read_deal(MANY, told(f"{line} {more}", felt=MANY))
    read_deal(MANY, told("8h 9h 6c 8d 2d decline decline !later@07 hit 3c", felt=MANY))
    with pytest.raises(BadFacts):
        read_deal(MANY, (*facts, facts[-1]))
    assert begun == kept


def test_that_decks_and_boxes_of_another_table_are_not_mistaken():
    facts = told("8h 8h 8h 8h 8h decline decline hit", felt=MANY)
    assert read_deal(MANY, facts).seen["8h"] == 5
    with pytest.raises(BadFacts):
        read_deal(BlackjackLayout("four", decks=4), facts)
    with pytest.raises(BadFacts):
        read_deal(BlackjackLayout("one", decks=1000, boxes=1), facts)


def test_that_each_fact_of_the_greatest_round_is_read_once_however_often_it_is_asked_about(taken):
    facts = greatest(EIGHT, BOXES)
    assert len(facts) > 330
    reading._kept.clear()
    taken.clear()
    rules = GameRules(GAME, EIGHT)
    for at in range(len(facts) + 1):
        rules.asked(facts[:at])
        rules.stands(facts[:at])
        GAME.decided(EIGHT, {"initial": 1_000}, facts[:at], "01")
    assert taken == list(facts)
    assert rules._why_not_asked(facts, 0) is None
    assert len(taken) <= 2 * len(facts)


def test_that_the_game_is_asked_once_for_each_fact_that_is_entered_and_not_for_what_the_result_repeats():
    facts = greatest(EIGHT, BOXES)
    asks = []

    def counted(felt, deal):
        asks.append(1)
        return GAME.what_next(felt, deal)

    rules = GameRules(replace(GAME, what_next=counted), EIGHT)
    assert rules.dealt(facts) == tuple(fact for fact in facts if fact.name != INTERIM)
    assert asks == []
    cards = told("8h 9h 6c 8d 2d")
    assert rules.why_no_facts((), cards) is None
    assert len(asks) == len(cards) + 1


def most_facts(boxes, decks):
    """No round in which nothing goes wrong has more facts: every box splits to four hands.

    All cards of a hand but its last one count 21 together at most, an Ace 1; so do the Dealer's. Each card after the
    first two of a hand can be asked for.
    """
    hands, cards = MOST_HANDS * boxes, 0
    left = 21 * (hands + 1)
    for counts in sorted(value(card) for card in DECK * decks):
        if counts > left:
            break
        cards, left = cards + 1, left - counts
    cards += hands + 1
    boxes_named, interim, first, splits = 1, 1, boxes, (MOST_HANDS - 1) * boxes
    return boxes_named + interim + first + splits + cards + (cards - 2 * hands)


@pytest.mark.parametrize("decks", DECKS)
@pytest.mark.parametrize("boxes", range(1, MOST_BOXES + 1))
def test_that_a_record_holds_the_result_of_the_greatest_round_and_of_all_that_went_wrong_before(boxes, decks):
    most = most_facts(boxes, decks)
    longest = Fact(TURN, ("surrender",), "x" * 16)  # a box has the name of its seat: 16 letters at most
    room = MAX_RECORD_BYTES - MOST_GONE_WRONG_BYTES
    assert most * (room_of([longest]) - 1) < room - 1_000, (
        "the other fields of the record have a thousand bytes"
    )
    shortest = Fact(CARD, ("Ah",), "1")
    assert MOST_GONE_WRONG_BYTES // room_of([shortest]) + most <= MOST_FACTS
    if boxes <= 2 * decks:
        assert len(greatest(BlackjackLayout("A", decks, boxes), [f"{n:02}" for n in range(boxes)])) <= most

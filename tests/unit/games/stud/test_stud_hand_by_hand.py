"""Cards of a shoe that a program of before dealt hand after hand: what stands in a log stays what it was."""

from importlib.resources import files

import pytest

from kiosk.book import Book
from kiosk.games.game import HOLDS, NOBODY, Decide, Enter, Fact
from kiosk.games.stud.deal import BURNT, CARD, DEALER, DEALING_ERROR, SHUFFLE
from kiosk.games.stud.game import GAME
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import A
from kiosk.table.facts import GameRules
from kiosk.table.log import Entry
from kiosk.table.round import Phase
from kits.seat.seats import TABLE

SHOE = Felt(A, burns=True)
RULES = GameRules(GAME, SHOE)


def hand_by_hand(*boxes):
    """The facts of that deal, as the table has them."""
    own = [Fact(CARD, (), box, box) for box in boxes for _ in range(5)]
    dealers = [Fact(CARD, ("Ac",), DEALER), *[Fact(CARD, (), DEALER, NOBODY)] * 4]
    return (Fact(HOLDS, boxes), Fact(SHUFFLE, (1,)), Fact(BURNT, (), "", NOBODY), *own, *dealers)


def test_that_a_round_as_a_program_of_before_wrote_it_counts_to_its_last_card():
    kept = files("kits.games").joinpath("data/stud-shoe-hand-by-hand.txt").read_text("utf-8")
    book = Book(TABLE, GAME, {"A": SHOE}, {"07": "A", "08": "A"})
    for line in kept.splitlines():
        seq, key, value = line.split(" ", 2)
        assert book.take(Entry(int(seq), key, value.encode())) is None, line
    assert (book.table.phase, book.ignored_count) == (Phase.ENDED, 0)
    assert [book.due(1, seat, 1) for seat in ("07", "08")] == [24_000, 0]


@pytest.mark.parametrize("boxes", [("07",), ("07", "08"), ("07", "08", "09")])
def test_that_a_deal_that_was_begun_hand_after_hand_is_ended_so(boxes):
    facts = hand_by_hand(*boxes)
    for at in range(3, len(facts)):
        assert RULES.why_no_facts(facts[:at], facts[at:]) is None, at
        if at != 4:
            fact = facts[at]
            assert GAME.agenda(SHOE, facts[:at]) == Enter(CARD, fact.at, fact.audience)
    assert GAME.agenda(SHOE, facts) == Decide("call", boxes)


@pytest.mark.rule("stud:3.10")
@pytest.mark.parametrize("boxes", [("07",), ("07", "08")])
def test_that_today_a_dealer_gives_no_box_a_second_card_before_all_have_one(boxes):
    facts = hand_by_hand(*boxes)
    wrong = RULES.why_no_facts(facts[:4], facts[4:5], older=False)
    assert wrong == f"found the fact 'card' at '07', expected the fact 'card' at {[*boxes, DEALER][1]}"
    in_turn = (*facts[:4], *(Fact(CARD, (), box, box) for box in boxes[1:]), Fact(CARD, (), DEALER, NOBODY))
    own = Fact(CARD, (), "07", "07")
    assert RULES.why_no_facts(in_turn, (own,), older=False) is None
    assert RULES.why_no_facts(in_turn, (own, own)), "and then nobody ever did"


def test_that_a_box_that_leaves_such_a_deal_changes_nothing_for_the_next():
    facts = hand_by_hand("07", "08")
    out = Fact("invalid-hand", ("six cards",), "07")
    for at in (4, 5, 8):
        entered, rest = (*facts[:at], out), facts[8:]
        assert RULES.why_no_facts(entered, rest) is None, at
    error = (*facts[:9], Fact(DEALING_ERROR, ("a card too many",), "08"))
    assert GAME.agenda(SHOE, error) == Decide("go-on", ("08",))

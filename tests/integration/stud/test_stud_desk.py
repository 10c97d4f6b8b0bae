"""What the console tells a dealer of a deal of Casino Stud Poker, and what it refuses."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next, Step
from kiosk.games.game import NOBODY, Fact
from kiosk.games.stud.deal import CARD, DEALER
from kits.console.desk import NG
from kits.games.stud_pit import BETS, CALLS, CARDS


@pytest.mark.rule("stud:2.2.1", "stud:5.8.1")
def test_that_a_card_that_lies_is_refused_with_where_it_lies_and_nothing_is_written(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, until=Next.ENTER_RESULT)
    hand = tuple(Fact(CARD, (card,), "07", "07") for card in CARDS["07"])
    pit.ok(c.EnterResult(hand, NG))
    again = Fact(CARD, (CARDS["07"][2],), "08", "08")
    assert pit.do(c.EnterResult((again,), NG)) == Refusal("lies-already", {"value": "5d", "at": "07"})
    play = len(pit.view.play)
    twice = (Fact(CARD, ("2c",), "08", "08"), Fact(CARD, ("2c",), "08", "08"))
    assert pit.do(c.EnterResult(twice, NG)).key == "not-a-result"
    assert len(pit.view.play) == play


def test_that_the_deal_and_the_decisions_are_one_step_and_what_is_turned_the_next(pit):
    pit.opens(**BETS)
    assert pit.deals(CARDS, until=Next.ENTER_RESULT).step is Step.PLAY
    view = pit.deals(CARDS, until=Next.CLOSE_DECISIONS)
    assert (view.step, view.deciding_ms) == (Step.PLAY, 30_000)
    view = pit.deals(CARDS, CALLS, until=Next.REVEAL)
    assert (view.step, view.deciding_ms) == (Step.RESULT, 0)


@pytest.mark.rule("stud:5.16")
def test_that_a_card_of_the_dealer_that_was_exposed_is_the_open_one_whichever_it_is(pit):
    pit.opens(**BETS)
    pit.deals({**CARDS, DEALER: CARDS[DEALER]}, until=Next.ENTER_RESULT)
    every = tuple(Fact(CARD, (card,), box, box) for box in ("07", "08") for card in CARDS[box])
    pit.ok(c.EnterResult(every, NG))
    exposed = CARDS[DEALER][3]
    pit.ok(c.EnterResult((Fact(CARD, (exposed,), DEALER), *[Fact(CARD, (), DEALER, NOBODY)] * 4)))
    rest = [exposed, *(card for card in CARDS[DEALER] if card != exposed)]
    view = pit.deals({**CARDS, DEALER: rest}, CALLS)
    assert [fact.values[0] for fact in view.facts if fact.at == DEALER and fact.values] == rest
    pit.ends()
    assert pit.audits() == []

"""What goes wrong at a table of Blackjack and is no reason for a void: dealing errors, cards that are put away."""

from contextlib import suppress

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.blackjack.deal import (
    CARD,
    CUT_CARD,
    DEALING_ERROR,
    DISCARDED,
    GO_ON,
    PICK,
    TAKE_BACK,
    TWO_AT_ONCE,
)
from kiosk.games.blackjack.paytable import FIRST, TURN
from kiosk.games.game import Decide, Enter, Fact
from kiosk.table.round import Phase
from kits.console.desk import NG, Killed
from kits.games.blackjack_pit import BETS, SAYS, WON_07, WON_08

BACK = (10_000, 0, 0)


def wrong(pit, name, at="", what="two cards fell"):
    pit.ok(c.EnterIrregularity(Fact(name, (what,), at), NG))
    pit.pump()


def stands(pit, of_07=WON_07, of_08=WON_08):
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (of_07, of_08)
    pit.ends()
    assert pit.audits() == []


def until_asked(pit, asked):
    pit.until(lambda view: view.asked == asked and view.next is Next.CLOSE_DECISIONS)
    pit.pump()


def in_turn(pit):
    pit.opens(**BETS)
    pit.plays(says={}, until=Next.CLOSE_DECISIONS)
    pit.says("07", "decline")
    until_asked(pit, Decide(TURN, ("07",)))


@pytest.mark.rule("blackjack:5.7", "blackjack:5.7.1", "blackjack:5.7.3", "blackjack:5.9")
def test_that_in_the_initial_deal_all_choose_and_silence_goes_on(pit):
    pit.opens(**BETS)
    pit.plays(until=Next.ENTER_RESULT)
    pit.ok(c.EnterResult((Fact(CARD, ("8h",), "07"),)))
    pit.pump()
    wrong(pit, DEALING_ERROR)
    until_asked(pit, Decide(GO_ON, ("07", "08")))
    pit.says("08", TAKE_BACK)
    pit.pass_ms(31_000, 1_000)
    pit.until(lambda view: not isinstance(view.asked, Decide))
    assert pit.view.asked == Enter(CARD, "dealer"), "box 08 is dealt nothing"
    shoe = "8h 6c 8d Td 5c 6d 9c 5s"
    pit.plays(shoe, {"07": ["go-on", *SAYS["07"]]})
    stands(pit, of_08=BACK)


@pytest.mark.rule("blackjack:5.7", "blackjack:5.7.2", "blackjack:5.7.3", "blackjack:5.10.1", "blackjack:5.16")
@pytest.mark.parametrize("choice", [GO_ON, TAKE_BACK])
def test_that_after_the_interim_settlement_what_was_settled_stays(pit, choice):
    in_turn(pit)
    pit.says("07", "split")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    wrong(pit, DEALING_ERROR)
    until_asked(pit, Decide(GO_ON, ("07",)))
    assert pit.view.asked.boxes == ("07",), "the Blackjack of box 08 is paid"
    pit.says("07", choice)
    if choice == TAKE_BACK:
        pit.until(lambda view: view.next is Next.ENTER_RESULT)
        pit.ok(c.EnterResult(()))
        pit.until(lambda view: view.phase is Phase.RESULT)
        stands(pit, (15_500, 0, -5_500))
        return
    pit.plays(says={"07": ["decline", "split", GO_ON, "stand", "hit", "stand"]})
    stands(pit)


@pytest.mark.rule("blackjack:5.12", "blackjack:5.12.2")
def test_that_of_two_cards_at_once_the_box_picks_and_all_choose(pit):
    in_turn(pit)
    pit.says("07", "split")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    wrong(pit, TWO_AT_ONCE, "07")
    until_asked(pit, Decide(PICK, ("07",)))
    pit.says("07", "right")
    until_asked(pit, Decide(GO_ON, ("07",)))
    pit.says("07", GO_ON)
    pit.plays(says={"07": ["decline", "split", "right", GO_ON, "stand", "hit", "stand"]})
    stands(pit)


@pytest.mark.rule("blackjack:5.12.1", "blackjack:5.10.3", "blackjack:5.10.2")
def test_that_cards_that_are_put_away_and_the_cut_card_change_nothing(pit):
    in_turn(pit)
    wrong(pit, DISCARDED, what="Kc")
    wrong(pit, CUT_CARD, what="the cut card is out")
    until_asked(pit, Decide(TURN, ("07",)))
    assert CUT_CARD not in {enter.fact for enter in pit.view.irregularities}
    said = [line for line in pit.view.round_log if line.key in ("irregularity-of-table", "boxes-asked")]
    assert [(line.key, line.values) for line in said] == [
        ("irregularity-of-table", {"irregularity": DISCARDED, "what": "Kc", "by": "Ng"}),
        ("irregularity-of-table", {"irregularity": CUT_CARD, "what": "the cut card is out", "by": "Ng"}),
    ]
    pit.plays()
    stands(pit)


@pytest.mark.rule("blackjack:5.19")
def test_that_an_irregularity_needs_a_supervisor_and_a_time_at_which_it_can_be(pit):
    in_turn(pit)
    good = Fact(DEALING_ERROR, ("a card fell",))
    assert pit.do(c.EnterIrregularity(good)) == Refusal("needs-supervisor")
    bad = (
        Fact(DEALING_ERROR, ()),
        Fact(DEALING_ERROR, ("a card fell",), "07"),
        Fact(TWO_AT_ONCE, ("two cards",), "07"),
        Fact(DISCARDED, ("1h",)),
        Fact("rain", ("a card fell",)),
    )
    for fact in bad:
        assert pit.do(c.EnterIrregularity(fact, NG)).key == "not-a-result", fact
    pit.ok(c.EnterIrregularity(good, NG))
    pit.pump()
    assert pit.do(c.EnterIrregularity(good, NG)).key in ("not-a-result", "phase"), "once is enough"
    until_asked(pit, Decide(GO_ON, ("07",)))
    pit.says("07", GO_ON)
    pit.plays(says={"07": ["decline", GO_ON, "split", "stand", "hit", "stand"]})
    stands(pit)


@pytest.mark.rule("blackjack:5.7.2", "blackjack:5.9", "blackjack:5.10.1")
@pytest.mark.parametrize("killed", [False, True])
def test_that_first_cards_at_each_others_box_are_moved_and_every_player_chooses(pit, killed):
    exchanged = {"07": "08", "08": "07"}
    pit.opens(**BETS)
    pit.plays("Ah 8h 6c Kd 8d", says={}, until=Next.CLOSE_DECISIONS)
    pit.ok(c.MoveHands(exchanged, NG))
    pit.pump()
    if killed:
        pit.again()
        pit.ok(c.Interrupted(decided=True))
    until_asked(pit, Decide(GO_ON, ("07", "08")))  # box 08 too, whose Blackjack a 6 of the dealer cannot beat
    for box in ("07", "08"):
        pit.says(box, GO_ON)
    until_asked(pit, Decide(FIRST, ("07",)))
    assert [fact.values[0] for fact in pit.view.play if (fact.name, fact.at) == (CARD, "07")] == ["8h", "8d"]
    pit.plays(says={"07": [GO_ON, *SAYS["07"]], "08": [GO_ON]})
    stands(pit)


def draws_a_card_entered_as_2d(pit):
    """Box 07 hits; answers the place of the card in the play."""
    in_turn(pit)
    pit.says("07", "hit")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    pit.ok(c.EnterResult((Fact(CARD, ("2d",), "07"),)))
    until_asked(pit, Decide(TURN, ("07",)))
    return len(pit.view.play) - 1


@pytest.mark.rule("blackjack:5.7", "blackjack:5.7.1", "blackjack:5.7.3")
@pytest.mark.parametrize("choice", [GO_ON, TAKE_BACK])
def test_that_who_has_decided_by_a_card_entered_wrongly_may_have_the_bets_back(pit, choice):
    at = draws_a_card_entered_as_2d(pit)
    pit.ok(c.CorrectFact(at, Fact(CARD, ("3d",), "07"), NG))
    until_asked(pit, Decide(TURN, ("07",)))
    pit.says("07", "stand")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    pit.ok(c.CorrectFact(at, Fact(CARD, ("2c",), "07"), NG))
    until_asked(pit, Decide(GO_ON, ("07",)))
    pit.says("07", choice)
    pit.plays("8h Ah 6c 8d Kd 2c 9c 5s", says={})
    pit.pump()
    back = choice == TAKE_BACK
    assert pit.money("07") == ((15_500, 0, -5_500) if back else (14_500, 0, -4_500)), "the pair is paid"
    pit.ends()
    assert pit.audits() == []


@pytest.mark.rule("blackjack:5.7")
@pytest.mark.parametrize("at", [1, 2, 3])
@pytest.mark.parametrize("when", ["before", "after"])
def test_that_a_console_killed_while_it_corrects_takes_the_choice_from_nobody(pit, at, when):
    place = draws_a_card_entered_as_2d(pit)
    pit.says("07", "stand")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    right = c.CorrectFact(place, Fact(CARD, ("2c",), "07"), NG)
    pit.link.kill_at = (pit.link.appends + at, when)
    with suppress(Killed):  # where there are fewer writes, nobody is killed
        pit.desk.do(right)
    pit.link.kill_at = None
    pit.again()
    pit.ok(c.Interrupted(decided=True))
    if pit.view.play[place].values != ("2c",):
        pit.ok(right)
    until_asked(pit, Decide(GO_ON, ("07",)))
    pit.says("07", TAKE_BACK)
    pit.plays("8h Ah 6c 8d Kd 2c 9c 5s", says={})
    pit.pump()
    assert pit.money("07") == (15_500, 0, -5_500), "the pair is paid, the rest is back"
    pit.ends()
    assert pit.audits() == []

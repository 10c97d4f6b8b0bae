"""What goes wrong at a table of Stud and is no reason for a void: invalid Hands, dealing errors and their choice."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import Decide, Fact
from kiosk.games.stud.deal import DEALING_ERROR, INVALID
from kiosk.games.stud.play import GO_ON, TAKE_BACK
from kiosk.table.round import Phase
from kits.console.desk import NG
from kits.games.stud_dealt import ODD
from kits.games.stud_pit import BETS, CALLS, CARDS, LOST_08, WON_07

NOTHING = (10_000, 0, 0)


def wrong(pit, name, box, why="five cards were to be dealt"):
    pit.ok(c.EnterIrregularity(Fact(name, (why,), box), NG))
    pit.pump()


def stands(pit, of_07, of_08):
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (of_07, of_08)
    pit.ends()
    assert pit.audits() == []


@pytest.mark.rule("stud:5.15", "stud:5.19", "stud:5.24")
@pytest.mark.parametrize("until", [Next.ENTER_RESULT, Next.CLOSE_DECISIONS, Next.REVEAL, "dealer"])
def test_that_an_invalid_hand_has_its_bets_back_and_the_others_go_on(pit, until):
    pit.opens(**BETS)
    if until == "dealer":
        pit.deals(CARDS, CALLS, until=Next.REVEAL)
        pit.ok(c.Reveal())
        pit.pump()
    else:
        pit.deals(CARDS, CALLS if until is Next.REVEAL else {}, until=until)
    wrong(pit, INVALID, "07")
    pit.deals(CARDS, CALLS)
    stands(pit, NOTHING, LOST_08)


@pytest.mark.rule("stud:5.15")
def test_that_who_had_decided_is_asked_again_when_another_hand_is_invalid(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].decides("bet")
    pit.pump()
    assert pit.real["07"].state.balances.escrow == 3_100
    wrong(pit, INVALID, "08")
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    state = pit.real["07"].state
    assert (state.chosen, state.balances.escrow, pit.view.asked) == (None, 1_100, Decide("call", ("07",)))
    pit.deals(CARDS, CALLS)
    stands(pit, WON_07, NOTHING)


@pytest.mark.rule("stud:5.10", "stud:5.10.2", "stud:5.10.3", "stud:5.14.1", "stud:5.9")
@pytest.mark.parametrize("until", [Next.ENTER_RESULT, Next.CLOSE_DECISIONS])
@pytest.mark.parametrize("of_08", [TAKE_BACK, None], ids=["takes back", "silent"])
def test_that_after_a_dealing_error_each_player_goes_on_or_has_his_bets_back(pit, until, of_08):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=until)
    for box in ("07", "08"):
        wrong(pit, DEALING_ERROR, box, "two cards at once")
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    assert pit.view.asked == Decide(GO_ON, ("07", "08"))
    pit.real["07"].decides(GO_ON)
    if of_08 is not None:
        pit.real["08"].decides(of_08)
    pit.pump()
    if of_08 is None:
        pit.pass_ms(31_000, 1_000)
    pit.until(lambda view: view.asked != Decide(GO_ON, ("07", "08")))
    pit.deals(CARDS, CALLS)
    stands(pit, WON_07, NOTHING)


@pytest.mark.rule("stud:5.10", "stud:5.14.1")
def test_that_one_word_gives_the_choice_to_several_boxes_or_to_none(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    both = Fact(DEALING_ERROR, ("two cards at once",), "07")
    for also in (("07",), ("09",), ("08", "08")):
        assert pit.do(c.EnterIrregularity(both, NG, also=also)).key == "not-a-result"
    pit.ok(c.EnterIrregularity(both, NG, also=("08",)))
    pit.pump()
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    assert pit.view.asked == Decide(GO_ON, ("07", "08"))
    pit.real["07"].decides(GO_ON)
    pit.real["08"].decides(TAKE_BACK)
    pit.until(lambda view: view.asked != Decide(GO_ON, ("07", "08")))
    pit.deals(CARDS, CALLS)
    stands(pit, WON_07, NOTHING)


@pytest.mark.rule("stud:5.12", "stud:5.13", "stud:5.16")
def test_that_what_changes_nothing_stands_in_the_log_with_the_dealers_name(pit):
    assert pit.do(c.NoteIrregularity("a card face up")).key == "phase"
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    assert pit.do(c.NoteIrregularity(" ")).key == "no-reason"
    assert pit.do(c.NoteIrregularity("a card face up", pit.view.round + 1)).key == "other-round"
    pit.ok(c.NoteIrregularity("a card face up", pit.view.round))
    pit.pump()
    line = pit.view.round_log[-1]
    assert (line.key, line.values) == ("noted", {"reason": "a card face up", "by": pit.view.dealer})
    pit.deals(CARDS, CALLS)
    stands(pit, WON_07, LOST_08)


@pytest.mark.rule("stud:5.15")
def test_that_a_round_without_a_valid_hand_is_over(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    for box in ("07", "08"):
        wrong(pit, INVALID, box)
    pit.ok(c.EnterResult(()))
    pit.until(lambda view: view.phase is Phase.RESULT)
    stands(pit, NOTHING, NOTHING)


@pytest.mark.rule("stud:5.15", "stud:5.20")
def test_that_a_hand_can_be_found_invalid_after_the_result(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.pump()
    assert pit.money("07") == WON_07
    pit.ok(c.CorrectResult((*pit.view.facts, Fact(INVALID, ("six cards",), "07")), NG))
    pit.until(lambda view: not view.waits_for)
    stands(pit, NOTHING, LOST_08)


def test_that_an_irregularity_needs_a_supervisor_and_a_place_where_it_can_be(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    good = Fact(INVALID, ("six cards",), "07")
    assert pit.do(c.EnterIrregularity(good)) == Refusal("needs-supervisor")
    bad = (
        Fact(INVALID, (), "07"),
        Fact(INVALID, ("six cards",), "dealer"),
        Fact(INVALID, ("six cards",), "07", "07"),
        Fact("rain", ("six cards",), "07"),
    )
    for fact in bad:
        assert pit.do(c.EnterIrregularity(fact, NG)).key == "not-a-result"
    assert pit.do(c.EnterIrregularity(good, NG, round=7)).key == "other-round"
    pit.ok(c.EnterIrregularity(good, NG))
    pit.pump()
    assert pit.do(c.EnterIrregularity(good, NG)).key == "not-a-result", "once is enough"
    pit.deals(CARDS, CALLS)
    stands(pit, NOTHING, LOST_08)


@pytest.mark.rule("stud:5.3.2")
def test_that_a_fold_that_is_corrected_to_a_bet_stops_neither_console_nor_seat(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.pump()
    facts, shown = [], [Fact("card", (card,), "08") for card in ODD.split()]
    for fact in pit.view.facts:
        if (fact.name, fact.at) == ("call", "08"):
            facts += [Fact("call", ("bet",), "08"), *shown]
        else:
            facts.append(fact)
    pit.ok(c.CorrectResult(tuple(facts), NG, reason="the Fold was a BET"))
    pit.until(lambda view: not view.waits_for)
    stands(pit, WON_07, LOST_08)


def test_that_no_correction_leaves_a_box_out(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.pump()
    facts = tuple(
        Fact(fact.name, fact.values[:1]) if fact.name == "holds" else fact
        for fact in pit.view.facts
        if fact.at != "08"
    )
    told = pit.do(c.CorrectResult(facts, NG))
    assert (told.key, told.values["reason"]) == (
        "not-a-result",
        "found other boxes than those that were dealt to",
    )
    stands(pit, WON_07, LOST_08)

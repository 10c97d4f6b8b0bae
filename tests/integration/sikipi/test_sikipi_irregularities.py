"""What goes wrong at a table of Si Ki Pi: removed hands, exposed and misdealt cards, and the choice after them."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import NOBODY, Decide, Fact, OnlyVoid
from kiosk.games.laid import CARD, DEALER, DEALING_ERROR, GO_ON, INVALID, TAKE_BACK
from kiosk.games.sikipi.deal import DEALERS_EXPOSED, EXPOSED, MISDEALT, WRONGLY_DEALT
from kiosk.table.round import Phase
from kits.console.desk import NG
from kits.games.sikipi_pit import BETS, CARDS, CHOICES, LOST_08, WON_07

NOTHING = (10_000, 0, 0)


def wrong(pit, name, place, why="as the supervisor saw it"):
    pit.ok(c.EnterIrregularity(Fact(name, (why,), place), NG))
    pit.pump()


def stands(pit, of_07, of_08):
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (of_07, of_08)
    pit.ends()
    assert pit.audits() == []


def all_but_one(pit):
    """Every card of the boxes lies and all but one of the Dealer's: nobody has seen any."""
    pit.opens(**BETS)
    pit.deals({}, until=Next.ENTER_RESULT)
    cards = [Fact(CARD, (card,), box, box) for box in ("07", "08") for card in CARDS[box]]
    pit.ok(c.EnterResult((*cards, *[Fact(CARD, (), DEALER, NOBODY)] * 3), NG))
    pit.pump()


def all_seen(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)


@pytest.mark.rule("sikipi:5.12", "sikipi:5.13", "sikipi:5.18")
@pytest.mark.parametrize("until", [Next.ENTER_RESULT, Next.CLOSE_DECISIONS, Next.REVEAL])
def test_that_a_removed_hand_has_its_bets_back_and_the_others_go_on(pit, until):
    pit.opens(**BETS)
    pit.deals(CARDS, CHOICES if until is Next.REVEAL else {}, until=until)
    wrong(pit, INVALID, "07", "five cards")
    pit.deals(CARDS, CHOICES)
    stands(pit, NOTHING, LOST_08)


@pytest.mark.rule("sikipi:5.12")
def test_that_a_hand_can_be_found_wrong_after_the_result_until_the_next_round(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CHOICES)
    pit.pump()
    assert pit.money("07") == WON_07
    pit.ok(c.CorrectResult((*pit.view.facts, Fact(INVALID, ("five cards",), "07")), NG))
    pit.until(lambda view: not view.waits_for)
    stands(pit, NOTHING, LOST_08)


@pytest.mark.rule("sikipi:5.12")
def test_that_a_round_without_a_valid_hand_is_over(pit):
    all_seen(pit)
    for box in ("07", "08"):
        wrong(pit, INVALID, box)
    pit.ok(c.EnterResult(()))
    pit.until(lambda view: view.phase is Phase.RESULT)
    stands(pit, NOTHING, NOTHING)


@pytest.mark.rule("sikipi:5.6", "sikipi:5.6.1", "sikipi:5.6.2", "sikipi:5.6.3", "sikipi:5.7", "sikipi:5.11")
@pytest.mark.parametrize(
    ("deals", "name"),
    [
        (all_but_one, EXPOSED),
        (all_but_one, MISDEALT),
        (all_but_one, DEALING_ERROR),
        (all_seen, DEALING_ERROR),
    ],
)
@pytest.mark.parametrize("of_08", [TAKE_BACK, None], ids=["takes back", "silent"])
def test_that_each_affected_player_goes_on_or_has_his_bets_back(pit, deals, name, of_08):
    deals(pit)
    for box in ("07", "08"):
        wrong(pit, name, box)
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS and view.asked == Decide(GO_ON, ("07", "08")))
    pit.real["07"].decides(GO_ON)
    if of_08 is not None:
        pit.real["08"].decides(of_08)
    pit.pump()
    if of_08 is None:
        pit.pass_ms(31_000, 1_000)
    pit.until(lambda view: view.asked != Decide(GO_ON, ("07", "08")))
    pit.deals(CARDS, CHOICES)
    stands(pit, WON_07, NOTHING)


@pytest.mark.rule("sikipi:5.8", "sikipi:5.9")
@pytest.mark.parametrize("place", ["07", DEALER])
def test_that_cards_exposed_after_players_have_seen_theirs_change_nothing(pit, place):
    all_seen(pit)
    pit.real["08"].chooses("house-way")
    pit.pump()
    wrong(pit, EXPOSED, place)
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.deals(CARDS, CHOICES)
    stands(pit, WON_07, LOST_08)


@pytest.mark.rule("sikipi:5.5.2", "sikipi:5.5.3", "sikipi:5.16", "sikipi:1.23")
@pytest.mark.parametrize(
    ("deals", "name", "place", "why"),
    [(all_but_one, EXPOSED, DEALER, DEALERS_EXPOSED), (all_seen, MISDEALT, "07", WRONGLY_DEALT)],
)
def test_that_what_leaves_only_the_void_returns_every_bet(pit, deals, name, place, why):
    deals(pit)
    wrong(pit, name, place)
    assert pit.view.asked == OnlyVoid(why)
    assert pit.view.irregularities == ()
    pit.ok(c.Void(why, NG))
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (NOTHING, NOTHING)
    assert pit.audits() == []


def test_that_an_irregularity_needs_a_supervisor_and_a_place_where_it_can_be(pit):
    all_seen(pit)
    good = Fact(EXPOSED, ("two cards",), DEALER)
    assert pit.do(c.EnterIrregularity(good)) == Refusal("needs-supervisor")
    for fact in (
        Fact(EXPOSED, (), DEALER),
        Fact(EXPOSED, ("two cards",), "09"),
        Fact(MISDEALT, ("two cards",), DEALER),
        Fact(INVALID, ("two cards",), DEALER),
        Fact("rain", ("two cards",), "07"),
    ):
        assert pit.do(c.EnterIrregularity(fact, NG)).key == "not-a-result"
    pit.ok(c.EnterIrregularity(good, NG))
    pit.pump()
    assert pit.do(c.EnterIrregularity(good, NG)).key == "not-a-result", "once is enough"


def test_that_no_correction_leaves_a_box_out(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CHOICES)
    pit.pump()
    facts = tuple(
        Fact(fact.name, fact.values[:1]) if fact.name == "holds" else fact
        for fact in pit.view.facts
        if fact.at != "08"
    )
    told = pit.do(c.CorrectResult(facts, NG))
    assert told.values["reason"] == "found other boxes than those that were dealt to"
    stands(pit, WON_07, LOST_08)

"""What goes wrong at a table of Pai Gow and is no reason for a void: removed hands, dealing errors, a power failure."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import POWER_FAILURE, Decide, Enter, Fact
from kiosk.games.laid import DEALER, DEALING_ERROR, GO_ON, INVALID, TAKE_BACK
from kiosk.games.paigow.deal import CONCEDE
from kiosk.games.set_hands import SET
from kiosk.table.round import Phase
from kits.console.desk import NG
from kits.games.paigow_pit import BETS, CARDS, SETTINGS, STOOD_08, WON_07

NOTHING = (10_000, 0, 0)


def wrong(pit, name, box, why="eight cards"):
    pit.ok(c.EnterIrregularity(Fact(name, (why,), box), NG))
    pit.pump()


def stands(pit, of_07, of_08):
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (of_07, of_08)
    pit.ends()
    assert pit.audits() == []


def until_asked(pit, fact):
    """The dealer's cards are turned, and that is asked for."""
    for _ in pit.patiently():
        pit.pump(1)
        if isinstance(pit.view.asked, Enter) and pit.view.asked.fact == fact:
            return
        pit.step(pit.view, CARDS, {name[1:]: choice for name, choice in SETTINGS.items()})


@pytest.mark.rule("paigow:5.7", "paigow:5.8", "paigow:5.9", "paigow:5.15", "paigow:5.16", "paigow:3.5.2")
@pytest.mark.parametrize("until", [Next.ENTER_RESULT, Next.CLOSE_DECISIONS, Next.REVEAL])
def test_that_a_removed_hand_has_its_wagers_back_and_the_others_go_on(pit, until):
    pit.opens(**BETS)
    pit.deals(CARDS, SETTINGS if until is Next.REVEAL else {}, until=until)
    wrong(pit, INVALID, "07")
    pit.deals(CARDS, SETTINGS)
    stands(pit, NOTHING, STOOD_08)


@pytest.mark.rule("paigow:5.7", "paigow:5.15")
def test_that_who_had_set_is_asked_again_when_another_hand_is_removed(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.real["07"].decides("set:Jc8s")
    pit.pump()
    wrong(pit, INVALID, "08")
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    assert (pit.real["07"].state.chosen, pit.view.asked) == (None, Decide(SET, ("07",)))
    pit.deals(CARDS, SETTINGS)
    stands(pit, WON_07, NOTHING)


@pytest.mark.rule("paigow:5.10")
@pytest.mark.parametrize("of_08", [TAKE_BACK, None], ids=["takes back", "silent"])
def test_that_who_is_not_content_takes_wagers_back_and_who_is_silent_stays(pit, of_08):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    wrong(pit, DEALING_ERROR, "08", "a hand was removed")
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    assert pit.view.asked == Decide(GO_ON, ("08",))
    if of_08 is not None:
        pit.real["08"].decides(of_08)
        pit.pump()
    else:
        pit.pass_ms(31_000, 1_000)
    pit.until(lambda view: view.asked != Decide(GO_ON, ("08",)))
    pit.deals(CARDS, SETTINGS)
    stands(pit, WON_07, NOTHING if of_08 else STOOD_08)


@pytest.mark.rule("paigow:5.8", "paigow:5.7")
def test_that_a_round_without_a_hand_is_over(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    for box in ("07", "08"):
        wrong(pit, INVALID, box)
    pit.ok(c.EnterResult(()))
    pit.until(lambda view: view.phase is Phase.RESULT)
    stands(pit, NOTHING, NOTHING)


@pytest.mark.rule("paigow:5.7", "paigow:5.17.1")
def test_that_a_hand_can_be_removed_after_the_result(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, SETTINGS)
    pit.pump()
    assert pit.money("07") == WON_07
    pit.ok(c.CorrectResult((*pit.view.facts, Fact(INVALID, ("six cards",), "07")), NG))
    pit.until(lambda view: not view.waits_for)
    stands(pit, NOTHING, STOOD_08)


@pytest.mark.rule("paigow:3.16", "paigow:3.16.1", "paigow:3.16.1.1")
def test_that_a_hand_is_conceded_when_the_dealers_lies_open_and_not_before(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, SETTINGS, until=Next.CLOSE_DECISIONS)
    early = c.EnterIrregularity(Fact(CONCEDE, ("the player concedes",), "07"), NG)
    assert pit.do(early).key == "not-a-result"
    until_asked(pit, SET)
    wrong(pit, CONCEDE, "07", "the player concedes")
    assert pit.do(early).key == "not-a-result", "once, and for good"
    pit.deals(CARDS, SETTINGS)
    stands(pit, (10_000 - 1_100, 0, 1_100), STOOD_08)


# --- power failure --------------------------------------------------------------------------------------------------


@pytest.mark.rule("paigow:5.18", "paigow:5.18.1")
@pytest.mark.parametrize("until", [Next.ENTER_RESULT, Next.CLOSE_DECISIONS])
def test_that_after_a_power_failure_each_player_says_whether_wagers_stay(pit, until):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=until)
    pit.again()
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    asks = c.Interrupted(decided=False)
    assert pit.do(asks) == Refusal("needs-supervisor")
    pit.ok(c.Interrupted(decided=False, authority=NG))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    assert pit.view.asked == Decide(GO_ON, ("07", "08"))
    pit.pump()
    pit.real["07"].decides(GO_ON)
    pit.real["08"].decides(TAKE_BACK)
    pit.until(lambda view: view.asked != Decide(GO_ON, ("07", "08")))
    pit.deals(CARDS, SETTINGS)
    stands(pit, WON_07, NOTHING)


@pytest.mark.rule("paigow:5.18.1")
def test_that_wagers_stay_where_nobody_answers_and_come_back_where_the_seat_is_down(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    gone = pit.real.pop("08")
    gone.goes()
    pit.pump()
    pit.ok(c.Interrupted(decided=False, authority=NG))
    pit.until(lambda view: view.asked == Decide(GO_ON, ("07", "08")))
    pit.deals(CARDS, {"s07": "set:Jc8s"}, until=Next.CLOSE_DECISIONS)
    pit.pass_ms(31_000, 1_000)
    pit.ok(c.CloseDecisions())
    pit.until(lambda view: view.asked == Decide(SET, ("07",)))
    pit.deals(CARDS, SETTINGS)
    pit.real["08"] = gone
    gone.comes()
    assert [alert.values["seat"] for alert in pit.view.alerts if alert.key == "box-absent"] == ["08"]
    stands(pit, WON_07, NOTHING)
    assert "box-absent" in {event.kind for event in gone.seat.store.events()}


@pytest.mark.rule("paigow:5.18.2")
def test_that_with_the_dealers_hand_open_the_round_goes_on(pit):
    pit.opens(**BETS)
    until_asked(pit, SET)
    pit.again()
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    assert not [one for one in pit.view.irregularities if one.fact == POWER_FAILURE]
    pit.ok(c.Interrupted(decided=True, authority=NG))
    pit.deals(CARDS, SETTINGS)
    stands(pit, WON_07, STOOD_08)


@pytest.mark.rule("paigow:5.18.1", "paigow:3.1")
def test_that_before_any_card_a_power_failure_can_only_void_the_round(pit):
    pit.opens(**BETS)
    pit.ok(c.CloseBets())
    pit.again()
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    pit.ok(c.Interrupted(decided=False, authority=NG))
    pit.until(lambda view: view.phase is Phase.VOID)
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (NOTHING, NOTHING)
    assert pit.audits() == []


# --- the House Way found wrong --------------------------------------------------------------------------------------


@pytest.mark.rule("paigow:5.17.1")
def test_that_what_was_paid_wrongly_on_the_felt_is_a_payment_by_hand_and_debits_nobody(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, SETTINGS)
    pit.pump()
    assert pit.view.facts[-15] == Fact(SET, ("set:9h7c",), DEALER)
    assert pit.do(c.CorrectResult(pit.view.facts, NG)).key == "nothing-changes"
    wrong_way = tuple(
        Fact(SET, ("set:QsQd",), DEALER) if (fact.name, fact.at) == (SET, DEALER) else fact
        for fact in pit.view.facts
    )
    told = pit.do(c.CorrectResult(wrong_way, NG))
    assert told.key == "not-a-result", "no result stands by another setting than the House Way"
    stands(pit, WON_07, STOOD_08)


@pytest.mark.rule("paigow:5.17.1", "paigow:6.1", "paigow:6.2")
def test_that_a_manager_pays_what_was_found_wrong_after_the_round(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, SETTINGS)
    pit.pump()
    pit.ends()
    pays = c.RecordDecision("pay the difference", "his hand lay wrongly", NG, 1, "08", 500)
    pit.ok(pays)
    pit.pump()
    assert pit.money("08") == (STOOD_08[0] + 500, 0, 0), "an order of the House, beside the books of the game"
    assert pit.money("07") == WON_07
    assert pit.audits() == []

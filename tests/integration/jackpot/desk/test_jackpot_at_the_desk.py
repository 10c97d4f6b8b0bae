"""Casino Stud Poker at the real desk, the jackpot shared: contributions, wins, voids, and a link that is down."""

import pytest
from msgspec.structs import replace

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import Enter, Fact
from kiosk.games.stud.deal import DEALER, INVALID, PRIZE
from kiosk.seat.betting import touch
from kiosk.seat.effects import Notice
from kiosk.seat.events import Rebet, Tap
from kiosk.table.records import SpotLimit
from kiosk.table.round import Phase
from kits.console.desk import NG, TAN
from kits.games.stud_dealt import ROYAL, STRAIGHT_FLUSH
from kits.jackpot.acts import BEGINS, EACH, RESET, B, claim, contribute, moved, shown
from kits.jackpot.desk import BOTH, CALLS, CARDS
from kits.seat.seats import TABLE

ROYAL_AT_07 = CARDS | {"07": ROYAL.split()}
BOTH_WIN = CARDS | {"07": STRAIGHT_FLUSH.split(), "08": ROYAL.split()}


def names(store):
    return [act.name for act in store.acts()][1:]


def settles(pit, store, acts):
    pit.ends()
    pit.until(lambda _: len(names(store)) >= len(acts))
    assert names(store) == acts
    assert pit.audits() == []


@pytest.mark.rule("stud:1.13", "stud:3.8")
def test_that_bets_move_the_meter_at_the_close_and_no_win_leaves_it(pit, store, jackpot):
    pit.opens(**BOTH)
    assert pit.view.jackpot.taken
    assert shown(jackpot).value == BEGINS
    pit.ok(c.CloseBets())
    pit.until(lambda _: shown(jackpot).value == BEGINS + 2 * EACH)
    pit.deals(CARDS, CALLS)
    settles(pit, store, [f"{TABLE}/1/contributed"])
    assert pit.view.jackpot.cents == BEGINS + 2 * EACH
    assert pit.seat("07").due == 3_000 + 11_000 + 10_000, (
        "the flush's fixed prize does not come out of the meter"
    )


@pytest.mark.rule("stud:3.8")
def test_that_a_round_without_bets_on_it_leaves_it_alone(pit, store):
    pit.opens(s07={"ante": 1_000})
    pit.deals(ROYAL_AT_07, CALLS)
    assert Fact(PRIZE, (0,), "07") in pit.view.facts
    assert pit.seat("07").due == 3_000 + 1_000 + 2_000 * 250
    settles(pit, store, [])


@pytest.mark.rule("stud:4.2", "stud:4.4", "stud:4.5.1")
def test_that_a_win_waits_for_staff_and_is_paid_what_the_meter_shows(pit, store, jackpot):
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    view = pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.claims)
    assert (view.jackpot.claims, view.jackpot.share) == ("07", "1/1")
    assert "jackpot-claim" in [alert.key for alert in view.alerts]
    assert {"ConfirmPrize", "DenyPrize"} <= view.may
    assert pit.do(c.EnterResult((Fact(PRIZE, (5,), "07"),))) == Refusal("jackpot-confirms")
    assert pit.do(c.ConfirmPrize("08", NG)) == Refusal("phase")
    assert pit.do(c.ConfirmPrize("07", c.Authority("Mia", "4711"))).key == "needs-supervisor"
    assert pit.do(c.ConfirmPrize("07", c.Authority("Ng", "0000"))).key == "wrong-pin"
    assert shown(jackpot).value == BEGINS + 2 * EACH, "nothing is paid before"
    pit.ok(c.ConfirmPrize("07", TAN))
    pit.deals(ROYAL_AT_07, CALLS)
    assert pit.seat("07").due == 3_000 + 1_000 + 2_000 * 250 + BEGINS + 2 * EACH
    settles(pit, store, [f"{TABLE}/1/{act}" for act in ("contributed", "claimed-07", "paid-07")])
    assert shown(jackpot).value == RESET
    assert store.act(f"{TABLE}/1/paid-07").by == "Tan"


@pytest.mark.rule("stud:4.5.1")
def test_that_two_of_a_table_are_paid_in_the_order_of_the_deal(pit, store, jackpot):
    pit.opens(**BOTH)
    pit.deals(BOTH_WIN, CALLS)
    value = BEGINS + 2 * EACH
    prizes = {fact.at: fact.values[0] for fact in pit.view.facts if fact.name == PRIZE}
    assert prizes == {"07": value // 10, "08": value - value // 10}
    acts = ("contributed", "claimed-07", "claimed-08", "paid-07", "paid-08")
    settles(pit, store, [f"{TABLE}/1/{act}" for act in acts])
    assert shown(jackpot).value == RESET


@pytest.mark.rule("stud:4.5.2")
def test_that_an_earlier_hand_of_another_table_comes_first(pit, store, jackpot):
    moved(jackpot, contribute(B, 9), claim(B, 9, dealt_at=1))
    pit.decides = lambda box: c.ConfirmPrize(box, NG) if not pit.view.jackpot.before else None
    pit.opens(**BOTH)
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.before)
    assert pit.view.jackpot.before == f"{B}/9/claimed-T-01"
    assert "jackpot-order" in [alert.key for alert in pit.view.alerts]
    pit.ok(c.ConfirmPrize("07", NG, first=True, reason="seen on the camera"))
    pit.deals(ROYAL_AT_07, CALLS)
    assert store.act(f"{TABLE}/1/paid-07").paid == BEGINS + 3 * EACH
    pit.ends()


@pytest.mark.rule("stud:4.5.1")
def test_that_a_win_that_staff_deny_is_paid_nothing(pit, store, jackpot):
    pit.decides = lambda box: c.DenyPrize(box, NG, "a card was marked")
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS)
    assert Fact(PRIZE, (0,), "07") in pit.view.facts
    settles(pit, store, [f"{TABLE}/1/{act}" for act in ("contributed", "claimed-07", "denied-07")])
    assert shown(jackpot).value == BEGINS + 2 * EACH


@pytest.mark.rule("stud:5.22")
def test_that_a_void_takes_back_its_own_bets(pit, store, jackpot):
    pit.opens(**BOTH)
    pit.ok(c.CloseBets())
    pit.until(lambda _: shown(jackpot).value == BEGINS + 2 * EACH)
    moved(jackpot, contribute(B, 1))
    pit.ok(c.Void("a card was missing", authority=NG, round=1))
    pit.until(lambda _: shown(jackpot).value == BEGINS + EACH)
    assert names(store)[-1] == f"{TABLE}/1/voided"
    pit.pump()
    assert [pit.money(name)[0] for name in ("07", "08")] == [10_000, 10_000]


@pytest.mark.rule("stud:5.22")
def test_that_a_round_that_is_void_after_its_win_gives_the_prize_back(pit, jackpot):
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS)
    assert shown(jackpot).value == RESET
    pit.ok(c.Void("the deck was short", authority=NG, round=1))
    pit.until(lambda _: shown(jackpot).value == BEGINS)


@pytest.mark.rule("stud:5.15", "stud:5.24")
def test_that_a_box_that_is_void_takes_back_its_own_bet(pit, store, jackpot):
    pit.opens(**BOTH)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    gone = pit.real.pop("08")
    gone.goes()
    pit.pump()
    pit.deals(CARDS, CALLS)
    pit.until(lambda _: f"{TABLE}/1/returned-08" in names(store))
    assert shown(jackpot).value == BEGINS + EACH
    pit.real["08"] = gone
    gone.comes()
    settles(pit, store, [f"{TABLE}/1/contributed", f"{TABLE}/1/returned-08"])


def corrects(pit, cards, was, card):
    """A card of the Hand that is claimed was misread: staff find it when they look."""
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    view = pit.plays(cards, CALLS, lambda view: view.jackpot.claims)
    at = max(at for at, fact in enumerate(view.play) if fact.values == (was,))
    pit.ok(c.CorrectFact(at, Fact("card", (card,), "07"), NG))


@pytest.mark.rule("stud:4.2")
@pytest.mark.parametrize("again", [False, True])
def test_that_a_claimed_hand_whose_card_is_corrected_is_paid_what_it_is(pit, store, jackpot, again):
    cards = ROYAL_AT_07 | {DEALER: ["Ac", "Kd", "8h", "5c", "3h"]}
    corrects(pit, cards, "Ah", "9h")
    if again:
        pit.again()
    pit.decides = lambda box: c.ConfirmPrize(box, NG)
    pit.deals(cards, CALLS)
    value = BEGINS + 2 * EACH
    assert Fact(PRIZE, (value // 10,), "07") in pit.view.facts
    pit.ends()
    assert pit.audits() == []
    assert (shown(jackpot).value, shown(jackpot).waiting) == (value - value // 10, ())


@pytest.mark.rule("stud:4.5.2")
def test_that_a_claim_of_a_hand_that_has_not_won_holds_up_no_other(pit, store, jackpot):
    corrects(pit, ROYAL_AT_07, "Th", "2c")
    pit.deals(ROYAL_AT_07, CALLS)
    settles(pit, store, [f"{TABLE}/1/{act}" for act in ("contributed", "claimed-07", "denied-07")])
    assert shown(jackpot).waiting == ()


@pytest.mark.rule("stud:5.15")
def test_that_a_hand_that_is_invalid_after_its_prize_gives_it_back_with_the_result(pit, store, jackpot):
    pit.decides = lambda box: c.ConfirmPrize(box, NG) if box == "07" else None
    pit.opens(**BOTH)
    pit.plays(BOTH_WIN, CALLS, lambda view: view.jackpot.claims == "08")
    invalid = Fact(INVALID, ("six cards",), "07")
    assert pit.do(c.EnterIrregularity(invalid, NG)) == Refusal("prize-stands", {"seat": "07"})
    pit.decides = lambda box: c.DenyPrize(box, NG, "a card was marked")
    pit.deals(BOTH_WIN, CALLS)
    without = tuple(fact for fact in pit.view.facts if (fact.name, fact.at) != (PRIZE, "07"))
    pit.ok(c.CorrectResult((*without, invalid), NG, reason="six cards"))
    acts = ("contributed", "claimed-07", "claimed-08", "paid-07", "denied-08", "corrected.2")
    settles(pit, store, [f"{TABLE}/1/{act}" for act in acts])
    assert pit.money("07") == (10_000, 0, 0)
    assert shown(jackpot).value == BEGINS + EACH


# --- the link is down ------------------------------------------------------------------------------------------------


@pytest.mark.rule("stud:5.18")
def test_that_no_bets_are_taken_while_it_does_not_answer_and_the_seat_says_why(pit, store):
    pit.opens(**BOTH)
    pit.deals(CARDS, CALLS)
    pit.ends()
    pit.jackpot.silent = "before"
    pit.until(lambda view: view.jackpot.silence)
    assert "jackpot-gone" in [alert.key for alert in pit.view.alerts]
    pit.opens(s07={"ante": 100})  # a royal flush locks no seat that goes on
    assert not pit.view.jackpot.taken
    seat = pit.real["07"]
    refused = touch(seat.seat.context, seat.state, Tap("jackpot", 100))
    assert (refused.state, refused.effects) == (seat.state, (Notice("notice.jackpot_closed"),))
    again = touch(seat.seat.context, replace(seat.state, draft={}), Rebet())
    taken = replace(
        seat.state.table.limits, spots=seat.state.table.limits.spots | {"jackpot": SpotLimit(500, 500)}
    )
    dearer = replace(seat.state, draft={}, table=replace(seat.state.table, limits=taken))
    assert touch(seat.seat.context, dearer, Rebet()).state.draft == {"ante": 1_000, "jackpot": 500}, (
        "what it is now"
    )
    assert again.state.draft == {"ante": 1_000}, "the last round's bets, but for the one that is not taken"
    pit.deals(ROYAL_AT_07, CALLS)
    assert Fact(PRIZE, (0,), "07") in pit.view.facts
    pit.ends()
    pit.jackpot.silent = ""
    pit.until(lambda view: not view.jackpot.silence)
    pit.opens(**BOTH)
    assert pit.view.jackpot.taken
    assert names(store) == [f"{TABLE}/1/contributed"]


@pytest.mark.rule("stud:5.17")
@pytest.mark.parametrize("when", ["before", "after"])
def test_that_nothing_is_dealt_before_the_bets_have_moved_it_and_the_round_may_be_void(
    pit, store, jackpot, when
):
    pit.opens(**BOTH)
    pit.jackpot.silent = when
    pit.ok(c.CloseBets())
    pit.until(lambda view: view.why_not and view.why_not.key == "jackpot-waits")
    for _ in range(20):
        pit.pump(1)
    assert (pit.view.phase, pit.view.play) == (Phase.CLOSED, ())
    pit.ok(c.Void("the jackpot did not answer", authority=NG, round=1))
    pit.jackpot.silent = ""
    pit.until(lambda _: f"{TABLE}/1/voided" in names(store))
    assert shown(jackpot).value == BEGINS
    pit.pump()
    assert pit.money("07") == (10_000, 0, 0)


@pytest.mark.rule("stud:5.17")
def test_that_the_deal_goes_on_when_it_answers_again(pit, store):
    pit.opens(**BOTH)
    pit.jackpot.silent = "after"
    pit.ok(c.CloseBets())
    pit.until(lambda view: view.why_not and view.why_not.key == "jackpot-waits")
    pit.jackpot.silent = ""
    pit.deals(CARDS, CALLS)
    settles(pit, store, [f"{TABLE}/1/contributed"])


@pytest.mark.rule("stud:5.18")
def test_that_a_win_waits_until_it_answers(pit, store, jackpot):
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS, until=Next.REVEAL)
    pit.jackpot.silent = "after"
    pit.plays(ROYAL_AT_07, CALLS, lambda view: isinstance(view.asked, Enter) and view.asked.share)
    pit.until(lambda view: view.jackpot.silence)
    for _ in range(20):
        pit.pump(1)
    assert pit.view.phase is Phase.PLAY
    pit.jackpot.silent = ""
    pit.deals(ROYAL_AT_07, CALLS)
    settles(pit, store, [f"{TABLE}/1/{act}" for act in ("contributed", "claimed-07", "paid-07")])
    assert shown(jackpot).value == RESET


# --- the console is killed -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("at", ["closed", "claimed", "paid", "result"])
@pytest.mark.rule("stud:5.7", "stud:4.5.1")
def test_that_a_console_may_be_killed_at_every_step(pit, store, jackpot, at):
    pit.opens(**BOTH)
    pit.decides = lambda _box: None
    if at == "closed":
        pit.jackpot.silent = "after"
        pit.ok(c.CloseBets())
        pit.until(lambda _: f"{TABLE}/1/contributed" in names(store))
    else:
        pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.claims)
        if at == "paid":
            pit.jackpot.silent = "after"
            pit.ok(c.ConfirmPrize("07", NG))
            pit.until(lambda _: f"{TABLE}/1/paid-07" in names(store))
        elif at == "result":
            pit.ok(c.ConfirmPrize("07", NG))
            pit.deals(ROYAL_AT_07, CALLS)
    pit.jackpot.silent = ""
    pit.again()
    if at != "paid":
        pit.decides = lambda box: c.ConfirmPrize(box, NG)
    pit.deals(ROYAL_AT_07, CALLS)
    assert pit.seat("07").due == 3_000 + 1_000 + 2_000 * 250 + BEGINS + 2 * EACH
    settles(pit, store, [f"{TABLE}/1/{act}" for act in ("contributed", "claimed-07", "paid-07")])
    assert shown(jackpot).value == RESET


def test_that_a_void_that_was_not_told_is_told_by_the_next_start(pit, store, jackpot):
    pit.opens(**BOTH)
    pit.ok(c.CloseBets())
    pit.until(lambda _: shown(jackpot).value == BEGINS + 2 * EACH)
    pit.jackpot.silent = "before"
    pit.ok(c.Void("a card was missing", authority=NG, round=1))
    pit.pump()
    pit.jackpot.silent = ""
    pit.again()
    pit.until(lambda _: shown(jackpot).value == BEGINS)
    assert names(store) == [f"{TABLE}/1/contributed", f"{TABLE}/1/voided"]

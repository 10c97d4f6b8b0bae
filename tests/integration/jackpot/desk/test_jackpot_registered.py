"""The jackpot falls silent after players have seen their cards: wins are paid of what it registered last (5.18.1)."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next
from kiosk.games.game import Fact
from kiosk.games.stud.deal import DEALER, PRIZE
from kiosk.jackpot.requests import Confirm
from kiosk.table import keys
from kiosk.table import records as r
from kits.console.desk import NG, TAN
from kits.games.stud_dealt import ROYAL, STRAIGHT_FLUSH
from kits.jackpot.acts import ALL, BEGINS, EACH, RESET, TENTH, B, contribute, moved
from kits.jackpot.desk import BOTH, CALLS, CARDS
from kits.seat.seats import TABLE

pytestmark = pytest.mark.rule("stud:5.18.1")
ROYAL_AT_07 = CARDS | {"07": ROYAL.split()}
BOTH_WIN = CARDS | {"07": STRAIGHT_FLUSH.split(), "08": ROYAL.split(), DEALER: ["Ac", "Kd", "8h", "5c", "3h"]}
VALUE = BEGINS + 2 * EACH
MARKED = "a card was marked"


def wins_in_silence(pit, cards, when="before"):
    """Played until the jackpot is silent and a Hand has won; it fell silent when all had decided."""
    pit.opens(**BOTH)
    pit.deals(cards, CALLS, until=Next.REVEAL)
    pit.jackpot.silent = when
    return pit.plays(cards, CALLS, lambda view: view.jackpot.registered is not None)


def prizes(pit):
    return {fact.at: fact.values[0] for fact in pit.view.facts if fact.name == PRIZE}


def noted(pit, words):
    """Who has authorised what stands in the log with these words, and how it is said."""
    records = [r.decode(entry.value) for entry in pit.log.read([keys.root(TABLE)], 0, 10_000)]
    return [(one.authorised_by, one.reason) for one in records if words in getattr(one, "reason", "")]


def answers_again(pit, store, moved_by):
    """The round is over, the jackpot answers, and has moved by that."""
    pit.ends()
    pit.jackpot.silent = ""
    pit.until(lambda view: not view.jackpot.silence and store.meter()[0].balance == BEGINS + moved_by)
    pit.until(lambda _: not store.meter()[0].waiting)
    pit.pump(5)
    assert store.meter()[0].balance == BEGINS + moved_by
    assert pit.audits() == []


@pytest.mark.parametrize("when", ["before", "after"])
def test_that_a_win_is_paid_what_was_registered_with_a_supervisor_and_the_meter_hears_it_later(
    pit, store, jackpot, when
):
    view = wins_in_silence(pit, ROYAL_AT_07, when)
    assert (view.jackpot.claims, view.jackpot.share, view.jackpot.registered) == ("07", "1/1", VALUE)
    assert pit.do(c.EnterResult((Fact(PRIZE, (VALUE,), "07"),))) == Refusal("jackpot-confirms")
    assert pit.do(c.ConfirmPrize("07", c.Authority("Ng", "0000"), registered=True)).key == "wrong-pin"
    moved(jackpot, contribute(B, 1))  # another table goes on: what it adds was not registered here
    pit.ok(c.ConfirmPrize("07", TAN, registered=True))
    pit.deals(ROYAL_AT_07, CALLS)
    assert prizes(pit) == {"07": VALUE}
    assert pit.seat("07").due == 3_000 + 1_000 + 2_000 * 250 + VALUE
    assert [(by, str(VALUE) in reason) for by, reason in noted(pit, "registered last")] == [("Tan", True)]
    answers_again(pit, store, 3 * EACH - VALUE + RESET)


def test_that_two_of_a_table_are_paid_one_after_the_other(pit, store):
    wins_in_silence(pit, BOTH_WIN)
    pit.ok(c.ConfirmPrize("07", NG, registered=True))
    pit.plays(BOTH_WIN, CALLS, lambda view: view.jackpot.claims == "08")
    pit.ok(c.ConfirmPrize("08", NG, registered=True))
    pit.deals(BOTH_WIN, CALLS)
    tenth = VALUE // 10
    assert prizes(pit) == {"07": tenth, "08": VALUE - tenth}
    answers_again(pit, store, 2 * EACH - VALUE + RESET)


def test_that_a_win_that_staff_deny_is_paid_nothing(pit, store):
    wins_in_silence(pit, ROYAL_AT_07)
    assert pit.do(c.DenyPrize("07", NG, " ")) == Refusal("no-reason")
    pit.ok(c.DenyPrize("07", NG, MARKED))
    pit.deals(ROYAL_AT_07, CALLS)
    assert prizes(pit) == {"07": 0}
    assert noted(pit, MARKED) == [
        ("Ng", f"the jackpot does not answer: box 07 is paid nothing of it: {MARKED}")
    ]
    answers_again(pit, store, 2 * EACH)


@pytest.mark.parametrize("when", ["in the silence", "before it"])
def test_that_a_win_that_the_jackpot_has_heard_of_is_denied_and_not_paid_after(pit, store, when):
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.claims)
    pit.jackpot.silent = "before"
    if when == "in the silence":
        pit.until(lambda view: view.jackpot.silence and view.jackpot.registered is not None)
    pit.ok(c.DenyPrize("07", NG, MARKED))
    assert pit.do(c.ConfirmPrize("07", NG, registered=True)) == Refusal("phase")
    pit.deals(ROYAL_AT_07, CALLS)
    assert prizes(pit) == {"07": 0}
    assert [by for by, _ in noted(pit, MARKED)] == ["Ng"]
    answers_again(pit, store, 2 * EACH)
    assert store.act(f"{TABLE}/1/denied-07").why == MARKED


def test_that_a_win_may_be_denied_before_it_is_its_turn(pit, store):
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(BOTH_WIN, CALLS, lambda view: len(view.jackpot.waiting) == 2)
    pit.jackpot.silent = "before"
    pit.until(lambda view: view.jackpot.silence and view.jackpot.registered is not None)
    pit.ok(c.DenyPrize("08", NG, MARKED))
    pit.ok(c.ConfirmPrize("07", NG, registered=True))
    pit.deals(BOTH_WIN, CALLS)
    assert prizes(pit) == {"07": VALUE // 10, "08": 0}
    answers_again(pit, store, 2 * EACH - VALUE // 10)


def test_that_what_was_confirmed_and_had_no_answer_is_not_paid_twice(pit, store, jackpot):
    """The meter has paid the Hand, of more than was registered here, and nobody has heard of it."""
    ask = pit.jackpot.ask

    def falls_silent(request, /):
        if isinstance(request, Confirm) and not pit.jackpot.silent:
            moved(jackpot, contribute(B, 1))
            pit.jackpot.silent = "after"
        return ask(request)

    pit.jackpot.ask = falls_silent
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.claims)
    pit.ok(c.ConfirmPrize("07", NG))
    pit.until(lambda view: view.jackpot.registered is not None)
    assert store.act(f"{TABLE}/1/paid-07").paid == VALUE + EACH
    pit.ok(c.ConfirmPrize("07", NG, registered=True))
    pit.deals(ROYAL_AT_07, CALLS)
    assert prizes(pit) == {"07": VALUE}
    pit.jackpot.ask = ask
    answers_again(pit, store, 3 * EACH - VALUE + RESET)


def test_that_a_console_that_starts_in_the_silence_pays_of_what_the_round_has_told(pit, store):
    wins_in_silence(pit, ROYAL_AT_07)
    pit.again()
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    pit.ok(c.Interrupted(decided=True, authority=TAN))
    view = pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.registered is not None)
    assert view.jackpot.registered == BEGINS, "what the display showed when the round was opened"
    pit.ok(c.ConfirmPrize("07", NG, registered=True))
    pit.deals(ROYAL_AT_07, CALLS)
    assert prizes(pit) == {"07": BEGINS}
    answers_again(pit, store, 2 * EACH - BEGINS + RESET)


def test_that_a_console_that_is_killed_after_it_has_paid_tells_the_meter(pit, store):
    wins_in_silence(pit, ROYAL_AT_07)
    pit.ok(c.ConfirmPrize("07", NG, registered=True))
    pit.deals(ROYAL_AT_07, CALLS)
    pit.again()
    pit.plays(ROYAL_AT_07, CALLS, lambda view: "EndRound" in view.may)
    answers_again(pit, store, 2 * EACH - VALUE + RESET)


@pytest.mark.rule("stud:4.2", "stud:5.18.1")
@pytest.mark.parametrize(("hand", "share"), [("9h 8h 7h 6h 5h", TENTH), ("As Ks Qs Js Ts", ALL)])
def test_that_what_was_paid_in_the_silence_is_not_won_again_by_the_next_hand(pit, store, hand, share):
    """The jackpot answers again inside the round: before anything else it hears what box 07 was paid."""
    cards = BOTH_WIN | {"07": ROYAL.split(), "08": hand.split(), DEALER: ["Ac", "Kd", "8c", "5c", "3h"]}
    wins_in_silence(pit, cards)
    pit.ok(c.ConfirmPrize("07", NG, registered=True))
    pit.plays(cards, CALLS, lambda view: any(fact.name == PRIZE for fact in view.play))
    pit.jackpot.silent = ""
    pit.decides = lambda _box: None
    pit.plays(cards, CALLS, lambda view: view.jackpot.claims == "08" and view.jackpot.registered is None)
    pit.ok(c.ConfirmPrize("08", NG))
    pit.deals(cards, CALLS)
    assert prizes(pit) == {"07": VALUE, "08": share.of(RESET)}
    answers_again(pit, store, 2 * EACH - VALUE + RESET - share.of(RESET) + (RESET if share.is_all else 0))
    assert store.act(f"{TABLE}/1/corrected.1") is None, "the meter knew all"


@pytest.mark.parametrize("paid_before", [True, False])
def test_that_a_console_killed_inside_the_round_tells_what_it_has_paid(pit, store, paid_before):
    """Killed in the silence after box 07 was paid; the jackpot answers the console that was started after it."""
    wins_in_silence(pit, BOTH_WIN)
    pit.ok(c.ConfirmPrize("07", NG, registered=True))
    pit.plays(BOTH_WIN, CALLS, lambda view: any(fact.name == PRIZE for fact in view.play))
    if paid_before:  # the meter has heard it, and is asked again
        pit.jackpot.silent = ""
        pit.until(lambda _: store.act(f"{TABLE}/1/registered-07") is not None)
    pit.again()  # whatever waited to be told is forgotten
    pit.jackpot.silent = ""
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION and not view.jackpot.silence)
    pit.until(lambda _: store.act(f"{TABLE}/1/registered-07") is not None)
    assert store.meter()[0].balance == VALUE - VALUE // 10
    pit.ok(c.Interrupted(decided=True, authority=TAN))
    pit.deals(BOTH_WIN, CALLS)
    assert prizes(pit) == {"07": VALUE // 10, "08": VALUE - VALUE // 10}
    answers_again(pit, store, 2 * EACH - VALUE + RESET)


@pytest.mark.parametrize("by_meter", [False, True])
def test_that_a_console_that_starts_in_the_silence_pays_no_more_than_the_paid_hands_have_left(
    pit, store, by_meter
):
    """Box 07 has had the whole jackpot, of what was registered or from the meter itself, before the console started."""
    cards = BOTH_WIN | {
        "07": ROYAL.split(),
        "08": ["As", "Ks", "Qs", "Js", "Ts"],
        DEALER: ["Ac", "Kd", "8c", "5c", "3h"],
    }

    def paid_07(view):
        return any(fact.name == PRIZE for fact in view.play)

    if by_meter:
        pit.decides = lambda box: c.ConfirmPrize("07", NG) if box == "07" else None
        pit.opens(**BOTH)
        pit.plays(cards, CALLS, paid_07)
        pit.jackpot.silent = "before"
        pit.until(lambda view: view.jackpot.silence)
    else:
        wins_in_silence(pit, cards)
        pit.ok(c.ConfirmPrize("07", NG, registered=True))
        pit.plays(cards, CALLS, paid_07)
    assert (
        pit.plays(cards, CALLS, lambda view: view.jackpot.registered is not None).jackpot.registered == RESET
    )
    pit.again()
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    pit.ok(c.Interrupted(decided=True, authority=TAN))
    view = pit.plays(cards, CALLS, lambda view: view.jackpot.registered is not None)
    assert (view.jackpot.claims, view.jackpot.registered) == ("08", RESET)
    pit.ok(c.ConfirmPrize("08", NG, registered=True))
    pit.deals(cards, CALLS)
    assert prizes(pit) == {"07": VALUE, "08": RESET}
    answers_again(pit, store, 2 * EACH - VALUE + RESET)

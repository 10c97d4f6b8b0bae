"""A round or a Hand that is corrected, the jackpot shared: the meter has paid what stands at the seats, to the cent."""

import pytest
from msgspec.structs import replace

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Alert, AlertLevel, ClaimView, Next
from kiosk.games.game import Fact
from kiosk.games.stud.deal import CARD, DEALER, PRIZE
from kiosk.jackpot.audit import OfTable, added_up
from kiosk.jackpot.requests import Denied, Reason, Void
from kiosk.table.round import Phase
from kits.console.desk import NG, TAN
from kits.games.stud_dealt import ROYAL, STRAIGHT_FLUSH
from kits.jackpot.acts import (
    BEGINS,
    EACH,
    RESET,
    TENTH,
    B,
    claim,
    confirm,
    contribute,
    moved,
    shown,
)
from kits.jackpot.desk import BOTH, CALLS, CARDS
from kits.seat.seats import TABLE

ROYAL_AT_07 = CARDS | {"07": ROYAL.split(), DEALER: ["Ac", "Kd", "8h", "5c", "3h"]}
BOTH_WIN = CARDS | {"07": STRAIGHT_FLUSH.split(), "08": ROYAL.split(), DEALER: ["Ac", "Kd", "8h", "5c", "3h"]}
VALUE = BEGINS + 2 * EACH
WHY = "seen on the camera"


@pytest.fixture
def pit(pit, store):
    yield pit
    pit.jackpot.silent = ""
    if pit.view.phase in (Phase.RESULT, Phase.VOID, Phase.ENDED):
        agrees(pit, store)


def agrees(pit, store):
    """What the meter has of the table is what its rounds say: a part of each bet that stands, and each prize."""
    core = pit.desk._core
    said = {(number, one.decisions) for number, one in core.book.rounds.items() if one.decisions}
    pit.until(lambda view: not view.jackpot.silence and said <= core.jackpot_done)
    bets = paid = 0
    for of_round in pit.desk._core.book.rounds.values():
        if of_round.void_reason or not of_round.decisions:
            continue
        out = {fact.at for fact in of_round.facts if fact.name == "invalid-hand"}
        bets += EACH * sum(
            "jackpot" in slip.stakes for seat, slip in of_round.slips.items() if seat not in out
        )
        paid += sum(fact.values[0] for fact in of_round.facts if fact.name == PRIZE and fact.at not in out)
    pit.until(lambda _: added_up(store.acts()).tables.get(TABLE, OfTable()) == OfTable(bets, paid))


def voids(pit):
    pit.ok(c.Void("the deck was short", authority=NG, round=1))
    pit.until(lambda view: view.phase is Phase.VOID)


def corrects(pit, facts, **ways):
    pit.ok(c.CorrectResult(facts, NG, reason="the deck was whole", **ways))
    pit.until(lambda view: view.phase is Phase.RESULT)


def cut(pit, when):
    pit.jackpot.silent = when


@pytest.mark.rule("stud:5.22", "stud:5.24")
@pytest.mark.parametrize("silent", ["", "before", "after"])
@pytest.mark.parametrize("again", [False, True])
def test_that_a_void_by_mistake_that_is_corrected_has_bets_and_prize_in_the_meter_again(
    pit, store, jackpot, silent, again
):
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS)
    facts = pit.view.facts
    cut(pit, silent)
    voids(pit)
    corrects(pit, facts)
    if again:
        cut(pit, "")
        pit.again()
    agrees_after(pit, store, VALUE)
    pit.until(lambda _: shown(jackpot).value == RESET)


def agrees_after(pit, store, paid):
    cut(pit, "")
    pit.until(lambda _: added_up(store.acts()).tables[TABLE] == OfTable(2 * EACH, paid))
    agrees(pit, store)


@pytest.mark.rule("stud:5.22")
def test_that_a_void_that_the_jackpot_refuses_is_told_with_its_round_and_reason(pit, jackpot):
    ask, refuses = pit.jackpot.ask, [True]
    denied = Denied(Reason.OTHER_ACT, f"{TABLE}/1/voided")
    pit.jackpot.ask = lambda asked, /: denied if refuses[0] and isinstance(asked, Void) else ask(asked)
    pit.opens(**BOTH)
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    voids(pit)
    told = Alert(AlertLevel.FAULT, "jackpot-refused", {"round": 1, "reason": f"other-act {TABLE}/1/voided"})
    pit.until(lambda view: told in view.alerts)
    pit.again()
    pit.until(lambda view: told in view.alerts)
    refuses[0] = False
    pit.again()
    pit.until(lambda view: told not in view.alerts and shown(jackpot).value == BEGINS)


@pytest.mark.rule("stud:5.22")
def test_that_a_round_may_be_void_and_corrected_many_times(pit, store, jackpot):
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS)
    facts = pit.view.facts
    for _ in range(3):
        voids(pit)
        pit.until(lambda _: shown(jackpot).value == BEGINS)
        corrects(pit, facts)
        pit.until(lambda _: shown(jackpot).value == RESET)


def dealt(pit):
    """The cards as they lie, before any prize: what a round would be decided by that was void at this moment."""
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.claims)
    return tuple(fact for fact in pit.view.play if fact.name != "shuffle")


@pytest.mark.rule("stud:5.22", "stud:4.2")
def test_that_a_prize_that_only_the_correction_says_leaves_the_meter_and_is_no_more_than_it_holds(
    pit, store, jackpot
):
    lies = dealt(pit)
    voids(pit)
    pit.until(lambda _: shown(jackpot).value == BEGINS)
    refused = pit.do(c.CorrectResult((*lies, Fact(PRIZE, (VALUE + 1,), "07")), NG))
    assert refused == Refusal("jackpot-holds", {"seat": "07", "cents": VALUE})
    corrects(pit, (*lies, Fact(PRIZE, (VALUE,), "07")))
    pit.until(lambda _: shown(jackpot).value == RESET)
    pit.until(lambda view: not view.waits_for)
    assert pit.seat("07").due == 3_000 + 1_000 + 2_000 * 250 + VALUE


@pytest.mark.rule("stud:5.18")
def test_that_a_new_prize_waits_for_the_jackpot_and_an_old_one_does_not(pit):
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS)
    facts = pit.view.facts
    cut(pit, "before")
    pit.until(lambda view: view.jackpot.silence)
    voids(pit)
    other = tuple(Fact(PRIZE, (7,), "07") if fact.name == PRIZE else fact for fact in facts)
    assert pit.do(c.CorrectResult(other, NG)).key == "jackpot-waits"
    corrects(pit, facts)


@pytest.mark.rule("stud:4.2", "stud:5.24")
def test_that_a_result_that_is_corrected_to_another_hand_gives_back_what_it_did_not_win(pit, store, jackpot):
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS)
    assert shown(jackpot).value == RESET
    facts = pit.view.facts
    nothing = tuple(
        Fact(CARD, ("2c",), "07") if fact == Fact(CARD, ("Th",), "07") else fact
        for fact in facts
        if fact.name != PRIZE
    )
    corrects(pit, nothing)
    pit.until(lambda _: shown(jackpot).value == VALUE)
    straight = tuple(
        Fact(CARD, ("9h",), "07") if fact == Fact(CARD, ("Ah",), "07") else fact for fact in facts
    )
    tenth = tuple(Fact(PRIZE, (VALUE // 10,), "07") if fact.name == PRIZE else fact for fact in straight)
    assert pit.do(c.CorrectResult(straight, NG)).key == "jackpot-holds", "the whole jackpot"
    corrects(pit, tenth)
    pit.until(lambda _: shown(jackpot).value == VALUE - VALUE // 10)
    corrects(pit, facts)
    pit.until(lambda _: shown(jackpot).value == RESET)


# --- a card of a Hand that has won ------------------------------------------------------------------------------------


def claimed(pit, cards=ROYAL_AT_07):
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    return pit.plays(cards, CALLS, lambda view: view.jackpot.claims)


def misread(pit, was, card, box="07"):
    at = max(at for at, fact in enumerate(pit.view.play) if fact.values == (was,))
    pit.ok(c.CorrectFact(at, Fact(CARD, (card,), box), NG))


@pytest.mark.rule("stud:4.2", "stud:4.4")
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("again", [False, True])
@pytest.mark.parametrize("card", ["9h", "2c"], ids=["a tenth", "nothing"])
def test_that_a_hand_that_is_corrected_while_its_payment_is_under_way_is_paid_what_it_is(
    pit, store, jackpot, when, again, card
):
    claimed(pit)
    cut(pit, when)
    pit.ok(c.ConfirmPrize("07", NG))
    if when == "after":
        pit.until(lambda _: store.act(f"{TABLE}/1/paid-07") is not None)
        assert shown(jackpot).value == RESET
    misread(pit, "Ah" if card == "9h" else "Th", card)
    cut(pit, "")
    if again:
        pit.again()
    pit.decides = lambda box: c.ConfirmPrize(box, TAN)
    pit.deals(ROYAL_AT_07, CALLS)
    won = VALUE // 10 if card == "9h" else 0
    prizes = [fact.values[0] for fact in pit.view.facts if fact.name == PRIZE]
    assert prizes == ([won] if won else [])
    pit.ends()
    assert pit.audits() == []
    pit.until(lambda _: shown(jackpot).value == VALUE - won and shown(jackpot).waiting == ())


@pytest.mark.rule("stud:4.2")
@pytest.mark.parametrize("end", ["confirm", "deny"])
def test_that_a_correction_while_the_claim_is_under_way_is_the_one_that_is_decided(pit, jackpot, end):
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS, until=Next.REVEAL)
    cut(pit, "after")
    pit.plays(ROYAL_AT_07, CALLS, lambda _: shown(jackpot).waiting)
    misread(pit, "Ah", "9h")
    cut(pit, "")
    pit.decides = lambda box: (
        c.ConfirmPrize(box, NG) if end == "confirm" else c.DenyPrize(box, NG, "a card was marked")
    )
    pit.deals(ROYAL_AT_07, CALLS)
    won = VALUE // 10 if end == "confirm" else 0
    assert Fact(PRIZE, (won,), "07") in pit.view.facts
    assert shown(jackpot).value == VALUE - won


@pytest.mark.rule("stud:4.2")
def test_that_a_hand_whose_prize_is_entered_is_corrected_by_the_result(pit, jackpot):
    pit.decides = lambda box: c.ConfirmPrize(box, NG) if box == "07" else None
    pit.opens(**BOTH)
    pit.plays(BOTH_WIN, CALLS, lambda view: view.jackpot.claims == "08")
    play = pit.view.play
    at = max(at for at, fact in enumerate(play) if fact.values == ("9s",))
    told = Refusal("prize-stands", {"seat": "07"})
    assert pit.do(c.CorrectFact(at, Fact(CARD, ("2c",), "07"), NG)) == told
    at = next(at for at, fact in enumerate(play) if fact.name == PRIZE)
    assert pit.do(c.CorrectFact(at, Fact(PRIZE, (VALUE,), "07"), NG)) == told
    invalid = Fact("invalid-hand", ("a card was marked",), "07")
    assert pit.do(c.EnterIrregularity(invalid, NG)) == told
    assert pit.do(c.EnterIrregularity(replace(invalid, at="08"), NG, also=("07",))) == told
    pit.decides = lambda box: c.ConfirmPrize(box, NG)
    pit.deals(BOTH_WIN, CALLS)
    assert shown(jackpot).value == RESET


@pytest.mark.rule("stud:4.2")
def test_that_no_prize_is_typed_among_other_facts(pit):
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(ROYAL_AT_07, CALLS, lambda view: sum(f.at == DEALER and bool(f.values) for f in view.play) == 4)
    last = Fact(CARD, (ROYAL_AT_07[DEALER][4],), DEALER)
    typed = pit.do(c.EnterResult((last, Fact(PRIZE, (5,), "07")), NG))
    assert typed == Refusal("jackpot-confirms")
    pit.decides = lambda box: c.ConfirmPrize(box, NG)
    pit.deals(ROYAL_AT_07, CALLS)


# --- who is paid first ------------------------------------------------------------------------------------------------


@pytest.mark.rule("stud:4.5.1", "stud:4.5.2")
def test_that_both_hands_of_a_table_stand_before_one_that_was_complete_later(pit, jackpot):
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(BOTH_WIN, CALLS, lambda view: len(view.jackpot.waiting) == 2)
    later = {"share": TENTH, "dealt_at": 10**9}
    moved(jackpot, contribute(B, 9), claim(B, 9, **later))
    names = [(TABLE, 1, "07", "1/10"), (TABLE, 1, "08", "1/1"), (B, 9, "T-01", "1/10")]
    pit.until(lambda view: view.jackpot.waiting == tuple(ClaimView(*name) for name in names))
    assert jackpot.ask(confirm(B, 9, **later)).which == f"{TABLE}/1/claimed-07"
    pit.ok(c.ConfirmPrize("08", NG))
    pit.pump(5)
    assert shown(jackpot).value == VALUE + EACH, "the earlier Hand of the table comes first"
    pit.ok(c.ConfirmPrize("07", NG))
    pit.until(lambda view: view.jackpot.claims == "08")
    assert jackpot.ask(confirm(B, 9, **later)).which == f"{TABLE}/1/claimed-08"
    pit.ok(c.ConfirmPrize("08", NG))
    pit.deals(BOTH_WIN, CALLS)
    tenth = (VALUE + EACH) // 10
    prizes = {fact.at: fact.values[0] for fact in pit.view.facts if fact.name == PRIZE}
    assert prizes == {"07": tenth, "08": VALUE + EACH - tenth}
    assert moved(jackpot, confirm(B, 9, **later)).act.paid == RESET // 10


@pytest.mark.rule("stud:4.5.1", "stud:5.15")
@pytest.mark.parametrize("end", ["invalid", "corrected"])
def test_that_a_hand_that_has_won_no_more_stands_before_no_other(pit, store, jackpot, end):
    tenth_first = BOTH_WIN | {"07": ROYAL.split(), "08": STRAIGHT_FLUSH.split()}
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(tenth_first, CALLS, lambda view: len(view.jackpot.waiting) == 2)
    if end == "invalid":
        pit.ok(c.EnterIrregularity(Fact("invalid-hand", ("a card was marked",), "07"), NG))
    else:
        misread(pit, "Th", "2c")
    pit.until(lambda _: [one.box.box for one in shown(jackpot).waiting] == ["08"])
    pit.decides = lambda box: c.ConfirmPrize(box, NG)
    pit.deals(tenth_first, CALLS)
    prizes = {fact.at: fact.values[0] for fact in pit.view.facts if fact.name == PRIZE}
    assert prizes == {"08": VALUE // 10}
    assert store.act(f"{TABLE}/1/denied-07").by == "auto-dealer"


@pytest.mark.rule("stud:4.5.2", "stud:5.15")
def test_that_the_only_hand_that_waits_is_dropped_as_soon_as_it_is_invalid(pit, store, jackpot):
    """Another table's later Hand does not wait until the round is decided."""
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.claims == "07")
    pit.ok(c.EnterIrregularity(Fact("invalid-hand", ("a card was marked",), "07"), NG))
    pit.until(lambda _: not shown(jackpot).waiting)
    assert pit.view.phase not in (Phase.RESULT, Phase.ENDED), "the dealer has not ended it yet"
    assert store.act(f"{TABLE}/1/denied-07").by == "auto-dealer"
    pit.deals(ROYAL_AT_07, CALLS)
    assert not [fact for fact in pit.view.facts if fact.name == PRIZE]


@pytest.mark.rule("stud:4.5.1")
def test_that_two_hands_that_one_record_completed_are_paid_in_the_order_of_the_deal(pit, jackpot):
    pit.decides = lambda _box: None
    pit.opens(**BOTH)
    pit.deals(BOTH_WIN, CALLS, until=Next.ENTER_RESULT)
    every = tuple(Fact(CARD, (card,), box, box) for box in ("07", "08") for card in BOTH_WIN[box])
    pit.ok(c.EnterResult(every, NG))
    pit.decides = lambda box: c.ConfirmPrize(box, NG)
    pit.deals(BOTH_WIN, CALLS)
    prizes = {fact.at: fact.values[0] for fact in pit.view.facts if fact.name == PRIZE}
    assert prizes == {"07": VALUE // 10, "08": VALUE - VALUE // 10}


@pytest.mark.rule("stud:4.5.2")
def test_that_staff_may_say_which_hand_was_first_with_a_reason(pit, store, jackpot):
    claimed(pit, BOTH_WIN)
    pit.until(lambda view: len(view.jackpot.waiting) == 2)
    assert pit.do(c.ConfirmPrize("08", NG, first=True)) == Refusal("no-reason")
    pit.ok(c.ConfirmPrize("08", NG, first=True, reason=WHY))
    pit.until(lambda _: shown(jackpot).value == RESET)
    pit.ok(c.ConfirmPrize("07", TAN))
    pit.deals(BOTH_WIN, CALLS)
    prizes = {fact.at: fact.values[0] for fact in pit.view.facts if fact.name == PRIZE}
    assert prizes == {"07": RESET // 10, "08": VALUE}
    act = store.act(f"{TABLE}/1/paid-08")
    assert (act.by, act.why) == ("Ng", WHY)


@pytest.mark.rule("stud:4.5")
@pytest.mark.parametrize(
    ("authority", "reason", "told"),
    [(c.Authority("Mia", "4711"), "marked", "needs-supervisor"), (NG, "", "no-reason")],
)
def test_that_a_claim_is_refused_by_a_supervisor_with_a_reason(pit, store, authority, reason, told):
    claimed(pit)
    assert pit.do(c.DenyPrize("07", authority, reason)).key == told
    pit.pump(3)
    assert store.act(f"{TABLE}/1/denied-07") is None
    assert pit.do(c.DenyPrize("07", NG, "marked", round=9)).key == "other-round"
    assert pit.do(c.DenyPrize("08", NG, "marked")) == Refusal("phase")
    pit.ok(c.DenyPrize("07", NG, "marked"))
    pit.deals(ROYAL_AT_07, CALLS)
    assert Fact(PRIZE, (0,), "07") in pit.view.facts
    act = store.act(f"{TABLE}/1/denied-07")
    assert (act.by, act.why) == ("Ng", "marked")

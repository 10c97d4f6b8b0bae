"""What the jackpot does over every store, asked in one way: the tests import these with `store` and `jackpot`."""

import threading

import pytest

from kiosk.jackpot.audit import OfTable, added_up, faults
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.meter import Terms, What
from kiosk.jackpot.requests import Denied, Moved, Reason, SetTerms, Show
from kits.jackpot.acts import (
    ALL,
    AT,
    BEGIN,
    BEGINS,
    EACH,
    RESET,
    TENTH,
    A,
    B,
    claim,
    confirm,
    contribute,
    correct,
    deny,
    moved,
    registered,
    returned,
    shown,
    void,
)


@pytest.fixture
def jackpot(store):
    found = Jackpot(store, lambda: AT)
    moved(found, BEGIN)
    yield found
    assert faults(store.acts(), store.meter()[0]) == []


def test_that_nothing_is_asked_of_a_jackpot_that_nobody_has_begun(store):
    empty = Jackpot(store, lambda: AT)
    for request in (Show(), contribute(A, 1), void(A, 1), claim(A, 1)):
        assert empty.ask(request) == Denied(Reason.NO_JACKPOT)
    assert store.meter() == (None, 0)


@pytest.mark.rule("stud:1.13")
def test_that_each_bet_adds_its_part_and_no_more(jackpot):
    moved(jackpot, contribute(A, 1, "T-01", "T-02"), contribute(B, 1, "T-09"))
    assert shown(jackpot).value == BEGINS + 3 * EACH


@pytest.mark.rule("stud:4.2", "stud:1.13")
def test_that_a_whole_jackpot_is_paid_once_and_falls_back_to_its_reset_value(jackpot):
    moved(jackpot, contribute(A, 1), claim(A, 1), confirm(A, 1))
    assert shown(jackpot).value == RESET
    again = moved(jackpot, confirm(A, 1), claim(A, 1), contribute(A, 1))
    assert again.meter.value == RESET
    assert moved(jackpot, confirm(A, 1)).act.paid == BEGINS + EACH


@pytest.mark.rule("stud:4.2")
def test_that_a_tenth_is_paid_down_to_the_cent_and_the_rest_stays(jackpot):
    moved(jackpot, contribute(A, 1, "T-01", "T-02", "T-03"))
    assert shown(jackpot).value == 100_090
    moved(jackpot, SetTerms(Terms(2, RESET, 7, 100), "Boss", "more"), contribute(A, 2, "T-01", terms=2))
    found = moved(jackpot, claim(A, 2, share=TENTH), confirm(A, 2, share=TENTH))
    assert (found.act.paid, found.meter.value) == (10_009, 100_097 - 10_009)


@pytest.mark.rule("stud:5.22")
def test_that_a_void_takes_back_exactly_its_own_and_changes_nothing_twice(jackpot):
    moved(jackpot, contribute(A, 1, "T-01", "T-02"), contribute(B, 1), contribute(A, 2))
    moved(jackpot, void(A, 1), void(A, 1))
    assert shown(jackpot).value == BEGINS + 2 * EACH
    for late in (claim(A, 1), returned(A, 1), confirm(A, 1), deny(A, 1)):
        assert jackpot.ask(late) == Denied(Reason.ROUND_OVER, f"{A}/1/voided")
    assert moved(jackpot, contribute(A, 1, "T-01", "T-02")).act.what is What.CONTRIBUTED  # as it was answered


@pytest.mark.rule("stud:5.22")
def test_that_what_comes_after_the_void_of_its_round_adds_nothing(jackpot):
    moved(jackpot, void(A, 1))
    assert jackpot.ask(contribute(A, 1)) == Denied(Reason.ROUND_OVER, f"{A}/1/voided")
    assert shown(jackpot).value == BEGINS


@pytest.mark.rule("stud:5.15")
def test_that_the_bet_of_one_box_goes_back_once(jackpot):
    moved(jackpot, contribute(A, 1, "T-01", "T-02"), returned(A, 1), returned(A, 1))
    assert shown(jackpot).value == BEGINS + EACH
    assert jackpot.ask(claim(A, 1)) == Denied(Reason.ROUND_OVER, f"{A}/1/returned-T-01")
    moved(jackpot, void(A, 1))
    assert shown(jackpot).value == BEGINS


@pytest.mark.rule("stud:5.22")
def test_that_a_void_gives_back_what_its_round_was_paid(jackpot):
    moved(jackpot, contribute(A, 1), contribute(B, 1), claim(A, 1), confirm(A, 1), contribute(B, 2))
    assert shown(jackpot).value == RESET + EACH
    found = moved(jackpot, void(A, 1))
    assert (found.act.paid, found.meter.value) == (-(BEGINS + 2 * EACH), BEGINS + 2 * EACH)


def test_that_a_meter_below_nothing_shows_and_pays_nothing(jackpot):
    moved(jackpot, SetTerms(Terms(2, 0, 100, 100), "Boss", "no reset"), contribute(A, 1, terms=2))
    moved(jackpot, contribute(B, 1, terms=2), claim(B, 1), confirm(B, 1), void(A, 1))
    assert (shown(jackpot).balance, shown(jackpot).value) == (-100, 0)
    assert moved(jackpot, contribute(B, 2, terms=2), claim(B, 2), confirm(B, 2)).act.paid == 0


@pytest.mark.rule("stud:4.5.1")
def test_that_the_second_of_a_table_is_paid_what_the_first_has_left(jackpot):
    moved(jackpot, contribute(A, 1, "T-01", "T-02"))
    moved(jackpot, claim(A, 1, "T-01", TENTH, 5), claim(A, 1, "T-02", ALL, 6))
    second = confirm(A, 1, "T-02", dealt_at=6)
    assert jackpot.ask(second) == Denied(Reason.EARLIER_HAND, f"{A}/1/claimed-T-01")
    value = BEGINS + 2 * EACH
    assert moved(jackpot, confirm(A, 1, "T-01", TENTH, 5)).act.paid == value // 10
    assert moved(jackpot, second).act.paid == value - value // 10


@pytest.mark.rule("stud:4.5.2")
def test_that_the_hand_that_was_complete_first_is_paid_first_whichever_table_asks_first(jackpot):
    moved(jackpot, contribute(A, 1), contribute(B, 1), claim(A, 1, dealt_at=20), claim(B, 1, dealt_at=19))
    late, early = confirm(A, 1, dealt_at=20), confirm(B, 1, dealt_at=19)
    assert jackpot.ask(late) == Denied(Reason.EARLIER_HAND, f"{B}/1/claimed-T-01")
    assert moved(jackpot, early).act.paid == BEGINS + 2 * EACH
    assert moved(jackpot, late).act.paid == RESET


@pytest.mark.rule("stud:4.5.2")
@pytest.mark.parametrize(("one", "other"), [(20, 20), (0, 20), (20, 0), (0, 0)])
def test_that_staff_say_which_was_first_where_the_log_does_not(jackpot, one, other):
    moved(jackpot, contribute(A, 1), contribute(B, 1), claim(A, 1, dealt_at=one), claim(B, 1, dealt_at=other))
    of_a, of_b = confirm(A, 1, dealt_at=one), confirm(B, 1, dealt_at=other)
    assert jackpot.ask(of_a) == Denied(Reason.SAME_MOMENT, f"{B}/1/claimed-T-01")
    assert jackpot.ask(of_b) == Denied(Reason.SAME_MOMENT, f"{A}/1/claimed-T-01")
    found = moved(jackpot, confirm(B, 1, dealt_at=other, first=True, why="seen on the camera"))
    assert (found.act.paid, found.act.by, found.act.why) == (BEGINS + 2 * EACH, "Boss", "seen on the camera")
    assert moved(jackpot, of_a).act.paid == RESET


@pytest.mark.rule("stud:4.5.1")
def test_that_a_claim_that_staff_deny_is_paid_nothing_and_holds_up_nobody(jackpot):
    moved(jackpot, contribute(A, 1), contribute(B, 1), claim(A, 1, dealt_at=5), claim(B, 1, dealt_at=6))
    moved(jackpot, *[deny(A, 1, dealt_at=5)] * 2, confirm(B, 1, dealt_at=6))
    assert jackpot.ask(confirm(A, 1)) == Denied(Reason.DECIDED, f"{A}/1/denied-T-01")
    assert jackpot.ask(deny(B, 1)) == Denied(Reason.DECIDED, f"{B}/1/paid-T-01")
    before = shown(jackpot).value
    moved(jackpot, returned(B, 1))
    assert shown(jackpot).value > before, "the prize goes back with the bet"


def test_that_nothing_is_paid_without_a_bet_a_claim_and_staff(jackpot):
    moved(jackpot, contribute(A, 1))
    assert jackpot.ask(claim(A, 1, "T-02")) == Denied(Reason.NO_BET, f"{A}/1/contributed")
    assert jackpot.ask(claim(B, 1)) == Denied(Reason.NO_BET, f"{B}/1/contributed")
    assert jackpot.ask(confirm(A, 1)) == Denied(Reason.NOT_CLAIMED, f"{A}/1/claimed-T-01")
    moved(jackpot, claim(A, 1))
    assert shown(jackpot).value == BEGINS + EACH
    assert [waiting.box.box for waiting in shown(jackpot).waiting] == ["T-01"]


def test_that_the_same_act_is_not_done_otherwise(jackpot):
    moved(jackpot, contribute(A, 1), claim(A, 1))
    for other in (contribute(A, 1, "T-02"), contribute(A, 1, "T-01", "T-02")):
        assert jackpot.ask(other).reason is Reason.OTHER_ACT
    assert jackpot.ask(SetTerms(Terms(1, 1, 1, 1), "Boss", "mine")).reason is Reason.OTHER_ACT
    for other in (claim(A, 1, share=TENTH), claim(A, 1, dealt_at=9)):
        assert jackpot.ask(other).reason is Reason.OTHER_ACT


@pytest.mark.rule("stud:3.3")
def test_that_a_round_keeps_the_terms_under_which_its_bets_were_taken(jackpot):
    moved(jackpot, SetTerms(Terms(2, 70_000, 50, 200), "Boss", "weekend"))
    assert jackpot.ask(SetTerms(Terms(4, 1, 1, 1), "Boss", "jumps")).reason is Reason.OTHER_TERMS
    assert jackpot.ask(contribute(A, 1, terms=3)).reason is Reason.OTHER_TERMS
    moved(jackpot, contribute(A, 1, terms=1), contribute(A, 2, terms=2))
    assert shown(jackpot).value == BEGINS + EACH + 50
    assert shown(jackpot).terms == Terms(2, 70_000, 50, 200)
    moved(jackpot, claim(A, 1), confirm(A, 1))
    assert shown(jackpot).value == 70_000


def test_that_an_auditor_adds_up_every_table(jackpot, store):
    moved(jackpot, contribute(A, 1, "T-01", "T-02"), contribute(B, 1), returned(A, 1, "T-02"))
    moved(jackpot, claim(A, 1, share=TENTH), confirm(A, 1, share=TENTH), contribute(B, 2), void(B, 1))
    moved(jackpot, claim(B, 2), confirm(B, 2))
    sums = added_up(store.acts())
    assert sums.tables[A] == OfTable(EACH, (BEGINS + 2 * EACH) // 10)
    assert sums.tables[B] == OfTable(EACH, BEGINS + 2 * EACH - sums.tables[A].paid)
    assert sums.house == BEGINS + RESET
    tables = sums.tables.values()
    assert sums.house + sum(of.bets for of in tables) - sum(of.paid for of in tables) == sums.balance
    assert shown(jackpot).balance == sums.balance == RESET
    assert shown(jackpot).number == sums.acts == 10


def test_that_each_of_many_at_once_is_done_once(jackpot, store):
    tables = [f"ST-{n:02}" for n in range(4)]
    start = threading.Barrier(2 * len(tables))

    def play(table):
        start.wait()
        for number in range(1, 6):
            assert isinstance(jackpot.ask(contribute(table, number, "T-01", "T-02")), Moved)

    at_once([lambda table=table: play(table) for table in tables * 2])
    assert shown(jackpot).value == BEGINS + len(tables) * 5 * 2 * EACH
    assert len(list(store.acts())) == 1 + len(tables) * 5


def at_once(work):
    """All of it in threads; a failure of one is raised."""
    failures = []

    def run(each):
        try:
            each()
        except Exception as failure:  # noqa: BLE001 - raised below
            failures.append(failure)

    threads = [threading.Thread(target=run, args=(each,)) for each in work]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if failures:
        raise failures[0]


# --- a Hand or a round that is corrected ------------------------------------------------------------------------------

VALUE = BEGINS + EACH


@pytest.mark.rule("stud:4.2", "stud:5.24")
def test_that_a_hand_that_is_corrected_before_staff_have_decided_is_paid_what_it_is(jackpot):
    now = {"share": TENTH, "revision": 1}
    moved(jackpot, contribute(A, 1), claim(A, 1), claim(A, 1, **now), claim(A, 1, **now))
    assert jackpot.ask(confirm(A, 1)) == Denied(Reason.OTHER_ACT, f"{A}/1/claimed-T-01.2")
    assert jackpot.ask(claim(A, 1)) == Denied(Reason.OTHER_ACT, f"{A}/1/claimed-T-01.2"), "it comes late"
    assert moved(jackpot, confirm(A, 1, **now)).act.paid == VALUE // 10
    assert shown(jackpot).value == VALUE - VALUE // 10


@pytest.mark.rule("stud:4.2", "stud:5.24")
@pytest.mark.parametrize(("was", "now"), [(ALL, TENTH), (TENTH, ALL), (ALL, ALL)])
def test_that_a_hand_that_is_corrected_after_it_was_paid_gives_the_prize_back_and_waits_anew(
    jackpot, was, now
):
    before, after = {"share": was}, {"share": now, "revision": 1}
    moved(jackpot, contribute(A, 1), claim(A, 1, **before), confirm(A, 1, **before))
    moved(jackpot, claim(A, 1, **after), claim(A, 1, **after))
    assert (shown(jackpot).value, len(shown(jackpot).waiting)) == (VALUE, 1)
    for late in (claim(A, 1, **before), confirm(A, 1, **before), deny(A, 1, **before)):
        assert isinstance(jackpot.ask(late), Denied)
    assert shown(jackpot).value == VALUE
    found = moved(jackpot, confirm(A, 1, **after), confirm(A, 1, **after), claim(A, 1, **after))
    assert (found.act.what, found.act.paid) == (What.PAID, now.of(VALUE))
    assert shown(jackpot).value == (RESET if now is ALL else VALUE - VALUE // 10)


@pytest.mark.rule("stud:4.5.1")
def test_that_a_hand_that_staff_have_denied_may_be_claimed_anew_once_it_is_corrected(jackpot):
    moved(jackpot, contribute(A, 1), claim(A, 1), deny(A, 1), claim(A, 1, revision=1))
    assert moved(jackpot, confirm(A, 1, revision=1)).act.paid == VALUE


@pytest.mark.rule("stud:4.5.1")
def test_that_two_of_one_round_are_paid_in_the_order_of_the_deal_also_where_one_record_completed_both(
    jackpot,
):
    moved(jackpot, contribute(A, 1, "T-01", "T-02"), claim(A, 1, "T-02", turn=2), claim(A, 1, turn=1))
    assert jackpot.ask(confirm(A, 1, "T-02", turn=2)) == Denied(Reason.EARLIER_HAND, f"{A}/1/claimed-T-01")
    moved(jackpot, confirm(A, 1, turn=1), confirm(A, 1, "T-02", turn=2))


@pytest.mark.rule("stud:5.22", "stud:5.24")
def test_that_a_round_that_was_void_by_mistake_has_its_bets_and_its_prize_again(jackpot, store):
    moved(jackpot, contribute(A, 1, "T-01", "T-02"), claim(A, 1), confirm(A, 1))
    paid = VALUE + EACH
    moved(jackpot, void(A, 1))
    assert shown(jackpot).value == BEGINS
    restored = correct(A, 1, 2, ("T-01", "T-02"), T_01=(ALL, paid))
    moved(jackpot, restored, restored)
    assert shown(jackpot).value == RESET
    assert jackpot.ask(correct(A, 1, 2, ("T-01",))) == Denied(Reason.OTHER_ACT, f"{A}/1/corrected.2")
    for late in (claim(A, 1, revision=1), returned(A, 1), contribute(A, 1, "T-01")):
        assert isinstance(jackpot.ask(late), Denied)
    moved(jackpot, void(A, 1), correct(A, 1, 3, ()), correct(A, 1, 4, ("T-02",)))
    assert shown(jackpot).value == BEGINS + EACH
    assert added_up(store.acts()).tables[A] == OfTable(EACH, 0)


@pytest.mark.rule("stud:5.22")
def test_that_a_prize_that_only_the_correction_knows_leaves_the_meter(jackpot):
    moved(jackpot, contribute(A, 1, "T-01", "T-02"), void(A, 1))
    moved(jackpot, correct(A, 1, 2, ("T-01", "T-02"), T_01=(TENTH, 10_006), T_02=(ALL, 90_054)))
    assert shown(jackpot).value == BEGINS + 2 * EACH - 10_006 - 90_054 + RESET
    moved(jackpot, correct(A, 1, 3, ("T-01", "T-02"), T_01=(TENTH, 10_006)))
    assert shown(jackpot).value == BEGINS + 2 * EACH - 10_006


def test_that_corrections_are_told_in_their_order_and_of_boxes_with_a_bet(jackpot):
    assert jackpot.ask(correct(A, 1, 2)) == Denied(Reason.NO_BET, f"{A}/1/contributed")
    moved(jackpot, contribute(A, 1))
    assert jackpot.ask(correct(A, 1, 2, ("T-02",))) == Denied(Reason.NO_BET, f"{A}/1/contributed")
    assert jackpot.ask(correct(A, 1, 3)) == Denied(Reason.NOT_IN_TURN, f"{A}/1/corrected.2")
    moved(jackpot, correct(A, 1, 1), correct(A, 1, 2, ()))
    assert jackpot.ask(void(A, 1)) == Denied(Reason.ROUND_OVER, f"{A}/1/corrected.2"), (
        "the first decision had nothing to say"
    )
    assert shown(jackpot).value == BEGINS


def test_that_a_decision_that_had_nothing_to_say_says_nothing_after_the_next(jackpot):
    moved(jackpot, contribute(A, 1), correct(A, 1, 2, ()))
    assert moved(jackpot, correct(A, 1, 1)).act.name == f"{A}/1/corrected.2"
    assert shown(jackpot).balance == BEGINS


def test_that_a_round_ends_what_waits_of_it_and_not_of_a_round_whose_number_begins_alike(jackpot):
    moved(jackpot, contribute(A, 1), contribute(A, 12), claim(A, 1), claim(A, 12, dealt_at=8))
    waits = moved(jackpot, void(A, 12)).meter.waiting
    assert [one.box.round for one in waits] == [1]


def test_that_a_correction_ends_what_waits_of_its_round(jackpot):
    moved(jackpot, contribute(A, 1), claim(A, 1), contribute(B, 1), claim(B, 1), correct(A, 1, 1))
    assert [waiting.box.table for waiting in shown(jackpot).waiting] == [B]


@pytest.mark.parametrize(
    "wrong",
    [
        lambda: correct(A, 1, 0),
        lambda: correct(A, 1, 1_001),
        lambda: correct(A, 1, 1, ("T-01", "T-01")),
        lambda: correct(A, 1, 1, ("T-01",), T_02=(ALL, 1)),
        lambda: correct(A, 1, 1, ("T-01",), T_01=(ALL, -1)),
    ],
)
def test_that_a_correction_that_cannot_be_is_refused(wrong):
    with pytest.raises(ValueError, match="expected"):
        wrong()


@pytest.mark.rule("stud:4.2", "stud:5.18.1")
def test_that_a_hand_paid_in_the_silence_waits_no_more_and_has_moved_the_meter_once(jackpot):
    moved(jackpot, contribute(A, 1), contribute(B, 1), claim(A, 1), claim(B, 1, share=TENTH, dealt_at=8))
    assert jackpot.ask(registered(A, 1, 90_000, share=TENTH)) == Denied(
        Reason.OTHER_ACT, f"{A}/1/claimed-T-01"
    )
    first = moved(jackpot, registered(A, 1, 90_000))
    assert (first.act.paid, first.act.reset) == (90_000, RESET)
    assert moved(jackpot, registered(A, 1, 90_000)).act == first.act
    assert moved(jackpot, claim(A, 1)).act == first.act
    assert jackpot.ask(registered(A, 1, 1)).reason is Reason.DECIDED
    assert jackpot.ask(confirm(A, 1)).reason is Reason.DECIDED
    left = BEGINS + 2 * EACH - 90_000 + RESET
    assert moved(jackpot, confirm(B, 1, share=TENTH, dealt_at=8)).act.paid == left // 10
    moved(jackpot, correct(A, 1, 1, T_01=(ALL, 90_000)))
    assert shown(jackpot).balance == left - left // 10
    moved(jackpot, void(A, 1))
    assert shown(jackpot).balance == BEGINS + EACH - left // 10


@pytest.mark.rule("stud:5.18.1")
@pytest.mark.parametrize("said", [confirm, deny])
def test_that_what_was_paid_in_the_silence_replaces_what_had_no_answer(jackpot, said):
    moved(
        jackpot, contribute(A, 1), claim(A, 1), said(A, 1), registered(A, 1, 90_000), registered(A, 1, 90_000)
    )
    assert shown(jackpot).balance == BEGINS + EACH - 90_000 + RESET
    moved(jackpot, claim(A, 1, share=TENTH, revision=1))
    assert shown(jackpot).balance == BEGINS + EACH, "its cards were corrected"
    moved(jackpot, correct(A, 1, 1))
    assert jackpot.ask(registered(A, 1, 5, share=TENTH, revision=1)).reason is Reason.ROUND_OVER


@pytest.mark.parametrize("said", [confirm, deny])
def test_that_a_hand_that_was_paid_just_that_is_not_paid_anew(jackpot, said):
    decided = moved(jackpot, contribute(A, 1), claim(A, 1), said(A, 1)).act
    assert moved(jackpot, registered(A, 1, decided.paid)).act == decided

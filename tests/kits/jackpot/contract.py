"""What the jackpot does over every store, asked in one way: the tests import these with `store` and `jackpot`."""

import threading

import pytest

from kiosk.jackpot.audit import OfTable, added_up, faults
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.meter import Terms, What
from kiosk.jackpot.rules import Denied, Moved, Reason, SetTerms, Show
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
    deny,
    moved,
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
    found = moved(jackpot, claim(A, 2, share=TENTH), confirm(A, 2))
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
    assert jackpot.ask(confirm(A, 1, "T-02")) == Denied(Reason.EARLIER_HAND, f"{A}/1/claimed-T-01")
    value = BEGINS + 2 * EACH
    assert moved(jackpot, confirm(A, 1, "T-01")).act.paid == value // 10
    assert moved(jackpot, confirm(A, 1, "T-02")).act.paid == value - value // 10


@pytest.mark.rule("stud:4.5.2")
def test_that_the_hand_that_was_complete_first_is_paid_first_whichever_table_asks_first(jackpot):
    moved(jackpot, contribute(A, 1), contribute(B, 1), claim(A, 1, dealt_at=20), claim(B, 1, dealt_at=19))
    assert jackpot.ask(confirm(A, 1)) == Denied(Reason.EARLIER_HAND, f"{B}/1/claimed-T-01")
    assert moved(jackpot, confirm(B, 1)).act.paid == BEGINS + 2 * EACH
    assert moved(jackpot, confirm(A, 1)).act.paid == RESET


@pytest.mark.rule("stud:4.5.2")
@pytest.mark.parametrize(("one", "other"), [(20, 20), (0, 20), (20, 0), (0, 0)])
def test_that_staff_say_which_was_first_where_the_log_does_not(jackpot, one, other):
    moved(jackpot, contribute(A, 1), contribute(B, 1), claim(A, 1, dealt_at=one), claim(B, 1, dealt_at=other))
    assert jackpot.ask(confirm(A, 1)) == Denied(Reason.SAME_MOMENT, f"{B}/1/claimed-T-01")
    assert jackpot.ask(confirm(B, 1)) == Denied(Reason.SAME_MOMENT, f"{A}/1/claimed-T-01")
    found = moved(jackpot, confirm(B, 1, first=True, why="seen on the camera"))
    assert (found.act.paid, found.act.by, found.act.why) == (BEGINS + 2 * EACH, "Boss", "seen on the camera")
    assert moved(jackpot, confirm(A, 1)).act.paid == RESET


@pytest.mark.rule("stud:4.5.1")
def test_that_a_claim_that_staff_deny_is_paid_nothing_and_holds_up_nobody(jackpot):
    moved(jackpot, contribute(A, 1), contribute(B, 1), claim(A, 1, dealt_at=5), claim(B, 1, dealt_at=6))
    moved(jackpot, deny(A, 1), deny(A, 1), confirm(B, 1))
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
    moved(jackpot, claim(A, 1, share=TENTH))  # a card of the Hand was corrected before staff have decided


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
    moved(jackpot, claim(A, 1, share=TENTH), confirm(A, 1), contribute(B, 2), void(B, 1))
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

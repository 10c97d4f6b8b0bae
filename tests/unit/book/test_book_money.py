"""What the console's book owes each seat: by the seat's own pay table, once, through corrections and Voids."""

import pytest

from kiosk.table import keys
from kiosk.table import records as r
from kits.console.book import SEATS, Writing, new_book
from kits.seat.seats import TABLE


@pytest.fixture
def table():
    """A round open for bets."""
    writing = Writing()
    writing.open()
    return writing


@pytest.mark.rule("sicbo:3.8", "sicbo:4.1.1", "sicbo:4.1.2", "sicbo:4.1.3")
def test_that_each_seat_is_due_what_its_own_pay_table_gives(table):
    for seat in ("07", "08", "09"):
        table.bet(seat, total_4=200)
    table.decide(1, 1, 2)
    assert [table.book.due(1, seat) for seat in ("07", "08", "09")] == [200 * 65, 200 * 63, 200 * 65]
    assert table.book.due(1, "nobody") == 0


def test_that_nothing_is_due_before_there_is_a_decision(table):
    table.bet("07", big=500)
    assert table.book.due(1, "07") is None
    table.close()
    assert table.book.due(1, "07") is None
    assert table.book.payable(1, "07") == 0
    assert table.book.due(2, "07") is None


@pytest.mark.rule("sicbo:5.2.1", "sicbo:5.7")
def test_that_a_seat_that_is_gone_is_due_its_newest_registered_position(table):
    table.bet("07", rev=1, big=500)
    table.bet("07", rev=3, small=700)
    table.bet("07", rev=2, odd=900)  # an older position that came late
    table.decide(1, 2, 3)
    assert table.book.rounds[1].slips["07"].stakes == {"small": 700}
    assert table.book.due(1, "07") == 1_400
    assert table.book.payable(1, "07") == 1_400


@pytest.mark.rule("sicbo:5.2.2")
def test_that_what_comes_after_the_close_is_not_registered_and_due_nothing(table):
    table.close()
    ignored = table.bet("07", small=500)
    assert "phase 'closed'" in ignored.why
    table.tumble()
    table.result(1, 2, 3)
    assert table.book.due(1, "07") == 0
    assert table.book.unsettled(1) == frozenset()


@pytest.mark.rule("sicbo:5.9", "sicbo:1.10")
@pytest.mark.parametrize("closed", [True, False])
def test_that_a_void_round_is_due_its_stakes_and_turns_over_nothing(table, closed):
    table.bet("07", big=500, odd=300)
    if closed:
        table.close()
    table.void()
    assert table.book.due(1, "07") == 800
    assert table.book.rounds[1].void_reason == "die not flat"
    assert (table.book.totals.rounds, table.book.totals.voids) == (1, 1)
    assert (table.book.totals.turnover, table.book.totals.paid) == (0, 0)


@pytest.mark.rule("sicbo:5.5")
def test_that_a_corrected_result_is_what_counts_and_the_first_is_remembered(table):
    table.bet("07", small=500)
    table.decide(1, 2, 3)
    table.settled("07")
    assert table.book.unsettled(1) == frozenset()
    table.correct(6, 5, 3)
    of_round = table.book.rounds[1]
    assert (of_round.corrected, of_round.decisions, of_round.authorised_by) == (True, 2, "supervisor")
    assert table.book.due(1, "07") == 0
    assert table.book.due(1, "07", decision=1) == 1_000
    assert table.book.unsettled(1) == {"07"}, "also a lowered decision waits for the seat's report"
    assert (table.book.totals.turnover, table.book.totals.paid) == (500, 0)
    table.settled("07")
    assert table.book.unsettled(1) == frozenset()


@pytest.mark.rule("sicbo:5.4")
def test_that_an_earlier_round_that_is_void_after_all_is_due_its_stakes_again(table):
    table.bet("07", small=500)
    table.decide(6, 5, 3)
    table.settled("07")
    table.end()
    table.open()
    table.void(1, authorised_by="supervisor")
    assert table.book.due(1, "07") == 500
    assert table.book.payable(1, "07") == 500
    assert table.book.unsettled(1) == {"07"}
    assert (table.book.totals.rounds, table.book.totals.voids, table.book.totals.turnover) == (1, 1, 0)


@pytest.mark.rule("sicbo:5.6")
def test_that_an_error_noticed_later_changes_no_round(table):
    table.bet("07", small=500)
    table.decide(1, 2, 3)
    table.end()
    before = table.book.rounds[1].facts
    table.open()
    ignored = table.raw("etg/12/round/1/9", table.entries[0].value)
    assert ignored is not None
    assert table.correct(6, 5, 3) is not None
    assert table.book.rounds[1].facts == before
    assert table.book.rounds[1].decisions == 1
    assert table.manager(1, round=1, seat="07", cents=500) is None
    assert table.book.due(1, "07") == 1_000
    assert table.book.managers[0].cents == 500


class TestByHand:
    """What may be paid by hand: what is due, less what the player had, and never twice."""

    def test_that_what_was_paid_by_hand_is_not_payable_again(self, table):
        table.bet("08", small=500)
        table.decide(1, 2, 3)
        assert table.book.payable(1, "08") == 1_000
        assert table.pay_by_hand("08") is None
        assert table.book.payable(1, "08") == 0
        assert table.book.unsettled(1) == frozenset()
        assert table.book.rounds[1].paid["08", 1].cents == 1_000

    def test_that_what_the_seat_settled_is_not_payable(self, table):
        table.bet("08", small=500)
        table.decide(1, 2, 3)
        table.settled("08")
        assert table.book.payable(1, "08") == 0

    @pytest.mark.parametrize("by_hand", [True, False])
    def test_that_a_raised_result_is_payable_by_the_difference(self, table, by_hand):
        table.bet("08", small=500, total_6=100)
        table.decide(1, 2, 4)  # Small wins 1000
        (table.pay_by_hand if by_hand else table.settled)("08")
        table.correct(1, 2, 3)  # Total 6 wins as well
        assert table.book.due(1, "08") == 1_000 + 1_900
        assert table.book.payable(1, "08") == 1_900
        table.pay_by_hand("08")
        assert table.book.payable(1, "08") == 0
        table.correct(1, 2, 4)
        table.correct(1, 2, 3)
        assert table.book.payable(1, "08") == 0, "the player had all of it before"

    def test_that_what_was_settled_twice_was_had_once(self, table):
        table.bet("08", small=500, total_6=100)
        table.decide(1, 2, 4)
        table.settled("08")
        table.correct(1, 2, 2)  # Small wins still
        table.settled("08")
        table.correct(1, 2, 3)  # Total 6 wins as well
        assert table.book.payable(1, "08") == 1_900

    def test_that_a_lowered_result_is_payable_by_nothing(self, table):
        table.bet("08", small=500)
        table.decide(1, 2, 3)
        table.pay_by_hand("08")
        table.correct(6, 5, 3)
        assert table.book.payable(1, "08") == 0
        assert table.book.unsettled(1) == {"08"}

    def test_that_a_payment_for_an_older_decision_counts_for_nothing(self, table):
        table.bet("08", small=500)
        table.decide(1, 2, 3)
        table.correct(1, 2, 4)
        ignored = table.pay_by_hand("08", decision=1, cents=1_000)
        assert "decision 1, the newest is 2" in ignored.why
        assert table.book.payable(1, "08") == 1_000

    def test_that_a_round_stays_payable_however_old_it_is(self, table):
        table.bet("08", small=500)
        table.decide(1, 2, 3)
        table.end()
        table.open(101)
        assert table.book.payable(1, "08") == 1_000
        table.void()
        table.open(102)
        assert table.book.payable(1, "08") == 1_000
        assert table.pay_by_hand("08", number=1) is None
        assert table.book.payable(1, "08") == 0
        assert table.book.unsettled(1) == frozenset()


@pytest.mark.rule("sicbo:1.8")
def test_that_a_round_is_unsettled_until_every_seat_with_a_bet_has_settled_or_was_paid(table):
    table.bet("07", small=500)
    table.bet("08", big=500)
    table.bet("09", rev=1, big=500)
    table.bet("09", rev=2)  # took its chips back
    assert table.book.unsettled(1) == {"07", "08"}
    table.decide(1, 2, 3)
    assert table.book.unsettled(1) == {"07", "08"}
    table.settled("08")
    assert table.book.unsettled(1) == {"07"}
    table.pay_by_hand("07")
    assert table.book.unsettled(1) == frozenset()


def test_that_a_report_that_differs_from_the_consoles_settlement_is_found_in_cents(table):
    table.bet("07", small=500)
    table.bet("08", small=500)
    table.decide(1, 2, 3)
    assert table.settled("07") is None
    assert table.book.findings == ()
    assert table.settled("08", paid=1_100) is None
    (found,) = table.book.findings
    assert (found.seat, found.round, found.paid, found.paid_by_console) == ("08", 1, 1_100, 1_000)
    assert "1100 paid" in str(found)
    assert "500 staked and 1000 paid" in str(found)


def test_that_a_report_without_a_registered_slip_is_found(table):
    table.decide(1, 2, 3)
    table.settled("07", staked=100, paid=200)
    assert table.book.findings[0].paid_by_console == 0


class TestOpenItems:
    """What a seat could not take back stays until a manager closes it."""

    def test_that_an_item_stays_until_a_manager_closes_just_it(self, table):
        table.bet("07", small=500)
        table.decide(1, 2, 3)
        table.settled("07")
        table.correct(6, 5, 3)
        table.settled("07")
        table.item("07", 1_000)
        (item,) = table.book.open_items
        assert (item.seat, item.round, item.decision, item.cents) == ("07", 1, 2, 1_000)
        table.manager(1, round=1, seat="08", closes=2)
        table.manager(2, round=1, seat="07", closes=0)
        assert len(table.book.open_items) == 1
        table.manager(3, round=1, seat="07", closes=2)
        assert table.book.open_items == ()
        assert table.book.managers_written == 3

    def test_that_an_item_of_a_round_that_is_held_no_more_is_not_lost(self, table):
        table.void()
        for _ in range(130):
            table.whole_round(1, 2, 3)
        assert 2 not in table.book.rounds
        assert table.item("07", 300, number=2) is None
        assert table.book.open_items[0].round == 2


@pytest.mark.rule("sicbo:5.5", "sicbo:5.9")
def test_that_the_tables_totals_follow_every_decision(table):
    table.bet("07", small=500)
    table.bet("08", big=400)
    table.decide(1, 2, 3)
    totals = table.book.totals
    assert (totals.rounds, totals.voids, totals.turnover, totals.paid) == (1, 0, 900, 1_000)
    table.correct(6, 5, 3)
    assert table.book.totals.paid == 800
    table.end()
    table.open()
    table.bet("07", small=100)
    assert table.book.totals.turnover == 900, "an open round is in no total"
    table.void(1, authorised_by="supervisor")
    totals = table.book.totals
    assert (totals.rounds, totals.voids, totals.turnover, totals.paid) == (1, 1, 0, 0)


def test_that_an_order_for_a_seat_that_was_taken_out_waits_in_the_log_until_it_is_put_back_and_has_booked_it(
    table,
):
    """A round of records is kept for it; if it left, the order would be lost with nothing to say that it was."""
    table.decide(1, 2, 3)
    table.end()
    order = r.AmountOrdered(
        round=1, seat="07", number=1, cents=500, by="dealer", authorised_by="manager", about=1
    )
    assert table.log(order) is None
    for _ in range(2):
        table.open()
        table.decide(1, 2, 3)
        table.end()
    without = new_book({seat: layout for seat, layout in SEATS.items() if seat != "07"})
    for entry in table.entries:
        without.take(entry)
    assert (without.may_leave(1), without.may_leave(2)) == (False, True)
    booked = r.AmountBooked(seat="07", round=1, number=1, cents=500)
    assert table.raw(keys.report(TABLE, booked), r.encode(booked)) is None
    without.take(table.entries[-1])
    assert without.may_leave(1)

"""What a seat may issue: within the house's limits, in its sequence, and covered by its books."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.table.head import Head
from kiosk.tickets import number as numbers
from kiosk.tickets import rules
from kiosk.tickets.registry import Done, Refusal, Rejected, TicketRecord, TicketState
from kiosk.tickets.rules import Books, Issued, Limits, checked
from kiosk.tickets.ticket import Ticket, facts_of

AT = "2026-11-28T10:00:00Z"
LIMITS = Limits(300_000, 180)
HASH = "0" * 64


def numbered(n):
    return f"{n:017d}" + numbers.check_digit(f"{n:017d}")


def ticket(sequence=1, cents=5_000, expires="2027-05-27T10:00:00Z"):
    return Ticket(numbered(sequence), cents, sequence, "Casino", "07", "12", AT, expires)


NOTHING, BOOKS = Issued(), Books(Head(3, HASH, 5_000))


def issue(made, issued=NOTHING, books=BOOKS):
    request = rules.Issue(made)
    return checked(rules.decide(None, request, AT), request, issued, books, LIMITS, AT)


def test_that_what_the_books_cover_becomes_known_and_is_presented_with_its_confirm():
    decision, issued = issue(ticket())
    assert decision.answer == Done(ticket().number)
    assert issued == Issued(1, 0, 3, 5_000)
    request = rules.Confirm(ticket().number)
    confirmed = rules.decide(decision.record, request, AT)
    assert checked(confirmed, request, issued, None, LIMITS, AT) == (
        confirmed,
        replace(issued, cents=5_000),
    )


@pytest.mark.parametrize(
    ("made", "issued", "books", "why"),
    [
        (ticket(cents=300_001), Issued(), Books(Head(3, HASH, 10**9)), Refusal.OVER_LIMIT),
        (ticket(cents=99_999_999), Issued(), Books(Head(3, HASH, 10**9)), Refusal.OVER_LIMIT),
        (
            ticket(expires="2027-05-28T10:00:01Z"),
            Issued(),
            Books(Head(3, HASH, 10**9)),
            Refusal.LIFE_TOO_LONG,
        ),
        (
            ticket(expires="2999-01-01T00:00:00Z"),
            Issued(),
            Books(Head(3, HASH, 10**9)),
            Refusal.LIFE_TOO_LONG,
        ),
        (ticket(), Issued(), None, Refusal.NOT_COVERED),
        (ticket(), Issued(), Books(Head(3, HASH, 4_999)), Refusal.NOT_COVERED),
        (ticket(2), Issued(1, 5_000, 3, 5_000), Books(Head(6, HASH, 9_999)), Refusal.NOT_COVERED),
        (ticket(1), Issued(1, 5_000, 3, 5_000), Books(Head(6, HASH, 10_000)), Refusal.OUT_OF_SEQUENCE),
        (ticket(1), Issued(2, 5_000, 3, 5_000), Books(Head(6, HASH, 10_000)), Refusal.OUT_OF_SEQUENCE),
        (
            ticket(2),
            Issued(1, 5_000, 3, 5_000),
            Books(Head(3, HASH, 10_000)),
            Refusal.OUT_OF_SEQUENCE,
        ),  # no new books
        (ticket(3), Issued(1, 5_000, 3, 5_000), Books(Head(5, HASH, 10_000)), Refusal.OUT_OF_SEQUENCE),
        (ticket(999_999_999), Issued(), Books(Head(10_000, HASH, 10_000)), Refusal.OUT_OF_SEQUENCE),
    ],
)
def test_that_what_an_honest_seat_never_issues_is_refused_and_leaves_nothing(made, issued, books, why):
    decision, after = issue(made, issued, books)
    assert decision == rules.Decision(Rejected(made.number, why))
    assert after == issued


def test_that_an_issue_given_up_before_it_was_known_leaves_a_gap_that_its_books_show():
    """Booked and reversed, it has taken two transactions; the next one takes a third."""
    decision, issued = issue(ticket(3), Issued(1, 5_000, 3, 5_000), Books(Head(6, HASH, 10_000)))
    assert (decision.answer, issued.sequence) == (Done(ticket(3).number), 3)


def test_that_new_books_begin_their_sequence_anew_and_cover_what_the_retired_did():
    before = Issued(700, 8_000, 9_000, 9_000)
    assert issue(ticket(1), before, Books(Head(3, HASH, 5_000)))[0].answer == Rejected(
        ticket(1).number, Refusal.OUT_OF_SEQUENCE
    )
    decision, issued = issue(ticket(1), before, Books(Head(3, HASH, 5_000), 8_000, 1))
    assert decision.answer == Done(ticket(1).number)
    assert issued == Issued(1, 8_000, 3, 13_000, 1)
    decision, _ = issue(ticket(1), before, Books(Head(3, HASH, 4_999), 8_000, 1))
    assert decision.answer == Rejected(ticket(1).number, Refusal.NOT_COVERED)


def test_that_tickets_made_known_on_the_same_money_are_not_both_presented():
    first, issued = issue(ticket(1), Issued(), Books(Head(3, HASH, 5_000)))
    second, issued = issue(
        ticket(2), issued, Books(Head(6, HASH, 5_000))
    )  # as an honest seat whose void comes later
    answers = []
    for number, decision in ((2, second), (1, first)):
        request = rules.Confirm(numbered(number))
        confirmed, issued = checked(
            rules.decide(decision.record, request, AT), request, issued, None, LIMITS, AT
        )
        answers.append(confirmed.answer)
    assert answers == [Done(numbered(2)), Rejected(numbered(1), Refusal.NOT_COVERED)]
    assert issued.cents == 5_000


def test_that_a_repeat_is_answered_as_before_whatever_its_books():
    record = TicketRecord(facts_of(ticket()), TicketState.PENDING)
    request = rules.Issue(ticket())
    decision, _ = checked(
        rules.decide(record, request, AT), request, Issued(1, 0, 3, 5_000), None, LIMITS, AT
    )
    assert decision.answer == Done(ticket().number)


@given(
    st.lists(
        st.tuples(
            st.sampled_from(["presented", "taken back", "never known", "known late", "unheard void"]),
            st.integers(1, 300_000),
            st.integers(1, 4),
        )
    )
)
def test_that_an_honest_seat_is_never_refused_and_all_that_is_presented_is_in_its_books(tickets):
    """Its books: a transaction for each credit, each ticket out and each reversal; one ticket at a time."""
    issued, journal, balance, presented = Issued(), 0, 0, 0
    for sequence, (fate, cents, more) in enumerate(tickets, start=1):
        journal += more + 1
        books = Books(Head(journal, HASH, balance + cents))
        if fate != "never known":
            decision, issued = issue(ticket(sequence, cents), issued, books)
            assert decision.answer == Done(numbered(sequence))
        if fate == "presented":
            request = rules.Confirm(numbered(sequence))
            confirmed, issued = checked(
                rules.decide(decision.record, request, AT), request, issued, books, LIMITS, AT
            )
            assert confirmed.answer == Done(numbered(sequence))
            balance += cents
            presented += cents
        else:
            journal += 1
    assert issued.cents == presented == balance


@given(
    st.lists(st.tuples(st.booleans(), st.integers(1, 9), st.integers(1, 400_000), st.integers(1, 20))),
    st.integers(0, 900_000),
)
def test_that_whatever_a_seat_asks_no_more_is_presented_than_its_books_ever_showed(asked, balance):
    issued, records, presented = Issued(), {}, 0
    for is_issue, sequence, cents, journal in asked:
        books = Books(Head(journal, HASH, balance))
        made = ticket(sequence, cents)
        request = rules.Issue(made) if is_issue else rules.Confirm(made.number)
        before = records.get(made.number)
        decision = rules.decide(before, request, AT)
        decision, after = checked(decision, request, issued, books, LIMITS, AT)
        if decision.record is not None:
            records[made.number] = decision.record
            if not is_issue:
                presented += decision.record.ticket.cents
        assert after.sequence >= issued.sequence
        issued = after
    assert presented == issued.cents <= balance

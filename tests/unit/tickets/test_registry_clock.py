"""A clock that is wrong: it revives no expired ticket, destroys none, and staff have a way out that bears a name."""

import sqlite3

import pytest

from kiosk.tickets.registry import Done, Paid, Refusal, Rejected, Reserved, TicketState
from kiosk.tickets.sqlite import SqliteRegistry
from kits.tickets.registry_contract import ANNA, AT, LATE, A, bring_to

OVER, AGAIN = (
    "2026-12-28T00:00:00Z",
    "2026-11-29T10:00:00Z",
)  # a month after the ticket of AT, and a day after it


def asked_at(registry, clock, at, ticket):
    """What a seat and a desk are answered at that time."""
    clock[0] = at
    return registry.reserve(ticket.number, A, at), registry.pay(ticket.number, ANNA, at)


def test_that_a_clock_set_back_revives_no_expired_ticket(registry, clock, issued, path):
    refused = Rejected(issued.number, Refusal.EXPIRED)
    assert asked_at(registry, clock, OVER, issued) == (refused, refused)
    back = Rejected(issued.number, Refusal.WRONG_CLOCK)
    assert asked_at(registry, clock, AGAIN, issued) == (back, back)
    registry.close()
    reopened = SqliteRegistry(path, lambda: clock[0])
    assert asked_at(reopened, clock, AGAIN, issued) == (back, back)
    assert reopened.look_up(issued.number).state is TicketState.ISSUED
    reopened.close()


def test_that_a_clock_far_ahead_and_back_again_destroys_nothing(registry, clock, issued):
    assert asked_at(registry, clock, LATE, issued)[0] == Rejected(issued.number, Refusal.EXPIRED)
    assert asked_at(registry, clock, AGAIN, issued)[0] == Rejected(issued.number, Refusal.WRONG_CLOCK)
    found = registry.set_clock("cashier-1", "the battery was changed")
    assert not found.is_behind
    assert [(one.at, one.was, one.who, one.why) for one in found.said] == [
        (AGAIN, LATE, "cashier-1", "the battery was changed")
    ]
    assert registry.reserve(issued.number, A, AGAIN) == Reserved(issued.number, issued.cents)


def test_that_a_registry_issues_nothing_while_its_clock_stands_before_what_it_has_shown(
    registry, clock, make_ticket
):
    bring_to(registry, make_ticket(), TicketState.ISSUED)
    clock[0] = "2026-01-02T10:00:00Z"
    behind = make_ticket("11111111111111111", at_utc=clock[0], expires_utc="2026-07-01T10:00:00Z")
    assert registry.clock().is_behind
    assert registry.issue_pending(behind) == Rejected(behind.number, Refusal.WRONG_CLOCK)
    clock[0] = AGAIN
    right = make_ticket("22222222222222222", at_utc=AGAIN, expires_utc="2027-05-28T10:00:00Z")
    assert registry.issue_pending(right) == Done(right.number)


def test_that_minutes_are_no_wrong_clock(registry, clock, issued):
    clock[0] = "2026-11-28T09:50:00Z"
    assert not registry.clock().is_behind
    assert registry.pay(issued.number, ANNA, clock[0]) == Paid(issued.number, issued.cents)
    assert registry.clock().newest == AT


def test_that_the_clock_cannot_be_declared_right_while_nothing_says_otherwise(registry, clock):
    clock[0] = AGAIN
    assert registry.set_clock("cashier-1", "to be sure").said == ()


def test_that_what_the_seat_has_written_counts_until_staff_declare_it_wrong(registry, clock):
    registry.saw(LATE)
    clock[0] = AGAIN
    assert registry.clock().is_behind
    registry.set_clock("cashier-1", "it was 2099 for an hour")
    registry.saw("2098-12-31T23:00:00Z")  # of that hour
    assert not registry.clock().is_behind
    registry.saw(
        "2026-12-24T10:00:00Z"
    )  # which is told by any time up to the wrong one: the registry's own goes on
    assert registry.clock().newest == AGAIN
    clock[0] = "2026-12-24T10:00:00Z"
    assert not registry.clock().is_behind


def test_that_a_registry_of_version_2_knows_the_time_of_its_newest_step(path, clock, make_ticket):
    with_ticket = SqliteRegistry(path, lambda: clock[0])
    ticket = make_ticket()
    bring_to(with_ticket, ticket, TicketState.ISSUED)
    with_ticket.close()
    db = sqlite3.connect(path, isolation_level=None)
    db.executescript("DROP TABLE clock; DROP TABLE clock_set; PRAGMA user_version = 2")
    db.close()
    registry = SqliteRegistry(path, lambda: clock[0])
    assert registry.clock().newest == AT
    assert registry.pay(ticket.number, ANNA, AT) == Paid(ticket.number, ticket.cents)
    registry.close()


@pytest.mark.parametrize(("who", "why"), [("", "because"), ("cashier-1", "")])
def test_that_a_clock_is_declared_right_with_a_name_and_a_reason_alone(registry, clock, issued, who, why):
    clock[0] = "2026-01-01T00:00:00Z"
    with pytest.raises(Exception, match="CHECK"):
        registry.set_clock(who, why)
    assert registry.clock().is_behind


def test_that_what_is_done_while_the_clock_stands_behind_counts_on_no_day_that_is_closed(
    registry, clock, issued, make_ticket
):
    """Weeks back: the newest day that the registry has seen has all of it, as a second clock is not there."""
    pending = make_ticket("11111111111111111")
    bring_to(registry, pending, TicketState.PENDING)
    clock[0] = back = "2026-11-03T10:00:00Z"
    assert registry.confirm(pending.number) == Done(pending.number)
    assert registry.pay(issued.number, ANNA, back) == Paid(issued.number, issued.cents)
    assert [action.at_utc for action in registry.all_actions()][-2:] == [AT, AT]
    assert registry.look_up(pending.number).issued_utc == AT
    clock[0] = AGAIN
    assert registry.pay(pending.number, ANNA, AGAIN) == Paid(pending.number, pending.cents)
    assert registry.all_actions()[-1].at_utc == AGAIN

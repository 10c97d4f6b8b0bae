"""What every store of the registry must do, asked in one way: the tests import these with a `registry` of their own.

`registry` is empty and fits `TicketRegistry` and `TicketDesk`; `clock` is a list whose one entry is its time.
"""

import pytest

from kiosk.tickets.registry import (
    Doing,
    Done,
    GamingDay,
    Liability,
    Paid,
    Refusal,
    Rejected,
    Reserved,
    Sum,
    TicketState,
    at_desk,
)
from kiosk.tickets.ticket import facts_of

AT = "2026-11-28T10:00:00Z"
LATE = "2099-01-01T00:00:00Z"
EXPIRED = "2026-12-27T22:06:18Z"
TABLE, SEAT, OTHER_SEAT = "SB-01", "T-07", "T-08"  # the first has issued every ticket
A, B = f"{TABLE}/{SEAT}/a", f"{TABLE}/{OTHER_SEAT}/b"
ANNA, BEN = at_desk("1", "cashier-1", "a"), at_desk("2", "cashier-2", "b")
TODAY = GamingDay("2026-11-28T00:00:00Z", "2026-11-29T00:00:00Z")
TOMORROW = GamingDay("2026-11-29T00:00:00Z", "2026-11-30T00:00:00Z")


def bring_to(registry, ticket, state):
    """Puts a new ticket into `state` by the registry's own calls; A holds it where someone must."""
    number = ticket.number
    registry.issue_pending(ticket)
    if state is TicketState.PENDING:
        return
    if state is TicketState.VOID:
        registry.void(number, "jam")
        return
    registry.confirm(number)
    if state in {TicketState.RESERVED, TicketState.REDEEMED}:
        registry.reserve(number, A, AT)
        if state is TicketState.REDEEMED:
            registry.redeem(number, A)


CALLS = {
    "issue": lambda registry, ticket: registry.issue_pending(ticket),
    "confirm": lambda registry, ticket: registry.confirm(ticket.number),
    "void": lambda registry, ticket: registry.void(ticket.number, "jam"),
    "reserve by A": lambda registry, ticket: registry.reserve(ticket.number, A, AT),
    "reserve by B": lambda registry, ticket: registry.reserve(ticket.number, B, AT),
    "release by A": lambda registry, ticket: registry.release(ticket.number, A),
    "release by B": lambda registry, ticket: registry.release(ticket.number, B),
    "redeem by A": lambda registry, ticket: registry.redeem(ticket.number, A),
    "redeem by B": lambda registry, ticket: registry.redeem(ticket.number, B),
    "pay": lambda registry, ticket: registry.pay(ticket.number, ANNA, AT),
    "void at desk": lambda registry, ticket: registry.void_issued(ticket.number, "torn", ANNA, AT),
}

S, R = TicketState, Refusal
# What each call answers in each state, and the state after. None: done, or reserved.
ANSWERS = {
    S.PENDING: {
        "issue": (None, S.PENDING),
        "confirm": (None, S.ISSUED),
        "void": (None, S.VOID),
        "reserve by A": (R.NOT_PRESENTED, S.PENDING),
        "reserve by B": (R.NOT_PRESENTED, S.PENDING),
        "release by A": (R.NOT_PRESENTED, S.PENDING),
        "release by B": (R.NOT_PRESENTED, S.PENDING),
        "redeem by A": (R.NOT_PRESENTED, S.PENDING),
        "redeem by B": (R.NOT_PRESENTED, S.PENDING),
        "pay": (R.NOT_PRESENTED, S.PENDING),
        "void at desk": (R.NOT_PRESENTED, S.PENDING),
    },
    S.ISSUED: {
        "issue": (None, S.ISSUED),
        "confirm": (None, S.ISSUED),
        "void": (R.ALREADY_PRESENTED, S.ISSUED),
        "reserve by A": (None, S.RESERVED),
        "reserve by B": (None, S.RESERVED),
        "release by A": (None, S.ISSUED),
        "release by B": (None, S.ISSUED),
        "redeem by A": (R.NOT_RESERVED, S.ISSUED),
        "redeem by B": (R.NOT_RESERVED, S.ISSUED),
        "pay": (None, S.REDEEMED),
        "void at desk": (None, S.VOID),
    },
    S.RESERVED: {
        "issue": (None, S.RESERVED),
        "confirm": (None, S.RESERVED),
        "void": (R.ALREADY_PRESENTED, S.RESERVED),
        "reserve by A": (None, S.RESERVED),
        "reserve by B": (R.RESERVED, S.RESERVED),
        "release by A": (None, S.ISSUED),
        "release by B": (R.RESERVED, S.RESERVED),
        "redeem by A": (None, S.REDEEMED),
        "redeem by B": (R.RESERVED, S.RESERVED),
        "pay": (R.RESERVED, S.RESERVED),
        "void at desk": (R.RESERVED, S.RESERVED),
    },
    S.REDEEMED: {
        "issue": (None, S.REDEEMED),
        "confirm": (None, S.REDEEMED),
        "void": (R.ALREADY_PRESENTED, S.REDEEMED),
        "reserve by A": (R.REDEEMED, S.REDEEMED),
        "reserve by B": (R.REDEEMED, S.REDEEMED),
        "release by A": (R.REDEEMED, S.REDEEMED),
        "release by B": (R.REDEEMED, S.REDEEMED),
        "redeem by A": (None, S.REDEEMED),
        "redeem by B": (R.REDEEMED, S.REDEEMED),
        "pay": (R.REDEEMED, S.REDEEMED),
        "void at desk": (R.REDEEMED, S.REDEEMED),
    },
    S.VOID: {
        "issue": (None, S.VOID),
        "confirm": (R.VOID, S.VOID),
        "void": (None, S.VOID),
        "reserve by A": (R.VOID, S.VOID),
        "reserve by B": (R.VOID, S.VOID),
        "release by A": (R.VOID, S.VOID),
        "release by B": (R.VOID, S.VOID),
        "redeem by A": (R.VOID, S.VOID),
        "redeem by B": (R.VOID, S.VOID),
        "pay": (R.VOID, S.VOID),
        "void at desk": (R.VOID, S.VOID),
    },
}
PAIRS = [(state, call) for state in TicketState for call in CALLS]


@pytest.mark.parametrize(("state", "call"), PAIRS)
def test_that_every_call_in_every_state_answers_and_moves_as_listed(registry, make_ticket, state, call):
    ticket = make_ticket()
    bring_to(registry, ticket, state)
    assert registry.look_up(ticket.number).state is state
    reason, after = ANSWERS[state][call]
    answer = CALLS[call](registry, ticket)
    if reason is not None:
        assert answer == Rejected(ticket.number, reason)
    elif call.startswith("reserve"):
        assert answer == Reserved(ticket.number, 124_550)
    elif call == "pay":
        assert answer == Paid(ticket.number, 124_550)
    else:
        assert answer == Done(ticket.number)
    assert registry.look_up(ticket.number).state is after


@pytest.mark.parametrize(
    ("state", "call"), [pair for pair in PAIRS if ANSWERS[pair[0]][pair[1]][0] is None or pair[0] is S.VOID]
)
def test_that_a_repeat_by_the_same_party_is_answered_the_same(registry, make_ticket, state, call):
    ticket = make_ticket()
    bring_to(registry, ticket, state)
    assert CALLS[call](registry, ticket) == CALLS[call](registry, ticket)


@pytest.mark.parametrize("call", [call for call in CALLS if call != "issue"])
def test_that_an_unknown_number_is_rejected(registry, make_ticket, call):
    ticket = make_ticket()
    assert CALLS[call](registry, ticket) == Rejected(ticket.number, Refusal.UNKNOWN)
    assert registry.look_up(ticket.number) is None


@pytest.mark.parametrize("number", ["", "0", "123456789012345678", "x" * 18, "../steps/1", "票" * 18])
def test_that_what_is_no_number_is_unknown_and_keeps_nobody_waiting(registry, issued, number):
    assert registry.reserve(number, A, AT) == Rejected(number, Refusal.UNKNOWN)
    assert registry.confirm(number) == Rejected(number, Refusal.UNKNOWN)
    assert registry.pay(number, ANNA, AT) == Rejected(number, Refusal.UNKNOWN)
    assert registry.look_up(number) is None
    assert registry.look_up(issued.number).steps == 2


def test_that_a_number_names_one_ticket(registry, make_ticket):
    ticket = make_ticket()
    registry.issue_pending(ticket)
    other = make_ticket(cents=999)
    assert registry.issue_pending(other) == Rejected(ticket.number, Refusal.NUMBER_TAKEN)
    assert registry.look_up(ticket.number).ticket == facts_of(ticket)


@pytest.mark.parametrize(
    ("at", "pays"),
    [("2026-12-27T22:06:17Z", True), ("2026-12-27T22:06:17.999Z", True), ("2026-12-27T22:06:18Z", False)],
)
def test_that_a_ticket_pays_until_its_expiry_and_not_at_it(registry, clock, make_ticket, at, pays):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    clock[0] = at
    expected = Reserved(ticket.number, 124_550) if pays else Rejected(ticket.number, Refusal.EXPIRED)
    assert registry.reserve(ticket.number, A, at) == expected


def test_that_an_overdue_ticket_is_refused_and_nothing_of_it_changes(registry, clock, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    before = registry.look_up(ticket.number)
    clock[0] = LATE
    for party in (A, B, A):
        assert registry.reserve(ticket.number, party, LATE) == Rejected(ticket.number, Refusal.EXPIRED)
    assert registry.redeem(ticket.number, A) == Rejected(ticket.number, Refusal.NOT_RESERVED)
    assert registry.void(ticket.number, "jam") == Rejected(ticket.number, Refusal.ALREADY_PRESENTED)
    assert registry.look_up(ticket.number) == before


@pytest.mark.parametrize(
    ("at", "expires"),
    [
        (
            "2026-01-02T10:00:00Z",
            "2026-07-01T10:00:00Z",
        ),  # dead on arrival: its seat's clock stands far behind
        ("2026-11-20T10:00:00Z", "2027-05-19T10:00:00Z"),  # days behind
        ("1970-01-01T00:00:10Z", "1970-06-30T00:00:10Z"),
        (
            "2026-12-05T10:00:00Z",
            "2027-06-03T10:00:00Z",
        ),  # ahead: it would pay longer than the house has said
        ("2099-01-01T00:00:00Z", "2099-06-30T00:00:00Z"),
    ],
)
def test_that_a_ticket_by_a_clock_that_is_not_the_registrys_is_not_taken(registry, make_ticket, at, expires):
    ticket = make_ticket(at_utc=at, expires_utc=expires)
    assert registry.issue_pending(ticket) == Rejected(ticket.number, Refusal.WRONG_CLOCK)
    assert registry.look_up(ticket.number) is None


def test_that_a_short_life_is_no_wrong_clock(registry, make_ticket):
    ticket = make_ticket(at_utc="2026-11-28T09:59:58Z", expires_utc="2026-11-29T09:59:58Z")
    assert registry.issue_pending(ticket) == Done(ticket.number)


def test_that_a_ticket_reserved_in_time_can_be_redeemed_later(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    registry.reserve(ticket.number, A, "2026-12-27T22:06:17Z")
    assert registry.redeem(ticket.number, A) == Done(ticket.number)


def test_that_a_copy_in_the_same_seat_is_another_party(registry, make_ticket):
    ticket = make_ticket()
    bring_to(registry, ticket, TicketState.ISSUED)
    registry.reserve(ticket.number, A, AT)
    assert registry.reserve(ticket.number, f"{TABLE}/{SEAT}/b", AT) == Rejected(
        ticket.number, Refusal.RESERVED
    )


def test_that_who_when_and_why_are_kept(registry, make_ticket):
    taken, voided = make_ticket(), make_ticket("11111111111111111")
    bring_to(registry, taken, TicketState.REDEEMED)
    bring_to(registry, voided, TicketState.VOID)
    record = registry.look_up(taken.number)
    assert (record.by, record.at_utc, record.ticket) == (A, AT, facts_of(taken))  # the clock of the registry
    assert registry.look_up(voided.number).why == "jam"


def test_that_a_nameless_party_is_a_bug(registry, make_ticket):
    for call in (
        lambda: registry.reserve(make_ticket().number, "", AT),
        lambda: registry.release(make_ticket().number, ""),
        lambda: registry.redeem(make_ticket().number, ""),
    ):
        with pytest.raises(ValueError, match="expected seat and insertion"):
            call()


@pytest.fixture
def issued(registry, make_ticket):
    ticket = make_ticket()
    registry.issue_pending(ticket)
    registry.confirm(ticket.number)
    return ticket


def test_that_the_desk_pays_a_ticket_once(registry, issued):
    assert registry.pay(issued.number, ANNA, AT) == Paid(issued.number, issued.cents)
    assert registry.pay(issued.number, BEN, AT) == Rejected(issued.number, Refusal.REDEEMED)
    again = at_desk("1", "cashier-1", "another payment")
    assert registry.pay(issued.number, again, AT) == Rejected(issued.number, Refusal.REDEEMED)
    assert registry.reserve(issued.number, A, AT) == Rejected(issued.number, Refusal.REDEEMED)
    assert registry.pay(issued.number, ANNA, "2027-01-01T00:00:00Z") == Paid(issued.number, issued.cents)
    record = registry.look_up(issued.number)
    assert (record.state, record.did, record.by) == (TicketState.REDEEMED, Doing.PAY, ANNA)


def test_that_a_ticket_in_a_reader_is_not_paid_at_the_desk(registry, issued):
    assert isinstance(registry.reserve(issued.number, A, AT), Reserved)
    assert registry.pay(issued.number, ANNA, AT) == Rejected(issued.number, Refusal.RESERVED)
    assert registry.void_issued(issued.number, "torn", ANNA, AT) == Rejected(issued.number, Refusal.RESERVED)


def test_that_what_the_desk_has_paid_no_seat_confirms_or_redeems_anew(registry, issued):
    registry.pay(issued.number, ANNA, AT)
    assert registry.redeem(issued.number, A) == Rejected(issued.number, Refusal.REDEEMED)
    assert registry.release(issued.number, A) == Rejected(issued.number, Refusal.REDEEMED)
    assert registry.confirm(issued.number) == Done(issued.number)
    assert registry.look_up(issued.number).state is TicketState.REDEEMED


def test_that_an_expired_ticket_is_not_paid_and_can_be_voided(registry, clock, issued):
    clock[0] = EXPIRED
    assert registry.pay(issued.number, ANNA, EXPIRED) == Rejected(issued.number, Refusal.EXPIRED)
    assert registry.void_issued(issued.number, "expired", ANNA, EXPIRED) == Done(issued.number)
    assert registry.void_issued(issued.number, "expired", ANNA, EXPIRED) == Done(issued.number)
    assert registry.void_issued(issued.number, "expired", BEN, EXPIRED) == Rejected(
        issued.number, Refusal.VOID
    )
    assert registry.pay(issued.number, ANNA, AT) == Rejected(issued.number, Refusal.VOID)


@pytest.mark.parametrize("what", ["pay", "void"])
def test_that_a_pending_ticket_is_no_business_of_the_desk(registry, make_ticket, what):
    ticket = make_ticket()
    registry.issue_pending(ticket)
    if what == "pay":
        answer = registry.pay(ticket.number, ANNA, AT)
    else:
        answer = registry.void_issued(ticket.number, "lost", ANNA, AT)
    assert answer == Rejected(ticket.number, Refusal.NOT_PRESENTED)
    assert registry.look_up(ticket.number).state is TicketState.PENDING


def test_that_a_voided_ticket_is_never_taken_for_one_that_was_not_presented(registry, issued):
    registry.void_issued(issued.number, "paid in error", ANNA, AT)
    record = registry.look_up(issued.number)
    assert (record.state, record.did, record.why, record.by) == (
        TicketState.VOID,
        Doing.VOID_ISSUED,
        "paid in error",
        ANNA,
    )


@pytest.mark.parametrize("why", ["", "  ", "two\nlines", "x" * 201])
def test_that_a_void_needs_a_reason_that_can_be_read(registry, issued, why):
    with pytest.raises(ValueError, match="reason of a void"):
        registry.void_issued(issued.number, why, ANNA, AT)


def test_that_open_and_expired_part_the_papers_in_the_house(registry, make_ticket):
    early = make_ticket("00000000000000001")
    late = make_ticket("00000000000000002", expires_utc="2027-12-27T22:06:18Z")
    gone = make_ticket("00000000000000003")
    for ticket in (early, late, gone):
        registry.issue_pending(ticket)
        registry.confirm(ticket.number)
    registry.pay(gone.number, ANNA, AT)
    registry.reserve(late.number, A, AT)
    registry.issue_pending(make_ticket("00000000000000004"))
    assert [record.ticket for record in registry.open_tickets(AT)] == [facts_of(early), facts_of(late)]
    assert [record.ticket for record in registry.open_tickets(EXPIRED)] == [facts_of(late)]
    assert [record.ticket for record in registry.expired(EXPIRED)] == [facts_of(early)]
    assert registry.expired(AT) == []


def test_that_the_liability_of_days_adds_up(registry, clock, make_ticket):
    tickets = [make_ticket(f"{n:017d}", cents=10**n) for n in range(6)]
    for ticket in tickets[:5]:
        registry.issue_pending(ticket)
        registry.confirm(ticket.number)
    registry.pay(tickets[0].number, ANNA, AT)
    clock[0] = "2026-11-29T10:00:00Z"
    registry.reserve(tickets[1].number, A, clock[0])
    registry.redeem(tickets[1].number, A)
    registry.void_issued(tickets[2].number, "torn", ANNA, clock[0])
    registry.reserve(tickets[3].number, A, clock[0])
    registry.issue_pending(tickets[5])
    registry.void(tickets[5].number, "jam")
    assert registry.liability(TODAY) == Liability(
        TODAY, Sum(), Sum(5, 11_111), Sum(), Sum(1, 1), Sum(), Sum(4, 11_110), Sum()
    )
    assert registry.liability(TOMORROW) == Liability(
        TOMORROW, Sum(4, 11_110), Sum(), Sum(1, 10), Sum(), Sum(1, 100), Sum(2, 11_000), Sum()
    )
    much_later = registry.liability(GamingDay("2027-06-01T00:00:00Z", "2027-06-02T00:00:00Z"))
    assert much_later.open_before == much_later.open_after == much_later.expired == Sum(2, 11_000)


def test_that_a_clock_that_went_back_still_gives_days_that_add_up(registry, clock, make_ticket):
    clock[0] = "2026-11-29T10:00:00Z"
    ticket = make_ticket(cents=500, at_utc=clock[0])
    registry.issue_pending(ticket)
    registry.confirm(ticket.number)
    clock[0] = AT
    registry.pay(ticket.number, ANNA, AT)
    assert registry.liability(TODAY) == Liability(TODAY, *[Sum()] * 7)
    found = registry.liability(TOMORROW)
    assert (found.issued, found.paid, found.open_after) == (Sum(1, 500), Sum(1, 500), Sum())


def test_that_every_step_is_kept_with_who_when_and_the_last_digits(registry, clock, issued):
    clock[0] = "2026-11-28T11:00:00Z"
    registry.reserve(issued.number, A, clock[0])
    registry.reserve(issued.number, A, clock[0])  # a repeat is no step
    registry.release(issued.number, A)
    clock[0] = "2026-11-28T12:00:00Z"
    registry.pay(issued.number, ANNA, clock[0])
    registry.pay(issued.number, BEN, clock[0])  # refused: no step
    found = registry.actions(TODAY)
    place = f"{issued.table}/{issued.terminal}"
    assert [(step.what, step.by, step.at_utc) for step in found] == [
        (Doing.ISSUE, place, AT),
        (Doing.CONFIRM, place, AT),
        (Doing.RESERVE, A, "2026-11-28T11:00:00Z"),
        (Doing.RELEASE, A, "2026-11-28T11:00:00Z"),
        (Doing.PAY, ANNA, "2026-11-28T12:00:00Z"),
    ]
    assert {(step.digits, step.cents) for step in found} == {(issued.number[-4:], issued.cents)}
    assert registry.look_up(issued.number).steps == len(found)
    assert registry.actions(TOMORROW) == []

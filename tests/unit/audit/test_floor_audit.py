"""A floor of seats against its registry: exact at rest, named when not, and no single change goes unseen."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.audit.floor import audit_floor
from kiosk.audit.floor_books import SeatBooks
from kiosk.tickets import number as numbers
from kiosk.tickets.registry import Doing, TicketRecord, TicketState
from kiosk.tickets.ticket import Ticket, facts_of

NOW, LATER, LATEST = "2026-01-31T12:00:00Z", "2026-07-31T12:00:00Z", "2026-08-31T12:00:00Z"
PLACES = (("12", "07"), ("12", "08"), ("14", "01"))


def number(n):
    body = f"{n:017d}"
    return body + numbers.check_digit(body)


def ticket(n, place, cents):
    return Ticket(number(n), cents, n + 1, "Harbour Casino", place[1], place[0], NOW, LATER)


def record(told, state, did, by="", issued=NOW):
    return TicketRecord(told, state, by, NOW if by else "", "why" if "void" in did else "", did, issued)


ENDS = ("open", "reserved", "redeemed", "paid", "voided-at-desk", "reversed", "unknown-reversed")


def hidden(number):
    return f"hidden {number}"


def audited(books, records, at=NOW):
    return audit_floor(books, {hidden(number): one for number, one in records.items()}, hidden, at)


class House:
    """Builds a floor that agrees, ticket by ticket."""

    def __init__(self):
        self.records = {}
        self.accounts = {
            place: dict.fromkeys(("notes", "credit", "house", "handpay", "adjust"), 0) for place in PLACES
        }
        self.issued, self.voided, self.taken, self.going, self.coming = (
            {place: {} for place in PLACES} for _ in range(5)
        )

    def note(self, place, cents):
        self.accounts[place]["notes"] -= cents
        self.accounts[place]["credit"] += cents

    def lose(self, place, cents):
        self.accounts[place]["credit"] -= cents
        self.accounts[place]["house"] += cents

    def hand_pay(self, place, cents):
        self.accounts[place]["credit"] -= cents
        self.accounts[place]["handpay"] += cents

    def print(self, place, cents, end, at):
        n = len(self.records) + sum(map(len, self.voided.values()))
        paper = ticket(n, place, cents)
        told = facts_of(paper)
        self.note(place, cents)
        if end == "unknown-reversed":
            self.voided[place][paper.number] = cents
            return
        if end == "reversed":
            self.voided[place][paper.number] = cents
            self.records[paper.number] = record(told, TicketState.VOID, Doing.VOID, issued="")
            return
        self.issued[place][paper.number] = cents
        self.accounts[place]["credit"] -= cents
        by = f"{at[0]}/{at[1]}/serial"
        self.records[paper.number] = {
            "open": record(told, TicketState.ISSUED, Doing.CONFIRM),
            "reserved": record(told, TicketState.RESERVED, Doing.RESERVE, by),
            "redeemed": record(told, TicketState.REDEEMED, Doing.REDEEM, by),
            "paid": record(told, TicketState.REDEEMED, Doing.PAY, "desk/cage-1/cashier/1"),
            "voided-at-desk": record(told, TicketState.VOID, Doing.VOID_ISSUED, "desk/cage-1/cashier/2"),
        }[end]
        if end == "redeemed":
            self.taken[at][paper.number] = cents
            self.accounts[at]["credit"] += cents
        if end == "reserved":
            self.coming[at][paper.number] = cents

    def books(self):
        return [
            SeatBooks(
                *place,
                self.accounts[place],
                self.issued[place],
                self.voided[place],
                self.taken[place],
                frozenset(self.going[place]),
                frozenset(self.coming[place]),
            )
            for place in PLACES
        ]

    def audit(self):
        return audited(self.books(), self.records)


places = st.sampled_from(PLACES)
cents = st.integers(1, 5_000_000)


@st.composite
def houses(draw, ends=ENDS):
    house = House()
    for _ in range(draw(st.integers(0, 8))):
        house.print(draw(places), draw(cents), draw(st.sampled_from(ends)), draw(places))
    for _ in range(draw(st.integers(0, 4))):
        place, amount = draw(places), draw(cents)
        house.note(place, amount)
        draw(st.sampled_from((house.lose, house.hand_pay, house.note)))(place, amount)
    return house


@given(houses())
def test_that_a_floor_that_agrees_adds_up_to_nothing(house):
    found = house.audit()
    assert found.findings == []
    assert found.difference == 0
    assert len(found.on_the_way) == sum(map(len, house.coming.values()))


def test_that_a_ticket_that_has_expired_is_owed_and_not_open():
    """As the desk's lists have it: it pays no more by itself, and the House has not kept it."""
    house = House()
    for cents, end in ((500, "open"), (700, "reserved"), (900, "redeemed")):
        house.print(PLACES[0], cents, end, PLACES[2])
    house.records = {
        name: replace(
            one, ticket=replace(one.ticket, expires_utc=LATEST if one.ticket.cents == 500 else LATER)
        )
        for name, one in house.records.items()
    }
    for at, still_open, expired in ((NOW, 1_200, 0), (LATER, 500, 700), (LATEST, 0, 1_200)):
        found = audited(house.books(), house.records, at)
        assert (found.lines["open tickets"], found.lines["expired tickets"]) == (still_open, expired)
        assert (found.findings, found.difference) == ([], 0)


@given(houses(), st.data())
def test_that_no_change_of_one_ticket_goes_unseen(house, data):
    if not house.records:
        house.print(PLACES[0], 500, "open", PLACES[1])
    changed = data.draw(st.sampled_from(sorted(house.records)))
    known = house.records[changed]
    others = [
        record(known.ticket, TicketState.PENDING, Doing.ISSUE, issued=""),
        record(known.ticket, TicketState.VOID, Doing.VOID, issued=""),
        record(known.ticket, TicketState.REDEEMED, Doing.REDEEM, "12/08/other"),
        replace(known, ticket=replace(known.ticket, cents=known.ticket.cents + 1)),
        replace(known, ticket=replace(known.ticket, table="99")),
        None,
    ]
    other = data.draw(st.sampled_from(others))
    reversed_one = known.did is Doing.VOID
    same = other is not None and (other.did, other.ticket) == (known.did, known.ticket)
    harmless = reversed_one and (other is None or other.ticket.cents != known.ticket.cents)
    if same or harmless:  # a ticket that never came out is worth nothing, known or not
        return
    if other is None:
        del house.records[changed]
    else:
        house.records[changed] = other
    assert not house.audit().ok


@given(
    houses(),
    places,
    st.integers(1, 10**9),
    st.sampled_from(("notes", "credit", "house", "handpay", "adjust")),
)
def test_that_no_cent_goes_unseen(house, place, amount, account):
    house.accounts[place][account] += amount
    found = house.audit()
    assert abs(found.difference) == amount
    assert f"the floor adds up to {found.difference} cents, expected 0" in found.findings


def test_that_what_is_on_its_way_is_named_and_counted():
    house = House()
    house.print(PLACES[0], 700, "open", PLACES[0])
    (name,) = house.records
    house.records[name] = record(house.records[name].ticket, TicketState.PENDING, Doing.ISSUE, issued="")
    house.going[PLACES[0]][name] = 700
    found = house.audit()
    assert found.ok
    assert found.lines["tickets on their way"] == 700
    assert found.on_the_way == [f"ticket ending in {name[-4:]} at seat 12/07"]


def test_that_a_ticket_credited_and_not_yet_redeemed_is_on_its_way():
    house = House()
    house.print(PLACES[0], 700, "redeemed", PLACES[1])
    (name,) = house.records
    house.records[name] = record(
        house.records[name].ticket, TicketState.RESERVED, Doing.RESERVE, "12/08/serial"
    )
    house.coming[PLACES[1]][name] = 700
    found = house.audit()
    assert found.ok
    assert found.lines["tickets on their way"] == -700


def test_that_a_ticket_credited_at_two_seats_is_named_with_both():
    house = House()
    house.print(PLACES[0], 700, "redeemed", PLACES[1])
    (name,) = house.records
    house.taken[PLACES[2]][name] = 700
    house.accounts[PLACES[2]]["credit"] += 700
    words = " ".join(house.audit().findings)
    assert "was credited at seat 12/08 and at seat 14/01" in words
    assert name not in words, "a number is never shown whole"


@pytest.mark.parametrize("end", ["open", "redeemed"])
def test_that_a_seat_whose_books_are_missing_is_named(end):
    house = House()
    house.print(PLACES[0], 700, end, PLACES[1])
    words = " ".join(audited(house.books()[1:], house.records).findings)
    assert "is of seat 12/07, whose books are not among these" in words

"""Hosts whose clocks are wrong: none revives an expired ticket, and none spoils the house's time for the others."""

import msgspec
import pytest

from kiosk.table.log import Put
from kiosk.tickets.house_clock import HouseClock
from kiosk.tickets.keys import CLOCK, HOUSE
from kiosk.tickets.registry import Done, GamingDay, Paid, Refusal, Rejected, Reserved, Sum, TicketState
from kits.app.parties import until
from kits.tickets.asked import House
from kits.tickets.registry_contract import ANNA, AT, LATE, SEAT, TABLE, A, bring_to

OVER = "2026-12-28T00:00:00Z"  # a month after AT: the ticket is expired
AGAIN = "2026-11-29T09:00:00Z"


@pytest.fixture
def start(etcd_server):
    """Starts a house of one host with a clock of its own; the hosts of before are gone."""
    begun = []

    def host(shows):
        if begun:
            begun.pop().close()
        begun.append(House([etcd_server.endpoint], lambda: shows, hosts=1))
        return begun[-1]

    yield host
    for house in begun:
        house.close()


@pytest.fixture
def ticket(start, make_ticket):
    made = make_ticket()
    bring_to(start(AT).seat(TABLE, SEAT), made, TicketState.ISSUED)
    return made


def asked_at(house, ticket, at):
    """What a seat and a desk are answered whose clocks show that."""
    return [
        house.seat(TABLE, SEAT).reserve(ticket.number, A, at),
        house.desk("1").pay(ticket.number, ANNA, at),
    ]


def refused(ticket, why):
    return [Rejected(ticket.number, why)] * 2


def kept(house):
    return msgspec.json.decode(house.cells.get(CLOCK).value)["newest"]


def test_that_a_host_set_back_revives_no_expired_ticket(start, ticket):
    assert asked_at(start(OVER), ticket, OVER) == refused(ticket, Refusal.EXPIRED)
    back = start(AGAIN)  # another process: what it knows it has from the servers
    assert asked_at(back, ticket, AGAIN) == refused(ticket, Refusal.WRONG_CLOCK)
    until(lambda: any(f"shows {AGAIN}, but the house has seen {OVER}" in line for line in back.said))
    assert kept(back) == OVER
    right = start(OVER)
    assert asked_at(right, ticket, OVER) == refused(ticket, Refusal.EXPIRED)
    assert right.said == []
    assert right.record(ticket.number).state is TicketState.ISSUED


def test_that_two_hosts_at_once_go_by_the_newest_that_either_has_seen(start, ticket, etcd_server):
    asked_at(start(OVER), ticket, OVER)
    both = start(AGAIN)
    second = House([etcd_server.endpoint], lambda: OVER, hosts=1)
    try:
        for _ in range(10):  # whichever answers
            for answer in asked_at(both, ticket, AGAIN):
                assert answer.reason in (Refusal.EXPIRED, Refusal.WRONG_CLOCK)
    finally:
        second.close()


def test_that_one_host_far_ahead_spoils_nothing(start, ticket):
    ahead = start(LATE)
    assert asked_at(ahead, ticket, AGAIN) == refused(ticket, Refusal.WRONG_CLOCK)  # and not: expired
    until(lambda: any(f"shows {LATE}, more than a day after" in line for line in ahead.said))
    assert kept(ahead) == AT
    right = start(AGAIN)
    assert right.desk("1").pay(ticket.number, ANNA, AGAIN) == Paid(ticket.number, ticket.cents)
    assert kept(right) == AGAIN
    assert right.said == []


def test_that_a_house_that_was_closed_for_weeks_goes_on(start, ticket):
    weeks = "2026-12-20T10:00:00Z"
    house = start(weeks)
    assert house.desk("1").pay(ticket.number, ANNA, weeks) == Paid(ticket.number, ticket.cents)
    assert kept(house) == weeks


def test_that_hosts_minutes_apart_are_none_of_them_wrong(start, ticket):
    start("2026-11-28T10:10:00Z").desk("1").look_up(ticket.number)
    house = start("2026-11-28T09:55:00Z")
    assert house.desk("1").pay(ticket.number, ANNA, AT) == Paid(ticket.number, ticket.cents)
    assert house.said == []


@pytest.mark.parametrize("shows", ["2026-12-08T10:00:00Z", "2026-11-10T10:00:00Z"], ids=["ahead", "behind"])
@pytest.mark.parametrize("ends", ["redeemed", "paid", "voided"])
def test_that_what_a_host_of_a_wrong_clock_has_done_counts_on_the_day_on_which_it_was_done(
    start, make_ticket, shows, ends
):
    made = make_ticket()
    start(AT).seat(TABLE, SEAT).issue_pending(made)
    wrong = start(shows)
    seat, desk = wrong.seat(TABLE, SEAT), wrong.desk("1")
    assert seat.confirm(made.number) == Done(made.number)
    match ends:
        case "redeemed":
            assert seat.reserve(made.number, A, AT) == Reserved(made.number, made.cents)
            assert seat.redeem(made.number, A) == Done(made.number)
        case "paid":
            assert desk.pay(made.number, ANNA, AT) == Paid(made.number, made.cents)
        case "voided":
            assert desk.void_issued(made.number, "burnt", ANNA, AT) == Done(made.number)
    day = GamingDay("2026-11-28T00:00:00Z", "2026-11-29T00:00:00Z")
    counted = desk.liability(day)
    assert (counted.issued, getattr(counted, ends), counted.open_after) == (
        one := Sum(1, made.cents),
        one,
        Sum(),
    )
    assert {action.at_utc for action in desk.actions(day)} == {AT}
    assert len(desk.actions(day)) == wrong.record(made.number).steps


def test_that_staff_declare_a_clock_right_and_it_is_kept_with_the_name(start, ticket):
    asked_at(start(OVER), ticket, OVER)
    house = start(AGAIN)
    clock = HouseClock(house.cells)
    assert clock.set_right(AGAIN, "Ng", "both clocks were a month ahead").was == OVER
    assert clock.set_right(AGAIN, "Ng", "once more") is None
    again = start(AGAIN)
    assert again.desk("1").pay(ticket.number, ANNA, AGAIN) == Paid(ticket.number, ticket.cents)
    said = [msgspec.json.decode(cell.value) for cell in again.cells.all(f"{HOUSE}clock-set/")]
    assert [(one["who"], one["why"], one["was"]) for one in said] == [
        ("Ng", "both clocks were a month ahead", OVER)
    ]


def test_that_a_house_of_before_goes_by_its_newest_step(start, ticket):
    house = start(AT)
    house.cells.swap({}, [], [CLOCK])
    back = start("2026-11-20T10:00:00Z")
    assert HouseClock(back.cells).newest("2026-11-20T10:00:00Z") == AT
    assert back.desk("1").pay(ticket.number, ANNA, AT) == Paid(ticket.number, ticket.cents)
    until(lambda: back.said)
    assert "but the house has seen" in back.said[0]


def test_that_it_is_written_once_a_minute_and_not_with_each_question(start, ticket):
    house = start(AT)
    cells = house.cells
    clock = HouseClock(cells)
    clock.newest("2026-11-28T10:00:59Z")
    assert kept(house) == AT
    clock.newest("2026-11-28T10:01:00Z")
    assert kept(house) == "2026-11-28T10:01:00Z"


@pytest.mark.parametrize("value", [b"", b"{}", b'{"newest": "yesterday"}', b"\xff"])
def test_that_a_damaged_time_is_a_fault_and_pays_nothing(start, ticket, value):
    house = start(AT)
    house.cells.swap({}, [Put(CLOCK, value)])
    with pytest.raises(Exception, match="the newest time seen is damaged"):
        HouseClock(house.cells).newest(AT)

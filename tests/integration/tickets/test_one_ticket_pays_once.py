"""Two seats at the same instant, before two hosts."""

import threading

import pytest

from kiosk.tickets.registry import Done, Paid, Reserved, TicketState, at_desk
from kits.tickets.asked import House
from kits.tickets.registry_contract import AT, OTHER_SEAT, SEAT, TABLE

ROUNDS, TORTURE_ROUNDS = 60, 1_000


def issue(house, tickets):
    seat = house.seat(TABLE, SEAT)
    for each in tickets:
        assert seat.issue_pending(each) == seat.confirm(each.number) == Done(each.number)


def at_once(*work):
    """All of it in threads that begin together; a failure of one is raised."""
    start, failures = threading.Barrier(len(work)), []

    def run(each):
        start.wait()
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


def redeem(house, name, tries, paid):
    """Reserve and redeem as a seat does: each try is another insertion of a paper with this number."""
    seat = house.seat(TABLE, name)
    for n, number in enumerate(tries):
        by = f"{TABLE}/{name}/{n}"
        found = seat.reserve(number, by, AT)
        if isinstance(found, Reserved):
            assert seat.redeem(number, by) == Done(number)
            paid.append((number, by, found.cents))


def check(house, tickets, paid):
    assert sorted((number, cents) for number, _, cents in paid) == sorted(
        (each.number, each.cents) for each in tickets
    )
    for number, by, _ in paid:
        record = house.record(number)
        assert (record.state, record.by) == (TicketState.REDEEMED, by)
    assert house.said == []


def race_of_many_tickets(house, make_ticket, rounds):
    tickets = [make_ticket(f"{n:017d}", cents=100 + n) for n in range(rounds)]
    issue(house, tickets)
    tries, paid = [each.number for each in tickets], []
    at_once(*(lambda name=name: redeem(house, name, tries, paid) for name in (SEAT, OTHER_SEAT)))
    check(house, tickets, paid)
    return paid


def race_for_one_ticket(house, make_ticket, rounds):
    made = make_ticket()
    issue(house, [made])
    paid = []
    tries = [made.number] * rounds
    at_once(*(lambda name=name: redeem(house, name, tries, paid) for name in (SEAT, OTHER_SEAT)))
    check(house, [made], paid)


def test_that_each_of_many_tickets_pays_once_at_two_seats_at_once(asked, make_ticket):
    race_of_many_tickets(asked, make_ticket, ROUNDS)


def test_that_one_ticket_tried_again_and_again_at_two_seats_pays_once(asked, make_ticket):
    race_for_one_ticket(asked, make_ticket, ROUNDS)


@pytest.mark.torture
@pytest.mark.timeout(600)
def test_that_a_thousand_tickets_pay_once_each_at_two_seats_at_once(asked, make_ticket):
    race_of_many_tickets(asked, make_ticket, TORTURE_ROUNDS)


@pytest.mark.torture
@pytest.mark.timeout(600)
def test_that_one_ticket_tried_a_thousand_times_at_each_of_two_seats_pays_once(asked, make_ticket):
    race_for_one_ticket(asked, make_ticket, TORTURE_ROUNDS)


def test_that_a_seat_and_two_desks_at_once_pay_a_ticket_once(asked, make_ticket):
    tickets = [make_ticket(f"{n:017d}") for n in range(10)]
    issue(asked, tickets)
    seat_paid, desk_paid = [], []

    def pay(name):
        for each in tickets:
            answer = asked.desk(name).pay(each.number, at_desk(name, "cashier", "x"), AT)
            if isinstance(answer, Paid):
                desk_paid.append((each.number, name, answer.cents))

    at_once(
        lambda: redeem(asked, OTHER_SEAT, [each.number for each in tickets], seat_paid),
        lambda: pay("1"),
        lambda: pay("2"),
    )
    found = sorted((number, cents) for number, _, cents in seat_paid + desk_paid)
    assert found == sorted((each.number, each.cents) for each in tickets)


def test_that_tickets_pay_once_while_the_servers_die_and_come_back(tmp_path, make_ticket):
    from kits.links.etcd import EtcdServer

    with EtcdServer(tmp_path) as server:
        house = House([server.endpoint], lambda: AT)
        tickets = [make_ticket(f"{n:017d}", cents=100 + n) for n in range(12)]
        issue(house, tickets)
        paid, killed = [], threading.Event()

        def stubborn(name):
            """As a seat goes on: whatever had no answer is asked again."""
            seat = house.seat(TABLE, name)
            for n, each in enumerate(tickets):
                by = f"{TABLE}/{name}/{n}"
                found = again(lambda seat=seat, each=each, by=by: seat.reserve(each.number, by, AT))
                if isinstance(found, Reserved):
                    assert again(lambda seat=seat, each=each, by=by: seat.redeem(each.number, by)) == Done(
                        each.number
                    )
                    paid.append((each.number, by, found.cents))
                if n == 3:
                    killed.wait()

        workers = [threading.Thread(target=stubborn, args=(name,)) for name in (SEAT, OTHER_SEAT)]
        for worker in workers:
            worker.start()
        server.kill()
        server.start()
        killed.set()
        server.kill()
        server.start()
        for worker in workers:
            worker.join(120)
        house.said.clear()
        check(house, tickets, paid)
        house.close()


def again(call):
    from kiosk.tickets.registry import RegistryFault

    while True:
        try:
            return call()
        except RegistryFault:
            continue

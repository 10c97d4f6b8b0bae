"""A host is killed at each step of its answer; another one takes its place, and each ticket ends where it should."""

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import house_host
from house_kit import House
from kiosk.devices.registry import Done, Paid, Reserved, TicketState
from registry_contract import ANNA, AT, SEAT, TABLE, A

WHERE = ("read", "write", "written")
STEPS = {  # what is asked, what comes before it, what it ends in
    "issue": (
        lambda house, ticket: house.seat(TABLE, SEAT).issue_pending(ticket),
        (),
        Done,
        TicketState.PENDING,
    ),
    "confirm": (
        lambda house, ticket: house.seat(TABLE, SEAT).confirm(ticket.number),
        ("issue",),
        Done,
        TicketState.ISSUED,
    ),
    "void": (
        lambda house, ticket: house.seat(TABLE, SEAT).void(ticket.number, "jam"),
        ("issue",),
        Done,
        TicketState.VOID,
    ),
    "reserve": (
        lambda house, ticket: house.seat(TABLE, SEAT).reserve(ticket.number, A, AT),
        ("issue", "confirm"),
        Reserved,
        TicketState.RESERVED,
    ),
    "release": (
        lambda house, ticket: house.seat(TABLE, SEAT).release(ticket.number, A),
        ("issue", "confirm", "reserve"),
        Done,
        TicketState.ISSUED,
    ),
    "redeem": (
        lambda house, ticket: house.seat(TABLE, SEAT).redeem(ticket.number, A),
        ("issue", "confirm", "reserve"),
        Done,
        TicketState.REDEEMED,
    ),
    "pay": (
        lambda house, ticket: house.desk("1").pay(ticket.number, ANNA, AT),
        ("issue", "confirm"),
        Paid,
        TicketState.REDEEMED,
    ),
}


def dying_host(endpoint, where):
    here = Path(house_host.__file__)
    process = subprocess.Popen(
        [sys.executable, str(here), endpoint, where, AT],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": f"{here.parent}:{here.parents[1]}"},
    )
    assert process.stdout.readline() == "ready\n"
    return process


@pytest.fixture
def house(etcd_server):
    made = House([etcd_server.endpoint], lambda: AT, hosts=1)
    yield made
    made.close()


def killed_at(house, made, what, where):
    question, before, answered, ends = STEPS[what]
    answers = []
    for step in before:
        STEPS[step][0](house, made)
    (first,) = house.hosts
    first.close()
    house.hosts.clear()
    host = dying_host(house.endpoints[0], where)
    asking = threading.Thread(target=lambda: answers.append(question(house, made)))
    asking.start()
    try:
        assert host.wait(30) == -9
    finally:
        host.kill()
        host.wait()
        host.stdout.close()
        house.hosts.append(house.host())
        asking.join(60)
    assert [type(answer) for answer in answers] == [answered]
    record = house.lists.record(made.number)
    assert (record.state, record.steps) == (ends, len(before) + 1)
    assert [type(question(house, made))] == [answered]  # a repeat is answered the same
    assert house.lists.record(made.number) == record
    assert len(house.lists.all_actions()) == record.steps


@pytest.mark.parametrize("where", WHERE)
@pytest.mark.parametrize("what", STEPS)
def test_that_a_host_may_die_at_every_step_of_every_answer(house, make_ticket, what, where):
    killed_at(house, make_ticket(), what, where)

"""A host is killed at each step of its answer; another one is asked again, and each ticket ends where it should."""

import json

import pytest

from kiosk.table.log import NoAnswer
from kiosk.tickets.keys import Place
from kiosk.tickets.registry import Done, Paid, Reserved, TicketState
from kiosk.tickets.remote import RemoteDesk
from kits import program, surroundings
from kits.processes import run_process
from kits.tickets.registry_contract import ANNA, AT, SEAT, TABLE, A

STEPS = {  # what is asked, what comes before it, what it ends in
    "issue": (lambda asking, made: asking.issue_pending(made), (), Done, TicketState.PENDING),
    "confirm": (lambda asking, made: asking.confirm(made.number), ("issue",), Done, TicketState.ISSUED),
    "void": (lambda asking, made: asking.void(made.number, "jam"), ("issue",), Done, TicketState.VOID),
    "reserve": (
        lambda asking, made: asking.reserve(made.number, A, AT),
        ("issue", "confirm"),
        Reserved,
        TicketState.RESERVED,
    ),
    "release": (
        lambda asking, made: asking.release(made.number, A),
        ("issue", "confirm", "reserve"),
        Done,
        TicketState.ISSUED,
    ),
    "redeem": (
        lambda asking, made: asking.redeem(made.number, A),
        ("issue", "confirm", "reserve"),
        Done,
        TicketState.REDEEMED,
    ),
    "pay": (
        lambda asking, made: asking.pay(made.number, ANNA, AT),
        ("issue", "confirm"),
        Paid,
        TicketState.REDEEMED,
    ),
}


class FirstDies:
    """An asker whose first question goes to a host that is killed while it answers; the others go on."""

    def __init__(self, asker, endpoint, where):
        self._asker, self._endpoint, self._where = asker, endpoint, where
        self.died = 0

    def ask(self, turn, mark, question):
        if not self.died:
            self.died = self._dies(turn, mark, question)
            raise NoAnswer("the host has died")
        return self._asker.ask(turn, mark, question)

    def _dies(self, turn, mark, question):
        place = self._asker.place
        head = self._asker.books.head() if place.table else None
        asked = [turn, mark.hex(), question.hex(), head and [head.number, head.hash, head.tickets]]
        return run_process(
            program("kits.tickets.asked_host", self._endpoint, self._where, AT, place.table, place.name),
            input=json.dumps(asked) + "\n",
            text=True,
            env=surroundings(),
        ).returncode

    def turn(self):
        return self._asker.turn()


@pytest.mark.parametrize("where", ["write", "written"])
@pytest.mark.parametrize("what", STEPS)
def test_that_a_host_may_die_at_every_step_of_every_answer(asked, make_ticket, what, where):
    question, before, answered, ends = STEPS[what]
    made = make_ticket()
    for step in before:
        STEPS[step][0](asked.seat(TABLE, SEAT), made)
    place = Place("", "1") if what == "pay" else Place(TABLE, SEAT)
    asker = FirstDies(asked.asker(place), asked.endpoints[0], where)
    asking = RemoteDesk(asker, 30)
    assert type(question(asking, made)) is answered
    assert asker.died == -9
    record = asked.record(made.number)
    assert (record.state, record.steps) == (ends, len(before) + 1)
    assert type(question(asking, made)) is answered  # a repeat is answered the same
    assert asked.record(made.number) == record
    assert len(asked.lists.all_actions()) == record.steps

"""The acceptor of a seat in one thread: what was stacked last is told before it says that it is up."""

import pytest

from kiosk.app.acceptors import AcceptorFile, AtOnce
from kiosk.app.state_dir import StateDir
from kiosk.seat.events import AcceptorReady, NoteIn, TicketIn, TicketOffered
from kiosk.tickets import number as numbers

TICKET = "12345678901234567" + numbers.check_digit("12345678901234567")


@pytest.fixture
def folder(tmp_path):
    return StateDir(tmp_path)


def opened(folder):
    told = []
    return AtOnce(AcceptorFile(), folder, told.append), told


@pytest.mark.parametrize("item", [TICKET, 2_000])
def test_that_an_item_stacked_before_a_kill_is_told_before_the_acceptor_is_up(folder, item):
    acceptor, told = opened(folder)
    acceptor.power_up()
    acceptor.enable(True)
    if item == TICKET:
        acceptor.insert_ticket(item)
    else:
        acceptor.insert(item)
    acceptor.stack(told[-1].serial)
    assert isinstance(told[-1], TicketIn | NoteIn)
    for early in (False, True):
        again, told_again = opened(folder)
        again.enable(early)  # a seat follows its state before it lets the devices speak
        assert told_again == []
        again.power_up()
        kinds = [type(event) for event in told_again]
        assert kinds.index(type(told[-1])) < kinds.index(AcceptorReady)
        assert told_again[0] == told[-1]


def test_that_an_item_in_escrow_comes_back_after_a_kill(folder):
    acceptor, told = opened(folder)
    acceptor.power_up()
    acceptor.enable(True)
    acceptor.insert_ticket(TICKET)
    assert isinstance(told[-1], TicketOffered)
    again, told_again = opened(folder)
    again.enable(True)
    again.power_up()
    assert [type(event).__name__ for event in told_again] == ["TicketBack", "AcceptorReady"]

"""The slot of a table that plays by itself: it keeps to what the port of acceptors promises."""

import pytest

from kiosk.app.acceptors import ACCEPTOR
from kiosk.app.cash_box import count_box
from kiosk.app.state_dir import StateDir
from kiosk.demo.plain_slot import PlainSlot
from kiosk.seat.conditions import AcceptorCondition
from kiosk.seat.events import (
    AcceptorIs,
    AcceptorReady,
    NoteBack,
    NoteIn,
    NoteOffered,
    TicketIn,
    TicketOffered,
)

READY = [AcceptorIs(ACCEPTOR, AcceptorCondition.READY), AcceptorReady(ACCEPTOR)]
TICKET = "0" * 17 + "1"


@pytest.fixture
def folder(tmp_path):
    state = StateDir(tmp_path / "seat")
    state.hold()
    yield state
    state.release()


@pytest.fixture
def told():
    return []


@pytest.fixture
def slot(folder, told):
    slot = PlainSlot(folder, told.append)
    slot.power_up()
    assert told == READY
    told.clear()
    slot.enable(True)
    return slot


def in_box(folder):
    return [item.cents or item.number for item in count_box(folder.cash_box, folder.acceptor).values()]


def test_that_a_shut_slot_draws_nothing_in(slot, told):
    slot.enable(False)
    slot.insert(500)
    slot.insert_ticket(TICKET)
    assert told == []


def test_that_what_is_stacked_lies_in_the_box_and_is_told_again_when_asked(slot, told, folder):
    slot.insert(500)
    slot.insert(1_000)  # the slot is busy
    (offered,) = told
    assert offered == NoteOffered(ACCEPTOR, offered.serial, 500)
    assert in_box(folder) == []
    slot.stack("another")
    slot.stack(offered.serial)
    slot.stack(offered.serial)
    assert told[1:] == [NoteIn(ACCEPTOR, offered.serial, 500)] * 2
    assert in_box(folder) == [500]


def test_that_a_ticket_goes_the_same_way(slot, told, folder):
    slot.insert_ticket(TICKET)
    (offered,) = told
    assert offered == TicketOffered(ACCEPTOR, offered.serial, TICKET)
    slot.stack(offered.serial)
    assert told[1:] == [TicketIn(ACCEPTOR, offered.serial, TICKET)]
    assert in_box(folder) == [TICKET]


def test_that_what_goes_back_is_not_stacked_any_more(slot, told, folder):
    slot.insert(500)
    serial = told[0].serial
    slot.give_back(serial)
    slot.stack(serial)
    assert told[1:] == [NoteBack(ACCEPTOR, serial)]
    assert in_box(folder) == []


def test_that_what_the_box_cannot_remember_goes_back(slot, told, folder):
    slot.insert(500)
    serial = told[0].serial
    folder.acceptor.with_name(folder.acceptor.name + ".part").mkdir()  # where it writes the new memory
    slot.stack(serial)
    assert told[1:] == [NoteBack(ACCEPTOR, serial)]
    assert in_box(folder) == []


def test_that_what_was_stacked_last_is_told_again_after_a_power_cut(slot, told, folder):
    slot.insert(500)
    slot.stack(told[0].serial)
    again = []
    PlainSlot(folder, again.append).power_up()
    assert again == [told[-1], *READY]

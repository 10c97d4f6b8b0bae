"""The driver in its thread, a real pseudo-terminal, and an acceptor at its far end that misbehaves."""

import os
import queue

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.devices.notes.id003.codes import Command
from kiosk.devices.notes.id003.driver import Id003Acceptor, Polls
from kiosk.devices.notes.id003.memory import FileDriverMemory
from kiosk.devices.notes.id003.wire import SerialWire
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
from kiosk.simulators.id003.line import Line, Noise, Terminal
from kiosk.simulators.id003.mechanics import Fault, Mechanics
from kiosk.tickets import number as numbers
from kits.devices.acceptor import NOTES, SETTINGS

WITHIN_S = 30
TICKET = "12345678901234567" + numbers.check_digit("12345678901234567")


class Seat:
    """A driver on a line, and what it told in its order."""

    def __init__(self, folder):
        self.mechanics = Mechanics(NOTES)
        self.line = Line(self.mechanics)
        self.terminal = Terminal(self.line)
        self.memory = FileDriverMemory(folder / "driver.json")
        self.bugs = []
        self.told = queue.Queue()
        self.credited = {}
        self.acceptor = None

    def start(self, take=True, answer_ms=100):
        self.take = take
        polls = Polls(
            SETTINGS, lambda: SerialWire(self.terminal.port, parity=False), self.memory, self._deliver
        )
        self.polls = polls
        self.acceptor = Id003Acceptor(polls, self.bugs.append, poll_ms=1, answer_ms=answer_ms)
        self.acceptor.power_up()
        self.acceptor.enable(True)
        return self

    def _deliver(self, event):
        if isinstance(event, NoteOffered | TicketOffered) and self.take:
            self.acceptor.stack(event.serial)
        if isinstance(event, NoteIn):
            self.credited.setdefault(event.serial, event.cents)
        self.told.put(event)

    def until(self, wanted):
        """The next event of this kind, or with this status."""
        while True:
            event = self.told.get(timeout=WITHIN_S)
            if isinstance(event, AcceptorIs) and event.condition is wanted:
                return event
            if isinstance(wanted, type) and isinstance(event, wanted):
                return event

    def ready(self):
        """The slot is open."""
        self.wait(lambda: self.mechanics.status.name == "IDLING" and self.polls.machine.left == ())
        return self

    def wait(self, holds):
        clock = queue.Queue()
        for _ in range(WITHIN_S * 200):
            if holds():
                return
            with pytest.raises(queue.Empty):
                clock.get(timeout=0.005)
        raise AssertionError("still not so")

    def close(self):
        if self.acceptor is not None:
            self.acceptor.close()
        self.terminal.close()
        assert self.bugs == []


@pytest.fixture
def seat(tmp_path):
    seat = Seat(tmp_path)
    yield seat
    seat.close()


def test_that_a_note_and_a_ticket_come_in_over_a_line(seat):
    seat.start().ready()
    seat.mechanics.insert(2_000)
    assert seat.until(NoteIn).cents == 2_000
    seat.ready()
    seat.mechanics.insert_ticket(TICKET)
    assert seat.until(TicketIn).number == TICKET


def test_that_a_note_goes_back_when_the_seat_says_so(seat):
    seat.start(take=False).ready()
    seat.mechanics.insert(2_000)
    held = seat.until(NoteOffered)
    seat.acceptor.give_back(held.serial)
    assert seat.until(NoteBack).serial == held.serial
    assert [item.cents for item in seat.mechanics.returned] == [2_000]


@pytest.mark.parametrize(
    "noise",
    [Noise(garbled=2), Noise(silent=2), Noise(cut=2), Noise(cut=1, stops_after=1), Noise(deaf=2)],
    ids=["garbled", "no answer", "stops in the middle", "stops after the sync", "does not hear"],
)
@pytest.mark.parametrize(
    "at", [Command.STACK, Command.ACK, Command.STATUS, Command.INHIBIT, Command.CURRENCY]
)
def test_that_a_bad_line_neither_loses_nor_makes_a_note(seat, noise, at):
    def disturb(command):
        if command.code == at and not disturbed:
            disturbed.append(command)
            seat.line.noise = noise

    disturbed = []
    seat.line.on_command = disturb
    seat.start().ready()
    seat.mechanics.insert(2_000)
    assert seat.until(NoteIn).cents == 2_000
    seat.ready()
    seat.mechanics.insert(500)
    seat.until(NoteIn)
    assert disturbed
    assert sorted(seat.credited.values()) == [500, 2_000]


def test_that_a_line_that_is_out_is_told_once_and_back_again(seat):
    seat.start().ready()
    seat.terminal.cord_out()
    assert "no answer" in seat.until(AcceptorCondition.DISCONNECTED).detail
    seat.terminal.cord_in()
    seat.until(AcceptorCondition.READY)
    seat.mechanics.insert(1_000)
    assert seat.until(NoteIn).cents == 1_000


def test_that_a_note_on_its_way_while_the_line_is_out_is_credited_when_it_is_back(seat):
    def pull(command):
        if command.code == Command.STACK:
            seat.terminal.cord_out()

    seat.line.on_command = pull
    seat.start().ready()
    seat.mechanics.insert(1_000)
    seat.until(AcceptorCondition.DISCONNECTED)
    assert seat.credited == {}
    seat.line.on_command = lambda _: None
    seat.terminal.cord_in()
    assert seat.until(NoteIn).cents == 1_000


def test_that_a_port_that_is_not_there_is_told_and_opened_when_it_comes(seat, tmp_path):
    port = tmp_path / "ttyACCEPTOR"
    real = seat.terminal.port
    seat.terminal.port = str(port)
    seat.start()
    assert "the line is gone" in seat.until(AcceptorCondition.DISCONNECTED).detail
    port.symlink_to(real)
    seat.until(AcceptorCondition.READY)
    seat.ready()


FAULTS = {
    Fault.STACKER_FULL: AcceptorCondition.STACKER_FULL,
    Fault.STACKER_OPEN: AcceptorCondition.STACKER_OPEN,
    Fault.JAM_IN_ACCEPTOR: AcceptorCondition.JAM,
    Fault.JAM_IN_STACKER: AcceptorCondition.JAM,
    Fault.CHEATED: AcceptorCondition.CHEAT,
    Fault.FAILURE: AcceptorCondition.FAILURE,
    Fault.UNKNOWN: AcceptorCondition.FAILURE,
}


@pytest.mark.parametrize("fault", FAULTS)
def test_that_every_fault_is_told_and_its_end_too(seat, fault):
    seat.start().ready()
    seat.mechanics.fault = fault
    assert seat.until(FAULTS[fault]).detail
    seat.mechanics.insert(1_000)
    seat.mechanics.fault = None
    seat.until(AcceptorCondition.READY)
    assert [item.cents for item in seat.mechanics.returned] == [1_000]
    seat.ready()
    seat.mechanics.insert(500)
    assert seat.until(NoteIn).cents == 500


def test_that_a_pause_is_no_fault(seat):
    seat.start().ready()
    seat.mechanics.fault = Fault.PAUSE
    known = len(seat.line.commands)
    seat.wait(lambda: len(seat.line.commands) > known + 5)
    seat.mechanics.fault = None
    seat.mechanics.insert(500)
    assert isinstance(seat.until(NoteIn), NoteIn)


@pytest.mark.parametrize("fault", [Fault.JAM_IN_ACCEPTOR, Fault.JAM_IN_STACKER, Fault.CHEATED, Fault.FAILURE])
@pytest.mark.parametrize("at", ["ACCEPTING", "ESCROW", "STACKING", "VEND_VALID"])
def test_that_a_note_in_a_jam_ends_in_the_box_with_credit_or_with_the_player(seat, fault, at):
    def jam(_command):
        if seat.mechanics.status.name == at and not done:
            done.append(at)
            seat.mechanics.fault = fault

    done = []
    seat.line.on_command = jam
    seat.start().ready()
    seat.mechanics.insert(2_000)
    seat.until(FAULTS[fault])
    seat.mechanics.fault = None
    seat.until(AcceptorCondition.READY)
    seat.ready()
    back = [item.cents for item in seat.mechanics.returned]
    seat.wait(lambda: sorted([*seat.credited.values(), *back]) == [2_000])


def test_that_the_slot_is_shut_within_one_poll(seat):
    seat.start().ready()
    for _ in range(20):
        seat.ready()
        known = len(seat.line.commands)
        seat.acceptor.enable(False)
        seat.wait(lambda: seat.mechanics.status.name == "DISABLED")
        since = [command.code for command in seat.line.commands[known:]]
        # One command may have been under way when the seat said it.
        assert Command.INHIBIT in since[:2]
        seat.acceptor.enable(True)


def test_that_a_note_in_a_slot_that_has_just_been_shut_goes_back(seat):
    def shut(command):
        if seat.mechanics.status.name == "ACCEPTING":
            seat.acceptor.enable(False)

    seat.line.on_command = shut
    seat.start().ready()
    seat.mechanics.insert(2_000)
    seat.wait(lambda: [item.cents for item in seat.mechanics.returned] == [2_000])
    assert seat.credited == {}


def test_that_the_driver_goes_on_with_its_memory_after_a_restart(seat):
    seat.start(take=False).ready()
    seat.mechanics.insert(2_000)
    held = seat.until(NoteOffered)
    seat.acceptor.close()
    seat.start()
    assert seat.until(NoteBack).serial == held.serial
    seat.until(AcceptorReady)
    seat.ready()
    seat.mechanics.insert(500)
    stacked = seat.until(NoteIn)
    seat.ready()
    seat.acceptor.close()
    seat.start()
    assert seat.until(NoteIn) == stacked, "the item stacked last is told again"


@settings(max_examples=10, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=40), min_size=1, max_size=10))
def test_that_fuzzed_bytes_on_the_line_neither_stop_the_driver_nor_credit(tmp_path_factory, chunks):
    seat = Seat(tmp_path_factory.mktemp("fuzz"))
    try:
        rest = list(chunks)
        answers = seat.line.answers
        seat.line.answers = lambda data: rest.pop() if rest else answers(data)
        seat.start(answer_ms=25).ready()
        assert seat.credited == {}
        seat.mechanics.insert(500)
        seat.until(NoteIn)
        assert list(seat.credited.values()) == [500]
    finally:
        seat.close()


def test_that_a_far_end_that_floods_the_line_does_not_stop_the_driver(seat):
    seat.start().ready()
    for _ in range(20):
        os.write(seat.terminal._master, bytes(range(256)))
    seat.mechanics.insert(500)
    assert seat.until(NoteIn).cents == 500

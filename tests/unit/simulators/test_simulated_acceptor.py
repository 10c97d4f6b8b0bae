import itertools
from collections import deque

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from kiosk.devices.files import Volatile
from kiosk.faults import EnvironmentFault
from kiosk.seat.events import (
    AcceptorReady,
    NoteBack,
    NoteIn,
    NoteOffered,
    TicketBack,
    TicketIn,
    TicketOffered,
)
from kiosk.simulators.notes import FileMemory, Remembered
from kiosk.tickets import number as numbers
from kits.devices.hand_fed import SimulatedAcceptor

NUMBER = "48201937465829103" + numbers.check_digit("48201937465829103")
NOTES = (500, 1_000, 5_000)


class Slot:
    """An acceptor whose answers wait until they are asked for."""

    def __init__(self, memory=None, serials=None):
        self.events = []
        self.jobs = deque()
        self.ups = []
        self.memory = memory or Volatile(Remembered())
        self.serials = serials or itertools.count(1)
        self.plug_in()

    def plug_in(self):
        """A new start with what the device remembers; answers on their way are lost."""
        self.jobs.clear()
        self.acceptor = SimulatedAcceptor(
            "notes-1",
            self.events.append,
            self.jobs.append,
            denominations=NOTES,
            memory=self.memory,
            serials=lambda: f"s{next(self.serials)}",
        )

    def answers(self):
        while self.jobs:
            self.jobs.popleft()()
        told, self.events[:] = list(self.events), []
        self.ups += [event for event in told if isinstance(event, AcceptorReady)]
        return [event for event in told if not isinstance(event, AcceptorReady)]


@pytest.fixture
def slot():
    slot = Slot()
    slot.acceptor.power_up()
    slot.acceptor.enable(True)
    return slot


def test_that_a_note_waits_in_escrow_until_it_is_stacked(slot):
    serial = slot.acceptor.insert(5_000)
    assert slot.answers() == [NoteOffered("notes-1", serial, 5_000)]
    slot.acceptor.stack(serial)
    assert slot.answers() == [NoteIn("notes-1", serial, 5_000)]


def test_that_it_says_when_all_that_a_power_cut_may_have_swallowed_is_told(slot):
    slot.acceptor.insert(5_000)
    slot.plug_in()
    slot.acceptor.power_up()
    while slot.jobs:
        slot.jobs.popleft()()
    assert [type(event) for event in slot.events] == [NoteBack, AcceptorReady]


def test_that_a_note_goes_back_when_told(slot):
    serial = slot.acceptor.insert(500)
    slot.acceptor.give_back(serial)
    assert slot.answers() == [NoteOffered("notes-1", serial, 500), NoteBack("notes-1", serial)]
    slot.acceptor.stack(serial)
    assert slot.answers() == []


def test_that_nothing_is_told_from_inside_a_call(slot):
    slot.acceptor.insert(500)
    assert slot.events == []


def test_that_a_disabled_acceptor_gives_everything_straight_back():
    slot = Slot()
    assert slot.acceptor.insert(500) == "s1"
    assert slot.acceptor.insert_ticket(NUMBER) == "s2"
    assert slot.answers() == [NoteBack("notes-1", "s1"), TicketBack("notes-1", "s2")]


def test_that_an_unknown_denomination_comes_straight_back(slot):
    serial = slot.acceptor.insert(700)
    assert slot.answers() == [NoteBack("notes-1", serial)]


def test_that_a_second_item_comes_straight_back_while_one_is_in_escrow(slot):
    first = slot.acceptor.insert(500)
    second = slot.acceptor.insert_ticket(NUMBER)
    assert slot.answers() == [NoteOffered("notes-1", first, 500), TicketBack("notes-1", second)]


def test_that_disabling_keeps_the_item_in_escrow(slot):
    serial = slot.acceptor.insert(500)
    slot.acceptor.enable(False)
    slot.acceptor.stack(serial)
    assert slot.answers()[-1] == NoteIn("notes-1", serial, 500)


def test_that_a_ticket_passes_through_the_same_slot(slot):
    serial = slot.acceptor.insert_ticket(NUMBER)
    slot.acceptor.stack(serial)
    assert slot.answers() == [
        TicketOffered("notes-1", serial, NUMBER),
        TicketIn("notes-1", serial, NUMBER),
    ]


def test_that_a_ticket_with_a_wrong_check_digit_comes_straight_back(slot):
    serial = slot.acceptor.insert_ticket(NUMBER[:-1] + str((int(NUMBER[-1]) + 1) % 10))
    assert slot.answers() == [TicketBack("notes-1", serial)]


def test_that_a_repeated_stack_is_told_again_and_takes_nothing_else(slot):
    serial = slot.acceptor.insert(500)
    slot.acceptor.stack(serial)
    slot.acceptor.stack(serial)
    assert slot.answers()[1:] == [NoteIn("notes-1", serial, 500)] * 2
    later = slot.acceptor.insert(1_000)
    slot.acceptor.stack(serial)
    assert slot.memory.load().escrow.serial == later


def test_that_a_note_in_escrow_comes_back_after_a_power_cut(slot):
    serial = slot.acceptor.insert(500)
    slot.plug_in()
    slot.acceptor.power_up()
    assert slot.answers() == [NoteBack("notes-1", serial)]
    slot.plug_in()
    slot.acceptor.power_up()
    assert slot.answers() == []


def test_that_a_stacked_note_whose_answer_was_lost_is_told_at_power_up(slot):
    serial = slot.acceptor.insert(500)
    slot.acceptor.stack(serial)
    slot.plug_in()
    slot.acceptor.power_up()
    assert slot.answers() == [NoteIn("notes-1", serial, 500)]


def test_that_after_power_up_nothing_is_accepted_until_enabled(slot):
    slot.plug_in()
    slot.acceptor.power_up()
    serial = slot.acceptor.insert(500)
    assert slot.answers() == [NoteBack("notes-1", serial)]


def test_that_the_file_keeps_what_the_device_remembers(tmp_path):
    path = tmp_path / "acceptor.json"
    slot = Slot(FileMemory(path))
    slot.acceptor.enable(True)
    stacked = slot.acceptor.insert(500)
    slot.acceptor.stack(stacked)
    held = slot.acceptor.insert_ticket(NUMBER)
    again = Slot(FileMemory(path), serials=itertools.count(50))
    again.acceptor.power_up()
    assert again.answers() == [NoteIn("notes-1", stacked, 500), TicketBack("notes-1", held)]


@pytest.mark.parametrize("content", [b"", b"{", b'{"escrow": 5}', b'{"other": null}'])
def test_that_a_damaged_memory_is_named_not_repaired(tmp_path, content):
    path = tmp_path / "acceptor.json"
    path.write_bytes(content)
    with pytest.raises(EnvironmentFault, match=r"acceptor memory .*acceptor\.json"):
        Slot(FileMemory(path))
    assert path.read_bytes() == content


@pytest.mark.parametrize("bad", [(), (0,), (-500,), (5.0,)])
def test_that_denominations_must_be_whole_cents(bad):
    with pytest.raises(ValueError, match="denominations of notes-1"):
        SimulatedAcceptor("notes-1", print, print, denominations=bad)


def test_that_each_insertion_has_a_serial_of_its_own_for_ever():
    acceptor = SimulatedAcceptor("notes-1", [].append, [].append, denominations=NOTES)
    assert len({acceptor.insert(500) for _ in range(1_000)}) == 1_000


class PersonAndPower(RuleBasedStateMachine):
    """Whatever hand, seat and power do: what is in the box is credited, and nothing else is."""

    @initialize()
    def start(self):
        self.slot = Slot()
        self.put_in = {}
        self.box = set()
        self.credited = {}
        self.back = set()
        self.slot.acceptor.power_up()

    @rule(cents=st.sampled_from((*NOTES, 300)))
    def insert(self, cents):
        self.put_in[self.slot.acceptor.insert(cents)] = cents

    @rule(enabled=st.booleans())
    def enable(self, enabled):
        self.slot.acceptor.enable(enabled)

    @precondition(lambda self: self.put_in)
    @rule(data=st.data(), keep=st.booleans())
    def decide(self, data, keep):
        self.hear()  # a seat decides on what it has heard, in order
        serial = data.draw(st.sampled_from(sorted(self.put_in)))
        (self.slot.acceptor.stack if keep else self.slot.acceptor.give_back)(serial)
        if self.slot.memory.load().stacked is not None:
            self.box.add(self.slot.memory.load().stacked.serial)

    @rule()
    def hear(self):
        for event in self.slot.answers():
            if isinstance(event, NoteIn):
                assert self.credited.setdefault(event.serial, event.cents) == self.put_in[event.serial]
            elif isinstance(event, NoteBack):
                self.back.add(event.serial)
        assert set(self.credited) == self.box
        assert not self.back & self.box

    @rule()
    def power_cut(self):
        self.slot.plug_in()
        self.slot.acceptor.power_up()

    def teardown(self):
        if hasattr(self, "slot"):
            self.hear()


PersonAndPower.TestCase.settings = settings(max_examples=60, stateful_step_count=30, deadline=None)
TestPersonAndPower = PersonAndPower.TestCase

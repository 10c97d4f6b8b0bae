"""The power goes as the very first note is drawn in: the seat starts again, and the note is credited or comes back."""

import pytest

from kiosk.app.acceptors import AcceptorFile, AtOnce
from kiosk.app.state_dir import StateDir
from kiosk.faults import EnvironmentFault
from kiosk.seat.events import NoteOffered
from kiosk.simulators.notes import FileMemory, Item, Remembered


def start(folder, told):
    slot = AtOnce(AcceptorFile(), folder, told.append)
    slot.power_up()
    slot.enable(True)
    return slot


def test_that_a_power_cut_as_the_first_note_is_drawn_in_leaves_a_seat_that_starts(tmp_path):
    folder, told = StateDir(tmp_path), []
    AtOnce(AcceptorFile(), folder, told.append)  # the power goes before anything else is written
    FileMemory(folder.acceptor).save(Remembered(escrow=Item("first", cents=500)))
    slot = start(folder, told)
    assert not [event for event in told if isinstance(event, NoteOffered)], "it went back to the player"
    slot.insert(500)
    assert [event.cents for event in told if isinstance(event, NoteOffered)] == [500]


def test_that_a_memory_that_has_gone_with_a_note_on_its_way_is_named(tmp_path):
    folder = StateDir(tmp_path)
    start(folder, [])
    FileMemory(folder.acceptor).save(Remembered(escrow=Item("first", cents=500)))
    folder.acceptor_driver.unlink()
    with pytest.raises(EnvironmentFault, match=r"acceptor-driver\.json is not there"):
        start(folder, [])

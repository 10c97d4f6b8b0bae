"""Books belong to one seat of one table: no other seat starts with them."""

from dataclasses import replace

import msgspec
import pytest

from kiosk.app.machine import Seat, demo_place, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.faults import EnvironmentFault
from kiosk.seat.events import Restarted
from kiosk.seat.step import step


def open_seat(folder, place=None):
    return Seat(StateDir(folder), read_rules("B"), lambda _: None, place)


@pytest.fixture
def used(tmp_path):
    """A state directory in which the demonstration's seat has started once."""
    folder = StateDir(tmp_path)
    folder.hold()
    seat = open_seat(tmp_path)
    seat.store.commit(step(seat.context, seat.core.state, Restarted()), "2026-01-31T12:00:00Z")
    seat.close()
    yield tmp_path
    folder.release()


@pytest.mark.parametrize("change", [{"seat": "99"}, {"table": "T9"}], ids=["another seat", "another table"])
def test_that_a_seat_does_not_start_with_the_books_of_another(used, change):
    own = demo_place(read_rules("B"))
    other = replace(own, config=msgspec.structs.replace(own.config, **change))
    with pytest.raises(EnvironmentFault, match="holds the books of seat"):
        open_seat(used, other)
    again = open_seat(used)
    again.close()
    assert again.findings == []

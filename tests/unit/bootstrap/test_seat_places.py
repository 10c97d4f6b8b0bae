"""Books belong to one seat of one table: no other seat starts with them."""

import pytest

from kiosk.bootstrap.machine import Seat, read_rules
from kiosk.bootstrap.state_dir import StateDir
from kiosk.faults import EnvironmentFault
from kiosk.seat.events import Restarted
from kiosk.seat.step import step


def open_seat(folder, place=None):
    return Seat(StateDir(folder), read_rules("B"), lambda _: None, place)


@pytest.mark.parametrize("change", [{"seat": "99"}, {"table": "T9"}], ids=["another seat", "another table"])
def test_that_a_seat_does_not_start_with_the_books_of_another(tmp_path, change):
    folder = StateDir(tmp_path)
    folder.hold()
    seat = open_seat(tmp_path)
    try:
        taken = step(seat.context, seat.core.state, Restarted())
        seat.store.commit(taken, "2026-01-31T12:00:00Z")
    finally:
        seat.close()
    place = seat._place
    changed = type(place)(**{name: getattr(place, name) for name in place.__dataclass_fields__} | change)
    with pytest.raises(EnvironmentFault, match="holds the books of seat"):
        open_seat(tmp_path, changed)
    again = open_seat(tmp_path)
    assert again.findings == []
    again.close()
    folder.release()

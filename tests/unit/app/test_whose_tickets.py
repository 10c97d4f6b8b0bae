"""Whether a seat's tickets are its own or the house's, and what must not be mixed up."""

import pytest

from kiosk.app.machine import Place, Seat, demo_place, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.faults import EnvironmentFault
from kiosk.tickets.sqlite import SqliteRegistry


@pytest.fixture
def open_seat(tmp_path):
    opened = []

    def open_(*, own_tickets):
        rules = read_rules("A")
        state = StateDir(tmp_path)
        state.path.mkdir(exist_ok=True)
        place = Place(demo_place(rules).config, own_log=False, own_tickets=own_tickets)
        opened.append(Seat(state, rules, lambda _: None, place))
        return opened[-1]

    yield open_
    for seat in opened:
        seat.close()


def test_that_a_seat_of_the_house_makes_no_registry_of_its_own(open_seat):
    seat = open_seat(own_tickets=False)
    assert not seat.own_tickets
    assert not seat.dir.registry.exists()
    with pytest.raises(ValueError, match="expected the house's"):
        seat.ports(None, None, None)


def test_that_a_seat_that_never_had_a_ticket_moves_to_the_house(open_seat):
    open_seat(own_tickets=True).close()
    assert open_seat(own_tickets=False).findings == []


def test_that_a_seat_that_has_tickets_of_its_own_is_not_moved_to_the_house(open_seat, make_ticket):
    seat = open_seat(own_tickets=True)
    registry = SqliteRegistry(seat.dir.registry, lambda: "2026-11-28T10:00:00Z")
    registry.issue_pending(make_ticket())
    registry.close()
    with pytest.raises(EnvironmentFault, match=r"holds 1 tickets .* the house does not know them"):
        open_seat(own_tickets=False)

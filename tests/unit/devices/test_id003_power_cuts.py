"""One note never credits twice or never: the power of either side, or both, is cut at every point of its way."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.devices.notes.id003.codes import Status
from kiosk.tickets import number as numbers
from kits.devices.acceptor import Table

TICKET = "12345678901234567" + numbers.check_digit("12345678901234567")


def way_of_one_note(cuts=None, take=True, ticket=False):
    """A note from slot to box, and another after it. ``cuts``: what dies at which point of the first one's way."""
    table = Table(take)
    table.ready()
    begun = table.points.count
    table.points.cuts = {begun + point: dies for point, dies in (cuts or {}).items()}
    table.insert(TICKET if ticket else 2_000)
    table.poll(25)
    points = table.points.count - begun
    table.points.cuts = {}
    table.poll(3)
    table.rest()
    table.assert_exact()
    table.take = True
    if not ticket:
        before = dict(table.credited)
        table.insert(500)
        table.poll(12)
        table.rest()
        new = [cents for serial, cents in table.credited.items() if serial not in before]
        assert new == [500], "it takes no more notes"
        table.assert_exact()
    return table, points


POINTS = way_of_one_note()[1]
DEATHS = ("driver", "acceptor")


def test_that_the_way_of_a_note_has_many_points_and_passes_through_every_state():
    seen = []
    table = Table()
    table.ready()
    table.line.on_command = lambda _: seen.append(table.mechanics.status)
    table.mechanics.insert(2_000)
    table.poll(20)
    assert {Status.ACCEPTING, Status.ESCROW, Status.STACKING, Status.VEND_VALID, Status.STACKED} <= set(seen)
    assert POINTS > 40


@pytest.mark.parametrize("dies", DEATHS)
@pytest.mark.parametrize("take", [True, False])
def test_that_a_power_cut_anywhere_credits_what_lies_in_the_box(dies, take):
    for point in range(1, POINTS + 1):
        way_of_one_note({point: dies}, take)


@pytest.mark.parametrize(("first", "second"), [("driver", "acceptor"), ("acceptor", "driver")])
def test_that_power_cuts_of_both_sides_in_either_order_are_exact(first, second):
    for point in range(1, POINTS + 1):
        for later in (1, 2, 3, 5, 9):
            way_of_one_note({point: first, point + later: second})


@pytest.mark.parametrize("dies", DEATHS)
def test_that_a_power_cut_anywhere_redeems_a_ticket_once_or_never(dies):
    for point in range(1, POINTS + 1):
        table, _ = way_of_one_note({point: dies}, ticket=True)
        assert list(table.credited.values()) in ([], [TICKET])


@settings(max_examples=300)
@given(st.dictionaries(st.integers(1, 120), st.sampled_from(DEATHS), max_size=6), st.booleans())
def test_that_any_power_cuts_are_exact(cuts, take):
    way_of_one_note(cuts, take)

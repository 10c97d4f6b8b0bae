"""What was put in at a demonstration is no money, and becomes none when a file says that its table plays for money."""

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.table import keys
from kits.games import pit as pits
from kits.games.stud_pit import BETS, CALLS, CARDS, STUD
from kits.seat.seats import TABLE


@pytest.fixture(params=[True, False])
def pit(request, tmp_path):
    """A table that has dealt a round; a demonstration's, or one with money."""
    pit = pits.Pit(tmp_path, STUD)
    pit.demonstration = request.param
    pit.start()
    pit.sit()
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.ends()
    yield pit
    pit.close()


def test_that_a_seat_with_credit_stays_what_it_was(pit):
    seat, before = pit.real["07"], pit.money("07")
    assert before[0]
    seat.goes()
    seat.demonstration = not pit.demonstration
    with pytest.raises(EnvironmentFault, match=r"holds the books of a demonstration|holds books of money"):
        seat.comes()
    seat.dir.release()
    seat.demonstration = pit.demonstration
    seat.comes()
    assert pit.money("07") == before


def test_that_a_seat_into_which_nothing_has_come_may_change(pit):
    pit.sit("09")
    seat = pit.real["09"]
    seat.goes()
    seat.demonstration = not pit.demonstration
    seat.comes()
    assert pit.money("09") == (0, 0, 0)


def test_that_a_console_does_not_go_on_with_rounds_of_the_other_kind(pit):
    written = pit.log.last(keys.root(TABLE))
    pit.demonstration = not pit.demonstration
    with pytest.raises(EnvironmentFault, match=r"deals a demonstration's rounds|deals rounds for money"):
        pit.again()
    pit.desk = None
    assert pit.log.last(keys.root(TABLE)) == written

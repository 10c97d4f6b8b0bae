"""A table deals one game: whoever is started with another over what it has dealt says so and changes nothing."""

import pytest

from kiosk.console.view import Next
from kiosk.faults import EnvironmentFault
from kiosk.table import keys
from kits.games import pit as pits
from kits.games.blackjack_pit import BLACKJACK
from kits.games.stud_pit import BETS, CALLS, CARDS, STUD, WON_07
from kits.seat.seats import TABLE

BROUGHT_TO = {"betting": None, "deciding": Next.CLOSE_DECISIONS, "result": Next.END_ROUND}


@pytest.fixture(params=BROUGHT_TO)
def pit(request, tmp_path):
    """A table of Stud in the middle of its first round; there are bets on it."""
    pit = pits.Pit(tmp_path, STUD)
    pit.start()
    pit.sit()
    pit.opens(**BETS)
    if (until := BROUGHT_TO[request.param]) is not None:
        pit.deals(CARDS, CALLS, until=until)
    yield pit
    pit.close()


def test_that_a_seat_with_the_books_of_another_game_does_not_start_and_has_lost_nothing(pit):
    seat = pit.real["07"]
    before = pit.money("07")
    seat.goes()
    seat.of = BLACKJACK
    with pytest.raises(EnvironmentFault, match="table deals stud: expected blackjack"):
        seat.comes()
    seat.dir.release()
    seat.of = STUD
    seat.comes()
    assert pit.money("07") == before
    pit.deals(CARDS, CALLS)
    pit.ends()
    assert pit.money("07") == WON_07
    assert pit.audits() == []


def test_that_a_console_of_another_game_does_not_take_the_table(pit):
    written = pit.log.last(keys.root(TABLE))
    pit.of = BLACKJACK
    with pytest.raises(EnvironmentFault, match="table 12 deals stud: expected blackjack"):
        pit.again()
    pit.desk = None
    assert pit.log.last(keys.root(TABLE)) == written
    pit.of = STUD
    pit.again()
    pit.deals(CARDS, CALLS)
    pit.ends()
    assert pit.money("07") == WON_07


def test_that_a_spare_console_of_another_game_does_not_take_the_table(pit):
    """Its own archive is empty: the log says it."""
    written = pit.log.last(keys.root(TABLE))
    pit.of = BLACKJACK
    with pytest.raises(EnvironmentFault, match="table 12 deals stud: expected blackjack"):
        pit.spare(take_over=True)
    assert pit.log.last(keys.root(TABLE)) == written

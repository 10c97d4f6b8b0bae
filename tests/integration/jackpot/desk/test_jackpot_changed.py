"""A table shares another jackpot from some day on: a round that is open keeps the one on which was bet."""

import pytest

from kiosk.console.view import Next
from kiosk.faults import EnvironmentFault
from kiosk.jackpot.audit import added_up
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.sqlite import SqliteStore
from kits.console.desk import Table
from kits.games.stud_dealt import ROYAL
from kits.jackpot.acts import AT, BEGIN, EACH, moved
from kits.jackpot.desk import BOTH, CALLS, CARDS
from kits.seat.seats import TABLE

pytestmark = pytest.mark.rule("stud:4.2")


@pytest.fixture
def other(tmp_path):
    found = SqliteStore(tmp_path / "other.db")
    moved(Jackpot(found, lambda: AT), BEGIN)
    yield found
    found.close()


def shares_the_other(pit, other):
    """The console's file names the other one; it starts again."""
    pit.shares = "other"
    pit.jackpot._asked = Jackpot(other, lambda: AT)


@pytest.mark.parametrize("until", [Next.CLOSE_BETS, Next.CLOSE_DECISIONS])
def test_that_the_jackpot_of_an_open_round_stays(pit, other, store, until):
    pit.opens(**BOTH)
    if until is Next.CLOSE_DECISIONS:
        pit.deals(CARDS | {"07": ROYAL.split()}, CALLS, until=until)
    first = pit.jackpot._asked
    shares_the_other(pit, other)
    with pytest.raises(EnvironmentFault, match="round 1 is open and offers jackpot main: expected other"):
        pit.again()
    pit.desk = None
    with pytest.raises(EnvironmentFault, match="round 1 is open and offers jackpot main: expected none"):
        Table.start(pit)
    pit.shares, pit.jackpot._asked = "main", first
    pit.again()
    pit.deals(CARDS | {"07": ROYAL.split()}, CALLS)
    pit.ends()
    paid = added_up(store.acts()).tables[TABLE]
    assert (paid.bets, added_up(other.acts()).tables) == (2 * EACH, {})

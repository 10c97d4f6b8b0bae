"""A table shares another jackpot from some day on: a round that is open keeps the one on which was bet."""

import pytest

from kiosk.console import commands as c
from kiosk.console.jackpot_line import JackpotLine
from kiosk.console.view import Next
from kiosk.faults import EnvironmentFault
from kiosk.jackpot.audit import added_up
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.sqlite import SqliteStore
from kiosk.table.round import Phase
from kits.console.desk import NG, Table
from kits.games.stud_dealt import ROYAL
from kits.jackpot.acts import AT, BEGIN, EACH, moved
from kits.jackpot.desk import BOTH, CALLS, CARDS, LOOK_S, CutJackpot
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


def test_that_a_console_of_another_jackpot_does_not_take_over_in_a_round(pit, other):
    """It was started between two rounds, and looks on since."""
    bugs = []
    line = JackpotLine("other", CutJackpot(Jackpot(other, lambda: AT)), bugs.append, LOOK_S)
    spare = pit.spare(take_over=True, jackpot=line)
    pit.until(lambda _: (spare.poll(), line.meter)[1] is not None)
    assert spare.do(c.OpenBets()) is None
    pit.until(lambda view: view.phase is Phase.BETTING)
    told = pit.do(c.TakeOver(NG))
    assert (told.key, told.values["reason"][:58]) == (
        "archive",
        "round 1 is open and offers jackpot other: expected main. S",
    )
    assert spare.do(c.Void("power")) is None
    pit.until(lambda view: view.phase is Phase.VOID)
    pit.ok(c.TakeOver(NG))
    spare.close()
    pit._others.remove(spare)
    line.close()
    assert bugs == []

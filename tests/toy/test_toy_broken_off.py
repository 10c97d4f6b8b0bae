"""What belongs together and was broken off in its middle: a card given and not said, a correction begun."""

import pytest

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.game import Fact
from kits.console.desk import NG, TAN, Killed
from toy.pit import Pit
from toy.rules import CARD, DEALER, FOLD, RAISE

CARDS = {"s07": "Ah", "s08": "2c", DEALER: "Kd"}
BETS = {"s07": {"ante": 1_000, "high": 500}, "s08": {"ante": 1_000}}
CALLS = {"s07": RAISE, "s08": FOLD}
OWN, OTHER = Fact(CARD, ("Ah",), "07", "07"), Fact(CARD, ("2c",), "08", "08")


@pytest.fixture
def pit(tmp_path):
    pit = Pit(tmp_path)
    pit.start()
    pit.sit()
    yield pit
    pit.close()


def breaks_off(pit, command, appends):
    """The console is killed after so many appends of the command, and starts again."""
    pit.link.kill_at = (pit.link.appends + appends, "after")
    with pytest.raises(Killed):
        pit.desk.do(command)
    pit.again()
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    pit.ok(c.Interrupted(decided=True, authority=TAN))
    pit.pump()


def place_of(pit, seat):
    return next(at for at, fact in enumerate(pit.view.play) if (fact.name, fact.at) == (CARD, seat))


def test_that_a_correction_that_was_broken_off_has_corrected_nothing(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat, at = pit.real["07"], place_of(pit, "07")
    seat.chooses(RAISE, **{"raise": 1_000})
    pit.pump()
    right = Fact(CARD, ("3s",), "07", "07")
    breaks_off(pit, c.CorrectFact(at, right, NG), 1)
    assert (seat.state.facts[at], pit.desk._core.service.known[at]) == (OWN, OWN)
    assert seat.state.chosen.choice == RAISE
    pit.ok(c.CorrectFact(at, right, NG))
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS)
    pit.pump()
    assert (seat.state.facts[at], seat.state.chosen) == (right, None)
    pit.deals(CARDS, CALLS)
    assert Fact(CARD, ("3s",), "07") in pit.view.facts
    pit.ends()
    assert pit.audits() == []


def test_that_all_cards_that_seats_have_seen_are_entered_after_a_kill(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.ENTER_RESULT)
    breaks_off(pit, c.EnterResult((OWN, OTHER), NG), 2)
    assert pit.desk._core.service.known[-2:] == (OWN, OTHER)
    pit.deals({DEALER: "Kd"}, CALLS)
    pit.ends()
    assert pit.audits() == []

"""Another console takes the table while what was done about shoe and cards waits for the table log."""

import pytest

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.blackjack.deal import CARD, DEALER
from kiosk.games.game import Fact
from kits.console.desk import NG
from kits.games.blackjack_shoe import KINGS


def told(pit):
    return [alert.values["by"] for alert in pit.view.alerts if alert.key == "not-recorded"]


def told_when_taken_over(pit, command, lost):
    """Whose acts are said to be dropped where another console took the table before the answer to this one."""
    pit.link.silent = lost
    pit.ok(command)
    pit.spare(take_over=True)
    pit.link.silent = ""
    pit.until(lambda view: view.next is Next.TAKE_OVER)
    return told(pit)


@pytest.mark.parametrize("lost", ["before", "after"])
@pytest.mark.parametrize(("command", "by"), [(c.NewShoe(), "Mia"), (c.CloseTable(NG), "Ng")])
def test_that_what_was_done_between_two_rounds_and_dropped_is_said(pit, command, by, lost):
    assert told_when_taken_over(pit, command, lost) == ([by] if lost == "before" else [])


@pytest.mark.parametrize("lost", ["before", "after"])
@pytest.mark.parametrize("corrected", [False, True])
def test_that_a_card_that_was_entered_or_corrected_and_dropped_is_said(pit, corrected, lost):
    pit.opens(s07={"initial": 1_000})
    pit.plays(KINGS, {}, until=Next.CLOSE_DECISIONS)
    at = max(at for at, fact in enumerate(pit.view.play) if fact.at == "07" and fact.name == CARD)
    command, by = c.CorrectFact(at, Fact(CARD, ("8d",), "07"), NG), "Ng"
    if not corrected:
        pit.says("07", "decline")
        pit.until(lambda view: view.next is Next.ENTER_RESULT)
        command, by = c.EnterResult((Fact(CARD, ("9d",), DEALER),)), "Mia"
    assert told_when_taken_over(pit, command, lost) == ([by] if lost == "before" else [])

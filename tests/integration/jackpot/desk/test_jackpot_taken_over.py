"""Another console takes the table while what staff said of a jackpot's Hand waits for the table log."""

import pytest

from kiosk.console import commands as c
from kiosk.console.jackpot_line import JackpotLine
from kiosk.console.view import Next
from kiosk.games.stud.deal import PRIZE
from kits.console.desk import NG, TAN, signs_on
from kits.games.stud_dealt import ROYAL
from kits.jackpot.acts import RESET
from kits.jackpot.desk import BOTH, CALLS, CARDS, LOOK_S

ROYAL_AT_07 = CARDS | {"07": ROYAL.split()}

pytestmark = pytest.mark.rule("stud:5.18.1")


@pytest.mark.parametrize(
    "command", [c.ConfirmPrize("07", TAN, registered=True), c.DenyPrize("07", TAN, "a card was marked")]
)
@pytest.mark.parametrize("lost", ["before", "after"])
def test_that_a_prize_decided_in_the_silence_and_dropped_is_said_and_changes_no_meter(
    pit, store, command, lost
):
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS, until=Next.REVEAL)
    pit.jackpot.silent = "before"
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.registered is not None)
    pit.link.silent = lost
    pit.ok(command)
    bugs = []
    line = JackpotLine("main", pit.jackpot, bugs.append, LOOK_S)
    spare = pit.spare(take_over=True, jackpot=line)
    pit.link.silent = ""
    pit.until(lambda view: view.next is Next.TAKE_OVER)
    pit.now_ms += 1_500
    pit.pump(2)
    told = [alert.values["by"] for alert in pit.view.alerts if alert.key == "not-recorded"]
    assert told == (["Tan"] if lost == "before" else [])
    pit.jackpot.silent = ""
    pit.until(lambda view: not view.jackpot.silence)
    pit.until(lambda _: (spare.poll(), not spare.view.jackpot.silence)[1])
    for _ in range(20):
        pit.pump(1)
        spare.poll()
    assert [act.name for act in store.acts() if act.prizes] == [], "the meter has heard nothing of it"
    own, pit.desk = pit.desk, spare
    pit.ok(c.Interrupted(decided=True, authority=NG))
    pit.deals(ROYAL_AT_07, CALLS)  # there it is confirmed, the jackpot answers
    pit.ends()
    pit.until(lambda _: store.meter()[0].balance == RESET)
    pit.desk = own  # it looks on
    pit.pump(5)
    assert (store.meter()[0].balance, pit.audits()) == (RESET, [])
    spare.close()
    pit._others.remove(spare)
    line.close()
    assert bugs == []


def test_that_a_prize_of_which_the_record_was_dropped_is_not_entered_when_the_table_is_taken_back(pit):
    pit.opens(**BOTH)
    pit.deals(ROYAL_AT_07, CALLS, until=Next.REVEAL)
    pit.jackpot.silent = "before"
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.registered is not None)
    pit.link.silent = "before"
    pit.ok(c.ConfirmPrize("07", TAN, registered=True))
    bugs = []
    line = JackpotLine("main", pit.jackpot, bugs.append, LOOK_S)
    spare = pit.spare(take_over=True, jackpot=line)
    pit.link.silent = ""
    pit.until(lambda view: view.next is Next.TAKE_OVER)
    pit.ok(c.TakeOver(NG))
    pit.ok(signs_on("Mia"))
    pit.ok(c.Interrupted(decided=True, authority=NG))
    pit.plays(ROYAL_AT_07, CALLS, lambda view: view.jackpot.registered is not None)
    pit.pump(10)
    assert [fact for fact in pit.view.facts if fact.name == PRIZE] == [], "it is confirmed anew"
    spare.close()
    pit._others.remove(spare)
    line.close()
    assert bugs == []

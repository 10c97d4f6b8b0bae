"""What is found after the result (rules 5.4 to 5.6 and 5.10), through real processes."""

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Authority, Refusal
from kiosk.console.view import Phase
from kiosk.games.sicbo import VOID_REASONS, dice_fact
from kits.app.live_floor import NG
from kits.console.desk import last_of_managers

LOW, HIGH = (1, 2, 3), (6, 6, 5)
SMALL, BIG = {"small": 500}, {"big": 1_000}
BOTH = (dice_fact(HIGH),)


def play(floor, dice=LOW, phase=Phase.ENDED, **stakes):
    """A round to that phase; answers its number and what each seat had with its chips in play."""
    number = floor.bet(**stakes)
    before = {name: floor.money(name) for name in floor.seats}
    floor.console.bring_to(phase, dice)
    for name in (key[1:] for key in stakes):
        floor.settled(name, number, dice)
    return number, before


def cash_out(floor, name):
    """The player of the seat takes everything; the cents."""
    cents = floor.seats[name].state["credit"]
    out = floor.seats[name].collect()["tickets_out"]
    state = floor.seats[name].wait("credit", 0)
    floor.seats[name].wait("busy", False)
    assert state["tickets_out"] >= out
    return cents


def open_items(floor, number):
    return [(item.seat, item.cents) for item in floor.console.view.open_items if item.round == number]


@pytest.mark.rule("sicbo:5.4", "sicbo:5.9")
def test_that_damaged_dice_void_the_named_rounds_and_no_other(floor):
    first, before = play(floor, s07=SMALL, s08=BIG)
    second, _ = play(floor, s08={"odd": 500})
    third = floor.bet(s07=SMALL, s08=BIG)
    assert floor.console.refuses(c.DamagedEquipment((first,))) == Refusal("needs-supervisor")
    floor.console.ok(c.DamagedEquipment((first, third), NG))
    for name in floor.seats:
        floor.settled(name, third)
        floor.console.until_seat(name, lambda found: not found.payable)
    assert floor.seats["07"].wait("busy", False)["credit"] == before["07"], "both rounds gave back all"
    floor.console.until(lambda view: all(not line.unsettled for line in view.last_rounds))
    reasons = {line.number: line.void_reason for line in floor.console.view.last_rounds}
    assert (reasons[first], reasons[second], reasons[third]) == (
        VOID_REASONS.damaged,
        "",
        VOID_REASONS.damaged,
    )
    credit = before["08"] - 500  # the round in between stands: "odd" has lost
    assert floor.seats["08"].state["credit"] == credit


@pytest.mark.rule("sicbo:5.4", "sicbo:5.10")
def test_that_what_was_cashed_out_becomes_an_open_item_and_never_a_negative_credit(floor):
    number, _ = play(floor, s07=SMALL)
    cash_out(floor, "07")
    later = floor.open()
    floor.console.ok(c.DamagedEquipment((number,), NG))
    assert (floor.console.view.round, floor.console.view.phase) == (later, Phase.BETTING), "it goes on"
    floor.console.until(lambda _: open_items(floor, number) == [("07", 500)])
    state = floor.seats["07"].wait("busy", False)
    assert (state["credit"], state["adjust"]) == (0, -500), "the win of 500 had left the seat"
    floor.console.ok(c.RecordDecision("waive it", "the House's dice", NG, number, "07", 0, closes=2))
    floor.console.until(lambda _: open_items(floor, number) == [])


@pytest.mark.rule("sicbo:5.5")
def test_that_a_wrong_result_is_settled_again_in_both_directions_and_shown(floor):
    number, before = play(floor, s07=SMALL, s08=BIG)
    assert floor.console.refuses(c.CorrectResult(BOTH, Authority("Supervisor", "000000"))) == Refusal(
        "wrong-pin"
    )
    floor.console.ok(c.CorrectResult(BOTH, NG))
    floor.console.until_seat("07", lambda found: found.due == 0)
    for name, change in (("07", -500), ("08", 1_000)):
        state = floor.settled(name, number, HIGH)
        assert (state["credit"], state["last"]["corrected"]) == (before[name] + change, True)
        assert "notice.corrected" in state["told"]
    floor.console.ok(c.EndRound())
    floor.console.ok(c.CorrectResult((dice_fact(LOW),), NG))
    for name, change in (("07", 500), ("08", -1_000)):
        assert floor.settled(name, number, LOW)["credit"] == before[name] + change
    floor.console.ok(c.EndRound())


@pytest.mark.rule("sicbo:5.5")
def test_that_a_correction_after_cashing_out_leaves_an_open_item(floor):
    number, _ = play(floor, phase=Phase.RESULT, s07=SMALL)
    cash_out(floor, "07")
    floor.console.ok(c.CorrectResult(BOTH, NG))
    state = floor.settled("07", number, HIGH)
    assert (state["credit"], state["adjust"] <= -1_000) == (0, True)
    floor.console.until(lambda _: open_items(floor, number) == [("07", 1_000)])
    floor.console.ok(c.EndRound())


@pytest.mark.rule("sicbo:5.5")
def test_that_a_seat_that_was_dead_at_result_and_correction_pays_what_the_dice_showed_once(floor):
    number = floor.bet(s07=SMALL, s08=BIG)
    before = floor.money("07")
    floor.seats["07"].kill()
    floor.until_gone("07")
    floor.console.bring_to(Phase.RESULT, LOW, without="07")
    floor.console.ok(c.CorrectResult(BOTH, NG), c.EndRound())
    floor.seats["07"].start()
    assert floor.settled("07", number, HIGH)["credit"] == before - 500


@pytest.mark.rule("sicbo:5.5", "sicbo:5.6")
def test_that_what_is_noticed_after_the_next_round_opened_is_settled_and_changes_no_later_round(floor):
    number, _ = play(floor, s07=SMALL)
    current = floor.bet(s07=SMALL)
    before = floor.money("07")
    floor.console.ok(c.CorrectResult(BOTH, NG, number, "the dice were misread"))
    view = floor.console.until(lambda view: all(not line.unsettled for line in view.last_rounds))
    assert (view.round, view.phase, view.last_rounds[0].facts) == (current, Phase.BETTING, BOTH)
    floor.console.bring_to(Phase.ENDED, LOW)
    credit = floor.settled("07", current, LOW)["credit"]
    assert credit == before - 1_000 + 500, "the win of 500 is lost, and this round pays by its own dice alone"


@pytest.mark.rule("sicbo:5.10")
def test_that_a_managers_decision_stands_in_the_log_with_reason_and_name(floor):
    assert floor.console.refuses(
        c.RecordDecision("go on", "odd noise", Authority("Supervisor", "1"))
    ) == Refusal("wrong-pin")
    floor.console.ok(c.RecordDecision("go on", "odd noise", NG))
    floor.console.stop()
    floor.console.start()
    floor.until_there("07", "08")
    newest = floor.console.view.decisions[0]
    assert (newest.decision, newest.reason, newest.authorised_by) == ("go on", "odd noise", NG.name)
    assert last_of_managers(floor.console.log, "12").key.endswith(f"{newest.number:08d}")

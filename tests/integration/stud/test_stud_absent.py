"""A seat that is away when it has to decide: its bets come back, and staff are told (Stud S15, rules 5.5 and 5.24)."""

import pytest

from kiosk.console.view import Next
from kiosk.games.game import Fact
from kiosk.seat.state import Lock, LockKind, with_lock
from kits.games.stud_pit import BETS, CALLS, CARDS, WON_07

TOLD = {"seat": "08", "round": 1, "count": 1}


def alerts(pit):
    return [alert.values for alert in pit.view.alerts if alert.key == "box-absent"]


def goes_away(pit, name="08"):
    gone = pit.real.pop(name)
    gone.goes()
    pit.pump()
    pit.deals(CARDS, CALLS)
    pit.real[name] = gone
    gone.comes()
    pit.ends()


def notes(pit, name):
    store = pit.real[name].seat.store
    return [(event.kind, event.detail.get("round")) for event in store.events() if event.kind == "box-absent"]


@pytest.mark.rule("stud:5.5", "stud:5.24")
def test_that_staff_are_told_of_a_seat_that_went_away_after_it_saw_its_cards_and_how_often(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    assert alerts(pit) == []
    goes_away(pit)
    assert pit.money("08") == (10_000, 0, 0)
    assert alerts(pit) == [TOLD]
    assert [line.values for line in pit.view.round_log if line.key == "box-absent"] == [TOLD]
    assert notes(pit, "08") == [("box-absent", 1)]
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    goes_away(pit)
    pit.again()
    assert alerts(pit) == [TOLD, TOLD | {"round": 2, "count": 2}]
    assert notes(pit, "07") == []
    assert pit.audits() == []


@pytest.mark.rule("stud:5.5")
def test_that_who_locks_his_own_seat_has_not_lost_it_by_a_fault(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["08"]
    runner = seat.played.runner
    runner._core.state = with_lock(
        runner.state, Lock(LockKind.VELOCITY, "too much money in within one round")
    )
    seat.shows_locks()
    pit.pump()
    pit.deals(CARDS, {"s07": "bet"})
    assert Fact("call", ("fold",), "08") in pit.view.facts
    assert pit.money("08") == (9_500, 0, 500)
    assert alerts(pit) == []
    assert pit.money("07") == WON_07


@pytest.mark.rule("stud:5.24")
def test_that_a_seat_that_is_locked_by_a_fault_is_away(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["08"]
    runner = seat.played.runner
    runner._core.state = with_lock(runner.state, Lock(LockKind.ACCEPTOR, "jam"))
    seat.shows_locks()
    pit.pump()
    pit.deals(CARDS, {"s07": "bet"})
    assert Fact("call", ("void",), "08") in pit.view.facts
    assert alerts(pit) == [TOLD]

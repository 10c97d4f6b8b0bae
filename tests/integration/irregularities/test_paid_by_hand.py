"""A dead seat's player is paid by hand: never twice, whoever comes first (protocol: presence and outages)."""

import random
import threading

import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Phase
from kits.app.live_floor import NG
from kits.console.stages import Stage

LOW = (1, 2, 3)
SMALL = {"small": 500}


def dead_before_the_result(floor, *names, how="kill"):
    """A round in which these seats win 500 and are silent when the result comes."""
    number = floor.bet(**{f"s{name}": SMALL for name in names})
    before = {name: floor.money(name) for name in names}
    for name in names:
        getattr(floor.seats[name], how)()
    floor.until_gone(*names)
    floor.console.bring_to(Phase.CLOSED)
    floor.console.go_on_without(*names)
    floor.console.bring_to(Phase.ENDED, LOW)
    return number, before


@pytest.mark.rule("sicbo:5.2.1")
def test_that_a_seat_books_as_paid_by_hand_what_the_console_has_paid(floor):
    handpay = floor.seats["07"].state["handpay"]
    number, before = dead_before_the_result(floor, "07")
    floor.console.ok(c.PayByHand("07", number, NG))
    assert floor.console.refuses(c.PayByHand("07", number, NG)) == Refusal("nothing-to-pay", {"seat": "07"})
    floor.seats["07"].start()
    state = floor.settled("07", number, LOW)
    assert state["credit"] == before["07"] - 500, "stake and win were paid in cash"
    assert state["handpay"] - handpay == 1_000
    assert "notice.paid_by_hand" in state["told"]


@pytest.mark.rule("sicbo:5.2.1")
def test_that_the_console_does_not_pay_what_the_seat_has_settled(floor):
    number, before = dead_before_the_result(floor, "08", how="pause")
    floor.seats["08"].resume()
    assert floor.settled("08", number, LOW)["credit"] == before["08"] + 500
    floor.seats["08"].kill()
    floor.until_gone("08")
    assert floor.console.refuses(c.PayByHand("08", number, NG)) == Refusal("nothing-to-pay", {"seat": "08"})
    floor.seats["08"].start()


@pytest.mark.rule("sicbo:5.2.1")
def test_that_a_seat_behind_a_dead_line_reports_into_the_payment_by_hand_and_is_refused(floor):
    number = floor.bet(s07=SMALL)
    before, handpay = floor.money("07"), floor.seats["07"].state["handpay"]
    floor.console.bring_to(Stage.ACTED)
    floor.lines["07"].hold()
    floor.until_gone("07")
    floor.console.bring_to(Phase.RESULT, LOW)
    floor.console.ok(c.PayByHand("07", number, NG))
    floor.lines["07"].release()
    state = floor.settled("07", number, LOW)
    assert (state["credit"], state["handpay"]) == (before - 500, handpay + 1_000)
    floor.until_there("07")
    floor.console.bring_to(Phase.ENDED, LOW)


@pytest.mark.rule("sicbo:5.2.1")
def test_that_seat_and_console_at_the_same_moment_pay_once(floor):
    source, by = random.Random(7), {"hand": 0, "seat": 0}
    for _ in range(3):
        number, before = dead_before_the_result(floor, "07", "08", how="pause")
        for name in ("07", "08"):
            floor.seats[name].resume()
            threading.Event().wait(source.uniform(0, 0.03))
            refusal = floor.console.refuses(c.PayByHand(name, number, NG))
            allowed = ("seat-present", "nothing-to-pay", "settled-meanwhile")
            assert refusal is None or refusal.key in allowed, refusal
            by["hand" if refusal is None else "seat"] += 1
            state = floor.settled(name, number, LOW)
            assert state["credit"] == before[name] + (-500 if refusal is None else 500)
        floor.until_there("07", "08")
    assert sum(by.values()) == 6

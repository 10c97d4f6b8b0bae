"""The simulated tumbler: turns in its own time, and every fault that the console must stand."""

import threading

import pytest

from kiosk.devices.ports import (
    Tumbled,
    TumblerBack,
    TumblerFault,
    TumblerRested,
    TumblerStarted,
    TumblerStatus,
)
from kiosk.games.sicbo import dice_fact
from kiosk.simulators.tumbler import Run, SimulatedTumbler, timers

DICE = (dice_fact((2, 4, 6)),)


class Clock:
    """Jobs that wait for their time; the test lets time pass."""

    def __init__(self):
        self.now, self._jobs, self._order = 0, [], 0

    def after(self, ms, job):
        self._order += 1
        self._jobs.append((self.now + ms, self._order, job))

    def pass_ms(self, ms):
        until = self.now + ms
        while due := sorted(job for job in self._jobs if job[0] <= until):
            self._jobs.remove(due[0])
            self.now = due[0][0]
            due[0][2]()
        self.now = until


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def told():
    return []


@pytest.fixture
def tumbler(clock, told):
    return SimulatedTumbler(told.append, lambda: DICE, clock.after, tumble_ms=1_000)


@pytest.mark.rule("sicbo:3.6")
def test_that_it_tells_start_every_tumble_and_rest_with_the_dice(tumbler, clock, told):
    tumbler.start()
    assert tumbler.status is TumblerStatus.TUMBLING
    assert told == [], "a device never answers from inside the call"
    clock.pass_ms(0)
    assert told == [TumblerStarted()]
    clock.pass_ms(2_999)
    assert told[1:] == [Tumbled(1), Tumbled(2)]
    clock.pass_ms(1_001)
    assert told[3:] == [Tumbled(3), TumblerRested(3, DICE)]
    assert (tumbler.status, tumbler.lying) == (TumblerStatus.READY, DICE)


def test_that_one_that_turns_is_not_started_again(tumbler, clock, told):
    tumbler.start()
    clock.pass_ms(1_500)
    tumbler.start()
    clock.pass_ms(10_000)
    assert told == [TumblerStarted(), Tumbled(1), Tumbled(2), Tumbled(3), TumblerRested(3, DICE)]


def test_that_it_can_start_by_itself(tumbler, clock, told):
    tumbler.start_by_itself()
    clock.pass_ms(0)
    assert told == [TumblerStarted()]


@pytest.mark.parametrize(
    ("run", "rested"),
    [
        (Run(tumbles=2), TumblerRested(2, DICE)),
        (Run(reads=()), TumblerRested(3)),
        (Run(reads=(dice_fact((1, 1, 1)),)), TumblerRested(3, (dice_fact((1, 1, 1)),))),
    ],
    ids=["too-few", "recognises-nothing", "reads-wrongly"],
)
def test_that_a_fault_is_of_one_run_alone(tumbler, clock, told, run, rested):
    tumbler.plan(run)
    tumbler.start()
    clock.pass_ms(10_000)
    assert (told[-1], tumbler.lying) == (rested, DICE)
    tumbler.start()
    clock.pass_ms(10_000)
    assert told[-1] == TumblerRested(3, DICE)


def test_that_it_can_fall_silent_in_the_middle_and_come_back(tumbler, clock, told):
    tumbler.plan(Run(silent_after=1))
    tumbler.start()
    clock.pass_ms(10_000)
    assert told == [TumblerStarted(), Tumbled(1), TumblerFault("the tumbler does not answer")]
    assert tumbler.status is TumblerStatus.GONE
    tumbler.come_back()
    clock.pass_ms(10_000)
    assert told[3:] == [TumblerBack()]
    assert tumbler.status is TumblerStatus.READY


def test_that_one_that_is_gone_answers_a_start_with_its_fault_and_does_not_turn(tumbler, clock, told):
    tumbler.fall_silent()
    tumbler.start()
    clock.pass_ms(10_000)
    assert told == [TumblerFault("the tumbler does not answer")] * 2


def test_that_the_run_it_fell_silent_in_is_not_told_after_it_came_back(tumbler, clock, told):
    tumbler.start()
    clock.pass_ms(1_500)
    tumbler.fall_silent()
    tumbler.come_back()
    clock.pass_ms(10_000)
    assert [type(event) for event in told] == [TumblerStarted, Tumbled, TumblerFault, TumblerBack]


def test_that_it_also_turns_by_the_clock_of_the_machine():
    told, rested = [], threading.Event()

    def deliver(event):
        told.append(event)
        if isinstance(event, TumblerRested):
            rested.set()

    SimulatedTumbler(deliver, lambda: DICE, timers, tumble_ms=5).start()
    assert rested.wait(60)
    assert TumblerStarted() in told

"""The simulated tumbler: turns in its own time, and every fault that the console must stand."""

import threading

import pytest

from kiosk.devices.ports import (
    DealingBack,
    DealingCounted,
    DealingDone,
    DealingFault,
    DealingStarted,
    DealingStatus,
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
    return SimulatedTumbler(told.append, lambda: DICE, clock.after, act_ms=1_000)


@pytest.mark.rule("sicbo:3.6")
def test_that_it_tells_start_every_tumble_and_rest_with_the_dice(tumbler, clock, told):
    tumbler.start()
    assert tumbler.status is DealingStatus.RUNNING
    assert told == [], "a device never answers from inside the call"
    clock.pass_ms(0)
    assert told == [DealingStarted()]
    clock.pass_ms(2_999)
    assert told[1:] == [DealingCounted(1), DealingCounted(2)]
    clock.pass_ms(1_001)
    assert told[3:] == [DealingCounted(3), DealingDone(3, DICE)]
    assert (tumbler.status, tumbler.lying) == (DealingStatus.READY, DICE)


def test_that_one_that_turns_is_not_started_again(tumbler, clock, told):
    tumbler.start()
    clock.pass_ms(1_500)
    tumbler.start()
    clock.pass_ms(10_000)
    assert told == [
        DealingStarted(),
        DealingCounted(1),
        DealingCounted(2),
        DealingCounted(3),
        DealingDone(3, DICE),
    ]


def test_that_it_can_start_by_itself(tumbler, clock, told):
    tumbler.start_by_itself()
    clock.pass_ms(0)
    assert told == [DealingStarted()]


@pytest.mark.parametrize(
    ("run", "rested"),
    [
        (Run(tumbles=2), DealingDone(2, DICE)),
        (Run(reads=()), DealingDone(3)),
        (Run(reads=(dice_fact((1, 1, 1)),)), DealingDone(3, (dice_fact((1, 1, 1)),))),
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
    assert told[-1] == DealingDone(3, DICE)


def test_that_it_can_fall_silent_in_the_middle_and_come_back(tumbler, clock, told):
    tumbler.plan(Run(silent_after=1))
    tumbler.start()
    clock.pass_ms(10_000)
    assert told == [DealingStarted(), DealingCounted(1), DealingFault("the tumbler does not answer")]
    assert tumbler.status is DealingStatus.GONE
    tumbler.come_back()
    clock.pass_ms(10_000)
    assert told[3:] == [DealingBack()]
    assert tumbler.status is DealingStatus.READY


def test_that_one_that_is_gone_answers_a_start_with_its_fault_and_does_not_turn(tumbler, clock, told):
    tumbler.fall_silent()
    tumbler.start()
    clock.pass_ms(10_000)
    assert told == [DealingFault("the tumbler does not answer")] * 2


def test_that_the_run_it_fell_silent_in_is_not_told_after_it_came_back(tumbler, clock, told):
    tumbler.start()
    clock.pass_ms(1_500)
    tumbler.fall_silent()
    tumbler.come_back()
    clock.pass_ms(10_000)
    assert [type(event) for event in told] == [DealingStarted, DealingCounted, DealingFault, DealingBack]


def test_that_it_also_turns_by_the_clock_of_the_machine():
    told, rested = [], threading.Event()

    def deliver(event):
        told.append(event)
        if isinstance(event, DealingDone):
            rested.set()

    SimulatedTumbler(deliver, lambda: DICE, timers, act_ms=5).start()
    assert rested.wait(60)
    assert DealingStarted() in told

"""No opening is lost and none is counted twice, wherever the driver dies between telling and keeping."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.devices.cabinet.driver import POLL_MS, Polls
from kiosk.devices.cabinet.memory import FileCabinetMemory
from kiosk.devices.cabinet.port import BoardCondition, BoardIs, Door, DoorIs, OpenedWhileOff
from kiosk.devices.cabinet.wire import DirectWire
from kiosk.simulators.cabinet.line import BoardLine
from kiosk.simulators.cabinet.mechanics import BoardMechanics


class Dies(BaseException):
    """The seat's power is cut here."""


class Memory(FileCabinetMemory):
    """The driver's file, with a power cut before, in the middle of and after every write."""

    def __init__(self, path, point, known):
        super().__init__(path)
        self._part = path.with_name(path.name + ".part")
        self._point = point
        self._known = known

    def save(self, kept, /):
        for door, count in zip(Door, kept.counts, strict=True):
            assert count <= self._known.get(door, count), "kept as told before it was told"
        self._point()
        self._part.write_bytes(b'{"serial":')
        self._point()
        super().save(kept)
        self._point()


class Seat:
    """A board, its driver, and what the seat has on disk: ``known`` counts, and every opening in its book."""

    def __init__(self, path, cuts=()):
        self.now_ms = 0
        self.points = 0
        self.cuts = set(cuts)
        self.board = BoardMechanics(clock_ms=lambda: self.now_ms)
        self.known = {}
        self.memory = Memory(path, self._point, self.known)
        self.book = []
        self.told = []
        self.restarts = 0
        self._start()

    def _point(self):
        self.points += 1
        if self.points in self.cuts:
            raise Dies

    def _start(self):
        line = BoardLine(self.board)
        self.polls = Polls(
            lambda: DirectWire(line.answers),
            self.memory,
            self._tell,
            adopt_first=True,
            clock_ms=lambda: self.now_ms,
        )

    def _tell(self, event):
        self._point()
        self.told.append(event)
        if isinstance(event, DoorIs | OpenedWhileOff):
            before = event.count - event.times if isinstance(event, OpenedWhileOff) else event.count
            known = self.known.get(event.door, before)
            self.book += [(event.door, number) for number in range(known + 1, event.count + 1)]
            self.known[event.door] = max(known, event.count)
        self._point()

    def poll(self):
        self.now_ms += POLL_MS
        try:
            self.polls.poll(0)
        except Dies:
            self.restarts += 1
            self._start()

    def settle(self):
        for _ in range(30):
            self.poll()
            if self.polls.machine.condition is BoardCondition.READY:
                return
        raise AssertionError(f"not ready: {self.polls.machine}")

    def assert_exact(self):
        counts = dict(zip(Door, self.board.state.counts, strict=True))
        assert sorted(self.book) == sorted((door, n + 1) for door in Door for n in range(counts[door]))
        assert self.memory.load().counts == self.board.state.counts
        states = {event.door: event.open for event in self.told if isinstance(event, DoorIs)}
        assert states == {door: door in self.board.state.open for door in Door}


def day(path, cuts=()):
    """Openings at every kind of moment: watched, between two polls, with the driver dead, with the power off."""
    seat = Seat(path)
    seat.settle()
    seat.cuts = {seat.points + cut for cut in cuts}
    begun = seat.points
    seat.board.open(Door.MAIN)
    seat.poll()
    seat.board.open(Door.LOGIC)
    seat.board.close(Door.LOGIC)
    seat.board.open(Door.CASH_BOX)
    seat.poll()
    seat.board.close(Door.MAIN)
    seat.poll()
    seat._start()  # the seat is started anew
    seat.board.power_off()
    for door in (Door.MAIN, Door.LOGIC, Door.MAIN):
        seat.board.open(door)
        seat.board.close(door)
    seat.board.power_on()
    seat.poll()
    seat.board.open(Door.MAIN)
    seat.poll()
    points = seat.points - begun
    seat.cuts = set()
    seat.settle()
    seat.poll()
    seat.assert_exact()
    return seat, points


def test_that_a_day_without_power_cuts_tells_each_opening_once(tmp_path):
    seat, points = day(tmp_path / "driver.json")
    assert points > 30
    assert seat.restarts == 0
    off = [event for event in seat.told if isinstance(event, OpenedWhileOff)]
    assert off == [OpenedWhileOff(Door.MAIN, 2, 3), OpenedWhileOff(Door.LOGIC, 1, 2)]
    assert len([event for event in seat.told if isinstance(event, DoorIs) and event.open]) == 3 + 1 + 1


def test_that_a_power_cut_at_any_point_neither_loses_nor_doubles_an_opening(tmp_path):
    _, points = day(tmp_path / "whole.json")
    for cut in range(1, points + 1):
        seat, _ = day(tmp_path / f"{cut}.json", [cut])
        assert seat.restarts == 1


@settings(max_examples=60)
@given(cuts=st.sets(st.integers(1, 90), max_size=6))
def test_that_several_power_cuts_neither_lose_nor_double_an_opening(tmp_path_factory, cuts):
    day(tmp_path_factory.mktemp("cuts") / "driver.json", cuts)


@pytest.mark.parametrize("cut", range(1, 30))
def test_that_a_power_cut_while_the_first_board_is_met_leaves_it_met_or_not(tmp_path, cut):
    seat = Seat(tmp_path / "driver.json", [cut])
    seat.poll()
    seat.board.open(Door.MAIN)
    seat.settle()
    seat.poll()
    seat.board.close(Door.MAIN)
    seat.poll()
    seat.board.open(Door.MAIN)
    seat.poll()
    seat.settle()
    assert seat.known[Door.MAIN] == 2
    assert (Door.MAIN, 2) in seat.book


@pytest.mark.parametrize("cut", range(1, 16))
def test_that_counts_that_went_down_are_never_believed_after_a_power_cut(tmp_path, cut):
    seat = Seat(tmp_path / "driver.json")
    seat.settle()
    seat.board.open(Door.MAIN)
    seat.board.close(Door.MAIN)
    seat.settle()
    seat.cuts = {seat.points + cut}
    seat.board.reset_counts()
    seat.poll()
    if not isinstance(seat.told[-1], BoardIs) or seat.told[-1].condition is not BoardCondition.WRONG:
        seat.poll()  # it died before it could say anything: the counts are still down when it looks again
    seat.cuts = set()
    seat.board.open(Door.MAIN)
    seat.board.close(Door.MAIN)
    for _ in range(3):
        seat.poll()
        seat._start()
    seat.poll()
    assert seat.told[-1] == BoardIs(
        BoardCondition.WRONG, "board SIM-000001 counts 0 openings of door main, expected at least 1"
    )


@pytest.mark.parametrize("cut", range(1, 12))
def test_that_a_power_cut_while_a_board_is_accepted_leaves_it_accepted_or_not(tmp_path, cut):
    seat = Seat(tmp_path / "driver.json")
    seat.settle()
    seat.board.become("SIM-000002")
    seat.poll()
    known = len(seat.told)
    seat.cuts = {seat.points + cut}
    try:
        seat.polls.adopt()
    except Dies:
        seat._start()
    seat.poll()
    seat.poll()
    accepted = seat.memory.load().serial == "SIM-000002"
    assert seat.polls.machine.condition is (BoardCondition.READY if accepted else BoardCondition.WRONG)
    assert any(isinstance(event, DoorIs) for event in seat.told[known:]) is accepted


def test_that_a_full_disk_is_told_and_doors_are_still_watched(tmp_path):
    seat = Seat(tmp_path / "driver.json")
    seat.settle()
    kept = seat.memory.load()

    def full():
        raise OSError(28, "No space left on device")

    seat.memory._point = full
    seat.board.open(Door.MAIN)
    seat.poll()
    assert seat.told[-1] == DoorIs(Door.MAIN, True, 1)
    seat.poll()
    words = "the cabinet driver's memory cannot be written: No space left on device"
    assert seat.told[-1] == BoardIs(BoardCondition.WRONG, words)
    seat.board.close(Door.MAIN)
    seat.poll()
    assert seat.told[-1] == DoorIs(Door.MAIN, False, 1)
    assert seat.memory.load() == kept
    seat.memory._point = lambda: None
    seat.poll()
    seat.poll()
    assert seat.told[-1].condition is BoardCondition.READY
    seat.assert_exact()

"""The simulated board: what the hand does, what the battery keeps, and the cabinet of a seat without threads."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.devices.cabinet.framing import Frame
from kiosk.devices.cabinet.memory import Kept
from kiosk.devices.cabinet.messages import POLL, Order, read_state, write_order
from kiosk.devices.cabinet.port import (
    BoardCondition,
    BoardIs,
    Door,
    DoorIs,
    Key,
    KeyIs,
    Lamp,
    Light,
    OpenedWhileOff,
)
from kiosk.devices.files import Volatile
from kiosk.faults import EnvironmentFault
from kiosk.simulators.cabinet.mechanics import DARK, NOBODY_THERE, BoardMechanics
from kiosk.simulators.cabinet.memory import FileBoardMemory, Remembered
from kits.devices.cabinet_at_once import CabinetAtOnce

RED = Lamp(red=Light.ON)
NOTHING = Order()


class Clock:
    def __init__(self):
        self.now_ms = 0

    def __call__(self):
        return self.now_ms


def ask(board, order=NOTHING):
    answer = board.answer(Frame(POLL, 9, write_order(order)))
    assert answer.sequence == 9
    return read_state(answer.data)


@given(st.lists(st.tuples(st.sampled_from(Door), st.booleans(), st.booleans()), max_size=40))
def test_that_a_board_counts_each_opening_with_and_without_power(moves):
    board, is_open, counts = BoardMechanics(), dict.fromkeys(Door, False), dict.fromkeys(Door, 0)
    for door, opens, power in moves:
        if power:
            board.power_on()
        else:
            board.power_off()
        if opens:
            counts[door] += not is_open[door]
            board.open(door)
        else:
            board.close(door)
        is_open[door] = opens
    board.power_on()
    state = ask(board)
    assert state.counts == tuple(counts.values())
    assert state.open == {door for door in Door if is_open[door]}


def test_that_a_board_without_power_answers_nothing_and_is_dark():
    board = BoardMechanics()
    board.power_off()
    assert board.answer(Frame(POLL, 1, write_order(Order(RED)))) is None
    assert board.shown == DARK
    board.power_on()
    assert ask(board).boots == 2
    assert board.shown == DARK


def test_that_a_board_remembers_through_its_file(tmp_path):
    board = BoardMechanics(FileBoardMemory(tmp_path / "board.json"))
    board.open(Door.LOGIC)
    board.turn(Key.SERVICE, True)
    again = BoardMechanics(FileBoardMemory(tmp_path / "board.json"))
    assert again.state.counts == (0, 1, 0)
    assert again.state.open == {Door.LOGIC}
    assert again.state.turned == {Key.SERVICE}
    assert again.state.boots == 2


def test_that_nothing_moves_that_cannot_be_remembered(tmp_path):
    (tmp_path / "gone").mkdir()
    board = BoardMechanics(FileBoardMemory(tmp_path / "gone" / "board.json"))
    (tmp_path / "gone" / "board.json").unlink()
    (tmp_path / "gone").rmdir()
    before = board.state
    with pytest.raises(EnvironmentFault, match="cannot be written: No such file"):
        board.open(Door.MAIN)
    assert board.state == before


def test_that_a_board_shows_its_own_pattern_two_seconds_after_the_last_good_request():
    clock = Clock()
    board = BoardMechanics(clock_ms=clock)
    ask(board, Order(RED))
    clock.now_ms = 1_999
    assert board.shown == RED
    clock.now_ms = 2_000
    assert board.shown == NOBODY_THERE
    board.answer(Frame(POLL, 1, b"\x02 another version"))
    assert board.shown == NOBODY_THERE
    assert ask(board, Order(RED)).shown == RED


def test_that_a_request_out_of_range_is_answered_and_not_carried_out():
    board = BoardMechanics()
    ask(board, Order(RED))
    good = write_order(Order(DARK))
    for bad in (b"\x02" + good[1:], good[:1] + b"\x04" + good[2:], good[:-1] + b"\x02", good + b"\0", b""):
        assert read_state(board.answer(Frame(POLL, 1, bad)).data).shown == RED
    assert board.answer(Frame(0x7F, 1, good)) is None


def test_that_only_a_request_that_says_so_clears_the_tamper_flag():
    board = BoardMechanics()
    board.reset_counts(noticed=True)
    board.power_off()
    board.power_on()
    assert ask(board).tampered
    assert not ask(board, Order(clear=True)).tampered


class Seat:
    """A seat without threads. ``answer_lamp``: it shows this whenever a door is told to be open."""

    def __init__(self, answer_lamp=None):
        self.told = []
        self.clock = Clock()
        self.answer_lamp = answer_lamp
        self.board_memory = Volatile(Remembered())
        self.memory = Volatile(Kept())
        self.start()

    def start(self):
        board = BoardMechanics(self.board_memory, self.clock)
        self.cabinet = CabinetAtOnce(board, self.memory, self._tell, adopt_first=True, clock_ms=self.clock)

    def _tell(self, event):
        self.told.append(event)
        if self.answer_lamp is not None and isinstance(event, DoorIs) and event.open:
            self.cabinet.show(self.answer_lamp)

    def news(self):
        told, self.told = self.told, []
        return told


def test_that_a_cabinet_at_once_tells_nothing_before_its_power_is_up_and_everything_when_the_call_returns():
    seat = Seat()
    seat.cabinet.show(RED)
    assert seat.news() == []
    seat.cabinet.power_up()
    assert seat.news()[-1].condition is BoardCondition.READY
    assert seat.cabinet.mechanics.shown == RED
    seat.cabinet.open(Door.MAIN)
    assert seat.news() == [DoorIs(Door.MAIN, True, 1)]
    assert seat.cabinet.mechanics.shown.alarm
    seat.cabinet.shut(Door.MAIN)
    seat.cabinet.turn(Key.ATTENDANT, True)
    assert seat.news() == [DoorIs(Door.MAIN, False, 1), KeyIs(Key.ATTENDANT, True)]
    seat.clock.now_ms += 1_500
    seat.cabinet.poll()
    assert not seat.cabinet.mechanics.shown.alarm


def test_that_a_cabinet_at_once_tells_openings_between_two_starts_once():
    seat = Seat()
    seat.cabinet.power_up()
    seat.cabinet.close()
    seat.news()
    seat.cabinet.open(Door.LOGIC)
    seat.cabinet.shut(Door.LOGIC)
    assert seat.news() == []
    seat.start()
    seat.cabinet.power_up()
    assert OpenedWhileOff(Door.LOGIC, 1, 1) in seat.news()
    seat.start()
    seat.cabinet.power_up()
    assert not [event for event in seat.news() if isinstance(event, OpenedWhileOff)]


def test_that_a_seat_may_order_its_lamp_while_it_is_told_of_a_door():
    seat = Seat(answer_lamp=Lamp(amber=Light.FAST_BLINK))
    seat.cabinet.power_up()
    seat.cabinet.open(Door.MAIN)
    assert seat.cabinet.mechanics.shown.amber is Light.FAST_BLINK
    assert seat.memory.kept.counts == (1, 0, 0)
    assert [event for event in seat.told if isinstance(event, DoorIs) and event.open] == [
        DoorIs(Door.MAIN, True, 1)
    ]


def test_that_a_cabinet_at_once_accepts_another_board_when_it_is_told_to():
    seat = Seat()
    seat.cabinet.power_up()
    seat.cabinet.mechanics.become("SIM-000002")
    seat.cabinet.poll()
    assert seat.news()[-1].condition is BoardCondition.WRONG
    seat.cabinet.adopt()
    assert seat.news()[-1] == BoardIs(BoardCondition.READY, "board SIM-000002, firmware sim-1.0")

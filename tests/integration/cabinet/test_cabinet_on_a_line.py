"""Every change of doors and keys, and every fault of board and line, over a real pseudo-terminal."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

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
from kiosk.simulators.cabinet.line import BoardNoise
from kiosk.simulators.cabinet.mechanics import NOBODY_THERE
from kits.devices.cabinet_seat import wait

ALL_SHUT = {*(DoorIs(door, False, 0) for door in Door), *(KeyIs(key, False) for key in Key)}


def test_that_a_board_that_comes_tells_every_door_and_key_and_then_that_it_is_ready(seat):
    told = seat.start().until(BoardCondition.READY)
    assert set(told[:-1]) == ALL_SHUT
    assert len(told) == len(ALL_SHUT) + 1
    assert told[-1].detail == "board SIM-000001, firmware sim-1.0"
    seat.nothing_told()


@pytest.mark.parametrize("door", Door)
def test_that_a_door_is_told_when_it_opens_and_when_it_closes(seat, door):
    seat.start().until(BoardCondition.READY)
    for count in (1, 2):
        seat.board.open(door)
        assert seat.next() == DoorIs(door, True, count)
        seat.board.close(door)
        assert seat.next() == DoorIs(door, False, count)
    seat.nothing_told()


@pytest.mark.parametrize("key", Key)
def test_that_a_key_is_told_when_it_is_turned_and_when_it_is_turned_back(seat, key):
    seat.start().until(BoardCondition.READY)
    for turned in (True, False, True, False):
        seat.board.turn(key, turned)
        assert seat.next() == KeyIs(key, turned)
    seat.nothing_told()


def test_that_a_door_that_opens_and_closes_between_two_polls_is_told(seat):
    seat.start().until(BoardCondition.READY)
    with seat.board._lock:  # no poll comes in between
        seat.board.open(Door.LOGIC)
        seat.board.close(Door.LOGIC)
    assert [seat.next(), seat.next()] == [DoorIs(Door.LOGIC, True, 1), DoorIs(Door.LOGIC, False, 1)]
    seat.nothing_told()


def test_that_a_flickering_door_does_not_flood(seat):
    seat.start().until(BoardCondition.READY)
    with seat.board._lock:
        for _ in range(100):
            seat.board.open(Door.MAIN)
            seat.board.close(Door.MAIN)
    assert [seat.next(), seat.next()] == [DoorIs(Door.MAIN, True, 100), DoorIs(Door.MAIN, False, 100)]
    seat.nothing_told()


def test_that_the_lamp_shows_what_the_seat_wants_and_the_boards_own_pattern_when_the_seat_is_gone(seat):
    seat.start().until(BoardCondition.READY)
    for light in Light:
        wanted = Lamp(white=light, amber=Light.ON, red=Light.FAST_BLINK, alarm=light is Light.ON)
        seat.cabinet.show(wanted)
        wait(lambda wanted=wanted: seat.board.shown == wanted)
    seat.stop()
    wait(lambda: seat.board.shown == NOBODY_THERE)


def test_that_a_board_that_starts_anew_is_given_its_lamp_again(seat):
    seat.start().until(BoardCondition.READY)
    seat.cabinet.show(Lamp(white=Light.ON))
    wait(lambda: seat.board.shown.white is Light.ON)
    seat.board.power_off()
    seat.board.power_on()
    wait(lambda: seat.board.shown.white is Light.ON)
    assert seat.told.empty()


def test_that_a_doors_opening_sounds_the_alarm_and_that_it_ends(seat):
    seat.start().until(BoardCondition.READY)
    seat.board.open(Door.MAIN)
    seat.board.close(Door.MAIN)
    wait(lambda: seat.board.shown.alarm)
    wait(lambda: not seat.board.shown.alarm)


@pytest.mark.parametrize("fault", ["garbled", "silent", "cut", "deaf", "late"])
def test_that_a_line_that_fails_for_a_moment_tells_nothing_and_loses_nothing(seat, fault):
    seat.start().until(BoardCondition.READY)
    seat.line.noise = BoardNoise(**{fault: 2})
    seat.board.open(Door.CASH_BOX)
    assert seat.next() == DoorIs(Door.CASH_BOX, True, 1)
    seat.board.close(Door.CASH_BOX)
    assert seat.next() == DoorIs(Door.CASH_BOX, False, 1)


@pytest.mark.parametrize("fault", ["garbled", "silent", "cut", "deaf", "late"])
def test_that_a_line_that_fails_for_long_is_told_once_and_all_states_when_it_is_back(seat, fault):
    seat.start().until(BoardCondition.READY)
    seat.line.noise = BoardNoise(**{fault: 1_000_000})
    assert [type(told) for told in seat.until(BoardCondition.SILENT)] == [BoardIs]
    seat.board.open(Door.MAIN)
    seat.board.close(Door.MAIN)
    seat.board.open(Door.MAIN)
    seat.board.turn(Key.SERVICE, True)
    seat.line.noise = BoardNoise()
    told = seat.until(BoardCondition.READY)
    assert told[:2] == [OpenedWhileOff(Door.MAIN, 2, 2), DoorIs(Door.MAIN, True, 2)]
    assert set(told[2:-1]) == {
        DoorIs(Door.LOGIC, False, 0),
        DoorIs(Door.CASH_BOX, False, 0),
        KeyIs(Key.ATTENDANT, False),
        KeyIs(Key.SERVICE, True),
    }


def test_that_what_is_wrong_with_a_silent_line_is_said_in_words(seat):
    seat.start().until(BoardCondition.READY)
    seat.line.noise = BoardNoise(garbled=1_000_000)
    assert "bytes that are no answer" in seat.until(BoardCondition.SILENT)[-1].detail
    seat.line.noise = BoardNoise()
    seat.until(BoardCondition.READY)
    seat.board.power_off()
    assert "no answer within 100 ms" in seat.until(BoardCondition.SILENT)[-1].detail
    seat.board.power_on()
    seat.until(BoardCondition.READY)


def test_that_a_cord_that_is_pulled_and_put_in_again_is_told_both_times(seat):
    seat.start().until(BoardCondition.READY)
    seat.far.cord_out()
    seat.until(BoardCondition.SILENT)
    seat.far.cord_in()
    assert set(seat.until(BoardCondition.READY)[:-1]) == ALL_SHUT


def test_that_a_port_that_is_pulled_out_is_told_and_opened_when_it_comes_back(seat, tmp_path):
    seat.port = str(tmp_path / "ttyCABINET")
    (tmp_path / "ttyCABINET").symlink_to(seat.far.port)
    seat.start().until(BoardCondition.READY)
    (tmp_path / "ttyCABINET").unlink()
    seat.replug()
    assert "the line is gone" in seat.until(BoardCondition.SILENT)[-1].detail
    seat.board.open(Door.MAIN)
    (tmp_path / "ttyCABINET").symlink_to(seat.far.port)
    assert seat.until(BoardCondition.READY)[:2] == [
        OpenedWhileOff(Door.MAIN, 1, 1),
        DoorIs(Door.MAIN, True, 1),
    ]


def test_that_a_port_that_is_no_serial_port_is_told(seat, tmp_path):
    seat.port = str(tmp_path / "a file")
    (tmp_path / "a file").write_bytes(b"")
    assert "the line is gone" in seat.start().until(BoardCondition.SILENT)[-1].detail


def test_that_another_board_is_not_believed_before_a_technician_accepts_it(seat):
    seat.start().until(BoardCondition.READY)
    seat.board.become("SIM-000002")
    told = seat.until(BoardCondition.WRONG)
    assert told[-1].detail == (
        "board SIM-000002, firmware sim-1.0 is here, expected board SIM-000001: a technician must accept it"
    )
    seat.board.open(Door.MAIN)
    seat.board.turn(Key.SERVICE, True)
    assert seat.next() == KeyIs(Key.SERVICE, True), "a technician can come in, and no door is told"
    seat.nothing_told()
    seat.stop()
    assert seat.start().until(BoardCondition.WRONG)[-1].detail == told[-1].detail, "a restart accepts nothing"
    seat.cabinet.adopt()
    told = seat.until(BoardCondition.READY)
    assert DoorIs(Door.MAIN, True, 1) in told
    seat.stop()
    seat.start().until(BoardCondition.READY)


def test_that_counts_that_were_lost_are_not_believed_even_when_they_have_grown_again(seat):
    seat.start().until(BoardCondition.READY)
    for _ in range(2):
        seat.board.open(Door.MAIN)
        seat.board.close(Door.MAIN)
    wait(lambda: seat.memory.load().counts == (2, 0, 0))
    seat.stop()
    while not seat.told.empty():
        seat.told.get()
    seat.board.reset_counts()
    seat.start()
    told = seat.until(BoardCondition.WRONG)
    assert told[-1].detail == "board SIM-000001 counts 0 openings of door main, expected at least 2"
    assert not [event for event in told if isinstance(event, DoorIs | OpenedWhileOff)]
    for _ in range(3):
        seat.board.open(Door.MAIN)
        seat.board.close(Door.MAIN)
    seat.nothing_told()
    seat.stop()
    seat.start().until(BoardCondition.WRONG)
    seat.cabinet.adopt()
    assert DoorIs(Door.MAIN, False, 3) in seat.until(BoardCondition.READY)


def test_that_a_board_that_was_tampered_with_is_wrong_until_it_is_accepted(seat):
    seat.start().until(BoardCondition.READY)
    seat.board.tamper()
    assert "its case was opened or its memory failed" in seat.until(BoardCondition.WRONG)[-1].detail
    seat.cabinet.adopt()
    assert set(seat.until(BoardCondition.READY)[:-1]) == ALL_SHUT
    assert not seat.board.state.tampered


def test_that_a_low_battery_is_told_and_its_change_too(seat):
    seat.start().until(BoardCondition.READY)
    seat.board.battery(low=True)
    assert "battery is low" in seat.until(BoardCondition.BATTERY_LOW)[-1].detail
    seat.board.open(Door.MAIN)
    assert seat.next() == DoorIs(Door.MAIN, True, 1), "its doors are told as ever"
    seat.board.battery(low=False)
    seat.until(BoardCondition.READY)


def test_that_the_first_board_of_a_seat_that_has_a_history_must_be_accepted(seat):
    assert (
        "a technician must accept it" in seat.start(adopt_first=False).until(BoardCondition.WRONG)[-1].detail
    )
    seat.cabinet.adopt()
    seat.until(BoardCondition.READY)


def test_that_openings_without_power_are_told_once_and_never_again(seat):
    seat.start().until(BoardCondition.READY)
    seat.stop()
    seat.board.power_off()
    for _ in range(3):
        seat.board.open(Door.LOGIC)
        seat.board.close(Door.LOGIC)
    seat.board.power_on()
    told = seat.start().until(BoardCondition.READY)
    assert [event for event in told if isinstance(event, OpenedWhileOff)] == [
        OpenedWhileOff(Door.LOGIC, 3, 3)
    ]
    assert DoorIs(Door.LOGIC, False, 3) in told
    seat.stop()
    told = seat.start().until(BoardCondition.READY)
    assert not [event for event in told if isinstance(event, OpenedWhileOff)]


def test_that_a_far_end_that_floods_the_line_neither_stops_the_driver_nor_is_believed(seat):
    seat.start().until(BoardCondition.READY)
    for _ in range(20):
        seat.far.say(bytes(range(256)))
    seat.board.open(Door.MAIN)
    assert seat.next() == DoorIs(Door.MAIN, True, 1)


@settings(max_examples=6, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(st.lists(st.binary(min_size=1, max_size=80), min_size=1, max_size=8))
def test_that_fuzzed_bytes_on_the_line_neither_stop_the_driver_nor_move_a_door(seat, chunks):
    if seat.cabinet is None:
        seat.start().until(BoardCondition.READY)
    rest = list(chunks)
    answers = type(seat.line).answers
    seat.line.answers = lambda data: rest.pop() if rest else answers(seat.line, data)
    wait(lambda: not rest)
    seat.nothing_told()

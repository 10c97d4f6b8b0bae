"""What the driver makes of each answer, in one thread and with a clock in hand."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from kiosk.devices.cabinet import machine as core
from kiosk.devices.cabinet.driver import POLL_MS, Polls
from kiosk.devices.cabinet.framing import Frame, Reader, encode
from kiosk.devices.cabinet.line import RETRY_MS
from kiosk.devices.cabinet.memory import Kept
from kiosk.devices.cabinet.messages import STATE, BoardState, read_order, write_state
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

SHUT = BoardState("CB-1", "1.0", 7, counts=(5, 5, 5))
KEPT = Kept("CB-1", 7, (5, 5, 5))
MAIN_OPEN = replace(SHUT, open=frozenset({Door.MAIN}), counts=(6, 5, 5))


class Board:
    """A wire whose far end says what it is told to. ``says``: a state, bytes of an answer's data, or None."""

    def __init__(self, kept=KEPT, **how):
        self.says = SHUT
        self.now_ms = 0
        self.gone = False
        self.orders = []
        self.opened = 0
        self.told = []
        self.memory = Volatile(kept or Kept())
        self.polls = Polls(self._open, self.memory, self.told.append, clock_ms=lambda: self.now_ms, **how)

    def _open(self):
        if self.gone:
            raise OSError(19, "No such device")
        self.opened += 1
        return self

    def send(self, data, /):
        (request,) = Reader().feed(data)
        self.orders.append(read_order(request.data))
        self.answer = self._answer(request)

    def _answer(self, request):
        if self.says is None:
            return b""
        if isinstance(self.says, BoardState):
            shown = self.says.shown if self.says.shown != Lamp() else self.orders[-1].lamp
            return encode(Frame(STATE, request.sequence, write_state(replace(self.says, shown=shown))))
        return self.says(request)

    def receive(self, _within_s, /):
        answer, self.answer = self.answer, b""
        return answer

    def close(self):
        pass

    def poll(self, says=..., after_ms=POLL_MS):
        """What one poll tells."""
        self.now_ms += after_ms
        if says is not ...:
            self.says = says
        known = len(self.told)
        self.polls.poll(0)
        return self.told[known:]

    def ready(self):
        self.poll()
        assert self.polls.machine.condition is BoardCondition.READY
        return self


def test_that_nothing_is_told_of_a_board_that_has_not_changed():
    board = Board().ready()
    assert [board.poll() for _ in range(5)] == [[]] * 5


@pytest.mark.parametrize(("was", "counts", "now"), [*itertools.product([0, 1], [0, 1, 2], [0, 1])])
def test_that_every_way_of_a_door_between_two_polls_is_told_as_states_and_a_count(was, counts, now):
    first = MAIN_OPEN if was else replace(SHUT, counts=(6, 5, 5))
    board = Board(replace(KEPT, counts=(6, 5, 5)))
    board.poll(first)
    then = replace(SHUT, open=frozenset({Door.MAIN} if now else ()), counts=(6 + counts, 5, 5))
    told = [event for event in board.poll(then) if isinstance(event, DoorIs)]
    if counts:
        assert told == [
            *([DoorIs(Door.MAIN, False, 6)] if was else []),
            DoorIs(Door.MAIN, True, 6 + counts),
            *([] if now else [DoorIs(Door.MAIN, False, 6 + counts)]),
        ]
    else:
        assert told == ([] if was == now else [DoorIs(Door.MAIN, bool(now), 6)])
    assert board.memory.kept.counts == (6 + counts, 5, 5)
    assert board.poll() == []


def test_that_a_door_left_open_while_the_power_was_off_is_told_as_opened_and_open():
    told = Board().poll(MAIN_OPEN)
    assert told[:2] == [OpenedWhileOff(Door.MAIN, 1, 6), DoorIs(Door.MAIN, True, 6)]
    assert isinstance(told[-1], BoardIs)


def test_that_a_door_that_was_open_before_the_power_cut_is_told_under_its_old_number():
    told = Board(replace(KEPT, counts=(6, 5, 5))).poll(MAIN_OPEN)
    assert told[0] == DoorIs(Door.MAIN, True, 6)
    assert not [event for event in told if isinstance(event, OpenedWhileOff)]


def test_that_an_opening_that_the_board_did_not_count_is_told_and_the_board_is_wrong_from_then_on():
    board = Board().ready()
    told = board.poll(replace(SHUT, open=frozenset({Door.LOGIC})))
    assert told == [
        DoorIs(Door.LOGIC, True, 5),
        BoardIs(
            BoardCondition.WRONG, "board CB-1 did not count an opening of door logic: its count stays at 5"
        ),
    ]
    assert board.poll() == []
    assert Board(board.memory.kept).poll()[-1] == told[-1], "over a restart too"


@pytest.mark.parametrize("fewer", [(4, 5, 5), (5, 4, 5), (5, 5, 0)])
def test_that_a_count_that_went_down_is_wrong_and_kept_so(fewer):
    board = Board().ready()
    told = board.poll(replace(SHUT, counts=fewer))
    assert [type(event) for event in told] == [BoardIs]
    assert "expected at least 5" in told[0].detail
    assert board.poll(replace(SHUT, counts=(9, 9, 9))) == []
    assert board.memory.kept.counts == (5, 5, 5)


def test_that_starts_that_went_down_are_wrong_where_the_counts_say_nothing():
    board = Board(Kept("CB-1", 7))
    told = board.poll(BoardState("CB-1", "1.0", 1))
    assert told[-1] == BoardIs(BoardCondition.WRONG, "board CB-1 counts 1 starts, expected at least 7")


def test_that_the_right_board_is_believed_again_when_it_is_back():
    board = Board().ready()
    assert board.poll(replace(SHUT, serial="CB-2"))[-1].condition is BoardCondition.WRONG
    told = board.poll(replace(SHUT, counts=(5, 6, 5)))
    assert OpenedWhileOff(Door.LOGIC, 1, 6) in told
    assert told[-1].condition is BoardCondition.READY


def test_that_accepting_takes_what_the_board_says_and_all_states_follow():
    board = Board()
    board.poll(replace(SHUT, serial="CB-2", counts=(1, 2, 3), turned=frozenset({Key.SERVICE})))
    board.polls.adopt()
    assert board.memory.kept == Kept("CB-2", 7, (1, 2, 3)), "kept before it is told"
    assert board.poll() == [
        DoorIs(Door.MAIN, False, 1),
        DoorIs(Door.LOGIC, False, 2),
        DoorIs(Door.CASH_BOX, False, 3),
        KeyIs(Key.ATTENDANT, False),
        KeyIs(Key.SERVICE, True),
        BoardIs(BoardCondition.READY, "board CB-2, firmware 1.0"),
    ]


def test_that_accepting_does_nothing_to_a_board_that_is_well_silent_or_unreadable():
    board = Board().ready()
    board.polls.adopt()
    assert board.poll() == []
    for says in (lambda request: encode(Frame(STATE, request.sequence, b"\x02")), None):
        board.poll(says, after_ms=2_000)
        board.poll()
        board.poll()
        assert board.polls.machine.condition in (BoardCondition.WRONG, BoardCondition.SILENT)
        board.polls.adopt()
        assert board.memory.kept == KEPT
    assert board.poll(replace(SHUT, serial="CB-2"))[-1].condition is BoardCondition.WRONG


def test_that_the_tamper_flag_is_cleared_by_accepting_alone_and_only_once():
    tampered = replace(SHUT, tampered=True)
    board = Board()
    assert board.poll(tampered)[-1].condition is BoardCondition.WRONG
    board.poll()
    assert not any(order.clear for order in board.orders)
    board.polls.adopt()
    board.poll(SHUT)
    board.poll()
    assert [order.clear for order in board.orders[-2:]] == [True, False]
    assert board.polls.machine.condition is BoardCondition.READY


def test_that_a_tampered_board_is_never_accepted_by_itself():
    board = Board(Kept(), adopt_first=True)
    board.poll(replace(SHUT, tampered=True))
    board.poll()
    assert board.memory.kept == Kept()
    board.poll(SHUT)
    assert board.memory.kept == KEPT


def test_that_another_version_is_wrong_and_named():
    told = Board().poll(lambda request: encode(Frame(STATE, request.sequence, b"\x02rest")))
    assert told == [BoardIs(BoardCondition.WRONG, "the board cannot be read: protocol version 2: expected 1")]


def test_that_a_board_is_silent_after_a_second_and_three_requests_and_is_told_once():
    board = Board().ready()
    heard = board.now_ms
    told = []
    while not told:
        told = board.poll(None)
    assert [event.condition for event in told] == [BoardCondition.SILENT]
    assert 1_000 < board.now_ms - heard <= 1_000 + POLL_MS
    assert [board.poll() for _ in range(5)] == [[]] * 5
    assert len(board.poll(SHUT)) == 6, "every door and key, and that it is ready"


def test_that_a_seat_that_was_held_up_itself_does_not_call_its_board_silent():
    board = Board().ready()
    assert board.poll(None, after_ms=60_000) == []
    assert board.poll(SHUT) == []


def test_that_a_port_that_is_missing_is_told_at_once_and_tried_less_and_less():
    board = Board()
    board.gone = True
    assert board.poll() == [BoardIs(BoardCondition.SILENT, "the line is gone: No such device")]
    waits = []
    for _ in range(7):
        waits.append(board.polls.wait_ms)
        board.poll()
    assert waits == [*RETRY_MS, RETRY_MS[-1], RETRY_MS[-1]]
    board.gone = False
    assert board.poll()[-1].condition is BoardCondition.READY
    assert board.polls.wait_ms == POLL_MS


def test_that_a_port_that_stays_silent_is_opened_anew():
    board = Board().ready()
    for _ in range(20):
        board.poll(None)
    assert board.opened > 5


def test_that_an_answer_to_an_earlier_request_is_none():
    board = Board().ready()
    late = []
    board.poll(
        lambda request: late.append(encode(Frame(STATE, request.sequence, write_state(MAIN_OPEN)))) or b""
    )
    assert board.poll(lambda _: late[0]) == []
    assert (
        board.poll(lambda request: late[0] + encode(Frame(STATE, request.sequence, write_state(SHUT)))) == []
    )


def test_that_our_own_bytes_coming_back_are_no_answer():
    board = Board().ready()
    assert board.poll(lambda request: encode(request)) == []
    assert board.polls.machine.unanswered == 1


def test_that_an_alarm_lasts_from_the_moment_that_the_board_sounds_it():
    board = Board().ready()
    board.poll(MAIN_OPEN)
    board.poll(None)  # the request that orders it is lost
    board.poll(None)
    first = board.now_ms + POLL_MS
    sounded = []
    while not sounded or sounded[-1][1]:
        board.poll(MAIN_OPEN)
        sounded.append((board.now_ms, board.orders[-1].lamp.alarm))
    assert sounded[0] == (first, True)
    assert sounded[-1][0] - first >= core.ALARM_MS
    assert sounded[-1][0] - first <= core.ALARM_MS + POLL_MS


def test_that_an_alarm_that_the_board_forgets_begins_anew():
    board = Board().ready()
    board.poll(MAIN_OPEN)
    board.poll()
    again = board.now_ms + 1_000
    board.poll(
        replace(MAIN_OPEN, shown=Lamp(red=Light.ON)), after_ms=1_000
    )  # not sounding: it has just started
    while board.orders[-1].lamp.alarm:
        board.poll(MAIN_OPEN)
    assert board.now_ms - again >= core.ALARM_MS


def test_that_the_seats_own_alarm_goes_on_after_that_of_a_door():
    board = Board().ready()
    board.polls.show(Lamp(white=Light.ON, alarm=True))
    board.poll(MAIN_OPEN)
    for _ in range(30):
        board.poll()
    assert board.orders[-1].lamp == Lamp(white=Light.ON, alarm=True)


def test_that_a_door_that_moves_at_every_poll_tells_no_more_than_its_states():
    board = Board().ready()
    for n in range(1, 50):
        is_open = n % 2 == 1
        told = board.poll(
            replace(SHUT, open=frozenset({Door.MAIN} if is_open else ()), counts=(5 + 1_000 * n, 5, 5))
        )
        assert len(told) <= 3


wholes = st.builds(
    lambda sequence, data: encode(Frame(STATE, sequence, data)),
    st.integers(0, 0xFFFF),
    st.binary(max_size=57),
)


@given(st.lists(st.one_of(st.binary(max_size=120), wholes), max_size=12), st.integers(1, 5))
def test_that_no_bytes_on_the_line_raise_or_move_a_door(chunks, after):
    board = Board().ready()
    for chunk in chunks:
        told = board.poll(lambda _, chunk=chunk: chunk, after_ms=POLL_MS * after)
        assert not [event for event in told if not isinstance(event, BoardIs)]
    told = board.poll(SHUT)
    assert all(event.open is False and event.count == 5 for event in told if isinstance(event, DoorIs))
    assert board.memory.kept == KEPT


@given(st.binary(max_size=57))
def test_that_an_answer_that_says_what_it_cannot_is_wrong_in_words_and_moves_no_door(data):
    board = Board().ready()
    told = board.poll(lambda request: encode(Frame(STATE, request.sequence, data)))
    assert [(event.condition, "expected" in event.detail) for event in told] == [(BoardCondition.WRONG, True)]

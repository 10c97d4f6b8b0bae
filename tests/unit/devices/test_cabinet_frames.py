"""Frames and messages of the door board: what goes in comes out, and nothing else does."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.devices.cabinet.framing import LONGEST, OVERHEAD, Frame, Reader, crc, encode
from kiosk.devices.cabinet.messages import (
    POLL,
    STATE,
    BoardState,
    NotUnderstood,
    Order,
    read_order,
    read_state,
    write_order,
    write_state,
)
from kiosk.devices.cabinet.port import Door, Key, Lamp, Light

DOCS = Path(__file__).parents[3] / "docs" / "cabinet.md"

names = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=8)
lamps = st.builds(Lamp, *[st.sampled_from(Light)] * 3, st.booleans())
u32 = st.integers(0, 0xFFFF_FFFF)
states = st.builds(
    BoardState,
    serial=names,
    firmware=names,
    boots=u32,
    open=st.frozensets(st.sampled_from(Door)),
    turned=st.frozensets(st.sampled_from(Key)),
    battery_low=st.booleans(),
    tampered=st.booleans(),
    counts=st.tuples(u32, u32, u32),
    shown=lamps,
)
frames = st.builds(
    Frame, st.integers(0, 0xFF), st.integers(0, 0xFFFF), st.binary(max_size=LONGEST - OVERHEAD)
)
STATE_BYTES = write_state(BoardState("CB-1", "1.0", 1))


def test_that_the_crc_is_the_one_that_the_books_list():
    assert crc(b"123456789") == 0x29B1


@given(st.lists(frames, max_size=5), st.data())
def test_that_frames_come_whole_however_the_line_cuts_them(sent, data):
    whole, reader, found = b"".join(map(encode, sent)), Reader(), []
    while whole:
        size = data.draw(st.integers(1, len(whole)))
        found += reader.feed(whole[:size])
        whole = whole[size:]
    assert found == sent
    assert reader.skipped == 0


@given(frames, st.integers(0), st.integers(1, 0xFFFF))
def test_that_a_frame_with_a_burst_of_wrong_bits_is_none(frame, at, burst):
    whole = encode(frame)
    shift = at % (len(whole) * 8 - 15)
    wrong = (int.from_bytes(whole, "big") ^ burst << shift).to_bytes(len(whole), "big")
    assert frame not in Reader().feed(wrong)


@given(st.binary(max_size=20).filter(lambda noise: b"\xa5" not in noise), frames)
def test_that_a_frame_is_found_behind_noise_and_the_noise_is_counted(noise, frame):
    reader = Reader()
    assert reader.feed(noise + encode(frame)) == [frame]
    assert reader.skipped == len(noise)


@given(st.binary(max_size=3_000))
def test_that_no_bytes_upset_the_reader_and_it_keeps_less_than_a_frame(data):
    reader = Reader()
    for frame in reader.feed(data):
        assert encode(frame) in data
    assert len(reader._pending) < LONGEST


@pytest.mark.parametrize("frame", [Frame(256, 0), Frame(1, -1), Frame(1, 0x1_0000), Frame(1, 0, bytes(58))])
def test_that_what_no_frame_holds_is_refused(frame):
    with pytest.raises(ValueError, match="expected at most FF, FFFF and 57 bytes"):
        encode(frame)


@given(states)
def test_that_a_state_comes_out_as_it_went_in(state):
    assert read_state(write_state(state)) == state
    encode(Frame(STATE, 0, write_state(state)))


@given(lamps, st.booleans())
def test_that_an_order_comes_out_as_it_went_in(lamp, clear):
    assert read_order(write_order(Order(lamp, clear))) == Order(lamp, clear)


@given(st.binary(max_size=60), st.booleans())
def test_that_a_state_is_read_whole_or_refused_in_words(data, versioned):
    data = b"\x01" + data if versioned else data
    for read, write in ((read_state, write_state), (read_order, write_order)):
        try:
            found = read(data)
        except NotUnderstood as error:
            words = str(error)
        else:
            words = "expected"
            assert write(found) == data
        assert "expected" in words


@pytest.mark.parametrize(
    ("at", "byte", "words"),
    [
        (0, 2, "protocol version 2: expected 1"),
        (1, 0x20, "serial"),
        (1, 0xFF, "serial"),
        (13, 0x07, "firmware"),
        (25, 0x20, "inputs 0x20"),
        (26, 0x04, "flags 0x04"),
        (39, 4, "outputs 4 0 0 0"),
        (42, 2, "outputs 0 0 0 2"),
    ],
)
def test_that_a_state_with_a_byte_out_of_range_is_refused_by_name(at, byte, words):
    with pytest.raises(NotUnderstood, match=words):
        read_state(STATE_BYTES[:at] + bytes((byte,)) + STATE_BYTES[at + 1 :])


@pytest.mark.parametrize("data", [b"", STATE_BYTES[:-1], STATE_BYTES + b"\0"])
def test_that_a_state_of_another_length_is_refused(data):
    with pytest.raises(NotUnderstood):
        read_state(data)


@pytest.mark.parametrize(
    "state",
    [
        BoardState("", "1.0", 1),
        BoardState("THIRTEEN-SIGN", "1.0", 1),
        BoardState("CB 1", "1.0", 1),
        BoardState("CB-1", "1.0", 1 << 32),
        BoardState("CB-1", "1.0", 1, counts=(0, -1, 0)),
    ],
)
def test_that_a_state_that_no_answer_holds_is_not_written(state):
    with pytest.raises(ValueError, match=r"expected|board CB-1"):
        write_state(state)


def test_that_the_frames_in_the_document_are_the_ones_that_are_sent():
    written = [bytes.fromhex(line) for line in re.findall(r"(?m)^    (A5 [0-9A-F ]+)$", DOCS.read_text())]
    lamp = Lamp(white=Light.SLOW_BLINK, amber=Light.ON, alarm=True)
    state = BoardState(
        serial="CB-000123",
        firmware="1.0.2",
        boots=17,
        open=frozenset({Door.MAIN}),
        turned=frozenset({Key.SERVICE}),
        battery_low=True,
        counts=(42, 3, 300),
        shown=lamp,
    )
    request, answer = Frame(POLL, 0x1234, write_order(Order(lamp))), Frame(STATE, 0x1234, write_state(state))
    assert written == [encode(request), encode(answer)]
    assert read_state(answer.data) == state

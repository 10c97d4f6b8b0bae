"""Messages of the reading shoe: what goes in comes out, and nothing else does."""

import re
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.cards import DECK, JOKER, WITH_JOKER
from kiosk.devices.cabinet.framing import Frame, Reader, encode
from kiosk.devices.cabinet.messages import NotUnderstood
from kiosk.devices.shoe.messages import (
    COVER,
    MOST_READS,
    POLL,
    STATE,
    TOGETHER,
    UNREAD,
    Order,
    Place,
    Read,
    ShoeState,
    read_order,
    read_state,
    write_order,
    write_state,
)
from kiosk.devices.shoe.port import ShoeCondition

DOCS = Path(__file__).parents[3] / "docs" / "shoe.md"
FAULTS = (ShoeCondition.LID_OPEN, ShoeCondition.JAM, ShoeCondition.EMPTY)

names = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), min_size=1, max_size=8)
u32 = st.integers(0, 0xFFFF_FFFF)
reads = st.builds(
    Read, st.sampled_from((*range(len(WITH_JOKER)), COVER, TOGETHER, UNREAD)), st.sampled_from(Place)
)
states = st.builds(
    ShoeState,
    serial=names,
    firmware=names,
    boots=u32,
    faults=st.frozensets(st.sampled_from(FAULTS)),
    first=st.integers(1, 0xFFFF_FFFF),
    reads=st.lists(reads, max_size=MOST_READS).map(tuple),
)
orders = st.builds(Order, u32, st.integers(0, 0xFFFF), st.integers(0, 0xFF))
STATE_0 = ShoeState("SH-1", "1", 1)


@given(states, st.integers(0, 0xFFFF))
def test_that_an_answer_says_what_was_meant(state, number):
    frames = Reader().feed(encode(Frame(STATE, number, write_state(state))))
    assert [(frame.code, frame.sequence) for frame in frames] == [(STATE, number)]
    assert read_state(frames[0].data) == state


@given(orders)
def test_that_a_request_says_what_was_meant(order):
    assert read_order(write_order(order)) == order


@given(st.binary(max_size=60))
def test_that_whatever_comes_is_read_or_not_understood(data):
    for read in (read_state, read_order):
        with suppress(NotUnderstood):
            assert read(data) is not None


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        (0, 2, "protocol version 2: expected 1"),
        (25, 0x08, "flags 0x08"),
        (29, 0, "number 0 of the first card"),
        (30, 2, "2 cards: expected two bytes for each"),
        (31, 0x35, "card 0x35: expected 0x00 to 0x34"),
        (32, 3, "place 0x03"),
        (1, 0x20, "serial"),
    ],
)
def test_that_a_value_out_of_range_is_named(at, value, said):
    data = bytearray(write_state(ShoeState("X", "1", 1, reads=(Read(0),))))
    data[at] = value
    with pytest.raises(NotUnderstood, match=re.escape(said)):
        read_state(bytes(data))


def test_that_what_no_answer_holds_is_refused():
    with pytest.raises(ValueError, match="11 cards in one answer"):
        write_state(ShoeState("X", "1", 1, reads=(Read(0),) * 11))
    with pytest.raises(ValueError, match="name ''"):
        write_state(ShoeState("", "1", 1))
    with pytest.raises(ValueError, match="state of shoe X"):
        write_state(ShoeState("X", "1", 1 << 32))


def test_that_the_cards_are_in_the_order_of_the_document():
    assert [Read(code).card for code in (0, 1, 2, 3, 4, 51)] == ["2c", "2d", "2h", "2s", "3c", "As"]
    assert Read(0x34).card == JOKER
    assert Read(UNREAD).card == Read(TOGETHER).card == Read(COVER).card == ""


def test_that_the_frames_of_the_document_are_true():
    order, state = (
        bytes.fromhex(line) for line in re.findall(r"^    (A5 .+)$", DOCS.read_text(), re.MULTILINE)
    )
    assert order == encode(Frame(POLL, 0x1234, write_order(Order(12, 1285, 1))))
    told = ShoeState("SH-000042", "2.1", 7, first=13, reads=(Read(DECK.index("Ks")),))
    assert state == encode(Frame(STATE, 0x1234, write_state(told)))

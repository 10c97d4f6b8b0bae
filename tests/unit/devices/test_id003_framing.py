"""Frames of ID-003 over a line that garbles, cuts and joins bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.devices.notes.id003.codes import Worth, read_currency, write_currency
from kiosk.devices.notes.id003.framing import Frame, Reader, crc, encode
from kiosk.devices.notes.id003.memory import FileDriverMemory
from kiosk.faults import EnvironmentFault

frames = st.builds(Frame, st.integers(0, 255), st.binary(max_size=40))


def test_that_the_crc_is_the_published_one():
    # The check value of CRC-16/KERMIT in the catalogues of CRCs.
    assert crc(b"123456789") == 0x2189


def test_that_a_status_request_has_its_known_bytes():
    assert encode(Frame(0x11)) == bytes.fromhex("FC 05 11 27 56")


@given(st.lists(frames, max_size=5), st.integers(1, 7))
def test_that_frames_come_out_as_they_went_in_however_the_bytes_are_cut(wanted, step):
    stream, reader = b"".join(encode(frame) for frame in wanted), Reader()
    found = [frame for at in range(0, len(stream), step) for frame in reader.feed(stream[at : at + step])]
    assert found == wanted
    assert reader.skipped == 0


@given(frames, st.integers(0, 44), st.integers(0, 7))
def test_that_a_frame_with_a_flipped_bit_is_not_told(frame, at, bit):
    whole = bytearray(encode(frame))
    whole[at % len(whole)] ^= 1 << bit
    assert frame not in Reader().feed(bytes(whole))


@given(st.binary(max_size=60).filter(lambda data: 0xFC not in data), frames)
def test_that_a_frame_after_noise_is_found(noise, frame):
    reader = Reader()
    assert reader.feed(noise + encode(frame)) == [frame]
    assert reader.skipped == len(noise)


@given(st.binary(max_size=400))
def test_that_no_bytes_stop_the_reader(data):
    reader = Reader()
    reader.feed(data)
    reader.clear()
    assert reader.feed(encode(Frame(0x11))) == [Frame(0x11)]


def test_that_a_frame_that_is_too_long_is_refused():
    with pytest.raises(ValueError, match="at most 250"):
        encode(Frame(0x11, bytes(251)))


def test_that_the_currency_table_is_read_as_it_is_written():
    worth = {0x62: 500, 0x63: 1_000, 0x64: 2_000, 0x65: 5_000, 0x66: 10_000, 0x67: 100_000}
    found = read_currency(write_currency(worth, 1))
    assert found == {code: Worth(cents, 1) for code, cents in worth.items()}


def test_that_a_currency_table_that_is_not_made_of_entries_is_refused():
    with pytest.raises(ValueError, match="currency assignment of 3 bytes"):
        read_currency(b"\x62\x01\x05")


@pytest.mark.parametrize(
    "entry",
    [
        pytest.param(b"\x50\x01\x05\x00", id="a code of no note"),
        pytest.param(b"\x69\x01\x05\x00", id="a ninth note"),
        pytest.param(b"\x63\x01\x05\x09", id="an exponent that no note has"),
        pytest.param(b"\x63\x01\x00\x00", id="unused"),
        pytest.param(b"\x63\x01\x05\x00\x63\x01\x0a\x00", id="a code with two meanings"),
        pytest.param(b"\x63\x01\x05\x00\x63\x01\x05\x09", id="a code with a meaning and none"),
        pytest.param(b"\x63\x01\x05\x00\x63\x02\x05\x00", id="a code with two countries"),
    ],
)
def test_that_only_what_a_currency_table_says_clearly_is_used(entry):
    assert read_currency(entry + b"\x62\x01\x05\x00") == {0x62: Worth(500, 1)}


@pytest.mark.parametrize(
    "data", [b"{", b"[]", b'{"item":5}', b'{"stacked":{"serial":"\xff\xfe"}}', b'{"color":1}']
)
def test_that_a_damaged_memory_is_refused_by_name(tmp_path, data):
    path = tmp_path / "acceptor-driver.json"
    path.write_bytes(data)
    with pytest.raises(EnvironmentFault, match=r"acceptor-driver\.json"):
        FileDriverMemory(path).load()

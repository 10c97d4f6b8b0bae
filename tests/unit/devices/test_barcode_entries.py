"""What a barcode reader or a hand enters: a whole validation number, or the reason why it is none."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.devices.reader.serial import Lines
from kiosk.tickets import number as numbers
from kiosk.tickets.scan import LONGEST, Bad, Marks, Scanned, Unread, read_entry

digits = st.text("0123456789", min_size=17, max_size=17)
MARKS = Marks("~", "#")


def whole(body):
    return body + numbers.check_digit(body)


@given(digits)
def test_that_a_number_is_read_in_every_way_in_which_it_is_printed(body):
    number = whole(body)
    for text in (number, f" {number} ", numbers.grouped(number), number[:9] + " " + number[9:]):
        assert read_entry(text) == Scanned(number)


@given(digits, st.integers(0, 17), st.integers(1, 9))
def test_that_a_wrong_digit_is_named(body, at, more):
    number = whole(body)
    wrong = number[:at] + str((int(number[at]) + more) % 10) + number[at + 1 :]
    assert read_entry(wrong).why is Bad.WRONG_CHECK_DIGIT


@given(digits, st.integers(0, 16))
def test_that_swapped_neighbours_are_named(body, at):
    number = whole(body)
    if number[at] != number[at + 1]:
        swapped = number[:at] + number[at + 1] + number[at] + number[at + 2 :]
        assert read_entry(swapped).why is Bad.WRONG_CHECK_DIGIT


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", Bad.NOT_DIGITS),
        ("hello", Bad.NOT_DIGITS),
        ("١٢٣٤٥٦٧٨٩٠١٢٣٤٥٦٧٨", Bad.NOT_DIGITS),
        ("1234", Bad.WRONG_LENGTH),
        ("1" * 19, Bad.WRONG_LENGTH),
        ("1" * (LONGEST + 1), Bad.TOO_LONG),
    ],
)
def test_that_what_is_no_number_is_refused_with_the_reason(text, why):
    assert read_entry(text).why is why


@given(digits)
def test_that_with_marks_a_scan_is_told_from_a_hand_and_a_part_of_one_is_refused(body):
    number = whole(body)
    assert read_entry(f"~{number}#", MARKS) == Scanned(number)
    assert read_entry(number, MARKS) == Scanned(number, typed=True)
    assert read_entry(f"~{number}", MARKS).why is Bad.CUT_OFF
    assert read_entry(f"{number}#", MARKS).why is Bad.CUT_OFF


@given(st.text(max_size=80), st.sampled_from([Marks(), MARKS, Marks("1"), Marks(suffix="9")]))
def test_that_no_entry_stops_the_reader_or_shows_a_number_whole(text, marks):
    found = read_entry(text, marks)
    if isinstance(found, Scanned):
        assert numbers.is_valid(found.number)
    else:
        assert sum(sign.isdigit() for sign in found.text) <= 4


@given(st.lists(digits, min_size=1, max_size=4), st.integers(1, 9), st.sampled_from([b"\r", b"\n", b"\r\n"]))
def test_that_lines_come_whole_however_they_are_cut(bodies, step, end):
    sent = [whole(body) for body in bodies]
    stream, lines = b"".join(number.encode() + end for number in sent), Lines()
    found = [entry for at in range(0, len(stream), step) for entry in lines.feed(stream[at : at + step])]
    assert found == [Scanned(number) for number in sent]


@given(st.binary(max_size=300))
def test_that_no_bytes_stop_the_lines(data):
    lines = Lines()
    lines.feed(data)
    lines.cut_off()
    good = whole("12345678901234567")
    assert lines.feed(good.encode() + b"\r") == [Scanned(good)]


def test_that_a_line_without_an_end_is_told_as_cut_off():
    lines = Lines()
    assert lines.feed(b"1234567") == []
    assert lines.cut_off() == [Unread(Bad.CUT_OFF, "•••4567")]
    assert lines.cut_off() == []


def test_that_a_flood_is_told_once():
    lines = Lines()
    assert lines.feed(b"9" * 5_000 + b"\n") == [Unread(Bad.TOO_LONG)]

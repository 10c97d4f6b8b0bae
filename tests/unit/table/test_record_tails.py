"""The tail of a record, where its signature stands: taken off by every reader, and nothing else may stand there."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.table import records as r
from kiosk.table.history import known, life_in
from kiosk.table.log import Entry
from kiosk.table.signature import MOST_NAME, MOST_TAIL, Parts, is_again, joined, parted

CLOSED = r.BetsClosed(round=1)
RECORD = r.encode(CLOSED)
NAMES = st.from_regex(r"[A-Za-z0-9][A-Za-z0-9.-]{0,63}", fullmatch=True)
SIGNATURES = st.binary(min_size=64, max_size=64)
SIGNATURE = bytes(range(64))
SIGNED = joined(RECORD, "T.console", SIGNATURE)


@given(NAMES, SIGNATURES, st.integers(1, 2**53), st.text(max_size=64))
def test_that_record_name_and_signature_come_back(name, signature, number, by):
    record = r.encode(r.BetsClosed(round=number, by=by))
    value = joined(record, name, signature)
    assert parted(value) == Parts(record, name, signature)
    assert r.decode(value) == r.decode(record) == r.BetsClosed(round=number, by=by)
    assert len(value) - len(record) <= MOST_TAIL


def test_that_a_record_without_a_tail_is_read_as_before():
    assert parted(RECORD) == Parts(RECORD)
    assert r.decode(RECORD) == CLOSED


@pytest.mark.parametrize(
    "value",
    [
        RECORD + b"\n",
        RECORD + b" ",
        RECORD + b"\r",
        b"\n" + RECORD,
        SIGNED + b"\n",
        SIGNED + b" ",
        SIGNED[:-1],
        SIGNED.replace(b"\n", b" \n"),
        SIGNED.replace(b"\n", b"\n\n"),
        SIGNED.replace(b" ", b"  "),
        SIGNED.replace(b"T.console", b""),
        SIGNED.replace(b"T.console", b".console"),
        SIGNED.replace(b"T.console", b"T/console"),
        SIGNED.replace(b"T.console", b"T" * (MOST_NAME + 1)),
        SIGNED.replace(b"T.console", "T.könig".encode()),
        joined(RECORD, "T.console", SIGNATURE[:-1]),
        joined(RECORD, "T.console", SIGNATURE + b"\0"),
        joined(SIGNED, "T.console", SIGNATURE),
        RECORD + SIGNED,
        SIGNED[SIGNED.index(b"\n") :],
    ],
)
def test_that_anything_else_behind_a_record_is_refused(value):
    with pytest.raises(r.BadRecord):
        r.decode(value)


def test_that_a_signature_has_one_spelling():
    """Four bits of the last sign of base64 say nothing: set, they would be another value with the same signature."""
    assert SIGNED.endswith(b"w==")
    with pytest.raises(r.BadRecord, match="behind the record"):
        r.decode(SIGNED.removesuffix(b"w==") + b"x==")


def test_that_the_limit_of_a_record_holds_without_its_tail():
    largest = b'{"type":"BetsClosed","v":1,"round":' + b" " * r.MAX_RECORD_BYTES
    largest = largest[: r.MAX_RECORD_BYTES - 2] + b"1}"
    assert r.decode(joined(largest, "T.console", SIGNATURE)) == CLOSED
    with pytest.raises(r.BadRecord, match=f"{r.MAX_RECORD_BYTES + 1} bytes"):
        r.decode(joined(largest.replace(b"  1", b"   1"), "T.console", SIGNATURE))


def test_that_a_life_of_the_log_is_found_in_a_signed_record():
    life = r.LogLife(life=2, log="ab", by="Mia", reason="put back")
    entry = Entry(7, "etg/T/round/life/00000002", joined(r.encode(life), "T.console", SIGNATURE))
    assert life_in(entry) == life


def test_that_a_reader_remembers_the_signature_with_the_record():
    signed = Entry(7, "etg/T/round/1/3", SIGNED)
    assert known(signed) != known(Entry(7, signed.key, RECORD))


def test_what_is_the_same_record_written_again():
    renewed = joined(RECORD, "T.console", bytes(64))
    assert is_again(SIGNED, SIGNED)
    assert is_again(SIGNED, renewed)
    assert is_again(b"x\ny", b"x\ny")
    assert not is_again(SIGNED, joined(RECORD, "T.spare-console", SIGNATURE))
    assert not is_again(SIGNED, joined(r.encode(r.BetsClosed(round=2)), "T.console", SIGNATURE))
    assert not is_again(SIGNED, RECORD)
    assert not is_again(b"x\ny", b"x\nz")

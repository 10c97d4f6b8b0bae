"""Compiled code is compared with its source without being executed or trusted."""

import marshal
import random
import struct
import subprocess
import sys
from importlib.util import MAGIC_NUMBER
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import kiosk
from kiosk.integrity.compiled import source_of, why_not
from kiosk.integrity.marshalled import Malformed, plain

SOURCE = b'''
"""Every kind of constant that the compiler writes."""
from __future__ import annotations
import os as system

LIMIT, HUGE, RATE, WAVE = 70_000, 2**200, 1.5, 2j
NAMES = ("a", ("b", b"c", None, ..., True, False), "\xc3\xa9", "\xe5\xa4\xa7", "x" * 300)

class Seat:
    def play(self, stake: int, *more, round=1):
        try:
            return {one for one in more if one in {"big", "small", 3, (4, 5)}}
        except ValueError:
            yield lambda: stake
'''
HEADER = MAGIC_NUMBER + bytes(12)
FRESH = marshal.dumps(compile(SOURCE, "seat.py", "exec", dont_inherit=True, optimize=0))


def long(value):
    return struct.pack("<i", value)


def test_that_compiled_code_of_another_process_is_taken(tmp_path):
    """References and the order of sets differ between processes; over our whole package some of them do."""
    where = "import sys, py_compile; py_compile.compile(sys.argv[1], sys.argv[2], optimize=int(sys.argv[3]))"
    files = random.Random(7).sample(sorted(Path(kiosk.__file__).parent.rglob("*.py")), 4)
    (tmp_path / "every.py").write_bytes(SOURCE)
    for source in (*files, tmp_path / "every.py"):
        for level in (0, 2):
            words = [sys.executable, "-c", where, source, tmp_path / "out.pyc", str(level)]
            subprocess.run(words, check=True, timeout=30)
            assert why_not((tmp_path / "out.pyc").read_bytes(), source.read_bytes(), level) is None


def test_that_references_and_the_source_s_name_make_no_difference():
    code = compile(SOURCE, "/somewhere/else.py", "exec", dont_inherit=True, optimize=0)
    for version in (2, 3, 4):  # 2 has no references
        if version > 2:  # before 3 the compiler's short forms were others
            assert plain(marshal.dumps(code, version)) == plain(FRESH)
    assert why_not(HEADER + marshal.dumps(code), SOURCE, 0) is None


def test_that_other_code_is_told():
    other = marshal.dumps(compile(SOURCE.replace(b"70_000", b"70_001"), "seat.py", "exec"))
    assert why_not(HEADER + other, SOURCE, 0) == "it is not what Python makes of its source"


def test_that_code_of_another_optimisation_is_told():
    source = b"assert limit\n"
    code = marshal.dumps(compile(source, "a.py", "exec", optimize=1))
    assert why_not(HEADER + code, source, 1) is None
    assert why_not(HEADER + code, source, 0) is not None


@given(st.data())
def test_that_a_changed_byte_is_found_or_python_reads_the_same_code(data):
    at = data.draw(st.integers(0, len(FRESH) - 1))
    other = FRESH[:at] + bytes([FRESH[at] ^ data.draw(st.integers(1, 255))]) + FRESH[at + 1 :]
    if why_not(HEADER + other, SOURCE, 0) is None:
        assert marshal.loads(other) == marshal.loads(FRESH)  # noqa: S302 - a bit that no reader heeds


@given(st.binary(max_size=200), st.integers(0, len(FRESH)))
@example(b"", len(FRESH) - 1)
@example(b"\0", len(FRESH))
def test_that_damaged_code_is_refused(tail, kept):
    data = FRESH[:kept] + tail
    if data != FRESH:
        assert why_not(HEADER + data, SOURCE, 0) is not None


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "ends early"),
        (b"(" + long(2**31 - 1), "items are promised"),
        (b"(" + long(-1), "items are promised"),
        (b"s" + long(2**31 - 1), "bytes are promised"),
        (b"s" + long(-5), "bytes are promised"),
        (b"u" + long(1) + b"\xff", "damaged"),
        (b")\1" * 50_000, "nested"),
        (b"r" + long(0), "leads nowhere"),
        (b"\xa9\1r" + long(0), "leads nowhere"),  # a tuple that holds itself
        (b"\xce", "marked as shared"),
        (b"{0", "none that the compiler writes"),
        (b"[" + long(0), "none that the compiler writes"),
        (b"NN", "after its end"),
    ],
)
def test_that_hostile_bytes_are_refused_with_the_reason(data, reason):
    with pytest.raises(Malformed, match=reason):
        plain(data)


def test_that_little_data_cannot_become_endless():
    """Tuples of two references to the one before: 60 of them would be 2**60 items."""
    data, inner = b"\xa9\0", 0
    for number in range(60):
        inner = number
        data += b"\xa9\2r" + long(inner) + b"r" + long(inner)
    with pytest.raises(Malformed, match="items"):
        plain(b">" + long(61) + data)


def test_that_one_is_not_true_and_text_is_not_bytes():
    forms = [plain(marshal.dumps(value)) for value in (1, True, 1.0, "1", b"1", ("1",), 0.0, -0.0, None, ...)]
    assert len(set(map(repr, forms))) == len(forms)
    assert all(one != other for one in forms for other in forms if one is not other)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("__pycache__/cli.cpython-311.pyc", ("cli.py", 0)),
        ("a/b/__pycache__/cli.cpython-311.opt-2.pyc", ("a/b/cli.py", 2)),
        ("__pycache__/two.dots.cpython-311.opt-1.pyc", ("two.dots.py", 1)),
        ("__pycache__/cli.cpython-312.pyc", None),
        ("__pycache__/cli.cpython-311.opt-3.pyc", None),
        ("__pycache__/cli.pyc", None),
        ("__pycache__/.pyc", None),
        ("__pycache__/cli.cpython-311-pytest-9.pyc", None),
    ],
)
def test_that_only_names_that_this_python_gives_have_a_source(path, expected):
    assert source_of(path) == expected


def test_that_code_of_another_python_and_a_source_without_code_are_told():
    assert why_not(bytes(16) + FRESH, SOURCE, 0) == "it is of another Python"
    assert why_not(HEADER[:-1], SOURCE, 0) is not None
    assert "cannot be compiled" in why_not(HEADER + FRESH, b"def (:\n", 0)
    assert "cannot be compiled" in why_not(HEADER + FRESH, b"a\0b", 0)

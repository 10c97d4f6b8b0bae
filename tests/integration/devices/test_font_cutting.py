"""Fonts are cut down to what a ticket prints; the large ones in a process of their own, where one can be had."""

import io
import subprocess

import pytest
from fontTools.ttLib import TTFont

from kiosk.devices.printer import fonts
from kiosk.devices.printer.fonts import FontsMissing, ticket_fonts, with_signs

SIGNS = frozenset("TICKET 票券 0123456789")


@pytest.fixture(autouse=True)
def nothing_kept():
    with_signs.cache_clear()
    yield
    with_signs.cache_clear()


def signs_of(file):
    with TTFont(io.BytesIO(file)) as font:
        return {chr(code) for code in font.getBestCmap()}


def test_that_the_chinese_collection_is_never_read_by_the_seats_own_process(monkeypatch):
    face = ticket_fonts().chinese  # found before: a look at the names of the collection is all that takes
    monkeypatch.setattr(fonts, "_cut", lambda *_: pytest.fail("the collection was read here"))
    assert signs_of(with_signs(face, SIGNS)) == SIGNS


@pytest.mark.parametrize(
    "fault", [OSError("no more processes"), subprocess.TimeoutExpired("cutter", 60)], ids=["none", "late"]
)
def test_that_a_machine_without_another_process_cuts_here(monkeypatch, fault):
    def refuse(*_words, **_more):
        raise fault

    monkeypatch.setattr(subprocess, "run", refuse)
    assert signs_of(with_signs(ticket_fonts().chinese, SIGNS)) == SIGNS


def test_that_a_damaged_collection_is_named(tmp_path):
    broken = tmp_path / "broken.ttc"
    broken.write_bytes(b"ttcf")
    with pytest.raises(FontsMissing, match=r"broken\.ttc.*expected a readable font"):
        with_signs(fonts.FontFace(broken), SIGNS)

"""docs/architecture.md: its picture is that of the imports, its rooms are those of the contract, and it stays short."""

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/architecture.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def script():
    spec = importlib.util.spec_from_file_location("make_architecture", ROOT / "docs/make_architecture.py")
    loaded = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(loaded)
    return loaded


def test_that_the_picture_is_that_of_the_imports(script):
    assert script.PICTURE.read_text(encoding="utf-8") == script.picture(), "draw it again: make architecture"


def test_that_no_arrow_points_up_or_beside(script):
    floor_of = {room: floor for floor, row in enumerate(script.floors()) for room in row}
    drawn = script.arrows(list(floor_of))
    assert {room for arrow in drawn for room in arrow} == set(floor_of)
    assert [arrow for arrow in sorted(drawn) if floor_of[arrow[0]] >= floor_of[arrow[1]]] == []


def test_that_the_page_has_a_line_for_each_room_in_the_order_of_the_floors(script):
    found = re.findall(r"^\| `kiosk/(\w+)[/.]", PAGE, re.MULTILINE)
    assert found == [room for row in script.floors() for room in row]


def test_that_the_page_is_read_in_a_few_minutes():
    assert len(PAGE.splitlines()) < 120

"""The files that a table starts from: a damaged or strange one is refused by name, key, value and what is expected."""

import json
import shutil
import tomllib

import pytest

from kiosk.app.machine import read_rules
from kiosk.faults import EnvironmentFault
from kiosk.resources import data_dir


@pytest.fixture
def layouts(tmp_path):
    """A folder of layouts that a test may damage."""
    shutil.copytree(data_dir("layouts"), tmp_path / "layouts")
    return tmp_path / "layouts"


def toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(found)}" for key, found in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def change(layouts, file, path, changed):
    """Rewrite one key of one file; `changed` is told the parent and the key."""
    written = tomllib.loads((layouts / "sicbo" / file).read_text())
    parent = written
    for key in path[:-1]:
        parent = parent[key]
    changed(parent, path[-1])
    text = "\n".join(f"{json.dumps(key)} = {toml(found)}" for key, found in written.items())
    (layouts / "sicbo" / file).write_text(text)


def refusal(layouts, layout="B"):
    with pytest.raises(EnvironmentFault) as caught:
        read_rules(layout, layouts)
    assert caught.value.way_out
    return str(caught.value)


def paths(file):
    def walk(value, path):
        for key, found in value.items() if isinstance(value, dict) else ():
            yield (*path, key)
            yield from walk(found, (*path, key))

    return list(walk(tomllib.loads((data_dir("layouts") / "sicbo" / file).read_text()), ()))


def name_of(path):
    return ".".join(path)


LIMITS = paths("limits.toml")
LAYOUT = paths("b.toml")
PAY_TABLE = paths("pay-table-2.toml")


def test_that_the_installed_files_are_read(layouts):
    for name in "abC":
        rules = read_rules(name, layouts)
        assert rules.layout.name == name.upper()
        assert rules.limits.limits().unit == 100


def test_that_a_file_written_by_these_tests_reads_back_alike(layouts):
    before = read_rules("B", layouts).limits
    change(layouts, "limits.toml", ("unit",), lambda parent, key: parent.update({key: 100}))
    assert read_rules("B", layouts).limits == before


@pytest.mark.parametrize(
    "name", ["D", "", " A", "A.toml", "../sicbo/a", "PAY-TABLE-1", "A\x00", "Ä", "A" * 300]
)
def test_that_an_unknown_layout_is_refused_by_name(layouts, name):
    assert f'layout "{name.upper()}" is unknown' in refusal(layouts, name)


def test_that_another_file_of_the_folder_is_no_layout(layouts):
    assert "limits.toml: " in refusal(layouts, "limits")


@pytest.mark.parametrize("file", ["b.toml", "pay-table-2.toml", "limits.toml"])
@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"unit = ", b"= 1", b"[[[", b"\x00" * 100, b"name = 1\nname = 2"], ids=repr
)
def test_that_a_file_that_is_no_such_toml_is_refused_by_its_name(layouts, file, content):
    (layouts / "sicbo" / file).write_bytes(content)
    found = refusal(layouts)
    assert file in found


@pytest.mark.parametrize("file", ["b.toml", "pay-table-2.toml", "limits.toml"])
def test_that_a_file_that_is_not_there_is_refused_by_its_name(layouts, file):
    (layouts / "sicbo" / file).unlink()
    assert file.removesuffix(".toml") in refusal(layouts).lower()


@pytest.mark.parametrize("file", ["b.toml", "pay-table-2.toml", "limits.toml"])
def test_that_a_folder_in_place_of_a_file_is_refused_by_its_name(layouts, file):
    (layouts / "sicbo" / file).unlink()
    (layouts / "sicbo" / file).mkdir()
    assert file in refusal(layouts)


def test_that_a_folder_of_layouts_that_is_not_there_is_refused(tmp_path):
    assert "nowhere" in refusal(tmp_path / "nowhere")


@pytest.mark.parametrize("file", ["b.toml", "pay-table-2.toml", "limits.toml"])
def test_that_a_file_cut_off_anywhere_is_refused_or_means_the_same(layouts, file):
    whole = (layouts / "sicbo" / file).read_bytes()
    before = read_rules("B", layouts)
    for length in range(0, len(whole) - 1, max(1, len(whole) // 60)):
        (layouts / "sicbo" / file).write_bytes(whole[:length])
        try:
            found = read_rules("B", layouts)
        except EnvironmentFault as fault:
            assert file.removesuffix(".toml") in str(fault).lower()  # noqa: PT017 - a cut in a last comment is no fault
        else:
            assert (found.limits, found.layout.odds_by_spot) == (before.limits, before.layout.odds_by_spot)


CASES = [
    pytest.param(file, path, id=f"{file}:{name_of(path)}")
    for file, found in (("limits.toml", LIMITS), ("b.toml", LAYOUT), ("pay-table-2.toml", PAY_TABLE))
    for path in found
]


@pytest.mark.parametrize(("file", "path"), CASES)
def test_that_a_missing_key_is_named(layouts, file, path):
    change(layouts, file, path, lambda parent, key: parent.pop(key))
    assert path[-1] in refusal(layouts)


def may_be_text(file, path):
    texts = ("name", "pay_table", "odds_style", "title", "big", "small")
    return file != "limits.toml" and (path[-1] in texts or path[0] == "odds")


WRONG = [
    pytest.param(*case.values, wrong, id=f"{case.id}={wrong!r}")
    for case in CASES
    for wrong in (True, 1.5, ["x"], "x")
    if wrong != "x" or not may_be_text(*case.values)
]


@pytest.mark.parametrize(("file", "path", "wrong"), WRONG)
def test_that_a_key_of_the_wrong_type_is_named(layouts, file, path, wrong):
    change(layouts, file, path, lambda parent, key: parent.update({key: wrong}))
    found = refusal(layouts)
    assert file in found
    assert path[-1] in found


@pytest.mark.parametrize(("file", "path"), CASES)
def test_that_an_unknown_key_beside_it_is_named(layouts, file, path):
    change(layouts, file, path, lambda parent, _: parent.update(surprise=1))
    found = refusal(layouts)
    assert file in found
    assert "surprise" in found


AMOUNTS = [path for path in LIMITS if path[0] in ("unit", "seat_maximum") or len(path) == 3]


@pytest.mark.parametrize("path", AMOUNTS, ids=name_of)
@pytest.mark.parametrize("cents", [0, -100, 2**53 + 100, 2**70])
def test_that_an_amount_out_of_range_is_named(layouts, path, cents):
    change(layouts, "limits.toml", path, lambda parent, key: parent.update({key: cents}))
    found = refusal(layouts)
    assert "limits.toml" in found
    assert path[-1] in found or path[-2] in found


@pytest.mark.parametrize("path", [path for path in AMOUNTS if len(path) == 3], ids=name_of)
def test_that_a_limit_off_the_unit_is_named_with_its_spot(layouts, path):
    change(layouts, "limits.toml", path, lambda parent, key: parent.update({key: parent[key] + 1}))
    found = refusal(layouts)
    assert f"'{path[1]}'" in found
    assert "multiple of the unit of 100" in found


@pytest.mark.parametrize("path", [path for path in LIMITS if len(path) == 2], ids=name_of)
def test_that_a_minimum_above_its_maximum_is_named(layouts, path):
    crossed = {"minimum": 600, "maximum": 500}
    change(layouts, "limits.toml", path, lambda parent, key: parent.update({key: crossed}))
    assert f"'{path[1]}' has a minimum of 600 above its maximum of 500" in refusal(layouts)


@pytest.mark.parametrize(
    ("chips", "words"),
    [
        ([], "chips"),
        ([100, 100], "each value once"),
        ([500, 100], "must rise"),
        ([150], "chip of 150"),
        ([0], "chips"),
        ([-100], "chips"),
        ([100 * n for n in range(1, 10)], "chips"),
    ],
    ids=str,
)
def test_that_strange_chips_are_named(layouts, chips, words):
    change(layouts, "limits.toml", ("chips",), lambda parent, key: parent.update({key: chips}))
    assert words in refusal(layouts)


def test_that_a_unit_that_cannot_be_paid_in_whole_cents_is_refused(layouts):
    # 8.5 to 1 on an odd number of cents
    change(layouts, "limits.toml", ("unit",), lambda parent, key: parent.update({key: 1}))
    found = refusal(layouts)
    assert "the unit of 1 cannot be paid exactly" in found


def test_that_a_seat_maximum_below_a_minimum_is_refused(layouts):
    change(layouts, "limits.toml", ("seat_maximum",), lambda parent, key: parent.update({key: 400}))
    assert "seat_maximum of 400" in refusal(layouts)

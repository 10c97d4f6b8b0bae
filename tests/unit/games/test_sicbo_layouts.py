"""The three layout files: what they offer, where it lies, and that a damaged one is refused by file and key."""

import json
import tomllib
from fractions import Fraction
from itertools import chain

import pytest

from kiosk.games.errors import BadLayout, UnknownLayout
from kiosk.games.sicbo import GAME, Kind, OddsStyle, digits_of, kind_of
from kiosk.resources import layout_reader
from kits.games import sicbo_oracle as oracle

READ = layout_reader("sicbo")
PRINTED = [
    "even triple-6 triple-5 triple-4 triple-3 triple-2 triple-1 odd",
    "big double-6 double-5 double-4 any-triple double-3 double-2 double-1 small",
    " ".join(f"total-{n}" for n in range(17, 3, -1)),
    " ".join(f"domino-{low}{high}" for high in range(6, 0, -1) for low in range(high - 1, 0, -1)),
    "four-3456 four-2356 four-2345 four-1234",
    "single-6 single-5 single-4 single-3 single-2 single-1",
]
# The rules list both kinds in the order of the printed panel, row by row.
PRINTED_PAIRS = [f"double-single-{a}{b}{c}" for a, b, c in oracle.listed(oracle.PAIRS_WITH_SINGLE)]
PRINTED_THREES = [f"three-{a}{b}{c}" for a, b, c in oracle.listed(oracle.THREES)]
BOARD_PX = {"landscape": [(940, 490), (940, 510), (1430, 730), (2860, 1460)], "portrait": [(1060, 1150)]}
GAP_PX = 4
TARGET_PX = 44


def inside(cell, other):
    return (
        cell.x < other.x + other.w - 1e-9
        and other.x < cell.x + cell.w - 1e-9
        and cell.y < other.y + other.h - 1e-9
        and other.y < cell.y + cell.h - 1e-9
    )


@pytest.mark.parametrize(("name", "count"), [("A", 56), ("B", 104), ("C", 104)])
def test_that_a_layout_offers_the_bets_of_its_pay_table(layouts, name, count):
    assert len(layouts[name].spots) == count
    assert set(layouts[name].spots) == set(oracle.spots(name))
    assert all(spot == found.id and found.window == "bets" for spot, found in layouts[name].spots.items())


def test_that_one_one_two_and_six_six_five_are_not_offered(layouts):
    pairs = [digits_of(spot) for spot in layouts["C"].spots if kind_of(spot) is Kind.DOUBLE_SINGLE]
    assert len(pairs) == 28
    assert (1, 1, 2) not in pairs
    assert (6, 6, 5) not in pairs


def test_that_only_appendix_c_writes_ratios_and_carries_the_two_characters(layouts):
    styles = {name: layout.odds_style for name, layout in layouts.items()}
    assert styles == {"A": OddsStyle.WINS, "B": OddsStyle.WINS, "C": OddsStyle.RATIO}
    assert layouts["C"].marks == {"big": "大", "small": "小"}
    assert layouts["A"].marks == layouts["B"].marks == {"big": "", "small": ""}


@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
def test_that_the_cells_stand_in_printed_order(layout, orientation):
    rank = {cell.spot: (cell.y, cell.x) for cell in layout.boards[orientation].cells}
    main = " ".join(PRINTED).split()
    blocks = [main] if layout.name == "A" else [main, PRINTED_PAIRS, PRINTED_THREES]
    assert sorted(chain(*blocks)) == sorted(rank)
    for block in blocks:
        assert sorted(block, key=rank.__getitem__) == block


@pytest.mark.parametrize("orientation", ["landscape", "portrait"])
def test_that_cells_and_captions_lie_on_the_board_and_never_on_each_other(layout, orientation):
    board = layout.boards[orientation]
    boxes = [*board.cells, *board.captions]
    for number, box in enumerate(boxes):
        assert box.w > 0
        assert box.h > 0
        assert -1e-9 <= box.x <= box.x + box.w <= board.width + 1e-9
        assert -1e-9 <= box.y <= box.y + box.h <= board.height + 1e-9
        assert not any(inside(box, other) for other in boxes[:number])


def test_that_every_cell_is_a_touch_target_at_every_size(layout):
    for orientation, sizes in BOARD_PX.items():
        board = layout.boards[orientation]
        for width, height in sizes:
            for cell in board.cells:
                assert cell.w * width / board.width - GAP_PX >= TARGET_PX, (cell.spot, width)
                assert cell.h * height / board.height - GAP_PX >= TARGET_PX, (cell.spot, height)


def test_that_single_dice_has_three_odds_and_every_other_spot_one(layout):
    for spot in layout.spots:
        assert len(layout.odds(spot)) == (3 if kind_of(spot) is Kind.SINGLE else 1)
    assert layout.odds("single-5") == (1, 2, 12)
    assert layout.odds("total-13") == (Fraction(8) if layout.name == "C" else Fraction(17, 2),)


@pytest.mark.parametrize("name", ["D", "a", "", "../sicbo/a", "A.toml", "PAY-TABLE-1", "A" * 17])
def test_that_an_unknown_layout_is_refused_by_name(name):
    with pytest.raises(UnknownLayout, match=r'layout ".*" is unknown'):
        GAME.read_layout(name, READ)


# Damaged files


def toml(value):
    """A TOML value in one line."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml(found)}" for key, found in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, ensure_ascii=False)


def document(value):
    return "\n".join(f"{key} = {toml(found)}" for key, found in value.items())


def paths(value, path=()):
    """The path of every key of a document."""
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, found in pairs:
        if isinstance(key, str):
            yield (*path, key)
        yield from paths(found, (*path, key))


def damaged(file, path, change):
    """The texts of layout C with one key of one file changed."""
    texts = {name: READ(name) for name in ("c.toml", "pay-table-3.toml")}
    written = tomllib.loads(texts[file])
    parent = written
    for key in path[:-1]:
        parent = parent[key]
    change(parent, path[-1])
    texts[file] = document(written)
    return texts


def refusal(texts):
    with pytest.raises(BadLayout) as caught:
        GAME.read_layout("C", texts.__getitem__)
    return str(caught.value)


EVERY_KEY = [
    pytest.param(file, path, id=f"{file}:{'.'.join(map(str, path))}")
    for file in ("c.toml", "pay-table-3.toml")
    for path in paths(tomllib.loads(READ(file)))
]


def test_that_a_file_written_by_these_tests_reads_back_alike():
    texts = damaged("c.toml", ("name",), lambda parent, key: parent.update({key: "C"}))
    assert GAME.read_layout("C", texts.__getitem__).boards == GAME.read_layout("C", READ).boards


@pytest.mark.parametrize(("file", "path"), EVERY_KEY)
def test_that_a_missing_key_is_named(file, path):
    text = refusal(damaged(file, path, lambda parent, key: parent.pop(key)))
    # Of the kinds that only B and C have, the board tells that they are missed.
    told_by = "c.toml" if path[-1] in ("three", "double-single") else file
    assert text.startswith(f"{told_by}: ")
    assert path[-1] in text


@pytest.mark.parametrize(("file", "path"), EVERY_KEY)
@pytest.mark.parametrize("wrong", [True, 1.5, ["x"]], ids=str)
def test_that_a_key_of_the_wrong_type_is_named(file, path, wrong):
    text = refusal(damaged(file, path, lambda parent, key: parent.update({key: wrong})))
    assert text.startswith(f"{file}: ")
    assert path[-1] in text


@pytest.mark.parametrize(("file", "path"), EVERY_KEY)
def test_that_an_unknown_key_is_named(file, path):
    text = refusal(damaged(file, path, lambda parent, _: parent.update(surprise="1")))
    assert text.startswith(f"{file}: ")
    assert "surprise" in text


ODDS_KEYS = [
    path for path in paths(tomllib.loads(READ("pay-table-3.toml"))) if path[0] == "odds" and len(path) == 2
]


@pytest.mark.parametrize("path", ODDS_KEYS, ids=lambda path: path[-1])
def test_that_odds_that_are_no_number_are_named(path):
    found = refusal(damaged("pay-table-3.toml", path, lambda parent, key: parent.update({key: "1.5.5"})))
    assert found.startswith(f'pay-table-3.toml: odds.{path[-1]}: odds "1.5.5"')


@pytest.mark.parametrize("text", ["", "one", "-1", "1e3", " 1", "1/0", "01", "1:62", "０"])
def test_that_no_other_way_to_write_odds_is_read(text):
    found = refusal(
        damaged("pay-table-3.toml", ("odds", "four"), lambda parent, key: parent.update({key: text}))
    )
    assert found.startswith(f'pay-table-3.toml: odds.four: odds "{text}"')


@pytest.mark.parametrize("path", ODDS_KEYS, ids=lambda path: path[-1])
def test_that_odds_of_nothing_are_refused(path):
    found = refusal(damaged("pay-table-3.toml", path, lambda parent, key: parent.update({key: "0.0"})))
    assert found == f'pay-table-3.toml: odds.{path[-1]}: found "0.0": expected more than 0'


def test_that_odds_for_a_bet_the_board_does_not_show_are_refused():
    texts = {name: READ(name) for name in ("a.toml", "pay-table-1.toml")}
    texts["pay-table-1.toml"] += 'three = "30"\n'
    with pytest.raises(BadLayout, match=r"a\.toml: boards\.landscape: spot three-123, .* missing"):
        GAME.read_layout("A", texts.__getitem__)


def test_that_an_unknown_pay_table_is_refused():
    found = refusal(
        damaged("c.toml", ("pay_table",), lambda parent, key: parent.update({key: "pay-table-9"}))
    )
    assert found.startswith('c.toml: pay_table: unknown pay table "pay-table-9"')


def test_that_a_file_under_another_name_is_refused():
    found = refusal(damaged("c.toml", ("name",), lambda parent, key: parent.update({key: "B"})))
    assert found == 'c.toml: name: found "B": expected "C"'


def test_that_an_unknown_odds_style_is_refused():
    found = refusal(damaged("c.toml", ("odds_style",), lambda parent, key: parent.update({key: "loses"})))
    assert found.startswith("c.toml: ")
    assert "odds_style" in found
    assert "loses" in found


def replaced(old, new):
    texts = {name: READ(name) for name in ("c.toml", "pay-table-3.toml")}
    assert old in texts["c.toml"]
    texts["c.toml"] = texts["c.toml"].replace(old, new, 1)
    return texts


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("total-17", "total-18", "c.toml: boards.landscape: unknown spot total-18"),
        ("total-17", "total-16", "c.toml: boards.landscape: spot total-16 is there 2 times: expected once"),
        ("total-17", ".", "c.toml: boards.landscape: spot total-17 missing"),
        ("(domino)", "(dominoes)", "c.toml: boards.landscape: unknown caption (dominoes)"),
        ("(one-die)", "(two-dice)", "c.toml: boards.landscape: caption (two-dice) is there 2 times"),
        ("total-17", "Total-17", 'c.toml: boards.landscape.areas[2].rows[2].cells: found "Total-17"'),
        ("even:118", "even:0", 'c.toml: boards.landscape.areas[2].rows[0].cells: found "even:0"'),
        ("height = 80", "height = 0", "c.toml: boards.landscape.areas[2].rows[0].height: found 0"),
        ("size = [940, 500]", "size = [0, 500]", "c.toml: boards.landscape.size: found 0 by 500"),
        (
            "[0, 302, 245, 198]",
            "[0, 302, 245, 199]",
            "c.toml: boards.landscape.areas[1].at: found [0, 302, 245, 199]",
        ),
        (
            "[0, 302, 245, 198]",
            "[0, 296, 245, 198]",
            "c.toml: boards.landscape: areas [0, 0, 245, 297] and [0, 296",
        ),
    ],
)
def test_that_a_damaged_board_is_refused_with_its_place(old, new, expected):
    assert refusal(replaced(old, new)).startswith(expected)


def test_that_a_board_without_areas_rows_or_cells_is_refused():
    for path, empty in (
        (("boards", "portrait", "areas"), []),
        (("boards", "portrait", "areas", 0, "rows"), []),
        (("boards", "portrait", "areas", 0, "rows", 0, "cells"), " "),
    ):
        found = refusal(damaged("c.toml", path, lambda parent, key, empty=empty: parent.update({key: empty})))
        assert found.startswith("c.toml: boards.portrait.")
        assert path[-1] in found


@pytest.mark.parametrize("text", ["", "name", "name = 'C'\nname = 'C'", "\x00", "[" * 50])
def test_that_a_file_that_is_no_toml_is_refused(text):
    for file in ("c.toml", "pay-table-3.toml"):
        texts = {name: READ(name) for name in ("c.toml", "pay-table-3.toml")} | {file: text}
        assert refusal(texts).startswith(f"{file}: ")


def test_that_a_truncated_file_is_refused_or_lacks_only_its_last_line_end():
    whole = READ("c.toml")
    texts = {"c.toml": whole, "pay-table-3.toml": READ("pay-table-3.toml")}
    for length in range(0, len(whole.rstrip()), 97):
        assert refusal(texts | {"c.toml": whole[:length]}).startswith("c.toml: ")

"""Board geometry of any game, from rows of weighted cells."""

import msgspec
import pytest

from kiosk.games.board import Board, BoardFile, Caption, Cell, check_board, make_board
from kiosk.games.errors import BadLayout


def written(text):
    return msgspec.toml.decode(text, type=BoardFile)


TWO_AREAS = """
size = [100, 60]
areas = [
    { at = [0, 0, 40, 60], rows = [{ height = 1, cells = "box-1" }, { height = 2, cells = "(pays) . box-2:2" }] },
    { at = [40, 0, 60, 60], rows = [{ height = 5, cells = "box-3:1 box-4:3" }] },
]
"""


def test_that_rows_and_cells_share_an_area_by_weight():
    assert make_board(written(TWO_AREAS), "x.toml: board") == Board(
        100,
        60,
        (
            Cell("box-1", 0, 0, 40, 20),
            Cell("box-2", 20, 20, 20, 40),
            Cell("box-3", 40, 0, 15, 60),
            Cell("box-4", 55, 0, 45, 60),
        ),
        (Caption("pays", 0, 20, 10, 40),),
    )


def test_that_a_board_with_every_spot_once_passes():
    board = make_board(written(TWO_AREAS), "x.toml: board")
    check_board(board, ["box-1", "box-2", "box-3", "box-4"], ["pays", "not used"], "x.toml: board")


@pytest.mark.parametrize(
    ("spots", "captions", "message"),
    [
        (["box-1", "box-2", "box-3"], ["pays"], "x.toml: board: unknown spot box-4"),
        (
            ["box-1", "box-2", "box-3", "box-4", "box-5", "box-6"],
            ["pays"],
            "x.toml: board: spot box-5, box-6 missing",
        ),
        (["box-1", "box-2", "box-3", "box-4"], [], r"x.toml: board: unknown caption \(pays\)"),
    ],
)
def test_that_a_board_with_other_spots_or_captions_is_refused(spots, captions, message):
    board = make_board(written(TWO_AREAS), "x.toml: board")
    with pytest.raises(BadLayout, match=message):
        check_board(board, spots, captions, "x.toml: board")


@pytest.mark.parametrize(
    "cells", ["box:", "box:0", "box:-1", "box:1.5", "box:10000", "(box", "box)", "()", "Box", "b.x"]
)
def test_that_a_word_that_is_no_cell_is_quoted_in_the_refusal(cells):
    text = f'size = [10, 10]\nareas = [{{ at = [0, 0, 10, 10], rows = [{{ height = 1, cells = "ok {cells}" }}] }}]'
    with pytest.raises(BadLayout) as caught:
        make_board(written(text), "x.toml: board")
    assert str(caught.value).startswith(f'x.toml: board.areas[0].rows[0].cells: found "{cells}"')


@pytest.mark.parametrize(
    "at", [[-1, 0, 5, 5], [0, -1, 5, 5], [0, 0, 11, 5], [0, 6, 5, 5], [0, 0, 0, 5], [0, 0, 5, 0]]
)
def test_that_an_area_off_the_board_is_refused(at):
    text = f'size = [10, 10]\nareas = [{{ at = {at}, rows = [{{ height = 1, cells = "ok" }}] }}]'
    with pytest.raises(BadLayout, match=r"x\.toml: board\.areas\[0\]\.at: found"):
        make_board(written(text), "x.toml: board")


@pytest.mark.parametrize("size", [[0, 10], [10, 0], [-1, 10], [10, 10001]])
def test_that_a_board_without_a_size_is_refused(size):
    with pytest.raises(BadLayout, match=r"x\.toml: board\.size: found"):
        make_board(written(f"size = {size}\nareas = []"), "x.toml: board")

"""Where the spots of a layout lie, for every game: geometry in abstract units, read from the layout file.

A board is made of areas, an area of rows, a row of cells that share its width by weight. A row is written as
one line: `even:120 triple-6 triple-5 (caption) . odd:120`. A word is a spot, brackets make a caption, a dot
leaves a place empty, `:n` is the weight (1 without). Cells tile their area; the screen makes the gaps.
"""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from itertools import combinations
from types import MappingProxyType

import msgspec

from kiosk.games.errors import BadLayout
from kiosk.written import quoted

MOST_UNITS = 10_000
"""The largest side of a board and the largest weight."""

_MOST_SHOWN = 80  # letters of a spot that is repeated
_TOKEN = re.compile(r"(\.|\([a-z0-9-]+\)|[a-z0-9-]+)(?::([1-9][0-9]{0,3}))?")


class _Box(msgspec.Struct, frozen=True):
    x: float
    y: float
    w: float
    h: float


class Cell(msgspec.Struct, frozen=True):
    """The rectangle of one spot, in the board's units."""

    spot: str
    x: float
    y: float
    w: float
    h: float


class Caption(msgspec.Struct, frozen=True):
    """The rectangle of a printed line that is no spot. `key` names its text."""

    key: str
    x: float
    y: float
    w: float
    h: float


class Board(msgspec.Struct, frozen=True):
    """A board of `width` by `height` abstract units, cells in printed order."""

    width: int
    height: int
    cells: tuple[Cell, ...]
    captions: tuple[Caption, ...]

    @property
    def spots(self) -> frozenset[str]:
        """The spots that have a place on it; a bet that a decision adds may lie beside a hand instead."""
        return frozenset(cell.spot for cell in self.cells)


class RowFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row as written: its share of the area's height, and its cells."""

    height: int
    cells: str


class AreaFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An area as written: x, y, width and height in units, and its rows from the top."""

    at: tuple[int, int, int, int]
    rows: list[RowFile]


class BoardFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board as written: width and height in units, and its areas."""

    size: tuple[int, int]
    areas: list[AreaFile]


def make_board(written: BoardFile, where: str) -> Board:
    """The geometry of a board as written. `where` names file and key for errors. Raises BadLayout."""
    width, height = written.size
    if not (0 < width <= MOST_UNITS and 0 < height <= MOST_UNITS):
        raise BadLayout(f"{where}.size: found {width} by {height}: expected 1 to {MOST_UNITS} units each")
    if not written.areas:
        raise BadLayout(f"{where}.areas: found none: expected at least one area")
    for one, other in combinations(written.areas, 2):
        if _overlap(one.at, other.at):
            raise BadLayout(
                f"{where}: areas {list(one.at)} and {list(other.at)} overlap: expected them apart"
            )
    cells: list[Cell] = []
    captions: list[Caption] = []
    for number, area in enumerate(written.areas):
        place = f"{where}.areas[{number}]"
        _check_area(area, written, place)
        for word, box in _boxes(area, place):
            if word.startswith("("):
                captions.append(Caption(word.strip("()"), box.x, box.y, box.w, box.h))
            elif word != ".":
                cells.append(Cell(word, box.x, box.y, box.w, box.h))
    return Board(width, height, tuple(cells), tuple(captions))


FELT_LANDSCAPE, FELT_PORTRAIT = (1426, 750), (1056, 1060)
"""The largest felt that a screen of 1920x1080 or 1080x1920 has for a card game, px."""


def felt_boards(game: str, column: Mapping[str, int], row: str) -> Mapping[str, Board]:
    """The boards of a card game by orientation, alike for all its layouts: the pictures of the rules are lost.

    The spots of a box are a column at the lower left, each of its rows so high, or a row; cards have the rest of the
    felt. What a decision adds may lie beside its hand.
    """
    high = sum(column.values())
    rows = [RowFile(height, cells) for cells, height in column.items()]
    beside = AreaFile((0, FELT_LANDSCAPE[1] - high, 340, high), rows)
    below = AreaFile((0, 800, FELT_PORTRAIT[0], 132), [RowFile(132, row)])
    return MappingProxyType(
        {
            "landscape": make_board(BoardFile(FELT_LANDSCAPE, [beside]), f"{game} landscape"),
            "portrait": make_board(BoardFile(FELT_PORTRAIT, [below]), f"{game} portrait"),
        }
    )


def check_board(board: Board, spots: Collection[str], captions: Collection[str], where: str) -> None:
    """Passes when each of the spots lies on the board once and nothing else does. Raises BadLayout.

    `captions` are the keys that the game knows: a board may leave some out.
    """
    for spot, times in Counter(cell.spot for cell in board.cells).items():
        if spot not in spots:
            raise BadLayout(
                f"{where}: unknown spot {spot[:_MOST_SHOWN]}: expected the spots that the pay table pays"
            )
        if times > 1:
            raise BadLayout(f"{where}: spot {spot} is there {times} times: expected once")
    missing = [spot for spot in spots if spot not in {cell.spot for cell in board.cells}]
    if missing:
        raise BadLayout(
            f"{where}: spot {', '.join(missing)} missing: the pay table pays it, expected it on the board"
        )
    for key, times in Counter(caption.key for caption in board.captions).items():
        if key not in captions:
            raise BadLayout(
                f"{where}: unknown caption ({key[:_MOST_SHOWN]}): expected one of {', '.join(captions)}"
            )
        if times > 1:
            raise BadLayout(f"{where}: caption ({key}) is there {times} times: expected once")


def _check_area(area: AreaFile, board: BoardFile, place: str) -> None:
    x, y, w, h = area.at
    if x < 0 or y < 0 or w < 1 or h < 1 or x + w > board.size[0] or y + h > board.size[1]:
        raise BadLayout(
            f"{place}.at: found {list(area.at)}: expected x, y, width, height inside {list(board.size)}"
        )
    if not area.rows:
        raise BadLayout(f"{place}.rows: found none: expected at least one row")


def _overlap(one: tuple[int, int, int, int], other: tuple[int, int, int, int]) -> bool:
    across = one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
    down = one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
    return across and down


def _boxes(area: AreaFile, place: str) -> Iterator[tuple[str, _Box]]:
    x, y, w, h = area.at
    heights = [row.height for row in area.rows]
    for number, row in enumerate(area.rows):
        if not 0 < row.height <= MOST_UNITS:
            raise BadLayout(f"{place}.rows[{number}].height: found {row.height}: expected 1 to {MOST_UNITS}")
        top, bottom = _share(heights, number, h)
        words = _words(row.cells, f"{place}.rows[{number}].cells")
        weights = [weight for _, weight in words]
        for column, (word, _) in enumerate(words):
            left, right = _share(weights, column, w)
            yield word, _Box(x + left, y + top, right - left, bottom - top)


def _share(weights: list[int], number: int, length: int) -> tuple[float, float]:
    # guarantee: both ends come from running sums, so that neighbours meet exactly.
    total = sum(weights)
    before = sum(weights[:number])
    return before * length / total, (before + weights[number]) * length / total


def _words(line: str, where: str) -> list[tuple[str, int]]:
    words = []
    for text in line.split():
        match = _TOKEN.fullmatch(text)
        if match is None:
            raise BadLayout(
                f"{where}: found {quoted(text)}: expected a spot, (caption) or dot, with an optional :weight"
            )
        words.append((match[1], int(match[2] or 1)))
    if not words:
        raise BadLayout(f"{where}: found no cells: expected at least one")
    return words

# ruff: noqa: INP001 - a script of its own, no package
"""Draws the rooms of the program and the arrows between them, from its imports: docs/pictures/architecture.svg.

    python docs/make_architecture.py     (or `make architecture`)

The floors are the layers of the import contract in pyproject.toml. An arrow says that the room above imports the one
below; one that follows from others (A uses B, B uses C) is left out. The same imports give the same bytes.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import grimp

REPO = Path(__file__).resolve().parents[1]
PICTURE = REPO / "docs/pictures/architecture.svg"
WIDE, BEND, HIGH, GAP, FLOOR, EDGE = (
    132,
    20,
    38,
    26,
    84,
    24,
)  # px; BEND is the room that a passing arrow takes
SWEEPS = 24  # more change nothing

Node = tuple[str, int]  # a room, or an arrow that passes a floor, and the floor
Arrow = tuple[str, str]


def floors() -> list[list[str]]:
    """The rooms from the top floor down, as the contract has them; what is no folder of its own is left out."""
    with (REPO / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one.get("containers") == ["kiosk"])
    found = [[room.strip() for room in layer.split("|")] for layer in layers]
    kept = [
        [room for room in floor if (REPO / "kiosk" / room).is_dir() or room == "money"] for floor in found
    ]
    return [floor for floor in kept if floor]


def arrows(rooms: Sequence[str]) -> set[Arrow]:
    """Which room imports which, without those arrows that follow from others."""
    graph = grimp.build_graph("kiosk", cache_dir=None)
    uses = {
        (above, below)
        for above in rooms
        for below in rooms
        if above != below
        and graph.direct_import_exists(importer=f"kiosk.{above}", imported=f"kiosk.{below}", as_packages=True)
    }
    return {(above, below) for above, below in uses if not _reached(above, below, uses)}


def _reached(above: str, below: str, uses: set[Arrow]) -> bool:
    """Whether a way over other rooms leads there."""
    seen: set[str] = set()
    waiting = [b for a, b in uses if a == above and b != below]
    while waiting:
        room = waiting.pop()
        if room == below:
            return True
        if room not in seen:
            seen.add(room)
            waiting += [b for a, b in uses if a == room]
    return False


def _ways(rows: Sequence[Sequence[str]], drawn: set[Arrow]) -> dict[Arrow, list[Node]]:
    """Each arrow as the places that it passes, one a floor."""
    floor_of = {room: floor for floor, row in enumerate(rows) for room in row}
    return {
        (above, below): [
            (above, floor_of[above]),
            *((f"{above}>{below}", floor) for floor in range(floor_of[above] + 1, floor_of[below])),
            (below, floor_of[below]),
        ]
        for above, below in sorted(drawn)
    }


def _width(node: Node) -> int:
    return BEND if ">" in node[0] else WIDE


def _places(rows: Sequence[Sequence[str]], ways: Mapping[Arrow, Sequence[Node]]) -> dict[Node, float]:
    """The middle of each room and bend, in px from the left: near what it is joined with, without overlap."""
    joined: dict[Node, list[Node]] = {(room, floor): [] for floor, row in enumerate(rows) for room in row}
    for way in ways.values():
        for one, other in pairwise(way):
            joined.setdefault(one, []).append(other)
            joined.setdefault(other, []).append(one)
    order = [[node for node in joined if node[1] == floor] for floor in range(len(rows))]
    middle: dict[Node, float] = {}
    for row in order:
        middle |= _spread(row, dict.fromkeys(row, 0.0))
    for _ in range(SWEEPS):
        for row in order:
            wished = {n: sum(middle[o] for o in joined[n]) / max(1, len(joined[n])) for n in row}
            row.sort(key=lambda node: (wished[node], node))
            middle |= _spread(row, wished)
    left = min(at - _width(node) / 2 for node, at in middle.items())
    return {node: round(at - left + EDGE) for node, at in middle.items()}


def _spread(row: Sequence[Node], wished: Mapping[Node, float]) -> dict[Node, float]:
    """The wished places in their order, moved as little as keeps each clear of the next, around their common middle."""
    at: list[float] = []
    for node in row:
        least = at[-1] + (_width(row[len(at) - 1]) + _width(node)) / 2 + GAP if at else wished[node]
        at.append(max(least, wished[node]))
    shift = sum(wished[node] - place for node, place in zip(row, at, strict=True)) / len(row)
    return {node: place + shift for node, place in zip(row, at, strict=True)}


def picture() -> str:
    """The picture as SVG."""
    rows = floors()
    ways = _ways(rows, arrows([room for row in rows for room in row]))
    middle = _places(rows, ways)
    wide = round(max(at + _width(node) / 2 for node, at in middle.items()) + EDGE)
    high = FLOOR * (len(rows) - 1) + HIGH + 2 * EDGE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" viewBox="0 0 {wide} {high}">',
        "<title>The rooms of the program: each imports only what lies below it</title>",
        f'<rect width="{wide}" height="{high}" fill="#fafaf7"/>',
        *(_arrow(way, middle) for way in ways.values()),
        '<g font-family="sans-serif" font-size="15" text-anchor="middle">',
        *(_room(room, middle[room, floor], floor) for floor, row in enumerate(rows) for room in row),
        "</g>",
        "</svg>",
    ]
    return "\n".join(lines) + "\n"


def _arrow(way: Sequence[Node], middle: Mapping[Node, float]) -> str:
    path = ""
    for (_, floor), (one, other) in zip(way, pairwise(way), strict=False):
        top = EDGE + FLOOR * floor + HIGH
        end, bent = top + FLOOR - HIGH, (FLOOR - HIGH) // 2
        path += f"M{middle[one]} {top}" if not path else f"L{middle[one]} {top}"
        path += f"C{middle[one]} {top + bent} {middle[other]} {end - bent} {middle[other]} {end}"
    at = middle[way[-1]]
    tip = f"M{at - 4} {end - 8}L{at} {end}L{at + 4} {end - 8}"
    return f'<path d="{path}{tip}" fill="none" stroke="#567" stroke-width="1.3"/>'


def _room(room: str, middle: float, floor: int) -> str:
    top = EDGE + FLOOR * floor
    return (
        f'<rect x="{middle - WIDE // 2}" y="{top}" width="{WIDE}" height="{HIGH}" rx="6" fill="#e4ecf4" stroke="#345"/>'
        f'<text x="{middle}" y="{top + 24}" fill="#123">{room}</text>'
    )


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")

"""The boards as they are printed in the appendices of the rules: which bet stands where, and what it says that it pays.

The appendices are typed here from the printed pages, apart from the product's files. Each check is also run against a
board on which one thing is wrong, and must find it.
"""

import re
import tomllib
from itertools import pairwise

import pytest

from kiosk.games.sicbo import GAME
from kiosk.resources import layout_reader
from kiosk.table.records import Limits, Slip, SpotLimit
from kiosk.table.slips import why_invalid
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.board.plan import orientation, plan_board
from kiosk.ui.terminal.sicbo.faces import board_faces
from kits.ui.boards import SIZES

READ = layout_reader("sicbo")
PAY_TABLES = {"A": "pay-table-1.toml", "B": "pay-table-2.toml", "C": "pay-table-3.toml"}

# Row by row from the top, each from the left, with the figures that are printed on it. Dominoes: "6 5" down to "2 1".
DOMINOES = ["56", "46", "36", "26", "16", "45", "35", "25", "15", "34", "24", "14", "23", "13", "12"]
PAIRS = [
    113, 114, 115, 116, 221, 223, 224, 225, 226, 331, 332, 334, 335, 336,
    441, 442, 443, 445, 446, 551, 552, 553, 554, 556, 661, 662, 663, 664,
]  # fmt: skip
THREES = [
    126, 135, 234, 256, 346, 123, 136, 145, 235, 356, 124, 146, 236, 245, 456, 125, 134, 156, 246, 345,
]  # fmt: skip


def main_block(triple, double, any_triple, totals, domino, four):
    return [
        ("even", "1"), *((f"triple-{n}", triple) for n in (6, 5, 4, 3, 2, 1)), ("odd", "1"),
        ("big", "1"), *((f"double-{n}", double) for n in (6, 5, 4)), ("any-triple", any_triple),
        *((f"double-{n}", double) for n in (3, 2, 1)), ("small", "1"),
        *((f"total-{n}", figure) for n, figure in zip(range(17, 3, -1), totals.split(), strict=True)),
        *((f"domino-{pair}", domino) for pair in DOMINOES),
        *((f"four-{group}", four) for group in ("3456", "2356", "2345", "1234")),
        *((f"single-{n}", "1 2 12") for n in (6, 5, 4, 3, 2, 1)),
    ]  # fmt: skip


PANEL = [
    [(f"double-single-{pair}", "50") for pair in PAIRS],
    [(f"three-{three}", "30") for three in THREES],
]
WITH_HALVES = main_block("195", "11½", "32", "64 32 19 12 8½ 7 6½ 6½ 7 8½ 12 19 32 64", "6", "7½")
APPENDICES = {
    "A": [WITH_HALVES],
    "B": [WITH_HALVES, *PANEL],
    "C": [main_block("180", "11", "31", "62 31 18 12 8 7 6 6 7 8 12 18 31 62", "6", "7"), *PANEL],
}


def misplaced(layout):
    """Where the places of a board differ from the printed order; on a wide board and on a tall one."""
    found = []
    for shape, board in layout.boards.items():
        place = {cell.spot: (cell.y, cell.x) for cell in board.cells}
        for block in APPENDICES[layout.name]:
            printed = [spot for spot, _ in block]
            if sorted(printed, key=place.__getitem__) != printed:
                found.append((shape, printed[0]))
        printed = {spot for block in APPENDICES[layout.name] for spot, _ in block}
        if printed != place.keys():
            found.append((shape, printed ^ place.keys()))
    return found


def misprinted(layout, size="1920x1080"):
    """The spots whose odds are written other than they are printed, as they are drawn at that size."""
    width, height = SIZES[size]
    faces = board_faces(layout, Texts(Language.EN))
    plan = plan_board(layout.boards[orientation(width, height)], faces, width, height, Language.EN)
    found = []
    for block in APPENDICES[layout.name]:
        for spot, figures in block:
            cell = plan.cells[spot]
            drawn = " ".join(run.text for run in cell.runs if run.rect == cell.odds)
            if re.findall(r"[0-9]+½?", re.sub(r"1:|(1 )?wins", " ", drawn)) != figures.split():
                found.append((spot, drawn))
    return found


def layout_with(name, **texts):
    """A layout with other texts of its files, by their names."""
    return GAME.read_layout(name, lambda file: texts.get(file) or READ(file))


@pytest.mark.rule("sicbo:A", "sicbo:B", "sicbo:C", "sicbo:2.1.1", "sicbo:3.4")
@pytest.mark.parametrize("name", APPENDICES)
def test_that_every_bet_stands_where_its_appendix_has_it(name):
    assert misplaced(layout_with(name)) == []


@pytest.mark.rule("sicbo:A", "sicbo:B", "sicbo:C", "sicbo:2.1.1", "sicbo:4.1")
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", APPENDICES)
def test_that_every_bet_shows_the_odds_of_its_appendix(fonts, name, size):
    assert misprinted(layout_with(name), size) == []


def changed_places(row, one, other):
    places = {one: other, other: one}
    return re.sub(r"[\w-]+", lambda found: places.get(found[0], found[0]), row)


@pytest.mark.parametrize("name", APPENDICES)
def test_that_two_spots_that_change_places_are_found(name):
    file = f"{name.lower()}.toml"
    text = READ(file)
    for block in APPENDICES[name]:
        for (one, _), (other, _) in pairwise(block):
            swapped = re.sub(
                'cells = "[^"]*"', lambda row, pair=(one, other): changed_places(row[0], *pair), text
            )
            assert misplaced(layout_with(name, **{file: swapped})), (one, other)


@pytest.mark.parametrize("name", APPENDICES)
def test_that_one_figure_that_differs_is_found(fonts, name):
    file = PAY_TABLES[name]
    for key, figure in tomllib.loads(READ(file))["odds"].items():
        other = "9" if figure != "9" else "10"
        line = f'{key} = "{figure}"'
        assert READ(file).count(f"\n{line}\n") == 1, line
        changed = READ(file).replace(f"\n{line}\n", f'\n{key} = "{other}"\n')
        wrong = {spot for spot, _ in misprinted(layout_with(name, **{file: changed}))}
        assert wrong, (key, other)


# --- the limits of a bet ----------------------------------------------------------------------------------------------

UNIT, SEAT = 100, 900_000
BOUNDS = {"minimum": 700, "maximum": 70_000}


def limits_of(layout, **changed):
    """The same bounds for every kind of bet, with one thing changed."""
    bounds = BOUNDS | {name: cents for name, cents in changed.items() if name in BOUNDS}
    kinds = {spot.kind for spot in layout.spots.values()}
    unit, seat = changed.get("unit", UNIT), changed.get("seat_maximum", SEAT)
    return Limits(unit, seat, {kind: SpotLimit(**bounds) for kind in kinds})


def let_through(layout, limits):
    """The stakes that are judged other than the bounds above say, on whatever spot."""
    found = []
    for spot in layout.spots:
        for cents, fits in ((700, True), (70_000, True), (600, False), (70_100, False), (750, False)):
            if (
                why_invalid(Slip("07", 1, 1, layout.name, {spot: cents}), layout, limits) is None
            ) is not fits:
                found.append((spot, cents))
    most = dict.fromkeys(list(layout.spots)[:13], 70_000)
    if why_invalid(Slip("07", 1, 1, layout.name, most), layout, limits) is None:
        found.append(("the seat", sum(most.values())))
    return found


@pytest.mark.rule("sicbo:3.3", "sicbo:3.4")
@pytest.mark.parametrize("name", APPENDICES)
def test_that_no_bet_is_registered_outside_its_limits(name):
    layout = layout_with(name)
    assert let_through(layout, limits_of(layout)) == []


@pytest.mark.parametrize(
    "ignored", [{"minimum": 100}, {"maximum": 80_000}, {"unit": 50}, {"seat_maximum": 10_000_000}], ids=str
)
@pytest.mark.parametrize("name", APPENDICES)
def test_that_a_limit_that_is_ignored_is_found(name, ignored):
    layout = layout_with(name)
    found = {spot for spot, _ in let_through(layout, limits_of(layout, **ignored))}
    assert found == ({"the seat"} if "seat_maximum" in ignored else set(layout.spots))

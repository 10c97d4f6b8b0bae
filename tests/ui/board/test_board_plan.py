"""Every spot of every layout at every size: readable, touchable, and nothing under the chip."""

from itertools import combinations, product

import pytest

from kiosk.games.sicbo import Kind, OddsStyle, digits_of, kind_of
from kiosk.ui.kit import theme
from kiosk.ui.kit.sicbo.odds_words import odds_figure
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.board.plan import orientation, plan_board
from kiosk.ui.terminal.sicbo.faces import board_faces
from kits.ui.boards import LAYOUTS, SIZES, read

CASES = list(product(LAYOUTS, Language, SIZES))
IDS = ["-".join(case) for case in CASES]


@pytest.fixture(params=CASES, ids=IDS)
def planned(request, fonts):
    name, language, size = request.param
    layout = read(name)
    width, height = SIZES[size]
    faces = board_faces(layout, Texts(language))
    return layout, plan_board(layout.boards[orientation(width, height)], faces, width, height, language)


def test_that_every_spot_of_the_layout_has_its_place(planned):
    layout, plan = planned
    assert plan.cells.keys() == layout.spots.keys()


def test_that_the_chip_hides_neither_odds_nor_name_nor_dice(planned):
    _, plan = planned
    for spot, cell in plan.cells.items():
        assert not cell.chip.intersects(cell.odds), spot
        assert not cell.chip.intersects(cell.face), spot
        for run in cell.runs:
            assert not cell.chip.intersects(run.ink), (spot, run.text)
        for rect, _ in cell.figures:
            assert not cell.chip.intersects(rect), spot


def test_that_a_chip_stays_inside_its_spot(planned):
    _, plan = planned
    for spot, cell in plan.cells.items():
        assert cell.box.contains(cell.chip), spot
        assert cell.chip.height() >= 20, spot
        assert cell.chip.width() >= cell.chip.height() - 0.01, spot


def test_that_nothing_is_clipped(planned):
    _, plan = planned
    for spot, cell in plan.cells.items():
        assert cell.fits, spot
        for run in cell.runs:
            assert cell.box.contains(run.ink), (spot, run.text)
        for rect, _ in cell.figures:
            assert cell.box.contains(rect), spot
    for caption in plan.captions:
        assert caption.rect.left() >= 0, caption.text
        assert caption.rect.right() <= plan.width, caption.text
        assert not any(caption.ink.intersects(cell.box) for cell in plan.cells.values()), caption.text


def test_that_every_group_of_small_spots_is_named_beside_its_odds(planned):
    layout, plan = planned
    texts = Texts(plan.language)
    written = " ".join(caption.text for caption in plan.captions)
    for kind, key in (
        (Kind.DOMINO, "board.caption_domino"),
        (Kind.DOUBLE_SINGLE, "board.caption_double_single"),
        (Kind.THREE, "board.caption_three"),
    ):
        spot = next((spot for spot in layout.spots if kind_of(spot) is kind), None)
        if spot is None or (kind is Kind.DOMINO and layout.name == "A"):
            continue  # on layout A every domino is wide enough for its own words
        names = [texts.get(key)]
        if kind is not Kind.DOMINO:
            names.append(texts.get(f"{key}_lines").replace("\n", " "))
        assert any(name in written for name in names), (kind, written)
        assert odds_figure(layout.odds(spot)[0]) in written, kind


def test_that_words_and_dice_of_a_spot_do_not_overlap(planned):
    _, plan = planned
    for spot, cell in plan.cells.items():
        pieces = [run.ink for run in cell.runs] + [rect for rect, _ in cell.figures]
        for one, other in combinations(pieces, 2):
            assert not one.intersects(other), spot


def test_that_every_spot_is_a_touch_target_of_44_px_or_more(planned):
    _, plan = planned
    for spot, cell in plan.cells.items():
        assert min(cell.touch.width(), cell.touch.height()) >= theme.MIN_TOUCH_PX, spot


def test_that_no_two_touch_targets_overlap(planned):
    _, plan = planned
    for one, other in combinations(plan.cells.values(), 2):
        shared = one.touch.intersected(other.touch)
        assert min(shared.width(), shared.height()) < 0.01


def test_that_no_text_is_too_small_to_read(planned):
    _, plan = planned
    for run in (*plan.captions, *(run for cell in plan.cells.values() for run in cell.runs)):
        assert run.px >= theme.MIN_TEXT_PX, run.text


@pytest.mark.rule("sicbo:2.1.1", "sicbo:3.4")
def test_that_every_spot_shows_its_odds(planned):
    layout, plan = planned
    for spot, cell in plan.cells.items():
        words = " ".join(run.text for run in cell.runs)
        for odds in layout.odds(spot):
            assert odds_figure(odds) in words, spot


def test_that_the_spots_of_a_row_write_their_odds_alike(planned):
    _, plan = planned
    for kind in Kind:
        sizes = {
            run.px
            for spot, cell in plan.cells.items()
            if kind_of(spot) is kind
            for run in cell.runs
            if run.rect == cell.odds
        }
        assert len(sizes) <= 1, kind


def test_that_spots_with_dice_show_the_dice_of_their_bet(planned):
    _, plan = planned
    shown = {Kind.TRIPLE: 3, Kind.DOUBLE: 2}
    for spot, cell in plan.cells.items():
        kind, digits = kind_of(spot), digits_of(spot)
        values = [value for _, value in cell.figures]
        if kind in (Kind.DOMINO, Kind.THREE, Kind.DOUBLE_SINGLE, Kind.SINGLE):
            assert sorted(values) == sorted(digits), spot
        elif kind in shown:
            assert values == list(digits) * shown[kind], spot


def test_that_a_point_finds_its_spot(planned):
    _, plan = planned
    for spot, cell in plan.cells.items():
        assert plan.spot_at(cell.touch.center().x(), cell.touch.center().y()) == spot
    assert plan.spot_at(-1, -1) is None
    assert plan.spot_at(plan.width + 1, 1) is None


def _words(name: str, language: Language, spot: str, size: str = "1920x1080") -> list[str]:
    layout = read(name)
    width, height = SIZES[size]
    faces = board_faces(layout, Texts(language))
    plan = plan_board(layout.boards[orientation(width, height)], faces, width, height, language)
    return [run.text for run in plan.cells[spot].runs]


@pytest.mark.parametrize("language", Language)
def test_that_appendix_c_carries_big_and_small_characters_and_ratio_odds(language):
    assert read("C").odds_style is OddsStyle.RATIO
    assert "大" in _words("C", language, "big")
    assert "小" in _words("C", language, "small")
    assert "1:62" in _words("C", language, "total-17")


def test_that_appendices_a_and_b_write_odds_as_wins():
    assert "1 wins 8½" in _words("A", Language.EN, "total-8")
    assert "1 wins 195" in _words("B", Language.EN, "triple-6")
    assert "大" not in _words("A", Language.EN, "big")


def test_that_narrow_spots_take_a_shorter_wording_and_never_a_second_line():
    assert _words("B", Language.EN, "total-8", "1280x720") == ["8", "wins 8½"]
    assert _words("B", Language.EN, "double-single-113", "1280x720") == ["50"]


def test_that_a_single_shows_its_three_odds():
    assert _words("A", Language.EN, "single-3") == ["THREE", "1 · 2 · 12"]

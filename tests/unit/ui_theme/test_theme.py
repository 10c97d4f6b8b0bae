"""The look as data: contrast is measured, sizes are bounded."""

import pytest

from kiosk.ui.kit import theme
from kits.ui.contrast import CONTROL_PAIRS, TEXT_PAIRS, Pair, contrast


def test_that_contrast_is_measured_as_wcag_defines_it():
    assert contrast("#ffffff", "#000000") == pytest.approx(21.0)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.478, abs=0.001)
    assert contrast("#123456", "#123456") == 1.0


@pytest.mark.parametrize("pair", TEXT_PAIRS, ids=lambda pair: f"{pair.front} on {pair.back}: {pair.use}")
def test_that_every_text_has_contrast_of_at_least_4_5(pair: Pair):
    assert contrast(pair.front, pair.back) >= 4.5


@pytest.mark.parametrize("pair", CONTROL_PAIRS, ids=lambda p: f"{p.front} on {p.back}: {p.use}")
def test_that_every_control_has_contrast_of_at_least_3(pair: Pair):
    assert contrast(pair.front, pair.back) >= 3.0


def test_that_a_blend_lies_between_its_colours():
    assert theme.blend("#ffffff", "#000000", 0.0) == "#000000"
    assert theme.blend("#ffffff", "#000000", 1.0) == "#ffffff"
    assert theme.blend("#ff0000", "#0000ff", 0.5) == "#800080"


@pytest.mark.parametrize("colour", ["", "red", "#fff", "112233#"])
def test_that_a_malformed_colour_is_refused(colour: str):
    with pytest.raises(ValueError, match=r"#rrggbb|invalid literal"):
        theme.blend(colour, "#000000", 0.5)


@pytest.mark.parametrize(
    "name",
    [
        "CHIP_LAND_MS",
        "CHIP_LEAVE_MS",
        "WIN_LIGHT_MS",
        "PAYOUT_GROW_MS",
        "FADE_MS",
        "PRESS_FADE_MS",
        "LAND_MS",
    ],
)
def test_that_motion_is_calm(name: str):
    assert 150 <= getattr(theme, name) <= 300


@pytest.mark.parametrize(
    ("width", "height", "factor", "portrait"),
    [
        (1920, 1080, 1.0, False),
        (1280, 720, 2 / 3, False),
        (3840, 2160, 2.0, False),
        (1080, 1920, 1.0, True),
        (1920, 1200, 1.0, False),
    ],
)
def test_that_a_screen_is_scaled_from_the_design_size(width, height, factor, portrait):
    scale = theme.scale_for(width, height)
    assert scale.factor == pytest.approx(factor)
    assert scale.portrait is portrait


def test_that_touch_and_text_never_become_too_small():
    small = theme.scale_for(640, 360)
    assert small.touch(60) == theme.MIN_TOUCH_PX
    assert small.text(16) == theme.MIN_TEXT_PX
    assert small.px(0.1) == 1


def test_that_a_screen_without_size_is_refused():
    with pytest.raises(ValueError, match="0x720"):
        theme.scale_for(0, 720)

"""Whatever happens at a seat, each word on its screen is large enough to be read, and whole."""

import re

import pytest

from kiosk.tools.shots.book import make_studio
from kiosk.tools.shots.painting import take_down
from kiosk.tools.shots.scenes import SCENES
from kiosk.tools.shots.studio import every_game, fresh_seat
from kiosk.ui.kit.cards.suits import configure_suits
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.texts import Language
from kits.ui.written import written_on

SIZES = ((1280, 720), (1920, 1080), (1080, 1920))
LEAST_PX = {(1280, 720): 12, (1920, 1080): 16, (1080, 1920): 16}
ON_A_CHIP = re.compile(r"[−\d.,]+[km]?")  # a chip has its colour too, and its amount stands in the bar below
ELSEWHERE = frozenset({"attract"})  # scenes whose words move


def scenes_of(shots, size):
    """All on the smallest screen; on the others those that are looked at most."""
    every = (*SCENES, *shots.scenes)
    return [one for one in every if one.name not in ELSEWHERE and (size == SIZES[0] or one.main)]


def least_px(text, size):
    return LEAST_PX[size] if ON_A_CHIP.fullmatch(text) is None else 8


@pytest.mark.parametrize("shots", every_game(), ids=lambda shots: shots.game)
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(
    "size",
    [pytest.param(size, marks=[pytest.mark.torture] * (size != SIZES[0])) for size in SIZES],
    ids=lambda size: f"{size[0]}x{size[1]}",
)
def test_that_every_word_at_a_seat_is_large_enough_and_whole(qapp, shots, language, size):
    load_fonts()
    for scene in scenes_of(shots, size):
        studio = make_studio(shots, scene.layout or shots.layout, language, size)
        studio.seat = fresh_seat(shots, studio.layout)
        scene.act(studio)
        found = written_on(studio.window)
        take_down(studio.window)
        configure_suits(four_colours=False)
        assert len(found) > 1, scene.name
        small = {(one.text, one.px) for one in found if one.px < least_px(one.text, size) - 0.01}
        assert small == set(), scene.name
        assert {one for one in found if one.is_cut} == set(), scene.name

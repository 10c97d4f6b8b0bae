"""What the dealer's window says in the pictures of every game: the sums of a result, and each word whole."""

import pytest

from kiosk.console.view import Next
from kiosk.money import short_dollars
from kiosk.tools.shots.dealer import make_window
from kiosk.tools.shots.painting import take_down
from kiosk.tools.shots.studio import every_game
from kiosk.ui.dealer.work.story import pays_words
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.texts import Language, Texts
from kits.ui.written import written_on

SIZES = ((1920, 1080), (1280, 720), (960, 600))
EACH = pytest.mark.parametrize("shots", every_game(), ids=lambda shots: shots.game)
SIZED = pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")


def shown(scene, language, size):
    window = make_window(scene, language, size)
    found = written_on(window)
    take_down(window)
    return {one.text for one in found if not one.is_cut}


def scene_of(shots, step):
    return next(scene for scene in shots.dealer_scenes if scene.view().next is step)


@EACH
@SIZED
@pytest.mark.parametrize("language", Language)
def test_that_who_ends_a_round_reads_what_it_pays(qapp, shots, size, language):
    load_fonts()
    scene = scene_of(shots, Next.END_ROUND)
    assert set(pays_words(scene.view(), Texts(language))) <= shown(scene, language, size)


@EACH
@SIZED
@pytest.mark.parametrize("language", Language)
def test_that_before_a_round_the_last_one_stands_with_its_sums(qapp, shots, size, language):
    load_fonts()
    scene = scene_of(shots, Next.OPEN_BETS)
    last = scene.view().last_rounds[0]
    found = shown(scene, language, size)
    for sum_ in (last.turnover, last.paid):
        assert any(text.split()[-1] == short_dollars(sum_) for text in found), sum_


@EACH
def test_that_the_seats_with_bets_are_those_whose_stakes_are_counted(qapp, shots):
    load_fonts()
    for scene in shots.dealer_scenes:
        view, said = scene.view(), "dealer.work.seats_bet"
        if view.next in (Next.HURRY_UP, Next.START_ACT):
            bets = sum(bool(seat.stake) for seat in view.seats)
            assert sum(seat.stake for seat in view.seats) == view.exposure.staked
            assert Texts(Language.EN).get(said, count=bets) in shown(scene, Language.EN, SIZES[0])

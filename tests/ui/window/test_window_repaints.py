"""Only what has changed is painted anew, and all of that is; nothing wakes the processor while nothing moves."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication

from kiosk.ui.terminal.bars import ribbon as ribbons
from kiosk.ui.terminal.screens import attract as attracts
from kits.ui.repainted import Repainted


def area(region):
    return sum(part.width() * part.height() for part in region)


@pytest.mark.parametrize("size", [(1280, 720), (1080, 1920)])
def test_that_a_frame_of_the_countdown_repaints_the_end_of_the_bar_alone(make_studio, seat, size):
    seat.play({"big": 2_500}, (6, 5, 1))
    seat.open(closes_in_ms=36_000)
    studio = make_studio(seat, size=size, animations=True)
    studio.show()
    ribbon = studio.window.parts.ribbon
    QApplication.processEvents()
    ribbon._tick()
    ribbon._frame.stop()  # the frames come from here
    seen = Repainted(ribbon)
    for _ in range(9):
        studio.clock.ms += 100
        ribbon._tick()
        news = seen.news()
        assert 0 < area(news) < 60 * 40
    for _ in range(36):  # seconds, the last five of them, and the end
        studio.clock.ms += 1_000
        ribbon._tick()
        seen.news()
    assert ribbon.seconds == 0


def test_that_a_frame_of_the_dice_repaints_the_dice_alone(make_studio, seat):
    seat.open()
    studio = make_studio(seat, animations=True)
    studio.show()
    ribbon = studio.window.parts.ribbon
    dice = ribbon._play
    seat.close()
    seat.tumble()
    studio.model.show(seat.state)
    dice._timer.stop()  # the frames come from here
    seen = Repainted(ribbon)
    for _ in range(9):
        dice.advance(33.0)
        news = seen.news()
        assert area(news) > 0
        assert dice.geometry().contains(news.boundingRect())
    studio.window._next_language()
    assert seen.news().boundingRect() == ribbon.rect()
    dice.advance(33.0)
    assert dice.geometry().contains(seen.news().boundingRect())


def test_that_the_countdown_wakes_when_there_is_something_new_to_be_seen(make_studio, seat):
    seat.open(closes_in_ms=36_000)
    studio = make_studio(seat, animations=True)
    studio.show()
    ribbon = studio.window.parts.ribbon
    QApplication.processEvents()
    ribbon._tick()
    width = ribbon._zone.width()
    assert ribbon._frame.interval() == pytest.approx(36_000 / width * ribbons._STEP_PX, abs=1)
    studio.clock.ms += 35_980
    ribbon._bar = ribbon._fraction()
    ribbon._tick()
    assert ribbon._frame.interval() == ribbons.FRAME_MS  # the second is over before the bar has gone a step
    studio.clock.ms += 1_000
    ribbon._bar = ribbon._fraction()
    ribbon._tick()
    assert ribbon._frame.interval() == 1_000


def test_that_a_hurry_is_shown_with_the_state_that_brings_it(make_studio, seat):
    seat.open(closes_in_ms=36_000)
    studio = make_studio(seat, animations=True)
    studio.show()
    seen = Repainted(studio.window.parts.ribbon)
    studio.clock.ms += 10_000
    seat.hurry(12_000)
    studio.model.show(seat.state)
    studio.window.parts.ribbon._frame.stop()  # what the timer has not done yet, the state has
    assert area(seen.news()) > 0


def test_that_a_frame_of_the_screen_that_invites_repaints_what_has_moved_alone(make_studio, seat):
    studio = make_studio(type(seat)("B", 8), size=(1920, 1080), animations=True)
    studio.window.invite()
    attract = studio.window.parts.attract
    attract._timer.stop()
    seen = Repainted(attract)
    zone = attract._show.zone(QSize(attract.size()))
    least = []
    for _ in range(round(attract._show.repeats_ms / attracts.FRAME_MS)):
        attract._float()
        news = seen.news()
        assert zone.adjusted(-1, -1, 1, 1).contains(news.boundingRect())
        least.append(area(news))
    assert min(least) < zone.width() * zone.height() / 2

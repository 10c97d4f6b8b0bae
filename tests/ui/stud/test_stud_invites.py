"""The screen that invites to Casino Stud Poker."""

from kiosk.tools.shots.samples import SampleSeat
from kits.ui.repainted import Repainted


def test_that_the_fan_is_repainted_wherever_it_floats(make_window):
    window = make_window(SampleSeat("stud", "A"), animations=True)
    window.invite()
    attract = window.parts.attract
    attract._timer.stop()
    seen = Repainted(attract)
    for _ in range(12):
        attract._float()
        seen.news()

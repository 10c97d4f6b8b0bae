"""The player's window of Blackjack: a seat led by the real step, a clock that stands."""

import pytest

from kiosk.games.blackjack.paytable import TURN
from kiosk.games.game import Decide
from kiosk.tools.shots.blackjack.scenes import BET
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.terminal.blackjack.felt import read_felt
from kits.ui.led import Led, led_seat, led_window, take_down


@pytest.fixture(autouse=True)
def fonts(qapp):
    load_fonts()


class LedBox(Led):
    """A seat that decides more than once in a round."""

    def decides(self, facts, stakes=None, window=TURN, turns=0, box=None):
        """To an open decision of this seat, or of that box, after so many of them."""
        seen = []

        def here(asks):
            if isinstance(asks, Decide) and asks.window == window and (box or "07") in asks.boxes:
                seen.append(asks)
            return len(seen) > turns

        self.to(facts, here, stakes)
        self.open_decisions()
        return self

    def options(self):
        """The buttons by name: whether each can be used, and what it costs."""
        return {one.choice: (not one.why_not, one.cost) for one in self.face().bar.options}


@pytest.fixture
def make_seat(fonts):
    """A seat with so many notes of $100, and round 8 not yet open."""

    def make(notes=10):
        return led_seat("blackjack", BET, read_felt, kind=LedBox, notes=notes)

    return make


@pytest.fixture
def seat(make_seat):
    """A seat with $1,000."""
    return make_seat()


@pytest.fixture
def make_window(qtbot):
    """Makes windows whose touches reach the real step, and takes them down while all that they hold is alive."""
    made = []

    def make(seat, *args, **more):
        made.append(led_window(qtbot, seat, *args, **more))
        return made[-1]

    yield make
    for window in made:
        take_down(window)

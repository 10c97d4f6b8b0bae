"""The player's window of Blackjack: a seat led by the real step, a clock that stands."""

import pyqtgraph  # noqa: F401  loaded here, so that no test meets the thread that loads it
import pytest
from PySide6.QtCore import QSize

from kiosk.games.blackjack.paytable import TURN
from kiosk.games.game import Decide
from kiosk.tools.shots.blackjack.scenes import BET
from kiosk.tools.shots.samples import SampleSeat
from kiosk.tools.shots.studio import StillClock
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.blackjack.felt import read_felt
from kiosk.ui.terminal.window import TerminalWindow


@pytest.fixture(autouse=True)
def fonts(qapp):
    load_fonts()


class Led(SampleSeat):
    """A seat that is led to where a test begins."""

    def to(self, facts, until, stakes=BET):
        """Bets placed and closed, and dealt to where the game asks for that."""
        self.open()
        self.place(stakes)
        self.register()
        self.close()
        self.go_on(facts, until)
        return self

    def decides(self, facts, stakes=BET, window=TURN, turns=0, box=None):
        """To an open decision of this seat, or of that box, after so many of them."""
        seen = []

        def here(asks):
            if isinstance(asks, Decide) and asks.window == window and (box or "07") in asks.boxes:
                seen.append(asks)
            return len(seen) > turns

        self.to(facts, here, stakes)
        self.open_decisions()
        return self

    def ended(self, facts, stakes=BET):
        """To the result."""
        self.to(facts, lambda _: False, stakes)
        self.result(facts)
        return self

    def ended_after(self, facts):
        """From where the round is to its result."""
        self.result(facts)
        return self

    def face(self, language=Language.EN):
        """What lies on the felt."""
        return read_felt(self.context, self.state, Style(Texts(language), Scale(1.0)))

    def options(self):
        """The buttons by name: whether each can be used, and what it costs."""
        return {one.choice: (not one.why_not, one.cost) for one in self.face().bar.options}


@pytest.fixture
def make_seat():
    """A seat with so many cents, and round 8 not yet open."""

    def make(notes=10):
        made = Led("blackjack", "A", 8)
        for _ in range(notes):
            made.note(10_000)
        return made

    return make


@pytest.fixture
def seat(make_seat):
    """A seat with $1,000."""
    return make_seat()


@pytest.fixture
def make_window(qtbot):
    """Makes windows whose touches reach the real step, and takes them down while all that they hold is alive."""
    made = []

    def make(seat, language=Language.EN, size=(1280, 720)):
        model = FakeModel(seat.context, seat.state, live=True)
        window = TerminalWindow(
            model, seat.layout, language, QSize(*size), clock=StillClock(), animations=False
        )
        window.model, window.felt, window.bar = model, window.parts.felt, window.parts.felt.bar
        window.show()
        qtbot.waitExposed(window)
        made.append(window)
        return window

    yield make
    for window in made:
        window.close()
        window.deleteLater()

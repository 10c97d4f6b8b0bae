"""The player's window of Casino Stud Poker: a seat led by the real step, a clock that stands."""

import pyqtgraph  # noqa: F401  loaded here, so that no test meets the thread that loads it
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize
from PySide6.QtTest import QTest

from kiosk.games.game import Decide
from kiosk.seat import events as ev
from kiosk.table.records import IrregularityEntered
from kiosk.tools.shots.samples import SampleSeat
from kiosk.tools.shots.stud.scenes import BOTH
from kiosk.tools.shots.studio import StillClock
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.stud.felt import read_face
from kiosk.ui.terminal.window import TerminalWindow


@pytest.fixture(autouse=True)
def fonts(qapp):
    load_fonts()


@pytest.fixture(scope="session")
def touch_screen():
    return QTest.createTouchDevice()


class Led(SampleSeat):
    """A seat that is led to where a test begins."""

    def to(self, facts, until, stakes=BOTH):
        """Bets placed and closed, and dealt to where the game asks for that."""
        self.open()
        self.place(stakes)
        self.register()
        self.close()
        self.begin_act(facts)
        self.end_act()
        self.go_on(facts, until)
        return self

    def decides(self, facts, stakes=BOTH, closes_in_ms=20_000):
        """To the open decision."""
        self.to(facts, lambda asks: isinstance(asks, Decide), stakes)
        self.open_decisions(closes_in_ms)
        return self

    def ended(self, facts, stakes=BOTH):
        """To the result."""
        self.to(facts, lambda _: False, stakes)
        self.result(facts)
        return self

    def irregular(self, fact):
        """Something that the game does not ask for."""
        self._log(IrregularityEntered(round=self._number, fact=fact, by="dealer", authorised_by="supervisor"))

    def face(self, language=Language.EN):
        """What lies on the felt."""
        return read_face(self.context, self.state, Style(Texts(language), Scale(1.0)))

    def down(self):
        """The link to the table is gone."""
        self.do(ev.LinkDown())
        return self


@pytest.fixture
def seat(fonts):
    """A seat with $1,000, and round 8 not yet open."""
    made = Led("stud", "A", 8)
    for _ in range(10):
        made.note(10_000)
    return made


@pytest.fixture
def make_window(qtbot):
    """Makes windows whose touches reach the real step, and takes them down while all that they hold is alive."""
    made = []

    def make(seat, language=Language.EN, size=(1280, 720), *, animations=False):
        clock = StillClock()
        model = FakeModel(seat.context, seat.state, live=True)
        window = TerminalWindow(
            model, seat.layout, language, QSize(*size), clock=clock, animations=animations
        )
        window.model, window.clock, window.felt, window.bar = (
            model,
            clock,
            window.parts.felt,
            window.parts.felt.bar,
        )
        window.show()
        qtbot.waitExposed(window)
        made.append(window)
        return window

    yield make
    for window in made:
        window.close()
        window.deleteLater()
        QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)

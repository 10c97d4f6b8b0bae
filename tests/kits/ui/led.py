"""A seat of a card game that is led by the real step to where a test begins, and a window on it."""

from PySide6.QtCore import QCoreApplication, QEvent, QSize

from kiosk.games.game import Decide
from kiosk.seat import events as ev
from kiosk.tools.shots.samples import SampleSeat
from kiosk.tools.shots.studio import StillClock
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.window import TerminalWindow


class Led(SampleSeat):
    """A seat with money; `bets` are its stakes where a test names none, `read` says what lies on its felt."""

    bets: dict
    read: object

    def to(self, facts, until, stakes=None):
        """Bets placed and closed, and dealt to where the game asks for that."""
        self.open()
        self.place(self.bets if stakes is None else stakes)
        self.register()
        self.close()
        self.begin_act(facts)
        self.end_act()
        self.go_on(facts, until)
        return self

    def decides(self, facts, stakes=None, closes_in_ms=20_000):
        """To the open decision."""
        self.to(facts, lambda asks: isinstance(asks, Decide), stakes)
        self.open_decisions(closes_in_ms)
        return self

    def ended(self, facts, stakes=None):
        """To the result."""
        self.to(facts, lambda _: False, stakes)
        self.result(facts)
        return self

    def face(self, language=Language.EN):
        """What lies on the felt."""
        return self.read(self.context, self.state, Style(Texts(language), Scale(1.0)))

    def down(self):
        """The link to the table is gone."""
        self.do(ev.LinkDown())
        return self


def led_seat(game, bets, read, *, kind=Led, notes=10):
    """A seat with $1,000, or so many times $100, and round 8 not yet open."""
    made = kind(game, "A", 8)
    made.bets, made.read = bets, read
    for _ in range(notes):
        made.note(10_000)
    return made


def led_window(qtbot, seat, language=Language.EN, size=(1280, 720), *, animations=False):
    """A window whose touches reach the real step, with a clock that stands."""
    clock = StillClock()
    model = FakeModel(seat.context, seat.state, live=True)
    window = TerminalWindow(model, seat.layout, language, QSize(*size), clock=clock, animations=animations)
    window.model, window.clock, window.felt = model, clock, window.parts.felt
    window.bar = window.felt.bar
    window.show()
    qtbot.waitExposed(window)
    return window


def take_down(window):
    """End a window while all that it holds is alive."""
    window.close()
    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete.value)

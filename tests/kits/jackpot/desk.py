"""A pit of Casino Stud Poker whose table shares a jackpot, and a jackpot whose link can be cut."""

from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.jackpot_line import JackpotLine
from kiosk.console.view import Next
from kiosk.games.game import Enter
from kiosk.games.stud.deal import DEALER
from kiosk.games.stud.game import GAME
from kiosk.table import records as r
from kiosk.table.log import NoAnswer
from kits.console.desk import NG
from kits.games import pit as pits
from kits.games.stud_dealt import FELT, FLUSH, ODD, QUALIFIED
from kits.seat.seats import make_limits

LIMITS = r.Limits(100, 500_000, {**make_limits(FELT).spots, "jackpot": r.SpotLimit(100, 100)})
STUD = pits.Played(GAME, FELT, LIMITS, pits.in_order)
LOOK_S = 0.02
CARDS = {"07": FLUSH.split(), "08": ODD.split(), DEALER: QUALIFIED.split()}
BOTH = {"s07": {"ante": 1_000, "jackpot": 100}, "s08": {"ante": 500, "jackpot": 100}}
CALLS = {"s07": "bet", "s08": "bet"}


class CutJackpot:
    """Fits `Asked`; ``silent`` "before" or "after" a request is carried out."""

    def __init__(self, asked):
        self._asked = asked
        self.silent = ""

    def ask(self, request, /):
        if self.silent == "before":
            raise NoAnswer("the link is cut")
        found = self._asked.ask(request)
        if self.silent == "after":
            raise NoAnswer("the link is cut")
        return found


class SharedPit(pits.Pit):
    """Staff confirm each win as soon as it is claimed, unless ``decides`` says otherwise; none while it is silent.

    ``shares`` is the jackpot that the console's file names.
    """

    shares = "main"

    def __init__(self, folder, jackpot, **ways):
        super().__init__(folder, STUD, **ways)
        self.jackpot = CutJackpot(jackpot)
        self.bugs, self.line = [], None
        self.decides = lambda box: c.ConfirmPrize(box, NG)

    def start(self, dealer="Mia", **ways):
        if self.line is not None:
            self.line.close()
        self.line = JackpotLine(self.shares, self.jackpot, self.bugs.append, LOOK_S)
        found = super().start(dealer, jackpot=self.line, **ways)
        if not self.jackpot.silent:
            self.until(lambda view: not view.jackpot.silence)
        return found

    def step(self, view, cards, calls):
        if view.next is Next.ENTER_RESULT and isinstance(view.asked, Enter) and view.asked.share:
            claims = view.jackpot.registered is None and view.jackpot.claims
            if claims and (command := self.decides(claims)) is not None:
                told = self.do(command)
                assert told in (None, Refusal("phase")), (
                    told
                )  # what was said before may have its answer meanwhile
            self.pump(1)
        else:
            super().step(view, cards, calls)

    def plays(self, cards, calls, reached):
        """As the game asks, until the view is that."""
        for _ in self.patiently():
            self.pump(1)
            if reached(self.view):
                return self.view
            self.step(self.view, cards, {name[1:]: call for name, call in calls.items()})
        raise AssertionError(self.view)

    def close(self):
        super().close()
        self.line.close()
        assert self.bugs == []

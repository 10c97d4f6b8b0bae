"""A pit whose cards come from a shoe with this deck in it."""

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.laid import CARD
from kiosk.simulators.shoe.mechanics import ShoeMechanics
from kits.devices.shoe_console import ShoeAtOnce
from kits.games.pit import Pit


class ShoePit(Pit):
    """A pit with a shoe, or a shuffler that gives a hand of so many; somebody draws whenever a card is wanted."""

    def __init__(self, folder, played, deck, hand=0, cut=0, **options):
        super().__init__(folder, played, **options)
        self.mechanics = ShoeMechanics(lambda: list(deck), hand=hand, cut=cut)
        self.shoe, self.draws = None, True

    def start(self, *args, **ways):
        super().start(*args, **ways)
        self.shoe = ShoeAtOnce(self.mechanics, self.desk.drawn, lambda: self.now_ms)
        self.desk.connect_shoe(self.shoe)
        self.shoe.power_up()

    def pump(self, times=3):
        for _ in range(times):
            if self.shoe is not None:
                self.shoe.poll()
                if self.draws and self.mechanics.order.wanted:
                    self.mechanics.draw()
                self.shoe.poll()
            super().pump(1)

    def step(self, view, cards, calls):
        """Cards are not entered but drawn; the dealer confirms what is proposed."""
        if view.next is Next.ENTER_RESULT and view.device.recognised:
            self.ok(c.EnterResult(view.device.recognised))
        elif view.next is not Next.ENTER_RESULT or not self.desk._core.shoe.deals:
            super().step(view, cards, calls)

    def dealt_so_far(self):
        return [(fact.at, fact.values) for fact in self.desk._core.service.known if fact.name == CARD]

    def draws_up_to(self, lying):
        """So many cards lie, and the shoe has not heard that the last of them does; nobody draws more."""
        while len(self.dealt_so_far()) < lying:
            self.pump(1)
        self.draws = False

    def starts_again(self):
        """The console is killed and started, and the round goes on."""
        self.again()
        self.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
        self.pump(3)
        self.ok(c.Interrupted(decided=True))
        self.pump(5)

    def alerts(self):
        return {alert.key for alert in self.view.alerts if alert.key.startswith("shoe")}

    def until_asked(self, at, count):
        """Until so many cards lie at that place, and the next is asked for there."""
        return self.until(
            lambda view: (
                getattr(view.asked, "at", "") == at
                and sum(fact.at == at and fact.name == CARD for fact in view.play) == count
            )
        )

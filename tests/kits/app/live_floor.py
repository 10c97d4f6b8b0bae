"""The live floor of the irregularities: real etcd with TLS and rights, a console, two seats in their own processes.

Each seat reaches the host through a proxy.
"""

from __future__ import annotations

from kiosk.console import commands as c
from kiosk.console.commands import Authority
from kiosk.console.view import Phase, Presence
from kits.app.seat_process import SeatProcess
from kits.audit.floor_truth import SeatFiles
from kits.console.live import LiveConsole
from kits.games import sicbo_oracle as oracle
from kits.ops.provision import PIN, SEATS, SUPERVISOR

CHIPS = (50_000, 10_000, 2_500, 1_000, 500, 100)
NG = Authority(SUPERVISOR, PIN)


class Floor:
    """The table, its console, and its seats and their lines by name."""

    def __init__(self, table, proxies):
        self.table = table
        self.lines = {name: proxies.between(table.plan.doors[0]) for name in SEATS}
        for name, line in self.lines.items():
            table.set(f"seat-{name}", table.plan.doors[0], line.endpoint)
        self.seats = {name: SeatProcess(table.seat(name)) for name in SEATS}
        self.console = LiveConsole(table.console)

    # --- play -----------------------------------------------------------------------------------------------------

    def open(self):
        """The next round takes bets; answers its number."""
        self.console.ok(c.OpenBets())
        return self.console.view.round

    def bet(self, **stakes):
        """A new round in which the seats (s07, s08) bet; answers its number."""
        number = self.open()
        for name, on in stakes.items():
            self.bet_at(name[1:], number, on)
        return number

    def bet_at(self, name, number, stakes):
        """One seat puts chips on empty spots, and they are registered."""
        seat = self.seats[name]
        seat.wait("round", number)
        seat.wait("phase", "betting")
        while seat.state["credit"] < sum(stakes.values()):
            seat.note(10_000)
        self.tap(name, stakes)
        seat.wait("registered", stakes)
        self.console.until_seat(name, lambda found: found.stakes == stakes)

    def tap(self, name, stakes):
        """Chips of the fewest pieces."""
        for spot, cents in stakes.items():
            for chip in CHIPS:
                for _ in range(cents // chip):
                    self.seats[name].tap(spot, chip)
                cents %= chip

    def settled(self, name, number, dice=None):
        """The seat's state when it has settled that round by these dice (None: void) and reported it."""
        wanted = None if dice is None else [list(dice)]
        seat = self.seats[name]
        state = seat.wait("busy", False)
        while (state["last"] or {}).get("round") != number or (state["last"]["dice"] or None) != wanted:
            state = seat.wait("busy", False)
        self.console.until_seat(name, lambda found: not found.payable)
        return state

    def pay(self, name, stakes, dice):
        """What the dice pay for stakes at that seat, by the printed rules."""
        wins = oracle.wins(SEATS[name], dice)
        return int(sum(stake + stake * wins[spot] for spot, stake in stakes.items() if spot in wins))

    def money(self, name):
        """Credit and chips in play."""
        state = self.seats[name].state
        return state["credit"] + state["escrow"]

    # --- outages --------------------------------------------------------------------------------------------------

    def until_gone(self, *names):
        """The dealer sees that these seats are silent."""
        for name in names:
            self.console.until_seat(name, lambda found: found.presence is not Presence.PRESENT)

    def until_there(self, *names):
        """The dealer sees these seats."""
        for name in names:
            self.console.until_seat(name, lambda found: found.presence is Presence.PRESENT)

    def come_to_rest(self):
        """Every line is well, every seat is there, no round is open, and one more is played without bets."""
        for name, line in self.lines.items():
            line.mend()
            if not self.seats[name].runs:
                self.seats[name].start()
            self.seats[name].resume()
        self.until_there(*self.seats)
        if self.console.view.phase not in (Phase.ENDED, Phase.VOID, Phase.RESULT):
            self.console.ok(c.Void("end of the test", NG))
        self.console.bring_to(Phase.ENDED) if self.console.view.phase is Phase.RESULT else None
        number = self.open()
        self.console.bring_to(Phase.ENDED)
        for seat in self.seats.values():
            seat.wait("round", number)
            seat.wait("phase", "ended")
            seat.wait("busy", False)

    def files(self):
        """Where the seats keep everything."""
        return {name: SeatFiles(SEATS[name], seat.state_dir) for name, seat in self.seats.items()}

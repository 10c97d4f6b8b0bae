"""A console whose automatic dealer has a pair of hands beside it: what its shoe does not give is entered by hand.

    program("kits.chaos.helped_console", "--config", FILE, "--seed", 1, "--speed", 20, "--rounds", 2)

What is entered by hand comes by chance, as at any demonstration, or of a shoe whose cards last is what lies on the
table; what the shoe reads is entered by the product alone.
"""

import argparse
import sys
import time
from pathlib import Path

from kiosk.app.config import read_console_file
from kiosk.app.console import ConsoleOptions, OpenConsole
from kiosk.app.state_dir import ConsoleDir
from kiosk.commands._life import ends_by_signal, unheard
from kiosk.console import commands as c
from kiosk.console.chance import seeded_chance
from kiosk.console.desk.count import decks, gone
from kiosk.console.view import Next
from kiosk.demo.auto_console import AutoConsole
from kiosk.games.game import Fact
from kits.devices.lasting_shoe import drawn_in, goes_on, not_entered
from kits.devices.shoe_process import cards_of

PATIENCE_S = 1.2  # with the shoe: longer than it may be silent before the console says so


class HelpedConsole(AutoConsole):
    """See the module."""

    def __init__(self, opened, rounds, shoe):
        super().__init__(opened, rounds)
        self._facts_for, self._shoe = opened.config.facts_for, shoe
        self._desk, self._stands, self._since_s = None, None, 0.0

    def _open(self):
        self._desk = super()._open()
        return self._desk

    def _wait(self, seconds):
        super()._wait(seconds)
        if self._desk is not None:
            self._help(self._desk)

    def _help(self, desk):
        view = desk.view
        stands = (view.round, view.next, len(view.play))
        if stands != self._stands:
            self._stands, self._since_s = stands, time.monotonic()
        elif view.next is Next.ENTER_RESULT and time.monotonic() - self._since_s > PATIENCE_S:
            core = desk._core
            if not decks(core):
                desk.do(c.EnterResult(self._facts_for(view.round, core.service.known_dealt, gone(core))))
                return
            cards, lie = cards_of(self._shoe), core.config.settings.game.drawn(core.service.known)
            if more := not_entered(drawn_in(cards, view.round), lie):
                fact = Fact(view.asked.fact, (more[0],), view.asked.at)
                desk.do(c.EnterResult((fact,), first=len(view.play)))
            else:
                goes_on(cards, draws=core.shoe.stopped)


@unheard()
def main(words):
    """Run it until it is told to end, or the rounds are over."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--config", type=Path, required=True)
    parser.add_argument("--seed", type=int, required=True)
    parser.add_argument("--speed", type=float, required=True)
    parser.add_argument("--rounds", type=int, default=0)
    args = parser.parse_args(words)
    file = read_console_file(args.config)
    folder = ConsoleDir(file.state)
    folder.hold()
    options = ConsoleOptions(chance=seeded_chance(args.seed), speed=args.speed)
    try:
        opened = OpenConsole(file, folder, options, lambda bug: console.bug(bug))
        console = HelpedConsole(opened, args.rounds, Path(file.shoe.port))
        try:
            with ends_by_signal(console.stop):
                console.run()
        finally:
            opened.close()
    finally:
        folder.release()


if __name__ == "__main__":
    main(sys.argv[1:])

"""The jackpot of a demonstration on one machine: its own, in a file beside its books, so that it is seen to move.

Nobody plays for it at other tables: what moves it are the bets of this seat.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

from kiosk.app.machine import Rules, utc_now
from kiosk.console.jackpot_line import JackpotLine
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.meter import Terms
from kiosk.jackpot.requests import SetTerms
from kiosk.jackpot.sqlite import SqliteStore

NAME: Final = "demo"
ANSWERS_S: Final = 1.0
EACH_OF_100: Final = 30  # of each bet so many per cent move it


class OwnJackpot:
    """The file and the desk's way to it. Raises JackpotFault. ``on_bug`` is told in the line's thread."""

    def __init__(self, path: Path, terms: Terms, on_bug: Callable[[BaseException], None]) -> None:
        self._store = SqliteStore(path)
        self.asked = Jackpot(self._store, utc_now)
        self.asked.ask(SetTerms(terms, "demonstration", "it begins", terms.reset))
        self.line = JackpotLine(NAME, self.asked, on_bug)
        until_s = time.monotonic() + ANSWERS_S
        while self.line.silence and time.monotonic() < until_s:  # the first round shall offer it
            time.sleep(0.01)

    def close(self) -> None:
        """Ask no more, and close the file."""
        self.line.close()
        self._store.close()


def terms_of(rules: Rules) -> Terms | None:
    """What a jackpot of this table begins with; None where its game has no bet on one, or no fixed one."""
    kinds = {spot.kind for spot in rules.layout.spots.values() if spot.jackpot}
    limits = [rules.limits.limits().spots.get(kind) for kind in sorted(kinds)]
    reset = getattr(rules.layout, "reset", 0)
    if not limits or limits[0] is None or limits[0].only is None or not reset:
        return None
    bet = limits[0].only
    return Terms(1, reset, bet * EACH_OF_100 // 100, bet)

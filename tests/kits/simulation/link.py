"""The link between the table log and the seat: it loses, delays, repeats and is cut. The log itself is sound."""

from collections import deque

from kiosk.links.embedded import EmbeddedLog
from kiosk.table.log import Entry, NoAnswer
from kits.simulation.faults import Chance

FATES = ("prompt", "late", "lost", "unheard", "stray", "twice")


class SimLink:
    """The seat's side of the log. Implements `LogSender`; ``feed`` holds entries on their way to the seat."""

    def __init__(self, log: EmbeddedLog, chance: Chance) -> None:
        self._log = log
        self._chance = chance
        self.up = False
        self.strays: list = []  # appends somewhere in the network: a crash of the seat does not stop them
        self.answers: deque = deque()  # answers on their way: a crash of the seat loses them
        self.feed: deque[Entry] = deque()
        self._subscription = None
        self.fates: dict[str, int] = dict.fromkeys(FATES, 0)

    def send(self, puts, unless, answer) -> None:
        """See `LogSender`."""
        fate = self._fate()
        self.fates[fate] += 1
        self._chance.trace.append(f"append {puts[0].key}: {fate}")
        if fate in ("stray", "twice"):
            self.strays.append((puts, unless))
        found = NoAnswer(f"simulated: {fate}")
        if fate in ("prompt", "late", "unheard", "twice"):
            self._chance.point("before an append")
            landed = self._log.append(puts, unless=unless)
            self._chance.point("after an append")
            if fate != "unheard":
                found = landed
        if fate == "late" or (isinstance(found, NoAnswer) and self._chance.happens(0.5)):
            self.answers.append(lambda: answer(found))
        else:
            answer(found)

    def _fate(self) -> str:
        chance = self._chance
        if not self.up:
            return "stray" if chance.random.random() < 0.3 else "lost"
        if not chance.happens(0.25):
            return "prompt"
        return chance.random.choice(FATES[1:])

    def land(self) -> None:
        """One append that was on its way reaches the log; whoever sent it may be long gone."""
        puts, unless = self.strays.pop(self._chance.random.randrange(len(self.strays)))
        answer = self._log.append(puts, unless=unless)
        self._chance.trace.append(f"stray {puts[0].key} -> {answer}")

    def cut(self, *, lose: bool) -> None:
        """The link is down; what had reached the seat may still be waiting there."""
        self.up = False
        self._unsubscribe()
        if lose:
            self.feed.clear()

    def mend(self, prefixes: list[str], after: int) -> None:
        """The link is up: the seat reads on after ``after``."""
        self.up = True
        self._unsubscribe()
        self._subscription = self._log.follow(prefixes, after, self.feed.append)

    def power_cut(self) -> None:
        """The seat's memory is gone; what is in the network is not."""
        self.cut(lose=True)
        self.answers.clear()

    def _unsubscribe(self) -> None:
        if self._subscription is not None:
            self._subscription.close()
            self._subscription = None

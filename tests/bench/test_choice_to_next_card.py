"""From a player's choice to the next card that is asked for: a full table of Blackjack over etcd with hosts and TLS."""

import time

import pytest

from kiosk.demo.bot import Bot
from kiosk.games.blackjack.paytable import TURN
from kiosk.seat.events import Choose
from kits.audit.pit_heard import facts_in, records_in
from kits.bench.at_table import SEAT, percentile, playing, turns

pytestmark = [pytest.mark.bench, pytest.mark.timeout(1800)]
CHOICES, OTHERS = 70, 6
GOAL_MS = 100.0


class Decided:
    """From the bot's touch to the word, at its own seat, of what stands beside its name in the log: ms.

    ``registered``: until its choice came back. ``asked``: until its decision was entered. With that word every reader
    of the log knows which card comes next, and the console as soon as the seat.
    """

    def __init__(self):
        self.registered, self.asked, self._chose_s = [], [], None

    def touched(self, events):
        if any(isinstance(event, Choose) for event in events):
            self._chose_s = time.monotonic()
        return events

    def __call__(self, word):
        if self._chose_s is None:
            return
        for record in records_in(word.decode("latin-1")):
            since_ms = (time.monotonic() - self._chose_s) * 1e3
            if record["type"] == "Choice" and record["seat"] == SEAT and record["window"] == TURN:
                self.registered.append(since_ms)
            elif record["type"] == "DecisionsEntered":
                own = [fact for fact in facts_in(record) if fact["at"] == SEAT]
                if own:
                    self.asked += [since_ms] * (own[0]["name"] == TURN)
                    self._chose_s = None


def test_how_soon_after_a_choice_the_next_card_is_asked_for(qtbot, qapp, tmp_path, monkeypatch, figure, say):
    decided, act = Decided(), Bot.act
    monkeypatch.setattr(Bot, "act", lambda bot: decided.touched(act(bot)))
    with playing(qtbot, tmp_path, monkeypatch, decided, "blackjack", OTHERS) as table:
        table.until(lambda: len(decided.asked) >= CHOICES)
        bare = table.bare_puts(CHOICES)
    figure(
        "choice: p99 of the clock from the touch to the next card asked for, beside a bare put to a watch",
        turns(decided.asked),
        turns(bare),
        GOAL_MS,
        "ms",
    )
    for what, times in (("registered", decided.registered), ("next card", decided.asked)):
        say(
            f"choice to {what}: p50 {percentile(times, 0.5):.1f} ms, p99 {percentile(times):.1f} ms of {len(times)}"
        )

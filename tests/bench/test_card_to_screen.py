"""From the console's commit of a card to its paint at the seat, over etcd with hosts and TLS, in the real window."""

import re
import time
from collections import Counter

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QPixmap

from kiosk.ui.terminal.cards.felt import CardFelt
from kits.audit.pit_heard import facts_in, records_in
from kits.bench.at_table import SEAT, percentile, playing, turns
from kits.bench.figures import medians
from kits.bench.paints import Blit, Painted, until_painted
from kits.bench.stamping_console import stamps

pytestmark = [pytest.mark.bench, pytest.mark.timeout(900)]
CARDS = 140
GOAL_MS = 50.0
_PLACE = re.compile(rb"etg/12/round/([0-9]+)/[0-9]+")


class Arrivals:
    """When words with a card for the seat came to its process: the clock, and its processor time, in seconds."""

    def __init__(self):
        self.of, self._cards = {}, Counter()

    def __call__(self, word):
        if b"FactsEntered" not in word:
            return
        now = time.monotonic(), time.process_time()
        keys = [found.group().decode() for found in _PLACE.finditer(word)]
        facts = [r for r in records_in(word.decode("latin-1")) if r["type"] == "FactsEntered"]
        for key, record in zip(keys, facts, strict=False):
            own = sum(fact["at"] == SEAT and fact.get("audience") == SEAT for fact in facts_in(record))
            self._cards[record["round"]] += own
            if own and len(keys) == len(facts):  # one of many is none that was just dealt
                self.of.setdefault((record["round"], self._cards[record["round"]]), (key, *now))


class OwnHand(QObject):
    """When so many cards were first painted at the seat's place, by round."""

    def __init__(self, hand, bridge):
        super().__init__(hand)
        self._hand, self._bridge, self.of = hand, bridge, {}
        hand.installEventFilter(self)

    def eventFilter(self, _watched, event):  # noqa: N802 - Qt's name
        if event.type() == QEvent.Type.Paint and self._hand.cards:
            now = time.monotonic(), time.process_time()
            self.of.setdefault((self._bridge.state.table.number, len(self._hand.cards)), now)
        return False


@pytest.fixture
def dealt(qtbot, qapp, tmp_path, monkeypatch):
    """A seat in its window, a bot's finger on it, a console that deals by itself: what came, and what was painted."""
    arrivals = Arrivals()
    with playing(qtbot, tmp_path, monkeypatch, arrivals, "stud") as table:
        (felt,) = table.screen.window.findChildren(CardFelt)
        painted = OwnHand(felt.own, table.screen.playing.bridge)
        table.until(lambda: len(painted.of) >= CARDS)
        yield table, felt, arrivals.of, painted.of, stamps(table.stamps)


def test_how_soon_a_dealt_card_is_on_its_seats_screen(dealt, figure, qtbot, say):
    table, felt, came, painted, committed = dealt
    wall, at_seat, processor = [], [], []
    for place in sorted(came.keys() & painted.keys()):
        (key, came_s, used_s), (painted_s, spent_s) = came[place], painted[place]
        if key in committed and painted_s > came_s:
            wall.append((painted_s - committed[key]) * 1e3)
            at_seat.append((painted_s - came_s) * 1e3)
            processor.append((spent_s - used_s) * 1e3)
    assert len(wall) > CARDS // 2
    figure(
        "card: p99 of the clock from the console's commit to its paint, beside a bare put to a watch",
        turns(wall),
        turns(table.bare_puts(CARDS)),
        GOAL_MS,
        "ms",
    )
    peer = Blit(QPixmap(felt.grab()).copy(QRect(felt.own.pos(), felt.own.size())))
    qtbot.addWidget(peer)
    peer.show()
    qtbot.waitExposed(peer)
    shown = Painted(peer)
    blits = [until_painted(shown, peer.update)[1] for _ in range(CARDS)]
    figure(
        "card: processor from its word at the seat to its paint, beside a blit of the hand",
        medians(processor),
        medians(blits),
        GOAL_MS,
        "ms",
        wall=medians(at_seat),
    )
    say(f"card: p50 {percentile(wall, 0.5):.1f} ms, p99 {percentile(wall):.1f} ms of {len(wall)} cards")

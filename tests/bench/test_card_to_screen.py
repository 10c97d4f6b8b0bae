"""From the console's commit of a card to its paint at the seat, over etcd with hosts and TLS, in the real window."""

import re
import threading
import time
from collections import Counter
from contextlib import ExitStack

import pytest
from PySide6.QtCore import QEvent, QObject, QRect
from PySide6.QtGui import QPixmap

from kiosk.app.config import read_admin_file
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.log import Put
from kiosk.ui.terminal.cards.felt import CardFelt
from kits import program
from kits.app.parties import Opened
from kits.audit.pit_heard import facts_in, records_in
from kits.bench.figures import medians
from kits.bench.paints import Blit, Painted, until_painted
from kits.bench.stamping_console import stamps
from kits.chaos import hearing
from kits.chaos.floor import Program
from kits.ops.provision import provisioned

pytestmark = [pytest.mark.bench, pytest.mark.timeout(900)]
SEAT, CARDS, TURNS, SPEED = "07", 140, 7, 15
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
    import pyqtgraph  # noqa: F401  loaded here, so that no measurement meets the thread that loads it

    from kiosk.ui.kit.fonts import load_fonts
    from kiosk.ui.terminal.play import playing

    monkeypatch.setattr(playing, "WARM_AFTER_MS", 3_600_000)
    load_fonts()
    arrivals = Arrivals()
    monkeypatch.setattr(hearing.grpc.aio, "secure_channel", hearing.grpc.aio.secure_channel)
    with provisioned(tmp_path, {SEAT: "A"}, serving=1, game="stud") as table, ExitStack() as stack:
        console = Program(
            tmp_path / "console.out",
            *("--config", str(table.console), "--headless", "--auto", "--speed", str(SPEED)),
            by=program("kits.bench.stamping_console", tmp_path / "stamps"),
        )
        console.start()
        stack.callback(console.kill)
        hearing.hear(arrivals)
        screen = Opened(qtbot, stack).seat(table.seat(SEAT), bot_seed=1, bot_speed=float(SPEED))
        (felt,) = screen.window.findChildren(CardFelt)
        painted = OwnHand(felt.own, screen.playing.bridge)
        while len(painted.of) < CARDS:
            console.check()
            qtbot.wait(50)
        console.stop()
        yield table, felt, arrivals.of, painted.of, stamps(tmp_path / "stamps")
    qtbot.wait(0)


def percentile(times, share=0.99):
    return sorted(times)[min(len(times) - 1, int(len(times) * share))]


def turns(values):
    """The p99 of each turn."""
    size = len(values) // TURNS
    return [percentile(values[n : n + size]) for n in range(0, size * TURNS, size)]


def bare_puts(table):
    """So long a bare put takes until a watch of the same server tells of it, ms."""
    link, told, found = EtcdLog(read_admin_file(table.config("admin")).log.etcd()), threading.Event(), []
    feed = link.follow(["bare/"], 0, lambda _entry: told.set())
    try:
        for n in range(CARDS):
            told.clear()
            began = time.monotonic()
            link.append([Put(f"bare/{n}", b"card" * 40)])
            assert told.wait(30)
            found.append((time.monotonic() - began) * 1e3)
    finally:
        feed.close()
        link.close()
    return found


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
        turns(bare_puts(table)),
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

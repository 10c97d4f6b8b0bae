"""A real seat behind the real window, whose commits and appends take as long as a test wants."""

import threading
import time

from PySide6.QtCore import QEvent, QPointF, QSize, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from kiosk.app.acceptors import ACCEPTOR
from kiosk.app.machine import Seat, read_rules, utc_now
from kiosk.app.state_dir import StateDir
from kiosk.links.embedded import EmbeddedLog
from kiosk.runner.performer import Performer
from kiosk.runner.threads import SenderThread
from kiosk.seat.events import AcceptorReady, LinkUp, LogRead, NoteIn
from kiosk.table import keys
from kiosk.table.log import Put
from kiosk.table.records import RoundOpened, encode
from kiosk.ui.kit.bridge import SeatBridge
from kiosk.ui.kit.texts import Language
from kiosk.ui.terminal.board.view import BoardView
from kiosk.ui.terminal.window import TerminalWindow

SIZE = QSize(1920, 1080)


class Gate:
    """What a slow disk or cable does: lets through at once, after some time, or not before it is told."""

    def __init__(self):
        self._open = threading.Event()
        self._open.set()
        self.delay_s = 0.0
        self.waiting = threading.Event()  # somebody stands before the closed gate

    def close(self):
        self._open.clear()

    def open(self):
        self._open.set()

    def pass_through(self):
        if not self._open.is_set():
            self.waiting.set()
        assert self._open.wait(60), "the test has forgotten the gate"
        self.waiting.clear()
        if self.delay_s:
            threading.Event().wait(self.delay_s)


class SlowSeat:
    """Window, bridge, store thread and sender thread as the demonstration has them; the round is opened by hand."""

    def __init__(self, folder, *, animations=False):
        rules = read_rules("B")
        self.disk, self.cable = Gate(), Gate()
        self.commits = self.appends = self._events = 0
        self._dir = StateDir(folder)
        self._dir.hold()
        self._seat = Seat(self._dir, rules, lambda _: None)
        self.log = EmbeddedLog(self._dir.table)
        self._limits = rules.limits.limits()
        self._slow_down()
        self._sender = SenderThread(self.log, lambda bug: self.bridge.inbox.report(bug))
        acceptor = self._seat.slot_at_once(lambda _: None)
        printer = self._seat.press_at_once(lambda _: None)
        ports = self._seat.ports(self._sender, acceptor, printer)
        config = self._seat.context.config
        self.bridge = SeatBridge(
            self._seat.core,
            self._seat.store,
            lambda deliver: Performer(config, ports, self._seat.store, deliver),
            lambda: acceptor,
            utc_now,
            lambda: int(time.monotonic() * 1000),
        )
        self.window = TerminalWindow(self.bridge, rules.layout, Language.EN, SIZE, animations=animations)
        self.window.resize(SIZE)
        self.window.show()
        (self.board,) = self.window.findChildren(BoardView)

    def _slow_down(self):
        commit, append = self._seat.store.commit, self.log.append

        def slow_commit(*words):
            self.disk.pass_through()
            commit(*words)
            self.commits += 1

        def slow_append(*words, **more):
            self.cable.pass_through()
            self.appends += 1
            return append(*words, **more)

        self._seat.store.commit = slow_commit
        self.log.append = slow_append

    def begin(self, qtbot, cents=500_000, closes_in_ms=3_600_000):
        """Money in, a round open for bets, its audit done."""
        config = self._seat.context.config
        prefixes = [keys.rounds(config.table), keys.slips(config.table, config.seat)]
        self.bridge.start(())
        self.log.follow(prefixes, 0, lambda e: self.bridge.inbox.put(LogRead(e.seq, e.key, e.value)))
        self.bridge.send(LinkUp())
        self.bridge.send(AcceptorReady(ACCEPTOR))
        self.bridge.send(NoteIn(ACCEPTOR, "note-1", cents))
        opened = RoundOpened(
            round=1,
            game="sicbo",
            limits=self._limits,
            closes_in_ms=closes_in_ms,
            at=utc_now(),
            demonstration=True,
        )
        self.record(opened)
        qtbot.waitUntil(lambda: self.bridge.state.audited_round == 1)

    def record(self, event):
        """The table writes down what happens in its round."""
        self._events += 1
        key = keys.round_event(self._seat.context.config.table, 1, self._events)
        self.log.append([Put(key, encode(event))])

    def tap(self, spot):
        """A finger on the spot."""
        viewport = self.board.viewport()
        at = QPointF(self.board.cell_rect(spot).center())
        for kind in (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease):
            held = (
                Qt.MouseButton.LeftButton if kind is QEvent.Type.MouseButtonPress else Qt.MouseButton.NoButton
            )
            there = viewport.mapToGlobal(at)
            event = QMouseEvent(
                kind, at, there, Qt.MouseButton.LeftButton, held, Qt.KeyboardModifier.NoModifier
            )
            QApplication.sendEvent(viewport, event)

    def end(self):
        self.disk.open()
        self.cable.open()
        self.disk.delay_s = self.cable.delay_s = 0.0
        self.bridge.stop()
        self._sender.close()
        self.window.close()
        self.log.close()
        self._seat.close()
        self._dir.release()

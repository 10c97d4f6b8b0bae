"""What a person does at the slot waits for no disk: the device thread has it, the screen goes on."""

import threading

import pytest

from kiosk.seat.events import Collect
from kiosk.seat.state import LockKind
from kiosk.table.round import Phase

PATIENCE_MS = 60_000


class SlowMemory:
    """The acceptor's memory on a disk that stands still until it is let."""

    def __init__(self, memory):
        self._memory = memory
        self.go = threading.Event()
        self.waiting = threading.Event()
        self.threads = set()

    def load(self):
        return self._memory.load()

    def save(self, remembered):
        self.threads.add(threading.current_thread().name)
        self.waiting.set()
        assert self.go.wait(60)
        self._memory.save(remembered)


@pytest.fixture
def demo(demo_on, tmp_path, qtbot):
    demo = demo_on(tmp_path / "state")
    qtbot.waitUntil(
        lambda: (
            demo.playing.bridge.state.table.phase is Phase.BETTING
            and demo.playing.bridge.state.audited_round == 1
        ),
        timeout=PATIENCE_MS,
    )
    return demo


def test_that_neither_a_note_nor_shutting_the_slot_waits_for_the_disk(demo, qtbot, warnings_logged):
    playing = demo.playing
    hand = playing._threads._slot.hand
    qtbot.waitUntil(lambda: hand.is_open, timeout=PATIENCE_MS)
    memory = hand._memory = SlowMemory(hand._memory)
    try:
        playing.insert_note(2_000)
        qtbot.waitUntil(memory.waiting.is_set, timeout=PATIENCE_MS)
        playing.insert_note(500)  # the slot is busy: the hand keeps the note
        playing.bridge.lock_for(RuntimeError("lock it"))  # shuts the slot while the disk stands still
        warnings_logged.clear()
        assert playing.bridge._slot.is_open is False
        assert [lock.kind for lock in playing.bridge.state.locks] == [LockKind.STORE]
        assert not memory.go.is_set()
    finally:
        memory.go.set()
    demo.end()
    assert "MainThread" not in memory.threads


def test_that_the_folder_of_tickets_is_looked_at_after_a_print_alone(demo, qtbot, monkeypatch):
    looked = []
    folder = demo._opening.state.tickets
    glob = type(folder).glob

    def watched(self, pattern, **more):
        if self == folder and pattern == "ticket-*.pdf":
            looked.append(threading.current_thread().name)
        return glob(self, pattern, **more)

    monkeypatch.setattr(type(folder), "glob", watched)
    bridge = demo.playing.bridge
    demo.playing.insert_note(2_000)
    qtbot.waitUntil(lambda: bridge.state.balances.credit == 2_000, timeout=PATIENCE_MS)
    assert looked == []
    qtbot.waitUntil(lambda: bridge.state.item is None, timeout=PATIENCE_MS)
    bridge.send(Collect())
    qtbot.waitUntil(lambda: demo._newest is not None, timeout=PATIENCE_MS)
    assert looked == ["devices"]

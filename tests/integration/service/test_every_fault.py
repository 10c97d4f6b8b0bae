"""Every fault of the standards, once: message, lock, event and way out, in both languages, over SIGKILL and restart."""

import signal
from contextlib import closing

import pytest

from kiosk.seat import events as e
from kiosk.seat.state import LockKind
from kiosk.store.seat_store import SeatStore
from kiosk.ui.kit.card import Line
from kiosk.ui.kit.locks import first_lock, lock_parts
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import scale_for
from kiosk.ui.service import words
from kits import program, surroundings
from kits.processes import run_process
from kits.seat.fault_process import Committed
from kits.seat.fault_table import FAULTS


@pytest.mark.parametrize("name", FAULTS)
def test_that_a_fault_is_said_locked_kept_and_ends_by_its_way_out(tmp_path, name):
    fault, path = FAULTS[name], tmp_path / "seat.db"
    words = program("kits.seat.fault_process", path, name)
    ended = run_process(words, capture_output=True, text=True, check=False, env=surroundings())
    assert ended.returncode == -signal.SIGKILL, ended.stderr
    with closing(SeatStore(path)) as store:
        assert store.self_test() == []
        assert fault.event in [event.kind for event in store.events()]
        _said(fault.event)
        play = Committed(store, store.load().state)
        before = play.state.balances
        if fault.lock is not None:
            assert fault.lock in [lock.kind for lock in play.state.locks]
            _shown(play.state, fault.lock)
        play.do(e.Restarted())
        kinds = [lock.kind for lock in play.state.locks]
        assert (fault.lock in kinds) is (fault.lock is not None and fault.stays)
        assert play.state.balances == before, "a restart moves no money"
        play.do(e.AcceptorReady("acceptor-1"))
        play.do(e.LinkUp())
        fault.ends(play)
        ends = fault.lock not in (None, LockKind.AUDIT, LockKind.FOREIGN_SLIP)
        if ends:
            assert fault.lock not in [lock.kind for lock in play.state.locks], "the way out leads out"
        assert store.self_test() == []


def _said(kind):
    """The event has words of its own in both languages."""
    if kind == "disk":  # a full disk writes no event; this one is the test's own
        return
    for language in Language:
        look = Style(Texts(language), scale_for(1280, 720))
        assert words.event_words(look, kind) != kind


def _shown(state, kind):
    """Player and staff are told different things, each in both languages, and staff the way out."""
    seen = set()
    for language in Language:
        texts = Texts(language)
        look = Style(texts, scale_for(1280, 720))
        for turned in (False, True):
            lines = [
                part.text for part in lock_parts(state, texts, key_turned=turned) if isinstance(part, Line)
            ]
            titles = {words.lock_title(look, kind), texts.get("lock.win")}
            assert any(title in line for title in titles for line in lines)
            seen.add(tuple(lines))
        assert words.way_out(look, kind)
    assert len(seen) == 4, "two languages, two readers"
    assert first_lock(state) is not None


def test_that_every_lock_that_there_is_has_its_fault_here():
    reached = {fault.lock for fault in FAULTS.values()}
    shown_elsewhere = {LockKind.SETTINGS, LockKind.OLDER_COPY}  # test_settings; the tests of older copies
    assert set(LockKind) - reached == shown_elsewhere

"""Threads and devices of the demonstration that fail: the seat is locked, or the money comes back."""

import pytest

from kiosk.console.desk import auto
from kiosk.devices.printer.fonts import FontsMissing
from kiosk.seat.events import Collect
from kiosk.seat.state import LockKind, lock_of
from kiosk.table import keys
from kiosk.table.log import Put
from kiosk.table.records import ConsoleHeld, encode
from kiosk.table.round import Phase
from kiosk.ui.terminal.play import playing as demo_playing

PATIENCE_MS = 60_000
ends_loudly = pytest.mark.filterwarnings("ignore::pytest.PytestUnhandledThreadExceptionWarning")


def raises(error):
    def call(*_, **__):
        raise error

    return call


def bridge_of(demo):
    return demo.playing.bridge


def is_betting(demo):
    return bridge_of(demo).state.table.phase is Phase.BETTING


def why_locked(demo):
    lock = lock_of(bridge_of(demo).state, LockKind.STORE)
    return lock.detail if lock is not None else ""


@ends_loudly
def test_that_a_dealer_that_fails_locks_the_seat(demo_on, tmp_path, qtbot, monkeypatch, warnings_logged):
    monkeypatch.setattr(auto, "due", raises(ZeroDivisionError("dealer")))
    demo = demo_on(tmp_path / "state")
    qtbot.waitUntil(lambda: "ZeroDivisionError" in why_locked(demo), timeout=PATIENCE_MS)
    warnings_logged.clear()


def test_that_a_table_taken_by_another_console_ends_the_play_and_is_said(demo_on, tmp_path, qtbot, capsys):
    demo = demo_on(tmp_path / "state")
    qtbot.waitUntil(lambda: is_betting(demo), timeout=PATIENCE_MS)
    log = demo.playing._threads._table._table.log
    log.append([Put(keys.console("12", 2), encode(ConsoleHeld(take=2, console="console-2")))])
    qtbot.waitUntil(lambda: demo.status == 2, timeout=PATIENCE_MS)
    assert not demo.window.isVisible()
    assert demo._startup.isVisible()
    demo._startup._turn_over()  # a finger that rests on it: the technician's report
    assert "table 12: another console has taken over" in demo._startup.words
    assert "table 12: another console has taken over" in capsys.readouterr().err
    assert not why_locked(demo), "no fault of the program"


@ends_loudly
def test_that_a_device_thread_that_fails_locks_the_seat(
    demo_on, tmp_path, qtbot, monkeypatch, warnings_logged
):
    demo = demo_on(tmp_path / "state")
    qtbot.waitUntil(lambda: is_betting(demo), timeout=PATIENCE_MS)
    demo.playing._threads._slot.hand.insert = raises(KeyError("slot"))
    demo.playing.insert_note(2_000)
    qtbot.waitUntil(lambda: "KeyError" in why_locked(demo), timeout=PATIENCE_MS)
    demo.playing.insert_note(2_000)  # nobody is there any more, and nobody minds
    warnings_logged.clear()


def test_that_a_ticket_that_cannot_be_laid_out_gives_the_money_back(demo_on, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr("kiosk.devices.printer.pdf.page_pdf", raises(ValueError("a glyph")))
    demo = demo_on(tmp_path / "state")
    bridge = bridge_of(demo)
    qtbot.waitUntil(lambda: is_betting(demo), timeout=PATIENCE_MS)
    demo.playing.insert_note(2_000)
    qtbot.waitUntil(lambda: bridge.state.balances.credit == 2_000, timeout=PATIENCE_MS)
    bridge.send(Collect())
    qtbot.waitUntil(lambda: lock_of(bridge.state, LockKind.PRINTER) is not None, timeout=PATIENCE_MS)
    assert lock_of(bridge.state, LockKind.PRINTER).detail.startswith("unprintable: ")
    assert bridge.state.cashout is None
    assert bridge.state.balances.credit == 2_000
    assert not list((tmp_path / "state" / "tickets").iterdir())


def test_that_missing_fonts_at_warming_up_leave_the_acceptor_alive(demo_on, tmp_path, qtbot, monkeypatch):
    monkeypatch.setattr(demo_playing, "WARM_AFTER_MS", 0)
    monkeypatch.setattr("kiosk.app.machine.ticket_fonts", raises(FontsMissing("no Inter")))
    demo = demo_on(tmp_path / "state")
    qtbot.waitUntil(lambda: is_betting(demo), timeout=PATIENCE_MS)
    qtbot.wait(50)
    demo.playing.insert_note(2_000)
    qtbot.waitUntil(lambda: bridge_of(demo).state.balances.credit == 2_000, timeout=PATIENCE_MS)
    assert not bridge_of(demo).state.locks


def test_that_an_exception_nobody_caught_locks_the_seat(demo_on, tmp_path, qtbot, warnings_logged):
    demo = demo_on(tmp_path / "state")
    demo.report(RuntimeError("in a slot"))
    qtbot.waitUntil(lambda: "in a slot" in why_locked(demo), timeout=PATIENCE_MS)
    warnings_logged.clear()

"""The start on a screen: whatever goes wrong is said on it, with exit status 2; nothing hangs."""

import shutil
import sqlite3
from contextlib import closing, suppress

import pytest

from kiosk.app.machine import read_rules
from kiosk.app.state_dir import StateDir
from kiosk.console.desk import Pace
from kiosk.demo.headless import Headless
from kiosk.faults import EnvironmentFault
from kiosk.links.embedded import EmbeddedLog
from kiosk.store.seat_store import SeatStore
from kiosk.table.log import NoAnswer
from kiosk.table.round import Phase
from kiosk.tickets.sqlite import SqliteRegistry
from kits.app.seat_play import make_play


def raises(error):
    def call(*_, **__):
        raise error

    return call


def interrupt(folder, phase):
    """Leave a round at this phase, before its seat shows it, as a power cut does."""
    state = StateDir(folder)
    state.hold()
    table = Headless(state, read_rules("B"), make_play(1))
    while table.state.table.phase is not phase:
        table._table.deal()
        table.runner.pump()
        table._now_ms += 100
    number = table.state.table.number
    table.close()
    state.release()
    return number


def assert_refused(demo, *words):
    assert demo.status == 2
    assert demo.window is None
    assert demo._startup.isVisible()
    demo._startup._turn_over()  # a finger that rests on it: the technician's report
    for word in words:
        assert word in demo._startup.words


def test_that_a_sound_seat_starts_and_plays(demo_on, played, qtbot):
    demo = demo_on(played)
    qtbot.waitUntil(lambda: demo.playing.bridge.state.table.phase is Phase.BETTING, timeout=60_000)
    assert demo.status == 0
    assert not demo.playing.bridge.state.locks


def fill_the_disk_for(monkeypatch, kind):
    """The log's disk has no room for records of this kind, until the list that comes back is emptied."""
    append, full = EmbeddedLog.append, [kind]

    def no_room(self, puts, **more):
        if full and full[0] in puts[0].value:
            raise NoAnswer("the table log cannot be written: disk is full")
        return append(self, puts, **more)

    monkeypatch.setattr(EmbeddedLog, "append", no_room)
    return full


def test_that_a_full_disk_at_the_start_is_said(demo_on, played, monkeypatch):
    fill_the_disk_for(monkeypatch, b"ConsoleHeld")
    assert_refused(demo_on(played), "table.db", "disk is full")


@pytest.mark.rule("sicbo:5.1.2")
def test_that_a_full_disk_at_the_void_of_an_interrupted_round_is_shown_and_the_void_comes_later(
    demo_on, played, qtbot, monkeypatch
):
    number = interrupt(played, Phase.CLOSED)
    full = fill_the_disk_for(monkeypatch, b"RoundVoided")
    demo = demo_on(played)
    bridge = demo.playing.bridge
    qtbot.waitUntil(lambda: not bridge.state.link, timeout=60_000)
    assert (bridge.state.table.number, bridge.state.table.phase) == (number, Phase.CLOSED)
    full.clear()
    qtbot.waitUntil(lambda: bridge.state.table.number == number + 1, timeout=60_000)
    assert bridge.state.link
    assert voids(played) == 1


def test_that_a_table_log_that_cannot_be_read_is_said(demo_on, played, monkeypatch):
    monkeypatch.setattr("kiosk.links.embedded._LAST_OF_NEWEST", "SELECT nothing FROM nowhere WHERE ? < ? + ?")
    assert_refused(demo_on(played), "table.db", "cannot be read")


@pytest.mark.parametrize(
    "error", [sqlite3.OperationalError("disk I/O error"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "bad")]
)
def test_that_lists_or_registry_that_cannot_be_read_are_said(demo_on, played, monkeypatch, error):
    monkeypatch.setattr(SeatStore, "tickets", raises(error))
    assert_refused(demo_on(played), "seat.db or registry.db")


def test_that_the_lists_are_not_asked_when_the_self_test_has_found_damage(demo_on, played, monkeypatch):
    monkeypatch.setattr(SeatStore, "self_test", lambda *_, **__: ["seat.db is damaged: page 3"])
    monkeypatch.setattr(SeatStore, "tickets", raises(sqlite3.OperationalError("disk I/O error")))
    monkeypatch.setattr(SeatStore, "outcomes", raises(sqlite3.OperationalError("disk I/O error")))
    demo = demo_on(played)
    assert demo.window is not None
    assert demo.playing is None


def test_that_a_flipped_bit_in_the_registrys_schema_is_said(demo_on, played):
    path = played / "registry.db"
    data = bytearray(path.read_bytes())
    data[data.find(b"CREATE TABLE") + 20] ^= 0x80
    path.write_bytes(bytes(data))
    assert_refused(demo_on(played), "registry")


def test_that_a_fault_in_the_program_before_the_window_is_said(demo_on, played, monkeypatch, warnings_logged):
    monkeypatch.setattr("kiosk.ui.terminal.play.app.Playing", raises(ZeroDivisionError("a bug")))
    assert_refused(demo_on(played), "a fault in the program", "ZeroDivisionError")
    warnings_logged.clear()


def test_that_a_fault_in_the_program_in_the_start_up_thread_is_said(
    demo_on, played, monkeypatch, warnings_logged
):
    monkeypatch.setattr(SqliteRegistry, "look_up", raises(KeyError("a bug")))
    monkeypatch.setattr(SeatStore, "load", raises(KeyError("a bug")))
    assert_refused(demo_on(played), "a fault in the program", "KeyError")
    warnings_logged.clear()


def test_that_flipped_bytes_of_log_and_registry_start_or_are_refused_with_words(played, tmp_path):
    """Also without a screen: no other exception ever leaves the start."""
    for name in ("table.db", "registry.db"):
        size = (played / name).stat().st_size
        for offset in range(37, size, max(1, size // 40)):
            folder = tmp_path / "flipped"
            shutil.copytree(played, folder)
            with (folder / name).open("r+b") as file:
                file.seek(offset)
                byte = file.read(1)[0]
                file.seek(offset)
                file.write(bytes([byte ^ 0x81]))
            state = StateDir(folder)
            state.hold()
            with suppress(EnvironmentFault):
                Headless(state, read_rules("B"), make_play(1)).close()
            state.release()
            shutil.rmtree(folder)


def voids(folder):
    """How many voids the table's log holds."""
    with closing(sqlite3.connect(folder / "table.db")) as db:
        found = db.execute("SELECT count(*) FROM entry WHERE CAST(value AS TEXT) LIKE '%RoundVoided%'")
        return found.fetchone()[0]


def test_that_betting_goes_on_after_a_restart(demo_on, played, qtbot):
    number = interrupt(played, Phase.BETTING)
    demo = demo_on(played, pace=Pace().faster(20))
    bridge = demo.playing.bridge
    assert bridge.state.table.number == number
    qtbot.waitUntil(lambda: bridge.state.table.number == number + 1, timeout=60_000)
    assert voids(played) == 0


@pytest.mark.rule("sicbo:5.1.2")
def test_that_the_round_that_a_restart_voids_is_not_counted(demo_on, played, qtbot):
    number = interrupt(played, Phase.CLOSED)
    demo = demo_on(played, rounds=5)
    bridge = demo.playing.bridge
    qtbot.waitUntil(lambda: bridge.state.table.number == number + 1, timeout=60_000)
    assert voids(played) == 1
    assert demo._rounds == 0

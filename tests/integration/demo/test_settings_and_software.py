"""What is set at the seat, what is changed behind its back, and software that is not as signed: at real starts."""

import shutil
from datetime import UTC, datetime

import pytest
from msgspec.structs import replace

from kiosk.app.machine import demo_place
from kiosk.app.settings import read_settings, why_not
from kiosk.app.software import SoftwareFile
from kiosk.app.state_dir import StateDir
from kiosk.integrity import roots
from kiosk.integrity.keys import new_keys, read_private_key
from kiosk.integrity.signing import sign, survey
from kiosk.seat.events import LockCleared, SettingsChanged, SettingsUndone
from kiosk.seat.settings import Settings
from kiosk.seat.state import LockKind, lock_of
from kiosk.ui.service.tools import Software

PATIENCE_MS = 60_000


def kinds(demo):
    return [lock.kind for lock in demo.playing.bridge.state.locks]


def edited(**changes):
    """The configuration with other values, as if somebody had edited the file."""

    def place(rules):
        found = demo_place(rules)
        from dataclasses import replace as with_fields

        return with_fields(found, config=replace(found.config, **changes))

    return place


@pytest.fixture
def again(demo_on, qtbot, tmp_path):
    """Starts the seat over the same books, the one before ended."""
    folder, begun = tmp_path / "state", []

    def start(**how):
        for demo in begun:
            demo.end()
            demo._opening.state.release()
        begun[:] = [demo_on(folder, full_screen=True, **how)]
        demo = begun[0]
        qtbot.waitUntil(lambda: demo.playing.bridge.state.written is not None, timeout=PATIENCE_MS)
        qtbot.waitUntil(lambda: bool(demo.playing.bridge.state.door_counts), timeout=PATIENCE_MS)
        return demo

    return start


def test_that_settings_hold_from_the_next_start_and_undo_takes_them_back(again):
    demo = again()
    bridge = demo.playing.bridge
    bridge.send(SettingsChanged(Settings(ticket_limit=200_000, win_limit=400_000), "Kim"))
    demo = again()
    assert demo._seat.context.config.ticket_limit == 200_000
    assert demo.playing.bridge.context.config.win_limit == 400_000
    assert kinds(demo) == []
    demo.playing.bridge.send(SettingsUndone("Kim"))
    demo = again()
    assert demo._seat.context.config.ticket_limit == 300_000
    assert kinds(demo) == []


def test_that_an_edited_configuration_is_named_and_waits_for_staff(again):
    again()
    demo = again(place=edited(ticket_limit=250_000, win_limit=480_000))
    lock = lock_of(demo.playing.bridge.state, LockKind.SETTINGS)
    assert lock.detail == "ticket_limit: 300000 -> 250000; win_limit: 500000 -> 480000"
    demo = again(place=edited(ticket_limit=250_000, win_limit=480_000))
    assert kinds(demo) == [LockKind.SETTINGS], "it waits over restarts"
    demo.playing.bridge.send(LockCleared("settings", "Lee"))
    assert kinds(demo) == []


def test_that_settings_are_read_from_the_books_and_from_nothing_that_can_be_edited(again, tmp_path):
    demo = again()
    demo.playing.bridge.send(SettingsChanged(Settings(layout="C", ticket_days=30), "Kim"))
    demo.end()
    state = StateDir(tmp_path / "state")
    assert read_settings(state) == Settings(layout="C", ticket_days=30)
    assert read_settings(StateDir(tmp_path / "nowhere")) == Settings()
    (tmp_path / "damaged").mkdir()
    (tmp_path / "damaged" / "seat.db").write_bytes(b"no database" * 1_000)
    assert read_settings(StateDir(tmp_path / "damaged")) == Settings()


@pytest.mark.parametrize(
    ("settings", "named"),
    [
        (Settings(ticket_limit=10**12), "ticket_limit"),
        (Settings(chips=(500, 100)), "chips"),
        (Settings(chips=(150,)), "chips"),
        (Settings(endpoints=("no port",)), "endpoints"),
        (Settings(endpoints=("host:99999",)), "endpoints"),
        (Settings(endpoints=("a:1", "a:1")), "endpoints"),
        (Settings(note_velocity=1), "note_velocity"),
    ],
)
def test_that_settings_that_contradict_each_other_are_refused_as_a_whole(settings, named):
    from kiosk.app.machine import read_rules

    rules = read_rules("B")
    assert named in (why_not(settings, demo_place(rules), rules) or "")
    assert why_not(Settings(layout="C", ticket_days=90), demo_place(rules), rules) is None


@pytest.fixture
def signed(tmp_path, monkeypatch):
    """A copy of this installation and its manifest, signed by a key of the test."""
    copied = {}
    for name, path in roots.installation_roots().items():
        copied[name] = tmp_path / "installed" / name
        shutil.copytree(path, copied[name], ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.setattr(roots, "installation_roots", lambda: copied)
    private, public = new_keys(tmp_path / "keys")
    path = sign(
        survey(copied, "test", datetime.now(UTC)), read_private_key(private), tmp_path / "manifest", copied
    )
    return SoftwareFile(manifest=path, key=public)


def test_that_signed_software_is_played_and_a_stripped_manifest_is_not(again, signed):
    demo = again(software=signed)
    assert kinds(demo) == []
    assert demo.playing.bridge.state.signed
    assert demo._service.facts().software is Software.WHOLE
    content = signed.manifest.read_bytes()
    signed.manifest.unlink()
    demo = again(software=signed)
    assert kinds(demo) == [LockKind.SOFTWARE]
    assert "manifest.json is missing" in lock_of(demo.playing.bridge.state, LockKind.SOFTWARE).detail
    assert demo._service.facts().software is Software.CHANGED
    demo = again()
    assert kinds(demo) == [LockKind.SOFTWARE], "taking the section out of the configuration helps nothing"
    signed.manifest.write_bytes(content)
    demo = again(software=signed)
    assert kinds(demo) == []


def test_that_one_changed_byte_of_the_manifest_is_noticed(again, signed):
    content = bytearray(signed.manifest.read_bytes())
    content[len(content) // 2] ^= 1
    signed.manifest.write_bytes(content)
    demo = again(software=signed)
    assert kinds(demo) == [LockKind.SOFTWARE]


def test_that_a_changed_file_of_the_installation_is_named(again, signed):
    demo = again(software=signed)
    assert kinds(demo) == []
    money = roots.installation_roots()["kiosk"] / "money.py"
    money.write_text(money.read_text() + "\n")
    demo = again(software=signed)
    assert "money.py" in lock_of(demo.playing.bridge.state, LockKind.SOFTWARE).detail

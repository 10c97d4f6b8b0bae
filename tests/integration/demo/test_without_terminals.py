"""A machine that has no pseudo-terminals to give plays all the same."""

import os

PATIENCE_MS = 60_000


def test_that_a_note_comes_in_without_a_pseudo_terminal(demo_on, tmp_path, qtbot, monkeypatch):
    def none_left():
        raise OSError("out of pty devices")

    monkeypatch.setattr(os, "openpty", none_left)
    playing = demo_on(tmp_path / "state").playing
    playing.insert_note(2_000)
    qtbot.waitUntil(lambda: playing.bridge.state.balances.credit == 2_000, timeout=PATIENCE_MS)

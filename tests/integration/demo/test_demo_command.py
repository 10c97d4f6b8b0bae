"""`kiosk demo` as a process: signals end it cleanly, and without a display it plays all the same."""

import os
import signal
import subprocess
import sys
import time

import pytest

from kiosk import cli
from kits.app.seat_play import assert_sound, come_to_rest

WITHOUT_DISPLAY = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")


def demo(folder, *words, **environment):
    return subprocess.Popen(
        [sys.executable, "-m", "kiosk", "demo", "--state", str(folder), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={name: value for name, value in os.environ.items() if name not in WITHOUT_DISPLAY} | environment,
    )


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_that_a_signal_ends_the_demonstration_cleanly(tmp_path, number):
    folder = tmp_path / "state"
    process = demo(folder, "--bot", "--speed", "50", QT_QPA_PLATFORM="offscreen")
    try:
        end = time.monotonic() + 60
        log = folder / "table.db-wal"
        while not (log.exists() and log.stat().st_size > 60_000) and time.monotonic() < end:
            assert process.poll() is None, process.communicate()
            time.sleep(0.02)
        process.send_signal(number)
        out, err = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == 0, err
    assert "rounds; credit $" in out
    assert "Traceback" not in err
    assert not (folder / "seat.db-wal").exists(), "the files were closed"
    assert_sound(folder)
    come_to_rest(folder)  # and the directory is free again


def test_that_without_a_display_it_says_so_and_plays_with_the_bot(tmp_path):
    folder = tmp_path / "state"
    process = demo(folder, "--rounds", "4", "--seed", "3")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "no display here; playing without a screen, with the bot" in err
    for words in ("played 4 rounds", "turnover $", "books: everything agrees", "screenshots: "):
        assert words in out
    assert (folder / "shots" / "seat.png").stat().st_size > 10_000


def test_that_a_display_that_cannot_be_opened_is_no_display(tmp_path):
    process = demo(tmp_path / "state", "--rounds", "1", "--seed", "3", DISPLAY=":987")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    assert "no display here" in err
    assert "played 1 rounds" in out


def test_that_a_fault_in_the_program_is_told_in_full_with_status_2(tmp_path, monkeypatch, capsys):
    def broken(_):
        raise ZeroDivisionError("a bug")

    monkeypatch.setattr("kiosk.commands.demo.run", broken)
    assert cli.main(["demo", "--headless", "--state", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert "Traceback" in err
    assert "ZeroDivisionError: a bug" in err


@pytest.mark.parametrize("output", ["closed", "a pipe that nobody reads"])
def test_that_the_seat_plays_on_whoever_reads_what_it_says(tmp_path, output):
    folder = tmp_path / "state"
    words = [sys.executable, "-m", "kiosk", "demo", "--state", folder, "--headless", "--bot", "--rounds", "2"]
    if output == "closed":
        words = ["sh", "-c", 'exec "$0" "$@" >&- 2>&-', *words]
    reader, writer = os.pipe()
    os.close(reader)
    try:
        done = subprocess.run([*map(str, words), "--seed", "3"], stdout=writer, stderr=writer, timeout=120)
    finally:
        os.close(writer)
    assert done.returncode == 0
    assert_sound(folder)
    come_to_rest(folder)

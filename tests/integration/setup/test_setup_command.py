"""The command as a process: its window opens over a machine in a folder, and ends with nothing written."""

import os
import signal
import subprocess

import pytest

from kits import KIOSK
from kits.ops import setup as kit
from kits.processes import Process

WITHIN_S = 60


def start(*words, **more):
    environment = os.environ | {"QT_QPA_PLATFORM": "offscreen"} | more
    return Process(
        [*KIOSK, "setup", *map(str, words)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
    )


@pytest.fixture
def root(tmp_path):
    kit.make_usb_drive(tmp_path)
    return kit.make_root(tmp_path)


def test_that_the_pages_open_and_a_signal_ends_them_with_nothing_written(root):
    before = kit.tree(root)
    # The display says so when a window is made: from then on the signal is heard.
    running = start("--root", root, "--window", "1280x720")
    try:
        while "propagateSizeHints" not in (line := running.stderr.readline()):
            assert line, running.wait()
        running.send_signal(signal.SIGTERM)
        out, _ = running.communicate(timeout=WITHIN_S)
    finally:
        running.kill()
    assert (running.returncode, out) == (2, "")
    assert kit.tree(root) == before


def test_that_a_seat_that_is_set_up_opens_no_page(root, tmp_path):
    path = kit.write_answers(tmp_path)
    done = start("--root", root, "--unattended", path)
    out, err = done.communicate(timeout=WITHIN_S)
    assert (done.returncode, err) == (0, "")
    assert "seat: 07" in out
    refused = start("--root", root)
    out, err = refused.communicate(timeout=WITHIN_S)
    assert (refused.returncode, out) == (2, "")
    assert "is there already: a seat is set up again with --again alone" in err


def test_that_without_a_display_the_way_out_is_named(root):
    environment = dict.fromkeys(("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY"), "")
    refused = start("--root", root, **environment)
    _, err = refused.communicate(timeout=WITHIN_S)
    assert refused.returncode == 2
    assert err == "kiosk setup: no display here. Use --unattended FILE\n"

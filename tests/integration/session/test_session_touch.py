"""The scripts around the display: which output is the screen, how it is turned, how the touch screen lies on it."""

import os
import subprocess

import msgspec
import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.ui.service.touch.calibration import Calibration
from kits.ops.session import PACKAGING

SESSION = PACKAGING / "session"
# From the turned picture to the panel, both 1 wide and 1 high, as weston turns it.
TO_PANEL = {
    "normal": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
    "90": [[0, 1, 0], [-1, 0, 1], [0, 0, 1]],
    "180": [[-1, 0, 1], [0, -1, 1], [0, 0, 1]],
    "270": [[0, -1, 1], [1, 0, 0], [0, 0, 1]],
}


class Place:
    """Settings, connectors and calibration for the scripts."""

    def __init__(self, folder):
        self.conf, self.drm, self.calibration = (
            folder / "session.conf",
            folder / "drm",
            folder / "calibration.json",
        )
        self.drm.mkdir()

    def connector(self, name, status):
        (self.drm / name).mkdir()
        (self.drm / name / "status").write_text(f"{status}\n")

    def run(self, program, *words):
        return subprocess.run(
            [SESSION / program, *words], capture_output=True, text=True, check=False, timeout=30
        )

    def ini(self):
        return self.run("display", "ini", self.conf, self.drm)

    def touch(self):
        return self.run("touch-properties", self.conf, self.drm, self.calibration)

    def matrix(self):
        found = self.touch()
        assert found.returncode == 0
        lines = dict(line.split("=", 1) for line in found.stdout.splitlines())
        value = lines.get("LIBINPUT_CALIBRATION_MATRIX")
        return None if value is None else [float(number) for number in value.split()]


@pytest.fixture
def place(tmp_path):
    found = Place(tmp_path)
    found.connector("card0-HDMI-A-1", "disconnected")
    found.connector("card0-DP-1", "connected")
    found.connector("card1-HDMI-A-2", "connected")
    return found


def test_that_the_first_connected_output_is_the_screen_and_others_stay_dark(place):
    found = place.ini()
    assert found.stdout.endswith(
        "\n[output]\nname=DP-1\nmode=preferred\ntransform=normal\n"
        "\n[output]\nname=HDMI-A-1\nmode=off\n\n[output]\nname=HDMI-A-2\nmode=off\n"
    )
    assert found.stdout.startswith((SESSION / "weston.ini").read_text())


def test_that_a_named_output_is_turned_as_it_is_set(place):
    place.conf.write_text("# ours\n\nOUTPUT=HDMI-A-2\nROTATION=270")
    assert "[output]\nname=HDMI-A-2\nmode=preferred\ntransform=rotate-270\n" in place.ini().stdout
    assert place.touch().stdout == "WL_OUTPUT=HDMI-A-2\n"


def test_that_the_settings_as_they_come_are_the_defaults(place):
    found = place.ini().stdout
    place.conf.write_bytes((SESSION / "session.conf").read_bytes())
    assert place.ini().stdout == found


def test_that_a_machine_without_a_screen_gets_a_display_all_the_same(tmp_path):
    bare = Place(tmp_path)
    assert bare.ini().stdout == (SESSION / "weston.ini").read_text()
    bare.conf.write_text("ROTATION=90\n")
    assert "will not be turned" in bare.ini().stderr


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("ROTATION=45", "ROTATION of '45': expected normal, 90, 180 or 270"),
        ("OUTPUT=", "OUTPUT of '': expected auto or a connector, as HDMI-A-1"),
        ("OUTPUT=DP-1]", "OUTPUT of 'DP-1]'"),
        ("OUTPUT=$(touch /tmp/etg-was-here)", "expected auto or a connector"),
        ("RENDERER=vulkan", "RENDERER of 'vulkan': expected pixman or gl"),
        ("OUPUT=DP-1", "line 'OUPUT=DP-1': expected OUTPUT=, ROTATION= or RENDERER="),
    ],
)
def test_that_a_wrong_setting_is_named_and_never_run(place, line, expected):
    place.conf.write_text(f"{line}\n")
    for found in (place.ini(), place.touch()):
        assert found.returncode == 2
        assert found.stdout == ""
        assert expected in found.stderr


@pytest.mark.parametrize("rotation", TO_PANEL)
@given(
    st.lists(st.floats(0.5, 1.5), min_size=2, max_size=2),
    st.lists(st.floats(-0.4, 0.4), min_size=4, max_size=4),
)
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_that_a_calibration_of_the_turned_picture_is_right_for_the_panel(place, rotation, scales, others):
    matrix = (scales[0], others[0], others[1], others[2], scales[1], others[3])
    place.conf.write_text(f"ROTATION={rotation}\n")
    place.calibration.write_bytes(msgspec.json.encode(Calibration(matrix, 1.5)))
    turn = np.array(TO_PANEL[rotation])
    expected = turn @ np.array([*np.reshape(matrix, (2, 3)), [0, 0, 1]]) @ np.linalg.inv(turn)
    assert place.matrix() == pytest.approx(expected[:2].ravel(), abs=2e-6)


def test_that_tiny_and_whole_numbers_are_read(place):
    place.calibration.write_bytes(msgspec.json.encode(Calibration((1, -1e-7, 0.5, 0, 1.0, 2e-12), 0)))
    assert place.matrix() == pytest.approx([1, 0, 0.5, 0, 1, 0], abs=1e-6)


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\0" * 50,
        b"{}",
        b'{"matrix":[1,0,0,0,1],"worst_px":1}',
        b'{"matrix":[1,0,0,0,1,0,0],"worst_px":1}',
        b'{"matrix":[1,0,0,0,1,0],"worst_px":1}\nLD_PRELOAD=/tmp/x',
        b'\n{"matrix":[1,0,0,0,1,0],"worst_px":1}',
        b'{"matrix":[1,0,0,0,1,"$(id)"],"worst_px":1}',
        b'{"matrix":[NaN,0,0,0,1,0],"worst_px":1}',
        b'{"matrix":[1e300,0,0,0,1,0],"worst_px":1}',
        b'{"matrix":[11,0,0,0,1,0],"worst_px":1}',
        b'{"matrix":[1,1,0,1,1,0],"worst_px":1}',
        b'{"matrix":[0,0,0,0,0,0],"worst_px":1}',
        b'{"matrix":[1,0,0,0,1,0],"worst_px":1}' + b" " * 5000,
        b"\xff\xfe" * 600,
    ],
)
def test_that_a_calibration_that_is_none_is_said_and_not_used(place, content):
    place.calibration.write_bytes(content)
    found = place.touch()
    assert (found.returncode, found.stdout) == (0, "WL_OUTPUT=DP-1\n")
    assert "no calibration is used" in found.stderr
    assert str(place.calibration) in found.stderr


def test_that_neither_a_link_nor_a_pipe_is_a_calibration(place, tmp_path):
    (tmp_path / "other").write_bytes(msgspec.json.encode(Calibration((1, 0, 0, 0, 1, 0), 0)))
    place.calibration.symlink_to(tmp_path / "other")
    assert place.matrix() is None
    place.calibration.unlink()
    os.mkfifo(place.calibration)
    assert place.matrix() is None

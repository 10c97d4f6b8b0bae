"""`kiosk shots` as it is typed: its exit status, its words and its pictures, on a machine without a display."""

import os
import subprocess
import sys

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QLabel

from kiosk.tools.shots.service import _Made
from kiosk.ui.kit.fonts import load_fonts
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.setup.wizard import STEPS

DISPLAYS = ("QT_QPA_PLATFORM", "DISPLAY", "WAYLAND_DISPLAY")
PICTURE = "A-zh-1280x720-result-win"


@pytest.fixture
def shots(tmp_path):
    """Runs the command in an empty folder, as a process that knows of no display."""

    def run(*words):
        known = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
        command = [sys.executable, "-m", "kiosk", "shots", *words]
        return subprocess.run(command, cwd=tmp_path, env=known, capture_output=True, text=True, check=False)

    return run


def test_that_the_command_paints_what_is_asked_for_and_no_other_and_with_few_colours_in_less_room(
    shots, tmp_path
):
    done = shots("--out", "new/pictures", "--only", PICTURE)
    assert (done.returncode, done.stderr) == (0, "")
    painted = list((tmp_path / "new" / "pictures").iterdir())
    assert [path.name for path in painted] == [f"{PICTURE}.png"]
    assert done.stdout.splitlines() == [f"new/pictures/{PICTURE}.png", "1 pictures in new/pictures"]
    picture = QImage(str(painted[0]))
    assert (picture.width(), picture.height()) == (1280, 720)
    corner = picture.pixelColor(0, 0)
    assert any(picture.pixelColor(x, 360) != corner for x in range(0, 1280, 40))
    assert shots("--out", "few", "--colours", "256", "--only", PICTURE).returncode == 0
    few = tmp_path / "few" / f"{PICTURE}.png"
    assert few.stat().st_size < painted[0].stat().st_size / 2
    assert (QImage(str(few)).width(), QImage(str(few)).height()) == (1280, 720)
    refused = shots("--out", "few", "--colours", "1")
    assert refused.returncode == 2
    assert "1: expected a number from 2 to 256" in refused.stderr


def test_that_a_name_without_picture_ends_with_one(shots, tmp_path):
    done = shots("--out", "new", "--only", "nothing")
    assert done.returncode == 1
    assert "no picture is called like nothing" in done.stderr
    assert list((tmp_path / "new").iterdir()) == []


def test_that_a_folder_that_cannot_be_written_ends_with_two(shots, tmp_path):
    (tmp_path / "file").write_text("")
    done = shots("--out", "file", "--only", PICTURE)
    assert done.returncode == 2
    assert done.stderr.startswith("kiosk shots:")
    assert "file" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize(
    ("words", "named"), [((), "--out"), (("--out",), "--out"), (("--out", "new", "--strange"), "--strange")]
)
def test_that_wrong_words_end_with_two_and_are_named(shots, words, named):
    done = shots(*words)
    assert done.returncode == 2
    assert named in done.stderr
    assert "Traceback" not in done.stderr


def test_that_every_page_of_the_set_up_is_in_the_book_in_both_languages(shots, tmp_path):
    done = shots("--out", "new", "--only", "setup-*-1280x720-*")
    assert (done.returncode, done.stderr) == (0, "")
    painted = {path.stem for path in (tmp_path / "new").iterdir()}
    assert painted == {
        f"setup-{language}-1280x720-{step.name}" for language in ("en", "zh") for step in STEPS
    }
    assert len({path.read_bytes() for path in (tmp_path / "new").iterdir()}) == len(painted)


def test_that_the_picture_of_the_first_log_in_shows_it_and_no_lock(qapp, tmp_path):
    load_fonts()
    made = _Made(tmp_path, Language.EN, (1280, 720), people=False)
    try:
        made.show("first-run", "")
        screen = made.window.open_screen
        assert type(screen).__name__ == "LoginScreen"
        assert Texts(Language.EN).get("service.first_title") in {
            one.text() for one in screen.findChildren(QLabel)
        }
    finally:
        made.close()

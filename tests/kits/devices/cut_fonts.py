"""The fonts that a run of tests has cut, kept in one folder for all its processes.

Most tests print the same signs, and cutting the fonts to them takes two seconds. What is about cutting imports
``with_signs`` by name, and has the product's own.
"""

import functools
import hashlib
import os
import tempfile
from pathlib import Path

import pytest

from kiosk.devices.printer import fonts
from kits.whole_run import folder_of_the_run

FOLDER = "KIOSK_TESTS_CUT_FONTS"  # in the surroundings of every process of the run


@pytest.fixture(scope="session", autouse=True)
def _cut_fonts(tmp_path_factory):
    folder = folder_of_the_run(tmp_path_factory) / "cut-fonts"
    folder.mkdir(exist_ok=True)
    os.environ[FOLDER] = str(folder)
    keep_cut_fonts()


def keep_cut_fonts() -> None:
    """From now on this process takes what was cut before, and keeps what it cuts."""
    cut, folder = fonts.with_signs, Path(os.environ[FOLDER])

    @functools.cache
    def with_signs(face, signs):
        path = folder / hashlib.sha256(repr((face, sorted(signs))).encode()).hexdigest()
        if not path.exists():
            with tempfile.NamedTemporaryFile(dir=folder, delete=False) as file:
                file.write(cut(face, signs))
            Path(file.name).replace(path)
        return path.read_bytes()

    fonts.with_signs = with_signs

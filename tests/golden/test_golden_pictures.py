"""The main screens look as they did when somebody last looked at them. `make golden` renews the pictures."""

import os
import shutil
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from kiosk.tools.shots.book import paint_book
from kiosk.tools.shots.painting import Folder

GOLDEN = Path(__file__).parent / "pictures"
NAMES = (
    "A-en-1280x720-betting",
    "A-zh-1280x720-result-win",
    "B-en-1280x720-betting",
    "B-zh-1280x720-closed",
    "B-en-1280x720-result-win",
    "B-en-1080x1920-betting",
    "C-en-1280x720-betting",
    "C-zh-1280x720-betting",
    "C-en-1280x720-help-bets",
    "B-en-1280x720-attract",
    "stud-A-en-1280x720-betting",
    "stud-A-en-1280x720-deciding",
    "stud-A-zh-1280x720-reveal",
    "stud-A-en-1280x720-result-win",
    "stud-A-en-1080x1920-reveal",
    "stud-A-zh-1080x1920-deciding",
    "paigow-A-en-1280x720-setting-foul",
    "paigow-A-zh-1280x720-setting-house-way",
    "paigow-A-en-1080x1920-setting",
    "sikipi-A-zh-1280x720-setting",
    "sikipi-A-en-1280x720-result-standoff",
    "sikipi-A-zh-1080x1920-setting",
    "blackjack-A-zh-1280x720-turn",
    "blackjack-A-en-1280x720-four-hands",
    "blackjack-A-en-1280x720-result-split",
    "blackjack-A-en-1080x1920-four-hands",
    "blackjack-A-zh-1080x1920-split",
)
# A pixel differs when a colour channel is off by more than LOUD; so many of them are forgiven.
LOUD = 24
BUDGET = 1 / 2_000

pytestmark = pytest.mark.golden


@pytest.fixture(scope="module")
def painted(qapp, tmp_path_factory):
    folder = tmp_path_factory.mktemp("shots")
    paint_book(Folder(folder, lambda name: name in NAMES, lambda _: None))
    return folder


def _pixels(path):
    with Image.open(path) as picture:
        return np.asarray(picture.convert("RGB"), dtype=np.int16)


@pytest.mark.parametrize("name", NAMES)
def test_that_the_screen_looks_as_it_was_approved(painted, name):
    path = painted / f"{name}.png"
    if os.environ.get("RENEW_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        shutil.copyfile(path, GOLDEN / path.name)
    found, approved = _pixels(path), _pixels(GOLDEN / path.name)
    assert found.shape == approved.shape, f"{name}: size {found.shape}, approved {approved.shape}"
    if np.array_equal(found, approved):
        return
    loud = int((np.abs(found - approved).max(axis=2) > LOUD).sum())
    allowed = int(found.shape[0] * found.shape[1] * BUDGET)
    assert loud <= allowed, (
        f"{name}: {loud} pixels differ, {allowed} are allowed; look at {path}, then `make golden`"
    )


def test_that_a_changed_picture_would_be_noticed(painted):
    found = _pixels(painted / f"{NAMES[0]}.png")
    changed = found.copy()
    changed[100:140, 100:200] = 255 - changed[100:140, 100:200]
    loud = int((np.abs(found - changed).max(axis=2) > LOUD).sum())
    assert loud > found.shape[0] * found.shape[1] * BUDGET

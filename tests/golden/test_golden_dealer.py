"""The dealer's main moments look as they did when somebody last looked at them."""

import os
import shutil

import numpy as np
import pytest

from golden.test_golden_pictures import BUDGET, GOLDEN, LOUD, _pixels
from kiosk.tools.shots.dealer import paint_dealer_book
from kiosk.tools.shots.painting import Folder

NAMES = (
    "dealer-en-1280x800-betting",
    "dealer-zh-1280x800-enter-three",
    "dealer-en-1280x800-result",
    "dealer-zh-1280x800-closed-waiting",
    "dealer-en-1280x800-sheet-correct-pin",
    "stud-dealer-en-1280x800-a-hand",
    "stud-dealer-zh-1280x800-deciding",
    "stud-dealer-en-1280x800-turning",
    "paigow-dealer-en-1280x800-house-way",
    "sikipi-dealer-zh-1280x800-result",
    "blackjack-dealer-zh-1280x800-initial-deal",
    "blackjack-dealer-en-1280x800-turn-split",
    "blackjack-dealer-en-1280x800-result",
)

pytestmark = pytest.mark.golden


@pytest.fixture(scope="module")
def painted(qapp, tmp_path_factory):
    folder = tmp_path_factory.mktemp("dealer")
    painted = Folder(folder, lambda name: name in NAMES, lambda _: None)
    paint_dealer_book(painted)
    assert painted.count == len(NAMES)
    return folder


@pytest.mark.parametrize("name", NAMES)
def test_that_the_dealers_screen_looks_as_it_was_approved(painted, name):
    path = painted / f"{name}.png"
    if os.environ.get("RENEW_GOLDEN"):
        GOLDEN.mkdir(exist_ok=True)
        shutil.copyfile(path, GOLDEN / path.name)
    found, approved = _pixels(path), _pixels(GOLDEN / path.name)
    assert found.shape == approved.shape, f"{name}: size {found.shape}, approved {approved.shape}"
    loud = int((np.abs(found - approved).max(axis=2) > LOUD).sum())
    allowed = int(found.shape[0] * found.shape[1] * BUDGET)
    assert loud <= allowed, f"{name}: {loud} pixels differ, {allowed} are allowed; look at {path}"

"""Which calibration the touch screen has: what the display took at its start, not what was kept since."""

import pytest

from kiosk.app.service import APPLIED, applied_calibration
from kiosk.app.state_dir import StateDir

KEPT, TAKEN = (1.0, 0.0, 0.25, 0.0, 1.0, 0.0), (1.0, 0.0, 0.125, 0.0, 1.0, 0.0)


def written(path, matrix):
    path.write_text(f'{{"matrix":{list(matrix)},"worst_px":2}}')


@pytest.fixture
def state(tmp_path):
    found = StateDir(tmp_path)
    written(found.calibration, KEPT)
    return found


def test_that_without_a_session_the_kept_one_counts(state, monkeypatch):
    monkeypatch.delenv(APPLIED, raising=False)
    assert applied_calibration(state) == KEPT


def test_that_in_a_session_the_displays_copy_counts(state, monkeypatch, tmp_path):
    copy = tmp_path / "copy.json"
    monkeypatch.setenv(APPLIED, str(copy))
    assert applied_calibration(state) is None, "the display began before anything was kept"
    written(copy, TAKEN)
    assert applied_calibration(state) == TAKEN
    copy.write_text('{"matrix":[1]}')
    assert applied_calibration(state) is None

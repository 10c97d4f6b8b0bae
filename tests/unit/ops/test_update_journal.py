"""The journal of a change: its steps, and what is not one."""

from itertools import product

import pytest

from kiosk.faults import EnvironmentFault
from kiosk.ops.update import journal as j

ENTRY = j.Entry(j.Action.UPDATE, j.Step.INSTALLING, "1.0", "1.1", "then-1.0", "2026-02-01T00:00:00Z")


def test_that_every_pair_of_steps_is_allowed_or_refused(tmp_path):
    path = tmp_path / "journal.json"
    assert set(j.FOLLOWS) == set(j.Step)
    for before, after in product(j.Step, j.Step):
        entry = j.Entry(j.Action.BACK, before, "1.0", "1.1", "b", "t")
        if after is before or after in j.FOLLOWS[before]:
            assert j.moved(path, entry, after) == j.read(path)
        else:
            with pytest.raises(ValueError, match="does not follow"):
                j.moved(path, entry, after)


def test_that_the_state_counts_as_touched_from_the_step_on_that_touches_it(tmp_path):
    path = tmp_path / "journal.json"
    undoing = j.moved(path, ENTRY, j.Step.UNDOING, reason="a power cut")
    assert (undoing.touched, undoing.why) == (False, "a power cut")
    settling = j.moved(path, ENTRY, j.Step.SETTLING)
    assert j.moved(path, settling, j.Step.UNDOING).touched


def test_that_no_journal_is_no_change(tmp_path):
    assert j.read(tmp_path / "journal.json") is None


@pytest.mark.parametrize(
    ("text", "match"),
    [
        ("", "does not decode"),
        ("{}", "does not decode"),
        ("[1]", "does not decode"),
        ("\xff", "does not decode"),
    ],
)
def test_that_a_damaged_journal_is_said_and_left_alone(tmp_path, text, match):
    path = tmp_path / "journal.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(EnvironmentFault, match=match):
        j.read(path)
    assert path.read_bytes() == text.encode("latin-1")


def test_that_a_journal_of_another_program_names_the_script_that_ends_it(tmp_path):
    path = tmp_path / "journal.json"
    j.write(path, ENTRY)
    path.write_text(path.read_text().replace('"format": 1', '"format": 2'))
    with pytest.raises(EnvironmentFault, match=r"format 2, expected 1.*'resume' beside it"):
        j.read(path)

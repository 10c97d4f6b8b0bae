"""The figures of `make bench`: held against the committed ratio and its tolerance, never against a time."""

import json
import subprocess
import sys

import pytest

from kits.bench.figures import MOST, Figures, Spent, Times, medians


@pytest.fixture
def file(tmp_path):
    return tmp_path / "figures.json"


def committed(file, ratio, spread=0.0):
    file.write_text(json.dumps({"slip": {"ratio": ratio, "spread": spread}}))
    return Figures(file, renew=False)


def test_that_a_worse_ratio_fails_and_names_what_was_committed(file):
    figures = committed(file, 2.0)
    with pytest.raises(
        AssertionError, match=r"slip: found 2\.6 times its limit, expected at most 2\.5 \(2 was"
    ):
        figures("slip", 2.6, 1.0, Times(1.5), "ms")
    assert figures.table()[-1].endswith("WORSE")


def test_that_neither_time_nor_goal_fails(file):
    figures = committed(file, 2.0)
    figures("slip", 2_000_000.0, 1_000_000.0, 4, "s")
    assert not figures.rows[0].reached


def test_that_a_ratio_within_the_spread_of_the_turns_passes(file):
    figures = committed(file, 2.0)
    figures("slip", [2.0, 2.6, 2.6, 3.4, 3.6], [1.0] * 5, Times(3), "ms")
    with pytest.raises(AssertionError):
        figures("slip", [2.6, 2.6], [1.0, 1.0], Times(3), "ms")


def test_that_no_spread_excuses_more_than_half(file):
    figures = committed(file, 2.0, spread=9.0)
    figures("slip", 2 * (1 + MOST), 1.0, Times(3), "ms")
    with pytest.raises(AssertionError):
        figures("slip", 2.01 * (1 + MOST), 1.0, Times(3), "ms")


def test_that_a_figure_that_was_never_committed_passes(file):
    Figures(file, renew=False)("new", 9.0, 1.0, Times(1), "ms")
    assert not file.exists()


def test_that_only_what_was_measured_is_renewed(file):
    file.write_text('{"other": {"ratio": 1.5, "spread": 0.1}, "slip": {"ratio": 2.0, "spread": 0.0}}')
    Figures(file, renew=True)("slip", [9.0, 9.9], [3.0, 3.0], Times(1), "ms")
    assert json.loads(file.read_text()) == {
        "other": {"ratio": 1.5, "spread": 0.1},
        "slip": {"ratio": 3.3, "spread": 0.1, "ours": 9.9, "limit": 3.0, "unit": "ms"},
    }


def test_that_calls_are_measured_anew_before_they_are_called_worse(file):
    figures, calls = committed(file, 2.0), []

    def spin(loops):
        calls.append(loops)
        for _ in range(loops):
            pass

    with pytest.raises(AssertionError):
        figures("slip", lambda: spin(20_000), lambda: spin(1_000), Times(1), "us")
    assert calls.count(20_000) == 21
    again = Figures(file, renew=False)
    again("slip", lambda: spin(1_001), lambda: spin(20_001), Times(1), "us", each=10)
    assert calls.count(1_001) == 7
    assert again.rows[0].ratio < 1


def test_that_processes_which_were_waited_for_are_counted():
    with Spent() as spent:
        subprocess.run([sys.executable, "-S", "-c", "for _ in range(3_000_000): pass"], check=True)
    assert spent.processor > 0.01
    assert spent.wall > 0


def test_that_turns_are_medians_in_the_order_of_time():
    assert medians([1, 9, 2, 5, 5, 6, 7], turns=2) == [2, 5]

"""Facts as reports have them: as the game writes them, else its values by dashes."""

import pytest

from kiosk.games import written
from kiosk.games.game import Fact
from kits.games.toy_game import toy_in_place

CARDS = (Fact("card", (13,), "players"), Fact("card", (2,), "dealer"))


@pytest.fixture
def toy(monkeypatch, tmp_path):
    with toy_in_place(monkeypatch, tmp_path) as name:
        yield name


@pytest.mark.parametrize("name", ["sicbo", "whist"])
def test_that_values_stand_by_dashes_where_the_game_says_nothing_else(name):
    assert written(name, (Fact("dice", (6, 5, 1)),)) == "6-5-1"
    assert written(name, CARDS) == "13; 2"
    assert written(name, ()) == ""


def test_that_a_game_that_has_its_own_figures_writes_them(toy, tmp_path):
    (tmp_path / "games" / toy / "figures.py").write_text(
        "def written(facts):\n    return ', '.join(f'{fact.at} {fact.values[0]}' for fact in facts)\n"
    )
    assert written(toy, CARDS) == "players 13, dealer 2"

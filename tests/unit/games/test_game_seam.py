"""The seam: finding a game, sums of a settlement, and the check that every payout is whole cents."""

import subprocess
import sys
from fractions import Fraction

import msgspec
import pytest

import kiosk.games
from kiosk.games import game, game_names
from kiosk.games.errors import (
    BadFacts,
    BadLayout,
    BadStake,
    GameError,
    InexactConfiguration,
    UnknownGame,
    UnknownLayout,
)
from kiosk.games.game import Extra, Fact, Option, Settlement, Spot, SpotResult, check_exact
from kiosk.games.sicbo import GAME


class OneSpot:
    """A layout of one spot that can pay the given odds."""

    game = "other"
    name = "X"

    def __init__(self, *odds):
        self.boards = {}
        self.spots = {"box-1": Spot("box-1", "box")}
        self._odds = odds

    def odds(self, spot):
        assert spot == "box-1"
        return self._odds


def test_that_a_game_is_found_by_its_folder():
    assert game("sicbo") is GAME
    assert game("sicbo").name == "sicbo"
    assert game_names() == ("blackjack", "paigow", "sicbo", "sikipi", "stud")


@pytest.mark.parametrize("name", ["poker", "", "game", "board", "sicbo.layout", ".."])
def test_that_an_unknown_game_is_refused_naming_what_exists(name):
    with pytest.raises(UnknownGame, match=r'game ".*" is unknown: expected one of blackjack, paigow, sicbo'):
        game(name)


def test_that_a_new_folder_is_a_new_game(tmp_path, monkeypatch):
    (tmp_path / "newgame").mkdir()
    (tmp_path / "newgame" / "__init__.py").write_text("GAME = 'the new game'\n")
    monkeypatch.setattr(kiosk.games, "__path__", [*kiosk.games.__path__, str(tmp_path)])
    try:
        assert game("newgame") == "the new game"
        assert game_names() == ("blackjack", "newgame", "paigow", "sicbo", "sikipi", "stud")
    finally:
        sys.modules.pop("kiosk.games.newgame", None)


def test_that_a_settlement_sums_its_spots():
    found = Settlement({"box-1": SpotResult(200, 100, 0), "box-2": SpotResult(500, 500, 750)})
    assert (found.staked, found.returned, found.won, found.lost, found.paid) == (700, 600, 750, 100, 1350)
    assert Settlement({}).staked == Settlement({}).paid == 0


@pytest.mark.parametrize("value", [Fact("dice", (1, 2, 3)), Option("double", (Extra("double", 100, 500),))])
def test_that_values_are_frozen_and_read_back_strictly(value):
    kind = type(value)
    assert msgspec.json.decode(msgspec.json.encode(value), type=kind) == value
    with pytest.raises(AttributeError):
        setattr(value, kind.__struct_fields__[0], "other")
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"surprise": 1}', type=kind)


@pytest.mark.parametrize(
    "kind", [BadFacts, BadLayout, BadStake, InexactConfiguration, UnknownGame, UnknownLayout]
)
def test_that_every_refusal_is_a_game_error(kind):
    assert issubclass(kind, GameError)


@pytest.mark.parametrize(("name", "unit"), [("A", 2), ("B", 2), ("C", 1), ("A", 100), ("B", 50)])
def test_that_a_unit_with_whole_payouts_passes(layouts, name, unit):
    check_exact(layouts[name], unit)


@pytest.mark.parametrize("unit", [1, 5, 25, 101])
def test_that_a_unit_with_half_cents_is_refused_with_spot_and_odds(layouts, unit):
    with pytest.raises(
        InexactConfiguration, match=rf"layout A, spot double-1: odds of 23/2 to 1 on the unit of {unit} c"
    ):
        check_exact(layouts["A"], unit)


@pytest.mark.parametrize("unit", [0, -100, 1.0, True, "100"])
def test_that_a_unit_that_is_not_whole_cents_is_refused(layouts, unit):
    with pytest.raises(InexactConfiguration, match="expected whole cents, 1 or more"):
        check_exact(layouts["A"], unit)


@pytest.mark.parametrize(
    ("odds", "good", "bad"),
    [
        (Fraction(19, 20), 20, 10),  # even money less a commission of 5%
        (Fraction(-1, 2), 2, 1),  # half the stake given back
        (Fraction(3, 2), 2, 3),
        (Fraction(0), 1, None),  # a stand off
    ],
)
def test_that_the_unit_must_suit_every_result_a_spot_can_have(odds, good, bad):
    check_exact(OneSpot(Fraction(1), odds), good)
    if bad is not None:
        with pytest.raises(InexactConfiguration, match="layout X, spot box-1"):
            check_exact(OneSpot(Fraction(1), odds), bad)


def test_that_what_games_there_are_is_answered_without_loading_one():
    code = (
        "import sys; from kiosk.games import game_names, paper_names;"
        "print(*(name for name in (*game_names(), *paper_names()) if f'kiosk.games.{name}' in sys.modules))"
    )
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "\n"

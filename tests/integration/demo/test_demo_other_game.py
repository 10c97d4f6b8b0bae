"""A whole demonstration of a game that the program has never heard of: played, audited, replayed and reported."""

import json

import pytest

from kiosk.cli import main
from kits.coin import coin_in_place


@pytest.fixture
def coin(monkeypatch, tmp_path):
    with coin_in_place(monkeypatch, tmp_path / "layouts") as name:
        yield name


def demo(folder, game, *words):
    return main(["demo", "--headless", "--state", str(folder), "--game", game, "--seed", "3", *words])


def test_that_it_is_played_and_all_books_agree(coin, tmp_path, capsys):
    folder = tmp_path / "demo"
    assert demo(folder, coin, "--bot", "--rounds", "12") == 0
    said = capsys.readouterr().out
    assert "played 12 rounds" in said
    assert "books: everything agrees" in said
    assert main(["verify", "--state", str(folder)]) == 0
    capsys.readouterr()
    assert main(["replay", "--state", str(folder), "--json"]) == 0
    replayed = json.loads(capsys.readouterr().out)["rounds"]
    assert replayed
    assert {one["words"] for one in replayed} <= {"heads", "tails"}
    assert {one["layout"] for one in replayed} == {"ROUND"}
    assert main(["report", "--state", str(folder), "--what", "rounds"]) == 0
    assert {one["game"] for one in json.loads(capsys.readouterr().out)["rounds"]} == {coin}


def test_that_a_folder_of_one_game_is_not_played_with_another(coin, tmp_path, capsys):
    folder = tmp_path / "demo"
    assert demo(folder, coin, "--bot", "--rounds", "1") == 0
    capsys.readouterr()
    assert demo(folder, "sicbo", "--rounds", "1") == 2
    said = capsys.readouterr().err
    assert f"{folder}: its table deals coin: expected sicbo" in said
    assert "--game coin" in said

"""A configuration names its game: whatever has a folder among the games and layouts is found, nothing else is."""

import re

import pytest

from kiosk.app.config import read_console_file, read_host_file, read_seat_file
from kiosk.app.console import settings_of
from kiosk.app.machine import read_rules
from kiosk.cli import main
from kiosk.commands._game import layout_of
from kiosk.commands._state import all_layouts
from kiosk.demo.pit import Pit
from kiosk.demo.simulation import read_seats
from kiosk.faults import EnvironmentFault
from kiosk.games import first_game, game
from kiosk.ops.setup.answers import changed
from kiosk.ops.setup.seat_toml import seat_toml
from kiosk.resources import layout_names
from kiosk.simulators.dealing import has_device, simulated_device
from kits.games.toy_game import toy_in_place


@pytest.fixture
def toy(monkeypatch, tmp_path):
    (tmp_path / "program").mkdir()
    with toy_in_place(monkeypatch, tmp_path / "program") as name:
        yield name


@pytest.fixture
def out(toy, tmp_path):
    """A demonstration's table of that game, as it is provided."""
    (tmp_path / "pin").write_text("482019\n")
    words = ["--table", "12", "--seats", "2", "--layouts", "A,high", "--demonstration"]
    path = tmp_path / "table"
    assert (
        main(["provision", "--game", toy, *words, "--pin-file", str(tmp_path / "pin"), "--out", str(path)])
        == 0
    )
    return path


def refused(read, path):
    with pytest.raises(EnvironmentFault) as caught:
        read(path)
    assert str(path) in caught.value.what
    return caught.value.what


def changed_file(path, old, new):
    text = path.read_text()
    assert text.count(old) == 1
    path.write_text(text.replace(old, new))
    return path


def test_that_a_table_of_any_game_is_provided_and_read(out, toy):
    seat = read_seat_file(out / "config/seat-02.toml")
    assert (seat.game, seat.layout) == (toy, "HIGH")
    console = read_console_file(out / "config/console.toml")
    assert (console.game, [one.layout for one in console.seats]) == (toy, ["A", "HIGH"])
    (table,) = read_host_file(out / "config/host-1.toml").tables
    assert (table.game, [one.layout for one in table.seats]) == (toy, ["A", "HIGH"])


def test_that_a_console_deals_the_game_that_its_file_names(out, toy):
    settings = settings_of(read_console_file(out / "config/console.toml"))
    assert settings.game.name == toy
    assert settings.seats == {"01": "A", "02": "HIGH"}
    assert {layout.game for layout in settings.all_layouts.values()} == {toy}


def test_that_rules_and_audits_have_every_layout_of_the_game(toy):
    rules = read_rules("high", of=toy)
    assert (rules.game.name, rules.layout.name, set(rules.others)) == (toy, "HIGH", {"A"})
    game, layouts = all_layouts(toy)
    assert (game.name, set(layouts)) == (toy, {"A", "HIGH"})


@pytest.mark.parametrize(
    ("name", "read", "key", "layouts"),
    [
        ("seat-01", read_seat_file, "", "layout"),
        ("console", read_console_file, "", "seats[0].layout"),
        ("host-1", read_host_file, "tables[0].", "tables[0].seats[0].layout"),
    ],
)
def test_that_a_game_or_layout_that_is_not_there_is_refused_naming_those_that_are(
    out, toy, name, read, key, layouts
):
    path = out / f"config/{name}.toml"
    good = path.read_text()
    said = refused(read, changed_file(path, f'game = "{toy}"', 'game = "whist"'))
    assert f"{key}game of 'whist': expected blackjack, highcard, paigow, sicbo, sikipi or stud" in said
    path.write_text(good)
    said = refused(read, changed_file(path, 'layout = "A"', 'layout = "B"'))
    assert f"{layouts} of 'B': expected A or HIGH" in said


def test_that_a_file_of_before_there_were_others_means_the_first_game(out):
    path = out / "config/seat-01.toml"
    changed_file(path, 'game = "highcard"\n', "")
    assert read_seat_file(path).game == first_game() == "sicbo"


def test_that_a_set_up_keeps_the_game_and_offers_its_layouts_alone(out, toy):
    file = read_seat_file(out / "config/seat-01.toml")
    assert f'game = "{toy}"\nlayout = "A"\n' in seat_toml(file, "seat", signed=False)
    assert changed(file, layout="HIGH").layout == "HIGH"
    with pytest.raises(EnvironmentFault, match="layout of 'B': expected A or HIGH"):
        changed(file, layout="B")


def test_that_provision_refuses_what_is_not_there(tmp_path, toy, capsys):
    words = ["provision", "--game", toy, "--table", "12", "--seats", "1", "--out", str(tmp_path / "new")]
    assert main([*words, "--layouts", "C"]) == 2
    assert "layout 'C' of seat 01: expected A or HIGH" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["provision", "--game", "whist"])
    assert "'highcard', 'paigow'" in capsys.readouterr().err


def test_that_the_usual_layout_is_taken_where_the_game_has_it(toy):
    assert layout_of("sicbo", None) == "B"
    assert layout_of(toy, None) == "A"
    assert layout_of(toy, "high") == "HIGH"
    with pytest.raises(EnvironmentFault, match='layout "B": expected A or HIGH'):
        layout_of(toy, "B")


def test_that_a_simulation_of_one_game_refuses_seats_of_another(out, toy):
    assert [file.game for file in read_seats(out, 2, toy)] == [file.game for file in read_seats(out, 2)]
    with pytest.raises(EnvironmentFault, match="game of 'highcard': expected 'sicbo'"):
        read_seats(out, 2, "sicbo")


def test_that_a_pit_is_of_one_game(tmp_path, toy):
    pit = Pit(tmp_path / "pit", toy)
    assert pit.provide()
    assert [read_seat_file(path).layout for path in pit.seats] == ["A", "HIGH"]
    assert not Pit(tmp_path / "pit", toy).provide()
    with pytest.raises(EnvironmentFault, match="game of 'highcard': expected 'sicbo'") as caught:
        Pit(tmp_path / "pit", "sicbo").provide()
    assert "--dir" in caught.value.way_out


def test_that_a_game_without_a_device_says_so(toy):
    assert has_device("sicbo")
    assert not has_device(toy)
    with pytest.raises(EnvironmentFault, match="game 'highcard' has no device"):
        simulated_device(toy)


def test_that_a_damaged_layout_counts_by_its_file(tmp_path, toy):
    folder = tmp_path / "program/layouts"
    (folder / toy / "high.toml").write_text("name = ")
    assert layout_names(toy) == ("A", "HIGH")
    assert layout_names(toy, folder) == ("A", "HIGH")
    assert layout_names("whist") == ()


def test_that_a_game_that_is_dealt_by_its_layout_has_one_at_all_seats(out, toy, monkeypatch):
    console = read_console_file(out / "config/console.toml")
    assert sorted(settings_of(console).seats.values()) == ["A", "HIGH"]
    monkeypatch.setattr(type(game(toy)), "one_layout", True)
    with pytest.raises(EnvironmentFault, match="seats with the layouts A, HIGH: expected one"):
        settings_of(console)


@pytest.mark.rule("paigow:B")
def test_that_a_table_with_more_seats_than_boxes_is_refused(tmp_path, capsys):
    pin = tmp_path / "pin"
    pin.write_text("482019\n")
    words = ["provision", "--game", "paigow", "--table", "12", "--layouts", "A", "--demonstration"]
    words += ["--pin-file", str(pin), "--out", str(tmp_path / "table"), "--seats"]
    assert main([*words, "7"]) == 2
    refused = r"12: 7 seats: found the boxes .*: expected up to 6"
    assert re.search(refused, capsys.readouterr().err)
    assert main([*words, "6"]) == 0
    file = tmp_path / "table/config/console.toml"
    text = file.read_text()
    added = text.replace(
        '{ name = "06", layout = "A" },', '{ name = "06", layout = "A" }, { name = "07", layout = "A" },'
    )
    assert added != text
    file.write_text(added)
    with pytest.raises(EnvironmentFault, match=refused):
        settings_of(read_console_file(file))

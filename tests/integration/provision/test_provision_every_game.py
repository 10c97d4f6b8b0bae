"""A table of every game is provided so that its console, its host and its seats start with the files."""

import pytest

from kiosk.app.config import read_console_file, read_host_file, read_seat_file
from kiosk.app.console import settings_of
from kiosk.app.machine import read_rules
from kiosk.app.seating import check_seating
from kiosk.cli import main
from kiosk.faults import EnvironmentFault
from kiosk.games import game as game_of
from kiosk.games import game_names
from kiosk.games.game import Boxes
from kiosk.ops.provision.plan import Plan, hosts_beside, nodes_of, seats_of
from kiosk.resources import layout_names

FEW, MANY = 2, 30
BOXED = [
    name
    for name in game_names()
    if isinstance(game_of(name).agenda(read_rules("A", of=name).layout, ()), Boxes)
]
ONE_LAYOUT = [name for name in game_names() if game_of(name).one_layout]


def provide(folder, game, *words, seats=FEW):
    pin = folder / "pin.txt"
    pin.write_text("482019\n")
    asked = ["--table", "12", "--seats", str(seats), "--pin-file", str(pin), "--demonstration"]
    return main(["provision", "--game", game, "--out", str(folder / "provided"), *asked, *words])


@pytest.mark.parametrize("game", game_names())
def test_that_every_file_of_the_table_names_the_game_and_is_read(tmp_path, game):
    assert provide(tmp_path, game) == 0
    config = tmp_path / "provided/config"
    console = read_console_file(config / "console.toml")
    assert settings_of(console).game.name == game
    (table,) = read_host_file(config / "host-1.toml").tables
    assert (table.name, table.game) == ("12", game)
    for number in ("01", "02"):
        seat = read_seat_file(config / f"seat-{number}.toml")
        assert seat.game == game
        assert seat.layout in layout_names(game)


@pytest.mark.parametrize(
    ("game", "layout"), [(game, name) for game in game_names() for name in layout_names(game)]
)
def test_that_every_layout_can_be_asked_for(tmp_path, game, layout):
    assert provide(tmp_path, game, "--layouts", layout.lower(), seats=1) == 0
    assert read_seat_file(tmp_path / "provided/config/seat-01.toml").layout == layout


@pytest.mark.parametrize("game", game_names())
def test_that_a_layout_of_another_game_is_refused_and_nothing_is_written(tmp_path, game, capsys):
    assert provide(tmp_path, game, "--layouts", "A,Z") == 2
    assert "layout 'Z' of seat 02: expected A" in capsys.readouterr().err
    assert not (tmp_path / "provided").exists()


@pytest.mark.parametrize("game", BOXED)
def test_that_a_table_with_more_seats_than_boxes_is_not_provided(tmp_path, game, capsys):
    """Its console would not start."""
    assert provide(tmp_path, game, seats=MANY) == 2
    assert f"12: {MANY} seats: " in capsys.readouterr().err
    assert not (tmp_path / "provided").exists()


@pytest.mark.parametrize("game", ONE_LAYOUT)
def test_that_a_table_that_is_dealt_to_by_one_layout_is_not_provided_with_two(game):
    nodes = nodes_of("10.0.0.5")
    with pytest.raises(EnvironmentFault, match="12: seats with the layouts A, B: expected one"):
        Plan("12", "Casino", seats_of(FEW, ["A", "B"]), nodes, hosts_beside(nodes), game=game)


def test_that_a_table_without_boxes_seats_as_many_as_come():
    rules = [read_rules(name, of="sicbo") for name in layout_names("sicbo")]
    check_seating("12", rules, [f"{n:02}" for n in range(MANY)])


def test_that_a_table_of_its_own_is_not_played_with_more_seats_than_boxes(capsys):
    assert main(["simulate", "--game", "paigow", "--seats", "7", "--rounds", "1"]) == 2
    assert "7 seats: " in capsys.readouterr().err

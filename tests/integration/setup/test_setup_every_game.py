"""A seat of every game, set up from a file: it is one of that game, by the layout that was chosen."""

import pytest

from kiosk.app.config import read_seat_file
from kiosk.app.machine import read_rules
from kiosk.faults import EnvironmentFault
from kiosk.games import game_names
from kiosk.ops.setup.answers import read_answers
from kiosk.ops.setup.devices import Devices
from kiosk.ops.setup.unattended import set_up
from kiosk.resources import layout_names
from kits.ops import setup as kit

CHOICES = [(game, layout) for game in game_names() for layout in layout_names(game)]


def run(folder, game, layout):
    """The machine's root, and what the set-up found."""
    kit.make_usb_drive(folder, game=game)
    root = kit.make_root(folder)
    text = kit.ANSWERS.replace('seat = "07"', f'seat = "07"\nlayout = "{layout}"')
    return root, set_up(
        read_answers(kit.write_answers(folder, text)), kit.seat_at(root), Devices, again=False
    )


@pytest.mark.parametrize(("game", "layout"), CHOICES)
def test_that_a_seat_is_one_of_the_game_and_the_layout_that_were_chosen(tmp_path, game, layout):
    root, found = run(tmp_path, game, layout)
    file = read_seat_file(root / "etc/etg-kiosk/seat.toml")
    assert (file.game, file.layout) == (game, layout)
    rules = read_rules(file.layout, of=file.game)
    assert (rules.game.name, rules.layout.name) == (game, layout)
    said = kit.values(found)
    assert (said["game"], said["layout"]) == (game, layout)


@pytest.mark.parametrize("game", game_names())
def test_that_a_layout_that_the_game_has_not_is_refused(tmp_path, game):
    with pytest.raises(EnvironmentFault, match=r"layout of 'Z': expected A.* or [BC]\."):
        run(tmp_path, game, "Z")
    assert not (tmp_path / "root/etc/etg-kiosk/seat.toml").exists()

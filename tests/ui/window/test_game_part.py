"""Every game has its part of the player's screen, found by its name."""

import pytest

from kiosk.games import game_names
from kiosk.games.errors import UnknownGame
from kiosk.ui.terminal.game_part import game_part


@pytest.mark.parametrize("name", game_names())
def test_that_every_game_has_its_part(name):
    assert game_part(name).steps
    assert game_part(name).trends(()) == game_part(name).trends([])


def test_that_an_unknown_game_is_named():
    with pytest.raises(UnknownGame, match=r'game "faro" is unknown: expected one of .*sicbo'):
        game_part("faro")

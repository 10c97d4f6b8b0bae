"""Every game has its part of the dealer's screen, found by its name."""

import pytest

from kiosk.games import game_names
from kiosk.games.errors import UnknownGame
from kiosk.ui.dealer.game_part import game_part


@pytest.mark.parametrize("name", game_names())
def test_that_every_game_has_its_part(name):
    part = game_part(name)
    assert not part.entry().begun
    assert part.entry().facts == part.result(()) == ()
    assert part.text(()) == ""


def test_that_an_unknown_game_is_named():
    with pytest.raises(UnknownGame, match=r'game "faro" is unknown: expected one of .*sicbo'):
        game_part("faro")

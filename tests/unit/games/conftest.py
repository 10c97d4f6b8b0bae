"""What the tests of the games share: the three layouts as installed."""

import pytest

from kiosk.games.sicbo import GAME
from kiosk.resources import layout_reader


@pytest.fixture(scope="session")
def layouts():
    """The three layouts by name."""
    return {name: GAME.read_layout(name, layout_reader("sicbo")) for name in "ABC"}


@pytest.fixture(params=["A", "B", "C"])
def layout(request, layouts):
    """Each of the three layouts in turn."""
    return layouts[request.param]

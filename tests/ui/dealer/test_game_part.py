"""Every game has its part of the dealer's screen, found by its name."""

import pytest

from kiosk.games import game_names
from kiosk.games.errors import UnknownGame
from kiosk.ui.dealer.game_part import game_part
from kiosk.ui.kit.texts import Language, Texts


@pytest.mark.parametrize("name", game_names())
def test_that_every_game_has_its_part(name):
    part = game_part(name)
    assert not part.entry().begun
    assert part.entry().facts == part.result(()) == ()
    assert part.text(()) == ""


@pytest.mark.parametrize("name", game_names())
@pytest.mark.parametrize("language", Language)
def test_that_a_game_says_its_own_words_with_the_same_places(name, language):
    texts = Texts(language)
    for key, own in game_part(name).words.instead.items():
        assert texts.places(key) == texts.places(own), key
        assert Texts(language, instead={key: own}).places(key) == texts.places(own)


def test_that_an_unknown_game_is_named():
    with pytest.raises(UnknownGame, match=r'game "faro" is unknown: expected one of .*sicbo'):
        game_part("faro")

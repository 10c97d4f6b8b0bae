"""The page of the Dealer's last hands."""

import pytest

from kiosk.tools.shots.studio import every_game, fresh_seat
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import Scale
from kiosk.ui.terminal.cards.results_page import ResultsPage, trends
from kiosk.ui.terminal.game_part import game_part

SHOTS = {shots.game: shots for shots in every_game()}


@pytest.mark.parametrize(
    ("game", "below"), [("paigow", True), ("blackjack", False), ("stud", False), ("sikipi", False)]
)
def test_that_words_stand_below_the_cards_where_these_leave_no_room(qtbot, game, below):
    """Seven cards once left so little that a hand's name was cut off."""
    look = Style(Texts(Language.EN), Scale(1.0))
    page = ResultsPage(look, game_part(game).look)
    qtbot.addWidget(page)
    page.resize(390, 900)
    page.set_trends(trends(fresh_seat(SHOTS[game], SHOTS[game].layout).outcomes))
    assert page.words_below is below
    assert page.listed[0].round == 1284
    assert len(page.listed) == 900 // (86 if below else 62)

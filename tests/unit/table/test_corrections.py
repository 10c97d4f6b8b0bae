"""A correction names what lay there: one that comes twice, late or for another round or place changes nothing."""

import pytest
from msgspec.structs import replace

from kiosk.games.blackjack.deal import CARD
from kiosk.games.blackjack.game import GAME
from kiosk.games.game import Fact
from kiosk.table import records as r
from kiosk.table.facts import GameRules
from kiosk.table.round import NotAllowed, Phase, Table, fold
from kits.games.blackjack_rounds import FELT, told

RULES = GameRules(GAME, FELT)
PLAY = told("8h Ah 6c")
DEALT = Table(number=3, phase=Phase.PLAY, game="blackjack", entered=PLAY, dealt=PLAY)
RIGHT = r.FactCorrected(
    round=3,
    at=1,
    was=Fact(CARD, ("8h",), "07"),
    fact=Fact(CARD, ("9h",), "07"),
    by="Mia",
    authorised_by="Tan",
)


def test_that_a_correction_counts_once():
    once = fold(DEALT, 9, RIGHT, RULES)
    assert [fact.values for fact in once.entered[1:]] == [("9h",), ("Ah",), ("6c",)]
    with pytest.raises(NotAllowed, match="another fact at 1"):
        fold(once, 10, RIGHT, RULES)
    with pytest.raises(NotAllowed, match="another fact at 1"):
        fold(once, 11, replace(RIGHT, fact=Fact(CARD, ("Th",), "07")), RULES)


@pytest.mark.parametrize(
    "changed",
    [
        {"round": 2},
        {"round": 4},
        {"at": 2},
        {"at": len(PLAY)},
        {"fact": Fact(CARD, ("9h",), "08")},
        {"fact": Fact(CARD, ("9h",), "07", "07")},
        {"fact": Fact("discarded", ("9h",), "07")},
    ],
)
def test_that_a_correction_of_something_else_is_ignored(changed):
    with pytest.raises(NotAllowed):
        fold(DEALT, 9, replace(RIGHT, **changed), RULES)

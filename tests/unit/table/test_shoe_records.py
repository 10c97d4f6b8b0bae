"""The records of the shoe that goes on: which of them still say something once another one lies on the table."""

import pytest

from kiosk.book.desk_acts import DeskAct
from kiosk.table.records import DeskRecorded
from kiosk.table.shoe import Shoe, covered, uncovered

AT = "2026-11-28T10:00:00Z"


def record(what, number):
    return DeskRecorded(number=1, what=what, by="Mia", at=AT, round=number)


@pytest.mark.rule("blackjack:5.5.3")
@pytest.mark.parametrize(("number", "counts"), [(5, False), (6, True), (7, True)])
def test_that_a_cover_card_and_its_mistake_are_of_the_shoe_of_their_round(number, counts):
    """A console that was held up writes them late: those of the shoe before say nothing of this one."""
    of_this = Shoe(first=6, decks=4)
    assert covered(of_this, record(DeskAct.COVER_CARD, number)).due is counts
    out = Shoe(first=6, decks=4, cover=True)
    assert uncovered(out, record(DeskAct.COVER_CARD_BACK, number)).due is not counts

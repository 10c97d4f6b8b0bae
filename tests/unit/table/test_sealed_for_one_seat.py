"""What one seat alone may see is of the round that is played, and for nobody else's eyes."""

import pytest

from kiosk.games.game import NOBODY, TABLE, Fact
from kiosk.table.facts import why_not_sealed
from kiosk.table.records import FactsSealed

OWN = Fact("card", ("Ah",), "07", "07")


def sealed(*facts, number=3):
    return FactsSealed(seat="07", round=number, n=1, first=4, facts=facts)


def test_that_the_seats_own_card_counts_while_its_round_is_open():
    assert why_not_sealed(sealed(OWN), 3, True) is None


@pytest.mark.parametrize("audience", ["08", TABLE, NOBODY])
def test_that_a_fact_for_other_eyes_makes_the_record_count_for_nothing(audience):
    record = sealed(OWN, Fact("card", ("2c",), "08", audience))
    assert why_not_sealed(record, 3, True) == "FactsSealed of seat '07' with a fact for somebody else"


def test_that_a_card_of_another_round_or_of_one_that_is_over_counts_for_nothing():
    assert why_not_sealed(sealed(OWN, number=2), 3, True) == "FactsSealed of round 2 while round 3 is open"
    assert why_not_sealed(sealed(OWN), 3, False) == "FactsSealed of round 3 while round 3 is over"

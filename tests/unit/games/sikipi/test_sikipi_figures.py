"""A round of Si Ki Pi as reports and replay write it."""

from kiosk.games.game import HOLDS, Fact
from kiosk.games.sikipi.figures import written
from kits.games.sikipi_dealt import dealt, result_of


def test_that_boxes_hands_and_settings_are_written():
    facts = dealt({"07": "Ks 9h 8d 7c", "08": "Kc Qs Td 2c"}, choices={"07": "set:9h8d"})
    said = "07 Ks 9h 8d 7c set:9h8d; 08 Kc Qs Td 2c house-way; dealer Ah Qd 7s 2h set:Ah2h"
    assert (written(facts), written(result_of(facts))) == (said, said)


def test_that_a_round_without_boxes_and_what_is_no_round_have_their_signs():
    assert written((Fact(HOLDS, ()),)) == ""
    assert written((Fact("card", ("Kh",), "07"),)) == "?"

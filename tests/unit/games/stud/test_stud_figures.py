"""A round of Stud as reports and replay write it."""

from kiosk.games.game import HOLDS, Fact
from kiosk.games.stud.figures import written
from kits.games.stud_dealt import QUALIFIED, ROYAL, dealt, result_of

HANDS = {"07": ROYAL, "08": "Js 9c 7s 4c 2s"}


def test_that_boxes_hands_decisions_and_prizes_are_written():
    facts = dealt(HANDS, QUALIFIED, {"07": "bet", "08": "fold"}, {"07": 5_000_000})
    said = "07 Ah Kh Qh Jh Th bet 5000000; 08 fold; dealer Ac Kd 9h 5c 3h"
    assert (written(facts), written(result_of(facts))) == (said, said)


def test_that_a_round_without_boxes_and_what_is_no_round_have_their_signs():
    assert written((Fact(HOLDS, ()),)) == ""
    assert written((Fact("card", ("Kh",), "07"),)) == "?"

"""What the games that deal hands for their players' own eyes read alike."""

import pytest

from kiosk.games.game import HOLDS, BadFacts, Fact
from kiosk.games.laid import DEALING_ERROR, GO_ON
from kiosk.games.paigow.deal import read_deal as read_paigow
from kiosk.games.set_hands import SET
from kiosk.games.sikipi.deal import read_deal as read_sikipi
from kiosk.games.stud.deal import read_deal as read_stud
from kiosk.games.stud.paytable import CALL


@pytest.mark.rule("stud:5.10", "paigow:5.10", "sikipi:5.6")
@pytest.mark.parametrize("read", [read_stud, read_paigow, read_sikipi])
@pytest.mark.parametrize("word", ["", "take", "go on", "house-way"])
def test_that_after_an_irregularity_a_word_that_is_no_choice_is_refused(read, word):
    asked = (Fact(HOLDS, ("07",)), Fact(DEALING_ERROR, ("a card fell",), "07"))
    with pytest.raises(BadFacts, match=f"found the fact '{GO_ON}' at '07'"):
        read((*asked, Fact(GO_ON, (word,), "07")), 7)


@pytest.mark.rule("stud:5.5", "paigow:3.12", "sikipi:3.18")
@pytest.mark.parametrize(
    ("read", "window", "first", "second"),
    [
        (read_stud, CALL, "bet", "fold"),
        (read_paigow, SET, "house-way", "set:KhQh"),
        (read_sikipi, SET, "house-way", "set:KhQh"),
    ],
)
def test_that_a_box_decides_about_its_hand_once(read, window, first, second):
    decided = (Fact(HOLDS, ("07", "08")), Fact(window, (first,), "07"))
    read((*decided, Fact(window, (second,), "08")), 7)
    with pytest.raises(BadFacts, match=f"found the fact '{window}' at '07'"):
        read((*decided, Fact(window, (second,), "07")), 7)

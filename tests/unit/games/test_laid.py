"""What the games that deal hands for their players' own eyes read alike."""

import pytest

from kiosk.games.game import HOLDS, BadFacts, Fact
from kiosk.games.laid import DEALING_ERROR, GO_ON
from kiosk.games.paigow.deal import read_deal as read_paigow
from kiosk.games.sikipi.deal import read_deal as read_sikipi
from kiosk.games.stud.deal import read_deal as read_stud


@pytest.mark.rule("stud:5.10", "paigow:5.10", "sikipi:5.6")
@pytest.mark.parametrize("read", [read_stud, read_paigow, read_sikipi])
@pytest.mark.parametrize("word", ["", "take", "go on", "house-way"])
def test_that_after_an_irregularity_a_word_that_is_no_choice_is_refused(read, word):
    asked = (Fact(HOLDS, ("07",)), Fact(DEALING_ERROR, ("a card fell",), "07"))
    with pytest.raises(BadFacts, match=f"found the fact '{GO_ON}' at '07'"):
        read((*asked, Fact(GO_ON, (word,), "07")), 7)

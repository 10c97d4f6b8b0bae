"""The shoe at the desk of Pai Gow: it deals by itself, the Joker among the cards; the Dealer's cards are proposed."""

import pytest

from kiosk.cards import WITH_JOKER
from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.game import Enter, Fact
from kiosk.games.laid import CARD, DEALER
from kiosk.games.paigow.game import GAME
from kiosk.games.paigow.paytable import PaiGowLayout
from kiosk.games.set_hands import SET
from kiosk.table.round import Phase
from kits.console.desk import NG
from kits.games import pit as pits
from kits.games.paigow_pit import BETS, CARDS, LIMITS, SETTINGS, WON_07, answers
from kits.games.shoe_pit import ShoePit

WITH_HIS = {**CARDS, "08": ["Jk", *CARDS["08"][1:]]}
HANDS = (WITH_HIS["07"], WITH_HIS["08"], WITH_HIS[DEALER])
BY_HAND = [card for hand in HANDS for card in hand]
IN_TURN = [card for turn in zip(*HANDS, strict=True) for card in turn]


@pytest.fixture(params=[0, 7], ids=["shoe", "shuffler"])
def pit(request, tmp_path):
    order = BY_HAND if request.param else IN_TURN
    played = pits.Played(GAME, PaiGowLayout(by_hand=not request.param), LIMITS, answers)
    deck = [*order, *(card for card in WITH_JOKER if card not in order)]
    pit = ShoePit(tmp_path, played, deck, request.param)
    pit.start()
    pit.sit()
    yield pit
    pit.close()


@pytest.mark.rule("paigow:3.10", "paigow:3.11", "paigow:3.12", "paigow:2.1", "paigow:5.11")
def test_that_a_round_is_dealt_without_a_card_entered_by_hand(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, SETTINGS, until=Next.CLOSE_DECISIONS)
    assert [fact for fact in pit.view.play if fact.name == CARD and fact.values] == []
    assert pit.real["08"].state.facts[9 if pit.of.layout.by_hand is False else 3].values == ("Jk",)
    for box in ("07", "08"):
        pit.real[box].chooses(SETTINGS[f"s{box}"])
    view = pit.until(lambda view: view.device.recognised)
    assert view.device.recognised == tuple(Fact(CARD, (card,), DEALER) for card in CARDS[DEALER])
    pit.ok(c.EnterResult(view.device.recognised))
    pit.until(lambda view: view.asked == Enter(SET, DEALER))
    assert not pit.view.device.recognised, "how his hand lies the shoe does not see"
    pit.ok(c.EnterResult((Fact(SET, answers(pit.view.asked, pit.view.play, CARDS), DEALER),), NG))
    assert pit.deals(CARDS, SETTINGS).phase is Phase.RESULT
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, (10_475, 0, -475)), "Joker-6-4-3-2 is a Straight"
    pit.ends()
    assert pit.audits() == []
    assert pit.alerts() == set()

"""The shoe at the desk of Si Ki Pi: it deals by itself, and the Dealer's cards are proposed when they are turned."""

import pytest

from kiosk.cards import DECK
from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.game import Enter, Fact
from kiosk.games.laid import CARD, DEALER
from kiosk.games.set_hands import SET
from kiosk.games.sikipi.game import GAME
from kiosk.games.sikipi.layout import Felt
from kiosk.table.round import Phase
from kits.console.desk import NG
from kits.games import pit as pits
from kits.games.shoe_pit import ShoePit
from kits.games.sikipi_pit import BETS, CARDS, CHOICES, LIMITS, LOST_08, SIKIPI, WON_07

HANDS = (CARDS["07"], CARDS["08"], CARDS[DEALER])
BY_HAND = [card for hand in HANDS for card in hand]
IN_TURN = [card for turn in zip(*HANDS, strict=True) for card in turn]


@pytest.fixture(params=[0, 4], ids=["shoe", "shuffler"])
def pit(request, tmp_path):
    order = BY_HAND if request.param else IN_TURN
    played = pits.Played(GAME, Felt(hand_by_hand=bool(request.param)), LIMITS, SIKIPI.answers)
    pit = ShoePit(tmp_path, played, [*order, *(card for card in DECK if card not in order)], request.param)
    pit.start()
    pit.sit()
    yield pit
    pit.close()


@pytest.mark.rule("sikipi:1.3", "sikipi:1.5", "sikipi:3.15", "sikipi:3.16", "sikipi:3.17")
def test_that_a_round_is_dealt_without_a_card_entered_by_hand(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CHOICES, until=Next.CLOSE_DECISIONS)
    told = [fact for fact in pit.view.play if fact.name == CARD and fact.values]
    assert told == [], "nobody at the table knows more than the shoe"
    pit.real["07"].chooses(CHOICES["s07"])
    pit.real["08"].chooses(CHOICES["s08"])
    view = pit.until(lambda view: view.device.recognised)
    assert view.device.recognised == tuple(Fact(CARD, (card,), DEALER) for card in CARDS[DEALER])
    pit.ok(c.EnterResult(view.device.recognised))
    pit.until(lambda view: view.asked == Enter(SET, DEALER))
    assert not pit.view.device.recognised, "how his hand lies the shoe does not see"
    pit.ok(c.EnterResult((Fact(SET, SIKIPI.answers(pit.view.asked, pit.view.play, CARDS), DEALER),), NG))
    assert pit.deals(CARDS, CHOICES).phase is Phase.RESULT
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    pit.ends()
    assert pit.audits() == []
    assert pit.alerts() == set()


@pytest.mark.parametrize("pit", [0], ids=["shoe"], indirect=True)
@pytest.mark.parametrize("lying", [3, 4])
def test_that_a_console_that_was_killed_deals_no_card_to_two_places(pit, lying):
    pit.opens(**BETS)
    pit.deals({}, until=Next.ENTER_RESULT)
    pit.draws_up_to(lying)
    pit.mechanics.draw()  # it has not heard of this one
    pit.starts_again()
    if lying == 3:
        assert (len(pit.dealt_so_far()), pit.alerts()) == (3, {"shoe-wrong"}), "what lies last lies face down"
        return
    told = pit.dealt_so_far()
    assert (told[3:], pit.alerts()) == ([("07", (CARDS["07"][1],)), ("08", (CARDS["08"][1],))], set())

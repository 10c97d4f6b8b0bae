"""What the interim settlement has paid is staked again; then the seat dies, the round is void or decided anew."""

import pytest

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.games.blackjack.deal import CARD, DEALER
from kiosk.games.blackjack.paytable import TURN
from kiosk.games.game import Decide, Enter, Fact
from kits.console.desk import NG
from kits.games import blackjack_pit as games
from kits.games.blackjack_pit import BETS, SAYS, WON_07, WON_08
from kits.games.blackjack_rounds import result_of, told

SHOE = "8h Th 6c 8d 9d Td 5c 6d 9c 5s"
"""Box 07 has a pair of eights and doubles them, for 26 points; box 08 stands on 19 against 17."""
ALL_IN = {"initial": 5_000, "pair": 5_000}
PAIR_PAYS = 60_000
WHOLE = "8h Ah 6c 8d Kd decline split Td stand 5c hit 6d stand 9c 5s"
"""The round of :data:`kits.games.blackjack_pit.SHOE` as it is played there."""


def doubles(pit, bets):
    """Box 07 has doubled with what its pair was paid, and its seat dies. Answers the seat."""
    pit.opens(s07=bets, s08={"initial": 1_000})
    pit.plays(SHOE, {}, until=Next.CLOSE_DECISIONS)
    pit.says("07", "decline")
    pit.says("08", "decline")
    pit.until(lambda view: view.next is Next.CLOSE_DECISIONS and view.asked == Decide(TURN, ("07",)))
    pit.says("07", f"double:{bets['initial']}")
    pit.until(lambda view: view.next is Next.ENTER_RESULT)
    pit.pump()
    gone = pit.real.pop("07")
    gone.goes()
    pit.pump()
    return gone


def comes_back(pit, gone):
    pit.real["07"] = gone
    gone.comes()
    pit.until(lambda _: not gone.state.later)
    assert pit.audits() == []
    assert pit.desk._core.book.open_items == (), "nobody was paid what was not his"
    balances = gone.state.balances
    assert (balances.escrow, balances.adjust) == (0, 0)
    return balances.handpay, balances.credit


@pytest.mark.rule("blackjack:3.13", "blackjack:5.4")
def test_that_by_hand_no_more_is_paid_than_the_player_has_when_a_double_came_from_the_round_itself(pit):
    gone = doubles(pit, ALL_IN)
    pit.plays(SHOE, {"08": ["decline", "stand"]})
    assert pit.seat("07").due == PAIR_PAYS
    pit.ok(c.PayByHand("07", pit.view.round, NG))
    assert comes_back(pit, gone) == (PAIR_PAYS - 5_000, 0)
    pit.again()
    assert pit.seat("07").payable == 0


@pytest.mark.rule("blackjack:3.13", "blackjack:5.17")
def test_that_by_hand_a_void_gives_back_what_was_put_in_and_no_more(pit):
    gone = doubles(pit, ALL_IN)
    pit.ok(c.Void("a card fell", NG))
    pit.again()  # the same by what the archive tells a console that starts
    pit.until(lambda view: view.next is Next.OPEN_BETS)
    pit.ok(c.PayByHand("07", pit.view.round, NG))
    assert comes_back(pit, gone) == (10_000, 0)


def test_that_what_is_not_paid_by_hand_is_on_the_meter_when_the_seat_is_back(pit):
    gone = doubles(pit, {"initial": 1_000, "pair": 500})
    pit.plays(SHOE, {"08": ["decline", "stand"]})
    pit.ok(c.PayByHand("07", pit.view.round, NG))
    assert comes_back(pit, gone) == (5_000, 10_000 - 1_000 - 500 + 6_000 - 1_000 - 5_000)


@pytest.mark.rule("blackjack:5.6")
def test_that_a_round_decided_anew_after_that_pays_the_difference_by_hand(pit):
    gone = doubles(pit, ALL_IN)
    pit.plays(SHOE, {"08": ["decline", "stand"]})
    pit.ok(c.PayByHand("07", pit.view.round, NG))
    twenty = tuple(Fact(CARD, ("4d",), "07") if fact.values == ("Td",) else fact for fact in pit.view.facts)
    pit.ok(c.CorrectResult(twenty, NG))
    pit.pump()
    assert pit.seat("07").payable == 20_000, "Bet and double are won after all"
    pit.ok(c.PayByHand("07", pit.view.round, NG))
    assert comes_back(pit, gone) == (PAIR_PAYS - 5_000 + 20_000, 0)


@pytest.mark.rule("blackjack:5.17")
@pytest.mark.parametrize("later", [False, True])
def test_that_a_void_by_mistake_gets_no_result_in_which_a_box_is_left_out(pit, later):
    pit.opens(**BETS)
    pit.plays(until=Next.CLOSE_DECISIONS)
    pit.until(
        lambda view: (view.next is Next.ENTER_RESULT and view.asked == Enter(CARD, DEALER)) or step(pit)
    )
    pit.ok(c.Void("by mistake", NG))
    pit.pump()
    number = pit.view.round
    if later:
        pit.opens()
    without_07 = result_of(told("Ah 6c Kd", boxes="08"))
    assert pit.do(c.CorrectResult(without_07, NG, number, "by mistake")).key == "not-a-result"
    pit.ok(c.CorrectResult(result_of(told(WHOLE)), NG, number, "by mistake"))
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, WON_08)
    assert pit.audits() == []


def step(pit):
    pit.step(pit.view, {"cards": games.SHOE.split()}, SAYS)

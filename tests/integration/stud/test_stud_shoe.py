"""The shoe at the desk of Casino Stud Poker: it deals by itself, and what it cannot read a dealer enters by hand."""

from dataclasses import replace

import pytest

from kiosk.cards import DECK
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import DealingState, Next
from kiosk.games.game import NOBODY, Enter, Fact
from kiosk.games.stud.deal import CARD, DEALER
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import A
from kiosk.simulators.shoe.mechanics import Fault
from kiosk.table.round import Phase
from kits.console.desk import NG, TAN
from kits.games.shoe_pit import ShoePit
from kits.games.stud_dealt import FLUSH, ODD, QUALIFIED
from kits.games.stud_pit import BETS, CALLS, LOST_08, STUD, WON_07

HANDS = {"07": FLUSH.split(), "08": ODD.split()}
OPEN, *HIDDEN = QUALIFIED.split()
BURNED = "Ts"
BY_HAND = [*HANDS["07"], *HANDS["08"], *HIDDEN, OPEN]
IN_TURN = [BURNED, *(card for turn in zip(*HANDS.values(), [*HIDDEN, OPEN], strict=True) for card in turn)]
FROM_SHOE = replace(STUD, layout=Felt(A, burns=True))


@pytest.fixture(params=[0, 5], ids=["shoe", "shuffler"])
def hands(request):
    return request.param


@pytest.fixture
def pit(tmp_path, hands):
    order, played = (BY_HAND, STUD) if hands else (IN_TURN, FROM_SHOE)
    pit = ShoePit(tmp_path, played, [*order, *(card for card in DECK if card not in order)], hands)
    pit.start()
    pit.sit()
    yield pit
    pit.close()


def stands_as_won(pit):
    pit.pump()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    pit.ends()
    assert pit.audits() == []


one_by_one = pytest.mark.parametrize("hands", [0], ids=["shoe"])


def shuffles(pit):
    """To the first card that leaves the shoe."""
    pit.opens(**BETS)
    pit.deals({}, until=Next.ENTER_RESULT)


def burnt(pit):
    """The first card is put away."""
    pit.until_asked("07", 0)


@pytest.mark.rule("stud:3.10", "stud:3.11.1", "stud:3.11.2", "stud:1.4")
def test_that_a_round_is_dealt_without_a_card_entered_by_hand(pit):
    pit.opens(**BETS)
    view = pit.deals({}, CALLS)
    assert view.phase is Phase.RESULT
    stands_as_won(pit)
    assert pit.alerts() == set()


@pytest.mark.rule("stud:5.16")
def test_that_the_dealer_alone_says_which_of_his_cards_lies_open(pit):
    pit.opens(**BETS)
    pit.deals({}, until=Next.ENTER_RESULT)
    view = pit.until(lambda view: view.device.recognised)
    assert view.device.recognised == (Fact(CARD, (OPEN,), DEALER),)
    assert not any(values == (OPEN,) for _, values in pit.dealt_so_far())
    other = HIDDEN[1]
    pit.ok(c.EnterResult((Fact(CARD, (other,), DEALER),)))
    pit.deals({}, CALLS, until=Next.REVEAL)
    assert sorted(values for at, values in pit.dealt_so_far() if at == DEALER) == [(), (), (), (), (other,)]
    pit.ok(c.Reveal())
    view = pit.until(lambda view: view.device.recognised)
    assert {card for fact in view.device.recognised for card in fact.values} == {OPEN, *HIDDEN} - {other}


def test_that_no_view_of_the_desk_ever_shows_a_hidden_card(pit):
    pit.opens(**BETS)
    seen = set()
    for _ in range(60):
        view = pit.view
        if view.next is Next.OPEN_DECISIONS or view.next is Next.CLOSE_DECISIONS:
            break
        seen |= {card for fact in (*view.play, *view.device.recognised) for card in fact.values}
        pit.step(view, {}, {})
        pit.pump(1)
    assert seen & {*IN_TURN} == {OPEN}


@one_by_one
def test_that_a_card_that_could_not_be_read_is_entered_with_a_supervisor(pit):
    shuffles(pit)
    burnt(pit)
    pit.mechanics.plan(Fault.MISREAD)
    pit.until(lambda _: pit.alerts() == {"shoe-misread"})
    pit.pump(5)
    assert pit.dealt_so_far() == [], "what was drawn after it waits for it"
    card = Fact(CARD, (HANDS["07"][0],), "07", "07")
    assert pit.do(c.EnterResult((card,))) == Refusal("needs-supervisor")
    pit.ok(c.EnterResult((card,), TAN))
    assert pit.deals({}, CALLS).phase is Phase.RESULT
    stands_as_won(pit)


@one_by_one
def test_that_a_card_that_lies_already_is_not_believed(pit):
    shuffles(pit)
    pit.until_asked("07", 3)
    pit.mechanics.cards[0] = HANDS["07"][0]
    pit.until(lambda _: pit.alerts() == {"shoe-lies"})
    pit.ok(c.EnterResult((Fact(CARD, (HANDS["07"][3],), "07", "07"),), TAN))
    assert pit.deals({}, CALLS).phase is Phase.RESULT


@one_by_one
@pytest.mark.rule("stud:5.14")
def test_that_a_supervisor_says_which_of_two_cards_is_the_first(pit):
    shuffles(pit)
    pit.until_asked("07", 4)
    pit.mechanics.plan(Fault.TWO)
    pit.until(lambda _: pit.alerts() == {"shoe-two"})
    pit.pump(5)
    first, second = (hand[4] for hand in HANDS.values())
    assert pit.do(c.EnterResult((Fact(CARD, (first,), "07", "07"),))) == Refusal("needs-supervisor")
    pit.ok(c.EnterResult((Fact(CARD, (first,), "07", "07"), Fact(CARD, (second,), "08", "08")), TAN))
    assert pit.deals({}, CALLS).phase is Phase.RESULT
    stands_as_won(pit)


def test_that_a_card_that_was_not_asked_for_is_dealt_to_nobody(pit):
    pit.opens(**BETS)
    pit.mechanics.load(list(DECK))
    pit.mechanics.draw()
    pit.until(lambda _: pit.alerts() == {"shoe-stray"})
    assert pit.deals({}, CALLS).phase is Phase.RESULT
    stands_as_won(pit)
    pit.opens(**BETS)
    assert pit.alerts() == set()


@pytest.mark.parametrize("fault", [Fault.JAM, Fault.LID, Fault.EMPTY])
def test_that_a_shoe_that_is_stopped_is_said_and_the_deal_goes_on_by_hand(pit, fault):
    shuffles(pit)
    pit.mechanics.plan(fault)
    key = {Fault.JAM: "shoe-jam", Fault.LID: "shoe-lid-open", Fault.EMPTY: "shoe-empty"}[fault]
    pit.until(lambda _: pit.alerts() == {key})
    assert pit.view.device.state is DealingState.GONE
    pit.draws = False
    while pit.view.next is Next.ENTER_RESULT:
        asked = pit.view.asked
        own = HANDS.get(asked.at, [OPEN])
        told = sum((fact.at, fact.audience) == (asked.at, asked.audience) for fact in pit.view.play)
        values = () if asked.audience == NOBODY else (own[told],)
        pit.ok(c.EnterResult((Fact(asked.fact, values, asked.at, asked.audience),), NG))
        pit.pump()
    assert pit.deals({}, CALLS, until=Next.REVEAL).next is Next.REVEAL


@one_by_one
@pytest.mark.parametrize("lying", [7, 8])
def test_that_a_console_that_was_killed_enters_no_card_twice_and_loses_none(pit, lying):
    shuffles(pit)
    pit.draws_up_to(lying)
    pit.mechanics.draw()  # it has not heard of this one
    pit.starts_again()
    assert len(pit.dealt_so_far()) == lying + 1
    pit.draws = True
    pit.deals({}, CALLS, until=Next.REVEAL)
    pit.ok(c.Reveal())
    view = pit.until(lambda view: view.device.recognised)
    assert view.device.recognised == tuple(Fact(CARD, (card,), DEALER) for card in HIDDEN[2:])
    pit.ok(c.EnterResult(tuple(Fact(CARD, (card,), DEALER) for card in HIDDEN)))
    assert pit.deals({}, CALLS).phase is Phase.RESULT
    stands_as_won(pit)


@one_by_one
def test_that_a_card_that_may_lie_face_down_is_dealt_to_no_box_and_the_rest_comes_from_the_dealer(pit):
    shuffles(pit)
    pit.draws_up_to(6)
    pit.starts_again()
    assert (len(pit.dealt_so_far()), pit.alerts()) == (6, {"shoe-wrong"})
    pit.draws = True
    pit.mechanics.draw()
    pit.pump(5)
    assert len(pit.dealt_so_far()) == 6, "nothing of it is believed in this round"
    down = Fact(CARD, (), DEALER, NOBODY)
    for turn, dealers in ((2, down), (3, down), (4, Fact(CARD, (OPEN,), DEALER))):
        boxes = (Fact(CARD, (hand[turn],), box, box) for box, hand in HANDS.items())
        pit.ok(c.EnterResult((*boxes, dealers), TAN))
        pit.pump()
    assert pit.deals({DEALER: [OPEN, *HIDDEN]}, CALLS).phase is Phase.RESULT
    stands_as_won(pit)
    pit.opens(**BETS)
    assert pit.alerts() == set()


@one_by_one
@pytest.mark.rule("stud:3.10")
def test_that_a_console_that_was_killed_before_the_dealers_open_card_proposes_that_and_no_other(pit):
    shuffles(pit)
    pit.draws_up_to(5 * 3 - 1)
    pit.starts_again()
    assert (pit.view.asked, pit.view.device.recognised, pit.alerts()) == (Enter(CARD, DEALER), (), set())
    pit.draws = True
    view = pit.until(lambda view: view.device.recognised)
    assert view.device.recognised == (Fact(CARD, (OPEN,), DEALER),)
    assert pit.deals({}, CALLS, until=Next.REVEAL).next is Next.REVEAL
    assert pit.alerts() == set()

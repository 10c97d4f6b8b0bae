"""The shoe at the desk of Casino Stud Poker: it deals by itself, and what it cannot read a dealer enters by hand."""

import pytest

from kiosk.cards import DECK
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import DealingState, Next
from kiosk.games.game import NOBODY, Fact
from kiosk.games.stud.deal import CARD, DEALER
from kiosk.simulators.shoe.mechanics import Fault
from kiosk.table.round import Phase
from kits.console.desk import NG, TAN
from kits.games.shoe_pit import ShoePit
from kits.games.stud_dealt import FLUSH, ODD, QUALIFIED
from kits.games.stud_pit import BETS, CALLS, LOST_08, STUD, WON_07

HANDS = [*FLUSH.split(), *ODD.split()]
OPEN, *HIDDEN = QUALIFIED.split()
ORDER = [*HANDS, *HIDDEN, OPEN]
DECK_OF_ROUND = [*ORDER, *(card for card in DECK if card not in ORDER)]


@pytest.fixture(params=[0, 5], ids=["shoe", "shuffler"])
def hands(request):
    return request.param


@pytest.fixture
def pit(tmp_path, hands):
    pit = ShoePit(tmp_path, STUD, DECK_OF_ROUND, hands)
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
    """To the first card."""
    pit.opens(**BETS)
    pit.deals({}, until=Next.ENTER_RESULT)


@pytest.mark.rule("stud:3.10", "stud:3.11.1", "stud:3.11.2")
def test_that_a_round_is_dealt_without_a_card_entered_by_hand(pit):
    pit.opens(**BETS)
    view = pit.deals({}, CALLS)
    assert view.phase is Phase.RESULT
    stands_as_won(pit)
    assert pit.alerts() == set()


def test_that_the_dealer_alone_says_which_of_his_cards_lies_open(pit):
    pit.opens(**BETS)
    view = pit.until(lambda view: view.device.recognised) if pit.deals({}, until=Next.ENTER_RESULT) else None
    assert view.device.recognised == (Fact(CARD, (OPEN,), DEALER),)
    assert not any(values == (OPEN,) for _, values in pit.dealt_so_far())
    other = HIDDEN[1]
    pit.ok(c.EnterResult((Fact(CARD, (other,), DEALER),)))
    pit.deals({}, CALLS, until=Next.REVEAL)
    assert [values for at, values in pit.dealt_so_far() if at == DEALER] == [(other,), (), (), (), ()]
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
    assert seen & {*ORDER} == {OPEN}


@one_by_one
def test_that_a_card_that_could_not_be_read_is_entered_with_a_supervisor(pit):
    shuffles(pit)
    pit.mechanics.plan(Fault.MISREAD)
    pit.until(lambda _: pit.alerts() == {"shoe-misread"})
    pit.pump(5)
    assert pit.dealt_so_far() == [], "what was drawn after it waits for it"
    card = Fact(CARD, (HANDS[0],), "07", "07")
    assert pit.do(c.EnterResult((card,))) == Refusal("needs-supervisor")
    pit.ok(c.EnterResult((card,), TAN))
    assert pit.deals({}, CALLS).phase is Phase.RESULT
    stands_as_won(pit)


@one_by_one
def test_that_a_card_that_lies_already_is_not_believed(pit):
    shuffles(pit)
    pit.until_asked("07", 3)
    pit.mechanics.cards[0] = HANDS[0]
    pit.until(lambda _: pit.alerts() == {"shoe-lies"})
    pit.ok(c.EnterResult((Fact(CARD, (HANDS[3],), "07", "07"),), TAN))
    assert pit.deals({}, CALLS).phase is Phase.RESULT


@one_by_one
@pytest.mark.rule("stud:5.14")
def test_that_a_supervisor_says_which_of_two_cards_is_the_first(pit):
    shuffles(pit)
    pit.until_asked("07", 4)
    pit.mechanics.plan(Fault.TWO)
    pit.until(lambda _: pit.alerts() == {"shoe-two"})
    pit.pump(5)
    first, second = HANDS[4:6]
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
    down = (*(Fact(CARD, (card,), "07", "07") for card in HANDS[:5]),)
    pit.ok(c.EnterResult((*down, *(Fact(CARD, (card,), "08", "08") for card in HANDS[5:])), NG))
    pit.ok(c.EnterResult((Fact(CARD, (OPEN,), DEALER), *[Fact(CARD, (), DEALER, NOBODY)] * 4)))
    assert pit.deals({}, CALLS, until=Next.REVEAL).next is Next.REVEAL


@one_by_one
def test_that_a_console_that_was_killed_enters_no_card_twice_and_loses_none(pit):
    shuffles(pit)
    pit.until_asked("07", 2)
    pit.draws = False
    pit.mechanics.draw()  # the console is killed before it has heard of it
    pit.again()
    pit.until(lambda view: view.next is Next.ANSWER_INTERRUPTION)
    pit.pump(3)
    assert len(pit.dealt_so_far()) == 2
    pit.ok(c.Interrupted(decided=True))
    pit.until_asked("07", 3)
    pit.draws = True
    assert pit.deals({}, CALLS).phase is Phase.RESULT
    stands_as_won(pit)

"""Every card, and every fault of shoe and line, over a real pseudo-terminal."""

import pytest

from kiosk.cards import DECK
from kiosk.devices.cabinet.framing import Frame, encode
from kiosk.devices.shoe.messages import STATE
from kiosk.devices.shoe.port import CardsOut, CoverCard, ShoeCondition, TwoAtOnce
from kiosk.simulators.shoe.mechanics import Fault
from kits.devices.shoe_console import ShoeConsole

READY = ShoeCondition.READY


@pytest.fixture(params=[0, 4, 5, 7], ids=["shoe", "of four", "of five", "of seven"])
def either(request):
    console = ShoeConsole(lambda: list(DECK), hand=request.param)
    yield console
    console.close()


@pytest.fixture
def console():
    console = ShoeConsole(lambda: list(DECK))
    yield console
    console.close()


def dealt(console):
    console.start().until(READY)
    console.begin(7)
    return console


def believed_in_the_next_deal(console):
    console.nothing_told()
    console.begin(8)
    console.until(READY)
    drawn = console.shoe.draw()
    assert console.next().cards == drawn


@pytest.mark.rule("stud:1.5", "stud:1.7", "stud:3.10", "stud:3.11.1")
def test_that_every_card_is_told_once_in_order(either):
    dealt(either)
    number = 0
    for _ in range(3):
        drawn = either.shoe.draw()
        number += len(drawn)
        assert either.next() == CardsOut(number, drawn)
        either.driver.took(number)
    either.nothing_told()


def test_that_a_shoe_forgets_what_was_taken_and_nothing_else(console):
    dealt(console)
    for _ in range(12):  # more than one answer holds
        console.shoe.draw()
    for number in range(1, 11):
        assert console.next().number == number
    console.driver.took(10)
    assert [console.next().number, console.next().number] == [11, 12]
    console.driver.took(11)
    console.wait(lambda: console.shoe.state.first == 12)
    assert len(console.shoe.state.reads) == 1


def test_that_a_console_that_was_killed_hears_again_what_it_had_not_taken(console):
    dealt(console)
    first, second = console.shoe.draw(), console.shoe.draw()
    assert [console.next(), console.next()] == [CardsOut(1, first), CardsOut(2, second)]
    console.driver.took(1)
    console.wait(lambda: console.shoe.state.first == 2)
    console.stop()
    third = console.shoe.draw()
    console.start().driver.begin(7)
    assert [console.next(), console.next()] == [CardsOut(2, second, True), CardsOut(3, third, True)]
    console.until(READY)
    fourth = console.shoe.draw()
    assert console.next() == CardsOut(4, fourth)


def test_that_another_deal_knows_nothing_of_the_last(console):
    dealt(console)
    console.shoe.draw()
    console.next()
    console.begin(8)
    assert console.shoe.out == []
    drawn = console.shoe.draw()
    assert console.next() == CardsOut(2, drawn)
    console.nothing_told()


def test_that_what_cannot_be_read_and_what_comes_together_has_no_card(console):
    dealt(console)
    console.shoe.plan(Fault.MISREAD, Fault.TWO)
    assert len(console.shoe.draw()) == 1
    assert len(console.shoe.draw()) == 2
    console.shoe.cover_card()
    assert [console.next() for _ in range(3)] == [CardsOut(1, ("",)), TwoAtOnce(2), CoverCard(3)]


@pytest.mark.parametrize(
    ("fault", "condition"),
    [
        (Fault.JAM, ShoeCondition.JAM),
        (Fault.LID, ShoeCondition.LID_OPEN),
        (Fault.EMPTY, ShoeCondition.EMPTY),
    ],
)
def test_that_a_shoe_that_is_stopped_says_why_and_goes_on(console, fault, condition):
    dealt(console)
    console.shoe.plan(fault)
    assert console.shoe.draw() == ()
    assert console.until(condition)[-1].detail.startswith("shoe SIM-SHOE-1: ")
    console.shoe.free()
    console.shoe.lid(is_open=False)
    console.shoe.load(list(DECK))
    console.until(READY)
    drawn = console.shoe.draw()
    assert console.next() == CardsOut(1, drawn)


def test_that_a_bad_line_loses_no_card_and_tells_none_twice(console):
    dealt(console)
    console.line.noise.garbled = 2
    first = console.shoe.draw()
    assert console.next() == CardsOut(1, first)
    console.far.say(encode(Frame(STATE, 0xFFFF, b"nonsense")) + b"\xa5\x10\x00")
    console.line.noise.silent = 1
    second = console.shoe.draw()
    assert console.next() == CardsOut(2, second)
    console.nothing_told()


def test_that_a_line_that_is_out_is_said_and_what_was_drawn_meanwhile_is_told(console):
    dealt(console)
    console.far.cord_out()
    console.until(ShoeCondition.SILENT)
    drawn = console.shoe.draw()
    console.far.cord_in()
    assert CardsOut(1, drawn) in console.until(READY)


def test_that_another_shoe_in_the_middle_of_a_deal_is_not_believed_until_the_next(console):
    dealt(console)
    console.shoe.draw()
    console.next()
    console.shoe.become("OTHER-1")
    assert "OTHER-1 answers in the middle of a deal" in console.until(ShoeCondition.WRONG)[-1].detail
    console.shoe.draw()
    believed_in_the_next_deal(console)


def test_that_a_shoe_that_lost_its_power_in_a_deal_is_not_believed_but_between_deals_it_is(console):
    dealt(console)
    console.shoe.power_off()
    console.shoe.power_on()
    assert "lost its power in the middle" in console.until(ShoeCondition.WRONG)[-1].detail
    console.begin(0)
    console.until(READY)
    console.shoe.power_off()
    console.shoe.power_on()
    console.asked_again()
    assert console.told.empty()


@pytest.mark.parametrize("taken", [0, 2, 3])
def test_that_a_shoe_whose_numbers_go_back_is_not_believed_until_the_next_deal(console, taken):
    """Put back to an earlier state, or one like it: the cards of numbers that were told already are others now."""
    dealt(console)
    before = console.shoe.saved()
    for number in (1, 2, 3):
        console.shoe.draw()
        assert console.next().number == number
    console.driver.took(taken)
    console.asked_again()
    console.shoe.put_back(before)
    assert "has given card 3 and now says" in console.until(ShoeCondition.WRONG)[-1].detail
    for _ in range(5):
        console.shoe.draw()
    believed_in_the_next_deal(console)


def test_that_between_deals_a_shoe_whose_numbers_go_back_is_taken_as_it_is(console):
    dealt(console)
    before = console.shoe.saved()
    console.shoe.draw()
    console.driver.took(console.next().number)
    console.begin(0)
    console.shoe.put_back(before)
    console.asked_again()
    console.begin(8)
    drawn = console.shoe.draw()
    assert console.next().cards == drawn


def test_that_the_lamp_shows_what_is_wanted(console):
    dealt(console)
    console.driver.want(3)
    console.wait(lambda: console.shoe.order.wanted == 3)
    console.driver.want(0)
    console.wait(lambda: console.shoe.order.wanted == 0)


def test_that_a_demonstrations_shoe_deals_what_is_wanted():
    console = ShoeConsole(lambda: list(DECK), deals_itself=True)
    try:
        dealt(console).driver.want(1)
        assert console.next() == CardsOut(1, ("2c",))
        console.nothing_told()
        console.driver.took(1)
        assert console.next() == CardsOut(2, ("2d",))
    finally:
        console.close()


# --- a shoe that goes on from deal to deal ---------------------------------------------------------------------------


@pytest.fixture
def lasting():
    console = ShoeConsole(lambda: list(DECK), cut=40)
    yield console
    console.close()


@pytest.mark.rule("blackjack:1.4", "blackjack:5.5.4")
def test_that_a_shoe_goes_on_to_its_cover_card_and_gets_new_cards_for_the_deal_after(lasting):
    lasting.start().until(READY)
    drawn = []
    for deal in (7, 8):
        lasting.begin(deal)
        drawn += [lasting.shoe.draw() for _ in range(5)]
        assert [lasting.next().cards for _ in range(5)] == drawn[-5:]
    lasting.begin(9)
    drawn += [lasting.shoe.draw() for _ in range(3)]
    assert [card for (card,) in drawn] == [*DECK[:13]]
    told = [lasting.next() for _ in range(4)]
    assert [type(one) for one in told] == [CardsOut, CardsOut, CoverCard, CardsOut], "forty are behind it"
    lasting.begin(10)
    assert lasting.shoe.draw() == (DECK[0],), "shuffled anew"

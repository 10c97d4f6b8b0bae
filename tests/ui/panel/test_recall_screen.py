"""Recall shows what was stored: chips, result, settlement and money, and is marked as recall."""

import msgspec
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from kiosk.money import dollars
from kiosk.ui.kit.chips import ChipState
from kiosk.ui.kit.screen_mark import ScreenMark
from kiosk.ui.kit.settlement_words import signed
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.theme import MIN_TOUCH_PX
from kiosk.ui.terminal.recall.facts import Line, lines
from kiosk.ui.terminal.recall.screen import RecallScreen, Step
from kiosk.ui.terminal.regions import regions

STAKES = {"big": 500, "total-11": 100, "double-3": 200, "small": 300, "single-5": 100}


@pytest.fixture
def make_recall(qtbot, seats):
    def make(rounds, index=0, language=Language.EN, size=seats.SIZES[1], layout="B"):
        parts = regions(size)
        made = RecallScreen(seats.make_context(layout), Texts(language), parts.scale, rounds, index)
        qtbot.addWidget(made)
        made.resize(parts.stage.size())
        made.show()
        qtbot.waitExposed(made)
        return made

    return make


@pytest.fixture
def rounds(seats):
    return [
        seats.played(3, {"small": 300}),
        seats.played(2, STAKES, (3, 3, 5), before=50_000, money_in=2_000, money_out=0),
        seats.played(1, {"small": 300}, (3, 3, 5)),
    ]


def test_that_the_lines_are_the_stored_settlement(rounds):
    one = rounds[1]
    assert {line.spot: (line.staked, line.returned, line.won) for line in lines(one)} == {
        spot: (result.staked, result.returned, result.won) for spot, result in one.settlement.spots.items()
    }
    assert lines(one)[0] == Line("double-3", 200, 200, 2_300)


def test_that_recall_shows_what_was_stored_even_if_the_game_would_settle_otherwise(make_recall, rounds):
    one = rounds[1]
    stored = msgspec.structs.replace(one.settlement.spots["double-3"], won=4_321)
    settlement = msgspec.structs.replace(one.settlement, spots={**one.settlement.spots, "double-3": stored})
    screen = make_recall([msgspec.structs.replace(one, settlement=settlement)])
    assert screen.money["recall.won"].text() == dollars(settlement.won)
    assert screen.board.chips["double-3"].cents == 200 + 4_321


def test_that_a_void_round_returns_every_stake(make_recall, rounds):
    assert lines(rounds[0]) == [Line("small", 300, 300, 0)]
    screen = make_recall(rounds)
    assert screen.money["recall.returned"].text() == "$3.00"
    assert screen.money["recall.net"].text() == "$0.00"
    assert screen.findChild(ScreenMark).text == "RECALL"


def test_that_the_money_is_the_stored_money(make_recall, rounds):
    one = rounds[1]
    shown = {name: label.text() for name, label in make_recall(rounds, 1).money.items()}
    assert shown == {
        "recall.staked": "$12.00",
        "recall.returned": dollars(one.settlement.returned),
        "recall.won": dollars(one.settlement.won),
        "recall.net": signed(one.settlement.won - one.settlement.lost),
        "recall.credit_before": "$500.00",
        "recall.credit_after": dollars(one.credit_after),
        "recall.money_in": "$20.00",
        "recall.money_out": "$0.00",
    }


def test_that_the_chips_lie_as_registered_and_then_as_paid(make_recall, rounds):
    screen = make_recall(rounds, 1)
    screen.show_step(Step.BETS)
    assert {spot: stack.cents for spot, stack in screen.board.chips.items()} == STAKES
    assert {stack.state for stack in screen.board.chips.values()} == {ChipState.REGISTERED}
    screen.show_step(Step.RESULT)
    spots = rounds[1].settlement.spots
    paid = {spot: one.returned + one.won for spot, one in spots.items() if one.won}
    lost = {spot: one.staked for spot, one in spots.items() if not one.won}
    shown = screen.board.chips
    assert {spot: one.cents for spot, one in shown.items() if one.state is ChipState.PAID} == paid
    assert {spot: one.cents for spot, one in shown.items() if one.state is ChipState.LOST} == lost


def test_that_a_recalled_round_says_what_it_came_to_in_the_words_of_its_day(make_recall, seats):
    gain, part, void = (
        seats.played(3, {"big": 500}, (6, 5, 4)),
        seats.played(2, {"big": 5_000, "single-1": 500}, (1, 2, 3)),
        seats.played(1, {"big": 500}),
    )
    screen = make_recall([gain, part, void])
    said = []
    for _ in range(3):
        said.append(screen._pays.text().replace("\u2060", ""))
        screen.older.click()
    assert said == [
        "Paid $10.00 · net +$5.00",
        "Returned $10.00 of $55.00, net −$45.00",
        "Returned $5.00, net $0.00",
    ]


def test_that_older_and_newer_stop_at_the_ends(make_recall, rounds):
    screen = make_recall(rounds, 1)
    screen.older.click()
    screen.older.click()
    assert screen.current == rounds[2]
    assert not screen.older.usable
    for _ in range(5):
        screen.newer.click()
    assert screen.current == rounds[0]
    assert not screen.newer.usable


def test_that_nothing_can_be_bet_on_a_recalled_board(make_recall, rounds):
    screen = make_recall(rounds, 1)
    tapped = []
    screen.board.tapped.connect(tapped.append)
    place = screen.board.cell_rect("big").center().toPoint()
    QTest.mouseClick(screen.board.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert tapped == []


def test_that_a_round_of_another_layout_shows_its_own_board(make_recall, seats):
    screen = make_recall([seats.played(1, {"big": 500}, (3, 3, 5), layout="C")], layout="A")
    assert screen.board.cell_rect("three-126").width() > 0


def test_that_a_layout_that_is_gone_is_named(make_recall, rounds):
    screen = make_recall([msgspec.structs.replace(rounds[1], layout="Z")])
    assert screen.board is None
    assert screen.money["recall.staked"].text() == "$12.00"


@pytest.mark.parametrize("size", range(4))
@pytest.mark.parametrize("language", Language)
def test_that_recall_is_marked_at_every_size(make_recall, rounds, seats, size, language):
    screen = make_recall(rounds, 1, language, seats.SIZES[size])
    mark = screen.findChild(ScreenMark)
    assert mark.isVisible()
    assert mark.text == {Language.EN: "RECALL", Language.ZH: "回放"}[language]
    for button in (screen.older, screen.newer, screen.back):
        assert min(button.width(), button.height()) >= MIN_TOUCH_PX
    assert screen.minimumSizeHint().width() <= screen.width()
    assert screen.minimumSizeHint().height() <= screen.height()


def test_that_a_language_switch_keeps_round_and_step(make_recall, rounds):
    screen = make_recall(rounds, 1)
    screen.show_step(Step.BETS)
    screen.set_texts(Texts(Language.ZH))
    assert screen.current == rounds[1]
    assert {spot: stack.cents for spot, stack in screen.board.chips.items()} == STAKES


def test_that_an_empty_recall_says_so(make_recall):
    screen = make_recall([])
    assert screen.current is None
    assert not screen.older.usable


def test_that_a_round_that_does_not_exist_is_refused(seats, rounds):
    with pytest.raises(IndexError, match="round 3: expected 0 to 2"):
        RecallScreen(seats.make_context("B"), Texts(Language.EN), regions(seats.SIZES[1]).scale, rounds, 3)

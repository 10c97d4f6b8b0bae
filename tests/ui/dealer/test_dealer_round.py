"""A whole round by keys alone and by touch alone; nothing is sent twice, nothing before it is confirmed."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from kiosk.console.commands import (
    CloseBets,
    EndAct,
    EndRound,
    GoOnWithout,
    HurryUp,
    Interrupted,
    OpenBets,
    Refusal,
    StartAct,
    Void,
)
from kiosk.console.view import DealingState, Next, Step
from kiosk.games.sicbo import dice_fact
from kiosk.tools.shots.sicbo import dealer_samples as samples
from kiosk.ui.dealer.sicbo.entry import DiceEntry
from kiosk.ui.dealer.window import DEAF_MS
from kits.ui.entered import entered

Key = Qt.Key
RESULT = entered(samples.entering(), [dice_fact((3, 5, 3))])
ROUND = [OpenBets(), HurryUp(), CloseBets(), StartAct(), EndAct(3), RESULT, EndRound()]


def by_hand():
    return samples.tumbling(state=DealingState.NONE)


@pytest.mark.rule("sicbo:3.2", "sicbo:3.5", "sicbo:3.6", "sicbo:3.7")
def test_that_a_whole_round_is_dealt_with_the_keyboard_alone(make_dealer):
    dealer = make_dealer()
    dealer.key(Key.Key_Return)
    dealer.show(samples.betting())
    dealer.key(Key.Key_Space)
    dealer.show(samples.hurried())
    dealer.key(Key.Key_Enter)
    dealer.show(samples.closed())
    dealer.key(Key.Key_Return)
    dealer.show(by_hand())
    dealer.type("2+")
    dealer.key(Key.Key_Return)
    dealer.show(samples.entering())
    dealer.type("36")
    dealer.key(Key.Key_Backspace)
    dealer.type("53")
    dealer.key(Key.Key_Return)
    dealer.show(samples.result(settled=True))
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == ROUND


@pytest.mark.rule("sicbo:3.2", "sicbo:3.5", "sicbo:3.6", "sicbo:3.7")
def test_that_a_whole_round_is_dealt_by_touch_alone(make_dealer):
    dealer = make_dealer()
    work = dealer.parts.work
    for view in (samples.betting, samples.hurried, samples.closed, by_hand):
        dealer.tap(work.go)
        dealer.show(view())
    for _ in range(4):
        dealer.tap(work.more)
    dealer.tap(work.less)
    dealer.tap(work.go)
    dealer.show(samples.entering())
    for face in (1, 2):
        dealer.tap(work.keys.keys[face - 1])
    dealer.tap(work.clear)
    for face in (3, 5, 6):
        dealer.tap(work.keys.keys[face - 1])
    dealer.tap(work.back)
    dealer.tap(work.keys.keys[2])
    dealer.tap(work.go)
    dealer.show(samples.result(settled=True))
    dealer.tap(work.go)
    assert dealer.desk.sent == ROUND


def test_that_exactly_one_step_is_lit_and_the_next_action_is_the_largest_control(make_dealer):
    dealer = make_dealer()
    views = [samples.table(), samples.betting(), samples.hurried(), samples.closed(), by_hand()]
    views += [samples.entering(), samples.result(settled=True), samples.interrupted(), samples.fenced()]
    for view in views:
        dealer.show(view)
        assert dealer.parts.steps.lit is view.step
        go = dealer.parts.work.go
        others = [b for b in dealer.parts.desk.findChildren(type(go)) if b is not go and b.isVisible()]
        beside = [b for b in others if b is not dealer.parts.strip]
        assert all(go.width() * go.height() > b.width() * b.height() for b in beside), view.next
    assert len(Step) == 6


@pytest.mark.rule("sicbo:3.7")
def test_that_nothing_is_sent_before_three_dice_are_confirmed(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.type("35")
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    assert "three dice" in dealer.notice
    dealer.type("34")  # a fourth die changes nothing
    assert dealer.window.inputs.entry.dice == (3, 5, 3)
    assert dealer.desk.sent == []
    assert dealer.parts.work.slots.entry.dice == (3, 5, 3)
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [RESULT]


@pytest.mark.rule("sicbo:3.7")
def test_that_recognised_dice_are_only_a_proposal(make_dealer):
    dealer = make_dealer(samples.entering(recognised=(4, 4, 4)))
    assert dealer.window.inputs.entry == DiceEntry((4, 4, 4), proposed=True)
    assert dealer.desk.sent == []
    dealer.type("2")
    assert dealer.window.inputs.entry == DiceEntry((2,))
    dealer.show(samples.entering(recognised=(4, 4, 4)))
    assert dealer.window.inputs.entry == DiceEntry((2,)), "the dealer's own dice are not overwritten"


def test_that_entered_dice_do_not_outlive_their_round(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.type("355")
    dealer.show(replace(samples.entering(), round=1286))
    assert dealer.window.inputs.entry == DiceEntry()


@pytest.mark.parametrize(
    ("view", "command"),
    [(samples.table, OpenBets()), (samples.hurried, CloseBets()), (samples.closed, StartAct())],
)
def test_that_a_held_key_acts_once(make_dealer, view, command):
    dealer = make_dealer(view())
    for repeated in (False, True, True):
        event = QKeyEvent(
            QEvent.Type.KeyPress, Key.Key_Return, Qt.KeyboardModifier.NoModifier, "\r", repeated, 1
        )
        QApplication.sendEvent(dealer.window, event)
    assert dealer.desk.sent == [command]


def test_that_a_held_digit_enters_one_die(make_dealer):
    dealer = make_dealer(samples.entering())
    for repeated in (False, True, True):
        event = QKeyEvent(QEvent.Type.KeyPress, Key.Key_3, Qt.KeyboardModifier.NoModifier, "3", repeated, 1)
        QApplication.sendEvent(dealer.window, event)
    assert dealer.window.inputs.entry.dice == (3,)


def test_that_a_second_press_in_the_same_moment_is_not_sent(make_dealer):
    dealer = make_dealer()
    dealer.key(Key.Key_Return, Key.Key_Return)
    dealer.tap(dealer.parts.work.go)
    assert dealer.desk.sent == [OpenBets()]


def test_that_a_refused_command_can_be_asked_again(make_dealer):
    dealer = make_dealer()
    dealer.key(Key.Key_Return)
    dealer.desk.refuse(Refusal("no-answer"))
    assert "does not answer" in dealer.notice
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [OpenBets(), OpenBets()]


def test_that_a_press_for_the_step_before_does_not_do_the_next_one_too(make_dealer):
    dealer = make_dealer(samples.betting())
    dealer.key(Key.Key_Return)
    dealer.desk.show(samples.hurried())
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [HurryUp()]
    dealer.clock.ms += DEAF_MS
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [HurryUp(), CloseBets()]


@pytest.mark.rule("sicbo:3.5")
def test_that_bets_can_be_closed_without_hurry(make_dealer):
    dealer = make_dealer(samples.betting())
    dealer.key(Key.Key_C)
    assert dealer.desk.sent == [CloseBets()]


def test_that_the_countdown_runs_by_the_screens_own_clock(make_dealer):
    dealer = make_dealer(samples.betting(left_ms=21_000))
    dealer.clock.ms += 6_000
    dealer.window._tell_time()
    assert dealer.parts.work._left_ms == 21_000 - 6_000 - DEAF_MS
    dealer.clock.ms += 60_000
    dealer.window._tell_time()
    assert dealer.parts.work._left_ms == 0
    assert dealer.desk.sent == [], "the clock only informs"


@pytest.mark.rule("sicbo:3.5")
def test_that_the_tumbler_waits_for_the_seats_and_names_them(make_dealer):
    dealer = make_dealer(samples.waiting())
    go = dealer.parts.work.go
    assert not go.usable
    assert "No more bets" in go.why
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    assert dealer.notice == go.why
    dealer.key(Key.Key_G)
    assert "07, 20" in dealer.sheet.notes._texts[0]
    assert dealer.desk.sent == []
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [GoOnWithout()]
    dealer.answered()
    assert dealer.sheet is None


@pytest.mark.rule("sicbo:3.6")
def test_that_the_tumblers_own_count_stands_and_less_than_three_is_said(make_dealer):
    dealer = make_dealer(samples.tumbling(tumbles=2))
    assert not dealer.parts.work.more.isVisible()
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    dealer.show(by_hand())
    assert not dealer.parts.work.go.usable, "no count is assumed"
    dealer.type("2")
    assert dealer.parts.work.go._look.value == "danger"
    dealer.type("3")
    assert dealer.parts.work.go._look.value == "primary"


def test_that_too_few_tumbles_leave_only_the_void(make_dealer):
    dealer = make_dealer(samples.too_few())
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [Void("fewer than three tumbles", round=samples.ROUND)]


@pytest.mark.rule("sicbo:5.1.1", "sicbo:5.1.2")
@pytest.mark.parametrize(("key", "decided"), [(Key.Key_Y, True), (Key.Key_N, False)])
def test_that_an_interrupted_round_asks_and_waits_for_the_answer(make_dealer, key, decided):
    dealer = make_dealer(samples.interrupted())
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    dealer.key(key)
    assert dealer.desk.sent == []
    dealer.key(Key.Key_Return)
    if decided:
        assert dealer.desk.sent == [Interrupted(True, samples.ROUND)]
        return
    assert dealer.desk.sent == [], "the dice have rested: a supervisor stands for the void"
    dealer.type("4821")
    dealer.sheet.page.choose(0)
    dealer.type("4821")
    dealer.key(Key.Key_Return)
    void = dealer.desk.sent[0]
    assert (void.reason, void.authority.pin) == ("technical interruption", "4821")


@pytest.mark.rule("sicbo:5.1.1")
def test_that_a_decided_round_cannot_be_called_undecided(make_dealer):
    dealer = make_dealer(samples.interrupted(decided=True))
    assert dealer.window.inputs.decided is True
    dealer.tap(dealer.parts.work.no)
    assert "decided" in dealer.notice
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [Interrupted(True, samples.ROUND)]


@pytest.mark.rule("sicbo:1.8")
def test_that_a_round_does_not_end_before_the_seats_have_settled(make_dealer):
    dealer = make_dealer(samples.result())
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    assert "settled" in dealer.notice


def test_that_a_log_that_does_not_answer_and_a_taken_table_are_said_in_full(make_dealer):
    dealer = make_dealer(samples.no_answer())
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    assert "log does not answer" in dealer.notice
    dealer.show(samples.fenced())
    assert dealer.window._view.next is Next.TAKE_OVER
    dealer.key(Key.Key_F2)
    assert dealer.sheet is None


def test_that_a_lost_lift_deadens_no_seats_tile(make_dealer, finger):
    dealer = make_dealer()
    grid = dealer.parts.grid
    asked = []
    grid.asked.connect(asked.append)
    second = grid.tile(grid.seats[1].name).center().toPoint()
    dealer.window.move(dealer.window.pos() + QPoint(400, 300) - grid.mapToGlobal(second))
    QTest.touchEvent(grid, finger).press(0, second, grid).commit()  # its lift is never heard
    QTest.touchEvent(grid, finger).press(1, second, grid).commit()
    QTest.touchEvent(grid, finger).release(1, second, grid).commit()
    assert asked == [grid.seats[1].name]

"""What cannot be done says why; languages; locks, pay-out and attract; words for everything that the seat tells."""

import ast
from pathlib import Path

import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter
from PySide6.QtTest import QTest

import kiosk.seat
from kiosk.devices.reader.picture import Unreadable
from kiosk.seat import events as ev
from kiosk.seat.conditions import AcceptorCondition
from kiosk.seat.effects import Notice
from kiosk.seat.state import LockKind
from kiosk.tickets.registry import Refusal
from kiosk.tools.shots import scenes as shot_scenes
from kiosk.ui.kit import theme
from kiosk.ui.kit.locks import ORDER
from kiosk.ui.kit.marks import COLOURS, Mark, paint_mark
from kiosk.ui.kit.notices import (
    CORRECTED,
    PAID_BY_HAND,
    PLAIN,
    REJECTED,
    WITH_AMOUNT,
    WITH_VALUES,
    kind_of,
    notice_words,
)
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.kit.touch_button import TouchButton
from kiosk.ui.terminal.window import ATTRACT_AFTER_MS
from kiosk.ui.terminal.window_parts import nothing_in_play

EN, ZH = Language.EN, Language.ZH


def press(studio, key: str) -> str:
    """Tap a button; answers the notice."""
    studio.window.parts.notice.clear()
    QTest.mouseClick(studio.window.parts.bottom.buttons[key], Qt.MouseButton.LeftButton)
    return studio.window.parts.notice.text


NOTHING_YET = {
    "action.undo": "There is nothing to undo",
    "action.clear": "There are no chips to clear",
    "action.double": "There are no chips to double",
    "action.rebet": "There are no earlier bets to repeat",
}


@pytest.mark.parametrize("key", NOTHING_YET)
def test_that_a_button_without_use_looks_disabled_and_says_why(make_studio, seat, key):
    seat.open()
    studio = make_studio(seat)
    assert not studio.window.parts.bottom.buttons[key].usable
    assert press(studio, key) == NOTHING_YET[key]


@pytest.mark.parametrize("key", ["action.undo", "action.clear", "action.double", "action.rebet"])
def test_that_after_the_close_every_button_says_no_more_bets(make_studio, seat, key):
    seat.play({"small": 500}, (1, 1, 2))
    seat.open()
    seat.place({"big": 500})
    seat.register()
    seat.close()
    studio = make_studio(seat)
    assert not studio.window.parts.bottom.buttons[key].usable
    assert "No more bets" in press(studio, key)


def test_that_collect_says_why_not_while_bets_are_open(make_studio, seat):
    seat.open()
    studio = make_studio(seat)
    collect = studio.window.parts.bottom.buttons["action.collect"]
    assert collect.usable
    studio.window.parts.board.tapped.emit("big")
    assert not collect.usable
    assert "Collect when this round is over" in press(studio, "action.collect")


def test_that_a_button_with_use_looks_usable(make_studio, seat):
    seat.play({"small": 500}, (1, 1, 2))
    seat.open()
    seat.place({"big": 500})
    studio = make_studio(seat)
    for key in ("action.undo", "action.clear", "action.double", "action.rebet"):
        assert studio.window.parts.bottom.buttons[key].usable, key


def test_that_a_chip_above_the_credit_is_grey_and_says_why(make_studio, seat):
    seat = type(seat)("B", 8)
    seat.note(2_000)
    seat.open()
    studio = make_studio(seat)
    assert studio.rack.is_covered(1_000)
    assert not studio.rack.is_covered(2_500)
    QTest.mouseClick(studio.rack, Qt.MouseButton.LeftButton, pos=studio.rack.chip_rect(2_500).center())
    assert studio.rack.chip_chosen == 500
    assert studio.window.parts.notice.text == "Your credit is less than this chip"


def test_that_the_board_says_why_it_takes_no_bets(make_studio, seat):
    seat.open()
    seat.close()
    studio = make_studio(seat)
    board = studio.window.parts.board
    at = board.cell_rect("big").center().toPoint()
    QTest.mouseClick(board.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert "No more bets" in studio.window.parts.notice.text
    assert studio.model.state.draft == {}


def test_that_the_newest_notice_wins_and_goes_by_itself(make_studio, seat):
    studio = make_studio(seat)
    toast = studio.window.parts.notice
    studio.model.tell(Notice("notice.no_credit"))
    studio.model.tell(Notice("notice.spot_maximum", {"cents": 20_000}))
    assert toast.text == "The most on this spot is $200"
    assert toast._gone.isActive()
    assert toast._gone.interval() == 2_500
    toast._gone.timeout.emit()
    assert toast.text == ""
    assert not toast.isVisible()


def test_that_a_notice_fades_in_and_out(make_studio, seat):
    studio = make_studio(seat, animations=True)
    toast = studio.window.parts.notice
    studio.model.tell(Notice("notice.no_credit"))
    assert toast.opacity == 0
    toast._motions.advance(theme.FADE_MS / 2)
    assert 0 < toast.opacity < 1
    toast._motions.advance(theme.FADE_MS)
    assert toast.opacity == 1
    studio.model.tell(Notice("notice.nothing_to_undo"))
    assert toast.opacity == 1  # a newer one takes its place at once
    toast._gone.timeout.emit()
    assert toast.text == ""
    toast._motions.advance(theme.FADE_MS / 2)
    assert 0 < toast.opacity < 1
    toast._motions.advance(theme.FADE_MS)
    assert toast.isHidden()
    assert 150 <= theme.FADE_MS <= 200


def test_that_a_notice_stays_when_it_comes_while_the_last_one_goes(make_studio, seat):
    studio = make_studio(seat, animations=True)
    toast = studio.window.parts.notice
    studio.model.tell(Notice("notice.no_credit"))
    toast._motions.advance(theme.FADE_MS)
    toast._gone.timeout.emit()
    toast._motions.advance(theme.FADE_MS / 2)
    studio.model.tell(Notice("notice.nothing_to_undo"))
    toast._motions.advance(theme.FADE_MS)
    assert (toast.text, toast.opacity) == (Texts(Language.EN).get("notice.nothing_to_undo"), 1)


def test_that_earlier_bets_can_be_repeated_while_the_board_is_empty(make_studio, seat):
    seat.play({"big": 2_500}, (1, 1, 2))
    studio = make_studio(seat)
    button = studio.window.parts.bottom.buttons["action.rebet"]
    assert not button.usable  # the result is shown: no bets yet
    seat.open()
    studio.model.show(seat.state)
    assert studio.model.state.draft == {}
    assert button.usable
    for key in ("action.undo", "action.clear", "action.double"):
        assert not studio.window.parts.bottom.buttons[key].usable
    button.click()
    assert studio.model.state.draft == {"big": 2_500}


def told_by_the_seat() -> set[str]:
    """Every notice key in the seat's source."""
    found = set()
    for path in Path(kiosk.seat.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and str(node.value).startswith("notice."):
                found.add(node.value)
    return found


def test_that_the_screen_has_words_for_every_notice_of_the_seat_and_no_others():
    assert told_by_the_seat() == {*PLAIN, *WITH_AMOUNT, *WITH_VALUES, REJECTED, CORRECTED, PAID_BY_HAND}


@pytest.mark.parametrize("language", Language)
def test_that_every_refusal_of_a_ticket_has_words_of_its_own(language):
    texts = Texts(language)
    reasons = [reason.value for reason in (*Refusal, *Unreadable)]
    said = [notice_words(Notice(REJECTED, {"reason": reason}), texts) for reason in reasons]
    assert len(set(said)) == len(reasons)
    for reason, words in zip(reasons, said, strict=True):
        assert not words.endswith(f"{texts.get(REJECTED, reason=reason)}"), words


def test_that_a_refusal_that_is_not_known_is_told_in_the_players_language():
    told = Notice(REJECTED, {"reason": "acceptor jammed"})
    assert notice_words(told, Texts(Language.ZH)) == "票券已退回：此处不能接受"


# --- languages


def test_that_switching_the_language_keeps_round_chips_and_choice(make_studio, seat):
    seat.open()
    seat.place({"big": 2_500, "total-9": 500})
    seat.register()
    studio = make_studio(seat)
    studio.show()
    window = studio.window
    studio.rack.choose(10_000)
    chips, state = dict(window.parts.board.chips), studio.model.state
    heard = []
    window.language_changed.connect(heard.append)
    QTest.mouseClick(window.parts.top.language, Qt.MouseButton.LeftButton)
    assert heard == [ZH]
    assert window.language is ZH
    assert window.parts.ribbon.title == "请下注"
    assert window.parts.bottom.buttons["action.undo"].text() == "撤销"
    assert window.parts.top.language.text() == "English"
    assert dict(window.parts.board.chips) == chips
    assert studio.rack.chip_chosen == 10_000
    assert studio.model.state is state
    QTest.mouseClick(window.parts.top.language, Qt.MouseButton.LeftButton)
    assert window.parts.ribbon.title == "Place your bets"


def test_that_an_open_screen_changes_its_language_and_stays(make_studio, seat):
    seat.open()
    studio = make_studio(seat)
    studio.window.open_help()
    screen = studio.window.open_screen
    studio.window.set_language(ZH)
    assert studio.window.open_screen is screen
    assert screen.isVisible()


# --- locks

LOCKS = {kind: shot_scenes._LOCKS[kind.value] for kind in LockKind}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("kind", LOCKS)
def test_that_every_lock_speaks_to_the_player_and_to_the_attendant(make_studio, seat, kind, language):
    studio = make_studio(seat, language, live=False)
    LOCKS[kind](studio)
    card = studio.window.parts.lock
    assert card.isVisible()
    to_player = card.words
    assert card.buttons() == []
    studio.key.turn(on=True)
    assert card.words != to_player
    studio.key.turn(on=False)
    assert card.words == to_player
    assert not any(button.usable for button in studio.window.parts.bottom.buttons.values())


def answers(studio) -> list[str]:
    """What an attendant may answer; every lock also opens the seat's books, which answers nothing."""
    given = [button.text() for button in studio.window.parts.lock.buttons()]
    assert given.pop() == "Rounds and tickets"
    return given


def test_that_a_hand_pay_is_confirmed_by_key_and_amount(make_studio, seat):
    studio = make_studio(seat, live=False)
    shot_scenes._lock_handpay(studio)
    assert "$7,100.00" in studio.window.parts.lock.words
    studio.key.turn(on=True)
    assert answers(studio) == ["$7,100.00 paid to the player"]
    QTest.mouseClick(studio.window.parts.lock.buttons()[0], Qt.MouseButton.LeftButton)
    sent = studio.model.sent[-1]
    assert isinstance(sent, ev.HandpayConfirmed)
    assert sent.at.startswith("2026-01-01T21:")


def test_that_an_unknown_ticket_has_two_clear_answers(make_studio, seat):
    studio = make_studio(seat, live=False)
    shot_scenes._lock_ticket_unknown(studio)
    number = studio.seat.state.cashout.number
    studio.key.turn(on=True)
    assert answers(studio) == ["The player has the ticket", "No ticket came out"]
    for button in studio.window.parts.lock.buttons()[:2]:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    printed, void = studio.model.sent[-2:]
    assert (printed.number, void.number) == (number, number)
    assert isinstance(printed, ev.TicketPrinted)
    assert isinstance(void, ev.TicketNotPrinted)
    assert printed.by == void.by != ""


@pytest.mark.parametrize("kind", [LockKind.PRINTER, LockKind.VELOCITY])
def test_that_a_lock_that_the_key_may_clear_is_cleared_by_the_key(make_studio, seat, kind):
    studio = make_studio(seat, live=False)
    LOCKS[kind](studio)
    studio.key.turn(on=True)
    QTest.mouseClick(studio.window.parts.lock.buttons()[0], Qt.MouseButton.LeftButton)
    assert studio.model.sent[-1].kind == kind.value


def test_that_the_key_clears_the_acceptor_only_when_it_is_well_again(make_studio, seat):
    studio = make_studio(seat)
    LOCKS[LockKind.ACCEPTOR](studio)
    studio.key.turn(on=True)
    assert answers(studio) == []
    studio.seat.do(ev.AcceptorIs("sample", AcceptorCondition.READY))
    studio.show()
    assert len(answers(studio)) == 1


@pytest.mark.parametrize("kind", [LockKind.AUDIT, LockKind.STORE, LockKind.FOREIGN_SLIP])
def test_that_no_key_clears_what_a_technician_must_see(make_studio, seat, kind):
    studio = make_studio(seat)
    LOCKS[kind](studio)
    studio.key.turn(on=True)
    assert answers(studio) == []


def test_that_an_answer_that_comes_after_the_key_is_turned_back_does_nothing(make_studio, seat):
    studio = make_studio(seat, live=False)
    shot_scenes._lock_handpay(studio)
    studio.key.turn(on=True)
    button = studio.window.parts.lock.buttons()[0]
    studio.key._turned = False  # turned back in the same moment: the card is not redrawn yet
    button.click()
    assert studio.model.sent == []


def test_that_the_most_urgent_lock_is_shown_and_the_others_are_named(make_studio, seat):
    assert set(ORDER) == set(LockKind)
    studio = make_studio(seat)
    shot_scenes._lock_handpay(studio)
    studio.seat.do(ev.StoreFailed("disk full"))
    studio.show()
    words = studio.window.parts.lock.words
    assert "This seat cannot go on" in words
    assert "Hand pay" in words


# --- paying out, out of service, attract


def test_that_a_pay_out_shows_how_far_it_is(make_studio, seat):
    studio = make_studio(seat)
    shot_scenes._paying_out(studio)
    assert "$1,000.00" in studio.window.parts.payout.words
    assert "Printing your ticket" in studio.window.parts.payout.words
    studio.seat.do(ev.TicketPrinted(studio.seat.state.cashout.number))
    studio.seat.do(ev.RegistryDone("confirm", studio.seat.state.cashout.number))
    studio.model.show(studio.seat.state)
    assert not studio.window.parts.payout.isVisible()


def test_that_an_empty_seat_invites_and_any_touch_leaves_it(make_studio, seat):
    empty = type(seat)("B", 8)
    studio = make_studio(empty)
    attract = studio.window.parts.attract
    assert attract.isVisible()
    QTest.mouseClick(attract, Qt.MouseButton.LeftButton)
    assert not attract.isVisible()
    assert studio.window._idle.isActive()
    assert studio.window._idle.interval() == ATTRACT_AFTER_MS
    studio.window._idle.timeout.emit()
    assert attract.isVisible()
    empty.note(2_000)
    studio.model.show(empty.state)
    assert not attract.isVisible()


def test_that_a_seat_with_anything_in_play_never_invites(seat):
    empty = type(seat)("B", 8)
    assert nothing_in_play(empty.state)
    for happens in (ev.LinkDown(), ev.Called(on=True), ev.StoreFailed("x"), ev.NoteOffered("d", "s", 500)):
        one = type(seat)("B", 8)
        one.do(happens)
        assert not nothing_in_play(one.state), happens
    assert not nothing_in_play(seat.state)


def test_that_the_attendant_is_called_and_the_call_ended(make_studio, seat):
    studio = make_studio(seat)
    button = studio.window.parts.top.attendant
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert studio.model.state.calling
    assert button.text() == "Attendant called"
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not studio.model.state.calling


@pytest.mark.rule("sicbo:3.3")
def test_that_the_limits_are_always_on_the_screen(make_studio, seat):
    seat.open()
    bar = make_studio(seat).window.parts.top
    assert bar._limits_text("bar.limits").startswith("Min $1 · Max $2,000")


def test_that_the_clock_shows_hours_and_minutes(make_studio, seat):
    studio = make_studio(seat)
    assert studio.window.parts.top._time == "21:14"
    studio.clock.ms += 60_000
    studio.window._seconds.timeout.emit()
    assert studio.window.parts.top._time == "21:15"


# --- kinds of notices, and where they stand -----------------------------------------------------------------------


def notice_rect(studio):
    return studio.window.parts.notice.geometry()


SIZES = ((1280, 720), (1920, 1080), (1080, 1920))


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spot", ["big", "small", "even", "single-1", "total-17", "double-4"])
def test_that_an_answer_about_a_spot_stands_beside_it_and_never_over_the_countdown(
    make_studio, seat, size, spot
):
    seat.open()
    studio = make_studio(seat, size=size)
    parts = studio.window.parts
    studio.window._play(ev.Tap(spot, 100_000_000))
    assert parts.notice.text
    cell = parts.board.cell_rect(spot).toRect().translated(parts.board.pos())
    rect = notice_rect(studio)
    assert not rect.intersects(cell)
    assert not rect.intersects(parts.ribbon.geometry())
    assert parts.board.geometry().contains(rect)
    assert min(abs(rect.bottom() - cell.top()), abs(rect.top() - cell.bottom())) < 12


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", Language)
def test_that_money_is_told_at_the_money_and_buttons_at_the_buttons(make_studio, seat, size, language):
    seat.open()
    studio = make_studio(seat, language, size)
    parts = studio.window.parts
    studio.model.tell(Notice("notice.ticket_rejected", {"reason": "already-presented"}))
    money = notice_rect(studio)
    assert money.bottom() <= parts.bottom.geometry().top() + parts.bottom.rack.geometry().center().y()
    assert money.left() == parts.bottom.credit.x() or size[0] < size[1]
    press(studio, "action.undo")
    buttons = notice_rect(studio)
    assert buttons.bottom() < parts.bottom.geometry().top()
    for rect in (money, buttons):
        assert studio.window.rect().contains(rect)
        assert not rect.intersects(parts.ribbon.geometry())


def test_that_the_four_kinds_differ_in_sign_and_colour():
    kinds = {kind_of(key) for key in (*PLAIN, *WITH_AMOUNT, *WITH_VALUES, CORRECTED, PAID_BY_HAND, REJECTED)}
    assert kinds == {Mark.INFORMATION, Mark.SUCCESS, Mark.REFUSAL, Mark.FAULT}
    assert len({COLOURS[kind] for kind in kinds}) == 4
    pictures = set()
    for kind in kinds:  # without colour, too
        image = QImage(40, 40, QImage.Format.Format_Grayscale8)
        image.fill(0)
        painter = QPainter(image)
        paint_mark(painter, QRectF(0, 0, 40, 40), kind)
        painter.end()
        pictures.add(bytes(image.convertToFormat(QImage.Format.Format_Mono).constBits()))
    assert len(pictures) == 4


def test_that_the_ticket_s_notice_waits_for_the_next_touch(make_studio, seat):
    seat.open()
    studio = make_studio(seat)
    notice = studio.window.parts.notice
    studio.model.tell(Notice("notice.ticket_printed", {"cents": 12_345}))
    assert (notice.mark, notice.stays) == (Mark.SUCCESS, True)
    assert not notice._gone.isActive()
    studio.window._idle_over()  # nobody plays: the attract screen comes, and the notice stays above it
    assert notice.text.startswith("Please take your ticket")
    QTest.mouseClick(studio.window.parts.bottom.buttons["action.undo"], Qt.MouseButton.LeftButton)
    assert notice.text == "There is nothing to undo"
    assert not notice.stays


def test_that_a_touch_anywhere_takes_the_ticket_s_notice(make_studio, seat):
    studio = make_studio(seat)
    studio.model.tell(Notice("notice.ticket_printed", {"cents": 12_345}))
    tabs = {button.text(): button for button in studio.window.parts.side.findChildren(TouchButton)}
    QTest.mouseClick(tabs["Totals"], Qt.MouseButton.LeftButton)
    assert studio.window.parts.notice.text == ""

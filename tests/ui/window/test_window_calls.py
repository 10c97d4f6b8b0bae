"""A locked seat: who is called and when, what looks out of use, and a large win that is no fault."""

import pytest
from msgspec.structs import replace

from kiosk.seat import events as ev
from kiosk.seat.conditions import AcceptorCondition, Door
from kiosk.seat.state import Lock as SeatLock
from kiosk.seat.state import LockKind, SeatState, with_lock
from kiosk.table.round import Phase
from kiosk.ui.kit.card import Sign
from kiosk.ui.kit.locks import ORDER, TITLES, call_words, lock_parts
from kiosk.ui.kit.marks import Mark
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.terminal.bars.ribbon_face import RibbonKind

JAM = ev.AcceptorIs("sample", AcceptorCondition.JAM, "jam")


def sign(studio):
    return next(part.mark for part in studio.window.parts.lock.parts if isinstance(part, Sign))


def locked(make_studio, seat, *events):
    studio = make_studio(seat)
    for event in events:
        seat.do(event)
    studio.show()
    return studio


def test_that_a_locked_seat_says_when_it_has_called_on_card_and_bar(make_studio, seat):
    studio = locked(make_studio, seat, JAM)
    assert "Attendant called 21:14" in studio.window.parts.lock.words
    assert studio.window.parts.top.attendant.text() == "Called 21:14"
    studio.window.set_language(Language.ZH)
    assert "已于 21:14 呼叫服务员" in studio.window.parts.lock.words


def test_that_a_seat_that_nobody_can_hear_says_so():
    texts = Texts(Language.EN)
    jam = with_lock(SeatState(), SeatLock(LockKind.ACCEPTOR))
    assert call_words(jam, texts) == "Please tell an attendant."
    alone = replace(jam, calling=True, called_at="2026-01-01T21:14:00Z")
    assert call_words(alone, texts).endswith("please also speak to an attendant.")
    assert call_words(replace(alone, link=True), texts) == "Attendant called 21:14"


def test_that_who_services_the_seat_is_not_told_of_a_call(make_studio, seat):
    studio = locked(make_studio, seat, ev.ServiceBegan("Kim", "technician"))
    assert "called" not in studio.window.parts.lock.words


def test_that_board_ribbon_and_chips_of_a_locked_seat_look_out_of_use(make_studio, seat):
    seat.open(36_000)
    studio = locked(make_studio, seat, JAM)
    parts = studio.window.parts
    assert parts.lock.grey
    assert (parts.ribbon.face.kind, parts.ribbon.face.off) == (RibbonKind.WAITING, True)
    assert parts.ribbon.title == "This seat takes no bets now"
    assert not any(parts.bottom.rack.is_covered(chip) for chip in seat.context.config.chips)
    seat.do(ev.AcceptorIs("sample", AcceptorCondition.READY))
    seat.do(ev.LockCleared("acceptor", "Kim"))
    studio.show()
    assert (parts.ribbon.face.kind, parts.ribbon.face.off) == (RibbonKind.BETS, False)
    assert parts.bottom.rack.is_covered(seat.context.config.chips[0])


def test_that_no_more_bets_is_still_announced_by_a_locked_seat(make_studio, seat):
    """The table waits until every seat shows it (rule 3.5)."""
    seat.open(36_000)
    seat.close()
    studio = locked(make_studio, seat, JAM)
    assert studio.model.state.table.phase is Phase.CLOSED
    assert (studio.window.parts.ribbon.face.closes, studio.window.parts.ribbon.face.off) == (8, True)


def test_that_a_large_win_is_celebrated_and_greys_nothing(make_studio, seat):
    seat.open(36_000)
    seat.place({"triple-4": 2_000, "any-triple": 10_000})
    seat.register()
    seat.close()
    seat.tumble()
    seat.rest()
    seat.result((4, 4, 4))
    studio = locked(make_studio, seat)
    words = studio.window.parts.lock.words
    assert sign(studio) is Mark.WIN
    assert words.startswith("You won!\n$7,100.00\n")
    assert "Attendant called 21:14" in words
    assert not studio.window.parts.lock.grey
    assert not studio.window.parts.ribbon.face.off
    face = studio.window.parts.ribbon.face
    assert (face.pays.replace("\u2060", ""), face.gain) == ("Paid $7,220.00 · net +$7,100.00", True)


def test_that_a_win_behind_an_open_door_is_a_door_first(make_studio, seat):
    state = with_lock(SeatState(link=True), SeatLock(LockKind.HANDPAY, "substantial win", 700_000))
    seat.state = replace(state, table=seat.state.table)
    studio = locked(make_studio, seat, ev.DoorIs(Door.MAIN, open=True, count=1))
    assert sign(studio) is Mark.FAULT
    assert studio.window.parts.lock.grey


def test_that_collected_credit_above_the_ticket_limit_is_no_fault_and_no_win(make_studio, seat):
    seat.state = with_lock(seat.state, SeatLock(LockKind.HANDPAY, "above the ticket limit", 400_000))
    studio = locked(make_studio, seat, ev.LinkDown())
    assert sign(studio) is Mark.INFORMATION


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("kind", LockKind)
def test_that_every_kind_of_lock_has_a_card_in_every_language(kind, language):
    state = with_lock(SeatState(), SeatLock(kind))
    for turned in (False, True):
        parts = lock_parts(state, Texts(language), key_turned=turned)
        assert isinstance(parts[0], Sign)
        assert len(parts) >= 3
    assert kind in ORDER
    assert kind in TITLES

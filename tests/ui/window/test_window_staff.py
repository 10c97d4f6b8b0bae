"""What the attendant's key opens: all rounds and tickets of the seat, in play, idle, locked and out of service."""

import itertools

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetricsF
from PySide6.QtTest import QTest

from kiosk.seat import events as ev
from kiosk.seat.accounts import Balances
from kiosk.seat.conditions import AcceptorCondition, PrinterCondition
from kiosk.seat.state import LastReceipt, new_session
from kiosk.store.seat_store import KeptTicket
from kiosk.tools.shots import scenes as shot_scenes
from kiosk.ui.kit import theme
from kiosk.ui.kit.fonts import Role
from kiosk.ui.kit.model import Asked, FakeModel, Tickets
from kiosk.ui.kit.patience import ANSWER_WITHIN_MS
from kiosk.ui.kit.screen_mark import ScreenMark
from kiosk.ui.kit.texts import Language
from kiosk.ui.kit.theme import MIN_TOUCH_PX
from kiosk.ui.terminal.recall.screen import RecallScreen
from kiosk.ui.terminal.staff.desk import StaffDesk
from kits.ui.dice_seat import DiceSeat
from kits.ui.tabs import Tab

NUMBER = "012345678901234568"
AT = "2026-01-31T12:00:00Z"
TICKETS = Tickets(
    incoming=(KeptTicket("in", NUMBER, 2_000, "redeemed", AT),),
    outgoing=(
        KeptTicket("out", "112345678901234560", 12_345, "issued", AT),
        KeptTicket("out", "212345678901234566", 500, "void", AT),
    ),
)


class Silent(FakeModel):
    """A seat whose books never answer."""

    def ask_recall(self, limit=100):
        pass

    def ask_tickets(self, limit=35):
        pass


@pytest.fixture
def seat():
    """Three rounds are over; the player of the first two has left."""
    made = DiceSeat("B", 8)
    made.note(100_000)
    for _ in range(2):
        made.play({"big": 500}, (1, 2, 3))
    made.state = new_session(made.state)
    made.play({"big": 500}, (1, 2, 3))
    return made


@pytest.fixture
def make_staff(make_studio, seat):
    def make(language=Language.EN, size=(1280, 720), kind=FakeModel):
        model = kind(seat.context, seat.state, rounds=seat.rounds, tickets=TICKETS)
        return make_studio(seat, language, size, model=model)

    return make


def lock(studio):
    studio.seat.do(ev.StoreFailed("the disk is full"))
    studio.show()


def open_from_lock(studio):
    studio.key.turn(on=True)
    QTest.mouseClick(studio.window.parts.lock.buttons()[-1], Qt.MouseButton.LeftButton)
    return studio.window.open_screen


def my_rounds(studio):
    studio.window.parts.side.show_tab(Tab.ROUNDS)
    return studio.window.parts.side.page(Tab.ROUNDS)


def listed(page):
    return [one.round for one in page.rounds]


def tap_first(page):
    place = page.list.visualRect(page.list.model().index(0, 0)).center()
    QTest.mouseClick(page.list.viewport(), Qt.MouseButton.LeftButton, pos=place)


def ticket_words(desk):
    """What stands above the lists of tickets: out, in."""
    return [title.text() for title in desk._titles.values()]


def marks(screen):
    return [mark.text for mark in screen.findChildren(ScreenMark)]


def test_that_the_key_shows_all_rounds_to_staff_and_only_the_own_when_it_is_turned_back(make_staff):
    studio = make_staff()
    page = my_rounds(studio)
    assert listed(page) == [10]
    studio.key.turn(on=True)
    assert listed(page) == [10, 9, 8]
    assert page.summary.text() == "For staff: all 3 rounds kept on this seat"
    assert page.desk.isVisible()
    studio.key.turn(on=False)
    assert listed(page) == [10]
    assert "staff" not in page.summary.text()
    assert not page.desk.isVisible()


def test_that_another_players_rounds_go_at_once_even_when_the_books_are_slow(make_staff):
    studio = make_staff()
    page = my_rounds(studio)
    studio.key.turn(on=True)
    studio.model.ask_recall = lambda _limit: None
    studio.key.turn(on=False)
    assert listed(page) == [10]


def test_that_recall_for_staff_is_marked_and_closes_with_the_key(make_staff):
    studio = make_staff()
    page = my_rounds(studio)
    tap_first(page)
    assert marks(studio.window.open_screen) == ["RECALL"]
    studio.key.turn(on=True)
    studio.key.turn(on=False)
    assert isinstance(studio.window.open_screen, RecallScreen)  # the player's own
    studio.window.close_screen()
    studio.key.turn(on=True)
    tap_first(page)
    assert marks(studio.window.open_screen) == ["RECALL", "STAFF"]
    for _ in range(2):
        studio.window.open_screen.older.click()
    assert studio.window.open_screen.current.round == 8
    studio.key.turn(on=False)
    assert studio.window.open_screen is None


def test_that_a_locked_seat_opens_its_books_to_the_key_alone(make_staff):
    studio = make_staff()
    lock(studio)
    assert studio.window.parts.lock.buttons() == []
    studio.window.open_desk()
    assert studio.window.open_screen is None
    desk = open_from_lock(studio)
    assert isinstance(desk, StaffDesk)
    assert listed(desk.rounds) == [10, 9, 8]
    assert marks(desk) == ["STAFF"]
    assert studio.model.sent == []
    studio.key.turn(on=False)
    assert studio.window.open_screen is None
    assert studio.window.parts.lock.isVisible()


def test_that_a_round_of_the_staffs_list_leads_back_to_it(make_staff):
    studio = make_staff()
    lock(studio)
    tap_first(open_from_lock(studio).rounds)
    recall = studio.window.open_screen
    assert isinstance(recall, RecallScreen)
    assert marks(recall) == ["RECALL", "STAFF"]
    recall.back.click()
    assert isinstance(studio.window.open_screen, StaffDesk)
    studio.window.open_screen.back.click()
    assert studio.window.open_screen is None


def test_that_a_round_of_the_panel_leads_back_to_the_game(make_staff):
    studio = make_staff()
    page = my_rounds(studio)
    studio.key.turn(on=True)
    tap_first(page)
    studio.window.open_screen.back.click()
    assert studio.window.open_screen is None
    page.desk.click()
    assert isinstance(studio.window.open_screen, StaffDesk)


def test_that_an_idle_seat_does_not_invite_while_the_key_is_turned(make_studio):
    empty = DiceSeat("B", 8)
    empty.play({}, (1, 2, 3))
    studio = make_studio(empty)
    studio.window.invite()
    assert studio.window.parts.attract.isVisible()
    studio.key.turn(on=True)
    assert not studio.window.parts.attract.isVisible()
    studio.window.invite()
    assert not studio.window.parts.attract.isVisible()
    assert studio.window.parts.side.isVisible()
    studio.key.turn(on=False)
    studio.window.invite()
    assert studio.window.parts.attract.isVisible()


def test_that_tickets_are_listed_without_the_number_that_is_worth_money(make_staff):
    studio = make_staff()
    lock(studio)
    desk = open_from_lock(studio)
    assert desk.outgoing.rows == [
        ("…4560", "$123.45", "printed", "2026-01-31 12:00 UTC"),
        ("…4566", "$5.00", "void, never given out", "2026-01-31 12:00 UTC"),
    ]
    assert desk.incoming.rows == [("…4568", "$20.00", "redeemed here", "2026-01-31 12:00 UTC")]


def test_that_the_desk_speaks_another_language(make_staff):
    studio = make_staff()
    lock(studio)
    desk = open_from_lock(studio)
    studio.window.set_language(Language.ZH)
    assert marks(desk)[-1] == "员工"
    assert desk.incoming.rows[0][2] == "已在本机兑入"
    assert listed(desk.rounds) == [10, 9, 8]


SIZES = pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160), (1080, 1920)])


@pytest.mark.parametrize(
    "size", [(1280, 720), (1080, 1920)]
)  # the tightest lying and upright; larger ones scale
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("name", shot_scenes._LOCKS)
def test_that_every_locks_card_has_room_for_all_that_staff_may_answer(make_studio, size, language, name):
    seat = DiceSeat("B", 8)
    seat.note(100_000)
    studio = make_studio(seat, language, size, live=False)
    shot_scenes._LOCKS[name](studio)
    studio.key.turn(on=True)
    card = studio.window.parts.lock
    wanted = card._card.layout().totalHeightForWidth(card._card.width())
    assert 0 < wanted <= card._card.height()


@SIZES
@pytest.mark.parametrize("language", Language)
def test_that_the_staffs_screens_fit_at_every_size(make_staff, language, size):
    studio = make_staff(language, size)
    lock(studio)
    desk = open_from_lock(studio)
    assert desk.minimumSizeHint().width() <= desk.width()
    assert desk.minimumSizeHint().height() <= desk.height()
    assert min(desk.back.width(), desk.back.height()) >= MIN_TOUCH_PX
    tap_first(desk.rounds)
    recall = studio.window.open_screen
    assert recall.minimumSizeHint().width() <= recall.width()
    assert recall.minimumSizeHint().height() <= recall.height()


# --- books that do not answer


def test_that_books_that_cannot_be_read_are_said_so(make_staff):
    studio = make_staff()
    studio.model.books_readable = False
    page = my_rounds(studio)
    assert "cannot be shown" in page.summary.text()
    lock(studio)
    desk = open_from_lock(studio)
    assert "cannot be shown" in desk.rounds.summary.text()
    assert ticket_words(desk) == ["The tickets cannot be shown now."] * 2
    studio.model.books_readable = True
    studio.window.set_language(Language.ZH)
    assert listed(desk.rounds) == [10, 9, 8]
    assert ticket_words(desk) == ["已出票券", "收入票券"]


def test_that_silent_books_are_said_to_be_unreadable_after_a_while(make_staff):
    studio = make_staff(kind=Silent)
    page = my_rounds(studio)
    patience = studio.window.parts.side._patience
    assert patience.waiting
    assert patience._timer.interval() == ANSWER_WITHIN_MS
    assert "cannot be shown" not in page.summary.text()
    patience._timer.timeout.emit()
    assert "cannot be shown" in page.summary.text()
    studio.model.recalled.emit(studio.seat.rounds)
    assert listed(page) == [10]


def test_that_the_failure_to_read_tickets_says_nothing_of_the_rounds(make_staff):
    studio = make_staff()
    page = my_rounds(studio)
    studio.model.unreadable.emit(Asked.TICKETS)
    assert listed(page) == [10]


def press(button):
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def open_desk(studio):
    studio.show()
    studio.key.turn(on=True)
    studio.window.open_desk()
    return studio.window.open_screen


@pytest.mark.rule("sicbo:1.7")
@pytest.mark.parametrize("language", Language)
def test_that_an_attendant_pays_the_credit_by_hand_from_the_desk(make_staff, language):
    studio = make_staff(language)
    desk = open_desk(studio)
    assert desk.acts.pay.isVisibleTo(desk)
    assert "$" in desk.acts.pay.text()
    assert desk.acts.pay.height() >= MIN_TOUCH_PX
    sent = []
    studio.window._model.send = sent.append
    press(desk.acts.pay)
    assert [type(event) for event in sent] == [ev.CancelCredit]
    assert studio.window.open_screen is None, "the card of the payment comes where the desk stood"


def test_that_the_last_receipt_can_be_printed_again_until_the_next(make_staff, seat):
    seat.state = replace(seat.state, receipt=LastReceipt("hand-pay", 7, 524_050, AT, "attendant's key", "en"))
    studio = make_staff()
    desk = open_desk(studio)
    assert desk.acts.receipt.text() == "Print receipt 7 again"
    sent = []
    studio.window._model.send = sent.append
    press(desk.acts.receipt)
    assert [type(event) for event in sent] == [ev.ReceiptAgain]


@pytest.mark.parametrize("language", Language)
def test_that_the_desk_says_how_the_devices_are(make_staff, seat, language):
    texts = set()
    for acceptor, printer in zip(AcceptorCondition, itertools.cycle(PrinterCondition), strict=False):
        seat.state = replace(seat.state, acceptor=acceptor, printer=printer)
        desk = open_desk(make_staff(language))
        assert desk.acts.receipt.isVisibleTo(desk) is False, "there is none"
        texts |= {desk.acts.acceptor.text(), desk.acts.printer.text()}
    assert len(texts) == len(AcceptorCondition) + len(PrinterCondition)


def test_that_a_seat_without_credit_offers_no_payment(make_staff, seat):
    seat.state = replace(seat.state, balances=Balances())
    desk = open_desk(make_staff())
    assert not desk.acts.pay.isVisibleTo(desk)


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", Language)
def test_that_a_player_sees_that_the_slot_takes_nothing_and_only_then(make_staff, seat, language, size):
    names = {}
    for acceptor in AcceptorCondition:
        seat.state = replace(seat.state, acceptor=acceptor)
        studio = make_staff(language, size)
        studio.show()
        meter = studio.window.parts.bottom.credit
        names[acceptor] = meter.note
        font = meter._dress.font(Role.LABEL, theme.TYPE_PX["small"])
        assert QFontMetricsF(font).horizontalAdvance(meter.note) <= meter.width(), (
            "it stands whole at its size"
        )
    takes = {AcceptorCondition.READY, AcceptorCondition.STARTING}
    assert {names[one] for one in takes} == {""}
    assert (
        len({names[one] for one in AcceptorCondition if one not in takes} | {names[AcceptorCondition.READY]})
        == 2
    )

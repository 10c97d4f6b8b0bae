"""Whole hands at wrong boxes, at the dealer's window: two touches on the picture for two hands, then a supervisor."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from kiosk.console.commands import Authority, MoveHands
from kiosk.games.game import NOBODY, Enter
from kiosk.games.laid import CARD, DEALER
from kiosk.tools.shots.blackjack import dealer_samples as blackjack
from kiosk.tools.shots.paigow.dealer import TABLE as PAI_GOW
from kiosk.tools.shots.sikipi.dealer import TABLE as SI_KI_PI
from kiosk.tools.shots.stud import dealer_samples as stud
from kiosk.ui.kit.texts import Language
from kiosk.ui.kit.theme import MIN_TOUCH_PX

Key = Qt.Key
PIN = "4821"
TITLE = "dealer.cards.hands_moved"


def whole(table):
    """Every box has its hand; the Dealer's is dealt next, so nobody has seen a card."""
    return lambda: table.view(table.dealt(Enter(CARD, DEALER, NOBODY)))


MOMENTS = {
    "stud": (stud.open_card, "5.8.6"),
    "stud seen": (stud.deciding, "5.10.2"),
    "paigow": (whole(PAI_GOW), "5.2"),
    "sikipi": (whole(SI_KI_PI), "5.6"),
    "blackjack": (blackjack.first_window, "5.9"),
}


def opens(dealer):
    """The button of the rare commands, then the row: two touches to the picture."""
    dealer.tap(dealer.parts.commands.buttons["NotFlat"])
    offered = [option.value for option in dealer.sheet.page._page.options]
    dealer.tap(dealer.sheet.page.rows[offered.index(TITLE)])


@pytest.mark.rule("stud:5.8.6", "stud:5.10.2", "paigow:5.2", "sikipi:5.6.2", "blackjack:5.9")
@pytest.mark.parametrize(("moment", "rule"), MOMENTS.values(), ids=MOMENTS)
def test_that_two_touches_move_two_hands_and_a_supervisor_stands_for_it(make_dealer, moment, rule):
    dealer = make_dealer(moment())
    opens(dealer)
    assert rule in dealer.told
    dealer.tap(dealer.sheet.go)
    page = dealer.sheet.page
    one, other = list(page.keys)[:2]
    before = {box: tuple(key.cards) for box, key in page.keys.items()}
    assert page.missing()
    for box in (one, other):
        assert min(page.keys[box].width(), page.keys[box].height()) >= MIN_TOUCH_PX
        dealer.tap(page.keys[box])
    assert (page.keys[one].cards, page.keys[other].cards) == (before[other], before[one])
    assert (page.keys[one].text(), page.keys[other].text()) == (f"from {other}", f"from {one}")
    assert f"{other} → {one}, {one} → {other}" in dealer.told
    dealer.tap(dealer.sheet.go)
    dealer.authorises()
    who = Authority(dealer.desk.view.supervisors[0], PIN)
    assert dealer.desk.sent == [MoveHands({one: other, other: one}, who, dealer.desk.view.round)]


def test_that_hands_go_around_and_back_until_the_picture_is_right(make_dealer):
    dealer = make_dealer(stud.open_card())
    opens(dealer)
    dealer.tap(dealer.sheet.go)
    page = dealer.sheet.page
    for box in ("01", "02", "02", "03"):
        dealer.tap(page.keys[box])
    assert page.answer() == {"01": "02", "02": "03", "03": "01"}
    dealer.tap(page.keys["05"])
    assert "05" in page.missing(), "a hand is touched, and not where it belongs"
    dealer.tap(page.keys["05"])
    assert page.missing() == ""
    for box in ("02", "03", "01", "02"):
        dealer.tap(page.keys[box])
    assert (page.answer(), bool(page.missing())) == ({}, True)


def test_that_the_keyboard_alone_moves_hands(make_dealer):
    dealer = make_dealer(stud.open_card())
    opens(dealer)
    dealer.key(Key.Key_Return)
    dealer.key(Key.Key_Space, Key.Key_Right, Key.Key_Space, Key.Key_Return)
    dealer.authorises()
    assert dealer.desk.sent[0].boxes == {"01": "02", "02": "01"}


@pytest.mark.rule("stud:3.12", "paigow:5.2", "sikipi:5.5.3", "blackjack:5.10.1")
@pytest.mark.parametrize(
    "moment", [stud.dealing, stud.reveal, stud.result, PAI_GOW.setting, SI_KI_PI.setting, blackjack.result]
)
def test_that_nothing_is_offered_where_hands_may_not_be_moved(make_dealer, moment):
    view = moment()
    if moment is stud.dealing:
        view = stud.dealing("01", 2)
    dealer = make_dealer(view)
    dealer.tap(dealer.parts.commands.buttons["NotFlat"])
    offered = dealer.sheet.page._page.options if dealer.sheet is not None else ()
    assert TITLE not in [option.value for option in offered]


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("moment", "_rule"), MOMENTS.values(), ids=MOMENTS)
def test_that_the_page_cuts_no_word_and_stays_on_the_sheet(make_dealer, cut, moment, _rule, language, size):
    dealer = make_dealer(moment(), language, size)
    opens(dealer)
    dealer.tap(dealer.sheet.go)
    page = dealer.sheet.page
    for box in list(page.keys)[:2]:
        page.pick(box)
        QApplication.processEvents()
        dealer.window.grab()
    for key in page.keys.values():
        foot = key.mapTo(dealer.sheet, key.rect().bottomRight())
        assert foot.y() < dealer.sheet.go.mapTo(dealer.sheet, dealer.sheet.go.rect().topLeft()).y()
        assert foot.x() < dealer.sheet.width()
    assert cut == []

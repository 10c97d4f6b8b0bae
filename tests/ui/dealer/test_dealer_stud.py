"""A round of Casino Stud Poker at the dealer's window: by keys alone, by touch alone, with a shoe; and how it looks."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from kiosk.cards import DECK
from kiosk.console.commands import (
    Authority,
    CloseDecisions,
    EndAct,
    EndRound,
    EnterResult,
    MoreTime,
    Reveal,
)
from kiosk.games.game import NOBODY, Fact
from kiosk.games.stud.deal import CARD, DEALER, INVALID, PRIZE
from kiosk.tools.shots.stud import dealer_samples as samples
from kiosk.ui.dealer.seats.faces import seat_face
from kiosk.ui.dealer.stud.part import PART
from kiosk.ui.kit.texts import Language
from kiosk.ui.kit.theme import MIN_TOUCH_PX
from kits.ui.entered import entered

Key = Qt.Key
HAND = samples.HANDS["01"].split()
SECOND = samples.HANDS["02"].split()
DOWN = (Fact(CARD, (), DEALER, NOBODY),) * 4
PIN = "4821"
MOMENTS = {
    "table": samples.table,
    "shuffling": samples.shuffling,
    "first card": lambda: samples.dealing("01", 0),
    "shoe": lambda: samples.dealing(shoe=True),
    "open card": samples.open_card,
    "open card read": lambda: samples.open_card(proposed=True),
    "deciding": samples.deciding,
    "time up": lambda: samples.deciding(left_ms=0),
    "reveal": samples.reveal,
    "turning": samples.turning,
    "turning read": lambda: samples.turning(proposed=True),
    "jackpot": samples.jackpot,
    "nobody stays": samples.nobody_stays,
    "result": samples.result,
    "settled": lambda: samples.result(settled=True),
}


def hidden_facts(box, cards):
    return tuple(Fact(CARD, (card,), box, box) for card in cards)


def lit(dealer):
    return dealer.parts.grid.lit


@pytest.mark.rule("stud:3.10", "stud:3.11.1")
def test_that_a_hand_is_entered_with_the_keyboard_alone_and_a_supervisor(make_dealer):
    dealer = make_dealer(samples.dealing("01", 0))
    assert lit(dealer) == "01"
    dealer.type("kHkd9s6C3d")  # h and c are suits now, not commands
    assert dealer.desk.sent == []
    assert lit(dealer) == "02"
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [], "a supervisor is asked for"
    dealer.authorises()
    authority = Authority(samples.SUPERVISORS[0], PIN)
    assert dealer.desk.sent == [entered(dealer.desk.view, hidden_facts("01", HAND), authority)]


def test_that_hands_are_entered_by_touch_alone_one_tap_a_card_and_confirmed_together(make_dealer):
    dealer = make_dealer(samples.dealing("01", 0))
    work = dealer.parts.work
    for number, card in enumerate([*HAND, *SECOND]):
        assert lit(dealer) == ("01" if number < 5 else "02")
        dealer.tap(work.keys.keys[card])
    dealer.tap(work.go)
    dealer.authorises()
    assert dealer.desk.sent[0].facts == (*hidden_facts("01", HAND), *hidden_facts("02", SECOND))


def test_that_half_a_hand_is_not_sent(make_dealer):
    dealer = make_dealer(samples.dealing("01", 0))
    dealer.type("khkd")
    dealer.key(Key.Key_Return)
    assert dealer.sheet is None
    assert "card 3 of 5" in dealer.notice


def test_that_a_wrong_card_is_two_taps_and_a_wrong_rank_one_key(make_dealer):
    dealer = make_dealer(samples.dealing("01", 0))
    dealer.tap(dealer.parts.work.keys.keys["2c"])
    dealer.tap(dealer.parts.work.back)
    dealer.tap(dealer.parts.work.keys.keys["Kh"])
    dealer.type("q")
    dealer.key(Key.Key_Backspace)
    assert dealer.window.inputs.entry.entered == hidden_facts("01", ["Kh"])
    dealer.type("a")
    dealer.type("k")  # the last rank counts
    dealer.type("d")
    assert dealer.window.inputs.entry.entered == hidden_facts("01", ["Kh", "Kd"])


@pytest.mark.rule("stud:2.2.1")
def test_that_a_card_that_lies_is_refused_with_where_it_lies(make_dealer):
    dealer = make_dealer(samples.dealing("01", 0))
    dealer.type("kh")
    key = dealer.parts.work.keys.keys["Kh"]
    assert key.lies
    dealer.tap(key)
    assert dealer.notice == "K♥ lies already: 01"
    assert dealer.window.inputs.entry.entered == hidden_facts("01", ["Kh"])
    dealer.show(samples.turning(1))
    dealer.type("ac")
    assert dealer.notice == "A♣ lies at the Dealer already"
    dealer.type("kd")
    assert dealer.notice == "K♦ lies already: 01", "it was shown"


def test_that_the_title_counts_the_cards_that_are_turned(make_dealer):
    dealer = make_dealer(samples.open_card())
    texts = dealer.window._look.texts
    assert (
        PART.enter_words(dealer.desk.view, dealer.window.inputs.entry, texts)[0]
        == "Dealer · the open card, 1 of 5"
    )
    dealer.show(samples.turning())
    dealer.type("ks")
    assert PART.enter_words(dealer.desk.view, dealer.window.inputs.entry, texts)[0] == "Dealer · card 3 of 5"


@pytest.mark.rule("stud:3.10", "stud:3.11.2")
def test_that_the_dealers_open_card_is_one_tap_and_the_four_below_it_none(make_dealer):
    dealer = make_dealer(samples.open_card())
    assert lit(dealer) == DEALER
    dealer.tap(dealer.parts.work.keys.keys["Ac"])
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [entered(dealer.desk.view, [Fact(CARD, ("Ac",), DEALER), *DOWN])]


def test_that_what_the_shoe_proposes_is_confirmed_or_replaced(make_dealer):
    dealer = make_dealer(samples.open_card(proposed=True))
    assert dealer.window.inputs.entry.proposed
    dealer.type("4d")  # another of the five lies open (rule 5.16)
    assert dealer.window.inputs.entry.facts[0] == Fact(CARD, ("4d",), DEALER)
    dealer.show(samples.turning(proposed=True))
    dealer.key(Key.Key_Return)
    cards = samples.DEALERS.split()[1:]
    assert dealer.desk.sent == [entered(dealer.desk.view, [Fact(CARD, (card,), DEALER) for card in cards])]


def test_that_a_game_with_a_fresh_deck_each_round_shows_nothing_of_a_shoe(make_dealer):
    commands = make_dealer(samples.dealing(shoe=True)).parts.commands
    assert commands.shoe.isHidden()
    last = commands.buttons["RecordDecision"].geometry()
    assert last.right() == pytest.approx(commands.width(), abs=2), "the others have all the room"


def test_that_beside_a_shoe_one_card_is_entered_alone(make_dealer):
    dealer = make_dealer(samples.dealing("03", 2, shoe=True))
    dealer.type("7h")
    dealer.key(Key.Key_Return)
    dealer.authorises()
    assert dealer.desk.sent[0].facts == hidden_facts("03", ["7h"])


def test_that_what_was_entered_does_not_outlive_what_the_shoe_has_dealt_since(make_dealer):
    dealer = make_dealer(samples.dealing("03", 2, shoe=True))
    dealer.type("7h")
    dealer.show(samples.dealing("03", 3, shoe=True))
    assert not dealer.window.inputs.entry.begun
    assert dealer.parts.grid.lying("03").count == 3


@pytest.mark.rule("stud:3.12", "stud:5.5")
def test_that_the_dealer_sees_that_a_box_has_decided_and_not_what_and_gives_more_time(make_dealer):
    dealer = make_dealer(samples.deciding(decided=("01", "02")))
    view = dealer.desk.view
    words = {seat.name: seat_face(seat, view, dealer.window._look.texts).word for seat in view.seats}
    assert (words["01"], words["02"], words["03"]) == ("Decided", "Decided", "Deciding")
    assert dealer.parts.grid.lying("01").up == ()
    dealer.tap(dealer.parts.work.more_time)
    dealer.answered()
    dealer.key(Key.Key_M)
    dealer.answered()
    assert dealer.desk.sent == [MoreTime(), MoreTime()]
    dealer.show(samples.deciding(decided=tuple(samples.HANDS)))
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent[2:] == [CloseDecisions()]


def test_that_nobody_gives_more_time_when_nothing_is_decided(make_dealer):
    dealer = make_dealer(samples.reveal())
    assert not dealer.parts.work.more_time.isVisible()
    dealer.key(Key.Key_M)
    assert dealer.desk.sent == []


@pytest.mark.rule("stud:3.13", "stud:4.4", "stud:4.5.1")
def test_that_hands_are_shown_the_dealers_cards_turned_and_the_jackpot_confirmed(make_dealer):
    dealer = make_dealer(samples.reveal())
    dealer.key(Key.Key_Return)
    dealer.show(samples.turning())
    dealer.type("ksjc6d4d")
    dealer.key(Key.Key_Return)
    dealer.answered()
    dealer.show(samples.jackpot())
    dealer.key(Key.Key_Return)
    assert len(dealer.desk.sent) == 2
    dealer.type("1234568")
    dealer.key(Key.Key_Backspace)
    dealer.tap(dealer.parts.work.keys.digits["7"])
    dealer.key(Key.Key_Return)
    dealer.show(samples.result(settled=True))
    dealer.key(Key.Key_Return)
    turned = [Fact(CARD, (card,), DEALER) for card in samples.DEALERS.split()[1:]]
    cards = entered(samples.turning(), turned)
    prize = entered(samples.jackpot(), [Fact(PRIZE, (1_234_567,), "03")])
    assert dealer.desk.sent == [Reveal(), cards, prize, EndRound()]


def test_that_a_jackpot_of_no_cents_can_be_said(make_dealer):
    dealer = make_dealer(samples.jackpot())
    dealer.type("0")
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [entered(dealer.desk.view, [Fact(PRIZE, (0,), "03")])]


@pytest.mark.rule("stud:5.8.5")
def test_that_a_shuffle_is_confirmed_with_one_key_and_its_absence_is_red(make_dealer):
    dealer = make_dealer(samples.shuffling())
    dealer.tap(dealer.parts.work.less)
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [], "no shuffle is not confirmed by the same key"
    dealer.tap(dealer.parts.work.more)
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [EndAct(1)]


@pytest.mark.rule("stud:3.12.1")
def test_that_a_round_in_which_all_have_folded_is_settled_with_one_key(make_dealer):
    dealer = make_dealer(samples.nobody_stays())
    assert not dealer.parts.work.keys.isVisible()
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [EnterResult((), round=dealer.desk.view.round)]


def test_that_a_demonstration_asks_for_no_supervisor(make_dealer):
    dealer = make_dealer(replace(samples.dealing("01", 0), demonstration=True))
    dealer.type("khkd9s6c3d")
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [entered(dealer.desk.view, hidden_facts("01", HAND))]


def test_that_another_language_keeps_what_was_entered(make_dealer):
    dealer = make_dealer(samples.dealing("01", 0))
    dealer.type("kh")
    dealer.key(Key.Key_F11)
    assert dealer.window.language is Language.ZH
    assert dealer.parts.work.keys.keys["Kh"].lies
    dealer.type("kd")
    assert dealer.window.inputs.entry.entered == hidden_facts("01", ["Kh", "Kd"])


def test_that_what_is_summed_up_for_a_box_is_its_hand_and_its_net(make_dealer):
    dealer = make_dealer(samples.result(settled=True))
    grid, view = dealer.parts.grid, dealer.desk.view
    faces = {seat.name: grid._face(seat, view) for seat in view.seats}
    said = {name: (face.word, face.amount.replace("\u2060", "")) for name, face in faces.items()}
    assert (said["01"], said["02"]) == (("Pair of Kings", "+$29"), ("folded", "−$25"))
    assert grid.lying("01").up == tuple(HAND)
    assert grid.lying("02").up == (), "a Fold is never shown (rule 4.3)"


def test_that_a_hand_that_is_invalid_lies_dark_and_says_so(make_dealer):
    view = samples.reveal()
    dealer = make_dealer(replace(view, play=(*view.play, Fact(INVALID, ("six cards",), "01"))))
    grid = dealer.parts.grid
    seat = next(seat for seat in dealer.desk.view.seats if seat.name == "01")
    assert grid._face(seat, dealer.desk.view).word == "hand invalid"


@pytest.mark.parametrize("size", [(1280, 720), (1280, 800), (1920, 1080)])
@pytest.mark.parametrize("language", Language)
def test_that_no_moment_cuts_a_word(make_dealer, cut, language, size):
    dealer = make_dealer(samples.table(), language, size)
    for name, moment in MOMENTS.items():
        dealer.show(moment())
        QApplication.processEvents()
        dealer.window.grab()
        assert cut == [], name


def test_that_every_card_can_be_hit_with_a_finger(make_dealer):
    dealer = make_dealer(samples.dealing("01", 0), size=(1280, 720))
    keys = dealer.parts.work.keys.keys
    assert set(keys) == set(DECK)
    assert min(min(key.width(), key.height()) for key in keys.values()) >= MIN_TOUCH_PX

"""What went wrong at a table of Casino Stud Poker, at the dealer's window: three taps to what the rules make of it."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from kiosk.console.commands import (
    Authority,
    ConfirmPrize,
    CorrectResult,
    DenyPrize,
    EnterIrregularity,
    Interrupted,
    NoteIrregularity,
    Void,
)
from kiosk.console.view import Next
from kiosk.games.game import POWER_FAILURE, Enter, Fact
from kiosk.games.laid import NOT_SHUFFLED, RAN_OUT
from kiosk.games.stud import faults
from kiosk.games.stud.deal import CARD, DEALER, DEALING_ERROR, INVALID
from kiosk.games.stud.game import GAME
from kiosk.tools.shots.stud import dealer_samples as samples
from kiosk.ui.dealer.game_part import Wrong
from kiosk.ui.dealer.sheets.flow import Authorise
from kiosk.ui.dealer.stud.part import StudPart
from kiosk.ui.kit.texts import Language, Texts

Key = Qt.Key
PIN = "4821"
WHO = Authority(samples.SUPERVISORS[0], PIN)
UNSEEN = samples.dealing
SEEN = samples.deciding
VOIDS = {
    "felt.void_damaged": (GAME.void_reasons.damaged, UNSEEN, SEEN, samples.result),
    "stud.void_exposed": (faults.EXPOSED, UNSEEN),
    "felt.void_ran_out": (RAN_OUT, UNSEEN, SEEN),
    "felt.void_not_shuffled": (NOT_SHUFFLED, UNSEEN, SEEN, samples.result),
    "stud.void_misdealt": (faults.MISDEALT, UNSEEN),
    "stud.void_dealers_count": (faults.DEALERS_COUNT, UNSEEN, SEEN, samples.result),
    "stud.void_jackpot_down": (faults.JACKPOT_DOWN, UNSEEN),
}
CASES = [(title, moment, reason) for title, (reason, *moments) in VOIDS.items() for moment in moments]
NOTES = {
    "dealer.stud.seen_exposed": (faults.SEEN_EXPOSED, SEEN),
    "dealer.cards.hands_on_felt": (faults.RECONSTRUCTED, UNSEEN),
    "dealer.stud.face_up": (faults.FACE_UP, UNSEEN),
    "dealer.stud.dealers_exposed": (faults.DEALERS_EXPOSED, UNSEEN),
    "dealer.stud.jackpot_later": (faults.JACKPOT_DOWN_LATER, SEEN),
}


def offered(dealer):
    """The titles that stand on the page."""
    return [option.value for option in dealer.sheet.page._page.options]


def says(dealer, title):
    """The button of the rare commands, then the row with that title: two taps."""
    dealer.tap(dealer.parts.commands.buttons["NotFlat"])
    at = offered(dealer).index(title)
    dealer.tap(dealer.sheet.page.rows[at])


def goes_on(dealer):
    dealer.tap(dealer.sheet.go)


@pytest.mark.rule("stud:5.8", "stud:5.8.1", "stud:5.8.2", "stud:5.8.3", "stud:5.8.4", "stud:5.8.5")
@pytest.mark.rule("stud:5.8.6", "stud:5.8.7", "stud:5.17", "stud:5.22")
@pytest.mark.parametrize(("title", "moment", "reason"), CASES)
def test_that_what_voids_the_round_is_three_taps_away_with_its_paragraph(make_dealer, title, moment, reason):
    dealer = make_dealer(moment())
    says(dealer, title)
    rule = next(option.detail for option in dealer.sheet.page._page.options if option.value == title)
    assert f"{rule}" in dealer.sheet.notes._texts[0]
    assert "5.22" in dealer.sheet.notes._texts[1]
    goes_on(dealer)
    dealer.authorises()
    assert dealer.desk.sent == [Void(reason, WHO, samples.ROUND)]


@pytest.mark.rule("stud:5.8.6", "stud:5.12", "stud:5.13", "stud:5.16", "stud:5.18.1")
@pytest.mark.parametrize(("title", "reason", "moment"), [(title, *case) for title, case in NOTES.items()])
def test_that_what_changes_nothing_is_put_on_record_and_the_round_goes_on(make_dealer, title, moment, reason):
    dealer = make_dealer(moment())
    says(dealer, title)
    goes_on(dealer)
    goes_on(dealer)
    assert dealer.desk.sent == [NoteIrregularity(reason, samples.ROUND)]


@pytest.mark.rule("stud:5.15", "stud:5.19")
@pytest.mark.parametrize(
    ("title", "reason"),
    [("dealer.stud.wrong_number", faults.WRONG_NUMBER), ("dealer.stud.examined", faults.EXAMINED)],
)
def test_that_a_hand_is_invalid_at_the_box_that_is_chosen(make_dealer, title, reason):
    dealer = make_dealer(SEEN())
    says(dealer, title)
    goes_on(dealer)
    assert dealer.sheet.page.missing()
    dealer.tap(dealer.sheet.page.rows[1])
    goes_on(dealer)
    dealer.authorises()
    assert dealer.desk.sent == [EnterIrregularity(Fact(INVALID, (reason,), "02"), WHO, samples.ROUND)]


@pytest.mark.rule("stud:5.10", "stud:5.14", "stud:5.14.1")
def test_that_two_cards_at_once_give_the_choice_to_every_box_and_less_where_boxes_are_put_back(make_dealer):
    dealer = make_dealer(UNSEEN())
    says(dealer, "dealer.stud.two_cards")
    goes_on(dealer)
    dealer.tap(dealer.sheet.page.rows[0])
    goes_on(dealer)
    dealer.authorises()
    first, *others = list(samples.HANDS)[1:]
    fact = Fact(DEALING_ERROR, (faults.TWO_AT_ONCE,), first)
    assert dealer.desk.sent == [EnterIrregularity(fact, WHO, samples.ROUND, tuple(others))]


@pytest.mark.rule("stud:5.10")
def test_that_another_dealing_error_is_told_in_own_words(make_dealer):
    dealer = make_dealer(UNSEEN())
    says(dealer, "dealer.stud.error")
    goes_on(dealer)
    dealer.tap(dealer.sheet.page.rows[2])
    goes_on(dealer)
    dealer.type("box 03 got two cards")
    dealer.key(Key.Key_Return)
    dealer.authorises()
    fact = Fact(DEALING_ERROR, ("box 03 got two cards",), "03")
    assert dealer.desk.sent == [EnterIrregularity(fact, WHO, samples.ROUND)]


@pytest.mark.rule("stud:5.15")
def test_that_a_hand_is_found_invalid_after_the_result(make_dealer):
    dealer = make_dealer(samples.result())
    says(dealer, "dealer.stud.wrong_number")
    goes_on(dealer)
    dealer.tap(dealer.sheet.page.rows[0])
    goes_on(dealer)
    dealer.authorises()
    facts = (*dealer.desk.view.facts, Fact(INVALID, (faults.WRONG_NUMBER,), "01"))
    assert dealer.desk.sent == [CorrectResult(facts, WHO, samples.ROUND, faults.WRONG_NUMBER)]


@pytest.mark.rule("stud:5.7", "stud:5.7.1", "stud:5.7.2")
def test_that_an_interruption_asks_whether_an_outcome_is_established(make_dealer):
    dealer = make_dealer(SEEN())
    says(dealer, "dealer.wrong.interruption")
    goes_on(dealer)
    assert "5.7.1" in dealer.sheet.page.rows[0].second
    assert "5.7.2" in dealer.sheet.page.rows[1].second
    dealer.tap(dealer.sheet.page.rows[0])
    goes_on(dealer)
    assert dealer.desk.sent == [Interrupted(True, samples.ROUND)]


@pytest.mark.rule("stud:5.20", "stud:5.24")
@pytest.mark.parametrize("title", ["dealer.wrong.earlier", "dealer.wrong.other"])
def test_that_what_no_rule_covers_is_a_managers_record(make_dealer, title):
    dealer = make_dealer(samples.result())
    says(dealer, title)
    goes_on(dealer)
    assert "5.24" in " ".join(dealer.sheet.notes._texts)
    assert dealer.sheet.pages[-1] == Authorise(manager=True)


@pytest.mark.rule("stud:5.9")
def test_that_a_burnt_card_that_was_not_put_away_is_told_where_one_is_burnt(make_dealer):
    """Put right, every player may choose; once cards were seen only the void is left."""
    titles = {"stud.void_no_burnt", "dealer.stud.burnt_put_right"}
    dealer = make_dealer(UNSEEN())
    says(dealer, "felt.void_damaged")
    assert titles.isdisjoint(offered(dealer))
    seats = tuple(replace(seat, layout="B") for seat in dealer.desk.view.seats)
    dealer = make_dealer(replace(UNSEEN(), seats=seats))
    says(dealer, "dealer.stud.burnt_put_right")
    goes_on(dealer)
    assert dealer.sheet.page.answer() == tuple(samples.HANDS)
    dealer = make_dealer(replace(SEEN(), seats=seats))
    says(dealer, "stud.void_no_burnt")
    assert titles & set(offered(dealer)) == {"stud.void_no_burnt"}


@pytest.mark.rule("stud:5.8.2", "stud:5.8.6", "stud:5.12")
def test_that_what_is_offered_follows_from_whether_a_player_has_seen_cards(make_dealer):
    dealer = make_dealer(UNSEEN())
    says(dealer, "stud.void_exposed")
    assert "dealer.stud.seen_exposed" not in offered(dealer)
    dealer.show(SEEN())
    assert "stud.void_exposed" not in offered(dealer), "it is another page at once"
    assert "dealer.stud.seen_exposed" in offered(dealer)
    assert dealer.sheet.page.answer() is None


def test_that_what_is_of_the_whole_table_asks_for_no_box(make_dealer, monkeypatch):
    wrong = Wrong("dealer.wrong.other", "dealer.stud.other_does", "5.24", "the power failed", POWER_FAILURE)
    monkeypatch.setattr(StudPart, "wrongs", lambda _part, _view: (wrong,))
    view = SEEN()
    dealer = make_dealer(replace(view, irregularities=(Enter(POWER_FAILURE),)))
    says(dealer, wrong.title)
    goes_on(dealer)
    dealer.authorises()
    fact = Fact(POWER_FAILURE, ("the power failed",))
    assert dealer.desk.sent == [EnterIrregularity(fact, WHO, samples.ROUND)]


def test_that_a_page_of_one_round_does_not_meet_the_next(make_dealer):
    dealer = make_dealer(UNSEEN())
    says(dealer, "stud.void_exposed")
    dealer.show(replace(UNSEEN(), round=samples.ROUND + 1))
    assert dealer.sheet is None


def test_that_what_went_wrong_is_told_while_bets_are_open_and_not_before_a_round(make_dealer):
    dealer = make_dealer(samples.table())
    assert dealer.parts.commands.buttons["NotFlat"].why
    dealer.show(replace(samples.dealing(), play=(), irregularities=()))
    says(dealer, "dealer.wrong.interruption")


# --- the jackpot that tables share


@pytest.mark.rule("stud:4.4", "stud:4.5")
def test_that_staff_confirm_what_a_shared_jackpot_pays_and_nobody_types_it(make_dealer):
    dealer = make_dealer(samples.claimed())
    assert not dealer.parts.work.keys.isVisible()
    dealer.key(Key.Key_Return)
    assert "$123,456.78" in dealer.sheet.notes._texts[0]
    assert "10 %" in dealer.sheet.notes._texts[0]
    dealer.key(Key.Key_Return)
    dealer.authorises()
    assert dealer.desk.sent == [ConfirmPrize("03", WHO, round=samples.ROUND)]


@pytest.mark.rule("stud:4.4")
def test_that_staff_refuse_a_prize_with_a_reason(make_dealer):
    dealer = make_dealer(samples.claimed())
    dealer.key(Key.Key_Return)
    dealer.tap(dealer.sheet.page.rows[1])
    goes_on(dealer)
    dealer.tap(dealer.sheet.page.rows[0])
    goes_on(dealer)
    dealer.authorises()
    assert dealer.desk.sent == [DenyPrize("03", WHO, "the hand is another than was read", samples.ROUND)]


@pytest.mark.rule("stud:4.5.2")
def test_that_staff_say_which_hand_comes_first_when_another_waits(make_dealer):
    dealer = make_dealer(samples.claimed(behind=True))
    dealer.key(Key.Key_Return)
    assert "table 9, round 1281, box 04" in dealer.sheet.notes._texts[1]
    assert dealer.sheet.page.missing(), "nobody is paid by a habit"
    dealer.tap(dealer.sheet.page.rows[1])
    goes_on(dealer)
    dealer.type("seen by the pit")
    dealer.key(Key.Key_Return)
    dealer.authorises()
    assert dealer.desk.sent == [ConfirmPrize("03", WHO, True, "seen by the pit", samples.ROUND)]


@pytest.mark.rule("stud:5.18.1")
def test_that_staff_pay_what_was_registered_while_the_jackpot_is_silent(make_dealer):
    view = samples.claimed()
    dealer = make_dealer(replace(view, jackpot=replace(view.jackpot, silence="cut", registered=1_234_567)))
    dealer.key(Key.Key_Return)
    assert "$12,345.67" in dealer.sheet.notes._texts[0]
    dealer.key(Key.Key_Return)
    dealer.authorises()
    assert dealer.desk.sent == [ConfirmPrize("03", WHO, round=samples.ROUND, registered=True)]


def test_that_a_jackpot_that_has_not_answered_says_so(make_dealer):
    view = samples.claimed()
    dealer = make_dealer(replace(view, jackpot=replace(view.jackpot, claims="", share="")))
    dealer.key(Key.Key_Return)
    assert dealer.sheet is None
    assert dealer.notice == "The jackpot has not answered yet"


# --- words


MOMENTS = {
    "unseen": (UNSEEN, "NotFlat"),
    "seen": (SEEN, "NotFlat"),
    "result": (samples.result, "NotFlat"),
    "claimed": (samples.claimed, ""),
    "behind": (lambda: samples.claimed(behind=True), ""),
}


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)])
@pytest.mark.parametrize("language", Language)
def test_that_no_page_cuts_a_word_or_a_row(make_dealer, cut, language, size):
    for name, (moment, command) in MOMENTS.items():
        dealer = make_dealer(moment(), language, size)
        if command:
            dealer.parts.commands.ask(command)
        else:
            dealer.key(Key.Key_Return)
        rows = dealer.sheet.page.rows
        for at, row in enumerate(rows):
            if dealer.sheet.page._page.options[at].why:
                continue
            dealer.sheet.page.pick(at)
            QApplication.processEvents()
            dealer.window.grab()
            foot = row.mapTo(dealer.sheet, row.rect().bottomLeft()).y()
            assert foot < dealer.sheet.go.mapTo(dealer.sheet, dealer.sheet.go.rect().topLeft()).y(), (
                name,
                at,
            )
        assert cut == [], name


def test_that_a_card_table_speaks_of_cards_and_names_its_own_paragraphs(make_dealer):
    view = replace(samples.dealing(), next=Next.VOID_DUE, ran=NOT_SHUFFLED, asked=Enter(CARD, DEALER))
    dealer = make_dealer(view)
    said = [dealer.window._look.texts.get(key) for key in dealer.window._look.texts.instead if _plain(key)]
    assert said
    assert [words for words in said if "dice" in words or "umble" in words] == []
    texts = dealer.window._look.texts
    assert "5.8.5" in texts.get("dealer.work.void_detail", times=0)


def _plain(key):
    return not Texts(Language.EN).places(key)

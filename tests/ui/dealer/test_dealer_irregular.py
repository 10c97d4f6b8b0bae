"""The rare commands: never one tap away, explained before they are confirmed, with a supervisor where it must be."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel

from kiosk.book.totals import ItemView
from kiosk.console.commands import (
    WRONG_RESULT,
    WRONG_VOID,
    Authority,
    AutoDealing,
    CloseBets,
    CorrectResult,
    DamagedEquipment,
    Interrupted,
    OpenTable,
    PayByHand,
    RecordDecision,
    Refusal,
    ResumeBetting,
    SignOff,
    SignOn,
    StaffChange,
    TakeOver,
    Void,
)
from kiosk.console.view import DealingView, DecisionView, RoundLine, StaffView
from kiosk.games.sicbo import dice_fact
from kiosk.tools.shots.sicbo import dealer_samples as samples
from kiosk.tools.shots.sicbo.dealer_scenes import answer_page
from kiosk.ui.dealer.bars import COMMANDS
from kiosk.ui.dealer.sheets.authority import AuthorisePage
from kiosk.ui.dealer.sheets.flows import pay_flow
from kiosk.ui.dealer.sheets.lists import ItemsSheet, SeatSheet
from kiosk.ui.dealer.work.story import story
from kiosk.ui.kit.texts import Language, Texts

Key = Qt.Key
SUPERVISOR = Authority("Supervisor 21", "4821")
MANAGER = Authority(samples.SUPERVISORS[-1], "4821")


def supervisor(dealer) -> None:
    """The first supervisor enters the PIN by keys."""
    dealer.key(Key.Key_Down)
    dealer.type("4821")
    dealer.key(Key.Key_Return)


@pytest.mark.parametrize("name", [name for name, _, _ in COMMANDS])
def test_that_no_rare_command_is_one_tap_away(make_dealer, name):
    view = replace(
        samples.entering(), may=samples.entering().may | {"CorrectResult"}, facts=(dice_fact((1, 2, 3)),)
    )
    dealer = make_dealer(view)
    dealer.tap(dealer.parts.commands.buttons[name])
    assert dealer.desk.sent == []
    assert dealer.sheet is not None
    assert dealer.sheet.notes._texts, "it says what will happen"
    dealer.key(Key.Key_Escape)
    assert dealer.sheet is None
    assert dealer.desk.sent == []


@pytest.mark.parametrize(("name", "key"), [(name, key) for name, _, key in COMMANDS])
def test_that_a_command_in_the_wrong_phase_is_grey_and_says_why(make_dealer, name, key):
    dealer = make_dealer(replace(samples.betting(), may=frozenset()))
    button = dealer.parts.commands.buttons[name]
    assert not button.usable
    assert button.why
    dealer.key(getattr(Key, f"Key_{key}"))
    assert dealer.sheet is None
    assert dealer.notice == button.why


@pytest.mark.rule("sicbo:5.3", "sicbo:5.9")
def test_that_a_round_is_void_with_a_reason_from_the_list(make_dealer):
    dealer = make_dealer(samples.betting())
    dealer.key(Key.Key_F2)
    assert "$1,925" in dealer.sheet.notes._texts[0]
    dealer.type("4")
    assert dealer.desk.sent == []
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [Void("tumbler started before no more bets", round=samples.ROUND)]


@pytest.mark.rule("sicbo:5.3")
def test_that_a_reason_can_be_written_by_keys_and_by_touch(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.key(Key.Key_F2)
    dealer.key(Key.Key_Up, *[Key.Key_Down] * (len(dealer.sheet.page.rows) - 1))
    dealer.key(Key.Key_Space, Key.Key_Return)
    field = dealer.sheet.page.field
    assert dealer.window.focusWidget() is field
    QTest.keyClicks(field, "cup ")
    keys = dealer.sheet.page.keys
    for name in ("shift", "b", "a", "x", "erase", "d"):
        dealer.tap(keys[name])
    dealer.key(Key.Key_Return)
    supervisor(dealer)
    assert dealer.desk.sent == [Void("cup Bad", SUPERVISOR, samples.ROUND)]


def test_that_a_reason_that_is_not_written_is_asked_for(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.key(Key.Key_F2)
    dealer.type("8")
    dealer.key(Key.Key_Return, Key.Key_Return)
    assert dealer.desk.sent == []
    assert dealer.sheet.message.text()


@pytest.mark.rule("sicbo:5.3.1", "sicbo:5.3.2", "sicbo:5.3.3")
def test_that_the_reasons_are_those_that_the_seats_translate(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.key(Key.Key_F2)
    said = [row.text() for row in dealer.sheet.page.rows]
    assert said[1:4] == [
        "Fewer than three tumbles",
        "A die does not lie flat",
        "The tumbler started before “No more bets”",
    ]


@pytest.mark.rule("sicbo:5.3.2", "sicbo:3.7")
def test_that_a_die_that_is_not_flat_voids_the_round(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.key(Key.Key_F3)
    assert dealer.desk.sent == []
    dealer.tap(dealer.sheet.go)
    assert dealer.desk.sent == [], "the dice have rested"
    supervisor(dealer)
    assert dealer.desk.sent == [Void("die not flat", SUPERVISOR, samples.ROUND)]


@pytest.mark.rule("sicbo:5.9")
def test_that_a_void_after_the_result_needs_a_supervisor(make_dealer):
    dealer = make_dealer(samples.result())
    dealer.key(Key.Key_F2)
    dealer.type("5")
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    supervisor(dealer)
    assert dealer.desk.sent == [Void("damaged dice", SUPERVISOR, samples.ROUND)]


def test_that_a_void_that_was_begun_before_the_result_asks_for_the_supervisor_when_it_is_there(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.key(Key.Key_F3)
    dealer.show(samples.result())
    assert isinstance(dealer.sheet.page, AuthorisePage)
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []


def rows(dealer) -> list[str]:
    """The rounds that the page shows."""
    return [row.text() for row in dealer.sheet.page.rows if not row.isHidden()]


@pytest.mark.rule("sicbo:5.4")
def test_that_damaged_dice_void_the_named_round_alone_without_a_supervisor_before_they_lie(make_dealer):
    dealer = make_dealer(samples.closed())
    dealer.key(Key.Key_F4, Key.Key_Return)
    assert dealer.desk.sent == []
    assert "1285" in dealer.sheet.notes._texts[0]
    dealer.key(Key.Key_Return, Key.Key_Return)
    assert dealer.desk.sent == [DamagedEquipment((samples.ROUND,))]


@pytest.mark.rule("sicbo:5.4")
def test_that_damaged_dice_void_named_earlier_rounds_alone_with_a_supervisor(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.key(Key.Key_F4)
    assert rows(dealer)[:4] == ["Round 1285 (this one)", "Round 1284", "Round 1283", "Round 1281"], (
        "a void round cannot be chosen"
    )
    dealer.tap(dealer.sheet.page.rows[1])
    dealer.tap(dealer.sheet.page.rows[3])
    assert "Round 1285, which is under way, goes on" in dealer.sheet.notes._texts[1]
    assert "open item" in dealer.sheet.notes._texts[2]
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    supervisor(dealer)
    assert dealer.desk.sent == [DamagedEquipment((1284, 1281), SUPERVISOR)]


@pytest.mark.rule("sicbo:5.4")
def test_that_every_round_of_the_table_is_found_by_pages_and_by_its_number(make_dealer):
    lines = tuple(RoundLine(number, (dice_fact((1, 2, 3)),)) for number in range(1284, 1184, -1))
    dealer = make_dealer(replace(samples.entering(), last_rounds=lines))
    dealer.key(Key.Key_F4)
    seen = []
    while True:
        seen += rows(dealer)
        if not dealer.sheet.page.later.usable:
            break
        dealer.tap(dealer.sheet.page.later)
    assert seen == ["Round 1285 (this one)", *(f"Round {number}" for number in range(1284, 1184, -1))]
    dealer.key(Key.Key_PageUp)
    assert rows(dealer)[0] == "Round 1195"
    dealer.type("1186")
    assert rows(dealer) == ["Round 1186"]
    dealer.key(Key.Key_Space, Key.Key_Delete)
    for digit in "1200":
        dealer.tap(dealer.sheet.page.pad.keys[digit])
    dealer.tap(dealer.sheet.page.rows[0])
    dealer.key(Key.Key_Return)
    supervisor(dealer)
    assert dealer.desk.sent == [DamagedEquipment((1200, 1186), SUPERVISOR)]


def test_that_a_number_that_is_no_round_finds_nothing_and_can_be_erased(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.key(Key.Key_F4)
    dealer.type("99")
    assert rows(dealer) == []
    dealer.key(Key.Key_Space, Key.Key_Return)
    assert dealer.desk.sent == []
    assert dealer.sheet.message.text()
    dealer.key(Key.Key_Backspace, Key.Key_Backspace)
    assert len(rows(dealer)) == 10


def test_that_the_list_of_rounds_goes_on_with_the_table_and_keeps_what_was_picked(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.key(Key.Key_F4)
    dealer.tap(dealer.sheet.page.rows[1])
    after = replace(samples.betting(), round=samples.ROUND + 1)
    dealer.show(after)
    assert rows(dealer)[:2] == ["Round 1286 (this one)", "Round 1284"]
    dealer.key(Key.Key_Return)
    supervisor(dealer)
    assert dealer.desk.sent == [DamagedEquipment((1284,), SUPERVISOR)]


@pytest.mark.rule("sicbo:5.1.1", "sicbo:5.1.2")
@pytest.mark.parametrize(("digit", "decided"), [("1", True), ("2", False)])
def test_that_an_interruption_says_what_each_answer_does(make_dealer, digit, decided):
    dealer = make_dealer(samples.betting())
    dealer.key(Key.Key_F5)
    yes, no = dealer.sheet.page.rows
    assert "5.1.1" in yes.second
    assert "$1,925" in no.second
    dealer.type(digit)
    assert dealer.desk.sent == []
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [Interrupted(decided, samples.ROUND)]


@pytest.mark.rule("sicbo:5.5")
def test_that_a_result_is_corrected_by_six_keys_with_a_reason_and_a_supervisor(make_dealer):
    dealer = make_dealer(samples.result())
    dealer.key(Key.Key_F6, Key.Key_Return)
    dealer.type("353")
    dealer.key(Key.Key_Return)
    assert dealer.sheet.message.text(), "the same dice change nothing"
    dealer.key(Key.Key_Backspace)
    dealer.tap(dealer.sheet.page.keys.keys[3])
    dealer.key(Key.Key_Return)
    assert dealer.sheet.page.rows[0].isChecked()
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    supervisor(dealer)
    assert dealer.desk.sent == [
        CorrectResult((dice_fact((3, 5, 4)),), SUPERVISOR, samples.ROUND, WRONG_RESULT)
    ]


@pytest.mark.rule("sicbo:5.5", "sicbo:5.6")
def test_that_a_wrong_result_found_later_is_settled_by_the_dice_of_its_round(make_dealer):
    view = samples.betting()
    dealer = make_dealer(replace(view, may=view.may | {"CorrectResult"}))
    dealer.key(Key.Key_F6)
    dealer.type("1283")
    dealer.key(Key.Key_Space)
    assert "stays exactly as it is" in dealer.sheet.notes._texts[-1]
    dealer.key(Key.Key_Return)
    dealer.type("666")
    dealer.key(Key.Key_Return)
    dealer.type("2")
    dealer.key(Key.Key_Return)
    QTest.keyClicks(dealer.window.focusWidget(), "seen on the film")
    dealer.key(Key.Key_Return)
    dealer.show(samples.waiting())
    dealer.show(replace(samples.waiting(), may=frozenset({"CorrectResult"})))
    assert dealer.sheet is None, "what cannot be done now is put away"
    assert dealer.desk.sent == []


@pytest.mark.rule("sicbo:5.5")
def test_that_a_void_by_mistake_shows_what_was_entered_and_takes_the_same_dice(make_dealer):
    view = samples.betting()
    lines = (
        RoundLine(1284, (), "die not flat", takes_result=True, facts_shown=(dice_fact((1, 2, 3)),)),
        RoundLine(1283, (), "technical interruption"),
    )
    dealer = make_dealer(replace(view, last_rounds=lines, may=view.may | {"CorrectResult"}))
    dealer.key(Key.Key_F6)
    assert rows(dealer) == ["Round 1284"], "the other one was void before its dice had shown anything"
    assert "die does not lie flat" in dealer.sheet.notes._texts[1]
    dealer.key(Key.Key_Return)
    dealer.type("123")
    dealer.key(Key.Key_Return, Key.Key_Return)
    supervisor(dealer)
    assert dealer.desk.sent == [CorrectResult((dice_fact((1, 2, 3)),), SUPERVISOR, 1284, WRONG_VOID)]


def manager(dealer) -> None:
    """The only shift manager enters the PIN by keys."""
    assert [row.text() for row in dealer.sheet.page.rows] == [MANAGER.name], "no supervisor below a manager"
    dealer.type("4821")
    dealer.key(Key.Key_Return)


def say(dealer, *said) -> None:
    """A few words on each of the next pages."""
    for text in said:
        QTest.keyClicks(dealer.window.focusWidget(), text)
        dealer.key(Key.Key_Return)


@pytest.mark.rule("sicbo:5.10")
@pytest.mark.parametrize(("sign", "cents"), [("", 12_500), ("-", -12_500), ("-+", 12_500)])
def test_that_a_managers_decision_names_item_reason_amount_of_either_sign_and_manager(
    make_dealer, sign, cents
):
    dealer = make_dealer(samples.with_items(samples.betting()))
    dealer.key(Key.Key_F7)
    dealer.type("1")
    dealer.key(Key.Key_Return)
    say(dealer, "keep it", "cashed out")
    dealer.type("12500")
    dealer.type(sign)
    assert ("takes" if cents < 0 else "adds") in dealer.sheet.notes._texts[1]
    dealer.key(Key.Key_Return)
    manager(dealer)
    wanted = RecordDecision("keep it", "cashed out", MANAGER, round=1281, seat="04", cents=cents, closes=2)
    assert dealer.desk.sent == [wanted]


@pytest.mark.rule("sicbo:5.10")
def test_that_a_record_names_any_round_and_any_seat(make_dealer):
    dealer = make_dealer(samples.table())
    dealer.key(Key.Key_F7)
    dealer.type("1")
    dealer.key(Key.Key_Return)
    dealer.type("1276")
    dealer.key(Key.Key_Space, Key.Key_Return)
    dealer.type("23")
    dealer.key(Key.Key_Space, Key.Key_Return)
    say(dealer, "pay it", "a display")
    dealer.tap(dealer.sheet.page.ways[1])
    dealer.type("500")
    dealer.key(Key.Key_Return)
    manager(dealer)
    assert dealer.desk.sent == [RecordDecision("pay it", "a display", MANAGER, 1276, "23", -500)]


@pytest.mark.rule("sicbo:5.10")
def test_that_a_record_about_the_table_asks_for_no_amount(make_dealer):
    dealer = make_dealer(samples.table())
    dealer.key(Key.Key_F7)
    dealer.type("2")
    dealer.key(Key.Key_Return, Key.Key_Space, Key.Key_Return)
    say(dealer, "go on", "odd noise")
    manager(dealer)
    assert dealer.desk.sent == [RecordDecision("go on", "odd noise", MANAGER)]


def test_that_the_list_of_records_says_what_seats_have_booked(make_dealer):
    made = [
        DecisionView(4, "21:10", "pay it", "a display", "Ng", 1284, "07", 500, waits=True),
        DecisionView(3, "21:00", "take it", "a display", "Ng", 1284, "08", -900, booked=-300),
        DecisionView(2, "20:50", "pay it", "a display", "Ng", 1284, "09", 500, booked=500),
        *(DecisionView(1, "20:00", "go on", "odd noise", "Ng"),) * 9,
    ]
    dealer = make_dealer(replace(samples.table(), decisions=tuple(made)))
    dealer.tap(dealer.parts.figures.items)
    shown = " | ".join(label.text() for label in dealer.sheet.findChildren(QLabel))
    assert "seat 07: $5, not booked yet" in shown
    assert "seat 08: −$9, of that −$3 booked" in shown
    assert "seat 09: $5, booked" in shown


def test_that_a_record_goes_on_while_rounds_go_by(make_dealer):
    dealer = make_dealer(samples.table())
    dealer.key(Key.Key_F7)
    dealer.type("1")
    dealer.show(samples.betting())
    assert dealer.sheet is not None


@pytest.mark.rule("sicbo:5.10")
def test_that_an_open_item_is_closed_with_a_record(make_dealer):
    dealer = make_dealer(samples.with_items(samples.table()))
    dealer.tap(dealer.parts.figures.items)
    assert isinstance(dealer.sheet, ItemsSheet)
    dealer.key(Key.Key_Down, Key.Key_Space, Key.Key_Return)
    for _ in range(5):
        answer_page(dealer.window)
    (command,) = dealer.desk.sent
    command = dealer.desk.sent[0]
    assert (command.seat, command.round, command.closes) == ("15", 1281, 2)
    assert ItemView("15", 1281, 2, 5_000) in dealer.window._view.open_items


def test_that_a_dead_seat_is_paid_by_hand_from_its_tile(make_dealer):
    dealer = make_dealer(samples.result())
    dealer.tap(dealer.parts.grid, dealer.parts.grid.tile("20").center().toPoint())
    assert isinstance(dealer.sheet, SeatSheet)
    dealer.tap(dealer.sheet.pay_button)
    dealer.tap(dealer.sheet.page.rows[0])
    for digit in "4821":
        dealer.tap(dealer.sheet.page.pad.keys[digit])
    assert dealer.desk.sent == []
    dealer.tap(dealer.sheet.go)
    assert dealer.desk.sent == [PayByHand("20", 1285, SUPERVISOR)]


def test_that_an_earlier_round_is_paid_for_that_round(make_dealer):
    view = samples.result()
    seats = tuple(replace(s, payable_round=1280) if s.name == "20" else s for s in view.seats)
    dealer = make_dealer(replace(view, seats=seats))
    dealer.window.sheets.open_seat("20")
    dealer.key(Key.Key_Return)
    supervisor(dealer)
    assert dealer.desk.sent == [PayByHand("20", 1280, SUPERVISOR)]


def test_that_who_pays_by_hand_reads_what_the_seat_has_still_to_take_back():
    view, texts = samples.result(), Texts(Language.EN)
    seat = next(s for s in view.seats if s.name == "20")
    (plain,) = pay_flow(view, texts, seat).effect({})
    owes = replace(seat, takes_back=1_000, takes_back_rounds=(1279, 1280))
    first, told = pay_flow(view, texts, owes).effect({})
    assert first == plain
    assert "$10, rounds 1279, 1280" in told


def test_that_a_seat_with_nothing_to_pay_says_so(make_dealer):
    dealer = make_dealer(samples.result())
    dealer.key(Key.Key_Right, Key.Key_Right, Key.Key_Return)
    assert dealer.sheet.seat.name == "02"
    dealer.key(Key.Key_Return)
    assert "02" in dealer.sheet.message.text()
    assert dealer.desk.sent == []


def test_that_a_seats_sheet_follows_its_seat(make_dealer):
    dealer = make_dealer(samples.result())
    dealer.window.sheets.open_seat("08")
    assert not dealer.sheet.seat.settled
    dealer.show(samples.result(settled=True))
    assert dealer.sheet.seat.settled


def test_that_a_wrong_pin_is_said_and_can_be_tried_again(make_dealer):
    dealer = make_dealer(samples.result())
    dealer.key(Key.Key_F3)
    supervisor(dealer)
    dealer.key(Key.Key_Return)
    assert len(dealer.desk.sent) == 1, "a second press is not a second command"
    dealer.desk.refuse(Refusal("wrong-pin"))
    assert "PIN" in dealer.sheet.message.text()
    assert dealer.sheet.page.dots.count == 0
    dealer.show(replace(samples.result(), alerts=()))
    assert "PIN" in dealer.sheet.message.text(), "the table goes on; the reason stays"
    dealer.type("1111")
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent[1] == Void("die not flat", Authority("Supervisor 21", "1111"), samples.ROUND)
    dealer.answered()
    assert dealer.sheet is None


def test_that_another_consoles_table_is_taken_with_a_supervisor(make_dealer):
    dealer = make_dealer(samples.fenced())
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    supervisor(dealer)
    assert dealer.desk.sent == [TakeOver(SUPERVISOR)]


def test_that_a_dealer_signs_on_with_name_and_pin_in_place_of_who_dealt(make_dealer):
    dealer = make_dealer()
    dealer.tap(dealer.parts.bar.dealer)
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    assert "Mia Fong" not in [row.text() for row in dealer.sheet.page.rows], "who deals is there already"
    dealer.tap(dealer.sheet.page.rows[1])
    dealer.type("57032")
    dealer.tap(dealer.sheet.page.pad.keys["1"])
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [SignOn(Authority("Ho Wai", "570321"))]


def test_that_the_table_is_opened_by_the_largest_button_and_a_supervisor(make_dealer):
    dealer = make_dealer(samples.table_closed())
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    supervisor(dealer)
    assert dealer.desk.sent == [OpenTable(SUPERVISOR)]


def test_that_the_dealer_signs_off_by_keys_alone(make_dealer):
    dealer = make_dealer()
    dealer.key(Key.Key_F1)
    dealer.type("2")
    dealer.key(Key.Key_Return)
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [SignOff()]


def test_that_a_new_pin_is_entered_twice_alike_before_a_supervisor_is_asked(make_dealer):
    dealer = make_dealer()
    dealer.tap(dealer.parts.bar.table)
    dealer.type("4")
    dealer.key(Key.Key_Return)
    dealer.tap(dealer.sheet.page.names.rows[0])
    dealer.key(Key.Key_Return)
    dealer.type("570321")
    dealer.key(Key.Key_Return)  # to the second line
    dealer.type("570322")
    dealer.key(Key.Key_Return)
    assert "once more" in dealer.sheet.page.missing()
    dealer.key(Key.Key_Backspace)
    dealer.type("1")
    dealer.key(Key.Key_Return)
    dealer.tap(dealer.sheet.page.rows[1])
    dealer.type("4711")
    dealer.key(Key.Key_Return)
    (sent,) = dealer.desk.sent
    assert (sent.change, sent.name, sent.pin) == (StaffChange.NEW_PIN, "Chan Siu Ming", "570321")
    assert sent.authority == Authority("Supervisor 21", "4711")
    assert "570321" not in repr(sent)


def test_that_more_names_than_fit_are_reached_by_touch_and_by_keys(make_dealer):
    staff = tuple(StaffView(f"Dealer {n:02d}", "dealer") for n in range(1, 24))
    dealer = make_dealer(replace(samples.table(), staff=staff, dealer=""))
    dealer.key(Key.Key_F9)
    names = dealer.sheet.page.names
    dealer.tap(names.more)
    dealer.tap(names.more)
    assert [row.text() for row in names.rows if row.isVisible()] == ["Dealer 21", "Dealer 22", "Dealer 23"]
    dealer.tap(names.rows[2])
    dealer.key(Key.Key_Up)
    assert names.name == "Dealer 21"


@pytest.mark.parametrize("auto", [False, True])
def test_that_the_automatic_dealer_is_switched_on_purpose(make_dealer, auto):
    dealer = make_dealer(replace(samples.table(), auto=auto))
    dealer.tap(dealer.parts.bar.auto)
    assert dealer.parts.bar.auto.isChecked() is auto, "the switch shows what the console does"
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == [AutoDealing(not auto)]


@pytest.mark.rule("sicbo:3.7")
def test_that_automatic_results_are_chosen_on_purpose_and_with_a_supervisor(make_dealer):
    dealer = make_dealer(samples.table())
    dealer.key(Key.Key_F10)
    dealer.type("2")
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    supervisor(dealer)
    assert dealer.desk.sent == [AutoDealing(True, SUPERVISOR)]


def test_that_automatic_results_cannot_be_chosen_where_nothing_reads_the_dice(make_dealer):
    dealer = make_dealer(replace(samples.table(), device=DealingView()))
    dealer.tap(dealer.parts.bar.auto)
    dealer.tap(dealer.sheet.page.rows[1])
    dealer.tap(dealer.sheet.go)
    assert dealer.desk.sent == [AutoDealing(True)], "the dealer confirms"


def test_that_automatic_results_stand_on_the_screen_with_the_supervisors_name(make_dealer):
    dealer = make_dealer(samples.automatic(samples.result(settled=True)))
    assert dealer.parts.bar.auto.text() == "Automatic results"
    said = story(dealer.desk.view, dealer.window.inputs, dealer.window._look.texts)
    assert "automatic, enabled by Supervisor 21" in said.title


@pytest.mark.rule("sicbo:5.3")
@pytest.mark.parametrize("by_touch", [True, False])
def test_that_a_second_run_of_the_tumbler_leaves_only_the_void_with_a_supervisor(make_dealer, by_touch):
    dealer = make_dealer(samples.ran_again())
    if by_touch:
        dealer.tap(dealer.parts.work.go)
    else:
        dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    supervisor(dealer)
    assert dealer.desk.sent == [Void("tumbler started again", SUPERVISOR, samples.ROUND)]


@pytest.mark.rule("sicbo:5.3.1")
def test_that_too_few_tumbles_that_the_dealer_counted_are_void_with_a_supervisor(make_dealer):
    dealer = make_dealer(replace(samples.too_few(), void_needs_supervisor=True))
    dealer.key(Key.Key_Return)
    assert dealer.desk.sent == []
    supervisor(dealer)
    assert dealer.desk.sent == [Void("fewer than three tumbles", SUPERVISOR, samples.ROUND)]


@pytest.mark.parametrize("by_touch", [True, False])
def test_that_a_console_that_comes_up_in_the_middle_of_betting_is_answered(make_dealer, by_touch):
    dealer = make_dealer(samples.betting_asked())
    work = dealer.parts.work
    ways = (work.go, work.close_bets, work.void)
    for widget, key in zip(ways, (Key.Key_Return, Key.Key_C, Key.Key_F2), strict=True):
        dealer.tap(widget) if by_touch else dealer.key(key)
        dealer.desk.done.emit(None)
    assert dealer.desk.sent == [ResumeBetting(), CloseBets()]
    assert dealer.sheet is not None, "a void asks for its reason"


def test_that_a_demonstration_says_so_on_the_dealers_screen(make_dealer):
    dealer = make_dealer(replace(samples.table(), demonstration=True))
    assert "DEMONSTRATION" in [place.text for place in dealer.parts.bar._places(dealer.desk.view)]
    assert "DEMONSTRATION" not in [place.text for place in dealer.parts.bar._places(samples.table())]


def test_that_nothing_below_a_sheet_can_be_reached(make_dealer):
    dealer = make_dealer(samples.entering())
    dealer.key(Key.Key_F3)
    assert not dealer.parts.desk.isEnabled()
    dealer.type("353")
    assert dealer.window.inputs.entry.dice == ()
    for _ in range(12):
        dealer.key(Key.Key_Tab)
        assert (
            dealer.sheet.isAncestorOf(dealer.window.focusWidget())
            or dealer.window.focusWidget() is dealer.sheet
        )

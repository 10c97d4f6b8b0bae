"""What the service screens show and do, each against the seat's real books."""

import re
from pathlib import Path

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPalette
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

import kiosk
from kiosk.devices.cabinet.port import Lamp, Light
from kiosk.seat import events as e
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, Door, PrinterCondition
from kiosk.seat.roles import ActKind, Role
from kiosk.seat.state import LockKind
from kiosk.store import periods
from kiosk.ui.kit import theme
from kiosk.ui.kit.locks import StaffAnswer
from kiosk.ui.kit.style import Style
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.service import words
from kiosk.ui.service.screen import ENTRIES
from kiosk.ui.service.tools import CertificateFacts, Software
from kiosk.ui.terminal.recall.screen import RecallScreen
from kits.ui.service import PIN

SIZES = [(1280, 720), (1920, 1080), (1080, 1920), (3840, 2160)]


def rows(table) -> dict[str, tuple[str, ...]]:
    return {row.cells[0]: row.cells[1:] for row in table.rows}


# --- every page, language and size --------------------------------------------------------------------------------


def faulty(one) -> None:
    """As much to say as there can be."""
    one.model.send(e.PrinterIs(PrinterCondition.PAPER_OUT, "no paper"))
    one.model.send(e.AcceptorIs("acceptor-1", AcceptorCondition.JAM, "jam in the stacker"))
    one.model.send(e.CabinetIs(CabinetCondition.WRONG, "board SIM-2 in place of SIM-1"))
    one.model.send(e.DoorIs(Door.MAIN, open=True, count=1))
    one.model.send(e.OpenedWhileOff(Door.LOGIC, 2, 2))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", ["Robin", "Kim"])
def test_that_no_page_has_clipped_words_small_targets_or_parts_outside(visit, name, language, size):
    one = visit(language=language, size=size, rounds=3)
    faulty(one)
    one.log_in(name)
    for page in list(one.screen.tabs):
        one.screen.open(page)
        one.window.grab()
        windows = [widget for widget in QApplication.topLevelWidgets() if widget.isVisible()]
        assert windows == [one.window], (page, "a part without a parent is a window of its own")
        inside = one.screen.rect()
        for button in one.screen.findChildren(QAbstractButton):
            if button.isVisibleTo(one.screen):
                assert min(button.width(), button.height()) >= theme.MIN_TOUCH_PX, (page, button.text())
                where = QRect(button.mapTo(one.screen, button.rect().topLeft()), button.size())
                assert inside.contains(where), (page, button.text(), where, inside)
        for label in one.screen.findChildren(QLabel):
            if label.isVisibleTo(one.screen) and label.text():
                _check_label(one, page, label)


def _check_label(one, page, label) -> None:
    assert label.height() >= label.heightForWidth(label.width()) - 1, (page, label.text(), label.size())
    words_of = label.text().replace("\n", " ").split(" ")
    widest = max(QFontMetricsF(label.font()).horizontalAdvance(word) for word in words_of if word)
    if label.text().isascii():  # Chinese breaks between any two signs
        assert widest <= label.width() + 1, (page, label.text(), label.width(), widest)


def test_that_every_event_that_the_seat_can_write_has_words():
    sources = [path.read_text() for path in (Path(kiosk.__file__).parent / "seat").glob("*.py")]
    kinds = {kind for text in sources for kind in re.findall(r'SignificantEvent\(\s*"([a-z-]+)"', text)}
    kinds |= {str(kind) for kind in ActKind}
    assert len(kinds) > 50
    assert kinds <= set(words.EVENTS), kinds - set(words.EVENTS)


@pytest.mark.parametrize(
    ("detail", "english", "chinese"),
    [
        ({"door": "main", "times": 1}, "Main door", "正门"),
        ({"door": "main", "times": 2}, "Main door · 2 times", "正门 · 2 次"),
        ({"role": "supervisor", "name": "Robin", "by": "Robin"}, "Robin · supervisor", "Robin · 主管"),
        (
            {"name": "Noa", "by": "Robin", "role": "technician"},
            "Noa · technician · by Robin",
            "Noa · 技术员 · 经手人：Robin",
        ),
        ({"by": "Robin", "role": "supervisor"}, "By Robin · supervisor", "经手人：Robin · 主管"),
        ({"by": "Lee", "lock": "door"}, "A door is open · by Lee", "柜门已打开 · 经手人：Lee"),
        (
            {"by": "Kim", "setting": "volume", "old": "50", "new": "60"},
            "Volume: 50 → 60 · by Kim",
            "音量：50 → 60 · 经手人：Kim",
        ),
        (
            {"round": 7, "reason": "die not flat"},
            "Round 7 · reason: A die does not lie flat",
            "第 7 局 · 原因：有骰子未平放",
        ),
    ],
)
def test_that_the_detail_of_an_event_reads_like_a_sentence(detail, english, chinese):
    for language, wanted in ((Language.EN, english), (Language.ZH, chinese)):
        look = Style(Texts(language), theme.scale_for(1280, 720))
        assert words.detail_words(look, detail) == wanted


def test_that_every_kind_of_event_lock_and_meter_has_words_in_both_languages():
    for language in Language:
        look = Style(Texts(language), theme.scale_for(1280, 720))
        for kind in words.EVENTS:
            assert words.event_words(look, kind) != kind
        for kind in LockKind:
            assert words.lock_title(look, kind)
            assert words.way_out(look, kind)
        for _, key in words.METERS:
            assert look.t(key)
        for entry in ENTRIES:
            assert look.t(entry.title)


# --- status ---------------------------------------------------------------------------------------------------


def test_that_status_names_everything_and_the_way_out_of_each_lock(visit):
    one = visit()
    faulty(one)
    one.log_in("Lee")
    page = one.page
    said = {name: value.text() for name, value in page.values.items()}
    assert said["printer"] == "paper out"
    assert said["doors"] == "main door"
    assert said["software"].startswith("in order · 3f9a")
    assert "12.4 MB" in said["books"]
    labels = [label.text() for label in page._box.findChildren(QLabel)]
    for kind in (LockKind.DOOR, LockKind.LOGIC_DOOR, LockKind.CABINET, LockKind.ACCEPTOR):
        assert words.way_out(page.look, kind) in labels


@pytest.mark.parametrize(
    ("software", "text"),
    [(Software.WHOLE, "in order"), (Software.CHANGED, "CHANGED"), (Software.UNSIGNED, "working copy")],
)
def test_that_status_says_what_the_software_is(visit, software, text):
    one = visit()
    one.service.machine.software = software
    one.log_in("Sam")
    assert text in one.page.values["software"].text()


@pytest.mark.parametrize(
    ("certificate", "text", "colour"),
    [
        (None, "none: plays alone", theme.TEXT),
        (CertificateFacts("client.crt", "2026-03-03T12:00:00Z", 31), "2026-03-03 · 31 days left", theme.TEXT),
        (CertificateFacts("client.crt", "2026-03-02T12:00:00Z", 29), "2026-03-02 · 29 days left", theme.WARN),
        (CertificateFacts("client.crt", "2026-01-01T12:00:00Z", -30), "ENDED on 2026-01-01", theme.WARN),
        (CertificateFacts("client.crt", "", 0), "client.crt cannot be read", theme.WARN),
    ],
)
def test_that_status_says_which_certificate_ends_first_and_when(visit, certificate, text, colour):
    one = visit()
    one.service.machine.certificate = certificate
    one.log_in("Sam")
    value = one.page.values["certificate"]
    assert text in value.text()
    assert value.palette().color(QPalette.ColorRole.WindowText) == QColor(colour)


def test_that_staff_answer_a_lock_by_name_and_only_with_the_right(visit):
    one = visit()
    one.model.send(e.OpenedWhileOff(Door.LOGIC, 1, 1))
    one.log_in("Kim")
    assert one.page.answers == {}, "a technician clears no lock"
    one.touch(one.screen.leave)
    one.log_in("Lee")
    one.touch(one.page.answers[LockKind.LOGIC_DOOR, StaffAnswer.CLEARED])
    assert [lock.kind for lock in one.state.locks] == [LockKind.SERVICE]
    assert one.detail("lock-cleared")["by"] == "Lee"


def test_that_a_supervisor_alone_clears_what_somebody_else_has_said_in_the_seats_name(visit):
    one = visit()
    one.model.send(e.ReportRefused("report:1:settled-1", foreign=True))
    one.log_in("Lee")
    assert one.page.answers == {}, "an attendant does not"
    one.touch(one.screen.leave)
    one.log_in("Robin")
    one.touch(one.page.answers[LockKind.FOREIGN_SLIP, StaffAnswer.CLEARED])
    assert [lock.kind for lock in one.state.locks] == [LockKind.SERVICE]
    assert one.detail("lock-cleared")["by"] == "Robin"


def test_that_a_hand_pay_is_confirmed_with_the_name(visit):
    one = visit()
    one.model.send(e.NoteIn("acceptor-1", "n", 500_000))
    one.model.send(e.Collect())
    one.model.send(e.PayoutReady("012345678901234568", "2026-01-31T12:00:00Z", "2026-07-31T12:00:00Z", "en"))
    one.log_in("Lee")
    one.touch(one.page.answers[LockKind.HANDPAY, StaffAnswer.PAID])
    assert one.detail("hand-pay")["by"] == "Lee"
    assert one.state.balances.handpay == 500_000


# --- meters and the day -----------------------------------------------------------------------------------------


def test_that_the_meters_on_the_screen_are_those_of_the_books(visit):
    one = visit(rounds=40)
    one.log_in("Sam", "meters")
    shown = rows(one.page.table)
    counters, accounts = one.service.store.counters(), one.service.store.meters()
    assert shown["Turnover (coin in)"][0] == f"${counters['turnover'] / 100:,.2f}"
    assert shown["Rounds played"][0] == str(counters["rounds_played"]) == "40"
    assert shown["Notes in"][0] == f"${-accounts['notes'] / 100:,.2f}"
    assert shown["Tickets out"][0] == f"${accounts['tickets_out'] / 100:,.2f}"
    assert shown["House win"][0] == f"${accounts['house'] / 100:,.2f}".replace("$-", "−$")
    notes = {name: value for name, value in shown.items() if name.startswith("Notes of")}
    assert sum(int(value[0]) for value in notes.values()) == sum(
        value for name, value in counters.items() if name.startswith("notes_")
    )
    assert one.page.audit.text() == "Self-audit: the books agree"


def test_that_clearing_out_asks_once_more_and_sets_nothing_back(visit):
    one = visit(rounds=4)
    one.log_in("Robin", "meters")
    one.touch(one.page.clear)
    assert "sure" in one.page.clear.text()
    assert one.service.store.last_period(periods.CLEAR_OUT) is None
    one.touch(one.page.clear)
    assert one.service.store.last_period(periods.CLEAR_OUT).by == "Robin"
    assert rows(one.page.table)["Turnover (coin in)"] == ("$20.00", "$0.00", "$20.00")
    assert one.detail("period-clear-out") == {"by": "Robin"}


def test_that_books_that_do_not_agree_are_said_on_top(visit):
    one = visit(rounds=2)
    one.service.store._db.execute("UPDATE meter SET cents = cents + 1 WHERE name = 'credit'")
    one.log_in("Sam", "meters")
    assert one.page.audit.text().startswith("Self-audit: The meter of Credit now shows $")


def test_that_a_drop_that_differs_is_booked_with_the_second_touch_and_its_variance(visit):
    one = visit()
    one.model.send(e.NoteIn("acceptor-1", "n", 10_000))
    one.log_in("Robin", "day")
    assert "$100.00" in one.page.box.text()
    for digit in "95":
        one.touch(one.page.pad.keys[digit])
    one.touch(one.page.pad.keys["enter"])
    assert one.service.store.last_period(periods.DROP) is None
    one.touch(one.page.pad.keys["enter"])
    drop = one.service.store.last_period(periods.DROP)
    assert drop.detail == {"counted": 9_500, "expected": 10_000, "variance": -500}
    assert "$0.00" in one.page.box.text(), "the next drop counts from here"


def test_that_closing_the_day_reads_the_meters_and_writes_the_reports(visit):
    one = visit(rounds=4)
    one.log_in("Robin", "day")
    one.touch(one.page.close_day)
    assert one.service.machine.reports == 1
    assert one.service.store.last_period(periods.DAY).meters["turnover"] == 2_000
    assert one.page.table.rows[0].cells[1:3] == ("Day", "Robin")
    assert one.detail("report-saved")["by"] == "Robin"


# --- events -----------------------------------------------------------------------------------------------------


def test_that_events_are_filtered_by_kind_severity_and_time(visit):
    one = visit()
    faulty(one)
    one.log_in("Sam", "events")
    page = one.page
    everything = len(page.table.rows)
    one.touch(page.kind)
    assert {event.kind.split("-")[0] for event in page._events} <= {"door", "cabinet"}
    assert 0 < len(page.table.rows) < everything
    while page.filter.severity != "fault":
        one.touch(page.severity)
    assert {event.severity for event in page._events} == {"fault"}
    one.service.clock.at = one.service.clock.at.replace(year=2027)
    one.touch(page.time)
    assert page._events == [] or page.filter.since
    assert "No such events" in page.detail.text() or page._events


def test_that_an_event_is_acknowledged_once_with_a_name(visit):
    one = visit()
    faulty(one)
    one.log_in("Lee", "events")
    index = next(n for n, event in enumerate(one.page._events) if event.kind == "door-opened")
    one.tap_row(one.page.table, index)
    assert "door-opened" in one.page.detail.text()
    one.touch(one.page.acknowledge)
    found = next(event for event in one.page._events if event.kind == "door-opened")
    assert (found.acknowledged_by, found.acknowledged_at[:10]) == ("Lee", "2026-01-31")
    one.tap_row(one.page.table, index)
    assert not one.page.acknowledge.isVisible()


def test_that_an_auditor_acknowledges_nothing(visit):
    one = visit()
    one.log_in("Sam", "events")
    one.tap_row(one.page.table, 0)
    assert not one.page.acknowledge.isVisible()


def test_that_older_events_are_reached_page_by_page(visit):
    one = visit()
    for number in range(230):
        one.model.send(e.Happened("clock-changed", "warning", {"number": number}))
    one.log_in("Sam", "events")
    assert len(one.page._events) == 100
    seen = [event.id for event in one.page._events]
    for _ in range(3):
        one.touch(one.page.older)
        seen += [event.id for event in one.page._events]
    assert seen == sorted(set(seen), reverse=True)
    assert seen[-1] == 1


@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080)], ids=str)
def test_that_the_devices_take_the_whole_page(visit, size):
    one = visit(size=size)
    one.log_in("Kim", "devices")
    page = one.page
    one.window.grab()

    def right(widget):
        return widget.mapTo(page, widget.rect().topRight()).x() / page.width()

    assert 0.6 < right(page.buttons["print"]) < 0.85
    assert right(page.results["printer"]) > 0.95
    lowest = page.buttons["sound"]
    assert lowest.mapTo(page, lowest.rect().bottomLeft()).y() > 0.7 * page.height()


# --- recall -----------------------------------------------------------------------------------------------------


def test_that_a_list_without_entries_says_none(visit):
    one = visit()
    one.log_in("Robin", "recall")
    for name in one.page.tabs:
        one.page.show_list(name)
        assert one.page.table.rows
    one.page.show_list("out")
    assert [row.cells[0] for row in one.page.table.rows] == ["None"]


def test_that_rounds_are_replayed_on_the_real_board_and_lead_back(visit):
    one = visit(rounds=12)
    one.log_in("Lee", "recall")
    one.page._opened(3)
    assert isinstance(one.screen, RecallScreen)
    assert one.screen.board is not None
    assert one.screen.current.round == 9
    one.screen.closed.emit()
    assert one.screen.open_page == "recall"
    assert one.service.gate.session is not None


def test_that_tickets_and_notes_are_listed_and_numbers_masked(visit):
    one = visit(rounds=12)
    one.log_in("Lee", "recall")
    (ticket,) = one.page.table.rows
    assert ticket.cells[0] == "…4568"
    one.touch(one.page.tabs["notes"])
    assert one.page.table.rows[-1].cells[1] == "$100.00"
    assert len(one.page.table.rows) == len(one.service.store.notes())


# --- devices ----------------------------------------------------------------------------------------------------


def test_that_a_test_print_is_asked_for_and_its_end_is_said(visit):
    one = visit()
    one.log_in("Kim", "devices")
    one.touch(one.page.buttons["print"])
    assert one.page.results["printer"].text() == "Testing …"
    one.model.send(e.ReceiptOut("test", 1))
    assert one.page.results["printer"].text() == "The test print came out"


def test_that_the_slot_is_tried_without_credit_and_shut_when_the_page_is_left(visit):
    one = visit()
    one.log_in("Kim", "devices")
    one.touch(one.page.buttons["notes"])
    one.model.send(e.NoteOffered("acceptor-1", "n", 2_000))
    assert "$20" in one.page.results["acceptor"].text()
    assert one.state.balances.credit == 0
    one.touch(one.screen.tabs["status"])
    assert not one.state.note_test


def test_that_the_lamp_shows_each_light_and_goes_back_to_the_seat(visit):
    one = visit()
    one.log_in("Kim", "devices")
    for _ in range(6):
        one.touch(one.page.buttons["lamp"])
    lamps = one.service.machine.lamps
    assert lamps[0] == Lamp(white=Light.ON)
    assert len({str(lamp) for lamp in lamps}) == 6
    assert lamps[-1] is None
    one.touch(one.page.buttons["lamp"])
    one.touch(one.screen.tabs["status"])
    assert lamps[-1] is None, "left in the middle it goes back as well"


def test_that_another_board_is_accepted_by_a_technician_alone(visit):
    one = visit()
    one.log_in("Kim", "devices")
    assert not one.page.buttons["adopt"].isVisible()
    one.model.send(e.CabinetIs(CabinetCondition.WRONG, "another board"))
    one.touch(one.page.buttons["adopt"])
    assert one.service.machine.adopted == 1
    assert one.detail("cabinet-adopted") == {"by": "Kim"}


@pytest.mark.parametrize("test", ["display", "touch", "calibrate", "sound"])
def test_that_a_whole_screen_test_covers_the_window_and_is_kept_when_it_ends(visit, test, qtbot):
    one = visit()
    one.log_in("Kim", "devices")
    one.touch(one.page.buttons[test])
    full = one.window.full
    assert full.geometry() == one.window.rect()
    full.finished.emit(None)
    assert one.window.full is None
    assert one.screen.open_page == "devices"
    kind = "calibration" if test == "calibrate" else test
    assert one.detail(f"{kind}-tested")["by"] == "Kim"


def test_that_the_table_does_not_wait_for_a_screen_under_test(visit):
    one = visit(rounds=1)
    one.log_in("Kim", "devices")
    one.touch(one.page.buttons["display"])
    from kits.seat.seats import Play

    play = Play("B", state=one.state)
    play.seq, play._event = one.state.log_seq, 100
    play.open()
    play.close()
    one.model.show(play.state)
    assert e.CloseWasShown(play.state.table.number) in one.model.sent


# --- settings ---------------------------------------------------------------------------------------------------


def test_that_nothing_changes_before_apply_and_all_of_it_after(visit):
    one = visit()
    one.log_in("Kim", "settings")
    one.touch(one.page.more["layout"])
    one.touch(one.page.less["ticket_limit"])
    assert one.state.settings.layout is None
    one.touch(one.page.apply)
    assert (one.state.settings.layout, one.state.settings.ticket_limit) == ("C", 290_000)
    assert one.detail("setting-changed")["by"] == "Kim"
    assert [lock.kind for lock in one.state.locks] == [LockKind.SERVICE, LockKind.SETTINGS]
    one.touch(one.screen.leave)
    assert one.service.machine.restarts == 1, "nobody plays by what was set before"


def test_that_no_button_of_a_setting_takes_a_change_while_there_is_credit(visit):
    one = visit()
    one.model.send(e.NoteIn("acceptor-1", "n", 500))
    one.log_in("Kim", "settings")
    buttons = [*one.page.less.values(), *one.page.more.values()]
    for button in buttons:
        one.touch(button)
    assert one.page.wanted == one.state.settings
    assert not any(button.usable for button in (*buttons, one.page.reset, one.page.apply))
    assert "credit" in one.page.said.text()


def test_that_credit_that_came_later_forbids_every_change_and_the_try_is_kept(visit):
    one = visit()
    one.log_in("Kim", "settings")
    one.touch(one.page.more["layout"])
    one.model.send(e.NoteIn("acceptor-1", "n", 500))
    one.touch(one.page.apply)
    assert one.state.settings.layout is None
    assert "credit" in one.page.said.text()
    assert one.detail("settings-refused")["by"] == "Kim"


def test_that_a_contradiction_is_said_and_nothing_of_it_applies(visit):
    one = visit()
    one.service.machine.contradiction = "ticket_limit of 290000: expected more"
    one.log_in("Kim", "settings")
    one.touch(one.page.less["ticket_limit"])
    assert one.page.said.text() == "ticket_limit of 290000: expected more"
    one.touch(one.page.apply)
    assert one.state.settings.ticket_limit is None


def test_that_a_change_is_undone(visit):
    one = visit()
    one.log_in("Kim", "settings")
    one.touch(one.page.less["ticket_days"])
    one.touch(one.page.apply)
    one.touch(one.page.undo)
    assert one.state.settings.ticket_days is None
    assert one.page.wanted == one.state.settings


def test_that_the_table_servers_are_typed_on_the_screen(visit):
    one = visit()
    one.log_in("Kim", "settings")
    one.touch(one.page.more["endpoints"])
    network = one.page._network
    while network._text:
        network._sign("")
    for sign in "HOST":
        one.touch(network.letters.keys[sign])
    network._sign(":")
    for digit in "2379":
        one.touch(network.pad.keys[digit])
    one.touch(network.pad.keys["enter"])
    one.touch(one.page.apply)
    assert one.state.settings.endpoints == ("host:2379",)


# --- staff ------------------------------------------------------------------------------------------------------


def test_that_a_supervisor_makes_a_user_who_can_log_in(visit):
    one = visit()
    one.log_in("Robin", "staff")
    for letter in "NOA":
        one.touch(one.page.letters.keys[letter])
    one.touch(one.page.roles.buttons[Role.TECHNICIAN])
    for digit in "739104":
        one.touch(one.page.pad.keys[digit])
    one.touch(one.page.pad.keys["enter"])
    assert one.page.said.text() == "Done"
    assert one.detail("staff-made") == {"name": "Noa", "by": "Robin", "role": "technician"}
    one.touch(one.screen.leave)
    one.window.open_login()
    one.touch(one.screen.names["Noa"])
    one.type_pin("739104")
    assert one.service.gate.session.name == "Noa"


def test_that_a_user_is_retired_brought_back_and_given_another_role_and_pin(visit):
    one = visit()
    one.log_in("Robin", "staff")
    one.tap_row(one.page.table, 2)
    assert one.page.chosen.name == "Lee"
    one.touch(one.page.acts["active"])
    assert not next(member for member in one.service.staff.users() if member.name == "Lee").active
    one.touch(one.page.acts["active"])
    one.touch(one.page.acts["role"])
    one.touch(one.page.other_roles.buttons[Role.AUDITOR])
    assert one.detail("staff-role-set")["role"] == "auditor", "none is passed on the way to it"
    one.touch(one.page.acts["pin"])
    for digit in "592716":
        one.touch(one.page.pad.keys[digit])
    one.touch(one.page.pad.keys["enter"])
    assert one.kinds()[-4:] == ["staff-deactivated", "staff-reactivated", "staff-role-set", "staff-pin-reset"]


def test_that_the_last_supervisor_stays_one(visit):
    one = visit()
    one.log_in("Robin", "staff")
    one.tap_row(one.page.table, 0)
    one.touch(one.page.acts["active"])
    assert next(member for member in one.service.staff.users() if member.name == "Robin").active
    assert "supervisor" in one.page.said.text()


def test_that_a_badge_is_given_and_then_needed_beside_the_pin(visit):
    one = visit()
    one.log_in("Robin", "staff")
    one.tap_row(one.page.table, 2)
    one.touch(one.page.acts["badge"])
    QTest.keyClicks(one.page, "LEE-0042")
    QTest.keyClick(one.page, Qt.Key.Key_Return)
    assert one.kinds()[-1] == "staff-badge-set"
    one.touch(one.screen.leave)
    one.window.open_login()
    one.touch(one.screen.names["Lee"])
    one.type_pin()
    assert "badge" in one.screen.said.text()
    QTest.keyClicks(one.screen, "LEE-0042")
    QTest.keyClick(one.screen, Qt.Key.Key_Return)
    one.type_pin()
    assert one.service.gate.session.name == "Lee"


def test_that_a_calibration_begins_from_what_the_session_applies(visit):
    one = visit()
    object.__setattr__(one.service.tools, "calibration", (1.0, 0.0, 0.05, 0.0, 1.0, -0.02))
    one.log_in("Kim", "devices")
    one.touch(one.page.buttons["calibrate"])
    assert one.window.full._current.matrix == (1.0, 0.0, 0.05, 0.0, 1.0, -0.02)


def test_that_staff_pay_the_credit_by_hand_and_print_the_receipt_again(visit):
    one = visit()
    one.model.send(e.NoteIn("acceptor-1", "n", 5_000))
    one.log_in("Lee")
    one.touch(one.page.pay)
    one.model.send(e.PayoutReady("012345678901234568", "2026-01-31T12:00:00Z", "2026-07-31T12:00:00Z", "en"))
    one.touch(one.page.answers[LockKind.HANDPAY, StaffAnswer.PAID])
    assert one.state.balances.handpay == 5_000
    assert one.detail("credit-cancelled")["by"] == "Lee"
    one.touch(one.page.receipt)
    assert one.detail("receipt-again")["by"] == "Lee"


def test_that_books_that_do_not_answer_are_said(visit):
    one = visit()
    one.log_in("Sam")
    one.model.books_readable = False
    one.touch(one.screen.tabs["meters"])
    assert "The books of this seat cannot be read now." in [
        label.text() for label in one.page.findChildren(QLabel)
    ]


def test_that_a_drop_expects_what_came_in_until_it_is_booked(visit):
    one = visit()
    one.model.send(e.NoteIn("acceptor-1", "n", 10_000))
    one.log_in("Robin", "day")
    one.model.send(e.NoteIn("acceptor-1", "late", 2_000))
    for digit in "120":
        one.touch(one.page.pad.keys[digit])
    for _ in range(2):
        one.touch(one.page.pad.keys["enter"])
    drop = one.service.store.last_period(periods.DROP)
    assert drop.detail == {"counted": 12_000, "expected": 12_000, "variance": 0}


def test_that_everybody_changes_the_own_pin_and_nobody_elses(visit):
    one = visit()
    one.log_in("Lee")
    one.touch(one.screen.own_pin)
    for pin in (PIN, "730164", "730164"):
        for digit in pin:
            one.touch(one.page.pad.keys[digit])
        one.touch(one.page.pad.keys["enter"])
    assert one.page.said.text() == "Done"
    assert one.detail("staff-pin-changed") == {"name": "Lee", "by": "Lee"}
    for pin in ("111222", "829405", "829405"):
        for digit in pin:
            one.touch(one.page.pad.keys[digit])
        one.touch(one.page.pad.keys["enter"])
    assert "wrong" in one.page.said.text()
    one.touch(one.screen.leave)
    one.window.open_login()
    one.touch(one.screen.names["Lee"])
    one.type_pin("730164")
    assert one.service.gate.session.name == "Lee"


def test_that_the_language_at_the_start_is_named_in_words(visit):
    one = visit()
    one.log_in("Robin", "settings")
    said = {label.text() for label in one.page.findChildren(QLabel)}
    assert "English" in said
    assert "en" not in said

"""What commands did beside the seat becomes events as the log-in opens: in order, once, and nothing of it is lost."""

import pytest

from kiosk.seat.roles import ActKind, StaffAct
from kiosk.store.staff_acts import AT_ONCE
from kiosk.ui.kit.model import FakeModel
from kiosk.ui.kit.texts import Language
from kiosk.ui.service import words

UNLOCKED = StaffAct(ActKind.UNLOCKED, "Lee", "Robin", {"failures": 3})


def opened(one):
    """How often the log-in has made an event of an act."""
    one.window.open_login()
    return one.kinds().count("staff-unlocked")


def test_that_opening_the_log_in_takes_over_what_a_command_did_and_once(visit):
    one = visit()
    assert opened(one) == 0
    one.service.acts.tell([UNLOCKED])
    assert opened(one) == 1
    detail = one.detail("staff-unlocked")
    assert (detail["name"], detail["by"], detail["source"]) == ("Lee", "Robin", "command")
    assert detail["at"] == "2026-01-31T21:14:00Z"
    assert not one.service.acts.waits()
    assert opened(one) == 1


def test_that_several_pieces_are_taken_over_whole(visit):
    one = visit()
    for _ in range(5):
        one.service.acts.tell([UNLOCKED] * (AT_ONCE // 2))
    assert opened(one) == 5 * (AT_ONCE // 2)


def test_that_books_that_cannot_be_read_leave_the_lines_for_later(visit):
    one = visit()
    one.service.acts.tell([UNLOCKED])
    one.model.books_readable = False
    assert opened(one) == 0
    assert one.service.acts.waits()
    one.model.books_readable = True
    assert opened(one) == 1


def test_that_books_that_keep_nothing_leave_the_lines_and_do_not_go_round_for_ever(visit, monkeypatch):
    one = visit()
    one.service.acts.tell([UNLOCKED])
    with monkeypatch.context() as broken:
        broken.setattr(type(one.model), "send", FakeModel.send)  # stepped, and not committed
        assert opened(one) == 0
    assert one.service.acts.waits()
    assert opened(one) == 1


def test_that_a_file_that_cannot_be_read_is_one_event_however_often_the_log_in_opens(visit):
    one = visit()
    one.service.acts.path.mkdir()
    for _ in range(3):
        one.window.open_login()
    assert one.kinds().count("staff-acts-unread") == 1
    one.service.acts.path.rmdir()
    one.service.acts.tell([UNLOCKED])
    assert opened(one) == 1


@pytest.mark.parametrize("language", Language)
def test_that_staff_read_in_their_language_that_a_command_did_it(visit, language):
    from kiosk.ui.kit.style import Style
    from kiosk.ui.kit.texts import Texts
    from kiosk.ui.kit.theme import Scale

    one = visit(language=language)
    one.service.acts.tell([UNLOCKED])
    opened(one)
    look = Style(Texts(language), one.screen._look.scale)
    assert isinstance(look.scale, Scale)
    said = words.detail_words(look, one.detail("staff-unlocked"))
    assert Texts(language).get("service.source_command") in said
    assert "2026-01-31T21:14:00Z" in said

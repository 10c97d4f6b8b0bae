"""Roles have the least rights; PINs that are easy to guess are refused; lock-outs grow and end."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.seat.roles import (
    CONSOLE_ROLES,
    FREE_TRIES,
    MOST_LOCKED_S,
    RIGHTS,
    SEAT_ROLES,
    Right,
    Role,
    StaffRefusal,
    Tries,
    anew,
    check_badge,
    check_name,
    check_pin,
    is_pin,
    locked_s,
    may,
    name_key,
    one_less,
    one_more,
    stands_for,
)

SEES = {Right.SEE_STATUS, Right.SEE_METERS, Right.SEE_EVENTS, Right.SEE_RECALL, Right.SEE_CHARTS}
MONEY = {
    Right.PAY_BY_HAND,
    Right.ANSWER_TICKET,
    Right.REPRINT_RECEIPT,
    Right.OPEN_CASH_BOX,
    Right.CLOSE_DAY,
    Right.CLEAR_METERS,
}
DIGITS = st.text("0123456789", min_size=6, max_size=12)


# --- rights ---------------------------------------------------------------------------------------------------------


def test_that_every_role_has_rights_and_every_right_somebody():
    assert set(RIGHTS) == set(Role)
    assert frozenset().union(*RIGHTS.values()) == set(Right)


def test_that_an_auditor_sees_everything_and_changes_nothing():
    assert RIGHTS[Role.AUDITOR] == SEES | {Right.PRINT_REPORT}


def test_that_a_technician_touches_no_money_and_clears_no_lock():
    assert not RIGHTS[Role.TECHNICIAN] & (MONEY | {Right.CLEAR_LOCK, Right.MANAGE_STAFF, Right.SEE_METERS})
    assert may(Role.TECHNICIAN, Right.TEST_DEVICES)


def test_that_a_supervisor_may_all_that_an_attendant_may_and_alone_at_a_seat_manages_staff():
    assert RIGHTS[Role.SUPERVISOR] > RIGHTS[Role.ATTENDANT]
    assert [role for role in SEAT_ROLES if may(role, Right.MANAGE_STAFF)] == [Role.SUPERVISOR]
    assert [role for role in SEAT_ROLES if may(role, Right.CLEAR_METERS)] == [Role.SUPERVISOR]
    assert not may(Role.ATTENDANT, Right.OPEN_CASH_BOX)


def test_that_at_the_console_each_role_stands_for_those_below_it_and_a_seats_role_for_none():
    above = {least: [role for role in Role if stands_for(role, least)] for least in CONSOLE_ROLES}
    assert above == {
        Role.DEALER: [Role.SUPERVISOR, Role.DEALER, Role.MANAGER],
        Role.SUPERVISOR: [Role.SUPERVISOR, Role.MANAGER],
        Role.MANAGER: [Role.MANAGER],
    }
    assert not RIGHTS[Role.DEALER], "a dealer has no rights at a seat"


def test_that_nobody_can_change_the_table_of_rights():
    with pytest.raises(TypeError):
        RIGHTS[Role.AUDITOR] = frozenset(Right)


# --- PINs -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "pin",
    [
        "",
        "1",
        "12345",
        "1234567890123",
        "13579a",
        "135 79",
        "１３５７９２",
        "١٣٥٧٩٢",
        "-13579",
        "135792\n",
        "1357.9",
    ],
)
def test_that_what_is_not_6_to_12_digits_is_no_pin(pin):
    assert not is_pin(pin)
    with pytest.raises(StaffRefusal, match="expected 6 to 12 digits"):
        check_pin(pin, "Ng")


@pytest.mark.parametrize(
    ("pin", "word"),
    [
        ("000000", "over and over"),
        ("777777777777", "over and over"),
        ("123456", "straight run"),
        ("654321", "straight run"),
        ("7890123", "straight run"),
        ("3210987", "straight run"),
        ("121212", "pair"),
        ("9090909", "pair"),
    ],
)
def test_that_a_pin_that_is_easy_to_guess_is_refused_in_words(pin, word):
    with pytest.raises(StaffRefusal, match=word) as refused:
        check_pin(pin, "Ng")
    assert "expected 6 to 12 digits" in str(refused.value)
    assert pin not in str(refused.value)


def test_that_a_pin_that_stands_in_the_name_is_refused():
    with pytest.raises(StaffRefusal, match="name"):
        check_pin("135792", "Desk 135792")


@pytest.mark.parametrize("pin", ["135792", "112233", "123457", "100000", "123123", "987650"])
def test_that_other_pins_are_taken(pin):
    check_pin(pin, "Ng")


@given(DIGITS)
def test_that_a_pin_is_refused_exactly_when_one_rule_gives_all_its_digits(pin):
    grows = [(int(pin[0]) + n) % 10 for n in range(len(pin))]
    falls = [(int(pin[0]) - n) % 10 for n in range(len(pin))]
    weak = [int(digit) for digit in pin] in (grows, falls) or pin == (pin[:2] * 6)[: len(pin)]
    try:
        check_pin(pin, "Ng")
    except StaffRefusal as refused:
        assert weak
        assert pin not in str(refused)  # noqa: PT017 - the message is looked at, whether or not it comes
    else:
        assert not weak


@given(st.text(max_size=20))
def test_that_any_text_is_a_pin_or_is_refused_without_being_told(text):
    try:
        check_pin(text, "Ng")
    except StaffRefusal as refused:
        assert len(text) < 4 or text not in str(refused)  # noqa: PT017 - the same
    else:
        assert is_pin(text)


# --- names and badges -----------------------------------------------------------------------------------------------


def test_that_a_name_is_stripped_and_composed():
    assert check_name("  Ng  ") == "Ng"
    assert check_name("Zoe\u0308") == "Zoë"


@pytest.mark.parametrize("name", ["", "   ", "N" * 41, "N\ng", "N\x00g", "N\u200bg", "N\ud800g", "N\u202eg"])
def test_that_a_name_that_cannot_be_shown_is_refused(name):
    with pytest.raises(StaffRefusal, match="expected 1 to 40"):
        check_name(name)


@pytest.mark.parametrize("sign", "\u034f\u115f\u180b\u2800\u3164\ufe0f\uffa0\U000e0101")
def test_that_no_name_has_a_sign_that_nobody_sees(sign):
    assert sign.isprintable()
    with pytest.raises(StaffRefusal, match="that can be printed"):
        check_name(f"Ng{sign}")


@pytest.mark.parametrize("name", ["M\u0456a", "\u039dg", "\uff2d\u0456a"])
def test_that_no_name_looks_like_anothers_by_letters_of_another_alphabet(name):
    with pytest.raises(StaffRefusal, match="of one alphabet"):
        check_name(name)


@pytest.mark.parametrize("name", ["黄小明", "Ng 黄", "Мария", "O'Neil-Žižek", "Νίκος", "D\u2019Angelo 2"])
def test_that_names_as_people_have_them_are_taken(name):
    assert check_name(name) == name


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ng", "NG"), ("Ng", " ng "), ("Zoë", "ZOE\u0308"), ("Straße", "STRASSE"), ("Ｎｇ", "ng")],
)
def test_that_a_name_written_otherwise_has_the_same_key(one, other):
    assert name_key(one) == name_key(other)


@given(st.text(max_size=60))
def test_that_a_taken_name_has_the_key_that_was_asked_for(text):
    try:
        shown = check_name(text)
    except StaffRefusal:
        return
    assert name_key(shown) == name_key(text) != ""


@pytest.mark.parametrize("badge", ["", "abc", "B" * 65, "AB\x1dCD", "ng ng"])
def test_that_a_badge_that_is_none_or_is_the_name_is_refused(badge):
    with pytest.raises(StaffRefusal, match="expected"):
        check_badge(badge, "Ng NG")


# --- lock-outs ------------------------------------------------------------------------------------------------------


def test_that_a_lock_out_doubles_up_to_an_hour():
    assert [locked_s(n, 3) for n in range(12)] == [0, 0, 0, 30, 60, 120, 240, 480, 960, 1920, 3600, 3600]
    assert locked_s(10**9, 3) == MOST_LOCKED_S


@given(st.integers(0, 40), st.integers(0, 2**40))
def test_that_a_try_taken_back_leaves_the_count_as_it_was(failures, at_ms):
    before = Tries(failures)
    assert one_less(one_more(before, FREE_TRIES, at_ms)) == before


@given(st.integers(0, 40), st.integers(0, 2**40), st.integers(0, 2**40), st.integers(0, 2**40))
def test_that_a_clock_set_back_neither_ends_a_lock_out_nor_makes_it_longer_than_its_whole_time(
    failures, at_ms, later_ms, back_ms
):
    tries = one_more(Tries(failures), FREE_TRIES, at_ms)
    latest = at_ms + later_ms
    renewed = anew(tries, FREE_TRIES, latest, latest - back_ms)
    left_before = tries.locked_until - latest
    left = renewed.locked_until - (latest - back_ms)
    if left_before > 0:
        assert left == 1000 * locked_s(failures + 1, FREE_TRIES) >= left_before
    else:
        assert renewed.locked_until == 0

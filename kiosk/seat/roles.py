"""Staff of a seat, pure: roles with their rights, how names, PINs and badges look, how long wrong tries lock out.

Rights are the least that a role needs; the seat's store of staff keeps who has which role.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from enum import StrEnum
from itertools import pairwise
from types import MappingProxyType

import msgspec

LEAST_PIN, MOST_PIN = 6, 12  # digits
MOST_NAME = 40  # characters
LEAST_BADGE, MOST_BADGE = 4, 64  # characters

FREE_TRIES = 3  # so many wrong tries lock a user
TERMINAL_TRIES = 10  # so many in a row, of whatever names, lock the terminal
LOCKED_S = 30  # for the first time; each wrong try after it doubles the time
MOST_LOCKED_S = 3_600

_MOST_KEY = 2 * MOST_NAME  # characters that are looked at of a name that somebody typed
# Signs that count as printable and show nothing: with one of them a name looks like another's.
_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0\U000e0100-\U000e01ef]"
)
# Alphabets that share letters by their looks.
_ALIKE = frozenset({"LATIN", "GREEK", "CYRILLIC", "COPTIC", "ARMENIAN", "CHEROKEE"})


class StaffRefusal(ValueError):
    """Something about staff that is not done. The message says why; it holds no PIN, hash or badge."""


class Role(StrEnum):
    """What somebody is at the seat or at the Game Console."""

    ATTENDANT = "attendant"
    TECHNICIAN = "technician"
    SUPERVISOR = "supervisor"
    AUDITOR = "auditor"
    DEALER = "dealer"
    MANAGER = "manager"  # the shift manager, who decides what no rule covers (rule 5.10)


SEAT_ROLES = (Role.ATTENDANT, Role.TECHNICIAN, Role.SUPERVISOR, Role.AUDITOR)
CONSOLE_ROLES = (Role.DEALER, Role.SUPERVISOR, Role.MANAGER)  # each may all that those before it may


class Right(StrEnum):
    """What somebody may do at the seat."""

    SEE_STATUS = "see-status"
    SEE_METERS = "see-meters"
    SEE_EVENTS = "see-events"
    SEE_RECALL = "see-recall"
    SEE_CHARTS = "see-charts"
    ACKNOWLEDGE_EVENT = "acknowledge-event"
    CLEAR_LOCK = "clear-lock"
    PAY_BY_HAND = "pay-by-hand"
    ANSWER_TICKET = "answer-ticket"  # whether the paper was printed
    REPRINT_RECEIPT = "reprint-receipt"
    TEST_DEVICES = "test-devices"
    CALIBRATE_TOUCH = "calibrate-touch"
    CHANGE_SETTINGS = "change-settings"
    OPEN_CASH_BOX = "open-cash-box"  # the drop
    CLOSE_DAY = "close-day"
    CLEAR_METERS = "clear-meters"
    PRINT_REPORT = "print-report"
    MANAGE_STAFF = "manage-staff"
    RELEASE_OLDER_COPY = "release-older-copy"


class ActKind(StrEnum):
    """What happened to staff, and what a command did to the seat."""

    FIRST_MADE = "staff-first-made"
    MADE = "staff-made"
    LOGGED_IN = "staff-logged-in"
    LOGGED_OUT = "staff-logged-out"
    REFUSED = "staff-refused"
    LOCKED_OUT = "staff-locked-out"
    TERMINAL_LOCKED = "staff-terminal-locked"
    UNLOCKED = "staff-unlocked"
    PIN_CHANGED = "staff-pin-changed"
    PIN_RESET = "staff-pin-reset"
    ROLE_SET = "staff-role-set"
    BADGE_SET = "staff-badge-set"
    DEACTIVATED = "staff-deactivated"
    REACTIVATED = "staff-reactivated"
    CLOCK_WENT_BACK = "staff-clock-went-back"
    OLDER_ACCEPTED = "staff-older-accepted"
    COMMAND_BEGUN = "staff-command-begun"
    COMMAND_FAILED = "staff-command-failed"
    SET_UP_BEGUN = "seat-set-up-begun"
    SET_UP = "seat-set-up"
    LINE_DAMAGED = "staff-act-damaged"


class StaffAct(msgspec.Struct, frozen=True):
    """What happened, to whom and by whom, for a significant event. Names nobody who is not known."""

    kind: ActKind
    name: str
    by: str
    detail: dict[str, str | int] = {}


_ATTENDANT = frozenset(
    {
        Right.SEE_STATUS,
        Right.SEE_METERS,
        Right.SEE_EVENTS,
        Right.SEE_RECALL,
        Right.ACKNOWLEDGE_EVENT,
        Right.CLEAR_LOCK,
        Right.PAY_BY_HAND,
        Right.ANSWER_TICKET,
        Right.REPRINT_RECEIPT,
    }
)

_SUPERVISOR = _ATTENDANT | {
    Right.SEE_CHARTS,
    Right.OPEN_CASH_BOX,
    Right.CLOSE_DAY,
    Right.CLEAR_METERS,
    Right.CHANGE_SETTINGS,
    Right.MANAGE_STAFF,
    Right.RELEASE_OLDER_COPY,
    Right.PRINT_REPORT,
}

RIGHTS: Mapping[Role, frozenset[Right]] = MappingProxyType(
    {
        Role.ATTENDANT: _ATTENDANT,
        Role.TECHNICIAN: frozenset(
            {
                Right.SEE_STATUS,
                Right.SEE_EVENTS,
                Right.TEST_DEVICES,
                Right.CALIBRATE_TOUCH,
                Right.CHANGE_SETTINGS,
            }
        ),
        Role.SUPERVISOR: _SUPERVISOR,
        Role.MANAGER: _SUPERVISOR,
        Role.DEALER: frozenset(),
        Role.AUDITOR: frozenset(
            {
                Right.SEE_STATUS,
                Right.SEE_METERS,
                Right.SEE_EVENTS,
                Right.SEE_RECALL,
                Right.SEE_CHARTS,
                Right.PRINT_REPORT,
            }
        ),
    }
)


def may(role: Role, right: Right) -> bool:
    """Whether ``role`` has ``right``."""
    return right in RIGHTS[role]


def stands_for(role: Role, least: Role) -> bool:
    """Whether ``role`` is ``least`` or above it at the Game Console; a role of the seat alone is none there."""
    return role in CONSOLE_ROLES and CONSOLE_ROLES.index(role) >= CONSOLE_ROLES.index(least)


def check_name(name: str) -> str:
    """The name as it is shown: stripped and in Unicode's composed form. Raises :class:`StaffRefusal`.

    None has a sign that nobody sees, or letters of two alphabets that look alike: it would be read as somebody else's.
    """
    shown = unicodedata.normalize("NFC", name).strip()
    if not 1 <= len(shown) <= MOST_NAME or not shown.isprintable() or _UNSEEN.search(shown):
        raise StaffRefusal(
            f"name {shown[:MOST_NAME]!a} of {len(shown)} characters: expected 1 to {MOST_NAME} that can be printed"
        )
    alphabets = _ALIKE & {unicodedata.name(sign, "").partition(" ")[0] for sign in name_key(shown)}
    if len(alphabets) > 1:
        raise StaffRefusal(
            f"name {shown!a} of letters of {' and '.join(sorted(alphabets))}: expected those of one alphabet"
        )
    return shown


def name_key(name: str) -> str:
    """What is the same for all ways to write a name: capitals, wide letters, more blanks. Of any text."""
    text = " ".join(name[:_MOST_KEY].split())
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def is_pin(pin: str) -> bool:
    """Whether ``pin`` has the form of a PIN: 6 to 12 digits, easy to guess or not."""
    return LEAST_PIN <= len(pin) <= MOST_PIN and pin.isascii() and pin.isdecimal()


def check_pin(pin: str, name: str) -> None:
    """Refuse a PIN for ``name`` that is none or is easy to guess. Raises :class:`StaffRefusal`, without the PIN."""
    expected = f"expected {LEAST_PIN} to {MOST_PIN} digits"
    if not is_pin(pin):
        raise StaffRefusal(f"the PIN has {len(pin)} characters or other signs than digits: {expected}")
    steps = {(int(after) - int(before)) % 10 for before, after in pairwise(pin)}
    if steps == {0}:
        raise StaffRefusal(f"the PIN is one digit over and over: {expected} that differ")
    if steps in ({1}, {9}):
        raise StaffRefusal(f"the PIN is a straight run of digits: {expected} that do not count up or down")
    if pin[2:] == pin[:-2]:
        raise StaffRefusal(f"the PIN is one pair over and over: {expected} that do not repeat")
    if pin in name_key(name):
        raise StaffRefusal(f"the PIN stands in the name: {expected} that nobody reads there")


def check_badge(badge: str, name: str) -> str:
    """The text of a badge's barcode, stripped. Raises :class:`StaffRefusal`, without the text."""
    text = badge.strip()
    if not LEAST_BADGE <= len(text) <= MOST_BADGE or not text.isprintable():
        raise StaffRefusal(
            f"the badge's barcode has {len(text)} characters: "
            f"expected {LEAST_BADGE} to {MOST_BADGE} that can be printed"
        )
    if name_key(text) == name_key(name):
        raise StaffRefusal("the badge's barcode is the user's name: expected a text that nobody can guess")
    return text


class Tries(msgspec.Struct, frozen=True, array_like=True):
    """Wrong tries in a row, and until when they lock out, in ms since 1970 UTC; 0: not locked."""

    failures: int = 0
    locked_until: int = 0


def locked_s(failures: int, free: int) -> int:
    """For how long so many wrong tries lock out, in seconds; ``free`` is how many it takes to lock at all."""
    if failures < free:
        return 0
    return min(MOST_LOCKED_S, LOCKED_S << min(failures - free, 7))


def one_more(tries: Tries, free: int, at_ms: int) -> Tries:
    """With one wrong try more at ``at_ms``, which locks out when ``free`` of them are reached."""
    seconds = locked_s(tries.failures + 1, free)
    return Tries(tries.failures + 1, at_ms + 1000 * seconds if seconds else 0)


def one_less(tries: Tries) -> Tries:
    """Without a try that was counted and was none. It was looked at, so that there was no lock-out before it."""
    return Tries(max(0, tries.failures - 1))


def anew(tries: Tries, free: int, latest_ms: int, now_ms: int) -> Tries:
    """After the clock went back from ``latest_ms``: a lock-out that ran then begins anew, any other is over."""
    runs = tries.locked_until > latest_ms
    return Tries(tries.failures, now_ms + 1000 * locked_s(tries.failures, free) if runs else 0)

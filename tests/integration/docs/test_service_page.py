"""docs/service.md says what the program does: rights, pages, keys, times."""

from pathlib import Path

from kiosk.app.cabinets import lamp_of
from kiosk.seat import roles
from kiosk.seat.settings import UNDO_LENGTH, Settings
from kiosk.seat.state import Lock, LockKind, SeatState, Service, with_lock
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.service.gate import TIME_OUT_MS
from kiosk.ui.service.pages.settings import FIELDS
from kiosk.ui.service.screen import ENTRIES
from kiosk.ui.terminal.bars.top_bar import HOLD_MS
from kiosk.ui.terminal.play.keys import ATTENDANT_KEY, CABINET_KEYS, TICKET_KEY

DOCS = Path(__file__).resolve().parents[3] / "docs"
PAGE = (DOCS / "service.md").read_text(encoding="utf-8")


def _rows(text):
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]


def test_that_the_table_of_rights_is_what_each_role_may():
    table = _rows(PAGE.partition("<!-- roles: begin -->")[2].partition("<!-- roles: end -->")[0])
    names = [roles.Role(name) for name in table[0][2:]]
    assert sorted(names) == sorted(roles.SEAT_ROLES)
    told = {row[0].strip("`"): [cell == "yes" for cell in row[2:]] for row in table[2:]}
    assert told == {right: [roles.may(role, right) for role in names] for right in roles.Right}


def test_that_every_page_is_explained_in_the_order_of_its_tabs():
    texts = Texts(Language.EN)
    heads = [line.removeprefix("### ") for line in PAGE.splitlines() if line.startswith("### ")]
    assert heads == [texts.get(entry.title) for entry in ENTRIES]


def test_that_a_page_is_told_at_the_right_that_opens_it():
    texts = Texts(Language.EN)
    for entry in ENTRIES:
        assert f"| `{entry.right}` | the page {texts.get(entry.title)} |" in PAGE


def test_that_the_keys_of_the_demonstration_are_those_of_the_page():
    table = _rows(PAGE.partition("## Keys of the demonstration")[2])
    keys = {row[0] for row in table[2:]}
    assert keys == {"F1 to F5", TICKET_KEY, ATTENDANT_KEY, *CABINET_KEYS}


def test_that_the_times_and_counts_are_those_of_the_program():
    assert f"Hold the top bar for {HOLD_MS // 1000} seconds" in PAGE
    assert f"After {TIME_OUT_MS // 60_000} minutes without a touch" in PAGE
    assert f"has {roles.LEAST_PIN} to {roles.MOST_PIN} digits" in PAGE
    assert f"for {roles.LOCKED_S} seconds" in PAGE
    assert (roles.FREE_TRIES, roles.TERMINAL_TRIES, roles.MOST_LOCKED_S) == (3, 10, 3_600)
    assert f"up to {UNDO_LENGTH} times" in PAGE


def test_that_every_setting_is_on_the_page_of_settings():
    assert {field.name for field in FIELDS} == set(Settings.__struct_fields__)


def test_that_the_lamp_shines_as_the_page_says():
    def lamp(*kinds, **state):
        found = SeatState(**state)
        for kind in kinds:
            found = with_lock(found, Lock(kind))
        return lamp_of(found)

    texts = {row[0]: row[1] for row in _rows(PAGE.partition("## The tower lamp")[2].partition("##")[0])[2:]}
    assert lamp(calling=True).white.name == "ON"
    assert texts["white on"] == "the player calls"
    assert lamp(LockKind.HANDPAY).white.name == "FAST_BLINK"
    assert lamp(LockKind.DOOR).amber.name == "ON"
    assert lamp(LockKind.SERVICE).amber.name == "SLOW_BLINK"
    assert lamp(LockKind.ACCEPTOR).red.name == "FAST_BLINK"
    assert lamp(LockKind.DOOR).alarm
    assert not lamp(LockKind.DOOR, service=Service("Kim", "technician")).alarm

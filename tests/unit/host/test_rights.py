"""Who may do what with which key: every role, every verb, every kind of key, and what only looks like one."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.host.rights import LINES, Identity, Role, Verb, identity, may
from kiosk.table import keys
from kiosk.tools.rights_page import page

PAGE = Path(__file__).parents[3] / "docs" / "rights.md"
SEAT, OTHER = Identity("12", Role.SEAT, "07"), Identity("12", Role.SEAT, "08")
CONSOLE, CASHIER = Identity("12", Role.CONSOLE, "console"), Identity("12", Role.CASHIER, "12")
PARTIES = (SEAT, OTHER, CONSOLE, CASHIER)

# One key or prefix of everything that is written anywhere, and which parties may do what with it.
READ, APPEND, BAR, HOLD, STAND, WATCH = Verb.READ, Verb.APPEND, Verb.BAR, Verb.HOLD, Verb.STAND, Verb.WATCH
EXPECTED = {
    keys.root("12"): {CONSOLE: {READ, BAR}},
    keys.rounds("12"): {SEAT: {READ}, OTHER: {READ}, CONSOLE: {READ, APPEND, BAR}},
    keys.round_event("12", 4, 1): {SEAT: {READ}, OTHER: {READ}, CONSOLE: {READ, APPEND, BAR}},
    keys.life("12", 1): {SEAT: {READ}, OTHER: {READ}, CONSOLE: {READ, APPEND, BAR}},
    keys.closed("12", 4): {SEAT: {READ, BAR}, OTHER: {READ, BAR}, CONSOLE: {READ, APPEND, BAR}},
    keys.seat("12", "07"): {SEAT: {READ, APPEND}, CONSOLE: {READ, BAR, WATCH}},
    keys.slip("12", "07", 4, 1): {SEAT: {READ, APPEND}, CONSOLE: {READ, BAR, WATCH}},
    keys.private("12", "07"): {SEAT: {READ, BAR}, CONSOLE: {READ, APPEND, BAR}},
    keys.paid_mark("12", "07", 4, 1): {SEAT: {READ, BAR}, CONSOLE: {READ, APPEND, BAR}},
    keys.consoles("12"): {CONSOLE: {READ, APPEND, BAR, HOLD}},
    keys.console("12", 1): {CONSOLE: {READ, APPEND, BAR, HOLD}},
    keys.manager_record("12", 1): {CONSOLE: {READ, APPEND, BAR}},
    keys.desk_record("12", 1): {CONSOLE: {READ, APPEND, BAR}},
    keys.present("12", "07"): {SEAT: {STAND}, CONSOLE: {READ, BAR, WATCH}},
    keys.presences("12"): {CONSOLE: {READ, BAR, WATCH}},
    keys.console_present("12", "console", "x"): {CONSOLE: {READ, BAR, STAND, WATCH}},
    keys.left("12"): {CONSOLE: {READ}},
    keys.left_by("12", "0" * 16): {CONSOLE: {READ}},
    keys.anchor("12", "07"): {},
    keys.anchor_release("12", "07", 1): {},
    "etg-house/": {},
    "etg-house/tickets/": {CASHIER: {Verb.LIST}},
    "etg-house/steps/": {CASHIER: {Verb.LIST}},
    "etg-house/clock": {},
    "etg-house/turn/": {},
}
LOOK_ALIKE = (
    *(
        "",
        "/",
        "e",
        "etg",
        "etg/",
        "etg/1",
        "etg/12",
        "etg/123/",
        "etg/13/round/",
        "etg/12x/round/",
        "ETG/12/round/",
    ),
    *(
        "etg/12/roun",
        "etg/12/rounds/",
        "etg/12//round/",
        "etg//12/round/",
        "etg/12/round\0/",
        "etg/12/röund/",
    ),
    *("etg/12/seat/", "etg/12/seat/0", "etg/12/seat/07", "etg/12/seat/070/", "etg/12/seat/07x/slip/1/1"),
    *("etg/12/present/07/", "etg/12/present/070", "etg/12/present/0", "\xff", "etg/12/round/\n"),
)


@pytest.mark.parametrize("key", EXPECTED)
def test_that_each_party_may_do_with_a_key_what_is_listed_and_nothing_else(key):
    for who in PARTIES:
        allowed = {verb for verb in Verb if may(who, verb, key)} - {Verb.ASK, Verb.RAISE}
        expected = set(EXPECTED[key].get(who, ()))
        assert allowed == expected, (who, key)


@pytest.mark.parametrize("key", LOOK_ALIKE)
def test_that_what_only_looks_like_a_key_is_nobodys(key):
    for who in (SEAT, CASHIER):
        assert not [verb for verb in Verb if may(who, verb, key)], (who, key)


def test_that_the_root_of_a_table_is_no_way_to_another_tables():
    for other in ("etg/123/", "etg/1/", "etg/", "etg/12", "etg-house/tickets/", "etg/13/round/"):
        assert not may(CONSOLE, Verb.READ, other), other


@given(st.sampled_from(list(Role)), st.sampled_from(list(Verb)), st.text(max_size=40))
def test_that_no_key_but_those_under_a_line_is_allowed(role, verb, key):
    who = Identity("12", role, "07")
    lines = [line.replace("{table}", "12").replace("{name}", "07") for line in LINES[role].get(verb, ())]
    under = any(key == line or (line.endswith("/") and key.startswith(line)) for line in lines)
    assert not may(who, verb, key) or under


@given(st.text(alphabet="etg/1207seat-roundclosedprivate.", max_size=30))
def test_that_whoever_may_read_a_prefix_may_read_all_below_it_and_nothing_beside(prefix):
    for who in PARTIES:
        if may(who, Verb.READ, prefix):
            assert may(who, Verb.READ, prefix + "x")
            assert any(
                prefix.startswith(line.replace("{table}", "12").replace("{name}", who.name))
                for line in LINES[who.role][Verb.READ]
            )


@pytest.mark.parametrize(
    "name",
    [
        *(
            "",
            "root",
            "12",
            "12.host",
            "12.seat",
            "12.seat.",
            "12.seat.07.",
            "12.seat.07.x",
            ".seat.07",
            "12.seats.07",
        ),
        *(
            "12.console.x",
            "12.consoles",
            "x.12.console",
            "12.seat.0/7",
            "12.seat.07\n",
            "12.seat.07\0",
            "12 .console",
        ),
        *(
            "12.seat." + "7" * 17,
            "1" * 17 + ".console",
            "12.cashier.x",
            "٣.console",
            "12.Console",
            "-1.console",
        ),
    ],
)
def test_that_other_names_are_nobody(name):
    assert identity(name) is None


@pytest.mark.parametrize("party", ["seat.07", "console", "cashier"])
def test_that_no_table_is_named_as_the_folder_of_the_jackpots(party):
    assert identity(f"jackpot.{party}") is None


METER, ACTS = "etg/jackpot/main/meter", "etg/jackpot/main/act/12/"
SEES, MOVES = {Verb.SEE}, {Verb.MOVE}
OF_JACKPOTS = {
    METER: {SEAT: SEES, OTHER: SEES, CONSOLE: SEES},
    ACTS: {CONSOLE: MOVES},
    f"{ACTS}4/contributed": {CONSOLE: MOVES},
    f"{ACTS}4/paid-07": {CONSOLE: MOVES},
    "etg/jackpot/main/act/terms.1": {},
    "etg/jackpot/main/act/123/4/contributed": {},
    "etg/jackpot/main/act/13/4/contributed": {},
    "etg/jackpot/main/act/": {},
    "etg/jackpot/main/": {},
    "etg/jackpot/main/meter/": {},
    "etg/jackpot/": {},
    "etg/jackpot/other/meter": {},
    "etg/jackpot/other/act/12/": {},
}


@pytest.mark.parametrize("key", OF_JACKPOTS)
def test_that_a_table_moves_its_own_jackpot_by_its_own_acts_alone(key):
    for who in PARTIES:
        allowed = {verb for verb in Verb if may(who, verb, key, "main")}
        assert allowed == OF_JACKPOTS[key].get(who, set()), (who, key)
        assert not [verb for verb in Verb if may(who, verb, key)], "its table shares none"


def test_that_names_are_who_they_say():
    assert identity("12.seat.07") == SEAT
    assert identity("12.console") == CONSOLE
    assert identity("12.spare-console") == Identity("12", Role.CONSOLE, "spare-console")
    assert identity("12.cashier") == CASHIER


def test_that_the_page_is_what_the_function_says():
    assert PAGE.read_text(encoding="utf-8") == page(), "write it again: python -m kiosk.tools.rights_page"

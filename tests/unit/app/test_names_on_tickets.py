"""A name that no ticket can bear is refused where it is configured, with the sign that is the matter."""

import re

import pytest
from msgspec.structs import replace

from kiosk.app.machine import Seat, check_names, demo_place, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.devices.printer.names import why_not_printed
from kiosk.faults import EnvironmentFault
from kiosk.ops.provision.plan import Plan

THAI = "Royal กรุงเทพ Club"


@pytest.mark.parametrize("name", ["Harbour Casino", "新濠天地", "Città di Ljubljana № 7", "Ёлка"])
def test_that_what_the_fonts_have_is_printed(name):
    assert why_not_printed(name, 48) is None


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        (THAI, "sign 'ก' (U+0E01)"),
        ("அரண்மனை", "sign 'அ' (U+0B85)"),
        ("Lucky \N{SLOT MACHINE}", "(U+1F3B0)"),
        ("", "1 to 48"),
        ("   ", "not blanks alone"),
        ("\N{IDEOGRAPHIC SPACE}", "1 to 48"),
        ("A\nB", "1 to 48"),
        ("x" * 49, "1 to 48"),
    ],
)
def test_that_a_name_is_refused_by_its_sign_everywhere(tmp_path, name, reason):
    assert reason in why_not_printed(name, 48)
    with pytest.raises(EnvironmentFault, match=re.escape(reason)):
        Plan("12", name, ("01",), (), ())
    rules = read_rules("B")
    place = demo_place(rules)
    with pytest.raises(EnvironmentFault, match=re.escape(reason)):
        check_names(replace(place.config, casino=name))


def test_that_a_seat_with_a_blank_name_does_not_start_and_writes_nothing(tmp_path):
    rules = read_rules("B")
    place = demo_place(rules)
    state = StateDir(tmp_path / "s")
    state.hold()
    blank = type(place)(replace(place.config, casino="   "), own_log=True)
    with pytest.raises(EnvironmentFault, match="casino of '   '"):
        Seat(state, rules, lambda _: None, blank)
    assert not state.seat.exists()
    state.release()

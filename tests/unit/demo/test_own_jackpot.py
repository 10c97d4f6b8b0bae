"""A demonstration on one machine has a jackpot of its own: its rounds offer it, and it is kept."""

import time

import pytest

from kiosk.app.machine import Seat, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.console.chance import seeded_chance
from kiosk.console.desk import Pace
from kiosk.demo.own_jackpot import OwnJackpot, terms_of
from kiosk.demo.own_table import OpenTable
from kiosk.jackpot.meter import Terms
from kits.jackpot.acts import contribute, moved, shown

WITHIN_S = 30


@pytest.fixture
def own(tmp_path):
    """Opens it; whatever is open at the end is closed."""
    bugs, opened = [], []

    def begin():
        opened.append(OwnJackpot(tmp_path / "jackpot.db", terms_of(read_rules("A", of="stud")), bugs.append))
        return opened[-1]

    yield begin
    opened[-1].close()
    assert bugs == []


def test_that_it_begins_with_what_the_table_says_and_a_game_without_one_has_none():
    assert terms_of(read_rules("A", of="stud")) == Terms(1, 5_000_000, 30, 100)
    assert terms_of(read_rules("B")) is None


def test_that_it_is_kept_over_a_restart(own):
    first = own()
    moved(first.asked, contribute("T1", 1))
    first.close()
    assert shown(own().asked).value == 5_000_030


def test_that_rounds_offer_it(own, tmp_path):
    state = StateDir(tmp_path / "state")
    state.hold()
    rules = read_rules("A", of="stud")
    seat, now = Seat(state, rules, lambda _: None), [0]
    table = OpenTable(seat, rules, seeded_chance(1), Pace(), lambda: now[0], jackpot=own())
    try:
        end = time.monotonic() + WITHIN_S
        while not table.service.table.number:
            assert time.monotonic() < end
            table.deal()
            now[0] += 100
        offered = table.service.table.jackpot
        assert (offered.shown, offered.bet, offered.reset) == (5_000_000, 100, 5_000_000)
        assert table.desk.view.jackpot.taken
    finally:
        table.desk.close()
        table.log.close()
        seat.close()
        state.release()

"""A seat starts with no other layout, odds or limits while a round of it can be decided anew; nor does an update."""

from contextlib import closing
from dataclasses import replace

import msgspec
import pytest

from kiosk.app.machine import Seat, demo_place, read_rules
from kiosk.app.state_dir import StateDir
from kiosk.faults import EnvironmentFault
from kiosk.ops.update.examine import examine
from kiosk.ops.update.places import SEAT
from kiosk.seat import events as e
from kiosk.store.seat_store import SeatStore
from kits.store.aged_seat import Aged

pytestmark = pytest.mark.rule("sicbo:5.5", "sicbo:4.1")
WRITTEN = (("win_limit", "500000"), ("volume", "3"))


@pytest.fixture
def played(tmp_path):
    """The folder of a seat that has bet in its only round, on layout A, and been paid out."""
    folder = tmp_path / SEAT
    folder.mkdir()
    with closing(SeatStore(StateDir(folder).seat)) as store:
        play = Aged(store)
        play.context = replace(play.context, written=dict(WRITTEN))
        play.do(e.Restarted())
        play.ready(1_000)
        play.bet(big=1_000)
        play.finish(1, 2, 3)
    return folder


def start(folder, layout="A", written=WRITTEN):
    rules = read_rules(layout)
    config = msgspec.structs.replace(demo_place(rules).config, seat="07", table="12")
    place = replace(demo_place(rules), config=config, written=written)
    return Seat(StateDir(folder), rules, lambda _: None, place)


@pytest.mark.parametrize(
    ("layout", "written", "said"),
    [
        ("C", WRITTEN, "layout A, started was layout C"),
        ("B", WRITTEN, "layout A, started was layout B"),
        ("A", (("win_limit", "1"), ("volume", "3")), "limits were changed in the configuration"),
    ],
)
def test_that_a_seat_does_not_start_with_what_a_correction_could_not_bear(played, layout, written, said):
    before = StateDir(played).seat.read_bytes()
    with pytest.raises(EnvironmentFault, match=said) as fault:
        start(played, layout, written)
    assert "until 100 more rounds" in fault.value.way_out
    assert StateDir(played).seat.read_bytes() == before


def test_that_bets_of_the_first_round_keep_the_seat_to_their_pay_table(tmp_path, monkeypatch):
    """No round of it can be decided anew yet, and the layout's name is the same."""
    with closing(SeatStore(StateDir(tmp_path).seat)) as store:
        play = Aged(store)
        play.do(e.Restarted())
        play.ready(1_000)
        play.bet(big=1_000)
    other = replace(read_rules("A"), layout=Paying(read_rules("A").layout, read_rules("B").layout))
    monkeypatch.setitem(globals(), "read_rules", lambda _: other)
    with pytest.raises(EnvironmentFault, match="bets of round 1 are in play by other spots or odds"):
        start(tmp_path)


class Paying:
    """A layout that pays as another one does."""

    def __init__(self, layout, other):
        self._layout, self.odds, self.spots = layout, other.odds, other.spots

    def __getattr__(self, name):
        return getattr(self._layout, name)


def test_that_an_update_with_another_pay_table_is_refused_before_it_begins(played, tmp_path, monkeypatch):
    assert examine(tmp_path, tmp_path / "none").findings == ()
    other = replace(read_rules("A"), layout=read_rules("B").layout)
    monkeypatch.setattr("kiosk.ops.update.examine.read_rules", lambda _, **_of: other)
    (found,) = examine(tmp_path, tmp_path / "none").findings
    assert "round 1" in found

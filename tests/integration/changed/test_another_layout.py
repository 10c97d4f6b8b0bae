"""A seat gets another layout, or none any more: what was bet before counts by the layout that it was bet on."""

from dataclasses import replace

import pytest

from kiosk.app.machine import read_rules
from kiosk.book.accounts import Asked, table_report
from kiosk.book.archive import open_book
from kiosk.console import commands as c
from kiosk.console.commands import Refusal
from kiosk.console.view import Next, Presence
from kiosk.faults import EnvironmentFault
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.round import Phase
from kits.console.desk import NG, OTHER_DICE, Table
from kits.games import pit as pits
from kits.games.blackjack_pit import BLACKJACK, Pit
from kits.games.blackjack_rounds import FELT
from kits.games.stud_pit import BETS, CALLS, CARDS, LOST_08, STUD, WON_07
from kits.seat.seats import TABLE

pytestmark = pytest.mark.rule("sicbo:4.1", "sicbo:5.2")
WON = {"07": {"small": 1_000}, "08": {"big": 500}}
LATER = [
    {"07": "C", "08": "C", "09": "A"},
    {"08": "C", "09": "A"},
]  # another layout, and no such seat any more


@pytest.fixture
def table(tmp_path):
    """A table after a round in which all have settled, and another one in which seat 07 died with $20 due."""
    table = Table(tmp_path)
    table.start()
    table.bring_to(Phase.ENDED, bets=WON)
    table.bring_to(Phase.RESULT, bets=WON, settle=False)
    table.settles("08")
    table.view  # noqa: B018 - the console reads what stands there
    table.ok(c.EndRound())
    yield table
    table.close()


def told(table):
    """What the console, its whole archive and the report say that was staked and paid, in cents."""
    settings = table.config().settings
    whole = open_book(table.archive, settings.game, settings.all_layouts, settings.seats, whole=True).totals
    report = table_report(table.archive, settings, Asked("Harbour Casino", "1", "2026-01-31T12:00:00Z"))
    assert report.findings == []
    found = table.view.totals
    return [(one.turnover, one.paid) for one in (found, whole, report.total)]


@pytest.mark.parametrize("seats", LATER)
def test_that_what_was_staked_and_paid_stays_what_it_was(table, seats):
    before = told(table)
    assert before == [(3_000, 4_000)] * 3
    table.seats = seats
    table.again()
    assert told(table) == before


@pytest.mark.parametrize("seats", LATER)
def test_that_a_player_whose_seat_is_gone_is_paid_what_is_due(table, seats):
    table.seats = seats
    table.again()
    assert table.seat("07").payable == 2_000
    table.ok(c.PayByHand("07", 2, NG))
    assert table.seat("07").paid_by_hand == 2_000
    assert table.view.last_rounds[0].unsettled == ()
    assert told(table) == [(3_000, 4_000)] * 3


def test_that_an_open_item_of_a_seat_that_is_gone_waits_and_is_closed(table):
    item = r.OpenItem(seat="07", round=1, decision=1, cents=700)
    table.put(keys.report(TABLE, item), item)
    table.seats = LATER[1]
    table.again()
    assert [(one.seat, one.cents) for one in table.view.open_items] == [("07", 700)]
    assert (table.seat("07").open_items, table.seat("07").layout) == (1, "A")
    closes = {"round": 1, "seat": "07", "closes": 1}
    assert table.do(c.RecordDecision("paid", "scrapped", NG, cents=700, **closes)).key == "unknown-seat"
    table.ok(c.RecordDecision("waived", "scrapped", NG, **closes))
    assert table.view.open_items == ()


def test_that_a_round_of_before_is_decided_anew_by_the_layout_that_it_was_played_on(table):
    table.seats = LATER[0]
    table.again()
    table.ok(c.CorrectResult(OTHER_DICE, NG, 2, reason="misread"))
    assert (table.seat("07").due, table.seat("08").due) == (0, 1_000)


def test_that_a_seat_plays_by_its_new_layout_and_the_table_counts_it(table):
    table.ok(c.PayByHand("07", 2, NG))
    table.seats = LATER[0]
    table.again()
    table.bring_to(Phase.ENDED, bets={"07": {"single-1": 500}})
    assert told(table) == [(3_500, 5_000)] * 3


@pytest.fixture
def pit(tmp_path):
    pit = pits.Pit(tmp_path, STUD)
    pit.start()
    pit.sit()
    yield pit
    pit.close()


def test_that_a_seat_that_is_none_of_the_file_is_there_all_the_same(pit):
    """Its player has seen the hand: silence is a Fold, and no bet comes back as to a seat that is gone."""
    pit.opens(**BETS)
    pit.seats = {"07": "A"}
    pit.again()
    pit.pump()
    assert pit.seat("08").presence is Presence.PRESENT
    pit.deals(CARDS, {"s07": "bet"})
    pit.ends()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    assert pit.audits() == []


@pytest.mark.parametrize("until", [None, Next.CLOSE_DECISIONS])
def test_that_a_bet_plays_though_its_seat_is_taken_out_of_the_file_in_the_round(pit, until):
    pit.opens(**BETS)
    if until is not None:
        pit.deals(CARDS, CALLS, until)
    pit.seats = {"07": "A"}
    pit.again()
    assert pit.view.phase is (Phase.BETTING if until is None else Phase.PLAY)
    pit.deals(CARDS, CALLS)
    pit.ends()
    assert (pit.money("07"), pit.money("08")) == (WON_07, LOST_08)
    assert pit.audits() == []


def on_layout_b(pit):
    """The console's file names layout B: the cards come from a shoe."""
    b = read_rules("B", of="stud")
    pit.of = replace(STUD, layout=b.layout)
    pit.seats = dict.fromkeys(pit.seats, "B")
    config = pit.config

    def changed(console="console-1"):
        found = config(console)
        settings = replace(found.settings, layouts={"B": b.layout, "A": STUD.layout})
        return replace(found, settings=settings)

    pit.config = changed


def test_that_a_card_table_with_an_open_round_keeps_its_layout(pit):
    pit.opens(**BETS)
    on_layout_b(pit)
    with pytest.raises(EnvironmentFault, match="round 1 is open and is dealt by layout A: expected B"):
        pit.again()
    pit.desk = None


def test_that_rounds_of_a_card_table_count_by_the_layout_that_they_were_dealt_by(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS)
    pit.ends()
    before = told(pit)
    assert before[0] == (3_600, 24_000)
    on_layout_b(pit)
    pit.again()
    assert told(pit) == before


def test_that_more_boxes_with_bets_than_are_dealt_to_are_told_as_such_and_a_void_gives_all_back(tmp_path):
    felt = replace(FELT, boxes=2)
    pit = Pit(tmp_path, replace(BLACKJACK, layout=felt), seats=("07", "08", "09"))
    pit.start()
    pit.sit("07", "08", "09")
    pit.opens(**{f"s{name}": {"initial": 1_000} for name in pit.seats})
    del pit.seats["09"]
    pit.again()
    pit.ok(c.ResumeBetting())
    pit.ok(c.CloseBets())
    view = pit.until(lambda view: view.next is Next.NAME_BOXES and not view.waits_for)
    assert view.why_not == Refusal("too-many-boxes", {"count": 3})
    pit.ok(c.Void("too many boxes", NG))
    pit.pump()
    assert [pit.money(name) for name in pit.real] == [(10_000, 0, 0)] * 3
    pit.close()

"""The tests' own game over a real etcd: hosts, TLS, and a certificate for each seat and for the console."""

from functools import partial

import pytest

from kiosk.console import commands as c
from kiosk.console.view import Next
from kiosk.links.calls.errors import Denied
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import NoAnswer, Put, Refused
from kiosk.table.round import Phase
from kits.games.over_etcd import hosts_with, pit_over
from kits.games.pit import sealed_heard
from kits.links.etcd import Certificates
from toy.pit import Pit
from toy.rules import DEALER, FOLD, RAISE

CARDS = {"s07": "Ah", "s08": "2c", DEALER: "Kd"}
BETS = {"s07": {"ante": 1_000, "high": 500}, "s08": {"ante": 1_000}}
CALLS = {"s07": RAISE, "s08": FOLD}


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    return Certificates(tmp_path_factory.mktemp("floor"))


@pytest.fixture
def hosts(etcd_server, certificates):
    with hosts_with(etcd_server, certificates) as hosts:
        yield hosts


@pytest.fixture
def pit(hosts, tmp_path):
    with pit_over(hosts, partial(Pit, tmp_path)) as pit:
        yield pit


def test_that_rounds_are_played_and_every_book_agrees(pit):
    for calls, credit in ((CALLS, 12_400), ({"s07": FOLD, "s08": RAISE}, None)):
        pit.opens(**BETS)
        view = pit.deals(CARDS, calls)
        assert view.phase is Phase.RESULT
        pit.ends()
        pit.until(lambda _: all(not seat.state.balances.escrow for seat in pit.real.values()))
        assert credit is None or pit.real["07"].state.balances.credit == credit
    pit.until(lambda _: not pit.desk._core.service.reading.waits)
    assert pit.audits() == []


def test_that_no_seat_can_read_what_another_holds(pit, hosts):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS, until=Next.CLOSE_DECISIONS)
    pit.until(lambda _: all(seat.state.sealed.values for seat in pit.real.values()))
    assert {name: sealed_heard(seat) for name, seat in pit.real.items()} == {"07": {"07"}, "08": {"08"}}
    thief = hosts.of("12.seat.08")
    for prefix in (
        keys.sealed("12", "07"),
        keys.private("12", "07"),
        "etg/12/private/",
        "etg/12/private/07",
        keys.choices("12", "07"),
        keys.root("12"),
        "etg/",
    ):
        for read in (
            lambda at=prefix: thief.read([at], 0, 100),
            lambda at=prefix: thief.last(at),
            lambda at=prefix: list(thief.read([keys.rounds("12"), at], 0, 100)),
        ):
            with pytest.raises(Denied):
                read()
    assert all(b"Ah" not in entry.value for entry in thief.read([keys.rounds("12")], 0, 1_000))


@pytest.mark.parametrize(
    "record",
    [
        r.FactsSealed(seat="08", round=1, n=9, first=2, facts=(r.Fact("card", ("As",), "08", "08"),)),
        r.DecisionBarrier(round=1, n=1),
        r.DecisionsClosed(round=1, n=1),
        r.Choice(seat="07", round=1, n=1, rev=1, window="call", choice=FOLD),
    ],
)
def test_that_a_seat_writes_nothing_of_consoles_and_nothing_of_others(pit, hosts, record):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    at = {
        r.FactsSealed: lambda: keys.facts_sealed("12", record),
        r.DecisionBarrier: lambda: keys.decided("12", 1, 1),
        r.DecisionsClosed: lambda: keys.round_event("12", 1, 99),
        r.Choice: lambda: keys.choice("12", record),
    }[type(record)]()
    thief = hosts.of("12.seat.08")
    with pytest.raises((Denied, NoAnswer)):
        thief.append([Put(at, r.encode(record))])
    assert not pit.seat("07").decided


def test_that_the_host_bars_a_late_choice_that_names_no_bar(pit):
    """A seat that leaves out the bar on purpose meets it all the same."""
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.pass_ms(31_000, 1_000)
    pit.until(lambda view: view.next is not Next.CLOSE_DECISIONS)
    late = r.Choice(seat="07", round=1, n=1, rev=1, window="call", choice=RAISE, stakes={"raise": 1_000})
    answer = pit.real["07"].log.append([Put(keys.choice("12", late), r.encode(late))])
    assert isinstance(answer, Refused)
    assert answer.key == keys.decided("12", 1, 1)


def test_that_a_seat_killed_while_it_decides_has_the_same_cards_and_its_choice(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    seat = pit.real["07"]
    pit.until(lambda _: seat.state.table.deciding == 1)
    own = seat.state.facts
    seat.chooses(RAISE, **{"raise": 1_000})
    seat.again()
    pit.until(lambda _: pit.seat("07").decided)
    pit.until(lambda _: seat.state.chosen is not None)
    assert (seat.state.facts, seat.state.chosen.choice, seat.state.balances.escrow) == (own, RAISE, 2_500)
    pit.deals(CARDS, {"s08": FOLD})
    pit.ends()
    pit.until(lambda _: seat.state.balances.escrow == 0)
    assert pit.audits() == []


def test_that_a_void_is_answered_also_by_a_seat_that_was_away(pit):
    pit.opens(**BETS)
    pit.deals(CARDS, CALLS, until=Next.REVEAL)
    seat = pit.real.pop("08")
    seat.goes()
    from kits.console.desk import NG

    pit.ok(c.Void("a card fell", NG))
    pit.real["08"] = seat
    seat.comes()
    pit.until(lambda _: all(one.state.balances.escrow == 0 for one in pit.real.values()))
    assert (pit.money("07"), pit.money("08")) == ((10_000, 0, 0), (10_000, 0, 0))
    pit.until(lambda view: not view.waits_for)
    assert pit.audits() == []

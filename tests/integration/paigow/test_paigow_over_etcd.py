"""Pai Gow over a real etcd: hosts, TLS, and a certificate for each seat and for the console."""

from functools import partial

import pytest

from kiosk.console.view import Next
from kiosk.games.laid import DEALER
from kiosk.links.calls.errors import Denied
from kiosk.table import keys
from kiosk.table.log import NoAnswer
from kiosk.table.round import Phase
from kits.games import pit as pits
from kits.games.over_etcd import hosts_with, pit_over
from kits.games.paigow_pit import BETS, CARDS, PAIGOW, SETTINGS, STOOD_08, WON_07
from kits.links.etcd import Certificates


@pytest.fixture(scope="module")
def certificates(tmp_path_factory):
    return Certificates(tmp_path_factory.mktemp("floor"))


@pytest.fixture
def hosts(etcd_server, certificates):
    with hosts_with(etcd_server, certificates) as hosts:
        yield hosts


@pytest.fixture
def pit(hosts, tmp_path):
    with pit_over(hosts, partial(pits.Pit, tmp_path, PAIGOW)) as pit:
        yield pit


@pytest.mark.rule("paigow:3.12", "paigow:5.15")
def test_that_a_round_is_settled_and_no_seat_can_read_what_another_holds_or_how_it_sets(pit, hosts):
    pit.opens(**BETS)
    pit.deals(CARDS, {}, until=Next.CLOSE_DECISIONS)
    pit.until(lambda _: all(seat.may_choose for seat in pit.real.values()))
    pit.real["07"].chooses("set:Jc8s")
    pit.until(lambda _: pit.seat("07").decided)
    assert {name: pits.sealed_heard(seat) for name, seat in pit.real.items()} == {"07": {"07"}, "08": {"08"}}
    thief = hosts.of("12.seat.08")
    for prefix in (
        keys.sealed("12", "07"),
        keys.private("12", "07"),
        keys.choices("12", "07"),
        keys.root("12"),
    ):
        with pytest.raises((Denied, NoAnswer)):
            thief.read([prefix], 0, 100)
    thief.close()
    every = [entry.value for entry in pit.real["08"].heard]
    hidden = [f'"{card}"'.encode() for card in (*CARDS["07"], *CARDS[DEALER])]
    assert not [value for value in every for card in hidden if card in value]
    assert pit.deals(CARDS, SETTINGS).phase is Phase.RESULT
    pit.ends()
    pit.until(lambda _: all(not seat.state.balances.escrow for seat in pit.real.values()))
    assert (pit.money("07"), pit.money("08")) == (WON_07, STOOD_08)
    pit.until(lambda _: not pit.desk._core.service.reading.waits)
    assert pit.audits() == []

"""Blackjack over a real etcd: hosts, TLS, a certificate for each seat and for the console; killed in every window."""

import random
from functools import partial

import pytest

from kiosk.console.view import Next
from kiosk.table.round import Phase
from kits.audit.pit_books import check_parts
from kits.games.blackjack_pit import BETS, SAYS, SHOE, WON_07, WON_08, Pit
from kits.games.over_etcd import hosts_with, pit_over
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
    with pit_over(hosts, partial(Pit, tmp_path)) as pit:
        yield pit


def test_that_a_round_is_dealt_decided_and_settled(pit):
    pit.opens(**BETS)
    assert pit.plays().phase is Phase.RESULT
    pit.ends()
    pit.until(lambda _: all(not seat.state.balances.escrow for seat in pit.real.values()))
    assert (pit.money("07"), pit.money("08")) == (WON_07, WON_08)
    assert pit.audits() == []


@pytest.mark.rule("blackjack:1.17", "blackjack:5.4.1")
@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.torture) for n in range(1, 30))])
def test_that_a_seat_killed_in_any_window_has_the_same_cards_and_money(pit, seed):
    chance = random.Random(seed)
    pit.opens(**BETS)
    for _ in pit.patiently():
        pit.pump(1)
        if pit.view.phase is Phase.RESULT:
            break
        pit.step(pit.view, {"cards": SHOE.split()}, SAYS)
        if pit.view.next is Next.CLOSE_DECISIONS and chance.random() < 0.5:
            pit.real[chance.choice(["07", "08"])].again()
    pit.ends()
    pit.until(lambda _: all(not seat.state.balances.escrow for seat in pit.real.values()))
    assert (pit.money("07"), pit.money("08")) == (WON_07, WON_08)
    assert pit.audits() == []
    for seat in pit.real.values():
        assert check_parts(seat.dir.seat, at_once(pit, seat)) == 1


def at_once(pit, seat):
    """Each round as replay settles it, from all its facts."""
    return [{"round": one.round, "void": one.void, "paid": one.paid} for one in pit.replays(seat)]

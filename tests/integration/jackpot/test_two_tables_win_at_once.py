"""Two tables that win in the same moment, each at a host of its own: never more than the meter held, never twice."""

import random
import threading

import pytest

from kiosk.jackpot.audit import faults
from kiosk.jackpot.etcd import EtcdStore
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.meter import What
from kiosk.jackpot.requests import Moved, Reason
from kiosk.links.etcd.cells import Cells
from kits.jackpot.acts import (
    ALL,
    AT,
    BEGIN,
    BEGINS,
    EACH,
    RESET,
    TENTH,
    A,
    B,
    claim,
    confirm,
    contribute,
    moved,
    shown,
)

TABLES, ROUNDS, TORTURE_ROUNDS = (A, B), 60, 1_000


@pytest.fixture
def at_host(link):
    """The jackpot as each table's host asks for it, over a link of its own."""
    hosts = {table: Jackpot(EtcdStore(Cells(link()), "main"), lambda: AT) for table in TABLES}
    moved(hosts[A], BEGIN)
    return hosts


def win(jackpot, table, number, share, dealt_at, paid):
    """Bet, claim and confirm as a console does that asks again while another Hand is before; all of it twice."""
    bets = contribute(table, number)
    for request in (bets, claim(table, number, share=share, dealt_at=dealt_at), bets):
        moved(jackpot, request)
    confirms = confirm(table, number, share=share, dealt_at=dealt_at)
    while not isinstance(answer := jackpot.ask(confirms), Moved):
        assert answer.reason is Reason.EARLIER_HAND
    assert moved(jackpot, confirms).act == answer.act
    paid.append((table, number, answer.act.paid))


def race(at_host, store, rounds, seed):
    chance, paid, failures = random.Random(seed), [], []
    plan = [
        {
            table: (chance.choice((ALL, TENTH)), 2 * n + at)
            for at, table in enumerate(chance.sample(TABLES, 2))
        }
        for n in range(1, rounds + 1)
    ]
    start = threading.Barrier(len(TABLES), timeout=60)

    def play(table):
        try:
            for number, shares in enumerate(plan, 1):
                start.wait()
                win(at_host[table], table, number, *shares[table], paid)
        except BaseException as failure:
            failures.append(failure)
            start.abort()
            raise

    threads = [threading.Thread(target=play, args=(table,)) for table in TABLES]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    check(store, paid, plan)


def check(store, paid, plan):
    """Every win was paid once, each by what the meter held at that place among all acts."""
    acts, meter = store.acts(), store.meter()[0]
    assert faults(acts, meter) == []
    assert meter.waiting == ()
    held, seen = 0, {}
    for act in acts:
        if act.what is What.PAID:
            table, number, _ = act.name.split("/")
            share = plan[int(number) - 1][table][0]
            assert 0 < act.paid <= held
            assert act.paid == share.of(held)
            assert seen.setdefault((table, int(number)), act.paid) == act.paid
        held = act.balance
    assert sorted(paid) == sorted((*won, cents) for won, cents in seen.items())
    assert len(paid) == 2 * len(plan)
    resets = sum(RESET for shares in plan for share, _ in shares.values() if share.is_all)
    assert meter.value == BEGINS + 2 * len(plan) * EACH + resets - sum(cents for *_, cents in paid)


@pytest.mark.rule("stud:4.5.2")
def test_that_two_tables_win_at_once_again_and_again(at_host, store):
    race(at_host, store, ROUNDS, 1)


@pytest.mark.torture
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", range(2))
def test_that_two_tables_win_at_once_a_thousand_times(at_host, store, seed):
    race(at_host, store, TORTURE_ROUNDS, seed)


@pytest.mark.rule("stud:4.5.2")
def test_that_the_hand_that_was_complete_first_gets_the_whole(at_host):
    """Both claims stand before either is confirmed: whoever confirms first, the earlier Hand is paid first."""
    for number in range(1, 21):
        first, second = TABLES if number % 2 else TABLES[::-1]
        moved(at_host[A], contribute(A, number))
        moved(at_host[B], contribute(B, number))
        value = shown(at_host[A]).value
        moved(at_host[second], claim(second, number, dealt_at=2 * number + 1))
        moved(at_host[first], claim(first, number, dealt_at=2 * number))
        paid, start = {}, threading.Barrier(2)

        def confirm_it(table, number=number, first=first, paid=paid, start=start):
            start.wait()
            confirms = confirm(table, number, dealt_at=2 * number + (table != first))
            while not isinstance(answer := at_host[table].ask(confirms), Moved):
                assert answer.reason is Reason.EARLIER_HAND
            paid[table] = answer.act.paid

        threads = [threading.Thread(target=confirm_it, args=(table,)) for table in TABLES]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert paid == {first: value, second: RESET}

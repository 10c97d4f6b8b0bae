"""What a seat shows of the jackpot moves with the bets of other tables, over hosts and a real etcd."""

import queue

import pytest
from msgspec.structs import replace

from kiosk.app.jackpot_watch import JackpotWatch
from kiosk.jackpot.jackpot import Jackpot
from kiosk.seat.events import JackpotIs
from kiosk.seat.state import SeatState
from kiosk.table.records import JackpotOffer
from kits.jackpot.acts import AT, BEGIN, BEGINS, EACH, RESET, A, B, claim, confirm, contribute, moved

WITHIN_S = 30
OFFER = JackpotOffer(name="main", terms=1, bet=100, reset=RESET, shown=BEGINS)
OFFERED = replace(SeatState(), table=replace(SeatState().table, jackpot=OFFER))


@pytest.mark.rule("stud:1.13")
def test_that_the_seat_of_one_table_sees_what_another_adds_and_wins_and_that_hosts_are_gone(hosts, store):
    moved(Jackpot(store, lambda: AT), BEGIN)
    told, bugs = queue.Queue(), []
    watch = JackpotWatch(hosts.of(f"{A}.seat.T-01", timeout_ms=300), bugs.append, look_s=0.05, silent_s=0.5)
    watch.start(told.put)
    watch.look(OFFERED)
    assert told.get(timeout=WITHIN_S) == JackpotIs(BEGINS)
    other = hosts.of(f"{B}.console")
    moved(other, contribute(B, 1, "T-01", "T-02"))
    assert told.get(timeout=WITHIN_S) == JackpotIs(BEGINS + 2 * EACH)
    moved(other, claim(B, 1), confirm(B, 1))
    assert told.get(timeout=WITHIN_S) == JackpotIs(RESET)
    for n in range(len(hosts.endpoints)):
        hosts.stop(n)
    assert told.get(timeout=WITHIN_S) == JackpotIs(RESET, silent=True)
    watch.end()
    assert bugs == []

"""Hosts that are killed at each step, servers that die, questions that come late: each act is done once."""

import threading

import msgspec
import pytest

from kiosk.jackpot.audit import faults
from kiosk.jackpot.etcd import EtcdStore
from kiosk.jackpot.jackpot import Jackpot
from kiosk.jackpot.requests import Denied, Moved, Reason
from kiosk.links.etcd.cells import Cells
from kiosk.table.log import NoAnswer
from kits import program, surroundings
from kits.jackpot.acts import (
    AT,
    BEGIN,
    BEGINS,
    EACH,
    RESET,
    A,
    B,
    claim,
    confirm,
    contribute,
    deny,
    moved,
    returned,
    shown,
    void,
)
from kits.links.etcd import EtcdServer
from kits.processes import run_process

BETS = BEGINS + 2 * EACH
STEPS = {  # what is asked, what comes before it, and what the meter shows then
    "begin": (BEGIN, (), BEGINS),
    "contribute": (contribute(A, 1, "T-01", "T-02"), (BEGIN,), BETS),
    "return": (returned(A, 1), (BEGIN, contribute(A, 1, "T-01", "T-02")), BEGINS + EACH),
    "void": (void(A, 1), (BEGIN, contribute(A, 1, "T-01", "T-02")), BEGINS),
    "claim": (claim(A, 1), (BEGIN, contribute(A, 1, "T-01", "T-02")), BETS),
    "confirm": (confirm(A, 1), (BEGIN, contribute(A, 1, "T-01", "T-02"), claim(A, 1)), RESET),
    "deny": (deny(A, 1), (BEGIN, contribute(A, 1, "T-01", "T-02"), claim(A, 1)), BETS),
}


@pytest.mark.parametrize("where", ["write", "written"])
@pytest.mark.parametrize("what", STEPS)
def test_that_a_host_may_die_at_every_step_of_every_answer(store, etcd_server, what, where):
    asked, before, ends = STEPS[what]
    jackpot = Jackpot(store, lambda: AT)
    for request in before:
        moved(jackpot, request)
    died = run_process(
        program("kits.jackpot.dying_host", etcd_server.endpoint, where),
        input=msgspec.json.encode(asked).decode() + "\n",
        text=True,
        env=surroundings(),
    )
    assert died.returncode == -9
    assert len(store.acts()) == len(before) + (where == "written")
    for _ in range(2):
        assert moved(jackpot, asked).meter.value == ends
    assert len(store.acts()) == len(before) + 1
    assert faults(store.acts(), store.meter()[0]) == []


def test_that_a_host_that_was_stopped_before_it_wrote_writes_nothing_late(store, link, monkeypatch):
    """Between what it has read and what it writes the round is void."""
    jackpot, stopped = Jackpot(store, lambda: AT), EtcdStore(Cells(link()), "main")
    moved(jackpot, BEGIN)
    write = stopped.write

    def go_on(*args):
        monkeypatch.setattr(stopped, "write", write)
        moved(jackpot, void(A, 1), contribute(B, 1))
        return write(*args)

    monkeypatch.setattr(stopped, "write", go_on)
    late = Jackpot(stopped, lambda: AT)
    assert late.ask(contribute(A, 1)) == Denied(Reason.ROUND_OVER, f"{A}/1/voided")
    assert shown(jackpot).value == BEGINS + EACH


def test_that_a_silent_cluster_is_no_answer(tmp_path, link):
    with EtcdServer(tmp_path) as server:
        jackpot = Jackpot(EtcdStore(Cells(link(server.endpoint)), "main"), lambda: AT)
        moved(jackpot, BEGIN)
        server.kill()
        with pytest.raises(NoAnswer):
            jackpot.ask(contribute(A, 1))


def test_that_every_act_is_done_once_while_the_servers_die_and_come_back(tmp_path, link):
    with EtcdServer(tmp_path) as server:
        hosts = {
            table: Jackpot(EtcdStore(Cells(link(server.endpoint)), "main"), lambda: AT) for table in (A, B)
        }
        moved(hosts[A], BEGIN)
        killed, failures = threading.Event(), []

        def again(jackpot, request):
            while True:
                try:
                    answer = jackpot.ask(request)
                except NoAnswer:
                    continue
                if isinstance(answer, Moved):
                    return
                assert answer.reason is Reason.EARLIER_HAND

        def play(table):
            try:
                for number in range(1, 11):
                    again(hosts[table], contribute(table, number))
                    dealt_at = 2 * number + (table == B)
                    again(hosts[table], claim(table, number, dealt_at=dealt_at))
                    again(hosts[table], confirm(table, number, dealt_at=dealt_at))
                    if number == 3:
                        killed.wait()
            except Exception as failure:  # noqa: BLE001 - raised below
                failures.append(failure)

        players = [threading.Thread(target=play, args=(table,)) for table in hosts]
        for player in players:
            player.start()
        server.kill()
        server.start()
        killed.set()
        server.kill()
        server.start()
        for player in players:
            player.join(120)
        assert failures == []
        store = EtcdStore(Cells(link(server.endpoint)), "main")
        acts = store.acts()
        assert faults(acts, store.meter()[0]) == []
        assert sum(act.paid > 0 for act in acts) == 20
        assert shown(hosts[A]).value == RESET

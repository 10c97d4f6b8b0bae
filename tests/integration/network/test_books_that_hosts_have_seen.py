"""A seat's whole disk put back in time: hosts know better, while they answer and when they answer again."""

import shutil
from contextlib import contextmanager

from kiosk.app.config import read_seat_file
from kiosk.app.machine import Seat, opened, place_of, read_rules
from kiosk.app.networked import NetworkTable
from kiosk.app.state_dir import StateDir
from kiosk.demo.alone import Alone, AloneSeat
from kiosk.seat.events import Collect
from kiosk.seat.state import LockKind, lock_of
from kiosk.store.anchor import anchor_folder
from kits.app.parties import Kiosk, until
from kits.ops.provision import provisioned

NOTE = 10_000


@contextmanager
def seated(config):
    """The seat of that file and its table, which is None where the seat is locked at its start."""
    file = read_seat_file(config)
    rules = read_rules(file.layout)
    state = StateDir(file.state)
    state.hold()
    seat = Seat(state, rules, lambda _: None, place_of(file, rules))
    table = opened(seat, lambda: NetworkTable(seat, file.log))
    if table is None:
        try:
            yield seat, None
        finally:
            seat.close()
            state.release()
        return
    alone = AloneSeat(seat, table, Alone())
    alone.seat.start()
    try:
        yield seat, alone.seat
    finally:
        alone.close()
        state.release()


def polled(play, said):
    def look():
        play.poll(0)
        return said(play.state)

    return look


def pay_in(config):
    with seated(config) as (_, play):
        until(polled(play, lambda state: state.link), "the link")
        play._played.acceptor.insert(NOTE)
        until(polled(play, lambda state: state.balances.credit == NOTE), "the credit")


def pay_out(config):
    """As a ticket, of which the hosts know."""
    with seated(config) as (seat, play):
        until(polled(play, lambda state: state.link), "the link")
        play._deliver(Collect())
        until(
            polled(play, lambda state: state.balances.tickets_out == NOTE and state.cashout is None),
            "the ticket",
        )
        return seat.store.head().number


def put_back(folder, copy):
    shutil.rmtree(folder)
    shutil.rmtree(anchor_folder(folder), ignore_errors=True)
    shutil.copytree(copy, folder)


def test_that_the_whole_disk_put_back_in_time_pays_nothing(tmp_path):
    with provisioned(tmp_path / "table", {"07": "A"}, hosts=True) as table:
        config = table.seat("07")
        folder = read_seat_file(config).state
        host = Kiosk("host", "--config", table.host)
        host.says("serves seats")
        pay_in(config)
        copy = shutil.copytree(folder, tmp_path / "copy")
        seen = pay_out(config)
        put_back(folder, copy)

        with seated(config) as (seat, play):
            assert play is None
            assert f"the hosts have seen {seen}" in seat.findings[0]
            assert seat.core.state.balances.credit == 0

        # While no host answers nobody knows, and nothing is shown or paid; then it is named.
        assert host.tell() == 0
        put_back(folder, copy)
        with seated(config) as (_, play):
            play._deliver(Collect())
            until(polled(play, lambda state: lock_of(state, LockKind.CHECKING)), "the lock")
            assert not play.state.shows_money
            host = Kiosk("host", "--config", table.host)
            host.says("serves seats")
            until(
                polled(play, lambda state: f"have seen {seen}" in lock_of(state, LockKind.CHECKING).detail),
                "the finding",
            )
            assert play.state.cashout is None
            assert not play.state.link

        released = Kiosk("release", "--config", config, "--as", "Ann", "--reason", "the disk died")
        assert released.ends() == 0, released.err
        assert "and not in the old books: $100.00" in released.out
        with seated(config) as (_, play):
            until(polled(play, lambda state: state.link), "the link")
            assert (play.state.balances.credit, play.state.locks) == (0, ())
        put_back(folder, copy)
        with seated(config) as (seat, play):
            assert play is None, "books that were retired never come back"
        assert host.tell() == 0

"""A floor of processes: two seats, two hosts, etcd with rights; each killed where it hurts. Then all books are held
against each other."""

import sqlite3
from contextlib import ExitStack, closing

import pytest

from kiosk.bootstrap.config import read_admin_file
from kiosk.devices.registry import TicketState
from kiosk.host.floor_audit import audit_floor
from kiosk.host.floor_books import read_books
from kiosk.host.registry_etcd import EtcdLists
from kiosk.links.etcd import EtcdLog
from kiosk.links.etcd.cells import Cells
from kiosk.store.seat_store import SeatStore
from network_kit import Kiosk, until
from provision_kit import TABLE, provisioned
from seat_process import SeatProcess

ISSUE = ("RegistryPending", "Print", "RegistryConfirm")
REDEEM = ("ReserveTicket", "StackTicket", "RegistryRedeem")
WHEN = ("before", "after", "answered")
ISSUE_POINTS = [
    (effect, when) for effect in ISSUE for when in WHEN if (effect, when) != ("Print", "answered")
]
REDEEM_POINTS = [
    (effect, when) for effect in REDEEM for when in WHEN if (effect, when) != ("StackTicket", "answered")
]
NOTE = 2_000


class Floor:
    """Seats 07 and 08 issue and redeem; two hosts answer them."""

    def __init__(self, provided):
        self.provided = provided
        text = provided.host.read_text()
        self.configs = [provided.host, provided.host.with_name("second-host.toml")]
        self.configs[1].write_text(text.replace('state = "host/state"', 'state = "second-host/state"'))
        self.configs[1].chmod(0o600)
        self.hosts = [None, None]
        self.seats = {name: SeatProcess(provided.seat(name)) for name in ("07", "08")}

    def start_host(self, n):
        if self.hosts[n] is None:
            self.hosts[n] = Kiosk("host", "--config", self.configs[n])
            self.hosts[n].says(f"archives table {TABLE}")
            self.hosts[n].says("answers for the registry of tickets")

    def kill_host(self, n):
        if self.hosts[n] is not None:
            self.hosts[n].process.kill()
            self.hosts[n].ends()
            self.hosts[n] = None

    def close(self):
        for seat in self.seats.values():
            if seat.runs:
                seat.kill()
        for n in range(2):
            self.kill_host(n)

    def quiet(self, name):
        """Until nothing of that seat is under way; its state."""
        seat = self.seats[name]

        def found():
            state = seat.state
            return state if not (state["busy"] or state["item"] or state["owed"]) and state["link"] else None

        state = until(found, f"quiet at seat {name}")
        assert state["locks"] == []
        return state

    def cash_out(self, name, point=None):
        """A ticket of all credit of a seat that has some; it is killed at ``point`` and asked again if need be."""
        before = {number for number, _, kept in self.seats[name].state["tickets"] if kept == "issued"}
        if point is not None:
            self.seats[name].dies(*point, "collect")
            self.seats[name].start()
        while self.quiet(name)["credit"]:
            self.seats[name].collect()
        state = self.quiet(name)
        (new,) = {number for number, _, kept in state["tickets"] if kept == "issued"} - before
        return new

    def redeem(self, name, number, cents, point=None):
        """Put a ticket in until it is credited; the seat is killed at ``point`` the first time."""
        before = self.quiet(name)["credit"]
        if point is not None:
            self.seats[name].dies(*point, "ticket", number)
            self.seats[name].start()
        while self.quiet(name)["credit"] == before:
            self.seats[name].ticket(number)
        assert self.quiet(name)["credit"] == before + cents

    def check(self):
        """All books against each other: nothing is under way, every ticket agrees, the sum is 0."""
        notes = sum(self.quiet(name)["notes"] for name in self.seats)
        books = []
        for name, seat in self.seats.items():
            seat.stop()
            store = SeatStore(seat.state_dir / "seat.db")
            state = store.load().state
            store.close()
            with closing(sqlite3.connect(seat.state_dir / "seat.db")) as db:
                books.append(read_books(db, state, TABLE, name))
        log = EtcdLog(read_admin_file(self.provided.config("admin")).log.etcd())
        try:
            records = EtcdLists(Cells(log)).records()
        finally:
            log.close()
        floor = audit_floor(books, records)
        assert (floor.findings, floor.on_the_way, floor.difference) == ([], [], 0)
        assert floor.lines["notes in"] == notes
        assert {record.state for record in records} <= {
            TicketState.ISSUED,
            TicketState.REDEEMED,
            TicketState.VOID,
        }
        return floor


@pytest.fixture
def floor(tmp_path):
    with ExitStack() as stack:
        provided = stack.enter_context(provisioned(tmp_path, hosts=True))
        floor = Floor(provided)
        stack.callback(floor.close)
        for n in range(2):
            floor.start_host(n)
        for name, seat in floor.seats.items():
            seat.start()
            floor.quiet(name)
        yield floor


def issue_and_redeem(floor, issue_points, redeem_points, hurt):
    """A ticket for each pair of points; ``hurt(n)`` harms hosts and servers before the n-th."""
    for n in range(max(len(issue_points), len(redeem_points))):
        hurt(n)
        floor.quiet("07")
        floor.seats["07"].note(NOTE)
        issue = issue_points[n] if n < len(issue_points) else None
        redeem = redeem_points[n] if n < len(redeem_points) else None
        floor.redeem("08", floor.cash_out("07", issue), NOTE, redeem)


def test_that_no_cent_is_lost_when_seats_and_hosts_are_killed(floor):
    def hurt(n):
        floor.kill_host(n)  # first one, then the other, whose place the first takes
        floor.start_host(1 - n)

    issue_and_redeem(
        floor,
        [("RegistryPending", "answered"), ("RegistryConfirm", "before")],
        [("ReserveTicket", "answered"), ("RegistryRedeem", "after")],
        hurt,
    )
    found = floor.check()
    assert found.lines["credits"] == 2 * NOTE


@pytest.mark.torture
@pytest.mark.timeout(1_800)
@pytest.mark.parametrize("servers", [False, True], ids=["", "and servers"])
def test_that_no_cent_is_lost_when_they_are_killed_at_every_step(floor, servers):
    def hurt(n):
        floor.kill_host(n % 2)
        floor.start_host((n + 1) % 2)
        if servers:
            floor.provided.servers[0].kill()
            floor.provided.servers[0].start()

    issue_and_redeem(floor, ISSUE_POINTS, REDEEM_POINTS, hurt)
    found = floor.check()
    assert found.lines["credits"] == max(len(ISSUE_POINTS), len(REDEEM_POINTS)) * NOTE


def test_that_without_a_host_a_ticket_goes_back_and_collect_is_a_hand_pay(floor):
    floor.seats["07"].note(NOTE)
    number = floor.cash_out("07")
    for n in range(2):
        floor.kill_host(n)
    floor.seats["08"].note(NOTE)
    floor.seats["08"].ticket(number)
    until(lambda: not floor.seats["08"].state["item"], "the ticket back")
    floor.seats["08"].collect()
    state = floor.seats["08"].wait("locks", ["handpay"])
    assert state["credit"] == NOTE
    assert state["owed"] > 0  # the release is still to be heard
    floor.start_host(0)
    floor.seats["08"].wait("owed", 0)
    floor.seats["07"].ticket(number)
    assert floor.seats["07"].wait("credit", NOTE)

"""A floor of processes: two seats, two hosts, etcd with rights; each killed where it hurts. Then all books are held
against each other."""

from contextlib import ExitStack

import pytest
from aetcd import rpc

from kiosk.app.config import read_cashier_file, read_seat_file
from kiosk.app.house import HouseDesk
from kiosk.app.machine import Seat, place_of, read_rules, utc_now
from kiosk.app.networked import NetworkTable
from kiosk.app.state_dir import StateDir
from kiosk.cli import main
from kiosk.faults import MustEnd
from kiosk.ops.floor import audit, read_registry, seats_of
from kiosk.tickets.keys import TICKETS
from kiosk.tickets.registry import Done, Paid, Refusal, Rejected, TicketState, at_desk
from kits.app.parties import Kiosk, until
from kits.app.seat_process import SeatProcess
from kits.links.heard import Heard
from kits.ops.provision import TABLE, provisioned

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
        self.configs = [provided.host, provided.second_host]
        self.hosts = [None, None]
        self.seats = {name: SeatProcess(provided.seat(name)) for name in ("07", "08")}

    def start_host(self, n):
        if self.hosts[n] is None:
            self.hosts[n] = Kiosk("host", "--config", self.configs[n])
            self.hosts[n].says("serves seats, consoles and cashiers")
            self.hosts[n].says(f"archives table {TABLE}")

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
        """Until nothing of that seat is under way; its state. An attendant comes for a ticket that was not printed."""
        seat = self.seats[name]

        def found():
            state = seat.state
            if state["locks"] == ["printer"]:
                state = seat.do("unlock", "printer")
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
        for seat in self.seats.values():
            seat.stop()
        house = read_registry(self.provided.host)
        seats = seats_of([self.provided.seat(name) for name in self.seats])
        floor = audit(seats, house)
        assert house.refused == []
        assert (floor.findings, floor.on_the_way, floor.difference) == ([], [], 0)
        assert floor.lines["notes in"] == notes
        assert {record.state for record in house.records.values()} <= {
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


def test_that_the_desk_pays_and_voids_and_the_command_shows_where_all_money_is(floor, capsys):
    numbers = []
    for _ in range(3):
        floor.seats["07"].note(NOTE)
        numbers.append(floor.cash_out("07"))
    desk = HouseDesk(read_cashier_file(floor.provided.config("cashier")))
    pay, void = at_desk(TABLE, "cashier-1", "1"), at_desk(TABLE, "cashier-1", "2")
    assert desk.tickets.pay(numbers[0], pay, utc_now()) == Paid(numbers[0], NOTE)
    assert desk.tickets.void_issued(numbers[1], "torn", void, utc_now()) == Done(numbers[1])
    assert desk.tickets.pay(numbers[1], pay, utc_now()) == Rejected(numbers[1], Refusal.VOID)
    assert [record.ticket.digits for record in desk.tickets.open_tickets(utc_now())] == [numbers[2][-4:]]
    desk.close()
    floor.seats["08"].ticket(numbers[0])
    assert floor.quiet("08")["credit"] == 0
    words = ["floor", *(str(floor.provided.seat(name)) for name in floor.seats)]
    words += ["--registry", str(floor.provided.host)]
    assert main(words) == 0  # beside running seats
    said = capsys.readouterr()
    lines = dict(line.rsplit(None, 1) for line in said.out.splitlines()[:-1])
    assert (lines["notes in"], lines["open tickets"], lines["difference"]) == ("$60.00", "$20.00", "$0.00")
    assert (lines["paid at the desk"], lines["voided at the desk"]) == ("$20.00", "$20.00")
    assert lines["expired tickets"] == "$0.00"
    assert main(["tickets", "--config", str(floor.provided.config("cashier")), "liability"]) == 0
    owed = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert ["paid", "at", "the", "desk", "1", "$20.00"] in [line[1:] for line in owed]
    assert said.out.splitlines()[-1] == "everything agrees"
    assert "running seats" in said.err
    assert not any(number in said.out + said.err for number in numbers)
    assert main([*words[:2], *words[3:]]) == 0  # a seat that neither issued nor credited anything


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
    floor.start_host(0)
    floor.seats["08"].wait("owed", 0)
    floor.seats["07"].wait("link", True)
    floor.seats["07"].ticket(number)
    assert floor.seats["07"].wait("credit", NOTE)


def test_that_a_registry_that_is_an_older_copy_ends_the_seat_with_words(floor, warnings_logged):
    floor.seats["07"].note(NOTE)
    floor.cash_out("07")
    floor.seats["07"].stop()
    file = read_seat_file(floor.provided.seat("07"))
    seat = Seat(
        StateDir(file.state), read_rules(file.layout), lambda _: None, place_of(file, read_rules(file.layout))
    )
    table = NetworkTable(seat, file.log)
    told = Heard()
    table.on_bug = told
    heard = Heard()
    table.registrar.ask(lambda registry: registry.look_up("0"), heard)
    heard.until(lambda found: found == [None])
    assert told == []  # it was asked before that, and is known
    table.close()
    with floor.provided.channel("admin") as channel:
        everything = rpc.DeleteRangeRequest(key=TICKETS.encode(), range_end=TICKETS[:-1].encode() + b"0")
        assert rpc.KVStub(channel).DeleteRange(everything, timeout=5).deleted == 1
    table = NetworkTable(seat, file.log)
    table.registrar.ask(lambda registry: registry.look_up("0"), heard)
    heard.until(lambda found: found == [None, None])
    table.threads(told)  # is told of what was found before
    assert warnings_logged.pop().getMessage() == "before the seat was ready"
    table.close()
    seat.close()
    (fault,) = told
    assert isinstance(fault, MustEnd)
    assert "does not know ticket ••••••••••••••" in str(fault)

"""What a host knows of the house's tickets brings an older registry forward: nothing that was paid is paid again."""

import time

import pytest

from kiosk.app.house_book import LIVES, HouseBook
from kiosk.app.log_release import Release, begin_first_house_life, release_house
from kiosk.host.gateway.tickets import AskedRegistry
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.history import life_in
from kiosk.tickets.keys import Place
from kiosk.tickets.registry import Done, Paid, Refusal, Rejected, Reserved, TicketState, at_desk
from kiosk.tickets.remote import RemoteDesk, RemoteRegistry
from kiosk.tickets.rules import Issued
from kiosk.tickets.stored import decoded
from kits.links.etcd import EtcdServer
from kits.tickets.asked import KEY, LIMITS, ToHosts
from kits.tickets.registry_contract import ANNA, SEAT, TABLE
from kits.tickets.registry_contract import AT as NOW

BEN = at_desk("1", "cashier-2", "b")
SEAT_07 = Place(TABLE, SEAT)
RELEASE = Release("Boss", "the disk burnt", NOW)


@pytest.fixture
def server(tmp_path):
    with EtcdServer(tmp_path) as started:
        yield started


class Host:
    def __init__(self, server, folder):
        self.log = EtcdLog(EtcdConfig((server.endpoint,)))
        self.cells = Cells(self.log)
        registry = AskedRegistry(self.cells, KEY, LIMITS, lambda: NOW)
        self.registry = RemoteRegistry(ToHosts(SEAT_07, [registry]), 30)
        self.desk = RemoteDesk(ToHosts(Place("", "1"), [registry]), 30)
        self.book = HouseBook(self.log, folder / "house.archive.db")

    def follow(self, steps):
        self.book.start(lambda: None)
        end = time.monotonic() + 30
        while self.kept() < steps:
            self.book.pump()
            assert time.monotonic() < end
            time.sleep(0.02)

    def kept(self):
        return sum("/steps/" in entry.key for entry in self.book.archive.read(0, 1_000))

    def close(self):
        self.book.close()
        self.log.close()


def issue(registry, made):
    assert registry.issue_pending(made) == Done(made.number)
    assert registry.confirm(made.number) == Done(made.number)
    return made


def test_that_paid_and_issued_tickets_are_brought_forward_in_each_of_two_releases(
    server, tmp_path, make_ticket, warnings_logged
):
    host = Host(server, tmp_path)
    begin_first_house_life(host.log, NOW)
    paid, open_still = (issue(host.registry, make_ticket(f"4820193746582910{n}")) for n in (1, 2))
    copy = server.back_up()
    assert host.desk.pay(paid.number, ANNA, NOW) == Paid(paid.number, paid.cents)
    later = issue(host.registry, make_ticket("48201937465829103"))
    host.follow(7)
    host.close()
    for life in (2, 3):
        server.put_back(copy)
        host = Host(server, tmp_path)
        assert host.registry.look_up(paid.number).state is TicketState.ISSUED, "it could be paid again"
        assert host.log.compare(host.book.memory) is not None
        said = []
        release_house(host.log, host.book, RELEASE, said.append)
        assert sum("again, by" in line for line in said) == 2
        assert not any(number in line for line in said for number in (paid.number, later.number))
        assert host.desk.pay(paid.number, BEN, NOW) == Rejected(paid.number, Refusal.REDEEMED)
        assert host.registry.look_up(later.number).state is TicketState.ISSUED
        assert host.registry.look_up(open_still.number).state is TicketState.ISSUED
        issued = decoded(host.cells.get(SEAT_07.issued), Issued)
        assert (issued.sequence, issued.cents) == (later.sequence, 3 * paid.cents)
        again = make_ticket("48201937465829109", sequence=later.sequence)
        assert host.registry.issue_pending(again) == Rejected(again.number, Refusal.OUT_OF_SEQUENCE)
        warnings_logged.clear()
        found = life_in(host.log.last(LIVES))
        assert (found.by, found.reason) == ("Boss", "the disk burnt")
        assert found.life == 2, life  # each time the log was put back it had none of the other
        host.close()
        host = Host(server, tmp_path)
        assert host.log.compare(host.book.memory) is None
        host.follow(7)
        host.close()


def test_that_a_ticket_is_brought_forward_though_its_seat_issues_another_at_the_same_moment(
    server, tmp_path, make_ticket, warnings_logged, monkeypatch
):
    """Another host, which was released before this one, answers for the seat meanwhile."""
    host = Host(server, tmp_path)
    begin_first_house_life(host.log, NOW)
    paid = issue(host.registry, make_ticket("48201937465829101"))
    copy = server.back_up()
    assert host.desk.pay(paid.number, ANNA, NOW) == Paid(paid.number, paid.cents)
    host.follow(3)
    host.close()
    server.put_back(copy)
    host = Host(server, tmp_path)
    host.registry._asker.books.number = 5_000  # its seat has gone on
    swap, others = host.book._cells.swap, [make_ticket("48201937465829102")]

    def late(unchanged, puts):
        if others:
            issue(host.registry, others.pop())
        return swap(unchanged, puts)

    monkeypatch.setattr(host.book._cells, "swap", late)
    said = []
    release_house(host.log, host.book, RELEASE, said.append)
    assert sum("redeemed again, by" in line for line in said) == 1, said
    assert host.desk.pay(paid.number, BEN, NOW) == Rejected(paid.number, Refusal.REDEEMED)
    assert decoded(host.cells.get(SEAT_07.issued), Issued).cents == 2 * paid.cents
    host.close()
    warnings_logged.clear()


@pytest.mark.parametrize("again", ["at the desk", "at a seat", "half at a seat"])
def test_that_a_ticket_that_was_paid_here_and_otherwise_since_is_looked_into(
    server, tmp_path, make_ticket, warnings_logged, again
):
    """Released beside a host that did not know of the payment: the one that did says so when it comes back."""
    host = Host(server, tmp_path)
    begin_first_house_life(host.log, NOW)
    twice = issue(host.registry, make_ticket("48201937465829101"))
    copy = server.back_up()
    here = f"{TABLE}/{SEAT}/1"
    assert host.registry.reserve(twice.number, here, NOW) == Reserved(twice.number, twice.cents)
    assert host.registry.redeem(twice.number, here) == Done(twice.number)
    host.follow(4)
    host.close()
    server.put_back(copy)
    (tmp_path / "other").mkdir()
    other = Host(server, tmp_path / "other")
    release_house(other.log, other.book, RELEASE, [].append)
    there = f"{TABLE}/{SEAT}/2"
    if again == "at the desk":
        assert other.desk.pay(twice.number, BEN, NOW) == Paid(twice.number, twice.cents)
    else:
        assert other.registry.reserve(twice.number, there, NOW) == Reserved(twice.number, twice.cents)
    if again == "at a seat":
        assert other.registry.redeem(twice.number, there) == Done(twice.number)
    stands = other.registry.look_up(twice.number)
    other.close()
    host = Host(server, tmp_path)
    said = []
    release_house(host.log, host.book, RELEASE, said.append)
    assert sum("look into it" in line for line in said) == 1, said
    assert host.registry.look_up(twice.number) == stands, "what people must look into is left alone"
    host.close()
    warnings_logged.clear()

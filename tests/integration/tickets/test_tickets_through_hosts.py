"""Seats and a desk ask hosts over gRPC: who they are is their certificate's word, what covers a ticket their books'."""

from contextlib import ExitStack

import msgspec
import pytest

from kiosk.host.gateway.tickets import AskedRegistry, Tickets
from kiosk.links.anchors import Anchor, encode_anchor, release
from kiosk.links.calls.errors import Denied
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table import keys
from kiosk.table.head import Head
from kiosk.table.log import Put
from kiosk.tickets import rules
from kiosk.tickets.keys import Place, hidden, ticket
from kiosk.tickets.registry import Doing, Done, Paid, Refusal, RegistryFault, Rejected, Reserved
from kiosk.tickets.remote import RemoteDesk, RemoteRegistry
from kiosk.tickets.ticket import facts_of
from kits.links.gateway import hosts_over, party
from kits.tickets.asked import KEY, LIMITS, Books
from kits.tickets.registry_contract import AT, OTHER_SEAT, SEAT, TABLE, B

PAYS = f"desk/{TABLE}/cashier-1/1"


@pytest.fixture
def cells(etcd_server):
    link = EtcdLog(EtcdConfig((etcd_server.endpoint,)))
    yield Cells(link)
    link.close()


@pytest.fixture
def said():
    return []


@pytest.fixture
def registry(cells, clock, said):
    return Tickets(AskedRegistry(cells, KEY, LIMITS, lambda: clock[0], said.append), said.append)


class _Parties:
    """Links as parties of the table, each over two hosts of its own that ask one registry."""

    def __init__(self, server, registry):
        self._server, self._registry, self._open = server, registry, ExitStack()

    def link(self, name, head=None):
        hosts = hosts_over([self._server.endpoint], [TABLE], party(name), registry=self._registry)
        return self._open.enter_context(hosts).link(head=head)

    def seat(self, name):
        books = Books()
        return RemoteRegistry(self.link(f"{TABLE}.seat.{name}", books.head), 30)

    def desk(self):
        return RemoteDesk(self.link(f"{TABLE}.cashier"), 30)

    def close(self):
        self._open.close()


@pytest.fixture
def parties(etcd_server, registry):
    made = _Parties(etcd_server, registry)
    yield made
    made.close()


def test_that_a_ticket_goes_from_seat_to_seat_and_another_to_the_desk(parties, make_ticket):
    seat, other, desk = parties.seat(SEAT), parties.seat(OTHER_SEAT), parties.desk()
    first, second = make_ticket(), make_ticket("11111111111111111")
    for made in (first, second):
        assert seat.issue_pending(made) == seat.confirm(made.number) == Done(made.number)
    assert isinstance(other.reserve(first.number, B, AT), Reserved)
    assert other.redeem(first.number, B) == Done(first.number)
    assert desk.pay(first.number, PAYS, AT) == Rejected(first.number, Refusal.REDEEMED)
    assert desk.pay(second.number, PAYS, AT) == Paid(second.number, second.cents)
    assert [record.ticket for record in desk.records()] == [facts_of(first), facts_of(second)]
    assert [step.what for step in desk.all_actions()][-2:] == [Doing.REDEEM, Doing.PAY]
    assert desk.look_up(second.number).by == PAYS


def test_that_a_seat_asks_in_its_own_name_alone_and_lists_nothing(
    parties, make_ticket, warnings_logged, said
):
    seat = parties.link(f"{TABLE}.seat.{OTHER_SEAT}", Books().head)
    made = make_ticket()
    assert RemoteRegistry(seat, 30).issue_pending(made) == Rejected(made.number, Refusal.NOT_PERMITTED)
    assert f"{TABLE}/{OTHER_SEAT}/ asks for Issue" in said[0]
    warnings_logged.clear()
    for read in (seat.records, seat.actions):
        with pytest.raises(Denied):
            read(b"")


def test_that_damage_is_told_once_and_its_end_too(parties, make_ticket, cells, said):
    seat, made = parties.seat(SEAT), make_ticket()
    assert seat.issue_pending(made) == Done(made.number)
    seat._timeout_s = 0
    key = ticket(hidden(KEY, made.number))
    whole = cells.get(key)
    at = cells.swap({key: whole.changed}, [Put(key, b"damaged")])
    for _ in range(2):
        with pytest.raises(RegistryFault, match="is damaged"):
            seat.confirm(made.number)
    assert len(said) == 1
    assert f"{TABLE}/{SEAT}/ cannot be answered" in said[0]
    assert cells.swap({key: at}, [Put(key, whole.value)])
    assert seat.confirm(made.number) == Done(made.number)
    assert said[1:] == [f"registry: {TABLE}/{SEAT}/ is answered again"]
    assert not any(made.number in line for line in said)


def test_that_a_clock_that_is_not_believed_is_told_once_and_its_end_too(parties, make_ticket, clock, said):
    seat, made = parties.seat(SEAT), make_ticket()
    assert seat.issue_pending(made) == Done(made.number)
    clock[0] = "2020-01-01T00:00:00Z"
    for _ in range(2):
        assert seat.confirm(made.number) == Done(made.number)
    clock[0] = AT
    assert seat.confirm(made.number) == Done(made.number)
    assert ["the house has seen" in line for line in said] == [True, False]
    assert said[1] == "registry: the clock of this host is right again"


def test_that_staff_s_release_lets_new_books_of_a_seat_begin_at_one(
    cells, clock, make_ticket, warnings_logged
):
    host = AskedRegistry(cells, KEY, LIMITS, lambda: clock[0])
    place, cell = Place(TABLE, SEAT), keys.anchor(TABLE, SEAT)
    old, begun = Head(90, "1" * 64, 500_000), Head(1, "2" * 64, 0)

    def issue(turn, digits, sequence, head):
        question = msgspec.json.encode(rules.Issue(make_ticket(digits, sequence=sequence, cents=1_000)))
        answer = host.answer(place, turn, b"mark", question, head)
        return msgspec.json.decode(answer, type=rules.Answer)

    assert isinstance(issue(1, "00000000000000001", 9, old), Done)
    new = Head(4, "3" * 64, 1_000)
    assert issue(2, "00000000000000002", 1, new).reason is Refusal.OUT_OF_SEQUENCE
    anchor, _ = release(Anchor(old), begun, None, "Kim", "the disk burnt", AT)
    assert cells.swap({cell: 0}, [Put(cell, encode_anchor(anchor))])
    assert isinstance(issue(3, "00000000000000003", 1, new), Done)
    assert issue(4, "00000000000000004", 1, new).reason is Refusal.OUT_OF_SEQUENCE
    warnings_logged.clear()

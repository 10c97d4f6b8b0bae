"""The store that hosts write, by itself."""

import pytest

from house_kit import House
from kiosk.devices.registry import RegistryFault
from kiosk.host.registry_etcd import EtcdRegistry
from kiosk.host.registry_keys import ticket
from kiosk.links.etcd.cells import Cells
from registry_contract import *  # noqa: F403 - the tests that every store must pass


@pytest.fixture
def house(etcd_server, clock):
    house = House([etcd_server.endpoint], lambda: clock[0], hosts=0)
    yield house
    house.close()


@pytest.fixture
def registry(house, clock):
    return EtcdRegistry(Cells(house.link), lambda: clock[0])


@pytest.mark.parametrize("value", [b"", b"{}", b"\xff", b"another"])
def test_that_a_damaged_ticket_is_named_by_its_last_digits_and_left_alone(
    registry, issued, make_ticket, etcd_server, value
):
    other = make_ticket("11111111111111111")
    registry.issue_pending(other)
    if value == b"another":
        value = Cells(registry.cells._log).get(ticket(other.number)).value
    etcd_server.put(ticket(issued.number), value)
    for call in (
        lambda: registry.look_up(issued.number),
        lambda: registry.confirm(issued.number),
        registry.records,
    ):
        with pytest.raises(RegistryFault, match=f"ends in {issued.number[-4:]}") as fault:
            call()
        assert issued.number not in str(fault.value)
    assert registry.cells.get(ticket(issued.number)).value == value


def test_that_more_tickets_than_one_page_are_all_listed_once(registry, make_ticket, monkeypatch):
    monkeypatch.setattr("kiosk.links.etcd.cells.PAGE", 3)
    tickets = [make_ticket(f"{n:017d}") for n in range(10)]
    for each in tickets:
        registry.issue_pending(each)
    assert [record.ticket for record in registry.records()] == tickets

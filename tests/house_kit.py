"""A house for tests: hosts that answer for the registry, and seats and desks that ask, over a real server."""

from __future__ import annotations

from kiosk.devices.registry import GamingDay, TicketRecord
from kiosk.host.registry_calls import Calls
from kiosk.host.registry_etcd import EtcdLists
from kiosk.host.registry_keys import Place
from kiosk.host.registry_remote import RemoteDesk, RemoteRegistry
from kiosk.host.registry_server import RegistryServer
from kiosk.links.etcd import EtcdConfig, EtcdLog
from kiosk.links.etcd.cells import Cells

PATIENCE_S = 30  # of those who ask: a busy machine is no silence


class House:
    """Hosts in this process, each with a link of its own, and who asks them. ``said`` is what the hosts told."""

    def __init__(self, endpoints, now, hosts=2):
        self.endpoints = tuple(endpoints)
        self.said, self.bugs, self._links, self._asking = [], [], [], {}
        self._now = now
        self.hosts = [self.host() for _ in range(hosts)]
        self.link = self.connect()
        self.lists = EtcdLists(Cells(self.link))

    def connect(self):
        self._links.append(EtcdLog(EtcdConfig(self.endpoints), self.bugs.append))
        return self._links[-1]

    def host(self):
        server = RegistryServer(self.connect(), self._now, self.said.append, self.bugs.append)
        server.start()
        return server

    def seat(self, table, name, timeout_s=PATIENCE_S):
        place = Place(table, name)
        if place not in self._asking:
            self._asking[place] = RemoteRegistry(self.connect(), place, timeout_s)
        return self._asking[place]

    def desk(self, name, timeout_s=PATIENCE_S):
        place = Place("", name)
        if place not in self._asking:
            self._asking[place] = RemoteDesk(self.connect(), name, timeout_s)
        return self._asking[place]

    def close(self):
        for host in self.hosts:
            host.close()
        for asking in self._asking.values():
            asking.close()
        for link in self._links:
            link.close()
        assert self.bugs == []


class Everybody(Calls):
    """All seats and desks of a house as one registry: each question is asked by whom it names."""

    def __init__(self, house, table, seat):
        self._house = house
        self._issuer = (table, seat)

    def ask(self, request):
        first, second, *_ = (
            getattr(request, "by", "").split("/") if getattr(request, "by", "") else self._issuer
        )
        return (self._house.desk(second) if first == "desk" else self._house.seat(first, second)).ask(request)

    def look_up(self, number, /) -> TicketRecord | None:
        return self._house.desk("1").look_up(number)

    def open_tickets(self, at_utc, /):
        return self._house.desk("1").open_tickets(at_utc)

    def expired(self, at_utc, /):
        return self._house.desk("1").expired(at_utc)

    def liability(self, day: GamingDay, /):
        return self._house.desk("1").liability(day)

    def actions(self, day: GamingDay, /):
        return self._house.desk("1").actions(day)

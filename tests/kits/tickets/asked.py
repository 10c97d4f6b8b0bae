"""A house for tests: hosts that answer for its registry over a real server, and who asks them in turn."""

from __future__ import annotations

import itertools

from kiosk.host.gateway.tickets import AskedRegistry, Tickets
from kiosk.host.rights import Identity, Role
from kiosk.links.etcd.cells import Cells
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.links.hosts.wire import QuestionAsk
from kiosk.table.head import Head
from kiosk.tickets.calls import Calls
from kiosk.tickets.keys import Place, hidden
from kiosk.tickets.registry import GamingDay, TicketRecord
from kiosk.tickets.remote import RemoteDesk, RemoteRegistry
from kiosk.tickets.rules import Limits
from kiosk.tickets.stored import EtcdLists

PATIENCE_S = 30  # of those who ask: a busy machine is no silence
KEY = bytes(range(32))
LIMITS = Limits(1_000_000, 3_650)


class Books:
    """Where a seat's books end: they grow with every question and cover whatever it issues."""

    def __init__(self, tickets=10**9):
        self.tickets, self.number = tickets, 0

    def head(self):
        self.number += 1_000
        return Head(self.number, "0" * 64, self.tickets)


class ToHosts:
    """Fits `Asker`: each question goes to the next host, as its gateway asks it."""

    def __init__(self, place, hosts, said=None, books=None):
        self.place, self.books = place, books or Books()
        say = [].append if said is None else said.append
        self._next = itertools.cycle([Tickets(host, say) for host in hosts])
        self._who = (
            Identity(place.table, Role.SEAT, place.name)
            if place.table
            else Identity(place.name, Role.CASHIER, place.name)
        )

    def ask(self, turn, mark, question):
        head = self.books.head() if self.place.table else None
        return next(self._next).answer(self._who, QuestionAsk(turn, mark, question, head))

    def turn(self):
        return next(self._next).turn(self._who)

    def records(self, after):
        return next(self._next).tickets(after)

    def actions(self, after):
        return next(self._next).steps(after)


class House:
    """Hosts in this process, each with a link of its own, and who asks them. ``said`` is what the hosts told."""

    def __init__(self, endpoints, now, hosts=2, limits=LIMITS):
        self.endpoints = tuple(endpoints)
        self.said, self.bugs, self._links, self._asking = [], [], [], {}
        self._now, self._limits = now, limits
        self.hosts = [self.host() for _ in range(hosts)]
        self.cells = Cells(self.connect())
        self.lists = EtcdLists(self.cells)

    def connect(self):
        self._links.append(EtcdLog(EtcdConfig(self.endpoints), self.bugs.append))
        return self._links[-1]

    def host(self, now=None):
        return AskedRegistry(Cells(self.connect()), KEY, self._limits, now or self._now, self.said.append)

    def asker(self, place):
        return ToHosts(place, self.hosts, self.said)

    def seat(self, table, name, timeout_s=PATIENCE_S):
        place = Place(table, name)
        if place not in self._asking:
            self._asking[place] = RemoteRegistry(self.asker(place), timeout_s)
        return self._asking[place]

    def desk(self, name, timeout_s=PATIENCE_S):
        place = Place("", name)
        if place not in self._asking:
            self._asking[place] = RemoteDesk(self.asker(place), timeout_s)
        return self._asking[place]

    def record(self, number):
        return self.lists.by_name().get(hidden(KEY, number))

    def close(self):
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

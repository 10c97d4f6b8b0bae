"""Hosts in this process, each with a link of its own to etcd, and links to them.

with hosts_over(server.endpoints, ["12"], party("12.console")) as hosts:
    log = hosts.link()
"""

from contextlib import contextmanager

import grpc
from msgspec.structs import replace

from kiosk.app.machine import utc_now
from kiosk.host.gateway.admission import Admission
from kiosk.host.gateway.server import Gateway
from kiosk.host.rights import identity
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.links.hosts.config import HostsConfig
from kiosk.links.hosts.log import HostLog
from kiosk.table.log import Put, Refused


class Everything(Admission):
    """Lets everything pass: for tests of the log itself, whose records are any bytes."""

    def permit(self, _who, _verb, *_wanted):
        pass

    def append(self, _who, _ask):
        return ()

    def stand(self, _who, _ask):
        pass


def party(name):
    """Reads everybody who calls as this one."""
    found = identity(name)
    assert found is not None, name
    return lambda _context: found


class Hosts:
    def __init__(self, endpoints, admission, who, count, registry, serve, jackpots):
        self.bugs, self.links = [], []
        self.gateways, self.ports = [], []
        for _ in range(count):
            link = EtcdLog(EtcdConfig(tuple(endpoints)), self.bugs.append)
            shared = jackpots and jackpots(link)
            gateway = Gateway(link, admission, registry, self.bugs.append, utc_now, who=who, jackpots=shared)
            self.ports.append(gateway.start("127.0.0.1:0", serve))
            self.gateways.append((gateway, link))

    @property
    def endpoints(self):
        return tuple(f"127.0.0.1:{port}" for port in self.ports)

    def link(self, pair=None, ca=None, head=None, contains=None, **options):
        config = HostsConfig(
            options.pop("endpoints", self.endpoints),
            ca,
            pair and pair.cert,
            pair and pair.key,
            **{"timeout_ms": 10_000, **options},
        )
        self.links.append(HostLog(config, self.bugs.append, head, *(() if contains is None else (contains,))))
        return self.links[-1]

    def stop(self, n):
        """This host is gone."""
        gateway, link = self.gateways[n]
        gateway.stop()
        link.close()

    def close(self):
        for link in self.links:
            link.close()
        for n in range(len(self.gateways)):
            self.stop(n)


@contextmanager
def hosts_over(
    endpoints, tables, who=None, *, count=2, admission=None, registry=None, serve=None, jackpots=None
):
    """``jackpots`` makes of a host's link those that it answers for."""
    hosts = Hosts(endpoints, admission or Admission(tables), who, count, registry, serve, jackpots)
    try:
        yield hosts
    finally:
        hosts.close()
    assert hosts.bugs == []


def server_credentials(certificates, pair):
    """Those of a host whose certificate is ``pair``, for callers of the same authority."""
    key, certificate = pair.key.read_bytes(), pair.cert.read_bytes()
    return grpc.ssl_server_credentials([(key, certificate)], certificates.ca.read_bytes(), True)


class Rooted:
    """A link whose keys stand below a table's root, as the contract's keys do not."""

    def __init__(self, log, root):
        self._log, self._root = log, root

    def append(self, puts, *, unless=(), holding=None):
        holding = holding and (self._root + holding[0], holding[1])
        answer = self._log.append(
            [Put(self._root + put.key, put.value) for put in puts],
            unless=[self._root + key for key in unless],
            holding=holding,
        )
        return (
            replace(answer, key=answer.key.removeprefix(self._root))
            if isinstance(answer, Refused)
            else answer
        )

    def _bare(self, entry):
        return entry and replace(entry, key=entry.key.removeprefix(self._root))

    def last(self, prefix):
        return self._bare(self._log.last(self._root + prefix))

    def read(self, prefixes, after, limit):
        found = self._log.read([self._root + prefix for prefix in prefixes], after, limit)
        return [self._bare(entry) for entry in found]

    def follow(self, prefixes, after, deliver, linked=lambda _: None):
        wanted = [self._root + prefix for prefix in prefixes]
        return self._log.follow(wanted, after, lambda entry: deliver(self._bare(entry)), linked)

    def stand(self, key, value, met=None):
        return self._log.stand(self._root + key, value, met)

    def watch(self, prefix, changed):
        root = self._root
        return self._log.watch(root + prefix, lambda key, value: changed(key.removeprefix(root), value))

    def close(self):
        self._log.close()

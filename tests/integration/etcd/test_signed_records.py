"""Signed records through hosts: every reader judges them itself, whatever a host passes on."""

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from kiosk.host.gateway.admission import Admission
from kiosk.links.calls.errors import Denied
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.links.signing import Signer, Signers, SignersList, merged, new_pair
from kiosk.table import keys
from kiosk.table import records as r
from kiosk.table.log import Appended, Put, Refused
from kiosk.table.signature import parted
from kits.links.gateway import hosts_over, party
from kits.links.heard import Heard

TABLE, NAME = "12", "12.console"


def closed(number):
    return Put(keys.round_event(TABLE, number, 1), r.encode(r.BetsClosed(round=number)))


def signing():
    pem, public = new_pair()
    return Signer(NAME, load_pem_private_key(pem, None)), SignersList(TABLE, {NAME: (public,)})


OLD, OLD_LIST = signing()
NEW, NEW_LIST = signing()
SIGNERS = Signers(merged(OLD_LIST, NEW_LIST))


@pytest.fixture
def hosts(etcd_server):
    admission = Admission([TABLE], [SIGNERS])
    with hosts_over((etcd_server.endpoint,), [TABLE], party(NAME), admission=admission) as hosts:
        yield hosts


@pytest.fixture
def behind(etcd_server):
    """What somebody writes who is at the servers themselves."""
    log = EtcdLog(EtcdConfig((etcd_server.endpoint,)))
    yield log
    log.close()


def test_that_a_record_that_is_not_validly_signed_reaches_no_reader(hosts, behind, warnings_logged):
    log = hosts.link(signer=OLD, signers=SIGNERS)
    heard, told = Heard(), []
    log.verified.listen(lambda key, why: told.append((key, why)))
    log.follow([keys.rounds(TABLE)], 0, heard)
    assert isinstance(log.append([closed(1)]), Appended)
    forger, _ = signing()
    behind.append([closed(2)])
    behind.append([Put(closed(3).key, forger.sign(*_pair(closed(3))))])
    behind.append([Put(closed(4).key, OLD.sign(*_pair(closed(1))))])
    assert isinstance(log.append([closed(5)]), Appended)
    assert heard.until_key(closed(5).key) == [closed(1).key, closed(5).key]
    assert [entry.key for entry in log.read([keys.rounds(TABLE)], 0, 10)] == [closed(1).key, closed(5).key]
    behind_one = log.read([keys.rounds(TABLE)], heard[0].seq, 3)
    assert [entry.key for entry in behind_one] == [closed(5).key], (
        "three that are ignored hide what comes after"
    )
    assert [key for key, _ in told] == [closed(2).key, closed(3).key, closed(4).key]
    assert r.decode(heard[0].value) == r.BetsClosed(round=1)
    assert len(warnings_logged) == 3
    warnings_logged.clear()


def test_that_a_host_takes_nothing_that_readers_would_not_believe(hosts):
    for signer in (None, signing()[0]):
        with pytest.raises(Denied, match=r"BetsClosed at '.*': its? "):
            hosts.link(signer=signer, signers=SIGNERS).append([closed(1)])


def test_that_what_was_sent_before_a_renewal_of_keys_stands_when_it_is_sent_again(hosts):
    first = hosts.link(signer=OLD, signers=SIGNERS).append([closed(1), closed(2)])
    log = hosts.link(signer=NEW, signers=SIGNERS)
    assert log.append([closed(1), closed(2)]) == first
    assert isinstance(log.append([closed(1), closed(3)]), Refused)
    assert isinstance(log.append([closed(3)]), Appended)
    found = [parted(entry.value) for entry in log.read([keys.rounds(TABLE)], 0, 10)]
    assert [parted(OLD.sign(*_pair(closed(n)))) for n in (1, 2)] == found[:2]
    assert parted(NEW.sign(*_pair(closed(3)))) == found[2]


def _pair(put):
    return put.key, put.value

"""What the server allows and denies each party of a provided table: its rules, not our manners."""

import contextlib
import ssl
from urllib.request import urlopen

import grpc
import pytest
from aetcd import rpc
from cryptography import x509
from cryptography.x509.oid import ExtendedKeyUsageOID

from kiosk.jackpot import keys as jackpots
from kiosk.ops.provision.apply import apply
from kiosk.ops.provision.ca import Authority
from kiosk.table import keys
from kiosk.tickets.keys import HOUSE, TICKETS, Place, step, ticket

T, OWN = "12", "07"

OWN_SLIP = keys.slip(T, OWN, 1, 1)
ROUND = keys.round_event(T, 1, 1)
FLOOR = ("seat-07", "console", "spare-console", "cashier")
KEYS = {
    "its own slip": OWN_SLIP,
    "its presence": keys.present(T, OWN),
    "the round": ROUND,
    "a ticket": ticket("123"),
    "a step": step("123", 1),
    "its turn": Place(T, OWN).turn,
    "a console": keys.console(T, 1),
    "a jackpot's meter": jackpots.meter("main"),
    "what has left": keys.left_by(T, "0" * 16),
    "outside all tables": "anything",
    "the first key": "\0",
}


def cases(found):
    return pytest.mark.parametrize("key", found.values(), ids=found.keys())


# --- the floor --------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def refused():
    with pytest.raises(grpc.RpcError):
        yield


@pytest.mark.parametrize("name", FLOOR)
@cases(KEYS)
def test_that_who_is_on_the_floor_reads_and_writes_nothing_here(parties, name, key):
    party = parties[name]
    parties["admin"].put(key, b"kept")
    for act in (party.put, party.delete, party.get):
        with refused():
            act(key)
    with refused():
        party.txn(puts=[key])
    assert parties["admin"].get(key) == {key: b"kept"}
    parties["admin"].delete(key)


@pytest.mark.parametrize("name", FLOOR)
@pytest.mark.parametrize("prefix", [keys.root(T), keys.seat(T, OWN), TICKETS, HOUSE, "etg/"])
def test_that_who_is_on_the_floor_hears_nothing_here(parties, name, prefix):
    with refused():
        parties[name].get(prefix)
    with refused():
        assert not parties[name].watches(prefix)
        raise grpc.RpcError  # the watch was cancelled: as good


# --- nobody widens anything -------------------------------------------------------------------------------------------


def grants(name, role):
    everything = rpc.Permission(permType=rpc.Permission.READWRITE, key=b"\0", range_end=b"\0")
    return {
        "a role": lambda party: party.auth.UserGrantRole(
            rpc.AuthUserGrantRoleRequest(user=name, role="root"), timeout=5
        ),
        "a permission": lambda party: party.auth.RoleGrantPermission(
            rpc.AuthRoleGrantPermissionRequest(name=role, perm=everything), timeout=5
        ),
        "a user": lambda party: party.auth.UserAdd(
            rpc.AuthUserAddRequest(name="new", options=rpc.UserAddOptions(no_password=True)), timeout=5
        ),
        "a password": lambda party: party.auth.UserChangePassword(
            rpc.AuthUserChangePasswordRequest(name="root", password=str(1)), timeout=5
        ),
        "no checks at all": lambda party: party.auth.AuthDisable(rpc.AuthDisableRequest(), timeout=5),
        "a member": lambda party: party.cluster.MemberAdd(
            rpc.MemberAddRequest(peerURLs=["https://127.0.0.1:1"]), timeout=5
        ),
        "a copy of everything": lambda party: list(
            party.maintenance.Snapshot(rpc.SnapshotRequest(), timeout=5)
        ),
    }


@pytest.mark.parametrize(
    ("party", "name", "role"),
    [
        ("host-1", "12.host", "12.host"),
    ],
)
@pytest.mark.parametrize("what", grants("", "").keys())
def test_that_nobody_but_the_administrator_widens_a_right(parties, denied, party, name, role, what):
    with denied:
        grants(name, role)[what](parties[party])


def test_that_nobody_can_come_in_with_a_password(parties):
    for user in ("root", "12.host"):
        for password in ("", "root", user):
            with pytest.raises(grpc.RpcError, match=r"authentication failed|no password|empty"):
                parties["host-1"].auth.Authenticate(
                    rpc.AuthenticateRequest(name=user, password=password), timeout=5
                )


# --- the host --------------------------------------------------------------------------------------------------------


def test_that_the_host_removes_a_finished_round_and_reaches_no_other_table(host, denied):
    host.put(ROUND)
    host.put(OWN_SLIP)
    assert set(host.get(keys.root(T))) == {ROUND, OWN_SLIP}
    assert host.delete(keys.root(T)) == 2
    with denied:
        host.delete(keys.root("13"))
    with denied:
        host.get("etg/")


def test_that_the_host_moves_a_jackpot(host):
    for key in (jackpots.meter("main"), jackpots.act("main", "12/1/contributed")):
        host.put(key)
        assert set(host.get(key)) == {key}
        assert host.delete(key) == 1


# --- the door ---------------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def nobody_answers():
    with pytest.raises(grpc.RpcError) as caught:
        yield
    assert caught.value.code() is grpc.StatusCode.UNAVAILABLE, caught.value


def ask(endpoint, **files):
    credentials = grpc.ssl_channel_credentials(*(files.get(name) for name in ("ca", "key", "certificate")))
    with grpc.secure_channel(endpoint, credentials) as channel:
        rpc.KVStub(channel).Range(rpc.RangeRequest(key=b"x"), timeout=5)


def files_of(table, party):
    pair = table.pair(party)
    return {
        "ca": pair.cert.with_name("ca.crt").read_bytes(),
        "key": pair.key.read_bytes(),
        "certificate": pair.cert.read_bytes(),
    }


def test_that_without_a_certificate_there_is_no_connection(table):
    ca = files_of(table, "admin")["ca"]
    with nobody_answers():
        ask(table.endpoints[0], ca=ca)
    with nobody_answers(), grpc.insecure_channel(table.endpoints[0]) as channel:
        rpc.KVStub(channel).Range(rpc.RangeRequest(key=b"x"), timeout=5)


def test_that_a_certificate_of_another_authority_gives_no_connection(table):
    forged = Authority("table 12").client("root")
    ca = files_of(table, "admin")["ca"]
    with nobody_answers():
        ask(table.endpoints[0], ca=ca, key=forged.key, certificate=forged.certificate)


def test_that_a_server_that_another_authority_vouches_for_is_not_believed(table):
    with nobody_answers():
        ask(table.endpoints[0], **files_of(table, "seat-07") | {"ca": Authority("other").pair.certificate})


def test_that_a_servers_certificate_opens_nothing_for_a_client(table):
    ca = files_of(table, "admin")["ca"]
    for name in ("server", "peer"):
        key, certificate = ((table.dir / f"etcd/node-1/{name}.{end}").read_bytes() for end in ("key", "crt"))
        with nobody_answers():
            ask(table.endpoints[0], ca=ca, key=key, certificate=certificate)


def test_that_a_user_that_was_removed_may_nothing_with_its_certificate(table, parties, denied):
    host = parties["host-1"]
    parties["admin"].auth.UserDelete(rpc.AuthUserDeleteRequest(name="12.host"), timeout=5)
    try:
        with denied:
            host.get(keys.root(T))
    finally:
        apply(table.dir, lambda _: None)
    assert host.get(keys.root(T)) == {}


def test_that_a_seat_cannot_speak_to_a_server_as_its_fellow(table):
    node = table.plan.nodes[0]
    pair = table.pair("seat-07")
    context = ssl.create_default_context(cafile=table.dir / "ca/peer-ca.crt")
    context.load_cert_chain(pair.cert, pair.key)
    with pytest.raises(OSError):  # the words depend on when the server hangs up; a fellow is answered below
        urlopen(f"https://{node.peer_endpoint}/members", context=context, timeout=5)
    fellow = ssl.create_default_context(cafile=table.dir / "ca/peer-ca.crt")
    fellow.load_cert_chain(table.dir / "etcd/node-1/peer.crt", table.dir / "etcd/node-1/peer.key")
    with urlopen(f"https://{node.peer_endpoint}/members", context=fellow, timeout=5) as answer:
        assert answer.status == 200


@pytest.mark.parametrize("party", ["seat-07", "console", "host-1", "admin"])
def test_that_no_clients_certificate_can_pass_for_a_server(table, party):
    found = x509.load_pem_x509_certificate(table.pair(party).cert.read_bytes())
    purposes = found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(purposes) == [ExtendedKeyUsageOID.CLIENT_AUTH]

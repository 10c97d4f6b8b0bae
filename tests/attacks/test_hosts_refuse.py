"""What a host refuses at its door, and what it refuses each party that has come in."""

import socket
import ssl
import threading

import grpc
import msgspec
import pytest
from aetcd import rpc

from kiosk.host.gateway.server import MOST_AT_ONCE, Gateway
from kiosk.jackpot import requests as jackpots
from kiosk.links.hosts import wire
from kiosk.table import keys
from kiosk.table.head import Head
from kiosk.table.records import Barrier, CloseShown, PaidMark, Present, Slip, encode
from kiosk.tickets.keys import TICKETS
from kits.attacks.attackers import FLOOR, NOBODY, STRANGER, Attacker, etcd_verbs, says

T = "12"
DENIED, FLOODED = grpc.StatusCode.PERMISSION_DENIED, grpc.StatusCode.RESOURCE_EXHAUSTED
HEAD = Head(1, "1" * 64, 0)


@pytest.fixture(scope="session")
def host(table):
    return table.plan.hosts[0].endpoint


@pytest.fixture(scope="session")
def ca(table):
    """Who vouches for the hosts: no secret."""
    return table.config("seat-07").with_suffix("") / "ca.crt"


@pytest.fixture
def at_host(attackers, host, ca):
    """Calls a method as somebody of the floor."""

    def call(name, path, body=b""):
        with attackers[name].channel(host, ca) as channel:
            return says(channel, path, body)

    return call


# --- the door ---------------------------------------------------------------------------------------------------------


def greets(attacker, host, ca, version):
    """Which TLS is spoken with the host where that version alone is offered."""
    context = attacker.context(ca)
    context.check_hostname = False
    context.minimum_version = context.maximum_version = version
    context.set_alpn_protocols(["h2"])
    address, _, port = host.rpartition(":")
    with socket.create_connection((address, int(port)), timeout=10) as line, context.wrap_socket(line) as tls:
        tls.recv(1)  # the host's first word: the handshake of TLS 1.3 does not wait for it
        return tls.version()


def test_that_a_host_speaks_no_older_tls(attackers, host, ca):
    with pytest.raises(OSError):
        greets(attackers["seat-07"], host, ca, ssl.TLSVersion.TLSv1_2)
    assert greets(attackers["seat-07"], host, ca, ssl.TLSVersion.TLSv1_3) == "TLSv1.3"


def knocks(attacker, host, ca):
    with attacker.channel(host, ca) as channel:
        return says(channel, "/etg.Host/Health", wire.encode(wire.Nothing()))


@pytest.mark.parametrize("name", [STRANGER, NOBODY])
def test_that_without_a_certificate_of_the_floor_there_is_no_connection(attackers, host, ca, name):
    assert knocks(attackers[name], host, ca) is grpc.StatusCode.UNAVAILABLE


def test_that_certificates_for_other_purposes_open_nothing(table, host, ca):
    folders = {
        "a host's as a server": table.config("host-1").with_suffix("") / "server",
        "a host's at etcd": table.config("host-1").with_suffix("") / "client",
        "the administrator's at etcd": table.config("admin").with_suffix("") / "client",
        "etcd's": table.dir / "etcd/node-1/server",
        "etcd's among its fellows": table.dir / "etcd/node-1/peer",
    }
    for what, stem in folders.items():
        attacker = Attacker(what, stem.with_suffix(".crt"), stem.with_suffix(".key"))
        assert knocks(attacker, host, ca) is grpc.StatusCode.UNAVAILABLE, what


def test_that_without_tls_there_is_no_word_with_a_host(host):
    with grpc.insecure_channel(host) as channel:
        assert says(channel, "/etg.Host/Health") is grpc.StatusCode.UNAVAILABLE


def test_that_who_only_occupies_connections_loses_them(host):
    address, _, port = host.rpartition(":")
    silent = [socket.create_connection((address, int(port)), timeout=60) for _ in range(40)]
    for line in silent:
        while line.recv(4096):
            pass
        line.close()


def test_that_no_connection_bears_calls_without_end_that_never_ask_their_question(attackers, host, ca):
    over, asked = threading.Event(), "/etg.Host/Health"

    def never():
        over.wait()
        yield from ()

    seat = attackers["seat-07"]
    with seat.channel(host, ca) as channel, seat.channel(host, ca) as other:
        waiting = [channel.stream_unary(asked).future(never()) for _ in range(MOST_AT_ONCE + 100)]
        with pytest.raises(grpc.RpcError) as left_out:
            channel.unary_unary(asked)(wire.encode(wire.Nothing()), timeout=2)
        assert left_out.value.code() is grpc.StatusCode.DEADLINE_EXCEEDED
        assert says(other, asked, wire.encode(wire.Nothing())) is grpc.StatusCode.OK
        over.set()
        for call in waiting:
            call.cancel()


@pytest.mark.parametrize("name", FLOOR)
def test_that_a_host_passes_no_verb_of_etcd_on(at_host, name):
    more = ["/grpc.reflection.v1.ServerReflection/ServerReflectionInfo", "/grpc.health.v1.Health/Check", "/etg.Host/",
            "/etg.Host/append", "/etg.Host/Txn", "/Append", "//Append", "/etg.host/Append"]  # fmt: skip
    found = {at_host(name, verb) for verb in (*etcd_verbs(), *more)}
    assert found == {grpc.StatusCode.UNIMPLEMENTED}


# --- what is not theirs -----------------------------------------------------------------------------------------------


def put(key, record, head=HEAD):
    return wire.AppendAsk(((key, encode(record)),), head=head)


def of_the_log(key):
    """Every way to ask for what stands under a key."""
    return [
        ("Last", wire.LastAsk(key)),
        ("Read", wire.ReadAsk((key,), 0, 10)),
        ("Follow", wire.FollowAsk((key,), 0)),
        ("Watch", wire.UnderAsk(key)),
        ("Changes", wire.UnderAsk(key)),
        ("Shown", wire.ShownAsk((key,))),
        ("Shown", wire.ShownAsk((), key)),
        ("Shown", wire.ShownAsk((), "", key)),
    ]


def reads(*wanted):
    """The plainest way, for many keys."""
    return [("Read", wire.ReadAsk((key,), 0, 10)) for key in wanted]


OWN, OTHER = keys.seat(T, "07"), keys.seat(T, "08")
SLIP = Slip(seat="07", round=1, rev=1, layout="A", stakes={})
# What nobody of the floor may read: whole logs, what only looks like one's own, other tables, the house's.
NOBODYS = ("e", "etg", "etg/", "etg/1", f"etg/{T}", "etg/13/", "etg/123/round/", "etg-", "etg-house/",
           "etg-house/clock", keys.anchors(), keys.anchor(T, "07"), "ETG/12/round/", " etg/12/round/", "etg//12/",
           f"etg/{T}/round//", f"etg/{T}/round/\0", f"etg/{T}/r\u043eund/", "\0")  # fmt: skip
NOT_A_SEATS = (keys.slips(T, "08"), keys.private(T, "08"), f"etg/{T}/private/", f"etg/{T}/seat/", f"etg/{T}/seat/0",
               f"etg/{T}/seat/07", f"etg/{T}/seat/070/", f"etg/{T}/seat/07./", f"etg/{T}/round", f"etg/{T}/r",
               keys.presences(T), keys.consoles(T), keys.manager_records(T), keys.left(T))  # fmt: skip
ANCHORED = [
    ("Anchor", wire.Nothing()),
    ("Move", wire.MoveAsk(HEAD)),
    ("Release", wire.ReleaseAsk(HEAD, None, "Kim", "none")),
]
STANDS = [
    ("Stand", wire.StandAsk(key, encode(record), False))
    for key, record in (
        (keys.present(T, "08"), Present(seat="08", layout="A")),
        (keys.present(T, "07") + "/x", Present(seat="07", layout="A")),
        (keys.present(T, "07"), SLIP),
        (keys.present("13", "07"), Present(seat="07", layout="A")),
    )
]
LISTS = [("Tickets", wire.PageAsk(b"")), ("Steps", wire.PageAsk(b""))]
QUESTIONS = [("Question", wire.QuestionAsk(1, b"m", b"{}", HEAD)), ("Turn", wire.Nothing())]
JACKPOTS = [  # of a table that shares none
    ("Jackpot", wire.JackpotAsk(msgspec.json.encode(asked)))
    for asked in (jackpots.Show(), jackpots.Contribute(T, 1, ("07",), 1), jackpots.Void(T, 1))
]
RAISES = [("Raise", wire.RaiseAsk(f"etg/{T}/at-work/raised{more}", 1)) for more in ("", "/", "x")]

OF_A_SEAT = [
    *(ask for key in (OTHER, keys.root(T), TICKETS) for ask in of_the_log(key)),
    *reads(*NOBODYS, *NOT_A_SEATS),
    ("Read", wire.ReadAsk((OWN, OTHER), 0, 10)),
    ("Follow", wire.FollowAsk((OWN, keys.rounds(T), OTHER), 0)),
    ("Watch", wire.UnderAsk(OWN)),
    ("Changes", wire.UnderAsk(OWN)),
    ("Shown", wire.ShownAsk((), "", "", T)),
    ("Append", put(keys.slip(T, "08", 1, 1), Slip(seat="08", round=1, rev=1, layout="A", stakes={}))),
    ("Append", put(keys.slip(T, "07", 1, 1), SLIP)),  # without a signature
    ("Append", put(keys.slip(T, "07", 1, 2), SLIP)),
    ("Append", put(keys.slip(T, "07", 1, 1), SLIP, head=None)),
    ("Append", put(keys.closed(T, 1), Barrier(round=1))),
    ("Append", put(keys.paid_mark(T, "07", 1, 1), PaidMark(seat="07", round=1, decision=1))),
    ("Append", wire.AppendAsk(((keys.slip(T, "07", 1, 1), encode(SLIP)),), (keys.slip(T, "08", 1, 1),), head=HEAD)),
    ("Append", wire.AppendAsk(((keys.slip(T, "07", 1, 1), encode(SLIP)),), (), (keys.consoles(T), 1), head=HEAD)),
    ("Append", wire.AppendAsk((("etg-house/tickets/1", encode(SLIP)),), head=HEAD)),
    ("Append", wire.AppendAsk(((keys.anchor(T, "07"), b"{}"),), head=HEAD)),
    *STANDS, *LISTS, *RAISES, *JACKPOTS,
]  # fmt: skip
OF_A_CONSOLE = [
    *(ask for key in (keys.root("13"), TICKETS) for ask in of_the_log(key)),
    *reads(*NOBODYS),
    ("Shown", wire.ShownAsk((), "", "", "13")),
    ("Append", put(keys.slip(T, "07", 1, 1), SLIP)),
    ("Append", put(keys.report(T, CloseShown(seat="07", round=1)), CloseShown(seat="07", round=1))),
    ("Append", put(keys.closed(T, 1), Barrier(round=1))),  # without a signature
    ("Append", put(keys.closed("13", 1), Barrier(round=1))),
    ("Append", put(keys.left_by(T, "0" * 16), Barrier(round=1))),
    *STANDS, *LISTS, *QUESTIONS, *ANCHORED, *RAISES[1:], *JACKPOTS,
]  # fmt: skip
OF_A_CASHIER = [
    *(ask for key in (OWN, keys.root(T), TICKETS) for ask in of_the_log(key)),
    *reads(*NOBODYS, *NOT_A_SEATS, keys.rounds(T)),
    ("Append", put(keys.slip(T, "07", 1, 1), SLIP)),
    ("Append", put(keys.closed(T, 1), Barrier(round=1))),
    *STANDS, *ANCHORED, *RAISES, *JACKPOTS,
]  # fmt: skip
NOT_THEIRS = {
    "seat-07": OF_A_SEAT,
    "console": OF_A_CONSOLE,
    "spare-console": OF_A_CONSOLE,
    "cashier": OF_A_CASHIER,
}


@pytest.mark.parametrize("name", NOT_THEIRS)
def test_that_each_call_refuses_what_is_not_its_callers(table, attackers, host, ca, name):
    with table.channel("admin") as channel:
        before = newest(channel)
    with attackers[name].channel(host, ca) as channel:
        for call, ask in NOT_THEIRS[name]:
            found = refused(channel, f"/{wire.SERVICE}/{call}", wire.encode(ask))
            assert found is DENIED, f"{call} {ask}: {found}"
    with table.channel("admin") as channel:
        assert newest(channel) == before, "something was written"


def refused(channel, path, body):
    """What becomes of the call, as slowly as its caller may ask."""
    while (found := says(channel, path, body)) is FLOODED:
        threading.Event().wait(0.05)
    return found


def newest(channel):
    """The newest change of what is no presence."""
    kvs = (
        rpc.KVStub(channel).Range(rpc.RangeRequest(key=b"\0", range_end=b"\0", keys_only=True), timeout=5).kvs
    )
    return max((kv.mod_revision for kv in kvs if not kv.lease), default=0)


def test_that_an_empty_key_is_no_key(attackers, host, ca):
    asks = [
        ("Last", [""]), ("Read", [[""], 0, 1]), ("Follow", [[""], 0]), ("Follow", [[], 0]), ("Watch", [""]),
        ("Changes", [""]), ("Shown", [[""]]), ("Stand", ["", b"", False]), ("Append", [[["", b""]]]), ("Append", [[]]),
        ("Raise", ["", 1]),
    ]  # fmt: skip
    with attackers["console"].channel(host, ca) as channel:
        for call, body in asks:
            found = says(channel, f"/{wire.SERVICE}/{call}", wire.encode(body))
            assert found is grpc.StatusCode.INVALID_ARGUMENT, f"{call} {body}: {found}"


def test_that_every_call_of_the_service_is_among_those_that_are_tried():
    calls = set(Gateway._handlers(object.__new__(Gateway)))
    tried = {call for asks in NOT_THEIRS.values() for call, _ in asks}
    assert calls - tried == {"Health"}, "anybody of the floor may know how the servers are"

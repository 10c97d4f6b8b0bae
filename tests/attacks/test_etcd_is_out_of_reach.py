"""Nobody of the floor speaks to etcd: each verb of each of its doors, tried with each certificate there is.

What one certificate of a seat could do there once, become its root or hear all tickets, begins with a connection.
"""

import http.client
import ssl
from urllib.request import urlopen

import grpc
import pytest
from aetcd import rpc

from kits.attacks.attackers import ATTACKERS, Attacker, etcd_verbs, says

# Bodies that did harm where the connection stood: no right was asked for the first, a right for one key for the second.
ALARM = rpc.AlarmRequest(action=rpc.AlarmRequest.ACTIVATE, alarm=rpc.NOSPACE, memberID=1)
OPEN_WATCH = rpc.WatchRequest(
    create_request=rpc.WatchCreateRequest(key=b"etg/12/present/07", range_end=b"\0", start_revision=1)
)
NESTED = rpc.TxnRequest(
    success=[
        rpc.RequestOp(
            request_txn=rpc.TxnRequest(
                success=[rpc.RequestOp(request_put=rpc.PutRequest(key=b"etg/12/round/1/1", value=b"forged"))]
            )
        )
    ]
)
HARMFUL = {
    "/etcdserverpb.Maintenance/Alarm": ALARM,
    "/etcdserverpb.Watch/Watch": OPEN_WATCH,
    "/etcdserverpb.KV/Txn": NESTED,
    "/etcdserverpb.Auth/UserGrantRole": rpc.AuthUserGrantRoleRequest(user="12.host", role="root"),
    "/etcdserverpb.KV/Range": rpc.RangeRequest(key=b"\0", range_end=b"\0"),
    "/etcdserverpb.KV/DeleteRange": rpc.DeleteRangeRequest(key=b"\0", range_end=b"\0"),
}
CLIENT_PATHS = (
    "/v3/kv/range", "/v3/kv/put", "/v3/watch", "/v3/lease/grant", "/v3/maintenance/alarm", "/v3/maintenance/snapshot",
    "/v3/auth/disable", "/v3/auth/user/grant", "/v3/cluster/member/add", "/v3/lock/lock", "/v3/election/campaign",
    "/v3beta/kv/range", "/v2/keys/", "/v2/members", "/v2/stats/self", "/metrics", "/health", "/version",
    "/config/local/log", "/debug/vars", "/debug/pprof/",
)  # fmt: skip
PEER_PATHS = ("/members", "/raft", "/raft/stream/msgapp/1", "/raft/snapshot", "/leases", "/leases/internal",
              "/members/promote/1", "/downgrade/enabled", "/lease", "/version")  # fmt: skip
SEATS_OWN_CA = "config/admin/ca.crt"


@pytest.fixture
def ca(table):
    """Who vouches for the servers: no secret."""
    return table.dir / SEATS_OWN_CA


@pytest.fixture
def stands(table):
    """What stands in the log does so afterwards."""

    def content():
        with table.channel("admin") as channel:
            found = rpc.KVStub(channel).Range(rpc.RangeRequest(key=b"\0", range_end=b"\0"), timeout=5).kvs
        return {kv.key: kv.value for kv in found if not kv.lease}

    before = content()
    yield
    assert content() == before


@pytest.mark.parametrize("name", ATTACKERS)
def test_that_no_verb_of_etcd_reaches_it_from_the_floor(table, attackers, ca, stands, name):
    verbs = etcd_verbs()
    assert HARMFUL.keys() <= set(verbs)
    with attackers[name].channel(table.endpoints[0], ca) as channel:
        found = {
            verb: says(channel, verb, HARMFUL[verb].SerializeToString() if verb in HARMFUL else b"")
            for verb in verbs
        }
    assert set(found.values()) == {grpc.StatusCode.UNAVAILABLE}, found


def test_that_the_same_verbs_do_reach_etcd_from_where_it_is_administered(table, ca):
    pair = table.pair("admin")
    verbs = [verb for verb in etcd_verbs() if verb.endswith(("Range", "MemberList", "UserList", "Hash"))]
    with Attacker("admin", pair.cert, pair.key).channel(table.endpoints[0], ca) as channel:
        assert {says(channel, verb) for verb in verbs} <= {
            grpc.StatusCode.OK,
            grpc.StatusCode.INVALID_ARGUMENT,
        }


@pytest.mark.parametrize("name", ATTACKERS)
def test_that_no_door_of_etcd_opens_over_http(table, attackers, ca, name):
    node = table.plan.nodes[0]
    doors = {
        node.endpoint: (ca, CLIENT_PATHS),
        node.peer_endpoint: (table.dir / "ca/peer-ca.crt", PEER_PATHS),
    }
    for endpoint, (authority, paths) in doors.items():
        context = attackers[name].context(authority)
        for path in paths:
            for body in (None, b"{}"):
                with pytest.raises((OSError, http.client.HTTPException)) as refused:
                    urlopen(f"https://{endpoint}{path}", body, context=context, timeout=5)
                assert getattr(refused.value, "code", None) is None, f"{path} was answered: {refused.value}"


def ask(line, path):
    line.request("GET", path)
    line.getresponse()


@pytest.mark.parametrize("path", ["/v3/kv/range", "/metrics", "/health"])
def test_that_without_tls_there_is_no_word_with_etcd(table, path):
    node = table.plan.nodes[0]
    for endpoint in (node.endpoint, node.peer_endpoint):
        line = http.client.HTTPConnection(endpoint, timeout=5)
        with pytest.raises((OSError, http.client.HTTPException)):
            ask(line, path)
        line.close()


def test_that_the_administrator_is_answered_over_http(table, ca):
    pair = table.pair("admin")
    context = ssl.create_default_context(cafile=ca)
    context.load_cert_chain(pair.cert, pair.key)
    with urlopen(f"https://{table.endpoints[0]}/version", context=context, timeout=5) as answer:
        assert answer.status == 200

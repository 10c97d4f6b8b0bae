"""One provided table on a real server for all tests here: they only try what the server allows."""

import contextlib

import grpc
import pytest
from aetcd import rpc

from kiosk.table import keys
from kiosk.tickets.keys import HOUSE
from kits.ops.provision import provisioned

T = "12"
PARTIES = ("seat-07", "seat-08", "console", "spare-console", "host-1", "cashier", "admin")


class Party:
    """Asks the server as one party."""

    def __init__(self, channel):
        self.kv, self.auth = rpc.KVStub(channel), rpc.AuthStub(channel)
        self.lease, self.watch = rpc.LeaseStub(channel), rpc.WatchStub(channel)
        self.cluster, self.maintenance = rpc.ClusterStub(channel), rpc.MaintenanceStub(channel)

    def put(self, key, value=b"{}", lease=0):
        return self.kv.Put(rpc.PutRequest(key=key.encode(), value=value, lease=lease), timeout=5)

    def get(self, key, end=None):
        """One key; with `end` all from key to before it; a prefix when `key` ends with a slash."""
        if end is None and key.endswith("/"):
            end = key[:-1] + "0"
        request = rpc.RangeRequest(key=key.encode(), range_end=(end or "").encode())
        return {kv.key.decode(): kv.value for kv in self.kv.Range(request, timeout=5).kvs}

    def delete(self, key):
        end = key[:-1] + "0" if key.endswith("/") else ""
        request = rpc.DeleteRangeRequest(key=key.encode(), range_end=end.encode())
        return self.kv.DeleteRange(request, timeout=5).deleted

    def txn(self, *, puts=(), absent=(), newest=None, read=()):
        """As the table log appends: all put keys and `absent` absent, else all of them are read."""
        compare = [absence(key) for key in (*puts, *absent)]
        if newest is not None:
            prefix, token = newest
            compare.append(
                rpc.Compare(
                    result=rpc.Compare.LESS,
                    target=rpc.Compare.CREATE,
                    key=prefix.encode(),
                    range_end=(prefix[:-1] + "0").encode(),
                    create_revision=token + 1,
                )
            )
        success = [rpc.RequestOp(request_put=rpc.PutRequest(key=key.encode(), value=b"{}")) for key in puts]
        asked = [rpc.RangeRequest(key=key.encode()) for key in (*puts, *absent, *read)]
        failure = [rpc.RequestOp(request_range=request) for request in asked]
        return self.kv.Txn(rpc.TxnRequest(compare=compare, success=success, failure=failure), timeout=5)

    def watches(self, key):
        """Whether a watch of the prefix is granted."""
        request = rpc.WatchCreateRequest(key=key.encode(), range_end=(key[:-1] + "0").encode())
        answers = self.watch.Watch(iter([rpc.WatchRequest(create_request=request)]), timeout=5)
        try:
            return not next(answers).canceled
        finally:
            answers.cancel()


def absence(key):
    return rpc.Compare(
        result=rpc.Compare.EQUAL, target=rpc.Compare.CREATE, key=key.encode(), create_revision=0
    )


class Denied:
    """`with denied:` passes when the server says that the right is missing, and for no other reason."""

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        assert error is not None, "allowed: expected that the server denies it"
        assert isinstance(error, grpc.RpcError), error
        assert "permission denied" in error.details(), error  # the code of a stream is not always set
        return True


@pytest.fixture(scope="module")
def table(tmp_path_factory):
    with provisioned(tmp_path_factory.mktemp("table")) as found:
        yield found


@pytest.fixture(scope="module")
def parties(table):
    """Everybody of the table, by the name of its files."""
    with contextlib.ExitStack() as stack:
        yield {name: Party(stack.enter_context(table.channel(name))) for name in PARTIES}


@pytest.fixture
def seat(parties):
    """Seat 07."""
    return parties["seat-07"]


@pytest.fixture
def console(parties):
    return parties["console"]


@pytest.fixture
def host(parties):
    return parties["host-1"]


@pytest.fixture
def denied():
    return Denied()


@pytest.fixture(autouse=True)
def empty_table(parties):
    """Each test begins with an empty table."""
    parties["admin"].delete(keys.root(T))
    parties["admin"].delete(HOUSE)

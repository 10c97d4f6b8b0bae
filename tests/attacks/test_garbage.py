"""A seat's certificate and any bytes at all: the host lives, tells nobody's secrets, and keeps nothing of it."""

import os
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import grpc
import psutil
import pytest

from kiosk.app.config import read_seat_file
from kiosk.app.machine import utc_now
from kiosk.links.hosts import wire
from kiosk.links.hosts.log import HostLog
from kiosk.table import keys
from kiosk.table.log import Appended, Put
from kiosk.table.records import Present, Slip, encode
from kiosk.tickets.registry import Done
from kiosk.tickets.remote import RemoteRegistry
from kits.attacks.attackers import Attacker
from kits.attacks.garbage import HEAD, Garbage, T
from kits.ops.provision import provisioned

LONG = int(os.environ.get("GARBAGE", "100000"))
AT_ONCE, IN_A_ROW = 6, 250  # connections that ask at the same time; calls over one
SECONDS = 60.0
MOST_GROWTH = (
    48 * 2**20
)  # bytes; records that were rightly written are kept by the host, 100 bytes to 1 KiB each
SECRET = b"hidden08"
CENTS = 123_450
ANSWERED = {
    grpc.StatusCode.OK,
    grpc.StatusCode.INVALID_ARGUMENT,
    grpc.StatusCode.PERMISSION_DENIED,
    grpc.StatusCode.FAILED_PRECONDITION,  # other books, another log
    grpc.StatusCode.RESOURCE_EXHAUSTED,
    grpc.StatusCode.UNAVAILABLE,  # no answer now, as for a place that the log has not reached
}
SECRETS = (SECRET, str(CENTS).encode())


@pytest.fixture
def table(tmp_path):
    with provisioned(tmp_path, hosts=True) as found:
        host = found.serving[0]
        host.command = ("-m", "kits.attacks.unmetered_host")
        host.start()
        yield found


def in_days(days):
    return (datetime.now(UTC) + timedelta(days)).strftime("%Y-%m-%dT%H:%M:%SZ")


def config_of(table, name):
    return read_seat_file(table.seat(name)).log.hosts(T, f"seat.{name}")


@pytest.fixture
def neighbour(table, make_ticket):
    """Seat 08, which has secrets: a slip, a presence, a ticket."""
    log = HostLog(config_of(table, "08"), head=lambda: HEAD)
    slip = Slip(seat="08", round=1, rev=1, layout="C", stakes={SECRET.decode(): 500})
    assert isinstance(log.append([Put(keys.slip(T, "08", 1, 1), encode(slip))]), Appended)
    log.stand(keys.present(T, "08"), encode(Present(seat="08", layout="C", instance=SECRET.decode())))
    ticket = make_ticket(
        cents=CENTS, terminal="08", table=T, sequence=1, at_utc=utc_now(), expires_utc=in_days(30)
    )
    registry = RemoteRegistry(log, 30)
    assert registry.issue_pending(ticket) == registry.confirm(ticket.number) == Done(ticket.number)
    yield log
    log.close()


def told(channel, name, bodies):
    """The status and every byte that is said, of the first answer and of the refusal."""
    heard = threading.Event()

    def asks():
        yield from bodies
        if name == "Stand":  # which goes when its caller has no more to say
            heard.wait(SECONDS)

    call = channel.stream_stream(f"/{wire.SERVICE}/{name}")(asks(), timeout=SECONDS)
    try:
        return grpc.StatusCode.OK, next(call, b"")
    except grpc.RpcError as error:
        return error.code(), (error.details() or "").encode()
    finally:
        heard.set()
        call.cancel()


def ask_all(attacker, endpoint, ca, calls):
    with attacker.channel(endpoint, ca) as channel:
        return [(name, *told(channel, name, bodies)) for name, bodies in calls]


def torment(table, count, seed):
    """So many calls; how often each ended how, and by how many bytes the host has grown since the first third."""
    pair, config = table.pair("seat-07"), config_of(table, "07")
    attacker, garbage = Attacker("seat-07", pair.cert, pair.key), Garbage(seed, config.signer)
    endpoint, ca = table.plan.hosts[0].endpoint, pair.cert.with_name("ca.crt")
    host = psutil.Process(table.serving[0].pid)
    ended, grown, first = Counter(), 0, 0
    with ThreadPoolExecutor(AT_ONCE) as pool:
        done = 0
        while done < count:
            parts = [list(garbage.calls(IN_A_ROW)) for _ in range(AT_ONCE)]
            for part in pool.map(lambda calls: ask_all(attacker, endpoint, ca, calls), parts):
                for name, code, words in part:
                    ended[name, code] += 1
                    assert code in ANSWERED, f"{name}: {code} {words!r}"
                    assert not any(secret in words for secret in SECRETS), f"{name}: {words!r}"
            done += AT_ONCE * IN_A_ROW
            assert table.serving[0].pid == host.pid
            if done >= count / 3 and not first:
                first = host.memory_info().rss
    grown = host.memory_info().rss - first
    return ended, grown


@pytest.mark.parametrize(
    "count",
    [
        3_000,
        pytest.param(
            int(os.environ.get("GARBAGE", "100000")), marks=[pytest.mark.torture, pytest.mark.timeout(7200)]
        ),
    ],
)
def test_that_no_bytes_harm_a_host_or_make_it_tell_anothers_secrets(table, neighbour, count, capsys):
    ended, grown = torment(table, count, 1)
    codes = Counter()
    for (_, code), times in ended.items():
        codes[code.name] += times
    if count > 3_000:
        with capsys.disabled():
            print(f"\ngarbage: {sum(codes.values())} calls, {dict(codes)}, grown by {grown / 2**20:.1f} MiB")
    through = {name for name, code in ended if code is grpc.StatusCode.OK}
    missing = {"Append", "Follow", "Stand", "Question", "Release"} - through
    assert not missing, f"nothing of these gets through, so little is tried: {missing}, {ended}"
    assert grown < MOST_GROWTH
    assert neighbour.last(keys.slips(T, "08")).key == keys.slip(T, "08", 1, 1)
    again = Slip(seat="08", round=1, rev=2, layout="C", stakes={})
    assert isinstance(neighbour.append([Put(keys.slip(T, "08", 1, 2), encode(again))]), Appended)

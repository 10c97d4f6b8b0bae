"""What a log of finite size, foreign hands and permissions do to the link."""

import asyncio
import threading

import pytest
from aetcd import rpc

from kiosk.faults import EnvironmentFault
from kiosk.links.calls import loops
from kiosk.links.calls.lane import MAX_APPENDS
from kiosk.links.etcd.config import EtcdConfig
from kiosk.links.etcd.log import EtcdLog
from kiosk.table.log import Appended, NoAnswer, Put
from kits.app.parties import until
from kits.links.etcd import Certificates, EtcdServer


def test_that_a_full_log_says_so_by_name(tmp_path, link, heard):
    with EtcdServer(tmp_path, quota=2**20) as server:
        log = link(server)
        with pytest.raises(NoAnswer, match="NOSPACE"):
            _fill(log)
        assert server.alarms() == ["NOSPACE"]
        link(server).follow(["b/"], 0, lambda _: None, heard)
        heard.until(lambda told: told == [True])  # it can still be read
        assert log.last("a/") is not None
        assert _health(log).alarms == ("NOSPACE",)
        log.delete([f"a/{n}" for n in range(200)])
        server.compact(server.revision())
        server.defragment()
        server.disarm()
        assert isinstance(log.append([Put("a/new", b"v")]), Appended)
        log.close()


def _fill(log):
    for n in range(200):
        log.append([Put(f"a/{n}", bytes(60_000))])


def _health(log):
    until(lambda: log.health.known, "the log's health")
    return log.health


def test_that_removed_records_are_gone_and_nobody_is_told(etcd_server, link, heard, linked):
    log = link(etcd_server)
    for n in range(0, 250, 50):
        log.append([Put(f"a/{m}", b"v") for m in range(n, n + 50)])
    log.follow(["a/"], 0, heard, linked)
    linked.until(lambda told: told == [True])
    log.delete([f"a/{n}" for n in range(249)])
    log.append([Put("a/end", b"v")])
    heard.until_key("a/end")
    assert len(heard) == 251
    assert [entry.key for entry in log.read(["a/"], 0, 10)] == ["a/249", "a/end"]


def test_that_a_record_that_was_written_over_counts_for_nothing(etcd_server, link, heard, warnings_logged):
    log = link(etcd_server)
    log.append([Put("a/1", b"first")])
    log.append([Put("a/2", b"other")])
    log.follow(["a/"], 0, heard)
    heard.until_key("a/2")
    etcd_server.put("a/1", b"forged")
    log.append([Put("a/3", b"v")])
    assert heard.until_key("a/3") == ["a/1", "a/2", "a/3"]
    assert heard[0].value == b"first"
    assert [entry.key for entry in log.read(["a/"], 0, 10)] == ["a/2", "a/3"]
    assert all("a/1 was written over" in record.getMessage() for record in warnings_logged)
    warnings_logged.clear()


@pytest.mark.parametrize(
    ("puts", "words"),
    [
        ([Put("a/1", b"v"), Put("a/1", b"w")], "duplicate key"),
        ([Put(f"a/{n}", bytes(64 * 1024)) for n in range(50)], "too large|larger than max"),
    ],
)
def test_that_what_can_never_be_written_is_an_error_of_the_caller(etcd_server, link, puts, words):
    log = link(etcd_server)
    with pytest.raises(ValueError, match=words):
        log.append(puts)
    assert log.last("a/") is None


def test_that_more_conditions_than_a_transaction_takes_are_refused_by_number(etcd_server, link):
    with pytest.raises(ValueError, match="129 conditions"):
        link(etcd_server).append([Put("a/1", b"v")], unless=[f"b/{n}" for n in range(128)])


def test_that_what_is_sent_is_written_in_order(etcd_server, link, heard):
    log = link(etcd_server)
    for n in range(50):
        log.send([Put(f"a/{n}", b"v")], ["closed"], heard)
    log.send([Put("closed", b"v")], [], heard)
    log.send([Put("a/late", b"v")], ["closed"], heard)
    heard.until(lambda told: len(told) == 52)
    assert [entry.key for entry in log.read(["a/"], 0, 100)] == [f"a/{n}" for n in range(50)]
    assert heard[-1].key == "closed"


def test_that_lanes_do_not_wait_for_each_other(etcd_server, link, heard):
    log = link(etcd_server)
    lanes = [log.lane() for _ in range(20)]
    for n in range(5):
        for number, lane in enumerate(lanes):
            lane.send([Put(f"a/{number}/{n}", b"v")], [], heard)
    heard.until(lambda told: len(told) == 100)
    for number in range(20):
        keys = [entry.key for entry in log.read([f"a/{number}/"], 0, 10)]
        assert keys == [f"a/{number}/{n}" for n in range(5)]


def test_that_a_full_lane_and_a_closed_link_give_no_answer_and_every_sender_hears_once(
    tmp_path, link, heard, append
):
    with EtcdServer(tmp_path) as server:
        log = link(server, timeout_ms=400)  # so long the close waits for a server that is silent
        append(log, "a/first", tries=100)
        server.pause()
        sent = 0
        # On a slow machine the first give up while the lane fills: then there is room again, and more is sent.
        while not any(f"{MAX_APPENDS} appends wait" in str(answer) for answer in list(heard)):
            log.send([Put(f"a/{sent}", b"v")], [], heard)
            sent += 1
        log.close()
        assert len(heard) == sent
        log.send([Put("a/x", b"v")], [], heard)
        assert [answer for answer in heard if not isinstance(answer, NoAnswer)] == []
        assert len(heard) == sent + 1
        for ask in (
            lambda: log.last("a/"),
            lambda: log.follow(["a/"], 0, heard),
        ):
            with pytest.raises(NoAnswer, match="closed"):
                ask()
        log.close()


def test_that_a_callback_that_waits_is_a_bug_that_is_told(etcd_server, link, heard, linked):
    log = link(etcd_server)
    log.follow(["a/"], 0, lambda _: log.append([Put("b/1", b"v")]), linked)
    linked.until(lambda told: told == [True])
    log.append([Put("a/1", b"v")])
    other = link(etcd_server)
    other.follow(["a/"], 0, heard)
    heard.until_key("a/1")
    other.close()
    log.close()
    assert [str(bug) for bug in log.bugs] == [
        "a callback of the link must only enqueue: it would wait for itself"
    ]
    log.bugs.clear()


def test_that_all_links_of_a_process_share_one_thread_and_leave_nothing_under_way(etcd_server):
    config = EtcdConfig((etcd_server.endpoint,))
    for _ in range(3):
        one, two = EtcdLog(config), EtcdLog(config)
        one.follow(["a/"], 0, lambda _: None)
        two.append([Put("a/1", b"v")])
        one.close()
        assert two.last("a/").key == "a/1"
        assert _threads().count("etcd-link") == 1
        two.close()
        assert _threads().count("etcd-link") == 1  # it stays for the next link
        assert asyncio.all_tasks(loops._loop) == set()


def _threads():
    return [thread.name for thread in threading.enumerate()]


# --- TLS and permissions ------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def tls(tmp_path_factory):
    return Certificates(tmp_path_factory.mktemp("ca"))


@pytest.fixture(scope="module")
def guarded(tls, tmp_path_factory):
    """A server that asks for certificates, where seat-07 may read and write under seat/07/ only."""
    with EtcdServer(tmp_path_factory.mktemp("guarded"), tls=tls) as server, server.channel() as channel:
        auth = rpc.AuthStub(channel)
        free = rpc.UserAddOptions(no_password=True)
        for role, user in (("root", "root"), ("seat", "seat-07")):
            auth.RoleAdd(rpc.AuthRoleAddRequest(name=role), timeout=5)
            auth.UserAdd(rpc.AuthUserAddRequest(name=user, options=free), timeout=5)
            auth.UserGrantRole(rpc.AuthUserGrantRoleRequest(user=user, role=role), timeout=5)
        own = rpc.Permission(permType=rpc.Permission.READWRITE, key=b"seat/07/", range_end=b"seat/070")
        auth.RoleGrantPermission(rpc.AuthRoleGrantPermissionRequest(name="seat", perm=own), timeout=5)
        auth.AuthEnable(rpc.AuthEnableRequest(), timeout=5)
        yield server


def files(ca, pair):
    return {"ca": ca, "certificate": pair.cert, "key": pair.key}


def test_that_a_seat_does_all_it_may_over_tls(guarded, tls, link, heard, linked):
    log = link(guarded, **files(tls.ca, tls.client("seat-07")))
    log.check(["seat/07/"])
    log.follow(["seat/07/slip/", "seat/07/report/"], 0, heard, linked)
    linked.until(lambda told: told == [True])
    assert isinstance(log.append([Put("seat/07/slip/1", b"v")], unless=["seat/07/closed"]), Appended)
    assert heard.until_key("seat/07/slip/1")
    assert log.read(["seat/07/slip/", "seat/07/report/"], 0, 10) == list(heard)


def test_that_a_seat_does_nothing_else(guarded, tls, link, linked):
    log = link(guarded, **files(tls.ca, tls.client("seat-07")))
    with pytest.raises(EnvironmentFault, match="does not permit"):
        log.check(["seat/08/"])
    for forbidden in (
        lambda: log.append([Put("seat/08/slip/1", b"v")]),
        lambda: log.append([Put("seat/07/slip/9", b"v")], unless=["seat/08/x"]),
        lambda: log.append([Put("seat/07/slip/9", b"v")], holding=("console/", 1)),
        lambda: log.last("seat/"),
        lambda: log.delete(["seat/08/slip/1"]),
    ):
        with pytest.raises(NoAnswer, match="does not permit"):
            forbidden()
    log.follow(["seat/08/"], 0, lambda _: None, linked)
    linked.until(lambda told: told == [False])


def test_that_a_forbidden_reader_takes_nothing_from_the_others_of_its_link(guarded, tls, link, heard, linked):
    log = link(guarded, **files(tls.ca, tls.client("seat-07")))
    refused = type(heard)()
    log.follow(["seat/07/many/"], 0, heard, linked)
    linked.until(lambda told: told == [True])
    log.follow(["seat/08/"], 0, lambda _: None, refused)
    refused.until(lambda told: told == [False])
    log.append([Put("seat/07/many/1", b"v")])
    assert heard.until_key("seat/07/many/1")
    assert linked == [True]


def test_that_without_a_certificate_of_this_table_there_is_no_connection(guarded, tls, link, tmp_path):
    other = Certificates(tmp_path / "other")
    stranger = link(guarded, **files(tls.ca, other.client("seat-07")), timeout_ms=500)
    doubter = link(guarded, **files(other.ca, tls.client("seat-07")), timeout_ms=500)
    plain = link(guarded, timeout_ms=500)
    for log in (stranger, doubter, plain):
        with pytest.raises(NoAnswer, match="does not answer"):
            log.last("seat/07/")


def test_that_a_certificate_that_is_not_there_is_named(tmp_path):
    pair = Certificates(tmp_path / "ca").client("seat-07")
    with pytest.raises(EnvironmentFault, match=r"nowhere\.crt cannot be read"):
        EtcdLog(EtcdConfig(("127.0.0.1:1",), **files(tmp_path / "nowhere.crt", pair)))
    (tmp_path / "bad.crt").write_text("hello")
    with pytest.raises(EnvironmentFault, match=r"bad\.crt is no PEM file"):
        EtcdLog(EtcdConfig(("127.0.0.1:1",), **files(tmp_path / "bad.crt", pair)))


def test_that_half_a_set_of_files_and_no_endpoint_are_refused(tmp_path):
    with pytest.raises(ValueError, match="all three or none"):
        EtcdConfig(("127.0.0.1:1",), ca=tmp_path / "ca.crt")
    with pytest.raises(ValueError, match="at least one"):
        EtcdConfig(())

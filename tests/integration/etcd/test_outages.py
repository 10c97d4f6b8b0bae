"""Servers that are killed, stopped, compacted, full or of another history, under writers and readers."""

import shutil
import threading

import pytest

from kiosk.table.log import Appended, Put, Refused, RefusedBecause
from kits.app.parties import until as wait
from kits.links.heard import Heard


def rising(entries):
    seqs = [entry.seq for entry in entries]
    return seqs == sorted(set(seqs))


def test_that_after_a_kill_and_a_restart_nothing_is_lost_or_doubled(server, link, heard, linked, append):
    log, other = link(server), link(server)
    log.follow(["a/", "b/"], 0, heard, linked)
    for n in range(20):
        append(other, f"a/{n}")
    heard.until_key("a/19")
    server.kill()
    linked.until(lambda told: told == [True, False])
    server.start()
    for n in range(20, 40):
        append(other, f"b/{n}")
    linked.until(lambda told: told == [True, False, True])
    assert heard.until_key("b/39") == [*(f"a/{n}" for n in range(20)), *(f"b/{n}" for n in range(20, 40))]
    assert rising(heard)


def test_that_a_link_made_while_nobody_answers_begins_when_somebody_does(server, link, heard, linked, append):
    append(link(server), "a/1")
    server.kill()
    link(server).follow(["a/"], 0, heard, linked)
    linked.until(lambda told: told == [False])
    server.start()
    linked.until(lambda told: told == [False, True])
    assert heard.keys() == ["a/1"]


def test_that_a_stopped_server_is_noticed_and_forgiven(server, link, heard, linked, append):
    log = link(server)
    log.follow(["a/"], 0, heard, linked)
    linked.until(lambda told: told == [True])
    server.pause()
    linked.until(lambda told: told == [True, False])
    server.resume()
    linked.until(lambda told: told == [True, False, True])
    append(log, "a/1")
    assert heard.until_key("a/1") == ["a/1"]


@pytest.mark.parametrize("hurt", ["kill", "pause"])
@pytest.mark.parametrize("place", [0, 1, 2])
def test_that_two_of_three_go_on(cluster, link, heard, append, hurt, place):
    log, other = link(*cluster.nodes), link(*cluster.nodes)
    prefix = f"{hurt}-{place}/"
    log.follow([f"{prefix}a/", f"{prefix}b/"], 0, heard)
    append(other, f"{prefix}a/0")
    heard.until_key(f"{prefix}a/0")
    node = cluster.nodes[place]
    getattr(node, hurt)()
    try:
        for n in range(1, 11):
            assert isinstance(append(other, f"{prefix}{'ab'[n % 2]}/{n}"), Appended)
        assert heard.until_key(f"{prefix}a/10") == [f"{prefix}{'ab'[n % 2]}/{n}" for n in range(11)]
        assert rising(heard)
    finally:
        node.resume() if hurt == "pause" else node.start()
        cluster.wait_ready()


def test_that_one_of_three_alone_is_no_log(cluster, link, linked):
    log = link(cluster.nodes[0])
    log.follow(["alone/"], 0, lambda _: None, linked)
    linked.until(lambda told: told == [True])
    for node in cluster.nodes[1:]:
        node.pause()
    try:
        linked.until(lambda told: told == [True, False])
    finally:
        for node in cluster.nodes[1:]:
            node.resume()
        cluster.wait_ready()
    linked.until(lambda told: told == [True, False, True])


def test_that_health_counts_the_members_that_answer(cluster, link):
    log, seen = link(*cluster.nodes), Heard()

    def until(reachable):
        wait(lambda: log.health.known and log.health.reachable == reachable, f"{reachable} that answer")
        return log.health

    assert until(3).members == 3
    cluster.nodes[1].kill()
    try:
        assert until(2).alarms == ()
    finally:
        cluster.nodes[1].start()
    until(3)
    assert seen == []


def test_that_compaction_takes_nothing_from_a_reader(server, link, heard, linked, append):
    log, other = link(server), link(server)
    log.follow(["a/", "b/"], 0, heard, linked)
    for n in range(10):
        append(other, f"a/{n}")
    heard.until_key("a/9")
    server.compact(server.revision())
    append(other, "b/10")
    heard.until_key("b/10")
    server.pause()
    linked.until(lambda told: told == [True, False])
    server.resume()
    for n in range(11, 20):
        append(other, f"a/{n}")
    server.compact(server.revision())
    away = Heard()
    after = heard[4].seq
    log.follow(["a/"], after, away)
    append(other, "a/end")
    assert heard.until_key("a/end") == [*(f"{'b' if n == 10 else 'a'}/{n}" for n in range(20)), "a/end"]
    assert away.until_key("a/end") == [*(f"a/{n}" for n in range(5, 20) if n != 10), "a/end"]


def test_that_another_history_is_never_taken_for_the_log(server, link, heard, linked, append):
    log = link(server)
    for n in range(10):
        append(log, f"a/{n}")
    log.follow(["a/"], 0, heard, linked)
    heard.until_key("a/9")
    server.kill()
    linked.until(lambda told: told == [True, False])
    shutil.rmtree(server.data)
    server.start()
    again = Heard()
    other = link(server)
    append(other, "a/new")
    other.follow(["a/"], 0, again)
    again.until_key("a/new")
    later = Heard()
    other.follow(["a/"], heard[-1].seq, lambda _: None, later)
    later.until(lambda told: told == [False])
    assert "a/new" not in heard.keys()  # noqa: SIM118 - not a dict
    assert linked == [True, False]


def test_that_the_order_over_two_prefixes_is_the_logs_under_load(server, link, heard):
    writers = [link(server) for _ in range(3)]
    log = link(server)
    log.follow(["round/", "slip/"], 0, heard)

    def write(number):
        for n in range(150):
            kind = ("round", "slip")[(n * 7 + number) % 3 % 2]
            writers[number].append([Put(f"{kind}/{number}-{n}", b"v" * 200)])

    threads = [threading.Thread(target=write, args=(number,)) for number in range(3)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    heard.until(lambda told: len(told) == 450)
    assert rising(heard)
    assert list(heard) == log.read(["round/", "slip/"], 0, 1_000)


def test_that_repeats_of_one_append_from_many_hands_write_it_once(server, link, heard):
    logs = [link(server) for _ in range(4)]
    logs[0].follow(["a/"], 0, heard)
    answers = Heard()
    threads = [
        threading.Thread(target=lambda log=log: answers(log.append([Put("a/1", b"v")]))) for log in logs
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(answers)) == 1
    logs[0].append([Put("a/end", b"v")])
    assert heard.until_key("a/end") == ["a/1", "a/end"]


def test_that_of_two_holders_only_the_newest_writes_at_any_moment(server, link):
    old, new = link(server), link(server)
    first = old.append([Put("console/1", b"x")]).seq
    assert isinstance(old.append([Put("a/1", b"v")], holding=("console/", first)), Appended)
    second = new.append([Put("console/2", b"x")]).seq
    refused = old.append([Put("a/2", b"v")], holding=("console/", first))
    assert refused == Refused(RefusedBecause.FENCED, "console/2")
    assert old.append([Put("a/2", b"v")], holding=("console/", second + 1)) == refused
    assert isinstance(new.append([Put("a/2", b"v")], holding=("console/", second)), Appended)


def test_that_many_readers_of_one_link_hear_all_and_go_independently(server, link, linked):
    log, readers = link(server), [Heard() for _ in range(150)]
    feeds = [log.follow(["round/", f"slip/{n}/"], 0, heard, linked) for n, heard in enumerate(readers)]
    linked.until(lambda told: told == [True] * 150)
    log.append([Put("slip/7/1", b"v"), Put("slip/149/1", b"v")])
    log.append([Put("round/1", b"v")])
    for feed in feeds[:100]:
        feed.close()
    server.kill()
    linked.until(lambda told: told == [True] * 150 + [False] * 50)
    server.start()
    linked.until(lambda told: told[200:] == [True] * 50)
    log.append([Put("slip/149/2", b"v")])
    log.append([Put("round/2", b"v")])
    for n, heard in enumerate(readers[100:], 100):
        own = ["slip/149/1"] if n == 149 else [], ["slip/149/2"] if n == 149 else []
        assert heard.until_key("round/2") == [*own[0], "round/1", *own[1], "round/2"]
    assert set(readers[7].keys()) <= {"slip/7/1", "round/1"}

"""Two processes with one seat's configuration: one plays, the other is refused; nothing of a seat is done twice."""

import json
import shutil
import signal

import pytest
from aetcd import rpc
from msgspec.structs import replace

from kiosk.app import networked
from kiosk.app.config import read_seat_file
from kiosk.app.machine import Seat, place_of, read_rules
from kiosk.app.networked import NetworkTable, twins
from kiosk.app.state_dir import StateDir
from kiosk.faults import MustEnd
from kiosk.links.etcd import wire
from kiosk.table import keys
from kiosk.table.log import NoAnswer, Put
from kiosk.table.records import Settled, decode, encode
from kits.app.parties import PATIENCE_MS, until

UP = {"kind": "link", "up": True}
SAID = "seat 07 of table 12 is played by another running program"


@pytest.fixture
def twin(running, monkeypatch):
    """The configuration of seat 07 with another state directory: as a copied disk on a spare machine."""
    config = running.seat("07").with_name("twin.toml")
    config.write_text(running.seat("07").read_text().replace("/state", "/twin"))
    monkeypatch.setattr(networked, "GRACE_S", 0.0)  # whoever is there in this process is no dead one
    monkeypatch.setattr(networked, "MISSED_S", 0.0)
    yield config
    shutil.rmtree(read_seat_file(config).state, ignore_errors=True)


@pytest.fixture
def open_table():
    """Opens a seat's table as a starting process does."""
    opened = []

    def start(config):
        file = read_seat_file(config)
        rules = read_rules(file.layout)
        state = StateDir(file.state)
        state.hold()
        opened.append(state.release)
        seat = Seat(state, rules, lambda _: None, place_of(file, rules))
        opened.append(seat.close)
        table = NetworkTable(seat, file.log)
        opened.append(table.close)
        return seat, table

    yield start
    for end in reversed(opened):
        end()


@pytest.fixture
def shown(running):
    """Who is seen at the table, as the console sees it."""
    log = running.link("console")
    told = []

    prefix = keys.presences("12")
    asked = rpc.RangeRequest(key=prefix.encode(), range_end=wire.end_of(prefix), count_only=True)

    def nobody():
        with running.channel("admin") as channel:
            return rpc.KVStub(channel).Range(asked, timeout=5).count == 0

    until(nobody, "the end of the seats of the test before")
    log.watch(
        keys.presences("12"), lambda _, value: told.append(None if value is None else decode(value).instance)
    )
    yield told
    log.close()


def test_that_a_second_process_of_a_seat_is_refused_and_the_first_plays_on(running, twin, open_table, shown):
    _, first = open_table(running.seat("07"))
    assert first.showing.stood, "a start waits for nobody where nobody is"
    until(lambda: shown, "the first")
    bugs = []
    first.on_bug = bugs.append
    with pytest.raises(MustEnd, match=SAID):
        open_table(twin)
    assert len(set(shown)) == 1, "the second was never seen"
    assert bugs == []
    answers = []
    first.sender.send(
        [
            Put(
                keys.settled("12", "07", 1, 1),
                encode(Settled(seat="07", round=1, staked=0, paid=0, decision=1)),
            )
        ],
        [],
        answers.append,
    )
    until(lambda: answers, "the answer")
    assert not isinstance(answers[0], NoAnswer)


def test_that_twins_that_began_without_the_log_are_one_when_it_answers(running, twin, open_table):
    running.servers[0].stop()
    bugs = {"first": [], "second": []}
    tables = {}
    for name, config in (("first", running.seat("07")), ("second", twin)):
        seat, tables[name] = open_table(config)
        tables[name].on_bug = bugs[name].append
        tables[name].showing.show(replace(seat.core.state, layout="A"))
        answers = []
        tables[name].sender.send([Put("x", b"x")], [], answers.append)
        assert isinstance(answers[0], NoAnswer), "nothing is sent before the seat's presence stands"
    running.servers[0].start()
    until(lambda: bugs["first"] or bugs["second"], "the twin")
    ended = "first" if bugs["first"] else "second"
    played = "second" if bugs["first"] else "first"
    assert SAID in str(bugs[ended][0])
    assert isinstance(bugs[ended][0], MustEnd)
    assert bugs[played] == []
    answers = []
    tables[ended].sender.send([Put("x", b"x")], [], answers.append)
    assert isinstance(answers[0], NoAnswer)
    assert tables[played].showing.stood


def test_that_a_process_that_slept_while_its_twin_came_ends_with_words(running, twin, kiosk, shown, tmp_path):
    def start(config, name):
        report = tmp_path / name
        found = kiosk("terminal", "--config", config, "--headless", "--report", report)
        until(lambda: report.exists() and UP in map(json.loads, report.read_text().splitlines()), "the link")
        return found

    first = start(running.seat("07"), "first.jsonl")
    first.process.send_signal(signal.SIGSTOP)
    until(lambda: shown and shown[-1] is None, "the end of its lease")
    second = start(twin, "second.jsonl")
    first.process.send_signal(signal.SIGCONT)
    assert first.ends() == 2
    assert SAID in first.err
    assert second.tell() == 0, second.err
    assert shown[0] is not None
    assert len(set(shown)) == 3, "one after the other, and never one again that had gone"
    seen = [instance for instance in shown if instance]
    assert seen == sorted(seen, key=seen.index), "they did not take turns"


def test_that_a_seat_on_its_screen_that_must_end_stops_and_says_why(running, opened, qtbot):
    screen = opened.seat(running.seat("07"))
    assert screen.status == 0, screen._startup.words
    qtbot.waitUntil(lambda: screen.playing.bridge.state.link, timeout=PATIENCE_MS)
    credit = screen.playing.bridge.state.balances.credit
    screen.playing._report(twins(screen._seat.context.config))  # as the link's thread tells it
    qtbot.waitUntil(lambda: screen.status == 2, timeout=PATIENCE_MS)
    screen._startup._turn_over()  # a finger that rests on it: the technician's report
    assert SAID in screen._startup.words
    assert "Find the other machine" in screen._startup.words
    assert screen._startup.isVisible()
    assert not screen.window.isVisible()
    assert screen.playing.bridge.state.balances.credit == credit
    assert not screen.playing.bridge.state.locks, "the books know nothing of it: the next start plays on"

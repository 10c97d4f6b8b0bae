"""Seats and consoles as processes over a real etcd with TLS: they end cleanly, outlive kills and outages."""

import json
import signal

import pytest

from conftest import until
from kiosk import cli
from provision_kit import SEATS, provisioned

FAST = ("--speed", "10")


def dealing(table, *words):
    return ("console", "--config", table.console, "--headless", "--auto", *FAST, *words)


def seat(table, name, *words):
    return ("terminal", "--config", table.seat(name), "--headless", *words)


def told(report):
    return [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []


def rounds_of(report):
    return [line for line in told(report) if line["kind"] in ("round", "void")]


def test_that_seats_play_as_processes_until_they_are_told_to_end(running, kiosk, tmp_path, audit):
    console = kiosk(*dealing(running))
    reports = {name: tmp_path / f"{name}.jsonl" for name in SEATS}
    seats = [
        kiosk(*seat(running, name, "--bot", "--seed", 3, "--report", report))
        for name, report in reports.items()
    ]
    until(lambda: all(len(rounds_of(report)) >= 2 for report in reports.values()), "two rounds")
    assert [found.tell() for found in seats] == [0, 0]
    assert console.tell(signal.SIGINT) == 0
    for name, report in reports.items():
        lines = told(report)
        assert lines[0] == {"kind": "start", "seat": name, "credit": 0}
        assert {"kind": "link", "up": True} in lines
        assert lines[-1]["kind"] == "end"
        assert audit(name).findings == []


def test_that_a_seat_that_was_killed_goes_on_where_it_stood(running, kiosk, tmp_path, audit):
    kiosk(*dealing(running))
    before, after = tmp_path / "before.jsonl", tmp_path / "after.jsonl"
    first = kiosk(*seat(running, "07", "--bot", "--seed", 1, "--report", before))
    until(lambda: rounds_of(before), "a round")
    first.process.kill()
    first.ends()
    second = kiosk(*seat(running, "07", "--bot", "--seed", 2, "--rounds", 1, "--report", after))
    assert second.ends() == 0, second.err
    assert rounds_of(after)
    assert audit("07").findings == []


def test_that_a_seat_starts_without_its_table_and_links_when_it_answers(running, kiosk, tmp_path):
    running.servers[0].stop()
    report = tmp_path / "report.jsonl"
    found = kiosk(*seat(running, "08", "--report", report))
    until(lambda: told(report), "the start")
    assert found.process.poll() is None
    running.servers[0].start()
    until(lambda: {"kind": "link", "up": True} in told(report), "the link")
    running.servers[0].stop()
    until(lambda: told(report)[-1] == {"kind": "link", "up": False}, "the outage")
    assert found.tell() == 0, found.err


def test_that_a_second_console_is_refused_and_one_that_takes_over_fences_the_first(running, kiosk):
    first = kiosk(*dealing(running))
    seats = ("--config", running.spare_console, "--headless", "--auto", *FAST)

    def refused():
        second = kiosk("console", *seats)
        return second.ends() == 2 and "console 'console' is at work there" in second.err

    until(lambda: first.process.poll() is not None or refused(), "the refusal")
    third = kiosk("console", *seats, "--take-over", "--rounds", 1)
    assert first.ends() == 2
    assert "another console has taken over; this one may write nothing more" in first.err
    assert third.ends() == 0, third.err


def test_that_one_state_is_held_by_one_process(running, kiosk, tmp_path):
    report = tmp_path / "report.jsonl"
    kiosk(*seat(running, "07", "--report", report))
    until(lambda: told(report), "the start")
    second = kiosk(*seat(running, "07"))
    assert second.ends() == 2
    assert "is in use by another running seat" in second.err


def test_that_many_seats_play_in_one_process_and_their_books_are_audited(tmp_path, kiosk):
    seats = {f"{n:02d}": "ABC"[n % 3] for n in range(1, 7)}
    with provisioned(tmp_path, seats) as table:
        console = kiosk(*dealing(table))
        words = ("--seats", 6, "--rounds", 2, "--dir", table.dir, "--seed", 1, "--speed", 4)
        playing = kiosk("simulate", *words)
        assert playing.ends(60) == 0, playing.out + playing.err
        assert console.tell() == 0
    assert "cents lost: 0; all books agree" in playing.out
    registered = int(playing.out.partition("slips registered ")[2].partition(",")[0])
    assert registered > 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("console", "--config", "no.toml", "--headless"), "nobody would deal"),
        (("terminal", "--config", "no.toml", "--headless"), "cannot be read"),
        (("simulate", "--seats", "3", "--rounds", "1", "--dir", "nowhere"), "3 seats asked for"),
        (("verify", "--config", "no.toml"), "belong together"),
    ],
)
def test_that_what_cannot_be_done_is_said_with_status_2(words, said, capsys):
    assert cli.main(list(words)) == 2
    assert said in capsys.readouterr().err

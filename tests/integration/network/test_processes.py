"""Seats and consoles as processes over a real etcd with TLS: they end cleanly, outlive kills and outages."""

import json
import signal

import pytest

from kiosk import cli
from kits.app.parties import until
from kits.ops.provision import SEATS, provisioned

FAST = ("--speed", "20")


def dealing(table, *words):
    return ("console", "--config", table.console, "--headless", "--auto", *FAST, *words)


def seat(table, name, *words):
    return ("terminal", "--config", table.seat(name), "--headless", *words)


def told(report):
    return [json.loads(line) for line in report.read_text().splitlines()] if report.exists() else []


def rounds_of(report):
    return [line for line in told(report) if line["kind"] in ("round", "void")]


def test_that_seats_play_as_processes_and_a_killed_one_goes_on_where_it_stood(
    running, kiosk, tmp_path, audit
):
    console = kiosk(*dealing(running))
    reports = {name: tmp_path / f"{name}.jsonl" for name in SEATS}
    seats = {
        name: kiosk(*seat(running, name, "--bot", "--seed", 3, "--report", report))
        for name, report in reports.items()
    }
    until(lambda: all(rounds_of(report) for report in reports.values()), "a round")
    seats["07"].process.kill()
    again = tmp_path / "again.jsonl"
    back = kiosk(*seat(running, "07", "--bot", "--seed", 4, "--rounds", 1, "--report", again))
    assert back.ends() == 0, back.err
    assert {"kind": "link", "up": True} in told(again)
    assert rounds_of(again)
    assert seats["08"].tell() == 0
    assert console.tell(signal.SIGINT) == 0
    lines = told(reports["08"])
    assert (lines[0]["kind"], lines[0]["seat"], lines[-1]["kind"]) == ("start", "08", "end")
    for name in SEATS:
        assert audit(name).findings == []


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


def test_that_a_second_console_is_refused_and_one_that_takes_over_fences_the_first(tmp_path, kiosk):
    with provisioned(
        tmp_path, serving=1
    ) as table:  # of its own: no bet has left the log before the spare reads it
        first = kiosk(*dealing(table))
        first.says("console 'console' is at work at table 12")
        spare = ("console", "--config", table.spare_console, "--headless", "--auto", *FAST)
        second = kiosk(*spare)
        assert second.ends() == 2
        assert "console 'console' is at work there" in second.err
        third = kiosk(*spare, "--take-over", "--rounds", 1)
        assert first.ends() == 2
        assert "another console has taken over; this one may write nothing more" in first.err
        assert third.ends() == 0, third.err


def test_that_a_seat_with_the_certificate_of_another_is_refused_with_words(running, kiosk):
    config = running.seat("07").with_name("forged.toml")
    config.write_text(
        running.seat("07")
        .read_text()
        .replace('"seat-07/client', '"seat-08/client')
        .replace("/state", "/forged")
    )
    found = kiosk("terminal", "--config", config, "--headless")
    assert found.ends() == 2
    assert "seat-08/client.crt is for '12.seat.08': expected '12.seat.07'" in found.err


def test_that_one_state_is_held_by_one_process(running, kiosk, tmp_path):
    report = tmp_path / "report.jsonl"
    kiosk(*seat(running, "07", "--report", report))
    until(lambda: told(report), "the start")
    second = kiosk(*seat(running, "07"))
    assert second.ends() == 2
    assert "is in use by another running seat" in second.err


def test_that_many_seats_play_in_one_process_and_their_books_are_audited(tmp_path, kiosk):
    seats = {f"{n:02d}": "ABC"[n % 3] for n in range(1, 5)}
    with provisioned(tmp_path, seats, serving=1) as table:
        console = kiosk(*dealing(table))
        words = ("--seats", 4, "--rounds", 1, "--dir", table.dir, "--seed", 1, "--speed", 6)
        playing = kiosk("simulate", *words)
        assert playing.ends(60) == 0, playing.out + playing.err
        assert console.tell() == 0
    assert "cents lost: 0; all books agree" in playing.out
    registered = int(playing.out.partition("slips registered ")[2].partition(",")[0])
    assert registered > 0


def test_that_a_pit_without_a_display_plays_and_audits_its_books(tmp_path, kiosk, capsys):
    pit = kiosk("pit", "--dir", tmp_path / "pit", "--headless", "--rounds", 1, *FAST)
    assert pit.ends(60) == 0, pit.err
    assert "PIN of Supervisor: " in pit.out
    assert "books: everything agrees" in pit.out
    assert pit.out.count("screenshot: ") == 2
    config = tmp_path / "pit" / "provided" / "config"
    archive = config / "console" / "state" / "archive.db"
    for name in SEATS:
        assert cli.main(["verify", "--config", str(config / f"seat-{name}.toml"), "--log", str(archive)]) == 0
        assert "everything agrees" in capsys.readouterr().out


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

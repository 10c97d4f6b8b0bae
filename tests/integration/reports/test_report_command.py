"""`kiosk report` as a process: what it writes, where, and with which status."""

import csv
import json
import os
import sqlite3
import subprocess
import threading
from contextlib import closing
from datetime import UTC, datetime, timedelta, timezone

import pypdfium2
import pytest

from kiosk.devices.printer.fonts import ticket_fonts
from kiosk.money import dollars
from kiosk.reports.pdf import MOST_ROWS, pdf
from kiosk.reports.seat_report import What, read_report
from kiosk.reports.span import Span
from kiosk.seat.context import Step
from kiosk.seat.effects import SignificantEvent
from kiosk.store.seat_store import SeatStore
from kits import KIOSK, REPO
from kits.processes import Process

PARTS = {"meters", "events", "rounds", "tickets", "periods"}


def edit(folder, statement):
    with closing(sqlite3.connect(folder / "seat.db")) as db:
        assert db.execute(statement).rowcount == 1
        db.commit()


def pages(body):
    document = pypdfium2.PdfDocument(body)
    try:
        return [page.get_textpage().get_text_bounded() for page in document]
    finally:
        document.close()


def report(folder, **words):
    return read_report(
        folder / "seat.db", folder / "archive", Span(), tuple(What), "2026-11-28T12:00:00Z", **words
    )


def test_that_json_tells_all_parts_and_whose_they_are(long_played, kiosk):
    done = kiosk("report", "--state", long_played)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["ok"] is True
    assert (found["casino"], found["table"], found["seat"]) == ("Demonstration Casino", "12", "07")
    assert all(found[part] is not None for part in PARTS)
    assert found["rounds"][-1]["credit_after"] >= 0
    redeemed = {line["number"] for line in found["tickets"] if line["direction"] == "in"}
    assert redeemed
    assert all(
        len(line["number"]) == 18 and line["number"].isdigit()
        for line in found["tickets"]
        if line["number"] in redeemed
    )
    with closing(sqlite3.connect(long_played / "registry.db")) as registry:
        for (number,) in registry.execute("SELECT number FROM ticket WHERE state = 'issued'"):
            assert number not in done.stdout


def test_that_a_period_of_today_holds_everything_and_one_of_before_nothing(long_played, kiosk):
    day = datetime.now().astimezone()
    first, last = (day + timedelta(days=n) for n in (-1, 0))
    done = kiosk("report", "--state", long_played, "--from", f"{first:%Y-%m-%d}", "--to", f"{last:%Y-%m-%d}")
    assert len(json.loads(done.stdout)["rounds"]) > 100
    done = kiosk("report", "--state", long_played, "--to", "2020-12-31", "--what", "rounds,events,tickets")
    found = json.loads(done.stdout)
    assert (found["rounds"], found["events"], found["tickets"], found["meters"]) == ([], [], [], None)


def test_that_csv_goes_into_a_folder(long_played, kiosk, tmp_path):
    out = tmp_path / "new" / "report"
    done = kiosk("report", "--state", long_played, "--format", "csv", "--what", "rounds,meters", "--out", out)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert sorted(path.name for path in out.iterdir()) == ["meters.csv", "report.csv", "rounds.csv"]
    with (out / "rounds.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, strict=True))
    assert len(rows) > 100
    assert rows[0]["result"].count("-") == 2


def test_that_books_that_do_not_agree_give_status_1_and_the_report(long_played, kiosk, tmp_path):
    edit(long_played, "UPDATE meter SET cents = cents + 1 WHERE name = 'house'")
    for words in ((), ("--format", "csv"), ("--format", "pdf")):
        out = tmp_path / f"out-{words}"
        done = kiosk("report", "--state", long_played, "--out", out, *words)
        assert done.returncode == 1
        assert "meter 'house'" in done.stderr
        assert out.exists()
    text = pages((tmp_path / "out-('--format', 'pdf')").read_bytes())[0]
    assert "THE BOOKS DO NOT AGREE" in text
    assert text.index("meter 'house'") < text.index("Meters (")


def test_that_every_page_of_the_pdf_says_whose_it_is_and_repeats_heads(long_played, kiosk, tmp_path):
    out = tmp_path / "report.pdf"
    done = kiosk("report", "--state", long_played, "--format", "pdf", "--out", out, "--from", "2020-01-01")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    found = pages(out.read_bytes())
    assert len(found) > 3
    for number, text in enumerate(found, start=1):
        assert "Seat 07" in text
        assert "table 12" in text
        assert "Demonstration Casino" in text
        assert "Period from 2020-01-01" in text
        assert "software 0.1.0" in text
        assert f"page {number} of {len(found)}" in text
    of_rounds = [text for text in found if "Credit before" in text]
    assert len(of_rounds) > 2
    document = pypdfium2.PdfDocument(out.read_bytes())
    assert {tuple(round(side) for side in page.get_size()) for page in document} == {(595, 842)}
    document.close()


def test_that_credits_of_a_round_add_up_on_its_line_and_whole_lists_name_no_others(long_played):
    found = report(long_played)
    moved = [r for r in found.rounds if r.money_in != r.money_out]
    assert moved
    assert all(
        r.credit_before - r.staked + r.paid + r.money_in - r.money_out == r.credit_after for r in found.rounds
    )
    text = "".join("".join(pages(pdf(found, ticket_fonts(), UTC))).split())
    for one in moved:
        change = one.money_in - one.money_out
        before, staked, paid, moved_by, after = map(
            dollars, (one.credit_before, one.staked, one.paid, change, one.credit_after)
        )
        assert f"{before}{staked}{paid}{'+' if change > 0 else ''}{moved_by}{after}" in text
    assert "fortheothers" not in text


def test_that_strange_signs_are_shown_as_what_they_are(long_played):
    with closing(SeatStore(long_played / "seat.db")) as store:
        note = SignificantEvent("strange", "info", {"detail": "大 \U0001f600 \x1b[31m \u202e" + "w" * 300})
        store.commit(Step(store.load().state, (note,)), "2026-11-28T11:00:00Z")
    text = "".join(pages(pdf(report(long_played), ticket_fonts(), UTC))[-1].split())
    assert "大" in text
    assert "\\U0001f600" in text
    assert "\\x1b[31m" in text
    assert "\\u202e" in text
    assert "w" * 300 in text.replace("strange", "")


def test_that_the_same_report_gives_the_same_pages_and_times_of_the_zone(long_played):
    found = report(long_played)
    one, other = (pdf(found, ticket_fonts(), timezone(timedelta(hours=2))) for _ in range(2))
    assert one == other
    assert "made 2026-11-28 14:00:00 +0200" in pages(one)[0]


def test_that_of_more_rows_than_anybody_reads_the_newest_are_there_and_it_is_said(long_played, monkeypatch):
    found = report(long_played)
    monkeypatch.setattr("kiosk.reports.pdf.MOST_ROWS", 100)
    assert MOST_ROWS > 100 * 100
    text = " ".join(" ".join(pages(pdf(found, ticket_fonts()))).split())
    assert f"Rounds, the newest 100 of {len(found.rounds):,} rows" in text
    assert "Rounds, the newest (100)" in text
    assert f" {found.rounds[-1].round} 20" in text
    assert "--format csv" in text


def test_that_a_pipe_stays_a_pipe_and_gets_the_report(long_played, tmp_path, kiosk):
    pipe, got = tmp_path / "pipe", []
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    assert kiosk("report", "--state", long_played, "--what", "meters", "--out", pipe).returncode == 0
    assert pipe.is_fifo()
    reader.join(30)
    assert json.loads(got[0])["meters"]


def test_that_the_head_of_a_csv_stands_there_with_all_its_parts_or_not_at_all(long_played, tmp_path, kiosk):
    out = tmp_path / "out"
    assert kiosk("report", "--state", long_played, "--format", "csv", "--out", out).returncode == 0
    assert (out / "report.csv").exists()
    (out / "tickets.csv").unlink()
    (out / "tickets.csv").mkdir()  # it cannot be written any more
    done = kiosk("report", "--state", long_played, "--format", "csv", "--out", out)
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert not (out / "report.csv").exists()


WRONG = {
    ("--state", "nowhere"): "expected the file seat.db",
    ("--format", "csv"): "goes to a file or folder",
    ("--format", "pdf"): "goes to a file or folder",
    ("--from", "2026-02-01", "--to", "2026-01-01"): "before it begins",
    ("--from", "tomorrow"): "expected a day",
    ("--what", "meters,money"): "expected some of",
    ("--out", "/dev/null/x"): "cannot be written",
    ("--config", "nowhere.toml"): "nowhere.toml",
}


@pytest.mark.parametrize("words", WRONG, ids=" ".join)
def test_that_what_cannot_be_done_is_said_in_words(long_played, kiosk, words):
    whose = () if {"--state", "--config"} & set(words) else ("--state", long_played)
    done = kiosk("report", *whose, *words)
    assert done.returncode == 2
    assert WRONG[words] in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("cut", [0, 1, 100, 4096, 20_000])
def test_that_a_file_that_was_cut_is_told_and_left_alone(long_played, kiosk, cut):
    path = long_played / "seat.db"
    body = path.read_bytes()[:cut]
    path.write_bytes(body)
    done = kiosk("report", "--state", long_played)
    assert done.returncode in (1, 2)
    assert "seat.db" in done.stderr
    assert "Traceback" not in done.stderr
    assert path.read_bytes() == body


def test_that_the_books_agree_at_every_moment_of_a_seat_that_plays(tmp_path, kiosk):
    state = tmp_path / "state"
    words = ["--headless", "--bot", "--seed", "4", "--rounds", "100000", "--state", str(state)]
    player = Process([*KIOSK, "demo", *words], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd=REPO)
    try:
        seen = set()
        while len(seen) < 4:
            assert player.poll() is None, player.stderr.read()
            done = kiosk("report", "--state", state, "--what", "meters,rounds")
            if done.returncode == 2 and ("no journal" in done.stderr or "is empty" in done.stderr):
                continue  # it is starting
            assert (done.returncode, done.stderr) == (0, ""), done.stderr
            found = json.loads(done.stdout)
            meters = {meter["name"]: meter["life"] for meter in found["meters"]}
            assert sum(cents for name, cents in meters.items() if name.startswith("account.")) == 0
            assert meters.get("turnover", 0) == sum(
                line["staked"] for line in found["rounds"] if not line["void_reason"]
            )
            seen.add(len(found["rounds"]))
    finally:
        player.kill()
        player.communicate()


def test_that_a_reader_who_goes_away_is_no_fault(long_played):
    report = Process(
        [*KIOSK, "report", "--state", str(long_played)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=REPO,
    )
    assert report.stdout.read(1) == "{"
    report.stdout.close()
    assert report.stderr.read() == ""
    report.stderr.close()
    assert report.wait(30) in (0, 2)

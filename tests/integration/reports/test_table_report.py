"""`kiosk report --console` as a process: forms, statuses, messages, and what stands on the paper."""

import csv
import json
import shutil
import sqlite3
import subprocess
from contextlib import closing

import pypdfium2
import pytest

from kiosk.console import commands as c
from kiosk.console.commands import Authority
from kiosk.table.round import Phase
from kits import KIOSK, REPO
from kits.console.desk import DICE, NG, OTHER_DICE, SEATS, STAFF, TABLE, TAN, Table
from kits.processes import Process

SMALL = {"07": {"small": 500}}
CHINESE = "陳美玲"
NAMES = [CHINESE, "=Wong"]
CONFIG = """\
casino = "Harbour Casino 海港"
table = "{table}"
console = "console-1"
state = "state"
day_begins_hour = 6
seats = [{seats}]
supervisors = [{{ name = "Ng", role = "manager", pin_hash = "{pin_hash}" }}]

[log]
endpoints = ["127.0.0.1:2379"]
plain = true
"""


@pytest.fixture(scope="module")
def played_once(tmp_path_factory):
    """A console's folder after two shifts of a dealer with a Chinese name and one whose name looks like a formula."""
    folder = tmp_path_factory.mktemp("console")
    (folder / "state").mkdir()
    layouts = ", ".join(f'{{ name = "{name}", layout = "{layout}" }}' for name, layout in SEATS.items())
    config = folder / "console.toml"
    config.write_text(CONFIG.format(table=TABLE, seats=layouts, pin_hash=STAFF[0].pin), encoding="utf-8")
    table = Table(folder / "state")
    table.start()
    for name in NAMES:
        table.ok(c.ChangeStaff(c.StaffChange.ADD, name, NG, "dealer", "570321"))
    for name, dice in ((CHINESE, DICE), ("=Wong", OTHER_DICE), (CHINESE, OTHER_DICE)):
        table.ok(c.SignOn(Authority(name, "570321")))
        table.bring_to(Phase.ENDED, bets=SMALL, dice=dice)
    table.do(c.SignOn(Authority(CHINESE, "999999")))
    table.ok(c.CorrectResult(OTHER_DICE, TAN, 1, "骰子讀錯"))
    table.ok(c.CloseTable(NG))
    table.now_ms += 20 * 3_600_000
    table.ok(c.OpenTable(TAN))
    table.bring_to(Phase.RESULT, bets=SMALL)
    table.ok(c.Void("damaged dice", TAN))
    table.ok(c.RecordDecision("pay the difference", "wrong display", NG, 1, "07", 250))
    table.desk.poll()
    table.close()
    return folder


@pytest.fixture
def played(played_once, tmp_path):
    """A copy of it: its configuration file."""
    return shutil.copytree(played_once, tmp_path / "copy") / "console.toml"


def summed(path, names):
    with path.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file, strict=True))
    return {name: sum(int(row[name]) for row in rows) for name in names}


def test_that_json_and_every_csv_say_the_same_totals(played, kiosk, tmp_path):
    before = (played.parent / "state" / "archive.db").read_bytes()
    done = kiosk("report", "--console", played)
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert found["ok"] is True
    total = found["total"]
    money = {name: total[name] for name in ("rounds", "voids", "turnover", "paid", "hold")}
    assert money == {"rounds": 4, "voids": 1, "turnover": 1_500, "paid": 0, "hold": 1_500}
    out = tmp_path / "csv"
    assert kiosk("report", "--console", played, "--format", "csv", "--out", out).returncode == 0
    for name in ("days.csv", "shifts.csv", "lines.csv"):
        assert summed(out / name, money) == money, name
    lines = (out / "lines.csv").read_text("utf-8")
    assert f",{CHINESE}," in lines
    assert ",'=Wong," in lines, "no spreadsheet runs it"
    assert (played.parent / "state" / "archive.db").read_bytes() == before
    files = {path.name for path in (played.parent / "state").iterdir()}
    assert not files & {"archive.db-wal", "archive.db-shm"}


def test_that_one_gaming_day_is_what_is_asked_for(played, kiosk):
    whole = json.loads(kiosk("report", "--console", played).stdout)
    days = sorted({line["day"] for line in whole["lines"]})
    assert len(days) == 2
    found = [
        json.loads(kiosk("report", "--console", played, "--from", day, "--to", day).stdout) for day in days
    ]
    assert [one["total"]["rounds"] for one in found] == [3, 1]
    assert [one["total"]["paid"] for one in found] == [0, 0]


def test_that_the_paper_has_every_table_total_and_name(played, kiosk, tmp_path):
    out = tmp_path / "table.pdf"
    assert kiosk("report", "--console", played, "--format", "pdf", "--out", out).returncode == 0
    document = pypdfium2.PdfDocument(out.read_bytes())
    text = "\n".join(page.get_textpage().get_text_bounded() for page in document)
    document.close()
    assert "The books agree" in text
    assert f"Table {TABLE} · Harbour Casino 海港" in text
    for title in ("By gaming day", "By shift", "By shift and name", "Beside the rounds", "Who was on"):
        assert title in text
    flat = "".join(text.split())
    for said in (
        CHINESE,
        "=Wong",
        "骰子讀錯",
        "wrongPIN",
        "resultcorrected",
        "tableopened",
        "$15.00",
        "100.00",
        "SeatRoundAmountNone",  # of the items that are open now
    ):
        assert said in flat, said
    assert not any(line.endswith(" wrong") for line in text.splitlines()), "a wrong PIN is said once"
    assert "\\u" not in text


def test_that_damaged_books_give_status_1_and_the_report_all_the_same(played, kiosk, tmp_path):
    with closing(sqlite3.connect(played.parent / "state" / "archive.db")) as db:
        db.execute("DROP TRIGGER record_stays")
        db.execute("UPDATE record SET key = key || 'x' WHERE id = 7")
        db.commit()
    out = tmp_path / "table.pdf"
    done = kiosk("report", "--console", played, "--format", "pdf", "--out", out)
    assert done.returncode == 1
    assert "the archive is damaged: record 7" in done.stderr
    document = pypdfium2.PdfDocument(out.read_bytes())
    assert "THE BOOKS DO NOT AGREE" in document[0].get_textpage().get_text_bounded()
    document.close()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--what", "rounds"), "--what is for a seat's report"),
        (("--from", "2026-01-31T12:00"), "expected a gaming day"),
        (("--from", "٢٠٢٦-٠١-٣١"), "--from '٢٠٢٦-٠١-٣١': expected a gaming day"),
        (("--from", "2026-02-02", "--to", "2026-02-01"), "ends before it begins"),
        (("--archive", "nowhere.db"), "no archive at"),
        (("--archive", "pyproject.toml"), "the archive cannot be read: file is not a database"),
        (("--format", "pdf"), "goes to a file or folder"),
    ],
)
def test_that_what_cannot_be_reported_is_told_with_status_2(played, kiosk, words, said):
    done = kiosk("report", "--console", played, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert said in done.stderr
    assert "Traceback" not in done.stderr


def test_that_an_archive_alone_is_asked_for_its_console(kiosk):
    done = kiosk("report", "--archive", "archive.db")
    assert done.returncode == 2
    assert "--archive without --console" in done.stderr


def test_that_a_copy_with_another_name_and_no_write_permission_is_read(played, kiosk, tmp_path):
    copy = tmp_path / "copy of archive?.db"
    shutil.copy(played.parent / "state" / "archive.db", copy)
    copy.chmod(0o400)
    done = kiosk("report", "--console", played, "--archive", copy)
    assert (done.returncode, json.loads(done.stdout)["total"]["rounds"]) == (0, 4)


def test_that_a_reader_who_has_gone_is_no_traceback(played):
    child = Process(
        [*KIOSK, "report", "--console", str(played)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=REPO
    )
    child.stdout.close()
    said = child.stderr.read()
    child.wait(60)
    child.stderr.close()
    assert b"Traceback" not in said

"""docs/regulators-file.md: its table of rules and tests is true, and its figures are the program's own."""

import re
import sqlite3
from pathlib import Path

import pytest

from kiosk.commands import rulesfile
from kiosk.commands._game import rules_of
from kiosk.links.signing import signed_by
from kiosk.seat.accounts import Kind
from kiosk.store import archive_select, seal
from kiosk.ui.kit.model import RECALL_LENGTH, TICKETS_LENGTH
from kiosk.ui.kit.texts import Language, Texts
from kiosk.ui.service import words
from kiosk.ui.terminal.play.playing import KEEP_DAYS
from kits.ui.service import Clock, SeatStore, play_rounds

ROOT = Path(__file__).resolve().parents[3]
PAGE = (ROOT / "docs/regulators-file.md").read_text(encoding="utf-8")
MANUAL = (ROOT / "docs/operators-manual.md").read_text(encoding="utf-8")


def _rows(text):
    lines = [line for line in text.splitlines() if line.startswith("|")]
    return [line.strip().strip("|").strip().split(" | ") for line in lines[2:]]


def _between(begin, end):
    return PAGE.partition(begin)[2].partition(end)[0]


@pytest.fixture(scope="module")
def written():
    return {row[0]: row for row in _rows(_between(rulesfile.BEGIN, rulesfile.END))}


def test_that_every_paragraph_stands_in_the_committed_table(written):
    assert {name: row[1] for name, row in written.items()} == rules_of("sicbo").paragraphs


def test_that_every_test_of_the_committed_table_still_names_its_paragraph(written):
    now = {
        row[0]: row[2].split("<br>")
        for row in _rows(rulesfile.table(rulesfile.named_by(ROOT / "tests", "sicbo"), "sicbo"))
    }
    for paragraph, row in written.items():
        gone = set(row[2].split("<br>")) - set(now[paragraph])
        assert not gone, f"{paragraph}: the table is old: kiosk rulesfile --out docs/regulators-file.md"
        assert row[2] != "**none**", paragraph


def test_that_the_page_of_the_journal_has_every_kind_of_transaction():
    page = (ROOT / "docs/journal.md").read_text(encoding="utf-8")
    said = page.partition("These kinds are all:")[2].partition(", each with")[0]
    assert re.findall(r"`([a-z-]+)`", said) == list(Kind)


def test_that_the_page_says_what_a_console_signs():
    said = PAGE.partition("a console what stands below")[2].partition("of the table.")[0]
    assert [f"etg/12/{folder}/" for folder in re.findall(r"`([a-z]+)/`", said)] == list(
        signed_by("12", "12.console")
    )


def test_that_every_meter_of_service_mode_is_explained_in_its_words():
    texts = Texts(Language.EN)
    rows = _rows(_between("<!-- meters: begin -->", "<!-- meters: end -->"))
    assert [(row[0], row[1].strip("`")) for row in rows] == [
        (texts.get(key), name) for name, key in words.METERS
    ]
    assert all(row[2] for row in rows)


def test_that_every_event_that_is_named_stands_in_the_manual():
    table = _rows(PAGE.partition("## Significant events")[2].partition("\n## ")[0])
    kinds = [kind for row in table for kind in re.findall(r"`([a-z-]+)`", row[1])]
    assert len(kinds) > 40
    for kind in kinds:
        assert f"| `{kind}` |" in MANUAL, kind


def test_that_the_figures_of_what_is_kept_are_the_programs_own():
    kept = archive_select.KEPT
    told = (
        f"the newest {kept['event']} events, {kept['recall']} rounds, {kept['outcome']} results, "
        f"{kept['ticket']} tickets each way"
    )
    assert told in PAGE
    assert f"| {KEEP_DAYS} days, and then in the archive" in PAGE
    assert f"At least the last {RECALL_LENGTH} rounds" in PAGE
    assert kept["ticket"] == TICKETS_LENGTH
    assert len(Kind) == 16
    assert "Sixteen kinds of transaction are all" in PAGE


def test_that_every_sealed_list_is_named():
    said = {
        "counter": "counters",
        "ticket": "tickets",
        "event": "events",
        "acknowledged": "took note of",
        "recall": "recall",
        "outcome": "results",
        "outbox": "still to be done",
    }
    line = PAGE.partition("- **Seals.**")[2].partition("\n- ")[0]
    for table in seal.COLUMNS:
        assert said[table] in line


def test_that_the_three_questions_to_sqlite_find_nothing_in_right_books(tmp_path):
    store = SeatStore(tmp_path / "seat.db")
    play_rounds(store, Clock(), 3, "B")
    store.close()
    asked = re.findall(r"^ {4}(SELECT [^;]+;)", PAGE, re.MULTILINE)
    assert len(asked) == 3
    db = sqlite3.connect(f"file:{tmp_path / 'seat.db'}?mode=ro", uri=True)
    assert db.execute(asked[0]).fetchall() == [(0,)]
    assert db.execute(asked[1]).fetchall() == []
    assert db.execute(asked[2]).fetchall() == []
    assert db.execute("SELECT count(*) FROM txn").fetchone()[0] > 3
    db.close()

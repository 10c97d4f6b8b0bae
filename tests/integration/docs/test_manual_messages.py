"""docs/operators-manual.md has every message that a person can meet, in the words of the screen, with its way out."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from kiosk import faults
from kiosk.ops.setup.answers import AnswersFile
from kiosk.seat.conditions import AcceptorCondition, CabinetCondition, PrinterCondition
from kiosk.seat.roles import ActKind
from kiosk.seat.state import LockKind
from kiosk.ui.kit.condition_words import ACCEPTOR_WORDS, PRINTER_WORDS
from kiosk.ui.kit.locks import TITLES
from kiosk.ui.kit.texts import Language, Texts, read_catalogue
from kiosk.ui.service import words

ROOT = Path(__file__).resolve().parents[3]
MANUAL = (ROOT / "docs/operators-manual.md").read_text(encoding="utf-8")
_BLANK = re.compile(r"\{[a-z_]+\}")


@pytest.fixture(scope="module")
def texts():
    return Texts(Language.EN)


def _section(head):
    """The rows of the tables under a heading: its cells, without the head of each table."""
    found = re.search(rf"^#+ {re.escape(head)}$\n(.*?)(?=^#|\Z)", MANUAL, re.MULTILINE | re.DOTALL)
    assert found, head
    rows = []
    for line in found[1].splitlines():
        if line.startswith("|") and set(line) <= set("| -"):
            rows.pop()  # what stood above was the head of a table
        elif line.startswith("|"):
            rows.append([cell.strip() for cell in line.strip().strip("|").split(" | ")])
    return rows


def _texts_of(section):
    """The texts of a section by their names; what differs from time to time is '…', as the manual writes it."""
    found = read_catalogue(ROOT / "assets/texts/en.toml")
    head = f"{section}."
    return {
        key.removeprefix(head): _BLANK.sub("…", text)
        for key, text in found.items()
        if key.startswith(head) and "." not in key.removeprefix(head)
    }


# --- what the seat is in ----------------------------------------------------------------------------------------


def test_that_every_lock_is_there_with_its_title_and_its_way_out(texts):
    rows = {row[0].strip("`"): row for row in _section("Locks")}
    assert set(rows) == {kind.value for kind in LockKind}
    for kind in LockKind:
        assert rows[kind][1] == texts.get(TITLES[kind])
        assert rows[kind][3].startswith(texts.get(words.WAYS_OUT[kind]))
        assert rows[kind][2]
        assert rows[kind][4]


def test_that_every_condition_of_a_device_is_there_in_the_words_of_the_screen(texts):
    told = [(row[0].strip("`"), row[1]) for row in _section("Conditions of devices")]
    wanted = [
        *((kind.value, texts.get(ACCEPTOR_WORDS[kind])) for kind in AcceptorCondition),
        *((kind.value, texts.get(PRINTER_WORDS[kind])) for kind in PrinterCondition),
        *((kind.value, texts.get(words.CABINET_WORDS[kind])) for kind in CabinetCondition),
    ]
    assert told == wanted


# --- events -----------------------------------------------------------------------------------------------------


def _noted():
    """Every kind of event that the program's source writes in so many words, with its severities."""
    found = {}
    for path in sorted((ROOT / "kiosk").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or len(node.args) < 2:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            kind, severity = node.args[:2]
            if name not in ("SignificantEvent", "Happened") or not isinstance(kind, ast.Constant):
                continue
            if isinstance(kind.value, str) and isinstance(severity, ast.Constant):
                found.setdefault(kind.value, set()).add(severity.value)
    return found


def test_that_every_kind_of_event_is_there_in_the_words_of_the_screen():
    rows = {row[0].strip("`"): row for row in _section("Events")}
    conditions = {f"acceptor-{kind}" for kind in AcceptorCondition if kind is not AcceptorCondition.STARTING}
    conditions |= {f"printer-{kind}" for kind in PrinterCondition}
    assert set(rows) == set(words.EVENTS) | conditions
    named = Texts(Language.EN)
    for kind, key in words.EVENTS.items():
        assert rows[kind][1] == named.get(key), kind


def test_that_whatever_the_program_notes_is_an_event_of_the_manual_with_its_severity():
    rows = {row[0].strip("`"): row[2] for row in _section("Events")}
    noted = _noted()
    assert len(noted) > 30
    for kind, severities in noted.items():
        assert kind in rows, kind
        assert {rows[kind]} == severities, kind
    assert {act.value for act in ActKind} <= set(rows)


# --- refusals ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "section"),
    [
        ("Messages to the player", "notice"),
        ("Refusals of tickets", "reject"),
        ("The console refuses", "dealer.why"),
        ("The console's alerts", "dealer.alert"),
    ],
)
def test_that_every_message_of_a_section_is_there_with_its_way_out(head, section):
    rows = {row[0]: row[1] for row in _section(head)}
    assert set(rows) == set(_texts_of(section).values())
    assert all(rows.values())


def test_that_every_answer_of_the_log_in_is_there():
    from kiosk.ui.service.login import _WHY

    told = {row[0] for row in _section("Log-in to service mode")}
    service = _texts_of("service")
    assert {service[key.removeprefix("service.")] for key in _WHY.values()} <= told


# --- the ends of programs ---------------------------------------------------------------------------------------


@cache
def _faults():
    """What the program's faults say, each as one line with '…' for what differs."""
    said = []
    for path in sorted((ROOT / "kiosk").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant | ast.JoinedStr):
                said.append(_template(node))
            elif isinstance(node, ast.Call) and getattr(node.func, "id", "") == "EnvironmentFault":
                said.append(". ".join(map(_template, node.args)))
    return "\n".join(said)


@pytest.mark.parametrize(
    ("head", "fewest"),
    [
        ("When a program ends, or does not start", 5),
        ("Update and back", 5),
        ("First run", 5),
        ("Staff", 4),
        ("Provide a table anew", 3),
    ],
)
def test_that_a_message_of_a_program_is_one_that_it_can_say(head, fewest):
    said = _faults()
    rows = [row for row in _section(head) if len(row) == len(("message", "meaning", "way out"))]
    assert len(rows) > fewest
    for message, means, way_out in rows:
        assert message in said, message
        assert means
        assert way_out


def test_that_the_first_runs_answers_are_all_explained():
    told = re.findall(r"`([a-z_]+)`", " ".join(row[0] for row in _section("First run")))
    assert set(AnswersFile.__struct_fields__) <= set(told)


# What a seat, a console or a host meets when it starts and runs.
STARTS = (
    *(
        "acceptors",
        "cash_box",
        "certificates",
        "config",
        "console",
        "house",
        "machine",
        "networked",
        "seating",
        "state_dir",
    ),
    *("state_checks", "host", "limits", "config_links", "gateway", "signing"),
)
MODULES = (
    *(f"app/{name}.py" for name in STARTS),
    *("demo/own_table.py", "demo/dealing.py"),
    *(f"book/{name}.py" for name in ("archive", "archive_schema", "same_log")),
    *(f"console/{name}.py" for name in ("notes", "supervisors")),
    *(f"store/{name}.py" for name in ("anchor", "schema", "seat_store", "staff_schema")),
    *("links/embedded.py", "links/etcd/config.py", "devices/printer/memory.py"),
    *("devices/cabinet/memory.py", "devices/notes/id003/memory.py"),
)


@pytest.mark.parametrize("module", MODULES)
def test_that_every_fault_of_a_start_is_explained(module):
    told = [row[0] for row in _section("When a program ends, or does not start")]
    for node in ast.walk(ast.parse((ROOT / "kiosk" / module).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("EnvironmentFault", "MustEnd"):
            said = ". ".join(map(_template, node.args))
            if re.search("[a-z]", said):  # else it hands on what another module says
                assert any(message in said for message in told), f"{module}:{node.lineno}: {said}"


_COPY = re.compile(r"[Rr]estore (it|the|a)\b|good copy|[Pp]ut (back )?(the|its) newest|恢复\w*副本")
_WHAT_FOLLOWS = re.compile(r"older|another one|较旧|放行")


def test_that_whoever_is_told_to_put_a_copy_back_reads_what_follows_of_an_older_one():
    told = {
        f"{path.relative_to(ROOT)}:{node.lineno}": " ".join(map(_words, node.args[1:]))
        for path in sorted((ROOT / "kiosk").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "").endswith("Fault")
    }
    for language in Language:
        catalogue = read_catalogue(ROOT / "assets" / "texts" / f"{language}.toml")
        told |= {key: text for key, text in catalogue.items() if key.startswith("service.out_")}
    told |= {row[0]: row[-1] for row in _section("When a program ends, or does not start")}
    asked = {where: text for where, text in told.items() if _COPY.search(text)}
    assert len(asked) > 15
    silent = {where: text for where, text in asked.items() if not _WHAT_FOLLOWS.search(text)}
    assert silent == {}


def _words(node):
    """What an argument says: a text, with the ways out of `kiosk.faults` by their words."""
    if isinstance(node, ast.Name):
        return str(getattr(faults, node.id, ""))
    if isinstance(node, ast.FormattedValue):
        return _words(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(map(_words, node.values))
    return str(node.value) if isinstance(node, ast.Constant) else ""


def _template(node):
    """A text of the source as one line with '…' for what differs."""
    if isinstance(node, ast.Constant):
        return str(node.value)
    if isinstance(node, ast.JoinedStr):
        return "".join(_template(part) if isinstance(part, ast.Constant) else "…" for part in node.values)
    return "…"

"""What devices, locks and rooms say of themselves reaches a screen as a key with a text in every language."""

import ast
import re
from pathlib import Path

import pytest

import kiosk
from kiosk.resources import data_dir
from kiosk.seat.conditions import AcceptorCondition
from kiosk.ui.kit.details import PATTERNS, SETTINGS, detail_words, known, setting_words
from kiosk.ui.kit.texts import Language, Texts, read_catalogue
from tests.kits.ui import glossary

ROOT = Path(kiosk.__file__).parent
TALKING = (
    "seat/*.py",
    "runner/*.py",
    "devices/notes/**/*.py",
    "devices/printer/**/*.py",
    "devices/cabinet/*.py",
    "simulators/notes.py",
    "simulators/id003/*.py",
    "simulators/escpos/*.py",
    "ui/kit/bridge.py",
    "app/software.py",
    "store/audit.py",
    "store/staff.py",
)
"""The rooms whose sentences become the detail of a lock, a condition, a notice or a significant event."""
PLACE = re.compile(r"\{[a-z_]+\}")
LATIN = re.compile(r"[A-Za-z][A-Za-z/-]*")

# Sentences of those rooms that no screen shows, each with why.
ELSEWHERE = {
    "time out": "a word of service.words",
    "PRAGMA integrity_check(7)": "a statement of SQL",
    "expected 7 to 7 digits": "raised by Pin, whose page has words of its own",
    "7 within 7 ms": "put together of two that have keys",
    "one country alone": "a value of detail.other_notes, which does not show it",
    "country 7": "the same",
    "7 cents of country 7": "the same",
    "no notes": "the same",
    "has stacked": "a value of detail.stacked_uncredited, which does not show it",
    "7 bytes that are no answer": "the first half of detail.garbled",
    "expected 1 to 7 printable letters, not blanks alone": "a fault of the configuration, in the report of a start",
    "no font of the tickets has its sign 7 (U+7)": "the same",
    ": 7": "behind the reason of a print that failed",
    "; 7 could not be removed": "behind the error of a file that could not be written",
    "7: 77": "a file and its error, told as one that failed",
    "ticket 7 in 7: 7; expected room and leave to write": "detail.no_room",
} | dict.fromkeys(
    (
        "the PIN has 7 characters or other signs than digits: 7",
        "the PIN is one digit over and over: 7 that differ",
        "the PIN is a straight run of digits: 7 that do not count up or down",
        "the PIN is one pair over and over: 7 that do not repeat",
        "the PIN stands in the name: 7 that nobody reads there",
    ),
    "with the digits that are expected it has a key",
)
PAPER = ("page.py", "receipt.py", "words.py", "fonts.py", "sheet.py", "lines.py", "job.py")


def prose():
    """Every sentence that those rooms could tell, a 7 in each of its places, with where it stands."""
    for pattern in TALKING:
        for path in sorted(ROOT.glob(pattern)):
            if "simulator" in str(path) or (path.name in PAPER and "printer" in str(path)):
                continue
            for line, text in _sentences(ast.parse(path.read_text("utf-8"))):
                yield f"{path.relative_to(ROOT)}:{line}", text


def _is_no_word(text):
    """Questions to a database; ways out of a fault at the start, which the technician's report alone shows."""
    return text.startswith(("SELECT", "Start with", "Put the layout files", "Set ", "until 100", "7 = 7"))


def _sentences(tree):
    passed = {id(inner) for node in ast.walk(tree) if _is_no_detail(node) for inner in ast.walk(node)}
    inside = {id(part) for node in ast.walk(tree) if isinstance(node, ast.JoinedStr) for part in node.values}
    for node in ast.walk(tree):
        if id(node) in passed | inside:
            continue
        text = _text(node)
        if (
            text
            and " " in text.strip()
            and any(letter.isalpha() for letter in text)
            and not _is_no_word(text)
        ):
            yield node.lineno, text


def _is_no_detail(node):
    """What is raised is told by an exception's own way; a log line and a docstring reach no screen."""
    if isinstance(node, ast.Raise):
        return "StaffRefusal" not in ast.unparse(node)
    if isinstance(node, ast.Assert):
        return True
    if isinstance(node, ast.Call) and ast.unparse(node.func).startswith("_log."):
        return True
    if isinstance(node, ast.Call) and any(word.arg == "remedy" for word in node.keywords):
        return True  # words for what a kept file raises
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def _text(node):
    if isinstance(node, ast.Constant):
        return node.value if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(part.value if isinstance(part, ast.Constant) else "7" for part in node.values)
    return ""


@pytest.mark.parametrize("language", Language)
def test_that_every_sentence_that_devices_and_seat_can_tell_has_a_key(language):
    texts = Texts(language)
    told = dict(prose())
    assert len(told) > 60
    unknown = {
        where: text for where, text in told.items() if text not in ELSEWHERE and not known(text, texts)
    }
    assert unknown == {}


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("pattern", PATTERNS)
def test_that_every_key_of_a_sentence_has_a_text_that_its_values_fill(language, pattern):
    words = known(PLACE.sub("7", pattern), Texts(language))
    assert words
    if language is Language.ZH:
        assert set(LATIN.findall(words)) <= glossary.latin()


def test_that_amounts_and_what_a_sentence_is_about_are_worded_too():
    for language, wanted in (
        (Language.EN, "No ticket could be made: The paper is out"),
        (Language.ZH, "无法出票：纸张用尽"),
    ):
        assert detail_words("no ticket: the paper is out", Texts(language)) == wanted
    foreign = "the log holds a slip of 12345 cents that this seat did not send"
    assert "$123.45" in detail_words(foreign, Texts(Language.ZH))
    assert detail_words("paper-out: the paper is out", Texts(Language.ZH)) == "纸张用尽"


def test_that_settings_are_named_and_their_amounts_formatted():
    changed = "ticket_limit: 300000 -> 900000; note_velocity: nothing -> 100000"
    assert detail_words(changed, Texts(Language.EN)) == (
        "Largest ticket: $3,000.00 → $9,000.00; Note-in velocity limit in a round: nothing → $1,000.00"
    )
    assert not LATIN.findall(detail_words(changed, Texts(Language.ZH)))
    assert all(setting_words(name, Texts(Language.ZH)) != name for name in SETTINGS)


@pytest.mark.parametrize("language", Language)
def test_that_a_sentence_without_a_key_is_not_shown(language):
    finding = "account credit is 112000, its postings sum to 111500"
    assert known(finding, Texts(language)) is None
    assert detail_words(finding, Texts(language)) == Texts(language).get("detail.recorded")
    assert detail_words("", Texts(language)) == ""


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize("condition", [one for one in AcceptorCondition if one.locks])
def test_that_a_condition_that_locks_without_a_word_has_one(language, condition):
    assert known(condition.value, Texts(language))


def test_that_no_screen_names_a_command():
    commands = re.compile(r"\bkiosk \w+|systemctl|etg-kiosk|--[a-z]+")
    for language in Language:
        catalogue = read_catalogue(data_dir("assets") / "texts" / f"{language}.toml")
        assert {key for key, text in catalogue.items() if commands.search(text)} == set()

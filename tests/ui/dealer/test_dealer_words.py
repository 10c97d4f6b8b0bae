"""What the console says by key: a text in every language, amounts as amounts, nothing kept back."""

import re
from pathlib import Path

import pytest

from kiosk.console import words as console_words
from kiosk.console.commands import Refusal
from kiosk.console.view import Alert, AlertLevel, LogLine
from kiosk.seat.state import LockKind
from kiosk.ui.dealer import words
from kiosk.ui.dealer.seats.faces import lock_word
from kiosk.ui.dealer.words import ALERTS, LOG, WHY, alert_words, log_words, why_words
from kiosk.ui.kit.locks import lock_title
from kiosk.ui.kit.texts import Language, Texts, placeholders

LANGUAGES = pytest.mark.parametrize("language", Language)
TABLES = {"WHY": WHY, "LOG": LOG, "ALERTS": ALERTS}


@LANGUAGES
@pytest.mark.parametrize("table", TABLES)
def test_that_every_key_of_the_console_has_a_text(language, table):
    known = Texts(language).keys()
    assert {key: text for key, text in TABLES[table].items() if text not in known} == {}


@pytest.mark.parametrize("table", TABLES)
def test_that_every_text_of_the_console_has_a_key(table):
    section = next(iter(TABLES[table].values())).rpartition(".")[0] + "."
    texts = {key for key in sorted(Texts(Language.EN).keys()) if key.startswith(section)}
    assert texts == set(TABLES[table].values())


def test_that_the_values_named_beside_the_keys_are_the_places_of_the_texts():
    texts = Texts(Language.EN)
    source = Path(words.__file__).read_text("utf-8")
    for text_key, comment in re.findall(r'"(dealer\.[a-z]+\.[a-z_]+)",(.*)', source):
        named = re.split(r"[;:]", comment.replace("#", ""))[0]
        told = {
            word.strip() for word in named.split(",") if word.strip() and not word.strip().startswith("rule")
        }
        assert told == placeholders(texts._texts[text_key]), text_key


@pytest.mark.parametrize(
    ("used", "table"), [(console_words.WHY, WHY), (console_words.LOG, LOG), (console_words.ALERT, ALERTS)]
)
def test_that_all_that_the_console_can_say_is_understood_with_its_values(used, table):
    texts = Texts(Language.EN)
    for key, values in used.items():
        assert set(values) == placeholders(texts._texts[table[key]]), key


@LANGUAGES
def test_that_amounts_and_reasons_are_worded(language):
    texts = Texts(language)
    line = LogLine("21:14:00", "paid-by-hand", {"seat": "07", "cents": 123_450, "by": "Supervisor 21"})
    assert "$1,234.50" in log_words(line, texts)
    void = log_words(LogLine("21:14:00", "void", {"reason": "die not flat"}), texts)
    assert texts.get("void.not_flat") in void


def test_that_a_key_may_come_with_its_section_or_with_underscores():
    texts = Texts(Language.EN)
    said = why_words(Refusal("wrong-pin"), texts)
    assert said == why_words(Refusal("dealer.why.wrong_pin"), texts)
    assert "PIN" in said


@pytest.mark.parametrize(
    ("refusal", "said"),
    [
        (Refusal("never-heard", {"seat": "07"}), "never-heard · seat 07"),
        (Refusal("locked-out"), "locked-out"),
        (Refusal("locked-out", {"seconds": 30, "more": 1}), "locked-out · seconds 30 · more 1"),
    ],
)
def test_that_what_has_no_text_is_shown_as_it_came(refusal, said):
    assert why_words(refusal, Texts(Language.EN)) == said


def test_that_an_alert_is_worded():
    alert = Alert(AlertLevel.FAULT, "log-alarm", {"alarm": "NOSPACE"})
    full = "Table log alarm: a server of the table log has no room left"
    assert alert_words(alert, Texts(Language.EN)) == full


@LANGUAGES
@pytest.mark.parametrize(
    ("key", "value"), [("archive", "reason"), ("tumbler-fault", "reason"), ("log-alarm", "alarm")]
)
def test_that_what_a_machine_tells_reaches_no_dealer_as_prose_or_command(language, key, value):
    texts = Texts(language)
    said = alert_words(
        Alert(AlertLevel.FAULT, key, {value: "archive.db: run kiosk verify --state DIR"}), texts
    )
    assert texts.get("detail.at_console") in said
    assert "kiosk" not in said


@LANGUAGES
@pytest.mark.parametrize("kind", LockKind)
def test_that_a_locked_seat_is_named_with_its_reason_in_words(language, kind):
    texts = Texts(language)
    said = alert_words(
        Alert(AlertLevel.WARNING, "seat-locked", {"seat": "07", "locks": f"{kind}, newer"}), texts
    )
    assert lock_title(kind, texts) in said
    assert lock_title("newer", texts) == texts.get("lock.other")
    assert "newer" not in said
    assert lock_word(kind, texts) != texts.get("dealer.lock.other")

"""What the console says by key: a text in every language, amounts as amounts, nothing kept back."""

import pytest

from kiosk.console.commands import Refusal
from kiosk.console.view import Alert, AlertLevel, LogLine
from kiosk.games.blackjack.deal import CUT_CARD, DEALING_ERROR, DISCARDED, SHOE_EMPTY
from kiosk.seat.state import LockKind
from kiosk.ui.dealer.seats.faces import lock_word
from kiosk.ui.dealer.words import alert_words, log_words, why_words
from kiosk.ui.kit.locks import lock_title
from kiosk.ui.kit.texts import Language, Texts

LANGUAGES = pytest.mark.parametrize("language", Language)


@LANGUAGES
def test_that_amounts_and_reasons_are_worded(language):
    texts = Texts(language)
    line = LogLine("21:14:00", "paid-by-hand", {"seat": "07", "cents": 123_450, "by": "Supervisor 21"})
    assert "$1,234.50" in log_words(line, texts)
    void = log_words(LogLine("21:14:00", "void", {"reason": "die not flat"}), texts)
    assert texts.get("void.not_flat") in void


@LANGUAGES
@pytest.mark.parametrize("fact", [CUT_CARD, DEALING_ERROR, DISCARDED, SHOE_EMPTY])
def test_that_an_irregularity_of_the_table_is_named(language, fact):
    values = {"irregularity": fact, "what": "Kc", "by": "Ng"}
    said = log_words(LogLine("21:14:00", "irregularity-of-table", values), Texts(language))
    name = Texts(language).get(f"dealer.irregular.{fact.replace('-', '_')}")
    assert said.endswith(f"{name} · Kc · Ng")


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


@LANGUAGES
def test_that_two_cards_of_a_shoe_are_left_to_the_rules_of_the_game(language):
    """In Blackjack the player says which card is first (rule 5.12), in Stud a supervisor (rule 5.14)."""
    said = alert_words(Alert(AlertLevel.FAULT, "shoe-two", {}), Texts(language))
    assert "F3" in said
    assert "5.14" not in said


def test_that_an_alert_is_worded():
    alert = Alert(AlertLevel.FAULT, "log-alarm", {"alarm": "NOSPACE"})
    full = "Table log alarm: a host of the table log has no room left"
    assert alert_words(alert, Texts(Language.EN)) == full


@LANGUAGES
@pytest.mark.parametrize(
    ("key", "value"), [("archive", "reason"), ("device-fault", "reason"), ("log-alarm", "alarm")]
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

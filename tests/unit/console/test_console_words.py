"""The console and the dealer's screen speak of the same things: every key has a text with the same values."""

import re
from pathlib import Path

import pytest

import kiosk.console
from kiosk.console.words import ALERT, LOG, WHY
from kiosk.ui.dealer import words
from kiosk.ui.kit.texts import Language, Texts, placeholders

SOURCES = Path(kiosk.console.__file__).parent
TABLES = [(WHY, words.WHY), (LOG, words.LOG), (ALERT, words.ALERTS)]


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("said", "shown"), TABLES, ids=["why", "log", "alert"])
def test_that_every_key_of_the_console_has_a_text_with_the_same_values(said, shown, language):
    texts = Texts(language)
    asked = {key: placeholders(texts._texts[shown[key]]) for key in said}
    assert asked == {key: frozenset(values) for key, values in said.items()}


def used(pattern):
    sources = [path.read_text("utf-8") for path in SOURCES.rglob("*.py") if path.name != "words.py"]
    return {key for source in sources for key in re.findall(pattern, source)}


def test_that_every_key_that_the_console_uses_is_in_its_tables():
    assert used(r'Refusal\(\s*"([a-z-]+)"') <= WHY.keys()
    assert used(r'\.say\(\s*"([a-z-]+)"') | used(r'return "([a-z-]+)", \{') <= LOG.keys()
    assert used(r'Alert\(\s*AlertLevel\.\w+,\s*"([a-z-]+)"') <= ALERT.keys()
    assert len(used(r'Refusal\(\s*"([a-z-]+)"')) > 20

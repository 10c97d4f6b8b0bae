"""docs/glossary.md against every text: one word for one thing, in both languages, on screens, paper and in manuals."""

import re
from pathlib import Path

import pytest

from kiosk.devices.printer import page, receipt
from kiosk.tickets import cashier_words
from kiosk.ui.kit.texts import Language, read_catalogue
from tests.kits.ui import glossary

ROOT = Path(__file__).resolve().parents[3]
TEXTS = ROOT / "assets/texts"
CJK = "[\u4e00-\u9fff]"
_PLACE = re.compile(r"\{[^}]*\}")
_BOTH = {"setup.language_note", "setup.language_title"}  # shown before a language is chosen: both stand in it

# A term of the English text that the Chinese one does without, each with why.
SAID_OTHERWISE = {
    ("ribbon.waiting", "table"): "the term for this moment is 等待开局",
    ("help.name_double", "dice"): "the name of a bet",
    ("panel.numbers_caption", "result"): "a result is counted as a round there",
    ("panel.totals_caption", "result"): "the same",
    ("dealer.figures.worst", "house"): "最大赔付 says whose",
}
# Places whose values are words, which are not set apart from Chinese, and texts whose numbers stand as on the felt.
_WORDS = {"account", "nested"}
_TIGHT = re.compile(r"board\.odds_|service\.charts\.(at_hour|date|date_short|month_\d+)$")


def _catalogue(language):
    return read_catalogue(TEXTS / f"{language.value}.toml")


def _desk():
    """The cashier's texts in both languages, as those of a catalogue."""
    pairs = (
        ("word", cashier_words._EN, cashier_words._ZH),
        ("refused", cashier_words._REFUSED_EN, cashier_words._REFUSED_ZH),
        ("unread", cashier_words._BAD_EN, cashier_words._BAD_ZH),
    )
    return {
        f"desk.{name}.{key}": (text, chinese[key])
        for name, english, chinese in pairs
        for key, text in english.items()
    }


def _paper():
    """What is printed in both languages side by side."""
    kinds = {f"paper.{kind}": pair for kind, pair in {**page._KINDS, **receipt._KINDS}.items()}
    labels = {**page._LABELS, **{f"receipt.{name}": text for name, text in receipt._LABELS.items()}}
    return kinds | {f"paper.{name}": tuple(text.split("  ", 1)) for name, text in labels.items()}


ENGLISH, CHINESE = _catalogue(Language.EN), _catalogue(Language.ZH)
PAIRS = {key: (text, CHINESE[key]) for key, text in ENGLISH.items()} | _desk() | _paper()
ZH = {key: chinese for key, (_, chinese) in PAIRS.items() if key not in _BOTH}
TERMS = glossary.terms()


def _terms_in(english):
    """The glossary's terms in an English text; a longer one hides the shorter ones inside it."""
    left = _PLACE.sub("#", english)
    for term in TERMS:
        word = re.compile(rf"\b{re.escape(term.english)}s?\b", re.IGNORECASE)
        if not term.noun and word.search(left):
            yield term
            left = word.sub("#", left)


def test_that_a_term_is_one_thing_and_its_chinese_no_other_terms():
    names = [term.english for term in TERMS]
    assert len(names) > 60
    assert len(set(names)) == len(names)
    same = [{"ticket registry", "registry"}, {"hand pay", "by hand"}, {"acceptor", "note slot"}]
    for one in TERMS:
        for other in TERMS:
            if one.chinese[0] == other.chinese[0] and one is not other:
                assert {one.english, other.english} in same


def test_that_wherever_english_has_a_term_chinese_has_its_own():
    missing = {
        (key, term.english): (english, chinese)
        for key, (english, chinese) in PAIRS.items()
        if key not in _BOTH
        for term in _terms_in(english)
        if not any(form in chinese for form in term.chinese)
    }
    assert {said: texts for said, texts in missing.items() if said not in SAID_OTHERWISE} == {}
    assert SAID_OTHERWISE.keys() - missing.keys() == set(), "said with the term now"


@pytest.mark.parametrize("term", [term for term in TERMS if term.noun], ids=lambda term: term.english)
def test_that_a_noun_is_meant_wherever_chinese_has_it(term):
    there = {key: text for key, (text, chinese) in PAIRS.items() if term.chinese[0] in chinese}
    assert there
    assert {key: text for key, text in there.items() if term.english not in text.lower()} == {}


def test_that_a_forbidden_word_occurs_nowhere():
    words = re.compile("|".join(map(re.escape, glossary.forbidden())))
    pages = [
        path
        for folder, pattern in (
            ("kiosk", "*.py"),
            ("docs", "*.md"),
            ("assets", "*.toml"),
            ("packaging", "*.md"),
        )
        for path in (ROOT / folder).rglob(pattern)
        if path not in (glossary.PAGE, ROOT / "docs/decisions.md")  # which may tell what something was called
    ]
    assert len(pages) > 300
    found = {
        f"{path.relative_to(ROOT)}:{number}": line.strip()
        for path in (*pages, ROOT / "README.md")
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if words.search(line)
    }
    assert found == {}


def test_that_no_latin_word_stands_in_a_chinese_text():
    command = re.compile(r"kiosk( [a-z]+)*|--[a-z]+(-[a-z]+)*|\[[a-z]\]|yes")  # what a cashier types
    found = {}
    for key, text in ZH.items():
        plain = _PLACE.sub("", text)
        if key.startswith("desk."):
            plain = command.sub("", plain)
        if words := set(re.findall("[A-Za-z][A-Za-z/-]*", plain)) - glossary.latin():
            found[key] = words
    assert found == {}


def test_that_chinese_has_its_own_signs():
    odds = "board.odds_ratio"
    signs = re.compile(rf"{CJK}\s*[:;,?!()]|[:;,?!()]\s*{CJK}|[:;]")
    assert {
        key: text for key, text in ZH.items() if key != odds and signs.search(_PLACE.sub("一", text))
    } == {}


def test_that_numbers_stand_apart_from_chinese_everywhere_alike():
    numbers = {key: re.sub(rf"\{{({'|'.join(_WORDS)})\}}", "", text) for key, text in ZH.items()}
    close = re.compile(rf"{CJK}(\{{|\d)|(\}}|\d|%){CJK}")
    assert {key: text for key, text in numbers.items() if not _TIGHT.match(key) and close.search(text)} == {}


def test_that_a_page_is_told_as_one_of_all():
    paged = {key: text for key, text in ZH.items() if "{page}" in text or key.endswith(".place")}
    assert len(paged) > 2
    assert {key: text for key, text in paged.items() if not re.search(r"\{\w+\} / \{\w+\}", text)} == {}

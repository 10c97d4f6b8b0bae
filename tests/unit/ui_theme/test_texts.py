"""The catalogue: complete in every language, the same places, nothing unused, nothing unknown."""

import ast
import re
from pathlib import Path

import pytest

from kiosk.games import game_names
from kiosk.resources import data_dir, layout_names
from kiosk.ui.kit.texts import BadTexts, Language, Texts, placeholders, read_catalogue

TEXTS = data_dir("assets") / "texts"
SOURCE = Path(__file__).parents[3] / "kiosk"
CATALOGUES = {language: read_catalogue(TEXTS / f"{language.value}.toml") for language in Language}
KEY = re.compile(r"[a-z]+(\.[a-z0-9_]+)+")


def _literals() -> set[str]:
    """Every string in the code that reads like a key of a section of the catalogue."""
    sections = {key.split(".", 1)[0] for key in CATALOGUES[Language.EN]}
    found = set()
    for path in SOURCE.glob("ui/**/*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            value = node.value if isinstance(node, ast.Constant) else None
            if isinstance(value, str) and KEY.fullmatch(value) and value.split(".", 1)[0] in sections:
                found.add(value)
    return found


@pytest.mark.parametrize("language", Language)
def test_that_every_language_has_every_key(language):
    assert CATALOGUES[language].keys() == CATALOGUES[Language.EN].keys()


@pytest.mark.parametrize("language", Language)
def test_that_every_language_has_the_same_places(language):
    for key, text in CATALOGUES[language].items():
        assert placeholders(text) == placeholders(CATALOGUES[Language.EN][key]), key


def test_that_no_key_is_unused():
    # What the console says by key is held against the console by test_console_words.
    told = {
        key
        for key in CATALOGUES[Language.EN]
        if key.startswith(("dealer.why.", "dealer.log.", "dealer.alert."))
    }
    games = {f"game.{name}" for name in game_names()}
    layouts = {f"layout.{game}_{name.lower()}" for game in game_names() for name in layout_names(game)}
    assert games | layouts <= CATALOGUES[Language.EN].keys()
    assert CATALOGUES[Language.EN].keys() - _literals() - told == games | layouts


def test_that_no_key_is_asked_for_that_does_not_exist():
    assert _literals() - CATALOGUES[Language.EN].keys() == set()


def test_that_chinese_texts_are_chinese():
    same = {"board.big_range", "board.small_range", "board.odds_ratio"}
    for key, text in CATALOGUES[Language.ZH].items():
        letters = re.sub(r"\{[a-z_]+\}", "", text)
        if key not in same and text == CATALOGUES[Language.EN][key]:
            assert not re.search(r"[A-Za-z]{2,}", letters), key


def test_that_a_text_is_filled():
    assert Texts(Language.EN).get("board.odds_wins", odds="8½") == "1 wins 8½"
    assert Texts(Language.ZH).get("board.odds_wins", odds="8½") == "1赔8½"


def test_that_an_unknown_key_is_refused():
    with pytest.raises(KeyError, match=r"board\.nothing"):
        Texts(Language.EN).get("board.nothing")


@pytest.mark.parametrize("values", [{}, {"odds": "1", "more": "2"}, {"other": "1"}])
def test_that_values_must_be_exactly_the_places(values):
    with pytest.raises(ValueError, match=r"board\.odds_wins"):
        Texts(Language.EN).get("board.odds_wins", **values)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[board", "cannot be read"),
        ('top = "x"', "outside a section"),
        ("[board]\nbig = 3", r"board\.big is 3"),
        ('[board]\nbig = "  "', r"board\.big"),
        ("[board]\n[board.deep]\nbig = 'x'", r"board\.deep"),
    ],
)
def test_that_a_damaged_catalogue_is_refused(tmp_path, content, message):
    (tmp_path / "en.toml").write_text(content, "utf-8")
    with pytest.raises(BadTexts, match=message):
        Texts(Language.EN, tmp_path)


def test_that_a_missing_catalogue_is_named(tmp_path):
    with pytest.raises(BadTexts, match=r"zh\.toml is not there"):
        Texts(Language.ZH, tmp_path)

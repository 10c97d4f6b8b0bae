"""The console and the dealer's screen speak of the same things: every key has a text with the same values."""

import ast
import re
from pathlib import Path

import pytest

import kiosk.book
import kiosk.console
from kiosk.ui.kit.texts import Language, Texts

SOURCES = [path for room in (kiosk.book, kiosk.console) for path in Path(room.__file__).parent.rglob("*.py")]


def said():
    """(section, key, names of the values, or None where they are no literals) of every sentence of the console."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Call(func=ast.Name(id="Refusal"), args=[ast.Constant(value=str(key)), *rest]):
                    yield "why", key, names(rest)
                case ast.Call(func=ast.Name(id="Alert"), args=[_, ast.Constant(value=str(key)), *rest]):
                    yield "alert", key, names(rest)
                case ast.Call(func=ast.Attribute(attr="say"), args=[_, ast.Constant(value=str(key))]):
                    more = {word.arg for word in node.keywords}
                    yield "log", key, None if None in more else more
                case ast.Return(value=ast.Tuple(elts=[ast.Constant(value=str(key)), values])):
                    yield "log", key, names([values])


def names(rest):
    match rest:
        case []:
            return set()
        case [ast.Dict(keys=keys)] if all(isinstance(key, ast.Constant) for key in keys):
            return {key.value for key in keys}
    return None


SAID = sorted({(section, key): values for section, key, values in said()}.items())


def test_that_the_console_says_much():
    assert len(SAID) > 80


@pytest.mark.parametrize("language", Language)
@pytest.mark.parametrize(("at", "values"), SAID, ids=[".".join(at) for at, _ in SAID])
def test_that_every_key_of_the_console_has_a_text_with_the_same_values(at, values, language):
    section, key = at
    places = Texts(language).places(f"dealer.{section}.{key.replace('-', '_')}")
    assert values is None or places == values


def test_that_every_text_has_a_key_in_the_console():
    trees = [ast.parse(path.read_text("utf-8")) for path in SOURCES]
    words = {node.value for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    texts = {key for key in sorted(Texts(Language.EN).keys()) if re.match(r"dealer\.(why|log|alert)\.", key)}
    assert {key for key in texts if key.rpartition(".")[2].replace("_", "-") not in words} == set()

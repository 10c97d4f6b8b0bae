"""Every paragraph of the approved rules that means behaviour has a test that names it.

The markers are read from the files themselves, so that no selection of tests can hide one.
"""

import ast
from pathlib import Path

import pytest

from kiosk.commands._game import rules_of
from kiosk.games import paper_names

TESTS = Path(__file__).resolve().parents[1]

LISTED = """
1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 2.1.1 2.2.1
3.1 3.2 3.3 3.4 3.5 3.6 3.7 3.8 3.9 3.9.1 3.9.2 3.9.3 3.9.4 3.9.5 4.1 4.1.1 4.1.2 4.1.3
5.1 5.1.1 5.1.2 5.2 5.2.1 5.2.2 5.3 5.3.1 5.3.2 5.3.3 5.4 5.5 5.6 5.7 5.8 5.9 5.10
A B C
"""
PARAGRAPHS = tuple(LISTED.split())
WORDS = ("1.1", "1.2", "1.4", "1.5")  # say what a word means; nothing in the program follows from them


class BadMarker(ValueError):
    """A rule marker that does not name paragraphs as plain texts."""


def markers_in(source: str, name: str) -> list[tuple[str, str]]:
    """Every paragraph that a rule marker in ``source`` names, with the place. Raises BadMarker."""
    nodes = list(ast.walk(ast.parse(source)))
    calls = [node for node in nodes if isinstance(node, ast.Call) and _is_rule(node.func)]
    if len(calls) != sum(map(_is_rule, nodes)):
        raise BadMarker(f"{name}: a rule marker without paragraphs")
    named = []
    for call in calls:
        if call.keywords or not call.args:
            raise BadMarker(f"{name}:{call.lineno}: a rule marker names paragraphs, as 'sicbo:3.9.1'")
        for argument in call.args:
            if not isinstance(argument, ast.Constant) or not isinstance(argument.value, str):
                raise BadMarker(f"{name}:{call.lineno}: a rule marker names its paragraphs as plain texts")
            named.append((argument.value, f"{name}:{call.lineno}"))
    return named


def _is_rule(node: ast.AST) -> bool:
    mark = node.value if isinstance(node, ast.Attribute) and node.attr == "rule" else None
    return isinstance(mark, ast.Attribute) and mark.attr == "mark"


@pytest.fixture(scope="module")
def named() -> dict[str, list[str]]:
    """The places that name each paragraph."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("test_*.py")):
        for paragraph, place in markers_in(path.read_text(encoding="utf-8"), str(path.relative_to(TESTS))):
            found.setdefault(paragraph, []).append(place)
    return found


@pytest.mark.parametrize("paragraph", [p for p in PARAGRAPHS if p not in WORDS])
def test_that_the_paragraph_has_a_test(named, paragraph):
    assert named.get(f"sicbo:{paragraph}"), f"no test is marked rule('sicbo:{paragraph}')"


def test_that_every_marker_names_a_paragraph_that_exists(named):
    known = {f"{game}:{paragraph}" for game in paper_names() for paragraph in rules_of(game).paragraphs}
    assert {f"sicbo:{paragraph}" for paragraph in PARAGRAPHS} <= known
    assert {name: places for name, places in named.items() if name not in known} == {}


@pytest.mark.parametrize("game", paper_names())
def test_that_no_paragraph_is_forgotten_in_the_list(game):
    numbered = [paragraph for paragraph in rules_of(game).paragraphs if paragraph[0].isdigit()]
    heads = {paragraph.rpartition(".")[0] for paragraph in numbered}
    for head in heads:
        inner = [p for p in numbered if p.rpartition(".")[0] == head]
        numbers = [int(p.rpartition(".")[2]) for p in inner]
        assert numbers == list(range(1, len(numbers) + 1)), f"{head}: {inner}"


@pytest.mark.parametrize(
    "source",
    [
        "@pytest.mark.rule\ndef test_x(): ...",
        "@pytest.mark.rule()\ndef test_x(): ...",
        "@pytest.mark.rule(NAME)\ndef test_x(): ...",
        "@pytest.mark.rule(paragraphs='sicbo:3.1')\ndef test_x(): ...",
    ],
)
def test_that_a_marker_that_cannot_be_read_is_refused(source):
    with pytest.raises(BadMarker, match="a rule marker"):
        markers_in(source, "test_x.py")


def test_that_markers_are_found_wherever_they_stand():
    source = (
        "pytestmark = pytest.mark.rule('sicbo:3.1')\n"
        "class TestX:\n    @pytest.mark.rule('sicbo:3.2', 'sicbo:3.3')\n    def test_x(self): ...\n"
        "@pytest.mark.parametrize('a', [pytest.param(1, marks=pytest.mark.rule('sicbo:3.4'))])\ndef test_y(a): ...\n"
    )
    assert sorted(paragraph for paragraph, _ in markers_in(source, "x")) == [
        f"sicbo:3.{n}" for n in (1, 2, 3, 4)
    ]

"""Every paragraph that the rules of a round on paper can hold has a test that names it."""

from pathlib import Path

from kiosk.commands._game import rules_of
from kiosk.commands.rulesfile import named_by

RULES = rules_of("stud")
PARAGRAPHS, WORDS = RULES.paragraphs, RULES.words
TESTS = Path(__file__).resolve().parents[3]
LISTED = """
1.18 2.1.1 3.3 3.4 3.5 5.1 5.2 5.6 5.8.4 5.8.6 5.10.2 5.10.3 5.11 5.12 5.13 5.14 5.14.1 5.17 5.19 5.23 A B
"""
OF_A_TABLE = set(LISTED.split())
"""What only a table with its console can hold: limits, the close of bets, dealing errors, void rounds, layouts."""


def test_that_every_paragraph_has_a_test_but_those_of_a_table():
    named = named_by(TESTS, "stud")
    assert {name for name in PARAGRAPHS if name not in named} - WORDS <= OF_A_TABLE
    assert set(PARAGRAPHS) >= OF_A_TABLE


def test_that_no_paragraph_is_forgotten_in_the_list():
    inner = {}
    for name in PARAGRAPHS:
        head, _, last = name.rpartition(".")
        inner.setdefault(head, []).append(last)
    assert inner.pop("") == ["A", "B"]
    for head, numbers in inner.items():
        assert numbers == [str(n) for n in range(1, len(numbers) + 1)], head
    assert len(PARAGRAPHS) == 100

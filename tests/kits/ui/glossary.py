"""The glossary of docs/glossary.md, as tests read it."""

import re
from dataclasses import dataclass
from pathlib import Path

PAGE = Path(__file__).resolve().parents[3] / "docs/glossary.md"
_FORBIDDEN, _LATIN = "Words that occur nowhere", "Latin words in Chinese"


@dataclass(frozen=True)
class Term:
    """One row. ``chinese`` is the term and its short forms; a ``noun`` is looked for from the Chinese side alone."""

    english: str
    chinese: tuple[str, ...]
    noun: bool


def _rows() -> dict[str, list[list[str]]]:
    """The rows of the table under each heading, without its head."""
    found: dict[str, list[list[str]]] = {}
    for part in PAGE.read_text(encoding="utf-8").split("\n## ")[1:]:
        head, _, body = part.partition("\n")
        lines = [line for line in body.splitlines() if line.startswith("|")]
        found[head] = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]
    return found


def terms() -> list[Term]:
    """All terms, those of more letters first: the parts of a long one are not looked for in it again."""
    found = []
    for head, rows in _rows().items():
        if head in (_FORBIDDEN, _LATIN):
            continue
        for english, chinese, what in rows:
            assert what, english
            name, _, noun = english.partition(" (noun)")
            forms = tuple(form for form in re.split("[（、）]", chinese) if form)
            found.append(Term(name, forms, noun=noun != "" or english.endswith("(noun)")))
    return sorted(found, key=lambda term: -len(term.english))


def forbidden() -> list[str]:
    """The words that occur nowhere."""
    return [row[0] for row in _rows()[_FORBIDDEN]]


def latin() -> set[str]:
    """The Latin words that Chinese texts may have."""
    return {row[0] for row in _rows()[_LATIN]}

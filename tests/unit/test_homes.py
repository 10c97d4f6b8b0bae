"""No game's name outside its homes: what the table, the seat and the screens share is not shaped by dice.

A name of Sic Bo in an identifier, a string or an import outside these homes means that a second game would have to be
built there as well. Docstrings and comments may cite a rule ("Sic Bo 3.6").
"""

import ast
import io
import re
import tokenize
from pathlib import Path

import kiosk

ROOT = Path(kiosk.__file__).parent

HOMES = (
    "games/sicbo/",
    "tools/shots/sicbo/",
    "ui/kit/sicbo/",  # dice and spots as more than one screen shows them: no screen may import another
    "ui/terminal/sicbo/",
    "ui/dealer/sicbo/",
    "simulators/sicbo.py",
    "simulators/tumbler.py",  # the device itself
)

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
SPOKEN_OF = re.compile(r"sicbo|dice|die|tumbl[a-z]*|roll(s|ed|ing)?")
MAYBE = re.compile(r"sic.?bo|dice|die|tumbl|roll", re.IGNORECASE)

STILL_SHAPED: dict[str, int] = {
    "console/chance.py": 1,  # the seed of every round, as ever: another word would deal other rounds
    "links/embedded.py": 2,  # SQL: ROLLBACK
    "ui/kit/details.py": 2,  # what the device itself says
}
"""The files outside the homes that still name the game, with how often and why. It may only shrink."""


def names_in(source: str) -> list[str]:
    """The words of the game in the identifiers and strings of a module, docstrings and comments left out."""
    if not MAYBE.search(source):
        return []
    told = {
        (node.value.lineno, node.value.col_offset)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    code = [
        token.string
        for token in tokens
        if token.type in (tokenize.NAME, tokenize.STRING) and token.start not in told
    ]
    return [word for text in code for word in words_of(text)]


def words_of(text: str) -> list[str]:
    """The words of the game in a name or a string; "Sic Bo" and "sic_bo" are the one word "sicbo"."""
    joined = re.sub(r"sic[ _-]?bo", "sicbo", text, flags=re.IGNORECASE)
    words = (word.lower() for word in WORD.findall(joined))
    return [word for word in words if SPOKEN_OF.fullmatch(word)]


def shaped(root: Path) -> dict[str, int]:
    """Every file outside the homes that names the game in its code or its own name, with how often."""
    found = {}
    for path in sorted(root.rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if not name.startswith(HOMES):
            count = len(names_in(path.read_text("utf-8"))) + len(words_of(name.removesuffix(".py")))
            found[name] = count
    return {name: count for name, count in found.items() if count}


def complaints(found: dict[str, int], allowed: dict[str, int]) -> list[str]:
    """What to do about each file whose count is not the one that the list allows."""
    said = []
    for name in sorted(found.keys() | allowed.keys()):
        now, was = found.get(name, 0), allowed.get(name, 0)
        if now > was:
            said.append(
                f"kiosk/{name} names Sic Bo {now} times, {was} are allowed: ask the game through "
                f"kiosk/games/game.py, or move the code to one of {', '.join(HOMES)}"
            )
        elif now < was:
            said.append(
                f"kiosk/{name} names Sic Bo {now} times, no longer {was}: lower its count in STILL_SHAPED"
                + (", take it out" if not now else "")
            )
    return said


def test_no_file_outside_the_homes_names_the_game() -> None:
    assert complaints(shaped(ROOT), STILL_SHAPED) == []


def test_what_is_a_name_and_what_is_not(tmp_path: Path) -> None:
    (tmp_path / "plain.py").write_text(
        '"""Sic Bo 3.6: the dice."""\n# a tumble\nscroll = "ROLLBACK"  # roll\nsoldier = enrolled = diet = 1\n'
    )
    (tmp_path / "games/sicbo").mkdir(parents=True)
    (tmp_path / "games/sicbo/dice.py").write_text("dice = 1\n")
    assert shaped(tmp_path) == {}
    (tmp_path / "bad.py").write_text(
        'from kiosk.games.sicbo import DiceFace as f\n\nlast_roll = f"Sic Bo {f.die}"\n'
    )
    (tmp_path / "tumbling.py").write_text("")
    assert shaped(tmp_path) == {"bad.py": 5, "tumbling.py": 1}


def test_a_count_that_rises_or_falls_says_what_to_do() -> None:
    assert complaints({"a.py": 2}, {"a.py": 2}) == []
    (more,) = complaints({"a.py": 2}, {"a.py": 1})
    assert "a.py names Sic Bo 2 times, 1 are allowed: ask the game" in more
    (new,) = complaints({"a.py": 1}, {})
    assert "0 are allowed" in new
    (fewer,) = complaints({"a.py": 1}, {"a.py": 2})
    assert fewer.endswith("lower its count in STILL_SHAPED")
    (gone,) = complaints({}, {"a.py": 2})
    assert gone.endswith("take it out")

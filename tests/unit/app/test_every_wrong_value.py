"""Each kind of wrong value in each key of each file: refused by file, key and what is expected, never a traceback."""

import json
import math
import shutil
import tomllib

import pytest

from kiosk import cli
from kiosk.app import config
from kiosk.app.console import settings_of
from kiosk.app.machine import read_rules
from kiosk.faults import EnvironmentFault
from kiosk.resources import data_dir
from kiosk.ui.kit.texts import Language, Texts

MOST_LETTERS = 700  # of a message beside the path: also of one that lists all spots
MOST_UNLIKE = 8  # keys of a table that need not mean alike
WRONG = {
    "true or false": True,
    "negative": -1,
    "zero": 0,
    "huge": 2**62,
    "above 64 bits": 2**70,
    "a fraction": 1.5,
    "no number": math.nan,
    "infinite": math.inf,
    "empty": "",
    "blank": "   ",
    "a wide blank": "\u3000",
    "a control character": "a\x01b",
    "two lines": "a\nb",
    "a deleting character": "a\x7fb",
    "letters that no font has": "กรุงเทพ",
    "right to left": "a\u202eb",
    "long": "x" * 5_000,
    "a list": ["x"],
    "an empty list": [],
    "a table": {"x": 1},
}
# What is right there, or goes back to what holds without it.
RIGHT = {
    "seat": {("state", "letters that no font has")},
    "console": {
        ("state", "letters that no font has"),
        ("hurry_seconds", "zero"),
        ("hurry_seconds", "a fraction"),
        ("day_begins_hour", "zero"),
    },
    "host": {("state", "letters that no font has")},
    "cashier": {("day_begins_hour", "zero")},
    "admin": set(),
    "limits": set(),
    "layout": {("big", "empty"), ("small", "empty"), ("at", "zero")},
    "pay table": {("title", "letters that no font has")},
}
# Told by what contradicts it: two areas that overlap, a spot that the other file has.
BY_ANOTHER_KEY = {
    ("layout", "at"),
    ("layout", "cells"),
    ("pay table", "three"),
    ("pay table", "double-single"),
    ("layout", "areas"),
}
OPTIONAL = {
    "seat": {
        "game",
        "language",
        "ticket_limit",
        "win_limit",
        "credit_limit",
        "note_velocity",
        "ticket_days",
        "tickets",
    }
    | {"acceptor", "kind", "notes", "printer"},
    "console": {
        "limits",
        "game",
        "language",
        "role",
        "pace",
        "betting_seconds",
        "hurry_seconds",
        "day_begins_hour",
    },
    "host": {"game", "serve", "tickets_key", "ticket_limit"},
    "cashier": {"language", "day_begins_hour"},
    "admin": set(),
    "limits": set(),
    "layout": set(),
    "pay table": set(),
}


class Files:
    """Good files of every kind, and how each is read."""

    def __init__(self, provided, folder):
        shutil.copytree(provided / "config", folder / "config")
        shutil.copytree(data_dir("layouts"), folder / "layouts")
        shutil.copy(folder / "layouts/sicbo/limits.toml", folder / "config/house-limits.toml")
        console = folder / "config/console.toml"
        console.write_text('limits = "house-limits.toml"\n' + console.read_text())
        sicbo = folder / "layouts/sicbo"

        def rules(_):
            return read_rules("B", folder / "layouts")

        self.kinds = {
            "seat": (folder / "config/seat-07.toml", config.read_seat_file),
            "console": (console, config.read_console_file),
            "host": (folder / "config/host-1.toml", config.read_host_file),
            "cashier": (folder / "config/cashier.toml", config.read_cashier_file),
            "admin": (folder / "config/admin.toml", config.read_admin_file),
            "limits": (
                folder / "config/house-limits.toml",
                lambda _: settings_of(config.read_console_file(console)),
            ),
            "layout": (sicbo / "b.toml", rules),
            "pay table": (sicbo / "pay-table-2.toml", rules),
        }


@pytest.fixture
def files(provided, tmp_path):
    return Files(provided, tmp_path)


def toml(value):
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(found)}" for key, found in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(toml, value)) + "]"
    if isinstance(value, float) and not math.isfinite(value):
        return str(value)
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


def keys(value, path=()):
    """Every key; of lists, and of tables with many keys that mean alike, the first alone."""
    alike = isinstance(value, dict) and len(value) > MOST_UNLIKE and len(set(map(type, value.values()))) == 1
    found = list(
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, part in found[:1] if alike or isinstance(value, list) else found:
        yield (*path, key)
        yield from keys(part, (*path, key))


def written(whole, path, change):
    """The text of the file after ``change`` of the parent of a key."""
    found = json.loads(json.dumps(whole))
    parent = found
    for key in path[:-1]:
        parent = parent[key]
    change(parent, path[-1])
    return "\n".join(f"{json.dumps(key)} = {toml(part)}" for key, part in found.items())


def refused(path, read, text, key):
    """What is wrong with the message, or with there being none."""
    path.write_text(text)
    try:
        read(path)
    except EnvironmentFault as fault:
        said = str(fault)
        missing = [word for word in (path.name, key) if word not in said]
        if not fault.way_out:
            missing.append("a way out")
        if len(said) > MOST_LETTERS + len(str(path)):
            missing.append("an end")
        if not said.isprintable():
            missing.append("printable letters alone")
        return f"without {missing}: {said[:200]}" if missing else None
    return "accepted"


def name_of(path):
    return next(key for key in reversed(path) if isinstance(key, str))


@pytest.mark.parametrize("kind", RIGHT)
def test_that_every_wrong_value_is_told_by_file_and_key(files, kind):
    path, read = files.kinds[kind]
    whole = tomllib.loads(path.read_text())
    path.write_text(written(whole, (next(iter(whole)),), lambda *_: None))
    read(path)  # as these tests write it, it is good
    found = []
    for place in keys(whole):
        key = name_of(place)
        for what, value in WRONG.items():
            if (key, what) in RIGHT[kind]:
                continue
            asked = "" if (kind, key) in BY_ANOTHER_KEY else key
            text = written(whole, place, lambda parent, last, value=value: parent.__setitem__(last, value))
            found.append((place, what, refused(path, read, text, asked)))
    assert len(found) > 2 * len(WRONG)
    wrong = [one for one in found if one[2]]
    assert wrong == [], "\n".join(map(str, wrong))


@pytest.mark.parametrize("kind", RIGHT)
def test_that_every_missing_or_strange_key_and_every_key_given_twice_is_told(files, kind):
    path, read = files.kinds[kind]
    whole = tomllib.loads(path.read_text())
    found = []
    for place in keys(whole):
        if not isinstance(place[-1], str):
            continue
        key = place[-1]
        if key not in OPTIONAL[kind]:
            asked = "" if (kind, key) in BY_ANOTHER_KEY else key
            text = written(whole, place, lambda parent, last: parent.pop(last))
            name_by_another = kind == "pay table" and asked == ""
            if name_by_another:
                path.write_text(text)
                with pytest.raises(EnvironmentFault):
                    read(path)
            else:
                found.append((place, "missing", refused(path, read, text, asked)))
        text = written(whole, place, lambda parent, _: parent.update(surprise=1))
        found.append((place, "strange", refused(path, read, text, "surprise")))
    good = written(whole, (next(iter(whole)),), lambda *_: None)
    first = good.splitlines()[0]
    found.append(("twice", refused(path, read, f"{first}\n{good}", "TOML")))
    assert [one for one in found if one[-1]] == []


def test_that_limits_of_the_house_are_called_by_their_own_name(files):
    path, read = files.kinds["limits"]
    text = path.read_text().replace("unit = 100", "unit = -100", 1)
    path.write_text(text)
    with pytest.raises(
        EnvironmentFault, match=r"config/house-limits\.toml: unit of -100: Expected `int` >= 1"
    ):
        read(path)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("seat-07", ["terminal", "--headless", "--config"]),
        ("console", ["console", "--config"]),
        ("host-1", ["host", "--config"]),
        ("cashier", ["tickets", "open", "--config"]),
    ],
)
def test_that_a_program_ends_with_status_2_and_one_line(files, tmp_path, capsys, file, words):
    path = tmp_path / f"config/{file}.toml"
    path.write_text(path.read_text().replace("endpoints = [", 'endpoints = ["\\u0007", ', 1))
    words = ["tickets", "--config", str(path), "open"] if file == "cashier" else [*words, str(path)]
    assert cli.main(words) == 2
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "log.endpoints[0] of '\\x07'" in said


TEXTS = {
    "no section": ("x = 1\n", "x stands outside a section"),
    "a number": ("[board]\nbig = 1\n", "board.big is 1"),
    "blank": ('[board]\nbig = "  "\n', "board.big is '  '"),
    "a list": ('[board]\nbig = ["x"]\n', "board.big is ['x']"),
    "a control character": ('[board]\nbig = "a\\u0007"\n', "board.big is 'a\\x07'"),
    "an open brace": ('[board]\nbig = "win {sum"\n', "board.big is 'win {sum'"),
    "a place without a name": ('[board]\nbig = "win {}"\n', "board.big is 'win {}'"),
    "twice": ('[board]\nbig = "a"\nbig = "b"\n', "cannot be read"),
    "deep": ("x = " + "[" * 200_000, "cannot be read"),
    "no TOML": ("[[[", "cannot be read"),
}


@pytest.mark.parametrize("case", TEXTS)
def test_that_a_file_of_texts_is_refused_by_key_and_value(tmp_path, case):
    text, words = TEXTS[case]
    (tmp_path / "en.toml").write_text(text)
    with pytest.raises(EnvironmentFault) as caught:
        Texts(Language.EN, tmp_path)
    assert f"{tmp_path}/en.toml" in str(caught.value)
    assert words in str(caught.value)

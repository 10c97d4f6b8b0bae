"""Every path, name and make target of the documents is there; no document names a machine or a host of ours."""

import re
import tomllib
from pathlib import Path

import msgspec
import pytest

from kiosk.app.config import ConsoleFile, HostFile, SeatFile
from kiosk.app.shoes import ShoeFile
from kiosk.cli import command_names
from kiosk.ops.setup.answers import read_answers

ROOT = Path(__file__).resolve().parents[3]
GUIDE = ROOT / "docs/developers-guide.md"
PAGES = sorted((ROOT / "docs").glob("*.md"))
_CODE = re.compile(r"`([^`\n]+)`")
_TOPS = ("kiosk/", "tests/", "packaging/", "layouts/", "assets/")


def _text(page):
    return page.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_that_every_path_of_the_source_that_a_page_names_is_there(page):
    named = {
        found
        for found in _CODE.findall(_text(page))
        if found.startswith(_TOPS) and not re.search(" |NAME", found)
    }
    assert [path for path in sorted(named) if not (ROOT / path).exists()] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_that_every_command_that_a_page_names_exists(page):
    wanted = set(re.findall(r"(?:`|^ {4})kiosk ([a-z]+)", _text(page), re.MULTILINE))
    assert wanted <= set(command_names())


def test_that_every_make_target_of_the_guide_exists():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in set(re.findall(r"make ([a-z-]+)", _text(GUIDE))):
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target


def test_that_the_rooms_of_the_guide_are_the_layers_of_the_contract_in_their_order():
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one["type"] == "layers")
    wanted = [f"kiosk.{name.strip()}" for layer in layers for name in layer.split("|")]
    table = _text(GUIDE).partition("## The rooms")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| `")]
    found = [
        path.removesuffix(".py").strip("/").replace("/", ".")
        for row in rows
        for path in _CODE.findall(row.split(" | ")[0])
    ]
    assert found == wanted


@pytest.mark.parametrize(
    ("module", "names"),
    [
        ("kiosk/seat/state.py", ("LockKind", "CLEARABLE", "is_clearable", "with_lock", "without_lock")),
        ("kiosk/seat/events.py", ("AnyEvent", "Happened")),
        (
            "kiosk/seat/effects.py",
            ("Post", "SignificantEvent", "Count", "Remember", "Send", "StackNote", "Notice"),
        ),
        ("kiosk/ui/service/words.py", ("EVENTS", "DETAILS", "WAYS_OUT")),
        ("kiosk/ui/kit/locks.py", ("ORDER",)),
        ("kiosk/seat/settings.py", ("Settings", "IN_CONFIG")),
        ("kiosk/store/schema.py", ("VERSION",)),
        ("kiosk/ui/service/screen.py", ("Entry",)),
        ("kiosk/ui/service/page.py", ("Page",)),
    ],
)
def test_that_the_names_of_the_guide_are_in_the_modules_that_it_says(module, names):
    source, guide = (ROOT / module).read_text(encoding="utf-8"), _text(GUIDE)
    for name in names:
        assert f"`{name}" in guide or f"{name}(" in guide, name
        assert re.search(rf"^(?:class |def )?{name}\b", source, re.MULTILINE), f"{module}: {name}"


def _block(page, first):
    """The indented lines from the one that begins so, as a file."""
    text = _text(ROOT / "docs" / page)
    return re.search(rf"^    {re.escape(first)}.*\n(?:(?:    .*)?\n)*", text, re.MULTILINE)[0]


def test_that_a_console_takes_the_shoe_as_its_page_has_it():
    found = msgspec.convert(tomllib.loads(_block("shoe.md", "[shoe]"))["shoe"], ShoeFile)
    assert (found.kind, found.why_not()) == ("line", None)


def test_that_a_set_up_takes_the_answers_as_its_page_has_them(tmp_path):
    (tmp_path / "answers.toml").write_text(_block("first-run.md", "table = "), encoding="utf-8")
    assert read_answers(tmp_path / "answers.toml").table == "12"


@pytest.mark.parametrize(
    ("kind", "example"), [(SeatFile, "seat"), (ConsoleFile, "console"), (HostFile, "host")]
)
def test_that_every_key_of_a_configuration_is_explained(kind, example):
    explained = _text(ROOT / f"packaging/deb/etc/{example}.toml.example")
    explained += "".join(_CODE.findall(_text(ROOT / "docs/operators-manual.md")))
    missing = [field.name for field in msgspec.structs.fields(kind) if field.name not in explained]
    assert missing == {ConsoleFile: ["dealers"]}.get(kind, []), "`dealers` is of an older program"

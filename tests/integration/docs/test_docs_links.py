"""Every link of the documents and the README leads somewhere, and no document is out of reach."""

import re
from pathlib import Path

import pytest

from kiosk.tools.shots.sicbo.three_rounds import FORM, SCENES

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")
_CODE = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def _links(page):
    return _LINK.findall(_CODE.sub("", page.read_text(encoding="utf-8")))


def _anchors(page):
    heads = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^a-z0-9 -]", "", head.lower()).replace(" ", "-") for head in heads}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_that_every_link_of_a_page_leads_to_a_file_and_a_heading(page):
    for link in _links(page):
        assert "://" not in link, f"{page.name}: {link} leads out of the source"
        path, _, anchor = link.partition("#")
        target = (page.parent / path) if path else page
        assert target.exists(), f"{page.name}: {link}"
        if anchor:
            assert anchor in _anchors(target), f"{page.name}: {link}"


def test_that_the_index_has_every_page_once_in_a_line_of_its_own():
    index = ROOT / "docs/README.md"
    lines = [line for line in index.read_text(encoding="utf-8").splitlines() if line.startswith("- ")]
    named = [re.fullmatch(r"- \[[^\]]+\]\(([^)]+)\): .+\.", line)[1] for line in lines]
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {index.name}
    assert sorted(name for name in named if "/" not in name) == sorted(pages)


def test_that_the_readme_is_short_and_leads_to_the_index():
    readme = ROOT / "README.md"
    assert len(readme.read_text(encoding="utf-8").splitlines()) <= 45
    assert "docs/README.md" in _links(readme)


@pytest.mark.parametrize("folder", ["pictures", "three-rounds"])
def test_that_every_picture_is_shown_on_a_page(folder):
    shown = {(page.parent / link).resolve() for page in PAGES for link in _links(page)}
    assert [path.name for path in sorted((ROOT / "docs" / folder).iterdir()) if path not in shown] == []


def test_that_the_three_rounds_are_shown_whole_and_in_their_order():
    layout, (width, height) = FORM
    page = ROOT / "docs/three-rounds.md"
    wanted = [f"three-rounds/{layout}-en-{width}x{height}-{scene.name}.png" for scene in SCENES]
    assert [link for link in _links(page) if link.endswith(".png")] == wanted

"""`kiosk rulesfile`: the table of paragraphs and tests is read from the tests, and nothing of it is invented."""

import importlib.util
from pathlib import Path

import pytest

from kiosk.cli import main
from kiosk.commands import rulesfile
from kiosk.commands._game import rules_of

RULES = rules_of("sicbo")
PARAGRAPHS, WORDS = RULES.paragraphs, RULES.words
TESTS = Path(__file__).resolve().parents[2]


def _write(folder, text):
    folder.mkdir(exist_ok=True)
    (folder / "test_some.py").write_text(text, encoding="utf-8")


def test_that_the_paragraphs_are_those_that_the_tests_must_cover():
    where = TESTS / "unit" / "test_rule_coverage.py"
    spec = importlib.util.spec_from_file_location("rule_coverage", where)
    listed = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(listed)
    chapters = {paragraph.rpartition(".")[0] for paragraph in listed.PARAGRAPHS}
    assert [p for p in PARAGRAPHS if p in listed.PARAGRAPHS] == list(listed.PARAGRAPHS)
    assert set(PARAGRAPHS) - set(listed.PARAGRAPHS) <= chapters
    assert set(listed.WORDS) == WORDS


def test_that_every_paragraph_of_the_rules_is_in_the_table_with_its_tests(capsys):
    assert main(["rulesfile", "--tests", str(TESTS)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(" | ")[0].removeprefix("| ") for line in lines[2:]] == list(PARAGRAPHS)
    assert "**none**" not in "\n".join(lines)


def test_that_a_marker_is_found_at_a_test_a_class_a_parameter_and_a_file(tmp_path):
    _write(
        tmp_path / "t",
        "import pytest\n"
        "pytestmark = pytest.mark.rule('sicbo:3.1')\n"
        "@pytest.mark.rule('sicbo:3.2')\ndef test_a(): ...\n"
        "@pytest.mark.rule('sicbo:3.3')\nclass TestB:\n    @pytest.mark.rule('sicbo:3.4')\n    def test_c(self): ...\n"
        "@pytest.mark.parametrize('x', [pytest.param(1, marks=pytest.mark.rule('sicbo:3.5', 'sicbo:3.6'))])\n"
        "def test_d(x): ...\n",
    )
    found = rulesfile.named_by(tmp_path / "t", "sicbo")
    assert {paragraph: [holds.test for holds in all_of] for paragraph, all_of in found.items()} == {
        "3.1": [""],
        "3.2": ["test_a"],
        "3.3": ["TestB"],
        "3.4": ["TestB::test_c"],
        "3.5": ["test_d"],
        "3.6": ["test_d"],
    }


def test_that_a_paragraph_without_a_test_is_named_and_found_wrong(tmp_path, capsys):
    _write(tmp_path / "t", "import pytest\n@pytest.mark.rule('sicbo:5.9')\ndef test_a(): ...\n")
    assert main(["rulesfile", "--tests", str(tmp_path / "t")]) == 1
    told = capsys.readouterr()
    assert "| 5.10 | What the rules leave open a manager decides | **none** |" in told.out
    assert "no test names sicbo:5.10" in told.err
    assert "sicbo:5.9\n" not in told.err
    assert "sicbo:1.1\n" not in told.err


@pytest.mark.parametrize(
    ("source", "said"),
    [
        ("import pytest\n@pytest.mark.rule('sicbo:9.9')\ndef test_a(): ...\n", "'sicbo:9.9'"),
        ("import pytest\n@pytest.mark.rule(NAME)\ndef test_a(): ...\n", "'NAME'"),
        ("@pytest.mark.rule('sicbo:3.1')\ndef test_a(:\n", "cannot be read as Python"),
        ("@pytest.mark.rule('sicbo:3.1')\nx = '\\0", "cannot be read as Python"),
    ],
)
def test_that_what_cannot_be_read_is_refused_by_name(tmp_path, capsys, source, said):
    _write(tmp_path / "t", source)
    assert main(["rulesfile", "--tests", str(tmp_path / "t")]) == 2
    told = capsys.readouterr()
    assert said in told.err
    assert "test_some.py" in told.err
    assert told.out == ""


def test_that_without_tests_nothing_is_written(tmp_path, capsys):
    assert main(["rulesfile", "--tests", str(tmp_path / "none"), "--out", str(tmp_path / "out.md")]) == 2
    assert "expected the tests of the source" in capsys.readouterr().err
    assert not (tmp_path / "out.md").exists()


def test_that_only_what_stands_between_the_marks_is_written_anew(tmp_path):
    out = tmp_path / "file.md"
    out.write_text(f"before\n\n{rulesfile.BEGIN}\nold\n{rulesfile.END}\n\nafter\n", encoding="utf-8")
    assert main(["rulesfile", "--tests", str(TESTS), "--out", str(out)]) == 0
    assert main(["rulesfile", "--tests", str(TESTS), "--out", str(tmp_path / "new.md")]) == 0
    table = (tmp_path / "new.md").read_text(encoding="utf-8")
    assert table.startswith("| paragraph |")
    assert out.read_text(encoding="utf-8") == (
        f"before\n\n{rulesfile.BEGIN}\n{table}{rulesfile.END}\n\nafter\n"
    )


@pytest.mark.parametrize(
    "old", ["mine\n", f"{rulesfile.END}\n{rulesfile.BEGIN}\n", f"{rulesfile.BEGIN}\n" * 2]
)
def test_that_a_file_without_the_marks_is_left_as_it_is(tmp_path, capsys, old):
    out = tmp_path / "mine.md"
    out.write_text(old, encoding="utf-8")
    assert main(["rulesfile", "--tests", str(TESTS / "integration/docs"), "--out", str(out)]) == 2
    assert "Nothing was written" in capsys.readouterr().err
    assert out.read_text(encoding="utf-8") == old
    assert [path.name for path in tmp_path.iterdir()] == ["mine.md"]

"""What a command says of input that is not what it takes: one line that names it, and status 2."""

from pathlib import Path

import pytest

from kiosk.cli import main
from kiosk.store.seat_store import SeatStore

CANNOT = 2
NOBODY = "127.0.0.1:1"  # no host listens there


def said(capsys, *words: str | Path) -> str:
    """The one line of a command that could do nothing."""
    assert main([str(word) for word in words]) == CANNOT
    err = capsys.readouterr().err
    assert err.count("\n") == 1, err
    assert err.startswith(f"kiosk {words[0]}: ")
    return err


@pytest.fixture
def table(tmp_path, capsys) -> Path:
    """What was provided for a table whose host does not answer."""
    out = tmp_path / "table"
    assert main(["provision", "--table", "7", "--seats", "1", "--hosts", NOBODY, "--out", str(out)]) == 0
    capsys.readouterr()
    return out


def test_that_a_release_names_a_folder_without_books_and_makes_none(tmp_path, capsys):
    assert "expected the file seat.db" in said(capsys, "release", "--state", tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_that_a_release_says_that_no_host_answers(table, capsys):
    assert "no host answers" in said(capsys, "release", "--config", table / "config/seat-01.toml")


def test_that_a_journal_that_stays_unreadable_is_no_list_without_events(tmp_path, capsys, monkeypatch):
    (tmp_path / "seat.db").write_text("a letter", "utf-8")
    monkeypatch.setattr("kiosk.commands.events.POLL_MS", 0)
    assert "seat.db cannot be read" in said(capsys, "events", "--state", tmp_path)


@pytest.mark.parametrize("command", ["odds", "settle", "demo"])
@pytest.mark.parametrize("layout", ["limits", "Q", "", "../stud/a", "A\n"])
def test_that_a_layout_that_the_game_has_not_is_answered_with_those_it_has(capsys, command, layout):
    assert "expected A, B or C" in said(capsys, command, "--layout", layout)


@pytest.mark.parametrize(
    "more", [("--table", "7"), ("--layouts", "A"), ("--demonstration",), ("--seats", "3")]
)
def test_that_options_of_a_new_folder_are_not_passed_over_at_another(table, tmp_path, capsys, more):
    assert f"{more[0]}: for a new folder alone" in said(capsys, "provision", "--apply", table, *more)
    again = ("provision", "--renew", table, "--out", tmp_path / "again")
    assert f"{more[0]}: for a new folder alone" in said(capsys, *again, *more)
    assert not (tmp_path / "again").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("simulate", "--seats", "1", "--rounds", "1", "--state"),
        ("pit", "--headless", "--dir"),
        ("shots", "--out"),
    ],
)
def test_that_a_folder_that_cannot_be_made_is_named(tmp_path, capsys, words):
    taken = tmp_path / "taken"
    taken.touch()
    assert main([*words, str(taken)]) == CANNOT
    assert f"folder {taken} cannot be made: File exists." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("command", "act"), [("host", "--release-log or --clock-right"), ("console", "--release-log")]
)
def test_that_who_releases_is_not_passed_over_where_nothing_is_released(table, capsys, command, act):
    file = table / "config" / ("host-1.toml" if command == "host" else "console.toml")
    for word in ("--as", "--reason"):
        assert f"go with {act}" in said(capsys, command, "--config", file, word, "Ann")


def test_that_a_host_is_told_one_thing_at_a_time(table, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["host", "--config", str(table / "config/host-1.toml"), "--release-log", "--clock-right"])
    assert ended.value.code == CANNOT
    assert "not allowed with argument" in capsys.readouterr().err


@pytest.mark.parametrize("damaged", ["seat.db", "table.db", "registry.db"])
def test_that_an_audit_names_the_file_that_is_damaged(tmp_path, capsys, damaged):
    assert main(["demo", "--headless", "--rounds", "1", "--seed", "1", "--state", str(tmp_path)]) == 0
    capsys.readouterr()
    (tmp_path / damaged).write_text("a letter", "utf-8")
    assert main(["verify", "--state", str(tmp_path)]) == 1
    assert f"found: {damaged} is damaged: file is not a database" in capsys.readouterr().out


def test_that_a_name_with_a_line_break_writes_no_line_of_its_own(tmp_path, capsys):
    assert r"a\nb.toml cannot be read" in said(capsys, "host", "--config", tmp_path / "a\nb.toml")


def test_that_a_file_of_an_editor_that_marks_utf_8_is_read(table, capsys):
    file = table / "config/seat-01.toml"
    file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert "no host answers" in said(capsys, "release", "--config", file)


def test_that_a_seat_without_staff_is_told_a_command_that_can_be_given(tmp_path, capsys):
    SeatStore(tmp_path / "seat.db").close()
    assert f"kiosk staff --state {tmp_path} add-first NAME" in said(
        capsys, "staff", "--state", tmp_path, "list"
    )


def test_that_a_console_with_money_is_not_sent_to_what_it_refuses(table, capsys, monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("kiosk.commands._screen.load", lambda _: "no screen library")
    err = said(capsys, "console", "--config", table / "config/console.toml")
    assert "no display here. Start it where the dealer's screen is" in err


def test_that_no_archive_goes_into_the_state_directory_of_a_seat(tmp_path, capsys):
    for name in ("own", "other"):
        (tmp_path / name).mkdir()
        SeatStore(tmp_path / name / "seat.db").close()
    for out in ("own", "other"):
        err = said(capsys, "archive", "--state", tmp_path / "own", "--out", tmp_path / out)
        assert f"{tmp_path / out} is the state directory of a seat" in err

"""Every command that is told a game, for every game that there is, as a user at a shell gives it."""

import io
import json
import shutil
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from kiosk.app.machine import read_rules
from kiosk.cli import main
from kiosk.commands._game import card_papers, layout_of, paper
from kiosk.games import game as game_of
from kiosk.games import game_names
from kiosk.games.game import Boxes
from kiosk.resources import layout_names
from kiosk.table import records as r
from kits import KIOSK, REPO
from kits.processes import run_process

GAMES = game_names()
BOXED = [
    name for name in GAMES if isinstance(game_of(name).agenda(read_rules("A", of=name).layout, ()), Boxes)
]
ROUNDS = 3


def ran(capsys, *words):
    status = main([str(word) for word in words])
    found = capsys.readouterr()
    return status, found.out, found.err


def answered(monkeypatch, capsys, line, *words):
    """Status and answer of a command of JSON lines."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(line.encode()), encoding="utf-8"))
    status, out, _ = ran(capsys, *words)
    return status, json.loads(out)


@pytest.fixture(scope="module", params=GAMES)
def played(request, tmp_path_factory):
    """The game, and the folder of a demonstration of it that a bot has played."""
    folder = tmp_path_factory.mktemp("demo") / "state"
    asked = ["demo", "--headless", "--bot", "--rounds", str(ROUNDS), "--speed", "20", "--seed", "5"]
    assert main([*asked, "--game", request.param, "--state", str(folder)]) == 0
    return request.param, folder


# --- a demonstration and its books ------------------------------------------------------------------------------------


def test_that_its_books_agree_and_every_round_is_settled_again(played, capsys):
    _, folder = played
    assert ran(capsys, "verify", "--state", folder)[0] == 0
    status, out, _ = ran(capsys, "replay", "--state", folder, "--json")
    rounds = json.loads(out)["rounds"]
    assert status == 0
    assert rounds
    assert all(one["agrees"] and one["words"] for one in rounds)


def test_that_its_rounds_are_reported_in_every_form(played, capsys, tmp_path):
    game, folder = played
    asked = ("report", "--state", folder, "--what", "rounds")
    status, out, _ = ran(capsys, *asked)
    rounds = json.loads(out)["rounds"]
    assert (status, {one["game"] for one in rounds}) == (0, {game})
    assert ran(capsys, *asked, "--format", "csv", "--out", tmp_path / "csv")[0] == 0
    rows = (tmp_path / "csv/rounds.csv").read_text().splitlines()
    assert len(rows) == len(rounds) + 1
    assert ran(capsys, *asked, "--format", "pdf", "--out", tmp_path / "report.pdf")[0] == 0
    assert (tmp_path / "report.pdf").read_bytes().startswith(b"%PDF")


def test_that_its_meters_and_events_are_told(played, capsys):
    _, folder = played
    status, out, _ = ran(capsys, "report", "--state", folder, "--what", "meters,events")
    meters = {one["name"]: one["life"] for one in json.loads(out)["meters"]}
    assert status == 0
    assert meters["rounds_played"] >= 1
    assert meters["turnover"] > 0
    status, out, _ = ran(capsys, "events", "--state", folder)
    assert (status, "power-up" in out) == (0, True)


def test_that_another_game_is_refused_in_its_folder(played, capsys):
    game, folder = played
    other = GAMES[GAMES.index(game) - 1]
    status, _, err = ran(capsys, "demo", "--headless", "--rounds", "1", "--game", other, "--state", folder)
    assert status == 2
    assert f"{folder}: its table deals {game}: expected {other}" in err


def test_that_bets_that_were_shown_otherwise_at_the_boxes_are_found(played, capsys, tmp_path):
    """In a copy of its log that tells all seats of $1 more at this box than is registered."""
    game, folder = played
    if game not in BOXED:
        pytest.skip("no stakes are shown at a table without boxes")
    copy = tmp_path / "copy"
    shutil.copytree(folder, copy)
    with closing(sqlite3.connect(copy / "table.db")) as log, log:
        log.execute("DROP TRIGGER entry_stays")
        rows = log.execute("SELECT id, value FROM entry").fetchall()
        seq, told = next((n, one) for n, value in rows if (one := shown_in(value)) is not None)
        (box, stakes), *_ = told.stakes.items()
        spot, cents = next(iter(stakes.items()))
        more = msgspec.structs.replace(told, stakes={box: stakes | {spot: cents + 100}})
        log.execute("UPDATE entry SET value = ? WHERE id = ?", (r.encode(more), seq))
    status, out, _ = ran(capsys, "verify", "--state", copy, "--json")
    assert status == 1
    said = f"round {told.round}: {cents + 100} cents on '{spot}' were shown at this seat's box, {cents} were registered"
    assert said in json.loads(out)["findings"]


def shown_in(value):
    """The record that shows stakes at boxes, or None for any other."""
    record = r.decode(value)
    return record if isinstance(record, r.FactsEntered) and record.stakes else None


OTHERS = [(game, name) for game in GAMES for name in layout_names(game) if name != layout_of(game, None)]


@pytest.mark.parametrize(("game", "layout"), OTHERS)
def test_that_a_table_of_its_own_is_played_by_its_other_layouts(game, layout, tmp_path, capsys):
    asked = (
        "--headless",
        "--bot",
        "--rounds",
        "1",
        "--speed",
        "20",
        "--seed",
        "3",
        "--layout",
        layout.lower(),
    )
    status, out, _ = ran(capsys, "demo", "--game", game, "--state", tmp_path / "state", *asked)
    assert (status, "books: everything agrees" in out) == (0, True)


@pytest.mark.parametrize("game", GAMES)
def test_that_many_seats_play_it_and_lose_no_cent(game, capsys):
    status, out, _ = ran(capsys, "simulate", "--game", game, "--seats", "2", "--rounds", "2", "--seed", "3")
    assert (status, "cents lost: 0; all books agree" in out) == (0, True)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", ["demo", "odds", "settle"])
def test_that_a_layout_that_it_has_not_is_refused(game, command, tmp_path, capsys):
    more = ("--headless", "--rounds", "1", "--state", tmp_path / "state") if command == "demo" else ()
    status, out, err = ran(capsys, command, "--game", game, "--layout", "Z", *more)
    assert (status, out) == (2, "")
    assert err.startswith(f'kiosk {command}: layout "Z"')


@pytest.mark.parametrize(
    "command", ["demo", "odds", "settle", "hand", "simulate", "pit", "provision", "rulesfile"]
)
def test_that_an_unknown_game_is_refused_with_those_that_there_are(command, capsys):
    with pytest.raises(SystemExit) as ended:
        main([command, "--game", "faro"])
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert "--game: invalid choice: 'faro'" in said
    assert "'stud'" in said


# --- on paper ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "layout"), [(game, name) for game in GAMES for name in layout_names(game)])
def test_that_each_layout_of_a_table_is_settled_and_has_its_odds(game, layout, monkeypatch, capsys):
    """A layout that a table has, paper has too."""
    asked = ("--game", game, "--layout", layout)
    status, found = answered(monkeypatch, capsys, paper(game).SLIP, "settle", *asked)
    assert (status, "error" in found) == (0, False)
    status, out, _ = ran(capsys, "odds", *asked)
    assert (status, out.startswith(f"Layout {layout}")) == (0, True)
    status, out, _ = ran(capsys, "odds", *asked, "--json")
    assert status == 0
    assert all({"spot", "edge"} <= one.keys() for one in json.loads(out))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("other", GAMES)
def test_that_a_line_of_another_game_is_answered_by_an_error_and_the_run_goes_on(
    game, other, monkeypatch, capsys
):
    if game == other:
        return
    lines = f"{paper(other).SLIP}\n{paper(game).SLIP}\n"
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(lines.encode()), encoding="utf-8"))
    status, out, _ = ran(capsys, "settle", "--game", game)
    bad, good = map(json.loads, out.splitlines())
    assert status == 1
    assert set(bad) == {"error"}
    assert bad["error"].startswith("line 1: ")
    assert ": expected " in bad["error"]
    assert "error" not in good


@pytest.mark.parametrize("game", card_papers())
@pytest.mark.parametrize(
    "line",
    ["[]", "{", '{"cards": 3}', '{"cards": ["1x"]}', '{"cards": [[]]}', '{"cards": []}', '{"dice": [1]}'],
)
def test_that_a_hand_that_is_none_is_answered_by_an_error(game, line, monkeypatch, capsys):
    status, found = answered(monkeypatch, capsys, line, "hand", "--game", game)
    assert (status, set(found)) == (1, {"error"})
    assert "expected" in found["error"]


@pytest.mark.parametrize("game", card_papers())
def test_that_its_hands_are_explained_in_the_same_form(game, monkeypatch, capsys):
    status, found = answered(monkeypatch, capsys, card_papers()[game].HAND, "hand", "--game", game)
    assert (status, set(found)) == (0, {"category", "name", "house_way", "bonus", "total"})


@pytest.mark.parametrize("game", GAMES)
def test_that_its_rules_are_listed_with_their_tests(game, monkeypatch, capsys):
    monkeypatch.chdir(REPO)
    status, out, _ = ran(capsys, "rulesfile", "--game", game)
    assert (status, out.startswith("| paragraph | what it asks | tests |")) == (0, True)
    assert "| no test" not in out


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no full device here")
@pytest.mark.parametrize("words", [("odds", "--game", "stud"), ("rulesfile", "--game", "sikipi")])
def test_that_an_output_that_is_full_is_said_in_a_line(words):
    with Path("/dev/full").open("w") as full:
        done = run_process(
            [*KIOSK, *words],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            cwd=REPO,
            check=False,
        )
    assert (done.returncode, done.stderr) == (
        2,
        f"kiosk {words[0]}: cannot write: No space left on device. Make room and start again\n",
    )

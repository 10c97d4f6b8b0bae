"""What plays with money has no dice of a program, and what pretends takes no money."""

import shutil

import pytest

from kiosk import cli
from kiosk.app.config import read_console_file, read_seat_file, refuse_pretence
from kiosk.app.console import ConsoleOptions, OpenConsole, settings_of
from kiosk.app.machine import demo_place, place_of, read_rules
from kiosk.app.state_dir import ConsoleDir
from kiosk.console.chance import seeded_chance
from kiosk.faults import EnvironmentFault
from kiosk.seat.events import AuditDone, Tap
from kiosk.table import records as r
from kits.seat.seats import NOW, Play


@pytest.fixture
def folder(provided, tmp_path):
    shutil.copytree(provided / "config", tmp_path / "config")
    return tmp_path / "config"


def pretend(path):
    path.write_text("demonstration = true\n" + path.read_text())
    return path


@pytest.mark.rule("sicbo:3.6", "sicbo:3.7")
@pytest.mark.parametrize(
    "option", [["--auto"], ["--device"], ["--seed", "3"], ["--speed", "4"], ["--rounds", "2"]]
)
def test_that_a_console_with_money_refuses_what_is_for_demonstrations(folder, capsys, option):
    words = ["console", "--config", str(folder / "console.toml"), *option]
    assert cli.main(words) == 2
    said = capsys.readouterr().err
    assert option[0] in said
    assert "table 12 plays for money" in said
    assert not (folder / "console/state").exists(), "nothing was begun"


@pytest.mark.rule("sicbo:3.7")
@pytest.mark.parametrize(
    "options",
    [ConsoleOptions(chance=seeded_chance(1)), ConsoleOptions(device=True), ConsoleOptions(speed=2.0)],
)
def test_that_no_way_around_the_command_line_opens_one_either(folder, tmp_path, options):
    file = read_console_file(folder / "console.toml")
    with pytest.raises(EnvironmentFault, match="plays for money"):
        OpenConsole(file, ConsoleDir(tmp_path / "state"), options, lambda _: None)


def test_that_a_demonstration_is_written_on_purpose_and_stands_in_every_round(folder):
    assert not read_console_file(folder / "console.toml").demonstration
    assert not settings_of(read_console_file(folder / "console.toml")).demonstration
    assert settings_of(read_console_file(pretend(folder / "console.toml"))).demonstration


@pytest.mark.parametrize("party", ["console", "seat-01"])
@pytest.mark.parametrize("asked", [True, False])
def test_that_provisioning_writes_it_for_every_party_or_for_none(tmp_path, party, asked, capsys):
    out = tmp_path / "out"
    more = ["--demonstration"] if asked else []
    assert cli.main(["provision", "--table", "3", "--seats", "1", "--out", str(out), *more]) == 0
    path = out / "config" / f"{party}.toml"
    found = read_console_file(path) if party == "console" else read_seat_file(path)
    assert found.demonstration is asked


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ('kind = "simulated"', 'kind = "id003"\nport = "/dev/ttyS0"', r"acceptor\.kind of 'id003'"),
        ('kind = "pdf"', 'kind = "escpos"\nhost = "10.0.0.9"', r"printer\.kind of 'escpos'"),
    ],
)
def test_that_a_demonstration_has_no_device_that_takes_or_gives_money(folder, was, now, said):
    path = folder / "seat-07.toml"
    text = path.read_text()
    assert was in text
    path.write_text(text.replace(was, now, 1))
    read_seat_file(path)
    with pytest.raises(EnvironmentFault, match=f"{said}.*demonstration"):
        read_seat_file(pretend(path))


ACCEPTOR = 'kind = "id003"\nport = "/dev/ttyS0"'
PRINTER = 'kind = "escpos"\nhost = "10.0.0.9"'
CABINET = '\n[cabinet]\nkind = "simulated"\n'


@pytest.mark.rule("sicbo:3.7")
@pytest.mark.parametrize(
    ("acceptor", "printer", "more", "said"),
    [
        ('kind = "simulated"', PRINTER, "", "acceptor.kind of 'simulated': expected 'id003'"),
        (ACCEPTOR, 'kind = "pdf"', "", "printer.kind of 'pdf': expected 'escpos' or 'cups'"),
        (ACCEPTOR, 'kind = "escpos-simulated"', "", "printer.kind of 'escpos-simulated'"),
        (ACCEPTOR, PRINTER, CABINET, "cabinet.kind of 'simulated': expected 'board'"),
    ],
)
def test_that_a_seat_with_money_does_not_start_with_a_device_that_pretends(
    folder, capsys, acceptor, printer, more, said
):
    path = folder / "seat-07.toml"
    text = path.read_text().replace('kind = "simulated"', acceptor, 1).replace('kind = "pdf"', printer, 1)
    path.write_text(text + more)
    read_seat_file(path)  # books are audited, and machines set up, by it
    assert cli.main(["terminal", "--headless", "--config", str(path)]) == 2
    err = capsys.readouterr().err
    assert f"{path}: {said}" in err
    assert "since table 12 plays for money" in err
    assert not (folder / "seat-07/state").exists(), "nothing was begun"


def test_that_a_seat_with_money_and_real_devices_passes_and_a_bot_does_not(folder, capsys):
    path = folder / "seat-07.toml"
    path.write_text(
        path.read_text().replace('kind = "simulated"', ACCEPTOR, 1).replace('kind = "pdf"', PRINTER, 1)
    )
    refuse_pretence(path, read_seat_file(path))
    assert cli.main(["terminal", "--headless", "--bot", "--config", str(path)]) == 2
    assert "--bot: table 12 plays for money" in capsys.readouterr().err


@pytest.mark.parametrize("seat", [True, False])
@pytest.mark.parametrize("table", [True, False])
def test_that_money_never_meets_the_dice_of_a_demonstration(seat, table):
    play = Play(demonstration=seat).ready(10_000)
    play.log(r.RoundVoided(round=play.number, reason="die not flat", by="dealer"))
    play.log(
        r.RoundOpened(
            round=9, game="sicbo", limits=play.limits, closes_in_ms=9_000, at=NOW, demonstration=table
        )
    )
    play.do(AuditDone("round:9"))
    play.do(Tap("big", 500))
    assert (play.state.draft == {"big": 500}) is (seat is table)
    assert ("notice.demonstration" in play.told) is (seat is not table)


def test_that_the_demonstration_on_one_machine_is_one():
    assert demo_place(read_rules("A")).config.demonstration


def test_that_a_seat_of_a_file_is_what_the_file_says(folder):
    rules = read_rules("A")
    assert not place_of(read_seat_file(folder / "seat-07.toml"), rules).config.demonstration
    assert place_of(read_seat_file(pretend(folder / "seat-07.toml")), rules).config.demonstration

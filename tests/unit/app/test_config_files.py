"""The files that seats, consoles and hosts start from: what is not exact is refused by file, key and value."""

import shutil

import argon2
import pytest

from kiosk.app.config import (
    read_admin_file,
    read_console_file,
    read_host_file,
    read_seat_file,
)
from kiosk.app.limits import contradiction
from kiosk.faults import EnvironmentFault
from kiosk.ops.provision.ca import Authority
from kiosk.seat.context import SeatConfig

READERS = {
    "seat-07": read_seat_file,
    "console": read_console_file,
    "host-1": read_host_file,
    "admin": read_admin_file,
}


@pytest.fixture
def folder(provided, tmp_path):
    """Good files that a test may damage."""
    shutil.copytree(provided / "config", tmp_path / "config")
    return tmp_path / "config"


def change(folder, name, old, new):
    path = folder / f"{name}.toml"
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times in {path}"
    path.write_text(text.replace(old, new))


def refusal(folder, name):
    path = folder / f"{name}.toml"
    with pytest.raises(EnvironmentFault) as caught:
        READERS[name](path)
    assert caught.value.way_out
    assert str(path) in str(caught.value)
    return str(caught.value)


def test_that_a_seats_file_is_read(folder):
    found = read_seat_file(folder / "seat-07.toml")
    assert (found.casino, found.table, found.seat, found.layout) == ("Harbour Casino 海港", "12", "07", "A")
    assert found.language == "en"
    assert found.state == folder / "seat-07/state"
    assert found.log.endpoints == ("10.0.0.5:2500", "10.0.0.6:2500")
    assert found.log.key == folder / "seat-07/client.key"
    assert not found.log.plain


def test_that_limits_that_a_seats_file_leaves_out_are_those_of_every_seat(folder):
    path = folder / "seat-07.toml"
    names = ("ticket_limit", "win_limit", "credit_limit", "note_velocity", "ticket_days")
    provided = read_seat_file(path)
    path.write_text("\n".join(line for line in path.read_text().splitlines() if not line.startswith(names)))
    usual = SeatConfig(seat="07", table="12", casino="x", chips=(100,))
    for found in (provided, read_seat_file(path)):
        assert [getattr(found, name) for name in names] == [getattr(usual, name) for name in names]


def test_that_suits_have_two_colours_unless_a_file_says_four(folder):
    for name, read in (("seat-07.toml", read_seat_file), ("console.toml", read_console_file)):
        path = folder / name
        assert read(path).four_colours is False
        path.write_text(f"four_colours = true\n{path.read_text()}")
        assert read(path).four_colours is True


def test_that_a_consoles_file_is_read(folder):
    found = read_console_file(folder / "console.toml")
    assert (found.table, found.console, found.game, found.language) == ("12", "console", "sicbo", "en")
    assert [(seat.name, seat.layout) for seat in found.seats] == [("07", "A"), ("08", "C")]
    assert (found.pace.betting_seconds, found.pace.hurry_seconds) == (36, 5)
    assert found.limits is None
    assert argon2.PasswordHasher().verify(found.supervisors[0].pin_hash, "482019")
    assert read_console_file(folder / "spare-console.toml").console == "spare-console"


def test_that_a_hosts_and_an_administrators_file_are_read(folder):
    (table,) = read_host_file(folder / "host-1.toml").tables
    assert (table.name, table.game) == ("12", "sicbo")
    assert table.seats == read_console_file(folder / "console.toml").seats
    assert read_admin_file(folder / "admin.toml").log.certificate == folder / "admin/client.crt"


def test_that_paths_begin_at_the_folder_of_the_file_wherever_one_stands(folder, monkeypatch):
    monkeypatch.chdir(folder.parent)
    whole = read_seat_file(folder / "seat-07.toml")
    monkeypatch.chdir(folder)
    assert read_seat_file((folder / "seat-07.toml").relative_to(folder)) == whole
    change(folder, "seat-07", '"seat-07/state"', '"/var/lib/seat"')
    assert str(read_seat_file(folder / "seat-07.toml").state) == "/var/lib/seat"


PLAIN_HOST = """\
tables = [{ name = "12", seats = [{ name = "07", layout = "A" }] }]
state = "s"
[log]
endpoints = ["[::1]:2379"]
"""


def test_that_the_jackpots_of_a_host_are_those_that_its_tables_share(folder):
    seats = 'seats = [{ name = "07", layout = "A" }]'
    tables = [
        f'{{ name = "{n}", jackpot = "{name}", {seats} }}' for n, name in ((1, "b"), (2, "a"), (3, "b"))
    ]
    path = folder / "host-1.toml"
    path.write_text(PLAIN_HOST.replace("tables = [", f"tables = [{', '.join(tables)}, ") + "plain = true\n")
    assert read_host_file(path).jackpots == ("b", "a")
    for old, new, told in (
        ('name = "12"', 'name = "jackpot"', "tables[0].name of 'jackpot': expected another"),
        (
            'name = "12"',
            'name = "12", jackpot = "seat"',
            "tables[0].jackpot of 'seat': expected another name",
        ),
        ('name = "12"', 'name = "12", jackpot = "a/b"', "tables[0].jackpot of 'a/b'"),
    ):
        path.write_text(PLAIN_HOST.replace(old, new) + "plain = true\n")
        assert told in refusal(folder, "host-1")


def test_that_plain_is_only_what_was_written_on_purpose(folder):
    (folder / "host-1.toml").write_text(f"{PLAIN_HOST}plain = true\n")
    assert read_host_file(folder / "host-1.toml").log.plain
    (folder / "host-1.toml").write_text(PLAIN_HOST)
    assert "expected all three, or plain = true" in refusal(folder, "host-1")


@pytest.mark.parametrize("name", READERS)
def test_that_an_unknown_key_is_named(folder, name):
    path = folder / f"{name}.toml"
    path.write_text("surprise = 1\n" + path.read_text())
    assert "`surprise`" in refusal(folder, name)
    path.write_text(path.read_text().removeprefix("surprise = 1\n") + "surprise = 1\n")
    found = refusal(folder, name)
    assert "log" in found
    assert "`surprise`" in found


@pytest.mark.parametrize("name", READERS)
def test_that_a_missing_key_is_named(folder, name):
    path = folder / f"{name}.toml"
    whole = path.read_text()
    optional = ("language", "ticket_", "win_", "credit_", "note_", "betting_", "hurry_", "game")
    optional += ("tickets", "kind", "notes", "desk", "day_")
    lines = [line for line in whole.splitlines() if " = " in line and not line.startswith((" ", *optional))]
    assert lines
    for line in lines:
        if line.endswith("["):
            continue  # a table of its own lines
        path.write_text(whole.replace(line + "\n", "", 1))
        assert line.split(" = ")[0] in refusal(folder, name)


@pytest.mark.parametrize("name", READERS)
@pytest.mark.parametrize(
    "content", [b"", b"\xff\xfe", b"casino = ", b"[[[", b"\x00" * 100, b"a = 1\na = 2"], ids=repr
)
def test_that_a_file_that_is_no_such_toml_is_refused(folder, name, content):
    (folder / f"{name}.toml").write_bytes(content)
    refusal(folder, name)


@pytest.mark.parametrize("name", READERS)
def test_that_a_file_that_is_not_there_is_refused(folder, name):
    (folder / f"{name}.toml").unlink()
    assert "cannot be read" in refusal(folder, name)
    (folder / f"{name}.toml").mkdir()
    assert "cannot be read" in refusal(folder, name)


HOSTS = ["10.0.0.5:2500", "10.0.0.6:2500"]
OTHER_TABLE = '{ name = "12", seats = [{ name = "09", layout = "B" }] }'
WRONG = [
    ("seat-07", 'seat = "07"', 'seat = "0/7"', "seat of '0/7': Expected 1 to 16 ASCII letters"),
    ("seat-07", 'seat = "07"', 'seat = "07\\n"', "seat of '07\\n': Expected 1 to 16 ASCII letters"),
    ("seat-07", 'seat = "07"', 'seat = "-7"', "seat of '-7'"),
    ("seat-07", 'seat = "07"', 'seat = "七"', "seat of '七'"),
    ("seat-07", 'seat = "07"', f'seat = "{"7" * 17}"', "seat of '77777777777777777'"),
    ("seat-07", 'seat = "07"', "seat = 7", "seat of 7: Expected `str`"),
    ("seat-07", 'table = "12"', 'table = ""', "table of ''"),
    ("seat-07", 'layout = "A"', 'layout = "D"', "layout of 'D': expected A, B or C"),
    ("seat-07", 'layout = "A"', 'layout = "a"', "layout of 'a': expected A, B or C"),
    ("seat-07", 'language = "en"', 'language = "fr"', "language of 'fr': Expected en or zh"),
    ("seat-07", "Harbour Casino 海港", "x" * 49, "casino of"),
    (
        "seat-07",
        "Harbour Casino 海港",
        "Harbour\\nCasino",
        "casino of 'Harbour\\nCasino': expected 1 to 48 printable",
    ),
    ("seat-07", '"seat-07/state"', "5", "state of 5: Expected a path"),
    ("seat-07", '"seat-07/state"', '""', "state of '': Expected a path"),
    ("seat-07", "ticket_limit = 300000", "ticket_limit = 0", "ticket_limit of 0: Expected `int` >= 1"),
    ("seat-07", "ticket_limit = 300000", "ticket_limit = 3000.5", "ticket_limit of 3000.5: Expected `int`"),
    ("seat-07", "win_limit = 500000", 'win_limit = "5"', "win_limit of '5': Expected `int`"),
    ("seat-07", "credit_limit = 5000000", "credit_limit = -1", "credit_limit of -1"),
    ("seat-07", "win_limit = 500000", "win_limit = 0", "win_limit of 0: Expected `int` >= 1"),
    (
        "seat-07",
        "win_limit = 500000",
        "win_limit = 100000000000",
        "win_limit of 100000000000: expected at most",
    ),
    (
        "seat-07",
        "ticket_limit = 300000",
        "ticket_limit = 100000000",
        "ticket_limit of 100000000: expected at most",
    ),
    ("seat-07", "ticket_limit = 300000", "ticket_limit = 5000001", "at most the credit_limit of 5000000"),
    ("seat-07", "ticket_days = 180", "ticket_days = 3651", "ticket_days of 3651: Expected `int` <= 3650"),
    (
        "seat-07",
        '"10.0.0.6:2500"',
        '"10.0.0.6"',
        "[1] of '10.0.0.6': expected host:port, as 10.0.0.5:2500",
    ),
    (
        "host-1",
        '"10.0.0.6:2379"',
        '"10.0.0.6"',
        "[1] of '10.0.0.6': expected host:port, as 10.0.0.5:2379",
    ),
    ("seat-07", '"10.0.0.6:2500"', '"10.0.0.6:0"', "log.endpoints[1] of '10.0.0.6:0'"),
    ("seat-07", '"10.0.0.6:2500"', '"10.0.0.6:65536"', "log.endpoints[1] of '10.0.0.6:65536'"),
    ("seat-07", '"10.0.0.6:2500"', '"https://x:1"', "log.endpoints[1] of 'https://x:1'"),
    ("seat-07", '"10.0.0.6:2500"', '"::1:2500"', "log.endpoints[1] of '::1:2500'"),
    ("seat-07", '"10.0.0.6:2500"', '"10.0.0.5:2500"', "log.endpoints names '10.0.0.5:2500' 2 times"),
    (
        "seat-07",
        ", ".join(f'"{host}"' for host in HOSTS),
        "",
        "log.endpoints: Expected `array` of length >= 1",
    ),
    ("seat-07", '"10.0.0.6:2500"', ", ".join(f'"h:{n}"' for n in range(1, 10)), "log.endpoints"),
    ("seat-07", 'ca = "seat-07/ca.crt"\n', "", "log.ca is missing beside log.certificate"),
    ("seat-07", 'key = "seat-07/client.key"\n', "", "log.key is missing beside log.ca"),
    ("seat-07", 'key = "seat-07/client.key"\n', "plain = true\n", "log.plain is true and log.ca is named"),
    ("seat-07", '"seat-07/ca.crt"', '"seat-07/no.crt"', "seat-07/no.crt is no file"),
    ("seat-07", '"seat-07/client.key"', '"seat-08/client.key"', "no readable PEM pair of one key"),
    ("seat-07", '"seat-07/ca.crt"', '"seat-07/client.key"', "no readable PEM certificate"),
    ("console", 'name = "08"', 'name = "07"', "seats names '07' 2 times: expected once"),
    ("console", 'layout = "C"', 'layout = "E"', "seats[1].layout of 'E': expected A, B or C"),
    ("console", 'name = "08"', 'nome = "08"', "seats[1]"),
    ("console", 'console = "console"', 'console = "a b"', "console of 'a b'"),
    ("console", 'game = "sicbo"', 'game = "poker"', "game of 'poker': expected blackjack"),
    ("console", 'game = "sicbo"', 'limits = "nowhere.toml"\n', "nowhere.toml is no file"),
    ("console", 'name = "Ann Lee"', f'name = "{41 * "A"}"', "supervisors[0].name of"),
    ("console", "hurry_seconds = 5", "hurry_seconds = 36", "hurry_seconds of 36: expected less than"),
    ("console", "hurry_seconds = 5", "hurry_seconds = -1", "pace.hurry_seconds of -1"),
    ("console", "betting_seconds = 36", "betting_seconds = 0", "pace.betting_seconds of 0"),
    ("console", "betting_seconds = 36", "betting_seconds = nan", "pace.betting_seconds of nan"),
    ("console", "betting_seconds = 36", "betting_seconds = inf", "pace.betting_seconds of inf"),
    ("console", 'name = "Ann Lee"', 'name = ""', "supervisors[0].name of ''"),
    ("console", 'name = "Ann Lee", pin_hash = ', "pin_hash = ", "supervisors[0]"),
    ("host-1", "tables = [", "tables = []\nx = [", "tables: Expected `array` of length >= 1"),
    ("host-1", 'name = "12"', 'name = "1/2"', "tables[0].name of '1/2'"),
    ("host-1", 'name = "08"', 'name = "07"', "tables[0].seats names '07' 2 times"),
    ("host-1", "tables = [", f"tables = [{OTHER_TABLE},", "tables names '12' 2 times"),
    ("host-1", 'layout = "C"', 'layout = "D"', "tables[0].seats[1].layout of 'D': expected A, B or C"),
]


@pytest.mark.parametrize(
    ("name", "old", "new", "words"), WRONG, ids=[f"{case[0]}:{case[3]}"[:60] for case in WRONG]
)
def test_that_what_is_wrong_is_named_with_its_value(folder, name, old, new, words):
    change(folder, name, old, new)
    assert words in refusal(folder, name)


def test_that_a_console_without_a_supervisor_or_a_seat_is_refused(folder):
    path = folder / "console.toml"
    whole = path.read_text()
    for key in ("supervisors", "seats"):
        start = whole.index(f"{key} = [")
        path.write_text(whole[:start] + f"{key} = []" + whole[whole.index("\n]", start) + 2 :])
        assert f"{key}: Expected `array` of length >= 1" in refusal(folder, "console")


@pytest.mark.parametrize("kind", [argon2.Type.I, argon2.Type.D])
def test_that_a_pin_hash_of_another_kind_is_refused_and_not_repeated(folder, kind):
    good = read_console_file(folder / "console.toml").supervisors[0].pin_hash
    weak = argon2.PasswordHasher(time_cost=1, memory_cost=8, parallelism=1, type=kind).hash("482019")
    for wrong in (weak, "482019", "", good[:-10]):
        change(folder, "console", f'"{good}"', f'"{wrong}"')
        found = refusal(folder, "console")
        assert "supervisors[0].pin_hash: expected a whole Argon2id hash" in found
        assert "482019" not in found
        change(folder, "console", f'pin_hash = "{wrong}"', f'pin_hash = "{good}"')


def test_that_the_value_of_a_pin_hash_is_not_repeated_when_its_type_is_wrong(folder):
    good = read_console_file(folder / "console.toml").supervisors[0].pin_hash
    change(folder, "console", f'"{good}"', "482019")
    found = refusal(folder, "console")
    assert "supervisors[0].pin_hash: Expected `str`" in found
    assert "482019" not in found


@pytest.mark.parametrize("mode", [0o604, 0o640, 0o644, 0o602, 0o660])
def test_that_a_key_that_others_may_read_or_write_is_refused(folder, mode):
    (folder / "seat-07/client.key").chmod(mode)
    found = refusal(folder, "seat-07")
    assert f"client.key has the mode {mode:04o}: expected 0600" in found


def test_that_damaged_pem_files_are_refused_by_name(folder):
    for name, words in (("ca.crt", "log.ca"), ("client.crt", "log.certificate"), ("client.key", "log.key")):
        path = folder / "seat-07" / name
        good = path.read_bytes()
        path.write_bytes(b"-----BEGIN NOTHING-----\n")
        assert words in refusal(folder, "seat-07")
        path.write_bytes(good)


def test_that_a_key_that_does_not_belong_to_the_certificate_is_refused(folder):
    (folder / "seat-07/client.key").write_bytes(Authority("other").client("12.seat.07").key)
    assert "PEM pair of one key" in refusal(folder, "seat-07")


def test_that_a_console_may_name_limits_of_its_own(folder):
    (folder / "own.toml").write_text("")
    change(folder, "console", 'game = "sicbo"', 'limits = "own.toml"')
    found = read_console_file(folder / "console.toml")
    assert found.limits == folder / "own.toml"


def test_that_a_consoles_file_of_an_older_program_is_read(folder):
    change(folder, "console", 'game = "sicbo"', 'dealers = ["Li", "Wang"]')
    assert read_console_file(folder / "console.toml").supervisors


BOUNDS = {"ticket": 10_000, "win": 1, "credit": 10_000, "velocity": 10_000, "note": 10_000}


def test_that_limits_at_their_bounds_stand_together():
    assert contradiction(**BOUNDS) is None
    most = {"ticket": 99_999_999, "win": 99_999_999_999, "credit": 99_999_999, "velocity": 100, "note": 100}
    assert contradiction(**most) is None


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"ticket": 10_001}, "ticket_limit of 10001"),
        ({"ticket": 100_000_000, "credit": 100_000_000}, "ticket_limit of 100000000"),
        ({"ticket": 9_999, "credit": 9_999}, "credit_limit of 9999"),
        ({"velocity": 9_999}, "note_velocity of 9999"),
        ({"note": 10_001}, "credit_limit of 10000"),
        ({"win": 100_000_000_000}, "win_limit of 100000000000"),
    ],
)
def test_that_limits_one_cent_beyond_a_bound_are_refused_by_name(changed, named):
    reason = contradiction(**BOUNDS | changed)
    assert named in reason
    assert "expected at" in reason

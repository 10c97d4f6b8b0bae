"""What a host's file says of the floor: where it listens, who it is there, and with what ticket numbers are hashed."""

import shutil

import pytest

from kiosk.app.config import read_host_file, read_seat_file
from kiosk.app.config_links import read_tickets_key
from kiosk.faults import EnvironmentFault
from kiosk.ops.provision.ca import Authority

SECRET = "0123456789abcdef" * 4
SERVE = """
[serve]
listen = "10.0.0.5:2500"
certificate = "floor/server.crt"
key = "floor/server.key"
floor_ca = "floor/floor-ca.crt"
signers = "floor/signers.json"
"""


@pytest.fixture
def file(tmp_path):
    """A host's file over a plain log, and all that it names."""
    floor = Authority("the floor of table 12")
    folder = tmp_path / "floor"
    folder.mkdir()
    pair = floor.server("host-1", "10.0.0.5")
    (folder / "server.crt").write_bytes(pair.certificate)
    (folder / "floor-ca.crt").write_bytes(floor.pair.certificate)
    (folder / "signers.json").write_text("{}")
    for name, text in (("server.key", pair.key.decode()), ("tickets.key", SECRET + "\n")):
        (folder / name).touch(mode=0o600)
        (folder / name).write_text(text)
    path = tmp_path / "host-1.toml"
    path.write_text(f"""\
tables = [{{ name = "12", seats = [{{ name = "07", layout = "A" }}] }}]
state = "state"
tickets_key = "floor/tickets.key"

[log]
endpoints = ["10.0.0.5:2379"]
plain = true
{SERVE}""")
    return path


def refusal(file, old="", new=""):
    text = file.read_text()
    assert old in text
    file.write_text(text.replace(old, new))
    with pytest.raises(EnvironmentFault) as caught:
        read_host_file(file)
    file.write_text(text)
    assert caught.value.way_out
    assert str(file) in str(caught.value)
    assert SECRET[:20] not in str(caught.value)
    return str(caught.value)


def test_that_a_hosts_file_says_where_it_listens_and_who_it_is_there(file):
    found = read_host_file(file)
    folder = file.parent / "floor"
    assert found.serve.listen == "10.0.0.5:2500"
    assert (found.serve.certificate, found.serve.key) == (folder / "server.crt", folder / "server.key")
    assert (found.serve.floor_ca, found.serve.signers) == (folder / "floor-ca.crt", folder / "signers.json")
    found.serve.check()
    assert [one.path for one in found.serve.certificates()] == [found.serve.certificate, found.serve.floor_ca]
    assert read_tickets_key(found.tickets_key) == bytes.fromhex(SECRET)
    assert found.ticket_limit == 300_000


def test_that_a_host_may_have_another_limit_for_a_ticket(file):
    file.write_text(f"ticket_limit = 100000\n{file.read_text()}")
    assert read_host_file(file).ticket_limit == 100_000
    assert "ticket_limit of 0" in refusal(file, "100000", "0")


def test_that_an_older_file_is_read_without(file):
    file.write_text(file.read_text().replace(SERVE, "").replace('tickets_key = "floor/tickets.key"\n', ""))
    found = read_host_file(file)
    assert (found.serve, found.tickets_key) == (None, None)


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("10.0.0.5:2500", "10.0.0.5", "serve.listen of '10.0.0.5': expected host:port, as 10.0.0.5:2500"),
        ("10.0.0.5:2500", "10.0.0.5:0", "serve.listen of '10.0.0.5:0'"),
        ('listen = "10.0.0.5:2500"\n', "", "listen"),
        ('signers = "floor/signers.json"\n', "", "signers"),
        ("floor/server.key", "floor/no.key", "serve.key: "),
        ("floor/server.crt", "floor/floor-ca.crt", "serve.certificate and serve.key: "),
        ("floor/floor-ca.crt", "floor/server.key", "serve.floor_ca: "),
        ("floor/signers.json", "floor/none.json", "serve.signers: "),
        ("floor/tickets.key", "floor/none.key", "tickets_key: "),
        ("floor/tickets.key", "floor/server.key", "server.key holds something else: expected 64 hexadecimal"),
    ],
)
def test_that_what_is_wrong_is_named(file, old, new, words):
    assert words in refusal(file, old, new)


@pytest.mark.parametrize(
    "text", ["", SECRET[1:], SECRET + "0", SECRET.upper(), SECRET + "\n\n", "x" * 64, "\u0661" * 64]
)
def test_that_what_is_no_tickets_key_is_refused_and_not_repeated(file, text):
    (file.parent / "floor/tickets.key").write_text(text)
    assert "tickets.key holds something else: expected 64 hexadecimal digits" in refusal(file)


@pytest.mark.parametrize(("name", "said"), [("server.key", "serve.key"), ("tickets.key", "tickets_key")])
def test_that_a_secret_that_others_may_read_is_refused(file, name, said):
    (file.parent / "floor" / name).chmod(0o640)
    found = refusal(file)
    assert f"{said}: " in found
    assert "has the mode 0640: expected 0600" in found


@pytest.fixture
def seat(provided, tmp_path):
    shutil.copytree(provided / "config", tmp_path / "config")
    (tmp_path / "config/seat-07/sign.key").touch(mode=0o600)
    (tmp_path / "config/seat-07/signers.json").touch()
    return tmp_path / "config/seat-07.toml"


def test_that_a_key_to_sign_with_and_the_list_of_signers_stand_together(seat):
    text = "\n".join(
        line for line in seat.read_text().splitlines() if not line.startswith(("sign_key", "signers"))
    )
    key, signers = 'sign_key = "seat-07/sign.key"', 'signers = "seat-07/signers.json"'
    seat.write_text(f"{text}\n{key}\n{signers}\n")
    found = read_seat_file(seat).log
    assert (found.sign_key, found.signers) == (
        seat.parent / "seat-07/sign.key",
        seat.parent / "seat-07/signers.json",
    )
    for written, words in (
        (key, "log.signers is missing beside log.sign_key: expected both"),
        (signers, "log.sign_key is missing beside log.signers: expected both"),
        (f"{key}\n{signers.replace('signers.json', 'none.json')}", "log.signers: "),
        (f"{key.replace('sign.key', 'none.key')}\n{signers}", "log.sign_key: "),
    ):
        seat.write_text(f"{text}\n{written}\n")
        with pytest.raises(EnvironmentFault, match=words):
            read_seat_file(seat)
    seat.write_text(f"{text}\n{key}\n{signers}\n")
    (seat.parent / "seat-07/sign.key").chmod(0o604)
    with pytest.raises(EnvironmentFault, match="has the mode 0604"):
        read_seat_file(seat)

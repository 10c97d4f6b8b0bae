"""A provided folder: whole or not at all, secret where it must be, ready to use, and never over another one."""

import io
import os
import re
import ssl
import stat
from datetime import UTC, datetime, timedelta

import argon2
import msgspec
import pytest
from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from kiosk.app.config import read_console_file, read_host_file, read_seat_file
from kiosk.app.config_links import read_tickets_key
from kiosk.cli import main
from kiosk.faults import EnvironmentFault
from kiosk.ops.provision import files
from kiosk.ops.provision.ca import AUTHORITY_DAYS, CERTIFICATE_DAYS, Authority
from kiosk.ops.provision.plan import (
    Host,
    Node,
    Plan,
    Seat,
    hidden,
    hosts_beside,
    hosts_of,
    nodes_of,
    seats_of,
)
from kiosk.ops.provision.roles import Access, Permission, Rights, rights_of
from kiosk.table import keys
from kiosk.tickets.keys import Place, step, ticket

NODES = nodes_of("127.0.0.1")
HOSTS = hosts_beside(NODES)


def command(out, *more, table="12", seats="2"):
    return main(["provision", "--table", table, "--seats", seats, "--out", str(out), *more])


@pytest.fixture
def pin_file(tmp_path):
    path = tmp_path / "pin"
    path.write_text("482019\n")
    return path


# --- the command ------------------------------------------------------------------------------------------------------


def test_that_the_command_writes_a_folder_whose_files_are_read(tmp_path, pin_file, capsys):
    out = tmp_path / "deep" / "table"
    more = (
        "--layouts",
        "A,c",
        "--seats-first",
        "07",
        "--casino",
        'The "Harbour" \\ 海港',
        "--pin-file",
        str(pin_file),
    )
    assert command(out, *more, "--supervisor", "Ann Lee", seats="3") == 0
    assert "482019" not in capsys.readouterr().out
    for name, layout in (("07", "A"), ("08", "C"), ("09", "A")):
        found = read_seat_file(out / f"config/seat-{name}.toml")
        assert (found.seat, found.layout, found.casino) == (name, layout, 'The "Harbour" \\ 海港')
        assert found.log.endpoints == ("127.0.0.1:2500",)
    for name in ("console", "spare-console"):
        console = read_console_file(out / f"config/{name}.toml")
        assert console.console == name
        assert [seat.name for seat in console.seats] == ["07", "08", "09"]
        assert console.supervisors[0].name == "Ann Lee"
        assert argon2.PasswordHasher().verify(console.supervisors[0].pin_hash, "482019")
    host = read_host_file(out / "config/host-1.toml")
    assert [table.name for table in host.tables] == ["12"]
    assert host.serve.listen == "127.0.0.1:2500"


def test_that_without_terminal_and_file_a_pin_is_drawn_and_shown_once(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO())
    pins = []
    for name in ("a", "b"):
        assert command(tmp_path / name) == 0
        shown = re.findall(r"^PIN of Supervisor: (\d{8}) ", capsys.readouterr().out, re.MULTILINE)
        assert len(shown) == 1
        stored = read_console_file(tmp_path / name / "config/console.toml").supervisors[0].pin_hash
        assert argon2.PasswordHasher().verify(stored, shown[0])
        pins += shown
        for path in (tmp_path / name).rglob("*"):
            assert not path.is_file() or shown[0].encode() not in path.read_bytes(), path
    assert pins[0] != pins[1]


@pytest.mark.parametrize(("typed", "status"), [(("482019", "482019"), 0), (("482019", "482018"), 2)])
def test_that_at_a_terminal_the_pin_is_asked_twice(tmp_path, capsys, monkeypatch, typed, status):
    answers = iter(typed)
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("getpass.getpass", lambda _: next(answers))
    assert command(tmp_path / "table") == status
    told = capsys.readouterr()
    assert "4820" not in told.out + told.err
    assert (tmp_path / "table").exists() == (status == 0)


REFUSED = [
    (("--seats", "0"), "0 seats: expected 1 to 999"),
    (("--seats", "1000"), "1000 seats: expected 1 to 999"),
    (("--table", "1/2"), "table '1/2': expected 1 to 16 ASCII letters"),
    (("--table", ""), "table ''"),
    (("--table", "../x"), "table '../x'"),
    (("--table", "桌"), "table '桌'"),
    (("--table", "12\n"), "table '12\\n'"),
    (("--table", "x" * 17), "table 'xxxxxxxxxxxxxxxxx'"),
    (("--table", "a.b"), "table 'a.b'"),
    (("--layouts", "A,D"), "layout 'D' of seat 02: expected A, B or C"),
    (("--layouts", ""), "layout ''"),
    (("--seats-first", "x"), "first seat 'x'"),
    (("--seats-first", "٠١"), "first seat"),
    (("--casino", ""), "casino ''"),
    (("--casino", "a\nb"), "casino 'a\\nb'"),
    (("--casino", "x" * 49), "casino"),
    (("--supervisor", ""), "supervisor ''"),
    (("--nodes", ""), "node ''"),
    (("--nodes", "etcd.example"), "node address 'etcd.example': expected an IP address"),
    (("--nodes", "[::]"), "node address '::': expected the address of one network card"),
    (("--nodes", "::1"), "node '::1'"),
    (("--nodes", "127.0.0.1:x"), "node '127.0.0.1:x'"),
    (("--nodes", "127.0.0.1:0"), "port 0 of node node-1"),
    (("--nodes", "127.0.0.1:65536"), "port 65536 of node node-1"),
    (("--nodes", "127.0.0.1:5:5"), "address and port '127.0.0.1:5' is named 2 times"),
    (("--nodes", "127.0.0.1:5,127.0.0.1:5,10.0.0.1"), "is named 2 times"),
    (("--nodes", "10.0.0.1,10.0.0.2"), "2 nodes: expected 1, 3, 5, 7 or 9"),
    (("--hosts", ""), "host '': expected address[:port], as 10.0.0.5:2500"),
    (("--hosts", "host.example"), "host address 'host.example': expected an IP address"),
    (("--hosts", "[::]"), "host address '::': expected the address of one network card"),
    (("--hosts", "10.0.0.1:2500:2501"), "host '10.0.0.1:2500:2501'"),
    (("--hosts", "10.0.0.1:0"), "port 0 of host-1: expected 1 to 65535"),
    (("--hosts", "10.0.0.1:65536"), "port 65536 of host-1"),
    (("--hosts", "10.0.0.1:7,10.0.0.1:7"), "address and port '10.0.0.1:7' is named 2 times"),
    (("--hosts", "127.0.0.1:2380"), "address and port '127.0.0.1:2380' is named 2 times"),
    (("--hosts", ",".join(["10.0.0.1"] * 10)), "10 hosts: expected 1 to 9"),
]


@pytest.mark.parametrize(
    ("more", "words"), REFUSED, ids=[f"{case[0][0]}={case[0][1][:20]!r}" for case in REFUSED]
)
def test_that_what_cannot_be_provided_is_refused_and_nothing_is_written(
    tmp_path, pin_file, capsys, more, words
):
    out = tmp_path / "house" / "table"
    assert command(out, "--pin-file", str(pin_file), *more) == 2
    assert words in capsys.readouterr().err
    assert not out.parent.exists()


@pytest.mark.parametrize("seats", ["-1", "1_0", "١٢", "+5", " 5 ", "1e3", ""])
def test_that_a_number_of_seats_is_plain_digits(tmp_path, capsys, seats):
    with pytest.raises(SystemExit):
        main(["provision", "--table", "12", f"--seats={seats}", "--out", str(tmp_path / "house")])
    assert f"argument --seats: '{seats}': expected a whole number, 0 or more" in capsys.readouterr().err
    assert not (tmp_path / "house").exists()


@pytest.mark.parametrize("pin", ["", "123", "1234567890123", "12a4", "١٢٣٤", "12 34"])
def test_that_a_pin_that_is_none_is_refused_without_telling_it(tmp_path, pin_file, capsys, pin):
    pin_file.write_text(pin)
    assert command(tmp_path / "table", "--pin-file", str(pin_file)) == 2
    told = capsys.readouterr().err
    assert "expected 4 to 12 digits" in told
    assert not pin or pin not in told


def test_that_a_pin_file_that_is_not_there_is_named(tmp_path, capsys):
    assert command(tmp_path / "table", "--pin-file", str(tmp_path / "none")) == 2
    assert "none cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("missing", ["--table", "--seats"])
def test_that_a_new_folder_needs_a_table_and_seats(tmp_path, capsys, missing):
    given = [word for pair in (("--table", "1"), ("--seats", "1")) if pair[0] != missing for word in pair]
    assert main(["provision", "--out", str(tmp_path / "x"), *given]) == 2
    assert f"{missing} is missing" in capsys.readouterr().err


def test_that_either_out_or_apply_is_asked_for(tmp_path, capsys):
    for arguments in ([], ["--out", "x", "--apply", "y"], ["--renew", "x"]):
        assert main(["provision", "--table", "1", "--seats", "1", *arguments]) == 2
        assert "expected --apply FOLDER alone, or --out NEW-FOLDER" in capsys.readouterr().err
    with pytest.raises(SystemExit) as ended:
        main(["provision", "--apply", "x", "--renew", "y"])
    assert ended.value.code == 2
    capsys.readouterr()


def test_that_applying_a_folder_that_was_not_provided_is_refused(tmp_path, capsys):
    assert main(["provision", "--apply", str(tmp_path)]) == 2
    assert "roles.json cannot be read" in capsys.readouterr().err


def test_that_applying_without_servers_names_each_that_is_silent(tmp_path, pin_file, capsys):
    out = tmp_path / "table"
    assert command(out, "--pin-file", str(pin_file), "--nodes", "127.0.0.1:1:2") == 0
    assert main(["provision", "--apply", str(out)]) == 2
    assert "no member of the cluster answers: 127.0.0.1:1: " in capsys.readouterr().err


def test_that_an_existing_folder_is_refused_and_left_as_it_is(tmp_path, pin_file, capsys):
    out = tmp_path / "table"
    out.mkdir()
    assert command(out, "--pin-file", str(pin_file)) == 0
    before = {path: path.read_bytes() for path in out.rglob("*") if path.is_file()}
    assert command(out, "--pin-file", str(pin_file)) == 2
    assert "is not empty" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in out.rglob("*") if path.is_file()} == before
    other = tmp_path / "file"
    other.write_text("kept")
    assert command(other, "--pin-file", str(pin_file)) == 2
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "elsewhere")
    assert command(link, "--pin-file", str(pin_file)) == 2
    assert other.read_text() == "kept"
    assert not (tmp_path / "elsewhere").exists()


def test_that_a_folder_that_cannot_be_finished_is_not_there_at_all(tmp_path, pin_file, capsys, monkeypatch):
    def full(*_):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(files, "readme", full)  # the last that is written
    assert command(tmp_path / "house/table", "--pin-file", str(pin_file)) == 2
    assert "No space left on device" in capsys.readouterr().err
    assert list((tmp_path / "house").iterdir()) == []


# --- the files --------------------------------------------------------------------------------------------------------


def test_that_the_folder_holds_what_it_must_and_no_more(provided):
    found = {str(path.relative_to(provided)) for path in provided.rglob("*") if path.is_file()}
    pairs = ("ca.crt", "client.crt", "client.key")
    hosts = ("host-1", "host-2")
    parties = ("seat-07", "seat-08", "console", "spare-console", *hosts, "cashier", "admin")
    expected = {
        "README.txt",
        "roles.json",
        "plan.json",
        "signers.json",
        "ca/ca.crt",
        "ca/ca.key",
        "ca/peer-ca.crt",
        "ca/peer-ca.key",
    }
    expected |= {"ca/floor-ca.crt", "ca/floor-ca.key"}
    expected |= {f"config/{party}.toml" for party in parties}
    listening = ("server.crt", "server.key", "floor-ca.crt", "tickets.key")
    expected |= {f"config/{host}/{name}" for host in hosts for name in listening}
    expected |= {f"config/{party}/{name}" for party in parties for name in pairs}
    signing = ("seat-07", "seat-08", "console", "spare-console")
    expected |= {f"config/{party}/sign.key" for party in signing}
    expected |= {f"config/{party}/signers.json" for party in (*signing, *hosts)}
    nodes = ("node-1", "node-2", "node-3")
    servers = ("ca.crt", "peer-ca.crt", "server.crt", "server.key", "peer.crt", "peer.key")
    expected |= {f"etcd/{node}/{name}" for node in nodes for name in servers}
    expected |= {f"etcd/{node}.conf.yml" for node in nodes}
    assert found == expected


def test_that_what_is_secret_is_its_owners_alone_whatever_the_umask(tmp_path):
    before = os.umask(0)
    try:
        plan = Plan("12", "Casino", (Seat("01", "B"),), NODES, HOSTS)
        files.provide(plan, files.Authoriser("Ann", "1234"), tmp_path / "table")
    finally:
        os.umask(before)
    for path in (tmp_path / "table", *(tmp_path / "table").rglob("*")):
        mode = stat.S_IMODE(path.stat().st_mode)
        if path.is_dir():
            assert mode == 0o700, path
        elif path.suffix in (".key", ".toml"):
            assert mode == 0o600, path
        else:
            assert mode == 0o644, path


def certificates(provided):
    return {path: x509.load_pem_x509_certificate(path.read_bytes()) for path in provided.rglob("*.crt")}


def test_that_no_two_certificates_share_a_serial_number_or_a_key(provided):
    own = [
        found
        for path, found in certificates(provided).items()
        if path.parent.name == "ca" or "ca" not in path.stem
    ]
    assert len({found.serial_number for found in own}) == len(own)
    assert len({found.public_key().public_numbers() for found in own}) == len(own)
    assert min(found.serial_number.bit_length() for found in own) > 100
    for found in own:
        assert isinstance(found.public_key().curve, ec.SECP256R1)


def test_that_certificates_say_who_and_how_long(provided):
    now = datetime.now(UTC)
    users = {
        "seat-07": "12.seat.07",
        "seat-08": "12.seat.08",
        "console": "12.console",
        "spare-console": "12.spare-console",
        "host-1": "12.host",
        "host-2": "12.host",
        "cashier": "12.cashier",
        "admin": "root",
    }
    for path, found in certificates(provided).items():
        authority = "ca" in path.stem
        days = AUTHORITY_DAYS if authority else CERTIFICATE_DAYS
        assert now + timedelta(days=days - 1) < found.not_valid_after_utc <= now + timedelta(days=days)
        assert found.not_valid_before_utc < now
        assert found.extensions.get_extension_for_class(x509.BasicConstraints).value.ca == authority
        if path.stem == "client":
            (name,) = found.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
            assert name.value == users[path.parent.name]
        if path.stem in ("server", "peer"):
            (name,) = found.subject.get_attributes_for_oid(NameOID.COMMON_NAME)
            assert name.value not in users.values()


def test_that_each_certificate_is_of_the_authority_of_its_world_and_of_no_other(provided):
    named = {
        name: x509.load_pem_x509_certificate((provided / "ca" / f"{name}.crt").read_bytes())
        for name in ("ca", "peer-ca", "floor-ca")
    }
    issuers = {}
    for path, found in certificates(provided).items():
        if path.parent.name == "ca" or "ca" in path.stem:
            continue
        where = str(path.relative_to(provided))
        issuers[where] = [name for name, authority in named.items() if issued(found, authority)]
    expected = {
        f"etcd/node-{n}/{name}.crt": ["peer-ca" if name == "peer" else "ca"]
        for n in (1, 2, 3)
        for name in ("server", "peer")
    }
    expected |= {f"config/{party}/client.crt": ["ca"] for party in ("host-1", "host-2", "admin")}
    expected |= {f"config/{host}/server.crt": ["floor-ca"] for host in ("host-1", "host-2")}
    expected |= {
        f"config/{party}/client.crt": ["floor-ca"]
        for party in ("seat-07", "seat-08", "console", "spare-console", "cashier")
    }
    assert issuers == expected


def issued(certificate, authority):
    try:
        certificate.verify_directly_issued_by(authority)
    except ValueError:
        return False
    return True


def test_that_a_host_is_a_server_at_its_own_address_alone_and_hosts_share_what_hashes_tickets(provided):
    for n, host in enumerate(("host-1", "host-2")):
        found = x509.load_pem_x509_certificate((provided / f"config/{host}/server.crt").read_bytes())
        names = found.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
        assert [str(one) for one in names.get_values_for_type(x509.IPAddress)] == [f"10.0.0.{5 + n}"]
        uses = found.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
        assert list(uses) == [ExtendedKeyUsageOID.SERVER_AUTH]
        file = read_host_file(provided / f"config/{host}.toml")
        assert file.serve.listen == f"10.0.0.{5 + n}:2500"
        assert file.ticket_limit == 300_000
        assert read_tickets_key(file.tickets_key) == read_tickets_key(provided / "config/host-1/tickets.key")
    assert len(list(provided.rglob("tickets.key"))) == 2


def test_that_a_party_holds_no_key_but_its_own(provided):
    for folder in (*(provided / "config").iterdir(), *(provided / "etcd").iterdir()):
        for key in folder.rglob("*.key") if folder.is_dir() else ():
            if key.name in ("tickets.key", "sign.key"):
                continue
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
            context.load_cert_chain(key.with_suffix(".crt"), key)
    authority = (provided / "ca/ca.key").read_bytes()
    assert all(path.read_bytes() != authority for path in provided.glob("[!c][!a]*/**/*.key"))


def test_that_a_servers_file_asks_for_certificates_everywhere_and_listens_on_its_address_alone(provided):
    text = (provided / "etcd/node-2.conf.yml").read_text()
    assert text.count("client-cert-auth: true") == 2
    assert text.count("auto-tls: false") == 2
    assert "http://" not in text
    assert 'listen-client-urls: "https://10.0.0.6:2379"' in text
    assert 'listen-peer-urls: "https://10.0.0.6:2380"' in text
    assert "strict-reconfig-check: true" in text
    assert "quota-backend-bytes: 1073741824" in text
    assert "enable-grpc-gateway: false" in text
    peers = [f"node-{n}=https://10.0.0.{n + 4}:2380" for n in (1, 2, 3)]
    assert f'initial-cluster: "{",".join(peers)}"' in text


def test_that_the_page_says_what_is_secret_and_until_when(provided):
    text = (provided / "README.txt").read_text()
    expiry = x509.load_pem_x509_certificate((provided / "ca/ca.crt").read_bytes()).not_valid_after_utc
    for words in ("WHAT IS SECRET", f"{CERTIFICATE_DAYS} days", expiry.strftime("%Y-%m-%d"), "floor-ca.key"):
        assert words in text
    assert max(map(len, text.splitlines())) <= 120


# --- rights, names and nodes ------------------------------------------------------------------------------------------


def test_that_the_rights_are_written_as_they_are_meant(provided):
    plan = Plan("12", "Harbour Casino", (Seat("07", "A"), Seat("08", "C")), NODES, HOSTS)
    assert msgspec.json.decode((provided / "roles.json").read_bytes(), type=Rights) == rights_of(plan)


def test_that_the_hosts_alone_have_rights_and_reach_every_key_of_table_and_house():
    rights = rights_of(Plan("12", "Casino", (Seat("07", "A"),), NODES, HOSTS))
    (host,) = rights.roles
    place = Place("12", "07")
    for key in (
        keys.slip("12", "07", 1, 1),
        keys.present("12", "07"),
        keys.round_event("12", 1, 1),
        keys.console("12", 1),
        keys.anchor("12", "07"),
        *(place.turn, place.issued, place.refused, ticket("123"), step("123", 1)),
    ):
        assert any(may_write(permission, key) for permission in host.permissions), key
    assert not any(may_write(permission, keys.slip("13", "07", 1, 1)) for permission in host.permissions)


def may_write(permission, key):
    inside = permission.key <= key < permission.range_end if permission.range_end else key == permission.key
    return inside and permission.access is not Access.READ


def test_that_a_prefix_ends_where_its_folder_ends():
    assert Permission(Access.READ, "etg/1/").range_end == "etg/10"
    assert "etg/1/\U0010ffff" < "etg/10" <= "etg/10/"
    assert Permission(Access.READ, "etg/1").range_end == ""
    with pytest.raises(ValueError, match="expected an ASCII key"):
        Permission(Access.READ, "")


def test_that_seats_are_numbered_as_wide_as_they_must_be():
    assert [seat.name for seat in seats_of(3, ["A"], "08")] == ["08", "09", "10"]
    assert [seat.name for seat in seats_of(3, ["A"], "8")] == ["08", "09", "10"]
    assert [seat.name for seat in seats_of(2, ["A"], "099")] == ["099", "100"]
    many = seats_of(999, ["A", "B", "C"])
    assert (many[0], many[1], many[-1]) == (Seat("001", "A"), Seat("002", "B"), Seat("999", "C"))


def test_that_nodes_take_ports_that_do_not_meet():
    assert nodes_of("10.0.0.5:7:9, [::1]:5") == (
        Node("node-1", "10.0.0.5", 7, 9),
        Node("node-2", "::1", 5, 6),
    )
    assert nodes_of("[::1]")[0].endpoint == "[::1]:2379"
    three = nodes_of("127.0.0.1,127.0.0.1,127.0.0.1")
    assert [(node.client_port, node.peer_port) for node in three] == [
        (2379, 2380),
        (2389, 2390),
        (2399, 2400),
    ]
    assert Plan("12", "Casino", (Seat("01", "A"),), three, HOSTS).endpoints[2] == "127.0.0.1:2399"


def test_that_hosts_take_ports_that_do_not_meet_and_stand_beside_the_servers():
    assert hosts_of("10.0.0.5, 10.0.0.5, [::1]:7, 10.0.0.6, 10.0.0.5") == (
        Host("host-1", "10.0.0.5", 2500),
        Host("host-2", "10.0.0.5", 2510),
        Host("host-3", "::1", 7),
        Host("host-4", "10.0.0.6", 2500),
        Host("host-5", "10.0.0.5", 2520),
    )
    assert hosts_of("[::1]")[0].endpoint == "[::1]:2500"
    beside = hosts_beside(nodes_of("10.0.0.5,10.0.0.5,[::1]"))
    assert [host.endpoint for host in beside] == ["10.0.0.5:2500", "[::1]:2500"]


def test_that_a_server_listens_to_its_own_machine_alone_where_all_hosts_are_there(tmp_path, pin_file):
    alone = nodes_of("10.0.0.5")
    assert hidden(alone, hosts_of("10.0.0.5,10.0.0.5")) == (Node("node-1", "127.0.0.1", 2379, 2380),)
    assert hidden(nodes_of("[fd00::5]:7:8"), hosts_of("[fd00::5]"))[0].endpoint == "[::1]:7"
    assert hidden(alone, hosts_of("10.0.0.5,10.0.0.6")) == alone
    three = nodes_of("10.0.0.5,10.0.0.6,10.0.0.7")
    assert hidden(three, hosts_beside(three)) == three
    assert command(tmp_path / "t", "--nodes", "10.0.0.5", "--pin-file", str(pin_file)) == 0
    text = (tmp_path / "t/etcd/node-1.conf.yml").read_text()
    assert "10.0.0.5" not in text
    assert read_host_file(tmp_path / "t/config/host-1.toml").log.endpoints == ("127.0.0.1:2379",)


@pytest.mark.parametrize(
    ("seats", "words"),
    [
        ((), "0 seats"),
        ((Seat("01", "A"), Seat("01", "B")), "seat '01' is named 2 times"),
        ((Seat("0/1", "A"),), "seat '0/1'"),
        ((Seat("01", "a"),), "layout 'a' of seat 01"),
    ],
)
def test_that_a_plan_of_impossible_seats_is_refused(seats, words):
    with pytest.raises(EnvironmentFault, match=words):
        Plan("12", "Casino", seats, NODES, HOSTS)


def test_that_an_authority_is_its_own_issuer_and_signs_nothing_below_it():
    found = x509.load_pem_x509_certificate(Authority("x").pair.certificate)
    assert found.issuer == found.subject
    assert found.extensions.get_extension_for_class(x509.BasicConstraints).value.path_length == 0

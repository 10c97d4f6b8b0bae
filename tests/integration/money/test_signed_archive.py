"""The archive of a table whose records are signed, audited from outside with public keys alone."""

import json
import re
import sqlite3
from contextlib import closing

import pytest
from cryptography.hazmat.primitives.serialization import load_pem_private_key

from kiosk.app.machine import DEMO_SEAT, DEMO_TABLE
from kiosk.cli import main
from kiosk.faults import EnvironmentFault
from kiosk.links.signing import Signer, SignersList, encode_signers, merged, new_pair
from kiosk.ops.floor import check_signatures
from kiosk.table import keys

CONSOLE, SEAT = f"{DEMO_TABLE}.console", f"{DEMO_TABLE}.seat.{DEMO_SEAT}"
OF_SEAT = keys.seat(DEMO_TABLE, DEMO_SEAT)
CONFIG = """\
casino = "Casino"
table = "12"
seat = "07"
layout = "B"
state = "."
tickets = "own"
[log]
endpoints = ["127.0.0.1:2379"]
plain = true
"""


def signing(*names):
    """Signers with new keys, and the list of them."""
    pairs = {name: new_pair() for name in names}
    signers = {name: Signer(name, load_pem_private_key(pem, None)) for name, (pem, _) in pairs.items()}
    return signers, SignersList(DEMO_TABLE, {name: (public,) for name, (_, public) in pairs.items()})


class Archive:
    """What a played seat's table wrote, signed, in the archive of a console; half of it with renewed keys."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "archive.db"
        self.signers, older = signing(CONSOLE, SEAT)
        renewed, newer = signing(CONSOLE, SEAT)
        self.list = folder / "signers.json"
        self.list.write_bytes(encode_signers(merged(older, newer)))
        with closing(sqlite3.connect(folder / "table.db")) as log:
            rows = log.execute("SELECT id, seq, key, value FROM entry ORDER BY id").fetchall()
        with closing(sqlite3.connect(self.path)) as db, db:
            db.execute("CREATE TABLE record(id INTEGER PRIMARY KEY, seq INTEGER, key TEXT, value BLOB)")
            for n, seq, key, value in rows:
                who = (self.signers if n < len(rows) / 2 else renewed)[self.signer(key).name]
                db.execute("INSERT INTO record VALUES (?, ?, ?, ?)", (n, seq, key, who.sign(key, value)))
        (folder / "table.db").unlink()
        (folder / "seat.toml").write_text(CONFIG)

    def signer(self, key):
        return self.signers[SEAT if key.startswith(OF_SEAT) else CONSOLE]

    def one(self, key, kind):
        """Key and value of the first record of that kind below the key."""
        with closing(sqlite3.connect(self.path)) as db:
            rows = db.execute("SELECT key, value FROM record WHERE key LIKE ? || '%' ORDER BY id", (key,))
            return next((key, value) for key, value in rows if kind in value)

    @property
    def slip(self):
        """The seat's first."""
        return self.one(keys.slips(DEMO_TABLE, DEMO_SEAT), b"Slip")

    @property
    def result(self):
        """That of the round of the slip."""
        number = keys.round_in(self.slip[0])
        return self.one(f"{keys.rounds(DEMO_TABLE)}{number}/", b"ResultEntered")

    def change(self, key, value, to=None):
        with closing(sqlite3.connect(self.path)) as db, db:
            sql = "UPDATE record SET key = ?, value = ? WHERE key = ?"
            assert db.execute(sql, (to or key, value, key)).rowcount == 1

    def audit(self, capsys, command, *more):
        words = (command, "--config", self.folder / "seat.toml", "--log", self.path, *more, "--json")
        status = main([str(word) for word in words])
        return status, json.loads(capsys.readouterr().out)

    def signed(self, capsys, command="verify"):
        return self.audit(capsys, command, "--signers", self.list)


@pytest.fixture
def archive(played):
    return Archive(played)


@pytest.mark.parametrize("command", ["verify", "replay"])
def test_that_validly_signed_records_are_as_good_as_those_of_one_machine(archive, capsys, command):
    for status, found in (archive.signed(capsys, command), archive.audit(capsys, command)):
        assert status == 0, found
        assert found["ok"] is True
    assert archive.signed(capsys, command)[1]["rounds"]


def stripped(archive):
    key, value = archive.result
    return key, value.partition(b"\n")[0], "it bears no signature"


def forged(archive):
    """A host that enters another result, with the old signature."""
    key, value = archive.result
    other = re.sub(rb"\[[1-6],[1-6],[1-6]\]", b"[6,6,6]", value)
    assert other != value
    return key, other, f"its signature is not one of {CONSOLE}"


def by_a_seat(archive):
    """A seat that enters a result."""
    key, value = archive.result
    record = value.partition(b"\n")[0]
    return key, archive.signers[SEAT].sign(key, record), f"its signer {SEAT} may not sign that key"


def by_a_stranger(archive):
    key, value = archive.slip
    strangers, _ = signing(SEAT)
    return key, strangers[SEAT].sign(key, value.partition(b"\n")[0]), f"its signature is not one of {SEAT}"


@pytest.mark.parametrize("wrong", [stripped, forged, by_a_seat, by_a_stranger])
def test_that_a_wrong_record_is_a_finding_with_its_key_and_reason(archive, capsys, wrong):
    key, value, why = wrong(archive)
    archive.change(key, value)
    for command in ("verify", "replay"):
        status, found = archive.signed(capsys, command)
        assert status == 1
        assert [one for one in found["findings"] if f"at '{key}' is not validly signed: {why}" in one], found


def test_that_a_record_moved_to_another_key_is_a_finding(archive, capsys):
    key, value = archive.slip
    other = keys.slip(DEMO_TABLE, DEMO_SEAT, 9_000, 1)
    archive.change(key, value, other)
    status, found = archive.signed(capsys)
    assert status == 1
    assert [one for one in found["findings"] if f"at '{other}' is not validly signed" in one]


def test_that_what_is_not_validly_signed_decides_about_nothing(archive, capsys):
    """The seat was paid by a result that its console did not sign: the audit does not have it either."""
    key, value = archive.result
    number = keys.round_in(key)
    archive.change(key, value.partition(b"\n")[0])
    assert archive.audit(capsys, "replay")[0] == 0
    assert number in archive.signed(capsys, "replay")[1]["differ"]


def test_that_the_list_of_the_configuration_file_is_taken(archive, capsys):
    key, value, _ = stripped(archive)
    archive.change(key, value)
    pem = archive.folder / "sign.key"
    pem.touch(0o600)
    more = 'sign_key = "sign.key"\nsigners = "signers.json"\n'
    (archive.folder / "seat.toml").write_text(CONFIG + more)
    assert archive.audit(capsys, "verify")[0] == 1


def test_that_signers_without_an_archive_are_refused(archive, capsys):
    words = ["verify", "--state", str(archive.folder), "--signers", str(archive.list)]
    assert main(words) == 2
    assert "--signers without --log" in capsys.readouterr().err


# --- all archives of a house --------------------------------------------------------------------------------------


def test_that_a_floor_finds_what_is_wrong_in_the_archives_of_its_tables(archive):
    _, other = signing(CONSOLE)
    others = archive.folder / "others.json"
    others.write_bytes(encode_signers(SignersList("13", {"13.console": other.signers[CONSOLE]})))
    assert check_signatures([archive.path], [others, archive.list]) == []
    key, value, why = stripped(archive)
    archive.change(key, value)
    (found,) = check_signatures([archive.path], [archive.list])
    assert found.startswith(f"{archive.path}: record ")
    assert found.endswith(f"at '{key}' is not validly signed: {why}")
    with pytest.raises(EnvironmentFault, match="found no record of a table of 13"):
        check_signatures([archive.path], [others])


@pytest.mark.parametrize("words", [("--log", "a.db"), ("--signers", "s.json")])
def test_that_a_floor_takes_archives_with_lists_of_signers_alone(capsys, words):
    assert main(["floor", "seat.toml", "--registry", "cashier.toml", *words]) == 2
    assert "--log and --signers belong together" in capsys.readouterr().err

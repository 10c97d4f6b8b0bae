"""Files of before there were hosts, when seats spoke to the servers themselves: named, with the way out."""

import json
import shutil

import pytest

from kiosk.app.certificates import now
from kiosk.app.config import read_cashier_file, read_console_file, read_host_file, read_seat_file
from kiosk.app.gateway import serving
from kiosk.cli import main
from kiosk.demo.pit import Pit
from kiosk.faults import EnvironmentFault
from kiosk.ops.provision.ca import KeptAuthority, Pair
from kiosk.ops.setup.provided import read_provided

PARTIES = {
    "seat-07": (read_seat_file, "12.seat.07", "seat.07"),
    "console": (read_console_file, "12.console", "console"),
    "spare-console": (read_console_file, "12.spare-console", "spare-console"),
    "cashier": (read_cashier_file, "12.cashier", "cashier"),
}


@pytest.fixture
def older(provided, tmp_path):
    """A folder as it was provided then: one authority for servers and floor, no signing keys, rights for everybody."""
    out = tmp_path / "table-12"
    shutil.copytree(provided, out)
    ca = out / "ca/ca.crt"
    servers = KeptAuthority(Pair(ca.read_bytes(), ca.with_suffix(".key").read_bytes()))
    for party, (_, name, _) in PARTIES.items():
        folder, file = out / "config" / party, out / f"config/{party}.toml"
        pair = servers.client(name)
        (folder / "client.crt").write_bytes(pair.certificate)
        (folder / "client.key").write_bytes(pair.key)
        shutil.copy(ca, folder / "ca.crt")
        lines = [
            line for line in file.read_text().splitlines() if not line.startswith(("sign_key", "signers"))
        ]
        file.write_text("\n".join(lines).replace(":2500", ":2379"))
        for name in ("sign.key", "signers.json"):
            (folder / name).unlink(missing_ok=True)
    for path in (out / "ca/floor-ca.crt", out / "ca/floor-ca.key", out / "plan.json", out / "signers.json"):
        path.unlink()
    rights = json.loads((out / "roles.json").read_text())
    rights["roles"].append({"name": "12.seat.07", "permissions": []})
    rights["users"].append({"name": "12.seat.07", "role": "12.seat.07"})
    (out / "roles.json").write_text(json.dumps(rights))
    return out


def refused(act):
    with pytest.raises(EnvironmentFault) as caught:
        act()
    assert "kiosk provision writes all files of the table" in caught.value.way_out
    return str(caught.value)


@pytest.mark.parametrize("party", PARTIES)
def test_that_who_would_speak_to_the_servers_is_told_of_hosts_and_its_books_can_still_be_audited(
    older, party
):
    read, _, who = PARTIES[party]
    log = read(older / f"config/{party}.toml").log  # an audit reads no more than this
    said = refused(lambda: log.hosts("12", who))
    assert f"{party}/client.crt is of the authority 'table 12'" in said
    assert "expected one of 'table 12 floor'" in said


@pytest.mark.parametrize("party", ["seat-07", "console"])
def test_that_who_signs_nothing_is_refused_at_its_start(provided, tmp_path, party):
    out = tmp_path / "table-12"
    shutil.copytree(provided, out)
    file = out / f"config/{party}.toml"
    lines = [line for line in file.read_text().splitlines() if not line.startswith(("sign_key", "signers"))]
    file.write_text("\n".join(lines))
    read, _, who = PARTIES[party]
    log = read(file).log
    assert "no sign_key and signers: expected both" in refused(lambda: log.hosts("12", who))


def test_that_todays_files_are_taken(provided):
    for party, (read, _, who) in PARTIES.items():
        found = read(provided / f"config/{party}.toml").log.hosts("12", who)
        assert (found.signer is None) == (party == "cashier")


@pytest.mark.parametrize("party", PARTIES)
def test_that_nobody_starts_with_the_certificate_of_another(provided, tmp_path, party):
    out = tmp_path / "table-12"
    shutil.copytree(provided, out)
    read, name, who = PARTIES[party]
    for other, (_, whose, _) in PARTIES.items():
        for file in ("client.crt", "client.key"):
            shutil.copy(provided / "config" / other / file, out / "config" / party / file)
        log = read(out / f"config/{party}.toml").log
        if other == party:
            log.hosts("12", who)
            continue
        with pytest.raises(EnvironmentFault, match=rf"is for '{whose}': expected '{name}'"):
            log.hosts("12", who)


@pytest.mark.parametrize("key", ["[serve]", "tickets_key"])
def test_that_a_host_that_serves_nobody_does_not_start(provided, tmp_path, key):
    out = tmp_path / "table-12"
    shutil.copytree(provided, out)
    file = out / "config/host-1.toml"
    text = file.read_text()
    if key == "[serve]":
        begin = text.index("# For seats, consoles and cashiers.")
        text = text[:begin] + text[text.index("# The servers") :]
    else:
        text = "\n".join(line for line in text.splitlines() if not line.startswith(key))
    file.write_text(text)
    found = read_host_file(file)
    assert f"no {key}" in refused(lambda: serving(found))


def test_that_a_folder_of_before_brings_no_rights_to_the_servers(older, capsys):
    assert main(["provision", "--apply", str(older)]) == 2
    said = capsys.readouterr().err
    assert "roles.json gives rights to 12.seat.07: expected 12.host alone" in said
    assert "kiosk provision writes all files of the table" in said


@pytest.mark.parametrize("with_plan", [False, True])
def test_that_a_folder_of_before_is_not_renewed(older, provided, tmp_path, capsys, with_plan):
    if with_plan:
        shutil.copy(provided / "plan.json", older)
    assert main(["provision", "--renew", str(older), "--out", str(tmp_path / "new")]) == 2
    said = capsys.readouterr().err
    assert ("ca.crt and no floor-ca.crt" if with_plan else "plan.json is not there") in said
    assert "kiosk provision writes all files of the table" in said
    assert not (tmp_path / "new").exists()


def test_that_a_usb_drive_of_before_sets_up_no_seat(older):
    said = refused(lambda: read_provided(older / "config/seat-07.toml", now))
    assert "seat-07/client.crt is of the authority 'table 12'" in said


def test_that_a_pit_of_before_says_how_a_new_one_is_made(older, tmp_path):
    folder = tmp_path / "pit"
    folder.mkdir()
    older.rename(folder / "provided")
    with pytest.raises(EnvironmentFault, match=r"has no floor-ca.crt: expected it") as caught:
        Pit(folder).provide()
    assert f"Remove {folder}, or name another folder with --dir" in caught.value.way_out

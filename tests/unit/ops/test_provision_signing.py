"""Who signs at a provided table, and the renewal of certificates and signing keys by the same authorities."""

import json
import shutil
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509

from kiosk.app.config import read_console_file, read_host_file, read_seat_file
from kiosk.app.gateway import serving
from kiosk.app.signing import read_list, signing_of
from kiosk.cli import main
from kiosk.faults import EnvironmentFault
from kiosk.ops.provision import renewal
from kiosk.ops.provision.ca import AUTHORITY_DAYS, Authority, KeptAuthority
from kiosk.ops.provision.renewal import renew

SIGNING = {
    "seat-07": "12.seat.07",
    "seat-08": "12.seat.08",
    "console": "12.console",
    "spare-console": "12.spare-console",
}


def log_of(provided, party):
    read = read_seat_file if party.startswith("seat") else read_console_file
    return read(provided / f"config/{party}.toml").log


def folder_of(provided):
    """All files but certificates and keys, by what they hold."""
    return {
        path.relative_to(provided): path.read_bytes()
        for path in provided.rglob("*")
        if path.is_file() and path.suffix in (".toml", ".yml", ".json") and path.name != "signers.json"
    }


def test_that_seats_and_consoles_sign_and_everybody_who_reads_knows_them(provided):
    whole = read_list(provided / "signers.json")
    assert whole.table == "12"
    assert set(whole.signers) == set(SIGNING.values())
    assert len({key for keys in whole.signers.values() for key in keys}) == len(SIGNING)
    for party, name in SIGNING.items():
        signer, signers = signing_of(log_of(provided, party), "12", name)
        assert signers.knows(signer)
    for host in ("host-1", "host-2"):
        assert read_list(read_host_file(provided / f"config/{host}.toml").serve.signers) == whole


@pytest.fixture
def renewed(provided, tmp_path):
    out = tmp_path / "renewed"
    assert main(["provision", "--renew", str(provided), "--out", str(out)]) == 0
    return out


def test_that_a_renewal_changes_certificates_and_keys_and_nothing_else(provided, renewed):
    assert folder_of(renewed) == folder_of(provided)
    names = {path.relative_to(provided) for path in provided.rglob("*")}
    assert {path.relative_to(renewed) for path in renewed.rglob("*")} == names
    for path in sorted(provided.rglob("*.crt")) + sorted(provided.rglob("*.key")):
        kept = "ca" in path.stem or path.name == "tickets.key"
        same = (renewed / path.relative_to(provided)).read_bytes() == path.read_bytes()
        assert same == kept, path
        mode = (renewed / path.relative_to(provided)).stat().st_mode
        assert mode == path.stat().st_mode, path


def test_that_old_and_new_ones_are_believed_side_by_side(provided, renewed):
    before, after = read_list(provided / "signers.json"), read_list(renewed / "signers.json")
    for name, keys in before.signers.items():
        assert after.signers[name][: len(keys)] == keys
        assert len(after.signers[name]) == len(keys) + 1
    for party, name in SIGNING.items():
        _, signers = signing_of(log_of(renewed, party), "12", name)
        for folder in (provided, renewed):
            signer, _ = signing_of(log_of(folder, party), "12", name)
            assert signers.knows(signer)
    # The list comes first, the keys after it: with the old list nobody would believe the new key.
    shutil.copy(provided / "signers.json", renewed / "config/seat-07/signers.json")
    with pytest.raises(EnvironmentFault, match=r"is not among those of 12\.seat\.07"):
        signing_of(log_of(renewed, "seat-07"), "12", "12.seat.07")
    ca = x509.load_pem_x509_certificate((provided / "ca/ca.crt").read_bytes())
    x509.load_pem_x509_certificate(
        (renewed / "config/admin/client.crt").read_bytes()
    ).verify_directly_issued_by(ca)


def test_that_a_renewed_folder_is_renewed_again(renewed, tmp_path):
    renew(renewed, tmp_path / "again")
    assert {len(keys) for keys in read_list(tmp_path / "again/signers.json").signers.values()} == {3}


def test_that_what_was_taken_to_its_machine_is_left_out(provided, tmp_path):
    some = tmp_path / "some"
    shutil.copytree(provided, some)
    shutil.rmtree(some / "config/seat-07")
    (some / "config/seat-07.toml").unlink()
    (some / "config/host-1/tickets.key").unlink()
    renew(some, tmp_path / "out")
    assert not (tmp_path / "out/config/seat-07.toml").exists()
    assert not (tmp_path / "out/config/host-1/tickets.key").exists()
    assert (tmp_path / "out/config/seat-07/client.crt").exists()
    assert (tmp_path / "out/config/host-2/tickets.key").exists()


def lose(name):
    return lambda folder: (folder / name).unlink()


def change(name, data):
    return lambda folder: (folder / name).write_bytes(data)


@pytest.mark.parametrize(
    ("damage", "words"),
    [
        (lose("plan.json"), "plan.json is not there: expected a folder that this program provided"),
        (change("plan.json", b"{"), "plan.json: "),
        (change("plan.json", b'{"table": "1/2"}'), "plan.json: "),
        (lose("ca/floor-ca.key"), "floor-ca.key cannot be read"),
        (change("ca/ca.key", b"x"), "ca.key are no authority"),
        (
            change("ca/ca.key", Authority("another").pair.key),
            "ca.key are no authority: certificate and key do not belong",
        ),
        (lose("signers.json"), "signers.json cannot be read"),
        (change("signers.json", b'{"table": "13", "signers": {}}'), "signers.json: "),
    ],
)
def test_that_a_folder_that_is_not_whole_is_not_renewed_and_nothing_is_written(
    provided, tmp_path, capsys, damage, words
):
    folder = tmp_path / "folder"
    shutil.copytree(provided, folder)
    damage(folder)
    assert main(["provision", "--renew", str(folder), "--out", str(tmp_path / "out")]) == 2
    assert words in capsys.readouterr().err
    assert not (tmp_path / "out").exists()


def test_that_a_folder_in_use_is_never_written_over(provided, capsys):
    assert main(["provision", "--renew", str(provided), "--out", str(provided)]) == 2
    assert "is not empty" in capsys.readouterr().err


def test_that_nothing_holds_longer_than_its_authority_and_one_that_is_over_renews_nothing(
    provided, tmp_path, monkeypatch
):
    late = datetime.now(UTC).replace(microsecond=0) + timedelta(days=AUTHORITY_DAYS - 100)
    begun = Authority("old")
    found = KeptAuthority(begun.pair, lambda: late).client("x").certificate
    assert x509.load_pem_x509_certificate(found).not_valid_after_utc == begun.ends
    monkeypatch.setattr(renewal, "now", lambda: late + timedelta(days=101))
    with pytest.raises(EnvironmentFault, match=r"an authority in .* has ended on "):
        renew(provided, tmp_path / "out")
    assert not (tmp_path / "out").exists()


def test_that_a_host_is_added_by_plan_and_renewal_as_the_manual_says(provided, tmp_path):
    folder, out = tmp_path / "table-12", tmp_path / "renewed"
    shutil.copytree(provided, folder)
    plan = json.loads((folder / "plan.json").read_text())
    plan["hosts"].append({"name": "host-3", "address": "10.0.0.7", "port": 2500})
    (folder / "plan.json").write_text(json.dumps(plan))
    assert main(["provision", "--renew", str(folder), "--out", str(out)]) == 0
    config = out / "config"
    text = (
        (config / "host-1.toml")
        .read_text()
        .replace("host-1", "host-3")
        .replace("10.0.0.5:2500", "10.0.0.7:2500")
    )
    (config / "host-3.toml").write_text(text)
    shutil.copy(config / "host-1/tickets.key", config / "host-3/")
    found = read_host_file(config / "host-3.toml")
    found.log.check()
    serve, key = serving(found)
    serve.check()
    assert serve.listen == "10.0.0.7:2500"
    assert key.read_bytes() == (provided / "config/host-1/tickets.key").read_bytes()

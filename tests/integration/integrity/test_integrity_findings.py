"""What is changed in an installation is found, each kind by its name, and the file is named."""

import json
import os
import socket
from datetime import UTC, datetime
from hashlib import sha256

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from kiosk.faults import EnvironmentFault
from kiosk.games import game_names
from kiosk.integrity.check import check
from kiosk.integrity.findings import Identity, Kind
from kiosk.integrity.roots import installation_roots
from kiosk.integrity.signing import sign, survey
from kiosk.resources import layout_names

AT = datetime(2026, 11, 28, 10, 0, 0, tzinfo=UTC)


def test_that_a_whole_installation_has_an_identity(installation):
    found = installation.check()
    data = installation.manifest.read_bytes()
    assert isinstance(found, Identity)
    assert (found.version, found.signed_at) == ("0.1.0", AT)
    assert found.manifest_hash == sha256(data).hexdigest()
    assert found.layouts == tuple(f"{game}/{name}" for game in game_names() for name in layout_names(game))
    listed = sum(path.is_file() for root in installation.roots.values() for path in root.rglob("*"))
    assert found.file_count == listed


def test_that_the_same_files_give_the_same_manifest(installation):
    before = installation.manifest.read_bytes(), installation.signature.read_bytes()
    installation.sign()
    assert (installation.manifest.read_bytes(), installation.signature.read_bytes()) == before


def test_that_progress_rises_from_nothing_to_all(installation):
    told = []
    installation.check(told.append)
    assert told == sorted(set(told))
    assert (told[0], told[-1]) == (0.0, 1.0)
    assert 20 < len(told) <= 202


def test_that_a_changed_file_is_found(installation):
    path = installation.kiosk / "money.py"
    data = path.read_bytes()
    path.write_bytes(data[:-1] + b"#")
    found = installation.finding()
    assert (found.kind, found.root, found.path) == (Kind.CHANGED, "kiosk", "money.py")
    assert found.text == (
        f"{path} was changed: its SHA-256 is {sha256(path.read_bytes()).hexdigest()}, "
        f"expected {sha256(data).hexdigest()}"
    )
    path.write_bytes(data + b"#")
    assert f"it has {len(data) + 1} bytes, expected {len(data)}" in installation.finding().text


def test_that_a_changed_pay_table_is_found(installation):
    path = installation.roots["layouts"] / "sicbo" / "pay-table-2.toml"
    path.write_text(path.read_text().replace('total-4 = "', 'total-4 = "1'))
    assert (installation.finding().root, installation.finding().path) == ("layouts", "sicbo/pay-table-2.toml")


def test_that_a_missing_file_is_found(installation):
    (installation.roots["assets"] / "texts" / "zh.toml").unlink()
    found = installation.finding()
    assert (found.kind, found.root, found.path) == (Kind.MISSING, "assets", "texts/zh.toml")
    assert found.text.endswith("texts/zh.toml is missing: expected a file")


@pytest.mark.parametrize(
    "name", ["extra.py", "money.pyc", ".hidden", "console/book/so.so", "__pycache__/money.txt"]
)
def test_that_an_extra_file_is_found(installation, name):
    path = installation.kiosk / name
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"")
    found = installation.finding()
    assert (found.kind, found.path) == (Kind.EXTRA, name)
    assert found.text == f"{path} is a file that is not in the manifest"


def test_that_an_extra_folder_tells_each_file_in_it(installation):
    folder = installation.kiosk / "more"
    folder.mkdir()
    assert installation.is_whole(), "an empty folder holds nothing that could be executed"
    (folder / "a.py").touch()
    (folder / "b.py").touch()
    assert [(one.kind, one.path) for one in installation.findings()] == [
        (Kind.EXTRA, "more/a.py"),
        (Kind.EXTRA, "more/b.py"),
    ]


def test_that_a_file_that_became_a_link_to_the_same_content_is_found(installation, tmp_path):
    path = installation.kiosk / "money.py"
    path.rename(tmp_path / "money.py")
    path.symlink_to(tmp_path / "money.py")
    found = installation.finding()
    assert (found.kind, found.path) == (Kind.LINK, "money.py")
    assert found.text == f"{path} is a link to {tmp_path / 'money.py'}: expected a file"


def test_that_a_folder_that_became_a_link_to_the_same_content_is_not_followed(installation, tmp_path):
    folder = installation.kiosk / "table"
    names = {f"table/{path.name}" for path in folder.iterdir()}
    folder.rename(tmp_path / "table")
    folder.symlink_to(tmp_path / "table")
    found = installation.findings()
    assert {one.path for one in found if one.kind is Kind.MISSING} == names
    assert [(one.kind, one.path) for one in found if one.kind is not Kind.MISSING] == [(Kind.EXTRA, "table")]


def test_that_a_loop_of_links_is_found_and_not_followed(installation):
    (installation.kiosk / "again").symlink_to(installation.kiosk)
    (installation.kiosk / "self").symlink_to("self")
    assert [(one.kind, one.path) for one in installation.findings()] == [
        (Kind.EXTRA, "again"),
        (Kind.EXTRA, "self"),
    ]


def test_that_a_listed_link_must_lead_where_it_did(installation):
    link = installation.kiosk / "current"
    link.symlink_to("money.py")
    installation.sign()
    assert installation.is_whole()
    link.unlink()
    link.symlink_to("faults.py")
    assert installation.finding().kind is Kind.LINK
    assert installation.finding().text == f"{link} is a link to faults.py: expected a link to money.py"
    link.unlink()
    link.write_bytes((installation.kiosk / "money.py").read_bytes())
    assert installation.finding().kind is Kind.CHANGED
    assert installation.finding().text == f"{link} is a file: expected a link to money.py"
    link.unlink()
    os.mkfifo(link)
    assert installation.finding().kind is Kind.SPECIAL
    link.unlink()
    assert installation.finding().text == f"{link} is missing: expected a link to money.py"


def test_that_a_file_that_became_a_folder_is_found(installation):
    path = installation.kiosk / "money.py"
    path.unlink()
    path.mkdir()
    found = installation.finding()
    assert (found.kind, found.text) == (Kind.FOLDER, f"{path} is a folder: expected a file")


def test_that_a_folder_that_became_a_file_is_found(installation):
    folder = installation.roots["assets"] / "texts"
    for path in folder.iterdir():
        path.unlink()
    folder.rmdir()
    folder.touch()
    assert [(one.kind, one.path) for one in installation.findings()] == [
        (Kind.MISSING, "texts/en.toml"),
        (Kind.MISSING, "texts/zh.toml"),
        (Kind.EXTRA, "texts"),
    ]


def test_that_a_pipe_is_found_and_not_waited_for(installation):
    path = installation.kiosk / "money.py"
    path.unlink()
    os.mkfifo(path)
    os.mkfifo(installation.kiosk / "more")
    (one, two) = installation.findings()
    assert (one.kind, one.text) == (Kind.SPECIAL, f"{path} is a pipe: expected a file")
    assert two.text.endswith("more is a pipe that is not in the manifest")


def test_that_a_socket_is_found(installation, monkeypatch):
    monkeypatch.chdir(installation.kiosk)  # the whole path would be too long for one
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind("sock")
        assert installation.finding().text.endswith("sock is a socket that is not in the manifest")


def test_that_the_right_to_execute_is_compared(installation):
    path = installation.kiosk / "money.py"
    path.chmod(0o645)
    assert installation.finding().kind is Kind.EXECUTABLE
    assert installation.finding().text == f"{path} may be executed: expected that it may not be executed"
    installation.sign()
    assert installation.is_whole()
    path.chmod(0o644)
    assert installation.finding().text == f"{path} may not be executed: expected that it may be executed"


def test_that_content_and_right_are_told_both(installation):
    path = installation.kiosk / "money.py"
    path.write_bytes(b"")
    path.chmod(0o755)
    assert [one.kind for one in installation.findings()] == [Kind.CHANGED, Kind.EXECUTABLE]


def test_that_a_file_that_cannot_be_read_is_found(unprivileged):
    installation, give_up_rights = unprivileged
    (installation.kiosk / "money.py").chmod(0)
    give_up_rights()
    found = installation.finding()
    assert (found.kind, found.path) == (Kind.UNREADABLE, "money.py")
    assert found.text.endswith("money.py cannot be read: Permission denied")


def test_that_a_folder_that_cannot_be_read_is_told_once(unprivileged):
    installation, give_up_rights = unprivileged
    (installation.kiosk / "table").chmod(0)
    give_up_rights()
    assert (installation.finding().kind, installation.finding().path) == (Kind.UNREADABLE, "table")
    with pytest.raises(EnvironmentFault, match="table cannot be read: Permission denied"):
        survey(installation.roots, "0.1.0", AT)


def test_that_no_root_that_cannot_be_read_is_whole(unprivileged):
    installation, give_up_rights = unprivileged
    installation.roots["assets"].chmod(0)
    give_up_rights()
    assert (installation.finding().kind, installation.finding().root) == (Kind.UNREADABLE, "assets")


def test_that_an_unreadable_proof_is_found(unprivileged):
    installation, give_up_rights = unprivileged
    installation.signature.chmod(0)
    give_up_rights()
    assert installation.finding().kind is Kind.SIGNATURE_UNREADABLE


def test_that_a_missing_root_is_found(installation):
    installation.roots["layouts"].rename(installation.top / "away")
    found = installation.finding()
    assert (found.kind, found.root) == (Kind.ROOT, "layouts")
    assert str(installation.top / "layouts") in found.text


def test_that_a_root_too_many_or_too_few_is_found(installation, tmp_path):
    key = installation.key.public_key()
    (tmp_path / "more").mkdir()
    (found,) = check(installation.manifest, key, installation.roots | {"more": tmp_path / "more"})
    assert (found.kind, found.root) == (Kind.ROOT, "more")
    (found,) = check(installation.manifest, key, {n: installation.roots[n] for n in ("kiosk", "layouts")})
    assert (found.kind, found.root) == (Kind.ROOT, "assets")


def test_that_further_folders_are_covered(installation, tmp_path):
    (tmp_path / "venv" / "bin").mkdir(parents=True)
    (tmp_path / "venv" / "bin" / "python").symlink_to("/usr/bin/env")
    installation.roots["venv"] = tmp_path / "venv"
    installation.sign()
    assert installation.is_whole()
    (tmp_path / "venv" / "sitecustomize.py").touch()
    assert (installation.finding().root, installation.finding().path) == ("venv", "sitecustomize.py")


def test_that_a_root_within_another_is_listed_once(installed_wheel):
    files = json.loads(installed_wheel.manifest.read_bytes())["files"]
    assert not [one for one in files if one["root"] == "kiosk" and one["path"].startswith("_data")]
    assert installed_wheel.is_whole()
    (installed_wheel.kiosk / "_data" / "more.toml").touch()
    assert (installed_wheel.finding().root, installed_wheel.finding().path) == ("kiosk", "_data/more.toml")


def test_that_a_manifest_made_in_a_checkout_proves_the_installed_wheel(installation, installed_wheel):
    key = installation.key.public_key()
    assert isinstance(check(installation.manifest, key, installed_wheel.roots), Identity)


def test_that_names_cannot_write_lines_of_their_own(installation):
    name = "a\n\x1b[2Jeverything is as signed\u202e"
    (installation.kiosk / name).touch()
    (installation.kiosk / os.fsdecode(b"b\xff")).touch()
    (one, two) = installation.findings()
    assert one.path == "a\\n\\x1b[2Jeverything is as signed\\u202e"
    assert two.path == "b\\udcff"
    assert all(one.text.isprintable() for one in installation.findings())
    with pytest.raises(EnvironmentFault, match="cannot be listed: expected printable"):
        survey(installation.roots, "0.1.0", AT)


def test_that_only_so_many_findings_are_told(installation):
    for number in range(150):
        (installation.kiosk / f"extra{number:03}.py").touch()
    found = installation.findings()
    assert len(found) == 101
    assert [one.path for one in found[:100]] == [f"extra{number:03}.py" for number in range(100)]
    assert (found[100].kind, found[100].text) == (Kind.MORE, "and 50 more")


def test_that_a_manifest_or_signature_that_is_missing_is_found(installation):
    installation.signature.rename(installation.top / "away")
    assert installation.finding().kind is Kind.SIGNATURE_MISSING
    assert installation.finding().text == f"signature {installation.signature} is missing"
    installation.manifest.unlink()
    assert installation.finding().kind is Kind.MANIFEST_MISSING
    installation.manifest.mkdir()
    assert installation.finding().kind is Kind.MANIFEST_UNREADABLE
    assert installation.finding().text.endswith("it is a folder, expected a file")


def test_that_a_pipe_in_place_of_the_manifest_is_not_waited_for(installation):
    installation.manifest.unlink()
    os.mkfifo(installation.manifest)
    assert installation.finding().kind is Kind.MANIFEST_UNREADABLE


def test_that_another_key_proves_nothing(installation):
    other = Ed25519PrivateKey.generate()
    (found,) = check(installation.manifest, other.public_key(), installation.roots)
    assert found.kind is Kind.SIGNATURE_WRONG
    assert str(installation.manifest) in found.text
    installation.signature.write_bytes(b"")
    assert installation.finding().kind is Kind.SIGNATURE_WRONG
    installation.signature.write_bytes(b"x" * 65)
    assert installation.finding().kind is Kind.SIGNATURE_UNREADABLE


def test_that_what_is_signed_but_no_manifest_is_found(installation):
    good = installation.manifest.read_bytes()
    for data in (
        b"",
        b"{}",
        b"\xff\xfe",
        good + b" ",
        good.replace(b'"path":"money.py"', b'"path":"../m.py"'),
    ):
        installation.sign_bytes(data)
        assert installation.finding().kind is Kind.NOT_DECODABLE
    installation.sign_bytes(good.replace(b"kiosk-manifest-1", b"kiosk-manifest-9"))
    assert installation.finding().kind is Kind.OTHER_FORMAT
    assert 'its format is "kiosk-manifest-9", expected "kiosk-manifest-1"' in installation.finding().text


def test_that_what_cannot_be_listed_is_not_signed(installation):
    os.mkfifo(installation.kiosk / "pipe")
    with pytest.raises(EnvironmentFault, match="pipe is a pipe: expected files"):
        installation.sign()


def test_that_a_manifest_is_not_written_into_what_it_lists(installation):
    made = survey(installation.roots, "0.1.0", AT)
    with pytest.raises(EnvironmentFault, match="lies in the root kiosk"):
        sign(made, installation.key, installation.kiosk / "proof", installation.roots)


def test_that_roots_that_make_no_sense_are_refused(installation, tmp_path):
    for roots in ({"a": tmp_path, "b": tmp_path / "x" / ".."}, {"Not a name": tmp_path}, {"": tmp_path}):
        with pytest.raises(EnvironmentFault, match="expected"):
            check(installation.manifest, installation.key.public_key(), roots)


def test_that_the_running_installation_is_found():
    roots = installation_roots()
    assert (roots["kiosk"] / "integrity" / "check.py").is_file()
    assert (roots["layouts"] / "sicbo" / "a.toml").is_file()
    assert (roots["assets"] / "texts" / "en.toml").is_file()

"""`kiosk manifest` as a real process of a copied installation."""

import json
import stat

import pytest

from kiosk.integrity.keys import new_keys


@pytest.fixture
def signed(installation, tmp_path):
    """A copy that made its keys and signed itself. Answers a check with further words."""
    made = installation.run("manifest", "keys", "--out", tmp_path / "keys")
    assert made.returncode == 0, made.stderr
    words = ("--key", tmp_path / "keys" / "private.pem", "--out", tmp_path / "out")
    made = installation.run("manifest", "sign", *words)
    assert (made.returncode, made.stderr) == (0, "")
    assert str(tmp_path / "out" / "manifest.json") in made.stdout

    def check(*more, key="public.pem"):
        proof = ("--manifest", tmp_path / "out" / "manifest.json", "--key", tmp_path / "keys" / key)
        return installation.run("manifest", "check", *proof, *more)

    return check


def test_that_a_whole_installation_is_told_with_its_identity(installation, signed):
    found = signed()
    assert (found.returncode, found.stderr) == (0, "")
    assert "software   0.1.0" in found.stdout
    assert "sicbo/A, sicbo/B, sicbo/C" in found.stdout
    assert found.stdout.endswith("everything is as signed\n")


def test_that_findings_give_status_1_and_name_the_file(installation, signed):
    (installation.kiosk / "extra.py").touch()
    found = signed()
    path = installation.kiosk / "extra.py"
    assert (found.returncode, found.stderr) == (1, "")
    assert found.stdout == f"found: {path} is a file that is not in the manifest\n"


def test_that_scripts_get_one_json_object(installation, signed):
    whole = json.loads(signed("--json").stdout)
    assert whole["whole"] is True
    assert whole["findings"] == []
    assert set(whole["identity"]) == {"version", "manifest_hash", "file_count", "signed_at", "layouts"}
    (installation.kiosk / "money.py").chmod(0o755)
    found = signed("--json")
    answer = json.loads(found.stdout)
    assert (found.returncode, answer["whole"], answer["identity"]) == (1, False, None)
    assert [(one["kind"], one["root"], one["path"]) for one in answer["findings"]] == [
        ("executable", "kiosk", "money.py")
    ]


def test_that_one_process_can_check_another_installation(installation, installed_wheel, signed):
    roots = [word for name, path in installed_wheel.roots.items() for word in ("--root", f"{name}={path}")]
    assert signed(*roots).returncode == 0
    (installed_wheel.kiosk / "money.py").unlink()
    found = signed(*roots)
    assert (found.returncode, found.stderr) == (1, "")
    assert str(installed_wheel.kiosk / "money.py") in found.stdout


def test_that_a_further_folder_belongs_to_sign_and_check(installation, tmp_path):
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "device.conf").write_text("port = 1\n")
    assert installation.run("manifest", "keys", "--out", tmp_path).returncode == 0
    root = ("--root", f"more={tmp_path / 'more'}")
    sign = ("--key", tmp_path / "private.pem", "--out", tmp_path / "out", "--software", "1.2.3")
    assert "software   1.2.3" in installation.run("manifest", "sign", *sign, *root).stdout
    check = (
        "manifest",
        "check",
        "--key",
        tmp_path / "public.pem",
        "--manifest",
        tmp_path / "out" / "manifest.json",
    )
    assert installation.run(*check, *root).returncode == 0
    (tmp_path / "more" / "device.conf").write_text("port = 2\n")
    assert installation.run(*check, *root).returncode == 1
    assert "no folder was given for it" in installation.run(*check).stdout


def test_that_keys_are_private_and_never_overwritten(installation, tmp_path):
    words = ("manifest", "keys", "--out", tmp_path / "keys")
    assert installation.run(*words).returncode == 0
    private = tmp_path / "keys" / "private.pem"
    assert stat.S_IMODE(private.stat().st_mode) == 0o600
    before = private.read_bytes()
    again = installation.run(*words)
    assert (again.returncode, again.stdout) == (2, "")
    assert "exists already" in again.stderr
    assert private.read_bytes() == before


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("repair",),
        ("check",),
        ("keys", "--out"),
        ("check", "--manifest", "m.json", "--key", "no.pem"),
        ("check", "--manifest", "m.json", "--key", "{public}", "--root", "kiosk"),
        ("check", "--manifest", "m.json", "--key", "{public}", "--root", "=x"),
        ("check", "--manifest", "m.json", "--key", "{public}", "--root", "NO=x"),
        ("check", "--manifest", "m.json", "--key", "{public}", "--root", "a=x", "--root", "a=y"),
        ("check", "--manifest", "m.json", "--key", "{public}", "--root", "a=x", "--root", "b=x"),
        ("check", "--manifest", "m.json", "--key", "{private}"),
        ("sign", "--key", "{public}", "--out", "out"),
        ("sign", "--key", "{private}", "--out", "kiosk"),
        ("sign", "--key", "{private}", "--out", "layouts/a.txt/b"),
        ("sign", "--key", "{private}", "--out", "out", "--root", "a=nowhere"),
        ("sign", "--key", "{private}", "--out", "out", "--software", ""),
    ],
)
def test_that_wrong_words_give_status_2_and_no_traceback(installation, tmp_path, words):
    new_keys(tmp_path)
    keys = {"public": tmp_path / "public.pem", "private": tmp_path / "private.pem"}
    found = installation.run("manifest", *(word.format(**keys) for word in words))
    assert (found.returncode, found.stdout) == (2, "")
    assert found.stderr
    assert "Traceback" not in found.stderr


def test_that_a_missing_manifest_is_a_finding(installation, tmp_path):
    assert installation.run("manifest", "keys", "--out", tmp_path).returncode == 0
    for name in ("no.json", "/", "."):
        found = installation.run("manifest", "check", "--manifest", name, "--key", tmp_path / "public.pem")
        assert (found.returncode, found.stderr) == (1, "")
        assert found.stdout.startswith("found: manifest")

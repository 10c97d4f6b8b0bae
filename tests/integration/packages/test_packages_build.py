"""The packages as files: the same bytes again, and nothing in them that should not be."""

import json
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

from kiosk.app.config import read_console_file, read_host_file, read_seat_file
from kiosk.app.gateway import serving
from kiosk.games import game_names
from kiosk.ops.provision.files import Authoriser, provide
from kiosk.ops.provision.plan import Plan, Seat, hosts_beside, nodes_of

PACKAGES = ("etg-kiosk-base", "etg-kiosk-console", "etg-kiosk-host", "etg-kiosk-terminal")
OLD = "0.0.1"


@pytest.fixture(scope="module")
def unpacked(built, tmp_path_factory):
    """The base package's files in a folder."""
    folder = tmp_path_factory.mktemp("unpacked")
    deb = built(OLD) / f"etg-kiosk-base_{OLD}_amd64.deb"
    subprocess.run(["dpkg-deb", "-x", deb, folder], check=True)
    return folder


def _listing(deb):
    told = subprocess.run(["dpkg-deb", "-c", deb], check=True, capture_output=True, text=True).stdout
    return [line.split(None, 5) for line in told.splitlines()]


@pytest.mark.torture  # a second build: `make install-test`
def test_that_the_same_commit_gives_the_same_bytes(built):
    first, again = built(OLD), built(OLD, "again")
    assert first != again
    sums = (first / "SHA256SUMS").read_text()
    assert sorted(line.split()[1] for line in sums.splitlines()) == [
        f"{name}_{OLD}_amd64.deb" for name in PACKAGES
    ]
    assert sums == (again / "SHA256SUMS").read_text()
    assert (first / "sbom.json").read_bytes() == (again / "sbom.json").read_bytes()
    for name in PACKAGES:
        deb = f"{name}_{OLD}_amd64.deb"
        assert (first / deb).read_bytes() == (again / deb).read_bytes()


def test_that_every_file_is_roots_and_none_has_a_right_too_many(built):
    for name in PACKAGES:
        for mode, owner, *_, path in _listing(built(OLD) / f"{name}_{OLD}_amd64.deb"):
            assert owner == "root/root", path
            if not mode.startswith("l"):
                assert mode in {"drwxr-xr-x", "-rw-r--r--", "-rwxr-xr-x"}, (mode, path)


def test_that_every_file_has_the_time_of_the_commit(built, commit, repo):
    epoch = subprocess.run(
        ["git", "show", "-s", "--format=%cd", "--date=format-local:%Y-%m-%d %H:%M", commit],
        cwd=repo,
        env={"TZ": "UTC", "PATH": "/usr/bin:/bin"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.strip()
    deb = built(OLD) / f"etg-kiosk-base_{OLD}_amd64.deb"
    told = subprocess.run(
        ["dpkg-deb", "-c", deb],
        env={"TZ": "UTC", "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert {" ".join(line.split()[3:5]) for line in told.splitlines()} == {epoch}


def test_that_nothing_is_in_the_package_that_no_table_needs(unpacked):
    found = [str(path.relative_to(unpacked)) for path in unpacked.rglob("*")]
    assert len(found) > 1000
    never = (
        "/tests/",
        "/pip/",
        "/setuptools/",
        "WebEngine",
        "Qt6Quick",
        "Qt6Qml",
        "direct_url.json",
    )
    assert [path for path in found if any(word in f"/{path}/" for word in never)] == []
    assert [path for path in found if path.endswith((".pyi", ".pyx", ".c", ".h", ".a", ".pth"))] == []


def test_that_every_game_is_there_with_its_layouts(unpacked, repo):
    site = unpacked / "usr/lib/etg-kiosk/venv/lib/python3.11/site-packages/kiosk"
    for game in game_names():
        assert (site / "games" / game / "layout.py").exists(), game
        layouts = sorted((repo / "layouts" / game).iterdir())
        there = site / "_data/layouts" / game
        assert [path.name for path in sorted(there.iterdir())] == [path.name for path in layouts]
        for path in layouts:
            assert (there / path.name).read_bytes() == path.read_bytes()


def test_that_nothing_tells_of_the_machine_that_built(unpacked, repo):
    paths = (str(repo).encode(), b"/etg-deb-")
    for path in unpacked.rglob("*"):
        if path.is_file() and not path.is_symlink():
            data = path.read_bytes()
            assert not any(word in data for word in paths), path


def test_that_the_packages_hold_no_private_key(unpacked):
    for path in unpacked.rglob("*"):
        if path.is_file() and not path.is_symlink():
            assert b"PRIVATE KEY-----\nMC4C" not in path.read_bytes(), path


def test_that_a_build_without_a_key_says_so_where_it_is_seen(built, unpacked):
    folder = built(OLD)
    assert (folder / "manifest-key.UNSIGNED-FOR-PRODUCTION.pem").exists()
    assert not (folder / "manifest-key.pem").exists()
    told = subprocess.run(
        ["dpkg-deb", "-f", folder / f"etg-kiosk-base_{OLD}_amd64.deb", "Description"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "UNSIGNED FOR PRODUCTION" in told
    assert (unpacked / "usr/share/doc/etg-kiosk-base/UNSIGNED-FOR-PRODUCTION").exists()


def test_that_the_list_of_parts_is_the_lock_file_without_what_is_left_out(unpacked, repo):
    from etg_deb.prune import read_slim
    from etg_deb.sbom import plain_name

    listed = json.loads((unpacked / "usr/share/doc/etg-kiosk-base/sbom.json").read_text())
    lock = {one["name"]: one for one in tomllib.loads((repo / "uv.lock").read_text())["package"]}
    parts = {one["name"]: one for one in listed["components"] if one["purl"].startswith("pkg:pypi/")}
    site = unpacked / "usr/lib/etg-kiosk/venv/lib/python3.11/site-packages"
    there = {plain_name(path.name.split("-")[0]) for path in site.glob("*.dist-info")}
    assert set(parts) == there - {"kiosk"}
    left_out = {one.package for one in read_slim(repo / "packaging/deb/slim.toml").left_out}
    needed, waiting = set(), list(lock["kiosk"]["dependencies"])
    while waiting:
        one = waiting.pop()
        needed.add(one["name"])
        waiting += lock[one["name"]].get("dependencies", ())
        for extra in one.get("extra", ()):
            waiting += lock[one["name"]]["optional-dependencies"][extra]
    # What another platform alone needs is in the lock file, and not here.
    assert set(parts) <= needed - left_out
    assert {"pyside6-essentials", "numpy", "cryptography", "grpcio"} <= set(parts)
    for name, part in parts.items():
        assert part["version"] == lock[name]["version"]
        assert f"sha256:{part['hashes'][0]['content']}" in {one["hash"] for one in lock[name]["wheels"]}
        assert part["licenses"][0]
    debian = {one["name"] for one in listed["components"] if one["purl"].startswith("pkg:deb/")}
    assert {"python3.11", "fonts-inter", "fonts-noto-cjk"} <= debian
    assert {one["ref"] for one in listed["dependencies"]} >= {one["purl"] for one in parts.values()}


def test_that_the_debian_packages_that_are_named_are_those_that_the_libraries_load(unpacked, repo):
    """By name of library, as the packages of Debian carry it; no file of Debian's is asked."""
    from etg_deb.elf import read_shared
    from etg_deb.tree import files

    shared = read_shared(files(unpacked))
    own = {name for one in shared.values() for name in one.names}
    asked = {name for one in shared.values() for name in one.needs} - own
    if not shutil.which("dpkg-query"):
        pytest.skip("dpkg-query is not on the PATH")
    from etg_deb.contents import read_contents

    base = read_contents(repo / "packaging").package["etg-kiosk-base"]
    named = {one.split(" ")[0] for one in base.depends}
    assert {"libGL.so.1", "libxkbcommon.so.0", "libc.so.6"} <= asked
    patterns = [f"*/{library}" for library in sorted(asked)]
    told = subprocess.run(["dpkg-query", "-S", *patterns], capture_output=True, text=True, check=False).stdout
    owners = {}
    for line in told.splitlines():
        package, _, path = line.partition(": ")
        owners.setdefault(path.rpartition("/")[2], set()).add(package.split(":")[0])
    assert {library: who for library, who in owners.items() if library in asked and not who & named} == {}


def test_that_the_examples_of_configuration_are_read_as_they_are(repo, tmp_path):
    """With a table's own certificates and keys, and nothing beside."""
    provided, nodes = tmp_path / "table-12", nodes_of("10.0.0.5")
    plan = Plan("12", "Harbour Casino", (Seat("07", "A"),), nodes, hosts_beside(nodes))
    provide(plan, Authoriser("Supervisor", "482019"), provided)
    readers = {"seat": read_seat_file, "console": read_console_file, "host": read_host_file}
    for name, read in readers.items():
        text = (repo / f"packaging/deb/etc/{name}.toml.example").read_text()
        assert f"/etc/etg-kiosk/{name}/client.key" in text
        assert f'state = "/var/lib/etg-kiosk/{name}"' in text
        written = tmp_path / f"{name}.toml"
        party = {"seat": "seat-07", "host": "host-1"}.get(name, name)
        written.write_text(text.replace(f"/etc/etg-kiosk/{name}/", f"{provided}/config/{party}/"))
        found = read(written)
        assert found.state == Path(f"/var/lib/etg-kiosk/{name}")
        if name != "host":
            found.log.hosts("12", party.replace("-", "."))
        else:
            serving(found)


def test_that_a_line_of_the_list_that_finds_nothing_fails_the_build(tmp_path):
    from etg_deb.faults import CannotBuild
    from etg_deb.prune import KeptQt, Removed, Slim, prune

    (tmp_path / "there").mkdir()
    slim = Slim((), (Removed(("there",), "tried"), Removed(("gone",), "tried")), KeptQt((), ()))
    with pytest.raises(CannotBuild, match='"gone" finds nothing'):
        prune(tmp_path, slim)


def test_that_a_folder_that_cannot_be_made_is_named(tmp_path, monkeypatch, capsys):
    from etg_deb.__main__ import main

    (tmp_path / "taken").touch()
    monkeypatch.setattr("sys.argv", ["etg_deb", "--out", str(tmp_path / "taken")])
    assert main() == 2
    assert f"cannot build: {tmp_path / 'taken'}: File exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    "version", ["", "1", "1.0-1", "1.0~rc1", "1.0 ", "v1.0", "1.0/..", "1.0rc1", "1.0+A"]
)
def test_that_a_version_that_debian_and_python_order_differently_is_refused(version):
    from etg_deb.faults import CannotBuild
    from etg_deb.source import checked

    with pytest.raises(CannotBuild, match="expected numbers and points"):
        checked(version)


def test_that_a_key_that_cannot_be_used_ends_the_build(tmp_path, monkeypatch):
    from etg_deb.faults import CannotBuild
    from etg_deb.signing import signer

    from kiosk.integrity.keys import new_keys

    private, public = new_keys(tmp_path / "keys")
    monkeypatch.setenv("ETG_SIGNING_KEY", str(private))
    assert signer(tmp_path).production
    for bad in (public, tmp_path / "none.pem"):
        monkeypatch.setenv("ETG_SIGNING_KEY", str(bad))
        with pytest.raises(CannotBuild, match="ETG_SIGNING_KEY"):
            signer(tmp_path)
    private.chmod(0o644)
    monkeypatch.setenv("ETG_SIGNING_KEY", str(private))
    with pytest.raises(CannotBuild, match="0600"):
        signer(tmp_path)

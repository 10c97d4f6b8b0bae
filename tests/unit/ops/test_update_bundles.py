"""A bundle is believed when it is as it was signed, and nothing but what was signed is ever unpacked."""

import io
import subprocess
import tarfile
import tracemalloc

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from kiosk.cli import main
from kiosk.faults import EnvironmentFault
from kiosk.integrity.keys import new_keys
from kiosk.ops.update import bundle as b
from kiosk.ops.update.machine import run_command

KEY = Ed25519PrivateKey.generate()


def deb(folder, name="etg-kiosk-base", version="1.1"):
    tree = folder / f"tree-{name}-{version}"
    (tree / "DEBIAN").mkdir(parents=True)
    maintainer = "Maintainer: T <t@example.org>\nDescription: x\n"
    control = f"Package: {name}\nVersion: {version}\nArchitecture: amd64\n{maintainer}"
    (tree / "DEBIAN/control").write_text(control)
    (tree / "what").write_text(version)
    path = folder / f"{name}_{version.replace(':', '%3a')}_amd64.deb"
    subprocess.run(["dpkg-deb", "-Znone", "--build", tree, path], check=True, capture_output=True)
    return path


@pytest.fixture(scope="module")
def debs(tmp_path_factory):
    folder = tmp_path_factory.mktemp("debs")
    return [deb(folder, "etg-kiosk-terminal"), deb(folder), deb(folder, "libneeded", "3:4.5-1")]


@pytest.fixture(scope="module")
def good(debs, tmp_path_factory):
    out = tmp_path_factory.mktemp("bundle") / "kiosk-1.1.etgbundle"
    b.make_bundle(debs, KEY, out, run_command)
    return out


def forged(out, members):
    """A bundle of our own making: a list of name and bytes."""
    with tarfile.open(out, "w", format=tarfile.USTAR_FORMAT) as tar:
        for name, data in members:
            info = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return out


def members_of(path):
    with tarfile.open(path) as tar:
        return [(member.name, tar.extractfile(member).read()) for member in tar]


def refused(path, tmp_path, match):
    folder = tmp_path / "out"
    with pytest.raises(EnvironmentFault, match=match):
        b.unpack_bundle(path, KEY.public_key(), folder)
    names = {found.name for found in tmp_path.rglob("*")}
    assert "evil" not in names


def test_that_a_bundle_gives_back_what_was_put_in(debs, good, tmp_path):
    found = b.unpack_bundle(good, KEY.public_key(), tmp_path / "out")
    assert found.version == "1.1"
    assert [package.name for package in found.packages] == [
        "etg-kiosk-base",
        "etg-kiosk-terminal",
        "libneeded",
    ]
    for path in debs:
        assert (tmp_path / "out" / path.name).read_bytes() == path.read_bytes()
    assert b.check_folder(tmp_path / "out", KEY.public_key()) == found


def test_that_the_same_packages_make_the_same_bytes(debs, good, tmp_path):
    again = tmp_path / "again"
    b.make_bundle(debs[::-1], KEY, again, run_command)
    assert again.read_bytes() == good.read_bytes()


def test_that_packages_of_two_versions_make_no_bundle(debs, tmp_path):
    with pytest.raises(EnvironmentFault, match=r"etg-kiosk-host has version 1\.2, expected 1\.1"):
        b.make_bundle([*debs, deb(tmp_path, "etg-kiosk-host", "1.2")], KEY, tmp_path / "out", run_command)
    with pytest.raises(EnvironmentFault, match="0 packages etg-kiosk-base: expected one"):
        b.make_bundle(debs[:1], KEY, tmp_path / "out", run_command)
    (tmp_path / "no.deb").write_text("no package")
    with pytest.raises(EnvironmentFault, match=r"dpkg-deb ended with status 2: .*no\.deb"):
        b.make_bundle([tmp_path / "no.deb"], KEY, tmp_path / "out", run_command)
    assert not (tmp_path / "out").exists()


def test_that_another_key_and_other_contents_are_refused(good, tmp_path):
    with pytest.raises(EnvironmentFault, match="signature does not fit"):
        b.unpack_bundle(good, Ed25519PrivateKey.generate().public_key(), tmp_path / "other")
    members = members_of(good)
    changed = [(name, data.replace(b"1.1", b"1.2") if name == b.CONTENTS else data) for name, data in members]
    refused(forged(tmp_path / "one", changed), tmp_path, "signature does not fit")


def test_that_a_package_that_is_not_what_was_signed_is_refused(good, tmp_path):
    members = members_of(good)
    name, data = members[2]
    other = [*members[:2], (name, data[:-1] + bytes([data[-1] ^ 1])), *members[3:]]
    refused(forged(tmp_path / "one", other), tmp_path, "is not what was signed")


@pytest.mark.parametrize("extra", ["evil", "../evil", "/tmp/evil"])
def test_that_what_nobody_signed_is_never_unpacked(good, tmp_path, extra):
    members = members_of(good)
    refused(forged(tmp_path / "a", [*members, (extra, b"x")]), tmp_path, "which nobody signed")
    between = [*members[:2], (extra, b"x"), *members[2:]]
    (tmp_path / "two").mkdir()
    refused(forged(tmp_path / "b", between), tmp_path / "two", "stands where")


@pytest.mark.parametrize("kind", [tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.DIRTYPE, tarfile.FIFOTYPE])
def test_that_a_link_under_the_name_of_a_package_is_refused(good, tmp_path, kind):
    members = members_of(good)
    info = tarfile.TarInfo(members[2][0])
    info.type, info.linkname = kind, "/etc/passwd"
    other = [*members[:2], (info, b""), *members[3:]]
    refused(forged(tmp_path / "one", other), tmp_path, "stands where")


def signed(**changes):
    """A bundle.json of our own making, well signed."""
    package = {"name": "etg-kiosk-base", "version": "1.1", "file": "a.deb", "size": 1, "sha256": "0" * 64}
    package |= changes.pop("package", {})
    body = {"format": b.FORMAT, "version": "1.1", "packages": [package]} | changes
    data = msgspec.json.encode(body)
    return [(b.CONTENTS, data), (b.SIGNATURE, KEY.sign(data)), ("a.deb", b"x")]


@pytest.mark.parametrize(
    ("changes", "match"),
    [
        ({"version": "../../evil"}, "expected one as"),
        ({"version": ""}, "expected one as"),
        ({"format": "etg-bundle-9"}, "its format is 'etg-bundle-9'"),
        ({"packages": []}, "does not decode"),
        ({"more": 1}, "does not decode.*unknown field"),
        ({"package": {"file": "../evil.deb"}}, "expected a plain name"),
        ({"package": {"file": "bundle.json"}}, "expected a plain name"),
        ({"package": {"name": "-evil"}}, "its packages are -evil"),
        ({"package": {"version": "1.2"}}, "has version 1.2, expected 1.1"),
        ({"package": {"size": 0}}, "does not decode"),
        ({"package": {"sha256": "x"}}, "does not decode"),
        ({"package": {"size": 9}}, "has 1 bytes, expected 9"),
    ],
)
def test_that_signed_nonsense_is_refused_too(tmp_path, changes, match):
    refused(forged(tmp_path / "one", signed(**changes)), tmp_path, match)


@pytest.mark.parametrize("data", [b"", b"x", b"\0" * 10_240, b"not a tar" * 200])
def test_that_a_file_that_is_no_bundle_is_refused(tmp_path, data):
    (tmp_path / "one").write_bytes(data)
    refused(tmp_path / "one", tmp_path, "bundle")


def test_that_a_bundle_that_is_not_there_is_refused(tmp_path):
    refused(tmp_path / "none", tmp_path, "No such file")


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=150)
@given(data=st.data())
def test_that_no_damage_gets_through_or_out_as_anything_but_a_clear_error(good, tmp_path_factory, data):
    """Bytes are changed or the end is cut off: refused, or exactly what was signed (padding says nothing)."""
    whole = bytearray(good.read_bytes())
    for _ in range(data.draw(st.integers(1, 3))):
        place = data.draw(st.one_of(st.integers(0, 3000), st.integers(0, len(whole) - 1)))
        whole[place] = data.draw(st.integers(0, 255))
    cut = data.draw(st.one_of(st.just(len(whole)), st.integers(0, len(whole))))
    folder = tmp_path_factory.mktemp("damaged")
    (folder / "one").write_bytes(whole[:cut])
    try:
        found = b.unpack_bundle(folder / "one", KEY.public_key(), folder / "out")
    except EnvironmentFault:
        return
    assert b.check_folder(folder / "out", KEY.public_key()) == found


@pytest.mark.parametrize("behind", [0, 1, 2], ids=["first", "behind the contents", "behind the signature"])
@pytest.mark.parametrize(
    "kind",
    [
        tarfile.XHDTYPE,
        tarfile.XGLTYPE,
        tarfile.GNUTYPE_LONGNAME,
        tarfile.GNUTYPE_LONGLINK,
        tarfile.GNUTYPE_SPARSE,
    ],
)
def test_that_no_size_that_nobody_signed_is_read_into_memory(good, tmp_path, kind, behind):
    """6 GB in a sparse file: what tar files call extensions, wherever they stand."""
    header = tarfile.TarInfo("x")
    header.type, header.size = kind, 6 << 30
    path = forged(tmp_path / "bomb", members_of(good)[:behind])
    length = sum(512 + -(-len(data) // 512) * 512 for _, data in members_of(good)[:behind])
    with path.open("r+b") as file:
        file.truncate(length)
        file.seek(length)
        file.write(header.tobuf(tarfile.USTAR_FORMAT))
        file.truncate(length + (6 << 30))
    tracemalloc.start()
    try:
        with pytest.raises(EnvironmentFault, match="must stand"):
            b.unpack_bundle(path, KEY.public_key(), tmp_path / "out")
        assert tracemalloc.get_traced_memory()[1] < 4 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    "size", [b"\xff" * 12, b"\x80" + b"\xff" * 11, b"77777777777\0"], ids=["below 0", "huge", "8 GB"]
)
def test_that_a_size_that_cannot_be_is_refused(good, tmp_path, size):
    header = bytearray(tarfile.TarInfo(b.CONTENTS).tobuf(tarfile.USTAR_FORMAT))
    header[124:136] = size
    header[148:156] = b" " * 8
    header[148:156] = f"{sum(header):06o}\0 ".encode()
    path = tmp_path / "forged"
    path.write_bytes(bytes(header) + good.read_bytes()[512:])
    with pytest.raises(EnvironmentFault, match="bundle"):
        b.unpack_bundle(path, KEY.public_key(), tmp_path / "out")


def test_that_the_command_makes_a_bundle_and_says_what_is_in_it(debs, tmp_path, capsys):
    private, _ = new_keys(tmp_path / "keys")
    out = tmp_path / "x.etgbundle"
    assert main(["bundle", "--key", str(private), "--out", str(out), *map(str, debs)]) == 0
    told = capsys.readouterr().out
    assert "version 1.1" in told
    assert "libneeded 3:4.5-1" in told
    assert main(["bundle", "--key", str(tmp_path / "no"), "--out", str(out), *map(str, debs)]) == 2
    assert "cannot be read" in capsys.readouterr().err

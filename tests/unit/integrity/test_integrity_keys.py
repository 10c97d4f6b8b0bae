"""Key files: private ones are private, none is overwritten, and wrong ones are named."""

import stat

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

from kiosk.faults import EnvironmentFault
from kiosk.integrity.keys import new_keys, read_private_key, read_public_key


@pytest.fixture
def pair(tmp_path):
    return new_keys(tmp_path / "keys")


def test_that_what_one_key_signs_the_other_proves(pair):
    private, public = pair
    read_public_key(public).verify(read_private_key(private).sign(b"manifest"), b"manifest")


def test_that_only_its_owner_may_read_a_private_key(pair):
    assert stat.S_IMODE(pair[0].stat().st_mode) == 0o600


@pytest.mark.parametrize("kept", [0, 1])
def test_that_no_key_is_overwritten(pair, kept):
    before = pair[kept].read_bytes()
    pair[1 - kept].unlink()
    with pytest.raises(EnvironmentFault, match=rf"{pair[kept].name} exists already"):
        new_keys(pair[kept].parent)
    assert pair[kept].read_bytes() == before
    assert not pair[1 - kept].exists()


def test_that_a_dangling_link_is_in_the_way_too(tmp_path):
    (tmp_path / "private.pem").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(EnvironmentFault, match="exists already"):
        new_keys(tmp_path)
    assert not (tmp_path / "elsewhere").exists()


def test_that_a_private_key_that_others_may_read_is_refused(pair):
    pair[0].chmod(0o640)
    with pytest.raises(EnvironmentFault, match="has mode 0640: expected 0600"):
        read_private_key(pair[0])


def test_that_the_two_files_are_not_taken_for_each_other(pair):
    private, public = pair
    public.chmod(0o600)
    with pytest.raises(EnvironmentFault, match="is a private key: expected the public one"):
        read_public_key(private)
    with pytest.raises(EnvironmentFault, match="is no private key"):
        read_private_key(public)


def test_that_a_key_of_another_kind_is_refused(tmp_path):
    key = ec.generate_private_key(ec.SECP256R1())
    private, public = tmp_path / "a.pem", tmp_path / "b.pem"
    private.touch(0o600)
    private.write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    with pytest.raises(EnvironmentFault, match="of another kind: expected Ed25519"):
        read_private_key(private)
    with pytest.raises(EnvironmentFault, match="of another kind: expected Ed25519"):
        read_public_key(public)


@pytest.mark.parametrize("content", [b"", b"\xff\0garbage", b"x" * 100_000])
def test_that_a_damaged_key_is_named(tmp_path, content):
    path = tmp_path / "some.pem"
    path.touch(0o600)
    path.write_bytes(content)
    for read in (read_public_key, read_private_key):
        with pytest.raises(EnvironmentFault, match=r"some\.pem"):
            read(path)


def test_that_a_missing_key_or_a_folder_is_named(tmp_path):
    for read in (read_public_key, read_private_key):
        with pytest.raises(EnvironmentFault, match=r"no\.pem cannot be read: No such file"):
            read(tmp_path / "no.pem")
        with pytest.raises(EnvironmentFault, match="expected a file"):
            read(tmp_path)

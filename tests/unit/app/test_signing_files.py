"""A machine's signing key and the list of its table's signers: read strictly, and both of one provisioning."""

import pytest

from kiosk.app.config_links import LogConfig
from kiosk.app.signing import read_list, read_signer, read_signers, signing_of
from kiosk.faults import EnvironmentFault
from kiosk.links.signing import SignersList, encode_signers, new_pair

KEY = "etg/T/seat/07/slip/1/1"


@pytest.fixture
def files(tmp_path):
    """The key of seat 07 and the list that has it."""
    pem, public = new_pair()
    key, signers = tmp_path / "sign.key", tmp_path / "signers.json"
    key.touch(0o600)
    key.write_bytes(pem)
    signers.write_bytes(encode_signers(SignersList("T", {"T.seat.07": (public,)})))
    return key, signers


def config(key=None, signers=None):
    return LogConfig(endpoints=("127.0.0.1:2379",), plain=True, sign_key=key, signers=signers)


def test_that_what_the_key_signs_is_believed_by_the_list(files):
    signer, signers = signing_of(config(*files), "T", "T.seat.07")
    assert signers.why_not(KEY, signer.sign(KEY, b"{}")) is None
    assert signers.why_not(KEY, b"{}") is not None
    assert encode_signers(read_list(files[1])) == files[1].read_bytes()


def test_that_a_machine_without_keys_signs_nothing_and_asks_for_nothing():
    assert signing_of(config(), "T", "T.seat.07") == (None, None)


@pytest.mark.parametrize("mode", [0o604, 0o640, 0o620])
def test_that_a_key_that_others_may_read_or_write_is_refused(files, mode):
    files[0].chmod(mode)
    with pytest.raises(EnvironmentFault, match=f"sign.key has mode {mode:04o}: expected 0600"):
        read_signer(files[0], "T.seat.07")


def test_that_a_key_that_is_not_in_the_list_is_refused(files):
    with pytest.raises(EnvironmentFault, match=r"not among those of T\.seat\.08"):
        signing_of(config(*files), "T", "T.seat.08")
    files[0].write_bytes(new_pair()[0])
    with pytest.raises(EnvironmentFault, match=r"not among those of T\.seat\.07"):
        signing_of(config(*files), "T", "T.seat.07")


def test_that_the_list_of_another_table_is_refused(files):
    with pytest.raises(EnvironmentFault, match=r"signers\.json: table of 'T': expected 'U'"):
        read_signers(files[1], "U")


@pytest.mark.parametrize(
    ("data", "words"), [(b"{", "is no JSON"), (b'{"table":"T"}', "signers"), (b"\x80", "is no JSON")]
)
def test_that_a_damaged_list_is_named_with_its_fault(files, data, words):
    files[1].write_bytes(data)
    with pytest.raises(EnvironmentFault, match=rf"signers\.json: .*{words}"):
        read_signers(files[1], "T")


def test_that_a_list_that_is_not_there_is_named(tmp_path):
    with pytest.raises(EnvironmentFault, match=r"none\.json cannot be read"):
        read_signers(tmp_path / "none.json", "T")

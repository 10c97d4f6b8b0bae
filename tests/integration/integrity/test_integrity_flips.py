"""Any single changed byte is found."""

import contextlib

from hypothesis import given, settings
from hypothesis import strategies as st

from kiosk.integrity.findings import Kind


@contextlib.contextmanager
def flipped(path, data):
    """The file with one other byte, put back afterwards."""
    before = path.read_bytes()
    at = data.draw(st.integers(0, len(before) - 1), label="at")
    path.write_bytes(before[:at] + bytes([before[at] ^ data.draw(st.integers(1, 255))]) + before[at + 1 :])
    try:
        yield
    finally:
        path.write_bytes(before)


@settings(max_examples=60)
@given(st.data())
def test_that_a_changed_byte_of_any_file_is_found_and_the_file_named(lasting_installation, data):
    installation = lasting_installation
    files = [
        (name, path)
        for name, root in sorted(installation.roots.items())
        for path in sorted(root.rglob("*"))
        if path.is_file() and path.stat().st_size
    ]
    root, path = data.draw(st.sampled_from(files), label="file")
    with flipped(path, data):
        found = installation.finding()
    assert (found.kind, found.root) == (Kind.CHANGED, root)
    assert found.path == path.relative_to(installation.roots[root]).as_posix()
    assert str(path) in found.text
    assert installation.is_whole()


@settings(max_examples=200)
@given(st.data(), st.booleans())
def test_that_a_changed_byte_of_manifest_or_signature_is_found(lasting_installation, data, manifest):
    installation = lasting_installation
    path = installation.manifest if manifest else installation.signature
    with flipped(path, data):
        found = installation.finding()
    assert found.kind is Kind.SIGNATURE_WRONG
    assert str(path) in found.text


@settings(max_examples=100)
@given(st.data(), st.booleans())
def test_that_a_shortened_or_longer_proof_is_found(lasting_installation, data, manifest):
    installation = lasting_installation
    path = installation.manifest if manifest else installation.signature
    before = path.read_bytes()
    path.write_bytes(
        before[: data.draw(st.integers(0, len(before) - 1))] + data.draw(st.binary(max_size=100))
    )
    same = path.read_bytes() == before
    try:
        assert installation.is_whole() is same
    finally:
        path.write_bytes(before)

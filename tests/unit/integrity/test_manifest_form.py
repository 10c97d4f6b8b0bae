"""What a manifest looks like, and what is refused as one."""

import json
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.integrity.manifest import (
    FORMAT,
    FileEntry,
    LinkEntry,
    Manifest,
    NotAManifest,
    OtherFormat,
    decode,
    encode,
)

AT = datetime(2026, 11, 28, 10, 0, 0, tzinfo=UTC)


def file(path="cli.py", root="kiosk", **changes):
    return FileEntry(
        **{"root": root, "path": path, "size": 3, "sha256": "ab" * 32, "executable": False} | changes
    )


def manifest(*files, **changes):
    body = {"software": "0.1.0", "created": AT, "roots": ("kiosk",), "layouts": ("sicbo/A",), "files": files}
    return Manifest(**body | changes)


def changed(**changes):
    """The bytes of a good manifest with other values, in canonical form otherwise."""
    body = json.loads(encode(manifest(file()))) | changes
    return json.dumps(body, separators=(",", ":"), sort_keys=True).encode()


def test_that_a_manifest_has_exactly_these_bytes():
    found = encode(manifest(file(), LinkEntry(root="kiosk", path="now", target="../v2")))
    assert found.decode() == (
        '{"created":"2026-11-28T10:00:00Z","files":[{"executable":false,"path":"cli.py","root":"kiosk",'
        f'"sha256":"{"ab" * 32}","size":3,"type":"file"}},'
        '{"path":"now","root":"kiosk","target":"../v2","type":"link"}],'
        '"format":"kiosk-manifest-1","layouts":["sicbo/A"],"roots":["kiosk"],"software":"0.1.0"}'
    )


_parts = st.text(
    st.characters(codec="utf-8", exclude_categories=("C", "Z"), exclude_characters="/\\"), min_size=1
)
_paths = st.lists(_parts.filter(lambda part: part not in {".", ".."}), min_size=1, max_size=3).map("/".join)


@given(st.sets(_paths, max_size=5))
def test_that_a_manifest_survives_being_written_and_read(paths):
    given_one = manifest(*(file(path) for path in sorted(paths)))
    assert decode(encode(given_one)) == given_one


@given(st.binary(max_size=60) | st.text(max_size=60).map(str.encode))
def test_that_no_bytes_do_more_than_be_refused(data):
    with pytest.raises(NotAManifest):
        decode(data)


@given(st.data())
def test_that_a_manifest_with_one_other_byte_is_refused_or_says_something_else(data):
    good = encode(manifest(file(), LinkEntry(root="kiosk", path="now", target="../v2")))
    at = data.draw(st.integers(0, len(good) - 1))
    other = good[:at] + bytes([good[at] ^ data.draw(st.integers(1, 255))]) + good[at + 1 :]
    try:
        read = decode(other)
    except NotAManifest:
        return
    assert read != decode(good)


def test_that_another_format_is_told_as_such():
    with pytest.raises(OtherFormat, match=f'its format is "kiosk-manifest-2", expected "{FORMAT}"'):
        decode(changed(format="kiosk-manifest-2", files="in a way that we do not know"))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (changed(files=[{"type": "file"}]), "missing required field"),
        (changed(more=1), "unknown field `more`"),
        (changed(files=[{"type": "device", "root": "kiosk", "path": "a"}]), "device"),
        (changed(created="2026-11-28T10:00:00"), "timezone"),
        (changed(created="2026-11-28T10:00:00+01:00"), "expected a time in UTC"),
        (changed(created="0001-01-01T00:00:00+14:00"), "expected a time in UTC"),
        (changed(software=""), "length"),
        (changed(software="0.1\n"), "printable"),
        (changed(layouts=["b", "a"]), "'a' stands after 'b'"),
        (changed(roots=["kiosk", "kiosk"]), "each once"),
        (changed(roots=["kiosk", "../x"]), "expected each once, in order"),
        (changed(roots=["A", "kiosk"]), "no name of a root"),
        (changed(roots=[]), "not in the list of roots"),
        (changed() + b"\n", "not in canonical form"),
        (changed().replace(b'"roots"', b'"roots":["x"],"roots"'), "not in canonical form"),
        (b"[" * 100_000, "Expected `object`, got `array`"),
        (b'{"a":' * 100_000, "recursion"),
    ],
)
def test_that_a_manifest_is_refused_with_the_reason(data, reason):
    with pytest.raises(NotAManifest, match=reason):
        decode(data)


@pytest.mark.parametrize(
    "path", ["", "/etc/passwd", "a//b", "a/", ".", "..", "a/../b", "./a", "a\nb", "a\\b", "a\0b"]
)
def test_that_no_path_leads_out_of_its_root_or_confuses_a_reader(path):
    with pytest.raises(NotAManifest, match="cannot be listed"):
        encode(manifest(file(path)))


@pytest.mark.parametrize(
    "wrong",
    [
        manifest(file("b"), file("a")),
        manifest(file("a"), file("a")),
        manifest(file("a"), LinkEntry(root="kiosk", path="a", target="b")),
        manifest(LinkEntry(root="kiosk", path="a", target="b\n")),
        manifest(LinkEntry(root="kiosk", path="a", target="")),
        manifest(file(size=-1)),
        manifest(file(sha256="AB" * 32)),
        manifest(software="\udcff"),
        manifest(software="x" * 201),
        manifest(created=AT.astimezone(timezone(timedelta(hours=1)))),
    ],
)
def test_that_nothing_is_written_that_would_not_be_read(wrong):
    with pytest.raises(NotAManifest):
        encode(wrong)

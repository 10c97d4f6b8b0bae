"""The program's own log: lines that a machine reads, nothing secret in them, and never a reason to stop."""

import errno
import json
import logging
import os
import subprocess
import sys
import threading
from contextlib import contextmanager
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kiosk.app import program_log
from kiosk.app.program_log import JsonLines, masked, set_up
from kiosk.tickets.number import mask

NUMBER = "012345678901234568"


@contextmanager
def logging_to(handler):
    log = logging.Logger("kiosk.test")  # noqa: LOG001 - one of its own, which no other test hears
    log.addHandler(handler)
    try:
        yield log
    finally:
        handler.close()


def lines(folder, name="kiosk.jsonl"):
    return [json.loads(line) for line in (folder / name).read_text().splitlines()]


@pytest.fixture
def rooted(tmp_path):
    """The whole set-up, taken down again."""
    root, level = logging.getLogger(), logging.getLogger("kiosk").level
    before = list(root.handlers)
    set_up(tmp_path)
    yield tmp_path / "log"
    for handler in [found for found in root.handlers if found not in before]:
        root.removeHandler(handler)
        handler.close()
    logging.getLogger("kiosk").setLevel(level)


def test_that_a_line_tells_time_level_logger_and_message(rooted):
    logging.getLogger("kiosk.some").info("the link is %s", "up")
    logging.getLogger("library").info("nobody wants to know")
    (line,) = lines(rooted)
    assert line.pop("time").endswith("Z")
    assert line == {"level": "INFO", "logger": "kiosk.some", "message": "the link is up"}


def test_that_an_exception_is_kept_as_text_without_what_is_secret(tmp_path):
    with logging_to(JsonLines(tmp_path)) as log:
        try:
            raise ValueError(f"ticket {NUMBER} with pin=4711")
        except ValueError:
            log.exception("it failed")
    (line,) = lines(tmp_path)
    assert "Traceback" in line["exception"]
    assert NUMBER not in line["exception"]
    assert "4711" not in line["exception"]
    assert NUMBER[-4:] in line["exception"]


def test_that_a_warning_is_on_standard_error_too_and_masked_there(rooted, warnings_logged, capsys):
    logging.getLogger("kiosk.some").warning("ticket %s", NUMBER)
    assert capsys.readouterr().err == f"ticket {mask(NUMBER)}\n"
    warnings_logged.clear()


def test_that_setting_up_again_takes_the_place_of_the_last_time(rooted, tmp_path):
    other = tmp_path / "other"
    set_up(other)
    logging.getLogger("kiosk.some").info("here")
    assert len(lines(other / "log")) == 1
    assert not (rooted / "kiosk.jsonl").exists()


SECRETS = [
    (f"ticket {NUMBER} is open", "012345678901234"),
    ("ticket 01-2345-6789-0123-4568", "2345-6789"),
    ("pin=4711", "4711"),
    ("PIN: 4711", "4711"),
    ("the PIN is 4711 today", "4711"),
    ('{"pin": "4711", "x": 1}', "4711"),
    ("{'pin_hash': b'abcdef'}", "abcdef"),
    ("staff_pin = 4711", "4711"),
    ("key=QUJDREVG", "QUJDREVG"),
    ("private_key: QUJDREVG", "QUJDREVG"),
    ('password="a \\" b"', ' b"'),
    ("token=eyJh.eyJi.c", "eyJ"),
    ("$argon2id$v=19$m=65536,t=3,p=4$c2FsdA$aGFzaA stored", "c2FsdA"),
    ("a -----BEGIN EC PRIVATE KEY-----\nMHcCAQ\n-----END EC PRIVATE KEY----- b", "MHcCAQ"),
    ("-----BEGIN PRIVATE KEY-----\\nMHcCAQ", "MHcCAQ"),
    ("hand pay by=Kim-Lee", "Kim"),
    ("{'name': 'Kim Lee'}", "Kim"),
]


@pytest.mark.parametrize(("text", "secret"), SECRETS)
def test_that_what_is_secret_is_not_in_the_line(tmp_path, text, secret):
    with logging_to(JsonLines(tmp_path)) as log:
        log.warning("%s", text)
        log.warning(text)
    assert secret not in (tmp_path / "kiosk.jsonl").read_text()
    assert secret not in masked(text)


@pytest.mark.parametrize(
    "text",
    [
        "round 1234 ends",
        "monkey=5 jumps",
        "at 1764317911123456789 ns",
        "record 17 of seat 07",
        "keys: 5 of them",
    ],
)
def test_that_what_is_no_secret_stays(text):
    assert masked(text) == text


@given(st.text(max_size=300), st.text(max_size=300))
def test_that_no_text_around_it_brings_a_number_out(before, after):
    apart = f"{before} {NUMBER} {after}"
    assert f" {NUMBER} " not in masked(apart)


@given(st.text())
def test_that_any_text_is_one_line_of_json(text):
    record = logging.LogRecord("kiosk", logging.INFO, "x", 1, "%s", (text,), None)
    line = program_log.line_of(record)
    assert line.count(b"\n") == 1
    assert json.loads(line)["logger"] == "kiosk"


def test_that_half_a_surrogate_and_a_wrong_format_make_a_line(tmp_path):
    with logging_to(JsonLines(tmp_path)) as log:
        log.warning("half: %s", "\ud800")
        log.warning("%d", "no number")
        log.warning("x" * 100_000)
    found = lines(tmp_path)
    assert found[0]["message"] == "half: \\ud800"
    assert "%d" in found[1]["message"]
    assert len(found[2]["message"]) < 21_000


def test_that_full_files_are_exchanged_and_the_oldest_goes(tmp_path):
    with logging_to(JsonLines(tmp_path, most_bytes=1_000, files=3)) as log:
        for number in range(100):
            log.info("line %s", number)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["kiosk.jsonl", "kiosk.jsonl.1", "kiosk.jsonl.2", "kiosk.jsonl.3"]
    told = [
        line["message"] for name in (names[3], names[2], names[1], names[0]) for line in lines(tmp_path, name)
    ]
    assert told == [f"line {number}" for number in range(100 - len(told), 100)]
    assert all((tmp_path / name).stat().st_size <= 1_000 for name in names)


def test_that_a_line_that_a_power_cut_has_torn_costs_no_other(tmp_path):
    (tmp_path / "kiosk.jsonl").write_bytes(b'{"time":"2026-01-31T1')
    with logging_to(JsonLines(tmp_path)) as log:
        log.info("after")
    _, last = (tmp_path / "kiosk.jsonl").read_text().splitlines()
    assert json.loads(last)["message"] == "after"


def test_that_a_log_that_was_taken_away_begins_anew(tmp_path):
    with logging_to(JsonLines(tmp_path)) as log:
        log.info("one")
        (tmp_path / "kiosk.jsonl").rename(tmp_path / "taken")
        log.info("two")
    assert [line["message"] for line in lines(tmp_path)] == ["two"]


def test_that_a_folder_that_cannot_be_is_said_once_and_tried_again(tmp_path, capsys):
    folder = tmp_path / "log"
    folder.write_bytes(b"")
    with logging_to(JsonLines(folder)) as log:
        log.info("one")
        log.info("two")
        (said,) = capsys.readouterr().err.splitlines()
        assert "cannot be written" in said
        assert "the program goes on" in said
        folder.unlink()
        log.info("three")
        assert [line["message"] for line in lines(folder)] == ["three"]
        assert capsys.readouterr().err == ""


_FULL = """
import logging, resource, signal, sys
from pathlib import Path
from kiosk.app.program_log import set_up
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (1_000, resource.RLIM_INFINITY))  # a disk that is full after a thousand bytes
set_up(Path(sys.argv[1]))
log = logging.getLogger("kiosk.test")
for number in range(30):
    log.info("line %s", number)
resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
log.info("room again")
print("went on")
"""


def test_that_a_full_disk_costs_whole_lines_and_one_on_standard_error(tmp_path):
    done = subprocess.run(
        [sys.executable, "-c", _FULL, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        cwd=Path(__file__).parents[3],
    )
    assert (done.returncode, done.stdout) == (0, "went on\n"), done.stderr
    assert len(done.stderr.splitlines()) == 1
    told = [line["message"] for line in lines(tmp_path / "log")]
    assert told[0] == "line 0"
    assert told[-1] == "room again"
    assert len(told) < 20


def test_that_a_disk_that_fails_leaves_no_half_line(tmp_path, monkeypatch, capsys):
    write = os.write

    def half(handle, body):
        return write(handle, body[: len(body) // 2])

    def full(handle, body):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    with logging_to(JsonLines(tmp_path)) as log:
        log.info("one")
        for broken in (half, full):
            monkeypatch.setattr(program_log.os, "write", broken)
            log.info("lost")
            monkeypatch.setattr(program_log.os, "write", write)
            log.info("kept")
    assert [line["message"] for line in lines(tmp_path)] == ["one", "kept", "kept"]
    assert len(capsys.readouterr().err.splitlines()) == 2


def test_that_threads_tear_no_line(tmp_path):
    with logging_to(JsonLines(tmp_path, most_bytes=5_000, files=100)) as log:
        threads = [
            threading.Thread(target=lambda name=name: [log.info("%s %s", name, n) for n in range(200)])
            for name in "abcd"
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    found = [line["message"] for path in tmp_path.iterdir() for line in lines(tmp_path, path.name)]
    assert sorted(found) == sorted(f"{name} {n}" for name in "abcd" for n in range(200))

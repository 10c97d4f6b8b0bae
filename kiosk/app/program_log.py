"""The program's own log: JSON lines in the state directory, for technicians. Nothing that is worth money is in it.

A line is {"time", "level", "logger", "message", "exception"}; the file is exchanged when it is full, and the oldest
goes. The log never stops a seat: what cannot be written is said once on standard error, and tried again.
"""

from __future__ import annotations

import errno
import logging
import os
import re
import sys
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from kiosk.tickets.number import mask

FOLDER, FILE = "log", "kiosk.jsonl"
MOST_BYTES, FILES = 5_000_000, 10  # of one file, and how many full ones are kept
_LONGEST = 20_000  # characters of a text in a line
HIDDEN = "[hidden]"

_PEM = re.compile(r"-----BEGIN [A-Z0-9 ]+-----.*?(?:-----END [A-Z0-9 ]+-----|\Z)", re.DOTALL)
_ARGON = re.compile(r"\$argon2[^\s\"')]*")
_NUMBER = re.compile(r"(?<![0-9])(?:[0-9]{18}|[0-9]{2}(?:[- ][0-9]{4}){4})(?![0-9])")
_WORDS = "pin|pincode|pin_?hash|passw(?:or)?d|passphrase|secret|token|private_?key|api_?key|key|hash|salt|credential"
_PEOPLE = "by|who|staff|player|name|person|user"
_SECRET = re.compile(
    rf"""(?ix) \b ((?:\w+[_-])? (?:{_WORDS}|{_PEOPLE}) (?:[_-]?(?:hash|code))?) (["']?\s*[=:]\s*)
    (?: "(?:[^"\\]|\\.)*" | '(?:[^'\\]|\\.)*' | b?'[^']*' | [^\s,;)\]}}"']+ )"""
)
_SPOKEN = re.compile(r"(?i)\b(pin)(\s+(?:is\s+|was\s+)?)([0-9]{3,12})\b")


def set_up(folder: Path) -> None:
    """Let everything that is logged go to ``folder``/log/kiosk.jsonl, where ``folder`` is the state directory.

    Called again, it takes the place of the last time. Raises nothing: a log that cannot be written is said on
    standard error, and the program goes on. Warnings go to standard error as well.
    """
    root = logging.getLogger()
    for handler in list(root.handlers):
        if isinstance(handler, JsonLines | _OnStderr):
            root.removeHandler(handler)
            handler.close()
    root.addHandler(JsonLines(folder / FOLDER))
    root.addHandler(_OnStderr())
    logging.getLogger("kiosk").setLevel(logging.INFO)  # of libraries WARNING and above, as it is without this


def masked(text: str) -> str:
    """The text without what a log must never hold: whole numbers of tickets, PINs, hashes, keys, names of people."""
    text = _PEM.sub(HIDDEN, text)
    text = _ARGON.sub(HIDDEN, text)
    text = _SECRET.sub(lambda found: f"{found[1]}{found[2]}{HIDDEN}", text)
    text = _SPOKEN.sub(lambda found: f"{found[1]}{found[2]}{HIDDEN}", text)
    return _NUMBER.sub(lambda found: mask(found[0]), text)


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    time: str
    level: str
    logger: str
    message: str
    exception: str = ""


def line_of(record: logging.LogRecord) -> bytes:
    """The record as a line, masked. One that cannot be put together is a line that says so."""
    try:
        message = record.getMessage()
    except Exception as error:  # noqa: BLE001 - a wrong format string must not cost the line
        message = f"{record.msg!r} with {type(record.args).__name__}: {error}"
    exception = (
        logging.Formatter().formatException(record.exc_info) if record.exc_info else record.exc_text or ""
    )
    at = datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z"
    found = _Line(at, record.levelname, record.name, _text(message), _text(exception))
    return msgspec.json.encode(found) + b"\n"


def _text(text: str) -> str:
    whole = masked(text.encode("utf-8", "backslashreplace").decode())
    return whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}… ({len(whole)} characters)"


class JsonLines(logging.Handler):
    """Appends lines to kiosk.jsonl in a folder. A line is whole or not there at all, also on a disk that is full."""

    def __init__(self, folder: Path, most_bytes: int = MOST_BYTES, files: int = FILES) -> None:
        super().__init__()
        self._path = folder / FILE
        self._most, self._files = most_bytes, files
        self._handle = -1
        self._size = 0
        self._said = False

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record, or say once that it cannot be."""
        line = line_of(record)
        try:
            self._append(line)
            self._said = False
        except OSError as error:
            self._let_go()
            if not self._said:
                self._said = True
                _say(f"log {self._path} cannot be written: {error.strerror}; the program goes on without it")

    def close(self) -> None:
        """Let the file go."""
        self.acquire()
        try:
            self._let_go()
        finally:
            self.release()
        super().close()

    def _append(self, line: bytes) -> None:
        if self._handle >= 0 and self._is_another():
            self._let_go()
        if self._handle < 0:
            self._open()
        if self._size and self._size + len(line) > self._most:
            self._let_go()
            self._exchange()
            self._open()
        try:
            written = os.write(self._handle, line)
        except OSError:
            os.ftruncate(self._handle, self._size)
            raise
        if written != len(line):
            os.ftruncate(self._handle, self._size)
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self._size += written

    def _is_another(self) -> bool:
        """Whether somebody has taken the file away."""
        try:
            return not os.path.samestat(self._path.stat(), os.fstat(self._handle))
        except FileNotFoundError:
            return True

    def _open(self) -> None:
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o640)
        self._size = os.fstat(self._handle).st_size
        if (
            self._size and os.pread(self._handle, 1, self._size - 1) != b"\n"
        ):  # a power cut has torn the last line
            self._size += os.write(self._handle, b"\n")

    def _exchange(self) -> None:
        """kiosk.jsonl becomes kiosk.jsonl.1, and so on; the last one goes."""
        for number in range(self._files - 1, 0, -1):
            older = self._numbered(number)
            if older.exists():
                older.replace(self._numbered(number + 1))
        self._path.replace(self._numbered(1))

    def _numbered(self, number: int) -> Path:
        return self._path.with_name(f"{FILE}.{number}")

    def _let_go(self) -> None:
        if self._handle >= 0:
            os.close(self._handle)
        self._handle, self._size = -1, 0


class _OnStderr(logging.Handler):
    """Warnings for whoever reads standard error, as without a log, and masked like it."""

    def __init__(self) -> None:
        super().__init__(logging.WARNING)

    def emit(self, record: logging.LogRecord) -> None:
        try:
            _say(masked(self.format(record)))
        except Exception:  # noqa: BLE001 - a wrong format string; the log has the line
            _say(f"a line of {record.name} cannot be shown")


def _say(line: str) -> None:
    try:
        sys.stderr.write(f"{line}\n")
        sys.stderr.flush()
    except (OSError, ValueError, AttributeError):
        return  # nobody reads standard error

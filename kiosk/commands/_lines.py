"""Commands that take JSON lines and give JSON lines: each line is answered on its own, a bad one by an error."""

import json
import sys
from collections.abc import Callable, Mapping
from typing import BinaryIO

from kiosk.games.errors import GameError
from kiosk.money import InexactPayout

MOST_BYTES = 64 * 1024
"""The longest line that is read, in bytes: as long as the longest record of the table log."""


class BadLine(ValueError):
    """A line that is not what the command takes."""


def answer_each(example: str, answer: Callable[[Mapping[str, object]], dict[str, object]]) -> int:
    """Answers every line of the standard input; blank lines are passed over. Each answer is flushed at once.

    ``answer`` raises GameError or InexactPayout for a bad line. Answers 0, or 1 when a line was bad.
    """
    status = 0
    number = 0
    while line := _next_line(sys.stdin.buffer):
        number += 1
        if len(line) <= MOST_BYTES and not line.strip():
            continue
        try:
            found = answer(_object_of(line, example))
        except (BadLine, GameError, InexactPayout) as error:
            found = {"error": f"line {number}: {error}"}
            status = 1
        print(json.dumps(found), flush=True)
    return status


def _object_of(line: bytes, example: str) -> dict[str, object]:
    found = _parsed(line)
    if not isinstance(found, dict):
        raise BadLine(f"found {type(found).__name__}: expected an object, as {example}")
    return found


def _next_line(source: BinaryIO) -> bytes:
    line = source.readline(MOST_BYTES + 1)
    rest = line
    # The remainder of an endless line is passed over in pieces: it is never held whole.
    while len(rest) > MOST_BYTES and not rest.endswith(b"\n"):
        rest = source.readline(MOST_BYTES + 1)
    return line


def _parsed(line: bytes) -> object:
    if len(line) > MOST_BYTES:
        raise BadLine(f"longer than {MOST_BYTES} bytes: expected one object")
    try:
        return json.loads(line.decode("utf-8"), object_pairs_hook=_object, parse_constant=_constant)
    except UnicodeDecodeError as error:
        raise BadLine(f"not UTF-8 at byte {error.start + 1}: expected JSON in UTF-8") from None
    except BadLine:
        raise
    except RecursionError:
        raise BadLine("nested too deep: expected one object") from None
    except ValueError as error:  # also a number of thousands of digits
        raise BadLine(f"not JSON as expected: {error}") from None


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise BadLine(f'key "{key}" is there twice: expected once')
        found[key] = value
    return found


def _constant(word: str) -> object:
    raise BadLine(f"found {word}: expected a number")

"""Shared by the commands that run until they are told to end."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import TextIO

_SIGNALS = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def ends_by_signal(stop: Callable[[], None]) -> Iterator[None]:
    """SIGINT and SIGTERM call ``stop``, which must be safe in the middle of anything."""
    with _handled(lambda _: stop()):
        yield


class Leaving:
    """What :func:`leaves_by_signal` yields."""

    def __init__(self) -> None:
        self._holds = False

    def hold(self) -> None:
        """From now on signals do nothing: what cleans up must come to its end."""
        self._holds = True

    def told(self, number: int) -> None:
        """A signal has come. Only the first counts: a second must not cut off the cleaning up after it."""
        if not self._holds:
            self._holds = True
            raise SystemExit(128 + number)


@contextmanager
def leaves_by_signal() -> Iterator[Leaving]:
    """The first SIGINT or SIGTERM raises SystemExit wherever the program is, with the status that shells give."""
    leaving = Leaving()
    with _handled(leaving.told):
        yield leaving


@contextmanager
def _handled(told: Callable[[int], None]) -> Iterator[None]:
    before = {number: signal.signal(number, lambda found, _: told(found)) for number in _SIGNALS}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class _Unheard:
    """A stream that takes everything: what cannot be written is gone."""

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        """Write it if somebody reads."""
        with suppress(OSError, ValueError):
            self._stream.write(text)
        return len(text)

    def flush(self) -> None:
        """Hand it on if somebody reads."""
        with suppress(OSError, ValueError):
            self._stream.flush()

    def __getattr__(self, name: str) -> object:
        return getattr(self._stream, name)


@contextmanager
def unheard() -> Iterator[None]:
    """Whether somebody reads standard output and error decides about nothing that a table does.

    A journal that dies leaves broken pipes behind; a seat, a console or a host plays on, and at its end its status is
    its own.
    """
    before: dict[str, TextIO] = {"stdout": sys.stdout, "stderr": sys.stderr}
    for name, stream in before.items():
        setattr(sys, name, _Unheard(stream))
    try:
        yield
    finally:
        for name, stream in before.items():
            setattr(sys, name, stream)
            _let_go(stream)


def _let_go(stream: TextIO) -> None:
    """What is left for a reader who has gone must not fail once more at the exit."""
    try:
        stream.flush()
    except OSError:
        with suppress(OSError, ValueError):
            nobody = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nobody, stream.fileno())
            os.close(nobody)
    except ValueError:
        return  # closed


def say_on_stderr(command: str) -> Callable[[str], None]:
    """Says lines of ``kiosk command`` on standard error, at once."""

    def say(line: str) -> None:
        print(f"kiosk {command}: {line}", file=sys.stderr, flush=True)

    return say

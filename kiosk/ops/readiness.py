"""Tells the service manager how a running part is: that it is ready, that it still moves, that it ends.

The protocol is sd_notify(3): one datagram of KEY=VALUE lines to the socket that NOTIFY_SOCKET names. Without that
variable nothing is sent, so that a part started by hand is no different.
"""

from __future__ import annotations

import logging
import os
import socket
from collections.abc import Mapping

_log = logging.getLogger(__name__)

BEATS = 3  # in the time after which the manager takes a part for hung: two may be late
LONGEST_STATUS = 200  # characters
_LONGEST_PATH = 107  # bytes of a Unix socket's name


class Readiness:
    """The word to the service manager, as the environment ``environ`` names it. Safe in any thread; raises nothing.

    A manager that cannot be reached is said once in the program's log: it will restart this part, and somebody must
    be able to read why.
    """

    def __init__(self, environ: Mapping[str, str] | None = None) -> None:
        found = os.environ if environ is None else environ
        self._address = _address(found.get("NOTIFY_SOCKET", ""))
        self._watchdog_ms = _watchdog_ms(found) if self._address else 0
        self._failed = False

    @property
    def listens(self) -> bool:
        """Whether there is a service manager to be told."""
        return bool(self._address)

    @property
    def beat_ms(self) -> int:
        """How often :meth:`alive` is to be called, ms; 0 where no watchdog waits for it."""
        return max(1, self._watchdog_ms // BEATS) if self._watchdog_ms else 0

    def starting(self, words: str, seconds: int) -> None:
        """The start has come further and needs up to ``seconds`` more from now on."""
        self._tell(f"STATUS={_line(words)}", f"EXTEND_TIMEOUT_USEC={seconds * 1_000_000}")

    def ready(self, words: str) -> None:
        """It can be used now, or says on its screen why not."""
        self._tell("READY=1", f"STATUS={_line(words)}")

    def status(self, words: str) -> None:
        """How it is, for whoever asks the manager."""
        self._tell(f"STATUS={_line(words)}")

    def alive(self) -> None:
        """The thread that calls this still moves."""
        self._tell("WATCHDOG=1")

    def stopping(self) -> None:
        """It ends now, in good order."""
        self._tell("STOPPING=1", "STATUS=ends")

    def _tell(self, *lines: str) -> None:
        if not self._address:
            return
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as out:
                out.setblocking(False)  # a screen never waits for a manager that does not read
                out.sendto("\n".join(lines).encode(), self._address)
        except OSError as error:
            if not self._failed:
                self._failed = True
                _log.warning("the service manager at NOTIFY_SOCKET cannot be told: %s", error.strerror)


def _address(name: str) -> str:
    """The address of the socket; a leading @ is an abstract one. What is none of both is said and not used."""
    if not name:
        return ""
    if name[0] not in "/@" or len(name) < 2 or "\0" in name or len(os.fsencode(name)) > _LONGEST_PATH:
        _log.warning("NOTIFY_SOCKET of %r: expected an absolute path or @name; nobody is told", name[:120])
        return ""
    return f"\0{name[1:]}" if name[0] == "@" else name


def _watchdog_ms(environ: Mapping[str, str]) -> int:
    """After how many ms without a beat the manager restarts us; 0 for never, or when it watches another process."""
    time_us, process = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    if not time_us or (process and process != str(os.getpid())):
        return 0
    if not (time_us.isascii() and time_us.isdecimal()) or not 1000 <= int(time_us) < 2**63:
        _log.warning("WATCHDOG_USEC of %r: expected a whole number of microseconds", time_us[:40])
        return 0
    return int(time_us) // 1000


def _line(words: str) -> str:
    """Words on one line: a line end would begin another assignment."""
    return "".join(sign if sign.isprintable() else " " for sign in words)[:LONGEST_STATUS]

"""Certificates while a program runs: looked at daily, told before they end, and named when they have ended."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import datetime

from kiosk.app.certificates import Certificate, now, warnings
from kiosk.app.config_links import LogConfig, ServeFile
from kiosk.faults import EnvironmentFault

EVERY_S = 86_400.0
AGAIN_S = 10.0  # so often at most while the servers are silent: their silence may be its end


class CertificateWatch:
    """One program's own certificate and its authority, and of a host those that it serves with. One thread.

    ``told`` is what there is to say now: that one ends within 30 days, or that it has ended, with file and date; empty
    while all is well.
    """

    def __init__(
        self,
        log: LogConfig,
        serve: ServeFile | None = None,
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._log = log
        self._serve = serve
        self._clock_s = clock_s
        self._looked_s: float | None = None
        self._ends: datetime | None = None  # of the one that ends first, while all hold
        self.told = ""
        self.over = False

    @property
    def name(self) -> str:
        """The own certificate's file; empty for a plain connection."""
        return self._log.certificate.name if self._log.certificate is not None else ""

    def look(self, every_s: float = EVERY_S) -> str:
        """Look, if the last look is ``every_s`` ago, or one has ended since; what is to be told, empty for nothing."""
        now_s = self._clock_s()
        ended = self._ends is not None and now() > self._ends
        if not ended and self._looked_s is not None and now_s - self._looked_s < every_s:
            return ""
        self._looked_s, self._ends = now_s, None
        try:
            found = self._found()
            self.told, self.over = "; ".join(warnings(found, now())), False
            self._ends = min((one.ends for one in found), default=None)
        except EnvironmentFault as fault:
            self.told, self.over = str(fault), True
        return self.told

    def _found(self) -> tuple[Certificate, ...]:
        return self._log.certificates() + (self._serve.certificates() if self._serve is not None else ())

    def first_end(self) -> Certificate | None:
        """Of all as they are now the one that ends first; None where none is needed. Any thread.

        Raises :class:`EnvironmentFault` for files that cannot be read.
        """
        return min(self._found(), key=lambda found: found.ends, default=None)

    def days_left(self, found: Certificate) -> int:
        """Whole days from now until its end; below zero when it is over."""
        return found.days_left(now())

    def why(self, silence: str) -> str:
        """``silence`` of the servers in words: that the certificate is over, where it is."""
        if not silence:
            return ""
        self.look(AGAIN_S)
        return self.told if self.over else silence

"""Certificates while a program runs: looked at daily, told before they end, and named when they have ended."""

from __future__ import annotations

import time
from collections.abc import Callable

from kiosk.bootstrap.certificates import now
from kiosk.bootstrap.config import LogConfig
from kiosk.faults import EnvironmentFault

EVERY_S = 86_400.0
AGAIN_S = 10.0  # so often at most while the servers are silent: their silence may be its end


class CertificateWatch:
    """One program's own certificate and its authority. One thread.

    ``told`` is what there is to say now: that one ends within 30 days, or that it has ended, with file and date; empty
    while all is well.
    """

    def __init__(self, log: LogConfig, clock_s: Callable[[], float] = time.monotonic) -> None:
        self._log = log
        self._clock_s = clock_s
        self._looked_s: float | None = None
        self.told = ""
        self.over = False

    def look(self, every_s: float = EVERY_S) -> str:
        """Look, if the last look is ``every_s`` ago; what is to be told of it now, empty for nothing."""
        now_s = self._clock_s()
        if self._looked_s is not None and now_s - self._looked_s < every_s:
            return ""
        self._looked_s = now_s
        try:
            self.told, self.over = " · ".join(self._log.warnings(now())), False
        except EnvironmentFault as fault:
            self.told, self.over = str(fault), True
        return self.told

    def why(self, silence: str) -> str:
        """``silence`` of the servers in words: that the certificate is over, where it is."""
        if not silence:
            return ""
        self.look(AGAIN_S)
        return self.told if self.over else silence

"""Says, where there is no screen, that the table log does not answer, and that it answers again."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

SETTLES_S = 1.0  # so long a change must last: a member that fails over to another is no outage


class LinkWords:
    """One line for each outage and one for its end. ``look`` is called again and again, in one thread.

    ``silences`` tells of each link what it suffers from now, "" where it answers; the first silent one is told of.
    """

    def __init__(
        self,
        endpoints: Sequence[str],
        silences: Callable[[], Sequence[str]],
        say: Callable[[str], None],
        clock_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._endpoints = ", ".join(endpoints)
        self._silences = silences
        self._say = say
        self._clock_s = clock_s
        self._told = False  # that it is silent
        self._since_s: float | None = None  # when it became other than told

    def look(self) -> None:
        """Say what is new."""
        why = next((silence for silence in self._silences() if silence), "")
        if bool(why) is self._told:
            self._since_s = None
            return
        now_s = self._clock_s()
        if self._since_s is None:
            self._since_s = now_s
        if now_s - self._since_s < SETTLES_S:
            return
        self._told, self._since_s = bool(why), None
        if why:
            self._say(f"the table log does not answer at {self._endpoints}: {_bare(why)}; waiting")
        else:
            self._say(f"the table log answers again at {self._endpoints}")


def nothing() -> None:
    """For who has nobody to tell."""


def _bare(why: str) -> str:
    return why.removeprefix("the table log does not answer (").removesuffix(")")

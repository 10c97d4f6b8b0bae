"""How the servers of a log are."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class EtcdHealth:
    """How many of the members answer in agreement with a leader, and the alarms they raise, as "NOSPACE".

    ``known`` is False until the members have been asked for the first time.
    """

    reachable: int
    members: int
    alarms: tuple[str, ...] = ()
    known: bool = True

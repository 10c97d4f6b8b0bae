"""Faults of the environment: disk full, file damaged, device away. Shown to people, with the way out."""

from __future__ import annotations

import msgspec

# What the decoder raises for a file that is no JSON as it should be: also for bytes that are no UTF-8, and for depth.
NOT_JSON = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)

# The ways out that name a copy: each says what follows of an older one.
NEWEST_COPY = "Put back the newest copy there is; an older one is locked until a supervisor releases it"
NEWEST_ARCHIVE = (
    "Put back the newest copy there is; an older one may be refused until staff release it by name"
)
NEWEST_MEMORY = (
    "Put back the newest copy there is and look into the device: an older one does not know its last item"
)
SAME_FILE = "Put back a copy of this very file; another one is refused"


def why(error: BaseException) -> str:
    """What the system says is wrong, without number and path: the sentence around it names the thing."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


class EnvironmentFault(Exception):
    """Something outside the program is wrong.

    ``what`` names the thing, the value found and what was expected; ``way_out`` says what a person can do.
    """

    def __init__(self, what: str, way_out: str = "") -> None:
        super().__init__(f"{what}. {way_out}".strip() if way_out else what)
        self.what = what
        self.way_out = way_out


class MustEnd(EnvironmentFault):
    """A running program must not go on: it sends nothing more, says so and ends with status 2. Its books stay."""


class OlderCopy(EnvironmentFault):
    """A file, or what is asked over the network, is older than what was seen of it: money may have been paid since."""

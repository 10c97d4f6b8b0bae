"""Faults of the environment: disk full, file damaged, device away. Shown to people, with the way out."""

from __future__ import annotations


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

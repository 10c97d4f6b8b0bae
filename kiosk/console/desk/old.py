"""Rounds past the reach of the seats, at the desk: read from the archive, decided for the manager."""

from __future__ import annotations

from kiosk.console.desk.core import Core
from kiosk.console.old_rounds import OldRound, changes_by, read_old
from kiosk.games.game import Fact
from kiosk.table.round import EARLIER_ROUNDS


def is_old(core: Core, number: int) -> bool:
    """Whether the seats cannot decide the round anew any more."""
    return 0 < number < core.table.number - EARLIER_ROUNDS


def read(core: Core, number: int) -> OldRound | None:
    """The round as the archive has it; None for one that is not old, or not held whole."""
    archive = core.service.reading.archive
    if archive is None or not is_old(core, number):
        return None
    return read_old(archive, core.config.settings, number)


def rule(core: Core, number: int, facts: tuple[Fact, ...], reason: str, by: str, authorised_by: str) -> None:
    """Decide about the round, by the dice or void without any. Does nothing for one that is not held any more."""
    old = read(core, number)
    if old is not None and old.facts != facts:
        items = changes_by(core.config.settings, old, facts)
        at = core.config.at_utc()
        core.service.rule_old(number, old.decisions + 1, facts, reason, by, authorised_by, at, items)

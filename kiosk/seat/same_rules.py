"""What a seat may not change as long as a round of it can be decided anew: its layout, pay table and limits."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping

from kiosk.games.game import Layout
from kiosk.seat.state import SeatState, correctable

LIMITS = ("ticket_limit", "win_limit", "credit_limit", "note_velocity")
KEPT = ("layout", "game", *LIMITS)
"""The settings, and keys of the configuration file, that wait until no round of the seat can be decided anew."""


def odds_of(layout: Layout) -> str:
    """A mark of the layout's spots and pay table: another one when anything of it pays differently."""
    lines = [f"{spot}:{','.join(map(str, layout.odds(spot)))}" for spot in sorted(layout.spots)]
    return hashlib.sha256("\n".join((layout.name, *lines)).encode()).hexdigest()[:16]


def kept_changes(changed: Iterable[str]) -> tuple[str, ...]:
    """Of these settings the ones that must wait."""
    return tuple(name for name in changed if name in KEPT)


def why_not_changed(state: SeatState, layout: Layout, written: Mapping[str, str]) -> tuple[str, str] | None:
    """What is wrong with starting by this layout and configuration, and the way out; None when nothing is."""
    number = correctable(state)
    if not number:
        return None
    until = f"until 100 more rounds were played at the table after round {number}, which can still be decided anew"
    if state.layout not in ("", layout.name):
        return (
            f"round {number} was played on layout {state.layout}, started was layout {layout.name}",
            f"Start with layout {state.layout} {until}",
        )
    if state.odds not in ("", odds_of(layout)):
        return (
            f"layout {layout.name} has other spots or odds than round {number} was played by",
            f"Put the layout files of before back, or go back to the software of before, {until}",
        )
    known = state.written or {}
    changed = [name for name in LIMITS if name in known and name in written and known[name] != written[name]]
    if changed:
        told = ", ".join(f"{name} = {known[name]} (found {written[name]})" for name in changed)
        return (
            f"limits were changed in the configuration while round {number} can still be decided anew",
            f"Set {told} {until}",
        )
    return None

"""Which games can be named, and which of their layouts: whatever there is in their folders."""

from __future__ import annotations

from collections.abc import Sequence

from kiosk.games import game_names
from kiosk.resources import layout_names


def why_no_game(name: str) -> str | None:
    """What is expected instead of a game of that name, or None: it can be dealt."""
    return None if name in game_names() else f"expected {one_of(game_names())}"


def why_no_layout(game: str, name: str) -> str | None:
    """What is expected instead of a layout of that name, or None: the game has it."""
    names = layout_names(game)
    return None if name in names else f"expected {one_of(names) or 'a game that has layouts'}"


def one_of(names: Sequence[str]) -> str:
    """The names as a choice, as in "A, B or C"."""
    return " or ".join(part for part in (", ".join(names[:-1]), *names[-1:]) if part)

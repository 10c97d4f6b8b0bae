"""Where a jackpot stands in the cluster. It belongs to the House: no table may be named as its folder is."""

from __future__ import annotations

from typing import Final

FOLDER: Final = "jackpot"
ROOT: Final = f"etg/{FOLDER}/"
TAKEN: Final = ("seat", "private")  # what stands below such a folder the log takes for what leaves it
_METER: Final = "meter"


def meter(jackpot: str) -> str:
    """Where its meter stands: one cell that is written over with each act."""
    return f"{ROOT}{jackpot}/{_METER}"


def acts(jackpot: str, table: str = "") -> str:
    """Prefix of what was done with it, or of what one table has done. Each is written once and stays."""
    return f"{ROOT}{jackpot}/act/" + (f"{table}/" if table else "")


def act(jackpot: str, name: str) -> str:
    """Where the act of that name stands."""
    return f"{acts(jackpot)}{name}"


def jackpot_in(key: str) -> str:
    """The jackpot whose act stands there; empty for every other key."""
    name, _, rest = key.removeprefix(ROOT).partition("/")
    return name if key.startswith(ROOT) and rest.startswith("act/") else ""

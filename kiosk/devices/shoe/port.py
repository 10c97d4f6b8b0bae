"""The port between a console and a reading shoe or shuffler. Real or simulated, it looks the same.

As with every device (kiosk/devices/ports.py): it answers later, through the `tell` that it was built with, and a
fault of the shoe becomes a value that is told, never an exception in the caller.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Protocol

import msgspec


class ShoeCondition(StrEnum):
    """What can be said of the shoe itself."""

    READY = "ready"
    LID_OPEN = "lid-open"
    JAM = "jam"
    EMPTY = "empty"  # no card is left in it
    SILENT = "silent"  # it does not answer
    WRONG = "wrong"  # another shoe, or one that has forgotten: its cards are entered by hand to the end of the deal


class CardsOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="cards-out"):
    """A card has left the shoe, or a whole hand at once, in their order; "" is one that could not be read.

    `number` is that of the last of them: a shoe counts what it gives. `again`: it was there when this program first
    asked, so an earlier one may have entered it and not have said so.
    """

    number: int
    cards: tuple[str, ...]
    again: bool = False


class TwoAtOnce(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="two-at-once"):
    """Two cards or more were drawn together: which is the first, nobody can tell (Stud 5.14)."""

    number: int
    again: bool = False


class CoverCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="cover-card"):
    """The cover card has come out: it is no card of the game, and the shoe is shuffled after this round."""

    number: int
    again: bool = False


class ShoeIs(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="shoe-is"):
    """The shoe is in another condition than it was told last; `detail` says it in words."""

    condition: ShoeCondition
    detail: str


ShoeRead = CardsOut | TwoAtOnce | CoverCard
ShoeTold = ShoeRead | ShoeIs
Notice = Callable[[ShoeTold], None]


class Shoe(Protocol):
    """The shoe of one table. It keeps what it gave until the console has taken it, so that a crash loses no card."""

    def power_up(self) -> None:
        """Call once: from now on the shoe is asked, and what it says is told."""

    def begin(self, deal: int, /) -> None:
        """Another deal begins: what was given before counts for nothing. 0: none runs, and any shoe is accepted."""

    def want(self, cards: int, /) -> None:
        """So many cards are waited for; with 0 the shoe shows that none is to be drawn."""

    def took(self, number: int, /) -> None:
        """All up to that number is entered, or put aside: the shoe may forget it."""

    def close(self) -> None:
        """End. The shoe shows soon after that nobody asks it."""

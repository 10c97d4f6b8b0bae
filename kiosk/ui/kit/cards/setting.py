"""What a screen must know of a game whose players set their cards into a Low and a High Hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import NamedTuple, Protocol

from kiosk.ui.kit.texts import Texts

Cards = tuple[str, ...]


class Hands(NamedTuple):
    """Cards as they are set, each hand from its highest card."""

    low: Cards
    high: Cards


class Verdict(StrEnum):
    """How one hand compares with the Dealer's of its kind; the same rank is the Dealer's."""

    WON = "won"
    LOST = "lost"
    COPY = "copy"


class HandRules(Protocol):
    """The rules of setting, as the screens ask for them. `low` and `high`: how many cards each hand has."""

    @property
    def low(self) -> int:
        """Cards of the Low Hand."""

    @property
    def high(self) -> int:
        """Cards of the High Hand."""

    def ordered(self, cards: Iterable[str]) -> Cards:
        """Cards as a player sorts them, the highest first."""

    def house_way(self, cards: Sequence[str]) -> Hands:
        """All cards of a hand, set the House Way."""

    def set_by(self, cards: Sequence[str], choice: str) -> Hands:
        """All cards of a hand as a choice sets them: as the House would, where it is no choice for them."""

    def is_foul(self, hands: Hands) -> bool:
        """Whether the Low Hand ranks above the High Hand."""

    def low_words(self, cards: Sequence[str], texts: Texts) -> str:
        """A whole Low Hand in words."""

    def high_words(self, cards: Sequence[str], texts: Texts) -> str:
        """A whole High Hand in words."""

    def compare(self, own: Hands, dealer: Hands) -> tuple[Verdict, Verdict]:
        """How the own Low and the own High Hand end against the Dealer's."""

"""What every screen shows alike of all card games: spots by their words alone, and why rounds are void."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtGui import QPainter

from kiosk.games.game import BadFacts, Fact, VoidReasons
from kiosk.games.laid import CARD, DEALER
from kiosk.ui.kit.texts import Texts


def void_words(void: VoidReasons) -> dict[str, str]:
    """The keys of the texts that say why a round is void by what every card game has."""
    return {
        void.early: "felt.void_early",
        void.again: "felt.void_again",
        void.late: "felt.void_late",
        void.damaged: "felt.void_damaged",
    }


def open_cards(facts: Sequence[Fact], most: int | None = None) -> tuple[str, ...]:
    """The Dealer's open cards in a result, in the order dealt. Raises BadFacts for more than he can have."""
    found = tuple(
        str(fact.values[0]) for fact in facts if fact.name == CARD and fact.at == DEALER and fact.values
    )
    if most is not None and len(found) > most:
        raise BadFacts(f"found {len(found)} open cards at the dealer: expected up to {most}")
    return found


class CardLook:
    """The part of GameLook that is alike: a result is the Dealer's hand, no spot has a picture.

    `spots` are the keys of the names of its spots.
    """

    rounds_note = "cards.rounds_note"
    spots: Mapping[str, str]

    def spot_words(self, spot: str, texts: Texts) -> str:
        """Its name. Raises KeyError for an unknown one."""
        return texts.get(self.spots[spot])

    def spot_word(self, spot: str, texts: Texts) -> str:
        """The same: no picture stands beside."""
        return self.spot_words(spot, texts)

    def spot_width(self, spot: str, px: int) -> float:  # noqa: ARG002  the words say all
        """None: the words say all."""
        return 0.0

    def paint_spot(self, painter: QPainter, left: float, middle: float, px: int, spot: str) -> None:
        """Nothing: the words say all."""

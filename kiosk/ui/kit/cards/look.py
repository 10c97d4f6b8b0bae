"""What every screen shows alike of all card games: spots by their words alone, and why rounds are void."""

from __future__ import annotations

from PySide6.QtGui import QPainter

from kiosk.games.game import VoidReasons
from kiosk.ui.kit.texts import Texts


def void_words(void: VoidReasons) -> dict[str, str]:
    """The keys of the texts that say why a round is void by what every card game has."""
    return {
        void.early: "felt.void_early",
        void.again: "felt.void_again",
        void.late: "felt.void_late",
        void.damaged: "felt.void_damaged",
    }


class CardLook:
    """The part of GameLook that is alike: a result is the Dealer's hand, no spot has a picture."""

    rounds_note = "cards.rounds_note"

    def spot_words(self, spot: str, texts: Texts) -> str:
        """Its name. Raises KeyError for an unknown one."""
        raise NotImplementedError

    def spot_word(self, spot: str, texts: Texts) -> str:
        """The same: no picture stands beside."""
        return self.spot_words(spot, texts)

    def spot_width(self, spot: str, px: int) -> float:  # noqa: ARG002  the words say all
        """None: the words say all."""
        return 0.0

    def paint_spot(self, painter: QPainter, left: float, middle: float, px: int, spot: str) -> None:
        """Nothing: the words say all."""

"""Sic Bo as every screen shows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from PySide6.QtGui import QPainter

from kiosk.games.game import Fact
from kiosk.games.sicbo import NOT_FLAT, TOO_FEW, VOID_REASONS, dice_of
from kiosk.ui.kit.sicbo.dice import paint_dice
from kiosk.ui.kit.sicbo.spot_words import spot_dice, spot_word, spot_words
from kiosk.ui.kit.texts import Texts


class SicBoLook:
    """Dice in a row; see GameLook."""

    rounds_note = ""
    void_words: ClassVar = {
        TOO_FEW: "void.tumbles",  # rules 3.6 and 5.3.1
        NOT_FLAT: "void.not_flat",  # rules 3.7 and 5.3.2
        VOID_REASONS.early: "void.early",  # rules 3.5 and 5.3.3
        VOID_REASONS.damaged: "void.damaged",  # rule 5.4
        VOID_REASONS.again: "void.again",  # rules 3.6 and 3.7
        VOID_REASONS.late: "void.late",  # rules 3.5 and 5.3.3
    }

    def paint_result(
        self, painter: QPainter, left: float, middle: float, px: int, facts: Sequence[Fact]
    ) -> float:
        """Three dice."""
        return paint_dice(painter, left, middle, px, dice_of(facts))

    def spot_words(self, spot: str, texts: Texts) -> str:
        """`Big`, `Total 11`, `Domino 6 5`."""
        return spot_words(spot, texts)

    def spot_word(self, spot: str, texts: Texts) -> str:
        """`Domino`."""
        return spot_word(spot, texts)

    def spot_width(self, spot: str, px: int) -> float:
        """The dice of the spot with the gaps between them."""
        return len(spot_dice(spot)) * px * 1.25

    def paint_spot(self, painter: QPainter, left: float, middle: float, px: int, spot: str) -> None:
        """The dice that picture the spot."""
        paint_dice(painter, left, middle, px, spot_dice(spot))


LOOK = SicBoLook()

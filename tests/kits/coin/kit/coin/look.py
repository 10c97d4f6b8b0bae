# ruff: noqa: ARG002  a coin needs less than the screen tells
"""The coin in words, and drawn as a letter; `drawn` is what was asked for."""

from typing import ClassVar

from kiosk.games.coin import GAME

drawn = []


class CoinLook:
    rounds_note = ""
    void_words: ClassVar = {GAME.void_reasons.damaged: "void.damaged"}

    def paint_result(self, painter, left, middle, px, facts):
        drawn.append(("result", *facts[0].values))
        return left + px

    def spot_words(self, spot, texts):
        return spot.title()

    def spot_word(self, spot, texts):
        return spot.title()

    def spot_width(self, spot, px):
        return px

    def paint_spot(self, painter, left, middle, px, spot):
        drawn.append(("spot", spot))


LOOK = CoinLook()

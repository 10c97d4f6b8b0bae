"""How odds are written on the board: `1 wins 8½` or `1:8`, as the layout says."""

from collections.abc import Sequence
from enum import StrEnum
from fractions import Fraction

from kiosk.ui.shared.texts import Texts

_PARTS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


class OddsStyle(StrEnum):
    """The two ways in which the appendices write odds."""

    WINS = "wins"
    RATIO = "ratio"


def odds_figure(odds: Fraction) -> str:
    """`8½`, `195`, `19/20`: the net winnings of 1."""
    whole, part = divmod(odds, 1)
    if not part:
        return str(whole)
    if part in _PARTS:
        return f"{whole or ''}{_PARTS[part]}"
    return str(odds)


def odds_words(odds: Sequence[Fraction], style: OddsStyle, texts: Texts) -> str:
    """The odds of a spot in full; several (a single's one, two, three dice) as `1 · 2 · 12`."""
    figures = " · ".join(odds_figure(one) for one in odds)
    if len(odds) > 1:
        return figures
    return texts.get("board.odds_wins" if style is OddsStyle.WINS else "board.odds_ratio", odds=figures)


def odds_short(odds: Sequence[Fraction], style: OddsStyle, texts: Texts) -> str:
    """The odds of a spot where a caption above says the rest: `50`, `1:50`."""
    if style is OddsStyle.WINS:
        return " · ".join(odds_figure(one) for one in odds)
    return odds_words(odds, style, texts)

"""How odds are written on the board: `1 wins 8½` or `1:8`, as the layout says."""

from collections.abc import Sequence
from fractions import Fraction

from kiosk.games.sicbo import OddsStyle
from kiosk.ui.kit.texts import Texts

_PARTS = {Fraction(1, 2): "½", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def odds_figure(odds: Fraction) -> str:
    """`8½`, `195`, `19/20`: the net winnings of 1."""
    whole, part = divmod(odds, 1)
    if not part:
        return str(whole)
    if part in _PARTS:
        return f"{whole or ''}{_PARTS[part]}"
    return str(odds)


def odds_words(odds: Sequence[Fraction], style: OddsStyle, texts: Texts) -> str:
    """The odds of a spot in full: `1 wins 8½`, `1:8`; several (one, two, three dice) as `1 · 2 · 12`."""
    if len(odds) > 1:
        return _figures(odds)
    return texts.get(
        "board.odds_wins" if style is OddsStyle.WINS else "board.odds_ratio", odds=odds_figure(odds[0])
    )


def odds_brief(odds: Sequence[Fraction], style: OddsStyle, texts: Texts) -> str:
    """The odds where the words in full have no room: `wins 8½`, `1:8`."""
    if len(odds) > 1 or style is OddsStyle.RATIO:
        return odds_words(odds, style, texts)
    return texts.get("board.odds_wins_brief", odds=odds_figure(odds[0]))


def odds_bare(odds: Sequence[Fraction]) -> str:
    """The odds where a caption beside says the rest: `50`."""
    return _figures(odds)


def _figures(odds: Sequence[Fraction]) -> str:
    return " · ".join(odds_figure(one) for one in odds)

"""The badge of a result: BIG, SMALL, TRIPLE or VOID, in word and colour."""

from __future__ import annotations

from kiosk.ui.kit import theme
from kiosk.ui.kit.style import VOID_COLOUR, Style
from kiosk.ui.terminal.sicbo.trends import Side


def side_word(look: Style, side: Side | None) -> str:
    """BIG, SMALL, TRIPLE; VOID for no result."""
    match side:
        case Side.BIG:
            return look.t("board.big")
        case Side.SMALL:
            return look.t("board.small")
        case Side.TRIPLE:
            return look.t("panel.triple")
        case None:
            return look.t("panel.void")


def side_colours(side: Side | None) -> tuple[str, str]:
    """Ground and text of the badge of a result; of Void for no result."""
    match side:
        case Side.BIG:
            return theme.BIG_RED, theme.TEXT
        case Side.SMALL:
            return theme.SMALL_BLUE, theme.TEXT
        case Side.TRIPLE:
            return theme.TRIPLE_GOLD, theme.TEXT_ON_GOLD
        case None:
            return VOID_COLOUR, theme.TEXT

"""Bets in plain words: what a spot and a kind of bet are called, and when they win (rule 4.1)."""

from collections.abc import Sequence

from kiosk.games.sicbo import ROLLS, Kind, SicBoLayout, digits_of, is_triple, kind_of, winning_spots
from kiosk.ui.kit.texts import Texts

_NAMES = {
    Kind.SMALL: "help.name_small",
    Kind.BIG: "help.name_big",
    Kind.EVEN: "help.name_even",
    Kind.ODD: "help.name_odd",
    Kind.SINGLE: "help.name_single",
    Kind.DOUBLE: "help.name_double",
    Kind.TRIPLE: "help.name_triple",
    Kind.ANY_TRIPLE: "help.name_any_triple",
    Kind.DOMINO: "help.name_domino",
    Kind.FOUR: "help.name_four",
    Kind.THREE: "help.name_three",
    Kind.DOUBLE_SINGLE: "help.name_double_single",
}
_RULES = {
    Kind.SMALL: "help.rule_small",
    Kind.BIG: "help.rule_big",
    Kind.EVEN: "help.rule_even",
    Kind.ODD: "help.rule_odd",
    Kind.SINGLE: "help.rule_single",
    Kind.DOUBLE: "help.rule_double",
    Kind.TRIPLE: "help.rule_triple",
    Kind.ANY_TRIPLE: "help.rule_any_triple",
    Kind.DOMINO: "help.rule_domino",
    Kind.FOUR: "help.rule_four",
    Kind.THREE: "help.rule_three",
    Kind.DOUBLE_SINGLE: "help.rule_double_single",
}
_SPOTS = {
    Kind.SINGLE: "help.spot_single",
    Kind.DOUBLE: "help.spot_double",
    Kind.TRIPLE: "help.spot_triple",
    Kind.TOTAL: "help.spot_total",
    Kind.DOMINO: "help.spot_domino",
    Kind.FOUR: "help.spot_four",
    Kind.THREE: "help.spot_three",
    Kind.DOUBLE_SINGLE: "help.spot_double_single",
}
_TIMES = {Kind.DOUBLE: 2, Kind.TRIPLE: 3}
_DOWNWARDS = (Kind.DOMINO, Kind.FOUR)  # the board prints these from the high number down
_NO_DICE = (Kind.TOTAL, Kind.FOUR)


def spot_figures(spot: str) -> tuple[int, ...]:
    """What is printed on a spot, in printed order: faces, or a total. Raises KeyError for an unknown spot."""
    kind, digits = kind_of(spot), digits_of(spot)
    return tuple(reversed(digits)) if kind in _DOWNWARDS else digits * _TIMES.get(kind, 1)


def spot_dice(spot: str) -> tuple[int, ...]:
    """The dice that picture a spot; none where words or a figure say it."""
    return () if kind_of(spot) in _NO_DICE else spot_figures(spot)


def spot_words(spot: str, texts: Texts) -> str:
    """A spot in words: `Big`, `Total 11`, `Domino 6 5`. Raises KeyError for an unknown spot."""
    kind = kind_of(spot)
    if kind not in _SPOTS:
        return texts.get(_NAMES[kind])
    return texts.get(_SPOTS[kind], digits=" ".join(map(str, spot_figures(spot))))


def spot_word(spot: str, texts: Texts) -> str:
    """A spot in words without its figures, for where dice stand beside: `Domino`."""
    kind = kind_of(spot)
    return texts.get(_SPOTS[kind], digits="").strip() if spot_dice(spot) else spot_words(spot, texts)


def kind_words(spots: Sequence[str], texts: Texts) -> str:
    """What a group of spots of one kind is called: `Double Dice`, `Total 4 or 17`."""
    kind = kind_of(spots[0])
    if kind is not Kind.TOTAL:
        return texts.get(_NAMES[kind])
    totals = sorted(digits_of(spot)[0] for spot in spots)
    return texts.get("help.name_total", first=totals[0], last=totals[-1])


def rule_words(layout: SicBoLayout, spots: Sequence[str], texts: Texts) -> str:
    """When a group of spots of one kind wins. Whether a triple counts for a total is asked of the rules (3.9.5)."""
    kind = kind_of(spots[0])
    if kind is not Kind.TOTAL:
        return texts.get(_RULES[kind])
    triple = any(spot in winning_spots(layout, dice) for spot in spots for dice in ROLLS if is_triple(dice))
    return texts.get("help.rule_total_triple" if triple else "help.rule_total")

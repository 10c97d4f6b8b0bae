"""Setting four cards: the player's own way, and the House Way, row for row as Appendix H prints it."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from kiosk.games.errors import BadFacts
from kiosk.games.sikipi.hands import GONG, Cards, high_first, points, worth


class Setting(NamedTuple):
    """Four cards as they are set, each hand with its higher card first."""

    low: Cards
    high: Cards


class Four(NamedTuple):
    """Four cards, the highest first, their ranks as one text, and the three ways to make two hands of them."""

    cards: Cards
    ranks: str
    settings: tuple[Setting, ...]

    @property
    def pairs(self) -> str:
        """The ranks that are there more than once."""
        return "".join(rank for rank in dict.fromkeys(self.ranks) if self.ranks.count(rank) > 1)

    @property
    def tens(self) -> int:
        """How many cards are a King, Queen, Jack or 10."""
        return sum(rank in "KQJT" for rank in self.ranks)

    @property
    def parted(self) -> Setting:
        """The one setting, of a hand with one pair, that parts it."""
        return next(one for one in self.settings if (one.low[0] + one.low[1]).count(self.pairs) == 1)


class Row(NamedTuple):
    """A row of Appendix H: its paragraph, what the four cards hold, whether they do, and how they are set."""

    paragraph: str
    holds: str
    when: Callable[[Four], bool]
    set: Callable[[Four], Setting]


def set_house_way(cards: Sequence[str]) -> tuple[Setting, Row]:
    """Four cards set the House Way, and the row that says so (Appendix H)."""
    four = _four(cards)
    row = next(row for row in ROWS if row.when(four))
    return row.set(four), row


def ways_to_set(cards: Sequence[str]) -> tuple[Setting, ...]:
    """The three ways to make two hands of four cards, the higher as the High Hand (rules 1.8 and 1.12)."""
    return _four(cards).settings


def set_own_way(cards: Sequence[str], low: Sequence[str]) -> Setting:
    """Four cards with these two as the Low Hand. Raises BadFacts for others, or where they rank above the High Hand."""
    left = [card for card in cards if card not in low]
    if len(low) != 2 or len(left) != len(cards) - 2:
        raise BadFacts(f"found the Low Hand {_said(low)}: expected two of the four cards {_said(cards)}")
    setting = Setting(high_first(low), high_first(left))
    if worth(setting.low) > worth(setting.high):
        raise BadFacts(
            f"found the Low Hand {_said(setting.low)}, which ranks above the High Hand {_said(setting.high)}: "
            "expected the higher as the High Hand"
        )
    return setting


def _four(cards: Sequence[str]) -> Four:
    a, b, c, d = sorted_cards = high_first(cards)
    return Four(
        sorted_cards,
        a[0] + b[0] + c[0] + d[0],
        (_ordered((a, d), (b, c)), _ordered((a, c), (b, d)), _ordered((a, b), (c, d))),
    )


def _ordered(one: Cards, other: Cards) -> Setting:
    """The two hands by their rank; of equal ones that with the highest card is the High Hand."""
    return Setting(one, other) if worth(one) < worth(other) else Setting(other, one)


def _said(cards: Sequence[str]) -> str:
    return " ".join(cards) or "without cards"


# The settings of the rows.


def _highest_high(four: Four) -> Setting:
    """The highest High Hand: a pair, a Gong, or the highest of three pictures and tens."""
    return max(four.settings, key=lambda one: worth(one.high))


def _highest_low_total(four: Four) -> Setting:
    return max(four.settings, key=lambda one: points(one.low))


def _and_then_low(four: Four) -> Setting:
    """The highest total of the Low Hand, and of equal ones the higher Low Hand."""
    return max(four.settings, key=lambda one: (points(one.low), worth(one.low)))


def _and_then_high(four: Four) -> Setting:
    """The highest total of the Low Hand, and of equal ones the higher High Hand."""
    return max(four.settings, key=lambda one: (points(one.low), worth(one.high)))


def _parted(four: Four) -> Setting:
    return four.parted


def _low_of(ranks: str) -> Callable[[Four], Setting]:
    """The Low Hand has these two ranks, the higher first."""
    return lambda four: next(one for one in four.settings if one.low[0][0] + one.low[1][0] == ranks)


# What the rows ask.

_NINE, _EIGHT, _SEVEN, _IS_GONG = "9", "8", "7", "Gong"
_NINES_PART_TO = {(_NINE, _NINE)}
_OTHERS_PART_TO = {
    (_SEVEN, _NINE),  # (a)
    (_EIGHT, _EIGHT),  # (b)
    (_EIGHT, _NINE),  # (c)
    (_SEVEN, _IS_GONG),  # (d)
    (_EIGHT, _IS_GONG),  # (e)
    (_NINE, _IS_GONG),  # (f)
}


def _always(_: Four) -> bool:
    return True


def _one_pair(four: Four) -> bool:
    """One pair and two other cards: what can be parted. Two pairs and three alike always stay."""
    return len(set(four.ranks)) == 3


def _sum(hand: Cards) -> str:
    return _IS_GONG if worth(hand) == GONG else str(points(hand))


def _parts_to(four: Four, ranks: str, sums: set[tuple[str, str]]) -> bool:
    """Whether the only pair is one of these ranks and, parted, leaves one of these sums, Low Hand first."""
    if not _one_pair(four) or four.pairs not in ranks:
        return False
    low, high = four.parted
    return (_sum(low), _sum(high)) in sums


ROWS = (
    # Two pairs stay though by the letter some would be parted: the other pair "shall not be split" either.
    Row("H.1", "two pairs or three alike", lambda four: len(set(four.ranks)) <= 2, _highest_high),
    Row("H.1(i)", "nines that part to 9 and 9", lambda four: _parts_to(four, "9", _NINES_PART_TO), _parted),
    Row(
        "H.1(ii)",
        "a pair that parts to 7-9, 8-8, 8-9 or a Gong with 7, 8 or 9",
        lambda four: _parts_to(four, "87632", _OTHERS_PART_TO),
        _parted,
    ),
    Row("H.1", "a pair", _one_pair, _highest_high),
    Row("H.2", "a two and an eight", lambda four: "8" in four.ranks and "2" in four.ranks, _highest_high),
    Row("H.3(i)", "Ace, 2, 3 and 4", lambda four: four.ranks == "A432", _low_of("A3")),
    Row("H.3(ii)", "Ace, 2, 3 and 5", lambda four: four.ranks == "A532", _low_of("A3")),
    # No sentence of the appendix fits this hand, whose every setting has no point: it is set for display alone.
    Row("H.4", "King, Queen, Jack and 10", lambda four: four.tens == 4, _low_of("QJ")),
    Row("H.4(iii)", "three of King, Queen, Jack and 10", lambda four: four.tens == 3, _highest_high),
    Row(
        "H.4(ii)",
        "two of King, Queen, Jack and 10 with a 9 or an Ace",
        lambda four: four.tens == 2 and ("9" in four.ranks or "A" in four.ranks),
        _and_then_high,
    ),
    Row("H.4(ii)", "two of King, Queen, Jack and 10", lambda four: four.tens == 2, _and_then_low),
    Row("H.4(i)", "any other cards", _always, _highest_low_total),
)
"""Appendix H: the first row that fits decides."""

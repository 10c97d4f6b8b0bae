"""What lies on the felt, as values: the game says what, the felt draws it."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from kiosk.money import short_dollars


@dataclass(frozen=True)
class HandFace:
    """A hand: its cards, None for one that lies face down; whose it is, what it is, and what that means.

    `lit` are the places of the cards that make it what it is. `dimmed`: it is out of play.
    """

    cards: tuple[str | None, ...] = ()
    title: str = ""
    words: str = ""
    note: str = ""
    lit: frozenset[int] = frozenset()
    dimmed: bool = False


@dataclass(frozen=True)
class BoxFace:
    """Another box of the table: whose, its cards, what lies there in words, and how it stands.

    `low`: so many of the first cards are a Low Hand.
    """

    name: str
    cards: tuple[str | None, ...] = ()
    note: str = ""
    stake: str = ""
    dimmed: bool = False
    low: int = 0


def box_stake(stakes: Mapping[str, Mapping[str, int]], box: str) -> str:
    """All that lies at a box in words; empty where the table has not told."""
    cents = sum(stakes.get(box, {}).values())
    return short_dollars(cents) if cents else ""


@dataclass(frozen=True)
class OptionFace:
    """An option of the decision bar: what it is called, what it costs in words, the choice and the stakes it adds.

    `question` is what is asked before it is taken, empty for nothing. `why_not` is the text that says why it cannot be
    taken now, empty when it can.
    """

    choice: str
    title: str
    cost: str = ""
    stakes: Mapping[str, int] = field(default_factory=dict)
    primary: bool = False
    question: str = ""
    confirm: str = ""
    why_not: str = ""


@dataclass(frozen=True)
class ResultLine:
    """What became of one bet: its name, how it ended, and by how much it has changed the credit."""

    name: str
    words: str
    net: str
    gain: bool = False


@dataclass(frozen=True)
class BarFace:
    """The decision bar: a line of words, and below it options to choose from, or what became of each bet.

    `timed`: the time of the decision runs. `warns`: the words say why it cannot be so. `net` is the sum of the lines,
    in gold when it is a `gain`.
    """

    headline: str = ""
    detail: str = ""
    options: tuple[OptionFace, ...] = ()
    lines: tuple[ResultLine, ...] = ()
    net: str = ""
    gain: bool = False
    timed: bool = False
    warns: bool = False


@dataclass(frozen=True)
class FeltFace:
    """All that lies on the felt."""

    dealer: HandFace = HandFace()
    own: HandFace = HandFace()
    others: tuple[BoxFace, ...] = ()
    bar: BarFace = BarFace()

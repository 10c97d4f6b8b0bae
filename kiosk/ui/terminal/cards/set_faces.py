"""What lies on the felt of a game whose players set their cards, as values: the game says what, the felt draws it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum, auto

from kiosk.ui.kit.cards.setting import Cards, Verdict
from kiosk.ui.terminal.cards.faces import BarFace, BoxFace


class Tone(Enum):
    """How a hand of two stands out."""

    PLAIN = auto()
    WANTED = auto()
    """Cards are to be laid there."""
    FOUL = auto()
    """It may not be set so."""
    GAIN = auto()


@dataclass(frozen=True)
class OneHand:
    """A Low or a High Hand: its cards, None for one that lies face down, its title and what it is in words."""

    cards: tuple[str | None, ...] = ()
    title: str = ""
    words: str = ""
    tone: Tone = Tone.PLAIN


@dataclass(frozen=True)
class TwoHands:
    """The hands of a box or of the Dealer. `dimmed`: they are out of play."""

    low: OneHand = OneHand()
    high: OneHand = OneHand()
    dimmed: bool = False


@dataclass(frozen=True)
class Compared:
    """How one hand ended against the Dealer's, and in words."""

    verdict: Verdict
    words: str


@dataclass(frozen=True)
class OutcomeFace:
    """The corner of the felt: how the whole ended, or what it takes to win. `gain` in gold."""

    title: str = ""
    lines: tuple[str, ...] = ()
    gain: bool = False
    is_result: bool = False


@dataclass(frozen=True)
class SetFelt:
    """All that lies on the felt. `turn`: the own cards, the highest first, while the player sets them; `own` has the
    titles alone then.
    """

    dealer: TwoHands = TwoHands()
    own: TwoHands = TwoHands()
    compared: tuple[Compared, ...] = ()
    outcome: OutcomeFace = OutcomeFace()
    others: tuple[BoxFace, ...] = ()
    bar: BarFace = BarFace()  # noqa: RUF009  frozen
    turn: Cards = ()
    key: object = None
    """What the player's own setting belongs to: another key, and it is forgotten."""

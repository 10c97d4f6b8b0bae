"""The three dice while they are entered, and how a roll is called."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from kiosk.games.errors import BadFacts
from kiosk.games.game import Fact
from kiosk.games.sicbo import Dice, dice_fact, dice_of, is_triple, total
from kiosk.ui.kit import theme
from kiosk.ui.kit.texts import Texts

COUNT = 3


@dataclass(frozen=True)
class DiceEntry:
    """None to three dice. ``proposed``: the tumbler has read them, the dealer has not yet touched them."""

    dice: tuple[int, ...] = ()
    proposed: bool = False

    def add(self, face: int, /) -> DiceEntry:
        """With one die more. The first own die puts a proposal away; a fourth die changes nothing."""
        before = () if self.proposed else self.dice
        return DiceEntry((*before, face)) if len(before) < COUNT else self

    def back(self) -> DiceEntry:
        """Without the last die; what is left counts as the dealer's own."""
        return DiceEntry(self.dice[:-1])

    @property
    def why(self) -> tuple[str, dict[str, str]]:
        """Nothing: a fourth die changes nothing, and is not worth a word."""
        return ("", {})

    @property
    def begun(self) -> bool:
        """Whether any die is entered."""
        return bool(self.dice)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The fact of three dice (rule 3.7), or nothing as long as one is missing."""
        return (dice_fact(self.dice),) if len(self.dice) == COUNT else ()


def proposal(facts: Sequence[Fact]) -> DiceEntry:
    """The dice that a tumbler has read; empty when it has read nothing that can be true."""
    dice = dice_in(facts)
    return DiceEntry(dice, proposed=True) if dice else DiceEntry()


def dice_in(facts: Sequence[Fact]) -> Dice | tuple[()]:
    """The dice in these facts, or none."""
    try:
        return dice_of(facts) if facts else ()
    except BadFacts:
        return ()


def dice_text(dice: Sequence[int]) -> str:
    """The dice as digits: `3 5 3`."""
    return " ".join(map(str, dice))


def roll_words(dice: Sequence[int], texts: Texts) -> tuple[str, ...]:
    """TRIPLE; or SMALL or BIG, and ODD or EVEN (rule 4.1)."""
    roll = _roll(dice)
    if is_triple(roll):
        return (texts.get("dealer.work.triple"),)
    return (
        texts.get("dealer.work.small" if total(roll) <= 10 else "dealer.work.big"),
        texts.get("dealer.work.odd" if total(roll) % 2 else "dealer.work.even"),
    )


def roll_colours(dice: Sequence[int]) -> tuple[str, str]:
    """Ground and text of the badge with the first word of the roll."""
    roll = _roll(dice)
    if is_triple(roll):
        return theme.TRIPLE_GOLD, theme.TEXT_ON_GOLD
    return (theme.SMALL_BLUE if total(roll) <= 10 else theme.BIG_RED), theme.TEXT


def _roll(dice: Sequence[int]) -> Dice:
    first, second, third = dice
    return first, second, third

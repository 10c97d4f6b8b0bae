"""What the last rounds were, counted. Information only (rule 5.8): nothing here decides about money."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction

from kiosk.games.sicbo import ROLLS, Dice, dice_of, is_triple, total
from kiosk.seat.effects import Outcome

TREND_ROUNDS = 100
"""How many results the counts look at."""

TOTALS = range(3, 19)
FACES = range(1, 7)


class Side(StrEnum):
    """What a result is for the even-money bets: a triple is neither Big nor Small (rule 3.9)."""

    BIG = "big"
    SMALL = "small"
    TRIPLE = "triple"


@dataclass(frozen=True)
class Shown:
    """A finished round as the lists show it. `dice` is None for a Void round."""

    round: int
    dice: Dice | None
    void_reason: str = ""

    @property
    def total(self) -> int:
        """The Total Sum; 0 for a Void round."""
        return total(self.dice) if self.dice else 0


@dataclass(frozen=True)
class Seen:
    """How often a number lay on the dice, and how many results ago it did last (0: the newest; None: not)."""

    count: int
    ago: int | None


@dataclass(frozen=True)
class Trends:
    """The counts over the newest results, at most TREND_ROUNDS; Void rounds have no result and do not count."""

    rounds: int
    totals: Mapping[int, int]
    sides: Mapping[Side, int]
    odd: int
    even: int
    faces: Mapping[int, Seen]
    order: tuple[Side, ...]
    """Oldest first."""
    recent: tuple[Shown, ...]
    """The newest rounds as they were, Void ones too, oldest first."""

    @property
    def hot(self) -> frozenset[int]:
        """The numbers seen most often; none when all are alike."""
        return self._with_count(max(seen.count for seen in self.faces.values()))

    @property
    def cold(self) -> frozenset[int]:
        """The numbers seen least often; none when all are alike."""
        return self._with_count(min(seen.count for seen in self.faces.values()))

    def _with_count(self, count: int) -> frozenset[int]:
        found = frozenset(face for face, seen in self.faces.items() if seen.count == count)
        return found if len(found) < len(self.faces) else frozenset()


def side_of(dice: Dice) -> Side:
    """Big, Small or Triple."""
    if is_triple(dice):
        return Side.TRIPLE
    return Side.BIG if total(dice) >= 11 else Side.SMALL


def shown(outcome: Outcome) -> Shown:
    """An outcome of the table as the lists show it. Raises BadFacts for facts that are no three dice."""
    if not outcome.facts:
        return Shown(outcome.round, None, outcome.void_reason)
    return Shown(outcome.round, dice_of(outcome.facts))


def fair_shares() -> dict[int, Fraction]:
    """For each total the share of the 216 rolls that have it: what fair dice give in the long run."""
    ways = Counter(total(dice) for dice in ROLLS)
    return {value: Fraction(ways[value], len(ROLLS)) for value in TOTALS}


def trends(rounds: Iterable[Shown]) -> Trends:
    """The counts over rounds that are given oldest first."""
    rounds = tuple(rounds)
    rolls = [one.dice for one in rounds if one.dice is not None][-TREND_ROUNDS:]
    plain = [total(dice) for dice in rolls if not is_triple(dice)]
    sides = Counter(side_of(dice) for dice in rolls)
    totals = Counter(total(dice) for dice in rolls)
    odd = sum(value % 2 for value in plain)
    return Trends(
        rounds=len(rolls),
        totals={value: totals[value] for value in TOTALS},
        sides={side: sides[side] for side in Side},
        odd=odd,
        even=len(plain) - odd,
        faces={face: _seen(rolls, face) for face in FACES},
        order=tuple(side_of(dice) for dice in rolls),
        recent=rounds[-TREND_ROUNDS:],
    )


def _seen(rolls: Sequence[Dice], face: int) -> Seen:
    count = sum(dice.count(face) for dice in rolls)
    ago = next((back for back, dice in enumerate(reversed(rolls)) if face in dice), None)
    return Seen(count, ago)


def road(order: Sequence[Side], rows: int, columns: int) -> list[list[Side]]:
    """The order as a road: a new column with every change, and when a column is full.

    Only the newest `columns` columns are answered, oldest first.
    """
    made: list[list[Side]] = []
    for side in order:
        if made and made[-1][-1] is side and len(made[-1]) < rows:
            made[-1].append(side)
        else:
            made.append([side])
    return made[-columns:] if columns > 0 else []

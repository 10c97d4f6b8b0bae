"""What Help says about the bets of a layout: every figure counted or settled by the game, none typed in."""

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from kiosk.games.game import Game, Settlement
from kiosk.games.sicbo import (
    ROLLS,
    Dice,
    Kind,
    SicBoLayout,
    dice_fact,
    edge,
    kind_of,
    outcomes,
    winning_spots,
)
from kiosk.table.records import Limits, SpotLimit

_EXAMPLE_CENTS = 1_000
_CALM_ROLLS: tuple[Dice, ...] = (
    (3, 3, 5),
    (1, 2, 5),
    (2, 4, 6),
)  # tried first: ordinary rolls make clear examples


@dataclass(frozen=True)
class BetGroup:
    """Spots of one kind that pay alike, with what the game derives for them.

    `rolls` is how many of the 216 rolls win, `edge` the share of a stake that the house keeps on average.
    """

    spots: tuple[str, ...]
    odds: tuple[Fraction, ...]
    rolls: int
    edge: Fraction

    @property
    def kind(self) -> Kind:
        """The kind of bet."""
        return kind_of(self.spots[0])


@dataclass(frozen=True)
class Example:
    """A stake in cents on a spot, dice on which it wins, and what the game settles for it."""

    spot: str
    stake: int
    dice: Dice
    settlement: Settlement


@lru_cache(maxsize=8)
def bet_groups(layout: SicBoLayout) -> tuple[BetGroup, ...]:
    """Every spot of the layout in exactly one group, in the order of the rules."""
    found: dict[tuple[Kind, tuple[Fraction, ...], int, Fraction], list[str]] = {}
    for spot in layout.spots:
        rolls = sum(outcomes(layout, spot).values())
        found.setdefault((kind_of(spot), layout.odds(spot), rolls, edge(layout, spot)), []).append(spot)
    return tuple(BetGroup(tuple(spots), odds, rolls, kept) for (_, odds, rolls, kept), spots in found.items())


def example(game: Game, layout: SicBoLayout, group: BetGroup, limits: Limits | None) -> Example:
    """A worked example of a group: its first spot that wins on a calm roll, at a stake that the table takes."""
    spot, dice = next(
        (spot, dice)
        for dice in (*_CALM_ROLLS, *ROLLS)
        for spot in group.spots
        if spot in winning_spots(layout, dice)
    )
    stake = _stake(limits, limit_of(limits, group))
    return Example(spot, stake, dice, game.settle(layout, {spot: stake}, (dice_fact(dice),)))


def limit_of(limits: Limits | None, group: BetGroup) -> SpotLimit | None:
    """The smallest and largest stake on a spot of the group (rule 3.3); None before the first round."""
    return limits.spots.get(group.kind) if limits is not None else None


def _stake(limits: Limits | None, limit: SpotLimit | None) -> int:
    if limits is None or limit is None:
        return _EXAMPLE_CENTS
    wanted = min(max(_EXAMPLE_CENTS, limit.minimum), limit.maximum)
    return max(limit.minimum, wanted // limits.unit * limits.unit)


def percent(share: Fraction) -> str:
    """A share as percent with two digits, rounded half up from the exact fraction: `2.78%`."""
    hundredths = (share * 20_000 + 1) // 2
    return f"{hundredths // 100}.{hundredths % 100:02}%"

"""Facts and settlement of Sic Bo (rules 3.7 to 3.9 and 4.1)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from kiosk.games.errors import BadFacts, BadStake
from kiosk.games.game import (
    TABLE,
    Act,
    Ask,
    Enter,
    Fact,
    OnlyVoid,
    Settle,
    Settlement,
    SpotResult,
    VoidReasons,
)
from kiosk.games.sicbo.layout import SicBoLayout
from kiosk.games.sicbo.spots import Dice
from kiosk.money import MOST_CENTS, InexactPayout, winnings

DICE = "dice"
"""The name of the one fact that settles: three dice."""
TUMBLE = "tumble"
"""The act of the tumbler, and the fact of how often it tumbled."""
VALID_TUMBLES = 3  # rule 3.6
TOO_FEW = "fewer than three tumbles"  # rules 3.6 and 5.3.1
NOT_FLAT = "die not flat"  # rules 3.7 and 5.3.2
VOID_REASONS = VoidReasons(
    early="tumbler started before no more bets",  # rules 3.5 and 5.3.3
    again="tumbler started again",  # rules 3.6 and 3.7: two runs, and no result that is the round's
    late="tumbler ran unseen",  # whether rule 5.3.3 was kept is not known
    damaged="damaged dice",  # rule 5.4
)


def dice_fact(dice: Sequence[int]) -> Fact:
    """The fact that the dice show these three numbers. Raises BadFacts when they are not three of 1 to 6."""
    return Fact(DICE, _checked(dice))


def check_facts(facts: Sequence[Fact]) -> None:
    """Passes for no fact yet, or for one fact with three dice. Raises BadFacts."""
    _dice(facts)


def _dice(facts: Sequence[Fact]) -> Dice | None:
    """The dice, or None before they lie. Raises BadFacts."""
    if len(facts) > 1:
        raise BadFacts(f"found {len(facts)} facts: expected one, the dice")
    for fact in facts:
        if fact.name != DICE or fact.at or fact.audience != TABLE:
            raise BadFacts(
                f'found fact "{fact.name}" at "{fact.at}" for {fact.audience}: expected dice for the table'
            )
        return _checked(fact.values)
    return None


def agenda(facts: Sequence[Fact]) -> Ask:
    """Three tumbles, then the dice, then the settlement (rules 3.6 to 3.8). Fewer tumbles void the round (5.3.1)."""
    tumbles = _tumbles(facts)
    dice = [fact for fact in facts if fact.name != TUMBLE]
    check_facts(dice)
    if tumbles is None:
        return Act(TUMBLE, VALID_TUMBLES)
    if tumbles < VALID_TUMBLES:
        return OnlyVoid(TOO_FEW)
    return Settle() if dice else Enter(DICE)


def stands(facts: Sequence[Fact]) -> bool:
    """Whether the dice lie after a valid tumble (rule 3.6)."""
    return (_tumbles(facts) or 0) >= VALID_TUMBLES


def _tumbles(facts: Sequence[Fact]) -> int | None:
    """How often the tumbler tumbled; None before it has rested."""
    found = [fact for fact in facts if fact.name == TUMBLE]
    if not found:
        return None
    (count,) = found[0].values if len(found) == 1 and len(found[0].values) == 1 else (None,)
    if type(count) is not int or count < 0:
        raise BadFacts(
            f"found the tumbles {[fact.values for fact in found]}: expected one count of 0 or more"
        )
    return count


def dice_of(facts: Sequence[Fact]) -> Dice:
    """The three dice (rule 3.7). Raises BadFacts, also when there are none yet."""
    dice = _dice(facts)
    if dice is None:
        raise BadFacts("found no dice: expected three numbers of 1 to 6")
    return dice


def winning_spots(layout: SicBoLayout, dice: Dice) -> Mapping[str, Fraction]:
    """The spots of the layout that win on the dice, with their net odds. Raises BadFacts for wrong dice."""
    # Checked first: for a dict (1, 2, True) would be the key (1, 2, 1).
    return layout.wins[_checked(dice)]


def settle(layout: SicBoLayout, stakes: Mapping[str, int], dice: Dice) -> Settlement:
    """Pays the winning stakes (cents per spot) and collects the losing ones (rule 3.8). `dice` are those of `dice_of`.

    Raises BadStake, and InexactPayout for a stake that some odds of its spot do not pay in whole cents.
    """
    part, pays = layout.part, layout.pays[dice]
    try:
        # Whole multiples of `part` are paid in whole cents by all odds: so a stake is judged and settled in one pass.
        results = {
            spot: SpotResult(stake, stake, stake * odds // part)
            if (odds := pays[spot])
            else SpotResult(stake, 0, 0)
            for spot, stake in stakes.items()
            if type(stake) is int and stake % part == 0 and 0 <= stake <= MOST_CENTS
        }
    except KeyError:
        results = {}
    if len(results) != len(stakes):
        results = {spot: _one(layout, spot, stake, pays) for spot, stake in stakes.items()}
    return Settlement(results)


def _one(layout: SicBoLayout, spot: str, stake: int, pays: Mapping[str, int]) -> SpotResult:
    """One stake alone, judged by every odds of its spot: whether it is right must not depend on the dice."""
    unit = layout.units.get(spot)
    if unit is None or type(stake) is not int or not 0 <= stake <= MOST_CENTS or stake % unit:
        raise _refused(layout, spot, stake)
    return SpotResult(stake, stake if pays[spot] else 0, stake * pays[spot] // layout.part)


def _refused(layout: SicBoLayout, spot: str, stake: object) -> BadStake | InexactPayout:
    """Why that stake cannot be settled."""
    if spot not in layout.spots:
        return BadStake(f'spot "{spot}" is unknown: expected a spot of layout {layout.name}')
    if type(stake) is not int or not 0 <= stake <= MOST_CENTS:
        return BadStake(f"spot {spot}: stake {stake!r}: expected whole cents, 0 to {MOST_CENTS}")
    try:
        for odds in layout.odds(spot):
            winnings(stake, odds)
    except InexactPayout as error:
        return InexactPayout(f"spot {spot}: {error}")
    raise AssertionError(f"spot {spot}: stake {stake} is right")


def _checked(dice: Sequence[int | str]) -> Dice:
    if len(dice) == 3:
        a, b, c = dice
        # True is an int for Python, never a die.
        if type(a) is type(b) is type(c) is int and 1 <= a <= 6 and 1 <= b <= 6 and 1 <= c <= 6:
            return a, b, c
    raise BadFacts(f"found the dice {list(dice)}: expected three whole numbers of 1 to 6")

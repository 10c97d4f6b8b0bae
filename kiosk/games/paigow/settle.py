"""Settlement of Fortune Pai Gow Poker (rules 3.12, 3.16 to 3.24 and 4.1)."""

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import NamedTuple

from kiosk.games.game import SpotResult
from kiosk.games.paigow.fortune import Bonus, FortuneHand, bonus, envy_bonuses
from kiosk.games.paigow.hands import Cards
from kiosk.games.paigow.house_way import set_house_way
from kiosk.games.paigow.paytable import COMMISSION, ENVY, ENVY_PAYS, FORTUNE, FORTUNE_PAYS, STANDARD
from kiosk.games.paigow.setting import Setting, set_own_way
from kiosk.money import winnings


class Outcome(StrEnum):
    """How a Standard wager ends."""

    WIN = "win"
    STANDOFF = "standoff"
    LOSE = "lose"


class Box(NamedTuple):
    """A box in play: who holds it, the wagers in cents, the cards, the Low Hand of the own way, and a conceded hand.

    `low` is None for the House Way. A hand is its holder's own, and no other's, for the Envy Bonus.
    """

    player: str
    bets: Mapping[str, int]
    cards: Cards
    low: Cards | None = None
    conceded: bool = False


_BY_HANDS_WON = (Outcome.LOSE, Outcome.STANDOFF, Outcome.WIN)


def compare(player: Setting, dealer: Setting) -> Outcome:
    """Two hands won win, one is a Standoff, none loses; a copy is the dealer's (rules 1.1.1 and 3.18 to 3.20)."""
    return _BY_HANDS_WON[(player.low_rank > dealer.low_rank) + (player.high_rank > dealer.high_rank)]


def setting_of(box: Box) -> Setting:
    """The box as it is set: a foul setting is set the House Way (rule 3.12.2). Raises BadFacts."""
    if box.low is not None:
        setting = set_own_way(box.cards, box.low)
        if not setting.is_foul:
            return setting
    return set_house_way(box.cards)[0]


def settle_table(boxes: Sequence[Box], dealer: Cards) -> list[dict[str, SpotResult]]:
    """What becomes of each box's two wagers and of its Envy Bonus, also where it has none. Raises BadFacts.

    A player with several boxes has the Envy Bonus at the first with a Fortune Bonus wager.
    """
    set_by_house, _ = set_house_way(dealer)
    makes = [bonus(box.cards) for box in boxes]
    envy = envy_bonuses(
        [
            FortuneHand(box.player, made, box.bets.get(FORTUNE, 0) > 0)
            for box, made in zip(boxes, makes, strict=True)
        ],
        bonus(dealer),
        ENVY_PAYS,
    )
    settled = []
    for box, made in zip(boxes, makes, strict=True):
        stake = box.bets.get(FORTUNE, 0)
        due = envy.pop(box.player, 0) if stake else 0
        settled.append(
            {
                STANDARD: _standard(box, set_by_house),
                FORTUNE: _fortune(stake, made),
                ENVY: SpotResult(0, 0, due),
            }
        )
    return settled


def settle_box(own: Box, hands: Mapping[str, Cards], dealer: Cards) -> dict[str, SpotResult]:
    """What becomes of a box's wagers among these hands by box, its own among them; each box is a player of its own.

    An Envy Bonus is won on the Fortune Bonus, whatever becomes of its stake. Raises BadFacts.
    """
    stake = own.bets.get(FORTUNE, 0)
    if not stake:
        return {STANDARD: _standard(own, set_house_way(dealer)[0])}
    makes = {box: bonus(cards) for box, cards in hands.items()}
    at_table = [FortuneHand(box, made, box == own.player) for box, made in makes.items()]
    envy = envy_bonuses(at_table, bonus(dealer), ENVY_PAYS)[own.player]
    fortune = _fortune(stake, makes[own.player])
    won = SpotResult(stake, fortune.returned, fortune.won + envy)
    return {STANDARD: _standard(own, set_house_way(dealer)[0]), FORTUNE: won}


def commission(win: int) -> int:
    """The House's part of what a Standard wager wins, both in cents; half a cent is rounded up.

    Tables take multiples of 20 cents, where nothing is to be rounded.
    """
    part = win * COMMISSION.numerator
    return (2 * part + COMMISSION.denominator) // (2 * COMMISSION.denominator)


def _standard(box: Box, dealer: Setting) -> SpotResult:
    stake = box.bets[STANDARD]
    setting = setting_of(box)
    outcome = Outcome.LOSE if box.conceded else compare(setting, dealer)
    if outcome == Outcome.LOSE:
        return SpotResult(stake, 0, 0)
    return SpotResult(stake, stake, stake - commission(stake) if outcome == Outcome.WIN else 0)


def _fortune(stake: int, made: Bonus | None) -> SpotResult:
    if made is None:
        return SpotResult(stake, 0, 0)
    return SpotResult(stake, stake, winnings(stake, FORTUNE_PAYS[made]))

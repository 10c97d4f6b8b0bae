"""Settlement of Si Ki Pi (rules 3.22, 3.23, 4.1 and 4.2)."""

from collections.abc import Mapping
from enum import StrEnum
from fractions import Fraction

from kiosk.games.game import SpotResult
from kiosk.games.sikipi.hands import Cards, bonus, wins
from kiosk.games.sikipi.house_way import Setting, set_house_way
from kiosk.games.sikipi.paytable import BONUS, BONUS_DEALER, BONUS_PAYS, INITIAL, STAND_OFF, WIN
from kiosk.money import InexactPayout, winnings


class Outcome(StrEnum):
    """How a Round of play ends for a player."""

    WIN = "win"
    STAND_OFF = "standoff"
    LOSE = "lose"


_BY_HANDS_WON = (Outcome.LOSE, Outcome.STAND_OFF, Outcome.WIN)
_PAYS = {Outcome.WIN: WIN, Outcome.STAND_OFF: STAND_OFF}


def compare(player: Setting, dealer: Setting) -> Outcome:
    """Two hands won win the Round, one is a Stand Off, none loses (rules 3.22.7 to 3.22.9)."""
    return _BY_HANDS_WON[wins(player.low, dealer.low) + wins(player.high, dealer.high)]


def settle(
    bets: Mapping[str, int], cards: Cards, setting: Setting | None, dealer: Cards
) -> dict[str, SpotResult]:
    """What becomes of the bets (cents) of one box; without its own setting it is set the House Way.

    Raises InexactPayout for an Initial Bet whose commission is no whole cents, whatever the cards.
    """
    results = {}
    for bet, stake in bets.items():
        if bet == INITIAL:
            _pay(bet, stake, WIN)
            own = setting or set_house_way(cards)[0]
            odds = _PAYS.get(compare(own, set_house_way(dealer)[0]))
        else:
            made = bonus({BONUS: cards, BONUS_DEALER: dealer}[bet])
            odds = BONUS_PAYS[made] if made else None
        results[bet] = SpotResult(stake, 0, 0) if odds is None else _pay(bet, stake, odds)
    return results


def _pay(bet: str, stake: int, odds: Fraction) -> SpotResult:
    try:
        return SpotResult(stake, stake, winnings(stake, odds))
    except InexactPayout as error:
        raise InexactPayout(f"{bet}: {error}") from None

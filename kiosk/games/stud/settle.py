"""Settlement of Casino Stud Poker (rules 3.12 to 3.14, 4, 5.1 to 5.5)."""

from collections.abc import Sequence
from enum import StrEnum

import msgspec

from kiosk.cards.poker import category_of, rank_hand
from kiosk.games.errors import BadFacts, BadStake
from kiosk.games.game import SpotResult
from kiosk.games.stud.hands import qualifies
from kiosk.games.stud.jackpot import Meter, prize
from kiosk.games.stud.paytable import StudLayout
from kiosk.games.stud.play import FOLD, STAY, bet_for
from kiosk.money import MOST_CENTS
from kiosk.written import shown


class Outcome(StrEnum):
    """How a box has ended."""

    WIN = "win"
    LOSE = "lose"
    STAND_OFF = "stand-off"
    NOT_QUALIFIED = "dealer-not-qualified"
    FOLD = "fold"
    NO_ANTE = "no-ante"


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A box of a round: its Bets in cents, its Hand, and what its Player has decided.

    `bet` is the BET as it lies, where that is not twice the Ante (rule 5.3); 0 where none lies. Without an
    Ante (rule 5.4) cards and decision are of no account.
    """

    number: int
    ante: int
    cards: tuple[str, ...] = ()
    choice: str = FOLD
    jackpot: int = 0
    bet: int | None = None


class Settled(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What has become of the Bets of a box; a Bet that was not placed has zeros."""

    outcome: Outcome
    ante: SpotResult
    bet: SpotResult
    jackpot: SpotResult


def settle_round(
    layout: StudLayout, boxes: Sequence[Box], dealer: Sequence[str], meter: Meter, limit: int | None = None
) -> tuple[dict[int, Settled], Meter]:
    """What has become of every box, by its number, and the meter of the jackpot at the end.

    `limit` is the highest Ante in cents, where one above it was not refused in time (rule 5.1.1). Prizes of the
    jackpot are paid in the order of the boxes, as dealt (rule 4.5.1). The cards are taken as checked. Raises BadStake
    and BadFacts.
    """
    dealt = rank_hand(dealer)
    settled: dict[int, Settled] = {}
    for box in sorted(boxes, key=_number):
        won = 0
        if box.jackpot and box.ante and box.choice == STAY:
            won, meter = prize(layout, rank_hand(box.cards), meter)
        settled[box.number] = settle_box(layout, box, dealt, won, limit)
    return settled, meter


def settle_box(layout: StudLayout, box: Box, dealt: int, won: int, limit: int | None = None) -> Settled:
    """What has become of the Bets of one box, when the Dealer's Hand has that rank (rules 3.12 to 3.14).

    `won` is the prize of the jackpot in cents. The stake of a jackpot Bet never comes back, but for rule 5.4.
    `limit` as `settle_round` has it. Raises BadStake and BadFacts.
    """
    _check(box)
    if not box.ante:
        return Settled(Outcome.NO_ANTE, _NOTHING, _NOTHING, _back(box.jackpot))
    jackpot = SpotResult(box.jackpot, 0, won)
    ante = box.ante if limit is None else min(box.ante, limit)
    if box.choice == FOLD:
        return Settled(Outcome.FOLD, _lost(box.ante, ante), _NOTHING, jackpot)
    placed = bet_for(box.ante) if box.bet is None else box.bet
    bet = min(placed, bet_for(ante))
    mine = rank_hand(box.cards)
    if not qualifies(dealt):
        return Settled(Outcome.NOT_QUALIFIED, _won(box.ante, ante * layout.ante_pays), _back(placed), jackpot)
    if mine == dealt:
        return Settled(Outcome.STAND_OFF, _back(box.ante), _back(placed), jackpot)
    if mine < dealt:
        return Settled(Outcome.LOSE, _lost(box.ante, ante), _lost(placed, bet), jackpot)
    paid = min(bet * layout.pays[category_of(mine)], layout.most_won)
    return Settled(Outcome.WIN, _won(box.ante, ante * layout.ante_pays), _won(placed, paid), jackpot)


def _check(box: Box) -> None:
    where = f"box {box.number}"
    for what, cents in (("ante", box.ante), ("jackpot", box.jackpot)):
        if type(cents) is not int or not 0 <= cents <= MOST_CENTS:
            raise BadStake(f"{where}: {what}: found {shown(cents)}: expected whole cents, 0 to {MOST_CENTS}")
    if box.choice not in (FOLD, STAY):
        raise BadFacts(f'{where}: found the decision {shown(box.choice)}: expected "{STAY}" or "{FOLD}"')
    if box.bet is None:
        return
    if box.choice == FOLD:
        raise BadStake(f"{where}: bet: found {shown(box.bet)} after a Fold: expected none")
    if type(box.bet) is not int or not 0 <= box.bet <= MOST_CENTS:
        raise BadStake(f"{where}: bet: found {shown(box.bet)}: expected whole cents, 0 to {MOST_CENTS}")


def _number(box: Box) -> int:
    return box.number


_NOTHING = SpotResult(0, 0, 0)


def _back(staked: int) -> SpotResult:
    return SpotResult(staked, staked, 0)


def _won(staked: int, won: int) -> SpotResult:
    return SpotResult(staked, staked, won)


def _lost(staked: int, counted: int) -> SpotResult:
    """What never counted comes back."""
    return SpotResult(staked, staked - counted, 0)

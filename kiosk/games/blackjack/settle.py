"""Settlement of one box: what is won or lost for certain, given what has been dealt (rules 3.13 to 3.23 and 4.1)."""

from collections.abc import Sequence
from enum import IntEnum
from fractions import Fraction

from kiosk.games.blackjack.paytable import BLACKJACK, EVEN, HALF, INSURANCE, PAIR
from kiosk.games.blackjack.play import Box, Hand, Lacking
from kiosk.games.blackjack.points import dealer_hand, is_blackjack, is_complete, points, side_wins, value
from kiosk.games.game import Settlement, SpotResult
from kiosk.money import InexactPayout, winnings


class Need(IntEnum):
    """How far a box needs the dealer's hand: not at all, his second card, or until he stands."""

    NONE = 0
    SECOND = 1
    FULL = 2


_BACK = frozenset({"win", "standoff", "returned", "even-money", "blackjack"})
_WON = {"win": EVEN, "even-money": EVEN, "blackjack": BLACKJACK}


def outcomes(box: Box, dealer: Sequence[str]) -> list[str | None]:
    """What became of each hand with a Bet, from the left; None as long as it is open, or where no Bet is.

    Words: win, lose, standoff, bust, blackjack, even-money, surrender; `dealer-blackjack` for the hand on which the
    one Initial Bet is lost to a dealer's Blackjack, `returned` for the others that are not bust (3.21.3, 3.22.2).
    """
    hand_of_dealer = dealer_hand(dealer)
    found: list[str | None] = []
    for hand in box.hands:
        one = _outcome(box, hand, hand_of_dealer) if hand.spot in box.bets else None
        if one == "dealer-blackjack" and one in found:
            one = "returned"
        found.append(one)
    return found


def _outcome(box: Box, hand: Hand, dealer: Sequence[str]) -> str | None:
    if hand.is_bust:
        return "bust"
    if _is(box, "surrender"):
        return "surrender"
    has_it = is_blackjack(hand.cards, split=hand.split)
    if has_it and _is(box, "even-money"):
        return "even-money"
    if has_it and value(box.up) not in (1, 10):  # rule 3.15: the dealer cannot have one
        return "blackjack"
    if len(dealer) < 2:
        return None
    if is_blackjack(dealer):
        return "standoff" if has_it else "dealer-blackjack"
    if has_it:
        return "blackjack"
    if not is_complete(dealer):
        return None
    own, his = points(hand.cards)[0], points(dealer)[0]
    if his > 21 or own > his:
        return "win"
    return "standoff" if own == his else "lose"


def results(box: Box, dealer: Sequence[str]) -> dict[str, SpotResult]:
    """What is won or lost for certain of the Bets of the box, by spot; what is still open is left out.

    The interim settlement pays what this gives when the first window is closed, the final one the rest. Raises
    InexactPayout.
    """
    own = box.bets
    found: dict[str, SpotResult] = {}
    for side, wins in side_wins(box.cards).items():
        if side in own:
            found[side] = _paid(side, own[side], (PAIR if side == "pair" else EVEN) if wins else None)
    if "insurance" in own and len(dealer) > 1:
        wins = is_blackjack(dealer_hand(dealer))
        found["insurance"] = _paid("insurance", own["insurance"], INSURANCE if wins else None)
    for hand, outcome in zip(box.hands, outcomes(box, dealer), strict=True):
        if outcome is None:
            continue
        stake = own[hand.spot]
        if outcome == "surrender":
            found[hand.spot] = SpotResult(stake, _winnings(hand.spot, stake, HALF), 0)
        else:
            odds = _WON.get(outcome, Fraction(0)) if outcome in _BACK else None
            found[hand.spot] = _paid(hand.spot, stake, odds)
        double = f"double-{hand.number}"
        if double in own:
            back = outcome in _BACK or outcome == "dealer-blackjack"
            found[double] = _paid(double, own[double], _WON.get(outcome, Fraction(0)) if back else None)
    return {spot: found[spot] for spot in own if spot in found}


def settle(box: Box, dealer: Sequence[str]) -> Settlement:
    """What becomes of every Bet of the box, all known. Raises Lacking, also for a hand in play, and InexactPayout."""
    check_whole(box, dealer)
    return Settlement(results(box, dealer))


def check_whole(box: Box, dealer: Sequence[str]) -> None:
    """Passes when the box is complete and the dealer has the cards that it needs. Raises Lacking."""
    if box.place is not None or box.window:
        hand = box.hands[box.place or 0]
        wanted = (
            f"a decision, one of {', '.join(o.choice for o in box.window)}" if box.window else "its next card"
        )
        raise Lacking(f"found {' '.join(hand.cards)} and no more: expected {wanted}")
    if dealer_wants(needed := need(box), dealer):
        until = "his second card" if needed is Need.SECOND else "cards until 17 or more"
        raise Lacking(f"dealer: found {' '.join(dealer)}: expected {until}")


def dealer_wants(needed: Need, dealer: Sequence[str]) -> bool:
    """Whether the dealer draws one card more (rule 3.23): only as far as a Bet needs it."""
    if needed is Need.FULL:
        return len(dealer) < 2 or not is_complete(dealer_hand(dealer))
    return needed is Need.SECOND and len(dealer) < 2


def need(box: Box) -> Need:
    """How far the Bets need the dealer's hand, the box complete."""
    open_now = outcomes(box, (box.up,))
    waiting = [
        hand for hand, one in zip(box.hands, open_now, strict=True) if one is None and hand.spot in box.bets
    ]
    if any(not is_blackjack(hand.cards, split=hand.split) for hand in waiting):
        return Need.FULL
    return Need.SECOND if waiting or "insurance" in box.bets else Need.NONE


def _is(box: Box, kind: str) -> bool:
    return box.first is not None and box.first.kind == kind


def _paid(spot: str, stake: int, odds: Fraction | None) -> SpotResult:
    return SpotResult(stake, 0, 0) if odds is None else SpotResult(stake, stake, _winnings(spot, stake, odds))


def _winnings(spot: str, stake: int, odds: Fraction) -> int:
    try:
        return winnings(stake, odds)
    except InexactPayout as error:
        raise InexactPayout(f"{spot}: {error}") from None

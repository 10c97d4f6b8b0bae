"""Settlement of one box: what is won or lost for certain, given what has been dealt (rules 3.13 to 3.23 and 4.1)."""

from collections.abc import Mapping, Sequence
from enum import IntEnum
from fractions import Fraction

from kiosk.games.blackjack.paytable import BLACKJACK, EVEN, HALF, INSURANCE, PAIR
from kiosk.games.blackjack.play import Box, Hand, Lacking, NotOffered
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


def outcomes(
    box: Box, dealer: Sequence[str], bets: Mapping[str, int] | None = None, *, even_money: bool | None = None
) -> list[str | None]:
    """What became of each hand with a Bet, from the left; None as long as it is open, or where no Bet is.

    Words: win, lose, standoff, bust, blackjack, even-money, surrender; `dealer-blackjack` for the hand on which the
    one Initial Bet is lost to a dealer's Blackjack, `returned` for the others that are not bust (3.21.3, 3.22.2).
    """
    bets = box.bets if bets is None else bets
    evened = _is(box, "even-money") if even_money is None else even_money
    hand_of_dealer = dealer_hand(dealer)
    found: list[str | None] = []
    for hand in box.hands:
        one = None
        if hand.spot in bets:
            one = _outcome(box, hand, hand_of_dealer, evened=evened)
        if one == "dealer-blackjack" and one in found:
            one = "returned"
        found.append(one)
    return found


def _outcome(box: Box, hand: Hand, dealer: Sequence[str], *, evened: bool) -> str | None:
    if hand.is_bust:
        return "bust"
    if _is(box, "surrender"):
        return "surrender"
    has_it = is_blackjack(hand.cards, split=hand.split)
    if has_it and evened:
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


def results(
    box: Box, dealer: Sequence[str], bets: Mapping[str, int] | None = None, *, even_money: bool | None = None
) -> dict[str, SpotResult]:
    """What is won or lost for certain, by spot; what is still open is left out.

    The interim settlement pays what this gives when the first window is closed, the final one the rest. Without
    `bets` and `even_money` those of the box; else those of a player who stands behind it. Raises InexactPayout.
    """
    own = box.bets if bets is None else bets
    found: dict[str, SpotResult] = {}
    for side, wins in side_wins(box.cards).items():
        if side in own:
            found[side] = _paid(side, own[side], (PAIR if side == "pair" else EVEN) if wins else None)
    if "insurance" in own and len(dealer) > 1:
        wins = is_blackjack(dealer_hand(dealer))
        found["insurance"] = _paid("insurance", own["insurance"], INSURANCE if wins else None)
    for hand, outcome in zip(box.hands, outcomes(box, dealer, bets, even_money=even_money), strict=True):
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


def need(box: Box, bets: Mapping[str, int] | None = None, *, even_money: bool | None = None) -> Need:
    """How far the Bets need the dealer's hand, the box complete."""
    own = box.bets if bets is None else bets
    open_now = outcomes(box, (box.up,), bets, even_money=even_money)
    waiting = [
        hand for hand, one in zip(box.hands, open_now, strict=True) if one is None and hand.spot in own
    ]
    if any(not is_blackjack(hand.cards, split=hand.split) for hand in waiting):
        return Need.FULL
    return Need.SECOND if waiting or "insurance" in own else Need.NONE


def behind(box: Box, bets: Mapping[str, int], follow: Sequence[int]) -> dict[str, int]:
    """The Bets of a player who stands behind the box, with those by which he followed it, in cents by spot.

    `follow` is what he puts on each Split and each double of the box in their order, 0 where he declines. A Split
    declined is final: his Bet stays on the hands that he has (rule 3.21.1). A double is up to his own Initial Bet
    (rule 3.22.1). Raises NotOffered.
    """
    if len(follow) != len(box.added):
        raise NotOffered(f"found {len(follow)} answers: expected {len(box.added)}, one for each added Bet")
    own, on, declined = dict(bets), {1}, False
    for added, cents in zip(box.added, follow, strict=True):
        if added.hand not in on or (added.new and declined):
            continue
        if cents and (cents != own["initial"] if added.new else not 0 < cents <= own["initial"]):
            asked = "" if added.new else "1 to "
            raise NotOffered(f"found {cents} cents: expected {asked}{own['initial']} cents, or 0")
        if not cents:
            declined = declined or bool(added.new)
        elif added.new:
            own[f"split-{added.new}"] = cents
            on.add(added.new)
        else:
            own[f"double-{added.hand}"] = cents
    return own


def _is(box: Box, kind: str) -> bool:
    return box.first is not None and box.first.kind == kind


def _paid(spot: str, stake: int, odds: Fraction | None) -> SpotResult:
    return SpotResult(stake, 0, 0) if odds is None else SpotResult(stake, stake, _winnings(spot, stake, odds))


def _winnings(spot: str, stake: int, odds: Fraction) -> int:
    try:
        return winnings(stake, odds)
    except InexactPayout as error:
        raise InexactPayout(f"{spot}: {error}") from None

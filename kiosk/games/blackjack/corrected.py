"""A card of a round of Blackjack was entered wrongly: what of the play after it can have been (rules 5.7, 5.10)."""

from collections.abc import Sequence
from functools import lru_cache

from kiosk.games.blackjack.deal import (
    CARD,
    DEALER,
    DEALING_ERROR,
    DISCARDED,
    GO_ON,
    LATER,
    MISLED,
    PICK,
    TAKE_BACK,
    Deal,
    read_deal,
)
from kiosk.games.blackjack.paytable import FIRST, TURN, BlackjackLayout
from kiosk.games.blackjack.play import WALK
from kiosk.games.game import WRONG_PICTURE, BadFacts, Corrected, Enter, Fact, replaced


def corrected(layout: BlackjackLayout, facts: Sequence[Fact], at: int, right: Fact) -> Corrected:
    """The play with the right card, and who chooses anew: the boxes with a Bet that have decided by the wrong one, were
    it to go on, or were dealt a card by it that is put away now. Raises BadFacts where no play is left."""
    return _corrected(layout, tuple(facts), at, right)


@lru_cache(maxsize=8)
def _corrected(layout: BlackjackLayout, facts: tuple[Fact, ...], at: int, right: Fact) -> Corrected:
    """The desk asks a dozen times for one correction: whether it may be, who is asked, and what becomes of the play."""
    made = _play(layout, facts, at, right)
    deal = read_deal(layout, made)
    concerned = {fact.at for fact in facts[at + 1 :] if fact.name in (FIRST, TURN, GO_ON, PICK)}
    if _put_away(made) > _put_away(facts):
        concerned.add(right.at)
    misled = tuple(
        Enter(MISLED, box)
        for box in deal.unsettled
        if box in concerned and right.at in (box, DEALER) and box not in deal.errors and deal.picks is None
    )
    return Corrected(made, misled if right.name == CARD else ())


def _play(layout: BlackjackLayout, facts: Sequence[Fact], at: int, right: Fact) -> tuple[Fact, ...]:
    """The card on the table counts, and what was decided and drawn after it as long as it can have been.

    Before the first cards are dealt whole nobody has played. From the first decision or card on that its hand cannot
    have asked for, what that hand decided falls away and its cards are put away. A hand that has still to play when
    others have played since plays after them (LATER); when the Dealer has drawn since, it stands as it lies from 12
    points on (rule 5.3).
    """
    whole = replaced(facts, at, right)
    if right.name != CARD or not read_deal(layout, facts[:at]).is_dealt or _reads(layout, whole):
        return whole
    box, made, lost = right.at, [*facts[:at], right], set[int]()
    for place, fact in enumerate(facts[at + 1 :], at + 1):
        own = fact.at == box != DEALER and fact.name in (CARD, TURN)
        hand = _in_turn(read_deal(layout, facts[:place]), box) if own else 0
        now = read_deal(layout, made)
        falls = own and (hand in lost or not _plays(now, box, hand))
        while (
            not falls and _in_turn(now, box) not in (0, hand) and (own or not _reads(layout, [*made, fact]))
        ):
            made.append(Fact(TURN, (WALK,), box) if fact.at == DEALER else Fact(LATER, (WRONG_PICTURE,), box))
            now = read_deal(layout, made)
        if own and not falls and not _reads(layout, [*made, fact]):
            if now.next_place == box and fact.name == TURN and fact.values == ("hit",):
                continue  # below 12 points the card comes without being asked for
            falls = True
        if falls:
            lost.add(hand)
        if not falls and not _is_idle(now, fact, box):
            made.append(fact)
        elif fact.name == GO_ON and fact.values == (TAKE_BACK,):  # what was taken back stays so
            made += [Fact(MISLED, (WRONG_PICTURE,), box), fact]
        elif fact.name == CARD:
            made.append(Fact(DISCARDED, fact.values))
    if box in read_deal(layout, facts).errors and box not in read_deal(layout, made).errors:
        made.append(Fact(MISLED, (WRONG_PICTURE,), box))  # who was asked still is
    return tuple(made)


def _is_idle(deal: Deal, fact: Fact, box: str) -> bool:
    """Whether nothing asks for it any more: a card that the Dealer needs not, what nobody or not that box chooses."""
    if fact.name == CARD:
        return fact.at == DEALER and deal.next_place is None and deal.turn is None
    if fact.name == DEALING_ERROR:
        return not deal.open_boxes
    return fact.name == GO_ON and fact.at == box and box not in deal.errors


def _in_turn(deal: Deal, box: str) -> int:
    """The number of the hand of the box that is in its turn; 0 where none is."""
    played = deal.played[box] if deal.turn == box else None
    return 0 if played is None or played.place is None else played.hands[played.place].number


def _plays(deal: Deal, box: str, number: int) -> bool:
    """Whether the box has that hand, and it is not over."""
    return any(hand.number == number and not hand.is_over for hand in deal.played[box].hands)


def _put_away(facts: Sequence[Fact]) -> int:
    return sum(fact.name == DISCARDED for fact in facts)


def _reads(layout: BlackjackLayout, facts: Sequence[Fact]) -> bool:
    try:
        read_deal(layout, facts)
    except BadFacts:
        return False
    return True

"""What comes next in a round of Casino Stud Poker whose Bets are closed (rules 3.10 to 3.14, 4.5.1), and by chance."""

from collections.abc import Sequence

from kiosk.cards.poker import category_of, rank_hand
from kiosk.games.game import (
    NOBODY,
    Ask,
    Chance,
    Decide,
    Enter,
    Fact,
    Moves,
    Publish,
    Settle,
)
from kiosk.games.laid import before_cards, card_by_chance
from kiosk.games.stud.deal import (
    BURNT,
    CARD,
    DEALER,
    DEALING_ERROR,
    INVALID,
    PRIZE,
    Deal,
    read_deal,
)
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.jackpot import Meter, prize
from kiosk.games.stud.layout import Felt
from kiosk.games.stud.paytable import CALL


def what_is_dealt_next(felt: Felt, deal: Deal) -> Ask:
    """The next thing asked for of facts without those of acts, as a result has them.

    Dealt as from a shuffler (rule 3.11.1): the five cards of one box, then those of the next, the Dealer's last; of his
    the open one is told first. What was folded is never shown (rule 4.3), and without a BET nothing is left to decide.
    """
    if felt.burns and deal.boxes and not deal.burnt:
        return Enter(BURNT, audience=NOBODY)
    if (before := before_cards(deal)) is not None:
        return before
    for box in deal.playing:
        if len(deal.down[box]) < CARDS:
            return Enter(CARD, box, box)
    if not deal.up[DEALER]:
        return Enter(CARD, DEALER)
    if len(deal.down[DEALER]) < CARDS - 1:
        return Enter(CARD, DEALER, NOBODY)
    if undecided := tuple(box for box in deal.playing if box not in deal.calls):
        return Decide(CALL, undecided)
    return _after_decisions(felt, deal)


def _after_decisions(felt: Felt, deal: Deal) -> Ask:
    if not deal.staying:
        return Settle()
    if hidden := [at for box in deal.staying for at in deal.to_turn(box)]:
        return Publish(tuple(hidden))
    if len(deal.up[DEALER]) < CARDS:
        return Enter(CARD, DEALER)
    for box in deal.staying:
        if wins_major(felt, deal.up[box]) and box not in deal.prizes:
            share = felt.pay_table.majors[category_of(rank_hand(deal.up[box]))]
            return Enter(PRIZE, box, share=share)
    return Settle()


def irregularities(deal: Deal) -> tuple[Enter, ...]:
    """At each box that plays: its Hand is invalid at any time (rules 5.15, 5.19, 5.24); and while cards are dealt or
    decided about, a dealing error, after which it may have its Bets back (rules 5.9, 5.10, 5.14.1)."""
    invalid = tuple(Enter(INVALID, box) for box in deal.playing)
    if all(box in deal.calls for box in deal.playing):
        return invalid
    return (*invalid, *(Enter(DEALING_ERROR, box) for box in deal.playing if box not in deal.errors))


def wins_major(felt: Felt, cards: Sequence[str]) -> bool:
    """Whether a Hand wins a share of the jackpot, where its box has a Bet on it (rule 4.2)."""
    return category_of(rank_hand(cards)) in felt.pay_table.majors


def moves(deal: Deal) -> Moves:
    """Whole Hands may be moved to their boxes until Players have decided: before anybody has seen a Hand the Round then
    goes on (rule 5.8.6); afterwards who is concerned may have the Bets back (rules 5.10.2 and 5.10.3)."""
    boxes = () if deal.calls else deal.whole(CARDS)
    seen = len(deal.down.get(DEALER, ())) == CARDS - 1
    then = tuple(Enter(DEALING_ERROR, box) for box in boxes if box not in deal.errors)
    return Moves(boxes, CARD, then if seen else ())


def by_chance(felt: Felt, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
    """One card of those that lie nowhere yet, or the major prize of a jackpot that stands at its reset value."""
    deal = read_deal(facts, felt.boxes)
    asks = what_is_dealt_next(felt, deal)
    if not isinstance(asks, Enter):
        return ()
    if asks.fact == PRIZE:
        return (Fact(PRIZE, (_prize(felt, deal, asks.at),), asks.at),)
    return (card_by_chance(deal, asks, source),)


def _prize(felt: Felt, deal: Deal, winner: str) -> int:
    """What that box is paid of what those before it have left, in the order of the deal (rule 4.5.1)."""
    meter, cents = Meter(felt.reset, felt.reset), 0
    for box in deal.staying[: deal.staying.index(winner) + 1]:
        cents, meter = prize(felt.pay_table, rank_hand(deal.up[box]), meter)
    return cents

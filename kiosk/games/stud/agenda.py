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

    What was folded is never shown (rule 4.3), and without a BET nothing is left to decide.
    """
    if felt.burns and deal.boxes and not deal.burnt:
        return Enter(BURNT, audience=NOBODY)
    if (before := before_cards(deal)) is not None:
        return before
    if (card := _next_card(felt, deal)) is not None:
        return card
    if undecided := tuple(box for box in deal.playing if box not in deal.calls):
        return Decide(CALL, undecided)
    return _after_decisions(felt, deal)


def _next_card(felt: Felt, deal: Deal) -> Enter | None:
    """From a shuffler hand by hand, of the Dealer's the open one told first (rules 3.11.1 and 3.11.2); from a shoe a
    card to each in turn, of the Dealer's the last one open (rule 3.10). None when all are dealt.

    Programs of before asked for hand after hand from a shoe, too: a deal that was begun so is ended so. The place of
    its second card tells which it is.
    """
    down, up = len(deal.down[DEALER]), len(deal.up[DEALER])
    lie = {box: len(deal.down[box]) for box in deal.playing} | {DEALER: down + min(up, 1)}
    waiting = [place for place in lie if lie[place] < CARDS]
    if not waiting:
        return None
    first, most = waiting[0], max(lie.values())
    begun = most > 1 if not lie[DEALER] else bool(up) and down < CARDS - 1
    in_turn = felt.burns and not begun
    place = min(waiting, key=lie.__getitem__) if in_turn else first
    older = first if in_turn and lie[first] == 1 == sum(lie.values()) else ""
    if place != DEALER:
        return Enter(CARD, place, place, older=older)
    opens = not up and (down == CARDS - 1 or not in_turn)
    return Enter(CARD, DEALER) if opens else Enter(CARD, DEALER, NOBODY, older=older)


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
    then = tuple(Enter(DEALING_ERROR, box) for box in boxes if box not in deal.errors)
    return Moves(boxes, CARD, then if deal.is_dealt else ())


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

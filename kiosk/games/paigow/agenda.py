"""What comes next in a round of Fortune Pai Gow Poker whose bets are closed (rules 3.10 to 3.17), and by chance."""

from collections.abc import Sequence

from kiosk.cards import DECK, JOKER
from kiosk.games.game import (
    NOBODY,
    POWER_FAILURE,
    Ask,
    Chance,
    Decide,
    Enter,
    Fact,
    Moves,
    Publish,
    Settle,
)
from kiosk.games.laid import CARD, DEALER, DEALING_ERROR, INVALID, before_cards, card_by_chance
from kiosk.games.paigow.deal import CONCEDE, Deal, read_deal
from kiosk.games.paigow.paytable import PaiGowLayout
from kiosk.games.paigow.play import house_way_of
from kiosk.games.paigow.setting import CARDS
from kiosk.games.set_hands import SET


def what_is_dealt_next(layout: PaiGowLayout, deal: Deal) -> Ask:
    """The next thing asked for of facts without those of acts, as a result has them.

    The Dealer's cards are turned when every hand is set (rule 3.13), and told again as they lie on the felt before
    the hands are shown (rule 5.17).
    """
    if (before := before_cards(deal)) is not None:
        return before
    if (place := _next_place(layout, deal)) is not None:
        return Enter(CARD, place, NOBODY if place == DEALER else place)
    if unset := tuple(box for box in deal.playing if box not in deal.settings):
        return Decide(SET, unset)
    if not deal.is_shown:
        return Enter(CARD, DEALER)
    if deal.felt_shows != house_way_of(tuple(deal.up[DEALER])):
        return Enter(SET, DEALER)
    if hidden := tuple(at for box in deal.playing for at in deal.to_turn(box)):
        return Publish(hidden)
    return Settle()


def _next_place(layout: PaiGowLayout, deal: Deal) -> str | None:
    """Where the next card lies face down, the Dealer last of all or of each turn (rules 3.10 and 3.11); or None."""
    waiting = [place for place in (*deal.playing, DEALER) if len(deal.down[place]) < CARDS]
    if not waiting:
        return None
    return min(waiting, key=lambda place: len(deal.down[place])) if layout.by_hand else waiting[0]


def irregularities(deal: Deal) -> tuple[Enter, ...]:
    """What the rules settle at each box that plays, and for all after a power failure.

    A hand is out of the round (rules 5.7, 5.8, 5.15, 5.16). Until the hands are set, who is not content with that may
    take wagers back (rule 5.10). With the Dealer's hand shown a hand may be conceded (rule 3.16); before, a power
    failure asks every box (rule 5.18.1).
    """
    invalid = tuple(Enter(INVALID, box) for box in deal.playing)
    if deal.is_shown:
        return (*invalid, *(Enter(CONCEDE, box) for box in deal.playing if box not in deal.conceded))
    failure = (Enter(POWER_FAILURE),) if deal.playing else ()
    if all(box in deal.settings for box in deal.playing):
        return (*invalid, *failure)
    errors = tuple(Enter(DEALING_ERROR, box) for box in deal.playing if box not in deal.errors)
    return (*invalid, *errors, *failure)


def moves(deal: Deal) -> Moves:
    """Whole hands may be moved to their positions until Players handle their cards, when all are dealt (rule 5.2)."""
    return Moves(() if deal.is_dealt else deal.whole(CARDS), CARD)


def by_chance(layout: PaiGowLayout, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
    """One card of those that lie nowhere yet, or the Dealer's hand as the House Way has it."""
    deal = read_deal(facts, layout.boxes)
    asks = what_is_dealt_next(layout, deal)
    if not isinstance(asks, Enter):
        return ()
    if asks.fact == SET:
        return (Fact(SET, (house_way_of(tuple(deal.up[DEALER])),), DEALER),)
    return (card_by_chance(deal, asks, source, (*DECK, JOKER)),)

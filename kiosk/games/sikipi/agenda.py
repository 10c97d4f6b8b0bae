"""What comes next in a round of Si Ki Pi whose Bets are closed (rules 3.15 to 3.22), and by chance."""

from collections.abc import Sequence

from kiosk.games.game import (
    NOBODY,
    Ask,
    Chance,
    Decide,
    Enter,
    Fact,
    Moves,
    OnlyVoid,
    Publish,
    Settle,
)
from kiosk.games.laid import before_cards, card_by_chance
from kiosk.games.set_hands import SET, set_choice
from kiosk.games.sikipi.deal import (
    CARD,
    CARDS,
    DEALER,
    DEALING_ERROR,
    EXPOSED,
    INVALID,
    MISDEALT,
    Deal,
    read_deal,
)
from kiosk.games.sikipi.house_way import set_house_way
from kiosk.games.sikipi.layout import Felt


def what_is_dealt_next(felt: Felt, deal: Deal) -> Ask:
    """The next thing asked for of facts without those of acts, as a result has them."""
    if deal.only_void:
        return OnlyVoid(deal.only_void)
    if (before := before_cards(deal)) is not None:
        return before
    if not deal.is_dealt:
        return _next_card(felt, deal)
    if deal.undecided:
        return Decide(SET, deal.undecided)
    if len(deal.up[DEALER]) < CARDS:
        return Enter(CARD, DEALER)
    hidden = tuple(at for box in deal.playing for at in deal.to_turn(box))
    if hidden and not deal.is_confirmed:
        return Enter(SET, DEALER)
    return Publish(hidden) if hidden else Settle()


def _next_card(felt: Felt, deal: Deal) -> Enter:
    """Hand by hand from a shuffler, the Dealer's last (rule 3.16); else a card to each in turn (rule 3.15)."""
    places = [place for place in (*deal.playing, DEALER) if len(deal.down[place]) < CARDS]
    place = places[0] if felt.hand_by_hand else min(places, key=lambda one: len(deal.down[one]))
    return Enter(CARD, place, NOBODY if place == DEALER else place)


def irregularities(deal: Deal) -> tuple[Enter, ...]:
    """At each box that plays: its Hand is invalid at any time (rules 5.12 and 5.13), or its cards went to a wrong place
    (rule 5.5.3); and until hands are set, exposed cards (rules 5.5.2, 5.7, 5.8) and other dealing errors (rule 5.6)."""
    found = [Enter(INVALID, box) for box in deal.playing]
    found += [Enter(MISDEALT, box) for box in deal.playing]
    if deal.undecided:
        found += [Enter(EXPOSED, place) for place in (*deal.playing, DEALER)]
        found += [Enter(DEALING_ERROR, box) for box in deal.playing if box not in deal.errors]
    return tuple(one for one in found if (one.fact, one.at) not in deal.noted)


def moves(deal: Deal) -> Moves:
    """Whole Hands may be moved to their boxes until Players see their cards (rules 5.5.3 and 5.11); who is concerned
    then chooses (rules 5.6.2 and 5.6.3)."""
    boxes = () if deal.is_dealt else deal.whole(CARDS)
    noted = {at for name, at in deal.noted if name == MISDEALT}
    return Moves(boxes, CARD, tuple(Enter(MISDEALT, box) for box in boxes if box not in noted))


def by_chance(felt: Felt, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
    """The cards that one place is given, of those that lie nowhere yet, or how the Dealer's Hand lies on the felt."""
    new: list[Fact] = []
    while True:
        deal = read_deal((*facts, *new), felt.boxes)
        asks = what_is_dealt_next(felt, deal)
        if not isinstance(asks, Enter) or (new and (asks.at, asks.audience) != (new[0].at, new[0].audience)):
            return tuple(new)
        if asks.fact == SET:
            return tuple(new) or (Fact(SET, (set_choice(set_house_way(deal.up[DEALER])[0].low),), DEALER),)
        new.append(card_by_chance(deal, asks, source))

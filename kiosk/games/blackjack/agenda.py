"""What comes next in a round of Blackjack whose Bets are closed (rules 3.11 to 3.23, 5.5 to 5.12), and by chance."""

from collections import Counter
from collections.abc import Mapping, Sequence

from kiosk.cards import DECK
from kiosk.games.blackjack.deal import (
    CARD,
    CUT_CARD,
    DEALING_ERROR,
    DISCARDED,
    GO_ON,
    LATER,
    LEFT,
    MISLED,
    NO_HAND,
    PICK,
    RIGHT,
    SHOE_EMPTY,
    TWO_AT_ONCE,
    Deal,
    read_deal,
)
from kiosk.games.blackjack.paytable import FIRST, MOST_HANDS, TURN, BlackjackLayout
from kiosk.games.blackjack.play import DECLINE, WALK, default, first_window, in_turn
from kiosk.games.errors import BadFacts
from kiosk.games.game import (
    Ask,
    Boxes,
    Chance,
    Decide,
    Enter,
    Fact,
    Interim,
    Moves,
    OnlyVoid,
    Option,
    Settle,
    Window,
)
from kiosk.games.laid import after_irregularity

NO_CARDS = "no card is left in the shoe"
"""Why a round is void for which the shoe has too few cards (rule 5.5.3)."""

AFTER_ERROR = after_irregularity(default=GO_ON, absent=GO_ON)
"""Who does not answer plays on (rule 5.7)."""
WHICH_FIRST = Window(PICK, (Option(LEFT), Option(RIGHT)), default=LEFT, absent=LEFT)
"""Which of two cards that were drawn at once comes first (rule 5.12)."""


def what_next(layout: BlackjackLayout, deal: Deal) -> Ask:
    """The next thing asked for. What the initial deal and the first window decide is paid before what follows (1.17).

    Where nothing follows, the settlement pays it.
    """
    asks = what_is_dealt_next(layout, deal)
    due = deal.is_dealt and not deal.waiting and not deal.interims and not deal.errors
    return Interim() if due and not isinstance(asks, OnlyVoid | Settle) else asks


def what_is_dealt_next(_layout: BlackjackLayout, deal: Deal) -> Ask:
    """The same for facts without those of interim settlements, as a result has them."""
    if deal.boxes is None:
        return Boxes()
    if deal.empty:
        return OnlyVoid(NO_CARDS)
    if deal.picks is not None:
        return Decide(PICK, (deal.picks,))
    if deal.errors:
        return Decide(GO_ON, tuple(deal.errors))
    if deal.waiting:
        return Decide(FIRST, tuple(deal.waiting))
    if (place := deal.next_place) is not None:
        return Enter(CARD, place)
    return Decide(TURN, (deal.turn,)) if deal.turn is not None else Settle()


def irregularities(deal: Deal) -> tuple[Enter, ...]:
    """A dealing error, as long as a Bet is open (5.7); two cards at once and the end of the shoe where a card is asked
    for (5.5.3, 5.12); the cut card, and a card that is put away (5.10.3); a box that was misled by a wrong entry, and a
    hand that plays later or is none for it."""
    misled = [Enter(MISLED, box) for box in deal.unsettled if box not in deal.misled]
    misled += [Enter(NO_HAND, box) for box, played in deal.played.items() if 1 < played.numbers < MOST_HANDS]
    if deal.errors:
        return tuple(misled)
    place = deal.next_place
    found = [Enter(DEALING_ERROR)] if deal.open_boxes else []
    found += [Enter(TWO_AT_ONCE, place), Enter(SHOE_EMPTY)] if place is not None else []
    found += [Enter(LATER, deal.turn)] if deal.turn is not None and len(deal.waiting_hands) > 1 else []
    return (*found, *misled, *([] if deal.cut else [Enter(CUT_CARD)]), Enter(DISCARDED))


def moves(deal: Deal) -> Moves:
    """The first two cards of boxes may be moved until the Interim Settlement, when nobody has decided yet; then every
    player chooses (rules 5.7.2, 5.9 and 5.10.1)."""
    decided = deal.interims or deal.errors or any(played.first is not None for played in deal.played.values())
    whole = () if decided else tuple(box for box in deal.playing if len(deal.two[box]) == 2)
    return Moves(whole if len(whole) > 1 else (), CARD, (Enter(DEALING_ERROR),))


def window(_layout: BlackjackLayout, deal: Deal, box: str, stakes: Mapping[str, int]) -> Window:
    """The first window, a hand in its turn, or the choices after an error (rules 3.14 to 3.22, 5.7, 5.12).

    Silence takes the default of rule 5.3 for this one decision; for a seat that is not there the House plays on.
    Raises BadFacts for a box that is not asked.
    """
    initial = stakes.get("initial", 0)
    if deal.picks is not None:
        return WHICH_FIRST
    if deal.errors:
        return AFTER_ERROR
    if box in deal.waiting:
        options = _not_staked(first_window(deal.two[box], deal.dealer[0], initial), stakes)
        return Window(FIRST, options or (Option(DECLINE),), default=DECLINE, absent=WALK)
    played = deal.played.get(box)
    if played is None or box != deal.turn or played.place is None or not played.window:
        raise BadFacts(f"{box}: found no decision that it has to make: expected that of {deal.turn}")
    hand = played.hands[played.place]
    options = _not_staked(in_turn(hand, initial, played.numbers), stakes)
    return Window(TURN, options, default=default(hand), absent=WALK)


def _not_staked(options: tuple[Option, ...], stakes: Mapping[str, int]) -> tuple[Option, ...]:
    """What lies on a spot for a decision that fell away goes back at the end: nothing is put on it once more."""
    return tuple(option for option in options if not any(extra.spot in stakes for extra in option.extras))


def by_chance(layout: BlackjackLayout, facts: Sequence[Fact], source: Chance) -> tuple[Fact, ...]:
    """One card of a full shoe less those of the round."""
    deal = read_deal(layout, facts)
    asks = what_is_dealt_next(layout, deal)
    if not isinstance(asks, Enter):
        return ()
    at = source.randrange(layout.decks * len(DECK) - deal.seen.total())
    return (Fact(CARD, (_card_at(at, deal.seen, layout.decks),), asks.at),)


def _card_at(at: int, seen: Counter[str], decks: int) -> str:
    for card in DECK:
        at -= decks - seen[card]
        if at < 0:
            return card
    raise BadFacts(f"found place {at} of the shoe: expected one of its cards")

"""Cards laid on a table, as the facts of a round say: boxes, hands face down or up, and what went wrong with them.

Every card game that deals each box a hand for its own eyes reads its facts so.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple, TypeVar

from kiosk.cards import DECK, BadCard, check_cards
from kiosk.games.errors import BadFacts
from kiosk.games.game import (
    HOLDS,
    NOBODY,
    TABLE,
    Act,
    Ask,
    Boxes,
    Chance,
    Decide,
    Enter,
    Fact,
    OnlyVoid,
    Option,
    Settle,
    VoidReasons,
    Window,
)
from kiosk.money import MOST_CENTS
from kiosk.written import shown

SHUFFLE, CARD, DEALER = "shuffle", "card", "dealer"
"""The act before the deal; the fact of one card; the Dealer's place."""
INVALID, DEALING_ERROR = "invalid-hand", "dealing-error"
"""The irregularities at a box: its hand is out of the round, or it may choose."""
GO_ON, TAKE_BACK = "go-on", "take-back"
"""The two choices after an irregularity; the first names their window too."""
RAN_OUT = "too few cards to complete the round"
VOIDS = VoidReasons(
    early="the cards were dealt before the bets were closed",
    again="the cards were shuffled again before the result",
    late="nobody saw the shuffle begin",
    damaged="the cards are damaged, or one is missing or too many",
)
"""Why a round of cards is void, in the words of the log."""
NOT_SHUFFLED = "the cards were not shuffled"
"""Why a round is void whose cards were dealt unshuffled, in the words of the log."""
_MOST_KEPT = 128
"""Beginnings of rounds that are kept as read: every reader asks for the same again and again, of 110 facts at most."""


class Hidden(NamedTuple):
    """A card that was dealt face down: its place among the facts, and what it is for who may know it."""

    at: int
    card: str | None


@dataclass
class Laid:
    """What lies on the table, by box and for the Dealer."""

    boxes: tuple[str, ...] | None = None
    shuffled: int | None = None
    down: dict[str, list[Hidden]] = field(default_factory=dict)
    up: dict[str, list[str]] = field(default_factory=dict)
    invalid: set[str] = field(default_factory=set)
    """The boxes whose hands are out of the round and whose bets come back."""
    errors: list[str] = field(default_factory=list)
    """The boxes that have still to choose after an irregularity."""

    @property
    def playing(self) -> tuple[str, ...]:
        """The boxes with a valid hand, in the order of the deal."""
        return tuple(box for box in self.boxes or () if box not in self.invalid)

    @property
    def cards(self) -> list[str]:
        """Every card that is known, once: a card that is turned is the same card, and counts as it is shown."""
        found = [card for cards in self.up.values() for card in cards]
        for place, cards in self.down.items():
            turned = 0 if place == DEALER else len(self.up[place])
            found += [hidden.card for hidden in cards[turned:] if hidden.card is not None]
        return found

    def own(self, box: str) -> list[str]:
        """The cards of a box, as far as who reads may know them."""
        return [hidden.card for hidden in self.down.get(box, ()) if hidden.card is not None]

    def own_hand(self, box: str, cards: int) -> tuple[str, ...]:
        """All the cards of a box. Raises BadFacts where who reads does not know so many."""
        found = self.own(box)
        if len(found) != cards:
            raise BadFacts(f"{box}: found {len(found)} cards that it knows: expected {cards}")
        return tuple(found)

    def whole(self, cards: int) -> tuple[str, ...]:
        """The boxes that play and have so many cards, all face down, where two or more have."""
        found = tuple(box for box in self.playing if len(self.down[box]) == cards and not self.up[box])
        return found if len(found) > 1 else ()

    def all_lie(self, dealers: int) -> bool:
        """Whether every card is dealt, so many to the Dealer face down: decisions and cards settle the rest."""
        return bool(self.boxes) and (not self.playing or len(self.down[DEALER]) == dealers)

    def is_whole(self, cards: int) -> bool:
        """Whether every box that plays and the Dealer have so many cards: from then on players see theirs."""
        places = (*self.playing, DEALER)
        return self.boxes is not None and all(len(self.down[place]) == cards for place in places)

    def to_turn(self, box: str) -> tuple[int, ...]:
        """The places of the cards that lie there face down still."""
        return tuple(hidden.at for hidden in self.down[box][len(self.up[box]) :])


_Felt = TypeVar("_Felt")
_Laid = TypeVar("_Laid", bound=Laid)


def read_once(read: Callable[[tuple[Fact, ...], int], _Laid]) -> Callable[[Sequence[Fact], int], _Laid]:
    """The same reading of facts and most boxes, kept for all who ask. What it answers is for reading alone."""
    kept = lru_cache(_MOST_KEPT)(read)

    def read_deal(facts: Sequence[Fact], most_boxes: int) -> _Laid:
        return kept(tuple(facts), most_boxes)

    return read_deal


def read_facts(
    laid: Laid,
    facts: Sequence[Fact],
    most_boxes: int,
    take: Callable[[int, Fact], None],
    *,
    joker: bool = False,
) -> None:
    """Reads the boxes first, of which there are so many at most, and has every fact after them taken, by its place.

    Raises BadFacts for what cannot be true, as a card of the one deck that lies twice.
    """
    for at, fact in enumerate(facts):
        if fact.name == HOLDS:
            _name_boxes(laid, fact, most_boxes)
        elif laid.boxes is None:
            raise BadFacts(f"found the fact '{fact.name}' before the boxes: expected '{HOLDS}'")
        else:
            take(at, fact)
    checked(laid.cards, joker=joker)


def checked(cards: Iterable[object], *, joker: bool = False, decks: int = 1) -> tuple[str, ...]:
    """The same cards, all of them known and none there more often than there are decks. Raises BadFacts."""
    try:
        return check_cards(cards, joker=joker, decks=decks)
    except BadCard as error:
        raise BadFacts(str(error)) from None


def _name_boxes(laid: Laid, fact: Fact, most: int) -> None:
    laid.boxes = named_boxes(laid.boxes, fact, most)
    for place in (*laid.boxes, DEALER):
        laid.down[place], laid.up[place] = [], []


def named_boxes(before: tuple[str, ...] | None, fact: Fact, most: int) -> tuple[str, ...]:
    """The boxes that a fact names, `before` being those that were named already. Raises BadFacts."""
    boxes = tuple(str(box) for box in fact.values)
    if before is not None or len(boxes) > most or len(set(boxes)) < len(boxes) or DEALER in boxes:
        raise BadFacts(
            f"found the boxes {shown(list(fact.values))}: expected up to {most}, each once, told once"
        )
    return boxes


def take_up(laid: Laid, at: int, fact: Fact, cards: int, down_at_dealer: int) -> bool:
    """Takes what is alike in every game: shuffle, card, irregularity, the choice after one. False for anything else.

    A hand has so many cards, of the Dealer's so many lie face down. Raises BadFacts.
    """
    if fact.name == SHUFFLE and laid.shuffled is None:
        laid.shuffled = whole(fact)
    elif fact.name == CARD and fact.at in laid.up:
        _lay(laid, at, fact, cards, down_at_dealer)
    elif fact.name == INVALID and fact.at in laid.playing:
        laid.invalid.add(fact.at)
        laid.errors = [box for box in laid.errors if box != fact.at]
    elif fact.name == DEALING_ERROR and fact.at in laid.playing and fact.at not in laid.errors:
        laid.errors.append(fact.at)
    elif fact.name == GO_ON and fact.at in laid.errors:
        if (choice := one_word(fact)) not in (GO_ON, TAKE_BACK):
            raise unexpected(fact)
        laid.errors.remove(fact.at)
        if choice == TAKE_BACK:
            laid.invalid.add(fact.at)
    else:
        return False
    return True


def after_shuffle(what_is_dealt_next: Callable[[_Felt, _Laid], Ask]) -> Callable[[_Felt, _Laid], Ask]:
    """The next thing asked for: the shuffle once the boxes are named, or that without one only a void is left; then
    what the deal asks for."""

    def what_next(felt: _Felt, laid: _Laid) -> Ask:
        if not laid.boxes or laid.shuffled:
            return what_is_dealt_next(felt, laid)
        return Act(SHUFFLE) if laid.shuffled is None else OnlyVoid(NOT_SHUFFLED)

    return what_next


def before_cards(laid: Laid) -> Ask | None:
    """What comes before any card: the boxes, and choices after an irregularity; the end where no box plays."""
    if laid.boxes is None:
        return Boxes()
    if laid.errors:
        return Decide(GO_ON, tuple(box for box in laid.playing if box in laid.errors))
    return None if laid.playing else Settle()


def in_writing(read: Callable[[], _Laid], told: Callable[[_Laid, str], Iterable[str | None]]) -> str:
    """A round for reports: each place with its cards as shown and what is told of it, the Dealer last.

    What cannot be a round is "?".
    """
    try:
        laid = read()
    except BadFacts:
        return "?"
    places = (*laid.boxes, DEALER) if laid.boxes else ()
    return "; ".join(" ".join((at, *laid.up[at], *filter(None, told(laid, at)))) for at in places)


def card_by_chance(laid: Laid, asks: Enter, source: Chance, deck: Sequence[str] = DECK) -> Fact:
    """The card that is asked for, of those that lie nowhere yet; nothing of one that lies face down for all."""
    if asks.audience == NOBODY:
        return Fact(asks.fact, (), asks.at, NOBODY)
    lying = set(laid.cards)
    left = [card for card in deck if card not in lying]
    return Fact(asks.fact, (left[source.randrange(len(left))],), asks.at, asks.audience)


def unexpected(fact: Fact) -> BadFacts:
    """What a game says of a fact that it does not know there."""
    return BadFacts(f"found the fact '{fact.name}' at '{fact.at}': expected none there, or none more")


def one_word(fact: Fact) -> str:
    """The one word of a fact. Raises BadFacts."""
    if len(fact.values) != 1 or not isinstance(fact.values[0], str):
        raise BadFacts(f"{fact.at}: found {shown(list(fact.values))} as a {fact.name}: expected one word")
    return fact.values[0]


def whole(fact: Fact) -> int:
    """The one whole number of a fact, as cents or a count. Raises BadFacts."""
    value = fact.values[0] if len(fact.values) == 1 else None
    if type(value) is not int or not 0 <= value <= MOST_CENTS:
        raise BadFacts(
            f"'{fact.name}' at '{fact.at}': found {shown(list(fact.values))}: expected one whole number, 0 to "
            f"{MOST_CENTS}"
        )
    return value


def after_irregularity(default: str, absent: str) -> Window:
    """To go on or to have the bets back, with what counts for a silent and for an absent seat."""
    return Window(GO_ON, (Option(GO_ON), Option(TAKE_BACK)), default, absent, returns=absent == TAKE_BACK)


def _lay(laid: Laid, at: int, fact: Fact, cards: int, down_at_dealer: int) -> None:
    """A card face down for its seat or, at the Dealer, for nobody; or face up for the table."""
    card = one_word(fact) if fact.values else None
    if fact.audience == TABLE:
        if card is None:
            raise BadFacts(f"{fact.at}: found no value of an open card: expected one card")
        laid.up[fact.at].append(card)
    elif fact.audience == (NOBODY if fact.at == DEALER else fact.at):
        laid.down[fact.at].append(Hidden(at, card))
    else:
        raise BadFacts(
            f"{fact.at}: found a card for the eyes of {shown(fact.audience)}: expected those of its box"
        )
    most_down = down_at_dealer if fact.at == DEALER else cards
    if len(laid.up[fact.at]) > cards or len(laid.down[fact.at]) > most_down:
        raise BadFacts(f"{fact.at}: found a card too many: expected {cards}")

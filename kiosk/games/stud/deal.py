"""What the facts of a round of Casino Stud Poker say: boxes, cards where they lie, decisions, major prizes."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from kiosk.cards import BadCard, check_cards
from kiosk.games.errors import BadFacts
from kiosk.games.game import HOLDS, NOBODY, TABLE, Fact
from kiosk.games.stud.hands import CARDS
from kiosk.games.stud.paytable import CALL
from kiosk.games.stud.play import FOLD, GO_ON, STAY, VOID
from kiosk.money import MOST_CENTS
from kiosk.written import shown

SHUFFLE, BURNT, CARD, PRIZE, DEALER = "shuffle", "burnt", "card", "jackpot", "dealer"
"""The act before the deal; the facts: the Burnt Card, one card, a major prize in cents; the Dealer's place."""
INVALID, DEALING_ERROR = "invalid-hand", "dealing-error"
"""The irregularities at a box: its Hand is out of the round (rules 5.15, 5.19), or it may choose (rule 5.10)."""


class Hidden(NamedTuple):
    """A card that was dealt face down: its place among the facts, and what it is for who may know it."""

    at: int
    card: str | None


@dataclass
class Deal:
    """What lies on the table, by box and for the Dealer."""

    boxes: tuple[str, ...] | None = None
    shuffled: int | None = None
    burnt: bool = False
    down: dict[str, list[Hidden]] = field(default_factory=dict)
    up: dict[str, list[str]] = field(default_factory=dict)
    calls: dict[str, str] = field(default_factory=dict)
    prizes: dict[str, int] = field(default_factory=dict)
    invalid: set[str] = field(default_factory=set)
    """The boxes whose Hands are out of the round and whose Bets come back."""
    errors: list[str] = field(default_factory=list)
    """The boxes that have still to choose after a dealing error."""

    @property
    def playing(self) -> tuple[str, ...]:
        """The boxes with a valid Hand, in the order of the deal."""
        return tuple(box for box in self.boxes or () if box not in self.invalid)

    @property
    def staying(self) -> tuple[str, ...]:
        """The boxes with a BET, in the order of the deal."""
        return tuple(box for box in self.playing if self.calls.get(box) == STAY)

    @property
    def cards(self) -> list[str]:
        """Every card that is known, once: a card that is turned is the same card, and counts as it is shown."""
        found = [card for cards in self.up.values() for card in cards]
        for place, cards in self.down.items():
            turned = 0 if place == DEALER else len(self.up[place])
            found += [hidden.card for hidden in cards[turned:] if hidden.card is not None]
        return found


def read_deal(facts: Sequence[Fact], most_boxes: int) -> Deal:
    """What these facts say, complete or not. Raises BadFacts for what cannot be true, as a card that lies twice."""
    deal = Deal()
    for at, fact in enumerate(facts):
        if fact.name == HOLDS:
            _name_boxes(deal, fact, most_boxes)
        elif deal.boxes is None:
            raise BadFacts(f"found the fact '{fact.name}' before the boxes: expected '{HOLDS}'")
        else:
            _take(deal, at, fact)
    try:
        check_cards(deal.cards)
    except BadCard as error:
        raise BadFacts(str(error)) from error
    return deal


def _name_boxes(deal: Deal, fact: Fact, most: int) -> None:
    boxes = tuple(str(box) for box in fact.values)
    if deal.boxes is not None or len(boxes) > most or len(set(boxes)) < len(boxes) or DEALER in boxes:
        raise BadFacts(
            f"found the boxes {shown(list(fact.values))}: expected up to {most}, each once, told once"
        )
    deal.boxes = boxes
    for place in (*boxes, DEALER):
        deal.down[place], deal.up[place] = [], []


def _take(deal: Deal, at: int, fact: Fact) -> None:
    if fact.name == SHUFFLE and deal.shuffled is None:
        deal.shuffled = _whole(fact)
    elif fact.name == BURNT and not deal.burnt:
        deal.burnt = True
    elif fact.name == CARD and fact.at in deal.up:
        _lay(deal, at, fact)
    elif fact.name == CALL and fact.at in deal.up and fact.at not in (DEALER, *deal.calls):
        deal.calls[fact.at] = _decision(fact)
    elif fact.name == INVALID and fact.at in deal.playing:
        deal.invalid.add(fact.at)
        deal.errors = [box for box in deal.errors if box != fact.at]
    elif fact.name == DEALING_ERROR and fact.at in deal.playing and fact.at not in deal.errors:
        deal.errors.append(fact.at)
    elif fact.name == GO_ON and fact.at in deal.errors:
        deal.errors.remove(fact.at)
        if _one(fact) != GO_ON:
            deal.invalid.add(fact.at)
    elif fact.name == PRIZE and fact.at in deal.up and fact.at not in (DEALER, *deal.prizes):
        deal.prizes[fact.at] = _whole(fact)
    else:
        raise BadFacts(f"found the fact '{fact.name}' at '{fact.at}': expected none there, or none more")


def _lay(deal: Deal, at: int, fact: Fact) -> None:
    """A card face down for its seat or, at the Dealer, for nobody; or face up for the table."""
    card = _one(fact) if fact.values else None
    if fact.audience == TABLE:
        if card is None:
            raise BadFacts(f"{fact.at}: found no value of an open card: expected one card")
        deal.up[fact.at].append(card)
    elif fact.audience == (NOBODY if fact.at == DEALER else fact.at):
        deal.down[fact.at].append(Hidden(at, card))
    else:
        raise BadFacts(
            f"{fact.at}: found a card for the eyes of {shown(fact.audience)}: expected those of its box"
        )
    most_down = CARDS - 1 if fact.at == DEALER else CARDS
    if len(deal.up[fact.at]) > CARDS or len(deal.down[fact.at]) > most_down:
        raise BadFacts(f"{fact.at}: found a card too many: expected {CARDS}")


def _one(fact: Fact) -> str:
    if len(fact.values) != 1 or not isinstance(fact.values[0], str):
        raise BadFacts(f"{fact.at}: found {shown(list(fact.values))} as a {fact.name}: expected one word")
    return fact.values[0]


def _whole(fact: Fact) -> int:
    value = fact.values[0] if len(fact.values) == 1 else None
    if type(value) is not int or not 0 <= value <= MOST_CENTS:
        raise BadFacts(
            f"'{fact.name}' at '{fact.at}': found {shown(list(fact.values))}: expected one whole number, 0 to "
            f"{MOST_CENTS}"
        )
    return value


def _decision(fact: Fact) -> str:
    decision = _one(fact)
    if decision not in (STAY, FOLD, VOID):
        raise BadFacts(
            f"{fact.at}: found the decision {shown(decision)}: expected '{STAY}', '{FOLD}' or '{VOID}'"
        )
    return decision

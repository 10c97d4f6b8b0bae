"""A round of all boxes, followed from its facts and decisions: what is open now, and where the next card lies.

First one card to each box in the order of the layout, one to the dealer, a second to each box (rule 3.11). Then the
first window of all boxes at once, then box after box, then the dealer as far as a Bet needs him (rule 3.23).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial

from kiosk.cards import BadCard, check_cards
from kiosk.games.blackjack.play import DECLINE, Box, Decision, NotOffered, default, open_box, play_on
from kiosk.games.blackjack.settle import Need, dealer_wants, need, results
from kiosk.games.errors import BadFacts
from kiosk.games.game import Option, Settlement
from kiosk.games.slip import at_box

DEALER = "dealer"
DISCARDED = "discarded"
"""Where a card lies that is out of play: burnt, or dealt to a box without a Bet (rule 5.10.3)."""

Card = tuple[str, str]
"""A card, and where it lies: "box-3/1", its hand counted from the left, "dealer" or "discarded"."""


@dataclass(frozen=True)
class BoxWindow:
    """A decision that is open to a box: what it may choose, and what silence means. `audience` decides for it."""

    name: str
    audience: str
    options: tuple[Option, ...]
    default: str


@dataclass(frozen=True)
class State:
    """How a round stands: `at` is where the next card lies, `windows` are the decisions open now; none at its end."""

    boxes: Mapping[int, Box] = field(default_factory=dict)
    dealer: tuple[str, ...] = ()
    at: str | None = None
    windows: tuple[BoxWindow, ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether everything is decided that a Bet needs."""
        return self.at is None and not self.windows

    @property
    def decided(self) -> dict[int, Settlement]:
        """By box what is won or lost for certain. It only grows with the round, and at the end it is everything."""
        found = {}
        for number, box in self.boxes.items():
            with at_box(number):
                found[number] = Settlement(results(box, self.dealer))
        return found


def place(box: int, hand: int) -> str:
    """Where a card of a box lies, its hand counted from 0 at the left."""
    return f"box-{box}/{hand + 1}"


def checked(cards: Sequence[object], decks: int) -> tuple[str, ...]:
    """The same cards, none more often than there are decks. Raises BadFacts."""
    try:
        return check_cards(cards, decks=decks)
    except BadCard as error:
        raise BadFacts(str(error)) from None


def follow(
    stakes: Mapping[int, Mapping[str, int]],
    cards: Sequence[Card],
    choices: Mapping[int, Sequence[Decision]],
    decks: int,
) -> State:
    """How the round stands after these cards, in the order that they fell, and these decisions of each box.

    `stakes` are the Bets of the boxes that play, in cents by spot. A seat that does not answer is given the default
    of its window by the table. Cards to a dealer's hand that is complete are discarded (5.10.2). Raises BadFacts for
    a card that lies elsewhere than it belongs, and NotOffered.
    """
    checked([card for card, _ in cards], decks)
    left = [one for one in cards if one[1] != DISCARDED]
    numbers = sorted(stakes)
    queues = {number: list(said) for number, said in choices.items()}
    _nothing_more(queues, [number for number in queues if number not in stakes], ())
    if not numbers:
        return State()
    order = [place(number, 0) for number in numbers]
    dealt: list[str] = []
    for at in [*order, DEALER, *order]:
        card = _next(left, at)
        if card is None:
            _nothing_more(queues, numbers, ())
            return State(at=at, dealer=tuple(dealt[len(order) : len(order) + 1]))
        dealt.append(card)
    up = dealt[len(order)]
    boxes: dict[int, Box] = {}
    for index, number in enumerate(numbers):
        first = (dealt[index], dealt[index + len(order) + 1])
        with at_box(number):
            boxes[number] = open_box(stakes[number], first, up, queues.setdefault(number, []))
    if waiting := [number for number, box in boxes.items() if box.window]:
        _nothing_more(queues, numbers, left)
        windows = tuple(
            BoxWindow(f"first/box-{number}", f"box-{number}", boxes[number].window, DECLINE)
            for number in waiting
        )
        return State(boxes, (up,), windows=windows)
    for index, number in enumerate(numbers):
        box = boxes[number]
        with at_box(number):
            play_on(box, queues[number], partial(_to_hand, left, number))
        if box.place is None:
            continue
        _nothing_more(queues, numbers[index + 1 :], left)
        at = place(number, box.place)
        if not box.window:
            return State(boxes, (up,), at)
        window = BoxWindow(f"hand/{at}", f"box-{number}", box.window, default(box.hands[box.place]))
        return State(boxes, (up,), windows=(window,))
    needed = max(map(need, boxes.values()), default=Need.NONE)
    dealer = [up]
    while left or dealer_wants(needed, dealer):
        card = _next(left, DEALER)
        if card is None:
            return State(boxes, tuple(dealer), DEALER)
        if dealer_wants(needed, dealer):
            dealer.append(card)
    return State(boxes, tuple(dealer))


def _to_hand(left: list[Card], box: int, hand: int) -> str | None:
    return _next(left, place(box, hand))


def _next(left: list[Card], at: str) -> str | None:
    if not left:
        return None
    card, where = left.pop(0)
    if where != at:
        raise BadFacts(f"found the card {card} at {where}: expected it at {at}")
    return card


def _nothing_more(queues: Mapping[int, list[Decision]], numbers: Sequence[int], left: Sequence[Card]) -> None:
    """While boxes decide, no later box has decided and no further card has fallen (3.14.2, 3.16)."""
    for number in numbers:
        if queues.get(number):
            raise NotOffered(f"box {number}: found {queues[number][0]}: expected no decision before its turn")
    if left:
        card, where = left[0]
        raise BadFacts(f"found the card {card} at {where}: expected a decision first")

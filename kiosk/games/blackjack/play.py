"""One box in play: its two windows, its hands, and which card it asks for next (rules 3.14 to 3.22 and 5.3)."""

from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, replace
from typing import NamedTuple

from kiosk.games.blackjack.paytable import MOST_HANDS
from kiosk.games.blackjack.points import LEAST, MOST, is_blackjack, points, value
from kiosk.games.errors import BadFacts, GameError
from kiosk.games.game import Extra, Option

DECLINE = "decline"
"""The default of the first window: what it offers is not taken."""
WALK = "walk"
"""The player has gone: the House plays on for him (rule 5.3)."""
_FIRST = frozenset({"surrender", "even-money", "insurance", DECLINE})


class NotOffered(GameError):
    """A decision that is not open at that point, or an amount that it does not take."""


class Lacking(BadFacts):
    """A card or a decision that is still needed."""


class Decision(NamedTuple):
    """What a box decides; cents are for insurance and double."""

    kind: str
    cents: int = 0

    def __str__(self) -> str:
        return f"{self.kind}:{self.cents}" if self.kind in ("insurance", "double") else self.kind


Draw = Callable[[int], str | None]
"""The next card for the hand at this place of the box, from 0; None when it has not fallen yet."""


@dataclass
class Hand:
    """One hand of a box. Its number says as which hand of the box it came to be; 1 keeps the Initial Bet."""

    number: int
    cards: list[str]
    split: bool = False
    aces: bool = False
    """Of a pair of Aces that was split: one card more, and no decision (rule 3.21.2)."""
    drawing: bool = False
    doubled: bool = False
    ended: bool = False
    later: bool = False
    """It plays after all others, for an entry that was wrong."""

    @property
    def spot(self) -> str:
        """Where its own Bet stands."""
        return "initial" if self.number == 1 else f"split-{self.number}"

    @property
    def is_bust(self) -> bool:
        """Whether it has more than 21 points (rule 1.3)."""
        return points(self.cards)[0] > MOST

    @property
    def is_over(self) -> bool:
        """Whether nothing more is drawn or decided: bust, Soft 21, Blackjack, doubled, split Aces, or stood (3.17)."""
        if self.ended:
            return True
        if self.drawing or len(self.cards) < 2:
            return False
        total, soft = points(self.cards)
        return self.doubled or self.aces or total > MOST or (soft and total == MOST)

    @property
    def must_draw(self) -> bool:
        """Whether a card comes without a decision: asked for, the second of a split hand, or forced (3.19, 3.21.2)."""
        few = len(self.cards) < 2 or (len(self.cards) > 2 and points(self.cards)[0] < LEAST)
        return not self.is_over and (self.drawing or few)


@dataclass
class Box:
    """A box with its Bets in cents by spot, and what it waits for: a decision in `window`, or a card at `place`."""

    bets: dict[str, int]
    up: str
    """The dealer's first card."""
    cards: tuple[str, str]
    """Its initial two cards, which the side bets are about, whatever becomes of the hand."""
    hands: list[Hand]
    numbers: int = 1
    """So many numbers of hands are given away: some may be of hands that never came to be."""
    first: Decision | None = None
    """What it decided in the first window; None as long as that is open, or where it offered nothing."""
    gone: bool = False
    window: tuple[Option, ...] = ()
    place: int | None = None
    """Where the hand in turn lies, from 0, the first at the left; None when all hands are over or none is in turn."""

    @property
    def initial(self) -> int:
        """The Initial Bet in cents."""
        return self.bets["initial"]

    def copy(self) -> "Box":
        """The same, to be played on."""
        hands = [copy(hand) for hand in self.hands]
        for hand in hands:
            hand.cards = [*hand.cards]
        return replace(self, bets={**self.bets}, hands=hands)


def first_window(cards: Sequence[str], up: str, initial: int) -> tuple[Option, ...]:
    """What is open after the initial deal: Insurance or Even Money against an Ace, else Surrender (3.14, 3.16)."""
    found = []
    has_it = is_blackjack(cards)
    if up[0] != "A":
        # Nothing forbids to surrender a Blackjack; nobody gains by it, so it is not offered.
        found += [] if has_it else [Option("surrender")]
    else:
        found += [Option("even-money")] if has_it else []
        found += [Option("insurance", (Extra("insurance", 1, initial // 2),))] if initial > 1 else []
    return (*found, Option(DECLINE)) if found else ()


def in_turn(hand: Hand, initial: int, hands: int) -> tuple[Option, ...]:
    """What a hand may decide in its turn, in a box that has had so many; nothing when it is over (3.17 to 3.22).

    A hard 21 may be hit, asked about twice; below 12 nobody may stand; two Aces that are not split may be doubled.
    """
    if hand.is_over or hand.drawing or len(hand.cards) < 2:
        return ()
    total, _ = points(hand.cards)
    found = [Option("hit", asks_twice=total == MOST)]
    if total >= LEAST:
        found.append(Option("stand"))
    if len(hand.cards) == 2:
        found.append(Option("double", (Extra(f"double-{hand.number}", 1, initial),)))
        if hands < MOST_HANDS and value(hand.cards[0]) == value(hand.cards[1]):
            found.append(Option("split", (Extra(f"split-{hands + 1}", initial, initial),)))
    return tuple(found)


def default(hand: Hand) -> str:
    """What counts when nobody decides: a card below 12 points, else none (rule 5.3)."""
    return "hit" if points(hand.cards)[0] < LEAST else "stand"


def open_box(bets: Mapping[str, int], cards: Sequence[str], up: str, queue: list[Decision]) -> Box:
    """The box after the initial deal, with the decision of its first window taken from the queue.

    A queue that begins with a later decision has declined. Raises NotOffered.
    """
    box = Box(dict(bets), up, (cards[0], cards[1]), [Hand(1, list(cards))])
    offered = first_window(cards, up, box.initial)
    if not queue:
        box.window = offered
    elif queue[0].kind in _FIRST:
        box.first = queue.pop(0)
        spot, cents = _extra(box.first, offered)
        if spot:
            box.bets[spot] = cents
        box.hands[0].ended = box.first.kind == "surrender"
    else:
        box.first = Decision(DECLINE) if offered else None
        if queue[0].kind == WALK:
            queue.pop(0)
            box.gone = True
    return box


def play_on(box: Box, queue: list[Decision], draw: Draw) -> None:
    """Plays the hands from the left, with the decisions of the queue, until the box waits or all hands are over.

    Raises NotOffered for a decision that is not open, and Lacking for one that comes before its card.
    """
    box.window = ()
    while True:
        box.place = next(
            (place for place, hand in enumerate(box.hands) if not (hand.is_over or hand.later)), None
        )
        if box.place is None:
            break
        hand = box.hands[box.place]
        if hand.must_draw or (box.gone and default(hand) == "hit"):
            card = draw(box.place)
            if card is None:
                if queue:
                    raise Lacking(f"found {queue[0]}: expected a card first, for hand {box.place + 1}")
                return
            hand.cards.append(card)
            hand.drawing = False
        elif box.gone:
            hand.ended = True
        elif not queue:
            box.window = in_turn(hand, box.initial, box.numbers)
            return
        else:
            _decide(box, box.place, queue.pop(0))
    if queue:
        raise NotOffered(f"found {queue[0]}: expected no decision more, the box is complete")


def _decide(box: Box, place: int, decision: Decision) -> None:
    hand = box.hands[place]
    if decision.kind == WALK:
        box.gone = True
        return
    spot, cents = _extra(decision, in_turn(hand, box.initial, box.numbers))
    if spot:
        box.bets[spot] = cents
    hand.ended = decision.kind == "stand"
    hand.drawing = decision.kind in ("hit", "double")
    if decision.kind == "double":
        hand.doubled = True
    if decision.kind == "split":
        # The new hand stands directly right of the one that was split; that is completed first (rule 3.21.2).
        hand.split, hand.aces = True, hand.cards[0][0] == "A"
        box.numbers += 1
        new = Hand(box.numbers, [hand.cards.pop()], split=True, aces=hand.aces)
        box.hands.insert(place + 1, new)


def _extra(decision: Decision, options: Sequence[Option]) -> tuple[str, int]:
    """The spot and cents that a decision adds; no spot when it costs nothing. Raises NotOffered."""
    option = next((one for one in options if one.choice == decision.kind), None)
    if option is None:
        offered = ", ".join(one.choice for one in options) or "none"
        raise NotOffered(f"found {decision}: expected a decision that is open here: {offered}")
    for extra in option.extras:
        cents = extra.most if decision.kind == "split" else decision.cents
        if not extra.least <= cents <= extra.most:
            raise NotOffered(
                f"found {decision.kind} for {cents} cents: expected {extra.least} to {extra.most} cents"
            )
        return extra.spot, cents
    return "", 0

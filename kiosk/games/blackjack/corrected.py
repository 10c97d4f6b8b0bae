"""A card of a round of Blackjack was entered wrongly: what of the play after it can have been (rules 5.7, 5.10)."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from kiosk.games.blackjack.deal import (
    CARD,
    DEALER,
    DEALING_ERROR,
    DISCARDED,
    GO_ON,
    HAD_BACK,
    LATER,
    MISLED,
    NO_HAND,
    PICK,
    TAKE_BACK,
    Deal,
    after,
    read_deal,
)
from kiosk.games.blackjack.paytable import FIRST, TURN, BlackjackLayout
from kiosk.games.blackjack.play import WALK
from kiosk.games.game import WRONG_PICTURE, BadFacts, Corrected, Fact, Fell

NO_PLAY = "the play after this card cannot have been: correct it with the result"
"""Why a card is not corrected in play."""
_DECISIONS = (FIRST, TURN, GO_ON, PICK)
_ADDED = ((LATER, (WRONG_PICTURE,)), (MISLED, (HAD_BACK,)), (NO_HAND, (WRONG_PICTURE,)))


def corrected(
    layout: BlackjackLayout, facts: Sequence[Fact], at: int, right: Fact, fell: Sequence[Fell]
) -> Corrected:
    """The play with the right card, as it was told before any correction dropped something of it.

    What was decided and drawn after it stands as long as it can have been. From the first decision or card on that its
    hand cannot have asked for, what that hand decided falls away and its cards are put away. A hand that has still to
    play when others have played since plays after them (LATER); when the Dealer has drawn since, it stands as it lies
    from 12 points on (rule 5.3). At the end those choose (MISLED) who have decided by the wrong card, or were dealt a
    card by it that is put away now. By a card that is put away nobody decides. Raises BadFacts where no play is left.
    """
    return _corrected(layout, tuple(facts), at, right, tuple(fell))


@lru_cache(maxsize=8)
def _corrected(
    layout: BlackjackLayout, facts: tuple[Fact, ...], at: int, right: Fact, fell: tuple[Fell, ...]
) -> Corrected:
    """The desk asks several times for one correction: whether it may be, and what becomes of the play."""
    before = [one for one in fell if one.at < at or (one.at == at and one.fact.name != CARD)]
    boxes = {right.at, *(one.fact.at for one in fell)}
    play = _Play(layout, right.at, [*facts[:at]], before, boxes, read_deal(layout, facts[:at]))
    for fact, hand in _told(layout, facts, at, right, fell):
        play.takes(fact, hand)
    if right.name == CARD:
        play.asks(facts, at, put_away=_cards(play.fell, right.at) > _cards(fell, right.at))
    return Corrected(tuple(play.made), tuple(play.fell))


def _told(
    layout: BlackjackLayout, facts: Sequence[Fact], at: int, right: Fact, fell: Sequence[Fell]
) -> Iterator[tuple[Fact, int]]:
    """What was told from that place on, and for which hand of its box; what had fallen away lies in its place again."""
    was = read_deal(layout, facts[:at])
    for place in range(at, len(facts) + 1):
        here = [one for one in fell if one.at == place]
        if place > at:
            yield from ((one.fact, one.hand) for one in here if one.fact.name != CARD)
        if place == len(facts):
            return
        fact = right if place == at else facts[place]
        card = next((one for one in here if one.fact.name == CARD), None)
        if card is not None:
            yield Fact(CARD, fact.values, card.fact.at), card.hand
        elif (fact.name, fact.values) not in _ADDED:  # a correction adds it anew where it must
            yield fact, _in_turn(was)[1] if fact.name in (CARD, TURN) and fact.at != DEALER else 0
        was = after(layout, was, facts[place])


@dataclass
class _Play:
    """The play so far, and what has fallen away."""

    layout: BlackjackLayout
    box: str
    """Where the card lies that is corrected."""
    made: list[Fact]
    fell: list[Fell]
    open: set[str]
    """The boxes of which something may fall away."""
    deal: Deal
    lost: set[tuple[str, int]] = field(default_factory=set)
    """The hands of which something fell away: all that follows does."""
    chooses: bool = False
    """The box has not been asked in its turn."""

    def takes(self, fact: Fact, hand: int) -> None:
        """One fact more, or what becomes of it. Raises BadFacts."""
        if hand:
            self._takes_of_hand(fact, (fact.at, hand))
        elif fact.name == CARD and fact.at == DEALER and self.deal.is_dealt:
            self._goes_on()
            while self.deal.turn is not None:
                if not self._reads(Fact(TURN, (WALK,), self.deal.turn)):
                    raise BadFacts(NO_PLAY)
            if self.deal.next_place is None and not self.deal.errors:
                self._falls(fact)
            else:
                self._add(fact)
        elif not self._reads(fact) and not self._is_dropped(fact):
            self._goes_on()
            if fact.name == GO_ON:  # what was taken back stays so
                self._add(Fact(MISLED, (HAD_BACK,), fact.at))
            self._until(lambda: self._reads(fact))

    def asks(self, facts: Sequence[Fact], at: int, *, put_away: bool) -> None:
        """Who has decided by the wrong card, or had a card put away by it, chooses; who was asked still is."""
        decided = {fact.at for fact in facts[at + 1 :] if fact.name in _DECISIONS and fact.values != (WALK,)}
        if self.chooses or put_away:
            decided.add(self.box)
        asked = read_deal(self.layout, facts).errors
        for box in self.deal.unsettled:
            misled = box in decided and self.box in (box, DEALER) and box not in self.deal.misled
            if misled or (box == self.box and box in asked and box not in self.deal.errors):
                self._add(Fact(MISLED, (WRONG_PICTURE,), box))

    def _takes_of_hand(self, fact: Fact, hand: tuple[str, int]) -> None:
        if hand not in self.lost and _plays(self.deal, *hand):
            self._goes_on()
            self._until(lambda: _in_turn(self.deal) in (("", 0), hand))
            if self._reads(fact):
                return
            if fact.name == TURN and fact.values == ("hit",) and self.deal.next_place == fact.at:
                self._falls(fact, hand[1])  # below 12 points the card comes without being asked for
                return
        if fact.at not in self.open:
            raise BadFacts(NO_PLAY)
        self.lost.add(hand)
        self._falls(fact, hand[1])

    def _goes_on(self) -> None:
        """Who would have been asked in the middle of the play is asked at its end (rule 5.7)."""
        if self.deal.errors == [self.box] and self.deal.picks is None:
            self._add(Fact(GO_ON, (GO_ON,), self.box))
            self.chooses = True

    def _is_dropped(self, fact: Fact) -> bool:
        """Whether it cannot be entered any more and falls away: what nobody or not that box chooses."""
        idle = fact.name == DEALING_ERROR and not self.deal.open_boxes
        chosen = fact.name == GO_ON and fact.at not in self.deal.errors and fact.values != (TAKE_BACK,)
        if idle or chosen or fact.name in (FIRST, MISLED, LATER):
            self._falls(fact)
            return True
        return False

    def _falls(self, fact: Fact, hand: int = 0) -> None:
        self.fell.append(Fell(len(self.made), fact, hand))
        if fact.name == CARD:
            self._add(Fact(DISCARDED, fact.values))
        elif fact.values == ("split",):  # hands after it keep their numbers, and so the spots of their Bets
            self._add(Fact(NO_HAND, (WRONG_PICTURE,), fact.at))

    def _until(self, done: Callable[[], bool]) -> None:
        """Lets hands that are in their turn play later, each once. Raises BadFacts where that is not enough."""
        hands = len(self.deal.waiting_hands)
        while not done():
            hands -= 1
            if hands < 0 or not self._reads(Fact(LATER, (WRONG_PICTURE,), self.deal.turn or "")):
                raise BadFacts(NO_PLAY)

    def _add(self, fact: Fact) -> None:
        self.deal = after(self.layout, self.deal, fact)
        self.made.append(fact)

    def _reads(self, fact: Fact) -> bool:
        try:
            self._add(fact)
        except BadFacts:
            return False
        return True


def _in_turn(deal: Deal) -> tuple[str, int]:
    """The box and the number of the hand that is in its turn; none where no box is."""
    played = deal.played[deal.turn] if deal.turn is not None else None
    if deal.turn is None or played is None or played.place is None:
        return "", 0
    return deal.turn, played.hands[played.place].number


def _plays(deal: Deal, box: str, number: int) -> bool:
    """Whether the box has that hand, and it is not over."""
    played = deal.played.get(box)
    return played is not None and any(hand.number == number and not hand.is_over for hand in played.hands)


def _cards(fell: Sequence[Fell], box: str) -> int:
    """How many cards of the box are put away by corrections."""
    return sum(one.fact.name == CARD and one.fact.at == box for one in fell)

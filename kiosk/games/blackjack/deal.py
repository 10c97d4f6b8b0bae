"""What the facts of a round of Blackjack say: boxes, cards where they lie, decisions, what went wrong.

The facts do not say what is staked, so every box is followed with the same Bets: they only open what a decision needs.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace

from kiosk.cards import DECK
from kiosk.games.blackjack.paytable import FIRST, MOST_HANDS, SIDES, TURN, BlackjackLayout
from kiosk.games.blackjack.play import WALK, Box, Decision, Hand, open_box, play_on
from kiosk.games.blackjack.settle import Need, dealer_wants, need, outcomes
from kiosk.games.errors import BadFacts, GameError
from kiosk.games.game import HOLDS, INTERIM, TABLE, Fact
from kiosk.games.laid import CARD as CARD
from kiosk.games.laid import DEALER as DEALER
from kiosk.games.laid import DEALING_ERROR as DEALING_ERROR
from kiosk.games.laid import GO_ON as GO_ON
from kiosk.games.laid import TAKE_BACK as TAKE_BACK
from kiosk.games.laid import checked, named_boxes, one_word
from kiosk.written import shown

PICK, LEFT, RIGHT = "first-card", "left", "right"
"""The choice between two cards that were drawn at once (rule 5.12), and its window."""
TWO_AT_ONCE = "two-at-once"
"""Two cards came at once (rule 5.12). At a DEALING_ERROR every player may take his Bet back (rule 5.7)."""
MISLED = "misled"
"""A box has decided by a card that was entered wrongly: it may take its Bet back, as rule 5.7 has it."""
HAD_BACK = "the bets were taken back before a card was corrected"
"""The value of MISLED where the choice of a box stands though nothing asks for it any more."""
LATER = "later"
"""The hand in its turn plays after all others, which have played since: a wrong entry had ended it."""
NO_HAND = "no-hand"
"""The next hand of a box never came to be: what was split by a wrong entry was no pair. Its number stays free."""
DISCARDED, CUT_CARD, SHOE_EMPTY = "discarded", "cut-card", "shoe-empty"
"""Irregularities: a card is put away (rule 5.10.3); the cut card is out; no card is left (rule 5.5.3)."""

_CARDS = frozenset(DECK)
_BETS = {"initial": 2}
_CENTS = {"insurance": 1, "double": 1}


@dataclass
class Deal:
    """What lies on the table."""

    boxes: tuple[str, ...] | None = None
    two: dict[str, list[str]] = field(default_factory=dict)
    """By box its initial two cards."""
    dealer: list[str] = field(default_factory=list)
    played: dict[str, Box] = field(default_factory=dict)
    """The boxes once the initial deal is complete."""
    waiting: list[str] = field(default_factory=list)
    """The boxes that have still to decide in the first window."""
    to_play: list[str] = field(default_factory=list)
    """The boxes whose hands are not over, the one in its turn first."""
    needed: Need = Need.NONE
    """How far the Bets need the dealer's hand, once nobody decides any more."""
    interims: int = 0
    paid: frozenset[str] = frozenset()
    """The boxes of which the interim settlement has settled every hand."""
    out: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """The boxes that have taken their Bets back, with the dealer's cards of that moment; none before the interim
    settlement: what it settled stays."""
    errors: list[str] = field(default_factory=list)
    """The boxes that have still to choose after a dealing error."""
    misled: set[str] = field(default_factory=set)
    """Of the boxes that choose or have taken their Bets back, those that were misled: none of their hands counts."""
    had_back: set[str] = field(default_factory=set)
    """The boxes whose Bets came back by a choice that stands: what was open then stays back."""
    picks: str | None = None
    """The box that has still to choose between two cards."""
    cut: bool = False
    empty: bool = False
    seen: Counter[str] = field(default_factory=Counter)
    """How often each card has left the shoe in this round."""

    @property
    def playing(self) -> tuple[str, ...]:
        """The boxes that have not taken their Bets back, in the order of the deal."""
        return tuple(box for box in self.boxes or () if box not in self.out)

    @property
    def is_dealt(self) -> bool:
        """Whether the initial deal is complete (rule 1.15)."""
        return bool(self.played)

    @property
    def turn(self) -> str | None:
        """The box in its turn; None before the first turn and after the last."""
        return self.to_play[0] if self.to_play and not self.waiting else None

    @property
    def turns(self) -> tuple[str, ...]:
        """The boxes that have still to play a hand, the one in its turn first: no Blackjack, Soft 21 or Surrender."""
        return tuple(box for box in self.to_play if not all(hand.is_over for hand in self.played[box].hands))

    @property
    def open_boxes(self) -> tuple[str, ...]:
        """The boxes with a Bet of which nobody knows yet what becomes of it: they choose after an error (rule 5.7)."""
        if not self.is_dealt:
            return self.playing
        return tuple(box for box in self.playing if self._is_open(self.played[box]))

    @property
    def unsettled(self) -> tuple[str, ...]:
        """The boxes with a Bet that was not settled in the middle of the round, be it lost: they can be misled."""
        return tuple(box for box in self.playing if box not in self.paid)

    @property
    def waiting_hands(self) -> tuple[Hand, ...]:
        """The hands that are not over, the one in its turn first, without those that play after all others."""
        hands = (hand for box in self.to_play for hand in self.played[box].hands)
        return tuple(hand for hand in hands if not (hand.is_over or hand.later))

    def is_invalid(self, box: str) -> bool:
        """Whether no hand of the box counts: it took its Bets back before the interim settlement, or was misled."""
        return box in self.out and (box in self.misled or not self.out[box])

    def of_the_cards(self, box: str, stakes: Mapping[str, int]) -> dict[str, int]:
        """Those of the stakes of a box in play that its cards settle: all others come back."""
        played = self.played[box].bets if box not in self.misled else ()
        return {spot: cents for spot, cents in stakes.items() if spot in played or spot in SIDES}

    def _is_open(self, played: Box) -> bool:
        return any(not hand.is_over for hand in played.hands) or dealer_wants(need(played), self.dealer)

    @property
    def is_played(self) -> bool:
        """Whether nobody decides any more: the cards in the shoe settle the rest."""
        return self.is_dealt and not self.waiting and not self.to_play

    @property
    def next_place(self) -> str | None:
        """Where the next card lies; None when a decision comes first, or none is needed any more (3.11, 3.23)."""
        if self.errors or self.waiting or self.empty:
            return None
        if not self.is_dealt:
            return self._initial_place
        if self.turn is not None:
            return None if self.played[self.turn].window else self.turn
        return DEALER if dealer_wants(self.needed, self.dealer) else None

    @property
    def _initial_place(self) -> str | None:
        boxes = self.playing
        for count in range(2):
            for box in boxes:
                if len(self.two[box]) == count:
                    return box
            if not self.dealer and boxes:
                return DEALER
        return None


def read_deal(layout: BlackjackLayout, facts: Sequence[Fact]) -> Deal:
    """What these facts say at a table with so many decks and boxes, complete or not. Nobody changes what it finds.

    It goes on from what was read of the same play before: facts say always the same with as many decks and boxes.
    Raises BadFacts for what cannot be true: a card where none is dealt, or once more than there are decks.
    """
    felt, whole, read, deal = (layout.decks, layout.boxes), tuple(facts), 0, Deal()
    for of_felt, begun, found in _kept:
        if read < len(begun) <= len(whole) and of_felt == felt and whole[: len(begun)] == begun:
            read, deal = len(begun), found
            if read == len(whole):
                return deal
    deal = _copied(deal)
    for fact in whole[read:]:
        _add(layout, deal, fact)
    _kept[:] = [(felt, whole, deal), *_kept[: _MOST_KEPT - 1]]
    return deal


def shown_deal(layout: BlackjackLayout, facts: Sequence[Fact]) -> Deal:
    """The same for a screen: what nobody can have dealt is not shown."""
    try:
        return read_deal(layout, facts)
    except BadFacts:
        return Deal()


_MOST_KEPT = 32
_kept: list[tuple[tuple[int, int], tuple[Fact, ...], Deal]] = []
"""The newest readings with decks, boxes and facts: every box of a round asks about the same ones, again and again."""


def after(layout: BlackjackLayout, before: Deal, fact: Fact) -> Deal:
    """What lies with one fact more; the deal before it stays as it is. Raises BadFacts."""
    deal = _copied(before)
    _add(layout, deal, fact)
    return deal


def _copied(before: Deal) -> Deal:
    """A deal that goes on by itself."""
    deal = copy(before)
    vars(deal).update({name: copy(value) for name, value in vars(before).items()})
    return deal


def _add(layout: BlackjackLayout, deal: Deal, fact: Fact) -> None:
    take = _TAKES.get(fact.name)
    if fact.name == HOLDS:
        deal.boxes = named_boxes(deal.boxes, fact, layout.boxes)
        deal.two = {box: [] for box in deal.boxes}
    elif deal.boxes is None:
        raise BadFacts(f"found the fact '{fact.name}' before the boxes: expected '{HOLDS}'")
    elif fact.audience != TABLE:
        raise BadFacts(
            f"'{fact.name}' at '{fact.at}': found it for {shown(fact.audience)}: expected '{TABLE}'"
        )
    elif take is None:
        raise BadFacts(f"found the fact '{fact.name}': expected one of {', '.join(_TAKES)}")
    else:
        if fact.name in (CARD, DISCARDED):
            _count(deal, fact, layout.decks)
        take(deal, fact)


def _count(deal: Deal, fact: Fact, decks: int) -> None:
    card = one_word(fact)
    if card not in _CARDS:
        checked((card,))
    deal.seen[card] += 1
    if deal.seen[card] > decks:
        raise BadFacts(f"found the card {card} {deal.seen[card]} times: expected at most {decks}")


def _card(deal: Deal, fact: Fact) -> None:
    card, place = one_word(fact), deal.next_place
    if place is None or fact.at != place:
        expected = f"it at {place}" if place else "none now"
        raise BadFacts(f"found the card {card} at {fact.at}: expected {expected}")
    if place == DEALER:
        deal.dealer.append(card)
    elif deal.is_dealt:
        _go_on(deal, drawn=[card])
        return
    else:
        deal.two[place] = [*deal.two[place], card]
    _go_on(deal)


def _decided_first(deal: Deal, fact: Fact) -> None:
    box, decision = fact.at, _decision(fact)
    if box not in deal.waiting or deal.errors:
        raise _unasked(fact)
    offered = {option.choice for option in deal.played[box].window}
    if decision.kind not in offered | {WALK}:
        raise _unasked(fact)
    deal.played[box] = open_box(_BETS, deal.two[box], deal.dealer[0], [decision])
    deal.waiting.remove(box)
    _go_on(deal)


def _decided(deal: Deal, fact: Fact) -> None:
    if fact.at != deal.turn or deal.errors or not deal.played[fact.at].window:
        raise _unasked(fact)
    _go_on(deal, decided=[_decision(fact)])


def _go_on(deal: Deal, decided: Sequence[Decision] = (), drawn: Sequence[str] = ()) -> None:
    """The boxes of a complete initial deal, and whose turn it is: who is in its turn has decided or drawn that."""
    queue, cards = [*decided], [*drawn]
    if not deal.is_dealt:
        if deal.next_place is not None or not deal.playing:
            return
        deal.played = {box: open_box(_BETS, deal.two[box], deal.dealer[0], []) for box in deal.playing}
        deal.waiting = [box for box, played in deal.played.items() if played.window]
        deal.to_play = list(deal.playing)
    while deal.turn is not None:
        played = deal.played[deal.turn] = deal.played[deal.turn].copy()
        try:
            play_on(played, queue, lambda _hand: cards.pop() if cards else None)
        except GameError as error:
            raise BadFacts(f"{deal.turn}: {error}") from None
        if played.place is not None:
            return
        box = deal.to_play.pop(0)
        if any(hand.later for hand in played.hands):
            deal.to_play.append(box)
        for hand in played.hands:
            hand.later = False
    if deal.is_played:
        deal.needed = max((need(deal.played[box]) for box in deal.playing), default=Need.NONE)


def _all_players(deal: Deal) -> tuple[str, ...]:
    """Who chooses after an error (rule 5.7): every player while nothing is settled, then those with an open Bet."""
    return deal.playing if deal.waiting else deal.open_boxes


def _error(deal: Deal, fact: Fact) -> None:
    if fact.at or deal.errors or not deal.open_boxes:
        raise _unasked(fact)
    deal.errors = list(_all_players(deal))


def _misled(deal: Deal, fact: Fact) -> None:
    """That box chooses, alone or with those that do after an error."""
    if fact.at not in deal.unsettled or fact.at in deal.misled:
        raise _unasked(fact)
    (deal.had_back if fact.values == (HAD_BACK,) else deal.misled).add(fact.at)
    deal.errors = [box for box in deal.playing if box in (fact.at, *deal.errors)]


def _later(deal: Deal, fact: Fact) -> None:
    """Some other hand is in its turn first."""
    if fact.at != deal.turn or deal.errors or len(deal.waiting_hands) < 2:
        raise _unasked(fact)
    deal.played[fact.at] = deal.played[fact.at].copy()
    deal.waiting_hands[0].later = True
    _go_on(deal)


def _no_hand(deal: Deal, fact: Fact) -> None:
    played = deal.played.get(fact.at)
    if played is None or not 1 < played.numbers < MOST_HANDS:
        raise _unasked(fact)
    deal.played[fact.at] = replace(played, numbers=played.numbers + 1)
    _go_on(deal)


def _two_at_once(deal: Deal, fact: Fact) -> None:
    """On the dealer's hand both are discarded, and nobody picks (rule 5.12.1). It is a dealing error (5.12.2)."""
    if fact.at != deal.next_place or deal.errors:
        raise _unasked(fact)
    deal.picks = fact.at if fact.at != DEALER else None
    deal.errors = list(_all_players(deal))


def _picked(deal: Deal, fact: Fact) -> None:
    if fact.at != deal.picks or one_word(fact) not in (LEFT, RIGHT):
        raise _unasked(fact)
    deal.picks = None


def _chose(deal: Deal, fact: Fact) -> None:
    if fact.at not in deal.errors or deal.picks is not None or one_word(fact) not in (GO_ON, TAKE_BACK):
        raise _unasked(fact)
    deal.errors.remove(fact.at)
    if one_word(fact) == GO_ON:
        deal.misled.discard(fact.at)
    else:
        cards = deal.dealer[:1] if fact.at in deal.had_back else deal.dealer
        deal.out[fact.at] = tuple(cards) if deal.is_dealt and not deal.waiting else ()
    if not deal.errors:
        deal.waiting = [box for box in deal.waiting if box not in deal.out]
        deal.to_play = [box for box in deal.to_play if box not in deal.out]
        _go_on(deal)


def _noted(deal: Deal, fact: Fact) -> None:
    deal.cut = deal.cut or fact.name == CUT_CARD
    deal.empty = deal.empty or fact.name == SHOE_EMPTY


def _interim(deal: Deal, _fact: Fact) -> None:
    deal.interims += 1
    deal.paid = frozenset(box for box in deal.playing if None not in outcomes(deal.played[box], deal.dealer))


_TAKES = {
    CARD: _card,
    FIRST: _decided_first,
    TURN: _decided,
    GO_ON: _chose,
    PICK: _picked,
    DEALING_ERROR: _error,
    MISLED: _misled,
    LATER: _later,
    NO_HAND: _no_hand,
    TWO_AT_ONCE: _two_at_once,
    DISCARDED: _noted,
    CUT_CARD: _noted,
    SHOE_EMPTY: _noted,
    INTERIM: _interim,
}


def _decision(fact: Fact) -> Decision:
    kind = one_word(fact)
    return Decision(kind, _CENTS.get(kind, 0))


def _unasked(fact: Fact) -> BadFacts:
    return BadFacts(f"found '{fact.name}' {shown(list(fact.values))} at '{fact.at}': expected none there now")

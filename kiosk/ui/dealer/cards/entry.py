"""The cards that a dealer has entered and nobody has seen: hand after hand, as the game asks for them.

What lies face down for all needs no key: it follows by itself. Nothing leaves the screen before it is confirmed, so
every card can be taken back until then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from kiosk.cards import JOKER, RANKS, SUITS
from kiosk.games.game import NOBODY, TABLE, BadFacts, Enter, Fact
from kiosk.ui.dealer.cards.lying import CardsGame, card_words, face_down, lies_times, lying_at, where_is

TYPED = 1_000
"""A key from here on is a typed letter or digit: its code point above this."""
JOKER_SIGN = "*"  # types the Joker
MOST_CENTS = 10**11  # so much an amount may have: a slip of the finger stops here
_DOUBLE_ZERO = 100  # the key of two zeros

Why = tuple[str, dict[str, str]]


@dataclass(frozen=True)
class CardsEntry:
    """See Entry. `before` are the facts of the play, `entered` those that were added; `rank` was typed without a suit.

    `cents` is the amount that is being typed. `one_by_one`: each card is confirmed alone, since a shoe deals the rest.
    `besides`: what lies on the table too, and is no part of what the game is asked about. `gone`: how often each card
    has left the shoe in other rounds.
    """

    game: CardsGame
    before: tuple[Fact, ...] = ()
    entered: tuple[Fact, ...] = ()
    rank: str = ""
    cents: int | None = None
    proposed: bool = False
    one_by_one: bool = False
    besides: tuple[Fact, ...] = ()
    gone: Mapping[str, int] = field(default_factory=dict)
    why: Why = ("", {})

    @property
    def asked(self) -> Enter | None:
        """The fact that the next key enters; None when a key enters nothing."""
        asked = self.game.next_of((*self.before, *_filled(self)))
        return None if self.entered and asked is not None and asked.fact in self.game.amounts else asked

    @property
    def takes_amount(self) -> bool:
        """Whether an amount is entered now, and no card."""
        asked = self.game.next_of((*self.before, *_filled(self)))
        return not self.entered and asked is not None and asked.fact in self.game.amounts

    @property
    def follows(self) -> Fact | None:
        """What is asked for and follows from the cards: it is compared with the felt, and no key changes it."""
        asked = None if self.entered else self.game.next_of(self.before)
        return self.game.follows(asked, self.before) if asked is not None else None

    @property
    def begun(self) -> bool:
        """Whether anything is entered."""
        return bool(self.entered or self.rank or self.cents is not None)

    @property
    def facts(self) -> tuple[Fact, ...]:
        """What can be confirmed: whole hands alone, or an amount."""
        if self.rank:
            return ()
        if (follows := self.follows) is not None:
            return (follows,)
        asked = self.asked
        if asked is not None and self.takes_amount:
            return () if self.cents is None else (Fact(asked.fact, (self.cents,), asked.at),)
        whole = _filled(self)
        if not whole:
            return ()
        ended = asked is None or asked.at != whole[-1].at or self.one_by_one or self.game.grows
        return whole if ended else ()

    def add(self, key: int, /) -> CardsEntry:
        """A card by its place in the deck, or a typed sign: a rank and then a suit, or a digit of an amount."""
        entry = replace(self, why=("", {}))
        if self.proposed:  # the first own key puts it away
            entry = replace(entry, entered=(), cents=None, proposed=False)
        if entry.follows is not None:
            return replace(entry, why=("dealer.cards.none_asked", {}))
        if entry.takes_amount:
            return _with_digits(entry, key)
        if key >= TYPED:
            return _typed(entry, chr(key - TYPED))
        deck = entry.game.deck
        return _laid(entry, deck[key]) if 0 <= key < len(deck) else entry

    def back(self) -> CardsEntry:
        """Without the last card, or the rank that was typed, or the last digit."""
        entry = replace(self, why=("", {}), proposed=False)
        if self.rank:
            return replace(entry, rank="")
        if self.cents is not None:
            return replace(entry, cents=self.cents // 10 or None)
        kept = list(self.entered)
        while kept and kept[-1].audience == NOBODY:
            kept.pop()
        before = kept[:-1]
        if before and all(fact.audience == NOBODY for fact in before):
            before = []  # what lay face down before the first card goes with it
        return replace(entry, entered=tuple(before))

    def is_known(self, card: str) -> bool:
        """Whether that card lies somewhere, or the shoe holds none of it any more, as far as this screen knows."""
        lies = where_is(self.game, (*self.before, *self.besides, *self.entered), card) is not None
        return lies or self.times(card) > self.game.decks

    def times(self, card: str) -> int:
        """How often it would have come from the shoe if it came now."""
        facts = (*self.before, *self.besides, *self.entered)
        return 1 + self.gone.get(card, 0) + lies_times(self.game, facts, card)

    @property
    def place_now(self) -> str:
        """Where the next card lies, or the last one when none is asked for."""
        asked = self.asked
        if asked is not None:
            return asked.at
        return self.entered[-1].at if self.entered else ""

    @property
    def hand_now(self) -> tuple[int, int]:
        """Which card of the hand is entered next, and how many it has: of one that is turned, which is turned next."""
        asked = self.asked
        lies = lying_at(self.game, (*self.before, *_filled(self)), asked.at if asked is not None else "")
        turned = asked is not None and asked.audience == TABLE
        return (len(lies.up) if turned else lies.count) + 1, self.game.hand


def _filled(entry: CardsEntry) -> tuple[Fact, ...]:
    """What was entered, with all that lies face down for all around it."""
    entered = entry.entered
    while True:
        asked = entry.game.next_of((*entry.before, *entered))
        if asked is None or asked.audience != NOBODY:
            return entered
        entered = (*entered, face_down(asked))


def _typed(entry: CardsEntry, sign: str) -> CardsEntry:
    sign = "T" if sign in "0tT" else sign
    if sign == JOKER_SIGN and JOKER in entry.game.deck:
        return _laid(replace(entry, rank=""), JOKER)
    if entry.rank and sign.lower() in SUITS:
        return _laid(replace(entry, rank=""), entry.rank + sign.lower())
    if sign.upper() in RANKS:
        return replace(entry, rank=sign.upper())
    return entry


def _laid(entry: CardsEntry, card: str) -> CardsEntry:
    """With this card where the next one lies, or why it cannot lie there."""
    entry = replace(entry, rank="")
    facts = _filled(entry)
    known = (*entry.before, *facts)
    place = where_is(entry.game, (*entry.besides, *known), card)
    if place is not None:
        key = "dealer.cards.lies_dealer" if place == entry.game.dealer else "dealer.cards.lies"
        values = {"card": card_words(card)} | ({} if place == entry.game.dealer else {"place": place})
        return replace(entry, why=(key, values))
    asked = entry.asked
    if asked is None:
        return replace(entry, why=("dealer.cards.none_asked", {}))
    times, decks = entry.times(card), entry.game.decks
    if times > decks:
        said = {"value": card_words(card), "count": str(times), "decks": str(decks)}
        return replace(entry, why=("dealer.why.shoe_too_many", said))
    fact = Fact(asked.fact, (card,), asked.at, asked.audience)
    try:
        entry.game.asks((*known, fact))
    except BadFacts:
        return replace(entry, why=("dealer.cards.not_here", {"card": card_words(card)}))
    return replace(entry, entered=_filled(replace(entry, entered=(*facts, fact))))


def _with_digits(entry: CardsEntry, key: int) -> CardsEntry:
    digits = chr(key - TYPED) if key >= TYPED else "00" if key == _DOUBLE_ZERO else ""
    if not digits.isdigit():
        return entry
    cents = int(f"{entry.cents or 0}{digits}")
    return replace(entry, cents=cents) if cents <= MOST_CENTS else entry


def proposal(entry: CardsEntry, read: tuple[Fact, ...]) -> CardsEntry:
    """What a shoe, or the jackpot's meter, has told: it waits to be confirmed."""
    if not read:
        return entry
    if read[0].name in entry.game.amounts and isinstance(cents := read[0].values[0], int):
        return replace(entry, cents=cents, proposed=True)
    return replace(entry, entered=_filled(replace(entry, entered=read)), proposed=True)
